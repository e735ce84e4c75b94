"""One person's sitting at Texas Hold'em Bonus: hands one after another, from the first line shown to the last.

A sitting does no I/O: it is asked what it says first, given each line a person types, and asked for its last word; see ``dialogue``.
Whatever is typed, it answers: what cannot be done gets one sentence and changes nothing. Every deal follows from the seed, and nothing a
person does changes which cards come: the seed's commitment is shown before the first hand, the seed at the end.

A hand that is left unfinished does not count, nor do the choices made in it. The sitting ends when as many hands were played as were
asked for, and when the bankroll no longer covers the smallest ante.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from arena.cli.bonus.coach import Choice, Tally, advice_lines, look, review_lines, summary_lines
from arena.cli.bonus.commands import DECIDING, STAKING, WITH_CHIPS, Command, Typed, chips_of
from arena.cli.bonus.manual import help_lines, rules_lines
from arena.cli.bonus.stakes import stake_question, stake_refusal, stake_text
from arena.cli.bonus.story import STAGE_NAMES, cards_lines, choice_refusal, question, result_lines
from arena.cli.bonus.words import BonusWords
from arena.cli.dialogue import Line, Tone
from arena.cli.text import brief, visible
from arena.matches import commitment, deal_key
from arena.rules import BonusHand, BonusKind, BonusStage, Button, StakeBox, StakeChoices, can_stake, deal_cards
from arena.rules.bonus_values import Solver
from arena.rules.holdem_bonus import CARDS_PER_HAND

_BUTTONS = dict(zip(STAKING, Button, strict=True))
_KINDS = {Command.BET: BonusKind.BET, Command.CHECK: BonusKind.CHECK, Command.FOLD: BonusKind.FOLD}


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person wants to play."""

    hands: int | None = None
    """How many, None for as many as there are."""
    advice: bool = False
    """Whether what the choices were worth is told after every hand."""
    seeded: bool = False
    """Whether the person chose the seed."""


class Sitting:
    """A sitting, see the head of this module."""

    def __init__(self, words: BonusWords, seed: bytes, wishes: Wishes = Wishes()) -> None:
        """Sit down.

        Args:
            words: a table's, whose ruleset has a bankroll.
            seed: 32 bytes that every deal follows from.
            wishes: how the person wants to play.
        """
        self.words = words
        self.tally = Tally()
        self.over = False
        self._seed = seed
        self._wishes = wishes
        self._solver = Solver()
        self._previous_ante = 0
        self._choices: list[Choice] = []
        self._last_choices: list[Choice] = []
        self._advised = False
        self._new_hand()

    @property
    def bankroll(self) -> int:
        """Chips, what is put up in an unfinished hand included."""
        return self.words.ruleset.carried_stack + self.tally.net

    @property
    def prompt(self) -> str:
        """What stands before an answer."""
        return self.words.gettext(STAGE_NAMES[self.hand.stage]) + "> "

    @property
    def staking(self) -> bool:
        """Whether a stake is to be put up; else there is a decision to make."""
        return self.hand.stage is BonusStage.STAKE

    def open(self) -> list[Line]:
        """What is said first."""
        words = self.words
        manual = {command.value: words.both(command) for command in (Command.HELP, Command.RULES)} | {"advice": words.short(Command.ADVICE)}
        return [
            Line(words.gettext("Texas Hold'em Bonus. You play against the house, for chips that are not money."), Tone.HEADING),
            Line(_limits(words)),
            Line(_promise(words, seeded=self._wishes.seeded)),
            Line(commitment(self._seed)),
            Line(
                words.gettext("Type {help} for what you may type, {rules} for the rules, and {advice} at a decision for advice.", **manual)
            ),
            *self._hand_lines(),
        ]

    def take(self, answer: str) -> list[Line]:
        """What is said to a line that was typed."""
        if not answer.strip():
            return [Line(self._question())]
        typed = self.words.commands.read(answer, staking=self.staking)
        refusal = self._refusal(answer, typed)
        if refusal is not None:
            return [Line(refusal, Tone.REFUSAL)]
        assert typed is not None, "a line without meaning is refused"
        if typed.command in _BUTTONS:
            return self._press(_BUTTONS[typed.command], chips_of(typed.rest) or 0)
        if typed.command in _KINDS:
            return self._choose(_KINDS[typed.command])
        return self._ANSWERS[typed.command](self)

    def leave(self) -> list[Line]:
        """The last word: what the sitting came to, and the seed."""
        words, tally = self.words, self.tally
        lines = [Line("")]
        if not self.staking and not self.hand.over:
            lines.append(Line(words.gettext("The hand that is not finished does not count, and its chips are yours again.")))
        played = words.ngettext("You played {count} hand.", "You played {count} hands.", tally.hands)
        net = words.gettext("Net: {net}.", net=words.language.signed(tally.net))
        lines.append(Line(f"{played} {net} {words.bankroll(self.bankroll)}", Tone.HEADING))
        lines += [Line(text) for text in summary_lines(words, tally)]
        told = words.gettext(
            "The seed was the following; with --seed it deals the same hands again, and its SHA-256 is what you were shown first:"
        )
        return [*lines, Line(told), Line(self._seed.hex())]

    def _refusal(self, answer: str, typed: Typed | None) -> str | None:
        """Why a line cannot be obeyed, whatever the cards are; None when it perhaps can."""
        words = self.words
        if typed is None:
            said = visible(brief(answer.strip()))
            return words.gettext('"{typed}" means nothing here; {help} lists what does.', typed=said, help=words.both(Command.HELP))
        command = typed.command
        if self.staking and command in DECIDING:
            bet = words.commands.name(command)
            return words.gettext("{command} comes after the deal.", command=bet) + " " + self._question()
        if not self.staking and (command in STAKING or _KINDS.get(command, self.hand.legal[0]) not in self.hand.legal):
            return choice_refusal(words, self.hand, command)
        if command in WITH_CHIPS:
            return self._chips_refusal(typed)
        if typed.rest:
            return words.gettext("{command} is typed alone, without {rest}.", command=words.both(command), rest=visible(brief(typed.rest)))
        return None

    def _chips_refusal(self, typed: Typed) -> str | None:
        words, example = self.words, self.words.short(typed.command)
        if not typed.rest:
            return words.gettext("Say how many chips, such as {example}.", example=example)
        if chips_of(typed.rest) is None:
            said = visible(brief(typed.rest))
            return words.gettext('"{typed}" is no whole number of chips; type such as {example}.', typed=said, example=example)
        return None

    def _press(self, button: Button, chips: int) -> list[Line]:
        """A button of the table."""
        refusal = stake_refusal(self.words, self.box, button, chips)
        if refusal is not None:
            return [Line(refusal, Tone.REFUSAL)]
        code = self.box.press(button, chips)
        if code is None:
            return [Line(stake_text(self.words, self.box))]
        self.hand.act(code)
        return self._go_on()

    def _choose(self, kind: BonusKind) -> list[Line]:
        """A decision."""
        self._choices.append(Choice(look(self._solver, self.hand), kind is BonusKind.BET, self._advised))
        self.hand.act(int(kind))
        return self._go_on()

    def _go_on(self) -> list[Line]:
        """What follows an action: the next decision, or the end of the hand and the next one."""
        words, hand = self.words, self.hand
        self._advised = False
        lines = []
        while hand.legal == (BonusKind.CHECK,):
            lines += [
                *cards_lines(words, hand),
                words.gettext("You check, since your chips do not cover a bet of {ante}.", ante=words.number(hand.ante)),
            ]
            hand.act(int(BonusKind.CHECK))
        if not hand.over:
            return [Line(text) for text in (*lines, *cards_lines(words, hand), question(words, hand))]
        return [Line(text) for text in (*lines, *result_lines(words, hand))] + self._end_hand()

    def _end_hand(self) -> list[Line]:
        """Count a hand, and begin the next one if there is one."""
        words, hand = self.words, self.hand
        assert hand.net is not None, "the hand is over"
        self.tally.add(hand.net[0], self._choices)
        self._previous_ante = hand.ante
        lines = [Line(words.gettext("Net: {net}.", net=words.language.signed(hand.net[0])), Tone.HEADING)]
        if self._wishes.advice:
            lines += [Line(text) for text in review_lines(words, self.tally.hands, self._choices)]
        self._last_choices, self._choices = self._choices, []
        ending = self._ending()
        if ending is not None:
            self.over = True
            return [*lines, Line(ending)]
        self._new_hand()
        return lines + self._hand_lines()

    def _ending(self) -> str | None:
        """Why there is no further hand; None when there is one."""
        words, least = self.words, self.words.ruleset.ante_min
        if not can_stake(words.ruleset, self.bankroll):
            chips = words.number(self.bankroll)
            return words.gettext(
                "The match is over: your bankroll of {chips} does not cover the smallest ante, {ante}, three times.",
                chips=chips,
                ante=words.number(least),
            )
        if self.tally.hands == self._wishes.hands:
            return words.gettext("These were all the hands you asked for.")
        return None

    def _new_hand(self) -> None:
        deal = deal_cards(deal_key(self._seed, self.tally.hands), CARDS_PER_HAND)
        self.hand = BonusHand(self.words.ruleset, deal, 1, (self.bankroll,), self._previous_ante)
        assert isinstance(self.hand.legal, StakeChoices), "a hand begins with the stake"
        self.box = StakeBox(self.hand.legal)

    def _hand_lines(self) -> list[Line]:
        words = self.words
        number = words.gettext("Hand {number}.", number=words.number(self.tally.hands + 1))
        return [Line(""), Line(f"{number} {words.bankroll(self.bankroll)}", Tone.HEADING), Line(stake_question(words, self.box))]

    def _question(self) -> str:
        """What is asked now."""
        if self.staking:
            return stake_text(self.words, self.box) if self.box.ante else stake_question(self.words, self.box)
        return question(self.words, self.hand)

    def _advise(self) -> list[Line]:
        if not self.staking:
            self._advised = True
            return [Line(text) for text in advice_lines(self.words, look(self._solver, self.hand))]
        if not self._last_choices:
            return [Line(self.words.gettext("There is no hand to look back on yet; at a decision you get advice on it."), Tone.REFUSAL)]
        return [Line(text) for text in review_lines(self.words, self.tally.hands, self._last_choices)]

    def _tell_rules(self) -> list[Line]:
        return [Line(text) for text in rules_lines(self.words)]

    def _help(self) -> list[Line]:
        return [Line(text) for text in help_lines(self.words)]

    def _quit(self) -> list[Line]:
        self.over = True
        return []

    _ANSWERS: ClassVar[dict[Command, Callable[["Sitting"], list[Line]]]] = {
        Command.ADVICE: _advise,
        Command.RULES: _tell_rules,
        Command.HELP: _help,
        Command.QUIT: _quit,
    }


def _limits(words: BonusWords) -> str:
    """What may be staked."""
    if not words.ruleset.bonus_max:
        return words.gettext("Ante: {antes}.", antes=words.antes())
    return words.gettext("Ante: {antes}. Bonus bet: at most {most}.", antes=words.antes(), most=words.number(words.ruleset.bonus_max))


def _promise(words: BonusWords, *, seeded: bool) -> str:
    """What is said before the commitment."""
    if seeded:
        return words.gettext("You chose the seed that all cards follow from, so the same hands can be dealt again. Its SHA-256:")
    return words.gettext("All cards follow from a secret seed, which you are told when you leave. Its SHA-256, so that you can check:")

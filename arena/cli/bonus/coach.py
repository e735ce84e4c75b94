"""What choices at a table of Texas Hold'em Bonus were worth: exact advice, and a record of what the choices made have cost.

The house has no choices, so the expected net of both of a player's is a number, which ``Solver`` knows; :func:`look` is the only place
that asks it. It takes every later bet as possible. Near the end of a bankroll that need not be so: such a decision is explained like
any other, with a warning, and not counted.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from arena.cli.bonus.words import BonusWords
from arena.languages import N_
from arena.rules import BonusHand, BonusStage
from arena.rules.bonus_preflop import PREFLOP, WAYS, hole_class
from arena.rules.bonus_values import Decision, Solver

_LATER_BETS = {BonusStage.FLOP: 4, BonusStage.TURN: 2, BonusStage.RIVER: 1}
"""Antes that this bet and those after it may take, by stage."""
_DIGITS, _MOST_DIGITS = 4, 9

_FIGURES = {
    BonusStage.FLOP: N_("Flop, {cards}: expected net in antes {bet} for a bet, {declined} for a fold."),
    BonusStage.TURN: N_("Turn, {cards}: expected net in antes {bet} for a bet, {declined} for a check."),
    BonusStage.RIVER: N_("River, {cards}: expected net in antes {bet} for a bet, {declined} for a check."),
}
_BEST = {
    "bet": N_("Best is a bet, by {cost} antes."),
    "fold": N_("Best is a fold, by {cost} antes."),
    "check": N_("Best is a check, by {cost} antes."),
}
_RIGHT = {
    "bet": N_("You bet, which was best."),
    "fold": N_("You folded, which was best."),
    "check": N_("You checked, which was best."),
}
_WRONG = {
    "bet": N_("You bet, which cost {cost} antes."),
    "fold": N_("You folded, which cost {cost} antes."),
    "check": N_("You checked, which cost {cost} antes."),
}


@dataclass(frozen=True, slots=True)
class Look:
    """A decision as it presents itself, solved."""

    stage: BonusStage
    hole: tuple[int, ...]
    board: tuple[int, ...]
    decision: Decision
    """The expected net of both choices, in antes."""
    win: Fraction
    """The chance of winning, over all that may come; likewise the next."""
    lose: Fraction
    counted: bool
    """Whether the bankroll covers every bet that may follow, as the figures suppose."""

    def choice(self, *, bet: bool) -> str:
        """What the choice is called."""
        return "bet" if bet else "fold" if self.stage is BonusStage.FLOP else "check"


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that was made."""

    look: Look
    bet: bool
    """Whether the bet was chosen."""
    advised: bool
    """Whether advice was asked for first."""

    @property
    def cost(self) -> Fraction:
        """The regret, in antes."""
        return self.look.decision.regret(bet=self.bet)


@dataclass(slots=True)
class Tally:
    """What was played so far; only hands that are over count."""

    hands: int = 0
    net: int = 0
    choices: list[tuple[int, Choice]] = field(default_factory=list)
    """Those that count, with the number of their hand, from 1."""

    def add(self, net: int, choices: list[Choice]) -> None:
        """Count a hand."""
        self.hands += 1
        self.net += net
        self.choices += [(self.hands, choice) for choice in choices if choice.look.counted]

    @property
    def best_count(self) -> int:
        """Choices that were best."""
        return sum(not choice.cost for _, choice in self.choices)

    @property
    def advised_count(self) -> int:
        """Choices for which advice was asked for."""
        return sum(choice.advised for _, choice in self.choices)

    @property
    def cost(self) -> Fraction:
        """What all choices cost, in antes."""
        return sum((choice.cost for _, choice in self.choices), Fraction(0))

    @property
    def worst(self) -> tuple[int, Choice] | None:
        """The first of the choices that cost most, with the number of its hand; None where none cost anything."""
        worst = max(self.choices, key=lambda numbered: numbered[1].cost, default=None)
        return worst if worst is not None and worst[1].cost else None


def look(solver: Solver, hand: BonusHand) -> Look:
    """Solve the decision that a hand waits for."""
    hole, board, stage = hand.hole[0], hand.board, BonusStage(hand.stage)
    decision = solver.decision(hole, board, turn_bet=hand.turn_chips > 0, pays_from=hand.ruleset.ante_pays_from)
    if board:
        counts = solver.counts(hole, board)
        win, lose = Fraction(counts.win, counts.total), Fraction(counts.lose, counts.total)
    else:
        before = PREFLOP[hole_class(hole)]
        win, lose = Fraction(before.win, WAYS), Fraction(before.lose, WAYS)
    return Look(stage, hole, board, decision, win, lose, hand.behind >= _LATER_BETS[stage] * hand.ante)


def advice_lines(words: BonusWords, one: Look) -> list[str]:
    """What is best, and why, before the choice."""
    language = words.language
    lines = [figures(words, one), _best(words, one)]
    win, tie, lose = (language.percent(share) for share in (one.win, 1 - one.win - one.lose, one.lose))
    lines.append(words.gettext("Of all that may come, you win {win}, tie {tie} and lose {lose}.", win=win, tie=tie, lose=lose))
    if not one.counted:
        lines.append(_warning(words))
    return lines


def review_lines(words: BonusWords, number: int, choices: list[Choice]) -> list[str]:
    """What the choices of a hand were worth."""
    lines = [words.gettext("What your choices in hand {number} were worth:", number=words.number(number))]
    for choice in choices:
        lines.append("  " + choice_line(words, choice))
        if not choice.look.counted:
            lines.append("  " + _warning(words))
    return lines


def choice_line(words: BonusWords, choice: Choice) -> str:
    """What one choice was worth."""
    one = choice.look
    return figures(words, one) + " " + _verdict(words, choice)


def figures(words: BonusWords, one: Look) -> str:
    """The expected net of both choices; with as many digits as tell them apart."""
    bet, declined = one.decision.bet, one.decision.declined
    digits = _DIGITS
    while digits < _MOST_DIGITS and bet != declined and round(bet, digits) == round(declined, digits):
        digits += 1
    signed = words.language.signed
    cards = words.cards(one.board or one.hole)
    return words.gettext(_FIGURES[one.stage], cards=cards, bet=signed(bet, digits), declined=signed(declined, digits))


def antes(words: BonusWords, cost: Fraction) -> str:
    """A cost in antes, with as many digits as show that there is one."""
    digits = _DIGITS
    while digits < _MOST_DIGITS and cost and not round(cost, digits):
        digits += 1
    return words.number(cost, digits)


def summary_lines(words: BonusWords, tally: Tally) -> list[str]:
    """How well was chosen, over all hands."""
    total = len(tally.choices)
    if not total:
        return []
    lines = [_accuracy(words, tally)]
    if tally.advised_count:
        asked = tally.advised_count
        lines.append(words.ngettext("On one of them you asked for advice.", "On {count} of them you asked for advice.", asked))
    if tally.worst:
        number, choice = tally.worst
        lines.append(words.gettext("The costliest choice was in hand {number}:", number=words.number(number)))
        lines.append("  " + choice_line(words, choice))
    return lines


def _accuracy(words: BonusWords, tally: Tally) -> str:
    total, best = len(tally.choices), tally.best_count
    if best == total:
        return words.ngettext("Your only decision was best.", "All your {count} decisions were best.", total)
    return words.ngettext(
        "Your only decision was not best, and cost {cost} antes.",
        "{best} of your {count} decisions were best; the others cost {cost} antes in all.",
        total,
        best=words.number(best),
        cost=antes(words, tally.cost),
    )


def _best(words: BonusWords, one: Look) -> str:
    decision = one.decision
    if decision.bet == decision.declined:
        return words.gettext("Both are worth the same.")
    best = decision.bet_is_best
    return words.gettext(_BEST[one.choice(bet=best)], cost=antes(words, decision.regret(bet=not best)))


def _verdict(words: BonusWords, choice: Choice) -> str:
    decision, name = choice.look.decision, choice.look.choice(bet=choice.bet)
    if decision.bet == decision.declined:
        return words.gettext("Both were worth the same.")
    return words.gettext(_WRONG[name], cost=antes(words, choice.cost)) if choice.cost else words.gettext(_RIGHT[name])


def _warning(words: BonusWords) -> str:
    return words.gettext("Your chips do not cover every bet that may follow, which these figures suppose; so the decision is not counted.")

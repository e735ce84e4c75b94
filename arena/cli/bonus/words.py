"""What every sentence at a table of Texas Hold'em Bonus is made with: cards, hands, chips, and how a command is named.

In Swedish the words are those of the published Swedish rules. This module says; it decides nothing.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from arena.cli.bonus.commands import Command, Commands
from arena.languages import N_, Language
from arena.rules import CLASS_NAMES, RANKS, STRENGTH_COUNT, SUITS, HoldemBonusRuleset, cards_text, class_of, strength

SUIT_SIGNS = "♣♦♥♠"
"""In the order of the suits."""
_SIGNS = dict(zip(SUITS, SUIT_SIGNS, strict=True))
_HAND_NAMES = (
    N_("high card"),
    N_("pair"),
    N_("two pair"),
    N_("three of a kind"),
    N_("straight"),
    N_("flush"),
    N_("full house"),
    N_("four of a kind"),
    N_("straight flush"),
    N_("royal flush"),
)
"""In the order of ``CLASS_NAMES``, which has no royal flush."""
_PAID_HANDS = {"straight": N_("a straight"), "flush": N_("a flush")}
"""By ``ante_pays_from``."""
_STRAIGHTS = ("straight", "straight flush")
_EXAMPLE_ANTE, _EXAMPLE_BONUS = 25, 5


class BonusWords:
    """The words of a table in one language."""

    def __init__(self, language: Language, ruleset: HoldemBonusRuleset, *, signs: bool = True) -> None:
        """A table's words.

        Args:
            language: the person's.
            ruleset: the table's.
            signs: whether suits are shown by their signs; else by the letters ``c``, ``d``, ``h``, ``s``.
        """
        self.language = language
        self.ruleset = ruleset
        self.commands = Commands(language)
        self.gettext = language.gettext
        self.ngettext = language.ngettext
        self.number = language.number
        self._signs = signs

    def cards(self, cards: Sequence[int]) -> str:
        """Cards for people, such as ``10♥ A♠``."""
        return " ".join([self._card(card) for card in cards])

    def hand(self, cards: Sequence[int]) -> str:
        """The best hand in five to seven cards, and which five it is: ``pair, A♠ A♥ K♦ 9♣ 7♥``."""
        best = max(combinations(cards, 5), key=strength)
        value = strength(best)
        counts = Counter([card >> 2 for card in best])
        ordered = sorted(best, key=lambda card: (-counts[card >> 2], -card))
        if CLASS_NAMES[class_of(value)] in _STRAIGHTS and ordered[1] >> 2 == RANKS.index("5"):
            ordered = ordered[1:] + ordered[:1]
        name = _HAND_NAMES[class_of(value) + (value == STRENGTH_COUNT)]
        return f"{self.gettext(name)}, {self.cards(ordered)}"

    def hands(self) -> str:
        """The names of all hands, best first."""
        return ", ".join([self.gettext(name) for name in reversed(_HAND_NAMES)])

    def paid_hand(self) -> str:
        """The lowest hand that wins the ante."""
        return self.gettext(_PAID_HANDS[self.ruleset.ante_pays_from])

    def antes(self) -> str:
        """The antes that may be put up: ``5 to 100 in steps of 5``."""
        rules = self.ruleset
        low, high = self.number(rules.ante_min), self.number(rules.ante_max)
        if low == high:
            return low
        if rules.ante_step == 1:
            return self.gettext("{low} to {high}", low=low, high=high)
        return self.gettext("{low} to {high} in steps of {step}", low=low, high=high, step=self.number(rules.ante_step))

    def bankroll(self, chips: int) -> str:
        """What a person has."""
        return self.ngettext("You have {count} chip.", "You have {count} chips.", chips)

    def name(self, command: Command) -> str:
        """How a command is typed in full, chips included: ``ante 25``."""
        return self.commands.name(command) + self._chips(command)

    def short(self, command: Command) -> str:
        """How it is typed shortly: ``a 25``."""
        return self.commands.letter(command) + self._chips(command)

    def both(self, command: Command) -> str:
        """Both, such as ``deal (d)``."""
        name, short = self.name(command), self.short(command)
        return name if name == short else f"{name} ({short})"

    def _chips(self, command: Command) -> str:
        """An example of chips, where a command has some."""
        rules = self.ruleset
        if command is Command.BONUS:
            return f" {min(_EXAMPLE_BONUS, rules.bonus_max)}"
        if command is not Command.ANTE:
            return ""
        return f" {_EXAMPLE_ANTE if _EXAMPLE_ANTE in range(rules.ante_min, rules.ante_max + 1, rules.ante_step) else rules.ante_min}"

    def _card(self, card: int) -> str:
        text = cards_text([card])
        return text[0].replace("T", "10") + _SIGNS[text[1]] if self._signs else text

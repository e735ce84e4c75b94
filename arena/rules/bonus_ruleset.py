"""The parameters of Texas Hold'em Bonus, as data: which games there are, and what is refused.

It knows no cards and no play; ``holdem_bonus`` plays by it.
"""

from dataclasses import dataclass

from arena.errors import BadRuleset
from arena.rules.stake_box import COVER_ANTES, can_stake

BONUS_ROWS = ("AA", "AK suited", "AQ or AJ suited", "AK offsuit", "KK, QQ or JJ", "AQ or AJ offsuit", "TT to 22")
"""The paying rows of the bonus bet, best first."""
_CHIPS_LIMIT, _BONUS_LIMIT, _ODDS_LIMIT = 10**9, 10**6, 1000


@dataclass(frozen=True, slots=True)
class HoldemBonusRuleset:
    """The parameters of the game, as data."""

    ante_min: int = 1
    """The smallest ante, in chips, at least 1."""
    ante_max: int = 1
    """The highest: ``ante_min`` plus a multiple of ``ante_step``."""
    ante_step: int = 1
    """What lies between one ante and the next, at least 1."""
    bonus_max: int = 0
    """The highest bonus bet; 0 switches it off."""
    bankroll: int | None = None
    """Chips at the start, enough for the smallest ante and its flop bet; None for no limit."""
    ante_pays_from: str = "straight"
    """The player's lowest winning hand that wins the ante too: ``straight`` or ``flush``."""
    bonus_paytable: tuple[int, ...] = (30, 25, 20, 15, 10, 5, 3)
    """Odds to one of each of ``BONUS_ROWS``, from 1 to 1,000; a list is taken as well."""

    def __post_init__(self) -> None:
        """Refuse what no game can be played by.

        Raises:
            BadRuleset: names the field and the allowed range.
        """
        for field, low, high in (
            ("ante_min", 1, _CHIPS_LIMIT),
            ("ante_max", self.ante_min, _CHIPS_LIMIT),
            ("ante_step", 1, _CHIPS_LIMIT),
            ("bonus_max", 0, _BONUS_LIMIT),
        ):
            if not _is_count(getattr(self, field), low, high):
                raise BadRuleset(field, getattr(self, field), f"a whole number of chips from {low} to {high}")
        if (self.ante_max - self.ante_min) % self.ante_step:
            raise BadRuleset("ante_max", self.ante_max, f"{self.ante_min} (ante_min) plus a multiple of {self.ante_step} (ante_step)")
        least = COVER_ANTES * self.ante_min
        if self.bankroll is not None and not _is_count(self.bankroll, least, _CHIPS_LIMIT):
            raise BadRuleset("bankroll", self.bankroll, f"left out, or a whole number of chips from {least} to {_CHIPS_LIMIT}")
        if self.ante_pays_from not in ("straight", "flush"):
            raise BadRuleset("ante_pays_from", self.ante_pays_from, '"straight" or "flush"')
        self._check_paytable()

    def _check_paytable(self) -> None:
        odds = self.bonus_paytable
        if not isinstance(odds, list | tuple) or len(odds) != len(BONUS_ROWS) or not all([_is_count(n, 1, _ODDS_LIMIT) for n in odds]):
            allowed = f"{len(BONUS_ROWS)} whole numbers from 1 to {_ODDS_LIMIT}, the odds to one of {'; '.join(BONUS_ROWS)}"
            raise BadRuleset("bonus_paytable", odds, allowed)
        object.__setattr__(self, "bonus_paytable", tuple(odds))

    @property
    def fixed_stake(self) -> bool:
        """Whether there is only one stake."""
        return self.ante_min == self.ante_max and not self.bonus_max

    @property
    def unit_chips(self) -> int:
        """The unit results are counted in: the smallest ante."""
        return self.ante_min

    @property
    def unit_name(self) -> str:
        """The unit in words."""
        return "ante"

    @property
    def limited(self) -> bool:
        """Whether a bankroll limits play."""
        return self.bankroll is not None

    @property
    def carried_stack(self) -> int:
        """The bankroll at the start; 0 for no limit."""
        return self.bankroll or 0

    @property
    def one_at_a_time(self) -> bool:
        """Whether a hand depends on the one before: by the bankroll, or by the ante that a rebet repeats."""
        return not self.fixed_stake or self.limited

    @property
    def drawn(self) -> bool:
        """Whether cards are drawn after choices, so that the luck of it can be told from play: regret tells more here."""
        return False

    @property
    def graded(self) -> bool:
        """Whether choices are compared with the best ones: a bankroll may forbid those."""
        return self.bankroll is None

    def plays_on(self, stack: int) -> bool:
        """Whether a bankroll covers the smallest ante."""
        return can_stake(self, stack)


def _is_count(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high

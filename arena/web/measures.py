"""What a tournament is ranked by, in words: what the column is called, what its numbers are, and which way is better.

Between players it is what they won; against the house, where every choice is graded, what their choices threw away; in a
sit-and-go what their places pay.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.languages import N_
from arena.matches import RankedBy, scoring_of
from arena.rules import AnyRuleset


@dataclass(frozen=True, slots=True)
class Measure:
    """A way of scoring; the texts are messages."""

    heading: str
    caption: str
    """What stands above the standings; ``{confidence}`` is that of the intervals."""
    note: str
    """The unit, at the foot of a page."""
    by_regret: bool = False
    """Whether the numbers are regret: none is below zero, less is better, and what was won stands beside them."""


WINNINGS = {
    "big bet": Measure(
        heading=N_("mbb/h"),
        caption=N_("Score in mbb/h with its {confidence} interval."),
        note=N_("mbb/h: thousandths of a big bet won per hand."),
    ),
    "ante": Measure(
        heading=N_("Net"),
        caption=N_("Net with its {confidence} interval: thousandths of an ante won per hand."),
        note=N_("Net: thousandths of an ante won per hand."),
    ),
}
"""By the unit that results are counted in."""
REGRET = Measure(
    heading=N_("Regret"),
    caption=N_(
        "Regret with its {confidence} interval: thousandths of an ante of expectation that choices threw away per hand. It is exact, less "
        "is better, and none is perfect. Net, beside it, is what was won: skill and luck together."
    ),
    note=N_("Regret: thousandths of an ante of expectation thrown away per hand; net: thousandths of an ante won per hand."),
    by_regret=True,
)


PRIZE = Measure(
    heading=N_("Prize"),
    caption=N_("Prize with its {confidence} interval: thousandths of a buy-in won per match, by places."),
    note=N_("Prize: thousandths of a buy-in won per match, by places."),
)


def measure_of(ruleset: AnyRuleset, payouts: Sequence[int] = ()) -> Measure:
    """How the matches of a ruleset are scored; by places where they are paid."""
    if payouts:
        return PRIZE
    return REGRET if scoring_of(ruleset, 1).by == RankedBy.REGRET else WINNINGS[ruleset.unit_name]

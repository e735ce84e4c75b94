"""Easy: plays hole cards by a rule of thumb, bets with a pair or better, and bets on nothing at a stated rate.

- It plays every pair, every ace and every king; of the rest those whose ranks add up to 15 or more, a jack being 11 and a queen 12,
  or to 13 or more when they are of one suit: exactly half of them.
- A pair or better is what its own cards make: the class of all cards in view must be above the one that the board shows alone. So a
  pair on the board is nothing, and another one beside it is two pair. A better pair beside two on the board it does not see.

It knows neither draws nor kickers, nor what the house may hold.
"""

from collections.abc import Sequence
from itertools import combinations

from arena.matches import TableInfo
from arena.rules import CLASS_NAMES, BonusKind, BonusStage, HoldemBonusView, class_of, strength
from bots.bonus.chances import happens

BLUFF_RATE = 0.03
"""How often it bets on the turn or the river with nothing."""
RANK_SUM, SUITED_RANK_SUM = 15, 13
"""From here up the ranks of two cards below a king are played."""

_BET = int(BonusKind.BET)
_LOWEST_RANK, _KING = 2, 13
_PAIR, _TWO_PAIR, _TRIPS, _QUADS = map(CLASS_NAMES.index, ("pair", "two pair", "three of a kind", "four of a kind"))
_SHOWN: dict[tuple[int, ...], int] = {(1, 2): _PAIR, (1, 1, 2): _PAIR, (2, 2): _TWO_PAIR, (3,): _TRIPS, (1, 3): _TRIPS, (4,): _QUADS}
"""Classes by how often each rank is on a board of three or four cards, ascending."""


class Easy:
    """A pair or better."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: HoldemBonusView) -> int:
        """The code to play, one of ``view.legal``."""
        return _BET if _BET in view.legal and self._bets(view) else view.legal[0]

    def _bets(self, view: HoldemBonusView) -> bool:
        if view.stage == BonusStage.FLOP:
            return plays(view.hole_cards)
        return improves(view.hole_cards, view.board) or happens(self._bot_seed, view, BLUFF_RATE)


def plays(hole: Sequence[int]) -> bool:
    """Whether two hole cards are played."""
    low, high = sorted([_LOWEST_RANK + (card >> 2) for card in hole])
    suited = not (hole[0] ^ hole[1]) & 3
    return low == high or high >= _KING or low + high >= (SUITED_RANK_SUM if suited else RANK_SUM)


def improves(hole: Sequence[int], board: Sequence[int]) -> bool:
    """Whether hole cards make a better class than a board of three or four cards shows alone."""
    best = max([strength(cards) for cards in combinations((*hole, *board), 5)])
    return class_of(best) > shown_class(board)


def shown_class(board: Sequence[int]) -> int:
    """The class that three or four cards show alone, an index into ``CLASS_NAMES``: no straight and no flush yet."""
    ranks = [card >> 2 for card in board]
    return _SHOWN.get(tuple(sorted([ranks.count(rank) for rank in set(ranks)])), 0)

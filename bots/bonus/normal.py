"""Normal: folds the five worst hands, then bets when it wins more than half of a sample; no expectations, no memory.

The sample completes the board and deals the house's cards, at random from all that is unseen. Ties are not counted as wins: that is the
advice published beside the game, so even without the noise of the sample it would give a little away.

The places of sampled cards among the unseen are drawn once a process and shared by all decisions; a decision's own randomness picks
which stretch of them it looks at.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from arena.matches import TableInfo
from arena.rules import BonusKind, BonusStage, HoldemBonusView, hole_class, strengths
from bots.bonus.chances import spin

FOLDED = frozenset(["72o", "62o", "52o", "42o", "32o"])
"""The hole cards that optimal play folds when a straight wins the ante."""
SAMPLE_COUNT = 256
"""Ways in which the unseen cards may fall, for each decision."""

_BET = int(BonusKind.BET)
_DECK_SIZE, _BOARD_SIZE = 52, 5
_PLACES_COUNT, _PLACES_SEED = 8192, 11


class Normal:
    """The chance to win against one half."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: HoldemBonusView) -> int:
        """The code to play, one of ``view.legal``."""
        return _BET if _BET in view.legal and self._bets(view) else view.legal[0]

    def _bets(self, view: HoldemBonusView) -> bool:
        if view.stage == BonusStage.FLOP:
            return hole_class(view.hole_cards) not in FOLDED
        return 2 * win_count(view, spin(self._bot_seed, view)) > SAMPLE_COUNT


def win_count(view: HoldemBonusView, number: int) -> int:
    """Wins among ``SAMPLE_COUNT`` sampled ends of a hand, from the turn or the river decision; any ``number`` picks a sample."""
    own, house = strengths(sampled_hands(view, number))
    return int(np.count_nonzero(own > house))


def sampled_hands(view: HoldemBonusView, number: int) -> npt.NDArray[np.uint8]:
    """The seven cards of the player and of the house at sampled ends, of shape (2, ``SAMPLE_COUNT``, 7); the board comes first."""
    hole, board, size = view.hole_cards, view.board, len(view.board)
    unseen = np.array([card for card in range(_DECK_SIZE) if card not in hole and card not in board], dtype=np.uint8)
    start = number % (_PLACES_COUNT - SAMPLE_COUNT + 1)
    drawn = unseen[_places(len(unseen), _BOARD_SIZE - size + 2)[start : start + SAMPLE_COUNT]]
    hands = np.empty((2, SAMPLE_COUNT, _BOARD_SIZE + 2), dtype=np.uint8)
    hands[:, :, :size] = board
    hands[:, :, size:_BOARD_SIZE] = drawn[:, 2:]
    hands[0, :, _BOARD_SIZE:] = hole
    hands[1, :, _BOARD_SIZE:] = drawn[:, :2]
    return hands


@cache
def _places(unseen_count: int, drawn_count: int) -> npt.NDArray[np.int64]:
    """Different places among the unseen cards, a sample a row."""
    rng = np.random.default_rng(_PLACES_SEED)
    return rng.random((_PLACES_COUNT, unseen_count)).argsort(axis=1)[:, :drawn_count].copy()

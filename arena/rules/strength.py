"""How strong five cards are: a number from 1 (7-5-4-3-2 of mixed suits) to 7,462 (royal flush), higher wins.

Equal numbers are exactly equal hands; suits never break a tie and A-2-3-4-5 is the lowest straight. Scalar and numpy
batch forms give the same numbers.

How: every rank has an additive key such that no two sets of five ranks (four of a kind at most) have the same sum;
the keys are the smallest ones a greedy search finds. A card is its rank's key plus a one in the three-bit counter of
its suit, all counters above bit 20. Five cards are summed once; a counter that reaches five is a flush, and one look-up
gives the strength. Measured beside the alternatives: dictionaries of sorted ranks were 6 times slower, and every
library tried at most half as fast in scalar form (figures in ``arena bench``).
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from arena.errors import BadHand

CLASS_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
STRENGTH_COUNT = 7462

_RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SUIT_SHIFT = 20
_RANK_MASK = (1 << _SUIT_SHIFT) - 1
_CARD_KEYS = tuple(_RANK_KEYS[card >> 2] + (1 << _SUIT_SHIFT + 3 * (card & 3)) for card in range(52))
_FLUSH_COUNTERS = frozenset(5 << 3 * suit for suit in range(4))
_KEY_LIMIT = 4 * _RANK_KEYS[12] + _RANK_KEYS[11] + 1
_HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH = range(9)
_BY_COUNTS = {
    (1, 1, 1, 1, 1): _HIGH_CARD,
    (2, 1, 1, 1): _PAIR,
    (2, 2, 1): _TWO_PAIR,
    (3, 1, 1): _TRIPS,
    (3, 2): _FULL_HOUSE,
    (4, 1): _QUADS,
}


def strength(cards: tuple[int, ...] | list[int]) -> int:
    """Strength of five distinct cards, 1 to 7,462. The cards are not checked: this is the innermost loop."""
    a, b, c, d, e = cards
    keys = _CARD_KEYS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if total >> _SUIT_SHIFT in _FLUSH_COUNTERS:
        return _FLUSH_STRENGTHS[total & _RANK_MASK]
    return _STRENGTHS[total & _RANK_MASK]


def checked_strength(cards: tuple[int, ...] | list[int]) -> int:
    """As :func:`strength`, for cards from outside.

    Raises:
        BadHand: they are not five distinct cards.
    """
    if len(cards) != 5 or len(set(cards)) != 5 or not all(0 <= card < 52 for card in cards):
        raise BadHand(f"{list(cards)}: a hand is five distinct cards, each a number from 0 to 51")
    return strength(cards)


def strengths(hands: npt.NDArray[np.integer]) -> npt.NDArray[np.int16]:
    """Strengths of many hands at once.

    Args:
        hands: cards, of shape (..., 5); distinct within a hand, which is not checked.

    Returns:
        Strengths, of shape (...).
    """
    keys = _CARD_KEY_ARRAY[hands].sum(axis=-1, dtype=np.int64)
    found: npt.NDArray[np.int16] = _STRENGTH_ARRAY[keys & _RANK_MASK]
    flush = _IS_FLUSH[keys >> _SUIT_SHIFT]
    if flush.any():
        found = np.where(flush, _FLUSH_ARRAY[np.where(flush, keys & _RANK_MASK, 0)], found)
    return found


def class_of(value: int) -> int:
    """The class of a strength, 0 (high card) to 8 (straight flush); an index into ``CLASS_NAMES``."""
    return _CLASSES[value]


def describe(value: int) -> str:
    """The class of a strength in words, such as ``two pair``."""
    return CLASS_NAMES[_CLASSES[value]]


def _order(ranks: tuple[int, ...], *, flush: bool) -> tuple[int, ...]:
    """A tuple that sorts as the rules of poker order hands of these ranks: class, then ranks by count and height."""
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    kind = _BY_COUNTS[tuple(count for _, count in counted)]
    heights = [rank for rank, _ in counted]
    if kind == _HIGH_CARD:
        wheel = heights == [12, 3, 2, 1, 0]
        if wheel:
            heights = [3, 2, 1, 0, -1]
        straight = wheel or heights[0] - heights[4] == 4
        kind = (_STRAIGHT_FLUSH if straight else _FLUSH) if flush else (_STRAIGHT if straight else _HIGH_CARD)
    return (kind, *heights)


def _tables() -> tuple[list[int], dict[int, int], list[int]]:
    """The look-ups: strength by rank sum, strength of flushes by rank sum, class by strength (0 is unused)."""
    mixed = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    suited = combinations(range(13), 5)
    rows = [(_order(ranks, flush=False), False, sum(_RANK_KEYS[rank] for rank in ranks)) for ranks in mixed]
    rows += [(_order(ranks, flush=True), True, sum(_RANK_KEYS[rank] for rank in ranks)) for ranks in suited]
    rows.sort()
    plain, flushes, classes = [0] * _KEY_LIMIT, {}, [0]
    for value, (order, flush, key) in enumerate(rows, start=1):
        classes.append(order[0])
        if flush:
            flushes[key] = value
        else:
            plain[key] = value
    return plain, flushes, classes


_STRENGTHS, _FLUSH_STRENGTHS, _CLASSES = _tables()
_STRENGTH_ARRAY = np.array(_STRENGTHS, dtype=np.int16)
_FLUSH_ARRAY = np.zeros(_KEY_LIMIT, dtype=np.int16)
_FLUSH_ARRAY[list(_FLUSH_STRENGTHS)] = list(_FLUSH_STRENGTHS.values())
_CARD_KEY_ARRAY = np.array(_CARD_KEYS, dtype=np.int32)
_IS_FLUSH = np.zeros(1 << 12, dtype=np.bool_)
_IS_FLUSH[list(_FLUSH_COUNTERS)] = True

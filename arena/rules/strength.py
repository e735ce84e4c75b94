"""How strong a hand's best five cards are: from 1 (7-5-4-3-2 of mixed suits) to 7,462 (royal flush), higher wins.

Equal numbers are exactly equal hands; suits never break a tie and A-2-3-4-5 is the lowest straight. Five cards or the
best five of seven, one hand at a time or a numpy batch of them: all on the same scale. Nothing here knows a game.

How: each rank has an additive key such that no two sets of ranks (four of a kind at most) have the same sum: for five
cards and for seven, each key the smallest that fits those before it. A card's key is its rank's and, from bit 23 up,
its suit's, such that the sum tells whether five cards or more are of one suit, and of which; the smallest again.
``tests/rules/soak_strength.py`` is the search that found them. A batch is one look-up of its cards, the sums of the
keys, one look-up by the sum of suits and one by the sum of ranks.

- Five cards: the sum of ranks is the index of the strength. For a flush it is shifted by a constant that takes all 1,287
  of them, and no other hand, to slots where nothing stood.
- Seven cards: the sums reach 7.8 million but only 49,205 occur, in clumps. They are cut into rows of 64; of each row
  only what lies between its first and its last sum is kept, end to end, and its offset is looked up and added. A flush
  is found by the set of ranks in its suit; no full house or four of a kind can stand beside it.

Profiled, and chosen for it: cards are transposed while they are looked up, so that one reduction adds whole columns; it
takes a fifth less than columns added one by one for 64 hands and a twentieth less for 10,000, and along so short an axis
a sum takes several times as long. That is for cards in bytes, which numpy must convert anyway; cards in int64 lose a tenth
in large batches. Keys and sums are int64, because numpy converts every other index; suits are found through a table, which
costs what testing counters by a mask did and keeps the scalar form's integers short; large batches go in pieces that stay
in the processor's cache. numpy's check of bounds stays, though it costs 2 to 14 %: without it a wrong card would get a
strength. In rows of 16 to 512 sums seven cards are equally fast; rows of 64 come close to the least memory, and packing
the rows into each other's gaps would spare two thirds of it for a loop as long as all the building now takes. The scalar
form of five cards indexes a list, faster than an ``array`` or a dictionary; that of seven arrays, whose smaller memory
matters more there. ``arena bench --only strength`` tells the rates.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import chain, combinations, combinations_with_replacement
from math import comb

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

_Ints = npt.NDArray[np.int64]
_Strengths = npt.NDArray[np.int16]

_FIVE_RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_SEVEN_RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_FLUSH_SHIFT = 7878
_SUIT_KEYS = (0, 1, 25, 32)
_SUIT_SHIFT = 23
_SUIT_SUMS = 1 << 8
_RANK_MASK = (1 << _SUIT_SHIFT) - 1
_ROW_BITS = 6
_CHUNK = 1 << 13
_HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH = range(9)


def strength(cards: Sequence[int]) -> int:
    """Strength of five distinct cards, 1 to 7,462. The cards are not checked: this is the innermost loop."""
    a, b, c, d, e = cards
    keys = _FIVE_CARDS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if (a ^ b) & 3 or (a ^ c | a ^ d | a ^ e) & 3:
        return _FIVE_LIST[total]
    return _FIVE_LIST[total + _FLUSH_SHIFT]


def strength7(cards: Sequence[int]) -> int:
    """Strength of the best five of seven distinct cards, on the scale of :func:`strength`. The cards are not checked."""
    a, b, c, d, e, f, g = cards
    keys = _SEVEN_CARDS
    total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    if total >> _SUIT_SHIFT in _FLUSHES:
        suit = _FLUSHES[total >> _SUIT_SHIFT]
        return _BY_SET_LIST[sum([1 << (card >> 2) for card in cards if card & 3 == suit])]
    total &= _RANK_MASK
    return _SEVEN_ARRAY[total + _OFFSETS_ARRAY[total >> _ROW_BITS]]


def checked_strength(cards: Sequence[int]) -> int:
    """As :func:`strength`, for cards from outside.

    Raises:
        BadHand: they are not five distinct cards.
    """
    _check(cards, 5)
    return strength(cards)


def checked_strength7(cards: Sequence[int]) -> int:
    """As :func:`strength7`, for cards from outside.

    Raises:
        BadHand: they are not seven distinct cards.
    """
    _check(cards, 7)
    return strength7(cards)


def strengths(hands: npt.NDArray[np.integer]) -> _Strengths:
    """Strengths of many hands at once, each of five cards, or each the best five of seven.

    Args:
        hands: cards, of shape (..., 5) or (..., 7); distinct within a hand, which is not checked.

    Returns:
        Strengths, of shape (...).

    Raises:
        BadHand: the last dimension is neither five nor seven.
    """
    work = _BATCHES.get(hands.shape[-1:])
    if work is None:
        raise BadHand(f"an array of shape {hands.shape}: hands have five or seven cards, along the last dimension")
    flat = hands if hands.ndim == 2 else hands.reshape(-1, hands.shape[-1])
    if len(flat) <= _CHUNK:
        return work(flat) if flat is hands else work(flat).reshape(hands.shape[:-1])
    found = np.empty(len(flat), dtype=np.int16)
    for start in range(0, len(flat), _CHUNK):
        found[start : start + _CHUNK] = work(flat[start : start + _CHUNK])
    return found.reshape(hands.shape[:-1])


def class_of(value: int) -> int:
    """The class of a strength, 0 (high card) to 8 (straight flush); an index into ``CLASS_NAMES``."""
    return _CLASSES[value]


def describe(value: int) -> str:
    """The class of a strength in words, such as ``two pair``."""
    return CLASS_NAMES[_CLASSES[value]]


def _check(cards: Sequence[int], count: int) -> None:
    if len(cards) != count or len(set(cards)) != count or not all(0 <= card < 52 for card in cards):
        number = "five" if count == 5 else "seven"
        raise BadHand(f"{list(cards)}: a hand is {number} distinct cards, each a number from 0 to 51")


def _fives(hands: npt.NDArray[np.integer]) -> _Strengths:
    totals: _Ints = np.add.reduce(_FIVE_KEYS.take(hands.T))
    totals += _SHIFTS.take(totals >> _SUIT_SHIFT)
    found: _Strengths = _FIVE.take(totals)
    return found


def _sevens(hands: npt.NDArray[np.integer]) -> _Strengths:
    totals: _Ints = np.add.reduce(_SEVEN_KEYS.take(hands.T))
    suit_sums = totals >> _SUIT_SHIFT
    totals &= _RANK_MASK
    totals += _OFFSETS.take(totals >> _ROW_BITS)
    found: _Strengths = _SEVEN.take(totals)
    flushes = _IS_FLUSH.take(suit_sums).nonzero()[0]
    if flushes.size:
        suits = _FLUSH_SUITS.take(suit_sums.take(flushes))
        bits = _SUITED_BITS[suits[:, None], hands.take(flushes, axis=0)]
        found[flushes] = _BY_SET.take(bits.sum(axis=1))
    return found


_BATCHES: dict[tuple[int, ...], Callable[[npt.NDArray[np.integer]], _Strengths]] = {(5,): _fives, (7,): _sevens}


def _card_keys(rank_keys: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank_keys[card >> 2] + (_SUIT_KEYS[card & 3] << _SUIT_SHIFT) for card in range(52))


def _flush_suits(count: int) -> dict[int, int]:
    """The suit of a flush by the sum of suit keys, for the sums that are a flush's."""
    others = [sum(keys) for keys in combinations_with_replacement(_SUIT_KEYS, count - 5)]
    return {5 * key + other: suit for suit, key in enumerate(_SUIT_KEYS) for other in others}


def _rank_sets(count: int) -> _Ints:
    """Every set of ranks that so many cards can have, one a row, ascending; no rank stands in it more than four times."""
    every = chain.from_iterable(combinations_with_replacement(range(13), count))
    ranks = np.fromiter(every, dtype=np.int64, count=count * comb(12 + count, count)).reshape(-1, count)
    fit: npt.NDArray[np.bool_] = (ranks[:, 4:] != ranks[:, :-4]).all(axis=1)
    return ranks[fit]


def _orders(ranks: _Ints, *, flush: bool) -> _Ints:
    """Numbers that sort as the rules of poker order hands of these ranks: class, then ranks by count and height."""
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=-1)
    heights = np.sort(13 * counts + ranks, axis=1) % 13
    wheel = (ranks == (0, 1, 2, 3, 12)).all(axis=1)
    heights[wheel] = 0
    pattern = counts.sum(axis=1)
    straight = wheel | (pattern == 5) & (ranks[:, 4] - ranks[:, 0] == 4)
    by_pattern = np.zeros(18, dtype=np.int64)
    by_pattern[[5, 7, 9, 11, 13, 17]] = _FLUSH if flush else _HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _FULL_HOUSE, _QUADS
    classes = np.where(straight, _STRAIGHT_FLUSH if flush else _STRAIGHT, by_pattern[pattern])
    return classes * 13**5 + heights @ 13 ** np.arange(5)


def _five_tables() -> tuple[_Strengths, _Strengths, bytes]:
    """The look-ups of five cards.

    Returns:
        Strengths by rank sum, flushes shifted; strengths of flushes by the set of ranks in the suit, of 13 bits five or
        more; and classes by strength (0 is unused).
    """
    ranks = _rank_sets(5)
    suited = ranks[(ranks[:, 1:] != ranks[:, :-1]).all(axis=1)]
    orders = np.concatenate([_orders(ranks, flush=False), _orders(suited, flush=True)])
    values = orders.argsort().argsort() + 1
    keys = np.array(_FIVE_RANK_KEYS)
    by_sum = np.zeros(4 * keys[12] + keys[11] + 1, dtype=np.int16)
    by_sum[keys[ranks].sum(axis=1)] = values[: len(ranks)]
    by_sum[keys[suited].sum(axis=1) + _FLUSH_SHIFT] = values[len(ranks) :]
    by_set = np.zeros(1 << 13, dtype=np.int16)
    by_set[(1 << suited).sum(axis=1)] = values[len(ranks) :]
    for rank in range(13):  # the better of a set and the set without that rank; in the end, of all its subsets
        pairs = by_set.reshape(-1, 2, 1 << rank)
        np.maximum(pairs[:, 0], pairs[:, 1], out=pairs[:, 1])
    return by_sum, by_set, bytes([0, *(np.sort(orders) // 13**5).tolist()])


def _seven_tables(five: _Strengths) -> tuple[npt.NDArray[np.int32], _Strengths]:
    """The look-ups of seven cards without a flush: what to add to a rank sum, by its row, and strengths by what results."""
    ranks = _rank_sets(7)
    keys = np.array(_FIVE_RANK_KEYS)[ranks].T.copy()
    best = np.zeros(len(ranks), dtype=np.int16)
    for a, b, c, d, e in combinations(keys, 5):
        np.maximum(best, five.take(a + b + c + d + e), out=best)
    sums = np.array(_SEVEN_RANK_KEYS)[ranks].sum(axis=1)
    order = sums.argsort()
    sums = sums[order]
    rows = sums >> _ROW_BITS
    first = np.flatnonzero(np.diff(rows, prepend=-1))
    last = np.append(first[1:], len(sums)) - 1
    spans = sums[last] - sums[first] + 1
    offsets = np.zeros(int(rows[-1]) + 1, dtype=np.int32)
    offsets[rows[first]] = spans.cumsum() - spans - sums[first]
    by_slot = np.zeros(int(spans.sum()), dtype=np.int16)
    by_slot[sums + offsets[rows]] = best[order]
    return offsets, by_slot


def _suited_bits() -> _Ints:
    """By suit and card: the bit of its rank if the card is of the suit, else 0."""
    cards = np.arange(52)
    return np.where(cards & 3 == np.arange(4)[:, None], 1 << (cards >> 2), 0)


_FIVE, _BY_SET, _CLASSES = _five_tables()
_OFFSETS, _SEVEN = _seven_tables(_FIVE)
_FLUSHES = _flush_suits(7)
_SHIFTS = np.array([_FLUSH_SHIFT * (total in _flush_suits(5)) - (total << _SUIT_SHIFT) for total in range(_SUIT_SUMS)])
_IS_FLUSH = np.array([total in _FLUSHES for total in range(_SUIT_SUMS)])
_FLUSH_SUITS = np.array([_FLUSHES.get(total, 0) for total in range(_SUIT_SUMS)])
_SUITED_BITS = _suited_bits()
_FIVE_CARDS = tuple(_FIVE_RANK_KEYS[card >> 2] for card in range(52))
_SEVEN_CARDS = _card_keys(_SEVEN_RANK_KEYS)
_FIVE_KEYS, _SEVEN_KEYS = np.array(_card_keys(_FIVE_RANK_KEYS)), np.array(_SEVEN_CARDS)
_FIVE_LIST: list[int] = _FIVE.tolist()
_BY_SET_LIST: list[int] = _BY_SET.tolist()
_SEVEN_ARRAY, _OFFSETS_ARRAY = array("h", _SEVEN.tobytes()), array("i", _OFFSETS.tobytes())

"""Hands of five-card draw sorted into few kinds, so that a game between two players can be solved.

- A *class* says what five dealt cards are good for: what they hold, with the ranks that matter, and whether four of them are
  to a flush or a straight. ``CLASS_COUNT`` of them.
- A *keep* is one choice of cards for each number drawn: the least worth keeping go first, but four to a flush or a straight
  are kept together when one card is drawn.
- A *bucket* says how good a final hand is: what it holds and its first ranks. ``BUCKET_COUNT`` of them, a better hand never in a lower one.

Suits are alike and what one player holds tells nothing about the other: card removal is left out. That, and hands of one class played
alike, is all that is lost; what it costs is measured by playing real hands (``arena probe``).

Everything works on arrays of hands, one hand being an array of one row.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from arena.rules import CLASS_NAMES, RANKS, STRENGTH_COUNT, class_of, strengths

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Cards = npt.NDArray[np.int8]
"""Cards may be of any integers; in bytes, where there are millions."""

DRAW_COUNTS = 4
"""Nobody draws more than three cards."""

_RANKS = len(RANKS)
_PAIRS_OF_RANKS = _RANKS * (_RANKS - 1) // 2
_HIGH, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH = range(len(CLASS_NAMES))
_NONE, _GUTSHOT, _OPEN = range(3)
_FAR = 16


def _starts(sizes: list[int]) -> Ints:
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


_DEALT_SIZES = [_PAIRS_OF_RANKS, _RANKS, _RANKS, 3 * _RANKS, 4 * _RANKS, 2 * _RANKS, _PAIRS_OF_RANKS, *[_RANKS] * 6]
"""High card, gutshot, open straight, four to a flush (3 kinds); a pair by its kicker, and with four to something; two pair; the rest."""
_DEALT = _starts(_DEALT_SIZES)
CLASS_COUNT = int(_DEALT[-1])
_KICKERS = 6
_FINAL = _starts([_PAIRS_OF_RANKS, _KICKERS * _RANKS, _PAIRS_OF_RANKS, *[_RANKS] * 6])
BUCKET_COUNT = int(_FINAL[-1])

_CLASSES = np.array([0] + [class_of(value) for value in range(1, STRENGTH_COUNT + 1)])
_LOWEST = np.searchsorted(_CLASSES[1:], np.arange(len(CLASS_NAMES))) + 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """Dealt hands and what they are good for; arrays of one row a hand."""

    classes: Ints
    """0 to ``CLASS_COUNT`` − 1."""
    order: Ints
    """Of shape (hands, 5): indices of the cards, most worth keeping first."""
    order_of_four: Ints
    """The same when one card is drawn: four to a flush or a straight go before it."""

    def keep(self, drawn: int) -> Ints:
        """Indices of the cards kept and then of those thrown away when ``drawn`` cards are."""
        return self.order_of_four if drawn == 1 else self.order

    def discard_masks(self, drawn: int) -> Ints:
        """The cards thrown away: bit i for card i, as in an action code."""
        return np.asarray((1 << self.keep(drawn)[:, 5 - drawn :]).sum(axis=1, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class _Sorted:
    held: Ints
    """What it holds, an index of ``CLASS_NAMES``."""
    step: Ints
    """Strength above the lowest of its kind."""
    worth: Ints
    """By card: how much it is worth keeping."""
    again: Flags
    """By card: whether a card before it has its rank."""
    order: Ints
    """Indices of the cards, most worth keeping first."""
    first: Ints
    """The rank that counts most."""
    second: Ints
    """The next other rank."""


def sort_dealt(hands: Ints | Cards) -> Dealt:
    """What dealt hands are good for.

    Args:
        hands: cards, of shape (hands, 5).
    """
    hand = _sorted(hands)
    suited = _alike(hands & 3)[0] == 4
    straight, in_row = _straight_draws(hands >> 2, hand)
    flush = suited.any(axis=1) & (hand.held <= _PAIR)
    four = np.where(flush[:, None], suited, in_row)
    order_of_four = np.argsort(-(hand.worth + 1000 * four), axis=1, kind="stable")
    return Dealt(_class(hand, flush, straight), hand.order, order_of_four)


def buckets_of(hands: Ints | Cards) -> Ints:
    """The buckets of final hands; ``hands`` is of shape (hands, 5)."""
    hand = _sorted(hands)
    kicker = np.maximum(hand.second - (_RANKS - _KICKERS), 0)
    within = np.select(
        [(hand.held == _HIGH) | (hand.held == _TWO_PAIR), hand.held == _PAIR, (hand.held == _STRAIGHT) | (hand.held == _STRAIGHT_FLUSH)],
        [_pair_of_ranks(hand.first, hand.second), _KICKERS * hand.first + kicker, hand.step],
        hand.first,
    )
    return np.asarray(_FINAL[hand.held] + within)


def held_by_bucket() -> Ints:
    """For each bucket, what its hands hold: an index of ``CLASS_NAMES``."""
    return np.repeat(np.arange(len(CLASS_NAMES)), np.diff(_FINAL))


def held_by_class() -> Ints:
    """For each class, what its hands hold: an index of ``CLASS_NAMES``."""
    kinds = [_HIGH, _HIGH, _HIGH, _HIGH, _PAIR, _PAIR, *range(_TWO_PAIR, _STRAIGHT_FLUSH + 1)]
    return np.repeat(kinds, np.diff(_DEALT))


def _sorted(hands: Ints | Cards) -> _Sorted:
    ranks = hands >> 2
    strength = strengths(hands).astype(np.int64)
    held = _CLASSES[strength]
    step = strength - _LOWEST[held]
    repeats, again = _alike(ranks)
    worth = _FAR * repeats + ranks
    order = np.argsort(-worth, axis=1, kind="stable")
    sorted_ranks = np.take_along_axis(ranks, order, axis=1)
    second_place = np.where(held == _HIGH, 1, np.where(held == _PAIR, 2, np.where(held == _TWO_PAIR, 2, 3)))
    second = np.take_along_axis(sorted_ranks, second_place[:, None], axis=1)[:, 0]
    first, second = (found.astype(np.int64) for found in (sorted_ranks[:, 0], second))
    return _Sorted(held, step, worth, again, order, first, second)


def _class(hand: _Sorted, flush: Flags, straight: Ints) -> Ints:
    kicker = np.maximum(hand.second - (_RANKS - 4), 0)
    plain_high = (hand.held == _HIGH) & ~flush
    paired = hand.held == _PAIR
    made = _DEALT[np.maximum(hand.held + 4, 6)] + np.where((hand.held == _STRAIGHT) | (hand.held == _STRAIGHT_FLUSH), hand.step, hand.first)
    return np.select(
        [
            plain_high & (straight == _NONE),
            plain_high & (straight == _GUTSHOT),
            plain_high,
            hand.held == _HIGH,
            paired & ~flush & (straight != _OPEN),
            paired,
            hand.held == _TWO_PAIR,
        ],
        [
            _pair_of_ranks(hand.first, hand.second),
            _DEALT[1] + hand.first,
            _DEALT[2] + hand.first,
            _DEALT[3] + 3 * hand.first + straight,
            _DEALT[4] + 4 * hand.first + kicker,
            _DEALT[5] + 2 * hand.first + flush,
            _DEALT[6] + _pair_of_ranks(hand.first, hand.second),
        ],
        made,
    )


def _pair_of_ranks(high: Ints, low: Ints) -> Ints:
    """A number for two ranks of which ``high`` is the higher, in their order."""
    return high * (high - 1) // 2 + low


def _straight_draws(ranks: Ints | Cards, hand: _Sorted) -> tuple[Ints, Flags]:
    """Which kind of straight a hand is one card short of, and by card whether it belongs to those four; a pair's second card never does."""
    bits = _RANK_BITS[ranks[:, 0]]
    for column in ranks.T[1:]:
        bits = bits | _RANK_BITS[column]
    kind = np.where(hand.held == _HIGH, _STRAIGHT_KIND[bits], np.where(hand.held == _PAIR, _STRAIGHT_KIND[bits] & _OPEN, _NONE))
    inside = (_STRAIGHT_FOUR[bits][:, None] >> ranks & 1).astype(np.bool_) & (kind != _NONE)[:, None]
    return kind, inside & ~hand.again


def _alike(values: Ints | Cards) -> tuple[Ints, Flags]:
    """By card: how many of the hand's have its value, and whether one before it has. Column by column, which is much the fastest."""
    columns = np.ascontiguousarray(values.T)
    count, again = np.ones(columns.shape, dtype=np.int64), np.zeros(columns.shape, dtype=np.bool_)
    for one, other in combinations(range(len(columns)), 2):
        same = columns[one] == columns[other]
        count[one] += same
        count[other] += same
        again[other] |= same
    return count.T, again.T


def _straight_tables() -> tuple[Ints, Ints]:
    """By the set of ranks held, a bit a rank: the best draw to a straight that four of them make, and those four."""
    kinds, fours = np.zeros(1 << _RANKS, dtype=np.int64), np.zeros(1 << _RANKS, dtype=np.int64)
    straights = [0b1000000001111] + [0b11111 << low for low in range(_RANKS - 4)]
    for bits in range(1 << _RANKS):
        if not 4 <= bits.bit_count() <= 5:
            continue
        found = [straight & bits for straight in straights if (straight & bits).bit_count() == 4]
        twice = [four for four in found if found.count(four) == 2]
        if found:
            kinds[bits], fours[bits] = (_OPEN, twice[-1]) if twice else (_GUTSHOT, found[-1])
    return kinds, fours


_RANK_BITS = 1 << np.arange(_RANKS)
_STRAIGHT_KIND, _STRAIGHT_FOUR = _straight_tables()

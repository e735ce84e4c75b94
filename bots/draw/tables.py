"""How hands fare after the draw, when everyone draws by the book: numbers made once a process, when first asked for.

A sample of deals, the same in every process, is drawn out by the book. From it come ``beats`` (the share of final
hands that a strength beats), the win chances of the groups before the draw, and the pools from which ranges are sampled.
A pool holds hands of players who drew a given count: most by the book, one in ten a hand that the book would have
played otherwise, since no opponent is sure to know the book.

A *level* says what opponents are taken to hold: at level 0 anything, at each further one only the best
``TOP_SHARES[level]`` of final hands.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from arena.rules import RANKS, STRENGTH_COUNT, class_of, strengths
from bots.draw.hands import FOUR_FLUSH_GROUP, FOUR_STRAIGHT_GROUP, GROUP_COUNT, PAIR, STRAIGHT, TRIPS, TWO_PAIR

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BUCKET_COUNT = 64
"""Hands are told apart by the 64th of all hands they belong to, before the draw and after it."""
TOP_SHARES = (1.0, 0.55, 0.35, 0.22, 0.15)
MAX_OPPONENTS = 5
POOL_SIZE = 4096
UNDRAWN = -1
"""The pool of players who have not drawn yet."""

_SAMPLE_SIZE, _SAMPLE_SEED, _DECK = 120_000, 5, 52
_ODD_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Pool:
    """Hands of players who drew one count, in random order; arrays of one row a hand."""

    cards: Ints
    """Every card the player has held, a bit a card."""
    before: Ints
    """Bucket before the draw, 0 to ``BUCKET_COUNT`` − 1, higher is better."""
    after: Ints
    """Bucket of the final hand."""
    strength: Ints
    """Strength of the final hand."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the sample says."""

    beats: Floats
    """By strength: the share of final hands it beats, ties counted half."""
    beats_list: list[float]
    """The same, for look-ups one at a time."""
    chances: list[list[list[float]]]
    """By level, opponents − 1 and group: the chance to have the best final hand."""
    pools: dict[int, Pool]
    """By cards drawn, 0 to 3, and ``UNDRAWN``."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Deals of eight cards a row, sorted out by the book."""

    kept_first: Ints
    """The hole cards, most worth keeping first."""
    spare: Ints
    """The three replacements."""
    count: Ints
    """How many the book draws."""
    group: Ints

    def final_hands(self, count: Ints) -> Ints:
        """The hands after drawing ``count`` cards, least worth keeping thrown away first."""
        hands = self.kept_first.copy()
        for drawn in (1, 2, 3):
            rows = count == drawn
            hands[rows, 5 - drawn :] = self.spare[rows, :drawn]
        return hands


@cache
def tables() -> Tables:
    """The numbers of this process; a fraction of a second the first time."""
    rng = np.random.default_rng(_SAMPLE_SEED)
    sample = by_book(random_deals(rng, _SAMPLE_SIZE))
    finals = strengths(sample.final_hands(sample.count)).astype(np.int64)
    beats = _beats(finals)
    chances = _chances(sample.group, beats[finals])
    return Tables(beats, beats.tolist(), chances.tolist(), _pools(rng, sample, beats, chances[0, 0]))


def by_book(deals: Ints) -> Sample:
    """What the book does with many deals at once; the same as ``hands.book_mask`` one by one.

    Args:
        deals: cards, of shape (rows, 8): five hole cards, three replacements.
    """
    hands = deals[:, :5]
    ranks, suits = hands >> 2, hands & 3
    repeats = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    suited = (suits[:, :, None] == suits[:, None, :]).sum(axis=2) == 4
    worth = 16 * repeats + ranks
    classes = _classes()[strengths(hands)]
    group = classes * len(RANKS) + (worth.max(axis=1) & 15)
    count = np.select([classes >= STRAIGHT, classes == TRIPS, classes == TWO_PAIR], [0, 2, 1], 3)
    in_row = _in_open_row(ranks)
    for four, name in ((in_row, FOUR_STRAIGHT_GROUP), (suited, FOUR_FLUSH_GROUP)):
        rows = (classes < PAIR) & four.any(axis=1)
        worth[rows] = ranks[rows] + 100 * four[rows]
        group[rows], count[rows] = name, 1
    order = np.argsort(-worth, axis=1, kind="stable")
    return Sample(np.take_along_axis(hands, order, axis=1), deals[:, 5:], count, group)


def _in_open_row(ranks: Ints) -> npt.NDArray[np.bool_]:
    """Which cards of hands without a pair belong to four ranks in a row with both ends open."""
    ordered = np.sort(ranks, axis=1)
    low = (ordered[:, 3] - ordered[:, 0] == 3)[:, None] & (ranks <= ordered[:, 3:4])
    high = ((ordered[:, 4] - ordered[:, 1] == 3) & (ordered[:, 4] < len(RANKS) - 1))[:, None] & (ranks >= ordered[:, 1:2])
    return np.asarray(low | high)


@cache
def _classes() -> Ints:
    return np.array([0] + [class_of(value) for value in range(1, STRENGTH_COUNT + 1)])


def random_deals(rng: np.random.Generator, rows: int) -> Ints:
    """The first eight cards of shuffled decks, of shape (rows, 8)."""
    decks = np.tile(np.arange(_DECK, dtype=np.int8), (rows, 1))
    every = np.arange(rows)
    for place in range(8):
        other = rng.integers(place, _DECK, rows)
        decks[every, other], decks[:, place] = decks[:, place].copy(), decks[every, other]
    return decks[:, :8].astype(np.int64)


def _beats(finals: Ints) -> Floats:
    seen = np.bincount(finals, minlength=STRENGTH_COUNT + 1)
    return np.asarray((np.cumsum(seen) - seen / 2) / len(finals))


def _chances(group: Ints, beaten: Floats) -> Floats:
    """Mean chance by level, opponents − 1 and group; a group that the sample lacks is as good as sure to win."""
    found = np.ones((len(TOP_SHARES), MAX_OPPONENTS, GROUP_COUNT))
    size = np.bincount(group, minlength=GROUP_COUNT)
    for level, share in enumerate(TOP_SHARES):
        one = np.clip((beaten - (1 - share)) / share, 0, 1)
        for opponents in range(1, MAX_OPPONENTS + 1):
            won = np.bincount(group, one**opponents, GROUP_COUNT)
            np.divide(won, size, out=found[level, opponents - 1], where=size > 0)
    return found


def _pools(rng: np.random.Generator, sample: Sample, beats: Floats, group_chances: Floats) -> dict[int, Pool]:
    before = buckets_before(sample.group, group_chances)
    pools = {UNDRAWN: _pool(sample, np.arange(POOL_SIZE), sample.count, before, beats)}
    for count in range(4):
        by_the_book = rng.choice(np.flatnonzero(sample.count == count), round(POOL_SIZE * (1 - _ODD_SHARE)))
        otherwise = rng.integers(len(before), size=POOL_SIZE - len(by_the_book))
        rows = rng.permutation(np.concatenate((by_the_book, otherwise)))
        pools[count] = _pool(sample, rows, np.full_like(sample.count, count), before, beats)
    return pools


def _pool(sample: Sample, rows: Ints, count: Ints, before: Ints, beats: Floats) -> Pool:
    chosen = Sample(sample.kept_first[rows], sample.spare[rows], sample.count[rows], sample.group[rows])
    drawn = count[rows]
    final = strengths(chosen.final_hands(drawn)).astype(np.int64)
    taken = np.arange(3) < drawn[:, None]
    cards = (1 << chosen.kept_first).sum(axis=1) + np.where(taken, 1 << chosen.spare, 0).sum(axis=1)
    return Pool(cards, before[rows], buckets(beats[final]), final)


def buckets_before(group: Ints, group_chances: Floats) -> Ints:
    """Buckets of a sample's hands before the draw, by their groups and what these win against one opponent."""
    worth = group_chances[group]
    ordered = np.sort(worth)
    place = (ordered.searchsorted(worth) + ordered.searchsorted(worth, "right")) / 2
    return buckets(place / len(worth))


def buckets(place: Floats) -> Ints:
    """Buckets of places from 0 to 1 among all hands."""
    return np.minimum((place * BUCKET_COUNT).astype(np.int64), BUCKET_COUNT - 1)

"""Hands of players who drew a given count, to sample ranges from, and how likely each is: made once a process.

Most players draw by the book, but not all, and some never. So a pool holds two kinds of rows, hands that the book draws so many cards
to and hands of those who drew so many regardless; and a player has a *habit*, how often it draws regardless of the book. What a
habit makes likely, the count itself included, is told by bucket before the draw and bucket after it.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from arena.rules import MAX_DISCARDS, strengths
from bots.draw.tables import BUCKET_COUNT, UNDRAWN, Floats, Ints, Sample, buckets, buckets_before, by_book, random_deals, tables

Flags = npt.NDArray[np.bool_]

ROW_COUNT = 8192
HABITS = np.array([0.03, 0.25, 1.0])
"""How often a player draws regardless of the book: 0 to 3 cards, all counts as likely, the least worth keeping first."""

_SAMPLE_SIZE, _SAMPLE_SEED = 100_000, 11
_COUNTS = MAX_DISCARDS + 1


@dataclass(frozen=True, slots=True)
class Pools:
    """Hands of players who drew one count, ``ROW_COUNT`` in random order for each count; arrays of one row a hand, pool after pool."""

    held: Ints
    """Every card the player has held, a bit a card."""
    final: Ints
    """The five cards it ends with, likewise."""
    before: Ints
    """Bucket before the draw, 0 to ``BUCKET_COUNT`` − 1, higher is better."""
    after: Ints
    """Bucket of the final hand."""
    strength: Ints
    """Strength of the final hand."""
    regardless: Ints
    """1 for the rows of players who drew regardless of the book."""
    row_weights: Floats
    """How likely a row is, of shape (pool, regardless, habit)."""
    joint: Floats
    """The chance of these buckets and of drawing that count, of shape (pool, habit, bucket before, bucket after)."""


def pool_number(drawn: int) -> int:
    """The pool of those who drew so many, 0 to 3, or have not drawn yet, ``UNDRAWN``."""
    return drawn - UNDRAWN


@cache
def pools() -> Pools:
    """The pools of this process: of those who have not drawn yet, who are taken to follow the book, and by cards drawn."""
    rng = np.random.default_rng(_SAMPLE_SEED)
    sample = by_book(random_deals(rng, _SAMPLE_SIZE))
    places = buckets_before(sample.group, np.array(tables().chances[0][0]))
    found = [_pool(rng, sample, places, drawn) for drawn in (UNDRAWN, *range(_COUNTS))]
    rows, chances = zip(*found, strict=True)
    weights, joint = zip(*chances, strict=True)
    held, final, before, after, strength, regardless = [np.concatenate(part) for part in zip(*rows, strict=True)]
    return Pools(held, final, before, after, strength, regardless, np.stack(weights), np.stack(joint))


def _pool(rng: np.random.Generator, sample: Sample, before: Ints, drawn: int) -> tuple[tuple[Ints, ...], tuple[Floats, Floats]]:
    """The rows of one pool, and the chances that go with them."""
    every = np.ones(len(before), dtype=np.bool_)
    count = sample.count if drawn == UNDRAWN else np.full_like(sample.count, drawn)
    bookish = every if drawn == UNDRAWN else sample.count == drawn
    habits = np.zeros_like(HABITS) if drawn == UNDRAWN else HABITS
    finals = sample.final_hands(count)
    strength = strengths(finals).astype(np.int64)
    after = buckets(tables().beats[strength])
    by_the_book, regardless = (1 - habits) * bookish.mean(), habits / _COUNTS
    joint = np.multiply.outer(by_the_book, _histogram(before, after, bookish))
    joint += np.multiply.outer(regardless, _histogram(before, after, every))
    rows, others = _rows(rng, bookish)
    weights = np.stack((by_the_book / (ROW_COUNT - others.sum()), regardless / max(1, others.sum())))
    held = (1 << sample.kept_first).sum(axis=1) + np.where(np.arange(MAX_DISCARDS) < count[:, None], 1 << sample.spare, 0).sum(axis=1)
    final = (1 << finals).sum(axis=1)
    return (held[rows], final[rows], before[rows], after[rows], strength[rows], others), (weights, joint)


def _rows(rng: np.random.Generator, bookish: Flags) -> tuple[Ints, Ints]:
    """Rows of the sample for a pool, and 1 for those that are not chosen by the book: a quarter, none where every hand is by the book."""
    count = ROW_COUNT if bookish.all() else 3 * ROW_COUNT // 4
    rows = np.concatenate((rng.choice(np.flatnonzero(bookish), count), rng.integers(len(bookish), size=ROW_COUNT - count)))
    order = rng.permutation(ROW_COUNT)
    return rows[order], (order >= count).astype(np.int64)


def _histogram(before: Ints, after: Ints, chosen: Flags) -> Floats:
    """The share of the chosen hands in every pair of buckets."""
    seen = np.bincount((before * BUCKET_COUNT + after)[chosen], minlength=BUCKET_COUNT**2)
    return np.asarray(seen.reshape(BUCKET_COUNT, BUCKET_COUNT) / chosen.sum())

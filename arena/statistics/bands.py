"""Ranks, bands and what is still to be decided, from who is surely better than whom.

All of it reads one matrix: ``better[i, j]`` says that item i is surely better than item j. Whoever makes it sees to it that all of its
statements hold together: each of the K(K − 1)/2 comparisons of K items at level α/(K(K − 1)/2), on the differences of two items. Two
intervals of single items that overlap say little about the two, so bands are never made of those.

- best rank = 1 + number surely better; worst rank = K − number surely worse.
- Items with the same best rank share a band and are shown so, whatever the order of their scores.
- Who is better than someone better is better.
- The next pass of a tournament is played by the items of some adjacent undecided pair; when there is none, the order is decided.

Items may stay unranked (a frozen reference, an owner's second entry): they have no rank and do not count for the ranks of others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """The places an item may have, counted from 1, both included."""

    best: int
    worst: int


def comparison_level(alpha: float, count: int) -> float:
    """The level of each comparison, so that all comparisons of ``count`` items hold together at ``alpha``."""
    return alpha / max(1, count * (count - 1) // 2)


def with_what_follows(better: ArrayLike) -> NDArray[np.bool_]:
    """Who is better than someone better is better; as it is where the comparisons go round in a circle, which only error can make."""
    given = np.asarray(better, dtype=np.bool_)
    closed = given.copy()
    for middle in range(len(closed)):
        closed |= np.outer(closed[:, middle], closed[middle])
    return given if closed.diagonal().any() else closed


def ranks(better: ArrayLike, ranked: ArrayLike | None = None) -> tuple[Rank | None, ...]:
    """By item: its rank; None where ``ranked``, one truth for each item, says no. Without it all are ranked."""
    matrix = np.asarray(better, dtype=np.bool_)
    mask = np.ones(len(matrix), dtype=np.bool_) if ranked is None else np.asarray(ranked, dtype=np.bool_)
    assert matrix.shape == (mask.size, mask.size), "a square matrix, and a truth for each item"
    surely_better, surely_worse = matrix[mask].sum(axis=0).tolist(), matrix[:, mask].sum(axis=1).tolist()
    count = int(mask.sum())
    return tuple(Rank(1 + surely_better[item], count - surely_worse[item]) if mask[item] else None for item in range(mask.size))


def bands(better: ArrayLike, ranked: ArrayLike | None = None) -> tuple[tuple[int, ...], ...]:
    """The bands, best first, each with its items in the order of their numbers."""
    places = [(rank.best, item) for item, rank in enumerate(ranks(better, ranked)) if rank is not None]
    return tuple(tuple(item for best, item in places if best == wanted) for wanted in sorted({best for best, _ in places}))


def undecided(order: Sequence[int], better: ArrayLike) -> frozenset[int]:
    """The items of some two neighbours in ``order`` (of items, best score first) of which neither is surely better."""
    matrix = np.asarray(better, dtype=np.bool_)
    return frozenset(chain.from_iterable((a, b) for a, b in pairwise(order) if not (matrix[a, b] or matrix[b, a])))

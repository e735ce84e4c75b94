"""Ratings from margins, where not everybody meets everybody (Swiss, ladder): least squares, after Massey (1997).

Where all meet all, the score of an item is its mean margin over the others; where they do not, that mean depends on whom it met.
Ratings r take the opponents into account: r_i − r_j is as near as can be to the margin of i over j, in the sum of squares over the
pairs that met.

- **Every pair that met counts the same**, however long it played, as in the score of a round robin. A law ties the two together: in
  a complete round robin of K items, r · K/(K − 1) is exactly the unweighted mean margin over the others. Weights by count would be
  more precise, but would change the question with the schedule: where beating is not transitive, as in poker, the answer would shift
  with who happened to play most. (It still shifts with who met at all.)
- Items that no chain of meetings joins are in different **groups**. Each group is centred by itself: its ratings sum to 0. Nothing
  can be said across groups, and a difference is None there.
- A rating and a difference are linear in the margins, Σ w_p m_p, with the standard error sqrt(Σ w_p² s_p²/n_p). For that the results
  of different pairs must be independent: each pair has deals of its own.

**The interval** is the one that may be watched, of a series of t numbers that has this standard error, where t is the smallest count
among the pairs that matter (|w| > NEGLIGIBLE_WEIGHT); it starts when t may, at the largest skewness among them. Where one pair
matters, as between two items, it is that of ``interval``. Where several do, it is a heuristic: counts grow unevenly, a pair that
meets for the first time changes all weights, and the schedule has looked at the results, so that a pair whose margin went too far by
chance may not meet again and keeps it. Measured with eight equal items in a ladder whose pairs stop when they look decided, 5.4 % of the
differences ever missed within 30 passes at a nominal 5 % (2,000 tournaments). So the level is divided by SCHEDULE_FACTOR there, which
widens the interval by 3 to 8 %. ``tests/statistics/soak_ratings.py`` has the figures that are left.

It speaks about the ratings that the true margins of the pairs that met would give.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.statistics.bands import comparison_level
from arena.statistics.intervals import DEFAULT_OPTIMUM, Interval, half_width, start_count

NEGLIGIBLE_WEIGHT = 1e-9
SCHEDULE_FACTOR = 2
"""What a level is divided by where several pairs matter."""


@dataclass(frozen=True, slots=True)
class Margin:
    """What the results of a pair say; a pair has one."""

    first: int
    """An item, from 0."""
    second: int
    """Another."""
    mean: float
    """How much the first is ahead of the second."""
    deviation: float
    """The standard deviation of one result."""
    count: int
    """Results, at least 1."""
    skewness: float = 0.0
    """Of the results."""


class Ratings:
    """The ratings of some items, at one moment."""

    def __init__(self, count: int, margins: Sequence[Margin], t_opt: int = DEFAULT_OPTIMUM) -> None:
        """Of ``count`` items and the pairs of them that have met; ``t_opt`` is the interval's."""
        _check(count, margins)
        self.count = count
        self.margins = tuple(margins)
        self._t_opt = t_opt
        met = np.array([(margin.first, margin.second) for margin in margins], dtype=np.intp).reshape(-1, 2)
        self.groups = _groups(count, met)
        """By item: the smallest item of its group."""
        self._weights = _weights(self.groups, met)
        self._means = np.array([margin.mean for margin in margins], dtype=np.float64)
        self._variances = np.array([margin.deviation**2 / margin.count for margin in margins], dtype=np.float64)
        self._counts = np.array([margin.count for margin in margins], dtype=np.float64)
        self._skews = np.array([abs(margin.skewness) for margin in margins], dtype=np.float64)
        self.values = self._weights @ self._means + 0.0  # no minus zeros
        """By item: its rating; 0 for one that met nobody."""

    def weights(self, item: int, other: int | None = None) -> NDArray[np.float64]:
        """By pair that met: its weight in an item's rating, or in the difference to another item of its group."""
        if other is None:
            return np.asarray(self._weights[item])
        assert self.groups[item] == self.groups[other], "nothing can be said across groups"
        return np.asarray(self._weights[item] - self._weights[other])

    def standard_error(self, item: int, other: int | None = None) -> float:
        """The standard deviation of a rating or a difference. It is no interval that may be watched."""
        return float(np.sqrt(self.weights(item, other) ** 2 @ self._variances))

    def rating(self, item: int, alpha: float) -> Interval:
        """The rating of an item."""
        return self._interval(self._weights[item], alpha)

    def difference(self, item: int, other: int, alpha: float) -> Interval | None:
        """How far ``item`` is ahead of ``other``; None when nothing can be said, as no chain of meetings joins them."""
        return self._interval(self.weights(item, other), alpha) if self.groups[item] == self.groups[other] else None

    def rating_radii(self, alpha: float) -> NDArray[np.float64]:
        """Half the width of every rating's interval, by item; infinite where nothing can be said, or nothing yet."""
        return self._spread(self._weights).radii(alpha, self._t_opt)

    def radii(self, alpha: float) -> NDArray[np.float64]:
        """Half the width of every difference's interval, at [i, j]; infinite where nothing can be said, or nothing yet."""
        same = np.equal.outer(self.groups, self.groups)
        return np.where(same, self._differences.radii(alpha, self._t_opt), np.inf)

    def better(self, alpha: float) -> NDArray[np.bool_]:
        """Whether item i is surely better than item j, at [i, j]; all comparisons hold together at ``alpha``."""
        return np.asarray(np.subtract.outer(self.values, self.values) > self.radii(comparison_level(alpha, self.count)))

    def _interval(self, weights: NDArray[np.float64], alpha: float) -> Interval:
        mean, radius = float(weights @ self._means + 0.0), float(self._spread(weights).radii(alpha, self._t_opt))
        return Interval(mean, mean - radius, mean + radius) if math.isfinite(radius) else Interval(mean)

    @cached_property
    def _differences(self) -> "_Spread":
        rows = [self._spread(row - self._weights) for row in self._weights]
        return _Spread(*(np.array([getattr(row, field.name) for row in rows]) for field in fields(_Spread)))

    def _spread(self, weights: NDArray[np.float64]) -> "_Spread":
        """Of what has these weights, by pair, along the last axis."""
        matter = np.abs(weights) > NEGLIGIBLE_WEIGHT
        return _Spread(
            error=np.sqrt(weights**2 @ self._variances),
            least=np.where(matter, self._counts, np.inf).min(axis=-1, initial=np.inf),
            skew=np.where(matter, self._skews, 0.0).max(axis=-1, initial=0.0),
            pairs=matter.sum(axis=-1),
        )


@dataclass(frozen=True, slots=True)
class _Spread:
    """What the width of one or many intervals is made of; arrays of one shape."""

    error: NDArray[np.float64]
    least: NDArray[np.float64]
    """The smallest count among the pairs that matter; infinite when none does."""
    skew: NDArray[np.float64]
    """The largest among them."""
    pairs: NDArray[np.intp]
    """How many matter."""

    def radii(self, alpha: float, t_opt: int) -> NDArray[np.float64]:
        """Half widths; infinite while it is too early."""
        alone, several = (self._radii_at(level, t_opt) for level in (alpha, alpha / SCHEDULE_FACTOR))
        return np.where(self.pairs > 1, several, alone)

    def _radii_at(self, level: float, t_opt: int) -> NDArray[np.float64]:
        t = np.where(self.pairs > 0, self.least, 1.0)
        return np.where(t >= start_count(self.skew, level), half_width(self.error * np.sqrt(t), t, level, t_opt), np.inf)


def _check(count: int, margins: Sequence[Margin]) -> None:
    assert all([0 <= item < count for margin in margins for item in (margin.first, margin.second)]), "items"
    assert all([margin.first != margin.second and margin.count > 0 for margin in margins]), "two items that have met"
    assert len({frozenset((margin.first, margin.second)) for margin in margins}) == len(margins), "one margin a pair"


def _groups(count: int, met: NDArray[np.intp]) -> tuple[int, ...]:
    """By item: the smallest item that a chain of meetings leads to."""
    groups = list(range(count))
    for first, second in met.tolist():
        kept, gone = sorted((groups[first], groups[second]))
        groups = [kept if group == gone else group for group in groups]
    return tuple(groups)


def _weights(groups: Sequence[int], met: NDArray[np.intp]) -> NDArray[np.float64]:
    """The pseudo-inverse of "first less second": at [item, pair], the weight of a pair's margin in an item's rating.

    AᵀA is singular only by a shift of each group. With P, the mean over each group, added it is not, and the inverse less P is its
    pseudo-inverse.
    """
    count, pairs = len(groups), np.arange(len(met))
    design = np.zeros((len(met), count))
    design[pairs, met[:, 0]], design[pairs, met[:, 1]] = 1, -1
    same = np.equal.outer(groups, groups)
    centring = same / same.sum(axis=1)
    return np.asarray((np.linalg.inv(design.T @ design + centring) - centring) @ design.T)

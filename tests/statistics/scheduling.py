"""Items that meet as a schedule says which looks at their ratings, and whether the intervals of the ratings ever miss."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.statistics import Margin, Ratings, comparison_level
from tests.statistics.watching import Source

ITEMS, BLOCKS, ALPHA = 8, 500, 0.05
PAIRS = tuple(combinations(range(ITEMS), 2))
NUMBERS = {pair: number for number, (a, b) in enumerate(PAIRS) for pair in ((a, b), (b, a))}
"""By two items, in either order: the number of their pair."""

Pairs: TypeAlias = list[int]


class Played:
    """What every pair has played, as sums of powers of its results."""

    def __init__(self, truths: NDArray[np.float64], source: Source, rng: np.random.Generator) -> None:
        self.counts = np.zeros(len(PAIRS), dtype=int)
        self.truths = truths
        self._sums = np.zeros((3, len(PAIRS)))
        self._deviations = rng.uniform(0.5, 2, size=len(PAIRS))
        self._source, self._rng = source, rng

    def play(self, pairs: Pairs) -> None:
        """A match of each pair."""
        noise = (self._source.draw(self._rng, (len(pairs), BLOCKS)) - self._source.mean) * self._deviations[pairs, np.newaxis]
        numbers = noise + self.truths[pairs, np.newaxis]
        self.counts[pairs] += BLOCKS
        self._sums[:, pairs] += [(numbers**power).sum(axis=1) for power in (1, 2, 3)]

    @property
    def met(self) -> Pairs:
        return np.flatnonzero(self.counts).tolist()

    def margins(self) -> list[Margin]:
        counts = np.maximum(self.counts, 1)
        mean, square, cube = self._sums / counts
        variance = np.maximum(square - mean**2, 1e-12)
        skew = (cube - 3 * mean * square + 2 * mean**3) / variance**1.5
        deviation = np.sqrt(variance * counts / np.maximum(counts - 1, 1))
        return [Margin(*PAIRS[pair], float(mean[pair]), float(deviation[pair]), int(counts[pair]), float(skew[pair])) for pair in self.met]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a schedule may look at."""

    number: int
    order: list[int]
    ratings: Ratings
    counts: NDArray[np.int_]


def swiss(moment: Moment) -> Pairs:
    """From the top, each with the nearest of those it has met least often."""
    left, found = list(moment.order), []
    while left:
        item = left.pop(0)
        other = min(left, key=lambda other: moment.counts[NUMBERS[item, other]])
        left.remove(other)
        found.append(NUMBERS[item, other])
    return found


def ladder(moment: Moment) -> Pairs:
    """Neighbours, the first with the second and so on, and in the next pass the second with the third."""
    return [NUMBERS[pair] for pair in pairwise(moment.order)][moment.number % 2 :: 2]


def undecided_ladder(moment: Moment) -> Pairs:
    """After two passes, all neighbours that are not decided, so that a pair stops when it looks decided."""
    if moment.number < 2:
        return ladder(moment)
    better = moment.ratings.better(ALPHA)
    return [NUMBERS[a, b] for a, b in pairwise(moment.order) if not (better[a, b] or better[b, a])]


SCHEDULES: Mapping[str, Callable[[Moment], Pairs]] = {"swiss": swiss, "ladder": ladder, "undecided ladder": undecided_ladder}


def true_margins(kind: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """By pair: of items that are equal, that are 0.03 deviations apart each, or that beat each other in circles besides."""
    strengths = np.linspace(0.1, -0.1, ITEMS) * (kind != "equal")
    circles = rng.normal(scale=0.1, size=len(PAIRS)) * (kind == "circular")
    return np.array([strengths[a] - strengths[b] for a, b in PAIRS]) + circles


class Misses:
    """Which intervals of a tournament ever missed what the true margins of the pairs that met would give."""

    def __init__(self) -> None:
        self.ratings = np.zeros(ITEMS, dtype=bool)
        self.differences = np.zeros((ITEMS, ITEMS), dtype=bool)
        self.comparisons = False
        """Whether any difference did, at the level at which all hold together."""

    def look(self, ratings: Ratings, truths: NDArray[np.float64]) -> None:
        errors = ratings.values - np.array([ratings.weights(item) for item in range(ITEMS)]) @ truths
        apart = np.abs(np.subtract.outer(errors, errors))
        self.ratings = self.ratings | (np.abs(errors) > ratings.rating_radii(ALPHA))
        self.differences = self.differences | (apart > ratings.radii(ALPHA))
        self.comparisons |= bool((apart > ratings.radii(comparison_level(ALPHA, ITEMS))).any())

    @property
    def shares(self) -> NDArray[np.float64]:
        """Of ratings, of differences, and whether any comparison: how many missed."""
        return np.array([self.ratings.mean(), self.differences[np.triu_indices(ITEMS, 1)].mean(), self.comparisons])


def watch(schedule: str, kind: str, source: Source, rng: np.random.Generator, looks: Sequence[int]) -> list[NDArray[np.float64]]:
    """One tournament, looked at after every pass: :attr:`Misses.shares` after as many passes as ``looks`` says."""
    played, misses, found = Played(true_margins(kind, rng), source, rng), Misses(), []
    order, ratings = rng.permutation(ITEMS).tolist(), Ratings(ITEMS, [])
    for number in range(max(looks)):
        if pairs := SCHEDULES[schedule](Moment(number, order, ratings, played.counts)):
            played.play(pairs)
            ratings = Ratings(ITEMS, played.margins())
            misses.look(ratings, played.truths[played.met])
            order = sorted(range(ITEMS), key=lambda item: -ratings.values[item])
        if number + 1 in looks:
            found.append(misses.shares)
    return found

"""Series that are watched: which of many intervals ever exclude the truth, all looks at once; and what the series are made of."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.statistics import half_width

Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Source:
    """What draws the numbers of a series."""

    mean: float
    draw: Callable[[np.random.Generator, tuple[int, int]], Numbers]


def pool(values: Numbers, chances: Numbers | None = None) -> Source:
    """Numbers drawn from given ones, put back each time, equally often or as ``chances`` say."""
    mean = float(values.mean() if chances is None else values @ chances)
    return Source(mean, lambda rng, shape: rng.choice(values, size=shape, p=chances))


MIRRORED_COUNTS = {
    -10: 2, -8: 6, -6: 6, -4: 48, -3: 3, -2: 138, -1: 26, 0: 5074, 1: 426, 2: 75, 3: 65, 4: 40, 5: 29, 6: 17, 7: 10, 8: 3, 9: 29, 11: 3,
}  # fmt: skip
"""Played: 6,000 mirrored blocks of draw/normal against draw/tight_aggressive, in quarters of a big bet a hand; skewness 2.66."""

MIXTURE_VALUES = np.array([-1.25, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1, 1.5, 2.5])
MIXTURE_CHANCES = np.array([8, 12, 20, 30, 848, 30, 20, 14, 10, 8]) / 1000
"""Made up: blocks of two bots that seldom differ, one of which then wins more; skewness 3.46."""

SOURCES: Mapping[str, Source] = {
    "normal": Source(0.0, lambda rng, shape: rng.normal(size=shape)),
    "exponential": Source(1.0, lambda rng, shape: rng.exponential(size=shape)),
    "mirrored": pool(np.repeat(np.array(list(MIRRORED_COUNTS), dtype=float), list(MIRRORED_COUNTS.values()))),
    "mixture": pool(MIXTURE_VALUES, MIXTURE_CHANCES),
}


def ever_missed(source: Source, rng: np.random.Generator, shape: tuple[int, int], alpha: float) -> NDArray[np.bool_]:
    """By series: whether its interval, looked at after every number, ever excluded the mean; ``shape`` is of series and numbers."""
    means, radii = running_radii(source.draw(rng, shape), alpha)
    return np.asarray((np.abs(means - source.mean) > radii).any(axis=1))


def running_radii(numbers: Numbers, alpha: float) -> tuple[Numbers, Numbers]:
    """Of rows of numbers, after each number: the mean, and half the interval's width, infinite while there is none.

    Written without a look at ``interval``, from sums of powers.
    """
    counts = np.arange(1, numbers.shape[1] + 1)
    first = numbers[:, :1]
    mean, square, cube = (((numbers - first) ** power).cumsum(axis=1) / counts for power in (1, 2, 3))
    variance = np.maximum(square - mean**2, 0)
    third = cube - 3 * mean * square + 2 * mean**3
    rarer = max(1, math.log(alpha) / math.log(0.05))
    started = (counts >= 200) & (counts * variance**3 >= 40 * rarer**2 * third**2)
    deviation = np.sqrt(variance * counts / np.maximum(counts - 1, 1))
    return mean + first, np.where(started, half_width(deviation, counts, alpha), np.inf)


def binomial_limit(count: int, chance: float) -> int:
    """The number of misses among ``count``, each of a ``chance``, that is exceeded once in a thousand times."""
    chances = [_binomial(count, hits, chance) for hits in range(count + 1)]
    return int(np.argmax(np.cumsum(chances) >= 0.999))


def _binomial(count: int, hits: int, chance: float) -> float:
    ways = math.lgamma(count + 1) - math.lgamma(hits + 1) - math.lgamma(count - hits + 1)
    return math.exp(ways + hits * math.log(chance) + (count - hits) * math.log1p(-chance))

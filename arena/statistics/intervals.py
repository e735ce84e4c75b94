"""The mean of a growing series, with an interval that may be looked at after every number and still holds.

An ordinary 95 % interval that is looked at again and again excludes the truth sooner or later (about every second time
within 20,000 numbers). This one is a confidence sequence: the chance that it *ever* excludes the truth is about
``alpha``, so a tournament may stop as soon as it is decided. It pays with about 1.6 times the width. With mean m_t and
deviation s_t of the first t numbers:

    m_t ± s_t · sqrt( 2(tρ² + 1)/(t²ρ²) · ln( sqrt(tρ² + 1)/α ) ),   ρ² = (−2 ln α + ln(1 − 2 ln α))/t_opt

(Robbins' normal mixture, in the asymptotic form of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, 2021). It is
narrowest near t = ``t_opt``, which must be fixed before the first number. It leans on the normal limit, and skewed series reach that
late, the later the farther out the tail that α asks for; so it starts at t >= max(200, 40 · skewness² · max(1, ln α/ln 0.05)²), and before
that there is no interval: it is too early. How often it misses: ``tests/statistics/soak_coverage.py``. No start sees what has not happened
yet: where one block in a hundred decides everything, 200 may pass without one.

If the conditional mean drifts (bots that learn), the interval speaks about the average of it.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

START_COUNT, START_PER_SKEWNESS_SQUARED = 200, 40
DEFAULT_OPTIMUM = 2000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and where the true one lies, in the unit of the series."""

    mean: float
    """0 for an empty series."""
    low: float | None = None
    """None while it is too early to say."""
    high: float | None = None
    """Likewise."""

    @property
    def width(self) -> float | None:
        """From ``low`` to ``high``; None while it is too early."""
        return None if self.low is None or self.high is None else self.high - self.low

    @property
    def sign(self) -> int:
        """1 when the true mean is surely above zero, −1 when surely below, 0 when it may be either."""
        return (self.low is not None and self.low > 0) - (self.high is not None and self.high < 0)


def interval(series: ArrayLike, alpha: float, t_opt: int = DEFAULT_OPTIMUM) -> Interval:
    """The interval that may be watched, over a whole series of finite numbers.

    Args:
        series: one number for each block, in the order of time.
        alpha: the chance that the truth is ever excluded, strictly between 0 and 1.
        t_opt: the count at which the interval shall be narrowest, fixed beforehand.
    """
    numbers = np.asarray(series, dtype=np.float64)
    count = numbers.size
    if not count:
        return Interval(0.0)
    mean = float(numbers.mean())
    if count < START_COUNT or count < start_count(skewness(numbers), alpha):
        return Interval(mean)
    radius = float(half_width(_deviation(numbers), count, alpha, t_opt))
    return Interval(mean, mean - radius, mean + radius)


def half_width(deviation: ArrayLike, count: ArrayLike, alpha: float, t_opt: int = DEFAULT_OPTIMUM) -> NDArray[np.float64]:
    """Half the interval's width after ``count`` numbers (at least 1) of a standard deviation; both may be arrays."""
    assert 0 < alpha < 1, "alpha is a chance"
    t = np.asarray(count, dtype=np.float64)
    log_alpha = math.log(alpha)
    rho_squared = (-2 * log_alpha + math.log(1 - 2 * log_alpha)) / t_opt
    grown = t * rho_squared + 1
    factor = np.sqrt(2 * grown / (t * t * rho_squared) * (0.5 * np.log(grown) - log_alpha))
    return np.asarray(np.asarray(deviation, dtype=np.float64) * factor)


def start_count(skew: ArrayLike, alpha: float) -> NDArray[np.float64]:
    """The count from which on there is an interval at level ``alpha``, for numbers with this sample skewness; arrays too."""
    rarer = max(1.0, math.log(alpha) / math.log(0.05))
    return np.maximum(START_COUNT, np.ceil(START_PER_SKEWNESS_SQUARED * (np.asarray(skew, dtype=np.float64) * rarer) ** 2))


def standard_error(series: ArrayLike) -> float | None:
    """The standard deviation of the mean; None for fewer than two numbers. It is no interval that may be watched."""
    numbers = np.asarray(series, dtype=np.float64)
    return _deviation(numbers) / math.sqrt(numbers.size) if numbers.size > 1 else None


def skewness(series: ArrayLike) -> float:
    """The sample skewness, third central moment over deviation cubed; 0 when all numbers are equal."""
    numbers = np.asarray(series, dtype=np.float64)
    if _constant(numbers):
        return 0.0
    centred = numbers - numbers.mean()
    centred /= np.abs(centred).max()  # the cube of a tiny deviation would underflow
    return float(np.mean(centred**3) / np.mean(centred**2) ** 1.5)


def _deviation(numbers: NDArray[np.float64]) -> float:
    """Of a sample (n − 1); exactly 0 when all numbers are equal, where rounding of the mean would leave a trace."""
    return 0.0 if _constant(numbers) else float(numbers.std(ddof=1))


def _constant(numbers: NDArray[np.float64]) -> bool:
    return numbers.size < 2 or bool(numbers.min() == numbers.max())

"""The certificate "A beats B": evidence that needs no normal limit and no burn-in, only a bound on what can be lost.

Somebody plays on A's results with a fortune of 1, and has λ times the fortune at risk on each: after results x_1 … x_t, each at least
−bound, it is Π(1 + λx_s). While A's mean, given the past, is not above 0, no λ makes the fortune grow on average, so the chance that it
*ever* reaches 1/α is at most α (Ville, 1939). Which λ is best depends on how much better A is; so the fortune is split evenly over
LAMBDA_COUNT of them, log-spaced:

    E_t = mean over j of Π(1 + λ_j x_s),   λ_j from min(0.004, 0.09/bound) to 0.9/bound

At the largest λ the worst loss leaves a tenth. A is declared the better when E_t >= 1/α, and stays so, for the chance is about the first
time this happens. The products do not depend on the order, so a histogram of results is all that must be stored. Sums of logarithms
stand for products: a million results overflow nothing.

Sixteen λ: in 200 runs at each of seven bounds and edges, with normal results, four λ took up to 13 % more results until declared,
and 64 at most 1.3 % fewer.

The results are of plain mirrored chips in any unit, for which the rules give the bound. Results less a luck correction have no bound
that is worth having.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

LAMBDA_COUNT = 16
SMALLEST_LAMBDA, SMALLEST_SHARE, LARGEST_SHARE = 0.004, 0.09, 0.9


@dataclass(frozen=True, slots=True)
class Certificate:
    """The evidence so far that a player's mean is above 0."""

    bound: float
    """The most that the player can lose in one result; above 0."""
    logs: tuple[float, ...] = field(default=(0.0,) * LAMBDA_COUNT)
    """By λ: the logarithm of the fortune."""
    peak: float = 0.0
    """The largest :attr:`log_e` after any histogram so far."""

    @property
    def log_e(self) -> float:
        """The natural logarithm of E now."""
        return _log_mean(np.array(self.logs))

    def after(self, histogram: Mapping[float, int]) -> "Certificate":
        """With more results: how often each value was seen."""
        logs = np.array(self.logs) + _growth(histogram, self.bound)
        return Certificate(self.bound, tuple(logs.tolist()), max(self.peak, _log_mean(logs)))

    def declared(self, alpha: float) -> bool:
        """Whether E has reached 1/α after any of the histograms; wrongly with a chance of at most ``alpha``."""
        assert 0 < alpha < 1, "alpha is a chance"
        return self.peak >= -math.log(alpha)


def lambdas(bound: float) -> NDArray[np.float64]:
    """What the fortune is split over, in one over the unit of a result, the smallest first."""
    assert bound > 0, "who cannot lose needs no certificate"
    return np.geomspace(min(SMALLEST_LAMBDA, SMALLEST_SHARE / bound), LARGEST_SHARE / bound, LAMBDA_COUNT)


def log_e_value(histogram: Mapping[float, int], bound: float) -> float:
    """The natural logarithm of E after the results of a histogram."""
    return _log_mean(_growth(histogram, bound))


def e_value(results: Iterable[float], bound: float) -> float:
    """E after a series of results; infinite beyond the largest float."""
    log_e = log_e_value(Counter(results), bound)
    return math.exp(log_e) if log_e < math.log(np.finfo(np.float64).max) else math.inf


def _growth(histogram: Mapping[float, int], bound: float) -> NDArray[np.float64]:
    """By λ: what the results add to the logarithm of the fortune. Sorted, so that equal histograms give equal numbers."""
    values = np.array(sorted(histogram), dtype=np.float64)
    counts = np.array([histogram[value] for value in sorted(histogram)], dtype=np.float64)
    assert not values.size or values[0] >= -bound * (1 + 1e-9), "a loss beyond the bound"  # fractions of chips are rounded
    assert (counts >= 0).all(), "counts"
    return np.asarray(np.log1p(np.outer(lambdas(bound), values)) @ counts)


def _log_mean(logs: NDArray[np.float64]) -> float:
    largest = logs.max()
    return float(largest + np.log(np.exp(logs - largest).mean()))

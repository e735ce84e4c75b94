"""A second opinion: the package ville, which has the same boundary and bets on bounded results too."""

import math
from collections import Counter

import numpy as np
import pytest
import ville

from arena.statistics import half_width, interval, lambdas, log_e_value


def rho_squared(alpha: float, t_opt: int) -> float:
    return (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / t_opt


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.05 / 28, 1e-6])
@pytest.mark.parametrize("t_opt", [500, 2000])
def test_half_widths_agree_where_rho_is_the_same(alpha, t_opt):
    """Its ρ is one over our ρ²."""
    counts = np.unique(np.geomspace(1, 1e6, 200).astype(int))
    theirs = ville.normal_mixture(counts, alpha, 1 / rho_squared(alpha, t_opt)) / counts
    assert half_width(1.0, counts, alpha, t_opt) == pytest.approx(theirs, rel=1e-12)


def test_intervals_agree_within_a_fifth_of_a_percent():
    """It searches the best ρ for t_opt, where our formula is 3 % off; this shows far before t_opt, most at 200 numbers: 0.8 %."""
    numbers = np.random.default_rng(2).exponential(size=20_000)
    theirs = ville.AsymptoticCS(alpha=0.05, t_opt=2000, min_samples=200).fit(numbers)
    for count in (1000, 2000, 5000, 20_000):
        ours = interval(numbers[:count], 0.05)
        assert ours.width == pytest.approx(theirs.upper_[count - 1] - theirs.lower_[count - 1], rel=0.002)
        assert ours.mean == pytest.approx(theirs.estimate_[count - 1])
    assert interval(numbers[:200], 0.05).width == pytest.approx(theirs.upper_[199] - theirs.lower_[199], rel=0.01)


def test_evidence_agrees_with_its_bets():
    """It cuts its bets at c: where its own would be larger, as here for a tiny α, it bets a constant c of the bound each time.

    So one of its processes for each of our λ, and the mean of them.
    """
    bound = 6.5
    results = np.random.default_rng(3).choice([-6.5, -2.0, -0.5, 0.0, 0.5, 2.0, 6.5], size=250)
    logs = [
        ville.BettingTest(0.0, bounds=(-bound, bound), alternative="greater", alpha=1e-300, c=rate * bound).fit(results).log_e_values_
        for rate in lambdas(bound)
    ]
    for count in (1, 10, 250):
        expected = ville.evalues.combine(np.exp([log[count - 1] for log in logs]))
        assert math.exp(log_e_value(Counter(results[:count].tolist()), bound)) == pytest.approx(expected, rel=1e-9)

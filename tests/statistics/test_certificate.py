"""The certificate: by hand, by enumeration of every series, and in how many series without an edge it is ever declared."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics import Certificate, e_value, lambdas, log_e_value
from tests.statistics.watching import binomial_limit

RESULTS = st.lists(st.integers(-6, 6).map(lambda quarters: quarters / 4), max_size=60)


@pytest.mark.parametrize(("bound", "smallest", "largest"), [(1, 0.004, 0.9), (13, 0.004, 0.9 / 13), (22.5, 0.004, 0.04), (90, 0.001, 0.01)])
def test_lambdas_by_hand(bound, smallest, largest):
    """From min(0.004, 0.09/bound) to 0.9/bound, each the same multiple of the one before."""
    found = lambdas(bound)
    assert (found[0], found[-1]) == (pytest.approx(smallest), pytest.approx(largest))
    assert found[1:] / found[:-1] == pytest.approx(np.full(15, (largest / smallest) ** (1 / 15)))


def test_e_by_hand():
    """One result x gives 1 + x · mean λ; two give the mean of (1 + λx)(1 + λy); no result gives 1."""
    rates = lambdas(2)
    assert e_value([], 2) == 1
    assert e_value([1.5], 2) == pytest.approx(1 + 1.5 * rates.mean())
    assert e_value([1.5, -2], 2) == pytest.approx(((1 + 1.5 * rates) * (1 - 2 * rates)).mean())


def expected_e(values: dict[float, float], length: int) -> float:
    """Over every series of a length, by how likely it is; ``values`` gives each value its chance."""
    series = product(values, repeat=length)
    return math.fsum(math.prod(values[value] for value in one) * e_value(one, 2.0) for one in series)


@pytest.mark.parametrize("values", [{-1.0: 0.5, 1.0: 0.5}, {-1.0: 2 / 3, 2.0: 1 / 3}, {-2.0: 0.2, -0.5: 0.4, 0.0: 0.1, 2.0: 0.3}])
def test_it_is_expected_to_stay_at_1_without_an_edge(values):
    """A martingale: each factor has mean 1."""
    for length in range(1, 6):
        assert expected_e(values, length) == pytest.approx(1, rel=1e-12)


def test_it_is_expected_to_fall_below_1_when_the_mean_is_below_0_and_to_rise_above_it_with_an_edge():
    losing = [expected_e({-1.0: 0.55, 1.0: 0.45}, length) for length in range(6)]
    assert losing == sorted(losing, reverse=True)
    assert losing[0] == 1 > losing[1]
    assert expected_e({-1.0: 0.45, 1.0: 0.55}, 5) > 1


def test_it_needs_only_that_each_mean_is_at_most_0_given_the_past():
    """The opponent learns: after a loss of A the stakes are doubled, after two small wins A loses half. By enumeration of three results."""
    expected = 0.0
    for signs in product((-1, 1), repeat=3):
        results: list[float] = []
        for sign in signs:
            stake = 2.0 if results and results[-1] < 0 else 1.0
            results.append(-0.5 if results[-2:] == [1.0, 1.0] else sign * stake)
        expected += e_value(results, 2.0) / 8
    assert expected < 1


@settings(max_examples=50)
@given(RESULTS, st.randoms())
def test_neither_the_order_nor_the_passes_matter(results, random):
    shuffled = random.sample(results, len(results))
    assert e_value(shuffled, 1.5) == e_value(results, 1.5)
    cut = random.randint(0, len(results))
    certificate = Certificate(1.5).after(Counter(results[:cut])).after(Counter(results[cut:]))
    assert certificate.log_e == pytest.approx(log_e_value(Counter(results), 1.5), abs=1e-12)


@settings(max_examples=50)
@given(RESULTS)
def test_the_same_results_never_speak_for_both_sides(results):
    """The logarithm of a fortune is concave in λ and 0 at λ = 0, where it rises as the sum of the results; one side's only falls."""
    assert min(e_value(results, 1.5), e_value([-result for result in results], 1.5)) <= 1


def test_zeros_change_nothing():
    assert Certificate(3.0).after({0.0: 1000}) == Certificate(3.0)
    assert e_value([0.0] * 50, 3.0) == 1


def test_a_million_results_do_not_overflow():
    """All won: nearly all is with the largest λ, 10^6 · ln 1.9 − ln 16. All lost: with the smallest, 10^6 · ln(1 − 0.004) − ln 16."""
    assert log_e_value({1.0: 10**6}, 1) == pytest.approx(10**6 * math.log(1.9) - math.log(16))
    assert log_e_value({-1.0: 10**6}, 1) == pytest.approx(10**6 * math.log(0.996) - math.log(16))
    assert Certificate(1).after({1.0: 10**6, -1.0: 10**6}).log_e < 0
    assert e_value([1.0] * 2000, 1) == math.inf
    assert e_value([-1.0] * 10**6, 1) == 0


def test_a_loss_beyond_the_bound_is_refused():
    with pytest.raises(AssertionError, match="beyond the bound"):
        e_value([0.5, -1.01], 1)


def test_it_is_declared_at_1_over_alpha_and_stays_so():
    """Of wins of 1 at bound 1 it takes so many until E is 20; losses that follow take E away, but not what was declared."""
    wins = next(count for count in range(1, 99) if log_e_value({1.0: count}, 1) >= math.log(20))
    before, certificate = (Certificate(1).after({1.0: count}) for count in (wins - 1, wins))
    assert not before.declared(0.05)
    assert certificate.declared(0.05)
    spoiled = certificate.after({-1.0: 100})
    assert spoiled.log_e < 0
    assert spoiled.declared(0.05)
    assert not spoiled.declared(1e-6)


@pytest.mark.slow
def test_it_is_seldom_ever_declared_without_an_edge():
    """400 series of 1,500 results of mean 0, looked at after each: at most α may ever reach 1/α, here 5 %."""
    values = np.array([-2.0, -1.0, 0.0, 3.0])
    drawn = np.random.default_rng(4).choice(4, p=[0.15, 0.3, 0.35, 0.2], size=(400, 1500))
    fortunes = [np.exp(np.log1p(rate * values)[drawn].cumsum(axis=1)) for rate in lambdas(2)]
    declared = (np.mean(fortunes, axis=0) >= 20).any(axis=1)
    assert 0 < declared.sum() <= binomial_limit(400, 0.05)


def test_an_edge_is_found():
    """Normal results with an edge of 0.2 and a deviation of 1.5, cut at the bound: 2,000 of them leave no doubt."""
    results = np.clip(np.random.default_rng(5).normal(0.2, 1.5, size=2000), -6.5, 6.5)
    assert e_value(results.tolist(), 6.5) > 1000
    assert e_value((-results).tolist(), 6.5) < 1

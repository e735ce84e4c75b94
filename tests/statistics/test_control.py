"""The control variate: its coefficient by hand, that no pass sees itself, and that it takes out noise without a bias."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics.control import Control, beta, corrected_series

NUMBERS = st.floats(-1e6, 1e6)


@pytest.mark.parametrize(
    ("ye_sum", "ee_sum", "expected"),
    [(0, 0, 1.5), (10, 0, 2.0), (30, 20, 1.5), (70, 80, 1.0), (-30, 5, 0.0), (-31, 5, 0.0), (-1000, 5, 0.0), (30, 0, 3.0), (1000, 5, 3.0)],
)
def test_beta_by_hand(ye_sum, ee_sum, expected):
    """(30 + Σye)/(20 + Σe²), from 0 to 3."""
    assert beta(ye_sum, ee_sum) == expected


@given(NUMBERS, st.floats(0, 1e9))
def test_beta_never_leaves_its_limits(ye_sum, ee_sum):
    assert 0 <= beta(ye_sum, ee_sum) <= 3


def test_beta_finds_the_slope_when_there_is_much_to_learn_from():
    e = np.random.default_rng(2).normal(size=100_000)
    assert Control().after(0.7 * e + 1, e).beta == pytest.approx(0.7, abs=0.02)


def test_the_first_pass_is_corrected_by_the_prior_and_the_second_by_the_first():
    """By hand: 2 − 1.5 · 1 and 0 + 1.5 · 2; then Σye = 2 + 0, Σe² = 1 + 4, β = 32/25 = 1.28, and 5 − 1.28 · 2."""
    passes = [([2, 0], [1, -2]), ([5], [2])]
    assert corrected_series(passes) == pytest.approx([0.5, 3.0, 2.44])
    control = Control().after(*passes[0])
    assert (control.ye_sum, control.ee_sum, control.beta) == (2.0, 5.0, 1.28)


def test_no_pass_is_corrected_by_itself_or_by_a_later_one():
    first = ([2.0, 0.0], [1.0, -2.0])
    expected = corrected_series([first])
    for later in ([9.0], [9.0]), ([-9.0, 4.0], [9.0, 0.0]):
        assert (corrected_series([first, later])[:2] == expected).all()


@given(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=5), st.lists(st.tuples(NUMBERS, NUMBERS), max_size=5))
def test_the_coefficient_is_that_of_the_sums_over_all_passes(first, second):
    parts = [np.array(part, dtype=float).reshape(-1, 2).T for part in (first, second)]
    control = Control().after(*parts[0]).after(*parts[1])
    y, e = np.concatenate(parts, axis=1)
    assert control.beta == pytest.approx(beta(float((y * e).sum()), float((e * e).sum())), abs=1e-6)


def test_without_passes_there_is_nothing_and_an_empty_pass_changes_nothing():
    assert corrected_series([]).shape == (0,)
    assert corrected_series([([], []), ([1.0], [2.0])]) == pytest.approx([-2.0])
    assert Control(3.0, 4.0).after([], []) == Control(3.0, 4.0)


def test_a_control_of_nothing_but_zeros_leaves_results_alone():
    """As in matches without draws."""
    assert (corrected_series([([1.0, 2.0], [0.0, 0.0])] * 2) == [1, 2, 1, 2]).all()


def test_a_control_for_every_result():
    with pytest.raises(AssertionError):
        Control().after([1.0, 2.0], [1.0])


def test_the_mean_stays_and_the_variance_falls_in_skewed_series():
    """2,000 series of six passes of ten: y = 0.1 + 1.2e + noise, e skewed. A β from the very numbers would shift the mean; this does not.

    The variance that is left is the noise's, but for what the prior is off.
    """
    rng = np.random.default_rng(3)
    e = rng.exponential(size=(2000, 6, 10)) - 1
    y = 0.1 + 1.2 * e + rng.normal(scale=0.5, size=e.shape)
    corrected = np.array([corrected_series(zip(*series, strict=True)) for series in zip(y, e, strict=True)])
    means = corrected.mean(axis=1)
    assert abs(means.mean() - 0.1) < 4 * means.std() / math.sqrt(2000)
    assert corrected.var() < 0.35 < 1.6 < y.var()

"""Tests of arena/statistics/intervals.py."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics import Interval, half_width, interval, skewness, standard_error, start_count

ALTERNATING = np.tile([1.0, -1.0, 3.0, 1.0], 500)
"""2,000 numbers of mean 1, sum of squared deviations 500 · (0 + 4 + 4 + 0), skewness 0."""


def test_the_formula_worked_by_hand():
    """α = 0.05, t = t_opt = 2000: −2 ln α = 5.991465, ln(1 − 2 ln α) = 1.944690, so tρ² = 7.936154 and ρ² = 0.003968077.

    2 · 8.936154/(2000² · 0.003968077) = 0.001126012; ln(sqrt(8.936154)/0.05) = 1.095064 + 2.995732 = 4.090796; the root of the
    product is 0.067869. s² = 4000/1999, s = 1.414567.
    """
    found = interval(ALTERNATING, 0.05)
    assert found.mean == 1.0
    assert found.low == pytest.approx(1 - 1.414567 * 0.067869, abs=1e-6)
    assert found.high == pytest.approx(1 + 1.414567 * 0.067869, abs=1e-6)


def test_it_is_about_1_6_times_as_wide_as_an_interval_looked_at_once():
    """At t_opt: 0.067869 · sqrt(2000) = 3.035 deviations of the mean, against 1.96."""
    assert half_width(1.0, 2000, 0.05) * math.sqrt(2000) / 1.96 == pytest.approx(1.55, abs=0.01)


def test_it_is_narrowest_near_t_opt_in_deviations_of_the_mean():
    counts = np.arange(200, 20_000)
    relative = half_width(1.0, counts, 0.05, 2000) * np.sqrt(counts)
    assert counts[relative.argmin()] == pytest.approx(2000, rel=0.05)


@pytest.mark.parametrize("count", [0, 1, 2, 199])
def test_before_two_hundred_numbers_it_is_too_early(count):
    found = interval(ALTERNATING[:count], 0.05)
    assert found.low is found.high is found.width is None
    assert found.sign == 0
    assert math.isfinite(found.mean)


def test_an_empty_series_has_mean_zero_and_no_interval():
    assert interval([], 0.05) == Interval(0.0, None, None)


def test_from_two_hundred_on_a_symmetric_series_has_an_interval():
    assert interval(ALTERNATING[:200], 0.05).width is not None


def test_a_skewed_series_starts_later():
    """Two values, one in 101 the other: p = 1/101, skewness = (1 − 2p)/sqrt(p(1 − p)) = 9.9, so it starts at 40 · 98.01 = 3920.4."""
    one = np.zeros(101)
    one[0] = 1.0
    assert skewness(np.tile(one, 10)) == pytest.approx(9.9)
    assert interval(np.tile(one, 38), 0.05).low is None  # 3838
    assert interval(np.tile(one, 39), 0.05).low is not None  # 3939


def test_the_smaller_alpha_the_later_a_skewed_series_starts():
    """Skewness 3: 40 · 9 = 360 at 0.05 and above; at 0.05² = 0.0025 the logarithm is twice that of 0.05, so four times as many."""
    assert start_count([3.0, -3.0], 0.05).tolist() == [360, 360]
    assert start_count(3.0, 0.2) == 360
    assert start_count(3.0, 0.0025) == 1440
    assert start_count(0.0, 1e-9) == 200


def test_two_series_that_are_the_same_tie_exactly():
    numbers = np.random.default_rng(4).exponential(size=500)
    found = interval(numbers - numbers, 0.05)
    assert (found, found.sign, found.width) == (Interval(0.0, 0.0, 0.0), 0, 0)


@pytest.mark.parametrize("value", [0.0, 0.1, -1000.0, 1e-300])
def test_equal_numbers_have_no_width(value):
    """Bots that are the same bot tie in every mirrored block, exactly."""
    found = interval(np.full(300, value), 0.05)
    assert found.low == found.high == found.mean == pytest.approx(value, rel=1e-12, abs=0)
    assert found.width == 0
    assert skewness(np.full(300, value)) == 0


def test_the_sign_needs_the_whole_interval_on_one_side():
    assert interval(ALTERNATING, 0.05).sign == 1
    assert interval(-ALTERNATING, 0.05).sign == -1
    assert interval(ALTERNATING - 1, 0.05).sign == 0
    assert interval(np.zeros(500), 0.05).sign == 0


def test_standard_error():
    """1, 2, 3, 4: s² = 5/3, divided by 4."""
    assert standard_error([1, 2, 3, 4]) == pytest.approx(math.sqrt(5 / 12))
    assert standard_error(np.full(9, 0.1)) == 0
    assert standard_error([5]) is None
    assert standard_error([]) is None


@given(st.floats(0.001, 1000), st.floats(-100, 100))
def test_the_unit_does_not_matter(scale, shift):
    plain, moved = interval(ALTERNATING, 0.05), interval(ALTERNATING * scale + shift, 0.05)
    assert moved.low == pytest.approx(plain.low * scale + shift, rel=1e-9, abs=1e-9)
    assert moved.high == pytest.approx(plain.high * scale + shift, rel=1e-9, abs=1e-9)


def test_looked_at_after_every_number_it_seldom_excludes_the_truth():
    """500 series of 2,000 normal numbers of mean 0. Looked at from 200 on, at most 5 % may ever exclude 0; t-tests would in a third."""
    numbers = np.random.default_rng(1).normal(size=(500, 2000))
    counts = np.arange(1, 2001)
    means = numbers.cumsum(axis=1) / counts
    deviations = np.sqrt(np.maximum((numbers**2).cumsum(axis=1) - counts * means**2, 0) / np.maximum(counts - 1, 1))
    watched = slice(199, None)
    missed = np.abs(means) > half_width(deviations, counts, 0.05)
    assert missed[:, watched].any(axis=1).mean() <= 0.05
    peeked = np.abs(means) > 1.96 * deviations / np.sqrt(counts)
    assert peeked[:, watched].any(axis=1).mean() > 0.2
    found = interval(numbers[0, :777], 0.05)
    assert found.width == pytest.approx(2 * half_width(deviations[0, 776], 777, 0.05))

"""Forecasts: against a search one by one, and at their ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics import half_width, numbers_to_decide, numbers_to_width
from arena.statistics.forecast import FARTHEST_COUNT

COUNTS = np.arange(200, 40_000)
HALVES = half_width(1.0, COUNTS, 0.05)
"""Of numbers of deviation 1; the first is that of 200."""


@pytest.mark.parametrize("mean", [0.5, 0.2, -0.1, 0.05, -0.03, 0.02])
@pytest.mark.parametrize("count", [0, 500, 1234])
def test_to_decide_is_the_first_count_whose_interval_excludes_zero(mean, count):
    """Looked for one by one, where the deviation is 1."""
    allowed = count <= COUNTS
    assert numbers_to_decide(mean, 1.0, count, 0.05) == COUNTS[allowed & (abs(mean) > HALVES)][0]


@pytest.mark.parametrize("width", [1.0, 0.3, 0.1, 0.05])
def test_to_a_width_is_the_first_count_whose_interval_is_no_wider(width):
    assert numbers_to_width(1.0, 10, width, 0.05) == COUNTS[width >= 2 * HALVES][0]


@given(
    st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.integers(0, 10_000), st.sampled_from([0.2, 0.05, 0.001]), st.sampled_from([500, 2000])
)
def test_one_number_fewer_is_not_enough(mean, deviation, count, alpha, t_opt):
    found = numbers_to_decide(mean, deviation, count, alpha, t_opt)
    if found is None:
        assert half_width(deviation, FARTHEST_COUNT, alpha, t_opt) >= mean
    else:
        assert half_width(deviation, found, alpha, t_opt) < mean
        assert found == max(count, 200) or half_width(deviation, found - 1, alpha, t_opt) >= mean


def test_what_is_decided_needs_no_more():
    assert numbers_to_decide(1.0, 1.0, 700, 0.05) == 700
    assert numbers_to_width(1.0, 700, 1.0, 0.05) == 700


def test_no_interval_before_two_hundred():
    assert numbers_to_decide(5.0, 1.0, 3, 0.05) == 200
    assert numbers_to_width(0.0, 3, 0.0, 0.05) == 200


def test_no_forecast_without_a_lead_or_too_far_away():
    """A mean of 10^-5 deviations: the half width at 10^9 numbers is still 1.6 · 10^-4."""
    assert numbers_to_decide(0.0, 1.0, 500, 0.05) is None
    assert numbers_to_decide(0.0, 0.0, 500, 0.05) is None
    assert numbers_to_decide(1e-5, 1.0, 500, 0.05) is None
    assert numbers_to_width(1.0, 500, 1e-5, 0.05) is None
    assert numbers_to_width(1.0, 500, 0.0, 0.05) is None


def test_a_lead_without_deviation_is_decided_at_once():
    assert numbers_to_decide(-0.1, 0.0, 300, 0.05) == 300


def test_the_side_does_not_matter():
    assert numbers_to_decide(-0.1, 1.0, 0, 0.05) == numbers_to_decide(0.1, 1.0, 0, 0.05)

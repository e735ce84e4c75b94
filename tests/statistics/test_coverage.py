"""The interval that may be watched, watched: in how many series it ever excludes the truth. The soak has longer ones, and many more."""

import numpy as np
import pytest

from arena.statistics import comparison_level, interval
from tests.statistics.watching import SOURCES, Source, binomial_limit, ever_missed, running_radii


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_all_looks_at_once_see_what_the_interval_says(name, alpha):
    """Computed from running sums of powers, at counts from too early to late."""
    numbers = SOURCES[name].draw(np.random.default_rng(3), (3, 2500))
    means, radii = running_radii(numbers, alpha)
    for row, mean, radius in zip(numbers, means, radii, strict=True):
        for count in (150, 199, 200, 201, 333, 700, 1500, 2500):
            found = interval(row[:count], alpha)
            assert found.mean == pytest.approx(mean[count - 1])
            assert (found.width is None) == np.isinf(radius[count - 1])
            assert found.width is None or found.width == pytest.approx(2 * radius[count - 1])


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_it_ever_misses_in_one_series_of_twenty_at_most(name):
    """400 series of 5,000 numbers, looked at after each; a true 5 % would exceed the limit once in a thousand times."""
    rng = np.random.default_rng(9)
    missed = sum(int(ever_missed(SOURCES[name], rng, (100, 5000), 0.05).sum()) for _ in range(4))
    assert 0 < missed <= binomial_limit(400, 0.05)


@pytest.mark.slow
def test_of_the_comparisons_of_eight_hardly_one_ever_misses():
    """At 0.05/28, 400 skewed series: one is to be expected, five are not."""
    assert ever_missed(SOURCES["mirrored"], np.random.default_rng(9), (400, 4000), comparison_level(0.05, 8)).sum() <= 4


def test_an_interval_at_the_wrong_place_is_noticed():
    """The measuring itself: series whose true mean is 0.2 deviations off what is said nearly all miss."""
    shifted = Source(0.2, SOURCES["normal"].draw)
    assert ever_missed(shifted, np.random.default_rng(9), (50, 2000), 0.05).all()


def test_the_limit_of_misses_by_hand():
    """Of one with a chance of 5 %, one miss is no wonder; of 20, the chance of 5 or more is 0.0026, of 6 or more 0.0003."""
    assert (binomial_limit(1, 0.05), binomial_limit(20, 0.05)) == (1, 5)

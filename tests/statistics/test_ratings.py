"""Ratings: laws and second opinions for the numbers, the interval by hand, and how often it misses."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics import Interval, Margin, Ratings, half_width, interval, skewness
from tests.statistics.scheduling import watch
from tests.statistics.watching import SOURCES, binomial_limit

FEWER = settings(max_examples=40)


@st.composite
def tournaments(draw, complete=False):
    """How many items, and margins of some pairs of them."""
    count = draw(st.integers(2, 7))
    pairs = list(combinations(range(count), 2))
    met = pairs if complete else draw(st.lists(st.sampled_from(pairs), unique=True))
    turned = [pair[::-1] if draw(st.booleans()) else pair for pair in met]
    numbers = [(draw(st.floats(-100, 100)), draw(st.floats(0, 50)), draw(st.integers(1, 5000))) for _ in met]
    return count, [Margin(*pair, *three) for pair, three in zip(turned, numbers, strict=True)]


def chain(*counts: int) -> list[Margin]:
    """0 is 1 ahead of 1, which is 1 ahead of 2 and so on, with a deviation of 2."""
    return [Margin(item, item + 1, 1.0, 2.0, count) for item, count in enumerate(counts)]


@FEWER
@given(tournaments(complete=True))
def test_in_a_complete_round_robin_they_are_the_mean_margin_over_the_others(tournament):
    """r · K/(K − 1), whatever the counts."""
    count, margins = tournament
    sums = np.zeros(count)
    for margin in margins:
        sums[margin.first] += margin.mean
        sums[margin.second] -= margin.mean
    assert Ratings(count, margins).values * count / (count - 1) == pytest.approx(sums / (count - 1), abs=1e-9)


@FEWER
@given(tournaments())
def test_they_are_the_least_squares_solution_of_smallest_norm(tournament):
    """By numpy's singular values; of all solutions the shortest is that in which every group is centred."""
    count, margins = tournament
    design = np.zeros((len(margins), count))
    for row, margin in zip(design, margins, strict=True):
        row[margin.first], row[margin.second] = 1, -1
    means = np.array([margin.mean for margin in margins])
    found = Ratings(count, margins)
    assert found.values == pytest.approx(np.linalg.lstsq(design, means, rcond=None)[0] if margins else np.zeros(count), abs=1e-8)
    weights = np.array([found.weights(item) for item in range(count)])
    assert weights == pytest.approx(np.linalg.pinv(design) if margins else np.zeros((count, 0)), abs=1e-8)


@FEWER
@given(tournaments(), st.lists(st.floats(-50, 50), min_size=7, max_size=7))
def test_margins_that_are_differences_give_these_differences_back(tournament, strengths):
    count, margins = tournament
    exact = [Margin(m.first, m.second, strengths[m.first] - strengths[m.second], m.deviation, m.count) for m in margins]
    found = Ratings(count, exact)
    for one, other in combinations(range(count), 2):
        if found.groups[one] == found.groups[other]:
            assert found.values[one] - found.values[other] == pytest.approx(strengths[one] - strengths[other], abs=1e-9)


@FEWER
@given(tournaments())
def test_every_group_is_centred_by_itself(tournament):
    found = Ratings(*tournament)
    for group in set(found.groups):
        assert sum(value for value, its in zip(found.values, found.groups, strict=True) if its == group) == pytest.approx(0, abs=1e-8)


def test_across_groups_nothing_can_be_said():
    """0–2 and 1–3 have met, 4 has met nobody."""
    found = Ratings(5, [Margin(0, 2, 3.0, 1.0, 1000), Margin(3, 1, 5.0, 1.0, 1000)])
    assert found.groups == (0, 1, 0, 1, 4)
    assert found.values == pytest.approx([1.5, -2.5, -1.5, 2.5, 0])
    assert found.difference(0, 1, 0.05) is None
    assert found.difference(4, 0, 0.05) is None
    assert found.rating(4, 0.05) == Interval(0.0)
    assert found.better(0.05).tolist() == [[(j == 2 and i == 0) or (i, j) == (3, 1) for j in range(5)] for i in range(5)]
    with pytest.raises(AssertionError):
        found.weights(0, 1)


def test_between_two_it_is_the_interval_of_the_series():
    numbers = np.random.default_rng(1).normal(0.2, 1, size=900)
    margin = Margin(0, 1, float(numbers.mean()), float(numbers.std(ddof=1)), 900, skewness(numbers))
    expected, found = interval(numbers, 0.05), Ratings(2, [margin]).difference(0, 1, 0.05)
    assert (found.mean, found.low, found.high) == pytest.approx((expected.mean, expected.low, expected.high))
    turned = Ratings(2, [margin]).difference(1, 0, 0.05)
    assert (turned.low, turned.high) == pytest.approx((-found.high, -found.low))


def test_the_interval_of_a_chain_by_hand():
    """0–1–2 with 400 and 900 results of deviation 2: the difference of the ends is the sum of both, with variance 4/400 + 4/900.

    t = 400, so the deviation that stands for both is the root of that times 400. Two pairs matter, so it is at half the level; 1 against 2
    is one pair.
    """
    found = Ratings(3, chain(400, 900))
    error = math.sqrt(4 / 400 + 4 / 900)
    assert found.standard_error(0, 2) == pytest.approx(error)
    assert found.difference(0, 2, 0.05).mean == pytest.approx(2.0)
    assert found.difference(0, 2, 0.05).width == pytest.approx(2 * half_width(error * 20, 400, 0.025))
    assert found.difference(1, 2, 0.05).width == pytest.approx(2 * half_width(2.0, 900, 0.05))
    assert found.weights(0, 1) == pytest.approx([1, 0])


def test_a_single_rating_has_an_interval_too():
    """In a chain of three, r_0 = (2m_01 + m_12)/3."""
    found = Ratings(3, chain(400, 900))
    assert found.weights(0) == pytest.approx([2 / 3, 1 / 3])
    error = math.sqrt(4 / 9 * 4 / 400 + 1 / 9 * 4 / 900)
    assert found.standard_error(0) == pytest.approx(error)
    assert found.rating(0, 0.05) == Interval(
        pytest.approx(1.0), pytest.approx(1 - half_width(error * 20, 400, 0.025)), pytest.approx(1 + half_width(error * 20, 400, 0.025))
    )


def test_it_is_too_early_while_a_pair_that_matters_has_fewer_than_two_hundred():
    found = Ratings(4, chain(1000, 199, 1000))
    assert found.difference(0, 1, 0.05).low is not None
    assert found.difference(0, 3, 0.05) == Interval(pytest.approx(3.0))
    assert Ratings(4, chain(1000, 200, 1000)).difference(0, 3, 0.05).low is not None


def test_the_most_skewed_pair_that_matters_sets_the_start():
    """Skewness 3 at 0.05: 40 · 9 = 360 results; where two pairs matter it is 0.025, and 360 · (ln 0.025/ln 0.05)² = 545.9."""
    for count, alone, together in ((359, False, False), (360, True, False), (545, True, False), (546, True, True)):
        found = Ratings(3, [Margin(0, 1, 1.0, 2.0, count, -3.0), Margin(1, 2, 1.0, 2.0, 10_000, 0.5)])
        assert (found.difference(0, 1, 0.05).low is not None, found.difference(0, 2, 0.05).low is not None) == (alone, together)


@FEWER
@given(tournaments())
def test_the_matrices_say_what_the_single_questions_say(tournament):
    found = Ratings(*tournament)
    count = found.count
    radii, own = found.radii(0.05), found.rating_radii(0.05)
    for one, other in combinations(range(count), 2):
        difference = found.difference(one, other, 0.05)
        width = None if difference is None else difference.width
        assert radii[one, other] == (math.inf if width is None else pytest.approx(width / 2, abs=1e-9))
    for item in range(count):
        width = found.rating(item, 0.05).width
        assert own[item] == (math.inf if width is None else pytest.approx(width / 2, abs=1e-9))


def test_better_shares_the_level_between_all_pairs():
    """Three items, three pairs: each difference at 0.05/3."""
    margins = chain(1000, 1000)
    found = Ratings(3, margins)
    assert found.better(0.05).tolist() == [
        [found.difference(i, j, 0.05 / 3).sign > 0 if i != j else False for j in range(3)] for i in range(3)
    ]
    assert found.better(0.05)[0, 2]
    edge = float(half_width(2.0, 1000, 0.05 / 3))
    assert not Ratings(3, [Margin(0, 1, edge * 0.99, 2.0, 1000), margins[1]]).better(0.05)[0, 1]
    assert Ratings(3, [Margin(0, 1, edge * 1.01, 2.0, 1000), margins[1]]).better(0.05)[0, 1]


def test_items_that_tie_exactly_tie_exactly():
    found = Ratings(3, [Margin(0, 1, 0.0, 0.0, 500), Margin(1, 2, 0.0, 0.0, 500)])
    assert found.difference(0, 2, 0.05) == Interval(0.0, 0.0, 0.0)
    assert not found.better(0.05).any()


@pytest.mark.parametrize(
    "margins", [[Margin(0, 0, 1, 1, 1)], [Margin(0, 3, 1, 1, 1)], [Margin(0, 1, 1, 1, 0)], [Margin(0, 1, 1, 1, 1), Margin(1, 0, 1, 1, 1)]]
)
def test_margins_that_make_no_sense_are_refused(margins):
    with pytest.raises(AssertionError):
        Ratings(3, margins)


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["swiss", "ladder", "undecided ladder"])
def test_they_seldom_ever_miss_whatever_the_schedule_looks_at(schedule):
    """40 tournaments of 10 passes, of equal items, which is the worst case; the soak has the figures of many more."""
    found = [watch(schedule, "equal", SOURCES["normal"], np.random.default_rng([8, run]), (10,))[0] for run in range(40)]
    ratings, differences, comparisons = np.mean(found, axis=0)
    assert comparisons * 40 <= binomial_limit(40, 0.05)
    assert max(ratings, differences) <= 0.05

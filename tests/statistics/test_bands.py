"""Ranks and bands: worked examples, and laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.statistics import Rank, bands, comparison_level, ranks, undecided, with_what_follows


def better_of(count: int, *pairs: str) -> np.ndarray:
    """A matrix from pairs like "ab": a is surely better than b."""
    better = np.zeros((count, count), dtype=bool)
    for one, other in pairs:
        better["abcdefgh".index(one), "abcdefgh".index(other)] = True
    return better


@st.composite
def orders(draw):
    """What is sure of strengths, when whatever is two or more apart is; closed by itself."""
    strengths = np.array(draw(st.lists(st.integers(0, 6), min_size=1, max_size=7)))
    return np.subtract.outer(strengths, strengths) >= 2


def test_ranks_by_hand():
    """a beats everyone, b and c cannot be told apart, d loses to everyone: 1, 2 to 3 twice, 4."""
    assert ranks(better_of(4, "ab", "ac", "ad", "bd", "cd")) == (Rank(1, 1), Rank(2, 3), Rank(2, 3), Rank(4, 4))


def test_when_nothing_is_sure_everybody_may_have_any_rank():
    assert ranks(better_of(3)) == (Rank(1, 3),) * 3
    assert bands(better_of(3)) == ((0, 1, 2),)


def test_items_with_the_same_best_rank_share_a_band():
    """Only a over c is sure. b may be first or last; so it is in a's band, though c is not, and b over c is not sure."""
    better = better_of(3, "ac")
    assert ranks(better) == (Rank(1, 2), Rank(1, 3), Rank(2, 3))
    assert bands(better) == ((0, 1), (2,))


def test_bands_come_best_first_whatever_the_numbers_of_the_items():
    assert bands(better_of(4, "db", "dc", "da", "bc", "ba")) == ((3,), (1,), (0, 2))


def test_an_item_that_is_not_ranked_has_no_rank_and_counts_for_nobody():
    """b stays out: a is then sure of the first place of two."""
    better = better_of(3, "ba", "bc", "ac")
    assert ranks(better) == (Rank(2, 2), Rank(1, 1), Rank(3, 3))
    assert ranks(better, [True, False, True]) == (Rank(1, 1), None, Rank(2, 2))
    assert bands(better, [True, False, True]) == ((0,), (2,))


def test_nobody_or_one():
    assert (ranks(better_of(0)), bands(better_of(0))) == ((), ())
    assert ranks(better_of(1)) == (Rank(1, 1),)
    assert ranks(better_of(2), [False, False]) == (None, None)


def test_a_truth_for_each_item():
    with pytest.raises(AssertionError):
        ranks(better_of(3), [True, False])


def test_who_is_better_than_someone_better_is_better():
    assert (with_what_follows(better_of(4, "ab", "bc", "cd")) == better_of(4, "ab", "bc", "cd", "ac", "bd", "ad")).all()


def test_from_a_circle_nothing_follows():
    """Only error makes one: a over b over c over a, and a over d."""
    circle = better_of(4, "ab", "bc", "ca", "ad")
    assert (with_what_follows(circle) == circle).all()
    assert ranks(circle) == (Rank(2, 2), Rank(2, 3), Rank(2, 3), Rank(2, 4))


def test_the_next_pass_is_played_by_adjacent_pairs_that_are_not_decided():
    """In the order a b c d: b and c cannot be told apart, the others can. c against a does not matter."""
    assert undecided([0, 1, 2, 3], better_of(4, "ab", "cd")) == {1, 2}
    assert undecided([0, 1, 2, 3], better_of(4, "ab", "bc", "cd")) == frozenset()
    assert undecided([2, 0, 1], better_of(3, "cb")) == {0, 1, 2}


def test_a_pair_is_decided_even_where_the_order_by_score_says_otherwise():
    assert undecided([0, 1], better_of(2, "ba")) == frozenset()


def test_alone_nothing_is_left_to_decide():
    assert undecided([0], better_of(1)) == undecided([], better_of(0)) == frozenset()


def test_the_level_is_shared_by_all_pairs():
    """Eight items make 28 pairs; one or none makes no pair."""
    assert comparison_level(0.05, 8) == 0.05 / 28
    assert comparison_level(0.05, 2) == comparison_level(0.05, 1) == comparison_level(0.05, 0) == 0.05


@given(orders())
def test_best_is_never_after_worst_and_the_better_one_is_never_behind(better):
    found = ranks(better)
    assert all(1 <= rank.best <= rank.worst <= len(better) for rank in found)
    for one, other in np.argwhere(better).tolist():
        assert found[one].best < found[other].best
        assert found[one].worst < found[other].worst


@given(orders())
def test_bands_hold_every_item_once_and_a_band_has_nobody_surely_better_than_another_of_it(better):
    found = bands(better)
    assert sorted(item for band in found for item in band) == list(range(len(better)))
    assert not any(better[one, other] for band in found for one in band for other in band)
    assert (with_what_follows(better) == better).all()

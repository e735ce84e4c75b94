"""Tests of arena/tournaments/board.py where not everybody meets everybody. Over two legs 4 chips are 500 mbb/h."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.statistics import half_width, interval
from arena.tournaments.board import Board, GauntletBoard, RatingBoard
from arena.tournaments.results import BlockResults
from tests.tournaments.making import duel, forfeited, make_spec, outcome


def board_of(kind, spec, blocks, ignored=()):
    """A board of pairings with their blocks."""
    results = BlockResults(spec)
    for pairing, made in blocks.items():
        results.add(outcome(pairing, made))
    return kind(spec, results, frozenset(ignored))


def steady(blocks, count=300):
    """The same net in every block, by pairing."""
    return {pairing: duel([net] * count) for pairing, net in blocks.items()}


SCATTERED = [12, -4] * 400
"""A mean of 4 chips, deviation 8."""


# Gauntlet


def gauntlet(names="hxyz", hero="h", **fields):
    return make_spec(names, format="gauntlet", hero=tuple(hero), **fields)


def test_a_hero_is_compared_with_each_opponent_head_to_head():
    """h wins 4 chips from x, loses 4 to y, and the other way round it would be by scores: y has 500, h has 0, x −500."""
    board = board_of(GauntletBoard, gauntlet("hxy"), steady({(0, 1): 4, (0, 2): -4}))
    assert [place.score for place in board.places] == [0.0, -500.0, 500.0]
    assert board.better.tolist() == [[False, True, False], [False, False, False], [True, True, False]]
    assert board.undecided_pairs == ()


def test_a_hero_whose_score_is_lower_may_still_be_better_than_one_it_beats():
    """h beats x narrowly and loses to y by much: its score −1,750 is below that of x, which has −500."""
    board = board_of(GauntletBoard, gauntlet("hxy"), steady({(0, 1): 4, (0, 2): -32}))
    assert [place.score for place in board.places] == [-1750.0, -500.0, 4000.0]
    assert board.better[0, 1]


def test_what_is_open_in_a_gauntlet():
    """h and g against x and y: h beats x, all others scatter about zero; heroes are neighbours, x and y are not compared."""
    blocks = steady({(0, 2): 4}) | {pairing: duel([40, -40] * 150) for pairing in [(0, 3), (1, 2), (1, 3)]}
    board = board_of(GauntletBoard, gauntlet("hgxy", hero="hg"), blocks)
    assert board.order[0] == 0
    assert board.undecided_pairs == ((0, 3), (1, 3), (1, 2), (0, 1))


def test_nothing_follows_from_what_was_decided_head_to_head():
    """g beats x; by the mean over both heroes x is ahead of y; y still beats g, which no circle makes disappear."""
    blocks = steady({(0, 2): -100, (1, 2): 4, (0, 3): 0, (1, 3): -4})
    board = board_of(GauntletBoard, gauntlet("hgxy", hero="hg"), blocks)
    assert board.better[1, 2]
    assert board.better[2, 3]
    assert not board.better[1, 3]
    assert board.better[3, 1]


def test_two_heroes_are_compared_on_the_deals_they_share():
    """Each scatters by 8 chips, both the same way: the difference of 1 chip is sure at once, where the scores alone say nothing."""
    noise = np.random.default_rng(1).integers(-40, 40, 300)
    blocks = {(0, 2): duel((noise + 1).tolist()), (1, 2): duel(noise.tolist())}
    board = board_of(GauntletBoard, gauntlet("hgx", hero="hg"), blocks)
    assert board.better[0, 1]
    assert board.places[0].interval.low < board.places[1].interval.high


@pytest.mark.parametrize("forfeiter", [0, 1])
def test_a_forfeit_counts_in_a_comparison_head_to_head_whoever_gives_up(forfeiter):
    """Played blocks are even; half of them one side gave up: it is surely worse, whichever number it has."""
    blocks = [*duel([0] * 200), *[forfeited(200 + number, forfeiter) for number in range(200)]]
    board = board_of(GauntletBoard, gauntlet("hx"), {(0, 1): blocks})
    assert board.better[1 - forfeiter, forfeiter]
    assert not board.better[forfeiter, 1 - forfeiter]
    assert (board.difference(0, 1) == -board.difference(1, 0)).all()


# Ratings


def ratings(names="abc", **fields):
    return make_spec(names, format="swiss", passes=9, **fields)


@given(st.integers(2, 6), st.integers(0, 2**32), st.booleans())
@settings(max_examples=40)
def test_where_all_have_met_all_the_scores_are_those_of_a_round_robin(count, number, forfeits):
    """Law: the mean over the opponents of the mean against each, whatever was played and given up."""
    rng = random.Random(number)
    blocks = {}
    for pairing in combinations(range(count), 2):
        blocks[pairing] = list(duel([rng.randint(-20, 20) for _ in range(rng.randint(2, 9))]))
        if forfeits and rng.random() < 0.5:
            blocks[pairing] += [forfeited(len(blocks[pairing]), rng.randint(0, 1), played=rng.randint(0, 1))]
    spec = ratings("abcdef"[:count])
    found, plain = board_of(RatingBoard, spec, blocks), board_of(Board, spec, blocks)
    assert [place.score for place in found.places] == pytest.approx([place.score for place in plain.places])
    assert [place.block_count for place in found.places] == [place.block_count for place in plain.places]
    assert [place.net for place in found.places] == pytest.approx([place.net for place in plain.places])


def test_ratings_take_the_opponents_into_account():
    """a beats b by 500 and b beats c by 500: a is 1,000 above c without having met it. Ratings 500, 0, −500; three entrants: times 3/2."""
    board = board_of(RatingBoard, ratings(), steady({(0, 1): 4, (1, 2): 4}))
    assert [place.score for place in board.places] == pytest.approx([750.0, 0.0, -750.0])
    assert board.comparison(0, 2).mean == pytest.approx(1500)
    assert board.better.tolist() == [[False, True, True], [False, False, True], [False, False, False]]


def test_two_that_met_have_the_interval_of_their_pairing():
    """By hand: two entrants, ratings of half the mean, times 2: the interval of the series itself."""
    series = np.random.default_rng(3).integers(-20, 24, 500)
    board = board_of(RatingBoard, ratings("ab"), {(0, 1): duel(series.tolist())})
    expected = interval(series * 125.0, 0.05)
    assert board.places[0].score == pytest.approx(expected.mean)
    assert (board.places[0].interval.low, board.places[0].interval.high) == pytest.approx((expected.low, expected.high))
    assert board.places[0].standard_error == pytest.approx(series.std(ddof=1) * 125 / 500**0.5)


def test_groups_that_never_met_are_not_compared():
    """a beats b, c beats d by more: nothing can be said of a and c."""
    board = board_of(RatingBoard, ratings("abcd"), steady({(0, 1): 4, (2, 3): 40}))
    assert board.better.tolist() == [[False, True, False, False], [False] * 4, [False, False, False, True], [False] * 4]
    assert board.comparison(0, 2) == interval([], 0.05)
    assert board.evidence(0, 2) is None


def test_all_comparisons_of_ratings_are_the_sure_ones():
    """The matrix, computed at once, against one comparison at a time."""
    rng = np.random.default_rng(8)
    pairs = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (1, 4)]
    blocks = {(a, b): duel(rng.normal(3.0 * (b - a), 8, 400).astype(int).tolist()) for a, b in pairs}
    board = board_of(RatingBoard, ratings("abcde"), blocks)
    sure = board._sure(range(5))
    assert sure.any()
    for a in range(5):
        for b in range(5):
            assert sure[a, b] == (a != b and board.comparison(a, b).sign > 0)


def test_a_forfeit_costs_the_forfeiter_and_is_credited_to_nobody_in_ratings_either():
    """a and b are even where they played; a gave up half: its mean is −500. Ratings say 0 for both, so b stays there."""
    blocks = [*duel([0] * 200), *[forfeited(200 + number, 0) for number in range(200)]]
    board = board_of(RatingBoard, ratings("ab"), {(0, 1): blocks})
    assert [place.score for place in board.places] == [-500.0, 0.0]
    assert not board.better.any(), "of the blocks that both played nothing can be said"


def test_who_gives_up_everything_is_last_and_surely_so():
    """c gave up against a and b, who beat nobody surely: −1,000 is below whatever they have."""
    dead = [forfeited(number, 1) for number in range(300)]
    board = board_of(RatingBoard, ratings(), {(0, 1): duel([8, -8] * 150), (0, 2): dead, (1, 2): dead})
    assert board.order[-1] == 2
    assert board.places[2].score == -1000.0
    assert [bool(board.better[entrant, 2]) for entrant in (0, 1)] == [True, True]
    assert not board.better[2].any()


def test_the_evidence_of_ratings_forecasts_their_comparison():
    """Mean and interval of the difference, of as many numbers as the shortest pairing has."""
    board = board_of(RatingBoard, ratings(), {(0, 1): duel(SCATTERED), (1, 2): duel(SCATTERED[:500])})
    evidence = board.evidence(0, 2)
    found = board.comparison(0, 2)
    assert (evidence.count, evidence.mean) == (500, pytest.approx(found.mean))
    assert float(half_width(evidence.deviation, evidence.count, board.level)) == pytest.approx(found.high - found.mean)
    assert (board.series_length(0), board.series_length(2)) == (500, 500)


# Everybody who is there


@pytest.mark.parametrize("kind", [Board, RatingBoard])
def test_matches_against_the_ignored_count_for_nobody(kind):
    """c has left: a and b have what they did to each other; c keeps its own number, without a place."""
    blocks = steady({(0, 1): 4, (0, 2): -40, (1, 2): 40})
    board = board_of(kind, ratings(), blocks, ignored=[2])
    assert [place.score for place in board.places] == pytest.approx([500.0, -500.0, 0.0])
    assert (board.ranked, board.order) == ({0, 1}, (0, 1, 2))
    assert not board.better[2].any()
    assert not board.better[:, 2].any()


@pytest.mark.parametrize("kind", [Board, RatingBoard])
def test_who_is_not_scored_is_an_opponent_without_a_place(kind):
    """a beats b and the reference r, which beats b: all count, r is shown last and compared with nobody."""
    board = board_of(kind, ratings("rab", unscored="r"), steady({(0, 1): -4, (0, 2): 8, (1, 2): 4}))
    assert [place.score for place in board.places] == pytest.approx([250.0, 500.0, -750.0])
    assert (board.order, board.by_score) == ((1, 2, 0), (1, 0, 2))
    assert (board.level, board.undecided_pairs) == (pytest.approx(0.05), ())
    assert not board.better[0].any()


def test_nobody_is_surely_better_than_someone_who_scored_more():
    """Where both played a lost, but b gave up nine of ten blocks: by what counts for both b is ahead, by score a is."""
    blocks = [*duel([-4] * 300), *[forfeited(300 + number, 1) for number in range(2700)]]
    board = board_of(Board, make_spec("ab"), {(0, 1): blocks})
    assert board.places[0].score > board.places[1].score
    assert board.comparison(0, 1).sign < 0
    assert not board.better.any()


def test_scores_that_differ_in_their_last_bits_only_are_equal():
    """Names decide then: 0.1 + 0.2 is no higher than 0.3."""

    class Noisy(Board):
        def _score(self, entrant):
            return [0.1 + 0.2, 0.3][entrant]

    assert board_of(Noisy, make_spec("ba"), {}).order == (1, 0)


@pytest.mark.parametrize("kind", [Board, GauntletBoard, RatingBoard])
@pytest.mark.parametrize("ignored", [(), (0,), (0, 1)])
def test_a_board_on_which_nothing_was_played(kind, ignored):
    board = board_of(kind, gauntlet("ab", hero="a"), {}, ignored)
    assert [place.score for place in board.places] == [0.0, 0.0]
    assert [place.interval.low for place in board.places] == [None, None]
    assert not board.better.any()
    assert board.undecided_pairs == (((0, 1),) if not ignored else ())
    assert board.head_to_head(0, 1)[0] == 0
    assert board.evidence(0, 1) is None

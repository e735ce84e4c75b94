"""Tests of arena/tournaments/results.py. One big bet is 4 chips: over two legs, 8 chips are one big bet a hand, 1,000 mbb/h."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches import Block, Scoring, Status
from arena.statistics import corrected_series
from arena.tournaments import standings
from arena.tournaments.results import BlockResults, block_nets, block_results
from tests.tournaments.making import CARRY, duel, forfeited, make_spec, outcome, rows_of


def lucky(nets, luck):
    """Mirrored blocks of two, with what the draw gave the first player, in chips over both legs."""
    return [Block(number, (net, -net), (0, 0), 2, 2, luck=(e, -e)) for number, (net, e) in enumerate(zip(nets, luck, strict=True))]


def results_of(*matches, spec=None):
    """Results of pairing (0, 1) after matches, each a list of blocks."""
    found = BlockResults(spec or make_spec("ab"))
    for number, blocks in enumerate(matches):
        found.add(outcome((0, 1), blocks, number))
    return found.by_pairing()[0, 1]


def test_the_first_pass_is_corrected_by_the_prior():
    """By hand: nets of 1 and −0.5 big bets a hand, luck of 0.5 and −0.25; β is 30/20: 1 − 0.75 and −0.5 + 0.375."""
    found = results_of(lucky([8, -4], [4, -2]))
    assert found.results.tolist() == [[250.0, -125.0], [-250.0, 125.0]]
    assert found.nets.tolist() == [[1000.0, -500.0], [-1000.0, 500.0]]


def test_later_passes_are_corrected_by_earlier_ones():
    """By hand: after the pass above Σye = 0.625, Σe² = 0.3125; so β = 30.625/20.3125, and a luck of one big bet a hand costs that."""
    found = results_of(lucky([8, -4], [4, -2]), lucky([0, 8], [8, 0]))
    assert found.results[0].tolist() == [250.0, -125.0, pytest.approx(-1000 * 30.625 / 20.3125), 1000.0]


def test_no_pass_looks_at_itself_or_ahead():
    """Whatever a pass holds, only what comes after it is corrected otherwise."""
    first, second, third = lucky([80, 8], [40, 4]), lucky([8, 16], [8, 8]), lucky([8], [8])
    plain = results_of(first, second, third).results[0]
    other = results_of(first, lucky([8, 800], [8, 400]), third).results[0]
    assert (plain[:3] == other[:3]).all()
    assert plain[4] != other[4]


def test_every_pairing_and_player_has_a_beta_of_its_own():
    found = BlockResults(make_spec("abc"))
    found.add(outcome((0, 1), lucky([800], [400])))
    found.add(outcome((0, 1), lucky([8], [8]), 1))
    found.add(outcome((0, 2), lucky([8], [8]), 1))
    assert found.by_pairing()[0, 2].results[0].tolist() == [-500.0]
    assert found.by_pairing()[0, 1].results[0, 1] != -500


def test_blocks_that_do_not_count_stay_out_of_beta():
    """Player 1 gave the block up: it enters only its own numbers, and its own β."""
    given_up = replace(forfeited(1, 1, played=1, nets=(40, -40)), luck=(80.0, -80.0))
    found = results_of([*lucky([8], [4]), given_up], lucky([0], [8]))
    without = results_of(lucky([8], [4]), lucky([0], [8]))
    assert math.isnan(found.results[0, 1])
    assert found.results[0, [0, 2]].tolist() == without.results[0].tolist()
    assert found.results[1, 2] != without.results[1, 1]


def test_what_was_won_is_not_corrected():
    """The board shows both: net is skill and luck together."""
    spec = make_spec("ab")
    found = standings(spec, [outcome((0, 1), lucky([8, -4], [4, -2]))])
    assert (rows_of(found)["a"].score, rows_of(found)["a"].net, found.corrected) == (62.5, 250.0, True)
    assert not standings(spec, [outcome((0, 1), duel([8]))]).corrected


def test_where_the_luck_of_one_match_is_unknown_none_is_taken_out():
    """Of a tournament begun by a version that did not compute it."""
    plain = [Block(0, (8, -8), (0, 0), 2, 2)]
    assert results_of(lucky([8], [4]), plain).results[0].tolist() == [1000.0, 1000.0]


def test_carried_stacks_are_spread_over_the_hands_of_a_match():
    """By hand: 40 chips won and 16 by luck over two legs of 10 hands, in big bets of 4: 0.5 and 0.2 a hand; 0.5 − 1.5 × 0.2 = 0.2."""
    spec = make_spec("ab", ruleset=CARRY, deals_per_match=10, max_hands=100)
    found = results_of([Block(0, (40, -40), (0, 0), 2, 2, luck=(16.0, -16.0))], spec=spec)
    assert found.results[0].tolist() == [pytest.approx(200.0)]
    assert found.nets[0].tolist() == [500.0]


def test_places_are_counted_in_buy_ins_and_so_is_what_was_won():
    """Three players, two legs won by the first at 3 × 70 %: (4.2 − 2)/2 = 1.1 buy-ins a leg; the last got nothing and lost one a leg."""
    spec = make_spec("abc", ruleset=CARRY, seats=3, deals_per_match=10, max_hands=300, payouts=(70, 30), format="sit_and_go")
    found = BlockResults(spec)
    found.add(outcome((0, 1, 2), [Block(0, (60, -30, -30), (0, 0, 0), 2, 2, prizes=(4.2, 1.8, 0.0))]))
    assert found.by_pairing()[0, 1, 2].results[:, 0].tolist() == [pytest.approx(1100), pytest.approx(-100), -1000.0]
    assert (found.by_pairing()[0, 1, 2].nets == found.by_pairing()[0, 1, 2].results).all()


def test_a_match_that_is_taken_back_was_never_there():
    """Passes after it are corrected by what is left."""
    first, second, third = lucky([8], [4]), lucky([80, -8], [40, 4]), lucky([0, 8], [8, 4])
    found = BlockResults(make_spec("ab"))
    matches = [outcome((0, 1), blocks, number) for number, blocks in enumerate((first, second, third))]
    for match in matches:
        found.add(match)
    before = found.by_pairing()[0, 1]
    found.remove(matches[1])
    assert (found.by_pairing()[0, 1].results == results_of(first, third).results).all()
    assert before.results.shape == (2, 5), "boards made before do not change"
    found.remove(matches[1])
    for match in (matches[0], matches[2]):
        found.remove(match)
    assert found.by_pairing() == {}


def test_void_matches_add_nothing():
    found = BlockResults(make_spec("ab"))
    found.add(outcome((0, 1), (), status=Status.VOID))
    assert found.by_pairing() == {}


@pytest.mark.parametrize("scored", [(4, 4, 1), (4, 100, 50)])
@given(drawn=st.lists(st.tuples(st.integers(-99, 99), st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_arrays_say_what_blocks_say(scored, drawn):
    """Against Block.result, Block.net and Block.counts_for, block by block."""
    blocks = [
        Block(number, (net, -net, 0), (min(first, 3 - hands), max(3 - hands - first, 0), 0), hands, 3)
        for number, (net, hands, first) in enumerate(drawn)
    ]
    scoring = Scoring(*scored)
    for player, (row, nets) in enumerate(zip(block_results(blocks, scoring), block_nets(blocks, scoring), strict=True)):
        for block, number, net in zip(blocks, row, nets, strict=True):
            assert block.counts_for(player) == (not math.isnan(number))
            assert math.isnan(number) or number == pytest.approx(1000 * block.result(player, scoring))
            assert math.isnan(net) or net == pytest.approx(1000 * block.net(player, scoring))


@given(st.lists(st.lists(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), min_size=1, max_size=4), min_size=1, max_size=5))
def test_luck_is_taken_out_as_the_statistics_say(drawn):
    """Against arena.statistics.corrected_series over all passes at once, in big bets a hand."""
    found = results_of(*[lucky(*zip(*match, strict=True)) for match in drawn])
    passes = [(np.array([y for y, _ in match]) / 8, np.array([e for _, e in match]) / 8) for match in drawn]
    assert found.results[0] == pytest.approx(1000 * corrected_series(passes))
    assert found.results[1] == pytest.approx(-found.results[0])
    assert found.margins == pytest.approx(found.results[0])


def test_margins_hold_charges_of_either_side():
    """Block 0 was played (+4 for the first), 1 was given up by the first, 2 by the second, 3 by each in one leg: that counts for nobody."""
    blocks = [Block(0, (4, -4), (0, 0), 2, 2), forfeited(1, 0), forfeited(2, 1), Block(3, (0, 0), (1, 1), 0, 2)]
    found = results_of(blocks)
    assert found.margins.tolist() == [500.0, -1000.0, 1000.0]
    assert (found.played_margin.mean, found.played_margin.count) == (500.0, 1)
    assert found.charges == (-750.0, -250.0), "means of −250 and −750 instead of 500 and −500"

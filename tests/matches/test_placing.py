"""Places of a leg in which stacks are carried, and what they pay."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.matches import LegResult, MatchResult, Status, leg_places, leg_prizes, next_carried, play_match, scoring_of, verify_match
from arena.matches.seating import first_carried
from arena.rules import FiveCardDrawRuleset, HandRecord
from tests.matches.bots import hash_bots, spec_of

CARRY = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25, stacks="carry")


def paid(players, payouts=(70, 30), **fields):
    return replace(spec_of(players, 40, **fields), ruleset=CARRY, payouts=payouts)


def hands_of(spec, leg, *nets):
    """Hands made by hand: what each player won in each; who is out must have nothing."""
    seating, hands = first_carried(spec, leg), []
    for number, by_player in enumerate(nets):
        net = tuple(by_player[player] for player in seating.players)
        hands.append(HandRecord(number, b"", net, seating.stacks, seating.seats))
        seating = next_carried(spec, seating, net)
    return hands


@pytest.mark.parametrize("leg", range(4))
def test_whoever_is_out_later_has_the_better_place(leg):
    """Player 2 goes out in the first hand, 0 in the second, then 3 loses to 1: in every leg, whatever the seats."""
    spec = paid(4)
    hands = hands_of(spec, leg, (0, 25, -25, 0), (-25, 25, 0, 0), (0, 25, 0, -25))
    assert leg_places(spec, leg, hands) == [[1], [3], [0], [2]]
    assert leg_prizes(spec, leg, hands) == [0, Fraction(28, 10), 0, Fraction(12, 10)]


def test_of_those_out_in_one_hand_the_one_who_began_it_with_more_comes_first():
    """0 wins 5 of player 2 first; then both lose all they have to player 1, 0 with 30 chips and 2 with 20."""
    spec = paid(3)
    hands = hands_of(spec, 0, (5, 0, -5), (-30, 50, -20))
    assert leg_places(spec, 0, hands) == [[1], [0], [2]]


def test_equal_stacks_share_their_places_and_what_these_pay():
    """Four players at 50, 30 and 20 %: 1 wins everything in one hand; the others share the places 2 to 4: (1.2 + 0.8 + 0)/3 buy-ins."""
    spec = paid(4, (50, 30, 20))
    hands = hands_of(spec, 0, (-25, 75, -25, -25))
    assert leg_places(spec, 0, hands) == [[1], [0, 2, 3]]
    assert leg_prizes(spec, 0, hands) == [Fraction(2, 3), 2, Fraction(2, 3), Fraction(2, 3)]


def test_who_is_still_in_when_the_deals_are_over_comes_first_by_chips():
    """Player 0 goes out at the end; 1 and 2 are in with 60 and 15 chips."""
    spec = paid(3)
    hands = hands_of(spec, 0, (0, 10, -10), (-25, 25, 0))
    assert leg_places(spec, 0, hands) == [[1], [2], [0]]
    assert leg_prizes(spec, 0, hands) == [0, Fraction(21, 10), Fraction(9, 10)]


def test_who_has_the_same_at_the_end_shares():
    spec = paid(3)
    assert leg_places(spec, 0, hands_of(spec, 0, (0, 0, 0))) == [[0, 1, 2]]
    assert leg_prizes(spec, 0, hands_of(spec, 0, (0, 0, 0))) == [1, 1, 1]
    assert leg_places(spec, 0, hands_of(spec, 0, (5, -10, 5))) == [[0, 2], [1]]
    assert leg_prizes(spec, 0, hands_of(spec, 0, (5, -10, 5))) == [Fraction(3, 2), 0, Fraction(3, 2)]


def test_a_leg_without_a_hand_leaves_everyone_equal():
    assert leg_prizes(paid(4, (100,)), 0, []) == [1, 1, 1, 1]


def test_a_player_who_was_all_in_and_won_is_not_out():
    """Player 0 is down to 1 chip and wins it back; it goes out last."""
    spec = paid(3)
    hands = hands_of(spec, 0, (-24, 24, 0), (2, 0, -2), (0, 23, -23), (-3, 3, 0))
    assert leg_places(spec, 0, hands) == [[1], [0], [2]]


def test_the_block_of_a_match_has_the_prizes_of_its_legs():
    """By hand, two legs: player 0 wins the first, 1 the second; a leg costs one buy-in each and the winner takes both, so they are even."""
    spec = paid(2, (100,))
    legs = tuple(LegResult(Status.COMPLETED, tuple(hands_of(spec, leg, net)), (0, 0)) for leg, net in enumerate([(25, -25), (-25, 25)]))
    (block,) = MatchResult(spec, legs).blocks()
    assert (block.prizes, block.net_chips, block.played_count) == ((2.0, 2.0), (0, 0), 2)
    scoring = scoring_of(CARRY, 40, paid=True)
    assert [block.result(player, scoring) for player in (0, 1)] == [0.0, 0.0]


def test_a_forfeited_leg_pays_nobody_and_costs_the_forfeiter_its_buy_in():
    """Player 1 won the first leg and gave the second up: (2 − 2)/2 for it, and nothing that counts for player 0."""
    spec = paid(2, (100,))
    whole = LegResult(Status.COMPLETED, tuple(hands_of(spec, 0, (-25, 25))), (0, 0))
    part = LegResult(Status.FORFEITED, tuple(hands_of(spec, 1, (-5, 5))), (0, 0), 1, "left")
    (block,) = MatchResult(spec, (whole, part)).blocks()
    assert (block.prizes, block.charged, block.played_count) == ((0.0, 2.0), (0, 1), 1)
    assert block.result(1, scoring_of(CARRY, 40, paid=True)) == 0.0
    assert not block.counts_for(0)
    (lost,) = MatchResult(spec, (replace(part), replace(part))).blocks()
    assert (lost.prizes, lost.result(1, scoring_of(CARRY, 40, paid=True))) == ((0.0, 0.0), -1.0)


@st.composite
def payouts(draw, players):
    """Whole hundredths that fall and add up to 100."""
    cuts = sorted(draw(st.lists(st.integers(0, 100), min_size=0, max_size=players - 1)))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, 100], strict=True)]
    return tuple(sorted(parts, reverse=True))


@pytest.mark.slow
@given(st.integers(2, 6), st.integers(0, 2**32), st.data())
@settings(max_examples=25, deadline=None)
def test_prizes_add_up_and_follow_who_was_out_first(players, number, data):
    """Law on matches that are really played: everyone has one place; prizes add up to the buy-ins; who is out earlier never gets more."""
    spec = paid(players, data.draw(payouts(players)), seed=Random(number).randbytes(32))
    result = play_match(spec, hash_bots(*spec.players))
    for leg_number, leg in enumerate(result.legs):
        places, prizes = leg_places(spec, leg_number, leg.hands), leg_prizes(spec, leg_number, leg.hands)
        assert sorted(player for tied in places for player in tied) == list(range(players))
        assert sum(prizes) == players
        assert all(len({prizes[player] for player in tied}) == 1 for tied in places)
        in_order = [prizes[tied[0]] for tied in places]
        assert in_order == sorted(in_order, reverse=True)
        dealt = [sum(player in hand.players for hand in seatings(spec, leg_number, leg)) for player in range(players)]
        by_place = [dealt[player] for tied in places for player in tied]
        assert by_place == sorted(by_place, reverse=True), "who was dealt more hands was out later"
    (block,) = result.blocks()
    assert sum(block.prizes) == pytest.approx(players * spec.leg_count)
    assert verify_match(spec, result.legs, result.blocks(), spec.commitment).hand_count == result.hand_count


def seatings(spec, number, leg):
    seating = first_carried(spec, number)
    for hand in leg.hands:
        yield seating
        seating = next_carried(spec, seating, hand.net_chips) or seating


@pytest.mark.parametrize("players", [2, 3, 6])
def test_bots_that_play_alike_win_what_they_paid(players):
    """Mirroring: over the legs every player sits at every seat of the same session once, so everyone has every prize once."""
    spec = paid(players, (100,))
    (block,) = play_match(spec, hash_bots(*["same"] * players)).blocks()
    assert block.prizes == (float(players),) * players
    assert [block.result(player, scoring_of(CARRY, 40, paid=True)) for player in range(players)] == [0.0] * players

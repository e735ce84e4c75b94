"""Seats, stacks and the button from hand to hand, and matches whose stacks are carried."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import VerificationFailed
from arena.matches import (
    Block,
    Leg,
    LegResult,
    MatchResult,
    Status,
    export_lines,
    first_carried,
    measure_match,
    next_carried,
    play_match,
    players_by_seat,
    regular_seating,
    scoring_of,
    seating_of,
    tell_hand,
    verify_match,
)
from arena.rules import FiveCardDrawRuleset, HandRecord
from tests.matches.bots import hash_bots, spec_of

CIRCLES = [(4, 5, 0, 3, 2, 1), (2, 3, 1, 5, 4, 0), (2, 5, 3, 4, 1, 0)]
CARRY = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25, stacks="carry")


def carried(players, deal_count=40, *, mirrored=True, seed=b"s" * 32):
    return replace(spec_of(players, deal_count, mirrored=mirrored, seed=seed), ruleset=CARRY)


def regular(players, **changes):
    return replace(spec_of(players), **changes)


def chips_10(players):
    return replace(carried(players), ruleset=replace(CARRY, starting_stack=10))


def played(players, **fields):
    spec = carried(players, **fields)
    return play_match(spec, hash_bots(*spec.players))


def test_positions_go_to_players_by_button_and_leg():
    """By hand for three players: hand 0 has its button at seat 0, so position 0 is seat 1: player 1 in leg 0, player 0 in leg 1."""
    spec = regular(3)
    assert [regular_seating(spec, *hand).players for hand in ((0, 0), (0, 1), (4, 0))] == [(1, 2, 0), (0, 1, 2), (2, 0, 1)]


def test_drawn_circles_are_all_as_likely():
    """6,000 deals of three players have two circles, of four six: each count is binomial, five standard deviations are allowed."""
    for players, circles in ((3, 2), (4, 6)):
        spec, seen = regular(players, drawn_seats=True), Counter()
        for number in range(6000):
            sitting = players_by_seat(spec, number, 0)
            first = sitting.index(0)
            seen[sitting[first:] + sitting[:first]] += 1
        expected = 6000 / circles
        assert len(seen) == circles
        assert all(abs(count - expected) < 5 * (expected * (1 - 1 / circles)) ** 0.5 for count in seen.values())


@pytest.mark.parametrize("players", range(2, 7))
def test_legs_turn_a_drawn_circle_by_a_seat(players):
    spec = regular(players, drawn_seats=True)
    for number in range(20):
        seats = [players_by_seat(spec, number, leg) for leg in range(players)]
        assert sorted(seats[0]) == list(range(players))
        assert all(one[seat] == seats[0][(seat - leg) % players] for leg, one in enumerate(seats) for seat in range(players))


def test_two_players_have_one_circle():
    """So matches between two are what they always were."""
    assert {players_by_seat(regular(2, drawn_seats=True), number, 0) for number in range(50)} == {(0, 1)}


def test_a_circle_that_was_drawn_stays_drawn_so():
    """From the seed alone, as the verifier in another language has it."""
    assert [players_by_seat(regular(6, drawn_seats=True), number, 0) for number in range(3)] == CIRCLES


def test_carried_stacks_keep_one_circle_for_the_match():
    spec = replace(carried(6), drawn_seats=True)
    circles = {seating_of(spec, hand, 0).players_by_seat for hand in play_match(spec, hash_bots(*spec.players)).legs[0].hands}
    assert circles == {players_by_seat(spec, 0, 0)} != {tuple(range(6))}


def test_carried_stacks_by_hand():
    """Four seats, 10 chips each, button at seat 0. Seat 1 loses everything to seat 3: seats 2, 3 and 0 play on with the button at
    seat 2, the next still in. Then seats 3 and 2 lose everything to seat 0: it is decided."""
    first = first_carried(chips_10(4), 0)
    assert (first.seats, first.stacks, first.button) == ((1, 2, 3, 0), (10, 10, 10, 10), 0)
    second = next_carried(chips_10(4), first, (-10, -2, 14, -2))
    assert (second.seats, second.stacks, second.button) == ((3, 0, 2), (24, 8, 8), 2)
    assert (second.positions, second.players_by_seat) == ((1, -1, 2, 0), (0, 1, 2, 3))
    third = next_carried(chips_10(4), second, (-4, 12, -8))
    assert (third.seats, third.stacks, third.button) == ((0, 3), (20, 20), 3)
    assert next_carried(chips_10(4), third, (20, -20)) is None


def test_the_button_passes_over_everyone_who_is_out():
    """Five seats, button at seat 1; seats 2 and 3 lose everything at once: the button goes to seat 4."""
    first = next_carried(chips_10(5), first_carried(chips_10(5), 2), (0, 0, 0, 0, 0))
    assert first.button == 1
    second = next_carried(chips_10(5), first, (-10, -10, 5, 5, 10))
    assert (second.button, second.seats) == (4, (0, 1, 4))
    assert second.players == (3, 4, 2)


def test_values_by_position_go_to_players():
    """Leg 1 of three: player j sits at seat j + 1; with seat 1 out, positions are seats 0 and 2, players 2 and 1."""
    seating = next_carried(chips_10(3), first_carried(chips_10(3), 1), (-10, 10, 0))
    assert (seating.seats, seating.players) == ((0, 2), (2, 1))
    assert seating.by_player((7, -7)) == [0, -7, 7]


@pytest.mark.slow
@given(st.integers(2, 6), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_chips_are_carried_to_the_last_one(players, number):
    """Law: what a hand leaves, the next begins with; the sum never changes; who has none is not dealt in; the button goes clockwise."""
    spec = carried(players, seed=Random(number).randbytes(32))
    for leg_number, leg in enumerate(play_match(spec, hash_bots(*spec.players)).legs):
        chips, button = dict.fromkeys(range(players), 25), players - 1
        for index, record in enumerate(leg.hands):
            assert record.deal_number == index
            seating = seating_of(spec, record, leg_number)
            still_in = {seat for seat in range(players) if chips[seating.players_by_seat[seat]]}
            assert set(seating.seats) == still_in
            assert len(still_in) > 1
            button = next(seat for seat in ((button + step) % players for step in range(1, players + 1)) if seat in still_in)
            assert seating.button == button
            assert record.stack_chips == tuple(chips[player] for player in seating.players)
            for player, net in zip(seating.players, record.net_chips, strict=True):
                chips[player] += net
            assert sum(chips.values()) == 25 * players
            assert min(chips.values()) >= 0
        assert len(leg.hands) == spec.deal_count or max(chips.values()) == 25 * players


def test_a_match_ends_when_one_player_holds_every_chip():
    """Of 40 hands with 25 chips each far fewer are needed; nothing was forfeited."""
    result = played(2)
    assert result.status == Status.COMPLETED
    assert all(len(leg.hands) < 40 for leg in result.legs)
    assert [sorted(block.net_chips) for block in result.blocks()] in ([[-50, 50]], [[0, 0]])


@pytest.mark.parametrize("players", [2, 3, 6])
def test_identical_deterministic_bots_tie_exactly(players):
    """Mirroring: over the legs every player sits at every seat of the same session once."""
    spec = carried(players)
    assert [block.net_chips for block in play_match(spec, hash_bots(*["same"] * players)).blocks()] == [(0,) * players]


def test_one_hand_is_in_play_at_a_time():
    """A hand depends on the one before, so the next is dealt when it is over, and none after the decision."""
    leg = Leg(carried(2, deal_count=3), 0)
    decision = leg.deal_next()
    assert leg.deal_next() is None
    while decision is not None:
        decision = leg.act(decision, decision.hand.legal[0])
    assert leg.deal_next().number == 1


def test_the_whole_match_is_one_block():
    """By hand: 25 chips a player; leg 0 pays player 1 +5, leg 1 pays player 0 +3: net −2 and +2 over 2 legs of 10 hands, in bets of 8."""
    spec = carried(2, deal_count=10)
    legs = tuple(
        LegResult(Status.COMPLETED, (HandRecord(0, b"", net, (25, 25), (1, 0)), HandRecord(1, b"", (0, 0), (25, 25), (0, 1))), (0, 0))
        for net in ((5, -5), (3, -3))
    )
    scoring = scoring_of(spec.ruleset, spec.deal_count)
    (block,) = MatchResult(spec, legs).blocks()
    assert block == Block(0, (-2, 2), (0, 0), 2, 2)
    assert [block.result(player, scoring) for player in (0, 1)] == [-2 / (8 * 20), 2 / (8 * 20)]


def test_a_forfeited_leg_costs_all_that_the_player_started_with():
    """By hand: player 0 was 5 chips ahead when it gave leg 1 up; that leg costs it 25, and the block counts for it alone."""
    spec = carried(2, deal_count=10)
    whole = LegResult(Status.COMPLETED, (HandRecord(0, b"", (5, -5), (25, 25), (1, 0)),), (0, 0))
    part = LegResult(Status.FORFEITED, (HandRecord(0, b"", (5, -5), (25, 25), (1, 0)),), (0, 0), 0, "left")
    (block,) = MatchResult(spec, (whole, part)).blocks()
    assert block == Block(0, (-5, 5), (1, 0), 1, 2)
    assert (block.counts_for(0), block.counts_for(1)) == (True, False)
    assert block.result(0, scoring_of(spec.ruleset, 10)) == (-5 - 25) / (8 * 20)


def test_stories_and_exports_name_those_who_were_dealt_in():
    """Once a player is out, neither a story nor an export has it in a hand."""
    result = played(6)
    spec, leg = result.spec, result.legs[0]
    record = next(record for record in leg.hands if len(record.seats) < 6)
    names = [spec.players[player] for player in seating_of(spec, record, 0).players]
    assert [seat.player for seat in tell_hand(spec, 0, record).seats] == names
    lines = list(export_lines(spec, (LegResult(Status.COMPLETED, (record,), (0,) * 6),), "text"))
    assert lines[0].endswith(", ".join(names))


def test_a_played_match_verifies():
    """Every player count; the same call as for matches with fresh stacks."""
    for players in range(2, 7):
        result = measure_match(played(players))
        verified = verify_match(result.spec, result.legs, result.blocks(), result.spec.commitment)
        assert verified.hand_count == result.hand_count


def damaged(leg, index, **fields):
    hands = list(leg.hands)
    hands[index] = replace(hands[index], **fields)
    return replace(leg, hands=tuple(hands))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda leg: replace(leg, hands=leg.hands[:-1]), "hands are stored, though it was completed"),
        (lambda leg: replace(leg, hands=leg.hands[1:]), "hands are missing, doubled or out of order"),
        (lambda leg: damaged(leg, 1, seats=leg.hands[0].seats), "do not follow from the hands before"),
        (lambda leg: damaged(leg, 0, seats=(), stack_chips=()), "do not follow from the hands before"),
        (lambda leg: damaged(leg, 0, stack_chips=(24, 26)), "do not follow from the hands before"),
    ],
)
def test_seats_and_stacks_that_do_not_follow_are_found(damage, words):
    """Each kind of change to the first leg of two players."""
    result = played(2)
    legs = (damage(result.legs[0]), *result.legs[1:])
    with pytest.raises(VerificationFailed, match=words):
        verify_match(result.spec, legs, result.blocks(), result.spec.commitment)


def test_a_hand_after_the_decision_is_found():
    """One player holds every chip; nothing can follow."""
    result = played(2)
    last = result.legs[0].hands[-1]
    more = replace(result.legs[0], hands=(*result.legs[0].hands, replace(last, deal_number=last.deal_number + 1)))
    with pytest.raises(VerificationFailed, match="though the leg was decided"):
        verify_match(result.spec, (more, *result.legs[1:]), result.blocks(), result.spec.commitment)


def test_seats_in_a_match_with_fresh_stacks_are_found():
    """They belong to carried stacks only."""
    spec = spec_of(2, all_in=True)
    result = play_match(spec, hash_bots("a", "b"))
    for fields in ({"seats": (1, 0), "stack_chips": (25, 25)}, {"stack_chips": (25, 25)}):
        legs = (damaged(result.legs[0], 0, **fields), result.legs[1])
        with pytest.raises(VerificationFailed, match="do not follow from the hands before"):
            verify_match(spec, legs, result.blocks(), spec.commitment)

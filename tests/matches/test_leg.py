"""Legs: who sits where with which cards, and that the order of answers makes no difference."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import IllegalAction
from arena.matches import Decision, Leg, deal_key, play_leg, play_match, regular_seating, seating_of
from arena.rules import HandRecord, deal_cards, replay_hand
from tests.matches.bots import HashBot, hash_bots, spec_of

PLAYERS = [2, 3, 4, 5, 6]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_player_meets_every_position_of_every_deal_once(players):
    """Module docstring: over the n legs of a mirrored match."""
    spec = spec_of(players, deal_count=13)
    legs = [Leg(spec, number) for number in range(spec.leg_count)]
    for deal in range(spec.deal_count):
        seatings = [regular_seating(leg.spec, deal, leg.number) for leg in legs]
        met = Counter(pair for seating in seatings for pair in zip(seating.players, range(players), strict=True))
        assert met == Counter((player, position) for player in range(players) for position in range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_position_of_a_deal_holds_the_same_cards_in_every_leg(players):
    """The deal depends on the seed and its number alone; so each player gets each position's cards once."""
    spec = spec_of(players, deal_count=5)
    held = [[leg.deal_next().hand.hole for _ in range(spec.deal_count)] for leg in [Leg(spec, n) for n in range(players)]]
    assert all([cards == held[0] for cards in held])


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_button_and_positions_agree(players):
    """Head of ``seating``: player j sits at seat (j + leg) mod n, the button of hand i is seat i mod n, position 0 is left of it."""
    for number in range(players):
        leg = Leg(spec_of(players, deal_count=2 * players), number)
        for hand in range(2 * players):
            seating = leg.deal_next().seating
            assert seating.button == hand % players == seating.seats[players - 1]
            assert seating.seats == tuple((hand + 1 + position) % players for position in range(players))
            for player in range(players):
                seat = (player + number) % players
                assert seating.players_by_seat[seat] == player == seating.players[seating.positions[seat]]


def test_heads_up_the_button_alternates():
    """By hand for leg 0: the button of hand 0 is seat 0, so player 1 acts first; in hand 1 player 0 does."""
    leg = Leg(spec_of(2), 0)
    assert [leg.deal_next().player for _ in range(4)] == [1, 0, 1, 0]
    assert [Leg(spec_of(2), 1).deal_next().player] == [0]


def test_hands_are_dealt_from_the_keys_of_the_match():
    """A deal is deal_cards(deal_key(seed, number))."""
    spec = spec_of(3, deal_count=4)
    leg = Leg(spec, 0)
    for number in range(4):
        decision = leg.deal_next()
        assert decision.number == number
        assert decision.hand.deal == deal_cards(deal_key(spec.seed, number), 24)
    assert leg.deal_next() is None


def test_a_leg_counts_hands_in_play_until_it_is_finished():
    """By hand: two dealt, one folded away, then the other."""
    leg = Leg(spec_of(2, deal_count=2), 0)
    first, second = leg.deal_next(), leg.deal_next()
    assert (leg.in_play, leg.finished) == (2, False)
    assert leg.act(leg.act(second, 4), 1) is None
    assert (leg.in_play, leg.finished, [record.deal_number for record in leg.records]) == (1, False, [1])
    leg.act(leg.act(first, 4), 1)
    assert (leg.in_play, leg.finished, leg.net_chips) == (0, True, [0, 0])


def test_an_illegal_answer_leaves_the_decision_open():
    """Docstring of ``Leg.act``: nothing has changed."""
    leg = Leg(spec_of(2), 0)
    decision = leg.deal_next()
    with pytest.raises(IllegalAction):
        leg.act(decision, 5)
    assert decision.open
    assert decision.hand.log == []
    assert leg.act(decision, 2).position == 1
    assert not decision.open


def test_a_decision_is_answered_once():
    """Docstring of ``Decision``: answering twice is our own bug."""
    leg = Leg(spec_of(2), 0)
    decision = leg.deal_next()
    leg.act(decision, 2)
    with pytest.raises(AssertionError):
        leg.act(decision, 2)


def test_a_bot_is_told_about_its_table():
    """``TableInfo``: own index, names, hands and limits as in the specification; a seed for each seat, the same in every leg."""
    spec = spec_of(3, deal_count=7)
    infos = [Leg(spec, leg).table_info(player) for leg in range(3) for player in range(3)]
    assert all([(i.ruleset, i.player_names, i.hand_count, i.clock) == (spec.ruleset, ("a", "b", "c"), 7, spec.clock) for i in infos])
    assert [info.player for info in infos] == [0, 1, 2] * 3
    seeds = [info.bot_seed for info in infos]
    assert len(set(seeds)) == 3
    assert (seeds[3:6], seeds[6:]) == ([seeds[1], seeds[2], seeds[0]], [seeds[2], seeds[0], seeds[1]]), "player j sits at seat j + leg"
    assert len({info.table_id for info in infos}) == 3
    assert {info.deal_commitment for info in infos} == {spec.commitment}


def in_flight(leg: Leg, bots: list[HashBot], random: Random, many: int) -> list[HandRecord]:
    """Play a leg with up to ``many`` hands at once, answered in any order."""
    waiting: list[Decision] = []
    while not leg.finished:
        while len(waiting) < many and (random.random() < 0.7 or not waiting):
            decision = leg.deal_next()
            if decision is None:
                break
            waiting.append(decision)
        decision = waiting.pop(random.randrange(len(waiting)))
        following = leg.act(decision, bots[decision.player].act(decision.hand.view(decision.position)))
        if following is not None:
            waiting.append(following)
    assert not waiting
    return sorted(leg.records, key=lambda record: record.deal_number)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(2, 6), st.booleans(), st.integers(2, 10), st.integers(0, 2**32))
def test_the_order_of_answers_makes_no_difference(players, all_in, many, seed):
    """Law: many hands in flight give the records of one at a time, and the same net."""
    spec = spec_of(players, all_in=all_in)
    leg = Leg(spec, players - 1)
    bots = [HashBot(name) for name in spec.players]
    expected = play_leg(Leg(spec, players - 1), hash_bots(*spec.players))
    assert in_flight(leg, bots, Random(seed), many) == list(expected.hands)
    net = [0] * players
    for record in expected.hands:
        for position, chips in enumerate(record.net_chips):
            net[seating_of(leg.spec, record, leg.number).players[position]] += chips
    assert leg.net_chips == net


@pytest.mark.parametrize("all_in", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_identical_deterministic_bots_tie_exactly(players, all_in):
    """Mirroring: each plays each position of each deal once, so every block is zero for everyone."""
    result = play_match(spec_of(players, all_in=all_in), hash_bots(*["same"] * players))
    assert [block.net_chips for block in result.blocks()] == [(0,) * players] * 12


@pytest.mark.parametrize("players", PLAYERS)
def test_records_replay_on_the_deals_of_the_seed(players):
    """A stored match can be checked from its seed and its actions."""
    spec = spec_of(players, all_in=True)
    for leg in play_match(spec, hash_bots(*spec.players)).legs:
        for record in leg.hands:
            replay_hand(record, spec.ruleset, deal_cards(deal_key(spec.seed, record.deal_number)), players)

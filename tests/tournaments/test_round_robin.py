"""Tests of arena/tournaments/round_robin.py."""

from itertools import combinations

import pytest

from arena.tournaments import PassScheduler, standings
from arena.tournaments.progress import Progress
from tests.tournaments.making import MASTER, duel, forfeited, make_spec, outcome, pairings, play_through


def test_a_pass_is_one_match_of_every_pairing_in_fixed_order():
    plans = PassScheduler(make_spec("dcba"), MASTER).next_pass()
    assert pairings(plans) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert plans[1].spec.players == ("d", "b")
    assert [entrant.name for entrant in plans[1].entrants] == ["d", "b"]


def test_every_pairing_and_pass_has_deals_of_its_own():
    _, passes = play_through(make_spec("abcd", deals_per_match=10, max_hands=60, stop="max_hands"))
    seeds = [plan.spec.seed for plans in passes for plan in plans]
    assert len(seeds) == len(set(seeds)) == 6 * 3


def test_tables_of_more_than_two_are_all_combinations():
    scheduler = PassScheduler(make_spec("abcde", seats=3), MASTER)
    assert pairings(scheduler.next_pass()) == list(combinations(range(5), 3)) == list(Progress(scheduler.spec).pairings())
    assert scheduler.next_pass()[0].spec.leg_count == 3


@pytest.mark.parametrize(
    ("play", "counts"),
    [
        ({"deals_per_match": 10, "max_hands": 50}, [10, 10, 5]),
        ({"deals_per_match": 10, "max_hands": 41}, [10, 10]),
        ({"deals_per_match": 10, "max_hands": 3}, [1]),
        ({"deals_per_match": 10, "max_hands": 25, "deals": "independent"}, [10, 10, 5]),
        ({"deals_per_match": 10, "max_hands": 65, "seats": 3}, [10, 10, 1]),
    ],
)
def test_the_last_match_is_shortened_to_whole_blocks(play, counts):
    """50 hands are 25 mirrored deals; 41 are 20 and a hand that nobody plays; 65 hands at three seats are 21 deals."""
    outcomes, passes = play_through(make_spec("abc", stop="max_hands", **play))
    assert [plans[0].spec.deal_count for plans in passes] == counts
    assert sum(found.hand_count for found in outcomes) == PassScheduler(make_spec("abc", **play), MASTER).most_hands


def test_a_bot_that_always_forfeits_at_once_spends_the_budget_too():
    scheduler = PassScheduler(make_spec("ab", deals_per_match=5, max_hands=20), MASTER)
    for number in range(2):
        scheduler.add([outcome((0, 1), [forfeited(deal, 0) for deal in range(5)], number)])
    assert scheduler.next_pass() == ()


def test_it_stops_when_every_neighbour_is_decided():
    """2 chips of edge are 500 mbb/h against a deviation of 8 chips: a few hundred blocks, where 20,000 could be had."""
    outcomes, passes = play_through(make_spec("abc", deals_per_match=100, max_hands=40_000))
    found = standings(make_spec("abc"), outcomes)
    assert found.decided
    assert [row.entrant for row in found.rows] == ["a", "b", "c"]
    assert [(row.best_rank, row.worst_rank) for row in found.rows] == [(1, 1), (2, 2), (3, 3)]
    assert 2 <= len(passes) < 20


def test_before_the_start_rule_nothing_is_decided():
    _, passes = play_through(make_spec("ab", deals_per_match=100, max_hands=40_000))
    assert len(passes) >= 2


def test_the_pass_after_is_played_by_those_an_undecided_pair_needs():
    """a is far ahead; b, c and d tie exactly and need each other's neighbours. Each plays everyone, so also a."""
    scheduler = PassScheduler(make_spec("abcd", deals_per_match=400, max_hands=1600), MASTER)
    plans = scheduler.next_pass()
    scheduler.add([outcome(plan.pairing, duel([8] * 400 if plan.pairing[0] == 0 else [0] * 400)) for plan in plans])
    assert pairings(scheduler.next_pass()) == pairings(plans)


def test_pairings_that_nobody_needs_are_left_out():
    """a and b are sure of their places, c and d tie: a against b is over, everything with c or d goes on."""
    scheduler = PassScheduler(make_spec("abcd", deals_per_match=400, max_hands=1600), MASTER)
    nets = {(0, 1): 8, (0, 2): 16, (0, 3): 16, (1, 2): 16, (1, 3): 16, (2, 3): 0}
    scheduler.add([outcome(pairing, duel([net] * 400)) for pairing, net in nets.items()])
    assert pairings(scheduler.next_pass()) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert {plan.pass_number for plan in scheduler.next_pass()} == {1}


def test_a_tie_ends_with_the_budget():
    spec = make_spec("ab", deals_per_match=400, max_hands=1600)
    scheduler = PassScheduler(spec, MASTER)
    for number in range(2):
        scheduler.add([outcome((0, 1), duel([0] * 400), number)])
    assert scheduler.next_pass() == ()


def test_max_hands_plays_everything_however_clear_it_is():
    _, passes = play_through(make_spec("abc", deals_per_match=500, max_hands=3000, stop="max_hands"))
    assert [len(plans) for plans in passes] == [3, 3, 3]


def test_width_is_reached_at_once_without_scatter():
    scheduler = PassScheduler(make_spec("ab", deals_per_match=400, max_hands=9000, stop="width", width_mbb=1.0), MASTER)
    scheduler.add([outcome((0, 1), duel([8] * 400))])
    assert scheduler.next_pass() == ()


def test_width_plays_on_until_every_score_is_that_narrow():
    """Not wider at the end, wider one pass before; 9,000 hands would be 12 passes of 400 deals."""
    spec = make_spec("abc", deals_per_match=400, max_hands=9000, stop="width", width_mbb=120.0)
    outcomes, passes = play_through(spec)
    assert 2 <= len(passes) < 12
    assert all(row.high - row.low <= 120 for row in standings(spec, outcomes).rows)
    earlier = standings(spec, [found for found in outcomes if found.pass_number < len(passes) - 1]).rows
    assert any(row.high - row.low > 120 for row in earlier)


def test_width_leaves_out_pairings_of_those_who_are_narrow_enough():
    """a and b never scatter; c and d do, against each other only."""
    spec = make_spec("abcd", deals_per_match=400, max_hands=9000, stop="width", width_mbb=10.0)
    scheduler = PassScheduler(spec, MASTER)
    scheduler.add(
        [outcome(pairing, duel([40, -40] * 200 if pairing == (2, 3) else [0] * 400)) for pairing in Progress(scheduler.spec).pairings()]
    )
    assert pairings(scheduler.next_pass()) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_those_furthest_behind_play_first():
    """a and b were sure and left out for a pass; then b is even with c, so the meeting of a and b is made up before anything else."""
    scheduler = PassScheduler(make_spec("abc", deals_per_match=400, max_hands=8000), MASTER)
    scheduler.add([outcome(pairing, duel([net] * 400)) for pairing, net in {(0, 1): 8, (0, 2): 8, (1, 2): 0}.items()])
    assert pairings(scheduler.next_pass()) == [(0, 1), (0, 2), (1, 2)]
    scheduler = PassScheduler(make_spec("abcd", deals_per_match=400, max_hands=8000), MASTER)
    nets = {(0, 1): 8, (0, 2): 16, (0, 3): 16, (1, 2): 16, (1, 3): 16, (2, 3): 0}
    scheduler.add([outcome(pairing, duel([net] * 400)) for pairing, net in nets.items()])
    second = [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairings(scheduler.next_pass()) == second
    scheduler.add([outcome(pairing, duel([-48 if pairing == (1, 2) else nets[pairing]] * 400), 1) for pairing in second])
    assert pairings(scheduler.next_pass()) == [(0, 1)]

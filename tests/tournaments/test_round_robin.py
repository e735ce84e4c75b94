"""Tests of arena/tournaments/round_robin.py."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.matches import derive_match_id, match_seed
from arena.tournaments import MatchPlan, RoundRobin, standings
from tests.tournaments.making import duel, forfeited, make_spec, outcome, simulate, void

MASTER = bytes(range(32))


def play_through(spec, limit=200):
    """Every outcome of a simulated tournament, and the plans of every pass."""
    scheduler, outcomes, passes = RoundRobin(spec, MASTER), [], []
    while (plans := scheduler.next_pass()) and len(passes) < limit:
        passes.append(plans)
        played = [simulate(plan) for plan in plans]
        outcomes += played
        scheduler.add(played)
    return outcomes, passes


def pairings(plans):
    return [plan.pairing for plan in plans]


def test_a_pass_is_one_match_of_every_pairing_in_fixed_order():
    plans = RoundRobin(make_spec("dcba"), MASTER).next_pass()
    assert pairings(plans) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert plans[1].spec.players == ("d", "b")
    assert [entrant.name for entrant in plans[1].entrants] == ["d", "b"]


def test_what_a_match_is_made_of():
    spec = make_spec("abc", deals_per_match=30)
    plan = RoundRobin(spec, MASTER).next_pass()[2]
    seed = match_seed(MASTER, "pairing 1-2", 0)
    assert isinstance(plan, MatchPlan)
    assert (plan.spec.seed, plan.spec.match_id) == (seed, derive_match_id(seed, 0))
    assert (plan.pass_number, plan.attempt, plan.spec.deal_count, plan.spec.mirrored) == (0, 0, 30, True)
    assert (plan.spec.tournament_name, plan.spec.game_name, plan.spec.ruleset, plan.spec.clock) == (
        "T",
        "five_card_draw",
        spec.ruleset,
        spec.clock,
    )


def test_every_pairing_and_pass_has_deals_of_its_own():
    _, passes = play_through(make_spec("abcd", deals_per_match=10, max_hands=60, stop="max_hands"))
    seeds = [plan.spec.seed for plans in passes for plan in plans]
    assert len(seeds) == len(set(seeds)) == 6 * 3


def test_tables_of_more_than_two_are_all_combinations():
    scheduler = RoundRobin(make_spec("abcde", seats=3), MASTER)
    assert pairings(scheduler.next_pass()) == list(combinations(range(5), 3)) == list(scheduler.pairings)
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
    assert sum(found.hand_count for found in outcomes) == RoundRobin(make_spec("abc", **play), MASTER).most_hands


def test_a_bot_that_always_forfeits_at_once_spends_the_budget_too():
    scheduler = RoundRobin(make_spec("ab", deals_per_match=5, max_hands=20), MASTER)
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
    scheduler = RoundRobin(make_spec("abcd", deals_per_match=400, max_hands=1600), MASTER)
    plans = scheduler.next_pass()
    scheduler.add([outcome(plan.pairing, duel([8] * 400 if plan.pairing[0] == 0 else [0] * 400)) for plan in plans])
    assert pairings(scheduler.next_pass()) == pairings(plans)


def test_pairings_that_nobody_needs_are_left_out():
    """a and b are sure of their places, c and d tie: a against b is over, everything with c or d goes on."""
    scheduler = RoundRobin(make_spec("abcd", deals_per_match=400, max_hands=1600), MASTER)
    nets = {(0, 1): 8, (0, 2): 16, (0, 3): 16, (1, 2): 16, (1, 3): 16, (2, 3): 0}
    scheduler.add([outcome(pairing, duel([net] * 400)) for pairing, net in nets.items()])
    assert pairings(scheduler.next_pass()) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert {plan.pass_number for plan in scheduler.next_pass()} == {1}


def test_a_tie_ends_with_the_budget():
    spec = make_spec("ab", deals_per_match=400, max_hands=1600)
    scheduler = RoundRobin(spec, MASTER)
    for number in range(2):
        scheduler.add([outcome((0, 1), duel([0] * 400), number)])
    assert scheduler.next_pass() == ()


def test_max_hands_plays_everything_however_clear_it_is():
    _, passes = play_through(make_spec("abc", deals_per_match=500, max_hands=3000, stop="max_hands"))
    assert [len(plans) for plans in passes] == [3, 3, 3]


def test_width_is_reached_at_once_without_scatter():
    scheduler = RoundRobin(make_spec("ab", deals_per_match=400, max_hands=9000, stop="width", width_mbb=1.0), MASTER)
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
    scheduler = RoundRobin(spec, MASTER)
    scheduler.add([outcome(pairing, duel([40, -40] * 200 if pairing == (2, 3) else [0] * 400)) for pairing in scheduler.pairings])
    assert pairings(scheduler.next_pass()) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_an_unfinished_pass_wants_what_is_missing():
    scheduler = RoundRobin(make_spec("abc"), MASTER)
    plans = scheduler.next_pass()
    scheduler.add([simulate(plans[1])])
    assert scheduler.next_pass() == (plans[0], plans[2])
    assert scheduler.next_pass() == scheduler.next_pass()


def test_a_void_match_is_played_again_on_the_same_deals_under_a_new_name():
    scheduler = RoundRobin(make_spec("abc"), MASTER)
    plan = scheduler.next_pass()[0]
    again = scheduler.retry(plan)
    assert (again.attempt, again.pairing, again.pass_number) == (1, plan.pairing, plan.pass_number)
    assert again.spec.seed == plan.spec.seed
    assert again.spec.match_id == derive_match_id(plan.spec.seed, 1) != plan.spec.match_id
    scheduler.add([void(plan)])
    assert scheduler.next_pass()[0] == again
    assert scheduler.retry(again).attempt == 2


def test_with_a_remote_bot_it_is_played_again_on_new_deals():
    scheduler = RoundRobin(make_spec("abc", remote="c"), MASTER)
    own, remote = scheduler.next_pass()[:2]
    assert scheduler.retry(own).spec.seed == own.spec.seed
    again = scheduler.retry(remote)
    assert len({remote.spec.seed, again.spec.seed, scheduler.retry(again).spec.seed}) == 3
    assert again.spec.match_id == derive_match_id(again.spec.seed, 1)
    scheduler.add([void(remote)])
    assert scheduler.next_pass()[1] == again


def test_an_outcome_that_comes_twice_counts_once():
    scheduler, other = RoundRobin(make_spec("ab"), MASTER), RoundRobin(make_spec("ab"), MASTER)
    played = simulate(scheduler.next_pass()[0])
    scheduler.add([played, played])
    scheduler.add([played])
    other.add([played])
    assert scheduler.next_pass() == other.next_pass()


RESUMED = [
    make_spec("abcd", deals_per_match=60, max_hands=1500),
    make_spec("abc", deals_per_match=70, max_hands=500, stop="max_hands"),
    make_spec("abc", deals_per_match=150, max_hands=2500, stop="width", width_mbb=400.0),
    make_spec("abcd", deals_per_match=100, max_hands=1500, seats=3),
    make_spec("abc", remote="b", deals_per_match=100, max_hands=1000),
]
PLAYED = [play_through(spec) for spec in RESUMED]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(range(len(RESUMED))), st.randoms(use_true_random=False), st.data())
def test_stopped_anywhere_it_goes_on_as_if_it_had_not_been(which, shuffler: random.Random, data):
    """Some passes whole and a part of the next one, with void matches among them, in any order and any split."""
    spec, (outcomes, passes) = RESUMED[which], PLAYED[which]
    cut = data.draw(st.integers(0, len(outcomes)))
    known = outcomes[:cut] + [void(plan) for plan in data.draw(st.lists(st.sampled_from(passes[0]), max_size=2, unique=True))]
    live = RoundRobin(spec, MASTER)
    live.add(known)
    shuffler.shuffle(known)
    resumed, split = RoundRobin(spec, MASTER), data.draw(st.integers(0, len(known)))
    resumed.add(known[:split])
    resumed.next_pass()
    resumed.add(known[split:])
    assert resumed.next_pass() == live.next_pass()
    due = [plan for plans in passes for plan in plans][cut:]
    assert [(plan.pass_number, plan.pairing) for plan in due[: len(resumed.next_pass())]] == [
        (plan.pass_number, plan.pairing) for plan in resumed.next_pass()
    ]


@pytest.mark.parametrize("which", range(len(RESUMED)))
def test_everything_stored_means_it_is_over(which):
    scheduler = RoundRobin(RESUMED[which], MASTER)
    scheduler.add(reversed(PLAYED[which][0]))
    assert scheduler.next_pass() == ()

"""Tests of arena/tournaments/passes.py: what every format has in common. Stopped anywhere, a tournament goes on as if it had not been."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.matches import Status, derive_match_id, match_seed
from arena.tournaments import FORMATS, MatchPlan, PassScheduler, standings
from tests.tournaments.making import (
    CARRY,
    MASTER,
    disqualify,
    duel,
    enter,
    make_spec,
    outcome,
    pairings,
    play_through,
    simulate,
    void,
    void_by_hand,
    withdraw,
)


def test_what_a_match_is_made_of():
    spec = make_spec("abc", deals_per_match=30)
    plan = PassScheduler(spec, MASTER).next_pass()[2]
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
    assert (plan.spec.players, [entrant.name for entrant in plan.entrants]) == (("b", "c"), ["b", "c"])


def test_an_unfinished_pass_wants_what_is_missing():
    scheduler = PassScheduler(make_spec("abc"), MASTER)
    plans = scheduler.next_pass()
    scheduler.add([simulate(plans[1])])
    assert scheduler.next_pass() == (plans[0], plans[2])
    assert scheduler.next_pass() == scheduler.next_pass()


def test_a_void_match_is_played_again_on_the_same_deals_under_a_new_name():
    scheduler = PassScheduler(make_spec("abc"), MASTER)
    plan = scheduler.next_pass()[0]
    again = scheduler.retry(plan)
    assert (again.attempt, again.pairing, again.pass_number) == (1, plan.pairing, plan.pass_number)
    assert again.spec.seed == plan.spec.seed
    assert again.spec.match_id == derive_match_id(plan.spec.seed, 1) != plan.spec.match_id
    scheduler.add([void(plan)])
    assert scheduler.next_pass()[0] == again
    assert scheduler.retry(again).attempt == 2


def test_with_a_remote_bot_it_is_played_again_on_new_deals():
    scheduler = PassScheduler(make_spec("abc", remote="c"), MASTER)
    own, remote = scheduler.next_pass()[:2]
    assert scheduler.retry(own).spec.seed == own.spec.seed
    again = scheduler.retry(remote)
    assert len({remote.spec.seed, again.spec.seed, scheduler.retry(again).spec.seed}) == 3
    assert again.spec.match_id == derive_match_id(again.spec.seed, 1)
    scheduler.add([void(remote)])
    assert scheduler.next_pass()[1] == again


def test_an_outcome_that_comes_twice_counts_once():
    scheduler, other = PassScheduler(make_spec("ab"), MASTER), PassScheduler(make_spec("ab"), MASTER)
    played = simulate(scheduler.next_pass()[0])
    scheduler.add([played, played])
    scheduler.add([played])
    other.add([played])
    assert scheduler.next_pass() == other.next_pass()


def test_orders_hold_from_their_pass_on():
    """Told before it begins; a pass that has begun goes on as it was."""
    scheduler = PassScheduler(make_spec("abc", stop="max_hands"), MASTER)
    assert (scheduler.pass_number, scheduler.begun) == (0, False)
    first = scheduler.next_pass()
    assert scheduler.begun
    scheduler.obey([withdraw("c", 1)])
    assert scheduler.next_pass() == first
    scheduler.add(map(simulate, first))
    assert (scheduler.pass_number, scheduler.begun) == (1, False)
    assert pairings(scheduler.next_pass()) == [(0, 1)]


def test_an_order_for_a_pass_that_has_begun_is_our_mistake():
    scheduler = PassScheduler(make_spec("abc"), MASTER)
    scheduler.obey([withdraw("c", 0)])
    scheduler.next_pass()
    with pytest.raises(AssertionError, match="the pass has not begun"):
        scheduler.obey([withdraw("b", 0)])
    with pytest.raises(AssertionError, match="the pass is known"):
        scheduler.obey([withdraw("b")])


def test_a_pass_of_which_something_is_stored_has_begun():
    """So orders given while the arena was away hold from the next one on."""
    spec = make_spec("abc", stop="max_hands")
    scheduler = PassScheduler(spec, MASTER)
    scheduler.add([simulate(PassScheduler(spec, MASTER).next_pass()[1])])
    assert (scheduler.pass_number, scheduler.begun) == (0, True)


def test_the_board_is_that_after_the_orders():
    scheduler = PassScheduler(make_spec("abc"), MASTER, [withdraw("a", 1)])
    scheduler.add([outcome(pairing, duel([4] * 300)) for pairing in [(0, 1), (0, 2), (1, 2)]])
    assert scheduler.board.ranked == {0, 1, 2}
    scheduler.next_pass()
    assert scheduler.board.ranked == {1, 2}
    assert scheduler.spec.entrants == make_spec("abc").entrants


SPECS = {
    "round_robin, decided": make_spec("abcd", deals_per_match=100, max_hands=1400),
    "round_robin, max_hands": make_spec("abc", deals_per_match=70, max_hands=500, stop="max_hands"),
    "round_robin, width": make_spec("abc", deals_per_match=150, max_hands=2500, stop="width", width_mbb=400.0),
    "round_robin, tables": make_spec("abcd", deals_per_match=100, max_hands=1500, seats=3),
    "round_robin, remote": make_spec("abc", remote="b", deals_per_match=100, max_hands=700),
    "gauntlet": make_spec("abcde", format="gauntlet", hero=("b", "d"), deals_per_match=100, max_hands=1400),
    "swiss": make_spec("abcdefg", format="swiss", passes=4, deals_per_match=100, max_hands=1000),
    "ladder": make_spec("abcde", format="ladder", passes=8, deals_per_match=60, max_hands=400, stop="max_hands"),
    "knockout": make_spec("abcdef", format="knockout", deals_per_match=100, max_hands=600),
    "sit_and_go": make_spec(
        "abcd", format="sit_and_go", seats=3, payouts=(70, 30), ruleset=CARRY, deals_per_match=20, max_hands=300, stop="max_hands"
    ),
    "solo": make_spec("abc", format="solo", seats=1, deals_per_match=50, max_hands=200, stop="max_hands"),
}


def test_every_format_is_looked_at():
    assert {name.split(",")[0] for name in SPECS} == set(FORMATS)


def now_and_then_void(plan):
    """The plan's match, lost the first time in about one of ten."""
    return void(plan) if plan.attempt == 0 and plan.spec.seed[-1] < 25 else simulate(plan)


@st.composite
def orders_now(draw, scheduler, outcomes):
    """What an organiser decides before a pass; none after the seventh, as every match that is void is another to play."""
    spec, number = scheduler.spec, scheduler.pass_number
    there = [entrant.name for entrant in spec.entrants]
    given = []
    if draw(st.integers(0, 3)) == 0 and FORMATS[spec.format].late_entry and len(there) < 8:
        given.append(enter(f"late {number}", number))
    if draw(st.integers(0, 5)) == 0:
        given.append(draw(st.sampled_from([withdraw, disqualify]))(draw(st.sampled_from(there)), number))
    counted = [found.match_id for found in outcomes if found.status != Status.VOID]
    if counted and draw(st.integers(0, 2)) == 0:
        given.append(void_by_hand(draw(st.sampled_from(counted)), number))
    return given


def play_live(spec, data):
    """A whole tournament as a dealer plays it: outcomes in the order in which they ended, plans by pass, and the orders."""
    scheduler, outcomes, passes, orders = PassScheduler(spec, MASTER), [], [], []
    while len(passes) < 100:
        new = data.draw(orders_now(scheduler, outcomes)) if scheduler.pass_number < 7 and not scheduler.begun else []
        scheduler.obey(new)
        orders += new
        plans = scheduler.next_pass()
        if not plans:
            return outcomes, passes, orders, scheduler
        passes.append(plans)
        ended = [now_and_then_void(plan) for plan in data.draw(st.permutations(plans))]
        outcomes += ended
        scheduler.add(ended)
    raise AssertionError("it ends")


@pytest.mark.slow
@pytest.mark.parametrize("which", SPECS)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow])
@given(data=st.data())
def test_stopped_anywhere_it_goes_on_as_if_it_had_not_been(which, data):
    """Law, for every format: whatever of it was stored, added in any order and in any parts, with the orders that were given at any pass,
    what comes next is the same, and so is how it all ends; and no match is planned twice."""
    spec = SPECS[which]
    outcomes, passes, orders, live = play_live(spec, data)
    planned = [plan for plans in passes for plan in plans]
    assert len({plan.spec.match_id for plan in planned}) == len({(plan.pairing, plan.pass_number, plan.attempt) for plan in planned})
    assert len({plan.spec.match_id for plan in planned}) == len(planned) == len(outcomes)

    known = outcomes[: data.draw(st.integers(0, len(outcomes)))]
    shuffled = data.draw(st.permutations(known))
    resumed, split = PassScheduler(spec, MASTER, orders), data.draw(st.integers(0, len(known)))
    resumed.add(shuffled[:split])
    resumed.next_pass()
    resumed.add(shuffled[split:])
    resumed.add(shuffled[:3])
    again = list(known)
    while plans := resumed.next_pass():
        assert {plan.spec.match_id for plan in plans} <= {plan.spec.match_id for plan in planned} - {found.match_id for found in again}
        again += map(now_and_then_void, plans)
        resumed.add(again[-len(plans) :])
    assert standings(spec, again, orders).document() == standings(spec, outcomes, orders).document()
    assert (resumed.board.order, resumed.board.scores, resumed.pass_number) == (live.board.order, live.board.scores, live.pass_number)
    assert (resumed.spec, resumed.estimated_hands()) == (live.spec, live.estimated_hands())


@pytest.mark.parametrize("which", SPECS)
def test_everything_stored_means_it_is_over(which):
    outcomes, passes = play_through(SPECS[which])
    scheduler = PassScheduler(SPECS[which], MASTER)
    scheduler.add(reversed(outcomes))
    assert len(passes) > 1
    assert scheduler.next_pass() == ()
    assert scheduler.estimated_hands() == 0


@pytest.mark.parametrize("which", SPECS)
def test_no_number_depends_on_the_order_in_which_matches_ended(which):
    outcomes, _ = play_through(SPECS[which])
    expected = standings(SPECS[which], outcomes)
    random.Random(1).shuffle(outcomes)
    assert standings(SPECS[which], outcomes) == expected


@pytest.mark.parametrize("which", SPECS)
def test_scheduler_and_standings_see_the_same_board(which):
    """After every pass: what ends a tournament is what people see."""
    scheduler, outcomes = PassScheduler(SPECS[which], MASTER), []
    while plans := scheduler.next_pass():
        outcomes += map(simulate, plans)
        scheduler.add(outcomes[-len(plans) :])
        found = standings(SPECS[which], outcomes)
        assert [row.entrant for row in found.rows] == [scheduler.spec.entrants[entrant].name for entrant in scheduler.board.order]
        assert found.decided == (not scheduler.board.undecided_pairs)

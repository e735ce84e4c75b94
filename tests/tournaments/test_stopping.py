"""Tests of arena/tournaments/stopping.py and forecasts.py: when it is enough, and how much is left until then."""

import dataclasses
from functools import partial

import pytest

from arena.tournaments import PassScheduler, budget_of
from tests.tournaments.making import (
    CARRY,
    MASTER,
    duel,
    enter,
    forfeit,
    forfeited,
    make_spec,
    outcome,
    pairings,
    play_through,
    simulate,
    withdraw,
)

STOPS = {
    "decided": {"stop": "decided", "max_hands": 6000},
    "max_hands": {"stop": "max_hands", "max_hands": 1250},
    "width": {"stop": "width", "width_mbb": 400.0, "max_hands": 6000},
}
FORMATS = {
    "round_robin": {"names": "abcd"},
    "tables": {"names": "abcd", "seats": 3},
    "gauntlet": {"names": "abcde", "format": "gauntlet", "hero": ("b", "d")},
    "swiss": {"names": "abcdefg", "format": "swiss", "passes": 5},
    "ladder": {"names": "abcde", "format": "ladder", "passes": 15},
    "knockout": {"names": "abcdef", "format": "knockout"},
    "sit_and_go": {"names": "abcd", "format": "sit_and_go", "seats": 3, "payouts": (70, 30), "ruleset": CARRY, "max_hands": 3750},
}
PLAYABLE = [(name, stop) for name in FORMATS for stop in STOPS if (name, stop) != ("knockout", "width")]
"""A knockout has no width."""


def due(plan):
    return plan.spec.deal_count * plan.spec.leg_count


def followed(spec, make=simulate, orders=()):
    """A tournament pass by pass: hands that were due before, the forecast, and what is planned."""
    scheduler, spent = PassScheduler(spec, MASTER, orders), 0
    while True:
        plans = scheduler.next_pass()
        yield spent, scheduler.estimated_hands(), plans, scheduler
        if not plans:
            return
        scheduler.add(map(make, plans))
        spent += sum(map(due, plans))


@pytest.mark.parametrize(("name", "stop"), PLAYABLE)
def test_a_forecast_is_never_above_the_budget_and_nothing_when_it_is_over(name, stop):
    """At every pass of every format, whatever ends it; before the end it is never nothing."""
    spec = make_spec(**{"deals_per_match": 125} | STOPS[stop] | FORMATS[name])
    passes = list(followed(spec))
    most, _ = budget_of(spec)
    assert len(passes) > 2
    for spent, forecast, plans, _ in passes:
        assert spent + forecast <= most
        assert (forecast > 0) == bool(plans)
        assert forecast >= sum(map(due, plans))


def test_max_hands_forecasts_the_budget_exactly():
    """25 deals in matches of 10, 10 and 5; the last hand of 51 is nobody's."""
    spec = make_spec("abc", deals_per_match=10, max_hands=51, stop="max_hands")
    assert [(spent, forecast) for spent, forecast, _, _ in followed(spec)] == [(0, 150), (60, 90), (120, 30), (150, 0)]


@pytest.mark.parametrize("spec", [{"names": "ab"}, {"names": "abc"}, {"names": "abcd", "format": "gauntlet", "hero": ("a",)}])
def test_with_exact_knowledge_the_forecast_is_exact(spec):
    """Blocks that repeat one pattern have the same mean and deviation in every pass: the second forecast is the last one, too."""

    def make(plan):
        edge = plan.pairing[1] - plan.pairing[0]
        return outcome(plan.pairing, duel([edge + 8, edge - 8] * 50), plan.pass_number, match_id=plan.spec.match_id)

    totals = [spent + forecast for spent, forecast, _, _ in followed(make_spec(**spec, deals_per_match=100, max_hands=40_000), make)]
    assert len(totals) > 4
    assert max(totals[2:]) - min(totals[2:]) <= 0.05 * totals[-1] + 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields",
    [
        {"names": "ab"},
        {"names": "abc"},
        {"names": "abc", "stop": "width", "width_mbb": 150.0},
        {"names": "abcd", "format": "gauntlet", "hero": ("a",)},
        {"names": "abcd", "format": "ladder", "passes": 200},
        {"names": "ab", "format": "knockout"},
    ],
)
def test_forecasts_are_honest_in_simulation(fields):
    """Forecast against truth, over 16 tournaments: the middle one within a factor of 2.5 half way through, of 1.5 after four fifths;
    there none is more than four times off. Sooner they cannot be good: what decides grows with the square of a mean that is not known yet.
    """
    half, later = [], []
    for number in range(16):
        spec = make_spec(**{"deals_per_match": 100, "max_hands": 200_000} | fields)
        scheduler, spent, seen = PassScheduler(spec, bytes([number]) * 32), 0, []
        while plans := scheduler.next_pass():
            seen.append((spent, scheduler.estimated_hands()))
            scheduler.add(map(partial(simulate, edge_chips=1.5), plans))
            spent += sum(map(due, plans))
        for part, ratios in ((0.5, half), (0.8, later)):
            ratios.append(sum(min(seen, key=lambda pair, at=part * spent: abs(pair[0] - at))) / spent)
    assert 1 / 2.5 < sorted(half)[8] < 2.5
    assert 2 / 3 < sorted(later)[8] < 3 / 2
    assert 1 / 4 < min(later) < max(later) < 4


def test_exact_twins_are_forecast_to_spend_the_budget():
    """A mean of nothing decides nothing."""
    spec = make_spec("ab", deals_per_match=100, max_hands=2000)
    made = [
        (spent, forecast) for spent, forecast, _, _ in followed(spec, lambda plan: outcome(plan.pairing, duel([0] * 100), plan.pass_number))
    ]
    assert made == [(200 * number, 2000 - 200 * number) for number in range(11)]


def test_skewed_results_are_forecast_to_need_the_blocks_that_an_interval_starts_at():
    """One block in fifty of 200 chips, else −2: a skewness of about 7 asks for 40 × 49 blocks and more, of which 200 are played."""
    spec = make_spec("ab", deals_per_match=100, max_hands=200_000)
    nets = ([200] + [-2] * 49) * 2
    _, forecast, _, scheduler = list(
        zip(range(3), followed(spec, lambda plan: outcome(plan.pairing, duel(nets), plan.pass_number)), strict=False)
    )[2][1]
    assert scheduler.board.evidence(0, 1).skewness > 6.5
    assert forecast >= 2 * (40 * 6.5**2 - 200)


def test_where_one_is_scored_nothing_can_be_decided_and_the_budget_is_played():
    """Measured against references that have no place."""
    spec = make_spec("arx", unscored="rx", deals_per_match=100, max_hands=400)
    _, passes = play_through(spec)
    assert [pairings(plans) for plans in passes] == [[(0, 1), (0, 2), (1, 2)]] * 2
    gauntlet = dataclasses.replace(spec, format="gauntlet", hero=("a",))
    assert [len(plans) for plans in play_through(gauntlet)[1]] == [2, 2]
    alone = dataclasses.replace(spec, entrants=spec.entrants[:1], format="solo", play=dataclasses.replace(spec.play, seats=1))
    assert [pairings(plans) for plans in play_through(alone, forfeit_alone)[1]] == [[(0,)]] * 4


def forfeit_alone(plan):
    return forfeit(plan, 0)


def test_when_the_last_but_one_leaves_there_is_nothing_to_decide():
    """Of three against the house; unlike one who was alone from the start, the last one need not go on."""
    spec = make_spec("abc", format="solo", seats=1, deals_per_match=10, max_hands=40)
    orders = [withdraw("a", 1), withdraw("b", 1)]
    assert [len(plans) for plans in play_through(spec, forfeit_alone, orders)[1]] == [3]


def test_a_bot_that_gives_everything_up_ends_with_the_budget_at_the_latest():
    """Its blocks never count for the other: nothing is decided heads-up, and nothing fails."""
    spec = make_spec("ab", deals_per_match=100, max_hands=1000)
    steps = list(followed(spec, lambda plan: forfeit(plan, 0)))
    assert [forecast for _, forecast, _, _ in steps] == [1000, 800, 600, 400, 200, 0]


@pytest.mark.parametrize(("name", "stop"), PLAYABLE)
def test_everybody_may_give_up_everything(name, stop):
    """Matches of which nobody ever plays a block: they end with the budget, not with an error."""
    spec = make_spec(**{"deals_per_match": 125} | STOPS[stop] | FORMATS[name])
    steps = list(followed(spec, lambda plan: forfeit(plan, plan.pass_number % len(plan.pairing))))
    assert steps[-1][1] == 0
    assert steps[-1][0] <= budget_of(spec)[0]


def test_a_late_entrant_is_forecast_to_play_what_it_may():
    spec = make_spec("ab", deals_per_match=100, max_hands=1000, stop="max_hands")
    steps = [(spent, forecast) for spent, forecast, _, _ in followed(spec, orders=[enter("c", 2)])]
    assert steps[1:3] == [(200, 800), (400, 600 + 2 * 1000)]
    assert steps[-1] == (3000, 0)


def test_half_a_block_that_counts_is_enough_to_play_on():
    """Width: without an interval nobody is narrow enough."""
    spec = make_spec("ab", deals_per_match=10, max_hands=100, stop="width", width_mbb=1.0)
    _, passes = play_through(spec, lambda plan: outcome(plan.pairing, [forfeited(n, 0, 1, (4, -4)) for n in range(10)], plan.pass_number))
    assert len(passes) == 5

"""Tests of arena/tournaments/gauntlet.py. Over two legs 4 chips are 500 mbb/h."""

import pytest

from arena.tournaments import PassScheduler, budget_of, standings
from tests.tournaments.making import MASTER, duel, enter, make_spec, outcome, pairings, play_through, rows_of, withdraw

STEADY = {"deals_per_match": 400, "max_hands": 4000}


def gauntlet(names="abcd", hero="a", **fields):
    return make_spec(names, format="gauntlet", hero=tuple(hero), **STEADY | fields)


def after(spec, nets, orders=()):
    """What is planned after passes in which each pairing won the same in every block."""
    scheduler = PassScheduler(spec, MASTER, orders)
    for number, won in enumerate(nets):
        scheduler.add([outcome(pairing, duel([net] * 400), number) for pairing, net in won.items()])
    return pairings(scheduler.next_pass())


def test_one_meets_all_and_nobody_else_meets():
    assert pairings(PassScheduler(gauntlet(hero="b"), MASTER).next_pass()) == [(0, 1), (1, 2), (1, 3)]


def test_heroes_meet_the_field_and_not_each_other():
    assert pairings(PassScheduler(gauntlet(hero="ca"), MASTER).next_pass()) == [(0, 1), (0, 3), (1, 2), (2, 3)]


def test_the_budget_is_that_of_the_meetings():
    """Two heroes, three others: six pairings of 4,000 hands, in matches of 800."""
    assert budget_of(gauntlet("abcde", "ab")) == (6 * 4000, 6 * 5)


def test_a_meeting_that_is_decided_is_over():
    """a beats b, is even with c, loses to d."""
    assert after(gauntlet(), [{(0, 1): 4, (0, 2): 0, (0, 3): -4}]) == [(0, 2)]
    assert after(gauntlet(), [{(0, 1): 4, (0, 2): 4, (0, 3): -4}]) == []


def test_heroes_who_are_even_go_on_against_all():
    """Every meeting is decided but a and b are even: their scores rest on all of their meetings."""
    even = {(0, 2): 4, (0, 3): -4, (1, 2): 4, (1, 3): -4}
    assert after(gauntlet(hero="ab"), [even]) == sorted(even)
    assert after(gauntlet(hero="ab"), [even | {(1, 2): 8}]) == []


def test_only_heroes_that_are_neighbours_and_even_go_on():
    """b is far behind a and c, who are even; its own meetings are decided."""
    nets = {(0, 3): 40, (0, 4): 40, (1, 3): -4, (1, 4): -4, (2, 3): 40, (2, 4): 40}
    assert after(gauntlet("abcde", "abc"), [nets]) == [(0, 3), (0, 4), (2, 3), (2, 4)]


@pytest.mark.parametrize("stop", [{"stop": "max_hands"}, {"stop": "width", "width_mbb": 0.001}])
def test_otherwise_every_meeting_goes_on(stop):
    nets = {(0, 1): 4, (0, 2): 0, (0, 3): -4}
    wanted = sorted(nets) if stop["stop"] == "max_hands" else []
    assert after(gauntlet(**stop), [nets]) == wanted, "without scatter every score is exact"


def test_it_is_over_with_the_budget():
    spec = gauntlet(max_hands=1600)
    assert after(spec, [{(0, 1): 0, (0, 2): 0, (0, 3): 0}] * 2) == []


def test_a_late_opponent_catches_up_before_it_counts():
    """Two passes without e; then e alone twice, then all. It does so too where the others are decided."""
    spec = gauntlet("abcd", max_hands=3200, stop="max_hands")
    _, passes = play_through(spec, lambda plan: outcome(plan.pairing, duel([0] * 400), plan.pass_number), [enter("e", 2)])
    meetings = [(0, 1), (0, 2), (0, 3)]
    late = [(0, 4)]
    assert [pairings(plans) for plans in passes] == [meetings, meetings, late, late, [*meetings, *late], [*meetings, *late]]
    assert after(gauntlet(), [{(0, 1): 4, (0, 2): 4, (0, 3): 4}], [enter("e", 1)]) == late


def test_a_late_opponent_has_no_place_until_it_has_met_every_hero_as_often():
    spec = gauntlet("abc", "ab", stop="max_hands")
    orders = [enter("d", 2)]
    before = [outcome(pairing, duel([4] * 400), number) for number in (0, 1) for pairing in [(0, 2), (1, 2)]]
    for met, status in (([], "late"), ([(0, 3)], "late"), ([(0, 3), (1, 3)], "late")):
        found = standings(spec, before + [outcome(pairing, duel([4] * 400), 2) for pairing in met], orders)
        assert rows_of(found)["d"].status == status
    met = [outcome(pairing, duel([4] * 400), number) for number in (2, 3) for pairing in [(0, 3), (1, 3)]]
    assert rows_of(standings(spec, before + met, orders))["d"].status == ""


def test_when_the_only_hero_leaves_it_is_over():
    spec = gauntlet(stop="max_hands")
    outcomes, passes = play_through(spec, orders=[withdraw("a", 2)])
    assert len(passes) == 2
    rows = rows_of(standings(spec, outcomes, [withdraw("a", 2)]))
    assert (rows["a"].best_rank, rows["a"].status) == (None, "withdrawn")
    assert [(rows[name].score, rows[name].worst_rank) for name in "bcd"] == [(0.0, 3)] * 3


def test_ranks_of_a_gauntlet():
    """a beats b and c surely, and b did surely better against it than c: 1, 2, 3."""
    nets = {(0, 1): 4, (0, 2): 8}
    found = standings(gauntlet("abc"), [outcome(pairing, duel([net] * 400)) for pairing, net in nets.items()])
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [("a", 1, 1), ("b", 2, 2), ("c", 3, 3)]
    assert (found.decided, found.format) == (True, "gauntlet")

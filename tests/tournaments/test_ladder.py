"""Tests of arena/tournaments/ladder.py."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournaments import PassScheduler, budget_of, standings
from arena.tournaments.ladder import bench_ends
from arena.tournaments.progress import progress_of
from tests.tournaments.making import (
    MASTER,
    duel,
    enter,
    forfeit,
    make_spec,
    outcome,
    pairings,
    play_through,
    rows_of,
    simulate,
    void_by_hand,
    withdraw,
)

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def ladder(count=6, passes=20, **fields):
    settings = {"deals_per_match": 10, "max_hands": 100_000, "stop": "max_hands"}
    return make_spec(LETTERS[:count], format="ladder", passes=passes, **settings | fields)


def matches_of(passes):
    return Counter(entrant for plans in passes for pairing in pairings(plans) for entrant in pairing)


@given(st.integers(2, 9), st.integers(0, 2**32))
@settings(max_examples=25)
def test_nobody_starves(count, number):
    """Law: after every pass no two that were there from the start have numbers of matches that differ by more than one."""
    scheduler, played = PassScheduler(ladder(count), number.to_bytes(32, "big")), Counter()
    for _ in range(15):
        plans = scheduler.next_pass()
        assert len(plans) == count // 2
        assert len(matches_of([plans])) == 2 * len(plans), "at most one match each"
        played.update(matches_of([plans]))
        assert max(played.values()) - min([played[entrant] for entrant in range(count)]) <= 1
        scheduler.add(map(simulate, plans))


def test_neighbours_on_the_board_meet_and_not_always_the_same():
    """A pass in which all are even, then by scores: b chooses c, which is next to it, and the other two are left for each other."""
    scheduler = PassScheduler(ladder(4), MASTER)
    assert pairings(scheduler.next_pass()) == [(0, 1), (2, 3)]
    scheduler.add([outcome((0, 1), duel([-16] * 10)), outcome((2, 3), duel([8] * 10))])
    assert scheduler.board.by_score == (1, 2, 3, 0)
    assert pairings(scheduler.next_pass()) == [(0, 3), (1, 2)]


def test_in_the_long_run_most_matches_are_among_neighbours():
    """Ten entrants, each clearly better than the next. If those d places apart meet in proportion to 1/d, and there are 10 − d such
    pairings, 13 in 19.3 matches are with the next or the next but one; of the pairings they are 17 in 45."""
    _, passes = play_through(ladder(10, passes=150))
    near = sum(abs(a - b) <= 2 for plans in passes for a, b in pairings(plans))
    assert near / sum(map(len, passes)) == pytest.approx(13 / 19.3, abs=0.08)
    assert len({pairing for plans in passes for pairing in pairings(plans)}) > 30, "and many others are met"


def test_it_ends_after_its_passes_or_when_it_is_decided():
    _, passes = play_through(ladder(4, passes=7))
    assert len(passes) == 7
    assert budget_of(ladder(4, passes=7)) == (7 * 2 * 20, 14)
    _, passes = play_through(ladder(3, passes=100, deals_per_match=200, stop="decided"))
    assert 2 < len(passes) < 30
    outcomes, _ = play_through(ladder(3, passes=100, deals_per_match=200, stop="decided"))
    assert standings(ladder(3, stop="decided"), outcomes).decided


def test_it_ends_when_every_pairing_has_spent_its_budget():
    """Three entrants, 40 hands a pairing, matches of 20: two each."""
    outcomes, _ = play_through(ladder(3, passes=100, max_hands=40))
    assert Counter(found.pairing for found in outcomes) == {(0, 1): 2, (0, 2): 2, (1, 2): 2}
    assert budget_of(ladder(3, passes=100, max_hands=40)) == (120, 6)


@given(st.integers(2, 6), st.integers(1, 3), st.integers(0, 2**32))
@settings(max_examples=25)
def test_whatever_the_results_the_whole_budget_can_be_played(count, matches, number):
    """Law: with passes enough no pass before the last hand is empty."""
    scheduler, total = PassScheduler(ladder(count, passes=1000, max_hands=20 * matches), number.to_bytes(32, "big")), 0
    while plans := scheduler.next_pass():
        scheduler.add(map(simulate, plans))
        total += len(plans)
    assert total == matches * count * (count - 1) // 2


def failing(*entrants):
    def make(plan):
        lost = [player for player, entrant in enumerate(plan.pairing) if entrant in entrants]
        return forfeit(plan, lost[0]) if lost else simulate(plan)

    return make


def test_who_keeps_failing_sits_out_longer_and_longer_and_comes_back():
    """By hand: three failures in passes 0, 1, 2; then it sits out 1, 2, 4, 8, 16, 32 and then 64 passes before each further one."""
    _, passes = play_through(ladder(5, passes=300), failing(4), limit=300)
    seen = [number for number, plans in enumerate(passes) if any(4 in pairing for pairing in pairings(plans))]
    gaps = [after - before - 1 for before, after in pairwise(seen[2:])]
    assert gaps[:8] == [1, 2, 4, 8, 16, 32, 64, 64]


def test_a_match_without_a_forfeit_clears_the_bench():
    spec = ladder(2)
    blocks = duel([0] * 10)
    failed = {"forfeits": (2, 0)}

    def ends(*matches):
        return bench_ends(progress_of(spec, [outcome((0, 1), blocks, number, **match) for number, match in enumerate(matches)]), 0)

    assert ends() == ends(failed) == ends(failed, failed) == 0
    assert ends(failed, failed, failed) == 4
    assert ends({}, failed, failed, failed) == 5
    assert ends(failed, failed, failed, failed) == 6
    assert ends(failed, failed, failed, {}) == ends(failed, failed, {}, failed, failed) == 0
    assert ends(*[failed] * 40) == 40 + 64


def test_a_bench_costs_the_others_nothing():
    """Their matches stay within one of each other, while e is benched and when it comes back."""
    _, passes = play_through(ladder(6, passes=60), failing(5))
    counts = matches_of(passes)
    assert max(counts[entrant] for entrant in range(5)) - min(counts[entrant] for entrant in range(5)) <= 1
    assert counts[5] < 12


def test_rather_one_that_fails_than_nothing():
    """Two entrants, one of which gives everything up: it plays in every pass all the same."""
    _, passes = play_through(ladder(2, passes=10), failing(1))
    assert [pairings(plans) for plans in passes] == [[(0, 1)]] * 10


def test_all_that_are_not_benched_having_spent_their_hands_it_goes_on_with_those_who_are():
    """a and b have met for all their hands; c failed three times against each and is benched: it is met all the same."""
    spec = ladder(3, passes=60, max_hands=20 * 6)
    outcomes, _ = play_through(spec, failing(2))
    assert Counter(found.pairing for found in outcomes) == {(0, 1): 6, (0, 2): 6, (1, 2): 6}


def test_who_comes_late_is_taken_in_at_once():
    """It has least matches, so it plays in every pass, and has a place as soon as it has met somebody."""
    spec, orders = ladder(5, passes=12), [enter("f", 4)]
    outcomes, passes = play_through(spec, orders=orders)
    assert all(any(5 in pairing for pairing in pairings(plans)) == (number >= 4) for number, plans in enumerate(passes))
    found = standings(spec, [played for played in outcomes if played.pass_number <= 4], orders)
    assert (rows_of(found)["f"].status, rows_of(found)["f"].worst_rank, rows_of(found)["f"].blocks) == ("", 6, 10)
    counts = matches_of(passes)
    assert max(counts[entrant] for entrant in range(5)) - min(counts[entrant] for entrant in range(5)) <= 1


def test_who_leaves_is_met_no_more():
    _, passes = play_through(ladder(5, passes=8), orders=[withdraw("a", 3)])
    assert all(0 not in pairing for plans in passes[3:] for pairing in pairings(plans))
    assert [len(plans) for plans in passes] == [2] * 8


@pytest.mark.parametrize("left", [1, 0])
def test_one_or_nobody_left_ends_it(left):
    _, passes = play_through(ladder(3, passes=8), orders=[withdraw(name, 2) for name in "abc"[left:]])
    assert len(passes) == 2


def test_a_match_that_is_void_by_hand_is_no_failure_and_no_match():
    spec = ladder(2)
    matches = [outcome((0, 1), duel([0] * 10), number, forfeits=(2, 0)) for number in range(3)]
    progress = progress_of(spec, matches)
    assert bench_ends(progress, 0) == 4
    progress.obey([void_by_hand("0-1/1")])
    assert (bench_ends(progress, 0), len(progress.meetings(1))) == (0, 2)


def test_in_a_long_ladder_only_what_has_played_is_computed_anew():
    """Cost: the numbers of a pairing are made again when it has played, and stay as they are however many passes others play."""
    scheduler, made, played = PassScheduler(ladder(6, passes=40), MASTER), 0, 0
    before = {}
    while plans := scheduler.next_pass():
        now = scheduler._progress.results.by_pairing()
        made += sum(numbers is not before.get(pairing) for pairing, numbers in now.items())
        played, before = played + len(plans), now
        scheduler.add(map(simulate, plans))
    assert made == played - 3, "the last pass has not been looked at"

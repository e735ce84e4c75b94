"""Tests of arena/tournaments/swiss.py."""

import dataclasses
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournaments import PassScheduler, budget_of, standings
from arena.tournaments.progress import progress_of
from arena.tournaments.swiss import pair_all, pair_down, swiss_passes
from tests.tournaments.making import MASTER, duel, forfeit, make_spec, outcome, pairings, play_through, void_by_hand, withdraw

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def swiss(count=8, passes=None, **fields):
    settings = {"deals_per_match": 20, "max_hands": 4000, "stop": "max_hands"}
    return make_spec(LETTERS[:count], format="swiss", passes=passes or swiss_passes(count), **settings | fields)


@pytest.mark.parametrize(("count", "passes"), [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 5), (8, 5), (9, 6), (16, 6), (17, 7), (200, 10)])
def test_passes_by_default(count, passes):
    """The logarithm, rounded up, and two; never more than there are opponents."""
    assert swiss_passes(count) == passes


def test_first_the_upper_half_of_the_file_meets_the_lower():
    assert pairings(PassScheduler(swiss(8), MASTER).next_pass()) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert pairings(PassScheduler(swiss(5), MASTER).next_pass()) == [(0, 2), (1, 3)], "the last of the file sits out"


def test_then_neighbours_on_the_board_meet():
    """e, b, g and d won, by 4, 8, 12 and 16 chips: d meets g, b meets e; of the losers, who lost most meets who lost next to most."""
    scheduler = PassScheduler(swiss(8), MASTER)
    nets = {(0, 4): -4, (1, 5): 8, (2, 6): -12, (3, 7): 16}
    scheduler.add([outcome(pairing, duel([net] * 20)) for pairing, net in nets.items()])
    assert [LETTERS[entrant] for entrant in scheduler.board.by_score] == list("dgbeafch")
    assert pairings(scheduler.next_pass()) == [(0, 5), (1, 4), (2, 7), (3, 6)]


def all_pairings(entrants):
    """Every way to pair an even number of entrants."""
    if not entrants:
        yield []
    for other in entrants[1:]:
        for rest in all_pairings([one for one in entrants[1:] if one != other]):
            yield [(entrants[0], other), *rest]


@pytest.mark.parametrize("count", [2, 4])
def test_pair_down_exhaustively(count):
    """All graphs of who may meet: a pairing if and only if there is one, and of those the first in the order of the board."""
    check_all_graphs(count, range(2 ** (count * (count - 1) // 2)))


@pytest.mark.slow
def test_pair_down_exhaustively_for_six():
    """2^15 graphs."""
    check_all_graphs(6, range(2**15))


def check_all_graphs(count, graphs):
    edges = list(combinations(range(count), 2))
    ways = [(way, sum(1 << edges.index(pair) for pair in way)) for way in all_pairings(list(range(count)))]
    for graph in graphs:
        expected = next((way for way, mask in ways if mask & graph == mask), None)
        assert pair_down(range(count), lambda a, b, graph=graph: bool(graph >> edges.index((a, b)) & 1)) == expected


def test_the_search_gives_up_in_time():
    """Nobody may meet the last of 40: seen only at the very end of every try."""
    assert pair_down(range(40), lambda a, b: 39 not in (a, b)) is None


@pytest.mark.parametrize("count", range(2, 13))
def test_nobody_meets_again_while_it_can_be_helped(count):
    """Against the board of every pass: where some pairing of all (but one, of those who played most) has only new meetings, it has."""
    outcomes, passes = play_through(swiss(count, passes=count + 3))
    met = Counter()
    for number, plans in enumerate(passes):
        there = [entrant for pairing in pairings(plans) for entrant in pairing]
        assert len(there) == len(set(there)) == count // 2 * 2
        again = [met[pairing] for pairing in pairings(plans)]
        before = progress_of(swiss(count), [found for found in outcomes if found.pass_number < number])
        counts = [len(before.meetings(entrant)) for entrant in range(count)]
        fields = [list(range(count))] if count % 2 == 0 else []
        if count % 2:
            fields = [[one for one in range(count) if one != out] for out in range(count) if counts[out] == max(counts)]
        least = (
            min(max((met[pair] for pair in way), default=0) for field in fields if count <= 8 for way in all_pairings(field))
            if count <= 8
            else 0
        )
        assert max(again) == least or count > 8
        met.update(pairings(plans))
    if count > 8:
        assert max(Counter(pairing for plans in passes[: swiss_passes(count)] for pairing in pairings(plans)).values()) == 1


def test_a_second_meeting_comes_before_a_third():
    """Six entrants, ten passes of three meetings: fifteen pairings, each twice at most where the board allows it."""
    _, passes = play_through(swiss(4, passes=6))
    assert set(Counter(pairing for plans in passes for pairing in pairings(plans)).values()) == {2}


@pytest.mark.parametrize("count", [3, 5, 7, 9])
def test_byes_go_round(count):
    """In as many passes as entrants each sits out once, the lowest first; none twice before all have."""
    outcomes, passes = play_through(swiss(count, passes=count))
    out = []
    for plans in passes:
        out += set(range(count)) - {entrant for pairing in pairings(plans) for entrant in pairing}
    assert sorted(out) == list(range(count))
    second = PassScheduler(swiss(count), MASTER)
    second.add(found for found in outcomes if found.pass_number == 0)
    left_out = set(range(count)) - {entrant for pairing in pairings(second.next_pass()) for entrant in pairing}
    assert left_out == {next(entrant for entrant in reversed(second.board.by_score) if entrant != count - 1)}


def test_it_ends_after_its_passes():
    _, passes = play_through(swiss(8))
    assert len(passes) == 5
    assert budget_of(swiss(8)) == (5 * 4 * 40, 20)


def test_the_budget_of_a_pairing_limits_it_too():
    """Three entrants, 40 hands a pairing and matches of 40: each meets each once, however many passes there are."""
    outcomes, _ = play_through(swiss(3, passes=50, max_hands=40))
    assert sorted(found.pairing for found in outcomes) == [(0, 1), (0, 2), (1, 2)]
    assert budget_of(swiss(3, passes=50, max_hands=40)) == (120, 3)


@given(st.integers(2, 7), st.integers(1, 3), st.integers(0, 2**32))
@settings(max_examples=30)
def test_whatever_the_results_the_whole_budget_can_be_played(count, matches, number):
    """Law: with passes enough every pairing plays its budget, and no pass before the end is empty."""
    seed = number.to_bytes(32, "big")
    spec = swiss(count, passes=1000, deals_per_match=2, max_hands=4 * matches)
    scheduler, total = PassScheduler(spec, seed), 0
    while plans := scheduler.next_pass():
        assert len({entrant for pairing in pairings(plans) for entrant in pairing}) == 2 * len(plans)
        scheduler.add(
            [outcome(plan.pairing, duel([plan.spec.seed[0] - 128, 0]), plan.pass_number, match_id=plan.spec.match_id) for plan in plans]
        )
        total += len(plans)
    assert total == matches * count * (count - 1) // 2


def test_when_it_is_decided_it_ends_sooner():
    """Two whose difference is sure after 400 blocks."""
    spec = make_spec("ab", format="swiss", passes=9, deals_per_match=400, max_hands=90_000)
    _, passes = play_through(spec, lambda plan: outcome(plan.pairing, duel([4] * 400), plan.pass_number))
    assert len(passes) == 1


def test_who_leaves_is_paired_no_more():
    _, passes = play_through(swiss(5), orders=[withdraw("b", 1), withdraw("c", 2)])
    for number, gone in ((1, {1}), (2, {1, 2}), (3, {1, 2})):
        assert gone.isdisjoint(entrant for pairing in pairings(passes[number]) for entrant in pairing)
        assert len(passes[number]) == (2 if number == 1 else 1)


def test_a_meeting_that_is_void_by_hand_may_come_again():
    spec = swiss(2, passes=3, max_hands=40)
    outcomes, _ = play_through(spec)
    assert len(outcomes) == 1
    scheduler = PassScheduler(spec, MASTER, [void_by_hand(outcomes[0].match_id, 1)])
    scheduler.add(outcomes)
    assert pairings(scheduler.next_pass()) == [(0, 1)]
    assert scheduler.pass_number == 1


def test_unscored_ones_are_paired_by_how_they_play():
    """The reference b beats everyone: in the second pass it meets the other winner, though it is shown last."""
    spec = dataclasses.replace(swiss(4), entrants=make_spec("abcd", unscored="b").entrants)
    scheduler = PassScheduler(spec, MASTER)
    scheduler.add([outcome((0, 2), duel([4] * 20)), outcome((1, 3), duel([40] * 20))])
    assert pairings(scheduler.next_pass()) == [(0, 1), (2, 3)]
    assert scheduler.board.order == (0, 2, 3, 1)


def test_who_gives_up_everything_meets_the_others_and_ends_last():
    spec = swiss(6, passes=5, deals_per_match=300, max_hands=600)
    outcomes, _ = play_through(spec, lambda plan: forfeit(plan, plan.pairing.index(3)) if 3 in plan.pairing else steady(plan))
    found = standings(spec, outcomes)
    assert (found.rows[-1].entrant, found.rows[-1].score, found.rows[-1].best_rank, found.rows[-1].forfeits) == ("d", -1000.0, 6, 10)


def steady(plan):
    return outcome(plan.pairing, duel([2, 1] * 150), plan.pass_number, match_id=plan.spec.match_id)


def test_pairs_of_nobody():
    progress = progress_of(swiss(2), [])
    assert pair_all([], progress) == pair_all([1], progress) == []

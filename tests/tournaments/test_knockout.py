"""Tests of arena/tournaments/knockout.py. Over two legs 4 chips are 500 mbb/h."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.matches import Block
from arena.statistics import half_width
from arena.tournaments import PassScheduler, budget_of, standings
from arena.tournaments.formats import board_of
from arena.tournaments.progress import progress_of
from tests.tournaments.making import (
    CARRY,
    MASTER,
    disqualify,
    duel,
    forfeit,
    forfeited,
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


def knockout(count=4, **fields):
    return make_spec(LETTERS[:count], format="knockout", **{"deals_per_match": 400, "max_hands": 1600} | fields)


def won_by(plan, *winners, net=4, count=None):
    """The match, won by whoever stands first among the winners."""
    order = [*winners, *range(26)]
    sign = 1 if order.index(plan.pairing[0]) < order.index(plan.pairing[1]) else -1
    blocks = duel([sign * net] * (count or plan.spec.deal_count))
    return outcome(plan.pairing, blocks, plan.pass_number, match_id=plan.spec.match_id)


def ties_of(spec, outcomes, orders=()):
    return board_of(progress_of(spec, outcomes, orders)).ties


def rounds_of(spec, outcomes, orders=()):
    """By round: pairings and winners, as letters, the winner's in capitals."""
    rounds = {}
    for tie in ties_of(spec, outcomes, orders):
        shown = "".join(LETTERS[entrant].upper() if entrant == tie.winner else LETTERS[entrant] for entrant in tie.pairing)
        rounds.setdefault(tie.round_number, []).append(shown)
    return [" ".join(rounds[number]) for number in sorted(rounds)]


@pytest.mark.parametrize(
    ("count", "first"),
    [
        (2, "ab"),
        (3, "A bc"),
        (4, "ad bc"),
        (5, "A de B C"),
        (6, "A de B cf"),
        (7, "A de bg cf"),
        (8, "ah de bg cf"),
        (9, "A hi D E B G C F"),
    ],
)
def test_the_bracket(count, first):
    """As usual: first against last, so that the best two seeds can meet only in the last round; the best skip the first round."""
    assert rounds_of(knockout(count), []) == [first]


@pytest.mark.parametrize("count", range(2, 18))
def test_where_the_better_seed_always_wins_the_best_meet_last(count):
    """Law of the bracket: in every round the best of those left meets the last of them; a and b in the last."""
    outcomes, passes = play_through(knockout(count), won_by)
    assert len(passes) == (count - 1).bit_length()
    assert sum(map(len, passes)) == count - 1
    size = 2 ** len(passes)
    for number, plans in enumerate(passes):
        size //= 2
        assert {sum(pairing) for pairing in pairings(plans)} <= {2 * size - 1}, number
    assert pairings(passes[-1]) == [(0, 1)]
    rows = standings(knockout(count), outcomes).rows
    assert (rows[0].entrant, rows[1].entrant, rows[0].best_rank, rows[1].worst_rank) == ("a", "b", 1, 2)


def test_places_go_by_how_far_everyone_came():
    """Eight: c beats everyone it meets, else the better seed wins; those who lost in one round share a band."""
    outcomes, _ = play_through(knockout(8), lambda plan: won_by(plan, 2))
    found = standings(knockout(8), outcomes)
    assert rounds_of(knockout(8), outcomes) == ["Ah De Bg Cf", "Ad bC", "aC"]
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [
        ("c", 1, 1), ("a", 2, 2), ("b", 3, 4), ("d", 3, 4), ("e", 5, 8), ("f", 5, 8), ("g", 5, 8), ("h", 5, 8),
    ]  # fmt: skip
    assert found.decided
    assert found.format == "knockout"


def test_a_tie_is_over_when_it_is_surely_decided():
    """400 blocks of 500 mbb/h: no second match, though there are hands for two."""
    outcomes, passes = play_through(knockout(2), won_by)
    assert len(passes) == 1
    (tie,) = ties_of(knockout(2), outcomes)
    assert (tie.winner, tie.sure) == (0, True)


def test_all_ties_together_are_decided_at_the_confidence():
    """Eight entrants play seven ties: each at 0.05/7. An edge that 0.05 would see, and 0.05/7 does not, leaves the tie open."""
    noise = np.tile([8000, -8000], 200)
    one, seven = (float(half_width(noise.std(ddof=1), 400, alpha)) for alpha in (0.05, 0.05 / 7))
    for edge, winner in (((one + seven) / 2, None), (seven * 1.05, 0)):
        blocks = duel((noise + round(edge)).tolist())
        assert ties_of(knockout(8, max_hands=4000), [outcome((0, 7), blocks)])[0].winner == winner
        assert ties_of(knockout(2, max_hands=4000), [outcome((0, 1), blocks)])[0].winner == 0


@pytest.mark.parametrize(("edge", "winner"), [(1, 0), (-1, 1)])
def test_with_the_budget_spent_whoever_scored_more_goes_on(edge, winner):
    """Two matches whose scatter hides the edge."""
    nets = [80 + edge, -80 + edge] * 200
    outcomes, passes = play_through(knockout(2), lambda plan: outcome(plan.pairing, duel(nets), plan.pass_number))
    assert len(passes) == 2
    (tie,) = ties_of(knockout(2), outcomes)
    assert (tie.winner, tie.sure) == (winner, False)
    assert standings(knockout(2), outcomes).decided


def test_an_exact_tie_goes_to_the_better_seed():
    """Equal bots score the same to the last chip."""
    outcomes, passes = play_through(knockout(4), lambda plan: won_by(plan, net=0))
    assert [len(plans) for plans in passes] == [2, 2, 1, 1]
    assert rounds_of(knockout(4), outcomes) == ["Ad Bc", "Ab"]
    assert standings(knockout(4), outcomes).rows[0].entrant == "a"


def test_max_hands_plays_every_tie_to_its_budget():
    outcomes, passes = play_through(knockout(4, stop="max_hands"), won_by)
    assert [pairings(plans) for plans in passes] == [[(0, 3), (1, 2)]] * 2 + [[(0, 1)]] * 2
    assert sum(found.hand_count for found in outcomes) == budget_of(knockout(4))[0] == 3 * 1600
    assert not any(tie.sure for tie in ties_of(knockout(4, stop="max_hands"), outcomes))


def test_a_round_begins_when_the_one_before_is_over():
    """a beats d at once, b and c need both of their matches: meanwhile a waits."""
    _, passes = play_through(knockout(4), lambda plan: won_by(plan, net=0 if plan.pairing == (1, 2) else 4))
    assert [pairings(plans) for plans in passes] == [[(0, 3), (1, 2)], [(1, 2)], [(0, 1)]]


@pytest.mark.parametrize("forfeiter", [0, 1])
@pytest.mark.parametrize("count", [2, 3])
def test_whoever_gives_up_everything_is_out_at_once(forfeiter, count):
    """Whichever seed it is; 400 blocks at the charge are sure."""
    spec = knockout(count)
    _, passes = play_through(spec, lambda plan: forfeit(plan, forfeiter))
    assert len(passes) == count - 1
    outcomes, _ = play_through(spec, lambda plan: forfeit(plan, forfeiter))
    assert all(tie.winner == tie.pairing[1 - forfeiter] for tie in ties_of(spec, outcomes) if len(tie.pairing) == 2)


def test_forfeits_weigh_against_what_was_played():
    """b is ahead in the one block of four that was played, and gave the others up: a goes on, surely."""
    blocks = [*duel([-4] * 100), *[forfeited(number, 1) for number in range(100, 400)]]
    (tie,) = ties_of(knockout(2), [outcome((0, 1), blocks)])
    assert (tie.winner, tie.sure) == (0, True)


def test_who_withdraws_loses_to_whoever_is_still_there():
    """d leaves before the first pass: a goes on without a match."""
    _, passes = play_through(knockout(4), won_by, [withdraw("d", 0)])
    assert [pairings(plans) for plans in passes] == [[(1, 2)], [(0, 1)]]


def test_who_leaves_after_it_won_gives_its_place_to_whom_it_beat():
    """As if it had never been there: a beat d and leaves while b and c still play; d meets the winner."""
    spec = knockout(4)
    orders = [disqualify("a", 1)]
    outcomes, passes = play_through(spec, lambda plan: won_by(plan, net=0 if plan.pairing == (1, 2) else 4), orders)
    assert [pairings(plans) for plans in passes] == [[(0, 3), (1, 2)], [(1, 2)], [(1, 3)]]
    found = standings(spec, outcomes, orders)
    assert [(row.entrant, row.best_rank, row.status) for row in found.rows] == [
        ("b", 1, ""), ("d", 2, ""), ("c", 3, ""), ("a", None, "disqualified"),
    ]  # fmt: skip


def test_where_both_of_a_tie_have_left_the_next_one_is_a_walkover():
    """a and d have left: b and c play for everything."""
    spec, orders = knockout(4), [withdraw("a", 0), withdraw("d", 0)]
    outcomes, passes = play_through(spec, won_by, orders)
    assert [pairings(plans) for plans in passes] == [[(1, 2)]]
    assert [row.entrant for row in standings(spec, outcomes, orders).rows[:2]] == ["b", "c"]


@pytest.mark.parametrize("left", ["a", "ab", "abc", "abcd"])
def test_however_many_leave_it_ends(left):
    spec, orders = knockout(4), [withdraw(name, 1) for name in left]
    outcomes, passes = play_through(spec, won_by, orders)
    found = standings(spec, outcomes, orders)
    assert len(passes) <= 3
    assert found.decided
    assert sum(row.best_rank is not None for row in found.rows) == 4 - len(left)
    assert left == "abcd" or found.rows[0].best_rank == 1


def test_void_by_hand_opens_a_tie_again():
    """a beat d in one match, and b while it was thought sure: then the match against d is void, so a and d play first."""
    spec = knockout(4, deals_per_match=400, max_hands=8000)
    first, _ = play_through(spec, won_by, limit=1)
    orders = [void_by_hand(first[0].match_id, 1)]
    outcomes, passes = play_through(spec, won_by, orders)
    assert [pairings(plans) for plans in passes] == [[(0, 3), (1, 2)], [(0, 3)], [(0, 1)]]
    assert standings(spec, outcomes, orders).decided
    assert not standings(spec, first, orders).decided
    assert rounds_of(spec, first, orders) == ["ad Bc"]


def test_a_round_that_was_played_on_a_tie_that_opened_again_is_kept():
    """The last round was played already when a match of the first is void: it counts again if the same two come to it."""
    spec = knockout(4)
    whole, _ = play_through(spec, won_by)
    orders = [void_by_hand(whole[0].match_id, 2)]
    outcomes, passes = play_through(spec, won_by, orders)
    assert [pairings(plans) for plans in passes] == [[(0, 3), (1, 2)], [(0, 1)], [(0, 3)]]
    assert standings(spec, outcomes, orders).rows[0].entrant == "a"


def test_unscored_ones_play_and_have_no_place():
    spec = make_spec("abcd", unscored="a", format="knockout", deals_per_match=400, max_hands=1600)
    outcomes, _ = play_through(spec, won_by)
    assert rounds_of(spec, outcomes) == ["Ad Bc", "Ab"]
    found = standings(spec, outcomes)
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [
        ("b", 1, 1),
        ("c", 2, 3),
        ("d", 2, 3),
        ("a", None, None),
    ]


def test_carried_stacks_are_played_match_by_match():
    """A match is one block: 200 at least for an interval; a budget of 200 matches of 20 deals in two legs."""
    spec = knockout(2, ruleset=CARRY, deals_per_match=20, max_hands=8000)
    outcomes, passes = play_through(spec, lambda plan: won_by(plan, 1, net=30, count=1), limit=300)
    assert len(passes) == 200
    (tie,) = ties_of(spec, outcomes)
    assert (tie.winner, tie.sure) == (1, True)
    assert ties_of(spec, outcomes[:-1])[0].winner is None


@given(st.integers(2, 9), st.integers(0, 2**32), st.data())
@settings(max_examples=40)
def test_every_knockout_has_one_winner(count, number, data):
    """Law: whatever is played, by seeds of their own, and whoever leaves when: it ends, with one first place among those who are there."""
    spec = knockout(count, deals_per_match=50, max_hands=300)
    leaving = data.draw(
        st.lists(st.tuples(st.sampled_from(LETTERS[:count]), st.integers(0, 6)), max_size=count - 1, unique_by=lambda one: one[0])
    )
    orders = [withdraw(*one) for one in sorted(leaving, key=lambda one: one[1])]
    scheduler, outcomes = PassScheduler(spec, number.to_bytes(32, "big"), orders), []
    while plans := scheduler.next_pass():
        assert scheduler.pass_number < 40
        outcomes += map(partial(simulate, edge_chips=0.2), plans)
        scheduler.add(outcomes[-len(plans) :])
    held = [order for order in orders if order.pass_number <= scheduler.pass_number]
    found = standings(spec, outcomes, held)
    assert found.decided
    assert [row.best_rank for row in found.rows].count(1) == 1
    assert found.rows[0].worst_rank == 1
    assert budget_of(spec)[0] >= sum(found.hand_count for found in outcomes) or held


def test_a_narrow_tie_does_not_hang_on_rounding():
    """0.1 + 0.2 − 0.3 chips of luck are nothing, but not in floating point: the better seed goes on."""
    blocks = [Block(number, (0, 0), (0, 0), 2, 2, luck=(luck, -luck)) for number, luck in enumerate((0.1, 0.2, -0.3))]
    spec = knockout(2, max_hands=6)
    board = board_of(progress_of(spec, [outcome((0, 1), blocks)]))
    assert board.difference(0, 1).sum() < 0
    assert board.ties[0].winner == 0


def test_hands_of_a_pass_that_is_planned_belong_to_open_ties():
    spec = knockout(4)
    assert PassScheduler(spec, MASTER).estimated_hands() == budget_of(spec)[0] == 4800
    assert rows_of(standings(spec, []))["a"].best_rank == 1

"""Tests of arena/tournaments/progress.py: who may meet, what is left, and what orders do."""

import dataclasses

import pytest

from arena.tournaments import PassScheduler, standings
from arena.tournaments.progress import Progress, possible_pairings, progress_of
from tests.tournaments.making import (
    CARRY,
    MASTER,
    disqualify,
    duel,
    enter,
    forfeited,
    make_entrant,
    make_spec,
    outcome,
    pairings,
    play_through,
    rows_of,
    simulate,
    table,
    void_by_hand,
    withdraw,
)


def owned(owners, **fields):
    """Entrants a, b, c … by owner, a dot for none; the second of an owner is not scored."""
    entrants = [
        make_entrant("abcdefgh"[index], owner=owner.strip("."), unscored=owner != "." and owner in owners[:index])
        for index, owner in enumerate(owners)
    ]
    return dataclasses.replace(make_spec("ab", **fields), entrants=tuple(entrants))


def test_bots_of_one_owner_share_no_table_of_three():
    """Ada has a and b; c and d are nobody's."""
    assert possible_pairings(owned("AA..", seats=3), range(4)) == ((0, 2, 3), (1, 2, 3))
    assert PassScheduler(owned("AA..", seats=3, stop="max_hands", max_hands=3000), MASTER).most_hands == 2 * 3000


def test_heads_up_they_do_meet():
    assert len(possible_pairings(owned("AA.", seats=2), range(3))) == 3


def test_where_no_table_can_be_filled_nothing_is_played():
    scheduler = PassScheduler(owned("AAA", seats=3), MASTER)
    assert scheduler.next_pass() == ()
    assert scheduler.most_hands == scheduler.estimated_hands() == 0


def test_the_budget_is_spent_by_hands_that_were_due():
    """A forfeit at once spends it like a match that was played; 25 hands are 12 deals in two legs."""
    progress = Progress(make_spec("ab", deals_per_match=5, max_hands=25))
    counts = []
    while deals := progress.deal_count((0, 1)):
        counts.append((deals, progress.hands_left((0, 1))))
        progress.end_pass([outcome((0, 1), [forfeited(deal, 0) for deal in range(deals)], progress.pass_number)])
    assert counts == [(5, 24), (5, 14), (2, 4)]
    assert progress.hands_left((0, 1)) == 0


def test_a_match_of_carried_stacks_is_never_shortened():
    """It is one block: 110 hands are two matches of 20 hands in two legs, and a rest that nobody plays."""
    progress = Progress(make_spec("ab", ruleset=CARRY, deals_per_match=20, max_hands=110))
    for number, deals in enumerate((20, 20, 0)):
        assert progress.deal_count((0, 1)) == deals
        progress.end_pass([outcome((0, 1), duel([3]), number)])


def test_void_by_hand_gives_the_budget_back():
    """Three matches of ten deals are the budget; the first is void after the second: one more is played, and no more than one."""
    spec = make_spec("ab", deals_per_match=10, max_hands=60, stop="max_hands")
    whole, _ = play_through(spec)
    assert len(whole) == 3
    orders = [void_by_hand(whole[0].match_id, 2)]
    outcomes, _ = play_through(spec, orders=orders)
    assert [found.pass_number for found in outcomes] == [0, 1, 2, 3]
    found = standings(spec, outcomes, orders)
    assert (found.hands, found.blocks, rows_of(found)["a"].voids) == (60, 30, 1)
    assert found.matches[0].status == "void"
    assert found.matches[0].reason == "void by hand: the lights went out"
    assert found.matches[0].cause == "organiser"
    assert found.document()["orders"] == [
        {"kind": "void", "subject": whole[0].match_id, "reason": "the lights went out", "pass": 2},
    ]


def test_void_by_hand_twice_gives_nothing_back_twice():
    progress = progress_of(make_spec("ab", deals_per_match=10, max_hands=60), [outcome((0, 1), duel([0] * 10))])
    progress.obey([void_by_hand("0-1/0"), void_by_hand("0-1/0"), void_by_hand("no such match")])
    assert (progress.hands_left((0, 1)), progress.played[0, 1], progress.meetings(0)) == (60, 0, [])


def test_a_shortened_match_gives_back_what_it_had():
    """25 deals in matches of 10, 10 and 5: whichever is void, its own deals come back, told live and from what is stored."""
    spec = make_spec("ab", deals_per_match=10, max_hands=50, stop="max_hands")
    whole, _ = play_through(spec)
    for lost, deals in enumerate((10, 10, 5)):
        progress = progress_of(spec, whole)
        progress.obey([void_by_hand(whole[lost].match_id)])
        left = progress_of(spec, [found for found in whole if found != whole[lost]])
        assert progress.deal_count((0, 1)) == left.deal_count((0, 1)) == deals


def test_who_withdraws_plays_no_more_and_counts_for_nobody():
    """Four entrants, two matches each pairing; d leaves after the first pass."""
    spec = make_spec("abcd", deals_per_match=10, max_hands=40, stop="max_hands")
    orders = [withdraw("d", 1)]
    outcomes, passes = play_through(spec, orders=orders)
    assert [len(plans) for plans in passes] == [6, 3]
    found = standings(spec, outcomes, orders)
    rows = rows_of(found)
    without, _ = play_through(make_spec("abc", deals_per_match=10, max_hands=40, stop="max_hands"))
    expected = rows_of(standings(make_spec("abc", deals_per_match=10), without))
    for name in "abc":
        assert (rows[name].score, rows[name].low, rows[name].worst_rank) == (expected[name].score, expected[name].low, 3)
        assert rows[name].hands == expected[name].hands + 20, "what they played with it stays in the history"
    assert (rows["d"].best_rank, rows["d"].worst_rank, rows["d"].status, rows["d"].hands) == (None, None, "withdrawn", 60)
    assert found.rows[-1].entrant == "d"


def test_disqualified_is_said_of_who_was():
    spec = make_spec("abc", deals_per_match=10, max_hands=40)
    found = standings(spec, [], [disqualify("b"), withdraw("b")])
    assert rows_of(found)["b"].status == "disqualified"
    assert [order["kind"] for order in found.document()["orders"]] == ["disqualify", "withdraw"]


@pytest.mark.parametrize("left", ["ab", "abc"])
@pytest.mark.parametrize("stop", [{"stop": "decided"}, {"stop": "max_hands"}, {"stop": "width", "width_mbb": 1.0}])
def test_where_one_or_nobody_is_left_it_is_over(left, stop):
    spec = make_spec("abc", deals_per_match=10, max_hands=40, **stop)
    orders = [withdraw(name, 1) for name in left]
    outcomes, passes = play_through(spec, orders=orders)
    assert len(passes) == 1
    found = standings(spec, outcomes, orders)
    assert (found.decided, [row.best_rank for row in found.rows if not row.status]) == (True, [1] * (3 - len(left)))
    scheduler = PassScheduler(spec, MASTER, orders)
    scheduler.add(outcomes)
    scheduler.next_pass()
    assert scheduler.estimated_hands() == 0


def test_who_comes_late_catches_up_alone_and_has_no_place_before():
    """d comes after two of four passes: two passes of d against everyone, then everyone again."""
    spec = make_spec("abc", deals_per_match=10, max_hands=80, stop="max_hands")
    orders = [enter("d", 2)]
    outcomes, passes = play_through(spec, orders=orders)
    with_d = [(0, 3), (1, 3), (2, 3)]
    without = [(0, 1), (0, 2), (1, 2)]
    everyone = sorted(with_d + without)
    assert [pairings(plans) for plans in passes] == [without, without, with_d, with_d, everyone, everyone]
    for last, status in ((1, "late"), (2, "late"), (3, "")):
        found = standings(spec, [played for played in outcomes if played.pass_number <= last], orders)
        assert rows_of(found)["d"].status == status
        assert rows_of(found)["a"].worst_rank == (4 if not status else 3)
    assert rows_of(standings(spec, outcomes, orders))["d"].hands == 3 * 80


def test_before_a_late_entrant_has_caught_up_the_others_stand_as_if_it_were_not_there():
    spec = make_spec("abc", deals_per_match=10, max_hands=80, stop="max_hands")
    orders = [enter("d", 2)]
    outcomes, _ = play_through(spec, orders=orders)
    early = [found for found in outcomes if found.pass_number <= 2]
    alone = standings(spec, [found for found in early if 3 not in found.pairing])
    assert [(row.entrant, row.score, row.best_rank) for row in standings(spec, early, orders).rows[:3]] == [
        (row.entrant, row.score, row.best_rank) for row in alone.rows
    ]


def test_another_late_entrant_takes_no_place_from_one_that_has_caught_up():
    """d came and caught up; when e comes, d has not met e, and keeps its place."""
    spec = make_spec("abc", deals_per_match=10, max_hands=80, stop="max_hands")
    orders = [enter("d", 1), enter("e", 3)]
    outcomes, passes = play_through(spec, orders=orders)
    assert pairings(passes[3]) == [(0, 4), (1, 4), (2, 4), (3, 4)]
    found = standings(spec, [played for played in outcomes if played.pass_number <= 3], orders)
    assert (rows_of(found)["d"].status, rows_of(found)["e"].status) == ("", "late")


def test_late_entrants_have_places_when_all_the_others_have_left():
    """Nobody is there to catch up with."""
    spec = make_spec("ab", deals_per_match=10, max_hands=80, stop="max_hands")
    orders = [enter("c", 1), enter("d", 1), withdraw("a", 2), withdraw("b", 2)]
    outcomes, _ = play_through(spec, orders=orders)
    rows = rows_of(standings(spec, outcomes, orders))
    assert (rows["c"].status, rows["d"].status, rows["c"].worst_rank, rows["d"].hands) == ("", "", 2, 20 + 20 + 80)


def test_who_leaves_before_it_came_plays_nothing():
    spec = make_spec("ab", deals_per_match=10, max_hands=40, stop="max_hands")
    orders = [enter("c", 1), withdraw("c", 1)]
    outcomes, passes = play_through(spec, orders=orders)
    assert [len(plans) for plans in passes] == [1, 1]
    assert rows_of(standings(spec, outcomes, orders))["c"].status == "withdrawn"


def test_the_specification_may_know_late_entrants_already():
    """As it is stored with them: told either way, everything is the same."""
    spec = make_spec("abc", deals_per_match=10, max_hands=40, stop="max_hands")
    orders = [enter("d", 1)]
    knowing = dataclasses.replace(spec, entrants=(*spec.entrants, dataclasses.replace(orders[0].entrant, late=True)))
    assert play_through(knowing, orders=orders) == play_through(spec, orders=orders)
    outcomes, _ = play_through(spec, orders=orders)
    assert standings(knowing, outcomes, orders) == standings(spec, outcomes, orders)
    assert rows_of(standings(knowing, [], []))["d"].status == "late"


def test_late_at_a_table_of_three():
    """d comes after a pass of the only table: its three tables catch up, then all four play."""
    spec = make_spec("abc", seats=3, deals_per_match=10, max_hands=90, stop="max_hands")
    _, passes = play_through(spec, orders=[enter("d", 1)])
    late = [(0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert [pairings(plans) for plans in passes] == [[(0, 1, 2)], late, [(0, 1, 2), *late], [(0, 1, 2), *late]]


def test_orders_that_wait_for_a_pass_hold_in_standings():
    """Given while the last pass was played, or after it."""
    spec = make_spec("abc")
    outcomes = [outcome(pairing, duel([4] * 10)) for pairing in ((0, 1), (0, 2), (1, 2))]
    rows = rows_of(standings(spec, outcomes, [withdraw("c"), void_by_hand("0-1/0")]))
    assert (rows["c"].status, rows["a"].blocks, rows["a"].voids) == ("withdrawn", 0, 1)


def test_of_two_outcomes_of_one_match_the_first_attempt_counts():
    """They should not be there; scheduler and standings take the same one, in whatever order they come."""
    spec = make_spec("ab", deals_per_match=10, max_hands=40, stop="max_hands")
    plan = PassScheduler(spec, MASTER).next_pass()[0]
    twice = [dataclasses.replace(simulate(plan), attempt=1, match_id="again", blocks=duel([99] * 10)), simulate(plan)]
    found = []
    for outcomes in (twice, twice[::-1]):
        scheduler = PassScheduler(spec, MASTER)
        scheduler.add(outcomes)
        found += [standings(spec, outcomes).rows[0].score, scheduler.board.order, scheduler.board.scores]
    assert found[:3] == found[3:]
    assert found[0] == max(found[2])


def test_meetings_know_who_failed():
    blocks = [forfeited(number, 1) for number in range(3)]
    progress = progress_of(make_spec("ab"), [outcome((0, 1), blocks, forfeits=(0, 2))])
    assert [meeting.failed for meeting in progress.meetings(0) + progress.meetings(1)] == [False, True]


def test_progress_of_tables():
    progress = progress_of(make_spec("abcd", seats=3, deals_per_match=2, max_hands=12), [outcome((0, 1, 2), table([(3, 0, -3)] * 2))])
    assert (progress.hands_left((0, 1, 2)), progress.hands_left((0, 1, 3)), progress.pass_number) == (6, 12, 1)

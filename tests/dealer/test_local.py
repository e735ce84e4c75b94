"""Bots of this process at a table, and what becomes of their mistakes. That their play is the one of a leg played directly is in
``test_table``."""

import random
import re
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arena.dealer import LocalSeat, Table
from arena.matches import Cause, Leg, Status, TableInfo, play_leg
from arena.rules import AnyView, Kind, Stage
from tests.dealer.playing import CLOCK, FakeSeat, Passive, open_table, passive
from tests.matches.watching import WATCHED_MATCHES, Heard, Remembering, heard_of, remembering_bots, watched_spec


@pytest.mark.parametrize(("kind", "players"), WATCHED_MATCHES)
def test_a_table_shows_bots_what_a_leg_played_directly_shows_them(kind, players):
    """One hand in play at a time: the same is asked and shown in the same order, and bots whose play hangs on it play the same hands."""
    spec = watched_spec(kind, players)
    for number in range(spec.leg_count):
        heard: tuple[Heard, Heard] = ([], [])
        table = Table(Leg(spec, number), [LocalSeat(remembering_bots(heard[0]), max_in_flight=not player) for player in range(players)])
        table.open_nowait()
        direct = play_leg(Leg(spec, number), [remembering_bots(heard[1])] * players)
        assert (table.result.status, table.result.hands) == (Status.COMPLETED, direct.hands)
        assert heard[0] == heard[1] == heard_of(spec, number, direct)


@pytest.mark.parametrize("players", [2, 4])
def test_with_many_hands_in_play_each_is_shown_when_it_is_over(players):
    """``WatchingBot.watch``: in the order in which hands end, every bot each hand once, all before anything else is asked."""
    heard: Heard = []
    spec = watched_spec("unlimited", players)
    table = Table(Leg(spec, 0), [LocalSeat(remembering_bots(heard), max_in_flight=3) for _ in range(players)])
    table.open_nowait()
    ends = [place for place, (_, view) in enumerate(heard) if view.stage == Stage.OVER]
    assert [heard[place] for place in ends] == ends_of(table)
    runs = [ends[place : place + players] for place in range(0, len(ends), players)]
    assert len(runs) == spec.deal_count
    assert all(run == list(range(run[0], run[0] + players)) for run in runs)


def ends_of(table: Table) -> Heard:
    """What bots that watch must be shown of a table that is over, of its hands in the order in which they ended."""
    leg = table.leg
    result = replace(table.result, hands=tuple(leg.records))
    return [(player, view) for player, view in heard_of(leg.spec, leg.number, result) if view.stage == Stage.OVER]


def test_seats_of_bots_that_do_not_watch_hear_of_no_ends():
    """Class docstring: only from an instance that remembers on."""
    heard: Heard = []
    plain, watching = LocalSeat(Passive), LocalSeat(remembering_bots(heard))
    assert not watching.hand_ends
    open_table(2, plain, watching)
    assert (plain.hand_ends, watching.hand_ends) == (False, True)
    assert Counter(player for player, view in heard if view.stage == Stage.OVER) == {1: 2}


def test_one_seat_may_hold_bots_that_watch_and_bots_that_do_not():
    """An instance for every table: each is shown the hands of its own, and of its own place."""
    heard: Heard = []
    seat, other = LocalSeat(remembering_bots(heard, forgetful=[0])), LocalSeat(Passive, max_in_flight=0)
    assert [open_table(3, *seats).result.status for seats in ((seat, other), (other, seat))] == [Status.COMPLETED] * 2
    assert [(player, view.seated[view.position]) for player, view in heard if view.stage == Stage.OVER] == [(1, 1)] * 3


def test_hands_played_on_after_a_forfeit_are_shown_too():
    """Table, module docstring: they count, so they are shown; what is played by default for who left looks like any other action."""
    heard: Heard = []
    seat = FakeSeat(3)
    table = open_table(9, seat, LocalSeat(remembering_bots(heard), max_in_flight=0))
    for decision in seat.open[:2]:
        table.play_nowait(decision, passive(decision))
    seat.sitting.forfeit_nowait(Cause.GONE, "why", 0.0)
    assert (table.result.status, table.result.forfeiter) == (Status.FORFEITED, 0)
    ends = [(player, view) for player, view in heard if view.stage == Stage.OVER]
    assert ends == [(player, view) for player, view in ends_of(table) if player == 1]
    assert len(ends) == len(table.result.hands) == 3


def test_an_exception_while_watching_voids_the_table():
    """Module docstring of ``local``: a bug of ours, as when it acts."""

    class Broken(Remembering):
        def watch(self, view: AnyView) -> None:
            raise ZeroDivisionError("by zero")

    def broken(info: TableInfo) -> Broken:
        return Broken(info.player, [])

    table = open_table(5, LocalSeat(Passive), LocalSeat(broken))
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.VOID, None, Cause.ARENA_ERROR)
    assert re.fullmatch(r"arena error: b \(test_local.py, line \d+\): ZeroDivisionError: by zero", table.result.reason)


class Faulty(Passive):
    """A class of somebody's that does what it is told wrong, in its third hand if that is possible."""

    def __init__(self, info: TableInfo, how: str, answer: object = None) -> None:
        self.how, self.answer, self.hands = how, answer, 0
        if how == "made":
            raise OSError("no such;\ntable of numbers")
        if how == "exits":
            sys.exit(3)
        if how == "no act":
            self.act = None

    def act(self, view: AnyView) -> object:
        if self.hands < 2:
            return super().act(view)
        if self.how == "acts":
            return {}[5]
        if self.how == "calls":
            return random.choice(())
        return self.answer if self.how == "answers" else super().act(view)

    def watch(self, view: AnyView) -> None:
        self.hands += 1
        if self.how == "watches" and self.hands == 3:
            raise ZeroDivisionError("by zero")


def seats_of(how: str, answer: object = None, player: int = 1) -> list[LocalSeat]:
    seats = [LocalSeat(Passive, 1), LocalSeat(lambda info: Faulty(info, how, answer), 0, judged=True)]
    return seats if player else seats[::-1]


FAILURES = {
    "made": (0, r" at test_local.py, line \d+: OSError: no such; table of numbers"),
    "exits": (0, r" at test_local.py, line \d+: SystemExit: 3"),
    "no act": (1, r": TypeError: 'NoneType' object is not callable"),
    "acts": (3, r" at test_local.py, line \d+: KeyError: 5"),
    "calls": (3, r" at test_local.py, line \d+: IndexError: .*"),
    "watches": (3, r" at test_local.py, line \d+: ZeroDivisionError: by zero"),
}
"""For each way to fail: hands that are over then, and how it is told."""


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("how", FAILURES)
def test_a_judged_class_that_fails_forfeits_and_its_line_is_told(how, player):
    """Module docstring of ``local``: as a program whose end it was. The hand in play is played to its end by the default action, no other
    is dealt, and what it looked like is kept."""
    seats, (hands, told) = seats_of(how, player=player), FAILURES[how]
    table = open_table(9, *seats)
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.FORFEITED, player, Cause.EXITED)
    assert re.fullmatch(f"{'ab'[player]}: its code failed{told}", table.result.reason)
    assert (len(table.result.hands), table.result.faults, table.result.incidents) == (hands, (), (0, 0))
    assert seats[player].output.startswith("Traceback")
    assert seats[1 - player].output == ""


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        (99, "illegal", r"action 99: position \d may .*"),
        (-1, "illegal", r"action -1: position \d may .*"),
        (None, "unreadable", "answered None, which is no code; it must be one of view.legal"),
        (2.0, "unreadable", "answered 2.0, which is no code; it must be one of view.legal"),
        ("x" * 999, "unreadable", "answered 'x{20,}...x{20,}', which is no code; it must be one of view.legal"),
        (np.zeros(3), "unreadable", r"answered array\(.*\), which is no code; it must be one of view.legal"),
    ],
)
def test_an_answer_of_a_judged_class_that_is_not_legal_is_a_fault_like_any_bots(answer, kind, detail):
    """Design 9: the default action at once, and at the limit (3 here) the leg is forfeited."""
    table = open_table(9, *seats_of("answers", answer))
    assert [fault.kind for fault in table.result.faults] == [kind] * 3
    assert all(re.fullmatch(detail, fault.detail) for fault in table.result.faults)
    assert [fault.incident for fault in table.result.faults] == [1, 2, 3]
    assert {fault.played for fault in table.result.faults} <= {"check", "fold", "stand pat"}
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.FORFEITED, 1, Cause.INCIDENTS)
    assert table.result.reason == f"b: 3 fault incidents, the last: {kind}"


def test_many_faults_of_a_judged_class_need_no_more_depth_than_few():
    """Faults are answered in the table's own loop, not inside each other."""
    clock = replace(CLOCK, incident_limit=10**6)
    table = open_table(1000, *seats_of("answers", 99), clock=clock)
    assert (table.result.status, table.result.incidents[0]) == (Status.COMPLETED, 0)
    assert table.result.incidents[1] == len(table.result.faults) > 1000


@pytest.mark.parametrize("code", [np.int64, Kind, int])
def test_a_judged_class_may_answer_with_any_whole_number(code):
    class Numbers(Passive):
        def act(self, view: AnyView) -> object:
            found = super().act(view)
            return code(found) if found in list(Kind) else found

    expected = open_table(5, LocalSeat(Passive), LocalSeat(Passive, 0)).result
    assert open_table(5, LocalSeat(Passive), LocalSeat(Numbers, 0, judged=True)).result == expected


def test_where_both_are_judged_and_cannot_be_made_the_table_is_over_at_once():
    """The first forfeits; nobody hears of a table that he does not sit at."""
    seats = [LocalSeat(lambda info: Faulty(info, "made"), judged=True) for _ in range(2)]
    result = open_table(9, *seats).result
    assert (result.status, result.forfeiter, result.hands) == (Status.FORFEITED, 0, ())


def test_a_seat_hears_of_the_table_before_it_is_over_also_where_the_first_forfeits_when_it_is_made():
    other = FakeSeat()
    table = open_table(9, LocalSeat(lambda info: Faulty(info, "made"), judged=True), other)
    assert (table.result.status, other.sitting, other.result) == (Status.FORFEITED, table.sittings[1], table.result)


def test_a_message_that_is_too_long_is_cut():
    def make(info: TableInfo) -> None:
        raise ValueError("x" * 10_000)

    result = open_table(9, LocalSeat(Passive), LocalSeat(make, judged=True)).result
    assert len(result.reason) < 400
    assert result.reason.endswith("x…")

"""Bots of this process at a table. That their play is the one of a leg played directly is in ``test_table``."""

from collections import Counter
from dataclasses import replace

import pytest

from arena.dealer import LocalSeat, Table
from arena.matches import Cause, Leg, Status, TableInfo, play_leg
from arena.rules import AnyView, Stage
from tests.dealer.playing import FakeSeat, Passive, open_table, passive
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
    """Class docstring of ``LocalSeat``: a bug of ours, as when it acts."""

    class Broken(Remembering):
        def watch(self, view: AnyView) -> None:
            raise ZeroDivisionError("by zero")

    def broken(info: TableInfo) -> Broken:
        return Broken(info.player, [])

    table = open_table(5, LocalSeat(Passive), LocalSeat(broken))
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.VOID, None, Cause.ARENA_ERROR)
    assert table.result.reason.startswith("arena error: ZeroDivisionError")

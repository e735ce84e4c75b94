"""Built-in bots as programs: what they play, and that those which remember hear over the protocol what they would hear in process."""

import os
import sys
from functools import partial

import pytest
import trio

from arena.cli.host import Hosted, games_of, may_watch
from arena.client import play
from arena.dealer import LocalSeat, Table
from arena.matches import Leg, Status, play_leg
from arena.rules import Stage
from arena.wire import open_lobby
from bots.draw import Easy, Hard
from tests.matches.watching import Heard, Remembering, heard_of, remembering_bots, watched_spec


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("draw/hard", ["five_card_draw"]),
        ("bonus/hard@1", ["holdem_bonus"]),
        ("other/bot", ["five_card_draw", "holdem_bonus"]),
        ("drawish", ["five_card_draw", "holdem_bonus"]),
    ],
)
def test_a_hosted_bot_plays_what_its_name_says(name, games):
    """So that a draw bot at a table against the house is refused by name of its games, and does not fail in the middle of it."""
    assert games_of(name) == games


@pytest.mark.parametrize(("factory", "may"), [(Hard, True), (Remembering, True), (Easy, False), (remembering_bots([]), True)])
def test_only_bots_that_may_watch_are_told_how_hands_end(factory, may):
    """Docstring: a class has the method or not; what a function makes is not known before."""
    assert may_watch(factory) == may


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "ARENA_ADDRESS and ARENA_TOKEN must be set: "),
        ({"ARENA_ADDRESS": "127.0.0.1:1"}, "ARENA_TOKEN must be set: the bot's token, as `arena bots add` printed it\n"),
        ({"ARENA_TOKEN": "x"}, "ARENA_ADDRESS must be set: where the arena listens, such as 127.0.0.1:7400\n"),
        ({"ARENA_TOKEN": "x", "ARENA_ADDRESS": "7411"}, "ARENA_ADDRESS '7411': must be HOST:PORT, such as 127.0.0.1:7400\n"),
    ],
)
def test_what_is_missing_or_cannot_be_is_said_at_once(arena, monkeypatch, environment, said):
    for name in ("ARENA_ADDRESS", "ARENA_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = arena("host", "draw/easy")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"arena: {said}")
    assert done.err.count("\n") == 1


async def test_why_the_arena_refuses_is_said_as_it_is(arena, monkeypatch):
    """No session began, so none was ended."""
    async with open_lobby() as lobby:
        address = f"127.0.0.1:{lobby.port}"
        monkeypatch.setenv("ARENA_ADDRESS", address)
        monkeypatch.setenv("ARENA_TOKEN", "nobody")
        done = await trio.to_thread.run_sync(arena, "host", "draw/easy")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.startswith(f"arena: the arena at {address} refused the bot: ")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "players"), [("unlimited", 2), ("reset", 4), ("carry", 3)])
async def test_a_hosted_bot_that_remembers_hears_and_plays_as_in_process(kind, players):
    """The whole way, a hand at a time: the same is asked and shown in the same order, each hand once, also where others folded before it
    was asked and, where chips are carried, none that it was not dealt in. The bots' play hangs on it, so the hands are the same."""
    spec, heard, elsewhere = watched_spec(kind, players), [], []
    for number in range(spec.leg_count):
        heard.clear()
        expected = play_leg(Leg(spec, number), [remembering_bots([])] * players)
        bots = Hosted(remembering_bots(heard))
        async with open_lobby() as lobby, trio.open_nursery() as nursery:
            token, seat = lobby.expect_nowait("a")
            settings = {"software": "test", "max_in_flight": 1, "address": f"127.0.0.1:{lobby.port}", "token": token}
            nursery.start_soon(trio.to_thread.run_sync, lambda: play(bots.decide, hand_over=bots.hand_over, **settings))  # noqa: B023
            await seat.wait_connected()
            others = [LocalSeat(remembering_bots(elsewhere), max_in_flight=0) for _ in spec.players[1:]]
            table = Table(Leg(spec, number), [seat, *others])
            table.open_nowait()
            result = await table.wait_over()
            lobby.retire_nowait(token)
        assert (result.status, result.faults, result.hands) == (Status.COMPLETED, (), expected.hands)
        assert heard == [(player, view) for player, view in heard_of(spec, number, expected) if player == 0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wanted"), [("draw/hard", True), ("draw/easy", False)])
async def test_the_program_asks_for_the_ends_of_hands_exactly_for_a_bot_that_remembers(name, wanted):
    """As a process of its own, through a table of three hands to its farewell."""
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("a")
        environment = {**os.environ, "ARENA_ADDRESS": f"127.0.0.1:{lobby.port}", "ARENA_TOKEN": token}
        nursery.start_soon(partial(trio.run_process, [sys.executable, "-m", "arena", "host", name], env=environment))
        await seat.wait_connected()
        assert seat.hand_ends == wanted
        table = Table(Leg(watched_spec("unlimited", 2, 3), 0), [seat, LocalSeat(Easy)])
        table.open_nowait()
        result = await table.wait_over()
        lobby.retire_nowait(token)
    assert (result.status, result.faults) == (Status.COMPLETED, ())


@pytest.mark.slow
async def test_hosted_bots_hear_of_each_table_by_itself():
    """An instance for every table, many hands in play: each is shown every hand of its own table once, in the order in which they end."""
    shown: dict[str, Heard] = {}

    def factory(info):
        return Remembering(info.player, shown.setdefault(info.table_id, []))

    bots = Hosted(factory)
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("a")
        settings = {"software": "test", "address": f"127.0.0.1:{lobby.port}", "token": token}
        nursery.start_soon(trio.to_thread.run_sync, lambda: play(bots.decide, hand_over=bots.hand_over, **settings))
        await seat.wait_connected()
        legs = [Leg(watched_spec("unlimited", 3), number) for number in range(2)]
        tables = [Table(leg, [seat, *[LocalSeat(remembering_bots([])) for _ in range(2)]]) for leg in legs]
        for table in tables:
            table.open_nowait()
        results = [await table.wait_over() for table in tables]
        lobby.retire_nowait(token)
    for leg, result in zip(legs, results, strict=True):
        ended = [view for _, view in shown[leg.table_info(0).table_id] if view.stage == Stage.OVER]
        again = {
            view.hole_cards: view for player, view in heard_of(leg.spec, leg.number, result) if (player, view.stage) == (0, Stage.OVER)
        }
        assert len(ended) == len(again) == 24
        assert ended == [again[view.hole_cards] for view in ended]

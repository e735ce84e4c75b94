"""Watching tournaments: whoever watches sees every change, whoever returns misses nothing, and a slow database harms nobody."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from threading import Event
from typing import Any

import pytest
import trio

from arena.dealer import RunInfo, RunStatus
from arena.errors import StoreError
from arena.store import Database
from arena.tournaments import Order, OrderKind
from arena.v1 import tournament_pb2 as pb
from arena.v1.tournament_pb2_grpc import TournamentServiceStub
from arena.wire import open_lobby
from arena.wire.bridge import Ending, open_server
from arena.wire.calls import Calls
from arena.wire.tournament_service import TournamentService
from tests.wire.asking import WAIT_S, open_caller, refused
from tests.wire.playing import open_client
from tests.wire.tournaments import SERVICE, Arena, got, listed, named, seen, watch


@pytest.mark.slow
async def test_a_watcher_sees_a_snapshot_and_then_every_change(arena, caller):
    """Revisions grow; the last one is the one Get gives."""
    run_id = arena.begin()
    stream = watch(caller, run_id)
    first = await seen(stream)
    assert (first.tournament.match_count, first.revision >= 1) == (0, True)
    arena.play(run_id)
    second = await seen(stream)
    assert (second.tournament.match_count, second.standings.hand_count) == (1, 8)
    arena.database.pause_run(run_id, paused=True)
    third = await seen(stream)
    assert third.tournament.status == pb.TOURNAMENT_STATUS_PAUSED
    arena.database.give_order(run_id, Order(OrderKind.WITHDRAW, "eve"))
    fourth = await seen(stream)
    assert [row.placing for row in fourth.standings.rows][-1] == pb.PLACING_WITHDRAWN
    revisions = [first.revision, second.revision, third.revision, fourth.revision]
    assert revisions == sorted(set(revisions))
    assert await got(caller, run_id) == fourth


@pytest.mark.slow
async def test_a_watcher_hears_nothing_of_other_tournaments(arena, caller):
    """The other one's watcher hears of its match; by then this one's would have."""
    watched, other = arena.begin(), arena.begin()
    stream, others = watch(caller, watched), watch(caller, other)
    await seen(stream)
    await seen(others)
    arena.play(other)
    await seen(others)
    arena.add("somebody")
    arena.play(watched)
    assert (await seen(stream)).tournament.match_count == 1


@pytest.mark.slow
async def test_a_watcher_that_returns_misses_nothing_and_sees_nothing_twice(arena, caller):
    """Contract: it names the last revision it saw."""
    run_id = arena.begin()
    before = await got(caller, run_id)
    again = watch(caller, run_id, before.revision)
    arena.add("somebody")  # the library has changed, this tournament has not
    assert (await got(caller, run_id)).revision == before.revision
    arena.play(run_id)
    after = await seen(again)
    assert (after.tournament.match_count, after.revision > before.revision) == (1, True)
    late = watch(caller, run_id, before.revision)
    assert await seen(late) == after


async def test_a_revision_of_another_database_hides_nothing(arena, caller):
    run_id = arena.begin()
    assert (await seen(watch(caller, run_id, 2**62))).tournament.run_id == run_id


@pytest.mark.slow
async def test_watching_ends_when_everything_has_been_played(arena, caller):
    run_id = arena.begin()
    stream = watch(caller, run_id)
    await seen(stream)
    arena.play(run_id, 3)
    arena.database.close_run(run_id, RunStatus.COMPLETED)
    assert (await stream.wait_ended()).code == "OK"
    assert stream.messages[-1].snapshot.tournament.status == pb.TOURNAMENT_STATUS_COMPLETED
    late = watch(caller, run_id)
    assert (await late.wait_ended()).code == "OK"
    assert late.messages == stream.messages[-1:]
    nothing = watch(caller, run_id, late.messages[-1].snapshot.revision)
    assert (await nothing.wait_ended()).code == "OK"
    assert not nothing.messages


@pytest.mark.slow
async def test_watching_goes_on_over_a_stop(arena, caller):
    """A run that was stopped may be gone on with."""
    run_id = arena.begin()
    stream = watch(caller, run_id)
    await seen(stream)
    arena.database.close_run(run_id, RunStatus.STOPPED, "interrupted")
    stopped = (await seen(stream)).tournament
    assert (stopped.status, stopped.status_reason) == (pb.TOURNAMENT_STATUS_STOPPED, "interrupted")
    arena.play(run_id)
    assert (await seen(stream)).tournament.match_count == 1


@pytest.mark.slow
async def test_what_another_process_stores_is_seen(arena, caller, tmp_path):
    """Another ``Database`` on the same file stands for it."""
    run_id = arena.begin()
    stream = watch(caller, run_id)
    await seen(stream)
    with Database(str(tmp_path / "arena.db")) as other:
        Arena(other, 0).play(run_id)
    assert (await seen(stream)).tournament.match_count == 1


async def test_one_watcher_too_many_is_told_to_come_back(database):
    """``MAX_WATCHERS``, here 3; others are answered, and when one leaves there is room."""
    service = TournamentService(database, database, database, max_watchers=3)
    async with trio.open_nursery() as nursery:
        calls = Calls(nursery, SERVICE, service.methods)
        async with open_server(lambda stream: stream.close_nowait(Ending()), services=[calls]) as server:
            run_id = Arena(database, server.port).begin()
            with open_caller(server.port, TournamentServiceStub) as caller:
                streams = [watch(caller, run_id) for _ in range(3)]
                for stream in streams:
                    await seen(stream)
                found = await watch(caller, run_id).wait_ended()
                assert (*named(found), found.retry_after_s) == ("RESOURCE_EXHAUSTED", "TOO_MANY_WATCHERS", 5.0)
                assert (await got(caller, run_id)).tournament.run_id == run_id
                streams[0].close()
                with trio.fail_after(WAIT_S):
                    while (await watch(caller, run_id).receive()) is None:
                        await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()


async def test_the_end_of_the_arena_ends_watching(database):
    """UNAVAILABLE with its reason: come back."""
    with ExitStack() as stack, trio.fail_after(WAIT_S):
        async with open_lobby(accounts=database, library=database, desk=database) as lobby:
            run_id = Arena(database, lobby.port).begin()
            stream = watch(stack.enter_context(open_caller(lobby.port, TournamentServiceStub)), run_id)
            await seen(stream)
        assert named(await stream.wait_ended()) == ("UNAVAILABLE", "SHUTDOWN")


class Slow:
    """A library that is a database, but answers only when it may."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.asked, self.may, self.failed = Event(), Event(), Event()
        self.failure: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def run(self, run_id: int) -> RunInfo:
        self.asked.set()
        assert self.may.wait(WAIT_S)
        return self._database.run(run_id)

    def revision(self) -> int:
        if self.failure is not None:
            self.failed.set()
            raise self.failure
        return self._database.revision()


@asynccontextmanager
async def open_slow(database: Database) -> AsyncIterator[tuple[Slow, int]]:
    slow = Slow(database)
    async with open_lobby(accounts=database, library=slow, desk=database) as lobby:
        try:
            yield slow, lobby.port
        finally:
            slow.may.set()


async def test_a_slow_database_holds_nobody_else_up(database):
    """While a standings call waits for the database, a list is answered and a bot comes in."""
    arena = Arena(database, 0)
    run_id, token = arena.begin(), arena.add("bot")
    async with open_slow(database) as (slow, port):
        with open_caller(port, TournamentServiceStub) as caller:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(got, caller, run_id)
                assert await trio.to_thread.run_sync(slow.asked.wait, WAIT_S)
                assert len((await listed(caller)).tournaments) == 1
                with open_client(port, token) as client:
                    client.hello()
                    assert (await client.receive_kind("welcome")).bot_name == "bot"
                slow.may.set()


@pytest.mark.slow
async def test_a_database_that_fails_for_a_while_is_told_and_watchers_wait(database):
    """Who asks hears UNAVAILABLE and when to come back; who watches sees the next change when it is well again."""
    arena = Arena(database, 0)
    run_id = arena.begin()
    async with open_slow(database) as (slow, port):
        slow.may.set()
        with open_caller(port, TournamentServiceStub) as caller:
            stream = watch(caller, run_id)
            await seen(stream)
            slow.failure = StoreError("database /home/ada/arena.db: disk I/O error")
            for ask in (listed(caller), got(caller, run_id)):
                found = await refused(ask)
                assert (*named(found), found.retry_after_s) == ("UNAVAILABLE", "STORE_UNAVAILABLE", 5.0)
                assert "ada" not in found.message
            arena.play(run_id)
            slow.failed.clear()
            assert await trio.to_thread.run_sync(slow.failed.wait, WAIT_S)
            slow.failure = None
            assert (await seen(stream)).tournament.match_count == 1

"""Streams over real sockets, another process's writes, and the end."""

import socket
from contextlib import AsyncExitStack

import httpx
import pytest
import trio

from arena.dealer import RunStatus
from arena.errors import ConfigError
from arena.store import Database
from arena.web import create_app, open_web
from arena.web.feed import Feed
from arena.web.server import serve_web
from tests.web.watching import MASTER, events, play, tournament


async def test_a_stream_begins_with_a_snapshot_and_follows_what_another_database_object_stores(database, path):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    play(database, run_id, spec, (0, 1))
    with Database(str(path)) as other, trio.fail_after(10):
        async with open_web(database, "127.0.0.1:0") as url, events(url, f"/runs/{run_id}/events") as stream:
            first = await stream.read()
            play(other, run_id, spec, (0, 2))
            second = await stream.read()
            other.close_run(run_id, RunStatus.COMPLETED)
            third, last, nothing = [await stream.read() for _ in range(3)]
    assert [event["event"] for event in (first, second, third, last)] == ["update", "update", "update", "over"]
    assert nothing == {}, "it ends when the run is over"
    assert "12 hands" in first["data"]
    assert "24 hands" in second["data"]
    assert "completed" in third["data"]
    assert int(first["id"]) < int(second["id"]) < int(third["id"]) == int(last["id"])


async def test_who_comes_back_is_sent_only_what_is_new(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    with trio.fail_after(10):
        async with open_web(database, "127.0.0.1:0") as url:
            async with events(url, f"/runs/{run_id}/events") as stream:
                seen = (await stream.read())["id"]
            async with events(url, f"/runs/{run_id}/events", seen) as stream:
                play(database, run_id, spec, (0, 1))
                event = await stream.read()
    assert int(event["id"]) > int(seen)
    assert "12 hands" in event["data"]


async def test_the_list_of_tournaments_is_followed_too(database):
    with trio.fail_after(10):
        async with open_web(database, "127.0.0.1:0") as url, events(url, "/events") as stream:
            assert "No tournament has been played yet" in (await stream.read())["data"]
            database.open_run(tournament(name="Late draw"), MASTER, seeded=False)
            assert "Late draw" in (await stream.read())["data"]


async def test_the_end_is_quick_with_streams_open(database):
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    async with AsyncExitStack() as stack:
        async with open_web(database, "127.0.0.1:0") as url:
            streams = [await stack.enter_async_context(events(url, f"/runs/{run_id}/events")) for _ in range(3)]
            for stream in streams:
                await stream.read()
            began = trio.current_time()
        assert trio.current_time() - began < 1
        assert [await stream.read() for stream in streams] == [{}, {}, {}], "ended whole, not broken off"


async def test_what_the_block_raises_comes_out_as_it_is(database):
    with pytest.raises(KeyError):
        async with open_web(database, "127.0.0.1:0"):
            raise KeyError("ours")


async def test_cancelling_ends_it(database):
    with trio.move_on_after(0.1) as scope, trio.fail_after(2):
        async with open_web(database, "127.0.0.1:0"):
            await trio.sleep_forever()
    assert scope.cancelled_caught


async def test_a_busy_port_is_a_mistake_of_one_line(database):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bind = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigError, match=r"^cannot listen on 127\.0\.0\.1:\d+: .*in use; choose another with --web$"):
            async with open_web(database, bind):
                pass


@pytest.mark.parametrize(
    "bind", ["", "8000", "localhost", "localhost:", ":80", "localhost:http", "localhost:65536", "no.such.host.invalid:80"]
)
async def test_what_is_no_address_is_refused(database, bind):
    with pytest.raises(ConfigError, match=r"cannot listen on .*; choose another with --web"):
        async with open_web(database, bind):
            pass


async def test_a_server_reports_where_it_listens(database):
    feed = Feed(database)
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery, httpx.AsyncClient() as client:
            url = await nursery.start(serve_web, create_app(database, feed), "localhost:0")
            assert (await client.get(f"{url}/healthz")).text == "ok\n"
            feed.close()

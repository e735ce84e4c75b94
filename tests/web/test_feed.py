"""Pieces are made once for everyone, and again only when something was stored."""

from contextlib import contextmanager

import pytest
import trio

from arena.dealer import RunStatus
from arena.errors import NoRecord, StoreError
from arena.web.feed import Feed
from arena.web.stream import EventStream, Snapshot, event_text
from tests.web.watching import MASTER, play, tournament


class Counting:
    """A library that counts what is asked of it, and fails on demand."""

    def __init__(self, database):
        self._database = database
        self.asked = []
        self.failing = False

    def __getattr__(self, name):
        def ask(*arguments):
            self.asked.append(name)
            if self.failing:
                raise StoreError("the disk is gone")
            return getattr(self._database, name)(*arguments)

        return ask


@contextmanager
def nothing_asked(library):
    before = list(library.asked)
    yield
    assert library.asked == before


@pytest.fixture
def library(database):
    return Counting(database)


async def test_a_thousand_watchers_cost_one_computation(database, library):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    play(database, run_id, spec, (0, 1))
    feed = Feed(library)
    await feed.refresh()
    boards = []

    async def watch():
        boards.append(await feed.board(run_id))

    async with trio.open_nursery() as nursery:
        for _ in range(1000):
            nursery.start_soon(watch)
    assert library.asked.count("outcomes") == 1
    assert len(set(map(id, boards))) == 1


async def test_what_did_not_change_is_not_made_again(database, library):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    feed = Feed(library)
    await feed.refresh()
    before = await feed.board(run_id, patient=True)
    with nothing_asked(library):
        assert await feed.board(run_id) is before
    database.open_run(spec, b"o" * 32, seeded=False)
    await feed.refresh()
    assert await feed.board(run_id, patient=True) is before, "another run changed"
    play(database, run_id, spec, (0, 1))
    await feed.refresh()
    after = await feed.board(run_id, patient=True)
    assert after.standings.hands == 12
    assert after.revision > before.revision
    assert library.asked.count("outcomes") == 2


async def test_the_list_says_who_won(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    feed = Feed(database)
    await feed.refresh()
    assert [info.run_id for info in (await feed.runs(patient=True)).running] == [run_id]
    play(database, run_id, spec, (0, 1))
    database.close_run(run_id, RunStatus.COMPLETED)
    await feed.refresh()
    runs = await feed.runs(patient=True)
    assert runs.running == ()
    assert set(runs.leaders[run_id]) == {"ada", "bob"}, "undecided; eve has not played"


async def test_no_run_is_no_record_and_leaves_no_trace(database):
    feed = Feed(database)
    for _ in range(2):
        with pytest.raises(NoRecord):
            await feed.board(5)
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    assert (await feed.board(run_id)).info.run_id == run_id


async def test_a_database_that_fails_for_a_while_is_logged_once_and_asked_again(database, library, caplog):
    feed = Feed(library)
    library.failing = True
    await feed.refresh()
    await feed.refresh()
    assert not feed.healthy
    assert caplog.text.count("the disk is gone") == 1
    library.failing = False
    await feed.refresh()
    assert feed.healthy
    assert feed.revision >= 0


async def test_the_bell_rings_for_changes_and_for_the_end(database):
    feed = Feed(database, poll_s=0.01)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(feed.run)
        with trio.fail_after(5):
            await feed.wait_change(-1)
            seen = feed.revision
            database.open_run(tournament(), MASTER, seeded=False)
            await feed.wait_change(seen)
            assert feed.revision > seen
            feed.close()
            await feed.wait_change(feed.revision)


async def test_silence_is_broken_by_pings(database, autojump_clock):
    """Virtual time, no thread: 50 s of silence hold three pings at every 15 s."""
    feed = Feed(database)
    sent = []

    async def look():
        return Snapshot(1, "<p>one</p>\n<p>two</p>")

    async def receive():
        await trio.sleep(50)
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message.get("body", b"").decode())

    await EventStream(feed, look)({"type": "http", "method": "GET"}, receive, send)
    assert "".join(sent).count(": ping\n\n") == 3
    assert "data: <p>one</p>\ndata: <p>two</p>\n\n" in "".join(sent)


async def test_a_snapshot_made_before_the_first_revision_is_sent(database, autojump_clock):
    sent = []

    async def look():
        return Snapshot(-1, "early", over=True)

    async def send(message):
        sent.append(message.get("body", b"").decode())

    await EventStream(Feed(database), look)({"type": "http", "method": "GET"}, trio.sleep_forever, send)
    assert "data: early" in "".join(sent)


async def test_asking_for_the_head_of_a_stream_gets_no_stream(database):
    sent = []

    async def send(message):
        sent.append(message)

    await EventStream(Feed(database), None)({"type": "http", "method": "HEAD"}, None, send)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]


@pytest.mark.parametrize(("data", "fields"), [("", "data: \n"), ("a\r\nb\n", "data: a\ndata: b\n"), ("id: 5\n\nevent: x", None)])
def test_data_cannot_end_an_event_early(data, fields):
    text = event_text("update", data, 3)
    assert text.startswith("id: 3\nevent: update\n")
    assert text.count("\n\n") == 1
    assert fields is None or fields in text


async def test_winners_that_take_long_to_find_come_later(database):
    """No time at all: one winner each time the list is made, the newest first."""
    feed = Feed(database, leaders_s=-1.0)
    runs = [database.open_run(tournament(), bytes([number]) * 32, seeded=False) for number in range(3)]
    for run_id in runs:
        database.close_run(run_id, RunStatus.COMPLETED)
    await feed.refresh()
    found = [sorted((await feed.runs(patient=True)).leaders) for _ in range(4)]
    assert found == [runs[2:], runs[1:], runs, runs]

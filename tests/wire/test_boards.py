"""Snapshots are made once for everyone who asks, again only when their tournament has changed, and never so often that play suffers."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from arena.errors import NoRecord
from arena.matches import measure_match, play_match
from arena.store import Database
from arena.tournaments import Order, OrderKind, PassScheduler, tournament_from_document
from arena.wire.boards import Boards, Piece
from bots.draw import Random

MASTER = bytes(range(32))


class Counting:
    """A library that remembers what was asked of it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.asked: list[str] = []
        self.looked = Event()

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: object) -> object:
            self.asked.append(name)
            if name == "revision":
                self.looked.set()
            return getattr(self._database, name)(*arguments)

        return ask


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(str(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
def library(database: Database) -> Counting:
    return Counting(database)


@pytest.fixture
def boards(library: Counting) -> Boards:
    return Boards(library, trio.CapacityLimiter(4))


def begin(database: Database) -> int:
    entrants = [{"name": name, "builtin": "draw/random"} for name in ("ada", "bob")]
    document = {"name": "Evening draw", "game": "five_card_draw", "play": {"deals_per_match": 3}, "entrant": entrants}
    return database.open_run(tournament_from_document(document, "this test"), MASTER, seeded=False)


def play(database: Database, run_id: int) -> None:
    (plan,) = PassScheduler(database.run(run_id).spec, MASTER).next_pass()
    database.add_match(run_id, plan, measure_match(play_match(plan.spec, [Random] * 2)))


@pytest.mark.slow
async def test_many_who_ask_cost_one_computation(database, library, boards):
    run_id = begin(database)
    play(database, run_id)
    await boards.refresh()
    found = []

    async def ask() -> None:
        found.append(await boards.snapshot(run_id))

    async with trio.open_nursery() as nursery:
        for _ in range(1000):
            nursery.start_soon(ask)
    assert library.asked.count("outcomes") == 1
    assert len(set(map(id, found))) == 1


@pytest.mark.slow
async def test_what_did_not_change_keeps_its_revision(database, library, boards):
    """Another run, an account, a hold: the library has changed, this tournament has not."""
    run_id = begin(database)
    await boards.refresh()
    before = await boards.snapshot(run_id)
    assert before.revision == boards.revision
    begin(database)
    database.add_account("cy", "cy", "0" * 64)
    await boards.refresh()
    assert boards.revision > before.revision
    assert await boards.snapshot(run_id) is before
    assert library.asked.count("outcomes") == 1
    database.give_order(run_id, Order(OrderKind.WITHDRAW, "bob"))
    await boards.refresh()
    withdrawn = await boards.snapshot(run_id)
    assert withdrawn.revision == boards.revision
    database.take_orders(run_id, 1)  # from which pass it holds is not shown
    await boards.refresh()
    assert (await boards.snapshot(run_id)).revision == withdrawn.revision


async def test_no_run_is_no_record_and_leaves_no_trace(database, boards):
    for _ in range(2):
        with pytest.raises(NoRecord):
            await boards.snapshot(1)
    assert begin(database) == 1
    assert (await boards.snapshot(1)).message.tournament.run_id == 1


@pytest.mark.slow
async def test_snapshots_that_nobody_watches_are_forgotten_in_the_end(database, boards):
    """64 are kept, the last ones asked for; what is watched stays as it is, revision included."""
    first, *others = [begin(database) for _ in range(80)]
    await boards.refresh()
    with boards.watching(first):
        watched = await boards.snapshot(first)
        for run_id in others:
            await boards.snapshot(run_id)
        assert list(boards._pieces) == [first, *others[-64:]]
        assert await boards.snapshot(first) is watched
    await boards.snapshot(others[0])
    assert len(boards._pieces) == 64


async def test_the_library_is_left_alone_while_nobody_watches(database, library, autojump_clock):
    """An hour of virtual time without a question; then one at once, and the bell rings."""
    boards = Boards(library, trio.CapacityLimiter(4))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(boards.run)
        await trio.sleep(3600)
        assert library.asked == []
        with boards.watching(begin(database)):
            await boards.wait_change(-1)
            assert boards.revision == database.revision()
        nursery.cancel_scope.cancel()


async def test_a_piece_rests_nine_times_as_long_as_it_took(autojump_clock: MockClock):
    """Made in 2 s: the next begins 18 s later. Who is patient waits for it, who is not takes what there is."""
    autojump_clock.autojump_threshold = 1.0  # a second of real time: the clock must not jump while the thread works

    def make(revision: int, before: int | None) -> int:
        autojump_clock.jump(2.0)
        return revision

    piece = Piece(make, trio.CapacityLimiter(1))
    assert await piece.get(1, 0.0) == 1
    ended = trio.current_time()
    assert await piece.get(1, 0.0) == 1
    assert trio.current_time() == ended
    assert await piece.get(2, trio.current_time() + 1000) == 2
    assert trio.current_time() == pytest.approx(ended + 20)
    assert await piece.get(3, 5.0) == 2
    assert trio.current_time() == pytest.approx(ended + 25)


async def test_a_piece_is_made_again_only_for_a_newer_wish(autojump_clock: MockClock):
    """It knows up to where it has read."""
    made: list[int] = []

    def make(revision: int, before: int | None) -> int:
        made.append(revision)
        return revision

    piece = Piece(make, trio.CapacityLimiter(1))
    assert await piece.get(3, 0.0) == 3
    assert await piece.get(2, 0.0) == 3
    assert await piece.get(4, 60.0) == 4
    assert made == [3, 4]

"""What watchers see, made once for all of them, and a bell that rings when it changes.

One task asks the library for its revision, twice a second, in a thread; that also notices what other processes store. A
piece (the board of one run, the list of runs) is made when somebody asks and kept until the library has changed, so a
thousand watchers cost one query and one computation. Making a piece of a long tournament is work, and the dealer may share this
process: after each time a piece rests nine times as long as it took, so watching takes at most a tenth of a processor.

This module knows nothing of HTTP or HTML.
"""

import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import trio

from arena.dealer import Library, RunInfo, RunStatus, standings_of
from arena.errors import ArenaError, NoRecord
from arena.tournaments import Standings, StandingsRow

POLL_S = 0.5
LEADERS_SHOWN = 20
"""Of how many finished runs the list says who won."""
LEADERS_S = 1.0
"""Long enough to look for winners at one time; the others are found when the list is asked for again."""

_BOARDS_KEPT, _RESTS = 64, 9
_log = logging.getLogger("arena.web")
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class RunBoard:
    """A run and its standings at one moment. Equal only to itself, so it may be the key of what is made from it."""

    info: RunInfo
    standings: Standings
    revision: int
    """The library's revision at which this board was first seen."""


@dataclass(frozen=True, slots=True, eq=False)
class RunList:
    """All runs at one moment."""

    running: tuple[RunInfo, ...]
    """Newest first."""
    finished: tuple[RunInfo, ...]
    """Likewise."""
    leaders: Mapping[int, tuple[str, ...]]
    """By run, of the newest finished ones: who may still be the best."""
    revision: int
    complete: bool
    """Whether there was time for all leaders."""


class Feed:
    """Pieces and the bell. :meth:`run` must be running, else only :meth:`refresh` notices changes."""

    def __init__(self, library: Library, *, poll_s: float = POLL_S, leaders_s: float = LEADERS_S) -> None:
        """Nothing has been read yet."""
        self.revision = -1
        """The newest revision seen."""
        self._library = library
        self._poll_s, self._leaders_s = poll_s, leaders_s
        self._changed, self._closed = trio.Event(), trio.Event()
        self._boards: OrderedDict[int, _Piece[RunBoard]] = OrderedDict()
        self._runs = _Piece(self._make_list)
        self.healthy = True
        """Whether the library could be read the last time."""

    @property
    def closed(self) -> bool:
        """Whether everyone who watches has been told to go."""
        return self._closed.is_set()

    async def run(self) -> None:
        """Look for changes until the feed is closed."""
        while not self.closed:
            await self.refresh()
            await self.wait_closed(self._poll_s)

    async def refresh(self) -> None:
        """Look for a change now. A database that cannot be read is logged once and asked again."""
        try:
            revision = await trio.to_thread.run_sync(self._library.revision)
        except ArenaError as error:
            if self.healthy:
                _log.warning("the database cannot be read, watchers wait: %s", error)
            self.healthy = False
            return
        self.healthy = True
        if revision > self.revision:
            self.revision = revision
            rung, self._changed = self._changed, trio.Event()
            rung.set()

    async def wait_change(self, seen: int) -> None:
        """Wait for another revision than ``seen``, or the end of the feed."""
        while self.revision == seen and not self.closed:
            await self._changed.wait()

    async def wait_closed(self, at_most_s: float = math.inf) -> None:
        """Wait for the end of the feed."""
        with trio.move_on_after(at_most_s):
            await self._closed.wait()

    def close(self) -> None:
        """Tell everyone who watches to go; again is harmless."""
        self._closed.set()
        self._changed.set()

    async def board(self, run_id: int, *, patient: bool = False) -> RunBoard:
        """The board of a run.

        Args:
            run_id: the run.
            patient: rather wait for the newest than take one that is a little older.

        Raises:
            NoRecord: there is no such run.
        """
        piece = self._boards.setdefault(run_id, _Piece(lambda revision, before: self._make_board(run_id, revision, before)))
        self._boards.move_to_end(run_id)
        while len(self._boards) > _BOARDS_KEPT:
            self._boards.popitem(last=False)
        try:
            return await piece.get(self, patient=patient)
        except NoRecord:
            self._boards.pop(run_id, None)
            raise

    async def runs(self, *, patient: bool = False) -> RunList:
        """The list of runs; ``patient`` as for :meth:`board`."""
        runs = await self._runs.get(self, patient=patient)
        if not runs.complete:
            self._runs.expire()
        return runs

    def _make_board(self, run_id: int, revision: int, before: RunBoard | None) -> RunBoard:
        info = self._library.run(run_id)
        if before is not None and _state(before.info) == _state(info):
            return before
        return RunBoard(info, standings_of(self._library, info), revision)

    def _make_list(self, revision: int, before: RunList | None) -> RunList:
        runs = self._library.runs()
        running = tuple(info for info in runs if info.status == RunStatus.RUNNING)
        finished = tuple(info for info in runs if info.status != RunStatus.RUNNING)
        if before is not None and before.complete and _states(before.running + before.finished) == _states(running + finished):
            return before
        known = _states(before.finished) if before else set()
        old = before.leaders if before else {}
        leaders = {info.run_id: old[info.run_id] for info in finished if info.run_id in old and _state(info) in known}
        missing = [info for info in finished[:LEADERS_SHOWN] if info.run_id not in leaders]
        ends = time.monotonic() + self._leaders_s
        while missing:
            info = missing.pop(0)
            leaders[info.run_id] = leading(standings_of(self._library, info).rows)
            if time.monotonic() > ends:
                break
        return RunList(running, finished, leaders, revision, complete=not missing)


class _Piece(Generic[T]):
    """Something made from the library, once for everyone who asks."""

    def __init__(self, make: Callable[[int, T | None], T]) -> None:
        """``make`` is called in a thread with the revision and what was made before; it may return the same object."""
        self._make = make
        self._value: T | None = None
        self._revision = -1
        self._rests_until = -math.inf
        self._lock = trio.Lock()

    async def get(self, feed: Feed, *, patient: bool) -> T:
        """The newest, or without patience what there is while the piece rests."""
        if self._value is not None and (self._revision == feed.revision or (not patient and trio.current_time() < self._rests_until)):
            return self._value
        async with self._lock:
            await feed.wait_closed(max(0.0, self._rests_until - trio.current_time()))
            if self._value is None or self._revision != feed.revision:
                await self._renew(feed.revision)
            assert self._value is not None, "it has just been made"
            return self._value

    def expire(self) -> None:
        """Make it again when it is asked for and has rested, though the library has not changed."""
        self._revision = -2

    async def _renew(self, revision: int) -> None:
        began = trio.current_time()
        self._value = await trio.to_thread.run_sync(self._make, revision, self._value)
        self._revision = revision
        ended = trio.current_time()
        self._rests_until = ended + _RESTS * (ended - began)


def leading(rows: tuple[StandingsRow, ...]) -> tuple[str, ...]:
    """Who may be the best: nobody is surely better. Empty while nothing has been played."""
    return tuple(row.entrant for row in rows if row.best_rank == 1 and row.blocks)


def _state(info: RunInfo) -> tuple[object, ...]:
    """Grows or changes with everything stored of a run."""
    return info.run_id, info.match_count, info.order_count, info.paused, info.status, info.reason


def _states(runs: tuple[RunInfo, ...]) -> set[tuple[object, ...]]:
    return set(map(_state, runs))

"""What callers see of tournaments, made once for all of them, and a bell that rings when the library has changed.

While somebody watches, one task asks the library for its revision, twice a second, in a thread; that also notices what other processes
store. What is shown is kept until the library has changed, as the bytes that are sent, so a thousand watchers cost one query and one
computation. The standings of a long tournament are work, and the dealer may share this process: they are made for one tournament at a
time, and after each time they rest nine times as long as it took.

A snapshot's revision is the library's before the snapshot was read: it contains everything up to there, perhaps more. A snapshot that
shows nothing new keeps the revision of the one before.
"""

import logging
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import trio

from arena.dealer import Library, RunInfo, RunStatus, standings_of
from arena.errors import NoRecord, StoreError
from arena.tournaments import Order
from arena.v1 import tournament_pb2 as pb
from arena.wire.tournament_codec import standings_message, tournament_message

POLL_S = 0.5
_KEPT = 64
"""Snapshots of tournaments that nobody watches."""
_RESTS = 9
_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A run and its standings at one moment."""

    revision: int
    message: pb.TournamentSnapshot
    data: bytes
    """A ``GetTournamentResponse`` or ``WatchTournamentResponse``: they hold nothing but the message."""
    over: bool
    """Whether everything has been played."""
    state: tuple[RunInfo, tuple[Order, ...]]
    """What changes whenever the message does."""


class Boards:
    """Snapshots, and the bell. :meth:`run` must be running for those who watch."""

    def __init__(self, library: Library, threads: trio.CapacityLimiter, poll_s: float = POLL_S) -> None:
        """Nothing has been read yet; ``threads`` is for what is quick."""
        self.revision = -1
        """The newest revision seen."""
        self._library = library
        self._threads = threads
        self._making = trio.CapacityLimiter(1)
        self._poll_s = poll_s
        self._changed, self._watch_began = trio.Event(), trio.Event()
        self._watchers = Counter[int]()
        self._runs = Piece(self._list, threads)
        self._pieces: OrderedDict[int, Piece[Snapshot]] = OrderedDict()

    async def run(self) -> None:
        """Look for changes as long as somebody watches; until cancelled. A database that cannot be read is asked again."""
        healthy = True
        while True:
            if not self._watchers:
                self._watch_began = trio.Event()
                await self._watch_began.wait()
            try:
                await self.refresh()
                healthy = True
            except StoreError as error:
                if healthy:
                    _log.warning("the database cannot be read, watchers wait: %s", error)
                healthy = False
            await trio.sleep(self._poll_s)

    async def refresh(self) -> None:
        """Look for a change now.

        Raises:
            StoreError: the library cannot be read.
        """
        revision = await trio.to_thread.run_sync(self._library.revision, limiter=self._threads)
        if revision > self.revision:
            self.revision = revision
            rung, self._changed = self._changed, trio.Event()
            rung.set()

    async def wait_change(self, seen: int) -> None:
        """Wait for another revision than ``seen``."""
        while self.revision == seen:
            await self._changed.wait()

    @contextmanager
    def watching(self, run_id: int) -> Iterator[None]:
        """Somebody watches a run."""
        self._watchers[run_id] += 1
        self._watch_began.set()
        try:
            yield
        finally:
            self._watchers[run_id] -= 1
            self._watchers += Counter()  # without the zeros
            self._forget()

    async def runs(self, patience_s: float = math.inf) -> tuple[RunInfo, ...]:
        """Every run, newest first; ``patience_s`` as for :meth:`snapshot`."""
        return tuple(await self._runs.get(self.revision, patience_s))

    async def snapshot(self, run_id: int, patience_s: float = math.inf) -> Snapshot:
        """A run as it was at the newest revision seen, or later.

        Args:
            run_id: the run.
            patience_s: how long to wait for that, rather than to take what there is.

        Raises:
            NoRecord: there is no such run.
        """
        piece = self._pieces.get(run_id)
        if piece is None:
            piece = self._pieces[run_id] = Piece(lambda revision, before: self._make(run_id, revision, before), self._making)
        self._pieces.move_to_end(run_id)
        self._forget()
        try:
            return await piece.get(self.revision, patience_s)
        except NoRecord:
            self._pieces.pop(run_id, None)
            raise

    def _forget(self) -> None:
        """Drop what nobody watches and has not been asked for lately."""
        unwatched = [run_id for run_id in self._pieces if run_id not in self._watchers]
        for run_id in unwatched[:-_KEPT]:
            del self._pieces[run_id]

    def _list(self, _revision: int, _before: Sequence[RunInfo] | None) -> Sequence[RunInfo]:
        """In a thread."""
        return self._library.runs()

    def _make(self, run_id: int, revision: int, before: Snapshot | None) -> Snapshot:
        """In a thread."""
        info = self._library.run(run_id)
        state = replace(info, holder=""), tuple(self._library.orders(run_id))
        if before is not None and before.state == state:
            return before
        board = standings_message(standings_of(self._library, info), info.spec.play.confidence)
        message = pb.TournamentSnapshot(tournament=tournament_message(info), standings=board)
        if before is not None:
            message.revision = before.revision
            if message == before.message:
                return replace(before, state=state)
        message.revision = revision
        data = pb.GetTournamentResponse(snapshot=message).SerializeToString()
        return Snapshot(revision, message, data, info.status == RunStatus.COMPLETED, state)


class Piece(Generic[_T]):
    """Something made from the library, once for everyone who asks."""

    def __init__(self, make: Callable[[int, _T | None], _T], threads: trio.CapacityLimiter) -> None:
        """``make`` is called in a thread with the revision and what was made before; it may return the same object."""
        self._make = make
        self._threads = threads
        self._value: _T | None = None
        self._revision = -1
        self._rests_until = -math.inf
        self._lock = trio.Lock()

    async def get(self, wanted: int, patience_s: float) -> _T:
        """What the library held at revision ``wanted`` or later; after ``patience_s`` what there is."""
        with trio.move_on_after(math.inf if self._value is None else patience_s):
            while self._older_than(wanted):
                await trio.sleep_until(self._rests_until)
                async with self._lock:
                    if self._older_than(wanted) and trio.current_time() >= self._rests_until:
                        await self._renew(wanted)
        assert self._value is not None, "it has been made"
        return self._value

    def _older_than(self, wanted: int) -> bool:
        return self._value is None or self._revision < wanted

    async def _renew(self, revision: int) -> None:
        began = trio.current_time()
        self._value = await trio.to_thread.run_sync(self._make, revision, self._value, limiter=self._threads)
        self._revision = revision
        ended = trio.current_time()
        self._rests_until = ended + _RESTS * (ended - began)

"""Which tournament is due when: cron with time zones, missed runs, and runs that overlap.

The scheduler knows wall-clock time only through the function it is given. A tournament has at most one run at a time; one that
falls due meanwhile waits (``overlap = "queue"``, one at most) or is left out (``"skip"``). A run missed while the arena was down, or
its machine asleep, is played once, however many were missed (``missed = "once"``), or not at all (``"skip"``).

Clocks are odd twice a year. A schedule with a minute and an hour is played once on either night: a time that is skipped, such as 2:30 when
2:00 becomes 3:00, is played at the end of the gap; one that comes twice, the first time. With a ``*`` in minute or hour it goes by real
time: nothing in a gap, and twice what comes twice. Those are the habits of cron.

Clocks are also set by people and machines. What the clock has passed is never due again when it is set back by less than three
hours; by more, it was wrong before, and what comes is worked out anew. Set forward, it may jump over moments: those were missed.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import trio
from cronsim import CronSim, CronSimError

from arena.errors import ConfigError
from arena.tournaments import TournamentSpec

_LONGEST_SLEEP_S = 30.0
"""The wall clock may be set meanwhile: look again at least this often."""
_MISSED_AFTER = timedelta(minutes=5)
"""A run that could begin only so long after it was due was missed."""
_CORRECTION = timedelta(hours=3)
"""A clock that is set back by more than this was wrong before."""


@dataclass(frozen=True, slots=True)
class Due:
    """A tournament and the moment at which it is due next."""

    spec: TournamentSpec
    at: datetime


def next_due(spec: TournamentSpec, after: datetime) -> datetime:
    """When a scheduled tournament is due next, strictly after a moment, in the time zone of its file.

    Raises:
        ConfigError: its schedule is no cron expression, or it never comes due.
    """
    try:
        moments = CronSim(spec.schedule, after.astimezone(_zone(spec.timezone)))
        return next(moment for moment in moments if moment.astimezone(UTC) > after)  # in an hour that comes twice cronsim may look back
    except (CronSimError, StopIteration) as error:
        why = str(error) or "it never comes due"
        raise ConfigError(f'schedule = "{spec.schedule}": {why}; write minute hour day month weekday, such as "0 20 * * *"') from None


class Scheduler:
    """Plays scheduled tournaments when they are due."""

    def __init__(
        self, specs: Iterable[TournamentSpec], play: Callable[[TournamentSpec], Awaitable[None]], now: Callable[[], datetime]
    ) -> None:
        """``play`` runs one tournament to its end; ``now`` says what time it is, with a time zone.

        Raises:
            ConfigError: a schedule is no cron expression.
        """
        self._play = play
        self._now = now
        self._due = {spec.name: Due(spec, next_due(spec, now())) for spec in specs if spec.schedule}
        self._running: set[str] = set()
        self._queued: set[str] = set()
        self._stopped = False
        self._looked_at = datetime.min.replace(tzinfo=UTC)

    def upcoming(self) -> list[Due]:
        """What is due next, soonest first."""
        return sorted(self._due.values(), key=lambda due: due.at.astimezone(UTC))

    async def run(self) -> None:
        """Play what comes due, until cancelled."""
        async with trio.open_nursery() as nursery:
            while True:
                self._look(nursery)
                await trio.sleep(self._patience_s())

    def stop_nowait(self) -> None:
        """Begin nothing more; what is in play goes on."""
        self._stopped = True
        self._queued.clear()

    def catch_up(self, spec: TournamentSpec, last: datetime | None) -> None:
        """Let a tournament that was due while the arena was down be due now, if its file says so."""
        if spec.missed == "once" and last is not None and next_due(spec, last) <= self._now():
            self._due[spec.name] = Due(spec, self._now())

    def begin_now(self, spec: TournamentSpec) -> None:
        """Let a tournament that was being played when the arena ended be due now."""
        self._due[spec.name] = Due(spec, self._now())

    def _look(self, nursery: trio.Nursery) -> None:
        """Begin what is due by now, and leave out what was missed."""
        now = self._now()
        if now + _CORRECTION < self._looked_at:
            self._due = {name: Due(due.spec, next_due(due.spec, now)) for name, due in self._due.items()}
        self._looked_at = now
        for due in self.upcoming():
            if due.at <= now:
                self._due[due.spec.name] = Due(due.spec, next_due(due.spec, now))
                if due.spec.missed == "once" or now - due.at <= _MISSED_AFTER:
                    self._start(due.spec, nursery)

    def _patience_s(self) -> float:
        waits = [(due.at - self._now()) / timedelta(seconds=1) for due in self._due.values()]
        return max(0.0, min([*waits, _LONGEST_SLEEP_S]))

    def _start(self, spec: TournamentSpec, nursery: trio.Nursery) -> None:
        if self._stopped:
            return
        if spec.name not in self._running:
            self._running.add(spec.name)
            nursery.start_soon(self._play_until_none_waits, spec)
        elif spec.overlap == "queue":
            self._queued.add(spec.name)

    async def _play_until_none_waits(self, spec: TournamentSpec) -> None:
        try:
            await self._play(spec)
            while spec.name in self._queued:
                self._queued.discard(spec.name)
                await self._play(spec)
        finally:
            self._running.discard(spec.name)


def _zone(name: str) -> tzinfo:
    return UTC if name == "UTC" else ZoneInfo(name)  # UTC is there even where no time zones are installed

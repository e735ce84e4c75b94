"""``arena serve``: the dealer, with gRPC for bots, web pages for watchers and a scheduler for tournaments."""

import logging
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import click
import structlog
import trio

from arena.cli.common import (
    count,
    db_option,
    db_words,
    examples,
    failure_text,
    jobs_option,
    listen_option,
    open_database,
    parse_address,
    safe_address,
)
from arena.cli.files import load_scheduled
from arena.cli.running import new_run, open_run, refuse_unknown_remotes, same_file, this_process, unfinished_run
from arena.cli.text import visible
from arena.dealer import Engine, Run, RunInfo, RunStatus, Scheduler, open_plain_nursery, play_run
from arena.engines import OpenEngine, open_local_engine
from arena.errors import ArenaError
from arena.matches import SEED_SIZE
from arena.store import Database
from arena.tournaments import TournamentSpec
from arena.web import open_web
from arena.wire import open_lobby

_STOPPED = "the arena was stopped"
_log = structlog.get_logger("arena.serve")


@examples(
    "arena serve",
    "arena serve --tournaments tournaments --web 127.0.0.1:8000",
    "arena serve --listen 0.0.0.0:7400 --insecure",
)
@click.command()
@db_option
@listen_option(default="127.0.0.1:7400")
@click.option("--web", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Web pages for people who watch.")
@click.option(
    "--tournaments", type=click.Path(path_type=Path), metavar="DIR", help="Run the tournaments of these files by their schedules."
)
@click.option(
    "--grace", default=10.0, show_default=True, type=click.FloatRange(0, 3600), metavar="S", help="At the end, for matches in play."
)
@jobs_option
def command(db: str, listen: str, insecure: bool, web: str, tournaments: Path | None, grace: float, jobs: int | None) -> int:
    """Host the arena until SIGTERM: matches in play are finished and stored, bots and watchers hear farewell."""
    _configure_logs()
    address = safe_address(listen, insecure=insecure)
    parse_address("--web", web, "127.0.0.1:8000")
    specs = load_scheduled(tournaments) if tournaments else []
    with open_database(db, make=True) as database:
        dealer = Dealer(database, grace, db=db_words(db))
        trio.run(dealer.serve, address, web, specs, jobs or len(os.sched_getaffinity(0)))
    return 0


@dataclass
class Dealer:
    """Plays scheduled tournaments; what becomes of one never takes the dealer down."""

    database: Database
    grace_s: float
    runs: list[Run] = field(default_factory=list)
    idle: trio.Event = field(default_factory=trio.Event)
    """Set when a run is over."""
    ending: bool = False
    db: str = ""
    """What a command that people are told needs to find the database again."""

    async def serve(self, address: str, web: str, specs: list[TournamentSpec], jobs: int) -> None:
        """Serve until a signal."""
        async with self._open_engine(address, jobs) as engine, open_web(self.database, web) as url:
            _log.info("web pages", url=url)
            scheduler = Scheduler(specs, lambda spec: self.play(spec, engine), lambda: datetime.now(UTC))
            runs = await trio.to_thread.run_sync(self.database.runs)
            last = {info.spec.name: info.started_at for info in reversed(runs)}
            for spec in specs:
                scheduler.catch_up(spec, last.get(spec.name))
                if left_run(runs, spec) is not None:
                    scheduler.begin_now(spec)
            for due in scheduler.upcoming():
                _log.info("scheduled", tournament=due.spec.name, next=due.at.isoformat())
            async with open_plain_nursery() as nursery:
                nursery.start_soon(scheduler.run)
                await self.wait_for_end(scheduler)
                nursery.cancel_scope.cancel()
        _log.info("ended")

    @asynccontextmanager
    async def _open_engine(self, address: str, jobs: int) -> AsyncIterator[Engine]:
        db = self.database
        async with open_lobby(address, accounts=db, library=db, desk=db) as lobby, open_local_engine(jobs, judged=True) as local:
            _log.info("gRPC", address=f"{address.rpartition(':')[0]}:{lobby.port}")
            yield OpenEngine(lobby, local)

    async def play(self, spec: TournamentSpec, engine: Engine) -> None:
        """Run one tournament to its end, whatever that is, one that was left before a new one; what goes wrong is logged."""
        try:
            run = await trio.to_thread.run_sync(self.begin, spec)
        except Exception as error:
            _log.error("tournament cannot begin", tournament=spec.name, reason=failure_text(error), exc_info=_unexpected(error))
            return
        run.stopping = self.ending
        self.runs.append(run)
        _log.info("tournament begins", tournament=spec.name, run=run.run_id, matches_stored=len(run.outcomes))
        status, reason = RunStatus.STOPPED, _STOPPED
        try:
            status, reason = await self._play_run(run, engine)
        finally:
            await self._close(run, status, reason)
            self.runs.remove(run)
            self.idle.set()

    def begin(self, spec: TournamentSpec) -> Run:
        """The run of a tournament that was left, or a new one.

        Raises:
            RunHeld: another process plays it.
            ConfigError: it is a new one, and a remote bot has no account.
        """
        holder, left = this_process("arena serve"), left_run(self.database.runs(), spec)
        if left is not None:
            return open_run(self.database, left, holder)
        refuse_unknown_remotes(self.database, spec, f"tournament {spec.name!r}", self.db)
        return new_run(self.database, spec, secrets.token_bytes(SEED_SIZE), holder, seeded=False)

    async def _play_run(self, run: Run, engine: Engine) -> tuple[RunStatus, str]:
        """Play; how it ended, and why."""
        try:
            await play_run(run, engine, self.database, lambda _: None)
        except Exception as error:
            reason = failure_text(error)
            _log.error("tournament failed", tournament=run.spec.name, run=run.run_id, reason=reason, exc_info=_unexpected(error))
            return RunStatus.FAILED, reason
        return (RunStatus.STOPPED, _STOPPED) if run.stopping else (RunStatus.COMPLETED, "")

    async def _close(self, run: Run, status: RunStatus, reason: str) -> None:
        """Store how a run ended, even while everything is being cancelled."""
        with trio.CancelScope(shield=True):
            try:
                await trio.to_thread.run_sync(self.database.close_run, run.run_id, status, reason)
            except Exception as error:
                why, trace = failure_text(error), _unexpected(error)
                _log.error("run cannot be closed", tournament=run.spec.name, run=run.run_id, reason=why, exc_info=trace)
        told = {"tournament": run.spec.name, "run": run.run_id, "status": status.value, "hands": run.hands_played}
        _log.info("tournament over", **told, reason=reason)

    async def wait_for_end(self, scheduler: Scheduler) -> None:
        """Return when a signal came and the matches in play are over, the grace has passed, or a second signal came."""
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            await anext(signals)
            scheduler.stop_nowait()
            self.ending = True
            _log.info("ending", runs=count(len(self.runs), "tournament") + " in play", grace_s=self.grace_s)
            with trio.move_on_after(self.grace_s) as scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._stop_runs, nursery.cancel_scope)
                    await anext(signals)
                    scope.cancel()

    async def _stop_runs(self, scope: trio.CancelScope) -> None:
        for run in self.runs:
            run.stopping = True
        while self.runs:
            self.idle = trio.Event()
            await self.idle.wait()
        scope.cancel()


def left_run(runs: Sequence[RunInfo], spec: TournamentSpec) -> RunInfo | None:
    """The run of a tournament that the dealer was playing when it ended; none if it failed, or its file has changed since."""
    left = unfinished_run(runs, spec)
    return left if left is not None and left.status != RunStatus.FAILED and same_file(left, spec) else None


def _unexpected(error: Exception) -> bool:
    """Whether it is a bug, whose traceback belongs in the log."""
    return not isinstance(error, ArenaError)


def _visible_values(_logger: object, _method: str, event: MutableMapping[str, object]) -> MutableMapping[str, object]:
    """Reasons come from bots: nothing in a log line acts on a terminal, or begins a line of its own."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = visible(value)
    return event


def _configure_logs() -> None:
    """Lines of ``key=value`` on standard error, the library's own warnings among them."""
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            _visible_values,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, format="timestamp=%(asctime)s level=%(levelname)s event=%(message)r")

"""``arena run``: one tournament to its end."""

import hashlib
import os
import secrets
import signal
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import trio
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.boards import show_board
from arena.cli.common import (
    console,
    count,
    db_option,
    examples,
    failure_text,
    jobs_option,
    json_option,
    listen_option,
    open_database,
    print_json,
    safe_address,
    say,
)
from arena.cli.files import load_tournament
from arena.cli.text import visible
from arena.dealer import Engine, Run, RunStatus, open_plain_nursery, play_run
from arena.engines import OpenEngine, open_local_engine
from arena.errors import ArenaError, ConfigError, EngineFailed
from arena.matches import SEED_SIZE
from arena.store import Database
from arena.tournaments import TournamentSpec, standings
from arena.wire import Lobby, open_lobby

REMOTE_WAIT_S = 60.0
_EVERYWHERE = ("0.0.0.0", "[::]")  # noqa: S104 (to recognise it)


@examples(
    "arena run tournaments/demo.toml",
    "arena run tournaments/demo.toml --json > result.json",
    "arena run mine.toml --seed 2a --jobs 4 --db season.db",
    "arena run mine.toml --listen 127.0.0.1:7400 --wait 300",
)
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--seed", metavar="HEX", help="Make the run reproducible; it is marked so. Secret and random without it.")
@jobs_option
@listen_option(default=None, more="; the tournament begins when all of them are connected, or --wait is over")
@click.option(
    "--wait",
    default=REMOTE_WAIT_S,
    show_default=True,
    type=click.FloatRange(0, 86400),
    metavar="S",
    help="Seconds for remote bots to connect at --listen; who is absent then forfeits until it comes.",
)
@json_option
def command(file: Path, db: str, seed: str | None, jobs: int | None, listen: str | None, insecure: bool, wait: float, as_json: bool) -> int:
    """Play the tournament of FILE to its end, show progress, then the standings.

    Remote bots (`remote = true` in FILE) need --listen HOST:PORT; start each with ARENA_ADDRESS=HOST:PORT and with
    ARENA_TOKEN=… as `arena bots add` printed it.
    """
    address = None if listen is None else safe_address(listen, insecure=insecure)
    spec = load_tournament(file, remote=address is not None)
    player = Player(
        spec=spec,
        master=master_of(seed),
        seeded=seed is not None,
        jobs=jobs or len(os.sched_getaffinity(0)),
        address=address,
        wait_s=wait,
    )
    with open_database(db, make=True) as database:
        run, status, reason = trio.run(player.play, database)
    if as_json:
        print_json(standings(spec, run.outcomes).document())
    else:
        show_board(spec, run.outcomes, console(), status, reason)
        say(console(), _next_steps(run, db), "dim")
    if status == RunStatus.FAILED:
        raise EngineFailed(reason)
    if status == RunStatus.STOPPED:
        raise EngineFailed(_stopped_text(run, db))
    return 0


def _stopped_text(run: Run, db: str) -> str:
    matches = len(run.outcomes)
    return f"stopped early; {count(matches, 'match', 'matches')} of run {run.run_id} {'is' if matches == 1 else 'are'} stored in {db}"


def _next_steps(run: Run, db: str) -> str:
    """What to look at now."""
    where = "" if db == "arena.db" else f" --db {db}"
    steps = [f"arena matches{where}"]
    steps += [f"arena replay {outcome.match_id}:0:0{where}" for outcome in run.outcomes[:1] if outcome.hand_count]
    steps += [f"arena verify {outcome.match_id}{where}" for outcome in run.outcomes[:1]]
    return f"Stored as run {run.run_id} in {db}. Look closer: {', '.join(steps)}; as web pages: arena serve{where}"


def master_of(seed: str | None) -> bytes:
    """The secret master: random, or the SHA-256 of what a person typed.

    Raises:
        ConfigError: the seed is not hexadecimal.
    """
    if seed is None:
        return secrets.token_bytes(SEED_SIZE)
    if not 0 < len(seed) <= 2 * SEED_SIZE or not set(seed.lower()) <= set("0123456789abcdef"):
        raise ConfigError(f"--seed {seed}: must be 1 to {2 * SEED_SIZE} hexadecimal digits, such as 2a")
    return hashlib.sha256(b"arena seed %x" % int(seed, 16)).digest()


@dataclass(frozen=True)
class Player:
    """What was asked for."""

    spec: TournamentSpec
    master: bytes
    seeded: bool
    jobs: int
    address: str | None = None
    """Where remote bots connect; None when there are none."""
    wait_s: float = REMOTE_WAIT_S
    """How long they may take."""

    async def play(self, database: Database) -> tuple[Run, RunStatus, str]:
        """Play under a progress bar; the run, how it ended, and why. Whatever is raised, the run is closed first."""
        run = None
        try:
            async with self.open_engine(database) as engine:
                run_id = await trio.to_thread.run_sync(lambda: database.open_run(self.spec, self.master, seeded=self.seeded))
                run = Run(run_id, self.spec, self.master)
                status, reason = await _play_shown(run, engine, database)
        except BaseException as error:
            if run is not None:
                await _close_failed(run, database, error)
            raise
        await trio.to_thread.run_sync(database.close_run, run.run_id, status, reason)
        return run, status, reason

    @asynccontextmanager
    async def open_engine(self, database: Database) -> AsyncIterator[Engine]:
        """Where the matches run; remote bots have had their time to connect."""
        async with open_local_engine(self.jobs) as local:
            if self.address is None:
                yield local
                return
            async with open_lobby(self.address, accounts=database) as lobby:
                await self._wait_for_remotes(lobby, self.address.rpartition(":")[0])
                yield OpenEngine(lobby, local)

    async def _wait_for_remotes(self, lobby: Lobby, host: str) -> None:
        """Give remote bots time to connect; whoever is absent then forfeits until it comes."""
        absent = {entrant.name: lobby.account_seat_nowait(entrant.name) for entrant in self.spec.entrants if entrant.remote}
        if not absent:
            return
        out = console(error=True)
        say(out, waiting_text(absent, self.wait_s, host, lobby.port))

        async def wait(name: str) -> None:
            await absent[name].wait_connected()
            del absent[name]

        with trio.move_on_after(self.wait_s):
            async with trio.open_nursery() as nursery:
                for name in list(absent):
                    nursery.start_soon(wait, name)
        if absent:
            say(out, f"Not here yet: {', '.join(absent)}. Playing without; what is due meanwhile is forfeited.")


def waiting_text(names: Iterable[str], wait_s: float, host: str, port: int) -> str:
    """What a person must do for remote bots, and how much time there is."""
    them = list(names)
    where = f"{'THIS_MACHINE' if host in _EVERYWHERE else host}:{port}"
    which = "it" if len(them) == 1 else "each"
    return f"Waiting up to {wait_s:g} s at port {port} for {', '.join(them)}; start {which} with ARENA_ADDRESS={where} ARENA_TOKEN=…"


async def _close_failed(run: Run, database: Database, error: BaseException) -> None:
    """Say in the database that a run failed; whatever is in the way of that is said here."""
    with trio.CancelScope(shield=True):
        try:
            await trio.to_thread.run_sync(database.close_run, run.run_id, RunStatus.FAILED, failure_text(error))
        except ArenaError as failure:
            say(console(error=True), f"run {run.run_id} could not be closed: {failure}")


async def _play_shown(run: Run, engine: Engine, database: Database) -> tuple[RunStatus, str]:
    """Play under a progress bar; how it ended, and why."""
    texts = [TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[hands]}", markup=False)]
    with Progress(*texts, TimeElapsedColumn(), TimeRemainingColumn(), console=console(error=True)) as progress:
        bar = progress.add_task(visible(run.spec.name), total=None, hands="")

        def show(run: Run) -> None:
            hands = f"{run.hands_played:,} of at most {run.most_hands:,} hands, pass {run.pass_number + 1}"
            progress.update(bar, completed=run.hands_played, total=run.most_hands, hands=hands)

        status, reason = await _play_until_signal(run, engine, database, show)
        if status == RunStatus.COMPLETED:
            progress.update(bar, total=run.hands_played)
    return status, reason


async def _play_until_signal(run: Run, engine: Engine, database: Database, show: Callable[[Run], None]) -> tuple[RunStatus, str]:
    """Play; a first signal lets the matches in play finish, a second one drops them."""

    async def watch(scope: trio.CancelScope) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                if run.stopping:
                    scope.cancel()
                run.stopping = True
                say(console(error=True), "Finishing the matches in play; once more to drop them.")

    try:
        async with open_plain_nursery() as nursery:
            nursery.start_soon(watch, nursery.cancel_scope)
            await play_run(run, engine, database, show)
            nursery.cancel_scope.cancel()
    except EngineFailed as error:
        return RunStatus.FAILED, str(error)
    return (RunStatus.STOPPED, "interrupted") if run.stopping else (RunStatus.COMPLETED, "")

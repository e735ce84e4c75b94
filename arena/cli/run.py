"""``arena run``: one tournament to its end."""

import hashlib
import os
import secrets
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import trio
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import (
    console,
    count,
    db_option,
    examples,
    jobs_option,
    json_option,
    listen_option,
    open_database,
    print_json,
    safe_address,
    show_board,
)
from arena.cli.files import load_tournament
from arena.dealer import Engine, Run, RunStatus, open_plain_nursery, play_run
from arena.engines import OpenEngine, open_local_engine
from arena.errors import ConfigError, EngineFailed
from arena.matches import SEED_SIZE
from arena.store import Database
from arena.tournaments import TournamentSpec, standings
from arena.wire import Lobby, open_lobby

_REMOTE_WAIT_S = 60.0


@examples(
    "arena run tournaments/demo.toml",
    "arena run tournaments/demo.toml --json > result.json",
    "arena run mine.toml --seed 2a --jobs 4 --db season.db",
)
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--seed", metavar="HEX", help="Make the run reproducible; it is marked so. Secret and random without it.")
@jobs_option
@listen_option(default=None)
@json_option
def command(file: Path, db: str, seed: str | None, jobs: int | None, listen: str | None, insecure: bool, as_json: bool) -> int:
    """Play the tournament of FILE to its end, show progress, then the standings."""
    spec = load_tournament(file, remote=listen is not None)
    player = _Player(
        spec=spec,
        master=master_of(seed),
        seeded=seed is not None,
        jobs=jobs or len(os.sched_getaffinity(0)),
        address=None if listen is None else safe_address(listen, insecure=insecure),
    )
    with open_database(db, make=True) as database:
        run, status, reason = trio.run(player.play, database)
    if as_json:
        print_json(standings(spec, run.outcomes).document())
    else:
        show_board(spec, run.outcomes, console())
    if status == RunStatus.FAILED:
        raise EngineFailed(reason)
    if status == RunStatus.STOPPED:
        raise EngineFailed(f"stopped early; {count(len(run.outcomes), 'match', 'matches')} of run {run.run_id} are stored in {db}")
    return 0


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
class _Player:
    """What was asked for."""

    spec: TournamentSpec
    master: bytes
    seeded: bool
    jobs: int
    address: str | None
    """Where remote bots connect; None when there are none."""

    async def play(self, database: Database) -> tuple[Run, RunStatus, str]:
        """Play under a progress bar; the run, how it ended, and why."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[hands]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        async with self._open_engine(database) as engine:
            run = Run(database.open_run(self.spec, self.master, seeded=self.seeded), self.spec, self.master)
            with Progress(*columns, console=console(error=True)) as progress:
                bar = progress.add_task(escape(self.spec.name), total=None, hands="")

                def show(run: Run) -> None:
                    hands = f"{run.hands_played:,} of at most {run.most_hands:,} hands, pass {run.pass_number + 1}"
                    progress.update(bar, completed=run.hands_played, total=run.most_hands, hands=hands)

                status, reason = await _play_until_signal(run, engine, database, show)
                if status == RunStatus.COMPLETED:
                    progress.update(bar, total=run.hands_played)
            database.close_run(run.run_id, status, reason)
        return run, status, reason

    @asynccontextmanager
    async def _open_engine(self, database: Database) -> AsyncIterator[Engine]:
        async with open_local_engine(self.jobs) as local:
            if self.address is None:
                yield local
                return
            async with open_lobby(self.address, accounts=database) as lobby:
                await _wait_for_remotes(self.spec, lobby)
                yield OpenEngine(lobby, local)


async def _wait_for_remotes(spec: TournamentSpec, lobby: Lobby) -> None:
    """Give remote bots a minute to connect; whoever is absent then forfeits until it comes."""
    names = [entrant.name for entrant in spec.entrants if entrant.remote]
    console(error=True).print(escape(f"Waiting at port {lobby.port} for {', '.join(names)}."))
    with trio.move_on_after(_REMOTE_WAIT_S):
        async with trio.open_nursery() as nursery:
            for name in names:
                nursery.start_soon(lobby.account_seat_nowait(name).wait_connected)


async def _play_until_signal(run: Run, engine: Engine, database: Database, show: Callable[[Run], None]) -> tuple[RunStatus, str]:
    """Play; a first signal lets the matches in play finish, a second one drops them."""

    async def watch(scope: trio.CancelScope) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                if run.stopping:
                    scope.cancel()
                run.stopping = True
                console(error=True).print("Finishing the matches in play; once more to drop them.")

    try:
        async with open_plain_nursery() as nursery:
            nursery.start_soon(watch, nursery.cancel_scope)
            await play_run(run, engine, database, show)
            nursery.cancel_scope.cancel()
    except EngineFailed as error:
        return RunStatus.FAILED, str(error)
    return (RunStatus.STOPPED, "interrupted") if run.stopping else (RunStatus.COMPLETED, "")

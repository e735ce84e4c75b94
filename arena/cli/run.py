"""``arena run``: one tournament to its end."""

import hashlib
import os
import secrets
import signal
from collections.abc import Callable
from pathlib import Path

import click
import trio
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import console, count, db_option, examples, json_option, open_database, print_json, show_board
from arena.dealer import Run, RunStatus, open_plain_nursery, play_run
from arena.engines import find_builtin, open_local_engine, resolve_command
from arena.errors import ConfigError, EngineFailed
from arena.matches import SEED_SIZE
from arena.store import Database
from arena.tournaments import TournamentSpec, parse_tournament, standings


@examples(
    "arena run tournaments/demo.toml",
    "arena run tournaments/demo.toml --json > result.json",
    "arena run mine.toml --seed 2a --jobs 4 --db season.db",
)
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--seed", metavar="HEX", help="Make the run reproducible; it is marked so. Secret and random without it.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Matches at the same time; the number of processors without it.")
@json_option
def command(file: Path, db: str, seed: str | None, jobs: int | None, as_json: bool) -> int:
    """Play the tournament of FILE to its end, show progress, then the standings."""
    spec = load_tournament(file)
    master = master_of(seed)
    with open_database(db) as database:
        run = Run(database.open_run(spec, master, seeded=seed is not None), spec, master)
        status, reason = _play(run, database, jobs or len(os.sched_getaffinity(0)))
        database.close_run(run.run_id, status, reason)
    if as_json:
        print_json(standings(spec, run.outcomes).document())
    else:
        show_board(spec, run.outcomes, console())
    if status == RunStatus.FAILED:
        raise EngineFailed(reason)
    if status == RunStatus.STOPPED:
        raise EngineFailed(f"stopped early; {count(len(run.outcomes), 'match', 'matches')} of run {run.run_id} are stored in {db}")
    return 0


def load_tournament(file: Path) -> TournamentSpec:
    """A tournament file, checked down to its bots.

    Raises:
        ConfigError: names the file, the key, and what would do.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"{file}: {(error.strerror or 'cannot be read').lower()}; name a tournament file such as tournaments/demo.toml"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: is no UTF-8 text; name a tournament file such as tournaments/demo.toml") from None
    spec = parse_tournament(text, str(file))
    for number, entrant in enumerate(spec.entrants, start=1):
        try:
            if entrant.builtin:
                find_builtin(entrant.builtin)
            elif entrant.command:
                resolve_command(entrant.command)
            else:
                raise ConfigError("remote bots need a dealer to connect to, which this version does not offer yet; use command")
        except ConfigError as error:
            key = "builtin" if entrant.builtin else "command" if entrant.command else "remote"
            raise ConfigError(f"{file}: entrant {number} ({entrant.name}): {key}: {error}") from None
    return spec


def master_of(seed: str | None) -> bytes:
    """The secret master: random, or the SHA-256 of what a person typed.

    Raises:
        ConfigError: the seed is not hexadecimal.
    """
    if seed is None:
        return secrets.token_bytes(SEED_SIZE)
    try:
        number = int(seed, 16)
    except ValueError:
        number = -1
    if number < 0 or len(seed) > 2 * SEED_SIZE:
        raise ConfigError(f"--seed {seed}: must be 1 to {2 * SEED_SIZE} hexadecimal digits, such as 2a")
    return hashlib.sha256(b"arena seed %x" % number).digest()


def _play(run: Run, database: Database, jobs: int) -> tuple[RunStatus, str]:
    """Play a run under a progress bar; how it ended, and why."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[hands]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(error=True), transient=False) as progress:
        bar = progress.add_task(run.spec.name, total=None, hands="")

        def show(run: Run) -> None:
            hands = f"{run.hands_played:,} of at most {run.most_hands:,} hands, pass {run.pass_number + 1}"
            progress.update(bar, completed=run.hands_played, total=run.most_hands, hands=hands)

        try:
            trio.run(_play_until_signal, run, database, jobs, show)
        except EngineFailed as error:
            return RunStatus.FAILED, str(error)
        if run.stopping:
            return RunStatus.STOPPED, "interrupted"
        progress.update(bar, total=run.hands_played)
    return RunStatus.COMPLETED, ""


async def _play_until_signal(run: Run, database: Database, jobs: int, show: Callable[[Run], None]) -> None:
    """Play; a first signal lets the matches in play finish, a second one drops them."""

    async def watch(scope: trio.CancelScope) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                if run.stopping:
                    scope.cancel()
                run.stopping = True
                console(error=True).print("Finishing the matches in play; once more to drop them.")

    async with open_local_engine(jobs) as engine, open_plain_nursery() as nursery:
        nursery.start_soon(watch, nursery.cancel_scope)
        await play_run(run, engine, database, show)
        nursery.cancel_scope.cancel()

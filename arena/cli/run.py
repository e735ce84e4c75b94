"""``arena run``: one tournament to its end."""

import hashlib
import os
import secrets
import shlex
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Set
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import trio
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.boards import open_text, show_board
from arena.cli.common import (
    console,
    count,
    db_option,
    db_words,
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
from arena.cli.running import new_run, open_run, refuse_changed, refuse_unknown_remotes, this_process, unfinished_run
from arena.cli.text import visible
from arena.dealer import Engine, Run, RunStatus, keep_hold, open_plain_nursery, play_run
from arena.engines import OpenEngine, open_local_engine
from arena.errors import ArenaError, ConfigError, EngineFailed
from arena.matches import SEED_SIZE, commitment
from arena.store import Database, without_password
from arena.tournaments import TournamentSpec, standings
from arena.wire import Lobby, open_lobby

REMOTE_WAIT_S = 60.0
_EVERYWHERE = ("0.0.0.0", "[::]")  # noqa: S104 (to recognise it)


@examples(
    "arena run tournaments/demo.toml",
    "arena run tournaments/demo.toml --json > result.json",
    "arena run mine.toml --seed 2a --jobs 4 --db season.db",
    "arena run mine.toml --listen 127.0.0.1:7400 --wait 300",
    "arena run mine.toml --new",
)
@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
@click.option("--seed", metavar="HEX", help="Make the run reproducible; it is marked so. Secret and random without it.")
@click.option("--new", is_flag=True, help="Begin anew, though the last run of this tournament was not finished.")
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
def command(file: Path, as_json: bool, **asked: Any) -> int:
    """Play the tournament of FILE to its end, show progress, then the standings.

    A run that was not finished, however it ended, is gone on with: what is stored is not played again, and the result is the same.
    Meanwhile, from another terminal: `arena leaderboard --watch`, `arena pause`, `arena withdraw`, `arena enter`.

    Remote bots (`remote = true` in FILE) need --listen HOST:PORT; start each with ARENA_ADDRESS=HOST:PORT and with
    ARENA_TOKEN=… as `arena bots add` printed it.
    """
    player = _player(file, asked)
    db = asked["db"]
    with open_database(db, make=True) as database:
        run, status, reason = trio.run(player.play, database)
        info = database.run(run.run_id)
        board = standings(info.spec, run.outcomes, database.orders(run.run_id))
    if as_json:
        print_json(board.document())
    else:
        show_board(board, info.spec.play.confidence, console(), status, reason)
        say(console(), _next_steps(run, db), "dim")
    if status == RunStatus.FAILED:
        raise EngineFailed(reason)
    if status == RunStatus.STOPPED:
        raise EngineFailed(_stopped_text(run, file, db))
    return 0


def _player(file: Path, asked: Mapping[str, Any]) -> "Player":
    address = None if asked["listen"] is None else safe_address(asked["listen"], insecure=asked["insecure"])
    return Player(
        spec=load_tournament(file, remote=address is not None),
        master=master_of(asked["seed"]),
        seeded=asked["seed"] is not None,
        jobs=asked["jobs"] or len(os.sched_getaffinity(0)),
        address=address,
        wait_s=asked["wait"],
        where=str(file),
        new=asked["new"],
        db=db_words(asked["db"]),
    )


def _stopped_text(run: Run, file: Path, db: str) -> str:
    matches = len(run.outcomes)
    stored = f"{count(matches, 'match', 'matches')} of run {run.run_id} {'is' if matches == 1 else 'are'} stored in {without_password(db)}"
    return f"stopped early; {stored}; `arena run {shlex.quote(str(file))}{db_words(db)}` goes on"


def _next_steps(run: Run, db: str) -> str:
    """What to look at now."""
    where = db_words(db)
    steps = [f"arena matches{where}"]
    steps += [f"arena replay {outcome.match_id}:0:0{where}" for outcome in run.outcomes[:1] if outcome.hand_count]
    steps += [f"arena verify {outcome.match_id}{where}" for outcome in run.outcomes[:1]]
    return f"Stored as run {run.run_id} in {without_password(db)}. Look closer: {', '.join(steps)}; as web pages: arena serve{where}"


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
    where: str = "the tournament"
    """What messages call the file."""
    new: bool = False
    """Whether to begin anew whatever was left."""
    db: str = ""
    """What a command that people are told needs to find the database again."""

    async def play(self, database: Database) -> tuple[Run, RunStatus, str]:
        """Play under a progress bar; the run, how it ended, and why. Whatever is raised, the run is closed first."""
        run = None
        try:
            run = await trio.to_thread.run_sync(self.begin, database)
            async with self.open_engine(database, run) as engine:
                status, reason = await _play_shown(run, engine, database)
        except BaseException as error:
            if run is not None:
                await _close_failed(run, database, error)
            raise
        await trio.to_thread.run_sync(database.close_run, run.run_id, status, reason)
        return run, status, reason

    def begin(self, database: Database) -> Run:
        """A new run, or the one that was left.

        Raises:
            ConfigError: the run that was left was begun with another file or seed; or a remote bot of a new one has no account.
            RunHeld: another process plays it, or plays in this database.
        """
        holder = this_process("arena run")
        info = None if self.new else unfinished_run(database.runs(), self.spec)
        if info is None:
            refuse_unknown_remotes(database, self.spec, self.where, self.db)
            return new_run(database, self.spec, self.master, holder, seeded=self.seeded)
        refuse_changed(info, self.spec, self.where)
        if self.seeded and commitment(self.master) != info.commitment:
            other = f"--seed: run {info.run_id} is not finished and has another seed"
            raise ConfigError(f"{other}; leave --seed out to go on with it, or begin another with --new")
        run = open_run(database, info, holder)
        if info.paused:
            database.pause_run(info.run_id, paused=False)
        say(console(error=True), f"Going on with run {run.run_id}: {count(len(run.outcomes), 'match is', 'matches are')} stored already.")
        return run

    @asynccontextmanager
    async def open_engine(self, database: Database, run: Run) -> AsyncIterator[Engine]:
        """Where the matches run; remote bots have had their time to connect."""
        async with open_local_engine(self.jobs, judged=True) as local:
            if self.address is None:
                yield local
                return
            async with open_lobby(self.address, accounts=database, library=database, desk=database) as lobby:
                accounts = await trio.to_thread.run_sync(database.accounts)
                revoked = {account.name for account in accounts if account.revoked_at is not None}
                async with open_plain_nursery() as nursery:
                    nursery.start_soon(keep_hold, run, database)
                    await self._wait_for_remotes(lobby, self.address.rpartition(":")[0], revoked)
                    nursery.cancel_scope.cancel()
                yield OpenEngine(lobby, local)

    async def _wait_for_remotes(self, lobby: Lobby, host: str, revoked: Set[str]) -> None:
        """Give remote bots time to connect; whoever is absent then forfeits until it comes."""
        out, remotes = console(error=True), [entrant.name for entrant in self.spec.entrants if entrant.remote]
        for name in remotes:
            if name in revoked:
                say(out, f"Not waiting for {name}: its account is revoked, so it forfeits.")
        absent = {name: lobby.account_seat_nowait(name) for name in remotes if name not in revoked}
        if not absent:
            return
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
        bars: list[TaskID] = []

        def show(run: Run) -> None:
            if not bars:  # so that what was played before counts for no speed
                bars.append(progress.add_task(visible(run.spec.name), completed=run.hands_played, hands=""))
            progress.update(bars[0], completed=run.hands_played, total=run.expected_hands, hands=progress_text(run))

        status, reason = await _play_until_signal(run, engine, database, show)
        if bars and status == RunStatus.COMPLETED:
            progress.update(bars[0], total=run.hands_played)
    return status, reason


def progress_text(run: Run) -> str:
    """How far a run is, what is still undecided, and about how much is left."""
    told = f"{run.hands_played:,} hands, pass {run.pass_number + 1}"
    if run.paused:
        return f"{told}; paused, `arena resume` goes on"
    if run.undecided:
        told += f"; open: {open_text(run.undecided)}"
    left, most = (max(0, hands - run.hands_played) for hands in (run.expected_hands, run.most_hands))
    return f"{told}; about {min(_rounded(left), most):,} to go, at most {most:,}"


def _rounded(hands: int) -> int:
    """To two digits: it is an estimate."""
    unit = int(10 ** max(0, len(str(hands)) - 2))
    return round(hands / unit) * unit


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

"""What the commands have in common by which an organiser decides about a run while it is on, or after."""

from collections.abc import Callable
from typing import Any

import click

from arena.cli.common import choose_run, console, db_option, open_database, run_option, say
from arena.dealer import RunInfo
from arena.store import Database
from arena.tournaments import Order

reason_option = click.option("--reason", default="", metavar="TEXT", help="Why; kept, and shown with the standings.")
stated_reason_option = click.option("--reason", required=True, metavar="TEXT", help="Why; kept, and shown with the standings.")


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which database, and which run of it."""
    return db_option(run_option(command))


def decide(db: str, run_id: int | None, order: Order, told: str) -> None:
    """Give an order about a run, the newest without a number, and say what becomes of it; ``told`` is a clause."""
    with open_database(db) as database:
        info = choose_run(database, run_id)
        database.give_order(info.run_id, order)
        info = database.run(info.run_id)
        say(console(), f"{name_of(info)}: {told}; {when(info)}.")


def when(info: RunInfo) -> str:
    """From when on an order holds."""
    if info.ended_at is None and info.holder:
        return f"it holds from the next pass ({info.holder} plays it)"
    return "the standings say so from now on" if info.ended_at is not None else "it holds when the run is gone on with"


def name_of(info: RunInfo) -> str:
    """A run, for people."""
    return f"run {info.run_id} ({info.spec.name})"


def pause(db: str, run_id: int | None, *, paused: bool) -> RunInfo:
    """Let a run pause, or go on; the run as it is then."""
    with open_database(db) as database:
        return _paused(database, run_id, paused=paused)


def _paused(database: Database, run_id: int | None, *, paused: bool) -> RunInfo:
    info = choose_run(database, run_id)
    database.pause_run(info.run_id, paused=paused)
    return database.run(info.run_id)

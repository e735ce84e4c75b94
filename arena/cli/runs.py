"""``arena runs``: the tournaments that were played."""

from collections.abc import Sequence

import click

from arena.cli.common import console, db_option, examples, json_option, open_database, print_json, say
from arena.cli.tables import Column, FittedTable
from arena.dealer import RunInfo, RunStatus
from arena.matches import Status
from arena.store import Database


@examples("arena runs", "arena runs --json")
@click.command()
@db_option
@json_option
def command(db: str, as_json: bool) -> int:
    """List the runs of tournaments, newest first; their numbers are what --run takes. Hands of void matches are not counted.

    A run that was `left` by the process that played it, or `stopped`, is gone on with by `arena run` with its file.
    """
    with open_database(db) as database:
        runs = [(info, _hands(database, info)) for info in database.runs()]
    if as_json:
        print_json([_document(info, hands) for info, hands in runs])
    elif runs:
        console().print(FittedTable("Runs", _columns(runs)), crop=False)
    else:
        say(console(), "No runs yet; `arena run FILE.toml` plays a tournament.")
    return 0


def _hands(database: Database, info: RunInfo) -> int:
    return sum(outcome.hand_count for outcome in database.outcomes(info.run_id) if outcome.status != Status.VOID)


def _columns(runs: Sequence[tuple[RunInfo, int]]) -> list[Column]:
    infos = [info for info, _ in runs]
    explained = any(info.reason for info in infos)
    columns = [
        Column("run", [str(info.run_id) for info in infos]),
        Column("tournament", [info.spec.name for info in infos], "left", "name"),
        Column("status", [_status(info) for info in infos], "left"),
        Column("started (UTC)", [f"{info.started_at:%Y-%m-%d %H:%M}" for info in infos], "left", expendable=4),
        Column("matches", [f"{info.match_count:,}" for info in infos], expendable=2),
        Column("hands", [f"{hands:,}" for _, hands in runs], expendable=1),
    ]
    return [*columns, Column("reason", [info.reason for info in infos], "left", "text", expendable=3)] if explained else columns


def _status(info: RunInfo) -> str:
    """How a run stands; one that was left by its process can be gone on with."""
    if info.status != RunStatus.RUNNING:
        return info.status.value
    return "paused" if info.paused else "running" if info.holder else "left"


def _document(info: RunInfo, hands: int) -> dict[str, object]:
    return {
        "run": info.run_id,
        "tournament": info.spec.name,
        "game": info.spec.game_name,
        "status": info.status.value,
        "paused": info.paused,
        "holder": info.holder,
        "reason": info.reason,
        "seeded": info.seeded,
        "commitment": info.commitment,
        "started": info.started_at.isoformat(),
        "ended": None if info.ended_at is None else info.ended_at.isoformat(),
        "matches": info.match_count,
        "hands": hands,
    }

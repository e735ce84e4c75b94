"""``arena matches``: the matches that were played."""

from collections.abc import Sequence

import click

from arena.cli.common import choose_run, console, db_option, examples, json_option, open_database, print_json, run_option
from arena.cli.tables import LEAST_NAME, Column, FittedTable, shortened
from arena.dealer import RunInfo
from arena.tournaments import MatchOutcome, MatchRow, match_rows, row_document


@examples("arena matches", "arena matches --run 2", "arena matches --json")
@click.command()
@db_option
@run_option
@json_option
def command(db: str, run_id: int | None, as_json: bool) -> int:
    """List the matches of the newest tournament, or of run N; their ids are what replay and verify take. Passes count from 1."""
    with open_database(db) as database:
        info = choose_run(database, run_id)
        outcomes = database.outcomes(info.run_id)
        rows = match_rows(info.spec, outcomes, database.orders(info.run_id))
    if as_json:
        print_json(_documents(info, outcomes, rows))
    else:
        out = console()
        columns = _columns(info, outcomes, rows, max(LEAST_NAME, out.width // 6))
        out.print(FittedTable(f"{info.spec.name}, run {info.run_id} ({info.status.value})", columns), crop=False)
    return 0


def _columns(info: RunInfo, outcomes: Sequence[MatchOutcome], rows: Sequence[MatchRow], name_width: int) -> list[Column]:
    names = shortened([entrant.name for entrant in info.spec.entrants], name_width)
    explained = any(row.reason for row in rows)
    return [
        Column("match", [outcome.match_id for outcome in outcomes], "left"),
        Column("pass", [str(outcome.pass_number + 1) for outcome in outcomes], expendable=2),
        Column("players", [" – ".join(names[index] for index in outcome.pairing) for outcome in outcomes], "left", "text"),
        Column("hands", [f"{outcome.hand_count:,}" for outcome in outcomes], expendable=1),
        Column("status", [row.status.value for row in rows], "left"),
        Column("reason", [row.reason for row in rows], "left", "text", expendable=0 if explained else 3),
    ]


def _documents(info: RunInfo, outcomes: Sequence[MatchOutcome], rows: Sequence[MatchRow]) -> list[dict[str, object]]:
    """The matches as the standings have them, and where each belongs."""
    places = {outcome.match_id: {"run": info.run_id, "pass": outcome.pass_number + 1, "hands": outcome.hand_count} for outcome in outcomes}
    return [row_document(row) | places[row.match_id] for row in rows]

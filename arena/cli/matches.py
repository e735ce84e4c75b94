"""``arena matches``: the matches that were played."""

import click

from arena.cli.common import choose_run, console, db_option, examples, json_option, open_database, print_json, run_option, table
from arena.tournaments import standings


@examples("arena matches", "arena matches --run 2", "arena matches --json")
@click.command()
@db_option
@run_option
@json_option
def command(db: str, run_id: int | None, as_json: bool) -> int:
    """List the matches of the newest tournament, or of run N; their ids are what replay and verify take."""
    with open_database(db) as database:
        info = choose_run(database, run_id)
        outcomes = database.outcomes(info.run_id)
    if as_json:
        print_json(standings(info.spec, outcomes).document()["matches"])
        return 0
    names = [entrant.name for entrant in info.spec.entrants]
    columns = [("match", "left"), ("pass", "right"), ("players", "left"), ("hands", "right"), ("status", "left"), ("reason", "left")]
    rows = [
        (o.match_id, o.pass_number + 1, " – ".join(names[i] for i in o.pairing), f"{o.hand_count:,}", o.status.value, o.reason)
        for o in outcomes
    ]
    console().print(table(f"{info.spec.name}, run {info.run_id} ({info.status.value})", columns, rows))
    return 0

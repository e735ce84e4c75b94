"""``arena faults``: what bots did wrong, and what their programs printed."""

import click
from rich.markup import escape

from arena.cli.common import choose_run, console, db_option, examples, json_option, open_database, print_json, run_option, table


@examples("arena faults", "arena faults --match 3f9a0c11d2e4", "arena faults --json")
@click.command()
@db_option
@run_option
@click.option("--match", "match_id", metavar="ID", help="Of this match only, with the output of its programs.")
@json_option
def command(db: str, run_id: int | None, match_id: str | None, as_json: bool) -> int:
    """List faults, newest first: late, illegal, unreadable and stale answers, and bots that were gone."""
    with open_database(db) as database:
        if match_id is not None:
            database.matches(match_id)
        elif run_id is not None:
            choose_run(database, run_id)
        found = database.faults(run_id=run_id, match_id=match_id)
        outputs = database.outputs(match_id) if match_id is not None else ()
    rows = [
        (
            f.run_id,
            f.match_id,
            f.leg,
            f.fault.hand_number,
            f.player_name,
            f.fault.kind,
            f.fault.played or "–",
            f.fault.incident,
            f.fault.detail,
        )
        for f in found
    ]
    headings = ("run", "match", "leg", "hand", "entrant", "kind", "played", "incident", "detail")
    if as_json:
        print_json([dict(zip(headings, row, strict=True)) for row in rows])
        return 0
    out = console()
    out.print(table("Faults", [(heading, "left") for heading in headings], rows) if rows else "No faults.")
    for leg, player, text in outputs:
        if text:
            out.print(f"Output of {escape(player)} in leg {leg}:", style="bold")
            out.print(escape(text))
    return 0

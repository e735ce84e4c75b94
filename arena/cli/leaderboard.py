"""``arena leaderboard``: how everyone stands in a tournament."""

import time

import click
from rich.live import Live

from arena.cli.boards import board_table, show_board
from arena.cli.common import choose_run, console, db_option, examples, json_option, open_database, print_json, run_option
from arena.dealer import RunStatus
from arena.store import Database
from arena.tournaments import standings

_LOOK_S = 0.5


@examples("arena leaderboard", "arena leaderboard --run 3 --json", "arena leaderboard --watch")
@click.command()
@db_option
@run_option
@click.option("--watch", is_flag=True, help="Follow a running tournament until it is over.")
@json_option
def command(db: str, run_id: int | None, watch: bool, as_json: bool) -> int:
    """Show the standings of the newest tournament, or of run N."""
    with open_database(db) as database:
        info = choose_run(database, run_id)
        if watch and not as_json:
            _watch(database, info.run_id)
            info = database.run(info.run_id)
        outcomes = database.outcomes(info.run_id)
        if as_json:
            print_json(standings(info.spec, outcomes).document())
        else:
            show_board(info.spec, outcomes, console(), info.status, info.reason)
    return 0


def _watch(database: Database, run_id: int) -> None:
    """Show the board anew whenever something was stored, while the run is running."""
    with Live(console=console(), transient=True) as live:
        seen = -1
        while True:
            revision = database.revision()
            if revision != seen:
                seen = revision
                info = database.run(run_id)
                if info.status != RunStatus.RUNNING:
                    return
                live.update(board_table(standings(info.spec, database.outcomes(run_id)), info.spec.play.confidence))
            time.sleep(_LOOK_S)

"""``arena withdraw``: an entrant leaves a tournament."""

import click

from arena.cli.common import examples
from arena.cli.deciding import decide, reason_option, run_options
from arena.tournaments import Order, OrderKind


@examples("arena withdraw hard", "arena withdraw ada/raiser --run 3 --reason 'its author asked'")
@click.command()
@click.argument("entrant", metavar="ENTRANT")
@run_options
@reason_option
def command(entrant: str, db: str, run_id: int | None, reason: str) -> int:
    """Let ENTRANT leave the newest run, or run N.

    It plays no more from the next pass on and has no place; matches against it count for nobody, and stay in the history.
    """
    decide(db, run_id, Order(OrderKind.WITHDRAW, entrant, reason, by="organiser"), f"{entrant} withdraws")
    return 0

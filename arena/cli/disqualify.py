"""``arena disqualify``: an entrant is sent away."""

import click

from arena.cli.common import examples
from arena.cli.deciding import decide, run_options, stated_reason_option
from arena.tournaments import Order, OrderKind


@examples("arena disqualify raiser --reason 'shared its cards with caller'")
@click.command()
@click.argument("entrant", metavar="ENTRANT")
@run_options
@stated_reason_option
def command(entrant: str, db: str, run_id: int | None, reason: str) -> int:
    """Send ENTRANT away from the newest run, or run N, also when it is over.

    It plays no more and has no place; matches against it count for nobody, and stay in the history.
    """
    decide(db, run_id, Order(OrderKind.DISQUALIFY, entrant, reason, by="organiser"), f"{entrant} is disqualified")
    return 0

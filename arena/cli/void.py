"""``arena void``: a match counts for nobody."""

import click

from arena.cli.common import examples
from arena.cli.deciding import decide, run_options, stated_reason_option
from arena.tournaments import Order, OrderKind


@examples("arena void 3f9a0c11d2e4 --reason 'the machine was asleep'")
@click.command()
@click.argument("match", metavar="MATCH")
@run_options
@stated_reason_option
def command(match: str, db: str, run_id: int | None, reason: str) -> int:
    """Make MATCH of the newest run, or of run N, void: it counts for nobody, stays in the history, and its pairing may play another.

    When the run is over already, `arena run` with its file goes on with it.
    """
    decide(db, run_id, Order(OrderKind.VOID, match, reason, by="organiser"), f"match {match} is void")
    return 0

"""``arena enter``: a late entrant."""

from dataclasses import replace
from typing import Any

import click

from arena.cli.common import choose_run, examples, open_database
from arena.cli.deciding import decide, reason_option, run_options, words_of
from arena.cli.files import pinned_builtin
from arena.tournaments import Order, OrderKind, entrant_from_document


@examples(
    "arena enter raiser --builtin draw/raise",
    "arena enter newcomer --command 'python mybot.py' --owner ada",
    "arena enter ada/raiser --remote",
)
@click.command()
@click.argument("entrant", metavar="ENTRANT")
@click.option("--builtin", metavar="BOT", help="A built-in bot, such as draw/hard.")
@click.option("--command", "program", metavar="COMMAND", help="A program the arena starts, in quotes; you trust its code.")
@click.option("--remote", is_flag=True, help="An account that connects by itself.")
@click.option("--owner", metavar="WHO", help="Who answers for it.")
@click.option("--version", metavar="TEXT", help="What its author calls this state of it.")
@run_options
@reason_option
def command(entrant: str, db: str, run_id: int | None, reason: str, **fields: Any) -> int:
    """Enter ENTRANT late in the newest run, or in run N, from its next pass on.

    It plays on deals that nobody has met, until it has caught up with the others; then it has a place.
    """
    document = {"name": entrant} | {key: value for key, value in fields.items() if value and key != "program"}
    if fields["program"]:
        document["command"] = words_of(fields["program"])
    with open_database(db) as database:
        info = choose_run(database, run_id)
    made = entrant_from_document(document, info.spec.game_name, "arena enter")
    if made.builtin:
        made = replace(made, builtin=pinned_builtin(made.builtin))
    decide(db, info.run_id, Order(OrderKind.ENTER, entrant, reason, by="organiser", entrant=made), f"{entrant} enters late")
    return 0

"""``arena enter``: a late entrant."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from arena.cli.common import choose_run, examples, open_database, words_of
from arena.cli.deciding import decide, reason_option, run_options
from arena.cli.files import pinned_builtin
from arena.cli.text import brief
from arena.errors import ConfigError
from arena.tournaments import Entrant, Order, OrderKind, entrant_from_document

_WAYS = {"builtin": "--builtin", "program": "--command", "remote": "--remote"}
"""By what it is here: how a person says where an entrant runs."""


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
    _refuse_other_than_one_way(entrant, fields)
    with open_database(db) as database:
        info = choose_run(database, run_id)
    made = _entrant(entrant, info.spec.game_name, fields)
    decide(db, info.run_id, Order(OrderKind.ENTER, entrant, reason, by="organiser", entrant=made), f"{entrant} enters late")
    return 0


def _refuse_other_than_one_way(entrant: str, fields: Mapping[str, Any]) -> None:
    given = [option for key, option in _WAYS.items() if fields[key]]
    if not given:
        *others, last = _WAYS.values()
        raise ConfigError(f"{brief(entrant)}: say where it runs: {', '.join(others)} or {last}")
    if len(given) > 1:
        raise ConfigError(f"{brief(entrant)}: {' and '.join(given)} say different things about where it runs; give one of them")


def _entrant(name: str, game_name: str, fields: Mapping[str, Any]) -> Entrant:
    """What was asked for.

    Raises:
        ConfigError: there can be no such entrant in this game; says what was typed.
    """
    document = {"name": name} | {key: value for key, value in fields.items() if value and key != "program"}
    if fields["program"]:
        document["command"] = words_of(fields["program"], "--command")
        if not document["command"]:
            raise ConfigError("--command: must name a program, such as 'python mybot.py'")
    made = entrant_from_document(document, game_name, f"entrant {brief(name)!r}")
    return replace(made, builtin=pinned_builtin(made.builtin)) if made.builtin else made

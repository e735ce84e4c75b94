"""``arena bots``: the built-in bots."""

import click

from arena.cli.common import console, examples, json_option, print_json, table
from arena.engines import builtin_names, find_builtin


@examples("arena bots", "arena bots --json")
@click.command()
@json_option
def command(as_json: bool) -> int:
    """List the built-in bots that are installed, for `builtin = "…"` in a tournament file."""
    bots = []
    for name in builtin_names():
        factory = find_builtin(name)
        bots.append({"name": name, "version": getattr(factory, "version", 1), "about": (factory.__doc__ or "").strip().split("\n")[0]})
    if as_json:
        print_json(bots)
    else:
        columns = [("name", "left"), ("version", "right"), ("about", "left")]
        console().print(table("Built-in bots", columns, [tuple(bot.values()) for bot in bots]))
    return 0

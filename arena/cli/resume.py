"""``arena resume``: let a paused run go on."""

import click

from arena.cli.common import console, examples, say
from arena.cli.deciding import name_of, pause, run_options


@examples("arena resume", "arena resume --run 3")
@click.command()
@run_options
def command(db: str, run_id: int | None) -> int:
    """Let the newest run, or run N, go on after `arena pause`."""
    info = pause(db, run_id, paused=False)
    who = f"{info.holder} plays it" if info.holder else "nobody plays it now: `arena run` with its file goes on with it"
    say(console(), f"{name_of(info)} may go on; {who}.")
    return 0

"""``arena pause``: let no match of a run begin for now."""

import click

from arena.cli.common import console, examples, say
from arena.cli.deciding import name_of, pause, run_options


@examples("arena pause", "arena pause --run 3", "arena resume --run 3")
@click.command()
@run_options
def command(db: str, run_id: int | None) -> int:
    """Pause the newest run, or run N: matches in play end and are stored, no other begins until `arena resume`."""
    info = pause(db, run_id, paused=True)
    say(console(), f"{name_of(info)} is paused: matches in play end, no other begins; `arena resume` goes on.")
    return 0

"""The command line: one module a command, and the only place where rooms are joined.

Commands are imported when they are called, so that ``arena --help`` is quick. Exit codes: 0 done, 1 the work failed, 2 the
user's mistake, 141 nobody reads standard output; an error is one line on standard error, never a traceback.
"""

import difflib
import importlib
from collections.abc import Sequence

import click

import arena
from arena.cli.starting import start
from arena.cli.text import brief

COMMANDS = {
    "run": "play one tournament to its end",
    "serve": "the dealer: gRPC, web pages, scheduler",
    "schedule": "which scheduled tournaments are due next, and when",
    "compare": "is A better than B, by how much, and how sure is that",
    "probe": "what somebody who knew a bot's way would win from it",
    "leaderboard": "how everyone stands in a tournament",
    "runs": "the tournaments that were played, one run a line",
    "matches": "the matches that were played",
    "faults": "what bots did wrong, and how matches went wrong",
    "replay": "show a hand again",
    "export": "a match as text, JSON lines or PHH",
    "verify": "recompute a match from its seed and its actions",
    "pause": "let no match of a run begin for now",
    "resume": "let a paused run go on",
    "enter": "a late entrant for a run",
    "withdraw": "an entrant leaves a run",
    "disqualify": "an entrant is sent away from a run",
    "void": "a match counts for nobody",
    "bots": "accounts of remote bots, and the built-in bots",
    "host": "play a built-in bot over the protocol",
    "play": "sit down at a game in the terminal",
    "accuracy": "how often bots chose best against the house, and their costliest mistakes",
    "solve": "what every choice in Texas Hold'em Bonus is worth, exactly",
    "bench": "the performance table, peers beside it",
}


class _Commands(click.Group):
    """The commands of ``COMMANDS``, each imported from the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"arena.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            ctx.fail(f"No such command {brief(args[0])!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(arena.__version__, prog_name="arena")
def group() -> None:
    """A bot-competition arena for card games.

    Start with `arena run tournaments/demo.toml`, then `arena leaderboard`. Every command has --help with examples.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    return start(group, "arena", arguments)

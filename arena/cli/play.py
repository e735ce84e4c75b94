"""``arena play``: a person sits down at a game in the terminal.

A game that can be played adds its command to ``_TABLES``.
"""

import importlib

import click

from arena.cli.common import examples
from arena.errors import ConfigError
from arena.rules import GAMES

_TABLES = {"holdem_bonus": "arena.cli.play_bonus"}
"""The module of each game's command."""


class _Games(click.Group):
    """The games of the arena, those that can be played with their commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in GAMES:
            raise ConfigError(f"there is no game {cmd_name!r}; {_offer()}")
        if cmd_name not in _TABLES:
            raise ConfigError(f"{GAMES[cmd_name].title} is not available yet for a person to play; {_offer()}")
        command: click.Command = importlib.import_module(_TABLES[cmd_name]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl(_games())


@examples("arena play holdem_bonus", "arena play holdem_bonus --language sv --advice", "arena play holdem_bonus --help")
@click.command(cls=_Games, options_metavar="", subcommand_metavar="GAME [OPTIONS]")
def command() -> None:
    """Sit down at a game in the terminal.

    Each game has its own options: arena play GAME --help.
    """


def _games() -> list[tuple[str, str]]:
    """The games and what to know about each."""
    return [(name, game.title + ("" if name in _TABLES else ": for bots only, see arena compare")) for name, game in GAMES.items()]


def _offer() -> str:
    return f"try {' or '.join(f'arena play {name}' for name in _TABLES)}"

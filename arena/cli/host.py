"""``arena host``: a built-in bot as a program, over the protocol like anyone. Started by the arena for tables with remote bots."""

import os
from collections.abc import Callable
from dataclasses import dataclass

import click
import grpc

from arena.cli.common import examples
from arena.client import Answer, Decision, play
from arena.engines import find_builtin
from arena.errors import ConfigError, SeatLeft
from arena.matches import Bot, BotFactory, TableInfo
from arena.rules import GAMES, AnyRuleset
from arena.v1 import play_pb2
from arena.wire import CODECS, GameCodec


@examples(
    "ARENA_ADDRESS=127.0.0.1:7400 ARENA_TOKEN=… arena host draw/normal",
    "ARENA_ADDRESS=127.0.0.1:7400 ARENA_TOKEN=… arena host bonus/hard",
)
@click.command()
@click.argument("builtin", metavar="NAME")
def command(builtin: str) -> int:
    """Play the built-in bot NAME at the arena of ARENA_ADDRESS, with the token ARENA_TOKEN."""
    decide = hosted(find_builtin(builtin))
    missing = [name for name in ("ARENA_ADDRESS", "ARENA_TOKEN") if not os.environ.get(name)]
    if missing:
        raise ConfigError(f"{' and '.join(missing)} must be set: where the arena is, and the bot's token")
    try:
        draw, bonus = [decide if game in games_of(builtin) else None for game in ("five_card_draw", "holdem_bonus")]
        play(draw, bonus=bonus, software=f"arena host {builtin}")
    except grpc.RpcError as error:
        raise SeatLeft(f"the arena ended the session: {error.code().name}: {error.details()}") from None
    return 0


def games_of(builtin: str) -> list[str]:
    """What a built-in bot plays, by its name; every game when that says none."""
    levels = builtin.partition("/")[0]
    return [name for name, game in GAMES.items() if game.levels == levels] or list(GAMES)


@dataclass(frozen=True, slots=True)
class _Place:
    """An instance of the bot at a table."""

    codec: GameCodec
    ruleset: AnyRuleset
    bot: Bot


def hosted(factory: BotFactory) -> Callable[[Decision], Answer]:
    """What answers decisions of any game by bots of ours, an instance for every table."""
    places: dict[str, _Place] = {}

    def decide(decision: Decision) -> Answer:
        request = decision.request
        place = places.get(request.table_id)
        if place is None:
            place = places[request.table_id] = _sit_down(factory, decision.table)
        view = place.codec.read_view(request, place.ruleset)
        return place.codec.answer_message(request.decision_id, place.bot.act(view), view)

    return decide


def _sit_down(factory: BotFactory, table: play_pb2.TableOpened) -> _Place:
    game = table.WhichOneof("ruleset") or ""
    ruleset = CODECS[game].read_ruleset(getattr(table, game))
    info = TableInfo(ruleset, tuple(table.player_names), table.player, table.hand_count, table.bot_seed, table.table_id)
    return _Place(CODECS[game], ruleset, factory(info))

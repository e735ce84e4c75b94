"""``arena host``: a built-in bot as a program, over the protocol like anyone. Started by the arena for tables with remote bots."""

import os

import click
import grpc

from arena.cli.common import examples
from arena.client import Answer, DrawDecision, play
from arena.engines import find_builtin
from arena.errors import ConfigError, SeatLeft
from arena.matches import Bot, TableInfo
from arena.wire import draw_codec


@examples("ARENA_ADDRESS=127.0.0.1:7400 ARENA_TOKEN=… arena host draw/normal")
@click.command()
@click.argument("builtin", metavar="NAME")
def command(builtin: str) -> int:
    """Play the built-in bot NAME at the arena of ARENA_ADDRESS, with the token ARENA_TOKEN."""
    factory = find_builtin(builtin)
    bots: dict[str, Bot] = {}

    def decide(decision: DrawDecision) -> Answer:
        table, request = decision.table, decision.request
        ruleset = draw_codec.read_ruleset(table.five_card_draw)
        if table.table_id not in bots:
            info = TableInfo(ruleset, tuple(table.player_names), table.player, table.hand_count, table.bot_seed, table.table_id)
            bots[table.table_id] = factory(info)
        view = draw_codec.read_view(request, ruleset)
        return draw_codec.answer_message(request.decision_id, bots[table.table_id].act(view), view)

    missing = [name for name in ("ARENA_ADDRESS", "ARENA_TOKEN") if not os.environ.get(name)]
    if missing:
        raise ConfigError(f"{' and '.join(missing)} must be set: where the arena is, and the bot's token")
    try:
        play(decide, software=f"arena host {builtin}")
    except grpc.RpcError as error:
        raise SeatLeft(f"the arena ended the session: {error.code().name}: {error.details()}") from None
    return 0

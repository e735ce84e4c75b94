"""``arena host``: a built-in bot as a program, over the protocol like anyone. Started by the arena for tables with remote bots."""

from dataclasses import dataclass

import click

from arena.cli.common import examples
from arena.client import Answer, BadSettings, Decision, PlayError, play
from arena.engines import find_builtin
from arena.errors import ConfigError, SeatLeft
from arena.matches import Bot, BotFactory, TableInfo, Watch, watch_of
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
    factory = find_builtin(builtin)
    bots = Hosted(factory)
    try:
        draw, bonus = [bots.decide if game in games_of(builtin) else None for game in ("five_card_draw", "holdem_bonus")]
        hand_over = bots.hand_over if may_watch(factory) else None
        play(draw, bonus=bonus, hand_over=hand_over, software=f"arena host {builtin}")
    except BadSettings as error:
        raise ConfigError(str(error)) from None
    except PlayError as error:
        raise SeatLeft(str(error)) from None
    return 0


def games_of(builtin: str) -> list[str]:
    """What a built-in bot plays, by its name; every game when that says none."""
    levels = builtin.partition("/")[0]
    return [name for name, game in GAMES.items() if game.levels == levels] or list(GAMES)


def may_watch(factory: BotFactory) -> bool:
    """Whether bots of a factory may want to be shown hands that are over, as far as is known before one is made.

    A class has the method ``watch`` or not. What another factory makes, only the bot itself can say, so it may.
    """
    return hasattr(factory, "watch") or not isinstance(factory, type)


@dataclass(frozen=True, slots=True)
class _Place:
    """An instance of the bot at a table."""

    codec: GameCodec
    ruleset: AnyRuleset
    bot: Bot
    watch: Watch | None


class Hosted:
    """Bots of ours at the tables of a session, of any game: an instance for every table, made when the table is first heard of."""

    def __init__(self, factory: BotFactory) -> None:
        """No table is open yet."""
        self._factory = factory
        self._places: dict[str, _Place] = {}

    def decide(self, decision: Decision) -> Answer:
        """What the table's bot chooses."""
        place = self._place(decision.table)
        view = place.codec.read_view(decision.request, place.ruleset)
        return place.codec.answer_message(decision.request.decision_id, place.bot.act(view), view)

    def hand_over(self, table: play_pb2.TableOpened, end: play_pb2.HandEnd) -> None:
        """Show a hand that is over to the table's bot, if it remembers and was dealt in; it may be the first that it hears of the table."""
        place = self._place(table)
        view = place.codec.read_hand_end(end, place.ruleset) if place.watch is not None else None
        if place.watch is not None and view is not None:
            place.watch(view)

    def _place(self, table: play_pb2.TableOpened) -> _Place:
        place = self._places.get(table.table_id)
        if place is None:
            place = self._places[table.table_id] = _sit_down(self._factory, table)
        return place


def _sit_down(factory: BotFactory, table: play_pb2.TableOpened) -> _Place:
    game = table.WhichOneof("ruleset") or ""
    ruleset = CODECS[game].read_ruleset(getattr(table, game))
    info = TableInfo(ruleset, tuple(table.player_names), table.player, table.hand_count, table.bot_seed, table.table_id)
    bot = factory(info)
    return _Place(CODECS[game], ruleset, bot, watch_of(bot))

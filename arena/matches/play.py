"""A whole match between bots of this process: no event loop, no clock, no protocol in the way.

A bot here is trusted code of ours (or of a package the organiser installed). An illegal choice or an exception is a bug
of that code: it is raised, never turned into a fold.

A bot may remember: one that has a method ``watch`` is shown every hand it was dealt in when that hand is over, see
:class:`WatchingBot`. An instance plays one leg, so nothing is remembered from one leg, or one match, to the next.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from arena.matches.leg import Decision, Leg
from arena.matches.result import LegResult, MatchResult, Status
from arena.matches.spec import MatchSpec, TableInfo
from arena.rules import AnyView


class Bot(Protocol):
    """A bot that runs inside the arena's processes."""

    def act(self, view: AnyView) -> int:
        """The code to play, one of ``view.legal``."""


@runtime_checkable
class WatchingBot(Bot, Protocol):
    """A bot that remembers: it is shown how each hand ended as well. Whether a bot is one is looked up once, when it is made."""

    def watch(self, view: AnyView) -> None:
        """A hand is over: what this bot may know of it, the cards of a showdown among it.

        Called once for every hand the bot was dealt in, whether it folded or not, in the order in which hands end, and of a hand
        for the players in their order. Here, and wherever hands are played one at a time, it comes before anything of the next
        hand is asked; a table that has several hands in play may ask about the others before it.
        """


Watch: TypeAlias = Callable[[AnyView], None]

BotFactory: TypeAlias = Callable[[TableInfo], Bot]
"""Makes a fresh instance for one table; what an entry point of the group ``arena.bots`` names."""


def play_match(spec: MatchSpec, factories: Sequence[BotFactory]) -> MatchResult:
    """Play every leg of a match, one hand at a time, with fresh instances in each."""
    return MatchResult(spec, tuple(play_leg(Leg(spec, number), factories) for number in range(spec.leg_count)))


def play_leg(leg: Leg, factories: Sequence[BotFactory]) -> LegResult:
    """Play one leg to its end."""
    bots = [factory(leg.table_info(player)) for player, factory in enumerate(factories)]
    watches = [(player, watch) for player, bot in enumerate(bots) if (watch := watch_of(bot)) is not None]
    decision = leg.deal_next()
    while decision is not None:
        code = bots[decision.player].act(decision.hand.view(decision.position))
        following = leg.act(decision, code)
        if following is None:
            for player, watch in watches:
                show_end(watch, player, decision)
            following = leg.deal_next()
        decision = following
    return LegResult(Status.COMPLETED, tuple(leg.records), incidents=(0,) * len(bots))


def watch_of(bot: Bot) -> Watch | None:
    """What a bot is to be shown the end of hands by; None for one that remembers nothing."""
    return bot.watch if isinstance(bot, WatchingBot) else None


def show_end(watch: Watch, player: int, last: Decision) -> None:
    """Show a player's bot a hand that is over, if it was dealt in; ``last`` was the hand's last decision."""
    players = last.seating.players
    if player in players:
        watch(last.hand.view(players.index(player)))

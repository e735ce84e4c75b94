"""A whole match between bots of this process: no event loop, no clock, no protocol in the way.

A bot here is trusted code of ours (or of a package the organiser installed). An illegal choice or an exception is a bug
of that code: it is raised, never turned into a fold.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from arena.matches.leg import Leg
from arena.matches.result import LegResult, MatchResult, Status
from arena.matches.spec import MatchSpec, TableInfo
from arena.rules import AnyView


class Bot(Protocol):
    """A bot that runs inside the arena's processes."""

    def act(self, view: AnyView) -> int:
        """The code to play, one of ``view.legal``."""


BotFactory: TypeAlias = Callable[[TableInfo], Bot]
"""Makes a fresh instance for one table; what an entry point of the group ``arena.bots`` names."""


def play_match(spec: MatchSpec, factories: Sequence[BotFactory]) -> MatchResult:
    """Play every leg of a match, one hand at a time, with fresh instances in each."""
    return MatchResult(spec, tuple(play_leg(Leg(spec, number), factories) for number in range(spec.leg_count)))


def play_leg(leg: Leg, factories: Sequence[BotFactory]) -> LegResult:
    """Play one leg to its end."""
    bots = [factory(leg.table_info(player)) for player, factory in enumerate(factories)]
    decision = leg.deal_next()
    while decision is not None:
        code = bots[decision.player].act(decision.hand.view(decision.position))
        decision = leg.act(decision, code) or leg.deal_next()
    return LegResult(Status.COMPLETED, tuple(leg.records), incidents=(0,) * len(bots))

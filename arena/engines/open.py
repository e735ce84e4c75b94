"""An engine for open tables: matches with remote bots run in this process, at the dealer they connect to; all others elsewhere."""

import traceback

import trio

from arena.dealer import Engine
from arena.engines.host import host_match, void_result
from arena.matches import MatchResult, measure_match
from arena.tournaments import MatchPlan
from arena.wire import Lobby


class OpenEngine:
    """The port ``Engine``, by a lobby for remote bots and another engine for the rest."""

    def __init__(self, lobby: Lobby, closed: Engine) -> None:
        """``closed`` plays the matches in which no remote bot takes part."""
        self.limiter: trio.CapacityLimiter = closed.limiter
        self._lobby = lobby
        self._closed = closed

    async def play(self, plan: MatchPlan) -> MatchResult:
        """Play a match where it belongs."""
        if not any(entrant.remote for entrant in plan.entrants):
            return await self._closed.play(plan)
        try:
            return await trio.to_thread.run_sync(measure_match, await host_match(plan, self._lobby))
        except Exception as error:
            return void_result(plan, f"arena error: {type(error).__name__}: {error}", traceback.format_exc())

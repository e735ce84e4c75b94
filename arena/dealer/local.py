"""A bot of this process at a table: asked and answered in one call."""

from arena.dealer.table import FaultNotice, Sitting
from arena.matches import Bot, BotFactory, Decision, LegResult, Watch, show_end, watch_of


class LocalSeat:
    """A built-in bot at a table. Its exceptions are bugs of ours and void the table."""

    def __init__(self, factory: BotFactory, max_in_flight: int = 1) -> None:
        """A fresh instance is made for every table."""
        self.max_in_flight = max_in_flight
        self._factory = factory
        self.hand_ends = False
        self._bots: dict[Sitting, Bot] = {}
        self._watches: dict[Sitting, Watch] = {}

    def sit_nowait(self, sitting: Sitting) -> None:
        """Make the instance; from one that remembers on, the seat wants to hear of hands that are over."""
        bot = self._bots[sitting] = self._factory(sitting.info)
        watch = watch_of(bot)
        if watch is not None:
            self._watches[sitting] = watch
            self.hand_ends = True

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> int:
        """Ask it."""
        return self._bots[sitting].act(decision.hand.view(decision.position))

    def fault_nowait(self, notice: FaultNotice) -> None:
        """It answers at once and by the rules, or its table is void."""

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        """Show it to an instance that remembers and was dealt in, whoever's decisions were answered by default."""
        watch = self._watches.get(sitting)
        if watch is not None:
            show_end(watch, sitting.player, last)

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        """Forget the instance."""
        self._bots.pop(sitting, None)
        self._watches.pop(sitting, None)

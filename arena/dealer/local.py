"""A bot of this process at a table: asked and answered in one call."""

from arena.dealer.table import FaultNotice, Sitting
from arena.matches import Bot, BotFactory, Decision, LegResult


class LocalSeat:
    """A built-in bot at a table. Its exceptions are bugs of ours and void the table."""

    hand_ends = False

    def __init__(self, factory: BotFactory, max_in_flight: int = 1) -> None:
        """A fresh instance is made for every table."""
        self.max_in_flight = max_in_flight
        self._factory = factory
        self._bots: dict[Sitting, Bot] = {}

    def sit_nowait(self, sitting: Sitting) -> None:
        """Make the instance."""
        self._bots[sitting] = self._factory(sitting.info)

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> int:
        """Ask it."""
        return self._bots[sitting].act(decision.hand.view(decision.position))

    def fault_nowait(self, notice: FaultNotice) -> None:
        """It answers at once and by the rules, or its table is void."""

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        """Built-in bots read what they need in the views."""

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        """Forget the instance."""
        self._bots.pop(sitting, None)

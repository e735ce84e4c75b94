"""Thinking time and fault incidents, as numbers; whoever holds a clock says what time it is.

A table charges a player for the time during which it waits for that player: overlapping decisions are charged once, so a
bot that answers in batches and a simple one are equal. Faults are counted as incidents: all decisions in flight when one
opens belong to it, a later one opens another.
"""

from collections.abc import Hashable, Iterable


class ThinkingTime:
    """One player's time at a table. Times are seconds of any one clock."""

    def __init__(self, limit_s: float) -> None:
        """``limit_s``: what the player may use in all."""
        self.limit_s = limit_s
        self.charged_s = 0.0
        """What has been charged for decisions that are over."""
        self._since: float | None = None
        self._asked: dict[Hashable, float] = {}
        self._latest = float("-inf")

    def ask(self, decision: Hashable, at: float) -> None:
        """The clock of a decision starts; not before that of one asked earlier."""
        at = self._latest = max(at, self._latest)
        self._asked[decision] = at
        if self._since is None:
            self._since = at

    def answer(self, decision: Hashable, at: float) -> float:
        """The clock of a decision stops; the seconds this decision took on its own."""
        began = self._asked.pop(decision, at)
        at = max(at, began)
        if self._since is not None:
            self.charged_s += max(0.0, at - self._since)
            self._since = max(at, next(iter(self._asked.values()))) if self._asked else None
        return at - began

    def spent_s(self, at: float) -> float:
        """What has been charged so far, decisions that are still open included."""
        return self.charged_s + (max(0.0, at - self._since) if self._since is not None else 0.0)

    def flag_at(self) -> float | None:
        """When the limit will be used up if nothing is answered; None while nothing is asked."""
        return None if self._since is None else self._since + self.limit_s - self.charged_s


class Incidents:
    """One player's fault incidents at a table."""

    def __init__(self, limit: int) -> None:
        """``limit``: the count at which the player forfeits."""
        self.limit = limit
        self.count = 0
        self._members: set[Hashable] = set()

    def record(self, decision: Hashable, in_flight: Iterable[Hashable]) -> int:
        """A fault in ``decision``, while ``in_flight`` were unanswered; the number of the incident it belongs to."""
        if decision not in self._members:
            self.count += 1
            self._members = {decision, *in_flight}
        return self.count

    @property
    def too_many(self) -> bool:
        """Whether the limit is reached."""
        return self.count >= self.limit

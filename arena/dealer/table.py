"""A table: the running host of one leg of a match. It asks seats, takes their answers, keeps their time and counts their faults.

A table has no task of its own and awaits nothing: answers arrive as calls, and a call that makes further decisions due hands
them to their seats before it returns. So one trio task a bot serves any number of tables, and a decision costs no
task, no timer and no wake-up of its own.

Time is what the callers say it is (``time.monotonic`` seconds): the table reads no clock.

Clock: a decision's limit runs from the write of its request to the read of its answer; a table charges each player for the time
it waits for that player. An answer at the very end of the move limit or the table limit is in time. Faults (late, illegal, unreadable,
gone) are answered by the default action at once, are counted as incidents, and never by an exception; too many of them, a fallen flag, or
a bot that stays away, forfeit the leg. An exception in a bot of ours, or in the rules, voids the leg, at once; what becomes of one in
somebody's class, which runs in this process too, is the seat's to say.

A forfeit: no further hand is dealt, and the hands in play are played on to their end. Every decision of the player who forfeited, open
now or due later, is answered at once by the default action; the others go on under their own clocks, and whoever of them forfeits too is
answered for in the same way. When the last hand is over the table closes, forfeited by the first. So the hands that were dealt count, won
or lost, and those never dealt are what the forfeiter is charged for: a bot cannot play its good hands to their end and take the others
back by leaving.
"""

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import trio

from arena.errors import EngineFailed, IllegalAction
from arena.matches import Cause, Decision, Fault, Incidents, Leg, LegResult, Status, TableInfo, ThinkingTime

_log = logging.getLogger(__name__)


class Seat(Protocol):
    """A bot as a table sees it, wherever it runs. Calls are quick and never raise."""

    max_in_flight: int
    """Decisions of a table it takes unanswered."""
    hand_ends: bool
    """Whether it wants to hear of hands that are over."""

    def sit_nowait(self, sitting: "Sitting") -> None:
        """A table opens."""

    def ask_nowait(self, sitting: "Sitting", decision: Decision) -> int | None:
        """A decision is due. A bot of this process answers here; any other later, by :meth:`Sitting.answer_nowait`."""

    def fault_nowait(self, notice: "FaultNotice") -> None:
        """A fault of its own; told before the default action is played, so before everything that follows from it."""

    def hand_over_nowait(self, sitting: "Sitting", last: Decision) -> None:
        """The hand of a decision is over; only called when ``hand_ends``."""

    def leave_nowait(self, sitting: "Sitting", result: LegResult) -> None:
        """The table is over. One whose bot has forfeited is asked nothing more, and hears of the end when it comes to it."""


@dataclass(slots=True, eq=False)
class FaultNotice:
    """What a seat is told of a fault of its own."""

    sitting: "Sitting"
    decision: Decision | None
    fault: Fault
    count: int


class Sitting:
    """One player's place at a table: its open decisions, its time and its faults."""

    def __init__(self, table: "Table", player: int, seat: Seat, info: TableInfo) -> None:
        """Made by the table."""
        self.table = table
        self.player = player
        self.seat = seat
        self.info = info
        self.time = ThinkingTime(info.clock.hand_s * info.hand_count)
        self.incidents = Incidents(info.clock.incident_limit)
        self.faults: list[Fault] = []
        self.forfeited = False
        """Whether it has given the table up: what is due from then on is answered for it."""
        self._deadlines: dict[Decision, float] = {}

    @property
    def over(self) -> bool:
        """Whether its part in the table is: every answer is stale."""
        return self.forfeited or self.table.result is not None

    @property
    def out(self) -> bool:
        """Whether it will not be asked any more, though the table may go on: its part is over, or its chips are gone."""
        return self.over or self.table.leg.is_out(self.player)

    @property
    def in_flight(self) -> int:
        """Decisions that have been sent and are open."""
        return len(self._deadlines)

    def sent_decisions(self) -> list[Decision]:
        """Decisions that have been sent and are open, oldest first."""
        return list(self._deadlines)

    def sent_nowait(self, decision: Decision, latest_start: float) -> None:
        """A decision is on its way; its clock starts when it is written, at ``latest_start`` at the latest."""
        self._deadlines[decision] = latest_start + self.info.clock.move_s

    def written_nowait(self, decision: Decision, at: float) -> None:
        """A decision has been handed to the transport: its clock starts."""
        if decision in self._deadlines:
            self._deadlines[decision] = at + self.info.clock.move_s
            self.time.ask(decision, at)

    def move_time_left_s(self, decision: Decision, at: float) -> float:
        """What is left of the move limit."""
        deadline = self._deadlines.get(decision)
        return self.info.clock.move_s if deadline is None else max(0.0, deadline - at)

    def table_time_left_s(self, at: float) -> float:
        """What is left of the table limit."""
        return max(0.0, self.time.limit_s - self.time.spent_s(at))

    def next_deadline(self) -> float | None:
        """When something of this player runs out if nothing is answered."""
        if not self._deadlines:
            return None
        flag = self.time.flag_at()
        first = min(self._deadlines.values())
        return first if flag is None else min(first, flag)

    def answer_nowait(self, decision: Decision, code: int, at: float) -> None:
        """The bot answered at ``at``. The answer is played when it is legal and in time, else the default action is."""
        if self.over:
            return
        deadline = self._deadlines.get(decision)
        if deadline is not None and at > deadline:
            self.refuse_nowait(decision, "late", f"answered {at - deadline:.3f} s after the limit", at)
        elif code not in decision.hand.legal:
            self.refuse_nowait(decision, "illegal", refusal_of(decision, code), at)
        elif not self._flag_fell(at):
            self._stop_clock(decision, at)
            self.table.play_nowait(decision, code)

    def refuse_nowait(self, decision: Decision, kind: str, detail: str, at: float) -> None:
        """Tell the seat of a fault and play the default action for its decision; a flag that fell before comes first."""
        if self.over or self._flag_fell(at):
            return
        default = self.default_nowait(decision, kind, detail, at)
        if default is not None:
            self.table.play_nowait(decision, default)

    def default_nowait(self, decision: Decision, kind: str, detail: str, at: float) -> int | None:
        """Count a fault and tell the seat of it; the default action, for the caller to play, or None when the fault was one too many."""
        incident = self.incidents.record(decision, self._deadlines)
        self._stop_clock(decision, at)
        game = self.table.leg.spec.game
        default = game.default_code(decision.hand.legal)
        fault = Fault(self.player, decision.number, kind, detail, game.action_name(default), incident)
        self.faults.append(fault)
        self.seat.fault_nowait(FaultNotice(self, decision, fault, self.incidents.count))
        if self.incidents.too_many:
            self.forfeit_nowait(Cause.INCIDENTS, f"{self.incidents.count} fault incidents, the last: {kind}", at)
            return None
        return default

    def expire_nowait(self, at: float, *, gone: bool) -> None:
        """Play the default for everything that has run out at ``at``; the flag falls when the table limit is used up."""
        flag = self.time.flag_at()
        if flag is not None and flag <= at:
            self._drop_flag(at)
            return
        kind, detail = ("gone", "the bot was not connected") if gone else ("late", "no answer within the limit")
        for decision in [decision for decision, deadline in self._deadlines.items() if deadline <= at]:
            self.refuse_nowait(decision, kind, detail, at)

    def stale_nowait(self, number: int, detail: str) -> FaultNotice:
        """An answer came for a decision that is over; it changes nothing and counts for nothing."""
        fault = Fault(self.player, number, "stale", detail, "", 0)
        self.faults.append(fault)
        return FaultNotice(self, None, fault, self.incidents.count)

    def forfeit_nowait(self, cause: Cause, reason: str, at: float) -> None:
        """This player gives the table up at ``at``; of one who is out of chips nothing more is wanted."""
        if self.out:
            return
        for decision in self._deadlines:
            self.time.answer(decision, at)
        self._deadlines.clear()
        self.forfeited = True
        self.table.forfeit_nowait(self.player, cause, reason)

    def _flag_fell(self, at: float) -> bool:
        """Forfeit when the table limit was used up before ``at``: that is looked at before the answer is, as fastchess PR 1066 found."""
        flag = self.time.flag_at()
        if flag is None or flag >= at:
            return False
        self._drop_flag(at)
        return True

    def _drop_flag(self, at: float) -> None:
        self.forfeit_nowait(Cause.FLAG, f"flag: the table limit of {self.time.limit_s:g} s is used up", at)

    def _stop_clock(self, decision: Decision, at: float) -> None:
        self._deadlines.pop(decision, None)
        self.time.answer(decision, at)


@dataclass(slots=True)
class Table:
    """The running host of one leg."""

    leg: Leg
    seats: Sequence[Seat]
    sittings: list[Sitting] = field(default_factory=list)
    result: LegResult | None = None
    """Set once, when the table is over."""
    _due: deque[Decision] = field(default_factory=deque)
    _asked: dict[int, Decision] = field(default_factory=dict)
    """By hand: the decision that a seat was asked for and has not answered."""
    _forfeit: tuple[Cause, str, int] | None = None
    """Why, in words as well, and by which player: the first one."""
    _seated: bool = False
    """Whether everybody sits: nothing is played, and nothing over, before."""
    _over: trio.Event = field(default_factory=trio.Event)

    def open_nowait(self) -> None:
        """Seat the players and deal as many hands as they can have in play."""
        self.sittings = [Sitting(self, player, seat, self.leg.table_info(player)) for player, seat in enumerate(self.seats)]
        window = sum(seat.max_in_flight for seat in self.seats)
        try:
            for sitting in self.sittings:
                sitting.seat.sit_nowait(sitting)
            self._seated = True
            for _ in range(min(window, self.leg.spec.deal_count)):
                self._deal()
        except Exception as error:
            self._void_for(error)
        self._pump()

    def play_nowait(self, decision: Decision, code: int) -> None:
        """Play a legal code; whatever becomes due is asked before this returns."""
        if self.result is None:
            self._pump((decision, code))

    def forfeit_nowait(self, player: int, cause: Cause, reason: str) -> None:
        """Answer for a player, whose sitting is over, from now on; the table closes when the hands in play are over."""
        if self._forfeit is None:
            self._forfeit = (cause, f"{self.leg.spec.players[player]}: {reason}", player)
        self._due.extend([decision for decision in self._asked.values() if decision.player == player])
        if self._seated:
            self._pump()

    def void_nowait(self, cause: Cause, reason: str) -> None:
        """End the table at once, by a fault of ours: it counts for nobody."""
        self._close(Status.VOID, cause, reason)

    async def wait_over(self) -> LegResult:
        """How the table ended."""
        await self._over.wait()
        assert self.result is not None
        return self.result

    def _deal(self) -> None:
        decision = self.leg.deal_next() if self._forfeit is None else None
        if decision is not None:
            self._due.append(decision)

    def _ask(self, decision: Decision) -> int | None:
        """The code for a decision if it is known at once."""
        sitting = self.sittings[decision.player]
        if sitting.forfeited:
            return self.leg.spec.game.default_code(decision.hand.legal)
        self._asked[decision.number] = decision
        return sitting.seat.ask_nowait(sitting, decision)

    def _apply(self, decision: Decision, code: int) -> None:
        self._asked.pop(decision.number, None)
        try:
            following = self.leg.act(decision, code)
        except IllegalAction as error:
            name = self.leg.spec.players[decision.player]
            raise EngineFailed(f"{name}: {type(error).__name__}: {error}") from error
        if following is not None:
            self._due.append(following)
            return
        for sitting in self.sittings:
            if sitting.seat.hand_ends:
                sitting.seat.hand_over_nowait(sitting, decision)
        self._deal()

    def _pump(self, answered: tuple[Decision, int] | None = None) -> None:
        """Play an answer, then hand every due decision to its seat, those that arise on the way included."""
        try:
            if answered is not None:
                self._apply(*answered)
            while self._due and self.result is None:
                decision = self._due.popleft()
                code = self._ask(decision)
                if code is not None:
                    self._apply(decision, code)
        except Exception as error:  # the table's edge: whatever went wrong here is ours
            self._void_for(error)
        if self._forfeit is None and self.leg.finished:
            self._close(Status.COMPLETED, Cause.NONE, "")
        elif self._forfeit is not None and not self.leg.in_play:
            self._close(Status.FORFEITED, *self._forfeit)

    def _void_for(self, error: Exception) -> None:
        told = str(error)
        if not isinstance(error, EngineFailed):  # that says whose bot it was, and its seat keeps what there is to see
            _log.exception("table %s is void", self.sittings[0].info.table_id)
            told = f"{type(error).__name__}: {error}"
        self.void_nowait(Cause.ARENA_ERROR, f"arena error: {told}")

    def _close(self, status: Status, cause: Cause, reason: str, forfeiter: int | None = None) -> None:
        if self.result is not None:
            return
        assert (status == Status.COMPLETED) == (cause == Cause.NONE), "what was not completed has a cause"
        self._due.clear()
        faults = sorted((fault for sitting in self.sittings for fault in sitting.faults), key=lambda fault: fault.hand_number)
        self.result = LegResult(
            status=status,
            hands=tuple(sorted(self.leg.records, key=lambda hand: hand.deal_number)),
            incidents=tuple(sitting.incidents.count for sitting in self.sittings),
            forfeiter=forfeiter,
            reason=reason,
            cause=cause,
            faults=tuple(faults),
            spent_s=tuple(sitting.time.charged_s for sitting in self.sittings),
        )
        for sitting in self.sittings:
            sitting.seat.leave_nowait(sitting, self.result)
        self._over.set()


def refusal_of(decision: Decision, code: int) -> str:
    """Why a code that is not legal is none."""
    try:
        decision.hand.act(code)
    except IllegalAction as error:
        return str(error)
    raise AssertionError("a code that is not legal was accepted")

"""What the tests of tables share: seats that only keep what they hear, and tables to sit at; every time is given by hand."""

from arena.dealer import FaultNotice, Sitting, Table
from arena.matches import ClockLimits, Decision, Leg, LegResult, MatchSpec, TableInfo
from arena.rules import DRAW_CODE, FiveCardDrawRuleset, Kind

CLOCK = ClockLimits(move_s=2.0, hand_s=5.0, incident_limit=3, grace_s=10.0)
CARRY = FiveCardDrawRuleset(all_in=True, starting_stack=30, stacks="carry")


class FakeSeat:
    """Keeps what the table says; the test answers."""

    def __init__(self, max_in_flight: int = 1, *, hand_ends: bool = False) -> None:
        self.max_in_flight = max_in_flight
        self.hand_ends = hand_ends
        self.sitting: Sitting | None = None
        self.asked: list[Decision] = []
        self.notices: list[FaultNotice] = []
        self.ended: list[int] = []
        self.result: LegResult | None = None

    def sit_nowait(self, sitting: Sitting) -> None:
        assert self.sitting is None
        self.sitting = sitting

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> None:
        assert decision.open
        assert not sitting.over, "nothing is asked after the end, nor after a forfeit"
        self.asked.append(decision)

    def fault_nowait(self, notice: FaultNotice) -> None:
        assert notice.sitting is self.sitting
        assert notice.decision.open, "told before the default is played"
        assert not self.sitting.over, "told before the end"
        self.notices.append(notice)

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        assert self.hand_ends
        assert last.hand.over
        self.ended.append(last.number)

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        assert self.result is None, "a table ends once"
        self.result = result

    def write(self, at: float) -> None:
        """Send what is asked and not sent, as far as there is room; it is written at once."""
        for decision in self.open:
            if decision not in self.sitting.sent_decisions() and self.sitting.in_flight < self.max_in_flight:
                self.sitting.sent_nowait(decision, at)
                self.sitting.written_nowait(decision, at)

    def answer(self, decision: Decision, code: int, at: float) -> list[FaultNotice]:
        """Answer; what the table says of it."""
        before = len(self.notices)
        self.sitting.answer_nowait(decision, code, at)
        return self.notices[before:]

    def expire(self, at: float, *, gone: bool = False) -> list[FaultNotice]:
        """Let run out what has; what the table says of it."""
        before = len(self.notices)
        self.sitting.expire_nowait(at, gone=gone)
        return self.notices[before:]

    @property
    def open(self) -> list[Decision]:
        return [decision for decision in self.asked if decision.open]


class Passive:
    """A bot of ours that checks and calls, and stands pat."""

    def __init__(self, info: TableInfo) -> None:
        pass

    def act(self, view: object) -> int:
        return next(code for code in (Kind.CHECK, Kind.CALL, DRAW_CODE) if code in view.legal)


def passive(decision: Decision) -> int:
    return next(code for code in (Kind.CHECK, Kind.CALL, DRAW_CODE) if code in decision.hand.legal)


def spec_of(deals: int, *players: str, clock: ClockLimits = CLOCK) -> MatchSpec:
    return MatchSpec(
        "m", "t", "five_card_draw", FiveCardDrawRuleset(), players or ("a", "b"), b"s" * 32, deals, mirrored=False, clock=clock
    )


def open_table(deals: int, *seats: object, clock: ClockLimits = CLOCK) -> Table:
    table = Table(Leg(spec_of(deals, *"abcdef"[: len(seats)], clock=clock), 0), seats)
    table.open_nowait()
    return table

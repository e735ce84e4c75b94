"""A bot's seat with a stream in memory: who comes first is decided by the test, so that races of a socket are cases here."""

import time
from dataclasses import replace

import pytest

from arena.dealer import LocalSeat, Table
from arena.matches import Cause, ClockLimits, Leg, Status
from arena.rules import Kind
from arena.v1 import play_pb2
from arena.wire.bridge import Ending
from arena.wire.seat import MAX_STRAY_ANSWERS, BotSeat
from arena.wire.session import Session
from tests.dealer.playing import FakeSeat
from tests.dealer.playing import passive as passive_code
from tests.wire.playing import Passive, open_table, passive, spec_of

CLOCK = ClockLimits(move_s=10.0, hand_s=100.0)


class FakeStream:
    """Keeps what is sent; writes nothing by itself."""

    def __init__(self) -> None:
        self.can_send = True
        self.sent: list[play_pb2.PlayResponse] = []
        self.released = 0
        self.fences = 0
        self.endings: list[Ending] = []

    def send_nowait(self, number: int, data: bytes) -> None:
        message = play_pb2.PlayResponse.FromString(data)
        assert message.number == number
        self.sent.append(message)

    def release_nowait(self, count: int) -> None:
        self.released += count

    def fence_nowait(self) -> None:
        self.fences += 1

    def close_nowait(self, ending: Ending) -> None:
        self.endings.append(ending)

    def kinds(self) -> list[str]:
        return [str(message.WhichOneof("message")) for message in self.sent]

    def requests(self) -> list[play_pb2.Request]:
        """Of the newest message that has any."""
        return list(next(message for message in reversed(self.sent) if message.HasField("requests")).requests.requests)


class Line:
    """A session over a fake stream, and what its far side does."""

    def __init__(self, seat: BotSeat, **hello: object) -> None:
        self.seat = seat
        self.stream = FakeStream()
        self.session = Session(self.stream, notify=lambda: None)
        seat.attach_nowait(self.session, play_pb2.Hello(**hello))
        seat.work_nowait()

    def write(self, at: float) -> None:
        """Everything that was sent has been written at that time."""
        self.session.written_nowait(self.stream, self.stream.sent[-1].number, at)
        self.seat.work_nowait()

    def answer(self, *requests: play_pb2.Request, at: float, work: bool = True) -> None:
        answers = play_pb2.Answers(answers=[passive(request) for request in requests])
        self.session.received_nowait(self.stream, play_pb2.PlayRequest(answers=answers).SerializeToString(), at)
        if work:
            self.seat.work_nowait()

    def fence(self, at: float) -> None:
        self.session.fenced_nowait(self.stream, at)
        self.seat.work_nowait()

    def leave(self) -> None:
        self.session.gone_nowait(self.stream)
        self.seat.work_nowait()

    def faults(self) -> list[int]:
        return [message.fault_reported.kind for message in self.stream.sent if message.HasField("fault_reported")]


def sit(seat: BotSeat, deals: int = 4, clock: ClockLimits = CLOCK) -> Table:
    table = open_table(spec_of("bot", "other", deals=deals, clock=clock), seat, LocalSeat(Passive))
    seat.work_nowait()
    return table


@pytest.fixture
def seat() -> BotSeat:
    return BotSeat("id", "bot")


async def test_an_answer_in_time_that_is_reported_late_counts(seat):
    """Module docstring of ``session``: a limit is believed only after a fence; the answer was read in time and lay in a queue of ours."""
    line, table = Line(seat), sit(seat)
    (request,) = line.stream.requests()
    now = time.monotonic()
    line.write(now - 11.0)
    assert (line.stream.fences, line.faults()) == (1, [])
    line.answer(request, at=now - 1.001)  # limit: now − 1
    line.fence(now)
    assert line.faults() == []
    assert table.sittings[0].faults == []


async def test_after_the_fence_the_default_is_played(seat):
    """The same without an answer: late once, and the answer that comes then is stale."""
    line, table = Line(seat), sit(seat)
    (request,) = line.stream.requests()
    now = time.monotonic()
    line.write(now - 11.0)
    line.fence(now - 1.5)  # a fence from before the limit proves nothing
    assert (line.stream.fences, line.faults()) == (2, [])
    line.fence(now)
    assert line.faults() == [play_pb2.FAULT_KIND_LATE]
    line.answer(request, at=now - 1.001)
    assert line.faults() == [play_pb2.FAULT_KIND_LATE, play_pb2.FAULT_KIND_STALE]
    assert table.sittings[0].incidents.count == 1


async def test_an_answer_after_the_limit_is_late_whoever_is_first(seat):
    """fastchess 495: an answer stamped 1 ms after the limit, seen before the fence is."""
    line, table = Line(seat), sit(seat)
    now = time.monotonic()
    line.write(now - 11.0)
    line.answer(*line.stream.requests(), at=now - 0.999)
    line.fence(now)
    assert line.faults() == [play_pb2.FAULT_KIND_LATE]
    assert table.sittings[0].incidents.count == 1


@pytest.mark.parametrize(("answered_s", "status"), [(-1.001, "COMPLETED"), (-0.999, "FORFEITED")])
async def test_the_last_answer_of_a_table_is_looked_at_for_its_time_before_it_is_played(seat, answered_s, status):
    """fastchess PR 1066: an answer 1 ms after the table limit, seen before the fence is, and nothing is asked after it."""
    line, table = Line(seat), sit(seat, 1, ClockLimits(move_s=100.0, hand_s=10.0))
    now = time.monotonic()
    for at in (now - 20, now - 19):
        line.write(at)
        line.answer(*line.stream.requests(), at=at + 0.5)
    line.write(now - 10)
    line.answer(*line.stream.requests(), at=now + answered_s)
    assert (table.result.status, line.faults()) == (Status[status], [])
    assert table.result.cause == (Cause.NONE if status == "COMPLETED" else Cause.FLAG)
    assert table.result.reason == ("" if status == "COMPLETED" else "bot: flag: the table limit of 10 s is used up")


async def test_the_fault_of_a_last_decision_is_reported_before_the_end(seat):
    """Contract, A bot's life: what ran out as well as what was answered wrong; the end follows from it."""
    for end in ("fence", "answer"):
        line, table = Line(seat), sit(seat, 1)
        now = time.monotonic()
        for _ in range(2):
            line.write(now)
            line.answer(*line.stream.requests(), at=now)
        line.write(now - 11)
        if end == "fence":
            line.fence(now)
        else:
            line.answer(*line.stream.requests(), at=now)
        assert line.stream.kinds()[-3:] == ["requests", "fault_reported", "table_closed"]
        assert table.result.status == Status.COMPLETED


async def test_a_new_session_hears_what_the_old_one_said_in_time(seat):
    """Design 8, takeover: an answer that was read and not yet looked at is played, not asked for again."""
    old, table = Line(seat, max_in_flight=2), sit(seat)
    first, second = old.stream.requests()
    now = time.monotonic()
    old.write(now)
    old.answer(first, at=now, work=False)
    new = Line(seat, max_in_flight=2)
    assert {request.hand_number for request in new.stream.requests() if request.resent} == {second.hand_number}
    assert old.stream.kinds()[-1] == "farewell"
    assert old.stream.endings[0] == Ending()
    assert table.sittings[0].faults == []


async def test_a_takeover_before_the_write_gains_no_time(seat):
    """Contract: time runs from the write; a request whose write was never reported starts at the takeover, not never."""
    old, table = Line(seat), sit(seat)
    assert old.stream.kinds()[-1] == "requests"
    before = time.monotonic()
    Line(seat)
    sitting = table.sittings[0]
    assert before <= sitting.next_deadline() - CLOCK.move_s <= time.monotonic()
    assert sitting.time.flag_at() is not None, "and it is charged"


async def test_a_line_lost_before_the_write_gains_no_time(seat):
    """The same for a connection that breaks: pending decisions keep their clock."""
    line, table = Line(seat), sit(seat)
    before = time.monotonic()
    line.leave()
    assert before <= table.sittings[0].next_deadline() - CLOCK.move_s <= time.monotonic()


async def test_nothing_is_sent_while_the_client_does_not_read(seat):
    """Back-pressure: what is due waits in order, and comes when there is room."""
    line = Line(seat, hand_ends=True)
    line.stream.can_send = False
    sit(seat)
    assert line.stream.kinds() == ["welcome"]
    line.stream.can_send = True
    seat.work_nowait()
    assert line.stream.kinds() == ["welcome", "table_opened", "requests"]


async def test_ends_of_hands_that_wait_are_sent_in_messages_that_any_client_takes(seat):
    """Constant: at most 256 a message. By hand: 600 of them are 256, 256 and 88, in order."""
    line, table = Line(seat, hand_ends=True, max_in_flight=4), sit(seat)
    line.stream.can_send = False
    leg = Leg(table.leg.spec, 0)
    last = leg.act(leg.deal_next(), Kind.BET)
    leg.act(last, Kind.FOLD)
    for number in range(600):
        seat.hand_over_nowait(table.sittings[0], replace(last, number=number))
    line.stream.can_send = True
    seat.work_nowait()
    ends = [message.hands_ended.hands for message in line.stream.sent if message.HasField("hands_ended")]
    assert [len(hands) for hands in ends] == [256, 256, 88]
    assert [end.hand_number for hands in ends for end in hands] == list(range(600))


async def test_what_came_is_released_message_by_message(seat):
    """Bridge: as many more may be read as have been dealt with."""
    line, _ = Line(seat, max_in_flight=2), sit(seat)
    first, second = line.stream.requests()
    now = time.monotonic()
    line.answer(first, at=now, work=False)
    line.answer(second, at=now, work=False)
    assert line.stream.released == 0
    seat.work_nowait()
    assert line.stream.released == 2


async def test_a_table_that_opened_during_a_takeover_is_opened_once(seat):
    """After a return every open table's TableOpened follows Welcome, once, also when the old session had not been sent it."""
    old = Line(seat)
    old.stream.can_send = False
    sit(seat)
    new = Line(seat)
    assert new.stream.kinds() == ["welcome", "table_opened", "requests"]


async def test_a_table_that_closes_while_the_bot_is_away_is_told_when_it_returns(seat):
    line, table = Line(seat), sit(seat)
    line.leave()
    table.void_nowait(Cause.ARENA_ERROR, "arena error")
    again = Line(seat)
    assert again.stream.kinds() == ["welcome", "table_closed"]
    assert again.stream.sent[-1].table_closed.status == play_pb2.TABLE_STATUS_VOID


async def test_goodbye_is_said_once(seat):
    """A dismissal after a violation, or twice, sends no second Farewell."""
    line = Line(seat)
    seat.dismiss_nowait(play_pb2.FAREWELL_REASON_DONE)
    seat.dismiss_nowait(play_pb2.FAREWELL_REASON_SHUTDOWN)
    assert line.stream.kinds() == ["welcome", "farewell"]
    assert line.stream.sent[-1].farewell.reason == play_pb2.FAREWELL_REASON_DONE


async def test_a_long_session_keeps_nothing_of_what_is_over(seat):
    """Memory flat over an hour of matches: after 30 tables no decision is held."""
    line = Line(seat, max_in_flight=8)
    for _ in range(30):
        table = sit(seat, deals=10)
        while table.result is None:
            line.write(time.monotonic())
            line.answer(*line.stream.requests(), at=time.monotonic())
        assert table.result.status == Status.COMPLETED
    session = line.session
    assert [len(held) for held in (session.open, session.ids, session.over, session.unwritten, session.inbox)] == [0] * 5
    assert (seat._waiting, seat._unsent) == ({}, {})


async def test_a_bot_that_takes_nothing_has_its_clock_running_all_the_same(seat):
    """A client whose window is closed gets nothing; what is due counts as asked, and it is late like any other."""
    line = Line(seat)
    line.stream.can_send = False
    table = sit(seat, clock=ClockLimits(move_s=0.0, hand_s=100.0, incident_limit=2))
    seat.work_nowait()
    for _ in range(3):
        line.fence(time.monotonic())
        seat.work_nowait()
    assert table.result is not None
    assert (table.result.cause, table.result.reason) == (Cause.INCIDENTS, "bot: 2 fault incidents, the last: late")
    assert "requests" not in line.stream.kinds()


async def test_what_was_due_meanwhile_is_sent_when_there_is_room_and_is_not_called_resent(seat):
    """Contract, Request: ``resent`` means that an earlier session was asked."""
    line = Line(seat)
    line.stream.can_send = False
    sit(seat)
    line.stream.can_send = True
    line.session.room_nowait(line.stream)
    seat.work_nowait()
    (request,) = line.stream.requests()
    assert not request.resent
    assert request.move_time_left.ToTimedelta().total_seconds() < 10
    line.leave()
    (again,) = Line(seat).stream.requests()
    assert again.resent


async def test_what_falls_due_while_the_bot_is_away_is_not_called_resent(seat):
    line = Line(seat)
    line.leave()
    sit(seat)
    (request,) = Line(seat).stream.requests()
    assert not request.resent


async def test_answers_to_nothing_end_the_session_in_the_end(seat):
    """A duplicate or two is a slip; more than ``MAX_STRAY_ANSWERS`` is a flood."""
    line = Line(seat)
    sit(seat)
    bogus = play_pb2.PlayRequest(answers=play_pb2.Answers(answers=[play_pb2.Answer(decision_id=-1)])).SerializeToString()
    for _ in range(MAX_STRAY_ANSWERS):
        line.session.received_nowait(line.stream, bogus, time.monotonic())
        seat.work_nowait()
    assert line.stream.endings == []
    line.session.received_nowait(line.stream, bogus, time.monotonic())
    seat.work_nowait()
    assert line.stream.endings[0].reason == "TOO_MANY_ANSWERS"


async def test_nothing_more_is_read_from_a_bot_that_does_not_read(seat):
    """The reports it does not take are bounded by the messages it may send."""
    line = Line(seat)
    sit(seat)
    line.stream.can_send = False
    released = line.stream.released
    empty = play_pb2.PlayRequest(answers=play_pb2.Answers()).SerializeToString()
    for _ in range(10):
        line.session.received_nowait(line.stream, empty, time.monotonic())
    seat.work_nowait()
    assert line.stream.released == released
    line.stream.can_send = True
    seat.work_nowait()
    assert line.stream.released == released + 10


async def test_what_a_bot_says_of_itself_is_short_and_plain(seat):
    Line(seat, software="x" * 999 + "\x1b[2J", games=["evil\x1b[2J\0"] * 99)
    assert len(seat.software) == 200
    assert seat.games == ("evil\ufffd[2J\ufffd",) * 16


STRICT = replace(CLOCK, incident_limit=1)


def sit_opposite(seat: BotSeat, other: FakeSeat, deals: int = 6, *, carry: bool = False) -> Table:
    """A table with a seat on the other side that the test answers for, where the first incident forfeits."""
    table = open_table(spec_of("bot", "other", deals=deals, clock=STRICT, carry=carry), seat, other)
    seat.work_nowait()
    return table


def forfeit(line: Line) -> None:
    """Answer the first open request wrongly."""
    wrong = play_pb2.Answer(decision_id=line.stream.requests()[0].decision_id, kind=77)
    request = play_pb2.PlayRequest(answers=play_pb2.Answers(answers=[wrong]))
    line.session.received_nowait(line.stream, request.SerializeToString(), time.monotonic())
    line.seat.work_nowait()


def play_on(table: Table, other: FakeSeat, seat: BotSeat) -> None:
    """The other plays to the end of the table."""
    while table.result is None:
        other.answer(other.open[0], passive_code(other.open[0]), time.monotonic())
    seat.work_nowait()


async def test_after_a_forfeit_nothing_is_asked_and_answers_are_stale(seat):
    """The others play on: the table closes when they have, and an answer until then is stale, as often as there was something to answer."""
    line, other = Line(seat, max_in_flight=3), FakeSeat(2)
    table = sit_opposite(seat, other)
    line.write(time.monotonic())
    requests = line.stream.requests()
    assert len(requests) == 2  # of five hands in play; in three the other acts first
    forfeit(line)
    assert line.stream.kinds()[-1] == "fault_reported"
    line.answer(requests[1], at=time.monotonic())
    assert line.faults() == [play_pb2.FAULT_KIND_UNREADABLE, play_pb2.FAULT_KIND_STALE]
    assert (table.result, line.stream.endings) == (None, [])
    play_on(table, other, seat)
    assert line.stream.kinds() == ["welcome", "table_opened", "requests", "fault_reported", "fault_reported", "table_closed"]
    closed = line.stream.sent[-1].table_closed
    assert (closed.status, closed.reason) == (play_pb2.TABLE_STATUS_FORFEITED, table.result.reason)
    assert [len(held) for held in (line.session.open, line.session.ids, line.session.over, line.session.unwritten)] == [0] * 4


async def test_what_was_in_the_same_message_as_the_answer_that_forfeits_is_stale(seat):
    """One message, three answers: the first is the incident that is too many."""
    line, other = Line(seat, max_in_flight=6), FakeSeat(1)
    table = sit_opposite(seat, other)
    line.write(time.monotonic())
    first, *others = line.stream.requests()
    answers = [play_pb2.Answer(decision_id=first.decision_id, kind=77), *[passive(request) for request in others]]
    request = play_pb2.PlayRequest(answers=play_pb2.Answers(answers=answers))
    line.session.received_nowait(line.stream, request.SerializeToString(), time.monotonic())
    seat.work_nowait()
    assert line.faults() == [play_pb2.FAULT_KIND_UNREADABLE] + [play_pb2.FAULT_KIND_STALE] * len(others)
    assert others
    play_on(table, other, seat)
    assert table.result.incidents == (1, 0)


async def test_a_bot_that_returns_to_a_table_it_has_forfeited_is_asked_nothing(seat):
    """It hears that the table is open, and of its end when the others have played on to it."""
    line, other = Line(seat, max_in_flight=3), FakeSeat(2)
    table = sit_opposite(seat, other)
    line.write(time.monotonic())
    forfeit(line)
    line.leave()
    again = Line(seat, max_in_flight=3)
    play_on(table, other, seat)
    assert again.stream.kinds() == ["welcome", "table_opened", "table_closed"]


async def test_a_bot_that_left_and_then_forfeits_hears_of_the_end_before_goodbye(seat):
    """Contract, Leave: the open tables are finished first."""
    line, other = Line(seat, max_in_flight=3), FakeSeat(2)
    table = sit_opposite(seat, other)
    line.write(time.monotonic())
    leave = play_pb2.PlayRequest(leave=play_pb2.Leave())
    line.session.received_nowait(line.stream, leave.SerializeToString(), time.monotonic())
    forfeit(line)
    assert "farewell" not in line.stream.kinds()
    play_on(table, other, seat)
    assert line.stream.kinds()[-2:] == ["table_closed", "farewell"]


@pytest.mark.parametrize("why", ["gone", "exited"])
async def test_a_bot_that_never_comes_back_is_waited_for_no_more(seat, why):
    """Gone longer than it may, or its program is dead: it forfeits once, and then its seat has nothing to wake up for, however long the
    others play on."""
    line, other = Line(seat, max_in_flight=3), FakeSeat(2)
    table = open_table(spec_of("bot", "other", deals=6, clock=replace(CLOCK, grace_s=0.0 if why == "gone" else 30.0)), seat, other)
    seat.work_nowait()
    line.leave()
    if why == "exited":
        seat.lose_nowait(Cause.EXITED, "its program was ended by SIGKILL")
    seat.work_nowait()
    assert table.sittings[0].forfeited
    assert seat._patience_s() == float("inf")
    seat.work_nowait()
    play_on(table, other, seat)
    assert (table.result.forfeiter, table.result.cause, table.result.faults) == (0, Cause(why), ())


async def test_a_bot_without_chips_that_goes_is_waited_for_no_more(seat):
    """It is out and may go, see ``test_table``; nothing more is asked of it, so its seat has nothing to wake up for."""
    line, others = Line(seat), [FakeSeat(), FakeSeat()]
    clock = replace(CLOCK, grace_s=0.0)
    table = open_table(spec_of("bot", "b", "c", deals=99, clock=clock, carry=True, seed=b"SEED" * 8), seat, *others)
    while not table.leg.is_out(0):
        (decision,) = table._asked.values()
        wild = decision.player != 2 and decision.hand.legal[0] < 32
        seat.work_nowait()
        code = max(decision.hand.legal) if wild else decision.hand.legal[0]
        table.sittings[decision.player].answer_nowait(decision, code, time.monotonic())
        assert table.result is None
    line.leave()
    assert table.sittings[0].out
    assert not table.sittings[0].over
    assert seat._patience_s() == float("inf")

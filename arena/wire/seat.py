"""A bot as the protocol knows it: one token, any number of sessions one after the other, any number of tables at once.

``BotSeat`` is the dealer's port ``Seat`` for such a bot. It has one trio task for its whole life, never one for a table or a
decision: the task wakes when a message came, a decision became due or a limit ran out, deals with everything there is, and
sends all that is ready in as few messages as possible. A session that goes away leaves the seat where it is; the next one
that shows the session key (or, for an account, the token) takes over and gets its tables and its pending requests again.

A limit that runs out is believed only after a fence: everything the gRPC thread had read by then is dealt with first, so
that an answer in time is never lost to a delay of ours. A bot that is away or does not read has its clock running all the same: what
is due is counted as asked, and sent when it can be. A table that the bot has forfeited stays until the others have played on to its
end: nothing more is asked there, and every answer is stale.
"""

import secrets
import time
from collections import deque
from collections.abc import Iterable
from typing import Any

import trio

import arena
from arena.dealer import FaultNotice, Sitting
from arena.errors import IllegalAction, SeatGarbled
from arena.matches import Cause, Decision, LegResult
from arena.v1 import play_pb2
from arena.wire import codec
from arena.wire.bridge import Ending
from arena.wire.session import ProtocolViolation, Session, parse_request

MAX_IN_FLIGHT = 1024
MAX_TABLES = 1024
MAX_REQUESTS_PER_MESSAGE = 1024
MAX_HANDS_PER_MESSAGE = 256
"""Ends of hands: even of the longest that a ruleset allows, that is below the 4 MiB that gRPC clients take unless told otherwise."""
MAX_STRAY_ANSWERS = 1024
"""Answers of one session to decisions that it was never asked, or answered before."""
MAX_OUTBOX = 256
"""Messages that may wait for a bot to read; beyond it, nothing more is read from that bot."""
_MAX_TEXT, _MAX_GAMES = 200, 16


class BotSeat:
    """A bot that plays over gRPC, as tables see it."""

    def __init__(self, bot_id: str, bot_name: str) -> None:
        """Nothing is connected yet."""
        self.bot_id = bot_id
        self.bot_name = bot_name
        self.session_key = secrets.token_urlsafe(18)
        self.max_in_flight = 1
        self.max_tables = 1
        self.hand_ends = False
        self.games: tuple[str, ...] = ()
        self.software = ""
        self.welcomed = trio.Event()
        """Set at the first Hello."""
        self.leaving = False
        self.tables = trio.CapacityLimiter(1)
        """Tables it sits at at the same time; whoever opens one holds a token."""
        self.lost: tuple[Cause, str] | None = None
        """Why the bot can never come back, and in words, once that is known."""
        self._session: Session | None = None
        self._gone_at: float | None = None
        self._waiting: dict[Sitting, deque[Decision]] = {}
        self._unsent: dict[Sitting, deque[tuple[Decision, bool]]] = {}
        """Open decisions whose clock runs, but which this session was not asked; and whether an earlier one was."""
        self._outbox: deque[tuple[str, Any]] = deque()
        self._fencing = False
        self._dismissed = False
        self._begun: deque[float] = deque()
        self._arrival = trio.Event()
        self._wake = trio.Event()

    # The dealer's port.

    def sit_nowait(self, sitting: Sitting) -> None:
        """A table opens."""
        self._waiting[sitting], self._unsent[sitting] = deque(), deque()
        if self._session is not None:
            self._outbox.append(("table_opened", codec.table_opened(sitting)))
        self._wake.set()

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> None:
        """A decision is due."""
        self._waiting[sitting].append(decision)
        self._wake.set()

    def fault_nowait(self, notice: FaultNotice) -> None:
        """Something was late or wrong; what this session was not asked, it is not told of either."""
        session, decision = self._session, notice.decision
        if session is None or decision is None or decision not in session.ids:
            return
        number = session.ids.pop(decision)
        if number in session.open:  # it ran out: an answer may still come
            session.over[number] = session.open.pop(number)
        self._report(notice, number)

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        """A hand is over."""
        if self._session is not None:
            newest = self._outbox[-1] if self._outbox else ("", play_pb2.HandsEnded())
            if newest[0] != "hands_ended" or len(newest[1].hands) == MAX_HANDS_PER_MESSAGE:
                newest = ("hands_ended", play_pb2.HandsEnded())
                self._outbox.append(newest)
            newest[1].hands.append(codec.hand_end(sitting, last))
        self._wake.set()

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        """A table is over; its decisions are too."""
        self._waiting.pop(sitting, None)
        self._unsent.pop(sitting, None)
        session = self._session
        if session is not None:
            for number in [number for number, (owner, _) in session.open.items() if owner is sitting]:
                session.over[number] = entry = session.open.pop(number)
                session.ids.pop(entry[1], None)
        self._outbox.append(("table_closed", codec.table_closed(sitting, result)))
        self._wake.set()

    # Sessions.

    @property
    def connected(self) -> bool:
        """Whether a session is open that takes new tables."""
        return self._session is not None and not self.leaving

    async def wait_connected(self) -> None:
        """Return once a session is open."""
        while not self.connected:
            self._arrival = trio.Event() if self._arrival.is_set() else self._arrival
            await self._arrival.wait()

    def may_begin(self, most: int, within_s: float) -> bool:
        """Whether one more session may begin: at most so many within some seconds."""
        now = time.monotonic()
        while self._begun and now - self._begun[0] > within_s:
            self._begun.popleft()
        if len(self._begun) >= most:
            return False
        self._begun.append(now)
        return True

    def attach_nowait(self, session: Session, hello: play_pb2.Hello) -> None:
        """A session begins, and takes over from the one before."""
        if self._session is not None:
            self._read_inbox(self._session)  # what was said in time counts
        if self._session is not None:
            self._session.farewell(play_pb2.FAREWELL_REASON_REPLACED, "a newer session of this bot took over")
            self._detach(time.monotonic())
        if self.leaving:
            self.leaving, self.lost = False, None
        self.software = _plain(hello.software)
        self.games = tuple(_plain(game) for game in hello.games[:_MAX_GAMES])
        self.max_in_flight = min(max(1, hello.max_in_flight), MAX_IN_FLIGHT)
        self.max_tables = min(max(1, hello.max_tables), MAX_TABLES)
        self.tables.total_tokens = self.max_tables
        self.hand_ends = hello.hand_ends
        self._session, self._gone_at, self._fencing = session, None, False
        session.notify = self._look_soon
        self._outbox.extendleft([("table_opened", codec.table_opened(sitting)) for sitting in reversed(self._waiting)])
        self._outbox.appendleft(("welcome", self._welcome()))
        self.welcomed.set()
        self._arrival.set()
        self._wake.set()

    def lose_nowait(self, cause: Cause, reason: str) -> None:
        """Nobody will come back, such as when the bot's program is dead; the first reason is the one that counts."""
        self.lost = self.lost or (cause, reason)
        self._wake.set()

    def revoke_nowait(self, ending: Ending) -> None:
        """The bot may not play any more: its session ends, and nobody will come back."""
        session = self._session
        if session is not None:
            session.farewell(play_pb2.FAREWELL_REASON_REVOKED, ending.message, ending)
            self._detach(time.monotonic())
        self.lose_nowait(Cause.GONE, "its account was revoked")

    def dismiss_nowait(self, reason: play_pb2.FarewellReason.ValueType, detail: str = "") -> None:
        """There is nothing more to play: say goodbye, and end the seat's task."""
        self._dismissed = True
        self._flush()
        if self._session is not None:
            self._session.farewell(reason, detail)
            self._detach(time.monotonic())
        self._wake.set()

    async def run(self) -> None:
        """Serve the bot until it is dismissed."""
        while not self._dismissed:
            with trio.move_on_after(self._patience_s()):
                await self._wake.wait()
            self._wake = trio.Event()
            self.work_nowait()

    def work_nowait(self) -> None:
        """Deal with everything that came or ran out, and send everything that is ready."""
        if self._session is not None:
            self._read_inbox(self._session)
        self._run_out()
        self._flush()

    # What came.

    def _read_inbox(self, session: Session) -> None:
        try:
            while session.inbox and self._session is session:
                what, content, at = session.inbox.popleft()
                if what == "message":
                    session.held_count += 1
                    self._take_message(session, parse_request(content), at)
                elif what == "written":
                    self._start_clocks(session, content, at)
                elif what == "fenced":
                    self._fencing = False
                    self._expire(at)
                else:
                    self._detach(at)
        except ProtocolViolation as error:
            session.violation(error)
            self._detach(time.monotonic())

    def _take_message(self, session: Session, request: play_pb2.PlayRequest, at: float) -> None:
        kind = request.WhichOneof("message")
        if kind == "hello":
            raise ProtocolViolation("SECOND_HELLO", "a session has one Hello")
        if kind == "leave":
            self.leaving = True
            return
        answers = request.answers.answers
        unanswered = session.decision_count - session.answered_count
        if len(answers) > unanswered:
            raise ProtocolViolation("TOO_MANY_ANSWERS", f"{len(answers)} answers to {unanswered} decisions")
        if not answers:
            self._count_stray(session)
        for answer in answers:
            self._take_answer(session, answer, at)

    def _take_answer(self, session: Session, answer: play_pb2.Answer, at: float) -> None:
        number = answer.decision_id
        entry = session.open.pop(number, None)
        if entry is not None and entry[0].over:  # it has forfeited, and the others are playing on
            session.over[number], entry = entry, None
        if entry is None:
            self._report_stale(session, number)
            return
        session.answered_count += 1
        sitting, decision = entry
        try:
            code = codec.read_answer(answer, sitting, decision)
        except SeatGarbled as error:
            sitting.refuse_nowait(decision, "unreadable", str(error), at)
        except IllegalAction as error:
            sitting.refuse_nowait(decision, "illegal", str(error), at)
        else:
            sitting.answer_nowait(decision, code, at)
        session.ids.pop(decision, None)

    def _report_stale(self, session: Session, number: int) -> None:
        entry = session.over.pop(number, None)
        if entry is None:
            self._count_stray(session)
            detail = f"decision {number} was answered before, or never asked in this session"
            stale = play_pb2.FaultReported(decision_id=number, kind=play_pb2.FAULT_KIND_STALE, detail=detail)
            self._outbox.append(("fault_reported", stale))
        else:
            session.answered_count += 1
            sitting, decision = entry
            session.ids.pop(decision, None)
            self._report(sitting.stale_nowait(decision.number, "the decision was over before this answer was read"), number)

    def _count_stray(self, session: Session) -> None:
        session.stray_count += 1
        if session.stray_count > MAX_STRAY_ANSWERS:
            raise ProtocolViolation("TOO_MANY_ANSWERS", f"{session.stray_count} answers to decisions that are not open")

    def _report(self, notice: FaultNotice, number: int) -> None:
        self._outbox.append(("fault_reported", codec.fault_reported(notice, number)))

    def _start_clocks(self, session: Session, number: int, at: float) -> None:
        while session.unwritten and session.unwritten[0][0] <= number:
            for sitting, decision in session.unwritten.popleft()[1]:
                sitting.written_nowait(decision, at)

    def _detach(self, at: float) -> None:
        session, self._session = self._session, None
        self._gone_at, self._fencing = at, False
        self._outbox = deque(item for item in self._outbox if item[0] == "table_closed")
        if session is None:
            return
        session.stream.close_nowait(Ending())
        for _, batch in session.unwritten:
            for sitting, decision in batch:
                sitting.written_nowait(decision, at)
        for sitting, unsent in self._unsent.items():
            asked = dict(unsent)
            again = [(decision, decision in session.ids or asked.get(decision, False)) for decision in sitting.sent_decisions()]
            self._unsent[sitting] = deque(again)
        session.inbox.clear()

    # What ran out.

    def _patience_s(self) -> float:
        """How long to wait if nothing happens."""
        if self._fencing:
            return float("inf")
        deadlines = [at for sitting in self._waiting if (at := sitting.next_deadline()) is not None]
        if self._gone_at is not None:
            deadlines += [self._gone_at + sitting.info.clock.grace_s for sitting in self._waiting if not sitting.out]
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else float("inf")

    def _run_out(self) -> None:
        now = time.monotonic()
        if self._session is None:
            self._expire(now)
            for sitting in list(self._waiting):
                self._give_up(sitting, now)
        elif not self._fencing and any((at := sitting.next_deadline()) is not None and at <= now for sitting in self._waiting):
            self._fencing = True
            self._session.stream.fence_nowait()

    def _give_up(self, sitting: Sitting, now: float) -> None:
        grace_s = sitting.info.clock.grace_s
        if self.lost is not None:
            sitting.forfeit_nowait(*self.lost, now)
        elif self._gone_at is not None and now - self._gone_at >= grace_s:
            sitting.forfeit_nowait(Cause.GONE, f"gone for more than {grace_s:g} s", now)

    def _expire(self, at: float) -> None:
        for sitting in list(self._waiting):
            sitting.expire_nowait(at, gone=self._session is None)

    # What goes out.

    def _flush(self) -> None:
        session = self._session
        if session is None or not session.stream.can_send:
            self._start_clocks_unsent()
            return
        stream = session.stream
        while self._outbox and stream.can_send:
            kind, content = self._outbox.popleft()
            session.send(**{kind: content})
        while not self._outbox and stream.can_send and self._send_requests(session) == MAX_REQUESTS_PER_MESSAGE:
            pass
        if self.leaving and not self._waiting and not self._outbox:
            session.farewell(play_pb2.FAREWELL_REASON_DONE, "the bot left")
            self._detach(time.monotonic())
            self.lose_nowait(Cause.GONE, "the bot left")  # a table that opens all the same is forfeited
        if session.held_count and len(self._outbox) <= MAX_OUTBOX:
            stream.release_nowait(session.held_count)
            session.held_count = 0

    def _send_requests(self, session: Session) -> int:
        """Send what is waiting and has room, as one message; how many requests that were."""
        now = time.monotonic()
        requests: list[bytes] = []
        batch: list[tuple[Sitting, Decision]] = []
        for sitting in self._waiting:
            chosen = self._choose(sitting, MAX_REQUESTS_PER_MESSAGE - len(requests))
            table_s = sitting.table_time_left_s(now) if chosen else 0.0
            for decision, running, resent in chosen:
                clocks = codec.Clocks(sitting.move_time_left_s(decision, now), table_s)
                session.decision_count += 1
                number = session.decision_count
                session.open[number] = (sitting, decision)
                session.ids[decision] = number
                requests.append(codec.request_bytes(number, sitting, decision, clocks, resent=resent))
                if not running:
                    batch.append((sitting, decision))
                    sitting.sent_nowait(decision, now + sitting.info.clock.move_s)
        if requests:
            session.message_count += 1
            session.unwritten.append((session.message_count, batch))
            session.stream.send_nowait(session.message_count, codec.requests_bytes(session.message_count, requests))
        return len(requests)

    def _choose(self, sitting: Sitting, most: int) -> Iterable[tuple[Decision, bool, bool]]:
        """What a table may send now, whether its clock runs already, and whether an earlier session was asked for it."""
        if sitting.over:
            return []
        unsent = self._unsent[sitting]
        if unsent:
            self._unsent[sitting] = unsent = deque(item for item in unsent if item[0].open)
        room = min(self.max_in_flight - (sitting.in_flight - len(unsent)), most)
        chosen: list[tuple[Decision, bool, bool]] = []
        while unsent and len(chosen) < room:
            decision, resent = unsent.popleft()
            chosen.append((decision, True, resent))
        waiting = self._waiting[sitting]
        while waiting and len(chosen) < room:
            chosen.append((waiting.popleft(), False, False))
        return chosen

    def _start_clocks_unsent(self) -> None:
        """The bot is away or does not read: what is due is asked all the same, and its clock runs."""
        if self._session is None and self._gone_at is None:
            return  # it has not come yet
        now = time.monotonic()
        for sitting, waiting in self._waiting.items():
            while waiting and not sitting.over and sitting.in_flight < self.max_in_flight:
                decision = waiting.popleft()
                sitting.sent_nowait(decision, now)
                sitting.written_nowait(decision, now)
                self._unsent[sitting].append((decision, False))

    def _look_soon(self) -> None:
        self._wake.set()

    def _welcome(self) -> play_pb2.Welcome:
        return play_pb2.Welcome(
            bot_id=self.bot_id,
            bot_name=self.bot_name,
            session_key=self.session_key,
            max_in_flight=self.max_in_flight,
            max_tables=self.max_tables,
            server_version=arena.__version__,
        )


def _plain(text: str) -> str:
    """What a bot says of itself, short and without control characters: people read it."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text[:_MAX_TEXT])

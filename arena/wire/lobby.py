"""Who may come in: tokens, and the seats behind them.

A session belongs to a token. An instance token is minted for one leg and one player and opens one first session; whoever comes
after it must show the session key from Welcome beside it. Only hashes of tokens are kept. A stream that is let in must say
Hello within the start limit; then its bot's seat takes it over.
"""

import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import trio

from arena.v1 import play_pb2
from arena.wire.bridge import Ending, Server, Stream, open_server
from arena.wire.session import BotSeat, ProtocolViolation, Session, parse_request

MAX_WAITING_STREAMS = 1_000
"""Streams that have shown a token and not yet said Hello."""

_UNKNOWN = Ending(
    grpc.StatusCode.UNAUTHENTICATED, "metadata `authorization: Bearer TOKEN`: the token is missing or unknown", "TOKEN_UNKNOWN"
)
_USED = Ending(
    grpc.StatusCode.UNAUTHENTICATED, "the token has been used; show the session_key of its Welcome in Hello to come back", "TOKEN_USED"
)
_REVOKED = Ending(grpc.StatusCode.PERMISSION_DENIED, "the token is no longer valid", "TOKEN_REVOKED")
_NO_HELLO = Ending(grpc.StatusCode.DEADLINE_EXCEEDED, "no Hello within the start limit", "NO_HELLO")
_FULL = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many connections", "TOO_MANY_CONNECTIONS", retry_after_s=5.0)


@dataclass(slots=True)
class _Admission:
    seat: BotSeat
    revoked: bool = False


class Lobby:
    """The door of a dealer."""

    def __init__(self, nursery: trio.Nursery, start_s: float) -> None:
        """``start_s``: how long a stream may take to say Hello."""
        self.port = 0
        self._nursery = nursery
        self._start_s = start_s
        self._admissions: dict[str, _Admission] = {}
        self._waiting_streams = 0
        self._closing = False

    def expect_nowait(self, bot_name: str) -> tuple[str, BotSeat]:
        """Mint an instance token; the token, and the seat of the bot that will show it."""
        token = secrets.token_urlsafe(24)
        seat = BotSeat(f"instance-{secrets.token_hex(4)}", bot_name)
        self._admissions[_hashed(token)] = _Admission(seat)
        self._nursery.start_soon(seat.run)
        return token, seat

    def retire_nowait(self, token: str, detail: str = "") -> None:
        """A token's bot has nothing more to play; it hears Farewell, and the token opens nothing any more."""
        admission = self._admissions.get(_hashed(token))
        if admission is not None and not admission.revoked:
            admission.revoked = True
            admission.seat.dismiss_nowait(play_pb2.FAREWELL_REASON_DONE, detail)

    def close_nowait(self) -> None:
        """The dealer goes down: everyone hears Farewell."""
        self._closing = True
        for admission in self._admissions.values():
            if not admission.revoked:
                admission.revoked = True
                admission.seat.dismiss_nowait(play_pb2.FAREWELL_REASON_SHUTDOWN, "the arena is going down")

    def accept_nowait(self, stream: Stream) -> None:
        """A stream is at the door."""
        scheme, _, token = stream.metadata.get("authorization", "").partition(" ")
        admission = self._admissions.get(_hashed(token.strip())) if scheme.lower() == "bearer" else None
        if self._closing:
            stream.close_nowait(Ending(grpc.StatusCode.UNAVAILABLE, "the arena is going down", "SHUTDOWN"))
        elif admission is None:
            stream.close_nowait(_UNKNOWN)
        elif admission.revoked:
            stream.close_nowait(_REVOKED)
        elif self._waiting_streams >= MAX_WAITING_STREAMS:
            stream.close_nowait(_FULL)
        else:
            arrived = trio.Event()
            session = Session(stream, notify=arrived.set)
            stream.listener = session  # here, not in the task: the next message may be reported before the task runs
            self._waiting_streams += 1
            self._nursery.start_soon(self._greet, session, arrived, admission)

    async def _greet(self, session: Session, arrived: trio.Event, admission: _Admission) -> None:
        """Wait for a stream's Hello and give the stream to its seat."""
        try:
            with trio.move_on_after(self._start_s) as scope:
                await arrived.wait()
            if scope.cancelled_caught:
                session.farewell(play_pb2.FAREWELL_REASON_PROTOCOL_VIOLATION, _NO_HELLO.message, _NO_HELLO)
                return
            self._admit(session, admission)
        finally:
            self._waiting_streams -= 1

    def _admit(self, session: Session, admission: _Admission) -> None:
        what, content, _ = session.inbox.popleft()
        if what != "message":
            return
        session.stream.release_nowait(1)
        try:
            request = parse_request(content)
            if request.WhichOneof("message") != "hello":
                raise ProtocolViolation("NO_HELLO", "the first message of a session is Hello")
        except ProtocolViolation as error:
            session.violation(error)
            return
        seat = admission.seat
        key = request.hello.session_key
        if admission.revoked:
            session.stream.close_nowait(_REVOKED)
        elif seat.welcomed.is_set() and not hmac.compare_digest(key.encode(), seat.session_key.encode()):
            session.stream.close_nowait(_USED)
        else:
            seat.attach_nowait(session, request.hello)


@asynccontextmanager
async def open_lobby(address: str = "127.0.0.1:0", start_s: float = 10.0) -> AsyncIterator[Lobby]:
    """A listening dealer's door, for as long as the block runs.

    Raises:
        ConfigError: the address cannot be bound.
    """
    async with trio.open_nursery() as nursery:
        lobby = Lobby(nursery, start_s)
        server: Server
        async with open_server(lobby.accept_nowait, address) as server:
            lobby.port = server.port
            try:
                yield lobby
            finally:
                lobby.close_nowait()
        nursery.cancel_scope.cancel()


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""One stream of a bot: what came and was not looked at yet, what was asked and is not answered, and how it is sent away."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from arena.dealer import Sitting
from arena.matches import Decision
from arena.v1 import play_pb2
from arena.wire.bridge import Ending, Stream

_INVALID = grpc.StatusCode.INVALID_ARGUMENT


class ProtocolViolation(Exception):
    """The client broke the protocol; the session ends."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(eq=False)
class Session:
    """One stream of a bot. Listens to the stream, keeps what came until its owner looks."""

    stream: Stream
    notify: Callable[[], None]
    """Called whenever something was kept; the owner looks soon."""
    inbox: deque[tuple[str, Any, float]] = field(default_factory=deque)
    gone: bool = False
    ended: bool = False
    message_count: int = 0
    decision_count: int = 0
    answered_count: int = 0
    """Decisions of this session that an answer came for, however late."""
    open: dict[int, tuple[Sitting, Decision]] = field(default_factory=dict)
    """Decisions sent in this session and neither answered nor defaulted, by decision id."""
    ids: dict[Decision, int] = field(default_factory=dict)
    over: dict[int, tuple[Sitting, Decision]] = field(default_factory=dict)
    """Decisions sent in this session that were over before an answer came."""
    unwritten: deque[tuple[int, list[tuple[Sitting, Decision]]]] = field(default_factory=deque)
    stray_count: int = 0
    """Answers to decisions that it was never asked, or answered before."""
    held_count: int = 0
    """Messages dealt with that the stream has not been told of: until then it reads so many fewer."""

    def received_nowait(self, stream: Stream, data: bytes, at: float) -> None:
        """Keep a message."""
        self._keep("message", data, at)

    def written_nowait(self, stream: Stream, number: int, at: float) -> None:
        """Keep a stamp."""
        self._keep("written", number, at)

    def room_nowait(self, stream: Stream) -> None:
        """Have the owner send what it could not."""
        self.notify()

    def fenced_nowait(self, stream: Stream, at: float) -> None:
        """Keep a fence."""
        self._keep("fenced", None, at)

    def gone_nowait(self, stream: Stream) -> None:
        """Keep the end."""
        if not self.gone:
            self.gone = True
            self._keep("gone", None, time.monotonic())

    def send(self, **content: Any) -> None:
        """Send a message that asks for nothing."""
        self.message_count += 1
        message = play_pb2.PlayResponse(number=self.message_count, **content)
        self.stream.send_nowait(self.message_count, message.SerializeToString())

    def farewell(self, reason: play_pb2.FarewellReason.ValueType, detail: str, ending: Ending | None = None) -> None:
        """Say goodbye where it can still be heard, and end the stream; a second call changes nothing."""
        if not self.ended:
            self.ended = True
            self.send(farewell=play_pb2.Farewell(reason=reason, detail=detail))
            self.stream.close_nowait(ending or Ending())

    def violation(self, error: ProtocolViolation) -> None:
        """End the stream for a breach of the protocol."""
        ending = Ending(_INVALID, str(error), error.reason)
        self.farewell(play_pb2.FAREWELL_REASON_PROTOCOL_VIOLATION, str(error), ending)

    def _keep(self, what: str, content: Any, at: float) -> None:
        self.inbox.append((what, content, at))
        self.notify()


def parse_request(data: bytes) -> play_pb2.PlayRequest:
    """A message of a bot.

    Raises:
        ProtocolViolation: it is none.
    """
    try:
        request = play_pb2.PlayRequest.FromString(data)
    except DecodeError:
        raise ProtocolViolation("NOT_PROTOBUF", "the bytes are no PlayRequest") from None
    if request.WhichOneof("message") is None:
        raise ProtocolViolation("EMPTY_MESSAGE", "the PlayRequest holds none of hello, answers and leave")
    return request

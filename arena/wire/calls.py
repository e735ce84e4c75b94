"""Calls of methods that take one message: into a task of trio's each, and its answers back.

``bridge`` carries PlayService, where speed is everything. This carries the services around it, where a task a call is cheap enough:
a method is an async function of a :class:`Call`; it sends one message or many and returns, or raises :class:`Refused`. The task is
cancelled when the client is gone. Rules that hold here:

- Of every method only so many calls are under way at a time; one more is refused, with the advice to come back.
- Of a call one message is under way to the client, so a client that does not read makes nothing grow: ``Call.send`` waits for the
  transport to take the message. Who takes none for long gets no more. grpc.aio cannot cut off a single call, so its place is free only
  when the client reads on or is gone; should neither happen, the call ends with the server, after its grace.
- What a method must not tell (a database that fails, a bug) is logged and becomes a status without details; the server goes on.
- At the end of the server, calls of an endless method are told so; others are let finish.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import grpc
import grpc.aio
import trio
from google.protobuf.message import DecodeError, Message

from arena.errors import StoreError
from arena.wire.bridge import Ending, Server, end_call, metadata_of

MAX_CALLS = 256
"""Calls of one method at a time, where the method does not say otherwise."""
SEND_S = 30.0
"""How long a client may take to read so much that its next message is taken."""

BUSY = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many calls of this method at a time", "TOO_MANY_CALLS", retry_after_s=1.0)
SHUTDOWN = Ending(grpc.StatusCode.UNAVAILABLE, "the arena is going down", "SHUTDOWN")

_NOT_READ = Ending(grpc.StatusCode.CANCELLED, "not read")
_NO_STORE = Ending(grpc.StatusCode.UNAVAILABLE, "the database cannot be used now", "STORE_UNAVAILABLE", retry_after_s=5.0)
_OUR_FAULT = Ending(grpc.StatusCode.INTERNAL, "the fault is the arena's and has been logged", "ARENA_ERROR")
_log = logging.getLogger(__name__)
_M = TypeVar("_M", bound=Message)


class Refused(Exception):
    """The call ends with a status that is no success."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.message)
        self.ending = ending


class Call:
    """One call, as its method holds it."""

    def __init__(self, server: Server, request: bytes, metadata: Mapping[str, str], send_s: float) -> None:
        """Made in the gRPC thread."""
        self.request = request
        self.metadata = metadata
        self.scope = trio.CancelScope()
        """Cancelled when nobody needs an answer any more."""
        self._server = server
        self._send_s = send_s
        self._taken = trio.Event()
        self._outbox: asyncio.Queue[bytes | Ending] = asyncio.Queue()
        """The gRPC thread's."""

    async def send(self, data: bytes) -> None:
        """Send a message, and wait until the transport has taken it.

        Raises:
            Refused: the client has not read for long.
        """
        self._taken = trio.Event()
        self._server.to_grpc.post(self._outbox.put_nowait, data)
        with trio.move_on_after(self._send_s) as patience:
            await self._taken.wait()
        if patience.cancelled_caught:
            raise Refused(_NOT_READ)

    def close_nowait(self, ending: Ending) -> None:
        """End the call after what has been sent; only once."""
        self._server.to_grpc.post(self._outbox.put_nowait, ending)

    async def attend(self, context: Any) -> None:
        """Write what is sent until the call is closed, in the gRPC thread."""
        try:
            while not isinstance(item := await self._outbox.get(), Ending):
                await context.write(item)
                self._server.to_trio.post(self._took)
            await end_call(context, item)
        except (grpc.aio.UsageError, grpc.aio.InternalError):
            return  # the client is gone

    def _took(self) -> None:
        self._taken.set()


@dataclass(frozen=True, slots=True)
class Method:
    """What answers the calls of one method, and how many at a time."""

    answer: Callable[[Call], Awaitable[None]]
    most: int = MAX_CALLS
    full: Ending = BUSY
    """What one more is told."""
    endless: bool = False
    """Whether it answers until the client leaves."""


class Calls:
    """The calls of one service that are under way. It is a ``Service`` of the bridge."""

    def __init__(self, nursery: trio.Nursery, name: str, methods: Mapping[str, Method], send_s: float = SEND_S) -> None:
        """None yet.

        Args:
            nursery: where their tasks run; it must outlive the server.
            name: of the service, in full.
            methods: by name.
            send_s: how long a client may take to read so much that its next message is taken.
        """
        self.name = name
        self._nursery = nursery
        self._methods = methods
        self._send_s = send_s
        self._under_way: dict[Call, Method] = {}
        """Of which the gRPC thread still knows."""
        self._counts: Counter[str] = Counter()
        self._closing = False

    def handler(self, server: Server) -> grpc.GenericRpcHandler:
        """What grpc.aio calls, in the gRPC thread."""
        return grpc.method_handlers_generic_handler(self.name, {name: self._rpc_handler(server, name) for name in self._methods})

    def close_nowait(self) -> None:
        """The server goes down: no call is taken any more, and endless ones end."""
        self._closing = True
        for call, method in self._under_way.items():
            if method.endless:
                call.scope.cancel()

    def _rpc_handler(self, server: Server, name: str) -> Any:
        async def handle(request: bytes, context: Any) -> None:
            call = Call(server, request, metadata_of(context), self._send_s)
            server.to_trio.post(self._begin_nowait, name, call)
            try:
                await call.attend(context)
            finally:
                server.to_trio.post(self._end_nowait, name, call)

        handler: Any = grpc.unary_stream_rpc_method_handler  # on the wire, one answer is a stream of one
        return handler(handle)

    def _begin_nowait(self, name: str, call: Call) -> None:
        method = self._methods[name]
        if self._closing:
            call.close_nowait(SHUTDOWN)
        elif self._counts[name] >= method.most:
            call.close_nowait(method.full)
        else:
            self._counts[name] += 1
            self._under_way[call] = method
            self._nursery.start_soon(_run, method, call)

    def _end_nowait(self, name: str, call: Call) -> None:
        """The call is over, or its client gone."""
        call.scope.cancel()
        if self._under_way.pop(call, None) is not None:
            self._counts[name] -= 1


def parsed(kind: type[_M], call: Call) -> _M:
    """The request of a call.

    Raises:
        Refused: it is none.
    """
    try:
        return kind.FromString(call.request)
    except DecodeError:
        message = f"the bytes are no {kind.DESCRIPTOR.name}"
        raise Refused(Ending(grpc.StatusCode.INVALID_ARGUMENT, message, "NOT_PROTOBUF")) from None


async def _run(method: Method, call: Call) -> None:
    """Answer a call and close it, whatever happens."""
    ending = SHUTDOWN  # unless it gets to its end
    try:
        with call.scope:
            ending = await _ending_of(method, call)
    finally:
        call.close_nowait(ending)


async def _ending_of(method: Method, call: Call) -> Ending:
    """Answer a call; how it ends."""
    try:
        await method.answer(call)
    except Refused as refused:
        return refused.ending
    except StoreError as error:
        _log.warning("a call failed: %s", error)
        return _NO_STORE
    except Exception:
        _log.exception("a call failed")
        return _OUR_FAULT
    return Ending()

"""The bridge between trio, which everything of ours runs on, and grpc.aio, which needs an asyncio loop.

grpcio has no trio mode. The asyncio loop runs in one second thread, trio stays in the main one, and crossings are coalesced
in both directions: a burst of calls costs one wake-up. Measured beside guest mode, trio-asyncio and the sync server, this
is the only way that both keeps the speed of grpc.aio and runs under any trio program. Messages cross as
bytes; what they mean is not this module's business. PlayService is carried here, other services by ``calls``.

Rules that hold here:

- Only this module and ``calls`` touch asyncio. Everything they call on the trio side is synchronous and must not raise.
- Both directions are bounded by ``WINDOW`` messages a stream: a flooding client is not read further, and a client that does
  not read makes ``Stream.can_send`` false.
- The times of reading and writing are stamped in the gRPC thread, by ``time.monotonic``. A message counts as read by as much earlier
  as the thread was late at that moment (:class:`Lag`).
- A vanished client may show as an end of stream, an error or a cancellation: all three become one ``gone``.
"""

import asyncio
import contextlib
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import grpc
import grpc.aio
import trio
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import ConfigError

PLAY_SERVICE = "arena.v1.PlayService"

WINDOW = 64
"""Messages of a stream that may be under way in each direction."""
MAX_MESSAGE_BYTES = 64 << 10
"""The longest message a client may send; 1,024 answers need about 20 KiB."""
LINGER_S = 2.0
"""How long a stream that was told to end may take to read how it ends, before it is cut."""

_BEAT_S = 0.02

_OPTIONS = [
    ("grpc.so_reuseport", 0),  # a second server on the port must fail
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.http2.min_ping_interval_without_data_ms", 1_000),  # or clients' pings end their own streams
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
]


class Mailbox:
    """Calls for another thread; a burst wakes it once."""

    def __init__(self, wake: Callable[[Callable[[], None]], Any]) -> None:
        """``wake(f)`` makes the other thread call f soon, or raises RuntimeError when that thread is over."""
        self._calls: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._armed = False
        self._wake = wake

    def post(self, call: Callable[..., None], *arguments: Any) -> None:
        """Have the other thread make a call; calls keep their order."""
        self._calls.append((call, arguments))
        if not self._armed:
            self._armed = True
            with contextlib.suppress(RuntimeError):  # the other thread is over: nobody needs the call
                self._wake(self._drain)

    def _drain(self) -> None:
        self._armed = False  # first: a post that races with us wakes again
        calls = self._calls
        while calls:
            call, arguments = calls.popleft()
            call(*arguments)


class StreamListener(Protocol):
    """Who hears from a stream, in the trio thread; every method is quick and never raises."""

    def received_nowait(self, stream: "Stream", data: bytes, at: float) -> None:
        """A message was read at a time of ``time.monotonic``."""

    def written_nowait(self, stream: "Stream", number: int, at: float) -> None:
        """A message is being handed to the transport, at a time of ``time.monotonic``.

        How long the transport takes over it is the client's doing: it waits while the client does not read.
        """

    def room_nowait(self, stream: "Stream") -> None:
        """A stream that could not be sent to has room again."""

    def fenced_nowait(self, stream: "Stream", at: float) -> None:
        """Everything read before :meth:`Stream.fence_nowait` was called, at ``at``, has been reported."""

    def gone_nowait(self, stream: "Stream") -> None:
        """The client is gone or has finished sending; nothing will be reported any more."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a stream ends."""

    code: grpc.StatusCode = grpc.StatusCode.OK
    message: str = ""
    reason: str = ""
    """UPPER_SNAKE, for programs; sent as google.rpc.ErrorInfo."""
    retry_after_s: float | None = None


class Stream:
    """One client's call of PlayService.Play, as the trio side holds it."""

    def __init__(self, server: "Server", metadata: dict[str, str], peer: str) -> None:
        """Made by the server, in the gRPC thread."""
        self.metadata = metadata
        self.peer = peer
        self.listener: StreamListener | None = None
        self._server = server
        self._unwritten = 0
        self._closed = False
        self._closing = asyncio.Event()
        self._left = False
        # The gRPC thread's side:
        self._outbox: asyncio.Queue[tuple[int, bytes] | Ending] = asyncio.Queue()
        self._credits = WINDOW
        self._credited = asyncio.Event()

    @property
    def can_send(self) -> bool:
        """Whether the client keeps up with reading."""
        return self._unwritten < WINDOW and not self._closed and not self._left

    def send_nowait(self, number: int, data: bytes) -> None:
        """Send a message; the listener hears when it was written. More than ``WINDOW`` unwritten ones are a bug of the caller's."""
        self._unwritten += 1
        self._server.to_grpc.post(self._outbox.put_nowait, (number, data))

    def release_nowait(self, count: int) -> None:
        """So many received messages have been dealt with; as many more may be read."""
        self._server.to_grpc.post(self._credit, count)

    def fence_nowait(self) -> None:
        """Ask to be told when everything read so far has been reported."""
        self._server.to_grpc.post(self._fence, time.monotonic())

    def close_nowait(self, ending: Ending) -> None:
        """End the stream after what has been sent; a second call changes nothing.

        A client that has finished sending may still read: it is told how the stream ends, too.
        """
        if not self._closed:
            self._closed = True
            self._server.to_grpc.post(self._close, ending)

    # In the gRPC thread:

    def _close(self, ending: Ending) -> None:
        self._outbox.put_nowait(ending)
        self._closing.set()

    def _credit(self, count: int) -> None:
        self._credits += count
        self._credited.set()

    def _fence(self, at: float) -> None:
        # What lies in the socket is read by other callbacks of the loop: let a few rounds of it pass.
        asyncio.get_running_loop().call_later(0.005, self._server.to_trio.post, self._fenced, at)

    async def _read(self, context: Any) -> None:
        post = self._server.to_trio.post
        read_at = 0.0
        while True:
            while self._credits <= 0:
                self._credited.clear()
                await self._credited.wait()
            try:
                data = await context.read()
            except (grpc.aio.UsageError, grpc.aio.InternalError, asyncio.InvalidStateError):
                data = grpc.aio.EOF
            if data is grpc.aio.EOF:
                return
            self._credits -= 1
            at = time.monotonic()
            read_at = max(read_at, at - self._server.lag.now_s(at))
            post(self._received, data, read_at)

    async def _write(self, context: Any) -> Ending:
        post = self._server.to_trio.post
        while True:
            item = await self._outbox.get()
            if isinstance(item, Ending):
                return item
            post(self._written, item[0], time.monotonic())
            await context.write(item[1])
            post(self._taken)

    # In the trio thread, by mailbox:

    def _received(self, data: bytes, at: float) -> None:
        if self.listener is not None and not self._closed:
            self.listener.received_nowait(self, data, at)

    def _written(self, number: int, at: float) -> None:
        if self.listener is not None:
            self.listener.written_nowait(self, number, at)

    def _taken(self) -> None:
        self._unwritten -= 1
        if self.listener is not None and self._unwritten == WINDOW - 1:
            self.listener.room_nowait(self)

    def _fenced(self, at: float) -> None:
        if self.listener is not None:
            self.listener.fenced_nowait(self, at)

    def _gone(self) -> None:
        if not self._left:
            self._left = True
            if self.listener is not None:
                self.listener.gone_nowait(self)


class Lag:
    """How late the gRPC thread is: by a heartbeat of its own loop, so that no bot is charged for a delay of ours."""

    def __init__(self) -> None:
        """Nothing is late yet."""
        self.most_s = 0.0
        """The longest lag seen."""
        self._recent_s = 0.0
        self._due = float("inf")

    def now_s(self, at: float) -> float:
        """How late something read at ``at`` may have been read."""
        return max(self._recent_s, at - self._due, 0.0)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to beat, in the loop's thread."""
        self._due = time.monotonic() + _BEAT_S
        loop.call_later(_BEAT_S, self._beat, loop)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        self._recent_s = max(0.0, time.monotonic() - self._due)
        self.most_s = max(self.most_s, self._recent_s)
        self.start(loop)


class Service(Protocol):
    """A service beside PlayService."""

    @property
    def name(self) -> str:
        """Its full name, such as ``grpc.health.v1.Health``."""

    def handler(self, server: "Server") -> grpc.GenericRpcHandler:
        """What grpc.aio calls, in the gRPC thread."""


class Server:
    """A listening gRPC server; made by :func:`open_server`."""

    def __init__(self, accept: Callable[[Stream], None], token: trio.lowlevel.TrioToken, services: Sequence[Service] = ()) -> None:
        """``accept`` is called in the trio thread for every new stream of PlayService, and sets its listener."""
        self.port = 0
        self.lag = Lag()
        self.to_trio = Mailbox(token.run_sync_soon)
        self.to_grpc: Mailbox
        self._accept = accept
        self._services = services
        self._stop: asyncio.Event
        self._grace_s = 5.0

    async def serve(self, address: str, started: Callable[[BaseException | None], None]) -> None:
        """Run in the gRPC thread until stopped; ``started`` hears of the bound port or of the failure, once."""
        loop = asyncio.get_running_loop()
        self.to_grpc = Mailbox(loop.call_soon_threadsafe)
        self._stop = asyncio.Event()
        server = grpc.aio.server(options=_OPTIONS)
        handler: Any = grpc.stream_stream_rpc_method_handler(self._play)
        play = grpc.method_handlers_generic_handler(PLAY_SERVICE, {"Play": handler})
        server.add_generic_rpc_handlers((play, *[service.handler(self) for service in self._services]))
        await _add_standard_services(server, (PLAY_SERVICE, *[service.name for service in self._services]))
        try:
            _try_bind(address)
            self.port = server.add_insecure_port(address)
            if not self.port:
                raise RuntimeError("no port")
            await server.start()
        except (RuntimeError, OSError) as error:
            await server.stop(None)
            started(error)
            return
        self.lag.start(loop)
        started(None)
        await self._stop.wait()
        await server.stop(self._grace_s)

    def stop_nowait(self, grace_s: float) -> None:
        """Take no new streams; let the open ones end by themselves for so long, then cut them."""
        self._grace_s = grace_s
        self.to_grpc.post(self._stop_now)

    def _stop_now(self) -> None:
        self._stop.set()

    async def _play(self, _requests: Any, context: Any) -> None:
        stream = Stream(self, metadata_of(context), context.peer())
        self.to_trio.post(self._accept, stream)
        reader = asyncio.ensure_future(stream._read(context))
        writer = asyncio.ensure_future(stream._write(context))
        closing = asyncio.ensure_future(stream._closing.wait())
        try:
            await asyncio.wait((reader, writer, closing), return_when=asyncio.FIRST_COMPLETED)
            if not writer.done():
                if reader.done():
                    # The client has finished sending, or is gone; if it still reads, it may hear how the stream ends.
                    self.to_trio.post(stream._gone)
                reader.cancel()
                await asyncio.wait((writer,), timeout=LINGER_S)
            ending = writer.result() if writer.done() and writer.exception() is None else Ending(grpc.StatusCode.CANCELLED, "not read")
            await end_call(context, ending)
        finally:
            for task in (reader, writer, closing):
                task.cancel()
            try:
                await asyncio.gather(reader, writer, closing, return_exceptions=True)
            finally:  # a server that stops may cancel us once more
                self.to_trio.post(stream._gone)


@asynccontextmanager
async def open_server(
    accept: Callable[[Stream], None], address: str = "127.0.0.1:0", grace_s: float = 5.0, services: Sequence[Service] = ()
) -> AsyncIterator[Server]:
    """A gRPC server on ``address`` for as long as the block runs; its ``port`` says where.

    Args:
        accept: called for every new stream of PlayService.
        address: HOST:PORT; port 0 takes a free one.
        grace_s: at the end, for streams that have not ended by themselves.
        services: beside PlayService, health checking and reflection.

    Raises:
        ConfigError: the address cannot be bound.
    """
    token = trio.lowlevel.current_trio_token()
    server = Server(accept, token, services)
    started, finished = trio.Event(), trio.Event()
    failures: list[BaseException] = []

    def hear(failure: BaseException | None) -> None:
        if failure is not None:
            failures.append(failure)
        token.run_sync_soon(started.set)

    def run() -> None:
        try:
            asyncio.run(server.serve(address, hear))
        except BaseException as error:
            hear(error)
        finally:
            token.run_sync_soon(finished.set)

    thread = threading.Thread(target=run, name="grpc", daemon=True)
    thread.start()
    with trio.CancelScope(shield=True):
        await started.wait()
    if failures:
        with trio.CancelScope(shield=True):
            await finished.wait()
        thread.join()
        raise ConfigError(f"cannot listen on {address}: the address is in use or not ours; choose another with --listen") from failures[0]
    try:
        yield server
    finally:
        server.stop_nowait(grace_s)
        with trio.CancelScope(shield=True):
            await finished.wait()
        thread.join()
    if failures:
        raise failures[0]


def metadata_of(context: Any) -> dict[str, str]:
    """The text that came with a call."""
    return {str(key): value for key, value in context.invocation_metadata() or () if isinstance(value, str)}


async def end_call(context: Any, ending: Ending) -> None:
    """End a call with a status and its details."""
    if ending.code is grpc.StatusCode.OK:
        return
    details = []
    if ending.reason:
        details.append(error_details_pb2.ErrorInfo(reason=ending.reason, domain="arena"))
    if ending.retry_after_s is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(ending.retry_after_s * 1000))
        details.append(retry)
    status = status_pb2.Status(code=getattr(code_pb2, ending.code.name), message=ending.message)
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    await context.abort(ending.code, ending.message)


def _try_bind(address: str) -> None:
    """Raise OSError when an address cannot be bound: grpc would say so too, but with a log line of its own on standard error."""
    host, _, port = address.rpartition(":")
    family, kind, protocol, _, place = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(place)


async def _add_standard_services(server: Any, names: Sequence[str]) -> None:
    """Health checking and reflection, as every gRPC user expects."""
    servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    for name in ("", *names):
        await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
    reflection.enable_server_reflection((*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server)

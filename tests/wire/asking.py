"""What the tests of calls share: a caller as a foreign program would be one, its refusals, and streams that it watches.

grpcio's synchronous client and the generated stubs, in threads of their own.
"""

import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import grpc
import pytest
import trio
from google.rpc import error_details_pb2
from grpc_status import rpc_status

WAIT_S = 20.0
"""After this a test gives up waiting for an answer."""


@dataclass(frozen=True)
class Refusal:
    """How a call failed, as the client sees it."""

    code: str
    reason: str
    message: str
    domain: str = ""
    retry_after_s: float | None = None


def refusal_of(error: Any) -> Refusal:
    """The status of a failed call, details included."""
    reason = domain = ""
    retry = None
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else ():
        info, delay = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            reason, domain = info.reason, info.domain
        elif detail.Unpack(delay):
            retry = delay.retry_delay.ToTimedelta().total_seconds()
    return Refusal(error.code().name, reason, error.details(), domain, retry)


async def refused(answer: Awaitable[object]) -> Refusal:
    """How a call is refused; it is an error of the test's when it is not."""
    with pytest.raises(grpc.RpcError) as caught:
        await answer
    return refusal_of(caught.value)


class Stream:
    """A server stream that is read in a thread of its own."""

    def __init__(self, call: Any, *, reading: bool = True) -> None:
        self.messages: list[Any] = []
        """Everything received and looked at so far."""
        self._call = call
        self._sender, self._incoming = trio.open_memory_channel[Any](float("inf"))
        self._trio = trio.lowlevel.current_trio_token()
        self._thread = threading.Thread(target=self._read, name="watcher", daemon=True)
        if reading:
            self._thread.start()

    def start_reading(self) -> None:
        """For a stream made with ``reading=False``."""
        self._thread.start()

    async def receive(self) -> Any:
        """The next message; None when the stream is over."""
        with trio.fail_after(WAIT_S):
            try:
                message = await self._incoming.receive()
            except trio.EndOfChannel:
                return None
        self.messages.append(message)
        return message

    async def wait_ended(self) -> Refusal:
        """Read to the end of the stream; how it ended."""
        while await self.receive() is not None:
            pass
        return refusal_of(self._call)

    def close(self) -> None:
        self._call.cancel()
        if self._thread.ident is not None:
            self._thread.join()

    def _read(self) -> None:
        try:
            for message in self._call:
                self._trio.run_sync_soon(self._sender.send_nowait, message)
        except grpc.RpcError:
            pass
        self._trio.run_sync_soon(self._sender.close)


class Caller:
    """Calls the methods of a stub, with a token or without."""

    def __init__(self, port: int, stub: Callable[[grpc.Channel], Any], token: str | None = None, scheme: str = "Bearer") -> None:
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)])
        self._stub = stub(self.channel)
        self._metadata = [("authorization", f"{scheme} {token}")] if token is not None else []
        self._streams: list[Stream] = []

    async def ask(self, method: str, request: object) -> Any:
        """One answer."""
        call = partial(getattr(self._stub, method), request, metadata=self._metadata, timeout=WAIT_S)
        return await trio.to_thread.run_sync(call)

    def watch(self, method: str, request: object, *, reading: bool = True) -> Stream:
        """Many answers."""
        self._streams.append(Stream(getattr(self._stub, method)(request, metadata=self._metadata), reading=reading))
        return self._streams[-1]

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        self.channel.close()


@contextmanager
def open_caller(port: int, stub: Callable[[grpc.Channel], Any], token: str | None = None, scheme: str = "Bearer") -> Iterator[Caller]:
    """A caller that is gone after the block, whatever happens."""
    caller = Caller(port, stub, token, scheme)
    try:
        yield caller
    finally:
        caller.close()

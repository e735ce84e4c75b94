"""The bridge over real sockets: what goes in comes out, nobody is read or written without bound, and nothing is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing

import grpc
import pytest
import trio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.errors import ConfigError
from arena.wire.bridge import MAX_MESSAGE_BYTES, WINDOW, Ending, Lag, Mailbox, Stream, open_server
from tests.wire.playing import WAIT_S, Client, open_client


class Ear:
    """Hears everything of its streams, and lets tests wait for it."""

    def __init__(self, *, release: bool = True) -> None:
        self.release = release
        self.streams: list[Stream] = []
        self.received: list[tuple[bytes, float]] = []
        self.written: list[tuple[int, float]] = []
        self.fenced: list[float] = []
        self.gone: list[Stream] = []
        self._changed = trio.Event()

    def accept(self, stream: Stream) -> None:
        stream.listener = self
        self.streams.append(stream)
        self._change()

    def received_nowait(self, stream: Stream, data: bytes, at: float) -> None:
        self.received.append((data, at))
        if self.release:
            stream.release_nowait(1)
        self._change()

    def written_nowait(self, stream: Stream, number: int, at: float) -> None:
        self.written.append((number, at))
        self._change()

    def room_nowait(self, stream: Stream) -> None:
        self._change()

    def fenced_nowait(self, stream: Stream, at: float) -> None:
        self.fenced.append(at)
        self._change()

    def gone_nowait(self, stream: Stream) -> None:
        self.gone.append(stream)
        self._change()

    async def wait(self, what: Callable[[], bool]) -> None:
        with trio.fail_after(WAIT_S):
            while not what():
                await self._changed.wait()

    async def wait_stream(self) -> Stream:
        await self.wait(lambda: bool(self.streams))
        return self.streams[0]

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


async def test_messages_go_both_ways_in_order_and_are_stamped():
    """Contract: time runs from the write to the read; both stamps are of the clock the trio side uses."""
    ear = Ear()
    began = time.monotonic()
    async with open_server(ear.accept) as server:
        with open_client(server.port, "t") as client:
            stream = await ear.wait_stream()
            assert stream.metadata["authorization"] == "Bearer t"
            for number in range(1, 6):
                client.send(b"from bot %d" % number)
                stream.send_nowait(number, b"")
            await ear.wait(lambda: len(ear.received) == len(ear.written) == 5)
            assert [data for data, _ in ear.received] == [b"from bot %d" % number for number in range(1, 6)]
            assert [number for number, _ in ear.written] == [1, 2, 3, 4, 5]
            stamps = [at for _, at in ear.received]
            assert stamps == sorted(stamps)
            assert began < stamps[0]
            stream.close_nowait(Ending())
            assert (await client.wait_ended()).code is grpc.StatusCode.OK
            assert len(client.messages) == 5
        await ear.wait(lambda: len(ear.gone) == 1)


def test_a_mailbox_keeps_order_and_wakes_once_a_burst():
    """Module docstring: crossings are coalesced; by hand: 1,000 calls, one wake; a call that posts is drained in the same go."""
    wakes: list[Callable[[], None]] = []
    heard: list[object] = []
    box = Mailbox(wakes.append)
    for number in range(1000):
        box.post(heard.append, number)
    assert len(wakes) == 1
    box.post(lambda: box.post(heard.append, "last"))
    wakes.pop()()
    assert heard == [*range(1000), "last"]
    before = len(wakes)
    for wake in wakes[:]:
        wake()
    wakes.clear()
    box.post(heard.append, "later")
    assert len(wakes) == 1
    wakes[0]()
    assert heard[-1] == "later"
    assert before <= 1


@pytest.mark.slow
def test_a_mailbox_loses_nothing_between_threads():
    """Two threads post 20,000 calls each while a third drains when woken: each thread's calls come in its order, none is missing."""
    woken = threading.Semaphore(0)
    wakes: list[Callable[[], None]] = []

    def wake(drain: Callable[[], None]) -> None:
        wakes.append(drain)
        woken.release()

    heard: list[tuple[str, int]] = []
    box = Mailbox(wake)
    done = threading.Event()

    def post(name: str) -> None:
        for number in range(20_000):
            box.post(heard.append, (name, number))

    def drain() -> None:
        while not done.is_set():
            woken.acquire()
            if wakes:
                wakes.pop(0)()

    threads = [threading.Thread(target=post, args=(name,)) for name in "ab"]
    drainer = threading.Thread(target=drain)
    for thread in (drainer, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    box.post(done.set)
    drainer.join(WAIT_S)
    assert not drainer.is_alive()
    for name in "ab":
        assert [number for who, number in heard if who == name] == list(range(20_000))


@pytest.mark.slow
async def test_a_client_that_floods_is_held_until_released():
    """Module docstring: at most ``WINDOW`` messages are under way; by hand: 300 sent, 64 delivered, 10 more for 10 released, then all."""
    ear = Ear(release=False)
    async with open_server(ear.accept) as server:
        with open_client(server.port) as client:
            for number in range(300):
                client.send(b"%d" % number)
            stream = await ear.wait_stream()
            await ear.wait(lambda: len(ear.received) == WINDOW)
            for _ in range(5):  # a fence passes only after everything readable has been reported
                stream.fence_nowait()
            await ear.wait(lambda: len(ear.fenced) == 5)
            assert len(ear.received) == WINDOW
            stream.release_nowait(10)
            await ear.wait(lambda: len(ear.received) == WINDOW + 10)
            stream.fence_nowait()
            await ear.wait(lambda: len(ear.fenced) == 6)
            assert len(ear.received) == WINDOW + 10
            ear.release = True
            stream.release_nowait(WINDOW + 10)
            await ear.wait(lambda: len(ear.received) == 300)
            assert [data for data, _ in ear.received] == [b"%d" % number for number in range(300)]


@pytest.mark.slow
async def test_a_client_that_does_not_read_makes_can_send_false():
    """Module docstring: both directions are bounded; when it reads after all, there is room again and nothing was lost."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port, reading=False) as client:
            stream = await ear.wait_stream()
            count, page = 0, b"\x0a\x80\x80\x04" + bytes(1 << 16)  # field 1, 64 KiB: unknown to nobody, parsed by nobody
            with trio.fail_after(WAIT_S):
                while stream.can_send:
                    while stream.can_send:
                        count += 1
                        stream.send_nowait(count, page)
                    written = -1
                    while stream._unwritten and written != len(ear.written):  # until the transport takes no more
                        written = len(ear.written)
                        with trio.move_on_after(0.3):
                            await ear.wait(lambda: len(ear.written) > written)  # noqa: B023
            assert count - len(ear.written) == WINDOW - 1  # and one is being handed over
            client.start_reading()
            await ear.wait(lambda: stream.can_send)
            await ear.wait(lambda: len(ear.written) == count)


async def test_a_busy_port_is_refused_and_the_first_server_goes_on():
    """Pitfall 3 of the bridge's research: so_reuseport off, the failure crosses the threads as ConfigError."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{server.port}"):
            async with open_server(Ear().accept, f"127.0.0.1:{server.port}"):
                raise AssertionError("two servers on one port")
        with open_client(server.port) as client:
            client.send(b"still there?")
            await ear.wait(lambda: len(ear.received) == 1)


async def test_an_address_that_is_none_is_refused():
    with pytest.raises(ConfigError, match="nonsense"):
        async with open_server(Ear().accept, "nonsense:x:y"):
            raise AssertionError("listening on nonsense")


async def test_a_cancelled_call_is_gone_once():
    """Module docstring: end of stream, error and cancellation all become one ``gone``."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port) as client:
            stream = await ear.wait_stream()
            client.cancel()
            await ear.wait(lambda: bool(ear.gone))
            assert not stream.can_send
    assert set(ear.gone) == {stream}
    assert ear.gone.count(stream) == 1


async def test_a_client_that_finishes_sending_is_gone_once_and_hears_how_the_stream_ends():
    """Docstring of ``gone_nowait``; a half-closed client still reads, so it gets the status its last words earned."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port) as client:
            stream = await ear.wait_stream()
            client.send(b"last words")
            client.finish()
            await ear.wait(lambda: bool(ear.gone))
            assert [data for data, _ in ear.received] == [b"last words"]
            stream.close_nowait(Ending(grpc.StatusCode.INVALID_ARGUMENT, "bad last words", "LAST_WORDS"))
            ended = await client.wait_ended()
            assert (ended.code, ended.message, ended.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "bad last words", "LAST_WORDS")
    assert ear.gone.count(stream) == 1


_KILLED = """
import sys, threading, grpc
hold = threading.Event()
def requests():
    yield b"here"
    hold.wait()
with grpc.insecure_channel("127.0.0.1:" + sys.argv[1]) as channel:
    for data in channel.stream_stream("/arena.v1.PlayService/Play")(requests()):
        pass
"""


@pytest.mark.slow
async def test_a_killed_client_is_gone_once():
    """kill -9: the socket is closed by the kernel, no protocol is followed."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with subprocess.Popen([sys.executable, "-c", _KILLED, str(server.port)]) as process:  # noqa: ASYNC220
            await ear.wait(lambda: bool(ear.received))
            process.send_signal(signal.SIGKILL)
            await ear.wait(lambda: bool(ear.gone))
    assert len(ear.gone) == 1


async def test_the_server_ends_with_streams_that_end_by_themselves():
    """Pitfall 6: shutdown waits for streams that say goodbye, and they end with OK and all that was sent."""
    ear = Ear()
    with trio.fail_after(WAIT_S):
        async with open_server(ear.accept, grace_s=60) as server:
            client = Client(server.port)
            stream = await ear.wait_stream()
            stream.send_nowait(1, b"")
            stream.close_nowait(Ending())
    with closing(client):
        assert (await client.wait_ended()).code is grpc.StatusCode.OK
        assert len(client.messages) == 1


@pytest.mark.slow
async def test_the_server_cuts_streams_that_outlive_the_grace():
    """Docstring of ``stop_nowait``; the client hears that the server is away, and the trio side that the client is gone."""
    ear = Ear()
    with trio.fail_after(WAIT_S):
        async with open_server(ear.accept, grace_s=0.3) as server:
            client = Client(server.port)
            stream = await ear.wait_stream()
    with closing(client):
        assert (await client.wait_ended()).code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
    assert ear.gone == [stream]


@pytest.mark.slow
async def test_a_cancelled_block_still_shuts_down_cleanly():
    """Pitfall 6: shutdown is shielded."""
    ear = Ear()
    with trio.fail_after(WAIT_S):
        with trio.CancelScope() as scope:
            async with open_server(ear.accept, grace_s=0.2) as server:
                client = Client(server.port)
                await ear.wait_stream()
                scope.cancel()
                await trio.sleep_forever()
    client.close()
    assert scope.cancelled_caught
    assert not [thread for thread in threading.enumerate() if thread.name == "grpc"]


@pytest.mark.slow
async def test_twenty_restarts_leak_no_threads():
    """Research page: 20 restarts leak nothing. grpcio keeps a pool of its own, so the first few are not counted."""

    async def once() -> int:
        ear = Ear()
        async with open_server(ear.accept) as server:
            with open_client(server.port) as client:
                client.send(b"x")
                await ear.wait(lambda: len(ear.received) == 1)
        assert not [thread for thread in threading.enumerate() if thread.name == "grpc"]
        return len(os.listdir("/proc/self/task")) if sys.platform == "linux" else threading.active_count()

    before = max([await once() for _ in range(4)])
    after = [await once() for _ in range(20)]
    assert min(after[-5:]) <= before + 2


@pytest.mark.slow
async def test_a_message_that_is_too_long_ends_the_stream():
    """``MAX_MESSAGE_BYTES``: one byte more is refused, exactly as many are read."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port) as client:
            client.send(bytes(MAX_MESSAGE_BYTES))
            await ear.wait(lambda: len(ear.received) == 1)
            client.send(bytes(MAX_MESSAGE_BYTES + 1))
            ended = await client.wait_ended()
            assert ended.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            await ear.wait(lambda: bool(ear.gone))
    assert [len(data) for data, _ in ear.received] == [MAX_MESSAGE_BYTES]
    assert len(ear.gone) == 1


async def test_an_ending_carries_its_details():
    """Contract: a standard code plus ErrorInfo of domain arena; RetryInfo where waiting helps."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port) as client:
            stream = await ear.wait_stream()
            stream.close_nowait(Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many", "TOO_MANY_CONNECTIONS", retry_after_s=5.0))
            stream.close_nowait(Ending())
            ended = await client.wait_ended()
    assert (ended.code, ended.message) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "too many")
    assert (ended.reason, ended.domain, ended.retry_after_s) == ("TOO_MANY_CONNECTIONS", "arena", 5.0)


async def test_health_and_reflection_answer():
    """Contract: health checking and reflection are on, for the arena and for PlayService by name."""
    async with open_server(Ear().accept) as server:
        with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            health = health_pb2_grpc.HealthStub(channel)
            for name in ("", "arena.v1.PlayService"):
                check = health_pb2.HealthCheckRequest(service=name)
                assert (await trio.to_thread.run_sync(health.Check, check)).status == health_pb2.HealthCheckResponse.SERVING
            ask = [reflection_pb2.ServerReflectionRequest(list_services=""), reflection_pb2.ServerReflectionRequest()]
            ask[1].file_containing_symbol = "arena.v1.PlayService"
            reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
            listed, described = await trio.to_thread.run_sync(lambda: list(reflection.ServerReflectionInfo(iter(ask))))
            assert "arena.v1.PlayService" in {service.name for service in listed.list_services_response.service}
            assert any(b"arena/v1/play.proto" in file for file in described.file_descriptor_response.file_descriptor_proto)


def test_lag_is_what_the_loop_was_late_at_the_last_beat_or_is_now():
    loop, lag = asyncio.new_event_loop(), Lag()
    assert lag.now_s(1e9) == 0
    lag.start(loop)
    due = lag._due
    assert lag.now_s(due - 0.01) == 0
    assert lag.now_s(due + 0.25) == pytest.approx(0.25)
    time.sleep(0.1)
    loop.call_later(0.05, loop.stop)
    loop.run_forever()
    loop.close()
    assert 0.07 < lag.most_s < 1


async def test_message_read_while_the_thread_was_late_counts_as_read_earlier():
    """The gRPC thread is held up for 0.3 s while an answer arrives: it is stamped with about the time at which it came."""
    ear = Ear()
    async with open_server(ear.accept) as server:
        with open_client(server.port, "t") as client:
            stream = await ear.wait_stream()
            client.send(b"first")
            await ear.wait(lambda: len(ear.received) == 1)
            server.to_grpc.post(time.sleep, 0.3)
            sent = time.monotonic()
            client.send(b"second")
            await ear.wait(lambda: len(ear.received) == 2)
            heard = time.monotonic()
            stream.close_nowait(Ending())
    assert heard - sent > 0.25
    assert ear.received[1][1] - sent < 0.15
    assert server.lag.most_s > 0.2

"""Calls over real sockets: each is answered once, nobody makes anything grow, and a bug or a broken database harms nobody else."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager

import grpc
import pytest
import trio

from arena.errors import StoreError
from arena.wire.bridge import MAX_MESSAGE_BYTES, Ending, open_server
from arena.wire.calls import Call, Calls, Method, Refused
from tests.wire.asking import WAIT_S, Caller, open_caller, refused

SERVICE = "test.v1.TestService"
PAGE = bytes(1 << 16)


class Methods:
    """A service for tests, and what became of its calls."""

    def __init__(self) -> None:
        self.sent = self.running = 0
        self.calls: list[Call] = []
        self.held = trio.Event()
        self._changed = trio.Event()

    async def echo(self, call: Call) -> None:
        await call.send(call.request)

    async def hold(self, call: Call) -> None:
        """Answers once ``held`` is set."""
        self._count(1)
        try:
            await self.held.wait()
            await call.send(b"at last")
        finally:
            self._count(-1)

    async def pour(self, call: Call) -> None:
        """Sends for ever."""
        self.calls.append(call)
        self._count(1)
        try:
            while True:
                await call.send(PAGE)
                self.sent += 1
                self._change()
        finally:
            self._count(-1)

    async def refuse(self, call: Call) -> None:
        await call.send(b"so far so good")
        raise Refused(Ending(grpc.StatusCode.ABORTED, "no further", "NO_FURTHER"))

    async def fail(self, call: Call) -> None:
        raise ZeroDivisionError("the secret is 42")

    async def read(self, call: Call) -> None:
        raise StoreError("database /home/ada/secret.db: disk I/O error")

    async def wait_running(self, count: int) -> None:
        """Wait until so many calls are being answered."""
        with trio.fail_after(WAIT_S):
            while self.running != count:
                await self._changed.wait()

    async def wait_stuck(self) -> None:
        """Wait until nothing more is taken."""
        with trio.fail_after(WAIT_S):
            while True:
                before = self.sent
                with trio.move_on_after(0.3) as silence:
                    while self.sent == before:
                        await self._changed.wait()
                if silence.cancelled_caught:
                    return

    def _count(self, change: int) -> None:
        self.running += change
        self._change()

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def table(self) -> Mapping[str, Method]:
        names = ("echo", "hold", "refuse", "fail", "read")
        return {name: Method(getattr(self, name), most=2) for name in names} | {"pour": Method(self.pour, endless=True)}


def stub(channel: grpc.Channel) -> object:
    """As generated code would be, for bytes."""

    class Stub:
        pour = channel.unary_stream(f"/{SERVICE}/pour")

    for name in ("echo", "hold", "refuse", "fail", "read", "none"):
        setattr(Stub, name, channel.unary_unary(f"/{SERVICE}/{name}"))
    return Stub


@asynccontextmanager
async def open_calls(*, send_s: float = 30.0, grace_s: float = 5.0) -> AsyncIterator[tuple[int, Methods, Calls]]:
    """A server of nothing but :class:`Methods`; its port."""
    methods = Methods()
    async with trio.open_nursery() as nursery:
        calls = Calls(nursery, SERVICE, methods.table(), send_s)
        async with open_server(lambda stream: stream.close_nowait(Ending()), grace_s=grace_s, services=[calls]) as server:
            try:
                yield server.port, methods, calls
            finally:
                calls.close_nowait()
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_called(**settings: float) -> AsyncIterator[tuple[Caller, Methods, Calls]]:
    """The same with a caller."""
    async with open_calls(**settings) as (port, methods, calls):
        with open_caller(port, stub) as caller:
            yield caller, methods, calls


async def test_a_call_is_answered_once_with_ok():
    async with open_called() as (caller, _, _):
        assert await caller.ask("echo", b"anybody there?") == b"anybody there?"
        assert await caller.ask("echo", b"") == b""


async def test_a_refusal_carries_its_details():
    """Contract: a standard status code and ErrorInfo of domain arena; after messages too."""
    async with open_called() as (caller, _, _):
        found = await refused(caller.ask("refuse", b""))
        assert (found.code, found.reason, found.message, found.domain) == ("ABORTED", "NO_FURTHER", "no further", "arena")


async def test_a_bug_is_logged_and_told_without_details(caplog):
    async with open_called() as (caller, _, _):
        found = await refused(caller.ask("fail", b""))
        assert (found.code, found.reason) == ("INTERNAL", "ARENA_ERROR")
        assert "42" not in found.message
        assert await caller.ask("echo", b"still there") == b"still there"
    assert "the secret is 42" in caplog.text


async def test_a_database_that_fails_is_logged_and_told_without_its_place(caplog):
    """Contract: UNAVAILABLE with RetryInfo; where the database lies is nobody's business."""
    with caplog.at_level(logging.WARNING):
        async with open_called() as (caller, _, _):
            found = await refused(caller.ask("read", b""))
    assert (found.code, found.reason, found.retry_after_s) == ("UNAVAILABLE", "STORE_UNAVAILABLE", 5.0)
    assert "ada" not in found.message
    assert "/home/ada/secret.db" in caplog.text


@pytest.mark.slow
async def test_an_unknown_method_and_a_long_request_are_refused():
    """gRPC's own statuses: UNIMPLEMENTED; RESOURCE_EXHAUSTED for one byte more than ``MAX_MESSAGE_BYTES``."""
    async with open_called() as (caller, _, _):
        assert (await refused(caller.ask("none", b""))).code == "UNIMPLEMENTED"
        assert (await refused(caller.ask("echo", bytes(MAX_MESSAGE_BYTES + 1)))).code == "RESOURCE_EXHAUSTED"
        assert len(await caller.ask("echo", bytes(MAX_MESSAGE_BYTES))) == MAX_MESSAGE_BYTES


async def test_one_call_more_than_a_method_takes_is_refused_until_another_is_over():
    """``Method.most``, here 2; with the advice to come back, which then works."""
    answers: list[bytes] = []
    async with open_called() as (caller, methods, _), trio.open_nursery() as nursery:

        async def hold() -> None:
            answers.append(await caller.ask("hold", b""))

        for _ in range(2):
            nursery.start_soon(hold)
        await methods.wait_running(2)
        found = await refused(caller.ask("hold", b""))
        assert (found.code, found.reason, found.retry_after_s) == ("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS", 1.0)
        assert await caller.ask("echo", b"others go on") == b"others go on"
        methods.held.set()
        await methods.wait_running(0)
        assert await caller.ask("hold", b"") == b"at last"
    assert answers == [b"at last"] * 2


async def test_a_client_that_leaves_ends_its_task():
    """Module docstring: the task is cancelled when the client is gone, and its place is free again."""
    async with open_called() as (caller, methods, calls):
        stream = caller.watch("pour", b"")
        await stream.receive()
        await methods.wait_running(1)
        stream.close()
        await methods.wait_running(0)
        assert not calls._under_way
        assert not calls._counts["pour"]


@pytest.mark.slow
async def test_a_client_that_does_not_read_makes_nothing_grow():
    """Module docstring: one message is under way; nothing else is kept. When it reads after all, it goes on."""
    async with open_called() as (caller, methods, _):
        stream = caller.watch("pour", b"", reading=False)
        await methods.wait_running(1)
        await methods.wait_stuck()
        assert methods.calls[0]._outbox.qsize() == 0  # one is being handed over
        before = methods.sent
        stream.start_reading()
        while methods.sent < 2 * before + 10:
            await stream.receive()


@pytest.mark.slow
async def test_a_client_that_does_not_read_for_long_gets_no_more():
    """``SEND_S``: its task ends; its place is free when it reads on, and hears how the call ended."""
    async with open_called(send_s=0.2) as (caller, methods, calls):
        stream = caller.watch("pour", b"", reading=False)
        await methods.wait_running(1)
        await methods.wait_running(0)
        assert len(calls._under_way) == 1
        stream.start_reading()
        assert (await stream.wait_ended()).code == "CANCELLED"
        with trio.fail_after(WAIT_S):
            while calls._under_way:  # noqa: ASYNC110 (the gRPC thread says when)
                await trio.sleep(0.01)


async def test_the_end_of_the_server_ends_endless_calls_and_lets_others_finish():
    """Module docstring; who comes then is told so."""
    with trio.fail_after(WAIT_S):
        async with open_called(grace_s=60) as (caller, methods, calls), trio.open_nursery() as nursery:
            answers: list[bytes] = []

            async def hold() -> None:
                answers.append(await caller.ask("hold", b""))

            stream = caller.watch("pour", b"")
            await stream.receive()
            nursery.start_soon(hold)
            await methods.wait_running(2)
            calls.close_nowait()
            ended = await stream.wait_ended()
            assert (ended.code, ended.reason) == ("UNAVAILABLE", "SHUTDOWN")
            assert (await refused(caller.ask("echo", b""))).reason == "SHUTDOWN"
            methods.held.set()
            await methods.wait_running(0)
        assert answers == [b"at last"]


@pytest.mark.slow
async def test_a_client_that_does_not_read_holds_up_the_end_for_the_grace_only():
    """It is connected all the while."""
    with ExitStack() as stack, trio.fail_after(WAIT_S):
        async with open_calls(grace_s=0.2) as (port, methods, _):
            stream = stack.enter_context(open_caller(port, stub)).watch("pour", b"", reading=False)
            await methods.wait_running(1)
            await methods.wait_stuck()
        assert not methods.running
        stream.start_reading()
        assert (await stream.wait_ended()).code in ("CANCELLED", "UNAVAILABLE")


async def test_a_cancelled_server_ends_its_calls():
    """Everything around is cancelled at once: the client hears it, and the end waits for no grace."""
    with ExitStack() as stack, trio.fail_after(WAIT_S):
        with trio.CancelScope() as scope:
            async with open_calls(grace_s=60) as (port, methods, _):
                stream = stack.enter_context(open_caller(port, stub)).watch("pour", b"")
                await stream.receive()
                scope.cancel()
                await trio.sleep_forever()
        assert scope.cancelled_caught
        ended = await stream.wait_ended()
        assert (ended.code, ended.reason, methods.running) == ("UNAVAILABLE", "SHUTDOWN", 0)

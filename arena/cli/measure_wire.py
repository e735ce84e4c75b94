"""What ``arena bench`` measures over gRPC: decisions and hands a second of wall time, with the bot in a process of its own.

The peer is a bare grpc.aio server that sends messages of the same size and content and waits for the answers, with the same client. The
client's own work (parsing, answering, gRPC in Python) is part of both figures.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import trio

from arena.cli.measure import RULESET, answers_to, local_seat
from arena.dealer import Sitting, Table
from arena.engines import play_plan
from arena.matches import Leg, MatchSpec
from arena.tournaments import Entrant, MatchPlan
from arena.v1 import play_pb2
from arena.wire import codec, open_lobby
from arena.wire.bridge import Ending, Stream, open_server

_METHOD = "/arena.v1.PlayService/Play"


def table_rate(batch: int, decisions: int) -> float:
    """Decisions a second at a table of ours: a bot over gRPC against a passive built-in one."""
    return trio.run(_table_rate, batch, decisions)


async def _table_rate(batch: int, decisions: int) -> float:
    spec = MatchSpec("bench", "bench", "five_card_draw", RULESET, ("a", "b"), bytes(32), decisions // 3)
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("a")
        async with _client(lobby.port, token, batch):
            await seat.wait_connected()
            table = Table(Leg(spec, 0), [seat, local_seat()])
            began = time.perf_counter()
            table.open_nowait()
            await table.wait_over()
            took = time.perf_counter() - began
            lobby.retire_nowait(token)
    return 3 * spec.deal_count / took  # a passive hand asks each player exactly three times


@asynccontextmanager
async def _client(port: int, token: str, batch: int) -> AsyncIterator[None]:
    environment = os.environ | {"ARENA_ADDRESS": f"127.0.0.1:{port}", "ARENA_TOKEN": token, "ARENA_BATCH": str(batch)}
    process = await trio.lowlevel.open_process([sys.executable, "-m", "arena.cli.measure_wire"], env=environment, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        with trio.move_on_after(5, shield=True):
            await process.wait()
        process.kill()


def bridge_rate(batch: int, decisions: int) -> float:
    """The same through the bridge alone: no rules behind it, one message of ``batch`` requests after the other."""
    return trio.run(_bridge_rate, batch, decisions // batch)


async def _bridge_rate(batch: int, messages: int) -> float:
    data = requests_message(batch)
    pump = _Pump(data, messages)
    async with open_server(pump.accept) as server, _client(server.port, "none", batch):
        await pump.over.wait()
    return batch * messages / (pump.ended - pump.began)


class _Pump:
    """Sends a message whenever one came, so many times."""

    def __init__(self, data: bytes, messages: int) -> None:
        self.over = trio.Event()
        self.began = self.ended = 0.0
        self._data, self._left, self._number = data, messages, 0

    def accept(self, stream: Stream) -> None:
        stream.listener = self

    def received_nowait(self, stream: Stream, data: bytes, at: float) -> None:
        stream.release_nowait(1)
        self.began = self.began or time.perf_counter()
        if not self._left:
            self.ended = time.perf_counter()
            stream.close_nowait(Ending())
            self.over.set()
            return
        self._left -= 1
        self._number += 1
        stream.send_nowait(self._number, self._data)

    def written_nowait(self, stream: Stream, number: int, at: float) -> None:
        """Nothing to do."""

    def room_nowait(self, stream: Stream) -> None:
        """Nothing to do."""

    def fenced_nowait(self, stream: Stream, at: float) -> None:
        """Nothing to do."""

    def gone_nowait(self, stream: Stream) -> None:
        """Nothing to do."""


def echo_rate(batch: int, decisions: int) -> float:
    """The same through a bare grpc.aio server, which sends one message of ``batch`` requests after the other."""
    return asyncio.run(_echo_rate(batch, decisions // batch))


async def _echo_rate(batch: int, messages: int) -> float:
    data = requests_message(batch)
    finished: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(_: Any, context: Any) -> None:
        await context.read()
        began = time.perf_counter()
        for _ in range(messages):
            await context.write(data)
            await context.read()
        finished.set_result(batch * messages / (time.perf_counter() - began))

    server = grpc.aio.server()
    handler: Any = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.v1.PlayService", {"Play": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    environment = os.environ | {"ARENA_ADDRESS": f"127.0.0.1:{port}", "ARENA_TOKEN": "none", "ARENA_BATCH": str(batch)}
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "arena.cli.measure_wire", env=environment)
    found = await finished
    await server.stop(1.0)
    await process.wait()
    return found


def requests_message(batch: int) -> bytes:
    """A message of so many first decisions, as a table sends them."""
    spec = MatchSpec("bench", "bench", "five_card_draw", RULESET, ("a", "b"), bytes(32), batch)
    leg = Leg(spec, 0)
    table = Table(leg, [local_seat(), local_seat()])
    sitting = Sitting(table, 0, local_seat(), leg.table_info(0))
    requests = []
    for number in range(batch):
        decision = leg.deal_next()
        assert decision is not None
        requests.append(codec.request_bytes(number + 1, sitting, decision, codec.Clocks(2.0, 100.0), resent=False))
    return codec.requests_bytes(1, requests)


def match_rates(hands: int) -> tuple[float, float]:
    """Hands a second of ``draw/normal`` against itself: over gRPC with both batching 64, and in process."""
    spec = MatchSpec("bench", "bench", "five_card_draw", RULESET, ("a", "b"), bytes(32), hands, mirrored=False)
    wired = tuple(Entrant(name, command=("python", "-m", "arena", "host", "draw/normal")) for name in spec.players)
    built = tuple(Entrant(name, builtin="draw/normal") for name in spec.players)
    return _match_rate(MatchPlan((0, 1), 0, 0, spec, wired)), _match_rate(MatchPlan((0, 1), 0, 0, spec, built))


def _match_rate(plan: MatchPlan) -> float:
    began = time.perf_counter()
    result = play_plan(plan)
    assert not result.reason, result.reason
    return result.hand_count / (time.perf_counter() - began)


async def _play(decide: Callable[[bytes], play_pb2.Answers | None] = answers_to) -> None:
    """The client: a passive bot on grpc.aio, without stubs."""
    metadata = (("authorization", f"Bearer {os.environ['ARENA_TOKEN']}"),)
    async with grpc.aio.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
        call: Any = channel.stream_stream(_METHOD)(metadata=metadata)
        hello = play_pb2.Hello(max_in_flight=int(os.environ["ARENA_BATCH"]))
        await call.write(play_pb2.PlayRequest(hello=hello).SerializeToString())
        while (data := await call.read()) is not grpc.aio.EOF:
            answers = decide(data)
            if answers is not None:
                await call.write(play_pb2.PlayRequest(answers=answers).SerializeToString())


if __name__ == "__main__":
    asyncio.run(_play())

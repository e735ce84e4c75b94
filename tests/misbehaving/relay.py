"""A line between a client and the arena on which what the client sends may be slowed down to a trickle."""

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio


@dataclass
class Relay:
    """Listens where clients connect instead of at the arena."""

    arena_port: int
    port: int = 0
    pace_s: float = 0.0
    """Above 0: what the client sends arrives byte by byte, so many seconds apart."""

    async def _join(self, client: trio.SocketStream) -> None:
        arena = await trio.open_tcp_stream("127.0.0.1", self.arena_port)
        async with client, arena, trio.open_nursery() as nursery:
            nursery.start_soon(self._pass_on, client, arena)
            with contextlib.suppress(trio.BrokenResourceError):
                async for data in arena:
                    await client.send_all(data)
            nursery.cancel_scope.cancel()

    async def _pass_on(self, client: trio.SocketStream, arena: trio.SocketStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError):
            async for data in client:
                if not self.pace_s:
                    await arena.send_all(data)
                    continue
                for at in range(len(data)):
                    await arena.send_all(data[at : at + 1])
                    await trio.sleep(self.pace_s)
            await arena.send_eof()


@asynccontextmanager
async def open_relay(arena_port: int) -> AsyncIterator[Relay]:
    """A relay for as long as the block runs."""
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        relay = Relay(arena_port, listener.socket.getsockname()[1])
        nursery.start_soon(trio.serve_listeners, relay._join, [listener])
        yield relay
        nursery.cancel_scope.cancel()

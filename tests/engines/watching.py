"""Programs for tests that tell the test who they are, and a way to wait for processes that are not ours to end."""

import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

WAIT_S = 20.0

REPORT = """
import os, signal, socket, sys, time
def report(tag, *pids):
    with socket.create_connection(("127.0.0.1", int(os.environ["WATCH_PORT"]))) as s:
        s.sendall(f"{tag} {os.getpid()} {' '.join(map(str, pids))}".encode())
        s.shutdown(socket.SHUT_WR)
        s.recv(1)
def parent_of(pid):
    return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])
"""
"""First lines of a program: ``report(tag, …)`` tells the test and waits until it has been heard."""


@dataclass
class Watch:
    """Hears programs report."""

    port: int
    pids: dict[str, list[int]] = field(default_factory=dict)
    """By tag: the pids that were reported."""
    _changed: trio.Event = field(default_factory=trio.Event)

    @property
    def environment(self) -> dict[str, str]:
        return {"WATCH_PORT": str(self.port)}

    async def wait(self, *tags: str) -> None:
        """Until all of them have reported."""
        with trio.fail_after(WAIT_S):
            while not all(tag in self.pids for tag in tags):
                await self._changed.wait()

    async def _serve(self, stream: trio.SocketStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError):
            data = b"".join([chunk async for chunk in stream])
            tag, *pids = data.decode().split()
            self.pids[tag] = [int(pid) for pid in pids]
            self._changed.set()
            self._changed = trio.Event()
            await stream.send_all(b"!")


@asynccontextmanager
async def open_watch() -> AsyncIterator[Watch]:
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        watch = Watch(listener.socket.getsockname()[1])
        nursery.start_soon(trio.serve_listeners, watch._serve, [listener])
        yield watch
        nursery.cancel_scope.cancel()


async def wait_dead(*pids: int, within_s: float = 2.0) -> None:
    """Until processes are over, zombies included; not ours, so by pidfd."""
    with trio.fail_after(within_s):
        for pid in pids:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            try:
                await trio.lowlevel.wait_readable(descriptor)
            finally:
                os.close(descriptor)


def program(directory: Path, text: str, name: str = "program.py") -> tuple[str, ...]:
    """The command of a program of these lines, with ``REPORT`` before them."""
    path = directory / name
    path.write_text(REPORT + text)
    return ("python", "-I", "-S", str(path))


async def run_python(*arguments: str) -> trio.Process:
    """Another interpreter that can import the arena."""
    root = Path(__file__).parents[2]
    return await trio.lowlevel.open_process([sys.executable, *arguments], cwd=root, env=os.environ | {"PYTHONPATH": str(root)})

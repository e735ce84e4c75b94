"""Command bots as processes: started fresh for one leg, watched, their output kept, and nothing of them left behind.

A program runs in the directory the arena was started in, in a process group of its own, under a keeper (``keeper.py``) that
clears up after it even when the arena is killed. It finds the arena by its environment: ``ARENA_ADDRESS``, ``ARENA_TOKEN``,
``ARENA_SEED``, and ``ARENA_SCRATCH``, a directory of its own that is removed afterwards. Limits keep accidents small; they are
no sandbox: whoever writes a command into a tournament file trusts its code.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.errors import ConfigError

OUTPUT_BYTES = 64 << 10
"""How much of a program's output is kept: the end of it."""
_FAREWELL_S = 1.0
_DRAIN_S = 0.2
_KEEPER = Path(__file__).with_name("keeper.py")
_SCRIPTS = {".py", ".js", ".mjs", ".rb", ".sh", ".jar"}


class Program:
    """A running command bot."""

    def __init__(self, process: trio.Process) -> None:
        """Made by :func:`open_program`."""
        self._process = process
        self._output = bytearray()
        self._dropped = 0
        self._drained = trio.Event()
        self.exited = trio.Event()
        """Set when the program is over."""

    @property
    def ending(self) -> str:
        """How the program ended, in words."""
        status = self._process.returncode or 0
        if status < 0 or status > 128:
            number = -status if status < 0 else status - 128
            with contextlib.suppress(ValueError):
                return f"its program was ended by {signal.Signals(number).name}"
        return f"its program exited with status {status}"

    @property
    def output(self) -> str:
        """The end of what it printed, standard output and errors together."""
        head = f"[{self._dropped} bytes before this were dropped]\n" if self._dropped else ""
        return head + self._output.decode(errors="replace").replace("\0", "\ufffd")

    async def _collect(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with contextlib.suppress(trio.ClosedResourceError, trio.BrokenResourceError):
            async for chunk in stream:
                self._output += chunk
                over = len(self._output) - OUTPUT_BYTES
                if over > 0:
                    del self._output[:over]
                    self._dropped += over
        self._drained.set()

    async def _wait(self) -> None:
        await self._process.wait()
        self.exited.set()

    async def _close(self) -> None:
        """Wait a moment for the program to leave by itself, then end it and all it started."""
        with trio.move_on_after(_FAREWELL_S):
            await self._wait()  # not for the event: the task that sets it may have been cancelled
        assert self._process.stdin is not None
        await self._process.stdin.aclose()
        with trio.move_on_after(_FAREWELL_S):
            await self._wait()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._wait()


@asynccontextmanager
async def open_program(command: Sequence[str], environment: dict[str, str]) -> AsyncIterator[Program]:
    """A program for as long as the block runs.

    Args:
        command: program and arguments; ``python`` is the arena's own interpreter.
        environment: variables beside those of the arena's own environment; its ``ARENA_…`` ones are not passed on.
    """
    with tempfile.TemporaryDirectory(prefix="arena-", ignore_cleanup_errors=True) as scratch:
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")}
        process = await trio.lowlevel.open_process(
            [sys.executable, "-I", "-S", str(_KEEPER), *_as_found(command)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=inherited | environment | {"ARENA_SCRATCH": scratch, "TMPDIR": scratch},
        )
        program = Program(process)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(program._collect)
            nursery.start_soon(program._wait)
            try:
                yield program
            finally:
                with trio.CancelScope(shield=True):
                    await program._close()
                    with trio.move_on_after(_DRAIN_S):
                        await program._drained.wait()
                nursery.cancel_scope.cancel()
        assert process.stdout is not None
        await process.stdout.aclose()


def _as_found(command: Sequence[str]) -> list[str]:
    """The command resolved, or as it is where that is no longer possible: then the keeper says what is missing, and the bot forfeits."""
    try:
        return resolve_command(command)
    except ConfigError:
        return list(command)


def resolve_command(command: Sequence[str]) -> list[str]:
    """The command with its program made absolute.

    Raises:
        ConfigError: there is no such program, or no such script.
    """
    name, *arguments = command
    program = sys.executable if name in ("python", "python3") else shutil.which(name)
    if program is None:
        raise ConfigError(f"there is no program {name!r} in the working directory or on PATH")
    script = arguments[0] if arguments else ""
    if Path(script).suffix in _SCRIPTS and not Path(script).exists():
        raise ConfigError(f"there is no file {script!r} in the working directory")
    return [str(Path(program).absolute()), *arguments]

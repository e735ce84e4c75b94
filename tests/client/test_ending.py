"""How a program ends that catches nothing: in one line when it was not the bot, with a traceback when it was."""

import os
import signal
import socket
import subprocess
import sys

import pytest
import trio

from arena.wire import open_lobby

pytestmark = pytest.mark.slow

PROGRAM = """
from arena.client import play

def decide(decision):
    return decision.check_or_fold()

play(decide, software="test")
"""
CAUGHT = """
from arena.client import PlayError, play
try:
    play(print, software="test")
except PlayError:
    1 / 0
"""


async def end_of(text: str, **environment: str) -> tuple[int, str]:
    """Status and standard error of a program that is run to its end."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    done = await trio.run_process([sys.executable, "-c", text], env=kept | environment, check=False, capture_stderr=True)
    return done.returncode, done.stderr.decode()


async def test_a_program_without_a_token_ends_with_one_line():
    said = "ARENA_TOKEN must be set: the bot's token, as `arena bots add` printed it\n"
    assert await end_of(PROGRAM, ARENA_ADDRESS="127.0.0.1:1") == (1, said)


async def test_a_program_with_a_wrong_token_ends_with_one_line():
    async with open_lobby() as lobby:
        status, said = await end_of(PROGRAM, ARENA_ADDRESS=f"127.0.0.1:{lobby.port}", ARENA_TOKEN="nobody")
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith(f"the arena at 127.0.0.1:{lobby.port} refused the bot: ")


async def test_a_program_that_is_stopped_while_it_waits_ends_with_one_line():
    """Ctrl-C, once it has said that it tries again."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        environment = os.environ | {"ARENA_ADDRESS": address, "ARENA_TOKEN": "x"}
        process = await trio.lowlevel.open_process([sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE)
        said = await process.stderr.receive_some()
        process.send_signal(signal.SIGINT)
        while chunk := await process.stderr.receive_some():
            said += chunk
        assert await process.wait() in (1, -signal.SIGINT)
        await process.stderr.aclose()
    assert said.decode() == f"no arena answers at {address}; trying again for some seconds\nstopped\n"


async def test_a_bug_of_the_bot_keeps_its_traceback():
    """Also of one that has caught what ended its play."""
    status, said = await end_of(CAUGHT)
    assert status == 1
    assert said.splitlines()[0] == "Traceback (most recent call last):"
    assert said.splitlines()[-1] == "ZeroDivisionError: division by zero"

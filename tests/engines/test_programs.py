"""Command bots as real processes: what is kept of them, and that nothing of them is left behind."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from arena.engines import programs
from arena.engines.programs import OUTPUT_BYTES, open_program, resolve_command
from arena.errors import ConfigError
from tests.engines.watching import WAIT_S, open_watch, program, run_python, wait_dead

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sub-reapers and pidfds are Linux's")

DAEMON = """
report("program")
heard, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(0); os.close(1); os.close(2)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        report("daemon")
        os.write(tell, b"!")
        while True:
            signal.pause()
    os._exit(0)
os.wait()
if os.fork() == 0:
    os.setpgid(0, 0)
    report("child")
    os.write(tell, b"!")
    signal.pause()
for _ in range(2):
    os.read(heard, 1)
"""
"""Leaves a daemon (own session, orphaned, deaf to SIGTERM) and a child in another process group, and goes on."""


@pytest.mark.slow
async def test_output_and_errors_are_kept_in_their_order():
    """Docstring of ``output``; bytes that are no text and zeros are replaced, so that any database takes them."""
    lines = "import os, sys\nos.write(1, b'out\\n')\nos.write(2, b'err\\n')\nos.write(1, b'\\xff\\0end')"
    with trio.fail_after(WAIT_S):
        async with open_program(["python", "-I", "-S", "-c", lines], {}) as running:
            await running.exited.wait()
    assert running.output == "out\nerr\n\ufffd\ufffdend"
    assert running.ending == "its program exited with status 0"


@pytest.mark.slow
async def test_output_is_capped_to_its_end():
    """``OUTPUT_BYTES``: the end is kept, and how much was dropped is said; by hand: 3 MB of x, then a last line."""
    lines = "import os\nfor _ in range(3): os.write(1, b'x' * 1_000_000)\nos.write(1, b'\\nlast line')"
    with trio.fail_after(WAIT_S):
        async with open_program(["python", "-I", "-S", "-c", lines], {}) as running:
            await running.exited.wait()
    written = 3_000_000 + len("\nlast line")
    assert running.output.startswith(f"[{written - OUTPUT_BYTES} bytes before this were dropped]\nxxx")
    assert running.output.endswith("x\nlast line")
    assert len(running.output) < OUTPUT_BYTES + 100


@pytest.mark.slow
@pytest.mark.parametrize("leaves", ["stays", "exits", "is killed", "kills its group"])
async def test_nothing_it_started_is_left_behind(tmp_path, leaves):
    """Module docstring: daemons and other process groups included, whether the program stays until the end of the block or goes before."""
    last = {
        "stays": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: signal.pause()",
        "exits": "sys.exit(0)",
        "is killed": "os.kill(os.getpid(), signal.SIGKILL)",
        "kills its group": "os.killpg(0, signal.SIGKILL)",
    }[leaves]
    command = program(tmp_path, DAEMON + last)
    async with open_watch() as watch:
        with trio.fail_after(WAIT_S):
            async with open_program(command, watch.environment) as running:
                await watch.wait("program", "daemon", "child")
                if leaves != "stays":
                    await running.exited.wait()
                    await wait_dead(*[pid for pids in watch.pids.values() for pid in pids], within_s=0.5)
            await wait_dead(*[pid for pids in watch.pids.values() for pid in pids], within_s=0.5)
    assert running.exited.is_set()


@pytest.mark.slow
async def test_nothing_is_left_behind_when_the_block_is_cancelled(tmp_path):
    """A tournament that is stopped: the block ends in bounded time and the program with it."""
    command = program(tmp_path, DAEMON + "signal.pause()")
    async with open_watch() as watch:
        with trio.fail_after(WAIT_S):
            with trio.CancelScope() as scope:
                async with open_program(command, watch.environment) as running:
                    await watch.wait("program", "daemon", "child")
                    scope.cancel()
                    await trio.sleep_forever()
        await wait_dead(*[pid for pids in watch.pids.values() for pid in pids], within_s=0.5)
    assert running.exited.is_set()


_ARENA = """
import sys, trio
from arena.engines.programs import open_program
async def main():
    async with open_program(sys.argv[2:], {"WATCH_PORT": sys.argv[1]}):
        await trio.sleep_forever()
trio.run(main)
"""


@pytest.mark.slow
async def test_a_killed_arena_leaves_no_program_behind(tmp_path):
    """Module docstring, kill -9 of the arena: the keeper notices the closed pipe; within 2 s all of it is gone."""
    command = program(tmp_path, DAEMON + "signal.pause()")
    async with open_watch() as watch:
        arena = await run_python("-c", _ARENA, str(watch.port), *command)
        await watch.wait("program", "daemon", "child")
        arena.send_signal(signal.SIGKILL)
        await arena.wait()
        await wait_dead(*[pid for pids in watch.pids.values() for pid in pids], within_s=2.0)


@pytest.mark.slow
async def test_a_killed_keeper_takes_the_program_with_it(tmp_path):
    """Whatever ends the keeper, the program does not stay, and the block ends."""
    async with open_watch() as watch:
        with trio.fail_after(WAIT_S):
            command = program(tmp_path, 'report("program", os.getppid())\nsignal.pause()')
            async with open_program(command, watch.environment) as running:
                await watch.wait("program")
                pid, keeper = watch.pids["program"]
                os.kill(keeper, signal.SIGKILL)
                await running.exited.wait()
            await wait_dead(pid, within_s=0.5)
        assert running.ending == "its program was ended by SIGKILL"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("sys.exit(3)", "its program exited with status 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "its program was ended by SIGSEGV"),
        ("raise RuntimeError('oh no')", "its program exited with status 1"),
    ],
)
async def test_how_a_program_ended_is_told_in_words(tmp_path, line, ending):
    with trio.fail_after(WAIT_S):
        async with open_program(program(tmp_path, line), {}) as running:
            await running.exited.wait()
    assert running.ending == ending
    assert ("oh no" in running.output) == ("oh no" in line)


@pytest.mark.slow
async def test_a_program_that_cannot_be_started_says_so(tmp_path):
    """A file that may be executed and is no program: found out only when it is started."""
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF no program")
    path.chmod(0o755)
    with trio.fail_after(WAIT_S):
        async with open_program([str(path)], {}) as running:
            await running.exited.wait()
    assert running.ending == "its program exited with status 127"
    assert running.output == f"cannot start {path}: Exec format error\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [(["no-such-program-here"], "no program 'no-such-program-here'"), (["python", "no/such/bot.py"], "no file 'no/such/bot.py'")],
)
def test_a_command_that_does_not_exist_is_refused(command, message):
    """Refused at creation, with what is missing; not found out in the middle of a tournament."""
    with pytest.raises(ConfigError, match=message):
        resolve_command(command)


@pytest.mark.parametrize("name", ["python", "python3"])
def test_python_is_the_arenas_own_interpreter(name):
    """Design 7."""
    assert resolve_command([name, "-c", "pass"]) == [sys.executable, "-c", "pass"]


@pytest.mark.slow
async def test_the_environment_of_a_program(tmp_path):
    """Design 7: what it is given, the rest of ours, none of our own ``ARENA_…``; a scratch directory of its own that is removed; the
    directory the arena was started in; no standard input; no core files."""
    lines = """
import json, resource
print(json.dumps({"env": dict(os.environ), "cwd": os.getcwd(), "stdin": sys.stdin.read() if sys.stdin else "",
    "core": resource.getrlimit(resource.RLIMIT_CORE)[0], "scratch": os.listdir(os.environ["ARENA_SCRATCH"]),
    "group": os.getpgid(0) == os.getppid()}))
open(os.path.join(os.environ["ARENA_SCRATCH"], "notes"), "w").write("kept for nobody")
"""
    script = f"""
import json, os, trio
from arena.engines.programs import open_program
async def main():
    async with open_program({program(tmp_path, lines)!r}, {{"ARENA_SEED": "7", "ARENA_TOKEN": "secret"}}) as running:
        await running.exited.wait()
    print(running.output)
trio.run(main)
"""
    root = Path(__file__).parents[2]
    environment = os.environ | {"ARENA_DB": "postgresql://secret", "ARENA_SEED": "the parent's", "OTHER": "x", "PYTHONPATH": str(root)}
    done = await trio.run_process([sys.executable, "-c", script], env=environment, capture_stdout=True, cwd=tmp_path)
    found = json.loads(done.stdout)
    env = found["env"]
    assert {key for key in env if key.startswith("ARENA_")} == {"ARENA_SEED", "ARENA_TOKEN", "ARENA_SCRATCH"}
    assert (env["ARENA_SEED"], env["ARENA_TOKEN"], env["OTHER"]) == ("7", "secret", "x")
    assert env["TMPDIR"] == env["ARENA_SCRATCH"]
    assert not os.path.exists(env["ARENA_SCRATCH"])  # noqa: ASYNC240
    assert (found["cwd"], found["stdin"], found["core"], found["scratch"]) == (str(tmp_path), "", 0, [])
    assert not found["group"], "what it does to its process group must not reach the keeper"


@pytest.mark.slow
async def test_a_program_in_the_foreground_terminal_does_not_hear_ctrl_c(tmp_path):
    """The program has a session of its own, so that the terminal's SIGINT goes to the arena alone, which then ends it in order."""
    async with open_watch() as watch, open_program(program(tmp_path, 'report("x", os.getsid(0))'), watch.environment):
        await watch.wait("x")
    assert watch.pids["x"][1] != os.getsid(0)


@pytest.mark.slow
async def test_a_program_has_a_moment_to_leave_by_itself(tmp_path):
    """After the match a program that hears Farewell may end in its own way: it is not killed while it does."""
    command = program(tmp_path, 'report("here")\ntime.sleep(0.2)\nprint("goodbye")')
    async with open_watch() as watch, open_program(command, watch.environment) as running:
        await watch.wait("here")
    assert running.output == "goodbye\n"
    assert running.ending == "its program exited with status 0"


@pytest.mark.slow
def test_the_keeper_needs_nothing_installed():
    """It is started with ``-I -S``: the standard library only."""
    keeper = Path(programs.__file__).with_name("keeper.py")
    with subprocess.Popen([sys.executable, "-I", "-S", str(keeper), sys.executable, "-c", ""], stdin=subprocess.PIPE) as process:
        assert process.wait(WAIT_S) == 0

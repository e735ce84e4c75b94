"""Worker processes: a worker that dies costs one match, and none outlives the engine."""

import pytest
import trio

from arena.engines import find_builtin, open_local_engine
from arena.matches import ClockLimits, Status, play_match
from tests.engines.test_host import builtin, command, plan_of
from tests.engines.watching import REPORT, open_watch, wait_dead

pytestmark = pytest.mark.slow

HELD = ClockLimits(start_s=1000.0)
"""A program that says nothing holds its match for ever."""


def held(port: int, last: str) -> str:
    """Lines of a program that tells its pid, its keeper's and the worker's, and then does ``last``."""
    lines = f'os.environ["WATCH_PORT"] = "{port}"\nworker = parent_of(os.getppid())\nreport("here", os.getppid(), worker)\n{last}'
    return REPORT + lines


async def test_matches_in_workers_are_the_matches_here():
    """Design 11: a match is a deterministic function of its specification."""
    plans = [plan_of(builtin("draw/easy"), builtin("draw/normal"), deals=deals) for deals in (3, 5, 7)]
    results = {}

    async def play(number: int) -> None:
        results[number] = await engine.play(plans[number])

    with trio.fail_after(60):
        async with open_local_engine(2) as engine, trio.open_nursery() as nursery:
            for number in range(3):
                nursery.start_soon(play, number)
    factories = [find_builtin("draw/easy"), find_builtin("draw/normal")]
    assert [results[number] for number in range(3)] == [play_match(plan.spec, factories) for plan in plans]


async def test_a_killed_worker_is_a_void_match_and_the_next_is_played():
    """Module docstring: it comes back void; nothing of the killed worker's programs stays."""
    async with open_watch() as watch:
        with trio.fail_after(60):
            async with open_local_engine(1) as engine:
                text = held(watch.port, "os.kill(worker, signal.SIGKILL)\nsignal.pause()")
                result = await engine.play(plan_of(command("killer", "python", "-c", text), builtin("draw/easy"), clock=HELD))
                assert (result.status, result.reason) == (Status.VOID, "arena error: the worker process died")
                await wait_dead(*watch.pids["here"])
                again = await engine.play(plan_of(builtin("draw/easy"), builtin("draw/easy"), deals=2))
                assert again.status == Status.COMPLETED


async def test_a_cancelled_match_ends_its_worker_and_its_program():
    """Docstring of ``play``: cancelled, the worker is killed."""
    async with open_watch() as watch:
        with trio.fail_after(60):
            async with open_local_engine(1) as engine:
                with trio.CancelScope() as scope:
                    async with trio.open_nursery() as nursery:
                        text = held(watch.port, "signal.pause()")
                        nursery.start_soon(engine.play, plan_of(command("held", "python", "-c", text), builtin("draw/easy"), clock=HELD))
                        await watch.wait("here")
                        scope.cancel()
                await wait_dead(*watch.pids["here"])
        assert len(watch.pids["here"]) == 3

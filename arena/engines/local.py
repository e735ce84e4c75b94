"""Worker processes on this machine.

A match runs whole in one worker, so a worker that dies costs that match only: it comes back void and is played again.

What bots write to standard output there goes to standard error: the arena's own standard output is for results.
"""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import trio
import trio_parallel

from arena.engines.host import play_plan, void_result
from arena.matches import MatchResult
from arena.tournaments import MatchPlan


class LocalEngine:
    """The port ``Engine``, by worker processes; made by :func:`open_local_engine`."""

    def __init__(self, workers: trio_parallel.WorkerContext, jobs: int, *, judged: bool) -> None:
        self.limiter = trio.CapacityLimiter(jobs)
        self._workers = workers
        self._play = partial(play_plan, judged=judged)
        self._worker_limiter = trio.CapacityLimiter(jobs)

    async def play(self, plan: MatchPlan) -> MatchResult:
        """Play a match in a worker; cancelled, the worker is killed and the match is forgotten."""
        try:
            result: MatchResult = await self._workers.run_sync(self._play, plan, kill_on_cancel=True, limiter=self._worker_limiter)
        except trio_parallel.BrokenWorkerError:
            return void_result(plan, "arena error: the worker process died")
        return result


@asynccontextmanager
async def open_local_engine(jobs: int, *, judged: bool = False) -> AsyncIterator[LocalEngine]:
    """So many worker processes at most; they end with the block.

    Args:
        jobs: how many.
        judged: whether somebody's class forfeits where it fails, as in a tournament; else the match is void. See ``host``.
    """
    async with trio_parallel.open_worker_context(grace_period=5.0, init=_send_output_to_errors) as workers:
        yield LocalEngine(workers, jobs, judged=judged)


def _send_output_to_errors() -> bool:
    """What is printed, by whatever means, goes to standard error from now on, at once."""
    with suppress(OSError):  # there is none
        os.dup2(2, 1)
    sys.stdout = sys.stderr
    return True

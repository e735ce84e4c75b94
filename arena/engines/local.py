"""Worker processes on this machine.

A match runs whole in one worker, so a worker that dies costs that match only: it comes back void and is played again.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
import trio_parallel

from arena.engines.host import play_plan, void_result
from arena.matches import MatchResult
from arena.tournaments import MatchPlan


class LocalEngine:
    """The port ``Engine``, by worker processes; made by :func:`open_local_engine`."""

    def __init__(self, workers: trio_parallel.WorkerContext, jobs: int) -> None:
        self.limiter = trio.CapacityLimiter(jobs)
        self._workers = workers
        self._worker_limiter = trio.CapacityLimiter(jobs)

    async def play(self, plan: MatchPlan) -> MatchResult:
        """Play a match in a worker; cancelled, the worker is killed and the match is forgotten."""
        try:
            result: MatchResult = await self._workers.run_sync(play_plan, plan, kill_on_cancel=True, limiter=self._worker_limiter)
        except trio_parallel.BrokenWorkerError:
            return void_result(plan, "arena error: the worker process died")
        return result


@asynccontextmanager
async def open_local_engine(jobs: int) -> AsyncIterator[LocalEngine]:
    """So many worker processes at most; they end with the block."""
    async with trio_parallel.open_worker_context(grace_period=5.0) as workers:
        yield LocalEngine(workers, jobs)

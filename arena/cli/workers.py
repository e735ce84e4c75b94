"""Processes beside this one that share work which needs the processor alone."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any

from arena.errors import EngineFailed


class Here(Executor):
    """This process alone: what is handed in is done at once, and what is mapped when its result is asked for."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it."""
        done: Future[Any] = Future()
        done.set_result(task(*args, **kwargs))
        return done

    def map(self, task: Callable[..., Any], *inputs: Iterable[Any], timeout: float | None = None, chunksize: int = 1) -> Iterator[Any]:
        """As the built-in ``map``."""
        return map(task, *inputs)


@contextmanager
def open_workers(jobs: int) -> Iterator[Executor]:
    """So many processes; this one alone for one.

    What they have not begun is dropped when the block is left early; an interrupt waits for nothing.

    Raises:
        EngineFailed: one of them died.
    """
    if jobs == 1:
        yield Here()
        return
    others = set(active_children())
    context = get_context("spawn")  # a fork would copy the thread that draws the bar
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_die_of_interrupts)
    try:
        yield pool
    except BrokenProcessPool:
        raise EngineFailed("a process that shared the work died; with --jobs 1 all is done in this one") from None
    except KeyboardInterrupt:
        for worker in set(active_children()) - others:  # an interrupt of this process alone does not reach them
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _die_of_interrupts() -> None:
    """An interrupt ends these processes at once and without words, unless the command ignores it; it says what there is to say."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

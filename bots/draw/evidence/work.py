"""Work in pieces, in other processes, with results that depend on nobody's speed.

A *course* is a generator: it yields tasks, is sent what they returned in the order of the tasks, and returns its findings. What a course
asks for next depends on nothing but what it was sent, so any number of processes finds the same.
"""

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeAlias

from arena.errors import EngineFailed
from bots.draw.evidence.claims import Finding

Task: TypeAlias = Callable[[], Any]
"""Something that another process can do: a ``partial`` of a module's function."""
Course: TypeAlias = Generator[Sequence[Task], list[Any], list[Finding]]


class Here(Executor):
    """This process alone: a task is done when it is handed in."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it."""
        done: Future[Any] = Future()
        done.set_result(task(*args, **kwargs))
        return done


@contextmanager
def open_workers(jobs: int) -> Iterator[Executor]:
    """So many processes; this one alone for one.

    Raises:
        EngineFailed: one of them died.
    """
    if jobs == 1:
        yield Here()
        return
    context = get_context("spawn")  # a fork would copy the thread that draws the bar
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_die_of_interrupts)
    try:
        yield pool
    except BrokenProcessPool:
        raise EngineFailed("a process that played hands died; with --jobs 1 everything is played in this one") from None
    finally:
        pool.shutdown(cancel_futures=True)


def follow(courses: Sequence[Course], workers: Executor, told: Callable[[int], object] = lambda _: None) -> list[list[Finding]]:
    """Follow all courses to their ends; what each found.

    Args:
        courses: their tasks are handed in in this order, each course's next ones when its last have been done.
        workers: who does them.
        told: called with the number of each course that is over.
    """
    found: list[list[Finding]] = [[] for _ in courses]
    batches: list[list[Future[Any]]] = [[] for _ in courses]
    waited: dict[Future[Any], int] = {}

    def go_on(number: int, results: list[Any] | None) -> None:
        try:
            tasks = courses[number].send(results)  # type: ignore[arg-type]  # nothing is sent to one that has not begun
        except StopIteration as end:
            found[number] = end.value
            told(number)
            return
        batches[number] = [workers.submit(task) for task in tasks]
        waited.update(dict.fromkeys(batches[number], number))

    for number in range(len(courses)):
        go_on(number, None)
    while waited:
        done, _ = wait(waited, return_when=FIRST_COMPLETED)
        for number in sorted({waited.pop(future) for future in done}):
            if all([future.done() for future in batches[number]]):
                for future in batches[number]:
                    waited.pop(future, None)
                go_on(number, [future.result() for future in batches[number]])
    return found


def _die_of_interrupts() -> None:
    """An interrupt ends these processes at once and without words; the command says what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

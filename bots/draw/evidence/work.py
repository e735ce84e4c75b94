"""Work in pieces, in other processes, with results that depend on nobody's speed.

A *course* is a generator: it yields tasks, is sent what they returned in the order of the tasks, and returns its findings. What a course
asks for next depends on nothing but what it was sent, so any number of processes finds the same.
"""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, TypeAlias

from bots.draw.evidence.claims import Finding

Task: TypeAlias = Callable[[], Any]
"""Something that another process can do: a ``partial`` of a module's function."""
Course: TypeAlias = Generator[Sequence[Task], list[Any], list[Finding]]


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

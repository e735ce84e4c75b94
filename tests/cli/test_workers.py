"""Processes that share work: the same results with any number, and nothing that goes on after an interrupt or a death."""

import os
import time
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children

import pytest

from arena.cli.workers import open_workers
from arena.errors import EngineFailed


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_work_comes_back_in_order(jobs):
    with open_workers(jobs) as workers:
        assert list(workers.map(abs, [-3, -2, 1])) == [3, 2, 1]
        assert workers.submit(pow, 2, 5).result() == 32


def test_alone_nothing_is_done_before_it_is_asked_for():
    done = []
    with open_workers(1) as workers:
        results = workers.map(done.append, range(3))
        next(results)
        assert done == [0]


@pytest.mark.slow
def test_an_interrupt_waits_for_nothing_and_leaves_no_process():
    begun = []

    def interrupted():
        with open_workers(2) as workers:
            workers.submit(abs, 1).result()
            begun.append(workers.submit(time.sleep, 60))
            while not begun[0].running():
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert isinstance(begun[0].exception(), BrokenProcessPool), "it was not waited for"
    assert not active_children()


@pytest.mark.slow
def test_a_death_is_told():
    with pytest.raises(EngineFailed, match="died; with --jobs 1"), open_workers(2) as workers:
        workers.submit(os._exit, 3).result()

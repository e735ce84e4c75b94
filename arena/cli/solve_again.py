"""``arena solve --regenerate``: the table of 169 classes, enumerated again on every processor."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import console, count, print_json, say
from arena.cli.workers import open_workers
from arena.errors import ConfigError
from arena.rules import bonus_preflop_table
from arena.rules.bonus_enumeration import Sums, flop_sums, table_text
from arena.rules.bonus_flops import flop_classes

_BEGIN, _END = 'TABLE = """\\\n', '"""\n'
_AT_ONCE = 8
"""Flops handed to a process together."""


def enumerate_again(jobs: int | None, *, write: bool, as_json: bool) -> int:
    """Enumerate every deal, compare with the stored table, and store it if asked."""
    jobs = jobs or len(os.sched_getaffinity(0))
    started_s = time.monotonic()
    text = table_text(_enumerate_shown(jobs))
    elapsed_s = time.monotonic() - started_s
    different = different_classes(text, bonus_preflop_table.TABLE)
    if different and write:
        store_table(text, Path(bonus_preflop_table.__file__))
    if as_json:
        print_json({"elapsed_s": elapsed_s, "jobs": jobs, "different_classes": different, "written": bool(different and write)})
    else:
        verdict = f"the stored table differs in {count(different, 'class', 'classes')}" if different else "it equals the stored table"
        stored = "; the new one is stored" if different and write else ""
        say(console(), f"169 classes enumerated in {elapsed_s:.0f} s by {count(jobs, 'process', 'processes')}: {verdict}{stored}.")
    return 1 if different and not write else 0


def enumerate_flops(flops: Mapping[tuple[int, ...], int], jobs: int, show: Callable[[int], object]) -> Sums:
    """The sums of some flops, each as often as it counts.

    Args:
        flops: the flops, and how many each stands for.
        jobs: processes that share the work.
        show: told how many flops are done.
    """
    with open_workers(jobs) as workers:
        found = zip(workers.map(flop_sums, flops, chunksize=_AT_ONCE), flops.values(), strict=True)
        total = np.zeros((), dtype=np.int64)
        for done, (sums, times) in enumerate(found, start=1):
            total = total + times * sums
            show(done)
    return total


def different_classes(new: str, stored: str) -> int:
    """How many classes of a new table are not in the stored one as they are."""
    return len(set(new.splitlines()) - set(stored.splitlines()))


def store_table(text: str, file: Path) -> None:
    """Put a table's lines in the place of those in its module.

    Raises:
        ConfigError: the module cannot be written.
    """
    before, _, rest = file.read_text(encoding="utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    try:
        file.write_text(before + _BEGIN + text + _END + after, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"--write: {file} cannot be written: {(error.strerror or str(error)).lower()}") from None


def _enumerate_shown(jobs: int) -> Sums:
    """All flops, under a progress bar."""
    flops = flop_classes()
    columns = (TextColumn("flops"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True)) as progress:
        bar = progress.add_task("flops", total=len(flops))
        return enumerate_flops(flops, jobs, lambda done: progress.update(bar, completed=done))

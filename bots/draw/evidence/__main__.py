"""``python -m bots.draw.evidence``: play, count, time and probe, and say of every claim whether it holds."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from arena.cli.common import console, examples, jobs_option, json_option, print_json
from arena.cli.run import master_of
from arena.cli.starting import start
from arena.cli.workers import open_workers
from arena.errors import ConfigError
from bots.draw.evidence.bluffs import SUBJECTS, count_bluffs
from bots.draw.evidence.claims import Finding
from bots.draw.evidence.contests import HEADS_UP, PLACES, decide, hold_out, ladder, panel
from bots.draw.evidence.players import PANEL
from bots.draw.evidence.probing import SETTLED, ask
from bots.draw.evidence.show import MARKS, Report, markdown, show
from bots.draw.evidence.speed import measure_speed
from bots.draw.evidence.work import Course, follow

DEFAULT_SEED = "2a"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played, counted and asked."""

    deal_count: int
    """In a match."""
    mixed_deal_count: int
    """In a match at a mixed table."""
    ladder_most: int
    """Matches at most, until it is sure who is better."""
    panel_most: int
    panel_places: tuple[str, ...]
    """Where hard meets each of the panel alone."""
    bluff_match_count: int
    """For each bot and kind of table."""
    family_deal_count: int
    tuned_half: bool
    """Whether the bots for tuning are played as well."""
    speed_deal_count: int
    speed_turns: int
    effort: str
    """Of ``arena probe``."""
    probe_hands: int
    probed: tuple[str, ...]


FULL = Budget(
    500, 120, 40, 4, PLACES, 6, 500, True, 120, 9, "normal", 10_000, ("hard", SETTLED, "hard@1", "expert", "normal", "easy", *PANEL)
)
QUICK = Budget(200, 30, 20, 4, (HEADS_UP,), 8, 200, False, 60, 2, "quick", 2000, ("hard", SETTLED, "expert"))


def _probes(budget: Budget, master: bytes) -> list[Course]:
    return [ask(bot, budget.effort, budget.probe_hands, master) for bot in budget.probed]


def _ladder(budget: Budget, master: bytes) -> list[Course]:
    return [decide(contest, master) for contest in ladder(budget.deal_count, budget.ladder_most)]


def _panel(budget: Budget, master: bytes) -> list[Course]:
    sizes = budget.deal_count, budget.mixed_deal_count, budget.panel_most
    return [decide(contest, master) for contest in panel(*sizes, budget.panel_places)]


def _family(budget: Budget, master: bytes) -> list[Course]:
    return [hold_out(budget.family_deal_count, master, tuned_half=budget.tuned_half)]


def _bluffs(budget: Budget, master: bytes) -> list[Course]:
    return [count_bluffs(bot, budget.deal_count, budget.bluff_match_count, master) for bot in SUBJECTS]


COURSES: dict[str, Callable[[Budget, bytes], list[Course]]] = {
    "probe": _probes,
    "ladder": _ladder,
    "panel": _panel,
    "family": _family,
    "bluffs": _bluffs,
}
"""By part, what is followed; the longest first, so that the end is not spent waiting for it."""
PARTS = ("ladder", "panel", "family", "bluffs", "speed", "probe")


@examples(
    "python -m bots.draw.evidence",
    "python -m bots.draw.evidence --quick",
    "python -m bots.draw.evidence --only ladder --only panel --seed 2b",
    "python -m bots.draw.evidence --write README.md",
)
@click.command()
@click.option("--quick", is_flag=True, help="Fewer hands and tables: wider intervals, so what is close may not be shown.")
@click.option("--only", "parts", type=click.Choice(PARTS), multiple=True, help="This part alone; may be given again.")
@click.option("--seed", metavar="HEX", default=DEFAULT_SEED, show_default=True, help="Of all deals and of what bots leave to chance.")
@click.option(
    "--write", type=click.Path(path_type=Path), metavar="FILE", help=f"Put the tables between {MARKS.begin} and {MARKS.end} of FILE."
)
@jobs_option
@json_option
def command(parts: tuple[str, ...], seed: str, write: Path | None, jobs: int | None, *, quick: bool, as_json: bool) -> int:
    """Measure what the built-in bots of the draw game are worth, and say of every claim whether it holds.

    ladder: every level above the next. panel: hard above seven simple bots, at all kinds of tables. family: hard against bots that
    it was not tuned on. bluffs: how often, beside what is stated. speed: decisions a second. probe: what a best response wins.

    Ends with 0 when every claim holds, with 1 when one does not, or is not shown. The same seed gives the same figures, those of speed
    aside, with any number of jobs.
    """
    if write and (parts or quick):
        raise ConfigError(f"--write {write}: the tables there are of the whole; leave --only and --quick out")
    if write:
        MARKS.around(write)
    chosen = [part for part in PARTS if part in (parts or PARTS)]
    found = gather(chosen, QUICK if quick else FULL, master_of(seed), jobs or len(os.sched_getaffinity(0)))
    return tell(Report(found, seed, quick), write, as_json=as_json)


def tell(report: Report, write: Path | None = None, *, as_json: bool = False) -> int:
    """Show a report, and put it into a file; the exit code."""
    if as_json:
        print_json(report.document())
    else:
        show(report, console())
    if write:
        MARKS.put(write, markdown(report))
    return 0 if report.holds else 1


def gather(parts: Sequence[str], budget: Budget, master: bytes, jobs: int) -> list[Finding]:
    """The findings of some parts, in the order of these; speed is measured first, alone."""
    columns = (TextColumn("{task.description:<7}"), BarColumn(), TextColumn("{task.completed} of {task.total}"), TimeElapsedColumn())
    found: dict[str, list[Finding]] = {part: [] for part in parts}
    with Progress(*columns, console=console(error=True)) as progress:
        bars = {part: progress.add_task(part, total=None) for part in parts}
        if "speed" in parts:
            found["speed"] = measure_speed(budget.speed_deal_count, budget.speed_turns, master)
            progress.update(bars["speed"], total=1, completed=1)
        owners = [(part, course) for part, make in COURSES.items() if part in parts for course in make(budget, master)]
        for part in dict.fromkeys([part for part, _ in owners]):
            progress.update(bars[part], total=sum([owner == part for owner, _ in owners]))
        with open_workers(jobs) as workers:
            results = follow([course for _, course in owners], workers, lambda number: progress.advance(bars[owners[number][0]]))
        for (part, _), findings in zip(owners, results, strict=True):
            found[part] += findings
    return [finding for part in parts for finding in found[part]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    return start(command, "python -m bots.draw.evidence", arguments)


if __name__ == "__main__":
    sys.exit(main())

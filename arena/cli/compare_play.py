"""Playing a comparison: passes in workers under a progress bar, until it is decided or its budget is spent.

Nothing is stored, so what is interrupted is dropped: what counts are the passes that were over.
"""

import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import console
from arena.cli.text import visible
from arena.dealer import Engine, open_plain_nursery
from arena.engines import open_local_engine
from arena.errors import EngineFailed
from arena.matches import MatchResult, Status
from arena.tournaments import MatchOutcome, MatchPlan, outcome_of
from arena.tournaments.comparison import Answer, Comparison, Finding, Question, find, numbers_to_go

ATTEMPTS = 3
"""How often a match may be void before the comparison is given up."""
_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')


@dataclass(frozen=True, slots=True)
class Course:
    """A comparison to be played, and the ways in which its play is counted."""

    comparison: Comparison
    question: Question
    corrected: tuple[bool, ...] = (True,)
    """For each way: whether the luck of the draw is taken out. All must be decided; the first is what people watch."""

    @property
    def findings(self) -> list[Finding]:
        """What may be said, by each way of counting."""
        return [find(self.comparison.series(corrected=one), self.question) for one in self.corrected]

    @property
    def decided(self) -> bool:
        """Whether all of them say something."""
        return all(finding.answer != Answer.UNDECIDED for finding in self.findings)

    def hands_to_go(self) -> int:
        """Hands until all of them do, if things stay as they are; never more than the budget has left."""
        rows = [self.comparison.series(corrected=one) for one in self.corrected]
        counts = [numbers_to_go(row, self.question) for row, one in zip(rows, self.findings, strict=True) if one.answer == Answer.UNDECIDED]
        known = [count for count in counts if count is not None]
        left = self.comparison.hands_left
        return min(left, max(known, default=0) * self.comparison.hands_per_block) if len(known) == len(counts) else left


def play_courses(courses: Sequence[Course], jobs: int) -> bool:
    """Play one after another; whether a signal ended it early.

    Raises:
        EngineFailed: a match stayed void.
    """

    async def play() -> bool:
        async with open_local_engine(jobs) as engine:
            return await play_until_signal(courses, engine)

    return trio.run(play)


async def play_until_signal(courses: Sequence[Course], engine: Engine) -> bool:
    """As :func:`play_courses`, by an engine that is there."""
    stopped = False

    async def watch(scope: trio.CancelScope) -> None:
        nonlocal stopped
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                stopped = True
                scope.cancel()

    async with open_plain_nursery() as nursery:
        nursery.start_soon(watch, nursery.cancel_scope)
        for course in courses:
            await _play_shown(course, engine)
        nursery.cancel_scope.cancel()
    return stopped


async def _play_shown(course: Course, engine: Engine) -> None:
    """Play a course to its end under a progress bar of its own."""
    texts = [TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[told]}", markup=False)]
    a, b = (entrant.name for entrant in course.comparison.spec.entrants)
    with Progress(*texts, TimeElapsedColumn(), TimeRemainingColumn(), console=console(error=True)) as progress:
        bar = progress.add_task(visible(f"{a} – {b}"), total=course.comparison.hands_left, told="")

        def played(hands: int) -> None:
            progress.advance(bar, hands)

        while not course.decided and (plans := course.comparison.next_pass()):
            course.comparison.end_pass(await play_pass(plans, engine, played))
            hands = course.comparison.hand_count
            progress.update(bar, completed=hands, total=hands + _to_go(course), told=progress_text(course))
        progress.update(bar, total=course.comparison.hand_count)


def _to_go(course: Course) -> int:
    return 0 if course.decided else course.hands_to_go()


def progress_text(course: Course) -> str:
    """How far it is, in words."""
    first, hands = course.findings[0], course.comparison.hand_count
    if course.decided:
        to_go = "decided"
    elif course.comparison.next_pass():
        to_go = f"about {course.hands_to_go():,} to go"
    else:
        to_go = "the budget is spent"
    return f"{hands:,} hands, {first.interval.mean:+.1f} so far, {to_go}"


async def play_pass(plans: Sequence[MatchPlan], engine: Engine, played: Callable[[int], None]) -> list[MatchOutcome]:
    """Play matches at once, as many as the engine takes; their outcomes in the order of plans.

    Args:
        plans: what is due.
        engine: where matches run.
        played: called with the hands of each match that is over.

    Raises:
        EngineFailed: one stayed void.
    """
    outcomes: dict[int, MatchOutcome] = {}

    async def play(number: int, plan: MatchPlan) -> None:
        outcomes[number] = outcome_of(plan, await _play_match(plan, engine))
        played(outcomes[number].hand_count)

    async with open_plain_nursery() as nursery:
        for number, plan in enumerate(plans):
            nursery.start_soon(play, number, plan)
    return [outcomes[number] for number in range(len(plans))]


async def _play_match(plan: MatchPlan, engine: Engine) -> MatchResult:
    """Again on the same deals when it is void: the arena starts both bots, fresh each time."""
    for _ in range(ATTEMPTS):
        async with engine.limiter:
            result = await engine.play(plan)
        if result.status != Status.VOID:
            return result
    raise EngineFailed(f"a match between {' and '.join(plan.spec.players)} was void {ATTEMPTS} times: {result.reason}{_place(result)}")


def _place(result: MatchResult) -> str:
    """Where in a bot's code it was raised, if a traceback says so."""
    found = [place for leg in result.legs for output in leg.outputs for place in _PLACE.findall(output)]
    return f" ({found[-1][0]}, line {found[-1][1]})" if found else ""

"""Playing a comparison: passes in workers under a progress bar, until it is decided or its budget is spent.

Nothing is stored, so what is interrupted is dropped: what counts are the passes that were over.
"""

import itertools
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

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
LAST_LINES = 12
"""How much is shown of what a program printed that forfeited."""
_PLACE = re.compile(r'File "([^"\n]+)", line (\d+)')


@dataclass(frozen=True, slots=True)
class Course:
    """A comparison to be played, and the ways in which its play is counted."""

    comparison: Comparison
    question: Question
    corrected: tuple[bool, ...] = (True,)
    """For each way: whether the luck of the draw is taken out. All must be decided; the first is what people watch."""
    outputs: dict[str, str] = field(default_factory=dict)
    """By bot that forfeited: the end of what its program printed in the first leg that it did."""

    @property
    def findings(self) -> list[Finding]:
        """What may be said, by each way of counting."""
        return [find(self.comparison.series(corrected=one), self.question, self.comparison.sides(corrected=one)) for one in self.corrected]

    @property
    def decided(self) -> bool:
        """Whether all of them say something."""
        return all(finding.answer != Answer.UNDECIDED for finding in self.findings)

    @property
    def over(self) -> bool:
        """Whether no more is to be found out: it is decided, or a bot failed."""
        return bool(self.comparison.failed) or self.decided

    def hands_to_go(self) -> int:
        """Hands until all of them do, if things stay as they are; never more than the budget has left."""
        undecided = [one for one, found in zip(self.corrected, self.findings, strict=True) if found.answer == Answer.UNDECIDED]
        rows = [(self.comparison.series(corrected=one), self.question, self.comparison.sides(corrected=one)) for one in undecided]
        counts = [numbers_to_go(*row) for row in rows]
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
            if course.comparison.failed:
                break
        nursery.cancel_scope.cancel()
    return stopped


async def _play_shown(course: Course, engine: Engine) -> None:
    """Play a course to its end under a progress bar of its own."""
    texts = [TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[told]}", markup=False)]
    a, b = (entrant.name for entrant in course.comparison.spec.entrants)
    with Progress(*texts, TimeElapsedColumn(), TimeRemainingColumn(), console=console(error=True)) as progress:
        bar = progress.add_task(visible(f"{a} – {b}"), total=course.comparison.hands_left, told="")

        hands, told = 0, ""

        def played(more: int) -> None:
            nonlocal hands
            hands += more
            progress.update(bar, completed=hands, told=f"{hands:,} hands{told}")

        while not course.over and (plans := course.comparison.next_pass()):
            course.comparison.end_pass(await play_pass(plans, engine, played, course.outputs))
            told = _standing_text(course)
            progress.update(bar, completed=hands, total=hands + _to_go(course), told=progress_text(course))
        progress.update(bar, total=course.comparison.hand_count)


def _to_go(course: Course) -> int:
    return 0 if course.over else course.hands_to_go()


def progress_text(course: Course) -> str:
    """How far it is, in words."""
    return f"{course.comparison.hand_count:,} hands{_standing_text(course)}"


def _standing_text(course: Course) -> str:
    """What follows the hands: how it stood when the last pass was over."""
    if course.comparison.failed:
        return ", the rest was forfeited"
    if course.decided:
        to_go = "decided"
    elif course.comparison.next_pass():
        to_go = f"about {course.hands_to_go():,} to go"
    else:
        to_go = "the budget is spent"
    return f", {course.findings[0].interval.mean:+.1f} so far, {to_go}"


async def play_pass(
    plans: Sequence[MatchPlan], engine: Engine, played: Callable[[int], None], outputs: dict[str, str] | None = None
) -> list[MatchOutcome]:
    """Play matches at once, as many as the engine takes; their outcomes in the order of plans.

    Args:
        plans: what is due.
        engine: where matches run.
        played: called with the hands of each match that is over.
        outputs: gets, for bots that are not there yet, the end of what the program of one that forfeited printed.

    Raises:
        EngineFailed: one stayed void.
    """
    results: dict[int, MatchResult] = {}

    async def play(number: int, plan: MatchPlan) -> None:
        results[number] = await _play_match(plan, engine)
        played(results[number].hand_count)

    async with open_plain_nursery() as nursery:
        for number, plan in enumerate(plans):
            nursery.start_soon(play, number, plan)
    ordered = [results[number] for number in range(len(plans))]
    if outputs is not None:
        for name, text in itertools.chain.from_iterable(map(_last_words, ordered)):
            outputs.setdefault(name, text)
    return [outcome_of(plan, result) for plan, result in zip(plans, ordered, strict=True)]


def _last_words(result: MatchResult) -> Iterator[tuple[str, str]]:
    """By bot whose program forfeited a leg, and printed something there: the end of it."""
    for leg in result.legs:
        if leg.forfeiter is not None and leg.outputs and (text := leg.outputs[leg.forfeiter].rstrip()):
            yield result.spec.players[leg.forfeiter], "\n".join(text.splitlines()[-LAST_LINES:])


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

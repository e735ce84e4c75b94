"""What ``arena compare`` found, for people and for programs: a sentence, a table of the ways to count, and what went wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.console import Console

from arena.cli.common import count, say
from arena.cli.compare_play import Course
from arena.cli.tables import Column, FittedTable
from arena.statistics import Interval
from arena.tournaments.comparison import Answer, Comparison, Finding, noise_of_hand

_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One way of counting, and what it came to."""

    comparison: Comparison
    corrected: bool
    finding: Finding

    @property
    def needed_hands(self) -> int | None:
        """Hands after which it was decided."""
        needed = self.finding.needed_count
        return None if needed is None else needed * self.comparison.hands_per_block

    @property
    def noise(self) -> float | None:
        """The deviation of a hand."""
        return noise_of_hand(self.comparison.series(corrected=self.corrected), self.comparison.hands_per_block)

    @property
    def words(self) -> str:
        """The way, in words."""
        if self.comparison.spec.ruleset.graded:
            return "the same"
        return f"{self.comparison.spec.play.deals}, luck {'out' if self.corrected else 'in'}"


class Report:
    """Everything that may be said of courses that have been played, as far as they were."""

    def __init__(self, courses: Sequence[Course], seed: str, stopped: bool = False) -> None:
        """``stopped``: before their end."""
        self.courses, self.seed, self.stopped = courses, seed, stopped
        self.spec = courses[0].comparison.spec
        self.a, self.b = (entrant.name for entrant in self.spec.entrants)
        self.question = courses[0].question
        self.unit = "thousandths of an ante a hand" if self.spec.ruleset.graded else "mbb/h"
        self.percent = f"{100 * self.question.confidence:.10g} %"

    @cached_property
    def lines(self) -> list[Line]:
        """Every way of counting, the one that answers first."""
        return [
            Line(course.comparison, corrected, finding)
            for course in self.courses
            for corrected, finding in zip(course.corrected, course.findings, strict=True)
        ]

    @property
    def baseline(self) -> Line | None:
        """Independent deals with the luck in, which the others are measured by; None unless all ways were played."""
        return self.lines[-1] if len(self.courses) > 1 and self.lines[-1].finding.count else None

    @property
    def sentence(self) -> str:
        """The answer."""
        first = self.lines[0]
        sure = f"sure after {first.needed_hands:,} hands" if first.needed_hands else ""
        if self.question.delta is not None:
            return self._answer_to_delta(first, sure)
        if first.finding.answer == Answer.A_BETTER:
            return f"{self.a} beats {self.b} by {self._margin(first.finding.interval)}, {sure}."
        if first.finding.answer == Answer.B_BETTER:
            return f"{self.b} beats {self.a} by {self._margin(_turned(first.finding.interval))}, {sure}."
        return self._undecided(first)

    def _answer_to_delta(self, first: Line, sure: str) -> str:
        goal, so_far = f"{self.question.delta:g} {self.unit}", self._margin(first.finding.interval)
        if first.finding.answer == Answer.A_BETTER:
            return f"{self.a} is better than {self.b}, by about {goal} or more, {sure}; so far {so_far}."
        if first.finding.answer == Answer.NOT_BETTER:
            return f"{self.a} is not better than {self.b} by {goal}, {sure}; so far {so_far}."
        return self._undecided(first)

    def _undecided(self, first: Line) -> str:
        found, hands = first.finding.interval, count(first.comparison.hand_count, "hand")
        if not first.finding.count:
            return "Not decided: no pass is over yet."
        if found.low is None or found.high is None:
            return f"Not decided after {hands}, too early for an interval: {self.a} is {found.mean:+.1f} {self.unit} ahead of {self.b}."
        if found.low == found.high == 0:
            return f"Not decided after {hands}: every block was a tie, as between twins."
        within = f"within {found.low:+.1f} … {found.high:+.1f} {self.unit} ({self.percent})"
        return f"Not decided after {hands}: {self.a} is {found.mean:+.1f} ahead of {self.b}, {within}."

    def _margin(self, found: Interval) -> str:
        if found.low is None or found.high is None:
            return f"{found.mean:.1f} {self.unit}"
        return f"{found.mean:.1f} {self.unit} ({found.low:.1f} … {found.high:.1f}, {self.percent})"

    @property
    def certified(self) -> tuple[str, str, float] | None:
        """Who certainly beats whom by the chips alone, and the logarithm of the evidence; half of the allowed error for each side."""
        alpha = self.question.alpha / 2
        pairs = zip(self.courses[0].comparison.certificates, ((self.a, self.b), (self.b, self.a)), strict=False)
        return next(((*names, one.peak) for one, names in pairs if one.declared(alpha)), None)

    def document(self) -> dict[str, object]:
        """For programs."""
        first, comparison = self.lines[0], self.courses[0].comparison
        test = first.finding.test
        logs = [round(one.log_e, _DECIMALS) for one in comparison.certificates]
        return {
            "a": self.a,
            "b": self.b,
            "game": self.spec.game_name,
            "unit": self.unit,
            "answer": first.finding.answer.value,
            "decided": first.finding.answer != Answer.UNDECIDED,
            "sentence": self.sentence,
            "confidence": self.question.confidence,
            "delta": self.question.delta,
            "llr": None if test is None else _number(test.llr),
            **_line_document(first),
            "certificate": {"log_e_a": logs[0], "log_e_b": logs[1], "beats": self._certified_letter()} if logs else None,
            "incidents": comparison.incidents,
            "forfeits": comparison.forfeits,
            "reasons": dict(comparison.reasons),
            "seed": self.seed,
            "stopped": self.stopped,
            "methods": [_line_document(line) | self._saving(line) for line in self.lines] if len(self.courses) > 1 else [],
        }

    def _certified_letter(self) -> str | None:
        return None if self.certified is None else "a" if self.certified[0] == self.a else "b"

    def _saving(self, line: Line) -> dict[str, object]:
        by_noise, by_hands, bound = saving(line, self.baseline)
        return {"times_fewer": _number(by_hands), "at_least": bound, "times_fewer_by_noise": _number(by_noise)}


def saving(line: Line, baseline: Line | None) -> tuple[float | None, float | None, bool]:
    """How many times fewer hands than the baseline a way needs: by the noise of a hand, by hands until decided, and if that is a bound."""
    if baseline is None:
        return None, None, False
    noise, base_noise = line.noise, baseline.noise
    by_noise = (base_noise / noise) ** 2 if noise and base_noise else None
    base_hands = baseline.needed_hands
    hands = base_hands if base_hands is not None else baseline.comparison.hand_count
    by_hands = None if line.needed_hands is None else hands / line.needed_hands
    return by_noise, by_hands, base_hands is None


def show_report(report: Report, out: Console) -> None:
    """The table, what went wrong, and the sentence last."""
    comparison = report.courses[0].comparison
    out.print(FittedTable(f"{report.a} against {report.b}", _columns(report), _caption(report)), crop=False)
    for reason, times in comparison.reasons.items():
        say(out, f"{count(times, 'match', 'matches')} forfeited: {reason}", "yellow")
    for name, incidents in zip((report.a, report.b), comparison.incidents, strict=True):
        if incidents:
            say(out, f"{name}: {count(incidents, 'incident')}; arena run stores what went wrong, arena faults shows it", "yellow")
    if report.certified is not None:
        better, worse, log_e = report.certified
        need = f"{2 / report.question.alpha:,.0f} is enough at {report.percent}"
        say(out, f"Certified, by chips won and the rules alone: {better} beats {worse} (E = {_size(log_e)}; {need}).")
    say(out, report.sentence, "bold")


def _columns(report: Report) -> list[Column]:
    lines, unit = report.lines, "regret" if report.spec.ruleset.graded else "mbb/h"
    columns = [
        Column("deals", [line.words for line in lines], "left"),
        Column("hands", [f"{line.comparison.hand_count:,}" for line in lines], expendable=4),
        Column(unit, [f"{line.finding.interval.mean:+.1f}" if line.finding.count else "–" for line in lines]),
        Column(f"{report.percent} interval", [_interval(line.finding) for line in lines], "center", expendable=2),
        Column("± s.e.", [_decimal(line.finding.standard_error) for line in lines], expendable=5),
        Column("hands needed", [_needed(line) for line in lines]),
    ]
    if report.baseline is None:
        return columns
    savings = [saving(line, report.baseline) for line in lines]
    return [
        *columns,
        Column("times fewer", [_times(by_hands, bound=bound) for _, by_hands, bound in savings]),
        Column("noise", [_decimal(line.noise, 0) for line in lines], expendable=3),
        Column("by noise", [_times(by_noise) for by_noise, _, _ in savings], expendable=1),
    ]


def _caption(report: Report) -> str:
    words = f"mbb/h: thousandths of a big bet won per hand by {report.a}."
    if report.spec.ruleset.graded:
        words = f"regret: thousandths of an ante that {report.b} threw away per hand beyond what {report.a} did."
    words += " The interval holds at every moment. Hands needed: after so many it was decided"
    if report.question.delta is not None:
        words += f", by a patch test that is wrong in about {100 * report.question.alpha:.4g} % at most, either way"
    if report.baseline is not None:
        words += (
            ".\nNoise: the deviation of a hand. Hands needed go with its square, so the last column says what each way saves on the whole"
        )
    return words + "."


def _interval(finding: Finding) -> str:
    low, high = finding.interval.low, finding.interval.high
    return "too early" if low is None or high is None else f"{low:+.1f} … {high:+.1f}"


def _needed(line: Line) -> str:
    return f"over {line.comparison.hand_count:,}" if line.needed_hands is None else f"{line.needed_hands:,}"


def _times(factor: float | None, *, bound: bool = False) -> str:
    return "–" if factor is None else f"{'> ' if bound else ''}{factor:.1f}"


def _decimal(number: float | None, digits: int = 1) -> str:
    return "–" if number is None else f"{number:,.{digits}f}"


def _size(log_e: float) -> str:
    return f"{math.exp(log_e):,.0f}" if log_e < math.log(1e6) else f"10^{log_e / math.log(10):.0f}"


def _turned(found: Interval) -> Interval:
    low, high = (None if end is None else -end for end in (found.high, found.low))
    return Interval(-found.mean, low, high)


def _line_document(line: Line) -> dict[str, object]:
    found = line.finding
    return {
        "deals": line.comparison.spec.play.deals,
        "corrected": line.corrected and not line.comparison.spec.ruleset.graded,
        "hands": line.comparison.hand_count,
        "blocks": found.count,
        "mean": _number(found.interval.mean),
        "low": _number(found.interval.low),
        "high": _number(found.interval.high),
        "standard_error": _number(found.standard_error),
        "noise": _number(line.noise),
        "hands_needed": line.needed_hands,
    }


def _number(value: float | None) -> float | None:
    """Rounded; what is infinite is not JSON and becomes None."""
    return None if value is None or not math.isfinite(value) else round(value, _DECIMALS)

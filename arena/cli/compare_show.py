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
    def said(self) -> bool:
        """Whether a hand was played of which something may be said; charges alone say nothing of play."""
        return bool(self.comparison.hand_count and self.finding.count)

    @property
    def needed_hands(self) -> int | None:
        """Hands after which it was decided."""
        needed = self.finding.needed_count
        return None if needed is None else self.comparison.hands_of(needed)

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
        if self.failures:
            return f"{'; '.join(self.failures)}. Nothing can be said of who is better."
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
        if self.unplayed:
            return "Not decided: no pass is over yet."
        if not first.finding.count:
            return f"Not decided after {hands}: of every deal both forfeited a part."
        stands = f"{self.a} is {_ahead(found.mean, f' {self.unit}')} {self.b}"
        if found.low is None or found.high is None:
            return f"Not decided after {hands}, too early for an interval: {stands}."
        if found.low == found.high == 0:
            return f"Not decided after {hands}: every block was a tie, as between twins."
        forfeited = " What was forfeited is charged, and decides nothing." if any(first.comparison.forfeits) else ""
        return f"Not decided after {hands}: {stands}; within {_span(found.low, found.high)} ({self.percent}).{forfeited}"

    @property
    def unplayed(self) -> bool:
        """Whether no pass is over."""
        return not any(self.courses[0].comparison.legs)

    @property
    def failures(self) -> list[str]:
        """Of every bot that failed: what it did and why, as a clause."""
        comparison = self.courses[0].comparison
        return [self._failure(comparison, index) for index in comparison.failed]

    def _failure(self, comparison: Comparison, index: int) -> str:
        name, forfeits, legs = (self.a, self.b)[index], comparison.forfeits[index], comparison.legs[index]
        share = f"all {count(legs, 'leg')}" if forfeits == legs else f"{forfeits:,} of {count(legs, 'leg')}"
        played = f"after {count(comparison.hands[index], 'hand')} in all" if comparison.hands[index] else "and never played a hand"
        why = [reason.removeprefix(f"{name}: ") for reason, _ in comparison.reasons.most_common() if reason.startswith(f"{name}: ")]
        return f"{name} forfeited {share}, {played}" + (f": {why[0]}" if why else "")

    @property
    def outputs(self) -> dict[str, str]:
        """By bot that forfeited: the end of what its program printed, where it printed something."""
        found = {name: text for course in reversed(self.courses) for name, text in course.outputs.items()}
        return {name: found[name] for name in (self.a, self.b) if name in found}

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
            "failed": [(self.a, self.b)[index] for index in comparison.failed],
            "outputs": self.outputs,
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
    by_hands = hands / line.needed_hands if line.needed_hands else None
    return by_noise, by_hands, base_hands is None


def show_report(report: Report, out: Console) -> None:
    """The table, what went wrong, and the sentence last; the sentence alone where no pass is over."""
    if report.unplayed:
        say(out, report.sentence, "bold")
        return
    comparison = report.courses[0].comparison
    if any(line.said for line in report.lines):
        out.print(FittedTable(f"{report.a} against {report.b}", _columns(report), _caption(report)), crop=False)
    for reason, times in comparison.reasons.items():
        say(out, f"{count(times, 'match', 'matches')} forfeited: {reason}", "yellow")
    for name, incidents in zip((report.a, report.b), comparison.incidents, strict=True):
        if incidents:
            say(out, f"{name}: {count(incidents, 'incident')}; arena run stores what went wrong, arena faults shows it", "yellow")
    for name, text in report.outputs.items():
        say(out, f"The end of what {name} printed:", "yellow")
        for line in text.split("\n"):
            say(out, f"  {line}")
    if report.certified is not None:
        better, worse, log_e = report.certified
        need = f"{2 / report.question.alpha:,.0f} is enough at {report.percent}"
        say(out, f"Certified, by chips won and the rules alone: {better} beats {worse} (E = {_size(log_e)}; {need}).")
    say(out, report.sentence, "bold")


def _columns(report: Report) -> list[Column]:
    lines, unit = report.lines, "regret" if report.spec.ruleset.graded else "mbb/h"
    columns = [
        Column("deals", [line.words for line in lines], "left", "text"),
        Column("hands", [f"{line.comparison.hand_count:,}" for line in lines], expendable=5),
        Column(unit, [f"{line.finding.interval.mean:+.1f}" if line.said else "–" for line in lines]),
        Column(f"{report.percent} interval", [_interval(line) for line in lines], "center", expendable=1),
        Column("± s.e.", [_decimal(line.finding.standard_error if line.said else None) for line in lines], expendable=7),
        Column("hands needed", [_needed(line) for line in lines], expendable=3),
    ]
    if report.baseline is None:
        return columns
    savings = [saving(line, report.baseline) for line in lines]
    return [
        *columns,
        Column("times fewer", [_times(by_hands, bound=bound) for _, by_hands, bound in savings], expendable=2),
        Column("noise", [_decimal(line.noise, 0) for line in lines], expendable=6),
        Column("by noise", [_times(by_noise) for by_noise, _, _ in savings], expendable=4),
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


def _interval(line: Line) -> str:
    low, high = line.finding.interval.low, line.finding.interval.high
    if not line.said:
        return "–"
    return "too early" if low is None or high is None else f"{low:+.1f} … {high:+.1f}"


def _needed(line: Line) -> str:
    if not line.said:
        return "–"
    return f"over {line.comparison.hand_count:,}" if line.needed_hands is None else f"{line.needed_hands:,}"


def _times(factor: float | None, *, bound: bool = False) -> str:
    return "–" if factor is None else f"{'> ' if bound else ''}{factor:.1f}"


def _decimal(number: float | None, digits: int = 1) -> str:
    return "–" if number is None else f"{number:,.{digits}f}"


def _size(log_e: float) -> str:
    return f"{math.exp(log_e):,.0f}" if log_e < math.log(1e6) else f"10^{log_e / math.log(10):.0f}"


def _ahead(mean: float, unit: str = "") -> str:
    """How far A is ahead, in words that stand before B's name."""
    size = f"{abs(mean):.1f}"
    return "level with" if float(size) == 0 else f"{size}{unit} {'ahead of' if mean > 0 else 'behind'}"


def _span(low: float, high: float) -> str:
    """An interval of how far A is ahead."""
    return " … ".join(f"{abs(end):.1f} {'behind' if end < 0 else 'ahead'}" for end in (low, high))


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
        "low": _number(found.interval.low if line.said else None),
        "high": _number(found.interval.high if line.said else None),
        "standard_error": _number(found.standard_error if line.said else None),
        "noise": _number(line.noise if line.said else None),
        "hands_needed": line.needed_hands,
    }


def _number(value: float | None) -> float | None:
    """Rounded; what is infinite is not JSON and becomes None."""
    return None if value is None or not math.isfinite(value) else round(value, _DECIMALS)

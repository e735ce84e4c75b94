"""What is said about the bots: a figure with its interval, what was claimed of it, and whether the claim holds.

Intervals are 95 % each, by ``arena.statistics``: they hold at every moment, so play may stop as soon as something is sure. A claim
holds when its whole interval is on the right side; when none of it is, the claim does not hold; between them it is not shown, which
is no success either.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.statistics import Interval, interval

CONFIDENCE = 0.95


class Verdict(StrEnum):
    """What the figures say of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "not shown"
    NOTHING = ""
    """Nothing was claimed, the figure is told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure, and what was claimed of it."""

    part: str
    what: str
    value: float
    unit: str
    """``mbb/h``, ``share``, ``decisions/s``, ``ms`` and so on."""
    low: float | None = None
    """Of the interval; None where there is none, or it is too early for one."""
    high: float | None = None
    where: str = ""
    """The table it was measured at; empty where that says nothing."""
    claimed: str = ""
    """In words; empty where nothing was."""
    verdict: Verdict = Verdict.NOTHING
    basis: str = ""
    """What was counted: hands, decisions."""


def estimate(series: Sequence[float]) -> Interval:
    """The mean of a series, with the interval of this room of evidence."""
    return interval(series, 1 - CONFIDENCE)


def rate(made: int, chances: int) -> Interval:
    """How often something is done that could be done so many times."""
    return estimate([1.0] * made + [0.0] * (chances - made))


def above(found: Interval, bound: float = 0.0) -> Verdict:
    """Whether the true mean is above a bound."""
    if found.low is None or found.high is None:
        return Verdict.OPEN
    return Verdict.HOLDS if found.low > bound else Verdict.FAILS if found.high <= bound else Verdict.OPEN


def agrees(found: Interval, stated: float) -> Verdict:
    """Whether the true mean may be what is stated."""
    if found.low is None or found.high is None:
        return Verdict.OPEN
    return Verdict.HOLDS if found.low <= stated <= found.high else Verdict.FAILS


def meets(*, met: bool) -> Verdict:
    """Of a figure without an interval."""
    return Verdict.HOLDS if met else Verdict.FAILS


def every_claim_holds(findings: Sequence[Finding]) -> bool:
    """Whether no claim was refuted or left open."""
    return all(finding.verdict in (Verdict.HOLDS, Verdict.NOTHING) for finding in findings)

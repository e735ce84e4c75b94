"""What is said about the bots: a figure with its interval, what was claimed of it, and whether the claim holds.

Intervals are 95 % each, by ``arena.statistics``: they hold at every moment, so play may stop as soon as something is sure. What is
neither shown nor refuted is no success.

- That something is *above* a bound holds when the whole interval is; it does not hold when none of it is.
- That something is done *as often* as stated holds when the interval has the stated rate in it, and ends within ``MARGIN`` of it on both
  sides; it does not hold when the stated rate is outside. An interval that is wider shows nothing.
- Figures without an interval, of speed and of a probe's model, are held against their bounds as they are (``speed``, ``probing``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.statistics import Interval, interval

CONFIDENCE = 0.95
MARGIN = 0.05
"""How far from a stated rate the true one may be, as a share of all, where the claim is said to hold."""


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
    """Whether the true mean is surely near what is stated, and may be just that."""
    if found.low is None or found.high is None:
        return Verdict.OPEN
    if not found.low <= stated <= found.high:
        return Verdict.FAILS
    return Verdict.HOLDS if stated - MARGIN <= found.low and found.high <= stated + MARGIN else Verdict.OPEN


def meets(*, met: bool) -> Verdict:
    """Of a figure without an interval."""
    return Verdict.HOLDS if met else Verdict.FAILS


def every_claim_holds(findings: Sequence[Finding]) -> bool:
    """Whether no claim was refuted or left open."""
    return all(finding.verdict in (Verdict.HOLDS, Verdict.NOTHING) for finding in findings)

"""The evidence for people, for programs and for a README.

Who is better, and what a best response wins, are tables of bots by where it was measured; all else is a list. Where a claim does not
hold, or is not shown, that is said in words beside the figure.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console

from arena.cli.common import say, table
from arena.cli.marked import Marks, machine_text
from bots.draw.evidence.claims import Finding, Verdict, every_claim_holds
from bots.draw.evidence.contests import PLACES
from bots.draw.evidence.probing import MODEL, PLAYED, SETTLED

MARKS = Marks("evidence")

_LIST = ("", "measured", "95 % interval", "claimed", "", "counted")


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found, and how."""

    findings: Sequence[Finding]
    seed: str
    quick: bool = False

    @property
    def holds(self) -> bool:
        """Whether every claim does."""
        return every_claim_holds(self.findings)

    def document(self) -> dict[str, object]:
        """For programs."""
        found = [asdict(finding) for finding in self.findings]
        return {"seed": self.seed, "quick": self.quick, "machine": machine_text(), "every_claim_holds": self.holds, "findings": found}


@dataclass(frozen=True, slots=True)
class Section:
    """A table of it."""

    title: str
    about: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def show(report: Report, out: Console) -> None:
    """The tables, and in a sentence what they come to."""
    for section in sections(report.findings):
        columns = [(heading, "left") for heading in section.headings]
        out.print(table(section.title, columns, section.rows))
        say(out, section.about, "dim")
        say(out, "")
    say(out, sentence(report.findings), "bold")


def sentence(findings: Sequence[Finding]) -> str:
    """How many claims hold, and which do not."""
    claims = [finding for finding in findings if finding.verdict != Verdict.NOTHING]
    found = f"{sum([finding.verdict == Verdict.HOLDS for finding in claims])} of {len(claims)} claims hold."
    for verdict in (Verdict.FAILS, Verdict.OPEN):
        names = [_name(finding) for finding in claims if finding.verdict == verdict]
        found += f" {verdict.capitalize()}: {'; '.join(names)}." if names else ""
    return found


def sections(findings: Sequence[Finding]) -> list[Section]:
    """The tables that there is something for."""
    parts = {
        part: [finding for finding in findings if finding.part == part]
        for part in ("ladder", "panel", "family", "bluffs", "speed", "probe")
    }
    found = [
        _crossed("Who is better", _BETTER, parts["ladder"] + parts["panel"], PLACES),
        _listed("Hard against a family of bots it was not tuned on", _FAMILY, parts["family"]),
        _listed("Bluffs", _BLUFFS, parts["bluffs"]),
        _listed("Speed at six seats", _SPEED, parts["speed"]),
        _crossed("What a best response wins", _PROBE, parts["probe"], (MODEL, PLAYED)),
    ]
    return [section for section in found if section.rows]


_BETTER = (
    "In mbb/h with 95 % intervals: heads-up what the first wins from the other, elsewhere by how much its result is above the other's in "
    "the same blocks; mirrored deals, so every bot has played every deal from every seat. Claimed: surely above 0."
)
_FAMILY = "Heads-up, in mbb/h. Of bots/draw/family.py one half is for tuning (python -m bots.draw.tune), and the other half is held out."
_BLUFFS = (
    "Claimed: what the bots' modules state. Hands worth bluffing with, or slow-playing, are so by hard's own reckoning, so these two only "
    "show that it keeps its rule. Equal shares against unknown hands are counted without it, where it may wager."
)
_SPEED = "Processor time on one core, views made beforehand, two bots of each level at one table."
_PROBE = (
    "In mbb/h, by arena probe: of a plan made of what the bot answered, or of the table that the expert shows (model), and against the bot "
    "itself (played, with the 95 % interval; an estimate of a lower bound), in its first hand of a match. Always folding loses 250. "
    f"The row {SETTLED} is hard with what it then remembered, held fast: who knows what it has come to believe wins more than in the "
    "first hand, but to get there one has to make it believe so."
)


def markdown(report: Report) -> str:
    """The tables for a README."""
    lines = [f"Measured by `make evidence` with seed {report.seed} on {machine_text()}. {sentence(report.findings)}", ""]
    for section in sections(report.findings):
        lines += [f"**{section.title}.** {section.about}", "", _line(section.headings), "|---" * len(section.headings) + "|"]
        lines += [*map(_line, section.rows), ""]
    return "\n".join(lines[:-1]) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _listed(title: str, about: str, findings: Sequence[Finding]) -> Section:
    rows = [
        (one.what, _figure(one.value, one.unit), _interval(one), one.claimed or "–", str(one.verdict) or "–", one.basis) for one in findings
    ]
    return Section(title, about, _LIST, rows)


def _crossed(title: str, about: str, findings: Sequence[Finding], places: Sequence[str]) -> Section:
    """A row for what is said, a column for where; columns without a figure are left out."""
    used = [place for place in places if any(finding.where == place for finding in findings)]
    by_place = {(finding.what, finding.where): finding for finding in findings}
    names = dict.fromkeys([finding.what for finding in findings])
    rows = [(name, *[_cell(by_place.get((name, place))) for place in used]) for name in names]
    return Section(title, about, ("", *used), rows)


def _cell(finding: Finding | None) -> str:
    if finding is None:
        return "–"
    text = _figure(finding.value, finding.unit)
    if finding.low is not None:
        text += f" ({_interval(finding)})"
    if finding.claimed not in ("", "above 0"):
        return f"{text}; {finding.claimed}: {finding.verdict}"
    return text if finding.verdict in (Verdict.HOLDS, Verdict.NOTHING) else f"{text}: {finding.verdict}"


def _name(finding: Finding) -> str:
    return f"{finding.what}, {finding.where}" if finding.where else finding.what


def _interval(finding: Finding) -> str:
    if finding.low is None or finding.high is None:
        return "–"
    return f"{_figure(finding.low, finding.unit)} … {_figure(finding.high, finding.unit)}"


def _figure(value: float, unit: str) -> str:
    """Short; where the unit is not told in words above, with it."""
    if unit == "mbb/h":
        return f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.1f}"
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.2f} {unit}"

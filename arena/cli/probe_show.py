"""What ``arena probe`` found, for people and for programs: a row a bot, and for a single one where the money comes from, and a sentence."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console

from arena.cli.common import say
from arena.cli.probe_money import Source, by_dealt, by_ending, by_line
from arena.cli.probe_play import CONFIDENCE, Probe
from arena.cli.tables import Column, FittedTable
from arena.rules import FiveCardDrawRuleset

LINES = 8
"""Lines of play that are told; the others are summed up."""

_DECIMALS = 3
_DEALT_CAPTION = "A bad hand loses whatever is done with it; compare the rows of one bot with another's. A wager is a bet or a raise."
_ESTIMATE = "an estimate of a lower bound of what can be won"
_PERCENT = f"{100 * CONFIDENCE:g} %"


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found, and how."""

    probes: Sequence[Probe]
    effort: str
    seed: str

    def document(self) -> dict[str, object]:
        """For programs."""
        ruleset = self.probes[0].ruleset
        return {
            "game": "five_card_draw",
            "rules": asdict(ruleset),
            "unit": "mbb/h",
            "confidence": CONFIDENCE,
            "effort": self.effort,
            "always_folding": _number(-_folding(ruleset)),
            "bots": [_probe_document(one) for one in self.probes],
            "seed": self.seed,
        }


def show_report(report: Report, out: Console) -> None:
    """The table; for a single bot also where the money comes from, and the sentence; of several, for those that contradict the model."""
    out.print(FittedTable("What a best response wins, in mbb/h", _columns(report.probes), _caption(report)), crop=False)
    if len(report.probes) == 1:
        for table in _money_tables(report.probes[0]):
            out.print(table, crop=False)
    for one in report.probes:
        if len(report.probes) == 1 or one.contradicted:
            say(out, sentence(one), "bold")


def sentence(found: Probe) -> str:
    """What the figures mean."""
    low, high, mean = found.won.low, found.won.high, round(found.won.mean, 1)
    won = f"won {mean:.1f} mbb/h from it" if mean >= 0 else f"lost {-mean:.1f} mbb/h to it"
    within = "too early for an interval" if low is None or high is None else f"winnings in the long run {low:.1f} … {high:.1f}, {_PERCENT}"
    shown = " It showed its table and was not asked." if found.shown else ""
    return (
        f"A player who knew {found.name}'s way {won} in {found.total.hand_count:,} hands ({within}); "
        f"a big bet a hand is 1000, always folding loses {_folding(found.ruleset):g}.{shown} "
        f"The model promises {found.exploitability:.1f}{_compared(found)}"
    )


def _compared(found: Probe) -> str:
    """What was played beside the model."""
    if found.contradicted:
        return f", and surely more can be won: the bot does not play as the model has it. What was played is {_ESTIMATE}."
    if round(found.won.mean, 1) < round(found.exploitability, 1):
        return f": the figure to believe is what was played, {_ESTIMATE}."
    return f"; what was played is {_ESTIMATE}."


def _columns(probes: Sequence[Probe]) -> list[Column]:
    columns = [
        Column("bot", [one.name for one in probes], "left", "name"),
        Column("model", [f"{one.exploitability:.1f}" for one in probes]),
        Column("played", [f"{one.won.mean:.1f}" for one in probes]),
        Column(f"{_PERCENT} interval", [_interval(one) for one in probes], "center", expendable=1),
        Column("hands", [f"{one.total.hand_count:,}" for one in probes], expendable=3),
        Column("questions", ["shown" if one.shown else f"{one.question_count:,}" for one in probes], expendable=4),
    ]
    if len(probes) > 1:
        columns.append(Column("most of it", [_most(one) for one in probes], "left", "text", expendable=2))
    return columns


def _caption(report: Report) -> str:
    shown = " (of its table where it shows one, and is not asked)" if any(one.shown for one in report.probes) else ""
    return (
        f"Model: against a plan made of the bot's answers{shown}, in which like hands are played alike.\n"
        f"Played: against the bot itself, {_ESTIMATE}.\n"
        f"A big bet a hand is 1000, always folding loses {_folding(report.probes[0].ruleset):g}. The interval holds at every moment."
    )


def _money_tables(found: Probe) -> list[FittedTable]:
    """By line, by what the bot was dealt, by ending; each adds up to what was won."""
    lines, dealt, endings = by_line(found.money, LINES), by_dealt(found.money), by_ending(found.money)
    told = [one.name if one.lines == 1 else (f"{one.lines:,} other lines", "", "") for one in lines]
    parts = [[*part, end] for part, end in zip(zip(*told, strict=True), ("together", "", ""), strict=True)]
    headings = ("before the draw", "cards drawn", "after the draw")
    by_lines = [Column(heading, cells, "left", "text") for heading, cells in zip(headings, parts, strict=True)]
    hands = Column("the bot's hand", _names(dealt), "left", "text")
    mostly = zip(*[one.mostly for one in dealt], ("", "", ""), strict=True)
    did = [Column(heading, cells, "left") for heading, cells in zip(("before", "drawn", "after"), mostly, strict=True)]
    return [
        FittedTable("Where the money comes from: lines of play", [*by_lines, *_sums(found, lines)]),
        FittedTable("… what the bot was dealt, and did mostly", [hands, *_sums(found, dealt), *did], _DEALT_CAPTION),
        FittedTable("… how hands end", [Column("ending", _names(endings), "left", "text"), *_sums(found, endings)]),
    ]


def _names(sources: Sequence[Source]) -> list[str]:
    return [*[one.name[0] for one in sources], "together"]


def _sums(found: Probe, sources: Sequence[Source]) -> list[Column]:
    sums = [*[one.sum for one in sources], found.total]
    return [
        Column("hands", [f"{100 * one.hand_count / found.total.hand_count:.1f} %" for one in sums]),
        Column("mbb/h", [f"{found.mbb(one.net_chips):+.1f}" for one in sums]),
    ]


def _most(found: Probe) -> str:
    """The ending that gave most."""
    best = max(by_ending(found.money), key=lambda one: one.sum.net_chips)
    return f"{best.name[0]}: {found.mbb(best.sum.net_chips):+.1f}"


def _interval(found: Probe) -> str:
    low, high = found.won.low, found.won.high
    return "too early" if low is None or high is None else f"{low:.1f} … {high:.1f}"


def _folding(ruleset: FiveCardDrawRuleset) -> float:
    """What always folding loses at most, in mbb/h: the ante."""
    return 1000 * ruleset.ante / ruleset.big_bet


def _probe_document(found: Probe) -> dict[str, object]:
    return {
        "bot": found.name,
        "exploitability": _number(found.exploitability),
        "exploitability_by_position": [_number(one) for one in found.model],
        "mean": _number(found.won.mean),
        "low": _number(found.won.low),
        "high": _number(found.won.high),
        "hands": found.total.hand_count,
        "net_chips": found.total.net_chips,
        "questions": found.question_count,
        "shown": found.shown,
        "contradicted": found.contradicted,
        "sentence": sentence(found),
        "lines": [_line_document(one) | _sum_document(found, one) for one in by_line(found.money, LINES)],
        "dealt": [{"dealt": one.name[0]} | _sum_document(found, one) | {"mostly": list(one.mostly)} for one in by_dealt(found.money)],
        "endings": [{"ending": one.name[0]} | _sum_document(found, one) for one in by_ending(found.money)],
    }


def _line_document(one: Source) -> dict[str, object]:
    return dict(zip(("before", "draws", "after"), one.name, strict=True)) | {"lines": one.lines}


def _sum_document(found: Probe, one: Source) -> dict[str, object]:
    return {"hands": one.sum.hand_count, "net_chips": one.sum.net_chips, "mbb": _number(found.mbb(one.sum.net_chips))}


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, _DECIMALS)

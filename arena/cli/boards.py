"""The standings of a tournament for people: the board, head to head, and what went wrong. The all-time board likewise.

Bands: a line is drawn where everyone above is surely better than everyone below; between two lines ranks are ranges, and those
with the same best rank share a band. Who has no place stands below a line of its own, with the reason instead of a rank.

A loss is in the score, and nowhere else. A fault is an incident; a forfeit is a leg that a bot's own faults ended, and costs it; a void
match is nobody's, and counts for nobody. The three are counted apart.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from arena.cli.common import count, say
from arena.cli.tables import Column, Crosstable, caption_of, fitted, laid_out, needed
from arena.cli.text import visible
from arena.dealer import RunStatus
from arena.matches import Cause, Status
from arena.tournaments import AllTimeBoard, Order, OrderKind, Rules, Standings, StandingsRow, new_bands

_PAIRS_SHOWN = 3

_WORDS = {
    "regret": "regret: thousandths of an ante of expectation thrown away per hand, exactly; less is better. net: thousandths of an ante "
    "won per hand, skill and luck together.",
    "mbb/h": "mbb/h: thousandths of {} won per hand.",
    "net": "net: thousandths of {} won per hand.",
    "prize": "prize: thousandths of {} won per match, by places.",
}
"""What scores are, by their heading."""
_CORRECTED_WORDS = " The luck of the draw is out of it; net has it in."
_RATED_WORDS = " Scores are ratings: they allow for who met whom."
_INTERVAL_WORDS = " The interval holds at every moment, so it may be watched."
_FORFEIT_WORDS = " A forfeited leg costs whoever forfeited it, and is no win of the others."
_VOID_WORDS = " A void match is no bot's fault and counts for nobody."
_SAYS_LITTLE = 7
"""How expendable a column of zeros is, and above; the others from 1 to 6, the last to go first."""


@dataclass(frozen=True, slots=True)
class _FormatWords:
    """How a format is told."""

    title: str
    decided: str = "every rank is decided"
    open_now: str = "ranks with a range are not decided yet"
    """While the run goes on."""
    open_after: str = "ranks with a range were not decided"
    """When it is over."""
    words: str = ""


_FORMATS = {
    "round_robin": _FormatWords("Everyone against everyone"),
    "gauntlet": _FormatWords(
        "Gauntlet",
        "of every hero and each opponent it is sure who is better",
        "not of every hero and each opponent is it sure yet who is better",
        "not of every hero and each opponent was it sure who is better",
        " A hero and an opponent are compared head to head.",
    ),
    "swiss": _FormatWords("Swiss", words=_RATED_WORDS),
    "knockout": _FormatWords(
        "Knockout",
        "every tie is over",
        "not every tie is over yet",
        "not every tie was played to its end",
        " Ranks say who came how far; scores do not.",
    ),
    "ladder": _FormatWords("Ladder", words=_RATED_WORDS),
    "sit_and_go": _FormatWords("Sit-and-go"),
    "solo": _FormatWords("Everyone alone against the house"),
    "all_time": _FormatWords("Over all tournaments"),
}


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The leaderboard, made for the width at which it is shown; a line above each band."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[StandingsRow]
    caption: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, what has no place fainter than the rest."""
        worth = self._worth_showing(options.max_width)
        kept = fitted(worth, options.max_width)
        made = laid_out(self.title, kept, caption_of(self.caption, worth, kept))
        for above, begins in zip(made.rows, new_bands(self.rows)[1:], strict=False):
            above.end_section = begins
        for line, row in zip(made.rows, self.rows, strict=True):
            line.style = "dim" if row.best_rank is None else None
        yield made

    def _worth_showing(self, width: int) -> list[Column]:
        """The columns, without those that say least where a name would have to be cut for them."""
        kept = list(self.columns)
        while sum(column.width + 3 for column in kept) >= width and max(column.expendable for column in kept) >= _SAYS_LITTLE:
            kept.remove(max(kept, key=lambda column: column.expendable))
        return kept


def show_board(board: Standings, confidence: float, out: Console, status: RunStatus = RunStatus.RUNNING, reason: str = "") -> None:
    """The leaderboard, the crosstable and what went wrong, for people."""
    out.print(board_table(board, confidence, status), crop=False)
    if len(board.rows) > 2 and board.pairs:
        out.print(pairs_table(board), crop=False)
    for line in [*reasons(board), *(_told(order, status) for order in board.orders)]:
        say(out, line, "yellow")
    if status in (RunStatus.STOPPED, RunStatus.FAILED):
        say(out, f"{status.value}: {reason or 'before its end'}", "yellow")


def show_all_time(board: AllTimeBoard, confidence: float, out: Console, ask: str) -> None:
    """The all-time board, everyone against each reference bot, and which other boards there are; ``ask`` is the command that shows them."""
    out.print(board_table(board.standings, confidence), crop=False)
    if board.rules.reference:
        out.print(ReferenceTable(board), crop=False)
    for other in board.others:
        runs = f"{count(other.hands, 'hand')} of run{'s' * (len(other.run_ids) > 1)} {', '.join(map(str, other.run_ids))}"
        say(out, f"Other rules, {rules_text(other.rules, board.rules)}: {runs}; `{ask} --rules-of {other.run_ids[0]}` shows them.")


def board_table(board: Standings, confidence: float, status: RunStatus = RunStatus.RUNNING) -> BoardTable:
    """The leaderboard of a tournament that stands so."""
    rows = board.rows
    faults, forfeits, voids = (any(getattr(row, name) for row in rows) for name in ("incidents", "forfeits", "voids"))
    columns = [
        Column("rank", [_rank(row) for row in rows], "left" if any(row.best_rank is None for row in rows) else "right"),
        Column("entrant", [visible(row.entrant) for row in rows], "left", "name"),
        *_scores(board),
        Column(f"{confidence:.0%} interval", [_interval(board, row) for row in rows], "center", expendable=1),
        Column("± s.e.", ["–" if row.standard_error is None else f"{row.standard_error:.1f}" for row in rows], expendable=_SAYS_LITTLE + 2),
        Column("hands", [f"{row.hands:,}" for row in rows], expendable=5),
        Column("incidents", [f"{row.incidents:,}" for row in rows], expendable=4 if faults else _SAYS_LITTLE + 1),
        Column("forfeits", [f"{row.forfeits:,}" for row in rows], expendable=2 if forfeits else _SAYS_LITTLE),
        *([Column("voids", [f"{row.voids:,}" for row in rows], expendable=3)] if voids else []),
    ]
    return BoardTable(
        visible(board.tournament), columns, rows, f"{_played(board)}; {_verdict(board, status)}.\n{_explained(board, confidence)}"
    )


def heading_of(board: Standings) -> str:
    """What scores are called."""
    return "regret" if board.by_regret else {"big bet": "mbb/h", "buy-in": "prize"}.get(board.unit_name, "net")


def pairs_table(board: Standings) -> Crosstable:
    """What the entrant of a row won from the one of a column."""
    names = [row.entrant for row in board.rows]
    won = {(pair.a, pair.b): pair.mean for pair in board.crosstable if pair.blocks}
    cells = [[f"{won[name, other]:+.1f}" if (name, other) in won else "" for other in names] for name in names]
    return Crosstable(f"Head to head, {heading_of(board)}", names, cells)


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """What everyone won from each reference bot. These are columns, headed by names where there is room, else by numbers."""

    board: AllTimeBoard

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table, in parts where it is too wide even so."""
        standings, reference = self.board.standings, self.board.rules.reference
        names = Column("", [visible(row.entrant) for row in standings.rows], "left", "name")
        won = {(pair.a, pair.b): f"{pair.mean:+.0f}" for pair in standings.crosstable if pair.blocks}
        cells = [[won.get((row.entrant, bot), "") for row in standings.rows] for bot in reference]
        title = f"Against the reference bots, {heading_of(standings)}"
        columns = [Column(bot, column) for bot, column in zip(reference, cells, strict=True)]
        if needed([names, *columns]) <= options.max_width:
            yield laid_out(title, fitted([names, *columns], options.max_width))
            return
        columns = [Column(str(number), column) for number, column in enumerate(cells, 1)]
        at_once = max(1, (options.max_width - names.least - 4) // (max(column.width for column in columns) + 3))
        for first in range(0, len(columns), at_once):
            yield laid_out("" if first else title, fitted([names, *columns[first : first + at_once]], options.max_width))
        yield Text(", ".join(f"{number} {bot}" for number, bot in enumerate(reference, 1)) + ".", style="dim")


def rules_text(rules: Rules, than: Rules) -> str:
    """What rules have that others have not, as a tournament file says it."""
    ours, theirs = rules.document(), than.document()
    changed = [
        f"{key} = {_as_written(ours[key]) if key in ours else 'left out'}" for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)
    ]
    return ", ".join(changed)


def _as_written(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def open_text(pairs: Sequence[tuple[str, str]]) -> str:
    """Pairs of which it is not sure who is better; empty where there are none."""
    shown = ", ".join(f"{visible(a)}–{visible(b)}" for a, b in pairs[:_PAIRS_SHOWN])
    return shown + (f" and {len(pairs) - _PAIRS_SHOWN} more" if len(pairs) > _PAIRS_SHOWN else "")


def reasons(board: Standings) -> list[str]:
    """Why matches were not completed, each reason once with its count; those void by hand are told with the order."""
    found: dict[str, int] = {}
    for match in board.matches:
        for reason in filter(None, match.reason.split("; ") if match.cause != Cause.ORGANISER else ()):
            text = f"{match.status.value}: {reason}"
            found[text] = found.get(text, 0) + 1
    return [f"{count(times, 'match', 'matches')} {text}" for text, times in found.items()]


def _told(order: Order, status: RunStatus) -> str:
    """What was decided by hand."""
    said = {OrderKind.ENTER: "entered late", OrderKind.WITHDRAW: "withdrew", OrderKind.DISQUALIFY: "was disqualified"}
    what = f"{order.subject} {said[order.kind]}" if order.kind in said else f"match {order.subject} is void by hand"
    if order.pass_number is None and status == RunStatus.RUNNING:
        what += " (played so from the next pass on)"
    return f"{what}: {order.reason}" if order.reason else what


def _an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _scores(board: Standings) -> list[Column]:
    if not board.by_regret:
        scores = Column(heading_of(board), [f"{row.score:+.1f}" for row in board.rows])
        return [scores, Column("net", [f"{row.net:+.1f}" for row in board.rows], expendable=6)] if board.corrected else [scores]
    regrets = ["no mistake yet" if _faultless(row) else f"{row.score:.1f}" if row.blocks else "–" for row in board.rows]
    nets = [f"{row.net:+.0f}" if row.blocks else "–" for row in board.rows]
    return [Column(heading_of(board), regrets), Column("net", nets)]


def _faultless(row: StandingsRow) -> bool:
    """Of a board by regret: whether it has thrown nothing away in what it played."""
    return bool(row.blocks) and not row.score


def _played(board: Standings) -> str:
    """How much was played, and what of it went wrong."""
    void = sum(match.status == Status.VOID for match in board.matches)
    counted = count(len(board.matches) - void, "match", "matches")
    forfeits = sum(row.forfeits for row in board.rows)
    parts = [f"{_FORMATS[board.format].title}: {count(board.hands, 'hand')} in {counted}"]
    parts += [f"{count(forfeits, 'leg')} forfeited"] * bool(forfeits) + [f"{void:,} more void"] * bool(void)
    return ", ".join(parts)


def _verdict(board: Standings, status: RunStatus) -> str:
    words = _FORMATS[board.format]
    if all(row.best_rank is None for row in board.rows):
        return "nobody has a rank"
    return words.decided if board.decided else words.open_now if status == RunStatus.RUNNING else words.open_after


def _explained(board: Standings, confidence: float) -> str:
    """What the columns are."""
    heading = heading_of(board)
    words = _WORDS[heading].format(_an(board.unit_name)) + _CORRECTED_WORDS * board.corrected + _FORMATS[board.format].words
    failed, void = any(row.forfeits for row in board.rows), any(row.voids for row in board.rows)
    faultless = board.by_regret and any(map(_faultless, board.rows))
    return words + _INTERVAL_WORDS + _faultless_words(confidence) * faultless + _FORFEIT_WORDS * failed + _VOID_WORDS * void


def _faultless_words(confidence: float) -> str:
    """What n hands without a mistake say of p, the share that have one: that they had none has a chance of at most e^-pn."""
    bound = math.ceil(-10 * math.log(1 - confidence)) / 10
    return f" No mistake yet: after n hands surely fewer than {bound:g}/n of all hands have one ({confidence:.0%})."


def _rank(row: StandingsRow) -> str:
    if row.best_rank is None:
        return row.status
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"


def _interval(board: Standings, row: StandingsRow) -> str:
    if not row.hands:
        return "–"
    if row.low is None or row.high is None:
        return "too early"
    return f"{row.low:.1f} … {row.high:.1f}" if board.by_regret else f"{row.low:+.1f} … {row.high:+.1f}"

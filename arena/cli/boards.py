"""The standings of a tournament for people: the board, head to head, and what went wrong."""

from collections.abc import Iterable

from rich.console import Console

from arena.cli.common import count, say
from arena.cli.tables import Column, Crosstable, FittedTable
from arena.dealer import RunStatus
from arena.tournaments import MatchOutcome, Standings, StandingsRow, TournamentSpec, standings

_REGRET_WORDS = (
    "regret: thousandths of an ante of expectation thrown away per hand, exactly; less is better. net: thousandths of an ante won per "
    "hand, skill and luck together."
)


def show_board(
    spec: TournamentSpec, outcomes: Iterable[MatchOutcome], out: Console, status: RunStatus = RunStatus.RUNNING, reason: str = ""
) -> None:
    """The leaderboard, the crosstable and what went wrong, for people."""
    board = standings(spec, outcomes)
    out.print(board_table(board, spec.play.confidence, status), crop=False)
    if len(spec.entrants) > 2 and board.pairs:
        out.print(pairs_table(board), crop=False)
    for line in reasons(board):
        say(out, line, "yellow")
    if status in (RunStatus.STOPPED, RunStatus.FAILED):
        say(out, f"{status.value}: {reason or 'before its end'}", "yellow")


def board_table(board: Standings, confidence: float, status: RunStatus = RunStatus.RUNNING) -> FittedTable:
    """The leaderboard of a tournament that stands so."""
    rows = board.rows
    columns = [
        Column("rank", [_rank(row) for row in rows]),
        Column("entrant", [row.entrant for row in rows], "left", "name"),
        *_scores(board),
        Column(f"{confidence:.0%} interval", [_interval(board, row) for row in rows], "center", expendable=1),
        Column("± s.e.", ["–" if row.standard_error is None else f"{row.standard_error:.1f}" for row in rows], expendable=7),
        Column("hands", [f"{row.hands:,}" for row in rows], expendable=4),
        Column("incidents", [f"{row.incidents:,}" for row in rows], expendable=3 if any(row.incidents for row in rows) else 6),
        Column("forfeits", [f"{row.forfeits:,}" for row in rows], expendable=2 if any(row.forfeits for row in rows) else 5),
    ]
    played = f"{count(board.hands, 'hand')} in {count(len(board.matches), 'match', 'matches')}"
    words = _REGRET_WORDS if board.by_regret else f"{heading_of(board)}: thousandths of {_an(board.unit_name)} won per hand."
    words += " The interval holds at every moment, so it may be watched."
    return FittedTable(board.tournament, columns, f"{played}; {_verdict(board, status)}.\n{words}")


def heading_of(board: Standings) -> str:
    """What scores are called."""
    return "regret" if board.by_regret else "mbb/h" if board.unit_name == "big bet" else "net"


def _an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _scores(board: Standings) -> list[Column]:
    if not board.by_regret:
        return [Column(heading_of(board), [f"{row.score:+.1f}" for row in board.rows])]
    perfect = ["perfect" if row.blocks and not row.score else f"{row.score:.1f}" for row in board.rows]
    nets = ["–" if row.net is None else f"{row.net:+.0f}" for row in board.rows]
    return [Column(heading_of(board), perfect), Column("net", nets)]


def pairs_table(board: Standings) -> Crosstable:
    """What the entrant of a row won from the one of a column."""
    names = [row.entrant for row in board.rows]
    won = {(pair.a, pair.b): pair.mean for pair in board.crosstable if pair.blocks}
    cells = [[f"{won[name, other]:+.1f}" if (name, other) in won else "" for other in names] for name in names]
    return Crosstable("Head to head, mbb/h", names, cells)


def reasons(board: Standings) -> list[str]:
    """Why matches were not completed, each reason once with its count."""
    found: dict[str, int] = {}
    for match in board.matches:
        for reason in filter(None, match.reason.split("; ")):
            text = f"{match.status.value}: {reason}"
            found[text] = found.get(text, 0) + 1
    return [f"{count(times, 'match', 'matches')} {text}" for text, times in found.items()]


def _verdict(board: Standings, status: RunStatus) -> str:
    if board.decided:
        return "every rank is decided"
    return "ranks with a range are not decided yet" if status == RunStatus.RUNNING else "ranks with a range were not decided"


def _rank(row: StandingsRow) -> str:
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"


def _interval(board: Standings, row: StandingsRow) -> str:
    if row.low is None or row.high is None:
        return "too early"
    return f"{row.low:.1f} … {row.high:.1f}" if board.by_regret else f"{row.low:+.1f} … {row.high:+.1f}"

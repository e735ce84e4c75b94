"""The board of a run as its page shows it: rows with their bars, bands, the crosstable, what went wrong, how far it is."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from arena.languages import N_
from arena.rules import GAMES
from arena.tournaments import MatchRow, Standings, StandingsRow, budget_of, new_bands
from arena.web.charts import Bar, ErrorBars, error_bars
from arena.web.feed import RunBoard
from arena.web.measures import Measure, measure_of

MATCHES_SHOWN = 30
"""On the page of a run; the others have a page of their own."""
CROSS_SHOWN = 24
"""Entrants in the crosstable, best first; it grows with the square of their number."""
_GAME_TITLES = (N_("Five-card draw"), N_("Texas Hold'em Bonus"))
"""As the rules have them."""
_FORMAT_TITLES = {
    "round_robin": N_("everyone against everyone"),
    "gauntlet": N_("gauntlet: against the field"),
    "swiss": N_("Swiss: against those who stand as high"),
    "knockout": N_("knockout: who loses a tie is out"),
    "ladder": N_("ladder: between neighbours, on and on"),
    "sit_and_go": N_("sit-and-go: until one has every chip"),
    "solo": N_("everyone alone against the house"),
}
_ORDER_TEXTS = {
    "enter": N_("{subject} entered late."),
    "withdraw": N_("{subject} withdrew."),
    "disqualify": N_("{subject} was disqualified."),
    "void": N_("Match {subject} is void."),
}
"""What was decided by hand, by kind of order."""


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the leaderboard."""

    row: StandingsRow
    bar: Bar
    new_band: bool
    """Whether everyone above is surely better."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one entrant won from another, in the unit of the board."""

    mean: float
    low: float | None
    high: float | None

    @property
    def tone(self) -> str:
        """``won`` or ``lost`` when it is sure, else empty."""
        if self.low is None or self.high is None:
            return ""
        return "won" if self.low > 0 else "lost" if self.high < 0 else ""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Everything the page of a run shows."""

    board: RunBoard
    places: tuple[Place, ...]
    chart: ErrorBars
    cross: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    """By row: the entrant, and a cell for each entrant in the same order, None where they have not met; empty where nobody meets."""
    recent: tuple[MatchRow, ...]
    """The newest matches, newest first."""
    reasons: tuple[tuple[str, str, int], ...]
    """Of matches that were not completed: how they ended, why, and how many did so."""
    measure: Measure
    game_title: str
    format_title: str
    """These two are messages."""
    most_hands: int
    order_texts: Mapping[str, str]
    """Messages, by kind of order."""


def board_page(board: RunBoard) -> BoardPage:
    """The page of a board."""
    standings = board.standings
    spec, measure = board.info.spec, measure_of(board.info.spec.ruleset, board.info.spec.payouts)
    chart = error_bars([(row.score, row.low, row.high) for row in standings.rows], from_zero=measure.by_regret)
    begins = [begins and row.blocks > 0 for begins, row in zip(new_bands(standings.rows), standings.rows, strict=True)]
    return BoardPage(
        board=board,
        places=tuple(map(Place, standings.rows, chart.bars, begins)),
        chart=chart,
        cross=crosstable(standings),
        recent=standings.matches[: -MATCHES_SHOWN - 1 : -1],
        reasons=_reasons(standings),
        measure=measure,
        game_title=GAMES[spec.game_name].title,
        format_title=_FORMAT_TITLES[spec.format],
        most_hands=budget_of(spec)[0],
        order_texts=_ORDER_TEXTS,
    )


def crosstable(standings: Standings) -> tuple[tuple[str, tuple[Cell | None, ...]], ...]:
    """The crosstable, in the order of the leaderboard, of the best."""
    cells = {(pair.a, pair.b): Cell(pair.mean, pair.low, pair.high) for pair in standings.crosstable if pair.blocks}
    names = [row.entrant for row in standings.rows[:CROSS_SHOWN]] if standings.crosstable else []
    return tuple((name, tuple(cells.get((name, other)) for other in names)) for name in names)


def _reasons(standings: Standings) -> tuple[tuple[str, str, int], ...]:
    found = Counter((match.status.value, reason) for match in standings.matches for reason in match.reason.split("; ") if reason)
    return tuple((status, reason, times) for (status, reason), times in found.items())

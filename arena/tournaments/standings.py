"""How everyone stands, for people and programs: the board in words, the crosstable, the matches behind it.

The numbers come from ``board``, which says how they are made. Void matches are listed and count for nothing.
"""

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import combinations, permutations

from arena.matches import Cause, Status
from arena.statistics import Interval, ranks
from arena.tournaments.board import Board, Place
from arena.tournaments.formats import board_of
from arena.tournaments.orders import Order, OrderKind
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.progress import Progress, progress_of
from arena.tournaments.spec import TournamentSpec

_DECIMALS = 3
_LEFT_OUT = ("standard_error", "blocks")
"""Of an entrant's row, for programs."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entrant. Scores in thousandths of the unit a hand, see :class:`Standings`."""

    entrant: str
    best_rank: int | None
    """1 and one for everyone who is surely better; who shares it shares a band. None for one without a place, see ``status``."""
    worst_rank: int | None
    """The number of entrants with a place less those who are surely worse; None likewise."""
    score: float
    low: float | None
    """Of the interval that may be watched; None while it is too early."""
    high: float | None
    standard_error: float | None
    """None for fewer than two blocks."""
    hands: int
    """Hands played, all legs counted."""
    blocks: int
    """Blocks that entered the score."""
    incidents: int
    forfeits: int
    """Legs forfeited."""
    voids: int
    """Matches that were void, by our fault or by hand; they count for nobody."""
    net: float
    """What it won a hand, skill and luck together."""
    status: str = ""
    """Why it has no place: ``unscored``, ``late``, ``withdrawn`` or ``disqualified``."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two entrants head to head, in mbb/h as the first sees it."""

    a: str
    b: str
    blocks: int
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match, void ones included."""

    match_id: str
    players: tuple[str, ...]
    """Names, in player order."""
    status: Status
    reason: str
    commitment: str
    cause: Cause = Cause.NONE
    """The reason as one of a closed list."""


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament's standings at one moment."""

    tournament: str
    game: str
    hands: int
    """Hands played, all legs counted."""
    blocks: int
    """Blocks of which every leg was played."""
    decided: bool
    """Whether nothing is open: of every two neighbours one is surely better, in a gauntlet a hero or its opponent, or all ties are over."""
    rows: tuple[StandingsRow, ...]
    """Best score first; equal scores by name."""
    pairs: tuple[PairRow, ...]
    """Every two entrants, in the order in which they were entered."""
    crosstable: tuple[PairRow, ...]
    """Every two entrants in both orders, each as the first sees it: the charge for a forfeit is in its own row only."""
    matches: tuple[MatchRow, ...]
    """By pass, pairing and attempt."""
    by_regret: bool = False
    """Whether scores are regret, less is better, rather than winnings."""
    unit_name: str = "big bet"
    """What scores are thousandths of."""
    corrected: bool = False
    """Whether the luck of the draw is out of the scores, so that they differ from what was won."""
    undecided: tuple[tuple[str, str], ...] = ()
    """What is open: pairs of which neither is surely better, yet one should be."""
    format: str = "round_robin"
    orders: tuple[Order, ...] = ()
    """What was decided by hand."""

    def document(self) -> dict[str, object]:
        """The document that ``arena run --json`` prints; floats with 3 decimals."""
        return {
            "tournament": self.tournament,
            "game": self.game,
            "hands": self.hands,
            "blocks": self.blocks,
            "decided": self.decided,
            "undecided": [list(pair) for pair in self.undecided],
            "standings": [row_document(row) for row in self.rows],
            "pairs": [row_document(pair) for pair in self.pairs],
            "matches": [row_document(match) for match in self.matches],
            "orders": [_order_document(order) for order in self.orders],
        }


def standings(spec: TournamentSpec, outcomes: Iterable[MatchOutcome], orders: Sequence[Order] = ()) -> Standings:
    """The standings after some matches, given in any order, and what was decided by hand meanwhile."""
    ordered = _with_orders(outcomes, orders)
    progress = progress_of(spec, ordered, orders)
    spec, board = progress.spec, board_of(progress)
    counted = [outcome for outcome in ordered if outcome.status != Status.VOID]
    entrants = range(len(spec.entrants) if spec.play.seats > 1 else 0)
    cells = {(a, b): _pair(spec, board, a, b) for a, b in permutations(entrants, 2)}
    return Standings(
        tournament=spec.name,
        game=spec.game_name,
        hands=sum(outcome.hand_count for outcome in counted),
        blocks=sum(block.played_count == block.leg_count for outcome in counted for block in outcome.blocks),
        decided=not board.undecided_pairs,
        undecided=tuple((spec.entrants[a].name, spec.entrants[b].name) for a, b in board.undecided_pairs),
        rows=_rows(progress, board, ordered),
        pairs=tuple(cells[pair] for pair in combinations(entrants, 2)),
        crosstable=tuple(cells.values()),
        matches=tuple(map(partial(_match, spec), ordered)),
        by_regret=spec.ruleset.graded,
        unit_name="buy-in" if spec.payouts else spec.ruleset.unit_name,
        corrected=any(block.luck for outcome in counted for block in outcome.blocks[:1]),
        format=spec.format,
        orders=tuple(orders),
    )


def match_rows(spec: TournamentSpec, outcomes: Iterable[MatchOutcome], orders: Iterable[Order] = ()) -> tuple[MatchRow, ...]:
    """The matches as the standings list them, where nothing else of these is wanted; ``spec`` with its late entrants."""
    return tuple(map(partial(_match, spec), _with_orders(outcomes, orders)))


def new_bands(rows: Sequence[StandingsRow]) -> list[bool]:
    """By row: whether everyone above it is surely better than everyone from here on who has a place; never for the first.

    Those without a place stand last, and the first of them begins something new too.
    """
    begins = []
    for index, row in enumerate(rows):
        above = [other.worst_rank for other in rows[:index] if other.worst_rank is not None]
        below = [other.best_rank for other in rows[index:] if other.best_rank is not None]
        placed = row.best_rank is not None or (index > 0 and rows[index - 1].best_rank is not None)
        begins.append(bool(above) and placed and max(above) < min(below, default=math.inf))
    return begins


def _with_orders(outcomes: Iterable[MatchOutcome], orders: Iterable[Order]) -> list[MatchOutcome]:
    """In order, void where they are by hand."""
    void = {order.subject: order.reason for order in orders if order.kind == OrderKind.VOID}
    ordered = sorted(outcomes, key=lambda outcome: (outcome.pass_number, outcome.pairing, outcome.attempt))
    return [
        dataclasses.replace(outcome, status=Status.VOID, cause=Cause.ORGANISER, reason=f"void by hand: {void[outcome.match_id]}")
        if outcome.match_id in void
        else outcome
        for outcome in ordered
    ]


def _rows(progress: Progress, board: Board, outcomes: Sequence[MatchOutcome]) -> tuple[StandingsRow, ...]:
    hands, incidents, forfeits, voids = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for outcome in outcomes:
        for player, entrant in enumerate(outcome.pairing):
            if outcome.status == Status.VOID:
                voids[entrant] += 1
                continue
            hands[entrant] += outcome.hand_count
            incidents[entrant] += outcome.incidents[player]
            forfeits[entrant] += outcome.forfeits[player]
    spec = progress.spec
    places = ranks(board.better, [entrant in board.ranked for entrant in range(board.count)])
    known = {entrant: hands[entrant] > 0 and not (spec.ruleset.graded and not board.places[entrant].score) for entrant in board.order}
    ways = {entrant: _shown_way(spec, board.places[entrant], known=known[entrant]) for entrant in board.order}
    return tuple(
        StandingsRow(
            entrant=spec.entrants[entrant].name,
            best_rank=None if (place := places[entrant]) is None else place.best,
            worst_rank=None if place is None else place.worst,
            score=ways[entrant].mean,
            low=ways[entrant].low,
            high=ways[entrant].high,
            standard_error=board.places[entrant].standard_error if known[entrant] else None,
            hands=hands[entrant],
            blocks=board.places[entrant].block_count,
            incidents=incidents[entrant],
            forfeits=forfeits[entrant],
            voids=voids[entrant],
            net=board.places[entrant].net,
            status=_status(progress, board, entrant),
        )
        for entrant in board.order
    )


def _status(progress: Progress, board: Board, entrant: int) -> str:
    if entrant in board.ranked:
        return ""
    return progress.left.get(entrant) or ("late" if entrant in board.ignored else "unscored")


def _shown_way(spec: TournamentSpec, place: Place, *, known: bool) -> Interval:
    """A score as people read it: on the board more is better, but regret is shown as what was thrown away, which is never below zero.

    ``known``: whether what was seen tells how far off it may be. Of who has made no mistake yet it does not tell how large a rare one may
    be, and of who never played a hand nothing was seen.
    """
    low, high = (place.interval.low, place.interval.high) if known else (None, None)
    if not spec.ruleset.graded:
        return Interval(place.score, low, high)
    return Interval(0.0 - place.score, None if high is None else max(0.0, 0.0 - high), None if low is None else 0.0 - low)


def _pair(spec: TournamentSpec, board: Board, a: int, b: int) -> PairRow:
    blocks, found = board.head_to_head(a, b)
    return PairRow(spec.entrants[a].name, spec.entrants[b].name, blocks, found.mean, found.low, found.high)


def _match(spec: TournamentSpec, outcome: MatchOutcome) -> MatchRow:
    players = tuple(spec.entrants[index].name for index in outcome.pairing)
    return MatchRow(outcome.match_id, players, outcome.status, outcome.reason, outcome.commitment, outcome.cause)


def _order_document(order: Order) -> dict[str, object]:
    """``by`` is left out: not everybody's business."""
    return {"kind": order.kind.value, "subject": order.subject, "reason": order.reason, "pass": order.pass_number}


def row_document(row: StandingsRow | PairRow | MatchRow) -> dict[str, object]:
    """A row for programs; floats with 3 decimals."""
    left_out = _LEFT_OUT if isinstance(row, StandingsRow) else ()
    return {key: _plain(value) for key, value in dataclasses.asdict(row).items() if key not in left_out}


def _plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, _DECIMALS) + 0.0  # + 0.0: no minus before a zero
    return value.value if isinstance(value, StrEnum) else list(value) if isinstance(value, tuple) else value

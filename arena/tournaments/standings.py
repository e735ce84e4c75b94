"""How everyone stands, for people and programs: the board in words, the crosstable, the matches behind it.

The numbers come from ``board``, which says how they are made. Void matches are listed and count for nothing.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from arena.matches import Status
from arena.statistics import Interval
from arena.tournaments.board import BlockResults, Board, Place
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.spec import TournamentSpec

_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entrant. Scores in thousandths of the unit a hand, see :class:`Standings`."""

    entrant: str
    best_rank: int
    """1 and one for everyone who is surely better; who shares it shares a band."""
    worst_rank: int
    """The number of entrants less those who are surely worse."""
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
    net: float | None = None
    """What it won, where it is ranked by regret: skill and luck together."""


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
    """Whether of every two neighbours one is surely better."""
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

    def document(self) -> dict[str, object]:
        """The document that ``arena run --json`` prints; floats with 3 decimals."""
        return {
            "tournament": self.tournament,
            "game": self.game,
            "hands": self.hands,
            "blocks": self.blocks,
            "decided": self.decided,
            "standings": [_document(row, without=("standard_error", "blocks", *(("net",) * (row.net is None)))) for row in self.rows],
            "pairs": [_document(pair) for pair in self.pairs],
            "matches": [_document(match) | {"players": list(match.players), "status": match.status.value} for match in self.matches],
        }


def standings(spec: TournamentSpec, outcomes: Iterable[MatchOutcome]) -> Standings:
    """The standings after some matches, given in any order."""
    ordered = sorted(outcomes, key=lambda outcome: (outcome.pass_number, outcome.pairing, outcome.attempt))
    counted = [outcome for outcome in ordered if outcome.status != Status.VOID]
    results = BlockResults(spec)
    for outcome in counted:
        results.add(outcome)
    board = Board(spec, results)
    entrants, met = range(len(spec.entrants)), spec.play.seats > 1
    return Standings(
        tournament=spec.name,
        game=spec.game_name,
        hands=sum(outcome.hand_count for outcome in counted),
        blocks=sum(block.played_count == block.leg_count for outcome in counted for block in outcome.blocks),
        decided=not board.undecided,
        rows=_rows(spec, board, counted),
        pairs=tuple(_pair(spec, board, a, b) for a, b in combinations(entrants, 2) if met),
        crosstable=tuple(_pair(spec, board, a, b) for a, b in permutations(entrants, 2) if met),
        matches=tuple(_match(spec, outcome) for outcome in ordered),
        by_regret=spec.ruleset.graded,
        unit_name=spec.ruleset.unit_name,
    )


def _rows(spec: TournamentSpec, board: Board, counted: Sequence[MatchOutcome]) -> tuple[StandingsRow, ...]:
    hands, incidents, forfeits = Counter[int](), Counter[int](), Counter[int]()
    for outcome in counted:
        for player, entrant in enumerate(outcome.pairing):
            hands[entrant] += outcome.hand_count
            incidents[entrant] += outcome.incidents[player]
            forfeits[entrant] += outcome.forfeits[player]
    surely_better, surely_worse = board.better.sum(axis=0).tolist(), board.better.sum(axis=1).tolist()
    ways = {entrant: _shown_way(spec, board.places[entrant]) for entrant in board.order}
    return tuple(
        StandingsRow(
            entrant=spec.entrants[entrant].name,
            best_rank=1 + surely_better[entrant],
            worst_rank=len(spec.entrants) - surely_worse[entrant],
            score=ways[entrant].mean,
            low=ways[entrant].low,
            high=ways[entrant].high,
            standard_error=board.places[entrant].standard_error,
            hands=hands[entrant],
            blocks=board.places[entrant].block_count,
            incidents=incidents[entrant],
            forfeits=forfeits[entrant],
            net=board.places[entrant].net,
        )
        for entrant in board.order
    )


def _shown_way(spec: TournamentSpec, place: Place) -> Interval:
    """A score as people read it: on the board more is better, but regret is shown as what was thrown away, which is never below zero."""
    low, high = place.interval.low, place.interval.high
    if not spec.ruleset.graded:
        return Interval(place.score, low, high)
    return Interval(0.0 - place.score, None if high is None else max(0.0, 0.0 - high), None if low is None else 0.0 - low)


def _pair(spec: TournamentSpec, board: Board, a: int, b: int) -> PairRow:
    blocks, found = board.head_to_head(a, b)
    return PairRow(spec.entrants[a].name, spec.entrants[b].name, blocks, found.mean, found.low, found.high)


def _match(spec: TournamentSpec, outcome: MatchOutcome) -> MatchRow:
    players = tuple(spec.entrants[index].name for index in outcome.pairing)
    return MatchRow(outcome.match_id, players, outcome.status, outcome.reason, outcome.commitment)


def _document(row: StandingsRow | PairRow | MatchRow, without: Sequence[str] = ()) -> dict[str, object]:
    return {key: _rounded(value) for key, value in dataclasses.asdict(row).items() if key not in without}


def _rounded(value: object) -> object:
    return round(value, _DECIMALS) + 0.0 if isinstance(value, float) else value  # + 0.0: no minus before a zero

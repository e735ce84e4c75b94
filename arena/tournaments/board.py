"""The board as numbers: what every entrant scored, how sure that is, and who is surely better than whom.

Unit: thousandths of a unit a hand throughout: mbb/h between players; against the house thousandths of an ante, and what is compared
there is regret, with its sign turned, so that more is better everywhere. The scheduler and the standings read the same board, so that
what ends a tournament is what people
see. Where the rules of it come from:

- A pairing's numbers are its blocks in the order of pass and deal, for each player; NaN where a block does not enter that
  player's score (not every leg was played, by another's fault).
- An entrant's score is the unweighted mean, over its pairings, of its mean in each; heads-up a pairing is an opponent. A pairing
  without a number (the opponent forfeited at once, always) says nothing and is left out.
- An entrant's series: the s-th number is the mean of the s-th numbers of its pairings, for each s that all of them have.
  The interval of the score is that of the series. A pair is compared by the series of differences, over the s both have,
  at level α/(K(K − 1)/2), so that all comparisons of K entrants hold together; never by overlap of two intervals.
- A pairing of two is one deal stream seen from both sides, so the s-th numbers of its players belong to the same deal, and
  the luck they share is gone from the difference.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.matches import Block, Scoring, Status, scoring_of
from arena.statistics import Interval, interval, standard_error
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.spec import TournamentSpec

Pairing: TypeAlias = tuple[int, ...]
Numbers: TypeAlias = NDArray[np.float64]


class BlockResults:
    """Every block result of a tournament so far, by pairing."""

    def __init__(self, spec: TournamentSpec) -> None:
        """Nothing has been played."""
        self._scoring = scoring_of(spec.ruleset, spec.play.deals_per_match)
        self._parts: dict[Pairing, list[Numbers]] = {}
        self._nets: dict[Pairing, list[Numbers]] = {}

    def add(self, outcome: MatchOutcome) -> None:
        """The next match of its pairing, in the order of passes; a void one adds nothing."""
        if outcome.status != Status.VOID and outcome.blocks:
            self._parts.setdefault(outcome.pairing, []).append(block_results(outcome.blocks, self._scoring))
            if self._scoring.by_regret:
                by_net = dataclasses.replace(self._scoring, by_regret=False)
                self._nets.setdefault(outcome.pairing, []).append(block_results(outcome.blocks, by_net))

    def by_pairing(self) -> Mapping[Pairing, Numbers]:
        """For each pairing, in order, an array of (players, blocks): what they are ranked by."""
        return _joined(self._parts)

    def nets_by_pairing(self) -> Mapping[Pairing, Numbers]:
        """The same of what they won, where they are ranked by something else; empty otherwise."""
        return _joined(self._nets)


def _joined(found: dict[Pairing, list[Numbers]]) -> Mapping[Pairing, Numbers]:
    for parts in found.values():
        parts[:] = [np.concatenate(parts, axis=1)] if len(parts) > 1 else parts
    return {pairing: found[pairing][0] for pairing in sorted(found)}


def block_results(blocks: Sequence[Block], scoring: Scoring) -> Numbers:
    """Thousandths of :meth:`Block.result` by player and block; NaN where :meth:`Block.counts_for` says no."""
    shape = (len(blocks), len(blocks[0].net_chips))
    charged = _by_player(blocks, "charged", np.int64)
    played, legs = (np.fromiter(map(attrgetter(field), blocks), np.int64, shape[0]) for field in ("played_count", "leg_count"))
    if scoring.by_regret:
        results = -1000 * (_by_player(blocks, "regrets", np.float64) + charged) / legs
    else:
        net = _by_player(blocks, "net_chips", np.int64)
        results = 1000 * (net - charged * scoring.charge_chips) / (scoring.unit_chips * scoring.hand_count * legs)
    return np.where(played + charged == legs, results, np.nan)


def _by_player(blocks: Sequence[Block], field: str, dtype: type[np.generic]) -> NDArray[Any]:
    count = len(blocks[0].net_chips)
    flat = np.fromiter(chain.from_iterable(map(attrgetter(field), blocks)), dtype, len(blocks) * count)
    return flat.reshape(len(blocks), count).T


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entrant stands."""

    score: float
    """Thousandths of the unit a hand, over all of its blocks, more is better; 0 when there are none."""
    interval: Interval
    standard_error: float | None
    block_count: int
    """Blocks that entered the score."""
    net: float | None = None
    """What it won a hand, where it is ranked by something else."""


class Board:
    """The board of a moment. Everything is computed once, when it is first asked for."""

    def __init__(self, spec: TournamentSpec, results: BlockResults) -> None:
        """``results`` may grow afterwards; this board does not."""
        self._spec = spec
        self._alpha = 1 - spec.play.confidence
        self._results = results.by_pairing()
        self._nets = results.nets_by_pairing()
        self._count = len(spec.entrants)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """By entrant."""
        return tuple(map(self._place, range(self._count)))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Entrants by score, best first; equal ones by name. Against the house those who have not played are last."""

        def place(entrant: int) -> tuple[bool, float, str]:
            found = self.places[entrant]
            return self._spec.ruleset.graded and not found.block_count, -found.score, self._spec.entrants[entrant].name

        return tuple(sorted(range(self._count), key=place))

    @cached_property
    def better(self) -> NDArray[np.bool_]:
        """Whether entrant i is surely better than entrant j, at [i, j]. All comparisons hold together, so what follows from them does."""
        better = np.zeros((self._count, self._count), dtype=np.bool_)
        alpha = self._alpha / max(1, self._count * (self._count - 1) // 2)
        for a, b in combinations(range(self._count), 2):
            length = min(self._series[a].size, self._series[b].size)
            difference = self._series[a][:length] - self._series[b][:length]
            sign = interval(difference[~np.isnan(difference)], alpha).sign
            better[a, b], better[b, a] = sign > 0, sign < 0
        return _with_what_follows(better)

    @cached_property
    def undecided(self) -> frozenset[int]:
        """Entrants that some adjacent pair still needs to be decided."""
        adjacent = zip(self.order, self.order[1:], strict=False)
        return frozenset(chain.from_iterable((a, b) for a, b in adjacent if not (self.better[a, b] or self.better[b, a])))

    def head_to_head(self, a: int, b: int) -> tuple[int, Interval]:
        """Blocks and interval of entrant ``a`` against ``b``: heads-up its own results, else half the difference at shared tables."""
        shared = [(pairing, numbers) for pairing, numbers in self._results.items() if a in pairing and b in pairing]
        rows = [
            numbers[pairing.index(a)] if len(pairing) == 2 else (numbers[pairing.index(a)] - numbers[pairing.index(b)]) / 2
            for pairing, numbers in shared
        ]
        counted = _counted(rows)
        found = interval(_present(_averaged(counted)), self._alpha)
        return _number_count(counted), Interval(_mean_of_means(counted), found.low, found.high)

    @cached_property
    def _rows(self) -> tuple[list[Numbers], ...]:
        """By entrant: its numbers in each of its pairings that has any."""
        rows: tuple[list[Numbers], ...] = tuple([] for _ in range(self._count))
        for pairing, numbers in self._results.items():
            for player, entrant in enumerate(pairing):
                rows[entrant].append(numbers[player])
        return tuple(map(_counted, rows))

    @cached_property
    def _series(self) -> tuple[Numbers, ...]:
        """By entrant; NaN where a number is missing."""
        return tuple(map(_averaged, self._rows))

    def _place(self, entrant: int) -> Place:
        rows, series = self._rows[entrant], _present(self._series[entrant])
        nets = [numbers[pairing.index(entrant)] for pairing, numbers in self._nets.items() if entrant in pairing]
        net = _mean_of_means(_counted(nets)) if self._nets else None
        return Place(_mean_of_means(rows), interval(series, self._alpha), standard_error(series), _number_count(rows), net)


def _with_what_follows(better: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who is better than someone better is better; as it is where the comparisons go round in a circle, which only error can make."""
    closed = better.copy()
    for middle in range(len(better)):
        closed |= np.outer(closed[:, middle], closed[middle])
    return better if closed.diagonal().any() else closed


def _counted(rows: Sequence[Numbers]) -> list[Numbers]:
    return [row for row in rows if not np.isnan(row).all()]


def _averaged(rows: Sequence[Numbers]) -> Numbers:
    """The mean of the s-th numbers, for every s that all rows reach; NaN where one of them is."""
    if not rows:
        return np.empty(0)
    length = min(row.size for row in rows)
    return np.asarray(np.mean([row[:length] for row in rows], axis=0))


def _present(series: Numbers) -> Numbers:
    return series[~np.isnan(series)]


def _mean_of_means(rows: Sequence[Numbers]) -> float:
    return float(np.mean([np.nanmean(row) for row in rows])) if rows else 0.0


def _number_count(rows: Sequence[Numbers]) -> int:
    return sum(int(np.count_nonzero(~np.isnan(row))) for row in rows)

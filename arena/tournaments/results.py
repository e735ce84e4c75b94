"""Every block result of a tournament so far, by pairing, as arrays: what entrants are ranked by, and what they won.

Unit: thousandths of a unit a hand; of a buy-in a match where places are paid, and there that is also what a player won. NaN where a
block does not enter a player's score: not every leg of it was played, by another's fault.

Where cards are drawn, what a player is ranked by is its net less β times its luck, see ``arena.matches.luck`` and
``arena.statistics.control``. β is the pairing's and the player's own, from its earlier passes only. The prior of β is for big bets a
hand, so it is computed in units, not thousandths.

What follows from a pairing's numbers is computed once and kept until the pairing plays again: a ladder asks after every one of
thousands of passes, in each of which most pairings have rested.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.matches import Block, RankedBy, Scoring, Status, scoring_of
from arena.statistics import Control, Margin, skewness
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.spec import TournamentSpec

Pairing: TypeAlias = tuple[int, ...]
"""Indices of entrants, ascending."""
Numbers: TypeAlias = NDArray[np.float64]


class PairingNumbers:
    """What one pairing has played, and what follows from it; never changed."""

    def __init__(self, pairing: Pairing, results: Numbers, nets: Numbers) -> None:
        """Arrays of (players, blocks): what they are ranked by, more is better, and what they won, luck included."""
        self.pairing = pairing
        self.results = results
        self.nets = nets

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """By player: blocks that enter its score."""
        return tuple(np.count_nonzero(~np.isnan(self.results), axis=1).tolist())

    @cached_property
    def means(self) -> tuple[float, ...]:
        """By player: the mean result; 0 where no block enters its score."""
        return _means(self.results)

    @cached_property
    def net_means(self) -> tuple[float, ...]:
        """By player: the mean of what it won; 0 likewise."""
        return _means(self.nets)

    @cached_property
    def margins(self) -> Numbers:
        """Heads-up: how far the first is ahead in every block that enters anybody's score, what was charged for forfeits included."""
        first, second = self.results
        margins = np.where(np.isnan(first), -second, np.where(np.isnan(second), first, (first - second) / 2))
        return np.asarray(margins[~np.isnan(margins)])

    @cached_property
    def played_margin(self) -> Margin | None:
        """Heads-up: how far the first is ahead in blocks that enter the scores of both; None where there is none."""
        series = (self.results[0] - self.results[1]) / 2
        series = series[~np.isnan(series)]
        if not series.size:
            return None
        deviation = float(series.std(ddof=1)) if series.size > 1 else 0.0
        return Margin(self.pairing[0], self.pairing[1], float(series.mean()), deviation, series.size, skewness(series))

    @cached_property
    def charges(self) -> tuple[float, float]:
        """Heads-up: what charges for forfeits moved the mean of each player by."""
        margin = self.played_margin
        count, mean = (margin.count, margin.mean) if margin else (0, 0.0)
        first, second = (self.means[player] - sign * mean if self.counts[player] > count else 0.0 for player, sign in ((0, 1), (1, -1)))
        return first, second


class BlockResults:
    """The block results of matches that count."""

    def __init__(self, spec: TournamentSpec) -> None:
        """Nothing has been played."""
        self._scoring = scoring_of(spec.ruleset, spec.play.deals_per_match, paid=bool(spec.payouts))
        self._series: dict[Pairing, _Series] = {}
        self._joined: dict[Pairing, PairingNumbers] = {}

    def add(self, outcome: MatchOutcome) -> None:
        """The next match of its pairing, in the order of passes; a void one adds nothing."""
        if outcome.status != Status.VOID and outcome.blocks:
            results, nets = block_results(outcome.blocks, self._scoring), block_nets(outcome.blocks, self._scoring)
            luck = _luck(outcome.blocks, self._scoring)
            series = self._series.setdefault(outcome.pairing, _Series(len(outcome.pairing)))
            series.add(_Part(outcome.match_id, results, nets, luck))
            self._joined.pop(outcome.pairing, None)

    def remove(self, outcome: MatchOutcome) -> None:
        """A match that was added does not count after all."""
        self._joined.pop(outcome.pairing, None)
        before = self._series.pop(outcome.pairing, None)
        for part in before.parts if before else ():
            if part.match_id != outcome.match_id:
                self._series.setdefault(outcome.pairing, _Series(len(outcome.pairing))).add(part)

    def by_pairing(self) -> Mapping[Pairing, PairingNumbers]:
        """Every pairing that has played, in order."""
        for pairing, series in self._series.items():
            if pairing not in self._joined:
                self._joined[pairing] = series.joined(pairing)
        return {pairing: self._joined[pairing] for pairing in sorted(self._joined)}


@dataclass(frozen=True, slots=True)
class _Part:
    """One match of a pairing; arrays of (players, blocks)."""

    match_id: str
    results: Numbers
    nets: Numbers
    luck: Numbers | None


class _Series:
    """The matches of one pairing, pass by pass."""

    def __init__(self, players: int) -> None:
        self.parts: list[_Part] = []
        self._controls = [Control()] * players
        self._corrected: list[Numbers] = []

    def add(self, part: _Part) -> None:
        """The next one, corrected by what the earlier ones say."""
        self.parts.append(part)
        if part.luck is not None:
            self._corrected.append(np.array([self._correct(player, part) for player in range(len(self._controls))]))

    def joined(self, pairing: Pairing) -> PairingNumbers:
        """All of them; as they are where the luck of one is not known."""
        known = len(self._corrected) == len(self.parts)
        results = self._corrected if known else [part.results for part in self.parts]
        return PairingNumbers(pairing, np.concatenate(results, axis=1), np.concatenate([part.nets for part in self.parts], axis=1))

    def _correct(self, player: int, part: _Part) -> Numbers:
        """One player's results, less what luck explains of them; a block that does not count stays out of β too."""
        assert part.luck is not None, "the luck is known"
        missing = np.isnan(part.results[player])
        results, luck = np.where(missing, 0.0, part.results[player] / 1000), np.where(missing, 0.0, part.luck[player])
        control = self._controls[player]
        self._controls[player] = control.after(results, luck)
        return np.where(missing, np.nan, 1000 * control.corrected(results, luck))


def block_results(blocks: Sequence[Block], scoring: Scoring) -> Numbers:
    """Thousandths of :meth:`Block.result` by player and block; NaN where :meth:`Block.counts_for` says no."""
    charged, (played, legs) = _by_player(blocks, "charged", np.int64), _counts(blocks)
    if scoring.by == RankedBy.REGRET:
        results = -1000 * (_by_player(blocks, "regrets", np.float64) + charged) / legs
    elif scoring.by == RankedBy.PRIZE:
        results = 1000 * (_by_player(blocks, "prizes", np.float64) - played - charged) / legs
    else:
        net = _by_player(blocks, "net_chips", np.int64)
        results = 1000 * (net - charged * scoring.charge_chips) / (scoring.unit_chips * scoring.hand_count * legs)
    return np.where(played + charged == legs, results, np.nan)


def block_nets(blocks: Sequence[Block], scoring: Scoring) -> Numbers:
    """What was won, likewise: thousandths of :meth:`Block.net`, or where places are paid, of the buy-ins won."""
    by_net = scoring if scoring.by == RankedBy.PRIZE else dataclasses.replace(scoring, by=RankedBy.NET)
    return block_results(blocks, by_net)


def _luck(blocks: Sequence[Block], scoring: Scoring) -> Numbers | None:
    """In units a hand by player and block, the part of the net that the draw gave, of mean 0; None where it was not computed."""
    if scoring.by != RankedBy.NET or not all(block.luck for block in blocks):
        return None
    _, legs = _counts(blocks)
    return np.asarray(_by_player(blocks, "luck", np.float64) / (scoring.unit_chips * scoring.hand_count * legs))


def _counts(blocks: Sequence[Block]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    played, legs = (np.fromiter(map(attrgetter(name), blocks), np.int64, len(blocks)) for name in ("played_count", "leg_count"))
    return played, legs


def _by_player(blocks: Sequence[Block], field: str, dtype: type[np.generic]) -> NDArray[Any]:
    count = len(blocks[0].net_chips)
    flat = np.fromiter(chain.from_iterable(map(attrgetter(field), blocks)), dtype, len(blocks) * count)
    return flat.reshape(len(blocks), count).T


def _means(numbers: Numbers) -> tuple[float, ...]:
    return tuple(float(row[~np.isnan(row)].mean()) if not np.isnan(row).all() else 0.0 for row in numbers)

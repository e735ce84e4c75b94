"""Knockout: who loses a tie is out. The order of the file is the seeding; the best seeds skip the first round where places are left over.

A tie is played match by match until it is surely decided, all ties of the tournament together at its confidence, or its budget is
spent. Then whoever scored more goes on; there is no coin: of two that scored exactly the same (equal bots do), the better
seed does. Who has left loses to whoever is still there.

The bracket is worked out anew from the results at every pass, so a match that is void by hand opens its tie again.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.tournaments.board import SCORE_DECIMALS, Board, Pair
from arena.tournaments.progress import Progress
from arena.tournaments.results import BlockResults, Numbers, Pairing
from arena.tournaments.spec import TournamentSpec


@dataclass(frozen=True, slots=True)
class Tie:
    """Two that meet; or one that goes on without, where ``pairing`` has one."""

    round_number: int
    """From 0, the first round."""
    pairing: Pairing
    winner: int | None
    """None while it is open."""
    sure: bool
    """Whether the winner is surely better, or had nobody to play."""


def choose_knockout(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass: every tie that is open."""
    assert isinstance(board, KnockoutBoard), "the board of this format"
    ties = [tie for tie in board.ties if tie.winner is None]
    return tuple(sorted(tie.pairing for tie in ties if progress.deal_count(tie.pairing)))


class KnockoutBoard(Board):
    """Places by how far everyone came; those who came equally far share a band, ordered by score."""

    def __init__(self, spec: TournamentSpec, results: BlockResults, ignored: frozenset[int] = frozenset()) -> None:
        """As of every board; its comparisons are the ties, as many as there are entrants but one."""
        super().__init__(spec, results, ignored)
        self.level = self._alpha / max(1, self.count - 1)

    @cached_property
    def ties(self) -> tuple[Tie, ...]:
        """Round by round, in the order of the bracket."""
        return tuple(self._ties())

    @cached_property
    def reached(self) -> tuple[float, ...]:
        """By entrant: the round in which it lost; infinite while it has not."""
        lost = [math.inf] * self.count
        for tie in self.ties:
            for entrant in tie.pairing:
                if tie.winner not in (None, entrant):
                    lost[entrant] = tie.round_number
        return tuple(lost)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """By how far they came, then by score."""
        return tuple(sorted(self.by_score, key=lambda entrant: (entrant not in self.ranked, -self.reached[entrant])))

    @cached_property
    def better(self) -> NDArray[np.bool_]:
        """Who came further."""
        reached = np.array(self.reached)
        ranked = np.array([entrant in self.ranked for entrant in range(self.count)])
        return np.asarray(np.greater.outer(reached, reached) & np.logical_and.outer(ranked, ranked))

    @cached_property
    def undecided_pairs(self) -> tuple[Pair, ...]:
        """Ties that are open."""
        return tuple((tie.pairing[0], tie.pairing[1]) for tie in self.ties if tie.winner is None)

    def difference(self, a: int, b: int) -> Numbers:
        """Head to head, what was charged for forfeits included: nothing else counts in a tie."""
        return self._duel(a, b)

    def _ties(self) -> Iterator[Tie]:
        places: list[int | None] = list(_bracket([e for e in range(self.count) if not self.spec.entrants[e].late]))
        number = 0
        while len(places) > 1:
            ties = [self._tie(number, pair) for pair in zip(places[::2], places[1::2], strict=True)]
            yield from [tie for tie in ties if tie is not None]
            places = [None if tie is None else tie.winner for tie in ties]
            if any([tie is not None and tie.winner is None for tie in ties]):
                return
            number += 1

    def _tie(self, number: int, pair: tuple[int | None, int | None]) -> Tie | None:
        there = sorted(entrant for entrant in pair if entrant is not None)
        still = [entrant for entrant in there if entrant not in self.ignored]
        if len(there) < 2 or len(still) < 2:
            return Tie(number, tuple(there), (still or there)[0], sure=True) if there else None
        a, b = there
        sign = self.comparison(a, b).sign if self.spec.play.stop == "decided" else 0
        if sign:
            return Tie(number, (a, b), a if sign > 0 else b, sure=True)
        return Tie(number, (a, b), None if self._budget_left((a, b)) else self._narrow_winner(a, b), sure=False)

    def _narrow_winner(self, a: int, b: int) -> int:
        """Who scored more against the other; the better seed where nobody did."""
        series = self.difference(a, b)
        return b if series.size and round(float(series.mean()), SCORE_DECIMALS) < 0 else a

    def _budget_left(self, pairing: Pairing) -> bool:
        """Whether the pairing may play on; told by the blocks it was due, whether or not they count."""
        numbers = self._results.get(pairing)
        blocks = 0 if numbers is None else numbers.results.shape[1]
        return (blocks + 1) * self.spec.block_hands <= self.spec.pairing_hands


def _bracket(seeds: list[int]) -> list[int | None]:
    """Seeds by place in the first round, so that the best two can meet only in the last; None where nobody plays."""
    order = [0]
    while len(order) < len(seeds):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    return [seeds[place] if place < len(seeds) else None for place in order]

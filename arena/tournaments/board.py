"""The board as numbers: what every entrant scored, how sure that is, and who is surely better than whom.

Unit: thousandths of a unit a hand throughout: mbb/h between players; against the house thousandths of an ante, and what is compared
there is regret, with its sign turned, so that more is better everywhere. The scheduler and the standings read the same board, so that
what ends a tournament is what people see. Where the rules of it come from:

- A pairing's numbers are its blocks in the order of pass and deal, for each player, see ``results``.
- An entrant's score is the unweighted mean, over its pairings, of its mean in each; heads-up a pairing is an opponent. A pairing
  without a number (the opponent forfeited at once, always) says nothing and is left out.
- An entrant's series: the s-th number is the mean of the s-th numbers of its pairings, for each s that all of them have.
  The interval of the score is that of the series. A pair is compared by the series of differences, over the s both have,
  at level α/(K(K − 1)/2), so that all comparisons of K entrants hold together; never by overlap of two intervals.
- A pairing of two is one deal stream seen from both sides, so the s-th numbers of its players belong to the same deal, and
  the luck they share is gone from the difference.
- Differences are made of blocks that both played, scores also of what was charged for forfeits. So nobody is called surely better
  than someone who scored more.
- Who has left, and a late entrant who has not caught up yet, has no place, and pairings with it count for nobody. Who is not scored has
  no place either, but is an opponent like any other. Whoever leaves or comes makes another board; the confidence is that of each.

Formats in which not everybody meets everybody have boards of their own, of the same shape: ``GauntletBoard``, ``RatingBoard`` and
``knockout``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from arena.statistics import Interval, Margin, Ratings, comparison_level, half_width, interval, skewness, standard_error, with_what_follows
from arena.tournaments.results import BlockResults, Numbers, PairingNumbers
from arena.tournaments.spec import TournamentSpec

Pair = tuple[int, int]
_Rows = list[tuple[PairingNumbers, int]]
"""Numbers of pairings, and which player of each is meant."""

SCORE_DECIMALS = 6
"""Scores that differ by less are equal: sums come out differently in their last bits from one processor to another."""
_NEGLIGIBLE_WEIGHT = 1e-9


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entrant stands."""

    score: float
    """Thousandths of the unit a hand, over all of its blocks, more is better; 0 when there are none."""
    interval: Interval
    standard_error: float | None
    block_count: int
    """Blocks that entered the score."""
    net: float
    """What it won a hand, luck included."""


class Board:
    """The board of a moment, where everybody meets everybody. Everything is computed once, when it is first asked for."""

    def __init__(self, spec: TournamentSpec, results: BlockResults, ignored: frozenset[int] = frozenset()) -> None:
        """``results`` may grow afterwards; this board does not. ``ignored``: entrants who have left, or not caught up yet."""
        self.spec = spec
        self.count = len(spec.entrants)
        self.ignored = ignored
        self.ranked = frozenset(entrant for entrant in range(self.count) if entrant not in ignored and not spec.entrants[entrant].unscored)
        """Who has a place."""
        self._alpha = 1 - spec.play.confidence
        self.level = comparison_level(self._alpha, len(self.ranked))
        """Of each comparison, so that all hold together."""
        self._results = results.by_pairing()

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """By entrant."""
        return tuple(map(self._place, range(self.count)))

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """By entrant: as in its place, without the rest of it."""
        return tuple(map(self._score, range(self.count)))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Entrants as they are shown: by score, those without a place last."""
        return tuple(sorted(self.by_score, key=lambda entrant: entrant not in self.ranked))

    @cached_property
    def by_score(self) -> tuple[int, ...]:
        """Entrants by score, best first, whether or not they have a place; equal ones by name. Who has not played the house comes last."""

        def key(entrant: int) -> tuple[bool, float, str]:
            idle = self.spec.ruleset.graded and not self._rows[entrant]
            return idle, -round(self.scores[entrant], SCORE_DECIMALS), self.spec.entrants[entrant].name

        return tuple(sorted(range(self.count), key=key))

    @cached_property
    def better(self) -> NDArray[np.bool_]:
        """Whether entrant i is surely better than entrant j, at [i, j]; all comparisons of those with a place hold together."""
        return with_what_follows(self._sure(sorted(self.ranked)) & np.greater.outer(self.scores, self.scores))

    @cached_property
    def undecided_pairs(self) -> tuple[Pair, ...]:
        """What is still to be decided: pairs of neighbours of which neither is surely better."""
        order = [entrant for entrant in self.order if entrant in self.ranked]
        return tuple((a, b) for a, b in pairwise(order) if self._open(a, b))

    def comparison(self, a: int, b: int) -> Interval:
        """How far ``a`` is ahead of ``b``, at the level at which all comparisons hold together."""
        return interval(self.difference(a, b), self.level)

    def difference(self, a: int, b: int) -> Numbers:
        """The series that compares two entrants, in the order of time."""
        length = min(self._series[a].size, self._series[b].size)
        return _present(self._series[a][:length] - self._series[b][:length])

    def evidence(self, a: int, b: int) -> Margin | None:
        """What a comparison rests on so far; None when it is too little to say anything."""
        series = self.difference(a, b)
        if series.size < 2:
            return None
        return Margin(a, b, float(series.mean()), float(series.std(ddof=1)), series.size, skewness(series))

    def series_length(self, entrant: int) -> int:
        """Numbers that the interval of an entrant's score rests on."""
        return _present(self._series[entrant]).size

    def head_to_head(self, a: int, b: int) -> tuple[int, Interval]:
        """Blocks and interval of entrant ``a`` against ``b``: heads-up its own results, else half the difference at shared tables."""
        rows = self._rows_against(a, b)
        found = interval(_present(_averaged(rows)), self._alpha)
        blocks = sum(int(np.count_nonzero(~np.isnan(row))) for row in rows)
        return blocks, Interval(_mean([float(np.nanmean(row)) for row in rows]), found.low, found.high)

    def _sure(self, entrants: Sequence[int]) -> NDArray[np.bool_]:
        """Who of some is surely better than whom of them, by comparisons alone."""
        better = np.zeros((self.count, self.count), dtype=np.bool_)
        for a, b in combinations(entrants, 2):
            sign = self.comparison(a, b).sign
            better[a, b], better[b, a] = sign > 0, sign < 0
        return better

    def _open(self, a: int, b: int) -> bool:
        return not (self.better[a, b] or self.better[b, a])

    def _rows_against(self, a: int, b: int) -> list[Numbers]:
        """Of each pairing of the two that has a number."""
        rows = []
        for found in self._shared.get((min(a, b), max(a, b)), ()):
            own, other = found.results[found.pairing.index(a)], found.results[found.pairing.index(b)]
            rows.append(own if len(found.pairing) == 2 else (own - other) / 2)
        return [row for row in rows if not np.isnan(row).all()]

    def _duel(self, a: int, b: int) -> Numbers:
        """How far ``a`` is ahead of ``b`` in the blocks they played alone, what was charged for forfeits included."""
        found = self._results.get((min(a, b), max(a, b)))
        return np.empty(0) if found is None else found.margins if a < b else -found.margins

    @cached_property
    def _shared(self) -> dict[Pair, list[PairingNumbers]]:
        """By two entrants, in order: the pairings in which they met."""
        shared: dict[Pair, list[PairingNumbers]] = {}
        for pairing, found in self._results.items():
            for pair in combinations(pairing, 2):
                shared.setdefault(pair, []).append(found)
        return shared

    @cached_property
    def _rows(self) -> tuple[_Rows, ...]:
        """By entrant: its pairings that have a number for it, and in which nobody else is ignored."""
        rows: tuple[_Rows, ...] = tuple([] for _ in range(self.count))
        for pairing, found in self._results.items():
            out = self.ignored.intersection(pairing)
            for player, entrant in enumerate(pairing):
                if found.counts[player] and out <= {entrant}:
                    rows[entrant].append((found, player))
        return rows

    @cached_property
    def _series(self) -> tuple[Numbers, ...]:
        """By entrant; NaN where a number is missing."""
        return tuple(_averaged([found.results[player] for found, player in rows]) for rows in self._rows)

    def _place(self, entrant: int) -> Place:
        series = _present(self._series[entrant])
        return self._placed(entrant, interval(series, self._alpha), standard_error(series))

    def _placed(self, entrant: int, found: Interval, error: float | None) -> Place:
        rows = self._rows[entrant]
        net = _mean([numbers.net_means[player] for numbers, player in rows])
        return Place(self.scores[entrant], found, error, sum([numbers.counts[player] for numbers, player in rows]), net)

    def _score(self, entrant: int) -> float:
        """Over its pairings, of its mean in each."""
        return _mean([numbers.means[player] for numbers, player in self._rows[entrant]])


class GauntletBoard(Board):
    """Heroes against the field. A hero and one of the field are compared head to head; all others by their scores.

    The field has met the heroes only, so its scores say how it did against them. What beats someone does not beat all whom that one
    beats, so nothing follows from a comparison head to head.
    """

    @cached_property
    def better(self) -> NDArray[np.bool_]:
        """Among heroes and among the field as everywhere; between them head to head."""
        ahead = np.greater.outer(self.scores, self.scores)
        better = np.zeros((self.count, self.count), dtype=np.bool_)
        for side in (self._ranked_heroes, self._ranked_field):
            better |= with_what_follows(self._sure(sorted(side)) & ahead)
        for hero in self._ranked_heroes:
            for other in self._ranked_field:
                sign = self.comparison(hero, other).sign
                better[hero, other], better[other, hero] = sign > 0, sign < 0
        return better

    @cached_property
    def undecided_pairs(self) -> tuple[Pair, ...]:
        """Every hero against everyone of the field, and heroes who are neighbours among themselves."""
        heroes = self._ranked_heroes
        pairs = [(hero, other) for hero in heroes for other in self._ranked_field] + list(pairwise(heroes))
        return tuple((a, b) for a, b in pairs if self._open(a, b))

    def difference(self, a: int, b: int) -> Numbers:
        """Head to head, where one of them is a hero and the other is not."""
        return super().difference(a, b) if self._is_hero(a) == self._is_hero(b) else self._duel(a, b)

    @cached_property
    def _ranked_heroes(self) -> tuple[int, ...]:
        return tuple(entrant for entrant in self.order if entrant in self.ranked and self._is_hero(entrant))

    @cached_property
    def _ranked_field(self) -> tuple[int, ...]:
        return tuple(entrant for entrant in self.order if entrant in self.ranked and not self._is_hero(entrant))

    def _is_hero(self, entrant: int) -> bool:
        return self.spec.entrants[entrant].name in self.spec.hero


class RatingBoard(Board):
    """Where not everybody meets everybody: ratings that take the opponents into account, see ``arena.statistics.ratings``.

    A score is the rating times K/(K − 1), less the mean, over the opponents, of what was charged for forfeits against each: where all
    have met all, the mean over the opponents, as everywhere else. Ratings are made of blocks that both players played, so a charge is
    credited to nobody. Who never played a block has no rating, and is compared by its charges.
    """

    def comparison(self, a: int, b: int) -> Interval:
        """By the difference of ratings; no number across groups that have not met."""
        if self._never_played(a) or self._never_played(b):
            return super().comparison(a, b)
        found = self._ratings.difference(a, b, self.level)
        return Interval(0.0) if found is None else _moved(found, self._scale)

    def evidence(self, a: int, b: int) -> Margin | None:
        """A series of as many numbers as the shortest pairing that matters, and with the same interval."""
        if self._ratings.groups[a] != self._ratings.groups[b]:
            return None
        found, matter = self.comparison(a, b), self._that_matter(self._ratings.weights(a, b))
        count = min([margin.count for margin in matter], default=0)
        if count < 2:
            return None
        deviation = self._ratings.standard_error(a, b) * self._scale * count**0.5
        if found.width is not None:
            deviation = found.width / 2 / float(half_width(1.0, count, self.level))
        return Margin(a, b, found.mean, deviation, count, max([abs(margin.skewness) for margin in matter]))

    def series_length(self, entrant: int) -> int:
        """As of :meth:`evidence`."""
        return min([margin.count for margin in self._that_matter(self._ratings.weights(entrant))], default=0)

    def _sure(self, entrants: Sequence[int]) -> NDArray[np.bool_]:
        """As by :meth:`comparison` of each two, all at once."""
        values, radii = self._ratings.values, self._ratings.radii(self.level)
        better = np.zeros((self.count, self.count), dtype=np.bool_)
        within = np.ix_(entrants, entrants)
        better[within] = np.greater(np.subtract.outer(values, values), radii)[within]
        for a in filter(self._never_played, entrants):
            for b in entrants:
                sign = self.comparison(a, b).sign if a != b else 0
                better[a, b], better[b, a] = sign > 0, sign < 0
        return better

    def _place(self, entrant: int) -> Place:
        if entrant in self.ignored:
            return self._placed(entrant, Interval(self.scores[entrant]), None)
        found = _moved(self._ratings.rating(entrant, self._alpha), self._scale, self._charged(entrant))
        known = self.series_length(entrant) > 1
        return self._placed(entrant, found, self._ratings.standard_error(entrant) * self._scale if known else None)

    def _score(self, entrant: int) -> float:
        if entrant in self.ignored:
            return super()._score(entrant)
        return float(self._ratings.values[entrant]) * self._scale + self._charged(entrant)

    def _never_played(self, entrant: int) -> bool:
        """Whether it has numbers, none of them in a block that was played."""
        return bool(self._rows[entrant]) and not any([found.played_margin for found, _ in self._rows[entrant]])

    def _charged(self, entrant: int) -> float:
        """The mean, over its opponents, of what charges moved its mean against each by."""
        return _mean([found.charges[player] for found, player in self._rows[entrant]])

    def _that_matter(self, weights: Numbers) -> list[Margin]:
        return [self._ratings.margins[at] for at in np.flatnonzero(np.abs(weights) > _NEGLIGIBLE_WEIGHT).tolist()]

    @cached_property
    def _scale(self) -> float:
        count = self.count - len(self.ignored)
        return count / (count - 1) if count > 1 else 1.0

    @cached_property
    def _ratings(self) -> Ratings:
        margins = [found.played_margin for pairing, found in self._results.items() if self.ignored.isdisjoint(pairing)]
        return Ratings(self.count, [margin for margin in margins if margin is not None])


def _moved(found: Interval, factor: float, by: float = 0.0) -> Interval:
    low, high = (None if end is None else end * factor + by for end in (found.low, found.high))
    return Interval(found.mean * factor + by, low, high)


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else 0.0


def _averaged(rows: Sequence[Numbers]) -> Numbers:
    """The mean of the s-th numbers, for every s that all rows reach; NaN where one of them is."""
    if not rows:
        return np.empty(0)
    length = min(row.size for row in rows)
    return np.asarray(np.mean([row[:length] for row in rows], axis=0))


def _present(series: Numbers) -> Numbers:
    return series[~np.isnan(series)]

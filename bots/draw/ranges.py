"""What the opponents may be and hold, given what each did and how many cards it drew: samples, joint over all of them.

A sample is, for each opponent, a type (two betting ways, see ``types``) and a hand from the pool of the cards drawn, taken in
proportion to how likely the type is (``memory``) times the likelihood of every action seen. So what an opponent did tells at once
what it is and what it holds, and a sample also says how it will answer a wager.

No hand holds a card of the viewer. Of two opponents, hands that share a card are exchanged among samples; the rest of the removal
between opponents is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arena.rules import FiveCardDrawView, Kind
from bots.draw.pools import ROW_COUNT, pool_number, pools
from bots.draw.tables import BUCKET_COUNT, UNDRAWN, Floats, Ints
from bots.draw.types import FIRST, FOLDS, LEVELS, PASSES, SECOND, WAGERS, Model, Step

if TYPE_CHECKING:
    from bots.draw.memory import Belief

_ROWS = 384
_DRAW, _FOLD = int(Kind.DRAW), int(Kind.FOLD)
_WAGER_KINDS = (int(Kind.BET), int(Kind.RAISE))


class Seen(NamedTuple):
    """What one player did, by betting round."""

    first: tuple[Step, ...] = ()
    second: tuple[Step, ...] = ()
    drawn: int = UNDRAWN


@dataclass(frozen=True, slots=True)
class Samples:
    """What the opponents are and hold; arrays of shape (opponent, sample)."""

    first: Ints
    """Betting ways before the draw; 0 where that is over."""
    second: Ints
    """Betting ways after it."""
    before: Ints
    """Buckets before the draw."""
    after: Ints
    """Buckets of the final hands."""
    strength: Ints
    """Strengths of the final hands."""


def read_log(view: FiveCardDrawView) -> list[Seen]:
    """What each position did, from the public log."""
    steps: list[tuple[list[Step], list[Step]]] = [([], []) for _ in range(view.players)]
    stage = wagers = 0
    cap = view.ruleset.max_raises
    for kind, position, _ in view.log:
        if kind == _DRAW:
            stage, wagers = 1, 0
            continue
        answer = WAGERS if kind in _WAGER_KINDS else FOLDS if kind == _FOLD else PASSES
        steps[position][stage].append((min(wagers, LEVELS - 1), wagers > cap and answer != WAGERS, answer))
        wagers += answer == WAGERS
    return [Seen(tuple(first), tuple(second), drawn) for (first, second), drawn in zip(steps, view.drawn, strict=True)]


def sample_ranges(
    opponents: Sequence[tuple[Seen, "Belief"]], own_cards: Sequence[int], model: Model, count: int, rng: np.random.Generator
) -> Samples:
    """Samples of what all opponents are and hold.

    Args:
        opponents: what each did, and what it is taken to be.
        own_cards: every card the viewer has held.
        model: of which types the beliefs are.
        count: how many samples.
        rng: the decision's own randomness.
    """
    hands, columns = pools(), np.arange(len(opponents))[:, None]
    drawn = np.array([[pool_number(seen.drawn)] for seen, _ in opponents])
    rows = drawn * ROW_COUNT + rng.integers(ROW_COUNT - _ROWS, size=drawn.shape) + np.arange(_ROWS)
    given = (_Drawn if drawn.any() else _Undrawn)(opponents, model)
    weights = given.weights(rows)
    weights *= hands.held.take(rows) & sum([1 << card for card in own_cards]) == 0
    chosen = _systematic(weights, count, rng)
    row = _exchanged(rows.ravel().take(chosen + columns * _ROWS), hands.final)
    before, after = hands.before.take(row), hands.after.take(row)
    first, second = given.ways(before, after, rng.random((2, *row.shape)))
    return Samples(first, second, before, after, hands.strength.take(row))


class _Undrawn:
    """What is likely of opponents none of whom has drawn: only their ways before the draw matter to what they hold."""

    def __init__(self, opponents: Sequence[tuple[Seen, "Belief"]], model: Model) -> None:
        self._number = np.arange(len(opponents))[:, None]
        self._first: Floats = np.array([model.likelihood(FIRST, seen.first) for seen, _ in opponents])
        self._shares: Floats = np.array([belief.first for _, belief in opponents])
        self._second_given = np.array([belief.second_given for _, belief in opponents])

    def weights(self, rows: Ints) -> Floats:
        """Of rows of the pools, by opponent."""
        by_bucket = (self._shares[:, None] @ self._first).ravel()
        return by_bucket.take(pools().before.take(rows) + self._number * BUCKET_COUNT)

    def ways(self, before: Ints, _: Ints, spins: Floats) -> tuple[Ints, Ints]:
        """Before the draw and after it, given the buckets."""
        summed = self._first.transpose(0, 2, 1) @ (self._shares[:, :, None] * _adding_up(self._shares.shape[1]))
        first = _chosen(summed / summed[:, :, -1:], before, spins[0])
        return first, _chosen(self._second_given, first, spins[1])


class _Drawn:
    """What is likely of opponents some or all of whom have drawn."""

    def __init__(self, opponents: Sequence[tuple[Seen, "Belief"]], model: Model) -> None:
        self._number = np.arange(len(opponents))[:, None]
        first = np.array([model.likelihood(FIRST, seen.first) for seen, _ in opponents])
        self._second = np.array([model.likelihood(SECOND, seen.second) for seen, _ in opponents])
        self._by_way: Floats = np.array([belief.ways.T for _, belief in opponents]) @ first
        drawn = [pool_number(seen.drawn) for seen, _ in opponents]
        habits = np.array([belief.habits for _, belief in opponents])
        self._by_habit = (pools().row_weights[drawn] @ habits[:, :, None]).ravel()

    def weights(self, rows: Ints) -> Floats:
        """Of rows of the pools, by opponent."""
        hands, number = pools(), self._number
        both = (self._by_way.transpose(0, 2, 1) @ self._second).ravel()
        found: Floats = both.take((number * BUCKET_COUNT + hands.before.take(rows)) * BUCKET_COUNT + hands.after.take(rows))
        found *= self._by_habit.take(2 * number + hands.regardless.take(rows))
        return found

    def ways(self, before: Ints, after: Ints, spins: Floats) -> tuple[Ints, Ints]:
        """Before the draw, which no longer matters, and after it, given the buckets."""
        found = self._by_way.transpose(0, 2, 1)[self._number, before] * self._second.transpose(0, 2, 1)[self._number, after]
        summed = found.cumsum(axis=2)
        return np.zeros_like(before), np.asarray((summed < (spins[1] * summed[:, :, -1])[:, :, None]).sum(axis=2))


def _systematic(weights: Floats, count: int, rng: np.random.Generator) -> Ints:
    """By row of weights: so many columns in proportion to them, evenly spread. Pools are in random order, so these are as well."""
    rows, columns = weights.shape
    summed = weights.cumsum(axis=1)
    summed /= summed[:, -1:]
    number = np.arange(rows)[:, None]
    summed += number
    spread = (np.arange(count) + rng.random((rows, 1))) / count
    return np.asarray(np.minimum(summed.ravel().searchsorted(spread + number, "right") - number * columns, columns - 1))


def _chosen(summed: Floats, index: Ints, spins: Floats) -> Ints:
    """By opponent and sample: a way in proportion to the chances that ``summed[opponent, index]`` adds up."""
    opponents, rows, ways = summed.shape
    number = np.arange(opponents)[:, None] * rows + index
    ascending = summed + np.arange(opponents * rows).reshape(opponents, rows, 1)
    return np.asarray(np.minimum(ascending.ravel().searchsorted(spins + number, "right") - number * ways, ways - 1))


@cache
def _adding_up(count: int) -> Floats:
    """What a row of chances is multiplied with to add them up."""
    return np.triu(np.ones((count, count)))


def _exchanged(row: Ints, final: Ints) -> Ints:
    """Of two opponents, hands that share a card with the other's are exchanged among themselves, once, so a few still do.

    Of more, hardly any five hands go together until most have been exchanged: that is left out.
    """
    if len(row) == 2:
        clashing = np.flatnonzero(final[row[0]] & final[row[1]])
        row[1, clashing] = row[1, np.concatenate((clashing[1:], clashing[:1]))]
    return row

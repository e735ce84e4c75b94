"""What an opponent may hold, given what it did in this hand and how many cards it drew.

An opponent is one of a few simple types, never surely any of them; each type acts by thresholds on how good its hand is
among all hands, with a little noise. A range is a set of samples, each a type and a hand from the pool of the
cards drawn, taken in proportion to the type's share times the likelihood of every action seen. So what an opponent
did tells at once what kind it is and what it holds, and a sample also says how it will answer a wager.

Opponents' hands avoid the viewer's cards, and not each other's: that card removal is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from arena.rules import FiveCardDrawView, Kind
from bots.draw.tables import BUCKET_COUNT, POOL_SIZE, UNDRAWN, Floats, Ints, tables

SAMPLE_COUNT = 144
"""Samples of each opponent's range."""
FOLDS, PASSES, WAGERS = range(3)
"""Answers: fold; check or call; bet or raise."""
LEVELS = 4
"""Wagers faced that are told apart: none, one, two, more."""

_NOISE = 0.06
_ROWS = 384
_DRAW, _FOLD = int(Kind.DRAW), int(Kind.FOLD)
_WAGER_KINDS = (int(Kind.BET), int(Kind.RAISE))

Step = tuple[int, bool, int]
"""One action seen: the level faced, whether a raise was barred, and the answer."""


@dataclass(frozen=True, slots=True)
class OpponentType:
    """How a simple opponent plays: it acts by how good its hand is among all hands, 0 to 1."""

    name: str
    share: float
    """Of all opponents, before anything was seen."""
    wagers_from: tuple[float, ...]
    """By level: it bets or raises with hands from here up."""
    calls_from: tuple[float, ...]
    """By level: it calls with hands from here up, folds the others; nobody folds at level 0."""


TYPES = (
    OpponentType("caller", 0.15, (0.92, 0.96, 0.98, 0.98), (0.0, 0.05, 0.10, 0.15)),
    OpponentType("aggressive", 0.15, (0.30, 0.45, 0.60, 0.70), (0.0, 0.15, 0.30, 0.40)),
    OpponentType("tight", 0.2, (0.75, 0.90, 0.96, 0.98), (0.0, 0.65, 0.80, 0.90)),
    OpponentType("paired", 0.2, (0.50, 0.99, 0.99, 0.99), (0.0, 0.48, 0.48, 0.50)),
    OpponentType("pot odds", 0.3, (0.60, 0.82, 0.93, 0.97), (0.0, 0.35, 0.55, 0.70)),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player did, by betting round."""

    first: tuple[Step, ...] = ()
    second: tuple[Step, ...] = ()
    drawn: int = UNDRAWN


@dataclass(frozen=True, slots=True)
class Range:
    """Samples of what one opponent is and holds; arrays of ``SAMPLE_COUNT``."""

    types: Ints
    before: Ints
    after: Ints
    strength: Ints


def read_log(view: FiveCardDrawView) -> list[Seen]:
    """What each position did, from the public log."""
    steps: list[tuple[list[Step], list[Step]]] = [([], []) for _ in range(view.players)]
    stage = wagers = 0
    cap = view.ruleset.max_raises
    for kind, position, _ in view.log:
        if kind == _DRAW:
            stage, wagers = 1, 0
        elif kind in _WAGER_KINDS:
            steps[position][stage].append((min(wagers, LEVELS - 1), False, WAGERS))
            wagers += 1
        elif kind != _FOLD:
            steps[position][stage].append((min(wagers, LEVELS - 1), wagers > cap, PASSES))
    return [Seen(tuple(first), tuple(second), drawn) for (first, second), drawn in zip(steps, view.drawn, strict=True)]


def sample_range(seen: Seen, own_cards: Sequence[int], rng: np.random.Generator) -> Range:
    """Samples of an opponent's range.

    Args:
        seen: what it did.
        own_cards: every card the viewer has held.
        rng: the decision's own randomness.
    """
    pool = tables().pools[seen.drawn]
    start = int(rng.integers(POOL_SIZE - _ROWS))
    rows = slice(start, start + _ROWS)
    weight = likelihood(seen.first)[:, pool.before[rows]] * _type_shares()
    if seen.second:
        weight *= likelihood(seen.second)[:, pool.after[rows]]
    weight *= pool.cards[rows] & sum([1 << card for card in own_cards]) == 0
    summed = weight.ravel().cumsum()
    spread = (rng.permutation(SAMPLE_COUNT) + rng.random()) * (summed[-1] / SAMPLE_COUNT)
    types, row = np.divmod(np.minimum(summed.searchsorted(spread, "right"), summed.size - 1), _ROWS)
    row += start
    return Range(types, pool.before[row], pool.after[row], pool.strength[row])


@cache
def answers() -> Floats:
    """Chances of answers, of shape (level, raise barred, answer, type, bucket)."""
    place = (np.arange(BUCKET_COUNT) + 0.5) / BUCKET_COUNT
    found = np.zeros((LEVELS, 2, 3, len(TYPES), BUCKET_COUNT))
    for level in range(LEVELS):
        for barred in (0, 1):
            possible = np.array([level > 0, True, not barred])
            noise = possible * _NOISE / possible.sum()
            for number, kind in enumerate(TYPES):
                wagers = (place >= kind.wagers_from[level]) & (not barred)
                passes = (place >= kind.calls_from[level]) & ~wagers
                played = np.stack((~wagers & ~passes, passes, wagers))
                found[level, barred, :, number] = (1 - _NOISE) * played + noise[:, None]
    return found


@lru_cache(maxsize=4096)
def likelihood(steps: tuple[Step, ...]) -> Floats:
    """Likelihood of the actions of one betting round, of shape (type, bucket); not to be written to."""
    found = np.ones((len(TYPES), BUCKET_COUNT))
    for level, barred, answer in steps:
        found *= answers()[level, int(barred), answer]
    return found


@cache
def _type_shares() -> Floats:
    return np.array([[kind.share] for kind in TYPES])

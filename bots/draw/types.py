"""The simple opponents that hard reckons with: how each answers in either betting round, and how common each is taken to be.

An opponent is a pair: one way of betting before the draw, one after it. A way is a few numbers (``BettingWay``): the hands
it bets, enters, raises and bluffs with, as parts of all hands, the best first; and how these parts shrink with every further wager. The
ways are a grid of looseness times manner, from those who mostly call to those who raise whatever they hold, beside four that stand
outside it: who never enters, who only calls, who acts by chance, and one whose bets and bluffs are balanced about as in equilibrium
play. The share of the last keeps hard from trusting that everybody errs.

The parts of the grid are few and coarse on purpose: no bot is any of them, and a posterior over pairs lies between them. Thresholds
are soft and every answer has a little noise, so nothing that is seen is impossible for any of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from bots.draw.tables import BUCKET_COUNT, Floats

FOLDS, PASSES, WAGERS = range(3)
"""Answers: fold; check or call; bet or raise."""
LEVELS = 4
"""Wagers faced that are told apart: none, one, two, more."""
FIRST, SECOND = range(2)
"""Betting rounds."""

Step = tuple[int, bool, int]
"""One action seen: the level faced, whether a raise was barred, and the answer."""

_KNOWN_MOST = 2048
"""Likelihoods kept, some 16 KB each; usual rules make some hundred, those with many raises any number."""
_SOFTNESS = 0.08
_ALL, _NONE = 1.1, -0.1


@dataclass(frozen=True, slots=True)
class BettingWay:
    """How a simple opponent bets in one round; hands are parts of all hands, the best first."""

    enters: float
    """It calls one wager with these."""
    opens: float
    """It bets with these when nobody has."""
    raises: float
    """It raises one wager with these."""
    fear: float = 1.0
    """What is left of ``enters`` with each further wager."""
    calm: float = 1.0
    """What is left of ``raises`` with each further wager."""
    bluffs: float = 0.0
    """How often it bets with what it would not call with, when nobody has bet; a raise is such a bluff a quarter as often."""
    noise: float | None = None
    """How often it does anything legal; the model's own noise where None."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What ways of the same kind share, in parts of what they enter with."""

    opens: float
    raises: float
    fear: float
    calm: float
    bluffs: float = 0.0

    def way(self, enters: float) -> BettingWay:
        """The way of that looseness."""
        return BettingWay(enters, self.opens * enters, self.raises * enters, self.fear, self.calm, self.bluffs)


@dataclass(frozen=True, slots=True)
class TypeSettings:
    """What is taken for granted of opponents of whom nothing is known."""

    noise: float = 0.12
    balanced_share: float = 0.35
    """Of all opponents, those who play about as in equilibrium."""
    extreme_share: float = 0.12
    """Those at the ends: never enter, always call, always raise, by chance; a quarter each."""
    habits: tuple[float, ...] = (0.5, 0.35, 0.15)
    """Of all opponents, by how often they draw regardless of the book: 3 %, 25 % and 100 % of the time (``pools.HABITS``)."""
    alike: float = 4.0
    """How much looser or tighter after the draw than before is rare; 0: any pair is as common."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The types as tables; ways are numbered by round."""

    answers: tuple[Floats, Floats]
    """By round: chances of shape (level, raise barred, answer, way, bucket)."""
    prior: Floats
    """Shares of shape (way before, way after); they add up to 1."""
    habits: Floats
    """Shares of the habits of drawing, see ``TypeSettings``."""
    known: dict[tuple[int, tuple[Step, ...]], Floats]
    """Likelihoods worked out before; sequences of actions come again and again."""

    def likelihood(self, number: int, steps: tuple[Step, ...]) -> Floats:
        """Likelihood of a player's actions in betting round ``number``, of shape (way, bucket); not to be written to."""
        found = self.known.get((number, steps))
        if found is None:
            if len(self.known) >= _KNOWN_MOST:
                self.known.clear()
            found = np.ones(self.answers[number].shape[3:])
            for level, barred, answer in steps:
                found *= self.answers[number][level, int(barred), answer]
            self.known[number, steps] = found
        return found


LOOSENESS = (0.12, 0.22, 0.36, 0.5, 0.7, _ALL)
_PASSIVE, _OPENING = Manner(0.25, 0.12, 0.85, 0.6), Manner(1.0, 0.1, 0.85, 0.5)
_MIDDLING, _AGGRESSIVE = Manner(0.7, 0.4, 0.8, 0.5), Manner(1.0, 1.0, 1.0, 1.0)
MANNERS: tuple[tuple[Manner, ...], ...] = (
    (_PASSIVE, _OPENING, _MIDDLING, _AGGRESSIVE),
    (_PASSIVE, _MIDDLING, _AGGRESSIVE, replace(_MIDDLING, bluffs=0.3), replace(_AGGRESSIVE, bluffs=0.3)),
)
_NEVER, _CALLER, _BY_CHANCE = BettingWay(_NONE, _NONE, _NONE), BettingWay(_ALL, _NONE, _NONE), BettingWay(0.5, 0.5, 0.5, noise=1.0)
_BALANCED = (
    BettingWay(0.58, 0.33, 0.17, 0.8, 0.5, bluffs=0.08),
    BettingWay(0.58, 0.26, 0.12, 0.8, 0.5, bluffs=0.2),
)
_OUTSIDE = 4


@lru_cache(maxsize=64)
def model(settings: TypeSettings) -> Model:
    """The tables of these settings."""
    answers = [np.stack([_answers(way, settings.noise) for way in _ways(number)], axis=3) for number in (FIRST, SECOND)]
    return Model((answers[FIRST], answers[SECOND]), _prior(settings), np.array(settings.habits), {})


def _ways(number: int) -> list[BettingWay]:
    """The grid, manner by manner, then those outside."""
    grid = [manner.way(enters) for manner in MANNERS[number] for enters in LOOSENESS]
    return [*grid, _NEVER, _CALLER, _BY_CHANCE, _BALANCED[number]]


def _prior(settings: TypeSettings) -> Floats:
    """Pairs of like looseness are the commoner; those outside the grid are so in both rounds."""
    loose, manners = np.arange(len(LOOSENESS)), [len(MANNERS[number]) for number in (FIRST, SECOND)]
    first, second = [np.tile(loose, count) for count in manners]
    grid = np.exp(-settings.alike * np.abs(first[:, None] - second) / len(loose))
    grid *= (1 - settings.balanced_share - settings.extreme_share) / grid.sum()
    prior = np.zeros((len(first) + _OUTSIDE, len(second) + _OUTSIDE))
    prior[:-_OUTSIDE, :-_OUTSIDE] = grid
    quarter = settings.extreme_share / 4
    prior[4 * len(loose) - 1, 3 * len(loose) - 1] += quarter
    prior[-4, -4] = prior[-3, -3] = prior[-2, -2] = quarter
    prior[-1, -1] = settings.balanced_share
    return prior


def _answers(way: BettingWay, noise: float) -> Floats:
    """Chances of one way, of shape (level, raise barred, answer, bucket)."""
    noise = noise if way.noise is None else way.noise
    found = np.zeros((LEVELS, 2, 3, BUCKET_COUNT))
    for level in range(LEVELS):
        enters, wagers = _wishes(way, level)
        for barred in (0, 1):
            possible = np.array([level > 0, True, not barred])
            wished = wagers * (not barred)
            played = np.stack((1 - np.maximum(enters, wished), np.maximum(enters - wished, 0), wished))
            found[level, barred] = (1 - noise) * played + (noise * possible / possible.sum())[:, None]
    return found


def _wishes(way: BettingWay, level: int) -> Sequence[Floats]:
    """By bucket: the chance to stay, and the chance to wager if that is allowed."""
    top = 1 - (np.arange(BUCKET_COUNT) + 0.5) / BUCKET_COUNT
    if not level:
        bluffs = way.bluffs * (1 - _within(top, way.enters))
        return np.ones(BUCKET_COUNT), np.maximum(_within(top, way.opens), bluffs)
    enters = _within(top, way.enters * way.fear ** (level - 1))
    wagers = np.minimum(_within(top, way.raises * way.calm ** (level - 1)), enters)
    return enters, np.maximum(wagers, way.bluffs / 4 * (1 - enters))


def _within(top: Floats, part: float) -> Floats:
    """The chance that a hand is taken to be among the best ``part`` of all."""
    return np.asarray(np.clip((part - top) / _SOFTNESS + 0.5, 0, 1))

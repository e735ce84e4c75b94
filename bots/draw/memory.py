"""What hard remembers of its opponents: for each player at the table, how likely each pair of betting ways and each habit of drawing is.

When a hand is over, every player's actions and the number of cards it drew are taken as evidence, averaged over the hands it may have
held; where its cards were shown, over those that end in such a hand. The weights move by that likelihood, tempered, since no bot is
any of the types; then a part of the prior is mixed in again. So no type is ever ruled out, a bot that changes its ways is found out
again, and one that is none of them stays a mixture.

Players are told apart by their index at the table. Nothing here depends on the order of these indices.
"""

from dataclasses import dataclass

import numpy as np

from arena.rules import FiveCardDrawView, strength
from bots.draw.pools import pool_number, pools
from bots.draw.ranges import Seen, read_log
from bots.draw.tables import Floats, buckets, tables
from bots.draw.types import FIRST, SECOND, Model

_NOTHING = Seen()


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """How fast beliefs move."""

    temper: float = 0.8
    """The power of a hand's likelihood: 1 believes the types, 0 nothing."""
    floor: float = 0.002
    """The part of the prior mixed in after every hand."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What one player is taken to be."""

    ways: Floats
    """Weights of shape (way before the draw, way after); they add up to 1."""
    habits: Floats
    """Weights of ``HABITS``."""
    first: Floats
    """Weights of the ways before the draw."""
    second_given: Floats
    """By way before the draw: chances of the ways after it, added up."""


def belief(ways: Floats, habits: Floats) -> Belief:
    """A belief with what follows from it, which every sampling asks for."""
    summed = ways.cumsum(axis=1)
    return Belief(ways, habits, summed[:, -1], summed / summed[:, -1:])


class Memory:
    """Beliefs about the players of one table."""

    def __init__(self, model: Model, settings: MemorySettings) -> None:
        """Nothing has been seen: everyone is the prior."""
        self._model = model
        self._settings = settings
        self._prior = belief(model.prior, model.habits)
        self._beliefs: dict[int, Belief] = {}
        self.hand_count = 0
        """Hands seen."""

    def of(self, player: int) -> Belief:
        """What the player of that index is taken to be."""
        return self._beliefs.get(player, self._prior)

    def watch(self, view: FiveCardDrawView) -> None:
        """Learn from a hand that is over, as one of its players saw it."""
        self.hand_count += 1
        shown = view.shown or ((),) * view.players
        for position, seen in enumerate(read_log(view)):
            if position != view.position and seen != _NOTHING:
                player = view.seated[position]
                self._beliefs[player] = self._moved(self.of(player), seen, shown[position])

    def _moved(self, known: Belief, seen: Seen, shown: tuple[int, ...]) -> Belief:
        first, second = self._model.likelihood(FIRST, seen.first), self._model.likelihood(SECOND, seen.second)
        joint = pools().joint[pool_number(seen.drawn)]
        if shown:
            after = int(buckets(tables().beats[[strength(shown)]])[0])
            joint, second = joint[:, :, after : after + 1], second[:, after : after + 1]
        by_habit = joint.reshape(len(joint), -1)
        ways = first @ (known.habits @ by_habit).reshape(joint.shape[1:]) @ second.T
        habits = by_habit @ (first.T @ known.ways @ second).ravel()
        return belief(self._mixed(known.ways, ways, self._prior.ways), self._mixed(known.habits, habits, self._prior.habits))

    def _mixed(self, weights: Floats, evidence: Floats, prior: Floats) -> Floats:
        moved = weights * (evidence / evidence.max()) ** self._settings.temper
        floor = self._settings.floor
        return np.asarray((1 - floor) / moved.sum() * moved + floor * prior)

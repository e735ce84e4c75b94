"""Ways of play that are learned by playing the game against themselves: counterfactual regret minimisation.

The method is CFR+ (Tammelin 2014, arXiv 1407.5042) for all hands at once: positions take turns, regrets never fall below 0, and what
is learned is the average of all strategies played, later ones weighing more. Without anything fixed that average approaches an equilibrium.

With a *fixed* plan it approaches a restricted Nash response (Johanson, Zinkevich, Bowling 2007): each of our two positions meets an
opponent who plays the fixed plan with probability ``share``, and otherwise as is worst for us. A small share gives up little against
a perfect opponent and takes much more from those that play as the fixed one does.

Everything is elementary arithmetic in a fixed order, or exact (``deals``), so equal inputs give equal tables on every machine.
"""

from collections.abc import Callable, Sequence

import numpy as np

from arena.solving.deals import Floats
from arena.solving.game import DrawGame, Plan, Strategy

POSITIONS = (0, 1)


class Learner:
    """One position while it learns."""

    def __init__(self, game: DrawGame, position: int) -> None:
        """It begins with every choice as likely as the others."""
        self.position = position
        self._game = game
        self._now = game.uniform(position)
        shapes = game.shapes(position)
        self._regrets = {part: np.zeros(shape) for part, shape in shapes.items()}
        self.plan = game.plan(position, self._now)
        self._sum: Plan | None = None
        self._weight = 0.0

    def learn(self, other: Plan) -> None:
        """Meet the other position's plan once more, and play better from now on."""
        self._game.walk(self.position, other, self._choose)
        self.plan = self._game.plan(self.position, self._now)
        self._weight += 1
        self._add(self.plan, self._weight)

    def average(self) -> Strategy:
        """What it has learned; where it never comes, what it would do there now."""
        assert self._sum is not None, "it has met somebody"
        return Strategy(*[_behaviour(getattr(self._sum, part), getattr(self._now, part)) for part in Strategy.__slots__])

    def _choose(self, part: str, point: int, choices: Sequence[int], worth: Floats) -> Floats:
        possible = slice(choices[0], choices[-1] + 1)
        now = getattr(self._now, part)[point][possible]
        regrets = self._regrets[part][point][possible]
        value = np.add.reduce(now * worth, axis=0)
        regrets += worth
        regrets -= value
        np.maximum(regrets, 0, out=regrets)
        total = np.add.reduce(regrets, axis=0)
        now.fill(1 / len(choices))
        np.divide(regrets, total, out=now, where=total > 0)
        return np.asarray(value)

    def _add(self, plan: Plan, weight: float) -> None:
        if self._sum is None:
            self._sum = Plan(*[np.zeros_like(getattr(plan, name)) for name in Plan.__slots__])
        for name in Strategy.__slots__:
            held = getattr(self._sum, name)
            held += weight * getattr(plan, name)


def equilibrium(game: DrawGame, iterations: int, progress: Callable[[int], object] = int) -> tuple[Strategy, Strategy]:
    """How both positions play when neither can gain by playing otherwise, nearly.

    Args:
        game: the game.
        iterations: how often each position learns.
        progress: told after each how many there were.
    """
    learners = [Learner(game, position) for position in POSITIONS]
    for done in range(1, iterations + 1):
        for position in POSITIONS:
            learners[position].learn(learners[1 - position].plan)
        progress(done)
    return learners[0].average(), learners[1].average()


def restricted_response(
    game: DrawGame, fixed: tuple[Plan, Plan], share: float, iterations: int, progress: Callable[[int], object] = int
) -> tuple[Strategy, Strategy]:
    """How to play against somebody who plays ``fixed``, a plan by position, with probability ``share``, and perfectly otherwise."""
    ours = [Learner(game, position) for position in POSITIONS]
    theirs = [Learner(game, position) for position in POSITIONS]
    for done in range(1, iterations + 1):
        for position in POSITIONS:
            other = 1 - position
            ours[position].learn(theirs[other].plan.mixed(fixed[other], share))
            theirs[other].learn(ours[position].plan)
        progress(done)
    return ours[0].average(), ours[1].average()


def _behaviour(weights: Floats, otherwise: Floats) -> Floats:
    """Weights as chances of choices, which are on the second axis; where all are 0, as ``otherwise``."""
    total = np.add.reduce(weights, axis=1)[:, None]
    found: Floats = np.divide(weights, total, out=otherwise.copy(), where=total > 0)
    return found

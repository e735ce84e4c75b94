"""The best that can be done against a known way of play, and what ways of play are worth; exact within the game's classes of hands."""

from collections.abc import Sequence

import numpy as np

from arena.solving.deals import Floats
from arena.solving.game import DrawGame, Plan, Strategy


def best_response(game: DrawGame, position: int, other: Plan) -> tuple[float, Strategy]:
    """What a position wins a hand against the other one's plan at most, in chips, and how."""
    found = Strategy(*[np.zeros(shape) for shape in game.shapes(position).values()])

    def choose(part: str, point: int, choices: Sequence[int], worth: Floats) -> Floats:
        best = worth.argmax(axis=0)
        possible = getattr(found, part)[point][choices[0] : choices[-1] + 1]
        np.put_along_axis(possible, best[None], 1.0, axis=0)
        return np.asarray(worth.max(axis=0))

    return game.walk(position, other, choose), found


def value(game: DrawGame, position: int, strategy: Strategy, other: Plan) -> float:
    """What a position wins a hand with a strategy against the other one's plan, in chips."""

    def choose(part: str, point: int, choices: Sequence[int], worth: Floats) -> Floats:
        return np.asarray((getattr(strategy, part)[point][choices[0] : choices[-1] + 1] * worth).sum(axis=0))

    return game.walk(position, other, choose)


def exploitability(game: DrawGame, strategies: tuple[Strategy, Strategy]) -> float:
    """What the best response to a way of play wins a hand, in chips, the mean of both positions; 0 for an equilibrium."""
    plans = [game.plan(position, strategies[position]) for position in (0, 1)]
    return sum(best_response(game, position, plans[1 - position])[0] for position in (0, 1)) / 2

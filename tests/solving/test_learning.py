"""What is learned, measured by what a best response wins from it."""

import numpy as np
import pytest

from arena.solving import Strategy, best_response, equilibrium, exploitability, restricted_response, value
from arena.solving.learning import Learner

POSITIONS = (0, 1)


def _uniform_plans(game):
    return tuple(game.plan(position, game.uniform(position)) for position in POSITIONS)


def _equal(one, other):
    return all((getattr(a, part) == getattr(b, part)).all() for a, b in zip(one, other, strict=True) for part in Strategy.__slots__)


@pytest.mark.slow
def test_exploitability_falls_as_positions_learn(small_game):
    """In chips a hand; measured after 5, 15 and 45 iterations: 0.52, 0.16, 0.03."""
    left = [exploitability(small_game, equilibrium(small_game, count)) for count in (5, 15, 45)]
    assert left[0] < 0.7
    assert left[1] < 0.2
    assert left[2] < 0.04


@pytest.mark.slow
def test_default_game_is_worth_what_others_found(default_game):
    """Who acts first loses 0.1234 chips a hand, by an independent computation. Measured after 50 iterations: 0.1263; responses 0.06."""
    strategies = equilibrium(default_game, 50)
    assert exploitability(default_game, strategies) < 0.08
    worth = value(default_game, 0, strategies[0], default_game.plan(1, strategies[1]))
    assert worth == pytest.approx(-0.1234, abs=0.01)


@pytest.mark.slow
def test_response_to_nobody_in_particular_is_an_equilibrium(small_game):
    """Measured: 0.03 chips a hand, as an equilibrium of as many iterations."""
    strategies = restricted_response(small_game, _uniform_plans(small_game), 0.0, 45)
    assert exploitability(small_game, strategies) < 0.045


@pytest.mark.slow
def test_response_to_somebody_certain_is_the_best_response(small_game):
    """Measured: it gets nearer than 0.002 chips."""
    plans = _uniform_plans(small_game)
    strategies = restricted_response(small_game, plans, 1.0, 40)
    for position in POSITIONS:
        best, _ = best_response(small_game, position, plans[1 - position])
        assert best - 0.004 < value(small_game, position, strategies[position], plans[1 - position]) <= best + 1e-9


@pytest.mark.slow
def test_a_share_trades_safety_for_gain(small_game):
    """The more certain the fixed opponent, the more is won from it, and the more can be lost to others."""
    plans = _uniform_plans(small_game)
    found = [restricted_response(small_game, plans, share, 20) for share in (0.0, 0.2, 1.0)]
    gains = [sum(value(small_game, position, one[position], plans[1 - position]) for position in POSITIONS) for one in found]
    losses = [exploitability(small_game, one) for one in found]
    assert gains == sorted(gains)
    assert losses == sorted(losses)


@pytest.mark.slow
def test_two_runs_give_the_same_tables_to_the_bit(small_game):
    plans = _uniform_plans(small_game)
    assert _equal(*[equilibrium(small_game, 6) for _ in range(2)])
    assert _equal(*[restricted_response(small_game, plans, 0.3, 4) for _ in range(2)])


@pytest.mark.slow
def test_what_is_learned_is_a_strategy(small_game):
    for position, strategy in enumerate(equilibrium(small_game, 4)):
        for part in Strategy.__slots__:
            chances = getattr(strategy, part)
            assert chances.min() >= 0
            assert np.abs(chances.sum(axis=1) - 1).max() < 1e-12
            assert not chances[getattr(small_game.uniform(position), part) == 0].any()


@pytest.mark.slow
def test_average_weighs_later_plans_more(small_game):
    """The weights are 1, 2, 3 …; of plans, which is why reaching a point more often weighs more too."""
    learner, other = Learner(small_game, 0), small_game.plan(1, small_game.uniform(1))
    plans = []
    for _ in range(3):
        learner.learn(other)
        plans.append(learner.plan)
    summed = sum(weight * plan.first for weight, plan in enumerate(plans, 1))
    reached = summed.sum(axis=1) > 0
    share = np.moveaxis(summed, 1, -1)[reached] / summed.sum(axis=1)[reached][:, None]
    assert np.allclose(np.moveaxis(learner.average().first, 1, -1)[reached], share)


def test_progress_counts_iterations(small_game):
    told = []
    equilibrium(small_game, 3, told.append)
    restricted_response(small_game, _uniform_plans(small_game), 0.5, 2, told.append)
    assert told == [1, 2, 3, 1, 2]

"""Best responses: nothing does better, and answers known by hand."""

import numpy as np
import pytest

from arena.solving import GIVE_UP, PASS, Strategy, best_response, exploitability, value
from tests.solving.slow import few_classes_game, random_strategy, sides

POSITIONS = (0, 1)


def _gives_up(game, position):
    """Never bets, gives up to every bet, stands pat."""
    uniform = game.uniform(position)

    def gives_up(chances):
        found = np.zeros_like(chances)
        facing = chances[:, GIVE_UP] > 0
        found[:, GIVE_UP], found[:, PASS] = facing, ~facing
        return found

    draw = np.zeros_like(uniform.draw)
    draw[:, 0] = 1
    return Strategy(gives_up(uniform.first), draw, gives_up(uniform.second))


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_no_random_strategy_does_better(position):
    game = few_classes_game(0)
    other = game.plan(1 - position, random_strategy(game, 1 - position, 1))
    best, _ = best_response(game, position, other)
    values = [value(game, position, random_strategy(game, position, seed), other) for seed in range(200)]
    assert max(values) <= best + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_best_response_is_one_possible_choice_everywhere_and_worth_what_it_says(default_game, position):
    other = default_game.plan(1 - position, default_game.uniform(1 - position))
    best, found = best_response(default_game, position, other)
    assert value(default_game, position, found, other) == pytest.approx(best, abs=1e-12)
    assert best > value(default_game, position, default_game.uniform(position), other) + 1
    uniform = default_game.uniform(position)
    for part in Strategy.__slots__:
        chances = getattr(found, part)
        assert set(np.unique(chances)) == {0, 1}
        assert (chances.sum(axis=1) == 1).all()
        assert not chances[getattr(uniform, part) == 0].any()


@pytest.mark.parametrize("position", POSITIONS)
def test_who_gives_up_to_every_bet_loses_the_ante(small_game, position):
    """And no more: who never bets cannot be made to call."""
    best, _ = best_response(small_game, position, small_game.plan(1 - position, _gives_up(small_game, 1 - position)))
    assert best == pytest.approx(small_game.ruleset.ante, abs=1e-6)


@pytest.mark.slow
def test_exploitability_is_never_below_zero():
    """Whatever both do, the best answers to both together win at least what the two ways of play win from each other: nothing."""
    game = few_classes_game(1)
    assert min(exploitability(game, sides(game, seed)) for seed in range(10)) > 0


def test_exploitability_is_the_mean_of_both_best_responses():
    game = few_classes_game(0)
    strategies = sides(game, 3)
    both = [best_response(game, position, game.plan(1 - position, strategies[1 - position]))[0] for position in POSITIONS]
    assert exploitability(game, strategies) == sum(both) / 2

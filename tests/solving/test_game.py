"""The whole game: what strategies are worth, against a slow solver that plays real hands, and the laws of plans."""

import numpy as np
import pytest

from arena.errors import BadRuleset
from arena.rules import FiveCardDrawRuleset
from arena.solving import MAX_RAISES, PASS, WAGER, DrawGame, Strategy, best_response, value
from arena.solving.deals import SAMPLES, WEIGHT_GRID
from tests.solving.slow import SlowSolver, few_classes, few_classes_game, random_strategy, sides

POSITIONS = (0, 1)


def _plans(game, strategies):
    return [game.plan(position, strategies[position]) for position in POSITIONS]


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(("max_raises", "seed"), [(0, 11), (0, 12), (1, 13)])
def test_value_is_what_playing_every_hand_gives(max_raises, seed, position):
    game = few_classes_game(max_raises)
    strategies = sides(game, seed)
    other = game.plan(1 - position, strategies[1 - position])
    slow = SlowSolver(game, position, strategies[1 - position], strategies[position])
    assert value(game, position, strategies[position], other) == pytest.approx(slow.worth(), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize(("max_raises", "seed"), [(0, 21), (0, 22), (1, 23)])
def test_best_response_is_what_choosing_the_best_in_every_hand_gives(max_raises, seed, position):
    game = few_classes_game(max_raises)
    other = random_strategy(game, 1 - position, seed)
    found, strategy = best_response(game, position, game.plan(1 - position, other))
    assert found == pytest.approx(SlowSolver(game, position, other).worth(), abs=1e-9)
    assert found == pytest.approx(SlowSolver(game, position, other, strategy).worth(), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("max_raises", "near"), [(0, 1e-9), (1, 1e-9), (MAX_RAISES, 1e-6)])
def test_what_one_wins_the_other_loses(max_raises, near):
    """Quarters of quarters of chances leave the grid in the largest game only; measured there: 1e-7."""
    game = few_classes_game(max_raises)
    for seed in range(3):
        strategies = sides(game, seed)
        plans = _plans(game, strategies)
        assert value(game, 0, strategies[0], plans[1]) == pytest.approx(-value(game, 1, strategies[1], plans[0]), abs=near)


@pytest.mark.slow
def test_with_all_classes_too_up_to_the_grid(default_game):
    """Weights are rounded for one position and worth for the other; measured 3e-6 chips apart."""
    strategies = sides(default_game, 31)
    plans = _plans(default_game, strategies)
    assert value(default_game, 0, strategies[0], plans[1]) == pytest.approx(-value(default_game, 1, strategies[1], plans[0]), abs=1e-5)


def test_value_is_linear_in_the_other_plan():
    game = few_classes_game(1)
    own, one, two = random_strategy(game, 0, 41), random_strategy(game, 1, 42), random_strategy(game, 1, 43)
    plans = [game.plan(1, strategy) for strategy in (one, two)]
    values = [value(game, 0, own, plan) for plan in plans]
    for share in (0.0, 0.25, 1.0):
        assert value(game, 0, own, plans[0].mixed(plans[1], share)) == pytest.approx((1 - share) * values[0] + share * values[1], abs=1e-9)


@pytest.mark.parametrize("position", POSITIONS)
def test_weights_of_a_plan_flow_through_the_game(position):
    """At every point the weights of all choices sum to that with which the player came there."""
    game = few_classes_game(2)
    plan = game.plan(position, random_strategy(game, position, 51))
    for part, root in (("first", game.chances.dealt), ("second", plan.root)):
        weights = getattr(plan, part)
        for slot, node in enumerate(game.own[position]):
            before, choice = game.betting.nodes[node].own_before
            came = root if before < 0 else weights[game.slots[before], choice]
            assert np.allclose(weights[slot].sum(axis=0), came, atol=1e-15)
    for closing, end in enumerate(game.betting.closings):
        node, choice = end.before[position]
        came = plan.first[game.slots[node], choice]
        assert np.allclose(plan.draw[closing].sum(axis=0), came, atol=1e-15)
        lines = plan.root.reshape(game.closing_count, 4, 4, -1)[closing].sum(axis=(position, 2))
        assert np.allclose(lines, came.sum(), atol=1e-15)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_root_is_exact_however_it_is_added_up(default_game, position):
    """Against whole numbers: what lets a table be trained again to the bit. A sum of 53 bits or fewer is exact in a float."""
    draw = default_game.plan(position, random_strategy(default_game, position, 61)).draw
    weights = np.rint(draw * WEIGHT_GRID).astype(np.int64)
    final = np.rint(default_game.chances.final * SAMPLES).astype(np.int64)
    exact = np.stack([weights[:, count] @ final[count] for count in range(4)], axis=2)
    assert exact.max() < 1 << 53
    found = default_game.root(position, draw).reshape(default_game.closing_count, 4, 4, -1)
    assert (found * (WEIGHT_GRID * SAMPLES) == (exact if position else exact[:, 0, :, None])).all()


@pytest.mark.parametrize("position", POSITIONS)
def test_uniform_is_a_strategy_of_possible_choices(position):
    game = few_classes_game(1)
    uniform, shapes = game.uniform(position), game.shapes(position)
    for part, shape in shapes.items():
        assert getattr(uniform, part).shape == shape
        assert np.allclose(getattr(uniform, part).sum(axis=1), 1)
    for slot, number in enumerate(game.own[position]):
        possible = set(game.betting.nodes[number].choices)
        for chances in (uniform.first[slot, :, 0], uniform.second[slot, :, 0, 0]):
            assert set(np.flatnonzero(chances)) == possible


def _always(game, position, wish):
    """One choice wherever it is possible, else a pass; stand pat."""
    uniform = game.uniform(position)

    def only(chances):
        found = np.zeros_like(chances)
        found[:, PASS] = 1
        found[:, PASS] -= chances[:, wish] > 0
        found[:, wish] += chances[:, wish] > 0
        return found

    draw = np.zeros_like(uniform.draw)
    draw[:, 0] = 1
    return Strategy(only(uniform.first), draw, only(uniform.second))


def test_best_answer_to_who_always_calls_is_to_bet_the_better_hand():
    """Equal hands are worth nothing. Half of the hands beat the others: they win 3 + 2 + 5 where those, who check, lose the ante of 3."""
    game = DrawGame(FiveCardDrawRuleset(3, 2, 5, 2), few_classes())
    game.chances.final[:] = 0
    game.chances.final[:, :, 0] = 1
    raises, calls = _always(game, 0, WAGER), _always(game, 1, PASS)
    assert value(game, 0, raises, game.plan(1, calls)) == 0
    game.chances.final[:, 3, :2] = 0, 1
    plan = game.plan(1, calls)
    assert value(game, 0, raises, plan) == 0
    found, strategy = best_response(game, 0, plan)
    assert found == pytest.approx(0.25 * (3 + 2 + 5) - 0.25 * 3, abs=1e-12)
    assert strategy.first[0, WAGER, 3] == 1


def test_games_that_cannot_be_solved_are_refused():
    with pytest.raises(BadRuleset, match="all_in"):
        DrawGame(FiveCardDrawRuleset(all_in=True, starting_stack=50), few_classes())
    with pytest.raises(BadRuleset, match=f"at most {MAX_RAISES}"):
        DrawGame(FiveCardDrawRuleset(max_raises=MAX_RAISES + 1), few_classes())

"""A bot as a plan: what it is asked, and that the plan is the bot's."""

import numpy as np
import pytest

from arena.errors import IllegalAction
from arena.rules import DRAW_CODE, FiveCardDrawView, Kind, Stage
from arena.solving import PASS, WAGER, Effort, Strategy, StrategyPlayer, equilibrium, held_by_bucket, held_by_class, tabulate, value
from bots.draw.hands import PAIR, book_mask, class_held

POSITIONS = (0, 1)
LITTLE = Effort(per_class=1, per_line=16)
GOLDEN = 0.6180339887498949
"""Its multiples spread over 0 to 1 evenly."""


def _pairs_bet(view, number):
    """Bets and raises with a pair or better, else checks and calls; draws by the book."""
    if view.stage == Stage.DRAW:
        return DRAW_CODE + book_mask(view.hole_cards)
    return view.legal[-1] if class_held(view.hole_cards) >= PAIR and len(view.legal) > 1 and view.to_wager else _stay(view)


def _stay(view):
    return Kind.CHECK if Kind.CHECK in view.legal else Kind.CALL


def _checks_and_folds(view, number):
    return DRAW_CODE if view.stage == Stage.DRAW else view.legal[0]


def _strategy_of_pairs_bet(game, position):
    """``_pairs_bet`` written down: a class or bucket tells what the bot looks at."""
    uniform = game.uniform(position)

    def of(possible, held):
        found = np.zeros_like(possible)
        wagers = (possible[:, WAGER] > 0) & (held >= PAIR)
        found[:, WAGER], found[:, PASS] = wagers, ~wagers
        return found

    return Strategy(of(uniform.first, held_by_class()), np.zeros_like(uniform.draw), of(uniform.second, held_by_bucket()))


@pytest.fixture(scope="module")
def pairs_bet(small_game):
    return tabulate(small_game, _pairs_bet, Effort(per_class=4, per_line=24))


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_first_round_of_a_rule_is_found_exactly(small_game, pairs_bet, position):
    """What the rule looks at is the same for all hands of a class; only sums of equal parts are rounded."""
    exact = small_game.plan(position, _strategy_of_pairs_bet(small_game, position))
    assert np.allclose(pairs_bet[position].first, exact.first, rtol=1e-13, atol=0)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_draw_of_a_rule_is_found_exactly(small_game, pairs_bet, position):
    """The book draws as many with all hands of a class; what they become is then known as well as the game knows it."""
    plan = pairs_bet[position]
    for closing, end in enumerate(small_game.betting.closings):
        node, choice = end.before[position]
        came = plan.first[small_game.slots[node], choice]
        assert (plan.draw[closing].sum(axis=0) == came).all()
        assert ((plan.draw[closing] > 0).sum(axis=0) == (came > 0)).all()
    assert plan.root == pytest.approx(small_game.root(position, plan.draw), abs=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS)
def test_second_round_of_a_rule_is_found_where_hands_of_the_kind_come(small_game, pairs_bet, position):
    """Kinds that no asked hand holds are guessed from others; measured: 0.5 % of all weight."""
    plan = pairs_bet[position]
    strategy = _strategy_of_pairs_bet(small_game, position)
    opens = small_game.own[position][0]
    assert small_game.betting.nodes[opens].own_before[0] < 0
    exact = strategy.second[0] * plan.root
    assert np.abs(plan.second[0] - exact).sum() < 0.015 * plan.root.sum()
    assert plan.second[0].sum(axis=0) == pytest.approx(plan.root, abs=1e-12)


@pytest.mark.slow
def test_a_known_strategy_is_found_again(small_game):
    """Of few hands, by what others win from it; measured: 0.01 chips for an equilibrium, 0.07 for one who chooses at random."""
    strategies = equilibrium(small_game, 30)
    player = StrategyPlayer(small_game, strategies)
    plans = tabulate(small_game, lambda view, number: player.code(view, number * GOLDEN % 1), LITTLE)
    for position in POSITIONS:
        other, true = 1 - position, small_game.plan(position, strategies[position])
        for against, near in ((strategies[other], 0.04), (small_game.uniform(other), 0.2)):
            wins = [value(small_game, other, against, plan) for plan in (plans[position], true)]
            assert wins[0] == pytest.approx(wins[1], abs=near)


@pytest.mark.slow
def test_bot_is_shown_views_of_its_own_and_only_where_it_brings_itself(small_game):
    """It never bets, so it is never asked what it does after betting; another's cards stand in no view before the showdown."""
    asked = []

    def ask(view, number):
        asked.append((view, number))
        return _checks_and_folds(view, number)

    plans = tabulate(small_game, ask, LITTLE)
    for view, _ in asked:
        assert type(view) is FiveCardDrawView
        assert view.legal
        assert view.shown == ()
        assert not any(kind in (Kind.BET, Kind.RAISE) and position == view.position for kind, position, _ in view.log)
    numbers = [number for _, number in asked]
    turn = numbers.index(1, 1)
    assert numbers == [*range(1, turn + 1), *range(1, len(numbers) - turn + 1)]
    assert [view.position for view, _ in asked] == [0] * turn + [1] * (len(asked) - turn)
    assert not any(plan.first[:, WAGER].any() or plan.second[:, WAGER].any() for plan in plans)


@pytest.mark.slow
def test_what_becomes_of_strange_discards_is_dealt_out(small_game):
    """Who throws away its first three cards whatever they are keeps no pair that it was dealt; all weight arrives all the same.

    Measured: it ends with a pair or better three quarters as often as with the keep.
    """

    def ask(view, number):
        return DRAW_CODE + 0b111 if view.stage == Stage.DRAW else _stay(view)

    plan = tabulate(small_game, ask, LITTLE)[0]
    calls = plan.root.reshape(small_game.closing_count, 4, 4, -1)
    assert calls[:, 3].sum(axis=2) == pytest.approx(plan.draw.sum(axis=(1, 2, 3))[:, None].repeat(4, axis=1), abs=1e-12)
    assert not calls[:, :3].any()
    keeps = small_game.root(0, plan.draw)
    paired = held_by_bucket() >= PAIR
    assert plan.root[:, paired].sum() < 0.8 * keeps[:, paired].sum()


@pytest.mark.slow
def test_equal_seeds_ask_the_same_and_find_the_same(small_game):
    runs = []
    for _ in range(2):
        told = []
        runs.append((tabulate(small_game, _pairs_bet, LITTLE, seed=5, progress=told.append), told))
    for position in POSITIONS:
        assert all(
            (getattr(runs[0][0][position], part) == getattr(runs[1][0][position], part)).all()
            for part in ("first", "draw", "root", "second")
        )
    told = runs[0][1]
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] == 1


@pytest.mark.parametrize("answer", [Kind.RAISE, Kind.FOLD, DRAW_CODE, 99])
def test_an_illegal_answer_is_refused(small_game, answer):
    def ask(view, number):
        return answer

    with pytest.raises(IllegalAction, match="a bot answered so"):
        tabulate(small_game, ask, LITTLE)

"""A strategy at a real table, against its own arrays looked up by hand."""

from random import Random

import numpy as np
import pytest

from arena.rules import DRAW_CODE, Hand, Stage
from arena.solving import MAX_RAISES, StrategyPlayer
from arena.solving.hands import buckets_of, sort_dealt
from tests.rules.playing import random_deal
from tests.solving.slow import CHOICE, chances_of, few_classes_game, sides


def _choice(code):
    return (code - DRAW_CODE).bit_count() if code >= DRAW_CODE else CHOICE[code]


def _decisions(ruleset, count):
    """Every decision of random hands; folds are rare, so that hands grow old."""
    random = Random(9)
    for _ in range(count):
        hand = Hand(ruleset, random_deal(random, 2), 2)
        while not hand.over:
            yield hand
            hand.act(random.choice(hand.legal[1:] if random.random() < 0.8 and len(hand.legal) > 2 else hand.legal))


def _held(hand):
    cards = np.array([hand.hole[hand.actor]])
    return int(buckets_of(cards)[0] if hand.stage == Stage.SECOND_ROUND else sort_dealt(cards).classes[0])


@pytest.mark.slow
@pytest.mark.parametrize("max_raises", [0, 3, MAX_RAISES])
def test_player_finds_its_place_and_does_what_is_legal(max_raises):
    game = few_classes_game(max_raises)
    strategies = sides(game, 1)
    player, random, stages = StrategyPlayer(game, strategies), Random(2), []
    for hand in _decisions(game.ruleset, 60):
        view, spin = hand.view(hand.actor), random.random()
        chances = chances_of(game, strategies[hand.actor], hand, _held(hand))
        code = player.code(view, spin)
        assert (player.chances(view) == chances).all()
        assert code in view.legal
        assert chances[_choice(code)] > 0
        assert code == player.code(view, spin)
        stages.append(hand.stage)
    assert set(stages) == {Stage.FIRST_ROUND, Stage.DRAW, Stage.SECOND_ROUND}


@pytest.mark.slow
def test_chances_are_followed_exactly_by_even_spins():
    """Chances are quarters, so of sixteen spins every choice gets its part to a spin."""
    game = few_classes_game(1)
    strategies = sides(game, 3)
    player = StrategyPlayer(game, strategies)
    for hand in _decisions(game.ruleset, 15):
        view = hand.view(hand.actor)
        chosen = np.bincount([_choice(player.code(view, (spin + 0.5) / 16)) for spin in range(16)], minlength=len(player.chances(view)))
        assert (chosen == 16 * player.chances(view)).all()


@pytest.mark.slow
def test_the_outermost_spins_choose_something_possible():
    game = few_classes_game(2)
    player = StrategyPlayer(game, sides(game, 4))
    for hand in _decisions(game.ruleset, 30):
        view = hand.view(hand.actor)
        possible = np.flatnonzero(player.chances(view))
        assert [_choice(player.code(view, spin)) for spin in (0.0, 1.0)] == [possible[0], possible[-1]]


def test_draw_gives_up_the_cards_least_worth_keeping():
    game = few_classes_game(0)
    player = StrategyPlayer(game, sides(game, 5))
    for hand in _decisions(game.ruleset, 40):
        if hand.stage == Stage.DRAW:
            code = player.code(hand.view(hand.actor), 0.5)
            assert code - DRAW_CODE == sort_dealt(np.array([hand.hole[hand.actor]])).discard_masks(_choice(code))[0]

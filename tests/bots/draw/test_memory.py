"""What is remembered of opponents from hand to hand."""

import random

import numpy as np
import pytest

from arena.matches import Leg, MatchSpec
from arena.rules import FiveCardDrawRuleset, Hand
from bots.draw import Call, Fold, Raise, TightPassive
from bots.draw.memory import Memory, MemorySettings
from bots.draw.types import FOLDS, WAGERS, TypeSettings, model

RULES = FiveCardDrawRuleset()
MODEL = model(TypeSettings())


def remembered(factories, hand_count, settings=None):
    """The memory of player 0 after hands between these."""
    memory = Memory(MODEL, settings or MemorySettings())
    spec = MatchSpec("memory", "memory", "five_card_draw", RULES, tuple("abcdef"[: len(factories)]), bytes(32), hand_count)
    leg = Leg(spec, 0)
    bots = [factory(leg.table_info(player)) for player, factory in enumerate(factories)]
    decision = leg.deal_next()
    while decision is not None:
        following = leg.act(decision, bots[decision.player].act(decision.hand.view(decision.position)))
        if following is None:
            memory.watch(decision.hand.view(decision.seating.players.index(0)))
            following = leg.deal_next()
        decision = following
    return memory


def answering(belief, answer):
    """How often a player of this belief answers one wager before the draw so, over all hands."""
    return float(belief.first @ MODEL.answers[0][1, 0, answer].mean(axis=1))


def test_nobody_is_known_before_the_first_hand():
    memory = Memory(MODEL, MemorySettings())
    assert np.array_equal(memory.of(3).ways, MODEL.prior)


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "answer"), [(Raise, WAGERS), (Fold, FOLDS)])
def test_one_wish_is_found_out_in_thirty_hands(bot, answer):
    known = remembered((Call, bot), 30) if bot is Raise else remembered((Raise, bot), 30)
    assert answering(known.of(1), answer) > 0.8 > answering(Memory(MODEL, MemorySettings()).of(1), answer)


@pytest.mark.slow
def test_opponents_are_told_apart():
    known = remembered((Call, Raise, TightPassive), 60)
    assert answering(known.of(1), WAGERS) > answering(known.of(2), WAGERS) + 0.4
    assert answering(known.of(2), FOLDS) > answering(known.of(1), FOLDS) + 0.3
    assert np.array_equal(known.of(0).ways, MODEL.prior)


@pytest.mark.slow
def test_no_type_is_ever_ruled_out():
    """A part of the prior is left of every one, however many hands say something else."""
    settings = MemorySettings(floor=0.01)
    found = remembered((Call, Raise), 100, settings).of(1)
    assert found.ways.sum() == pytest.approx(1)
    assert (found.ways >= settings.floor * MODEL.prior - 1e-15).all()
    assert (found.habits >= settings.floor * MODEL.habits - 1e-15).all()


def test_cards_shown_tell_more_than_a_draw_count():
    """Three cards drawn and the best hand shown, against three drawn and nothing shown: raising with it is less of a sign of a bluff."""
    deal = random.Random(2).sample(range(52), 16)
    told = []
    for codes in ([4, 5, 3, 39, 39, 4, 3], [4, 5, 3, 39, 39, 4, 1]):
        hand = Hand(RULES, deal, 2)
        for code in codes:
            hand.act(code)
        memory = Memory(MODEL, MemorySettings())
        memory.watch(hand.view(1))
        told.append(memory.of(0).ways)
    assert not np.allclose(*told)


def test_equal_hands_are_remembered_alike_whoever_sits_where():
    """Players are known by their index; exchanging two indices exchanges what is remembered of them."""
    deal = random.Random(4).sample(range(52), 24)
    found = []
    for seated in ((0, 1, 2), (0, 2, 1)):
        hand = Hand(RULES, deal, 3, None, seated)
        for code in (4, 3, 5, 1, 3, 39, 39, 2, 4, 3):
            hand.act(code)
        memory = Memory(MODEL, MemorySettings())
        memory.watch(hand.view(0))
        found.append([memory.of(player).ways for player in seated])
    assert all(np.array_equal(one, other) for one, other in zip(*found, strict=True))

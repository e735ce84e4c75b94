"""What choices are worth, in cases that can be reckoned by hand."""

import numpy as np
import pytest

from arena.rules import FiveCardDrawRuleset, Hand, Kind, parse_cards
from bots.draw.ranges import Samples
from bots.draw.rollouts import Rollouts
from bots.draw.types import TypeSettings, model

MODEL = model(TypeSettings(noise=0.0))
CALLER = MODEL.prior.shape[1] - 3
"""The way that only calls, before the draw and after it, counted from the end: never, caller, by chance, balanced."""
FOLDER = CALLER - 1
RIVER = [Kind.CHECK, Kind.CHECK, 32, 32]
COUNT = 8


def rollouts(view, ways, theirs, own):
    """Opponents of these ways, all samples alike, with these strengths."""
    shape = (len(ways), COUNT)
    way = np.array(ways)[:, None] * np.ones(shape, dtype=np.int64)
    value = np.array(theirs)[:, None] * np.ones(shape, dtype=np.int64)
    samples = Samples(way, way, np.full(shape, 32), np.full(shape, 32), value)
    return Rollouts(view, samples, np.full(COUNT, own), MODEL, np.random.default_rng(1))


@pytest.mark.parametrize(("own", "stay", "wager"), [(300, 2.0, 6.0), (100, 0.0, -4.0), (200, 1.0, 1.0)])
def test_against_a_caller_a_bet_wins_or_loses_one_bet_more(dealt, own, stay, wager):
    """Two antes are in the pot; the opponent's strength is 200, it calls, and equal hands share."""
    view = dealt(parse_cards("2c4d5h7s8d"), RIVER)
    assert rollouts(view, [CALLER], [200], own).values(may_wager=True) == pytest.approx((stay, wager))


def test_against_a_folder_a_bet_wins_the_pot(dealt):
    view = dealt(parse_cards("2c4d5h7s8d"), RIVER)
    assert rollouts(view, [FOLDER], [200], 100).values(may_wager=True) == pytest.approx((0.0, 2.0))


def test_a_pot_is_shared_by_all_who_tie():
    """Three antes and no bets: the best two hands of three are equal."""
    view = three_handed([2, 2, 2, 32, 32, 32])
    found = rollouts(view, [CALLER, CALLER], [200, 100], 200)
    assert found.values(may_wager=True)[0] == pytest.approx(1.5)
    assert found.showdown_share == pytest.approx(0.5)


def test_the_best_of_all_hands_wins():
    view = three_handed([2, 2, 2, 32, 32, 32])
    assert rollouts(view, [CALLER, CALLER], [100, 300], 200).values(may_wager=True)[0] == pytest.approx(0.0)


def test_only_what_lies_above_a_short_stack_ahead_is_won():
    """All-in: stacks of 3, 9 and 9; the short one is best, and has 3 in; the others have 5 in, so 4 of 13 go to the second best."""
    rules = FiveCardDrawRuleset(ante=1, small_bet=2, big_bet=2, all_in=True, starting_stack=9)
    hand = Hand(rules, list(range(24)), 3, [3, 9, 9])
    for code in (4, 3, 3, 32, 32, 32, 4):
        hand.act(code)
    view = hand.view(hand.actor)
    stay, _ = rollouts(view, [CALLER, CALLER], [300, 100], 200).values(may_wager=False)
    assert stay == pytest.approx(4 - 2)


def test_a_hopeless_hand_is_told_without_playing_it_out():
    """Facing a bet of 4 for a pot of 7, it never wins; heads-up everything is played out."""
    view = three_handed([2, 2, 2, 32, 32, 32, 4])
    assert rollouts(view, [CALLER, CALLER], [300, 300], 200).hopeless()
    assert not rollouts(view, [CALLER, CALLER], [100, 100], 200).hopeless()


def three_handed(codes):
    """The view of whoever acts after these codes."""
    hand = Hand(FiveCardDrawRuleset(), list(range(24)), 3)
    for code in codes:
        hand.act(code)
    return hand.view(hand.actor)

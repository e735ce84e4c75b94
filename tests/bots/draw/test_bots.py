"""What each of the three levels is known for."""

import random
from dataclasses import replace

import numpy as np
import pytest

from arena.rules import FiveCardDrawRuleset, Hand, Kind, parse_cards
from bots.draw import Easy, Hard, Normal, v2
from bots.draw.chances import spin
from bots.draw.easy import BLUFF_RATE
from bots.draw.hands import class_held

LEVELS = (Easy, Normal, Hard)


def test_easy_calls_and_folds_by_the_pair_and_never_raises(random_views, table_info):
    easy = Easy(table_info())
    for view in random_views(10, seed=5):
        if view.legal[0] == Kind.FOLD:
            assert easy.act(view) == (Kind.CALL if class_held(view.hole_cards) else Kind.FOLD)


@pytest.mark.slow
def test_easy_bluffs_at_its_stated_rate(dealt, table_info):
    """20,000 hands without a pair to open: the count is binomial, five standard deviations are allowed."""
    rng = random.Random(6)
    easy, opening = Easy(table_info()), dealt(parse_cards("2c5d9hJsKd"))
    asked = bluffs = 0
    while asked < 20_000:
        cards = tuple(rng.sample(range(52), 5))
        if class_held(cards):
            continue
        asked += 1
        bluffs += easy.act(replace(opening, hole_cards=cards)) == Kind.BET
    expected = BLUFF_RATE * asked
    assert abs(bluffs - expected) < 5 * (expected * (1 - BLUFF_RATE)) ** 0.5


@pytest.mark.parametrize("level", LEVELS)
def test_bot_seeds_tell_bluffs_apart(level, dealt, table_info):
    """With nothing, some seeds wager and some do not, for levels that bluff; normal never looks at its seed."""
    view = dealt(parse_cards("2c4d5h7s8d"))
    actions = {level(table_info(bot_seed=seed)).act(view) for seed in range(200)}
    assert actions == ({Kind.CHECK} if level is Normal else {Kind.CHECK, Kind.BET})


@pytest.mark.parametrize("level", LEVELS)
def test_strong_hands_bet_and_do_not_fold(level, dealt, table_info):
    """Hard checks some of them, to raise: no more than it may."""
    full_house, seeds = parse_cards("AhAdAc7s7d"), range(40 if level is Hard else 1)
    bots = [level(table_info(bot_seed=seed)) for seed in seeds]
    assert sum(bot.act(dealt(full_house)) == Kind.BET for bot in bots) > len(bots) * (0.4 if level is Hard else 0.9)
    assert {bot.act(dealt(full_house, [Kind.CHECK, Kind.BET])) for bot in bots} <= {Kind.CALL, Kind.RAISE}


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_folds_to_raises(level, dealt, table_info):
    """Hard calls with some of it while it plays strangers: it must not be bluffed out of every hand."""
    view, seeds = dealt(parse_cards("2c4d5h7s9d"), [Kind.BET, Kind.RAISE]), range(40 if level is Hard else 1)
    folds = sum(level(table_info(bot_seed=seed)).act(view) == Kind.FOLD for seed in seeds)
    assert folds > len(seeds) / 2


@pytest.mark.parametrize("level", [Normal, Hard])
def test_flush_draw_calls_a_pot_that_pays(level, dealt, table_info):
    """The pot holds 8 and the call costs 2; the flush comes in 9 cases of 47, and the pot grows when it does."""
    view = dealt(parse_cards("2h6h7hJhAc"), [Kind.BET, Kind.RAISE])
    assert level(table_info()).act(view) != Kind.FOLD


def test_hard_breaks_a_low_pair_for_a_straight_flush_draw(dealt, table_info):
    """Fifteen cards make a straight or a flush, which win more often than the pair drawing three."""
    view = dealt(parse_cards("2h2c3h4h5h"), [Kind.BET, Kind.RAISE, Kind.CALL])
    assert Hard(table_info()).act(view) == 32 + 0b00010


def test_normal_pays_for_no_chips_that_it_cannot_win(table_info):
    """Ten chips are left, and twelve can be won with them, whatever else the other has bet."""
    rules = FiveCardDrawRuleset(ante=1, small_bet=1000, big_bet=1000, all_in=True, starting_stack=11)
    nothing = parse_cards("2c4d5h7s9d")
    rest = [card for card in range(52) if card not in nothing]
    deal = [card for pair in zip(nothing, rest[:5], strict=True) for card in pair] + rest[5:11]
    hand = Hand(rules, deal, 2, [11, 5000])
    for code in (Kind.CHECK, Kind.BET):
        hand.act(code)
    view = hand.view(0)
    assert (view.pot, view.to_call) == (1002, 10)
    assert [level(table_info(rules)).act(view) for level in (Normal, v2.Normal)] == [Kind.FOLD, Kind.CALL]


def test_randomness_rests_on_what_a_view_says_and_not_on_how_it_was_made(dealt):
    """Integers that came over the protocol, that a bot answered with, and those of the rules are the same numbers."""
    stand_pat, draw_three = 32, 32 + 0b00111
    view = dealt(parse_cards("2c4d5h7s9d"), [Kind.BET, Kind.CALL, draw_three, stand_pat])
    for made in (int, np.int64, lambda number: np.int32(number) if number > 1 else number):
        log = tuple([tuple(made(int(part)) for part in entry) for entry in view.log])
        cards = tuple(made(card) for card in view.hole_cards)
        assert spin(1, replace(view, log=log, hole_cards=cards)) == spin(1, view)
    assert spin(2, view) != spin(1, view)
    assert spin(1, replace(view, log=view.log[:-1])) != spin(1, view)

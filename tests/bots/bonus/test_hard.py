"""Hard against a plain enumeration of all that may come: that nothing it does is regretted is then more than a word of its own solver."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from arena.rules import PREFLOP, REGRET_WAYS, HoldemBonusRuleset, game_value, hole_class, parse_cards
from bots.bonus import Hard
from tests.bots.bonus.playing import BET, CHECK, FOLD, hand_of, info_of, showdowns

STATES = [
    ("AsKd", "7h8h9c"),
    ("Qs4s", "5s9sJd"),
    ("2c2d", "5h5s5d"),
    ("Jc8d", "7h5s2c"),
    ("9h8h", "Ah7h2c"),
    ("Th3d", "KsKd4c"),
    ("AcQd", "9h8h7h"),
    ("6c5d", "AhKd6s"),
    ("2h3d", "AcAdKc"),
    ("JdTd", "QdKc2s"),
    ("Ks6s", "5d4c2s"),  # as even as can be: wins 48.16 and loses 48.22 times of 100
]


def asked(hole, board, codes, ruleset):
    """What hard plays in a state, and the state's cards as numbers."""
    return Hard(info_of(ruleset)).act(hand_of(hole, board, codes, ruleset).view(0))


def river_actions(hole, flop, codes, ruleset):
    """What hard plays on each of the 47 turn cards."""
    view = (
        hand_of(hole, flop + "2c", codes, ruleset).view(0)
        if "2c" not in hole + flop
        else hand_of(hole, flop + "3s", codes, ruleset).view(0)
    )
    hard, flop_cards = Hard(info_of(ruleset)), parse_cards(flop)
    unseen = [card for card in range(52) if card not in view.hole_cards + flop_cards]
    return {card: hard.act(replace(view, board=(*flop_cards, card))) for card in unseen}


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), STATES)
def test_hard_bets_exactly_where_wins_outnumber_losses(hole, flop):
    """One turn decision and its 47 river decisions; 2,140,380 ends of the hand, counted board by board."""
    ruleset = HoldemBonusRuleset()
    gain = showdowns(parse_cards(hole), parse_cards(flop)).gain
    assert asked(hole, flop, (BET,), ruleset) == (BET if gain.sum() > 0 else CHECK)
    for turn_code in (CHECK, BET):
        for card, code in river_actions(hole, flop, (BET, turn_code), ruleset).items():
            assert code == (BET if gain[card] > 0 else CHECK)


def test_hard_plays_before_the_flop_what_is_worth_more_than_the_ante():
    """The figures of the 169 classes, for both rulesets; the five worst hands are folded when a straight wins the ante."""
    for pays_from in ("straight", "flush"):
        ruleset = HoldemBonusRuleset(ante_pays_from=pays_from)
        hard, view = Hard(info_of(ruleset)), hand_of("AsAd", ruleset=ruleset).view(0)
        folded = {hole_class(hole) for hole in combinations(range(52), 2) if hard.act(replace(view, hole_cards=hole)) == FOLD}
        assert folded == {one.name for one in PREFLOP.values() if one.play(pays_from) < -1} == set(game_value(pays_from).folded)


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), STATES)
def test_hard_keeps_its_last_bet_for_the_river(hole, flop):
    """With a bankroll of four antes: the best of all plans, those with a turn bet and those with a river bet on any set of turn cards."""
    ruleset = HoldemBonusRuleset(bankroll=4)
    gain = showdowns(parse_cards(hole), parse_cards(flop)).gain
    assert asked(hole, flop, (BET,), ruleset) == CHECK
    made = river_actions(hole, flop, (BET, CHECK), ruleset)
    gained = sum([gain[card] for card, code in made.items() if code == BET])
    assert gained == np.maximum(gain, 0).sum() >= max(0, gain.sum())


@pytest.mark.parametrize(("bankroll", "bets"), [(3, 0), (4, 1), (5, 2)])
def test_hard_plays_fewer_hands_the_fewer_bets_it_can_make(bankroll, bets):
    """The flop bet from its parts: twice wins less losses, the paid wins less losses for the ante, and the gains of the bets left."""
    ruleset = HoldemBonusRuleset(bankroll=bankroll)
    hard, view = Hard(info_of(ruleset)), hand_of("AsAd", ruleset=ruleset).view(0)
    for hole in combinations(range(52), 2):
        one = PREFLOP[hole_class(hole)]
        gains = (0, one.best.river_gain, one.best.river_gain + one.best.turn_gain)[bets]
        net = Fraction(2 * (one.win - one.lose) + one.win_straight - one.lose + gains, REGRET_WAYS[0])
        assert hard.act(replace(view, hole_cards=hole)) == (BET if net > -1 else FOLD)

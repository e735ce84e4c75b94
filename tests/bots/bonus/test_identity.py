"""What a bot falls short of the best play is what its choices are regretted for, exactly: V* − V(bot) = E[sum of regrets].

Whole games by the 169 classes; hands from the flop on by counting all that may come, for bots as they are; and from the river
decision on by playing every hand that may come. Counting and playing know nothing of the solver that the regrets come from.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from arena.matches import regrets_of
from arena.rules import (
    PREFLOP,
    REGRET_WAYS,
    BonusHand,
    BonusStage,
    HoldemBonusRuleset,
    game_value,
    hole_class,
    parse_cards,
    shared_solver,
    stake_code,
)
from bots.bonus import Easy, Hard, Normal
from tests.bots.bonus.playing import BET, CHECK, deal_of, info_of, showdowns

RULES, FLUSH_RULES = HoldemBonusRuleset(), HoldemBonusRuleset(ante_pays_from="flush")
FLOP_WAYS, _, RIVER_WAYS = REGRET_WAYS
WAYS_AFTER_FLOP = 47 * 46 * 990
"""Turn card, river card, house hand."""


FLOPS = [("AsKd", "7h8h9c"), ("Qs4s", "5s9sJd"), ("2c2d", "5h5s5d"), ("Jc8d", "7h5s2c"), ("9h8h", "Ah7h2c"), ("7c2d", "KsQd4h")]


class Folds:
    """Gives every hand up."""

    def __init__(self, info):
        pass

    def act(self, view):
        return view.legal[0]


class NeverFolds:
    """Bets before the flop, and plays as hard does after it."""

    def __init__(self, info):
        self.hard = Hard(info)

    def act(self, view):
        return BET if view.stage == BonusStage.FLOP else self.hard.act(view)


class Always(Folds):
    """Bets whatever it holds."""

    def act(self, view):
        return BET if BET in view.legal else view.legal[0]


class Never(Folds):
    """Checks whatever it holds."""

    def act(self, view):
        return CHECK if CHECK in view.legal else view.legal[0]


class Printed:
    """The published advice: bets when it wins more than half of all that may come, by the solver's count of it."""

    def __init__(self, info):
        self.solver = shared_solver()

    def act(self, view):
        counts = self.solver.counts(view.hole_cards, view.board)
        return BET if 2 * counts.win > counts.total else CHECK


def mean_regret(level):
    """Over the 169 classes, each as often as it is dealt, on some board: exact when no choice after the flop is regretted."""
    total = Fraction(0)
    for hole in {hole_class(hole): hole for hole in combinations(range(52), 2)}.values():
        hand = BonusHand(RULES, deal_of(hole, ()))
        bot = level(info_of())
        while not hand.over:
            hand.act(bot.act(hand.view(0)))
        first, *later = regrets_of(hand)
        assert not any(later)
        total += PREFLOP[hole_class(hole)].combinations * Fraction(first, FLOP_WAYS)
    return total / 1326


def test_always_folding_loses_the_ante_and_is_regretted_for_the_rest():
    """V(bot) = −1; the five hands that are rightly folded are not regretted."""
    assert game_value().net - -1 == mean_regret(Folds)


@pytest.mark.slow
def test_never_folding_is_regretted_for_what_it_falls_short():
    """The rules page, exact figures: −0.02036922 with the best play, −0.02349630 without folding."""
    values = [game_value().net, game_value(folding=False).net]
    assert [f"{float(value):.8f}" for value in values] == ["-0.02036922", "-0.02349630"]
    assert values[0] - values[1] == mean_regret(NeverFolds) > 0


def after_flop(level, hole, flop, ruleset):
    """What a bot does after a flop bet.

    Returns:
        By turn card: the bets after the ante (0 for cards seen), and what the turn and the river decision are regretted for, in antes.
    """
    bot, bets, regrets = level(info_of(ruleset)), np.zeros(52, dtype=np.int64), []
    for turn in range(52):
        if turn in hole + flop:
            continue
        hand = BonusHand(ruleset, deal_of(hole, (*flop, turn)))
        for code in (stake_code(ruleset.ante_min), BET):
            hand.act(code)
        while not hand.over:
            hand.act(bot.act(hand.view(0)))
        bets[turn] = (hand.flop_chips + hand.turn_chips + hand.river_chips) // hand.ante
        regrets.append(sum(Fraction(part, ways) for part, ways in zip(regrets_of(hand)[1:], REGRET_WAYS[1:], strict=True)))
    return bets, regrets


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), FLOPS)
@pytest.mark.parametrize("ruleset", [RULES, FLUSH_RULES], ids=lambda ruleset: ruleset.ante_pays_from)
def test_net_and_regret_after_a_flop_make_up_the_best_net(hole, flop, ruleset):
    """The mean net over all 2,140,380 ends of the hand plus the mean regret over the turn cards is the same for every bot: the best net.

    The best net is that of betting before the turn card, or not, and then on exactly those turn cards on which wins outnumber losses.
    """
    hole, flop = parse_cards(hole), parse_cards(flop)
    found = showdowns(hole, flop, ruleset.ante_pays_from)
    best = max(found.net(2 + turn_bet + (found.gain > 0)) for turn_bet in (0, 1))
    for level in (Hard, Normal, Easy, Printed, Always, Never):
        bets, regrets = after_flop(level, hole, flop, ruleset)
        short = Fraction(best - found.net(bets), WAYS_AFTER_FLOP)
        assert short == sum(regrets) / 47, level.__name__
        assert level is not Hard or short == 0


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "board"), [("Jc8d", "7h5s2cKs"), ("Qs4s", "5s9sJdQh"), ("2c2d", "5h5s5dAc")])
def test_net_and_regret_of_a_river_choice_make_up_the_better_net(hole, board):
    """Played to the end 45,540 times, with every river card and house hand, for an ante of three chips that only a flush wins."""
    ruleset = HoldemBonusRuleset(ante_min=3, ante_max=3, ante_pays_from="flush")
    hole, board = parse_cards(hole), parse_cards(board)
    unseen = [card for card in range(52) if card not in hole + board]
    nets, regrets = [], []
    for code in (CHECK, BET):
        chips = count = 0
        for river in unseen:
            for house in combinations([card for card in unseen if card != river], 2):
                hand = BonusHand(ruleset, (hole[0], house[0], hole[1], house[1], *board, river))
                for one in (stake_code(3), BET, CHECK, code):
                    hand.act(one)
                chips += hand.net[0]
                count += 1
        assert count == RIVER_WAYS
        nets.append(Fraction(chips, 3 * RIVER_WAYS))
        regrets.append(Fraction(regrets_of(hand)[2], RIVER_WAYS))
    assert [net + regret for net, regret in zip(nets, regrets, strict=True)] == [max(nets)] * 2
    assert min(regrets) == 0

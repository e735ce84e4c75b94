"""Hard is never regretted, normal a little, easy a lot: over common deals, the same in every run."""

import numpy as np
import pytest

from arena.matches import grade_match, play_match, scoring_of, verify_match
from arena.rules import HoldemBonusRuleset
from bots.bonus import Easy, Hard, Normal
from tests.bots.bonus.playing import RULESETS, match_of

DEALS = 400
EVERYTHING = HoldemBonusRuleset(ante_min=2, ante_max=10, ante_step=2, bonus_max=5, ante_pays_from="flush")


@pytest.fixture(scope="module")
def graded():
    """A function: the graded match of a level, on the same deals each time."""

    def make(level, ruleset=RULESETS[0]):
        return grade_match(play_match(match_of(DEALS, ruleset), [level]))

    return make


def regrets(result):
    return np.array([block.regrets[0] for block in result.blocks()])


def errors_above(difference):
    """A mean in standard errors."""
    return difference.mean() / (difference.std(ddof=1) / len(difference) ** 0.5)


@pytest.mark.slow
def test_levels_keep_their_order_by_regret(graded):
    """Paired: every deal is played by all three."""
    hard, normal, easy = [regrets(graded(level)) for level in (Hard, Normal, Easy)]
    assert not hard.any()
    assert (normal >= 0).all()
    assert errors_above(normal) > 4
    assert errors_above(easy - normal) > 4


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [RULESETS[0], EVERYTHING], ids=["ranked", "everything on"])
def test_hard_has_no_regret_in_any_decision(graded, ruleset):
    """Exactly zero ways, hand by hand; and the match follows from its seed, regrets included."""
    result = graded(Hard, ruleset)
    hands = result.legs[0].hands
    assert len(hands) == DEALS
    assert all([not any(hand.regrets) and len(hand.regrets) == len(hand.actions) - 1 for hand in hands])
    assert {hand.stake for hand in hands} == {(ruleset.ante_min, 0)}
    assert {block.result(0, scoring_of(ruleset, DEALS)) for block in result.blocks()} == {0}
    assert verify_match(result.spec, result.legs, result.blocks(), result.spec.commitment).hand_count == DEALS


@pytest.mark.slow
@pytest.mark.parametrize("level", [Easy, Normal, Hard])
def test_a_bankroll_is_played_until_it_covers_no_ante(level):
    """Chips at the end are those at the start and what was won; nothing is graded where a bankroll may forbid a bet."""
    spec = match_of(200, HoldemBonusRuleset(bankroll=12))
    result = grade_match(play_match(spec, [level]))
    hands = result.legs[0].hands
    left = 12 + sum(hand.net_chips[0] for hand in hands)
    assert left >= 0
    assert len(hands) == 200 or left < 3
    assert not any(hand.regrets for hand in hands)

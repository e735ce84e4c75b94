"""Hard beats normal beats easy, over mirrored matches with fixed deals: the same hands in every run."""

import hashlib

import numpy as np
import pytest

from arena.matches import MatchSpec, play_match, scoring_of
from arena.rules import FiveCardDrawRuleset
from bots.draw import Easy, Hard, Normal, Random

RULES = FiveCardDrawRuleset()
ALL_IN = FiveCardDrawRuleset(all_in=True, starting_stack=12)


def _results(factories, deal_count, rules=RULES):
    """Results a block of each player, in big bets a hand."""
    names = tuple(f"p{i}" for i in range(len(factories)))
    spec = MatchSpec("ladder", "ladder", "five_card_draw", rules, names, hashlib.sha256(b"ladder").digest(), deal_count)
    blocks = play_match(spec, factories).blocks()
    scoring = scoring_of(rules, deal_count)
    return [np.array([block.result(player, scoring) for block in blocks]) for player in range(len(names))]


def _errors_above(difference):
    """A mean in standard errors."""
    return difference.mean() / (difference.std(ddof=1) / len(difference) ** 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "deal_count", "rules"),
    [
        (Normal, Easy, 5000, RULES),
        (Hard, Normal, 500, RULES),
        (Hard, Easy, 600, RULES),
        (Normal, Easy, 5000, ALL_IN),
        (Hard, Easy, 400, ALL_IN),
    ],
)
def test_better_level_wins_heads_up(better, worse, deal_count, rules):
    won, _ = _results((better, worse), deal_count, rules)
    assert _errors_above(won) > 3


@pytest.mark.slow
def test_levels_keep_their_order_with_three_players():
    hard, normal, easy = _results((Hard, Normal, Easy), 400)
    assert _errors_above(hard - easy) > 3
    assert hard.mean() > normal.mean() > easy.mean()


@pytest.mark.parametrize("level", [Hard, Random])
@pytest.mark.parametrize("players", [2, 3])
def test_equal_bots_tie_exactly_in_every_block_whatever_they_leave_to_chance(level, players):
    """What a bot leaves to chance is its seat's, as its cards are, so it is mirrored too."""
    assert [won.any() for won in _results([level] * players, 40)] == [False] * players

"""The expert: a trained table between two players, hard's way elsewhere."""

from dataclasses import replace

import pytest

from arena.matches import TableInfo
from arena.rules import FiveCardDrawRuleset, Kind, Stage, parse_cards
from arena.solving import DrawGame, exploitability
from bots.draw import Expert, Hard
from bots.draw.expert import TABLE
from bots.draw.train import Recipe
from bots.draw.trained import load

RULES = FiveCardDrawRuleset()


@pytest.fixture(scope="module")
def shipped():
    return load(TABLE)


def test_shipped_table_is_what_its_checksum_says_and_names_the_command_of_the_defaults(shipped):
    """The command itself is run by ``python -m bots.draw.train --check``; it takes minutes."""
    assert shipped.ruleset == RULES
    assert shipped.command == Recipe().command(RULES)


@pytest.mark.slow
def test_shipped_table_can_hardly_be_beaten_in_the_solved_game(shipped):
    """mbb/h that the best response wins; the bound of the probe against real hands is 60."""
    assert 0 <= 1000 * exploitability(DrawGame(RULES), shipped.strategies()) / RULES.big_bet < 30


def test_against_a_bet_it_raises_with_trips_and_folds_nothing(dealt):
    """First to act it checks nearly everything, good hands too, and raises when the other bets: whoever acts first does best so."""
    acts = {}
    for cards in ("2c4d6h8sTc", "AhAdAc7s2d"):
        view = dealt(parse_cards(cards), [Kind.CHECK, Kind.BET])
        acts[cards] = [Expert(TableInfo(RULES, ("a", "b"), 0, 1, seed)).act(view) for seed in range(40)]
    assert acts["2c4d6h8sTc"].count(Kind.FOLD) > 20
    assert acts["AhAdAc7s2d"] == [Kind.RAISE] * 40


@pytest.mark.slow
def test_it_plays_its_table_between_two_players_and_as_hard_elsewhere(random_views):
    for view in random_views(1, seed=11):
        info = TableInfo(view.ruleset, tuple("abcdef"[: view.players]), 0, 1, 5)
        code = Expert(info).act(view)
        assert code in view.legal
        if view.players > 2 or view.ruleset != RULES:
            assert code == Hard(info).act(view)


@pytest.mark.slow
def test_at_the_draw_it_throws_away_what_is_least_worth_keeping(random_views):
    """A pair is never broken, but for four to a flush or a straight."""
    for view in random_views(12, seed=12):
        if view.players > 2 or view.stage != Stage.DRAW or view.ruleset != RULES:
            continue
        code = Expert(TableInfo(RULES, ("a", "b"), 0, 1, 5)).act(view)
        ranks = [card >> 2 for card in view.hole_cards]
        thrown = [rank for i, rank in enumerate(ranks) if code >> i & 1]
        assert len(thrown) == 1 or all(ranks.count(rank) == 1 for rank in thrown)


def test_it_shows_its_strategies_for_the_rules_it_was_trained_for_only():
    assert Expert(TableInfo(RULES, ("a", "b"), 0, 1, 5)).strategies() is not None
    assert Expert(TableInfo(replace(RULES, ante=2), ("a", "b"), 0, 1, 5)).strategies() is None

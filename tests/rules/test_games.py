"""The table of games."""

import pytest

from arena.rules import DRAW_CODE, GAMES, FiveCardDrawRuleset, Hand, Kind
from tests.rules.playing import play

GAME = GAMES["five_card_draw"]


def test_every_game_stands_under_its_own_name():
    """The key is the name of a tournament file."""
    assert all([name == game.name for name, game in GAMES.items()])


def test_a_hand_of_draw_may_use_eight_cards_a_player():
    """Rules page, A hand, 5: five and three; six players need 48."""
    assert [GAME.deal_size(players) for players in (2, 6)] == [16, 48]
    assert (GAME.min_players, GAME.max_players) == (2, 6)


@pytest.mark.parametrize(
    ("script", "code"),
    [("", Kind.CHECK), ("k", Kind.CHECK), ("b", Kind.FOLD), ("b r r r", Kind.FOLD), ("k k", 32), ("k k p p", Kind.CHECK)],
)
def test_the_default_action_is_check_if_free_else_fold_and_to_stand_pat(script, code):
    """Rules page, Default action."""
    hand = play(GAME.new_hand(FiveCardDrawRuleset(), range(16), 2), script)
    assert isinstance(hand, Hand)
    assert GAME.default_code(hand.legal) == code


def test_results_are_counted_in_big_bets():
    """Words: mbb/h."""
    assert GAME.unit_chips(FiveCardDrawRuleset(big_bet=6)) == 6


def test_actions_have_the_names_that_people_read():
    game = GAMES["five_card_draw"]
    assert [game.action_name(code) for code in range(1, 6)] == ["fold", "check", "call", "bet", "raise"]
    assert [game.action_name(code) for code in (DRAW_CODE, DRAW_CODE + 1, DRAW_CODE + 7)] == ["stand pat", "draw", "draw"]

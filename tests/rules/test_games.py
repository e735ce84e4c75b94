"""The table of games."""

import pytest

from arena.rules import DRAW_CODE, GAMES, REBET, FiveCardDrawRuleset, Hand, HoldemBonusRuleset, Kind, game_of
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
    assert FiveCardDrawRuleset(big_bet=6).unit_chips == 6


def test_a_hand_against_the_house_may_use_nine_cards():
    """Two each and the board; results are counted in the smallest ante."""
    game, ruleset = GAMES["holdem_bonus"], HoldemBonusRuleset(ante_min=5, ante_max=20, ante_step=5)
    assert (game.deal_size(1), game.min_players, game.max_players) == (9, 1, 1)
    assert ruleset.unit_chips == 5
    hand = game.new_hand(ruleset, range(9), 1, None, 10)
    assert hand.legal[-1] == REBET
    assert game.action_name(game.default_code(hand.legal)) == "stake 5"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_hand_of_every_game_is_made_alike(game):
    """Docstring of ``Game.new_hand``: of who sits where only the draw game makes something."""
    players = game.min_players
    seated = tuple(range(players, 0, -1))
    hand = game.new_hand(game.ruleset_type(), range(game.deal_size(players)), players, None, 0, seated)
    assert getattr(hand.view(0), "seated", seated) == seated
    assert (hand.players, hand.over) == (players, False)


def test_a_ruleset_belongs_to_its_game():
    assert [game_of(game.ruleset_type()) for game in GAMES.values()] == list(GAMES.values())


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        (FiveCardDrawRuleset(), (False, 0, False)),
        (FiveCardDrawRuleset(all_in=True, starting_stack=9), (True, 0, False)),
        (FiveCardDrawRuleset(all_in=True, starting_stack=9, stacks="carry"), (True, 9, True)),
        (HoldemBonusRuleset(), (False, 0, False)),
        (HoldemBonusRuleset(bonus_max=1), (False, 0, True)),
        (HoldemBonusRuleset(bankroll=9), (True, 9, True)),
    ],
)
def test_what_a_ruleset_says_of_stacks(ruleset, said):
    """Whether they limit play, what is carried from hand to hand, whether hands depend on the one before."""
    assert (ruleset.limited, ruleset.carried_stack, ruleset.one_at_a_time) == said


def test_actions_have_the_names_that_people_read():
    game = GAMES["five_card_draw"]
    assert [game.action_name(code) for code in range(1, 6)] == ["fold", "check", "call", "bet", "raise"]
    assert [game.action_name(code) for code in (DRAW_CODE, DRAW_CODE + 1, DRAW_CODE + 7)] == ["stand pat", "draw", "draw"]

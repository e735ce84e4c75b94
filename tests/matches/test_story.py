"""A stored hand of either game, told. What is said of it is tested beside: ``test_story_draw.py``, ``test_story_bonus.py``."""

from dataclasses import replace

import pytest

from arena.errors import BadNotation
from arena.matches import MatchSpec, TableInfo, play_match, tell_hand
from arena.rules import GAMES, AnyView
from arena.web.pages import card


class First:
    """Plays the default action, but bets where it would fold."""

    def __init__(self, info: TableInfo) -> None:
        self._table = info

    def act(self, view: AnyView) -> int:
        return view.legal[1] if view.legal[0] == 1 else view.legal[0]


def spec_of(game: str) -> MatchSpec:
    row = GAMES[game]
    return MatchSpec("m", "t", game, row.ruleset_type(), ("ada", "bob")[: row.max_players], b"s" * 32, 4)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told(game):
    """Style, The house: a row in a table for each game; who netted what, and a scene at least."""
    spec = spec_of(game)
    for leg, played in enumerate(play_match(spec, [First] * len(spec.players)).legs):
        for record in played.hands:
            story = tell_hand(spec, leg, record)
            assert tuple(seat.net_chips for seat in story.seats) == record.net_chips
            assert {seat.player for seat in story.seats} == set(spec.players)
            assert story.scenes


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_does_not_follow_is_not_told(game):
    """Another net than the actions lead to."""
    spec = spec_of(game)
    record = play_match(spec, [First] * len(spec.players)).legs[0].hands[0]
    changed = replace(record, net_chips=tuple(chips + 1 for chips in record.net_chips))
    with pytest.raises(BadNotation, match="deal 0: pays"):
        tell_hand(spec, 0, changed)


def test_a_card_is_said_for_eye_and_ear():
    assert card(51) == {"rank": "A", "sign": "♠", "suit": "s", "words": "ace of spades"}
    assert card(33) == {"rank": "10", "sign": "♦", "suit": "d", "words": "ten of diamonds"}
    assert card(0)["words"] == "2 of clubs"

"""`arena replay`: a hand of either game told in lines, or as one JSON document."""

import pytest

from arena.cli.replay import story_document, story_lines
from arena.matches import MatchSpec, deal_key, tell_hand
from arena.rules import BonusHand, BonusKind, HoldemBonusRuleset, cards_text, deal_cards, record_hand, stake_code
from tests.cli.filling import fill, tournament

LIMITS = HoldemBonusRuleset(5, 50, 5, 20)
SPEC = MatchSpec("m", "t", "holdem_bonus", LIMITS, ("ada",), b"s" * 32, 1)
DEALT = cards_text(deal_cards(deal_key(SPEC.seed, 0), 9))
HOLE, HOUSE, BOARD = DEALT[0:2] + DEALT[4:6], DEALT[2:4] + DEALT[6:8], DEALT[8:]


def bonus_story(*codes: int):
    """The story of the only deal of that match, played so."""
    hand = BonusHand(LIMITS, deal_cards(deal_key(SPEC.seed, 0), 9))
    for code in codes:
        hand.act(code)
    return tell_hand(SPEC, 0, record_hand(hand, 0))


def spaced(text: str) -> str:
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))


def test_a_hand_of_draw_is_told(arena, path):
    """Every seat with its cards, then scene by scene, then what everybody nets."""
    (match_id,) = fill(path, tournament())
    done = arena("replay", f"{match_id}:1:2", "--db", path)
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert lines[0] == f"Hand 2 of match {match_id}, leg 1"
    assert sum(line.endswith("button") for line in lines) == 1
    assert [line for line in lines if not line.startswith(" ")][1:3] == ["Antes", "First betting round"]
    assert sum(int(line.split()[-1]) for line in lines[lines.index("Net") + 1 :]) == 0


def test_the_document_of_a_hand_of_draw_keeps_its_keys(arena, path):
    """Programs read it."""
    (match_id,) = fill(path, tournament())
    document = arena("replay", f"{match_id}:0:0", "--db", path, "--json").document
    assert list(document) == ["match_id", "leg", "hand_number", "seats", "actions"]
    for seat in document["seats"]:
        assert list(seat) == ["entrant", "button", "dealt", "final", "folded", "net_chips"]
    for action in document["actions"]:
        assert list(action) == ["stage", "entrant", "kind", "chips", "discarded", "drawn"]
        assert action["stage"] in ("first betting round", "draw", "second betting round")


def test_a_hand_against_the_house_is_told():
    """Stake, decisions, showdown, payments and net, a line each; the cards as dealt."""
    lines = story_lines(SPEC, bonus_story(stake_code(10, 3), BonusKind.BET, BonusKind.CHECK, BonusKind.CHECK))
    assert lines[:11] == [
        f"  ada       {spaced(HOLE)}",
        "Stake",
        "  ada       puts up an ante of 10 and a bonus bet of 3",
        "Flop decision",
        f"  ada       is dealt {spaced(HOLE)}",
        "  ada       bets 20",
        "Turn decision",
        f"  House     deals the flop {spaced(BOARD[:6])}",
        "  ada       checks",
        "River decision",
        f"  House     deals the turn {spaced(BOARD[6:8])}",
    ]
    assert [line for line in lines if not line.startswith(" ")] == [
        *("Stake", "Flop decision", "Turn decision", "River decision", "Showdown", "Payments", "Net")
    ]
    assert lines[-2] == "Net"


def test_the_document_of_a_hand_against_the_house():
    """The same shape as in draw, with stake, board and house; stages by the names of the contract."""
    story = bonus_story(stake_code(10, 3), BonusKind.BET, BonusKind.BET, BonusKind.CHECK)
    assert story.house is not None
    assert story_document(SPEC, 0, 0, story) == {
        "match_id": "m",
        "leg": 0,
        "hand_number": 0,
        "seats": [
            {
                "entrant": "ada",
                "dealt": HOLE,
                "final": cards_text(story.seats[0].last),
                "folded": False,
                "net_chips": story.seats[0].net_chips,
            }
        ],
        "stake": {"ante_chips": 10, "bonus_chips": 3},
        "actions": [
            {"stage": "stake", "entrant": "ada", "kind": "stake", "chips": 13},
            {"stage": "flop", "entrant": "ada", "kind": "bet", "chips": 20},
            {"stage": "turn", "entrant": "ada", "kind": "bet", "chips": 10},
            {"stage": "river", "entrant": "ada", "kind": "check", "chips": 0},
        ],
        "board": BOARD,
        "house": {"dealt": HOUSE, "final": cards_text(story.house.last)},
    }


def test_the_document_of_a_hand_that_was_given_up():
    """Nobody saw the board or the house's cards."""
    document = story_document(SPEC, 0, 0, bonus_story(stake_code(5), BonusKind.FOLD))
    (seat,) = document["seats"]
    assert (seat["final"], seat["folded"], seat["net_chips"]) == ("", True, -5)
    assert (document["board"], document["house"], len(document["actions"])) == (None, None, 2)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("{}", "names no hand; write MATCH:LEG:NUMBER"),
        ("{}:0:x", "names no hand"),
        ("{}:2:0", "has 2 legs, counted from 0; there is no leg 2"),
        ("{}:0:3", "hand 3 was not played; there are 3, counted from 0"),
        ("nosuch:0:0", "there is no match nosuch"),
    ],
)
def test_mistakes_are_one_line(arena, path, name, words):
    (match_id,) = fill(path, tournament())
    done = arena("replay", name.format(match_id), "--db", path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err

"""Exports of either game: lines hand by hand, what stands before and after them, and what is refused.

What is in a hand is tested beside: ``test_export_draw.py``, ``test_export_bonus.py``.
"""

import json
import tomllib
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from arena.errors import ConfigError, VerificationFailed
from arena.matches import EXPORT_FORMS, LegResult, MatchSpec, Published, Status, TableInfo, export_lines, play_match
from arena.rules import GAMES, AnyView, Kind, format_hand, parse_hand
from tests.matches.bots import spec_of


class Chooser:
    """Plays any legal action, but folds half as often."""

    def __init__(self, info: TableInfo) -> None:
        self._random = Random(info.bot_seed + info.player)

    def act(self, view: AnyView) -> int:
        code = self._random.choice(view.legal)
        return self._random.choice(view.legal) if code == Kind.FOLD else code


@cache
def legs_of(spec: MatchSpec) -> tuple[LegResult, ...]:
    return play_match(spec, [Chooser] * len(spec.players)).legs


def exported(spec: MatchSpec, form: str, leg: int | None = None) -> list[str]:
    return list(export_lines(spec, legs_of(spec), form, leg))


def hand_documents(lines: list[str]) -> list[dict]:
    return [document for document in map(json.loads, lines) if "hand_number" in document]


@pytest.mark.parametrize("form", EXPORT_FORMS)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_written_in_every_form_or_refused_for_a_reason(game, form):
    """Style, The house: a row in a table for each game; Errors: what, which value, what instead."""
    row = GAMES[game]
    spec = MatchSpec("m", "t", game, row.ruleset_type(), ("ada", "bob")[: row.max_players], b"s" * 32, 3)
    refusal, lines = "", []
    try:
        lines = exported(spec, form)
    except ConfigError as error:
        refusal = str(error)
    if refusal:
        assert refusal.startswith(f"format {form}: ")
        assert "; use text" in refusal
    else:
        assert len(lines) >= 3 * spec.leg_count


@pytest.mark.parametrize("name", ['the "best"', "back\\slash", "😀 Zoë", "it's", "#1", "del\x7f and \x1b"])
def test_any_name_survives_every_form(name):
    """Names are quoted as JSON and TOML want it."""
    spec = replace(spec_of(2, 1), players=(name, "b"), tournament_name=name)
    assert all(name in document["players"] for document in hand_documents(exported(spec, "jsonl")))
    assert name in json.loads(exported(spec, "jsonl")[0])["players"]
    table = tomllib.loads("\n".join(exported(spec, "phh")))["1"]
    assert name in table["players"]
    assert table["event"] == name


def test_json_lines_begin_with_what_was_agreed_on():
    """The ruleset, who plays, how much, and the commitment; the seed only when it is given as published."""
    spec = spec_of(3, 2, all_in=True)
    assert json.loads(exported(spec, "jsonl", 1)[0]) == {
        "match_id": "m",
        "tournament": "t",
        "game": "five_card_draw",
        "ruleset": {"ante": 2, "small_bet": 4, "big_bet": 8, "max_raises": 3, "all_in": True, "starting_stack": 25, "stacks": "reset"},
        "players": ["a", "b", "c"],
        "deal_count": 2,
        "mirrored": True,
        "drawn_seats": False,
        "legs": [1],
        "commitment": spec.commitment,
        "seed": None,
    }
    published = Published("c" * 64, spec.seed)
    head = json.loads(next(export_lines(spec, legs_of(spec), "jsonl", published=published)))
    assert (head["legs"], head["commitment"], head["seed"]) == ([0, 1, 2], "c" * 64, spec.seed.hex())


def test_json_lines_say_how_each_leg_ended():
    """After its hands: who won what over all of them, by player."""
    spec = spec_of(2, 4)
    whole, other = legs_of(spec)
    legs = [whole, replace(other, status=Status.FORFEITED, forfeiter=1, reason="gone", hands=other.hands[:3])]
    documents = [json.loads(line) for line in export_lines(spec, legs, "jsonl")]
    assert ["hand_number" in document for document in documents] == [False, *[True] * 4, False, *[True] * 3, False]
    for leg, end in enumerate((documents[5], documents[9])):
        hands = [document for document in documents if document.get("leg") == leg and "hand_number" in document]
        net = [sum(hand["net_chips"][hand["players"].index(name)] for hand in hands) for name in spec.players]
        status, forfeiter = (("completed", None), ("forfeited", "b"))[leg]
        assert end == {
            "match_id": "m",
            "leg": leg,
            "status": status,
            "forfeiter": forfeiter,
            "hand_count": len(hands),
            "net_chips": net,
        }


def test_text_names_every_hand_above_its_line():
    """The players by position; without the lines that begin with # it is all notation."""
    spec = spec_of(3, 4)
    lines = exported(spec, "text")
    assert lines[0] == "# match m, leg 0, hand 0: b, c, a"
    assert lines[8] == "# match m, leg 1, hand 0: a, b, c"
    assert len(lines) == 2 * 3 * 4
    for line in lines[1::2]:
        assert format_hand(parse_hand(line)) == line


@pytest.mark.parametrize("form", EXPORT_FORMS)
def test_all_legs_are_the_legs_one_by_one(form):
    """PHH numbers its tables from 1 in each document, so those lines are left aside, and the heads."""
    spec = spec_of(2, 4)
    parts = [exported(spec, form, leg) for leg in range(2)]
    assert hands_in(exported(spec, form), form) == [line for part in parts for line in hands_in(part, form)]
    assert hands_in(parts[0], form) != hands_in(parts[1], form)


def hands_in(lines: list[str], form: str) -> list[str]:
    if form == "jsonl":
        return lines[1:]
    return [line for line in lines if not line.startswith(("#", "["))][1:] if form == "phh" else lines


def test_lines_come_hand_by_hand():
    """A hand that does not follow is named when its turn comes; the ones before it are out."""
    spec = spec_of(2, 4, mirrored=False)
    (leg,) = legs_of(spec)
    broken = replace(leg, hands=(*leg.hands[:2], replace(leg.hands[2], net_chips=(99, -99)), leg.hands[3]))
    lines = export_lines(spec, [broken], "jsonl")
    assert json.loads(next(lines))["legs"] == [0]
    assert [json.loads(next(lines))["hand_number"] for _ in range(2)] == [0, 1]
    with pytest.raises(VerificationFailed, match="match m, leg 0: deal 2: pays"):
        next(lines)


@pytest.mark.parametrize("number", [-1, 4, 1 << 70])
def test_a_hand_of_no_deal_is_named(number):
    """Deals are counted from 0 and there are 4."""
    spec = spec_of(2, 4, mirrored=False)
    (leg,) = legs_of(spec)
    with pytest.raises(VerificationFailed, match=f"leg 0: a hand of deal {number} is stored; there are 4"):
        list(export_lines(spec, [replace(leg, hands=(replace(leg.hands[0], deal_number=number),))], "text"))

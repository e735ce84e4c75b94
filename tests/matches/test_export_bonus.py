"""Exports of Texas Hold'em Bonus: notation that reads back, JSON with every fact of a hand, and PHH, which is refused."""

import json
from dataclasses import replace

import pytest

from arena.errors import ConfigError, VerificationFailed
from arena.matches import LegResult, MatchSpec, Status, deal_key, export_lines
from arena.rules import (
    REBET,
    STAKE_CODE,
    BonusHand,
    BonusKind,
    HandRecord,
    HoldemBonusRuleset,
    bonus_odds,
    cards_text,
    deal_cards,
    format_hand,
    parse_hand,
    record_hand,
    stake_code,
)
from tests.matches.test_export import exported, hand_documents, legs_of

LIMITS = HoldemBonusRuleset(5, 50, 5, 20)
PURSE = HoldemBonusRuleset(5, 50, 5, 20, bankroll=600, ante_pays_from="flush", bonus_paytable=(40, 25, 20, 15, 10, 5, 3))
RULESETS = {"fixed": HoldemBonusRuleset(), "limits": LIMITS, "bankroll": PURSE}


def spec_of(ruleset: HoldemBonusRuleset, deal_count: int = 40) -> MatchSpec:
    return MatchSpec("m", "t", "holdem_bonus", ruleset, ("ada",), b"s" * 32, deal_count)


def leg_of(spec: MatchSpec, *codes: int, previous_ante: int = 0) -> LegResult:
    """A leg of one hand that was played so."""
    hand = BonusHand(spec.ruleset, deal_cards(deal_key(spec.seed, 0), 9), 1, None, previous_ante)
    for code in codes:
        hand.act(code)
    return LegResult(Status.COMPLETED, (record_hand(hand, 0),), (0,))


def read(line: str) -> BonusHand:
    hand = parse_hand(line)
    assert isinstance(hand, BonusHand)
    return hand


def test_text_names_every_hand_above_its_line():
    """The player, then a line that is read and written alike, and nets what the record says."""
    spec = spec_of(LIMITS)
    lines = exported(spec, "text")
    assert lines[::2] == [f"# match m, leg 0, hand {number}: ada" for number in range(40)]
    assert [format_hand(read(line)) for line in lines[1::2]] == lines[1::2]
    assert [tuple(read(line).net) for line in lines[1::2]] == [record.net_chips for record in legs_of(spec)[0].hands]


def test_json_lines_begin_with_what_was_agreed_on():
    """All of the ruleset, by the names that a tournament file has."""
    spec = spec_of(PURSE)
    assert json.loads(exported(spec, "jsonl")[0]) == {
        "match_id": "m",
        "tournament": "t",
        "game": "holdem_bonus",
        "ruleset": {
            "ante_min": 5,
            "ante_max": 50,
            "ante_step": 5,
            "bonus_max": 20,
            "bankroll": 600,
            "ante_pays_from": "flush",
            "bonus_paytable": [40, 25, 20, 15, 10, 5, 3],
        },
        "players": ["ada"],
        "deal_count": 40,
        "mirrored": True,
        "drawn_seats": False,
        "legs": [0],
        "commitment": spec.commitment,
        "seed": None,
    }


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_json_lines_hold_every_hand(ruleset):
    """Same keys in the same order; actions, cards, stake and net are those of the notation and of the record."""
    spec = spec_of(ruleset)
    (leg,) = legs_of(spec)
    documents = hand_documents(exported(spec, "jsonl"))
    assert len(documents) == len(leg.hands)
    for document, record in zip(documents, leg.hands, strict=True):
        assert list(document) == [
            *("match_id", "leg", "hand_number", "players", "stack_chips", "dealt", "stake", "actions", "board", "house"),
            *("bonus_net_chips", "net_chips", "notation"),
        ]
        assert_line_tells(document, ruleset, record)


def assert_line_tells(document, ruleset: HoldemBonusRuleset, record: HandRecord) -> None:
    hand = read(document["notation"])
    shown = record.actions[-1] != BonusKind.FOLD
    assert [document[name] for name in ("match_id", "leg", "hand_number", "players")] == ["m", 0, record.deal_number, ["ada"]]
    assert document["stack_chips"] == (list(record.stack_chips) if ruleset.bankroll else None)
    assert document["dealt"] == [cards_text(hand.hole[0])]
    assert (document["board"], document["house"]) == ((cards_text(hand.board), cards_text(hand.house_cards)) if shown else (None, None))
    assert (document["stake"]["ante_chips"], document["stake"]["bonus_chips"]) == record.stake
    assert [BonusKind[action["kind"].upper()] for action in document["actions"]] == list(record.actions)
    assert {action["seat"] for action in document["actions"]} == {0}
    assert sum(action["chips"] for action in document["actions"]) == hand.committed
    assert document["bonus_net_chips"] == record.stake[1] * bonus_odds(ruleset, hand.hole[0])
    assert tuple(document["net_chips"]) == record.net_chips


def test_a_hand_in_json_by_hand():
    """Ante 10 and bonus 3, then bets of 20 and 10, and a check."""
    spec = spec_of(LIMITS, 1)
    deal = cards_text(deal_cards(deal_key(spec.seed, 0), 9))
    leg = leg_of(spec, stake_code(10, 3), BonusKind.BET, BonusKind.BET, BonusKind.CHECK)
    _, line, end = (json.loads(line) for line in export_lines(spec, [leg], "jsonl"))
    net = leg.hands[0].net_chips[0]
    assert line == {
        "match_id": "m",
        "leg": 0,
        "hand_number": 0,
        "players": ["ada"],
        "stack_chips": None,
        "dealt": [deal[0:2] + deal[4:6]],
        "stake": {"ante_chips": 10, "bonus_chips": 3},
        "actions": [
            {"seat": 0, "kind": "stake", "chips": 13},
            {"seat": 0, "kind": "bet", "chips": 20},
            {"seat": 0, "kind": "bet", "chips": 10},
            {"seat": 0, "kind": "check", "chips": 0},
        ],
        "board": deal[8:],
        "house": deal[2:4] + deal[6:8],
        "bonus_net_chips": 3 * bonus_odds(LIMITS, read(line["notation"]).hole[0]),
        "net_chips": [net],
        "notation": f"holdem_bonus 5-50/5 bonus_max 20 | {line['dealt'][0]} | stake 10+3 bbk "
        f"| {deal[8:14]} {deal[14:16]} {deal[16:]} | {line['house']} | {net:+d}",
    }
    assert end == {"match_id": "m", "leg": 0, "status": "completed", "forfeiter": None, "hand_count": 1, "net_chips": [net]}


def test_a_rebet_that_is_given_up_in_json():
    """The ante before is the stake; nobody saw board and house."""
    spec = spec_of(LIMITS, 1)
    (line,) = hand_documents(list(export_lines(spec, [leg_of(spec, REBET, BonusKind.FOLD, previous_ante=15)], "jsonl")))
    assert line["actions"] == [{"seat": 0, "kind": "rebet", "chips": 15}, {"seat": 0, "kind": "fold", "chips": 0}]
    assert (line["stake"], line["board"], line["house"]) == ({"ante_chips": 15, "bonus_chips": 0}, None, None)
    assert (line["bonus_net_chips"], line["net_chips"]) == (0, [-15])


def test_the_legs_net_is_that_of_its_hands():
    """What the last line adds up, and with a bankroll what each hand begins with."""
    spec = spec_of(PURSE)
    documents = hand_documents(exported(spec, "jsonl"))
    end = json.loads(exported(spec, "jsonl")[-1])
    chips = 600
    for document in documents:
        assert document["stack_chips"] == [chips]
        chips += document["net_chips"][0]
    assert (end["net_chips"], end["hand_count"]) == ([chips - 600], len(documents))


def test_phh_is_refused_at_once():
    """Before the first line, so that no file is begun: what, why, and what instead."""
    spec = spec_of(LIMITS, 1)
    with pytest.raises(ConfigError) as refused:
        export_lines(spec, [leg_of(spec, STAKE_CODE | 5 << 8, BonusKind.FOLD)], "phh")
    assert str(refused.value) == (
        "format phh: the Poker Hand History format has no house to play against, "
        "so no hand of Texas Hold'em Bonus can be written in it; use text or jsonl"
    )


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_hand_that_does_not_follow_is_named(form):
    """As in every game, when its turn comes."""
    spec = spec_of(LIMITS, 1)
    leg = leg_of(spec, stake_code(5), BonusKind.FOLD)
    broken = replace(leg, hands=(replace(leg.hands[0], net_chips=(5,)),))
    with pytest.raises(VerificationFailed, match="match m, leg 0: deal 0: pays"):
        list(export_lines(spec, [broken], form))

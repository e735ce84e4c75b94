"""Exports of five-card draw: JSON with every fact of a hand, and PHH that pokerkit replays to the same chips.

pokerkit knows no five-card draw high, so the tests register it there under our code. Its file reader repairs what it cannot play
(it checks and folds for people), so the tests ask that nothing was repaired. What it plays otherwise than the rules page is told in
``tests/rules/test_five_card_draw_pokerkit.py``; such wagers and hands are left out here.
"""

import re
import tomllib
from dataclasses import replace
from random import Random

import pytest
from pokerkit import BettingStructure, Deck, HandHistory, Opening, StandardHighHand, Street
from pokerkit.games import Draw

from arena.matches import PHH_VARIANT, LegResult, MatchSpec, Status, deal_key, export_lines, seating_of
from arena.rules import DRAW_CODES, FiveCardDrawRuleset, Hand, HandRecord, Kind, Stage, cards_text, deal_cards, parse_hand, record_hand
from tests.matches.bots import spec_of
from tests.matches.test_export import exported, hand_documents, legs_of


class FixedLimitFiveCardDraw(Draw):
    """Our game as pokerkit's files know games; the cap stands in no PHH field, so a subclass of this holds it."""

    deck, hand_types, betting_structure = Deck.STANDARD, (StandardHighHand,), BettingStructure.FIXED_LIMIT
    hole_dealing_count, max_completion_betting_or_raising_count = 5, None

    def __init__(self, automations, ante_trimming_status, raw_antes, raw_blinds_or_straddles, small_bet, big_bet, **others):
        cap = self.max_completion_betting_or_raising_count
        streets = (
            Street(False, (False,) * 5, 0, False, Opening.POSITION, small_bet, cap),
            Street(False, (), 0, True, Opening.POSITION, big_bet, cap),
        )
        super().__init__(automations, streets, ante_trimming_status, raw_antes, raw_blinds_or_straddles, 0, **others)

    @classmethod
    def create_state(cls, *arguments, **others):
        raise NotImplementedError


@pytest.fixture
def history(monkeypatch):
    """A hand history class that knows our variant with a cap on raises."""

    def make(max_raises: int) -> type[HandHistory]:
        game = type("Game", (FixedLimitFiveCardDraw,), {"max_completion_betting_or_raising_count": 1 + max_raises})
        fields = HandHistory.required_field_names | {PHH_VARIANT: HandHistory.required_field_names["F2L3D"]}
        monkeypatch.setattr(HandHistory, "game_types", HandHistory.game_types | {PHH_VARIANT: game})
        monkeypatch.setattr(HandHistory, "required_field_names", fields)
        return HandHistory

    return make


def in_phh(spec: MatchSpec) -> str:
    return "\n".join(exported(spec, "phh"))


def with_rules(spec: MatchSpec, *rules: int, **limits: object) -> MatchSpec:
    return replace(spec, ruleset=FiveCardDrawRuleset(*rules, **limits))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rules"), [(2, (1, 2, 4, 3)), (3, (2, 3, 7, 1)), (4, (1, 5, 5, 0)), (6, (3, 1, 2, 4))])
def test_pokerkit_reads_our_phh_and_pays_the_same_chips(history, players, rules):
    """120 random hands each, without all-in: nothing repaired, every stack equal, the pot paid."""
    spec = with_rules(spec_of(players, 120 // players), *rules)
    compared = 0
    for phh in history(rules[3]).loads_all(in_phh(spec)):
        hand = parse_hand(phh.user_defined_fields["_notation"])
        *_, (state, _) = steps = list(phh.state_actions)
        assert [action for _, action in steps if action] == phh.actions
        assert (state.status, state.total_pot_amount) == (False, 0)
        if not odd_chips(hand):
            assert (state.payoffs, state.stacks) == (hand.net, phh.finishing_stacks)
            assert phh.user_defined_fields["_net_chips"] == hand.net
            compared += 1
    assert compared > 110


def comparable(hand: Hand) -> list[int]:
    """The legal codes that pokerkit understands as the rules page does: no wager below a full one, none that nobody could match."""
    bet = hand.ruleset.small_bet if hand.stage == Stage.FIRST_ROUND else hand.ruleset.big_bet
    short = bool(hand.to_wager) and hand.committed[hand.actor] + hand.to_wager < hand.full + bet
    others = [position for position in range(hand.players) if position != hand.actor and hand.live >> position & 1]
    unlike = short or all([hand.start[position] <= hand.high for position in others])
    return [code for code in hand.legal if not (unlike and code in (Kind.BET, Kind.RAISE))]


def odd_chips(hand: Hand) -> bool:
    """Whether a pot leaves two odd chips or more, which pokerkit gives to the first winner."""
    return any([pot.chips % len(hand.winners(pot)) > 1 for pot in hand.pots]) if hand.shown else False


def short_stack_legs(spec: MatchSpec) -> list[LegResult]:
    """One leg whose players have 1 to 30 chips at every hand, and do only what pokerkit understands as the rules page does."""
    random, players, records = Random(len(spec.players)), len(spec.players), []
    for number in range(spec.deal_count):
        stacks = [random.randint(1, 30) for _ in range(players)]
        hand = Hand(spec.ruleset, deal_cards(deal_key(spec.seed, number), 8 * players), players, stacks)
        while hand.legal:
            code = random.choice(comparable(hand))
            hand.act(random.choice(comparable(hand)) if code == Kind.FOLD else code)
        records.append(record_hand(hand, number, stacks))
    return [LegResult(Status.COMPLETED, tuple(records), (0,) * players)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 6])
def test_pokerkit_reads_short_stacks_and_pays_the_same_chips(history, players):
    """100 random hands each, with short antes, short calls and side pots."""
    spec = with_rules(spec_of(players, 100, mirrored=False), 3, 4, 8, 2, all_in=True, starting_stack=30)
    compared = side_pots = 0
    for phh in history(2).loads_all("\n".join(export_lines(spec, short_stack_legs(spec), "phh"))):
        hand = parse_hand(phh.user_defined_fields["_notation"])
        *_, (state, _) = steps = list(phh.state_actions)
        assert tuple(phh.starting_stacks) == hand.start
        assert [action for _, action in steps if action] == phh.actions
        if not odd_chips(hand):
            assert (state.payoffs, state.stacks) == (hand.net, phh.finishing_stacks)
            compared += 1
            side_pots += len(hand.pots) > 1
    assert compared > 90
    assert players == 2 or side_pots > 10


def test_phh_says_that_its_variant_is_not_standard():
    """In the head of the file, and in every hand; every field is one of the format's or begins with an underscore."""
    spec = spec_of(2, 3)
    text = in_phh(spec)
    assert text.startswith("# PHH syntax with a non-standard variant: X-F5CD is fixed-limit five-card draw, the high hand wins")
    known = set(HandHistory.required_field_names["F2L3D"]) | set(HandHistory.optional_field_names)
    for number, (name, hand) in enumerate(tomllib.loads(text).items(), start=1):
        assert name == str(number)
        assert hand["variant"] == PHH_VARIANT
        assert PHH_VARIANT not in HandHistory.game_types
        assert "non-standard variant" in hand["_note"]
        assert [key for key in hand if not key.startswith("_") and key not in known] == []
        assert (hand["_match_id"], hand["_leg"], hand["hand"]) == ("m", (number - 1) // 3, (number - 1) % 3)


def test_a_hand_in_phh_by_hand():
    """Worked out from the format's description: amounts of a round, replacements after the last draw, then the showdown."""
    spec = spec_of(2, 1, mirrored=False)
    deal = deal_cards(deal_key(spec.seed, 0), 16)
    record = play_codes(spec, [Kind.BET, Kind.RAISE, Kind.CALL, DRAW_CODES[1], DRAW_CODES[0], Kind.CHECK, Kind.BET, Kind.CALL])
    (table,) = tomllib.loads("\n".join(export_lines(spec, [LegResult(Status.COMPLETED, (record,), (0, 0))], "phh"))).values()
    first, second, new = cards_text(deal[0:10:2]), cards_text(deal[1:10:2]), cards_text(deal[10:11])
    assert table["actions"] == [
        f"d dh p1 {first}",
        f"d dh p2 {second}",
        "p1 cbr 2",
        "p2 cbr 4",
        "p1 cc",
        f"p1 sd {first[:2]}",
        "p2 sd",
        f"d dh p1 {new}",
        "p1 cc",
        "p2 cbr 4",
        "p1 cc",
        f"p1 sm {new}{first[2:]}",
        f"p2 sm {second}",
    ]
    assert table["starting_stacks"] == [1 + (1 + 3) * (2 + 4) + 1] * 2
    assert (table["antes"], table["blinds_or_straddles"], table["small_bet"], table["big_bet"]) == ([1, 1], [0, 0], 2, 4)
    assert (table["players"], table["seats"]) == (["b", "a"], [2, 1])
    assert (table["_max_raises"], table["_unlimited_stacks"]) == (3, True)


def play_codes(spec: MatchSpec, codes: list[int]) -> HandRecord:
    players = len(spec.players)
    hand = Hand(spec.ruleset, deal_cards(deal_key(spec.seed, 0), 8 * players), players)
    for code in codes:
        hand.act(code)
    return record_hand(hand, 0)


@pytest.mark.parametrize(("players", "all_in"), [(2, False), (3, True), (6, False), (6, True)])
def test_json_lines_hold_every_hand(players, all_in):
    """Same keys in the same order; chips, cards, shown hands and pots add up to what the record nets, seat by seat."""
    spec = spec_of(players, 12, all_in=all_in)
    documents = hand_documents(exported(spec, "jsonl"))
    records = [(leg, record) for leg, result in enumerate(legs_of(spec)) for record in result.hands]
    assert len(documents) == len(records)
    for document, (leg, record) in zip(documents, records, strict=True):
        assert_line_tells(document, spec, leg, record)


def assert_line_tells(document, spec: MatchSpec, leg: int, record: HandRecord) -> None:
    assert list(document) == [
        *(
            "match_id",
            "leg",
            "hand_number",
            "players",
            "button",
            "stack_chips",
            "dealt",
            "actions",
            "shown",
            "pots",
            "net_chips",
            "notation",
        ),
    ]
    players, number = len(spec.players), record.deal_number
    assert (document["match_id"], document["leg"], document["hand_number"]) == ("m", leg, number)
    assert document["button"] == number % players
    assert document["stack_chips"] == ([25] * players if spec.ruleset.all_in else None)
    hand = parse_hand(document["notation"])
    for position in range(players):
        seat = (document["button"] + 1 + position) % players
        assert document["players"][seat] == spec.players[seating_of(spec, record, leg).players[position]]
        assert document["dealt"][seat] == cards_text(hand.dealt_cards(position))
        assert document["shown"][seat] == (cards_text(hand.hole[position]) if hand.shown >> position & 1 else None)
        assert document["net_chips"][seat] == record.net_chips[position]
    assert [action["kind"] for action in document["actions"]] == [Kind(kind).name.lower() for kind, _, _ in hand.log]
    assert_cards_move(document)
    won = [sum(pot["chips"] for pot in document["pots"]), sum(hand.committed)]
    assert won[0] == won[1]
    assert all(set(pot["winners"]) <= set(pot["eligible"]) for pot in document["pots"])
    winners = {seat for pot in document["pots"] for seat in pot["winners"]}
    assert all(chips <= 0 or seat in winners for seat, chips in enumerate(document["net_chips"]))


def test_players_who_are_out_are_null_in_json():
    """Stacks are carried: whoever has no chips is dealt no cards, puts nothing in and shows nothing."""
    ruleset = {"all_in": True, "starting_stack": 20, "stacks": "carry"}
    spec = with_rules(spec_of(3, 30, mirrored=False, seed=b"w" * 32), 2, 4, 8, 3, **ruleset)
    documents = hand_documents(exported(spec, "jsonl"))
    out = [(hand, seat) for hand in documents for seat in range(3) if hand["stack_chips"][seat] == 0]
    assert out
    for hand, seat in out:
        assert (hand["dealt"][seat], hand["shown"][seat], hand["net_chips"][seat]) == (None, None, 0)
        assert seat not in {action["seat"] for action in hand["actions"]}
    for hand in documents:
        assert hand["players"] == ["a", "b", "c"]
        assert sum(hand["stack_chips"]) == 3 * 20


def assert_cards_move(document) -> None:
    """What is shown is what was dealt, with the discards replaced one for one."""
    for seat, shown in enumerate(document["shown"]):
        cards = document["dealt"][seat]
        for action in document["actions"]:
            assert set(action) == {"seat", "kind", "chips", "discarded", "drawn"}
            if action["seat"] == seat and action["kind"] == "draw":
                for old, new in zip(re.findall("..", action["discarded"]), re.findall("..", action["drawn"]), strict=True):
                    cards = cards.replace(old, new)
        assert shown in (None, cards)

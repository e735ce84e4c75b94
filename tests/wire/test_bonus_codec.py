"""Texas Hold'em Bonus on the wire: fast bytes against messages built slowly, views read back, and what an answer may say."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.dealer import FaultNotice, LocalSeat, Sitting, Table
from arena.errors import IllegalAction, SeatGarbled
from arena.matches import Decision, Fault, Leg
from arena.rules import BONUS_LOG, GAMES, REBET, BonusHand, BonusStage, HoldemBonusRuleset, cards_text, stake_code
from arena.rules.holdem_bonus import action_name
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import codec
from arena.wire.bonus_codec import answer_message, read_answer, read_ruleset, read_view, ruleset_message
from arena.wire.kinds import kind_of_words
from tests.wire.playing import BONUS_RULESETS, CHOSEN, FIXED, PURSE, Passive, bonus_spec_of

STAKE, BET = ActionKind.ACTION_KIND_STAKE, ActionKind.ACTION_KIND_BET
ENORMOUS = HoldemBonusRuleset(1, 10**9, 1, 10**6, bankroll=10**9)
RULESETS = {**BONUS_RULESETS, "enormous": ENORMOUS, "narrow": HoldemBonusRuleset(5, 15, 5, 3, bankroll=31)}
CLOCKS = codec.Clocks(1.5, 0.25)
NO_CARDS: tuple[int, ...] = ()


def sitting_of(leg: Leg) -> Sitting:
    """A place at a table that is never opened."""
    seat = LocalSeat(Passive)
    return Sitting(Table(leg, [seat]), 0, seat, leg.table_info(0))


def random_code(decision: Decision, random: Random) -> int:
    """Something legal; folds are rarer and rebets commoner than among all that is legal."""
    legal = decision.hand.legal
    if REBET in legal and random.random() < 0.4:
        return REBET
    return random.choice(legal[1:] or legal) if decision.hand.stage == BonusStage.FLOP and random.random() < 0.7 else random.choice(legal)


def add_legal_actions(request: play_pb2.Request, hand: BonusHand) -> None:
    """By the rules page: an ante needs three times itself behind, beside the bonus bet; a further bet needs itself."""
    ruleset = hand.ruleset
    purse = 10**12 if ruleset.bankroll is None else hand.start[0]
    put_in = hand.ante + hand.bonus + hand.flop_chips + hand.turn_chips
    if hand.stage == BonusStage.STAKE:
        last = max(ante for ante in (ruleset.ante_max, *_around(ruleset, purse)) if 3 * ante <= purse)
        stake = request.legal_actions.add(kind=STAKE, min_ante_chips=ruleset.ante_min, max_ante_chips=last)
        stake.ante_step_chips = ruleset.ante_step
        stake.max_bonus_chips = min(ruleset.bonus_max, purse - 3 * ruleset.ante_min)
        if hand.previous_ante and 3 * hand.previous_ante <= purse:
            request.legal_actions.add(kind=ActionKind.ACTION_KIND_REBET, chips=hand.previous_ante)
    elif hand.stage == BonusStage.FLOP:
        request.legal_actions.add(kind=ActionKind.ACTION_KIND_FOLD)
        request.legal_actions.add(kind=BET, chips=2 * hand.ante)
    else:
        request.legal_actions.add(kind=ActionKind.ACTION_KIND_CHECK)
        if purse - put_in >= hand.ante:
            request.legal_actions.add(kind=BET, chips=hand.ante)


def _around(ruleset: HoldemBonusRuleset, purse: int) -> list[int]:
    """The antes within the limits near a third of the purse."""
    steps = (purse // 3 - ruleset.ante_min) // ruleset.ante_step
    antes = [ruleset.ante_min + place * ruleset.ante_step for place in (steps - 1, steps, steps + 1)]
    return [ante for ante in antes if ruleset.ante_min <= ante <= ruleset.ante_max]


def slow_request(leg: Leg, decision: Decision, number: int) -> play_pb2.Request:
    """A request written down field by field from the hand, by what the fields of the contract say."""
    hand = decision.hand
    request = play_pb2.Request(decision_id=number, table_id=leg.table_info(0).table_id, hand_number=decision.number, resent=True)
    request.move_time_left.FromMilliseconds(1500)
    request.table_time_left.FromMilliseconds(250)
    add_legal_actions(request, hand)
    view = request.holdem_bonus
    view.SetInParent()
    if hand.stage != BonusStage.STAKE:
        view.hole_cards = cards_text([hand.deal[0], hand.deal[2]])
    view.board = cards_text(hand.deal[4 : 4 + {1: 0, 2: 0, 3: 3, 4: 4}[int(hand.stage)]])
    view.step = ("", "BONUS_STEP_STAKE", "BONUS_STEP_FLOP", "BONUS_STEP_TURN", "BONUS_STEP_RIVER")[int(hand.stage)]
    view.ante_chips, view.bonus_chips = hand.ante, hand.bonus
    view.flop_chips, view.turn_chips = hand.flop_chips, hand.turn_chips
    if leg.spec.ruleset.bankroll is not None:
        view.bankroll_chips = hand.start[0] - hand.ante - hand.bonus - hand.flop_chips - hand.turn_chips
    view.previous_ante_chips = hand.previous_ante
    return request


@pytest.mark.parametrize("rules", RULESETS)
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_fast_requests_equal_slow_ones(rules, number):
    """Exactly what protobuf would write for the whole message, at every decision of random hands in a row."""
    random = Random(number)
    leg = Leg(bonus_spec_of(RULESETS[rules], 12, seed=random.randbytes(32)), 0)
    sitting, decision, decision_id = sitting_of(leg), leg.deal_next(), 0
    while decision is not None:
        decision_id += 1
        data = codec.request_bytes(decision_id, sitting, decision, CLOCKS, resent=True)
        expected = slow_request(leg, decision, decision_id)
        assert play_pb2.Request.FromString(data) == expected
        assert len(data) == expected.ByteSize()
        decision = leg.act(decision, random_code(decision, random)) or leg.deal_next()


@pytest.mark.parametrize("rules", RULESETS)
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_a_request_reads_back_as_the_view_it_was_made_from(rules, number):
    """A bot of ours over the wire sees what it would see in process; codes come back as themselves, of a stake's a few of the many."""
    random = Random(number)
    leg = Leg(bonus_spec_of(RULESETS[rules], 12, seed=random.randbytes(32)), 0)
    sitting, decision = sitting_of(leg), leg.deal_next()
    while decision is not None:
        data = codec.request_bytes(7, sitting, decision, CLOCKS, resent=False)
        view = read_view(play_pb2.Request.FromString(data), leg.spec.ruleset)
        assert view == decision.hand.view(0)
        assert (len(view.legal), view.legal[-1]) == (len(decision.hand.legal), decision.hand.legal[-1])
        for place in {0, -1, *[random.randrange(len(view.legal)) for _ in range(8)]}:
            assert read_answer(answer_message(7, view.legal[place], view), NO_CARDS) == view.legal[place]
        decision = leg.act(decision, random_code(decision, random)) or leg.deal_next()


def test_an_ante_that_was_bet_again_reads_as_a_stake():
    """In process and over the wire alike; by hand: a stake of 10 and a bonus of 2, folded, then the rebet."""
    leg = Leg(bonus_spec_of(CHOSEN), 0)
    decision = leg.deal_next()
    for code in (stake_code(10, 2), 1):
        decision = leg.act(decision, code)
    decision = leg.act(leg.deal_next(), REBET)
    data = codec.request_bytes(7, sitting_of(leg), decision, CLOCKS, resent=False)
    view = read_view(play_pb2.Request.FromString(data), CHOSEN)
    assert (view.ante, view.bonus, view.previous_ante, view.log) == (10, 0, 10, ((7, 0, 10),))
    assert (decision.hand.log, decision.hand.view(0)) == ([(REBET, 0, 10)], view)


@pytest.mark.parametrize(
    "ruleset",
    [*RULESETS.values(), replace(FIXED, ante_pays_from="flush"), replace(FIXED, bonus_max=7, bonus_paytable=(40, 30, 20, 10, 9, 4, 1))],
)
def test_a_ruleset_reads_back(ruleset):
    assert read_ruleset(ruleset_message(ruleset)) == ruleset


def stake(ante: int, bonus: int = 0) -> play_pb2.Answer:
    return play_pb2.Answer(kind=STAKE, ante_chips=ante, bonus_chips=bonus)


@pytest.mark.parametrize(("ante", "bonus"), [(1, 0), (5, 20), (0, 0), (0, 5), (10**9, 10**6), (2**32 - 1, 2**23 - 1)])
def test_a_stake_is_its_two_amounts(ante, bonus):
    """Whether it is legal is for the rules to say; by hand: the kind in the lowest byte, the ante from bit 8, the bonus bet from bit 40."""
    assert read_answer(stake(ante, bonus), NO_CARDS) == 7 + 2**8 * ante + 2**40 * bonus


@pytest.mark.parametrize("chips", [-1, -(2**63), 2**32, 2**63 - 1])
@pytest.mark.parametrize("field", ["ante", "bonus"])
def test_amounts_no_stake_has(field, chips):
    """Negative or enormous: readable, but illegal; the sentence names the amount."""
    with pytest.raises(IllegalAction, match=f"{field} {chips}: no stake has one below 0 or above"):
        read_answer(stake(chips) if field == "ante" else stake(5, chips), NO_CARDS)


@pytest.mark.parametrize("kind", ["FOLD", "CHECK", "CALL", "BET", "RAISE", "DRAW", "REBET"])
def test_other_kinds_are_their_numbers_whatever_their_amounts(kind):
    """Contract, Answer: amounts belong to a stake, discards to a draw; with another kind they say nothing."""
    number = ActionKind.Value(f"ACTION_KIND_{kind}")
    assert read_answer(play_pb2.Answer(kind=number), NO_CARDS) == number
    assert read_answer(play_pb2.Answer(kind=number, ante_chips=-3, bonus_chips=2**50, discards="As??"), NO_CARDS) == number


@pytest.mark.parametrize("kind", [0, 9, 99, -1, 2**31 - 1])
def test_kinds_that_are_unknown(kind):
    """Contract: unreadable; 9 is a line of the log, never an action."""
    with pytest.raises(SeatGarbled, match=f"kind {kind} is unknown"):
        read_answer(play_pb2.Answer(kind=kind), NO_CARDS)
    assert BONUS_LOG == 9


@pytest.mark.parametrize("kind", ["CALL", "RAISE", "DRAW"])
def test_kinds_of_another_game_are_never_legal(kind):
    code = read_answer(play_pb2.Answer(kind=ActionKind.Value(f"ACTION_KIND_{kind}")), NO_CARDS)
    leg = Leg(bonus_spec_of(CHOSEN), 0)
    decision = leg.deal_next()
    while decision is not None:
        assert code not in decision.hand.legal
        decision = leg.act(decision, decision.hand.legal[0]) or leg.deal_next()


def test_a_table_is_described_in_full():
    """Every field of the ruleset from what the match says; other fields of TableOpened are those of any table."""
    ruleset = replace(PURSE, ante_pays_from="flush")
    message = codec.table_opened(sitting_of(Leg(bonus_spec_of(ruleset, 7), 0)))
    assert (list(message.player_names), message.player, message.hand_count) == (["bot"], 0, 7)
    assert message.WhichOneof("ruleset") == "holdem_bonus"
    told = message.holdem_bonus
    assert (told.min_ante_chips, told.max_ante_chips, told.ante_step_chips, told.max_bonus_chips) == (5, 50, 5, 20)
    assert (told.bankroll_chips, told.ante_pays_from, list(told.bonus_odds)) == (400, 2, [30, 25, 20, 15, 10, 5, 3])
    assert not ruleset_message(CHOSEN).HasField("bankroll_chips")


@pytest.mark.parametrize("number", range(20))
def test_the_end_of_a_hand_shows_house_and_board_after_a_showdown_only(number):
    """Rules, What a player may know: the house's cards not at all for a folded hand; nor is the rest of the board dealt."""
    leg = Leg(bonus_spec_of(CHOSEN, 1, seed=bytes([number]) * 32), 0)
    decision, bonus = leg.deal_next(), number % 5
    for code in (stake_code(10, bonus), 1) if number % 2 else (stake_code(10, bonus), 4, 2, 4):
        last, decision = decision, leg.act(decision, code)
    message = codec.hand_end(sitting_of(leg), last)
    deal = last.hand.deal
    assert message.house.house_cards == ("" if number % 2 else cards_text([deal[1], deal[3]]))
    assert message.house.board == ("" if number % 2 else cards_text(deal[4:9]))
    assert message.house.bonus_net_chips == last.hand.bonus_result
    assert (message.HasField("house"), list(message.shown_hands), list(message.pots)) == (True, [], [])
    assert list(message.net_chips) == last.hand.net
    assert not number % 2 or message.net_chips[0] == message.house.bonus_net_chips - 10


@pytest.mark.parametrize(
    ("words", "name"),
    [
        *[("stake 1", "STAKE"), ("stake 50 and bonus 20", "STAKE"), ("rebet", "REBET"), ("fold", "FOLD"), ("check", "CHECK")],
        *[("bet", "BET"), ("call", "CALL"), ("raise", "RAISE"), ("draw", "DRAW"), ("stand pat", "DRAW"), ("", "UNSPECIFIED")],
    ],
)
def test_actions_in_words_have_a_kind(words, name):
    """Contract, FaultReported: the action played instead."""
    assert kind_of_words(words) == ActionKind.Value(f"ACTION_KIND_{name}")
    sitting = sitting_of(Leg(bonus_spec_of(), 0))
    assert codec.fault_reported(FaultNotice(sitting, None, Fault(0, 3, "late", "why", words, 1), 4), 17).played == kind_of_words(words)


@pytest.mark.parametrize("rules", RULESETS)
def test_every_default_action_has_a_kind(rules):
    """At each step of a hand, in the words of the game's row."""
    leg = Leg(bonus_spec_of(RULESETS[rules], 1), 0)
    decision, found = leg.deal_next(), []
    while decision is not None:
        default = GAMES["holdem_bonus"].default_code(decision.hand.legal)
        found.append(ActionKind.Name(kind_of_words(action_name(default))).removeprefix("ACTION_KIND_"))
        decision = leg.act(decision, 4 if decision.hand.stage == BonusStage.FLOP else default)
    assert found == ["STAKE", "FOLD", "CHECK", "CHECK"]


def test_every_game_has_a_codec():
    """Design: a game is added by a row in each room's table; its fields in the contract bear its name."""
    assert set(codec.CODECS) == set(GAMES)
    for message in (play_pb2.TableOpened, play_pb2.Request):
        assert set(GAMES) <= set(message.DESCRIPTOR.fields_by_name)


def test_a_request_is_small_however_many_stakes_are_legal():
    """By hand: limits and a bankroll of a billion, a little over 100 bytes of numbers and ids."""
    leg = Leg(bonus_spec_of(ENORMOUS), 0)
    decision = leg.deal_next()
    assert len(decision.hand.legal) > 10**9
    assert len(codec.request_bytes(1, sitting_of(leg), decision, CLOCKS, resent=False)) < 150

"""The hand of Texas Hold'em Bonus: worked examples of every rule on the rules page, and the bonus bet over all hole cards.

Laws over random hands are in ``test_holdem_bonus_laws.py``, a person's boxes and buttons in ``test_stake_box.py``.

A script is words: ``s5`` stakes an ante of 5, ``s5+2`` with a bonus bet of 2, ``re`` rebets; ``f`` fold, ``k`` check, ``b`` bet.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from arena.errors import BadRuleset, IllegalAction
from arena.rules.cards import cards_text, parse_cards
from arena.rules.holdem_bonus import (
    BONUS_LOG,
    BONUS_ROWS,
    CARDS_PER_HAND,
    REBET,
    STAKE_CODE,
    UNLIMITED_BANKROLL,
    BonusHand,
    BonusKind,
    HoldemBonusRuleset,
    Stage,
    StakeChoices,
    action_name,
    bonus_odds,
    bonus_row,
    can_stake,
    default_code,
    log_codes,
    settle,
    stake_code,
    stake_of,
)
from arena.rules.strength import STRENGTH_COUNT, strength
from arena.v1.action_pb2 import ActionKind

RULESET = HoldemBonusRuleset()
TABLE = HoldemBonusRuleset(5, 50, 5, 20)
PURSE = HoldemBonusRuleset(5, 50, 5, 20, bankroll=100)
CODES = {"f": BonusKind.FOLD, "k": BonusKind.CHECK, "b": BonusKind.BET, "re": BonusKind.REBET}
DEAL = tuple(range(CARDS_PER_HAND))


def deal_of(player: str, house: str, board: str) -> tuple[int, ...]:
    """A deal with these cards: they alternate, the player's first, then comes the board."""
    mine, theirs = parse_cards(player), parse_cards(house)
    deal = (mine[0], theirs[0], mine[1], theirs[1], *parse_cards(board))
    assert len(set(deal)) == CARDS_PER_HAND, "a card stands twice"
    return deal


def play(hand: BonusHand, script: str) -> BonusHand:
    """Play a script; the hand itself, for chaining."""
    for word in script.split():
        ante, _, bonus = word[1:].partition("+")
        hand.act(stake_code(int(ante), int(bonus or 0)) if word[0] == "s" else CODES[word])
    return hand


def refusal_of(hand: BonusHand, code: int) -> str:
    """The sentence with which an action is refused."""
    with pytest.raises(IllegalAction) as refused:
        hand.act(code)
    return str(refused.value)


# Ruleset


def test_the_defaults_are_those_of_the_rules_page():
    """Table Ruleset: an ante of 1, no bonus bet, no bankroll, paid from a straight, the odds of the table Bonus bet."""
    assert HoldemBonusRuleset() == HoldemBonusRuleset(1, 1, 1, 0, None, "straight", (30, 25, 20, 15, 10, 5, 3))


@pytest.mark.parametrize(
    ("field", "parameters"),
    [
        ("ante_min", {"ante_min": 0}),
        ("ante_min", {"ante_min": True}),
        ("ante_min", {"ante_min": "1"}),
        ("ante_min", {"ante_min": 10**9 + 1}),
        ("ante_max", {"ante_min": 5}),
        ("ante_max", {"ante_max": 0}),
        ("ante_max", {"ante_max": 2.0}),
        ("ante_max", {"ante_max": 10**9 + 1}),
        ("ante_max", {"ante_min": 5, "ante_max": 12, "ante_step": 5}),
        ("ante_step", {"ante_step": 0}),
        ("ante_step", {"ante_step": None}),
        ("bonus_max", {"bonus_max": -1}),
        ("bonus_max", {"bonus_max": False}),
        ("bonus_max", {"bonus_max": 10**6 + 1}),
        ("bankroll", {"bankroll": 0}),
        ("bankroll", {"bankroll": 2}),
        ("bankroll", {"bankroll": 3.0}),
        ("bankroll", {"bankroll": 10**9 + 1}),
        ("bankroll", {"ante_min": 5, "ante_max": 5, "bankroll": 14}),
        ("ante_pays_from", {"ante_pays_from": "pair"}),
        ("ante_pays_from", {"ante_pays_from": None}),
        ("bonus_paytable", {"bonus_paytable": (30, 25, 20, 15, 10, 5)}),
        ("bonus_paytable", {"bonus_paytable": (30, 25, 20, 15, 10, 5, 0)}),
        ("bonus_paytable", {"bonus_paytable": (1001, 25, 20, 15, 10, 5, 3)}),
        ("bonus_paytable", {"bonus_paytable": (30, 25, 20, 15, 10, 5, 2.5)}),
        ("bonus_paytable", {"bonus_paytable": 3}),
        ("bonus_paytable", {"bonus_paytable": "3333333"}),
    ],
)
def test_a_ruleset_no_game_can_be_played_by_is_refused_by_field(field, parameters):
    """Table Ruleset; the error names the first field that is wrong."""
    with pytest.raises(BadRuleset) as refused:
        HoldemBonusRuleset(**parameters)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"ante_min": 0}, "ante_min = 0: must be a whole number of chips from 1 to 1000000000"),
        ({"ante_min": 5}, "ante_max = 1: must be a whole number of chips from 5 to 1000000000"),
        (
            {"ante_min": 5, "ante_max": 12, "ante_step": 5},
            "ante_max = 12: must be 5 (ante_min) plus a multiple of 5 (ante_step)",
        ),
        ({"bankroll": 2}, "bankroll = 2: must be left out, or a whole number of chips from 3 to 1000000000"),
        ({"ante_pays_from": "trips"}, 'ante_pays_from = \'trips\': must be "straight" or "flush"'),
        (
            {"bonus_paytable": [30]},
            "bonus_paytable = [30]: must be 7 whole numbers from 1 to 1000, the odds to one of "
            "AA; AK suited; AQ or AJ suited; AK offsuit; KK, QQ or JJ; AQ or AJ offsuit; TT to 22",
        ),
    ],
)
def test_a_refused_ruleset_is_told_what_would_do(parameters, sentence):
    """Style, Errors: what, which value, what instead."""
    with pytest.raises(BadRuleset) as refused:
        HoldemBonusRuleset(**parameters)
    assert str(refused.value) == sentence


def test_extreme_rulesets_are_accepted():
    """Table Ruleset: the highest of everything; a bankroll of just the smallest ante and its flop bet; any step with one ante."""
    HoldemBonusRuleset(1, 10**9, 1, 10**6, 10**9, "flush", (1000,) * 7)
    HoldemBonusRuleset(5, 5, 100, bankroll=15)


def test_a_paytable_from_a_file_becomes_a_tuple():
    """A tournament file has lists only; the ruleset stays hashable, and equal to one made in code."""
    assert HoldemBonusRuleset(bonus_paytable=[30, 25, 20, 15, 10, 5, 3]) == RULESET
    assert len({HoldemBonusRuleset(bonus_paytable=[30, 25, 20, 15, 10, 5, 3]), RULESET}) == 1


@pytest.mark.parametrize(
    ("ruleset", "fixed"),
    [(RULESET, True), (HoldemBonusRuleset(5, 5, 3), True), (HoldemBonusRuleset(bonus_max=1), False), (HoldemBonusRuleset(1, 2), False)],
)
def test_a_stake_is_fixed_when_there_is_only_one(ruleset, fixed):
    """Table Ruleset: equal antes fix the stake, where there is no bonus bet either."""
    assert ruleset.fixed_stake is fixed


# Codes


def test_the_numbers_are_those_of_the_contract():
    """``ActionKind`` in the contract."""
    assert {f"ACTION_KIND_{kind.name}": kind.value for kind in BonusKind}.items() <= dict(ActionKind.items()).items()
    assert STAKE_CODE == BonusKind.STAKE
    assert REBET == BonusKind.REBET
    assert BONUS_LOG not in ActionKind.values()


@pytest.mark.parametrize(("ante", "bonus"), [(0, 0), (1, 0), (5, 20), (10**9, 10**6), (2**32 - 1, 2**23 - 1)])
def test_a_stake_is_one_number(ante, bonus):
    """Its lowest eight bits are the kind, and it fits 63 bits."""
    code = stake_code(ante, bonus)
    assert stake_of(code) == (ante, bonus)
    assert code & 0xFF == BonusKind.STAKE
    assert code < 2**63


@pytest.mark.parametrize(
    ("ante", "bonus", "sentence"),
    [
        (-1, 0, "ante -1: no stake has one below 0 or above 4294967295"),
        (2**32, 0, "ante 4294967296: no stake has one below 0 or above 4294967295"),
        (1, -1, "bonus -1: no stake has one below 0 or above 8388607"),
        (1, 2**23, "bonus 8388608: no stake has one below 0 or above 8388607"),
    ],
)
def test_amounts_that_would_become_another_stake_have_no_code(ante, bonus, sentence):
    """An ante of 2^32 must not turn into a bonus bet of 1."""
    with pytest.raises(IllegalAction) as refused:
        stake_code(ante, bonus)
    assert str(refused.value) == sentence


def test_actions_have_names():
    """For people; a number that is no code as well."""
    codes = [*CODES.values(), stake_code(5), stake_code(5, 2), 3, BONUS_LOG]
    names = ["fold", "check", "bet", "rebet", "stake 5", "stake 5 and bonus 2", "action 3", "action 9"]
    assert [action_name(code) for code in codes] == names


# A hand, step by step


def test_cards_alternate_between_player_and_house_and_nothing_is_burned():
    """A hand, 2 to 6: deal 0 and 2, 1 and 3, 4 to 8."""
    hand = play(BonusHand(RULESET, DEAL), "s1 b k k")
    assert (hand.hole, hand.house_cards, hand.board) == ([(0, 2)], (1, 3), (4, 5, 6, 7, 8))


def test_the_player_sees_its_cards_only_after_the_stake():
    """A hand, 1 and 2."""
    hand = BonusHand(RULESET, DEAL)
    assert hand.view(0).hole_cards == ()
    assert play(hand, "s1").view(0).hole_cards == (0, 2)


def test_a_hand_goes_from_the_stake_over_three_decisions_to_the_showdown():
    """A hand, 3 to 6: what is asked, what may be done, what a bet puts in, and how much of the board lies there."""
    hand = BonusHand(TABLE, DEAL)
    seen = []
    for word in ("s10", "b", "b", "b"):
        legal = tuple(hand.legal) if hand.stage != Stage.STAKE else len(hand.legal)
        seen.append((hand.stage, hand.actor, legal, hand.to_bet, len(hand.board), hand.house_cards))
        play(hand, word)
    fold, check, bet = BonusKind.FOLD, BonusKind.CHECK, BonusKind.BET
    assert seen == [
        (Stage.STAKE, 0, 10 * 21, 0, 0, ()),
        (Stage.FLOP, 0, (fold, bet), 20, 0, ()),
        (Stage.TURN, 0, (check, bet), 10, 3, ()),
        (Stage.RIVER, 0, (check, bet), 10, 4, ()),
    ]
    assert (hand.stage, hand.actor, hand.legal, hand.to_bet, len(hand.board), hand.over) == (Stage.OVER, -1, (), 0, 5, True)
    assert (hand.ante, hand.flop_chips, hand.turn_chips, hand.river_chips, hand.committed) == (10, 20, 10, 10, 50)


def test_after_a_fold_the_hand_is_over_and_nothing_is_opened():
    """A hand, 3, and What a player may know: not the house's cards, nor a board."""
    hand = play(BonusHand(TABLE, DEAL), "s10 f")
    assert (hand.over, hand.net, hand.shown, hand.board, hand.house_cards) == (True, [-10], 0, (), ())


def test_the_log_tells_stake_bonus_bet_and_every_decision():
    """(kind, 0, chips); a bonus bet has a line of its own."""
    hand = play(BonusHand(TABLE, DEAL), "s10+2 b k b")
    assert hand.log == [(7, 0, 10), (BONUS_LOG, 0, 2), (4, 0, 20), (2, 0, 0), (4, 0, 10)]
    assert log_codes(hand.log) == [stake_code(10, 2), 4, 2, 4]
    assert play(BonusHand(TABLE, DEAL), "s10 f").log == [(7, 0, 10), (1, 0, 0)]
    rebet = play(BonusHand(TABLE, DEAL, previous_ante=15), "re f")
    assert (rebet.log, log_codes(rebet.log)) == ([(8, 0, 15), (1, 0, 0)], [8, 1])


@pytest.mark.parametrize("script", ["", "s10", "s10 b", "s10 b k"])
def test_the_default_action_is_the_smallest_stake_then_a_fold_then_checks(script):
    """Default action: never an extra bet, and no way out of the deal."""
    hand = play(BonusHand(TABLE, DEAL, previous_ante=50), script)
    expected = {Stage.STAKE: stake_code(5), Stage.FLOP: BonusKind.FOLD}
    assert default_code(hand.legal) == expected.get(hand.stage, BonusKind.CHECK)


def test_a_rebet_is_the_ante_of_the_hand_before_without_a_bonus_bet():
    """A hand, 1: dealt at once."""
    hand = play(BonusHand(TABLE, DEAL, previous_ante=15), "re")
    assert (hand.stage, hand.ante, hand.bonus) == (Stage.FLOP, 15, 0)


def test_two_players_and_a_bankroll_below_the_smallest_ante_are_refused():
    """One player against the house; a match ends when the smallest ante cannot be covered."""
    with pytest.raises(IllegalAction, match=r"^2 players: one plays against the house$"):
        BonusHand(RULESET, DEAL, 2)
    sentence = r"^the bankroll of 14 does not cover the smallest ante of 5 \(three times itself\)$"
    with pytest.raises(IllegalAction, match=sentence):
        BonusHand(PURSE, DEAL, 1, (14,))
    assert (can_stake(PURSE, 14), can_stake(PURSE, 15)) == (False, True)


def test_the_bankroll_is_the_one_given_else_the_rulesets_else_unlimited():
    """Table Ruleset."""
    assert BonusHand(PURSE, DEAL, 1, (70,)).start == (70,)
    assert BonusHand(PURSE, DEAL).start == (100,)
    assert BonusHand(TABLE, DEAL).start == (UNLIMITED_BANKROLL,)


# What may be staked


def test_the_choices_ascend_by_ante_then_bonus_and_end_with_the_rebet():
    """An ante of 5 leaves 2 of 17 for the bonus bet; one of 10 is not covered."""
    choices = BonusHand(HoldemBonusRuleset(5, 50, 5, 20, bankroll=17), DEAL, previous_ante=5).legal
    assert list(choices) == [stake_code(5, 0), stake_code(5, 1), stake_code(5, 2), BonusKind.REBET]
    assert [choices[index] for index in range(-4, 4)] == 2 * list(choices)
    assert (len(choices), bool(choices)) == (4, True)


@pytest.mark.parametrize("index", [3, -4, 10**12])
def test_there_is_nothing_beyond_the_last_choice(index):
    """As in any sequence."""
    with pytest.raises(IndexError, match=f"stake {index} of 3"):
        StakeChoices(HoldemBonusRuleset(5, 15, 5), 100)[index]


def test_billions_of_choices_are_not_made_to_count_them():
    """With a bankroll of 10^9: an ante leaves room for every bonus bet up to 333,000,000, and for ever less above."""
    choices = StakeChoices(HoldemBonusRuleset(1, 10**9, 1, 10**6), 10**9)
    full = (10**9 - 10**6) // 3
    rest = sum(range(10**9 - 3 * (10**9 // 3), 10**6, 3)) + len(range(full, 10**9 // 3))
    assert len(choices) == full * (10**6 + 1) + rest
    assert [stake_of(choices[index]) for index in (0, 10**6, 10**6 + 1, -1)] == [(1, 0), (1, 10**6), (2, 0), (333333333, 1)]
    assert stake_of(choices[full * (10**6 + 1)]) == (full + 1, 0)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (stake_code(7), "ante 7: must be 5 to 50 in steps of 5"),
        (stake_code(0), "ante 0: must be 5 to 50 in steps of 5"),
        (stake_code(55), "ante 55: must be 5 to 50 in steps of 5"),
        (stake_code(0, 5), "a bonus bet needs an ante"),
        (stake_code(5, 30), "bonus 30: at most 20"),
        (STAKE_CODE | 5 << 8 | -1 << 40, "bonus -1: at least 0"),
        (stake_code(40), "the bankroll of 100 does not cover an ante of 40 (three times itself beside the bonus bet)"),
        (stake_code(30, 11), "the bankroll of 100 does not cover an ante of 30 (three times itself beside the bonus bet of 11)"),
        (BonusKind.REBET, "rebet: there is no hand before this one"),
        (BonusKind.BET, "bet: a stake comes first"),
        (BonusKind.FOLD, "fold: a stake comes first"),
        (BONUS_LOG, "action 9: a stake comes first"),
        (None, "action None: a stake comes first"),
    ],
)
def test_a_refused_stake_says_what_would_do(code, sentence):
    """A hand, 1, and the table Ruleset."""
    hand = BonusHand(PURSE, DEAL)
    assert refusal_of(hand, code) == sentence
    assert (hand.stage, hand.log) == (Stage.STAKE, [])


@pytest.mark.parametrize(
    ("ruleset", "sentence"),
    [
        (RULESET, "ante 9: must be 1"),
        (HoldemBonusRuleset(1, 4), "ante 9: must be 1 to 4"),
        (HoldemBonusRuleset(2, 8, 3), "ante 9: must be 2 to 8 in steps of 3"),
    ],
)
def test_the_antes_are_told_as_short_as_may_be(ruleset, sentence):
    """One, every number, or steps."""
    assert refusal_of(BonusHand(ruleset, DEAL), stake_code(9)) == sentence


@pytest.mark.parametrize(
    ("previous_ante", "sentence"),
    [
        (35, "the bankroll of 100 does not cover an ante of 35 (three times itself beside the bonus bet)"),
        (60, "ante 60: must be 5 to 50 in steps of 5"),
    ],
)
def test_a_rebet_is_not_legal_beyond_limits_or_bankroll(previous_ante, sentence):
    """A hand, 1, last sentence."""
    hand = BonusHand(PURSE, DEAL, previous_ante=previous_ante)
    assert BonusKind.REBET not in list(hand.legal)
    assert refusal_of(hand, BonusKind.REBET) == sentence


@pytest.mark.parametrize(
    ("script", "code", "sentence"),
    [
        ("s10", stake_code(10), "the stake is already made"),
        ("s10 b", BonusKind.REBET, "the stake is already made"),
        ("s10", BonusKind.CHECK, "check: the flop decision is fold or bet"),
        ("s10 b", BonusKind.FOLD, "fold: the turn decision is check or bet"),
        ("s10 b k", 99, "action 99: the river decision is check or bet"),
        ("s10 b k", None, "action None: the river decision is check or bet"),
        ("s30+5 b", BonusKind.BET, "the bankroll of 100 does not cover a bet of 30: 5 are left of it"),
        ("s30+5 b", BonusKind.FOLD, "fold: the turn decision is check"),
        ("s10 f", BonusKind.FOLD, "fold: the hand is over"),
        ("s10 b k k", stake_code(10), "stake 10: the hand is over"),
    ],
)
def test_a_refused_decision_says_what_may_be_done(script, code, sentence):
    """A hand, 3 to 5; nothing has changed."""
    hand = play(BonusHand(PURSE, DEAL), script)
    log = list(hand.log)
    assert refusal_of(hand, code) == sentence
    assert hand.log == log


def test_turn_and_river_bets_need_chips_behind():
    """An ante of 25 and its flop bet take 75 of 100: one more bet is covered, at the turn or at the river."""
    check, check_bet = (BonusKind.CHECK,), (BonusKind.CHECK, BonusKind.BET)
    assert play(BonusHand(PURSE, DEAL), "s25 b").legal == check_bet
    assert play(BonusHand(PURSE, DEAL), "s25 b b").legal == check
    assert play(BonusHand(PURSE, DEAL), "s25 b b").to_bet == 0
    assert play(BonusHand(PURSE, DEAL), "s25 b k").legal == check_bet
    assert play(BonusHand(PURSE, DEAL), "s25+1 b").legal == check
    assert play(BonusHand(PURSE, DEAL), "s25 b b k").over


# What a hand pays

STRAIGHT = deal_of("9h8h", "AsAd", "7c6d5s2cKh")
FLUSH = deal_of("AhTh", "KsKd", "2h5h9hKc3s")
TWO_PAIR = deal_of("AsKd", "QsQd", "AhKc7d5s2c")
PAIR = deal_of("AsKd", "QsJd", "Ah9c7d5s2c")
ON_BOARD = deal_of("2c2d", "3c3d", "AhKhQhJhTh")
STRAIGHT_ON_BOARD = deal_of("2c2d", "3c3d", "9h8s7c6d5s")
EQUAL_PAIRS = deal_of("AsKd", "AdKs", "Ah9c7d5s2c")
BEATEN = deal_of("QsQd", "AsKd", "AhKc7d5s2c")
BEATEN_STRAIGHT = deal_of("9h8h", "9cTs", "7c6d5sJc8s")
BEATEN_FLUSH = deal_of("AhTh", "KsKd", "2h5h9hKc2s")


@pytest.mark.parametrize(
    ("deal", "nets"),
    [
        (STRAIGHT, {"b k k": 30, "b b k": 40, "b k b": 40, "b b b": 50}),
        (FLUSH, {"b k k": 30, "b b k": 40, "b k b": 40, "b b b": 50}),
        (TWO_PAIR, {"b k k": 20, "b b k": 30, "b k b": 30, "b b b": 40}),
        (PAIR, {"b k k": 20, "b b k": 30, "b k b": 30, "b b b": 40}),
        (ON_BOARD, {"b k k": 0, "b b k": 0, "b k b": 0, "b b b": 0}),
        (STRAIGHT_ON_BOARD, {"b k k": 0, "b b k": 0, "b k b": 0, "b b b": 0}),
        (EQUAL_PAIRS, {"b k k": 0, "b b k": 0, "b k b": 0, "b b b": 0}),
        (BEATEN, {"b k k": -30, "b b k": -40, "b k b": -40, "b b b": -50}),
        (BEATEN_STRAIGHT, {"b k k": -30, "b b b": -50}),
        (BEATEN_FLUSH, {"b k k": -30, "b b b": -50}),
    ],
)
def test_every_row_of_the_payment_table(deal, nets):
    """Table result: with an ante of 10 the flop bet is 20, the others 10. Winning below a straight gives the ante back."""
    assert {script: play(BonusHand(TABLE, deal), "s10 " + script).net for script in nets} == {key: [net] for key, net in nets.items()}
    assert play(BonusHand(TABLE, deal), "s10 f").net == [-10]


def test_in_some_rooms_the_ante_is_paid_from_a_flush_only():
    """Table Ruleset: a winning straight gives it back, a flush wins it."""
    ruleset = HoldemBonusRuleset(ante_pays_from="flush")
    assert play(BonusHand(ruleset, STRAIGHT), "s1 b b b").net == [4]
    assert play(BonusHand(ruleset, FLUSH), "s1 b b b").net == [5]


@pytest.mark.parametrize(
    ("hand", "paid", "paid_from_flush"),
    [
        ("AsAdAcKsQd", 0, 0),
        ("5s4d3c2sAd", 7, 0),
        ("AsKdQcJsTd", 7, 0),
        ("2s3s4s5s7s", 7, 7),
        ("2s2d2c3s3d", 7, 7),
        ("2s2d2c2h3d", 7, 7),
        ("5s4s3s2sAs", 7, 7),
    ],
)
def test_the_ante_is_paid_from_the_rulesets_hand_upwards(hand, paid, paid_from_flush):
    """The highest trips, lowest and highest straight, lowest flush, full house, quads, straight flush, against the lowest hand."""
    value = strength(parse_cards(hand))
    assert settle(RULESET, value, 1, 7, 20) == 20 + paid
    assert settle(HoldemBonusRuleset(ante_pays_from="flush"), value, 1, 7, 20) == 20 + paid_from_flush


def test_equal_hands_give_everything_back_and_a_better_one_of_the_house_takes_it():
    """Table result, rows 3 and 4, at both ends of the scale."""
    for value in (1, STRENGTH_COUNT):
        assert settle(RULESET, value, value, 7, 20) == 0
    assert settle(RULESET, 1, STRENGTH_COUNT, 7, 20) == settle(RULESET, STRENGTH_COUNT - 1, STRENGTH_COUNT, 7, 20) == -27


# The bonus bet


@pytest.mark.parametrize(
    ("cards", "row", "odds"),
    [
        ("AsAd", "AA", 30),
        ("AsKs", "AK suited", 25),
        ("AsQs", "AQ or AJ suited", 20),
        ("JdAd", "AQ or AJ suited", 20),
        ("AsKd", "AK offsuit", 15),
        ("KsKd", "KK, QQ or JJ", 10),
        ("QsQd", "KK, QQ or JJ", 10),
        ("JsJd", "KK, QQ or JJ", 10),
        ("AsQd", "AQ or AJ offsuit", 5),
        ("JcAd", "AQ or AJ offsuit", 5),
        ("TsTd", "TT to 22", 3),
        ("2s2d", "TT to 22", 3),
        ("AsTs", None, -1),
        ("KsQs", None, -1),
        ("7s2d", None, -1),
    ],
)
def test_every_row_of_the_bonus_bet(cards, row, odds):
    """Table Bonus bet, and what comes next below it."""
    hole = parse_cards(cards)
    assert (bonus_row(hole), bonus_odds(RULESET, hole)) == (BONUS_ROWS.index(row) if row else -1, odds)


def test_the_bonus_bet_over_all_hole_cards_has_its_known_counts_and_return():
    """Table Bonus bet: 1,326 pairs of cards, in either order; 1208/1326 = 91.10 % of what is bet comes back."""
    rows = Counter([bonus_row(hole) for hole in combinations(range(52), 2)])
    assert [rows[row] for row in range(-1, 7)] == [1200, 6, 4, 8, 12, 18, 24, 54]
    back = [1 + bonus_odds(RULESET, hole) for hole in combinations(range(52), 2)]
    assert Fraction(sum(back), len(back)) == Fraction(1208, 1326)
    assert all([bonus_row((a, b)) == bonus_row((b, a)) for a, b in combinations(range(52), 2)])


@pytest.mark.parametrize(("deal", "main"), [(deal_of("AsAd", "KsKd", "Kh9c7d5s2c"), -50), (deal_of("AsAd", "KsKd", "Ah9c7d5s2c"), 40)])
def test_the_bonus_bet_is_paid_whatever_becomes_of_the_hand(deal, main):
    """A hand, 2 and 3: aces win 30 to one after a fold as well; only the end of the hand tells it."""
    hand = play(BonusHand(TABLE, deal), "s10+2 b b")
    assert (hand.bonus_result, hand.view(0).bonus_result) == (None, None)
    play(hand, "b")
    assert (hand.net, hand.bonus_result, hand.view(0).bonus_result) == ([main + 60], 60, 60)
    folded = play(BonusHand(TABLE, deal), "s10+2 f")
    assert (folded.net, folded.bonus_result) == ([50], 60)


def test_a_lost_bonus_bet_is_collected_from_a_winner_too():
    """A hand, 2: 9-8 suited is in no row."""
    hand = play(BonusHand(TABLE, STRAIGHT), "s10+2 b b b")
    assert (hand.net, hand.bonus_result) == ([48], -2)


def test_without_a_bonus_bet_its_result_is_nothing():
    """Aces, but no bet on them."""
    assert play(BonusHand(TABLE, deal_of("AsAd", "KsKd", "Kh9c7d5s2c")), "s10 f").bonus_result == 0


def test_the_odds_are_the_rulesets():
    """Table Ruleset."""
    ruleset = HoldemBonusRuleset(bonus_max=1, bonus_paytable=(1, 2, 3, 4, 5, 6, 7))
    assert [bonus_odds(ruleset, parse_cards(cards)) for cards in ("AsAd", "JdAd", "2s2d", "7s2d")] == [1, 3, 7, -1]


# Views


def test_a_view_holds_what_the_player_may_know():
    """What a player may know; the bankroll is what is left of it."""
    hand = play(BonusHand(PURSE, TWO_PAIR, 1, (90,), 15), "s10+2 b b")
    view = hand.view(0)
    assert (cards_text(view.hole_cards), cards_text(view.board)) == ("AsKd", "AhKc7d5s")
    assert (view.players, view.position, view.stage, view.ruleset) == (1, 0, Stage.RIVER, PURSE)
    assert (view.ante, view.bonus, view.flop_chips, view.turn_chips, view.river_chips) == (10, 2, 20, 10, 0)
    assert (view.bankroll, view.committed, view.previous_ante) == (48, 42, 15)
    assert (view.legal, view.to_bet, view.log) == ((2, 4), 10, tuple(hand.log))


def test_an_unlimited_bankroll_is_not_in_the_view():
    """The contract: absent when unlimited."""
    assert play(BonusHand(TABLE, DEAL), "s5").view(0).bankroll is None


def test_a_view_is_told_to_people():
    """One line: cards, board, ante, chips in, and what to decide."""
    hand = BonusHand(TABLE, TWO_PAIR)
    texts = [str(play(hand, word).view(0)) for word in ("", "s10+2", "b", "k", "b")]
    assert texts == [
        "stake: ante 5 to 50 in steps of 5, bonus at most 20",
        "AsKd no board ante 10 in 12 fold/bet",
        "AsKd AhKc7d ante 10 in 32 check/bet",
        "AsKd AhKc7d5s ante 10 in 32 check/bet",
        "AsKd AhKc7d5s2c ante 10 in 42",
    ]

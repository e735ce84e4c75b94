"""A hand of Texas Hold'em Bonus on one line: every hand has one and reads back exactly, and what is wrong in a line is named."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BadNotation
from arena.rules import (
    REBET,
    BonusHand,
    BonusKind,
    HoldemBonusRuleset,
    cards_text,
    format_hand,
    notation_bonus,
    parse_cards,
    parse_hand,
    record_hand,
    replay_hand,
    stake_code,
)
from tests.rules.test_notation import assert_refused_or_another_hand, damaged

LINE = "holdem_bonus 5-50/5 bonus_max 20 | AsKs | stake 5+2 bbb | QdJh9c Td 2s | QhQc | +75"
FOLDED = "holdem_bonus 1 | 7d2c | stake 1 f | -1"
PURSE = (
    "holdem_bonus 5-50/5 bonus_max 20 bankroll 100 ante_pays_from flush bonus_paytable 40/25/20/15/10/5/3 "
    "| 7c7d@37 | rebet 10 bkk | Jh9c2s Td 3s | JcJd | -30"
)
BET, CHECK, FOLD = BonusKind.BET, BonusKind.CHECK, BonusKind.FOLD


def facts(hand: BonusHand) -> list[object]:
    """Everything of a hand but the cards nobody saw, and the ante before, which counts where it was bet again."""
    kept = [getattr(hand, name) for name in BonusHand.__slots__ if name not in ("deal", "previous_ante")]
    return [*kept, hand.board, hand.house_cards, hand.codes, hand.codes[0] == REBET and hand.previous_ante]


@st.composite
def finished_hands(draw: st.DrawFn) -> BonusHand:
    """Hands that are over: any limits and odds, with and without a bankroll, often a short one; a stake or a rebet."""
    random = draw(st.randoms(use_true_random=False))
    low, step, steps = random.choice([1, 5, 1000]), random.choice([1, 1, 5]), random.choice([0, 0, 4])
    ruleset = HoldemBonusRuleset(
        ante_min=low,
        ante_max=low + step * steps,
        ante_step=step,
        bonus_max=random.choice([0, 3, 1000]),
        bankroll=random.choice([None, random.randint(3 * low, 9 * low)]),
        ante_pays_from=random.choice(["straight", "flush"]),
        **({"bonus_paytable": [random.randint(1, 1000) for _ in range(7)]} if random.random() < 0.5 else {}),
    )
    stacks = (random.randint(3 * low, 9 * low),) if ruleset.bankroll and random.random() < 0.5 else None
    hand = BonusHand(ruleset, random.sample(range(52), 9), 1, stacks, random.randint(0, 3 * low))
    hand.act(REBET if REBET in hand.legal and random.random() < 0.5 else random.choice(hand.legal))
    while hand.legal:
        code = random.choice(hand.legal)
        hand.act(random.choice(hand.legal) if code == FOLD else code)
    return hand


def read(text: str) -> BonusHand:
    hand = parse_hand(text)
    assert isinstance(hand, BonusHand)
    return hand


# By hand


def test_a_line_by_hand():
    """5 + 10 + 5 + 5 against three queens; ace to ten is a straight, so the ante wins too: 25, and 2 at 25 to 1 for AK suited: 50."""
    mine, house, board = parse_cards("AsKs"), parse_cards("QhQc"), parse_cards("QdJh9cTd2s")
    hand = BonusHand(HoldemBonusRuleset(5, 50, 5, 20), [mine[0], house[0], mine[1], house[1], *board])
    for code in (stake_code(5, 2), BET, BET, BET):
        hand.act(code)
    assert hand.net == [25 + 50]
    assert format_hand(hand) == LINE


def test_a_line_reads_as_what_it_says():
    """Ruleset, bankroll before, the ante bet again, and 7 chips left after the flop bet, with which no bet of 10 can be made."""
    hand = read(PURSE)
    assert hand.ruleset == HoldemBonusRuleset(5, 50, 5, 20, 100, "flush", (40, 25, 20, 15, 10, 5, 3))
    assert (hand.start, hand.previous_ante, hand.stake, hand.codes) == ((37,), 10, (10, 0), [REBET, BET, CHECK, CHECK])
    assert (hand.flop_chips, hand.turn_chips, hand.river_chips, hand.behind) == (20, 0, 0, 7)
    assert cards_text([*hand.hole[0], *hand.board, *hand.house_cards]) == "7c7dJh9c2sTd3sJcJd"


def test_the_lines_in_the_module_head_are_these():
    examples = [line.strip() for line in (notation_bonus.__doc__ or "").splitlines() if line.startswith("    holdem_bonus ")]
    assert examples == [LINE, FOLDED]


def test_a_hand_that_was_given_up_has_neither_board_nor_house():
    """One decision, and the ante is lost; beside it a bonus bet on two sevens pays 3 to 1, though the hand is given up."""
    assert read(FOLDED).net == [-1]
    line = "holdem_bonus 1 bonus_max 5 | 7d7c | stake 1+5 f | +14"
    assert read(line).net == [-1 + 15]
    assert (read(line).board, read(line).house_cards) == ((), ())


def test_equal_hands_net_zero_with_a_sign():
    """All five are the board's: a royal flush."""
    line = "holdem_bonus 1 | 7d2c | stake 1 bkk | AsKsQs Js Ts | 7h2d | +0"
    assert format_hand(read(line)) == line


def test_cards_nobody_saw_are_the_lowest_left_over():
    """Head of ``notation``; the player's are places 0 and 2."""
    assert cards_text(read(FOLDED).deal) == "7d2d2c2h2s3c3d3h3s"
    assert cards_text(read(LINE).deal) == "AsQhKsQcQdJh9cTd2s"


@pytest.mark.parametrize(
    ("parameters", "rules"),
    [
        ({}, "1"),
        ({"ante_min": 5, "ante_max": 5}, "5"),
        ({"ante_max": 3}, "1-3"),
        ({"ante_max": 5, "ante_step": 2}, "1-5/2"),
        ({"ante_min": 5, "ante_max": 5, "ante_step": 100}, "5/100"),
        ({"bonus_max": 10**6}, "1 bonus_max 1000000"),
        ({"bankroll": 3}, "1 bankroll 3"),
        ({"ante_pays_from": "flush"}, "1 ante_pays_from flush"),
        ({"bonus_paytable": (30, 25, 20, 15, 10, 5, 4)}, "1 bonus_paytable 30/25/20/15/10/5/4"),
    ],
)
def test_of_the_rules_stands_what_is_not_the_default(parameters, rules):
    """Module head: every field of the ruleset, in a fixed order."""
    hand = BonusHand(HoldemBonusRuleset(**parameters), parse_cards("7d2d2c2h2s3c3d3h3s"))
    for code in (stake_code(hand.ruleset.ante_min), FOLD):
        hand.act(code)
    line = f"holdem_bonus {rules} | 7d2c | stake {hand.ante} f | -{hand.ante}"
    assert format_hand(hand) == line
    assert read(line).ruleset == hand.ruleset


# Laws


@pytest.mark.slow
@given(finished_hands())
@settings(max_examples=300)
def test_any_hand_reads_back_exactly(hand):
    """Law: every public attribute, and the line itself; and its record replays on the deal that was read."""
    line = format_hand(hand)
    again = read(line)
    assert facts(again) == facts(hand)
    assert format_hand(again) == line
    assert len(set(again.deal)) == len(again.deal) == 9
    stacks = hand.start if hand.ruleset.limited else ()
    replayed = replay_hand(record_hand(again, 0, stacks), again.ruleset, again.deal, 1)
    assert isinstance(replayed, BonusHand)
    assert facts(replayed) == facts(hand)


@pytest.mark.slow
@given(damaged(finished_hands().map(format_hand)))
@settings(max_examples=300)
def test_any_damage_to_any_line_is_refused_or_another_hand(text):
    """A stretch of a random hand's line replaced by a stretch of the same line or by random text."""
    assert_refused_or_another_hand(text)


@pytest.mark.slow
def test_different_hands_have_different_lines():
    """Law: on the same cards and rules, 2,000 random hands have the same line just when they have the same stake and decisions."""
    random, lines = Random(1), {}
    ruleset = HoldemBonusRuleset(1, 3, 1, 2)
    for _ in range(2000):
        hand = BonusHand(ruleset, range(9), 1, None, random.randint(0, 3))
        while hand.legal:
            hand.act(random.choice(hand.legal))
        assert lines.setdefault(format_hand(hand), facts(hand)) == facts(hand)
    assert len(lines) == len({repr(found) for found in lines.values()})


# What is wrong


def assert_named(text: str, at: str, words: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_hand(text)
    assert words in str(refused.value)
    assert text[refused.value.offset :].startswith(at)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("5-50/5", "0-50/5", "0-50", "ante_min must be a whole number of chips from 1"),
        ("5-50/5", "5-52/5", "52/5", "ante_max must be 5 (ante_min) plus a multiple of 5 (ante_step)"),
        ("5-50/5", "5-4/5", "4/5", "ante_max must be a whole number of chips from 5"),
        ("5-50/5", "5-50/0", "0 bonus", "ante_step must be a whole number of chips from 1"),
        ("5-50/5", "5-/5", "/5", "'' stands where ante_max must"),
        ("5-50/5", "5-50/", " bonus", "'' stands where ante_step must"),
        ("5-50/5", "-50/5", "-50/5", "'' stands where ante_min must"),
        ("5-50/5", "5-50-9/5", "50-9", "'50-9' stands where ante_max must"),
        ("5-50/5", "5-50/5/5", "5/5 bonus", "'5/5' stands where ante_step must"),
        ("5-50/5", "٥-50/5", "٥", "where ante_min must"),
        ("5-50/5", "5-5/5", "-5/5", "a hand is written in one way only"),
        ("5-50/5", "05-50/5", "05", "a hand is written in one way only, here with '5-50/5"),
        ("bonus_max 20", "bonus_max", "| As", "'|' stands where bonus_max must"),
        ("bonus_max 20", "bonus_max 9999999", "9999999", "bonus_max must be a whole number of chips from 0"),
        ("bonus_max 20", "bonus_max 20 bankroll 14", "14 |", "bankroll must be left out, or a whole number of chips from 15"),
        ("bonus_max 20", "bonus_max 20 ante_pays_from pair", "pair", 'ante_pays_from must be "straight" or "flush"'),
        ("bonus_max 20", "bonus_max 20 ante_pays_from straight", "ante_pays", "a hand is written in one way only"),
        ("bonus_max 20", "bonus_max 20 bonus_paytable 30/25", "30/25", "bonus_paytable must be 7 whole numbers from 1 to 1000"),
        ("bonus_max 20", "bonus_max 20 bonus_paytable 30//2", "/2 |", "'' stands where odds of the bonus_paytable must"),
        ("bonus_max 20", "bonus_max 20 bonus_paytable 30/25/20/15/10/5/3", "bonus_pay", "a hand is written in one way only"),
        ("bonus_max 20", "bankroll 100 bonus_max 20", "bonus_max", "'bonus_max' stands where '|' must, before the player's cards"),
        ("AsKs", "AsKsQs", "AsKs", "'AsKsQs' is not 2 cards, which are dealt to the player"),
        ("AsKs", "AsKx", "Kx", "'Kx' is no card"),
        ("AsKs", "AsAs", "As |", "As stands twice"),
        ("AsKs", "AsKs QsQc", "QsQc", "'QsQc' stands where '|' must, before the stake"),
        ("AsKs", "AsKs@100", "100 |", "only in a game with 'bankroll'"),
        ("stake 5+2", "ante 5+2", "ante", "'ante' is no stake, which is such as 'stake 5', 'stake 5+2' or 'rebet 5'"),
        ("stake 5+2", "stake 7+2", "7+2", "ante 7: must be 5 to 50 in steps of 5"),
        ("stake 5+2", "stake 55+2", "55+2", "ante 55: must be 5 to 50 in steps of 5"),
        ("stake 5+2", "stake 5+21", "21", "bonus 21: at most 20"),
        ("stake 5+2", "stake 5+", " bbb", "'' stands where the bonus bet must"),
        ("stake 5+2", "stake +2", "+2", "'' stands where the ante must"),
        ("stake 5+2", "stake 5+02", "02 bbb", "a hand is written in one way only, here with '2 bbb"),
        ("stake 5+2", "rebet 5+2", "+2", "a rebet has no bonus bet"),
        ("stake 5+2", "rebet 0", "0 bbb", "ante 0: must be 5 to 50"),
        ("stake 5+2", "stake", "bbb", "'bbb' stands where the ante must"),
        ("bbb", "kbb", "kbb", "check: the flop decision is fold or bet"),
        ("bbb", "bfb", "fb", "fold: the turn decision is check or bet"),
        ("bbb", "bbf", "f |", "fold: the river decision is check or bet"),
        ("bbb", "bbx", "x |", "'x' is no decision, where these are: f fold, k check, b bet"),
        ("bbb", "bb", " | Q", "the river decision is missing; it is check or bet"),
        ("bbb", "bbbb", "b |", "'b' follows the last decision"),
        ("bbb", "ff", "f |", "'f' follows the last decision"),
        ("bbb", "f", "QdJh", "'QdJh9c' stands where '+45' must; the hand nets +45"),
        (" bbb", "", "| Qd", "'|' is no decision"),
        ("QdJh9c", "QdJh", "QdJh", "'QdJh' is not 3 cards, the flop"),
        ("QdJh9c Td", "QdJh9cTd", "QdJh", "'QdJh9cTd' is not 3 cards, the flop"),
        ("Td 2s", "Td2s", "Td2s", "'Td2s' is not 1 card, the turn"),
        ("Td 2s", "Td", "| Qh", "'|' is not 1 card, the river"),
        ("Td 2s", "Td As", "As |", "As stands twice"),
        ("2s |", "2s 3s |", "3s |", "'3s' stands where '|' must, before the house's cards"),
        ("QhQc", "QhQd", "Qd |", "Qd stands twice"),
        ("QhQc", "Qh", "Qh |", "'Qh' is not 2 cards, which the house opens"),
        ("+75", "+50", "+50", "'+50' stands where '+75' must; the hand nets +75"),
        ("+75", "+75 +0", "+0", "'+0' stands where the end of the line must"),
        ("| QhQc ", "", "+75", "'+75' is not 2 cards"),
    ],
)
def test_what_is_wrong_is_named_with_its_offset(old, new, at, words):
    """The offset is where the text ``at`` stands in the damaged line, behind the game."""
    assert_named(LINE.replace(old, new, 1), at, words)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("@37", "@14", "14 |", "a bankroll before a hand is 15 to"),
        ("@37", "@", " | rebet", "'' stands where the bankroll before the hand must"),
        ("@37", "@" + "9" * 15, "999", "a bankroll before a hand is 15 to"),
        ("@37", "@100", "@100", "a hand is written in one way only"),
        ("@37", "@29", "10 bkk", "the bankroll of 29 does not cover an ante of 10"),
        (
            "rebet 10",
            "stake 10+8",
            "8 bkk",
            "the bankroll of 37 does not cover an ante of 10 (three times itself beside the bonus bet of 8)",
        ),
        ("rebet 10", "rebet 15", "15 bkk", "the bankroll of 37 does not cover an ante of 15"),
        ("bkk", "bbk", "bk |", "the bankroll of 37 does not cover a bet of 10: 7 are left of it"),
        ("bkk", "bk", " | Jh", "the river decision is missing; it is check"),
    ],
)
def test_what_is_wrong_with_a_bankroll_is_named(old, new, at, words):
    assert_named(PURSE.replace(old, new, 1), at, words)


def test_no_bonus_bet_is_not_written():
    """One way only: ``+0`` may not stand."""
    assert_named("holdem_bonus 1 | 7d2c | stake 1+0 f | -1", "+0 f", "a hand is written in one way only, here with ' f | -1'")


def test_a_rebet_is_another_hand_than_the_same_stake():
    """Both lines read, and each is written as it was read."""
    again = PURSE.replace("rebet 10", "stake 10")
    assert read(again).net == read(PURSE).net
    assert read(again).codes != read(PURSE).codes
    assert format_hand(read(again)) == again

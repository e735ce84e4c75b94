"""A hand of five-card draw on one line: every hand has one and reads back exactly, and what is wrong in a line is named."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from arena.errors import BadNotation
from arena.rules import FiveCardDrawRuleset, Hand, format_hand, notation_draw, parse_hand, record_hand, replay_hand
from tests.rules.playing import deal_of, finished_hands, play
from tests.rules.test_notation import assert_refused_or_another_hand, damaged

LINE = "five_card_draw 1/2/4/3 | AsAdKh9c2d QsQd7h5c3d | bc -9c2d+AhKs -7h5c3d+8h8s9d brc | +11 -11"
ALL_IN_LINE = "five_card_draw 2/4/8/3 all_in 25 carry | AsAdAh9c2d@2 QsQd7h5c3d@30 KcKd6s6h2c@9 | bc pat -7h5c3d+8h8s9d pat kk | +4 -6 +2"


def facts(hand: Hand) -> list[object]:
    """Everything of a hand but the cards nobody saw."""
    return [getattr(hand, name) for name in Hand.__slots__ if name != "deal"]


def test_a_line_by_hand():
    """The example of ``test_records``: 1 + 2 + 8 chips each, aces full beat two pair."""
    deal = deal_of("AsAdKh9c2d", "QsQd7h5c3d", drawn=("AhKs4c", "8h8s9d"))
    assert format_hand(play(Hand(FiveCardDrawRuleset(), deal, 2), "b c x34 x234 b r c")) == LINE


def test_a_line_with_all_in_by_hand():
    """Position 0 is all-in by the ante of 2 and wins 6 with aces; of the others' 8 the kings win, which cost their owner 6."""
    hand = parse_hand(ALL_IN_LINE)
    assert hand.net == [4, -6, 2]
    assert hand.start == (2, 30, 9)
    assert hand.ruleset == FiveCardDrawRuleset(2, 4, 8, 3, all_in=True, starting_stack=25, stacks="carry")
    assert format_hand(hand) == ALL_IN_LINE


def test_the_line_in_the_readme_is_this_one():
    """What the README explains word by word, and the head of the module."""
    assert f"    {LINE}\n" in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"    {LINE}\n" in (notation_draw.__doc__ or "")


def test_a_hand_that_ends_before_the_draw_has_no_draws():
    """Bet, fold: the antes of 1 change hands."""
    line = "five_card_draw 1/2/4/3 | AsAdKh9c2d QsQd7h5c3d | bf | +1 -1"
    assert format_hand(parse_hand(line)) == line


def test_cards_nobody_saw_are_the_lowest_left_over():
    """Module head; deuce of clubs first."""
    assert parse_hand(LINE).deal[10:] == [50, 47, 0, 26, 27, 29]
    assert len(set(parse_hand(ALL_IN_LINE).deal)) == 24


@pytest.mark.slow
@given(finished_hands())
def test_any_hand_reads_back_exactly(hand):
    """Law: every public attribute, and the line itself; and its record replays on the deal that was read."""
    line = format_hand(hand)
    again = parse_hand(line)
    assert facts(again) == facts(hand)
    assert format_hand(again) == line
    assert len(set(again.deal)) == len(again.deal) == 8 * hand.players
    stacks = hand.start if hand.ruleset.all_in else ()
    record = record_hand(again, 0, stacks)
    assert facts(replay_hand(record, again.ruleset, again.deal, again.players)) == facts(hand)


@pytest.mark.slow
@given(damaged(finished_hands().map(format_hand)))
@settings(max_examples=300)
def test_any_damage_to_any_line_is_refused_or_another_hand(text):
    """A stretch of a random hand's line replaced by a stretch of the same line or by random text."""
    assert_refused_or_another_hand(text)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("1/2/4/3", "0/2/4/3", "0/2", "ante = 0: must be a whole number of chips from 1"),
        ("1/2/4/3", "1/2/1/3", "1/3", "big_bet = 1: must be"),
        ("1/2/4/3", "1/2/4", " |", "where max_raises must"),
        ("1/2/4/3", "1/2/4/3/9", "9", "'9' follows"),
        ("1/2/4/3", "1/2/٤/3", "٤", "where big_bet must"),
        ("1/2/4/3", "1/" + "9" * 5000 + "/4/3", "999", "where small_bet must"),
        ("1/2/4/3", "1/2/4/3 all_in 0", "0 |", "starting_stack = 0: must be"),
        ("1/2/4/3", "1/2/4/3 all_in", "| As", "'|' stands where starting_stack must"),
        ("9c2d QsQd7h5c3d |", "9c2d |", "| bc", "a hand has 2 to 6 players"),
        ("QsQd7h5c3d |", "QsQd7h5c |", "QsQd", "is not 5 cards"),
        ("QsQd7h5c3d |", "QsQd7h5cAs |", "As |", "As stands twice"),
        ("QsQd7h5c3d |", "QsQd7h5c3x |", "3x", "'3x' is no card"),
        ("QsQd7h5c3d |", "QsQd7h5c3d@9 |", "@9", "either every player has a stack"),
        ("AsAdKh9c2d QsQd7h5c3d |", "AsAdKh9c2d@9 QsQd7h5c3d@9 |", "9 Qs", "only in a game with 'all_in'"),
        (" bc ", " bk ", "k ", "position 1 may not check here; it may fold or call or raise"),
        (" bc ", " bx ", "x ", "'x' is no action of a betting round"),
        (" bc ", " b ", " -9c", "the betting round is not over; position 1 may fold or call or raise"),
        (" bc ", " bcc ", "c -9c", "'c' follows the end of the betting round"),
        (" bc ", " bc c ", "c -9c", "'c' is no draw; position 0 draws now"),
        ("-9c2d+AhKs", "-2d9c+AhKs", "9c+", "'9c' is no card to give up here; in the order dealt there are AsAdKh9c2d"),
        ("-9c2d+AhKs", "-9c3d+AhKs", "3d+", "'3d' is no card to give up here"),
        ("-9c2d+AhKs", "-9c2d+Ah", "Ah -7h", "a draw takes as many cards as it gives up"),
        ("-9c2d+AhKs", "-9c2d+AhQs", "Qs -7h", "Qs stands twice"),
        ("-9c2d+AhKs", "-AdKh9c2d+AhKs4c5s", "AdKh9c2d+", "gives up 1 to 3 cards"),
        ("-9c2d+AhKs", "-+", "+ ", "gives up 1 to 3 cards, or is 'pat'"),
        (" brc ", " ", "| +", "'|' is no action"),
        (" brc ", " brc k ", "k |", "'k' stands where '|' must, before what every position nets"),
        ("+11 -11", "+12 -11", "+12", "'+12' stands where '+11' must; the hand nets +11 -11"),
        ("+11 -11", "+11 -11 +0", "+0", "'+0' stands where the end of the line must"),
        ("+11 -11", "+11 -11\n", "-11\n", "stands where '-11' must"),
        ("bc -9c", "bc  -9c", " -9c", "a hand is written in one way only"),
        ("1/2/4/3", "01/2/4/3", "01/", "a hand is written in one way only, here with '1/2/4/3"),
        ("1/2/4/3", "1/2/4/3 carry", "carry", "'carry' stands where '|' must"),
    ],
)
def test_what_is_wrong_is_named_with_its_offset(old, new, at, words):
    """The offset is where the text ``at`` stands in the damaged line, behind the game."""
    text = LINE.replace(old, new)
    with pytest.raises(BadNotation) as refused:
        parse_hand(text)
    assert words in str(refused.value)
    assert text[refused.value.offset :].startswith(at)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("@2 ", "@0 ", "0 Qs", "a stack is 1 to"),
        ("@2 ", "@ ", " Qs", "'' stands where a stack must"),
        ("@2 ", "@" + "9" * 15 + " ", "999", "a stack is 1 to"),
        ("@30", "", " KcKd", "either every player has a stack"),
        ("carry", "reset", "reset", "'reset' stands where '|' must"),
        ("kk", "k k", " k", "the betting round is not over"),
    ],
)
def test_what_is_wrong_with_stacks_is_named(old, new, at, words):
    text = ALL_IN_LINE.replace(old, new)
    with pytest.raises(BadNotation) as refused:
        parse_hand(text)
    assert words in str(refused.value)
    assert text[refused.value.offset :].startswith(at)


def test_stacks_that_are_the_rulesets_are_not_written():
    """One way only: with 25 chips each, ``@25`` may not stand."""
    line = "five_card_draw 2/4/8/3 all_in 25 | AsAdKh9c2d@25 QsQd7h5c3d@25 | bf | +2 -2"
    with pytest.raises(BadNotation, match="one way only") as refused:
        parse_hand(line)
    assert line[refused.value.offset :].startswith("@25 Qs")
    assert format_hand(parse_hand(line.replace("@25", ""))) == line.replace("@25", "")


def test_seven_players_are_refused():
    """The seventh is named."""
    cards = "2c2d2h2s3c 3d3h3s4c4d 4h4s5c5d5h 5s6c6d6h6s 7c7d7h7s8c 8d8h8s9c9d 9h9sTcTdTh"
    with pytest.raises(BadNotation, match="2 to 6 players") as refused:
        parse_hand(f"five_card_draw 1/2/4/3 | {cards} | ")
    assert refused.value.offset == 25 + 6 * 11

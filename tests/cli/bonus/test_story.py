"""A hand in words, to its end."""

import pytest

from arena.cli.bonus.commands import Command
from arena.cli.bonus.story import cards_lines, choice_refusal, question, result_lines
from arena.rules import BonusKind
from tests.cli.bonus.sitting_down import hand_of, words_of

BET, CHECK, FOLD = BonusKind.BET, BonusKind.CHECK, BonusKind.FOLD
TIE = "2c3d4c5d" + "AsKsQsJsTs"
STRAIGHT = "9c8d4c5d" + "7s6sTsKhAd"
FLUSH = "9s8s4c5d" + "7s6sKsKhAd"
PAIR = "9c9d4c5h" + "7s6sKsQhAd"
LOST = "4c5h9c9d" + "7s6sKsQhAd"


def results(cards, actions, language="en", *, bonus=0, **rules):
    hand = hand_of(cards, actions, bonus=bonus, **rules)
    return result_lines(words_of(language, **rules), hand)


def test_decisions_are_asked_with_what_a_bet_takes():
    words, swedish = words_of(), words_of("sv")
    hand = hand_of(PAIR)
    assert question(words, hand) == "Flop decision: bet 50, twice the ante (b), or fold and lose the ante (f)?"
    assert question(swedish, hand) == "Flopp: satsa 50, två gånger ante-insatsen (s), eller ge upp och förlora ante-insatsen (g)?"
    hand.act(BET)
    assert question(words, hand) == "Turn decision: bet 25 (b), or check (c)?"
    assert question(swedish, hand) == "Turn: satsa 25 (s) eller checka (c)?"
    hand.act(CHECK)
    assert question(words, hand) == "River decision: bet 25 (b), or check (c)?"
    assert question(swedish, hand) == "River: satsa 25 (s) eller checka (c)?"


def test_cards_are_told_as_they_come():
    words, hand = words_of(), hand_of(PAIR)
    assert cards_lines(words, hand) == ["Your cards: 9♣ 9♦"]
    hand.act(BET)
    assert cards_lines(words, hand) == ["Board: 7♠ 6♠ K♠", "Your cards: 9♣ 9♦", "So far: pair, 9♦ 9♣ K♠ 7♠ 6♠"]
    hand.act(BET)
    assert cards_lines(words_of("sv"), hand) == ["Gemensamma kort: 7♠ 6♠ K♠ Q♥", "Dina kort: 9♣ 9♦", "Hittills: ett par, 9♦ 9♣ K♠ Q♥ 7♠"]


@pytest.mark.parametrize(
    ("cards", "actions", "english", "swedish"),
    [
        (
            STRAIGHT,
            (BET, BET, BET),
            "You win: the bets pay 100, and the ante pays 25.",
            "Du vinner 100 på dina insatser och 25 på ante-insatsen.",
        ),
        (
            PAIR,
            (BET, CHECK, BET),
            "You win: the bets pay 75. The ante comes back, since it pays only from a straight up.",
            "Du vinner 75 på dina insatser. Ante-insatsen får du tillbaka, eftersom den betalas först från stege och uppåt.",
        ),
        (
            LOST,
            (BET, CHECK, CHECK),
            "The house wins: you lose the ante of 25 and the bets of 50.",
            "Given vinner: du förlorar ante-insatsen på 25 och dina övriga insatser på 50.",
        ),
        (
            TIE,
            (BET, BET, BET),
            "A tie: ante and bets come back to you.",
            "Oavgjort: du får tillbaka ante-insatsen och dina övriga insatser.",
        ),
        (PAIR, (FOLD,), "You fold, and lose the ante of 25.", "Du ger upp och förlorar ante-insatsen på 25."),
    ],
)
def test_results_follow_the_rules_of_payment(cards, actions, english, swedish):
    """Rules page, the table of results."""
    assert results(cards, actions)[-1] == english
    assert results(cards, actions, "sv")[-1] == swedish


def test_where_the_ante_takes_a_flush_a_straight_does_not_win_it():
    rules = {"ante_pays_from": "flush"}
    sentence = "You win: the bets pay 100. The ante comes back, since it pays only from a flush up."
    assert results(STRAIGHT, (BET, BET, BET), **rules)[-1] == sentence
    assert results(FLUSH, (BET, BET, BET), **rules)[-1] == "You win: the bets pay 100, and the ante pays 25."


def test_both_hands_are_shown_at_the_end():
    assert results(LOST, (BET, CHECK, CHECK))[:3] == [
        "Board: 7♠ 6♠ K♠ Q♥ A♦",
        "You have 4♣ 5♥: high card, A♦ K♠ Q♥ 7♠ 6♠.",
        "The house has 9♣ 9♦: pair, 9♦ 9♣ A♦ K♠ Q♥.",
    ]
    assert results(LOST, (BET, CHECK, CHECK), "sv")[2] == "Given har 9♣ 9♦: ett par, 9♦ 9♣ A♦ K♠ Q♥."


def test_a_fold_shows_neither_the_house_s_cards_nor_the_board():
    lines = results(PAIR, (FOLD,), bonus_max=50)
    assert len(lines) == 1
    assert not any(sign in "".join(lines) for sign in "♣♦♥♠")


@pytest.mark.parametrize(
    ("hole", "english", "swedish", "chips"),
    [
        ("AcAd", "ace-ace", "ess-ess", 30),
        ("AcKc", "ace-king of one suit", "ess-kung (samma svit)", 25),
        ("JcAc", "ace-queen or ace-jack of one suit", "ess-dam eller ess-knekt (samma svit)", 20),
        ("AcKd", "ace-king of two suits", "ess-kung (olika sviter)", 15),
        ("QcQd", "king-king, queen-queen or jack-jack", "kung-kung, dam-dam eller knekt-knekt", 10),
        ("AcQd", "ace-queen or ace-jack of two suits", "ess-dam eller ess-knekt (olika sviter)", 5),
        ("2c2d", "ten-ten down to two-two", "10-10 till 2-2 (par)", 3),
    ],
)
def test_a_bonus_bet_is_told_by_its_row(hole, english, swedish, chips):
    """The published table; it pays whatever became of the hand."""
    cards = hole + "3h4h" + "7s6s9s8hTd"
    last = results(cards, (FOLD,), bonus=2)[-1]
    assert last == f"The bonus bet wins: {english} pays {chips} to 1, that is {2 * chips}."
    hand = hand_of(cards, (FOLD,), bonus=2)
    assert result_lines(words_of("sv"), hand)[-1] == f"Bonusinsatsen vinner: {swedish} betalar {chips} till 1, alltså {2 * chips}."


def test_a_lost_bonus_bet_is_told():
    hand = hand_of(STRAIGHT, (BET, BET, BET), bonus=7)
    assert result_lines(words_of(), hand)[-1] == "The bonus bet of 7 is lost."
    assert result_lines(words_of("sv"), hand)[-1] == "Bonusinsatsen på 7 är förlorad."


def test_what_cannot_be_chosen_is_refused_with_what_can():
    words, hand = words_of(), hand_of(PAIR)
    assert choice_refusal(words, hand, Command.CHECK) == f"You cannot check before the flop. {question(words, hand)}"
    assert choice_refusal(words, hand, Command.ANTE) == f"The stake is made and cannot be changed. {question(words, hand)}"
    hand.act(BET)
    assert (
        choice_refusal(words, hand, Command.FOLD)
        == f"You cannot fold after the flop bet, and checking costs nothing. {question(words, hand)}"
    )

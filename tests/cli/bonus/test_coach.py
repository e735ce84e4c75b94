"""Advice and what choices cost: the solver's numbers, in words."""

import re
from fractions import Fraction

import pytest

from arena.cli.bonus.coach import Choice, Look, Tally, advice_lines, antes, choice_line, figures, look, review_lines, summary_lines
from arena.rules import BonusKind, BonusStage, parse_cards
from arena.rules.bonus_preflop import PREFLOP, WAYS
from arena.rules.bonus_values import Decision, Solver
from tests.cli.bonus.sitting_down import hand_of, words_of

BET, CHECK = BonusKind.BET, BonusKind.CHECK
PAIR = "9c9d4c5h" + "7s6sKsQhAd"
WORST = "7c2d4c5h" + "7s6sKsQhAd"
SOLVER = Solver()


def look_of(cards, actions=(), **options):
    return look(SOLVER, hand_of(cards, actions, **options))


def made(stage, bet, declined, *, chose, counted=True, advised=False):
    """A choice with these expectations."""
    board = parse_cards("7s6sKsQh")[: {BonusStage.FLOP: 0, BonusStage.TURN: 3, BonusStage.RIVER: 4}[stage]]
    decision = Decision(Fraction(declined), Fraction(bet))
    one = Look(stage, parse_cards("9c9d"), board, decision, Fraction(1, 2), Fraction(1, 4), counted)
    return Choice(one, chose, advised)


@pytest.mark.slow
@pytest.mark.parametrize("pays_from", ["straight", "flush"])
@pytest.mark.parametrize(
    ("actions", "board", "turn_bet"),
    [((), "", False), ((BET,), "7s6sKs", False), ((BET, CHECK), "7s6sKsQh", False), ((BET, BET), "7s6sKsQh", True)],
)
def test_figures_are_the_solver_s(actions, board, turn_bet, pays_from):
    """To as many digits as are shown, for both choices, at every decision and for both rules of the ante."""
    one = look_of(PAIR, actions, ante_pays_from=pays_from)
    exact = Solver().decision(parse_cards("9c9d"), parse_cards(board), turn_bet=turn_bet, pays_from=pays_from)
    assert one.decision == exact
    shown = re.findall(r"[+-]\d\.\d{4}\b", figures(words_of(), one))
    assert shown == [f"{float(exact.bet):+.4f}", f"{float(exact.declined):+.4f}"]


def test_chances_before_the_flop_are_the_table_s():
    """Rules page: P(win) and P(lose) of the hole class."""
    one = look_of(WORST)
    assert (one.win, one.lose) == (Fraction(PREFLOP["72o"].win, WAYS), Fraction(PREFLOP["72o"].lose, WAYS))


@pytest.mark.slow
def test_chances_after_it_are_counted():
    one = look_of(PAIR, (BET,))
    counts = Solver().counts(parse_cards("9c9d"), parse_cards("7s6sKs"))
    assert (one.win, one.lose) == (Fraction(counts.win, counts.total), Fraction(counts.lose, counts.total))
    line = advice_lines(words_of(), one)[-1]
    assert line.startswith(f"Of all that may come, you win {100 * counts.win / counts.total:.2f}%, tie ")


def test_the_worst_hand_is_a_fold():
    """Rules page: 72o is one of the five hands that optimal play folds."""
    one = look_of(WORST)
    cost = f"{float(-1 - PREFLOP['72o'].play()):.4f}"
    assert advice_lines(words_of(), one)[1] == f"Best is a fold, by {cost} antes."
    assert advice_lines(words_of("sv"), one)[1] == f"Bäst är att ge upp: det är värt {cost.replace('.', ',')} ante-insatser mer."
    assert choice_line(words_of(), Choice(one, True, False)).endswith(f"You bet, which cost {cost} antes.")


@pytest.mark.parametrize(
    ("stage", "chose", "best", "english", "swedish"),
    [
        (BonusStage.FLOP, True, True, "You bet, which was best.", "Du satsade, vilket var bäst."),
        (BonusStage.FLOP, False, True, "You folded, which cost 0.5000 antes.", "Du gav upp, vilket kostade 0,5000 ante-insatser."),
        (BonusStage.FLOP, False, False, "You folded, which was best.", "Du gav upp, vilket var bäst."),
        (BonusStage.TURN, False, False, "You checked, which was best.", "Du checkade, vilket var bäst."),
        (BonusStage.TURN, True, False, "You bet, which cost 0.5000 antes.", "Du satsade, vilket kostade 0,5000 ante-insatser."),
        (BonusStage.RIVER, False, True, "You checked, which cost 0.5000 antes.", "Du checkade, vilket kostade 0,5000 ante-insatser."),
    ],
)
def test_a_choice_is_judged(stage, chose, best, english, swedish):
    choice = made(stage, "1/2" if best else 0, 0 if best else "1/2", chose=chose)
    assert choice_line(words_of(), choice).endswith(english)
    assert choice_line(words_of("sv"), choice).endswith(swedish)


@pytest.mark.parametrize("chose", [True, False])
def test_choices_of_the_same_worth_are_both_best(chose):
    """Found by search: these fours win 22,436 times and lose as often, so the river bet gains nothing and costs nothing."""
    decision = SOLVER.decision(parse_cards("4s4h"), parse_cards("7d6hAs5h"))
    assert decision.bet == decision.declined
    choice = made(BonusStage.RIVER, decision.bet, decision.declined, chose=chose)
    assert advice_lines(words_of(), choice.look)[1] == "Both are worth the same."
    assert choice_line(words_of("sv"), choice).endswith("Båda var lika mycket värda.")
    assert choice.cost == 0


def test_figures_have_as_many_digits_as_tell_them_apart():
    close = made(BonusStage.RIVER, Fraction(1, 2) + Fraction(1, 45540), Fraction(1, 2), chose=False)
    assert "+0.50002 for a bet, +0.50000 for a check" in figures(words_of(), close.look)
    assert antes(words_of(), close.cost) == "0.00002"
    assert antes(words_of(), Fraction(0)) == "0.0000"


@pytest.mark.parametrize(
    ("bankroll", "actions", "counted"),
    [
        (25, (), True),
        (24, (), False),
        (25, (BET,), True),
        (24, (BET,), False),
        (25, (BET, BET), True),
        (20, (BET, CHECK), True),
        (15, (), False),
    ],
)
def test_a_decision_counts_when_the_bankroll_covers_what_may_follow(bankroll, actions, counted):
    """An ante of 5: the flop bet takes 10, the turn and river bets 5 each, so 25 in all; a last bet alone needs only itself."""
    one = look_of(PAIR, actions, ante=5, bankroll=bankroll)
    assert one.counted == counted
    warned = "Your chips do not cover every bet that may follow" in advice_lines(words_of(), one)[-1]
    assert warned == (not counted)
    lines = review_lines(words_of(), 3, [Choice(one, True, False)])
    assert lines[0] == "What your choices in hand 3 were worth:"
    assert len(lines) == (2 if counted else 3)


def tally_of(*hands):
    tally = Tally()
    for choices in hands:
        tally.add(-5, list(choices))
    return tally


RIGHT = made(BonusStage.FLOP, 1, -1, chose=True)
SMALL, LARGE = made(BonusStage.TURN, "1/10", "3/10", chose=True), made(BonusStage.RIVER, "1/2", "1/4", chose=False, advised=True)
UNCOUNTED = made(BonusStage.FLOP, 1, -1, chose=False, counted=False)


def test_a_tally_adds_up_what_counts():
    tally = tally_of([RIGHT, SMALL, UNCOUNTED], [RIGHT, LARGE])
    assert (tally.hands, tally.net, len(tally.choices)) == (2, -10, 4)
    assert (tally.best_count, tally.advised_count, tally.cost) == (2, 1, Fraction(9, 20))
    assert tally.worst == (2, LARGE)
    assert tally_of([RIGHT]).worst is None
    assert tally_of([SMALL, SMALL]).worst == (1, SMALL)


def test_a_summary_has_accuracy_and_the_costliest_choice():
    tally = tally_of([RIGHT, SMALL], [RIGHT, LARGE])
    assert summary_lines(words_of(), tally) == [
        "2 of your 4 decisions were best; the others cost 0.4500 antes in all.",
        "On one of them you asked for advice.",
        "The costliest choice was in hand 2:",
        "  River, 7♠ 6♠ K♠ Q♥: expected net in antes +0.5000 for a bet, +0.2500 for a check. You checked, which cost 0.2500 antes.",
    ]
    assert summary_lines(words_of("sv"), tally) == [
        "2 av dina 4 val var de bästa; de övriga kostade sammanlagt 0,4500 ante-insatser.",
        "Inför ett av dem bad du om råd.",
        "Det dyraste valet gjorde du i spel 2:",
        "  River, 7♠ 6♠ K♠ Q♥: förväntat värde i ante-insatser +0,5000 om du satsar, +0,2500 om du checkar. "
        "Du checkade, vilket kostade 0,2500 ante-insatser.",
    ]


@pytest.mark.parametrize(
    ("choices", "line"),
    [
        ([RIGHT], "Your only decision was best."),
        ([RIGHT, RIGHT], "All your 2 decisions were best."),
        ([SMALL], "Your only decision was not best, and cost 0.2000 antes."),
    ],
)
def test_accuracy_has_its_plurals(choices, line):
    assert summary_lines(words_of(), tally_of(choices))[0] == line


def test_without_a_decision_there_is_nothing_to_sum_up():
    assert summary_lines(words_of(), tally_of()) == summary_lines(words_of(), tally_of([UNCOUNTED])) == []

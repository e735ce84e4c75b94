"""Hole cards before the flop: the stored figures, what follows from them, and the laws they must keep."""

import csv
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from arena.errors import BadHand
from arena.rules.bonus_preflop import COLUMNS, FLOPS, HOLE_CLASSES, LEAST_PAID, PREFLOP, TURNS, WAYS, game_value, hole_class
from arena.rules.cards import parse_cards
from arena.rules.strength import describe

DATA = Path(__file__).parent / "data" / "bonus_preflop.csv"


def figures():
    with DATA.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_every_class_equals_the_earlier_enumeration_to_its_nine_digits():
    """tests/rules/data/bonus_preflop.csv, whose head says where it comes from."""
    ours = [
        {
            "class": one.name,
            "combinations": str(one.combinations),
            "play": f"{float(one.play()):.9f}",
            "play_as_printed": f"{float(one.play(printed=True)):.9f}",
            "win": f"{one.win / WAYS:.9f}",
            "lose": f"{one.lose / WAYS:.9f}",
            "win_straight": f"{one.win_straight / WAYS:.9f}",
        }
        for one in PREFLOP.values()
    ]
    assert ours == figures()


@pytest.mark.parametrize(
    ("strategy", "net", "returned"),
    [
        ({}, "-0.02036922", "97.9631"),
        ({"printed": True}, "-0.02178994", "97.8210"),
        ({"folding": False}, "-0.02349630", "97.6504"),
        ({"pays_from": "flush"}, "-0.05593505", "94.4065"),
    ],
)
def test_the_game_is_worth_what_was_enumerated_for_it(strategy, net, returned):
    """The rules page, exact figures; the return is one plus the net."""
    value = game_value(**strategy)
    assert f"{float(value.net):.8f}" == net
    assert f"{100 * float(1 + value.net):.4f}" == returned


def test_optimal_play_folds_five_hands_and_bets_as_often_as_was_enumerated():
    """The rules page, exact figures, as percentages of all hands; the wager in antes."""
    value = game_value()
    assert value.folded == ("72o", "62o", "52o", "42o", "32o")
    shares = (value.played, value.turn_bet, value.river_bet, -value.net / value.wager)
    assert [f"{100 * float(share):.4f}" for share in shares] == ["95.4751", "44.5911", "46.2690", "0.5335"]
    assert f"{float(value.wager):.4f}" == "3.8181"


def test_all_hole_cards_are_of_a_class_and_counted_in_it():
    """1,326 pairs of cards; the names come in the order of the table."""
    counted = dict.fromkeys(HOLE_CLASSES, 0)
    for hole in combinations(range(52), 2):
        counted[hole_class(hole)] += 1
    assert counted == {one.name: one.combinations for one in PREFLOP.values()}
    assert tuple(PREFLOP) == HOLE_CLASSES
    assert len(HOLE_CLASSES) == 169


def test_player_and_house_win_equally_often_over_all_deals():
    """Law: nobody has a choice that changes a showdown, so wins and losses of all hole cards together are as many."""
    assert sum(one.combinations * one.win for one in PREFLOP.values()) == sum(one.combinations * one.lose for one in PREFLOP.values())


@pytest.mark.parametrize("name", HOLE_CLASSES)
def test_figures_of_a_class_agree_with_each_other(name):
    """Laws: parts are not larger than wholes, and no strategy gains more than the best one, which bets more often than the printed."""
    one = PREFLOP[name]
    assert 0 < one.win_flush < one.win_straight < one.win < WAYS - one.lose
    assert one.best.turn_gain >= one.printed.turn_gain >= 0
    assert one.best.river_gain >= one.printed.river_gain >= 0
    assert FLOPS >= one.best.turn_count >= one.printed.turn_count
    assert TURNS >= one.best.river_count >= one.printed.river_count
    assert one.play() > one.play(printed=True) > one.play("flush", printed=True)
    assert len(one.counts) == len(COLUMNS)


def test_aces_are_known_to_win_85_of_100():
    """The often-published figures of aces against a random hand: they win 84.93 % and tie 0.54 %."""
    aces = PREFLOP["AA"]
    assert f"{100 * aces.win / WAYS:.2f}" == "84.93"
    assert f"{100 * (WAYS - aces.win - aces.lose) / WAYS:.2f}" == "0.54"


def test_one_suit_is_worth_more_than_two():
    """Law: of the same ranks."""
    assert all(PREFLOP[name].play() > PREFLOP[name[:2] + "o"].play() for name in HOLE_CLASSES if name.endswith("s"))


def test_net_of_a_flop_bet_is_the_sum_of_what_it_pays():
    """Worked out: twice wins less losses for the flop bet, the paid wins less the losses for the ante, and both gains."""
    one = PREFLOP["T9s"]
    parts = 2 * (one.win - one.lose) + one.win_flush - one.lose + one.best.turn_gain + one.best.river_gain
    assert one.play("flush") == Fraction(parts, WAYS)


@pytest.mark.parametrize(("cards", "name"), [("AsKs", "AKs"), ("KsAd", "AKo"), ("2c2d", "22"), ("9hTh", "T9s"), ("2sAh", "A2o")])
def test_a_class_is_named_by_its_ranks_the_higher_first(cards, name):
    assert hole_class(parse_cards(cards)) == name


@pytest.mark.parametrize("cards", [(), (1,), (1, 1), (1, 2, 3), (0, 52), (-1, 0)])
def test_what_are_no_hole_cards_is_refused(cards):
    with pytest.raises(BadHand, match="two distinct cards"):
        hole_class(cards)


def test_ante_is_paid_from_the_lowest_straight_or_flush():
    """The strengths just below are of the class before."""
    assert [(describe(value - 1), describe(value)) for value in LEAST_PAID.values()] == [
        ("three of a kind", "straight"),
        ("straight", "flush"),
    ]

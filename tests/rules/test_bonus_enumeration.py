"""The enumeration of all deals against plain loops, and against the solver of one deal, which counts in another way."""

from itertools import combinations

import numpy as np
import pytest

from arena.rules.bonus_enumeration import flop_sums, showdowns, table_text
from arena.rules.bonus_flops import renamed, strengths_after, unseen_cards
from arena.rules.bonus_preflop import COLUMNS, HOLE_CLASSES, PREFLOP, hole_class
from arena.rules.bonus_preflop_table import TABLE
from arena.rules.bonus_values import Solver
from arena.rules.cards import parse_cards
from arena.rules.strength import strength7

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("flop", ["2c7dJh", "8h9hTh", "KcKd4s", "6c6d6h"])
def test_showdowns_are_those_of_a_plain_loop(flop):
    """Some boards and hole cards, each against its 990 house hands, one by one."""
    flop = parse_cards(flop)
    unseen = unseen_cards(flop)
    pairs = list(combinations(unseen.tolist(), 2))
    win, lose = showdowns(strengths_after(flop, unseen))
    for row, column in np.random.default_rng(5).integers(0, len(pairs), (60, 2)).tolist():
        board, hole = pairs[row], pairs[column]
        if set(board) & set(hole):
            assert win[row, column] == lose[row, column] == 0
            continue
        own = strength7(flop + board + hole)
        house = [strength7(flop + board + other) for other in pairs if not set(other) & {*board, *hole}]
        assert len(house) == 990
        assert (win[row, column], lose[row, column]) == (sum(own > one for one in house), sum(own < one for one in house))


def solved_one_by_one(solver, flop, name):
    """The figures of a class with a flop: each of its hole cards solved, turn by turn, as a deal that is played."""
    sums = dict.fromkeys(COLUMNS, 0)
    for hole in combinations(unseen_cards(flop).tolist(), 2):
        if hole_class(hole) != name:
            continue
        whole = solver.counts(hole, flop)
        rivers = [solver.counts(hole, (*flop, turn)) for turn in range(52) if turn not in flop + hole]
        later = sum(max(0, one.win - one.lose) for one in rivers)
        sums["win"] += 2 * whole.win
        sums["lose"] += 2 * whole.lose
        for pays_from in ("straight", "flush"):  # what the net says beside the bets and the lost ante
            net = solver.decision(hole, flop, pays_from=pays_from).declined * 2 * whole.total
            sums[f"win_{pays_from}"] += int(net) - 4 * (whole.win - whole.lose) + 2 * whole.lose - later
        for strategy, bets in (("best", lambda one: one.win > one.lose), ("printed", lambda one: 2 * one.win > one.total)):
            made = [one.win - one.lose for one in rivers if bets(one)]
            sums[f"{strategy}_turn_gain"] += bets(whole) * 2 * (whole.win - whole.lose)
            sums[f"{strategy}_turn_bets"] += bets(whole)
            sums[f"{strategy}_river_gain"] += sum(made)
            sums[f"{strategy}_river_bets"] += len(made)
    return list(sums.values())


@pytest.mark.parametrize("flop", ["2c7dJh", "8h9hTh", "KcKd4s", "6c6d6h", "Ac5c4d"])
def test_a_class_has_the_figures_of_its_deals_solved_one_by_one(flop):
    """The whole column of figures, for a pair, hole cards of one suit and of two; some of them share cards with the flop."""
    flop, solver = parse_cards(flop), Solver()
    sums = flop_sums(flop)
    for name in ("66", "KTs", "J7o", "A5s"):
        assert sums[HOLE_CLASSES.index(name)].tolist() == solved_one_by_one(solver, flop, name)


def test_suits_names_change_no_sum():
    """Law: what lets 1,755 flops stand for 22,100."""
    flop = parse_cards("3c8cQd")
    assert (flop_sums(flop) == flop_sums(renamed(flop, (2, 3, 1, 0)))).all()


def test_the_table_is_written_as_it_is_read():
    """The stored figures, times the hole cards of each class, are the sums they came from."""
    sums = np.array([[count * one.combinations for count in one.counts] for one in PREFLOP.values()])
    assert table_text(sums) == TABLE


def test_hole_cards_of_a_class_that_do_not_count_alike_are_noticed():
    """One too many, for a class of four."""
    sums = np.zeros((169, len(COLUMNS)), dtype=np.int64)
    sums[HOLE_CLASSES.index("AKs"), 0] = 5
    with pytest.raises(AssertionError, match="AKs"):
        table_text(sums)

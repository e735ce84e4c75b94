"""Pots: worked examples of the rules page, and a second opinion that counts chip by chip."""

from itertools import groupby

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arena.rules.pots import Pot, award, form_pots, winners_of


def nets(committed: list[int], live: int, levels: list[int]) -> list[int]:
    """What everybody nets; ``committed`` loses what was not matched."""
    return award(form_pots(committed, live), levels, committed)


def test_equal_contributions_make_one_pot():
    """Rules page, Pots: three times 5."""
    assert form_pots([5, 5, 5], 0b111) == (Pot(15, 0b111),)


def test_a_bet_nobody_matched_goes_back():
    """Known faults elsewhere: bet 4 into 3 chips, 1 comes back (antes of 1: 5 against 4)."""
    committed = [5, 4]
    assert form_pots(committed, 0b11) == (Pot(8, 0b11),)
    assert committed == [4, 4]


def test_when_all_fold_the_winner_nets_the_antes_of_the_others():
    """Known faults elsewhere: (n − 1) antes; the last bet of 2 comes back."""
    assert nets([3, 3, 3, 3], 0b0100, [0] * 4) == [-3, -3, 9, -3]
    assert nets([3, 5, 3, 3], 0b0010, [0] * 4) == [-3, 9, -3, -3]


def test_folded_chips_stay_in_the_pot():
    """Rules page, Pots: folded players pay, they cannot win; the last is best but gone."""
    assert form_pots([5, 5, 3], 0b011) == (Pot(13, 0b011),)
    assert nets([5, 5, 3], 0b011, [1, 2, 9]) == [-5, 8, -3]


def test_contributions_5_20_20_with_the_short_stack_best_and_the_others_tied():
    """Known faults elsewhere: stacks end as 15/15/15: main pot 15 to s0, side pot 30 shared, net +10/−5/−5."""
    assert form_pots([5, 20, 20], 0b111) == (Pot(15, 0b111), Pot(30, 0b110))
    assert nets([5, 20, 20], 0b111, [9, 4, 4]) == [10, -5, -5]


def test_contributions_5_20_20_with_the_short_stack_worst():
    """s1 wins both pots, 45 chips of which 20 its own."""
    assert nets([5, 20, 20], 0b111, [1, 9, 4]) == [-5, 25, -20]


def test_every_all_in_makes_a_layer():
    """By hand: 4 · 2, then 3 · 3, then 2 · 5; the last 10 of the deepest come back."""
    committed = [2, 5, 10, 20]
    assert form_pots(committed, 0b1111) == (Pot(8, 0b1111), Pot(9, 0b1110), Pot(10, 0b1100))
    assert committed == [2, 5, 10, 10]


def test_neighbouring_layers_with_the_same_eligible_players_are_one_pot():
    """Rules page, Pots: the folded players at 3 and 6 make no pots of their own."""
    assert form_pots([3, 6, 10, 10], 0b1100) == (Pot(29, 0b1100),)
    assert form_pots([2, 4, 8, 8], 0b1101) == (Pot(8, 0b1101), Pot(14, 0b1100))


def test_a_layer_all_of_whose_contributors_folded_goes_with_the_pot_below():
    """Rules page, Pots: s1 and s2 put 8 in and folded, s0 and s3 are in for 5: everything is theirs."""
    assert form_pots([5, 8, 8, 5], 0b1001) == (Pot(26, 0b1001),)


def test_short_antes_make_side_pots():
    """Ante 3 with stacks 1, 2 and 3: by hand 3 · 1 for all, 2 · 1 for two; the third chip of the last comes back."""
    committed = [1, 2, 3]
    assert form_pots(committed, 0b111) == (Pot(3, 0b111), Pot(2, 0b110))
    assert committed == [1, 2, 2]


def test_odd_chips_go_one_each_from_the_left_of_the_button():
    """Rules page, Pots; pokerkit gives both to the first. 20 chips three ways: 7, 7 and 6."""
    assert nets([5, 5, 5, 5], 0b1110, [0, 7, 7, 7]) == [-5, 2, 2, 1]
    assert nets([5, 5, 5, 5], 0b1011, [7, 7, 9, 7]) == [2, 2, -5, 1]


def test_odd_chips_are_shared_pot_by_pot():
    """By hand: main pot 9 to s0 and s2 tied: 5 and 4; side pot 9 (one folded at 4 and two at 8 less 3): s2 and s3 tied: 5 and 4."""
    pots = (Pot(9, 0b0111), Pot(9, 0b1100))
    assert award(pots, [5, 1, 5, 5], [3, 3, 6, 6]) == [2, -3, 3, -2]


@pytest.mark.parametrize(
    ("eligible", "levels", "winners"),
    [(0b111, [1, 2, 3], [2]), (0b011, [1, 2, 3], [1]), (0b111, [3, 2, 3], [0, 2]), (0b010, [0, 0, 0], [1]), (0b110, [9, 0, 0], [1, 2])],
)
def test_the_best_eligible_hands_win_in_order_of_position(eligible, levels, winners):
    """Docstring of ``winners_of``."""
    assert winners_of(Pot(1, eligible), levels) == winners


def chip_by_chip(committed: list[int], live: set[int], levels: list[int]) -> list[int]:
    """Second opinion: looks at every single chip's height, one after the other, from the ground."""
    players = range(len(committed))
    net = [0] * len(committed)
    heights = []
    for height in range(1, max(committed) + 1):
        inside = [p for p in players if committed[p] >= height]
        if len(inside) == 1:
            continue
        for p in inside:
            net[p] -= 1
        eligible = [p for p in inside if p in live] or heights[-1][0]
        heights.append((eligible, len(inside)))
    for eligible, group in groupby(heights, key=lambda item: item[0]):
        chips = sum([count for _, count in group])
        best = max([levels[p] for p in eligible])
        winners = [p for p in eligible if levels[p] == best]
        for chip in range(chips):
            net[winners[chip % len(winners)]] += 1
    return net


@given(st.data(), st.integers(2, 6))
def test_pots_and_awards_are_those_of_counting_chip_by_chip(data, players):
    """Law: equal to ``chip_by_chip``. Who put in most has not folded, as in every hand; everybody put in at least a chip."""
    committed = data.draw(st.lists(st.integers(1, 12), min_size=players, max_size=players))
    live = data.draw(st.sets(st.integers(0, players - 1), min_size=1))
    levels = data.draw(st.lists(st.integers(1, 3), min_size=players, max_size=players))
    assume(max(committed) in [committed[p] for p in live])
    mask = sum([1 << p for p in live])
    expected = chip_by_chip(committed, live, levels)
    before = sum(committed)
    pots = form_pots(committed, mask)
    assert sum([pot.chips for pot in pots]) == sum(committed) <= before
    assert all([pot.eligible and not pot.eligible & ~mask for pot in pots])
    assert award(pots, levels, committed) == expected
    assert sum(expected) == 0

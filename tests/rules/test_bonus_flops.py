"""What may follow a flop, laid out pairs by pairs; renaming suits."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.bonus_flops import canonical_suits, flop_classes, pair_places, renamed, strengths_after, subsets, unseen_cards
from arena.rules.cards import parse_cards
from arena.rules.strength import strength7


@pytest.mark.slow
@pytest.mark.parametrize("hole", ["", "AsKs"])
def test_the_square_holds_the_strength_of_every_seven_cards(hole):
    """A sample of rows, columns and cards by the scalar form; two pairs that share a card make no hand."""
    flop = parse_cards("Qs9s9d")
    unseen = unseen_cards({*parse_cards(hole), *flop})
    pairs = list(combinations(unseen.tolist(), 2))
    square = strengths_after(flop, unseen)
    assert square.shape == (len(pairs), len(pairs))
    assert (square == square.T).all()
    for row, column in np.random.default_rng(3).integers(0, len(pairs), (5_000, 2)).tolist():
        cards = pairs[row] + pairs[column]
        assert square[row, column] == (strength7(flop + cards) if len(set(cards)) == 4 else 0)
    assert (square == 0).sum() == len(pairs) * (len(pairs) - comb(len(unseen) - 2, 2))


def test_pairs_are_found_in_either_order():
    pairs, places = subsets(49, 2), pair_places(49)
    for place, (one, other) in enumerate(pairs.tolist()):
        assert places[one, other] == places[other, one] == place
    assert (places.diagonal() == len(pairs)).all()


def test_unseen_cards_are_the_rest_in_order():
    seen = parse_cards("2cAs7d")
    assert unseen_cards(seen).tolist() == sorted(set(range(52)) - set(seen))


def test_flops_differ_in_1755_ways_by_more_than_the_names_of_suits():
    """Worked out: three ranks, 286 by 5 ways of suits; a pair, 156 by 2; one rank, 13."""
    classes = flop_classes()
    assert (len(classes), sum(classes.values())) == (1755, comb(52, 3))
    assert {classes[flop] for flop in classes if len({card // 4 for card in flop}) == 1} == {4}


@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), st.permutations(range(4)))
def test_hole_cards_and_flop_come_out_the_same_whatever_suits_are_called(cards, suits):
    """Law: by the names the function gives, which are the four suits."""
    hole, flop = cards[:2], cards[2:]
    other_hole, other_flop = renamed(hole, suits), renamed(flop, suits)
    ours, theirs = canonical_suits(hole, flop), canonical_suits(other_hole, other_flop)
    assert sorted(ours) == [0, 1, 2, 3]
    assert (renamed(hole, ours), renamed(flop, ours)) == (renamed(other_hole, theirs), renamed(other_flop, theirs))


def test_what_differs_by_more_than_suits_stays_apart():
    """Every renaming of the suits of two flops, beside the names they are given: suited with the hole cards, and not."""
    hole, suited, offsuit = parse_cards("AsKs"), parse_cards("2s3s4d"), parse_cards("2s3d4d")
    forms = set()
    for suits in permutations(range(4)):
        for flop in (suited, offsuit):
            cards = renamed(hole, suits), renamed(flop, suits)
            names = canonical_suits(*cards)
            forms.add((flop, renamed(cards[0], names), renamed(cards[1], names)))
    assert len(forms) == len({form[1:] for form in forms}) == 2

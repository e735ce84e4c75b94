"""The best five of seven: every subset of five, phevaluator, and the known counts over all hands."""

from itertools import chain, combinations, permutations, starmap
from math import comb

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadHand
from arena.rules.cards import parse_cards
from arena.rules.strength import STRENGTH_COUNT, checked_strength7, class_of, describe, strength, strength7, strengths

HANDS = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)
SUBSETS = np.array(list(combinations(range(7), 5)))


def of(text: str) -> int:
    return strength7(parse_cards(text))


@pytest.fixture(scope="module")
def random_hands():
    """300,000 hands, and 100,000 more from a deck of clubs and diamonds only, where most are flushes."""
    rng = np.random.default_rng(7)
    decks = [np.tile(np.arange(52), (300_000, 1)), np.tile(np.arange(52)[np.arange(52) % 4 < 2], (100_000, 1))]
    return np.concatenate([rng.permuted(deck, axis=1)[:, :7] for deck in decks])


@pytest.mark.slow
def test_the_strength_of_seven_is_that_of_the_best_five_among_them(random_hands):
    """The definition: the greatest over the 21 subsets; five cards are proved in test_strength.py."""
    best = strengths(random_hands[:, SUBSETS[0]])
    for subset in SUBSETS[1:]:
        best = np.maximum(best, strengths(random_hands[:, subset]))
    assert (strengths(random_hands) == best).all()


@pytest.mark.slow
def test_scalar_and_batch_form_agree(random_hands):
    """Cards in random order."""
    assert list(map(strength7, random_hands.tolist())) == strengths(random_hands).tolist()


@pytest.mark.slow
def test_order_and_ties_are_those_of_phevaluator(random_hands):
    """phevaluator gives the numbers of its five cards to seven, 7,462 the worst."""
    theirs = starmap(phevaluator.evaluate_cards, random_hands.tolist())
    assert (np.fromiter(theirs, dtype=int, count=len(random_hands)) == STRENGTH_COUNT + 1 - strengths(random_hands)).all()


@pytest.mark.slow
def test_the_classes_of_all_hands_have_their_known_counts():
    """All 133,784,560, counted by class from straight flush down; for instance quads: 13 · C(48, 3) = 224,848.

    The hands with a given first and second card are these and every five cards above them: a tail of all fives in order.
    """
    fives = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8, count=5 * comb(52, 5)).reshape(-1, 5)
    counts = np.zeros(STRENGTH_COUNT + 1, dtype=np.int64)
    for second in range(1, 47):
        hands = np.empty((comb(51 - second, 5), 7), dtype=np.uint8)
        hands[:, 1], hands[:, 2:] = second, fives[len(fives) - len(hands) :]
        for first in range(second):
            hands[:, 0] = first
            counts += np.bincount(strengths(hands), minlength=STRENGTH_COUNT + 1)
    classes = np.array([class_of(value) for value in range(1, STRENGTH_COUNT + 1)])
    by_class = np.bincount(classes, weights=counts[1:]).astype(int)
    assert counts[0] == 0
    assert by_class[::-1].tolist() == [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]


def test_the_batch_form_keeps_the_shape_of_its_input():
    """Docstring of ``strengths``: (..., 7) to (...); an empty batch is a batch."""
    hand = parse_cards("AsKsQsJsTs2c2d")
    assert strengths(np.array([[hand, hand, hand], [hand, hand, hand]])).tolist() == [[STRENGTH_COUNT] * 3] * 2
    assert strengths(np.array(hand)) == STRENGTH_COUNT
    assert strengths(np.zeros((0, 7), dtype=int)).shape == (0,)


@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("AcKdQhJs9c3d2h", "AcKdQhJs9c"),  # the two lowest cards do not count
        ("AcAdKhKsQcQdJh", "AcAdKhKsQc"),  # nor does a third pair but as a kicker
        ("AcAdKhKsQcQdQh", "QcQdQhAcAd"),  # the higher of two pairs under three of a kind
        ("AcAdAhKsKcKd2h", "AcAdAhKsKc"),  # of two threes the lower is a pair
        ("AcAdAhAs3c3d3h", "AcAdAhAs3c"),
        ("Ac2d3h4s5c6d9h", "2d3h4s5c6d"),  # the higher of two straights
        ("AcKc2c3c4c5c6c", "2c3c4c5c6c"),  # a straight flush below an ace-high flush of seven
        ("AcKcJc9c4c3c2c", "AcKcJc9c4c"),  # the highest five of a suit
        ("Ac2d3c4c5c8c9c", "Ac9c8c5c4c"),  # a flush before a straight
        ("2c2d2h9c8c4c3c", "9c8c4c3c2c"),  # a flush before three of a kind
        ("5d6d7d8dTd9hJs", "Td8d7d6d5d"),  # a straight and a flush of other cards
    ],
)
def test_the_best_five_are_chosen(seven, five):
    """Rules page, Strength; worked out by hand."""
    assert of(seven) == strength(parse_cards(five))


@given(HANDS, st.permutations(range(4)), st.permutations(range(7)))
def test_suits_and_order_never_matter(hand, suits, order):
    """Law: renaming the suits and shuffling the cards keeps the strength."""
    renamed = [hand[i] // 4 * 4 + suits[hand[i] % 4] for i in order]
    assert strength7(renamed) == strength7(hand)


@given(HANDS)
def test_no_five_of_the_seven_are_stronger(hand):
    """Law: and some five are as strong."""
    assert strength7(hand) == max(strength(five) for five in combinations(hand, 5))


@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_five_of_a_suit_make_a_flush_and_four_do_not(suit, count):
    """Each suit is counted, whichever the others are; ranks without a pair or a straight."""
    others = [other for other in "cdhs" if other != suit]
    for rest in combinations(others * 3, 7 - count):
        hand = "".join(rank + own for rank, own in zip("2479TQA", [suit] * count + list(rest), strict=True))
        assert describe(of(hand)) == ("flush" if count >= 5 else "high card")


@pytest.mark.parametrize(
    "cards",
    [(), range(5), range(6), range(8), (0, 0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5, 52), (-1, 0, 1, 2, 3, 4, 5)],
)
def test_what_are_no_seven_cards_is_refused(cards):
    """Docstring of ``checked_strength7``: seven distinct cards, each from 0 to 51."""
    with pytest.raises(BadHand, match="seven"):
        checked_strength7(cards)


def test_checked_and_unchecked_form_agree():
    """Over the orders of one hand."""
    assert {checked_strength7(cards) for cards in permutations(parse_cards("AsKd7h7c2d3c9s"))} == {of("AsKd7h7c2d3c9s")}

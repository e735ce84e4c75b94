"""Strengths: counts over all hands, the order of the rules page, and phevaluator as the other opinion."""

from itertools import chain, combinations, permutations, starmap

import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadHand
from arena.rules.cards import parse_cards
from arena.rules.strength import (
    CLASS_NAMES,
    STRENGTH_COUNT,
    checked_strength,
    class_of,
    describe,
    strength,
    strengths,
)

HAND_COUNT = 2_598_960
HANDS = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


def of(text: str) -> int:
    return strength(parse_cards(text))


@pytest.fixture(scope="module")
def every_hand():
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8, count=5 * HAND_COUNT)
    return cards.reshape(-1, 5)


@pytest.fixture(scope="module")
def every_strength(every_hand):
    return strengths(every_hand)


@pytest.mark.slow
def test_the_classes_have_their_known_counts(every_strength):
    """Rules page, Strength, from straight flush down; for instance 40 = 4 suits · 10 heights, 624 = 13 · 48."""
    classes = np.array([class_of(max(1, value)) for value in range(STRENGTH_COUNT + 1)])
    counts = np.bincount(classes[every_strength], minlength=9)
    assert counts[::-1].tolist() == [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]


@pytest.mark.slow
def test_there_are_7462_strengths_without_a_gap(every_strength):
    """Rules page, Strength."""
    seen = np.bincount(every_strength, minlength=STRENGTH_COUNT + 1)
    assert len(seen) == STRENGTH_COUNT + 1
    assert seen[0] == 0
    assert (seen[1:] > 0).all()


@pytest.mark.slow
def test_scalar_and_batch_form_agree_on_every_hand(every_hand, every_strength):
    """Hands in order here; that order does not matter is a law below."""
    assert (np.fromiter(map(strength, every_hand.tolist()), dtype=int, count=HAND_COUNT) == every_strength).all()


@pytest.mark.slow
def test_order_and_ties_of_every_hand_are_those_of_phevaluator(every_strength):
    """phevaluator numbers cards alike, and hands from 7,462 to 1, lower the better: equal numbers mean equal order and ties."""
    theirs = starmap(phevaluator.evaluate_cards, combinations(range(52), 5))
    assert (np.fromiter(theirs, dtype=int, count=HAND_COUNT) == STRENGTH_COUNT + 1 - every_strength).all()


@pytest.mark.slow
def test_the_batch_form_does_not_mind_order_or_size():
    """Shuffled hands, in one batch larger than the pieces it is worked in, and one by one."""
    hands = np.random.default_rng(1).permuted(np.tile(np.arange(52), (30_000, 1)), axis=1)[:, :5]
    assert strengths(hands).tolist() == [strength(hand) for hand in hands.tolist()]


def test_the_batch_form_keeps_the_shape_of_its_input():
    """Docstring of ``strengths``: (..., 5) to (...); an empty batch is a batch."""
    hand = parse_cards("AsKsQsJsTs")
    assert strengths(np.array([[hand, hand, hand], [hand, hand, hand]])).shape == (2, 3)
    assert strengths(np.array(hand)) == STRENGTH_COUNT
    assert strengths(np.zeros((0, 5), dtype=int)).shape == (0,)


@pytest.mark.parametrize("shape", [(), (0,), (4,), (6,), (2, 8), (5, 2), (7, 0)])
def test_a_batch_of_hands_of_another_size_is_refused(shape):
    """Docstring of ``strengths``: five or seven cards, along the last dimension."""
    with pytest.raises(BadHand):
        strengths(np.zeros(shape, dtype=int))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int32, np.int64])
def test_the_batch_form_takes_cards_of_every_size(dtype):
    """Docstring of ``strengths``: whole numbers, however wide, also as a part of a larger array."""
    hands = np.array([parse_cards("AsKsQsJsTs2c"), parse_cards("7c5d4h3s2c2d")], dtype=dtype)
    assert strengths(hands[:, :5]).tolist() == [STRENGTH_COUNT, 1]


def test_hands_of_every_class_stand_in_the_order_of_the_rules():
    """Best and worst of each class next to each other, worked out by hand from the rules page, weakest first."""
    ladder = [
        *("7c5d4h3s2c", "AcKdQhJs9c"),
        *("2c2d5h4s3c", "AcAdKhQsJc"),
        *("3c3d2h2s4c", "AcAdKhKsQc"),
        *("2c2d2h4s3c", "AcAdAhKsQc"),
        *("Ac2d3h4s5c", "2c3d4h5s6c", "AcKdQhJsTc"),
        *("7c5c4c3c2c", "AcKcQcJc9c"),
        *("2c2d2h3s3c", "AcAdAhKsKc"),
        *("2c2d2h2s3c", "AcAdAhAsKc"),
        *("Ac2c3c4c5c", "2c3c4c5c6c", "AcKcQcJcTc"),
    ]
    values = [of(hand) for hand in ladder]
    assert values == sorted(set(values))
    assert (values[0], values[-1]) == (1, STRENGTH_COUNT)


def test_a2345_is_the_lowest_straight():
    """Rules page, Strength."""
    assert of("KcKdKhAs2c") < of("Ac2d3h4s5c") < of("2c3d4h5s6c")


def test_a_steel_wheel_beats_four_aces():
    """Known faults elsewhere: A-2-3-4-5 of one suit is a straight flush, not ace-high."""
    assert of("AcAdAhAsKc") < of("Ad2d3d4d5d") < of("2d3d4d5d6d")


@pytest.mark.parametrize("hand", ["KcAd2h3s4c", "QcKdAh2s3c", "JcQdKhAs2c"])
def test_a_straight_does_not_wrap_round_the_ace(hand):
    """Rules page, Strength: K-A-2 does not wrap, so these are ace-high."""
    assert describe(of(hand)) == "high card"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AcAd4h3s2c", "KcKdAhQsJc"),  # the pair before its kickers
        ("AcAdKh3s2c", "AhAsQcJdTh"),  # the highest kicker first
        ("AcAdKhQs3c", "AhAsKcQd2h"),  # the lowest kicker last
        ("AcAd2h2s3c", "KcKdQhQsJc"),  # the higher pair first
        ("AcAd3h3s4c", "AhAs2c2dKh"),  # then the lower pair
        ("AcAd3h3s5c", "AhAs3c3d4h"),  # then the kicker
        ("3c3d3h2s2c", "2h2d2sAcAd"),  # the three before the pair
        ("3c3d3h3s2c", "2h2d2s2cAc"),  # the four before the kicker
        ("AcKdQhJs9c", "AdKhQsJc8d"),  # the fifth card counts
    ],
)
def test_ties_within_a_class_are_broken_by_the_combination_then_kickers(better, worse):
    """Rules page, Strength: by the ranks that make the combination, then kickers, high to low."""
    assert class_of(of(better)) == class_of(of(worse))
    assert of(better) > of(worse)


@given(HANDS, st.permutations(range(4)), st.permutations(range(5)))
def test_suits_and_order_never_matter(hand, suits, order):
    """Law: renaming the suits and shuffling the cards keeps the strength."""
    renamed = [hand[i] // 4 * 4 + suits[hand[i] % 4] for i in order]
    assert strength(renamed) == strength(hand)


def test_every_class_has_its_name():
    """One example of each, weakest first."""
    hands = ["2c3d4h5s7c", "2c2d4h5s7c", "2c2d4h4s7c", "2c2d2h5s7c", "3c4d5h6s7c", "2c3c4c5c7c", "2c2d2h7s7c", "2c2d2h2s7c", "3c4c5c6c7c"]
    assert tuple(describe(of(hand)) for hand in hands) == CLASS_NAMES


@pytest.mark.parametrize("cards", [(), (0, 1, 2, 3), (0, 1, 2, 3, 4, 5), (0, 0, 1, 2, 3), (0, 1, 2, 3, 52), (-1, 0, 1, 2, 3)])
def test_what_is_no_hand_is_refused(cards):
    """Docstring of ``checked_strength``: five distinct cards, each from 0 to 51."""
    with pytest.raises(BadHand):
        checked_strength(cards)


def test_checked_and_unchecked_form_agree():
    """Over the orders of one hand."""
    assert {checked_strength(cards) for cards in permutations(parse_cards("AsKd7h7c2d"))} == {of("AsKd7h7c2d")}

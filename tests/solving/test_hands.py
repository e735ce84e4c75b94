"""Classes, keeps and buckets, over all hands there are and against the book of the built-in bots."""

from itertools import chain, combinations

import numpy as np
import pytest

from arena.rules import CLASS_NAMES, STRENGTH_COUNT, class_of, parse_cards, strengths
from arena.solving import BUCKET_COUNT, CLASS_COUNT, DRAW_COUNTS, held_by_bucket, held_by_class
from arena.solving.hands import buckets_of, sort_dealt
from bots.draw.hands import book_mask

HAND_COUNT = 2598960
HELD = np.array([0] + [class_of(value) for value in range(1, STRENGTH_COUNT + 1)])


@pytest.fixture(scope="module")
def every_hand():
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.int8, count=5 * HAND_COUNT)
    return cards.reshape(-1, 5)


@pytest.fixture(scope="module")
def some_hands(every_hand):
    """About 20,000, their cards in any order; every 131st of the list."""
    return np.random.default_rng(7).permuted(every_hand[::131].astype(np.int64), axis=1)


def _in_pieces(work, hands):
    return np.concatenate([work(hands[start : start + 200_000].astype(np.int64)) for start in range(0, len(hands), 200_000)])


def _hand(text):
    return np.array([parse_cards(text)])


def _kept(text, drawn):
    cards = parse_cards(text)
    mask = int(sort_dealt(np.array([cards])).discard_masks(drawn)[0])
    return {card for i, card in enumerate(cards) if not mask >> i & 1}


@pytest.mark.slow
def test_class_of_every_hand_says_what_it_holds(every_hand):
    classes = _in_pieces(lambda hands: sort_dealt(hands).classes, every_hand)
    assert classes.min() >= 0
    assert classes.max() < CLASS_COUNT
    assert (held_by_class()[classes] == HELD[strengths(every_hand)]).all()


@pytest.mark.slow
def test_bucket_of_every_hand_follows_its_strength(every_hand):
    """No better hand is in a lower bucket and equal hands are in one, so buckets may be compared at a showdown."""
    buckets, values = _in_pieces(buckets_of, every_hand), strengths(every_hand)
    lowest, highest = np.full(STRENGTH_COUNT + 1, BUCKET_COUNT), np.zeros(STRENGTH_COUNT + 1, dtype=np.int64)
    np.minimum.at(lowest, values, buckets)
    np.maximum.at(highest, values, buckets)
    assert (lowest[1:] == highest[1:]).all()
    assert (np.diff(highest[1:]) >= 0).all()
    assert (held_by_bucket()[highest] == HELD)[1:].all()


def test_every_count_of_classes_and_buckets_is_the_tables_length():
    assert len(held_by_class()) == CLASS_COUNT
    assert len(held_by_bucket()) == BUCKET_COUNT
    assert set(held_by_class()) == set(held_by_bucket()) == set(range(len(CLASS_NAMES)))


@pytest.mark.slow
def test_keep_is_the_books_where_the_book_draws_as_many(some_hands):
    dealt = sort_dealt(some_hands)
    masks = [dealt.discard_masks(drawn).tolist() for drawn in range(DRAW_COUNTS)]
    for row, cards in enumerate(some_hands.tolist()):
        book = book_mask(cards)
        assert masks[book.bit_count()][row] == book, cards


def test_discards_are_as_many_as_are_drawn(some_hands):
    dealt = sort_dealt(some_hands)
    for drawn in range(DRAW_COUNTS):
        assert {mask.bit_count() for mask in dealt.discard_masks(drawn).tolist()} == {drawn}
        assert (np.sort(dealt.keep(drawn), axis=1) == np.arange(5)).all()


def test_names_of_suits_do_not_matter(some_hands):
    suits = np.random.default_rng(8).permuted(np.tile(np.arange(4), (len(some_hands), 1)), axis=1)
    renamed = some_hands // 4 * 4 + np.take_along_axis(suits, some_hands % 4, axis=1)
    one, other = sort_dealt(some_hands), sort_dealt(renamed)
    assert (one.classes == other.classes).all()
    assert all((one.keep(drawn) == other.keep(drawn)).all() for drawn in range(DRAW_COUNTS))
    assert (buckets_of(some_hands) == buckets_of(renamed)).all()


def test_order_of_cards_does_not_matter(some_hands):
    """The ranks kept are the same as well; which suit of a pair goes is nobody's business."""
    turned = np.roll(some_hands, 2, axis=1)
    one, other = sort_dealt(some_hands), sort_dealt(turned)
    assert (one.classes == other.classes).all()
    for drawn in range(DRAW_COUNTS):
        ranks = [
            np.sort(np.take_along_axis(cards, found.keep(drawn)[:, : 5 - drawn], axis=1) >> 2, axis=1)
            for cards, found in ((some_hands, one), (turned, other))
        ]
        assert (ranks[0] == ranks[1]).all()


@pytest.mark.parametrize(
    ("held", "drawn", "kept"),
    [
        ("KhKs9d4c2s", 3, "KhKs"),
        ("KhKs9d4c2s", 2, "KhKs9d"),
        ("KhKs9d4c2s", 1, "KhKs9d4c"),
        ("5h6d7c8h8d", 1, "5h6d7c8h"),
        ("5h6d7c9h9d", 1, "9h9d7c6d"),
        ("4h4c6hJhAh", 1, "4h6hJhAh"),
        ("4h4c6hJhAh", 3, "4h4c"),
        ("5h6d8c9sKd", 1, "5h6d8c9s"),
        ("3h5d6c7s9d", 1, "5d6c7s9d"),
        ("Ac2d3h4s9d", 1, "Ac2d3h4s"),
        ("TcQdKhAs4d", 1, "TcQdKhAs"),
        ("5h6h7h8hKh", 1, "6h7h8hKh"),
        ("7h7d7c2s3d", 2, "7h7d7c"),
        ("7h7d2c2s3d", 1, "7h7d2c2s"),
    ],
)
def test_keep_of_examples(held, drawn, kept):
    """Four to a flush or a straight stay together when one card is drawn, and only then; a gutshot beside a pair does not."""
    assert _kept(held, drawn) == set(parse_cards(kept))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("KhKs9d4c2s", "KdKc8d7c3s", True),
        ("KhKsQd4c2s", "KdKc8d7c3s", False),
        ("KhKs9h4h2h", "KdKc9h4c2s", False),
        ("5h6d8c9sKd", "4h6d7c8sKd", True),
        ("5h6d8c9sKd", "5h6d7c8sKd", False),
        ("AhKd9c4s2d", "AhKd8c7s3d", True),
        ("AhQd9c4s2d", "AhKd9c4s2d", False),
        ("9h8d7c6s5d", "Th9d8c7s6d", False),
    ],
)
def test_classes_tell_apart_what_matters(one, other, same):
    assert (sort_dealt(_hand(one)).classes[0] == sort_dealt(_hand(other)).classes[0]) == same


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("KhKs9d4c2s", "KhKsTd4c2s"), ("KhQs9d4c2s", "AhQs9d4c2s"), ("5h4d3c2sAd", "6h5d4c3s2d"), ("2h3h4h5h6h", "3h4h5h6h7h")],
)
def test_buckets_tell_apart_what_matters(lower, higher):
    assert buckets_of(_hand(lower))[0] < buckets_of(_hand(higher))[0]

"""What the book throws away, and the chance that it helps."""

from itertools import combinations

import numpy as np
import pytest

from arena.rules import CLASS_NAMES, cards_text, class_of, parse_cards, strengths
from bots.draw.hands import GROUP_COUNT, STRAIGHT, book_mask, group_of, improve_chance

BOOK = {
    "KhKs9d4c2s": "9d4c2s",
    "9d4cKh2sKs": "9d4c2s",
    "AhAd7c7s2d": "2d",
    "QhQdQc7s2d": "7s2d",
    "5h6d7c8s9d": "",
    "2h6h7hJhAh": "",
    "7h7d7c2s2d": "",
    "7h7d7c7sAd": "",
    "2h6h7hJhAc": "Ac",
    "4h4c6hJhAh": "6hJhAh",
    "5h6d7c8sKd": "Kd",
    "5h6d7c8h8d": "5h6d7c",
    "2c3d4h5sKd": "Kd",
    "Ac2d3h4s9d": "2d3h4s",
    "JcQdKhAs4d": "JcQd4d",
    "2c5d9hJsKd": "2c5d9h",
    "5h6h8h9hKc": "Kc",
}


@pytest.mark.parametrize(("held", "thrown"), BOOK.items())
def test_book_keeps_what_it_says(held, thrown):
    cards = parse_cards(held)
    mask = book_mask(cards)
    assert set(parse_cards(thrown)) == {card for i, card in enumerate(cards) if mask >> i & 1}, cards_text(cards)


@pytest.mark.parametrize("held", BOOK)
def test_book_depends_on_cards_not_on_their_order(held):
    cards = parse_cards(held)
    turned = cards[2:] + cards[:2]
    thrown = [{card for i, card in enumerate(order) if book_mask(order) >> i & 1} for order in (cards, turned)]
    assert thrown[0] == thrown[1]
    assert group_of(cards) == group_of(turned)


@pytest.mark.parametrize(
    "held",
    [
        "KhKs9d4c2s",
        "2h2s3d4c5s",
        "AhAd7c7s2d",
        "QhQdQc7s2d",
        "2h6h7hJhAc",
        "5h6d7c8sKd",
        "5h6h7h8hKd",
        "5h6h8h9hKc",
        "Ah2h3h4hKc",
        "2c3d4h5sKd",
    ],
)
def test_chance_to_improve_is_what_all_draws_say(held):
    """All replacements from the 47 unseen cards are tried; a four-card draw counts from the straight upward."""
    cards = parse_cards(held)
    mask = book_mask(cards)
    kept = [card for i, card in enumerate(cards) if not mask >> i & 1]
    unseen = [card for card in range(52) if card not in cards]
    hands = np.array([kept + list(drawn) for drawn in combinations(unseen, 5 - len(kept))])
    now = class_of(int(strengths(np.array(cards))))
    classes = np.array([0] + [class_of(value) for value in range(1, 7463)])[strengths(hands)]
    better = classes > now if now else classes >= STRAIGHT
    assert improve_chance(cards) == pytest.approx(better.mean(), abs=1e-12)


def test_no_chance_to_improve_without_a_draw():
    assert improve_chance(parse_cards("5h6d7c8s9d")) == 0
    assert improve_chance(parse_cards("2c5d9hJsKd")) == 0


def test_groups_stay_in_bounds_and_follow_class_and_rank():
    names = ("2c5d9hJsKd", "2c2d9hJsKd", "AcAd9hJsKd", "AcAd9h9sKd", "2c2d2h9sKd")
    groups = [group_of(parse_cards(name)) for name in names]
    assert groups == sorted(groups)
    assert all(0 <= group < GROUP_COUNT for group in groups)
    assert len(CLASS_NAMES) * 13 + 2 == GROUP_COUNT

"""Deals: the shuffle as the head of ``arena/rules/deals.py`` tells it, written again here without its shortcuts."""

import hashlib
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.cards import cards_text
from arena.rules.deals import deal_cards

KEYS = st.binary(min_size=32, max_size=32)


def words(key: bytes) -> Iterator[int]:
    """SHA-512(key ‖ c) for c = 0, 1, 2 …, read as 16-bit words, big-endian."""
    counter = 0
    while True:
        digest = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
        for at in range(0, 64, 2):
            yield 256 * digest[at] + digest[at + 1]
        counter += 1


def plain_deal(key: bytes) -> tuple[list[int], int]:
    """The whole deck of a key, and how many words were skipped."""
    source = words(key)
    deck = list(range(52))
    skipped = 0
    for i in range(52):
        n = 52 - i
        word = next(source)
        while word >= 65536 - 65536 % n:
            skipped += 1
            word = next(source)
        r = word % n
        deck[i], deck[i + r] = deck[i + r], deck[i]
    return deck, skipped


VECTORS = {
    "0000000000000000000000000000000000000000000000000000000000000000": (
        "5c3d7c3h6c4dQd5d3cAh5hKs8c2dAc6hJd8d9s5s3sQh6s9d6d2sThKcTsTcQc2h8h9c7dJh4cAsQs7s8s4hJsKh2c7hJc9hKdAd4sTd"
    ),
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f": (
        "4h6h7h8h7dAsJc6dQdQc6s4cAdTc7c8dJs8s9sAhAc9h3d5cJhKdQsKhTs4s5hThQh4dTd2d5s3s5d9dKs3c8cKc9c2hJd2c6c7s3h2s"
    ),
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": (
        "Tc6d4s8h3dKcAhKs9cQs7c3hKd7d5sTd3s4c4h5h2d3cQc8d8s7h9sTs4d2sJd2h6hJsAdQhKh8cJcAc2c5d9h5cThQd9d7sAsJh6s6c"
    ),
    "0000000000000000000000000000000000000000000000000000000000002b30": (
        "Qh9d5d2cAdTc5cTsJc3s2sQs9cThAs3c6hQcKsJd6d3dKd3h7hKh7d6sKc8s4d8hJh8c9s8d2h6c5h4sTd4c7cAhQd2dAc4h7sJs5s9h"
    ),
}
"""By key: the deal. Made once by ``plain_deal`` and kept; the last key skips two words. Those of ``proto/README.md`` are tested with it."""


@pytest.mark.parametrize("key", VECTORS)
def test_known_keys_give_known_deals(key):
    """Fixed vectors, so that a stored match still replays after any change of this code."""
    assert cards_text(deal_cards(bytes.fromhex(key))) == VECTORS[key]


@pytest.mark.parametrize("key", VECTORS)
def test_known_keys_give_the_same_short_deals(key):
    """A hand of two uses 16 cards, of six 48; two characters a card."""
    assert cards_text(deal_cards(bytes.fromhex(key), 16)) == VECTORS[key][:32]
    assert cards_text(deal_cards(bytes.fromhex(key), 48)) == VECTORS[key][:96]


@given(KEYS)
def test_a_deal_is_what_the_plain_description_gives(key):
    """Against the second implementation above."""
    assert list(deal_cards(key)) == plain_deal(key)[0]


def test_words_beyond_the_last_full_multiple_are_skipped():
    """The remainders of 65536 by 1 … 52 sum to 594, so one key in 110 skips a word; enough of the first 1,000 do to test it."""
    keys = [number.to_bytes(32, "big") for number in range(1000)]
    skipping = [key for key in keys if plain_deal(key)[1]]
    assert len(skipping) >= 5
    for key in skipping:
        assert list(deal_cards(key)) == plain_deal(key)[0]


@given(KEYS, st.integers(0, 52))
def test_a_short_deal_is_the_beginning_of_the_long_one(key, count):
    """Module docstring: later steps never move an earlier place."""
    assert deal_cards(key, count) == deal_cards(key)[:count]


@given(KEYS)
def test_a_deal_holds_every_card_once(key):
    """A shuffle is a permutation."""
    assert sorted(deal_cards(key)) == list(range(52))


@pytest.mark.slow
def test_every_card_is_equally_likely_in_every_place():
    """Chi-square of 52 × 52 counts over 10,000 deals, 51² degrees of freedom: within four of its standard deviations √(2 · 51²)."""
    deals = np.array([deal_cards(number.to_bytes(32, "big")) for number in range(10_000)])
    counts = np.array([np.bincount(deals[:, place], minlength=52) for place in range(52)])
    expected = len(deals) / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - 51**2) < 4 * (2 * 51**2) ** 0.5


@pytest.mark.slow
def test_every_pair_of_first_cards_is_equally_likely():
    """Chi-square of the 52 · 51 ordered pairs, ten expected of each: within four of its standard deviations."""
    cells = 52 * 51
    pairs = np.array([deal_cards(number.to_bytes(32, "little"), 2) for number in range(10 * cells)])
    counts = np.bincount(52 * pairs[:, 0] + pairs[:, 1], minlength=52 * 52).reshape(52, 52)
    assert not counts.diagonal().any()
    chi_square = ((counts - 10.0) ** 2 / 10).sum() - 52 * 10
    assert abs(chi_square - (cells - 1)) < 4 * (2 * (cells - 1)) ** 0.5

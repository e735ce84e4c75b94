"""Deals: the shuffle as the head of ``arena/rules/deals.py`` tells it, written again here without its shortcuts."""

import hashlib
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from statistics import NormalDist
from typing import Literal

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


# Uniform, by chi-square


PAIRS = 52 * 51
"""Ordered pairs of cards, and of places."""
DEALS = 10 * PAIRS
"""Enough to expect ten of each pair of cards in two places."""
FALSE_ALARM = 0.001
"""Chance that a uniform shuffle fails one of the tests below with other keys."""


def deviate(chi_square: float, freedom: int) -> float:
    """The standard normal deviate of a chi-square: by Wilson and Hilferty (1931) its cube root, over the degrees of freedom, is very
    nearly normal with mean 1 − 2/(9k) and variance 2/(9k)."""
    spread = 2 / (9 * freedom)
    return ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5


def threshold(statistics: int) -> float:
    """Size of the deviate that one of so many statistics exceeds with chance ``FALSE_ALARM`` at most, whatever they have to do with each
    other (Bonferroni), too regular counts included."""
    return NormalDist().inv_cdf(1 - FALSE_ALARM / (2 * statistics))


def place_deviates(deals: np.ndarray) -> np.ndarray:
    """Of the 52 × 52 counts of a card in a place, N/52 expected of each.

    In a uniform permutation the indicators of card and place have the covariance P ⊗ P/51, where P takes the mean away, so it is the
    usual sum times 51/52 that has a chi-square distribution, with 51² degrees of freedom.
    """
    counts = np.array([np.bincount(deals[:, place], minlength=52) for place in range(52)])
    expected = len(deals) / 52
    chi_square = ((counts - expected) ** 2 / expected).sum() * 51 / 52
    return np.array([deviate(chi_square, 51**2)])


def pair_deviates(deals: np.ndarray) -> np.ndarray:
    """Of the 1,326 pairs of places, each with the counts of its 52 · 51 ordered pairs of cards: N/2652 expected, 2,651 degrees of freedom.

    Deals are independent of each other, so for one pair of places the counts are those of a plain multinomial.
    """
    expected = len(deals) / PAIRS
    found = []
    for first, second in combinations(deals.T, 2):
        counts = np.bincount(52 * first + second, minlength=52 * 52).reshape(52, 52)
        chi_square = ((counts - expected) ** 2 / expected).sum() - ((counts.diagonal() - expected) ** 2 / expected).sum()
        found.append(deviate(chi_square, PAIRS - 1))
    return np.array(found)


def uniform(deviates: np.ndarray) -> bool:
    """Whether none of the statistics is larger or smaller than chance makes them."""
    return bool((abs(deviates) < threshold(len(deviates))).all())


def our_deals(order: Literal["big", "little"]) -> np.ndarray:
    """Deals of keys that differ in their last bytes, or in their first."""
    return np.array([deal_cards(number.to_bytes(32, order)) for number in range(DEALS)])


def test_wilson_and_hilferty_give_the_quantiles_of_the_tables():
    """Against the upper 5 % and 0.1 % points of chi-square with 10 and 100 degrees of freedom as every table prints them."""
    for chi_square, freedom, chance in ((18.307, 10, 0.05), (29.588, 10, 0.001), (124.342, 100, 0.05), (149.449, 100, 0.001)):
        assert deviate(chi_square, freedom) == pytest.approx(NormalDist().inv_cdf(1 - chance), abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["big", "little"])
def test_every_card_is_equally_likely_in_every_place_and_every_pair_in_every_two(order):
    """52 × 52 counts of single cards, and all pairs of places with all ordered pairs of cards."""
    deals = our_deals(order)
    assert uniform(place_deviates(deals))
    assert uniform(pair_deviates(deals))


# Shuffles that are known to be bad, so that we know the tests have power


def swap_with_any_place(random: Random) -> list[int]:
    """The naive shuffle: every place is exchanged with any place, also with those behind it."""
    deck = list(range(52))
    for place in range(52):
        other = random.randrange(52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def never_stays(random: Random) -> list[int]:
    """Off by one (Sattolo): a place is never exchanged with itself, so only permutations of one cycle come out."""
    deck = list(range(52))
    for place in range(51):
        other = random.randrange(place + 1, 52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def without_rejection(random: Random) -> list[int]:
    """A byte taken mod n: the first 256 mod n numbers come up too often."""
    deck = list(range(52))
    for place in range(52):
        other = place + random.randrange(256) % (52 - place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def favours_pairs(random: Random) -> list[int]:
    """A uniform shuffle, but one deal in ten begins with two cards of a rank: every card is still equally likely in every place."""
    deck = random.sample(range(52), 52)
    if random.randrange(10) == 0:
        other = next(place for place in range(1, 52) if deck[place] // 4 == deck[0] // 4)
        deck[1], deck[other] = deck[other], deck[1]
    return deck


def bad_deals(shuffle: Callable[[Random], list[int]]) -> np.ndarray:
    random = Random(1)
    return np.array([shuffle(random) for _ in range(DEALS)])


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", [swap_with_any_place, never_stays, without_rejection])
def test_shuffles_that_favour_places_fail_both_statistics(shuffle):
    """Mutation check: the classical mistakes are found by single places and by pairs."""
    deals = bad_deals(shuffle)
    assert not uniform(place_deviates(deals))
    assert not uniform(pair_deviates(deals))


@pytest.mark.slow
def test_a_shuffle_that_is_wrong_only_in_pairs_fails_the_pairs_only():
    """Mutation check: single places cannot see it, which is why pairs are counted."""
    deals = bad_deals(favours_pairs)
    assert uniform(place_deviates(deals))
    assert not uniform(pair_deviates(deals))


@pytest.mark.slow
def test_a_good_shuffle_of_another_make_passes():
    """The other side of the power: Python's own shuffle."""
    deals = bad_deals(lambda random: random.sample(range(52), 52))
    assert uniform(place_deviates(deals))
    assert uniform(pair_deviates(deals))

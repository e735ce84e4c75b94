"""Chances of classes and of final hands: exact where they are counted, near enumeration where they are sampled."""

from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest

from arena.rules import parse_cards
from arena.solving import BUCKET_COUNT, DRAW_COUNTS, held_by_bucket, held_by_class
from arena.solving.deals import SAMPLES, final_hands, numbers, replacements, sampled_deals
from arena.solving.hands import buckets_of, sort_dealt

HAND_COUNT = 2598960
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE = range(7)
SIZES = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
"""Hands of each kind, from high card upwards; the rules page."""


def _improve(chances, held, drawn):
    """The chance that a hand of a kind becomes a better kind."""
    kinds, better = held_by_class() == held, held_by_bucket() > held
    return float(chances.dealt[kinds] @ chances.final[drawn][kinds][:, better].sum(axis=1) / chances.dealt[kinds].sum())


def _enumerated(text, drawn):
    """By bucket: the share of all ways to draw for the first cards kept, by name."""
    cards = parse_cards(text)
    left = [card for card in range(52) if card not in cards]
    finals = np.array([cards[: 5 - drawn] + new for new in combinations(left, drawn)])
    return np.bincount(buckets_of(finals), minlength=BUCKET_COUNT) / len(finals)


def _class_of(text):
    return int(sort_dealt(np.array([parse_cards(text)])).classes[0])


def test_chances_lie_on_their_grid_and_sum_to_one(real):
    occurring = real.dealt > 0
    assert (real.final * SAMPLES == np.rint(real.final * SAMPLES)).all()
    assert (real.final[:, occurring].sum(axis=2) == 1).all()
    assert not real.final[:, ~occurring].any()
    assert real.dealt.sum() == pytest.approx(1, abs=1e-15)


def test_dealt_chances_count_every_hand_once(real):
    counts = real.dealt * HAND_COUNT
    assert np.abs(counts - np.rint(counts)).max() < 1e-8
    assert np.bincount(held_by_class(), np.rint(counts)).tolist() == SIZES


def test_made_hands_stay_what_they_are_when_nothing_is_drawn(real):
    held, stays = held_by_class(), held_by_bucket()
    for number in np.flatnonzero(real.dealt):
        assert real.final[0, number, stays == held[number]].sum() == 1


@pytest.mark.parametrize(
    ("held", "drawn", "exact", "near"),
    [(PAIR, 3, 4656 / 16215, 0.002), (TWO_PAIR, 1, 4 / 47, 0.001), (TRIPS, 2, 112 / 1081, 0.003)],
)
def test_chance_to_improve_is_near_the_exact_one(real, held, drawn, exact, near):
    """``improve_chance`` of the built-in bots enumerates these; sampling errs by about half of ``near``."""
    assert _improve(real, held, drawn) == pytest.approx(exact, abs=near)


@pytest.mark.parametrize(("text", "drawn"), [("AhAdAc9s4d", 2), ("KhKdQsQc4d", 1), ("8h8d5h4c2s", 3), ("AhKhJh9h4c", 1), ("9hTcJdQs2c", 1)])
def test_final_hands_are_near_enumeration(real, text, drawn):
    """By kind, up to the sampling of 4,096 hands (one standard error is 0.008 at most) and what the rest of the class throws away."""
    exact, found = _enumerated(text, drawn), real.final[drawn, _class_of(text)]
    by_kind = [np.bincount(held_by_bucket(), chances) for chances in (exact, found)]
    assert by_kind[1] == pytest.approx(by_kind[0], abs=0.02)


def test_samples_are_of_their_classes():
    deals = sampled_deals()
    some = slice(None, None, 97)
    found = sort_dealt(deals.cards[some, :5])
    assert (found.classes == deals.classes[some]).all()
    for drawn in range(DRAW_COUNTS):
        assert (found.discard_masks(drawn) == deals.discard_masks[drawn, some]).all()
    assert set(np.bincount(deals.classes).tolist()) == {0, SAMPLES}


@pytest.mark.slow
def test_every_sampled_deal_has_eight_different_cards():
    cards = np.sort(sampled_deals().cards, axis=1)
    assert cards.min() >= 0
    assert cards.max() < 52
    assert (np.diff(cards, axis=1) > 0).all()


def test_replacements_are_any_cards_not_held():
    """All 47 others come in every place, about equally often: 20,000 draws, 425 ± 21 of each."""
    hands = np.tile(np.array(parse_cards("AhKd9c4s2d")), (20_000, 1))
    drawn = replacements(np.random.PCG64(3), hands)
    for place in range(3):
        counts = np.bincount(drawn[:, place], minlength=52)
        assert not counts[hands[0]].any()
        assert 330 < counts[counts > 0].min() <= counts.max() < 520
        assert np.count_nonzero(counts) == 47


def test_final_hands_keep_what_is_kept_and_take_replacements_in_order():
    cards = np.arange(8)[None]
    keep = np.array([[4, 2, 0, 1, 3]])
    assert [final_hands(cards, keep, drawn)[0].tolist() for drawn in range(4)] == [
        [4, 2, 0, 1, 3],
        [4, 2, 0, 1, 5],
        [4, 2, 0, 5, 6],
        [4, 2, 5, 6, 7],
    ]


def test_numbers_are_those_of_the_raw_stream():
    assert numbers(np.random.PCG64(1), 4, 52).tolist() == [int(raw % 52) for raw in np.random.PCG64(1).random_raw(4).tolist()]


def test_numbers_are_the_same_in_every_process(real):
    """Printed by another process, once; trained tables hang on it."""
    assert sha256(real.dealt.tobytes() + real.final.tobytes()).hexdigest()[:16] == "d183863dedd59fc8"

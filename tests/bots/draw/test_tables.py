"""The numbers that normal and hard look up."""

import numpy as np
import pytest

from arena.rules import STRENGTH_COUNT, parse_cards
from bots.draw.hands import FOUR_FLUSH_GROUP, FOUR_STRAIGHT_GROUP, book_mask, group_of
from bots.draw.tables import BUCKET_COUNT, POOL_SIZE, UNDRAWN, by_book, tables


def test_book_in_batches_is_the_book_one_by_one():
    rng = np.random.default_rng(1)
    deals = rng.random((4000, 52)).argsort(axis=1)[:, :8]
    batch = by_book(deals)
    finals = batch.final_hands(batch.count)
    for row, deal in enumerate(deals.tolist()):
        cards = deal[:5]
        mask = book_mask(cards)
        kept = {card for i, card in enumerate(cards) if not mask >> i & 1}
        assert batch.group[row] == group_of(cards)
        assert batch.count[row] == mask.bit_count()
        assert set(finals[row].tolist()) == kept | set(deal[5 : 5 + mask.bit_count()])


def test_better_hands_beat_more():
    beats = tables().beats
    assert (np.diff(beats[1:]) >= 0).all()
    assert 0 <= beats[1] < beats[STRENGTH_COUNT] <= 1


@pytest.mark.parametrize("opponents", range(1, 6))
def test_chances_before_the_draw_rise_with_the_hand(opponents):
    chances = tables().chances[0][opponents - 1]
    ladder = ("2c5d9hJsKd", "7c7d9hJsKd", "AcAd9hJsKd", "AcAd9h9sKd", "2c2d2h9sKd")
    found = [chances[group_of(parse_cards(cards))] for cards in ladder]
    assert found == sorted(found)
    assert chances[FOUR_STRAIGHT_GROUP] < chances[FOUR_FLUSH_GROUP] < found[-1]


def test_chances_fall_with_level_and_opponents():
    chances = np.array(tables().chances)
    assert (np.diff(chances, axis=0) <= 1e-12).all()
    assert (np.diff(chances, axis=1) <= 1e-12).all()


@pytest.mark.parametrize("drawn", [UNDRAWN, 0, 1, 2, 3])
def test_pools_hold_the_cards_a_player_has_held(drawn):
    pool = tables().pools[drawn]
    held = np.array([int(cards).bit_count() for cards in pool.cards.tolist()])
    assert len(pool.strength) == POOL_SIZE
    assert (held == 5 + drawn).all() if drawn >= 0 else set(held.tolist()) <= {5, 6, 7, 8}
    for buckets in (pool.before, pool.after):
        assert 0 <= buckets.min() <= buckets.max() < BUCKET_COUNT
    assert 1 <= pool.strength.min() <= pool.strength.max() <= STRENGTH_COUNT

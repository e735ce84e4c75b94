"""The hands that ranges are sampled from."""

import numpy as np
import pytest

from bots.draw.pools import HABITS, ROW_COUNT, pool_number, pools
from bots.draw.tables import BUCKET_COUNT, UNDRAWN


@pytest.mark.parametrize("drawn", [UNDRAWN, 0, 1, 2, 3])
def test_pools_hold_the_cards_a_player_has_held(drawn):
    rows = slice(pool_number(drawn) * ROW_COUNT, (pool_number(drawn) + 1) * ROW_COUNT)
    held, final = pools().held[rows], pools().final[rows]
    counts = {int(cards).bit_count() for cards in held.tolist()}
    assert counts <= ({5, 6, 7, 8} if drawn == UNDRAWN else {5 + drawn})
    assert {int(cards).bit_count() for cards in final.tolist()} == {5}
    assert (final & ~held == 0).all()
    for buckets in (pools().before[rows], pools().after[rows]):
        assert 0 <= buckets.min() <= buckets.max() < BUCKET_COUNT


def test_counts_drawn_are_as_likely_as_habits_say():
    """Over all counts they add up to 1; who never looks at the book draws each of the four as often."""
    drawn = pools().joint[1:].sum(axis=(2, 3))
    assert np.allclose(drawn.sum(axis=0), 1)
    assert np.allclose(drawn[:, HABITS == 1], 0.25)
    assert np.allclose(pools().joint[0].sum(axis=(1, 2)), 1)


def test_row_weights_add_up_to_the_chance_of_the_count():
    for number in range(5):
        regardless = pools().regardless[number * ROW_COUNT : (number + 1) * ROW_COUNT]
        assert np.allclose(pools().row_weights[number][regardless].sum(axis=0), pools().joint[number].sum(axis=(1, 2)))

"""Hard's weights, and bots made of it by changing one."""

import pytest

from arena.rules import Kind, Stage, parse_cards
from bots.draw import Hard
from bots.draw.variant import Shy

NOTHING = parse_cards("2c4d5h7s8d")


def bets(level, view, table_info, count=100):
    """Which seeds bet."""
    return {seed for seed in range(count) if level(table_info(bot_seed=seed)).act(view) == Kind.BET}


@pytest.mark.slow
def test_bluff_rate_says_how_often_it_bluffs(dealt, table_info):
    """A seed that bluffs at a rate does so at every higher one; a bet that is left at 0 is none."""
    view, rates = dealt(NOTHING), (0.0, Hard.bluff_rate, 1.0)
    never, some, always = [bets(type("Bluffer", (Hard,), {"bluff_rate": rate}), view, table_info) for rate in rates]
    assert never <= some <= always
    assert never < always


@pytest.mark.slow
def test_bluff_share_says_what_is_a_bluff(dealt, table_info):
    """Every wager is one below a share that nobody reaches, none below 0; who never bluffs leaves them out then."""
    view = dealt(parse_cards("AhAdAc7s7d"))
    found = [bets(type("Sharer", (Hard,), {"bluff_share": share, "bluff_rate": 0.0}), view, table_info, 10) for share in (0.0, 3.0)]
    assert len(found[0]) > 5
    assert not found[1]


@pytest.mark.slow
def test_draw_margin_says_how_much_better_than_the_book_a_draw_must_be(dealt, table_info):
    """A straight flush draw instead of a low pair, see test_bots; a draw that had to win every showdown more is never made."""
    view = dealt(parse_cards("2h2c3h4h5h"), [Kind.BET, Kind.RAISE, Kind.CALL])
    assert view.stage == Stage.DRAW
    by_the_book = type("Bookish", (Hard,), {"draw_margin": 1.0})
    assert by_the_book(table_info()).act(view) != Hard(table_info()).act(view) == 32 + 0b00010


@pytest.mark.slow
def test_a_variant_with_the_same_weights_is_hard_itself(random_views, table_info):
    same = type("Same", (Hard,), {})
    for view in random_views(1, seed=7):
        assert same(table_info()).act(view) == Hard(table_info()).act(view)


@pytest.mark.slow
def test_shy_leaves_out_wagers_that_hard_makes(random_views, table_info):
    """It wagers in no view in which hard does not: only what counts as a bluff differs."""
    wagers = (Kind.BET, Kind.RAISE)
    shy, hard = Shy(table_info()), Hard(table_info())
    acted = [(shy.act(view), hard.act(view)) for view in random_views(2, seed=8) if view.stage != Stage.DRAW]
    different = [pair for pair in acted if pair[0] != pair[1]]
    assert different
    assert all(theirs in wagers and ours not in wagers for ours, theirs in different)

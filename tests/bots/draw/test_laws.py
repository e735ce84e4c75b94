"""What every draw bot keeps to, the levels and the panel alike."""

import pytest

from arena.rules import Stage
from bots.draw import Call, Easy, Expert, Fold, Hard, LooseAggressive, Normal, Raise, Random, TightAggressive, TightPassive
from bots.draw.hands import book_code

STYLES = (TightPassive, TightAggressive, LooseAggressive)
BOTS = (Easy, Normal, Hard, Expert, Call, Raise, Fold, Random, *STYLES)
THINKERS = (Hard, Expert)
BOOKISH = (Easy, Normal, Call, Raise, *STYLES)


@pytest.mark.parametrize("bot", BOTS)
def test_bot_states_its_version_and_says_what_it_is_in_one_line(bot):
    assert bot.version == {Hard: 3, Expert: 2, Normal: 2}.get(bot, 1)
    assert bot.__doc__.split("\n")[0].endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_every_action_is_legal(bot, random_views, table_info):
    """Random hands of 2 to 6 players, five rulesets, short and uneven stacks among them."""
    for view in random_views(4 if bot in THINKERS else 30, seed=1):
        assert bot(table_info(view.ruleset, view.players)).act(view) in view.legal, str(view)


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_equal_views_and_seeds_give_equal_actions_in_any_order(bot, random_views, table_info):
    """One instance asked forwards and backwards, and a fresh one for each view. Hard remembers hands that are over only: see test_hard."""
    info = table_info()
    views = random_views(1 if bot in THINKERS else 3, seed=2)
    one = bot(info)
    forwards = [one.act(view) for view in views]
    backwards = [one.act(view) for view in reversed(views)]
    assert forwards == backwards[::-1]
    assert forwards == [bot(info).act(view) for view in views]


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_exchanging_unseen_cards_changes_no_action(bot, exchanged_views, table_info):
    one = bot(table_info())
    for view, other in exchanged_views(40 if bot in THINKERS else 60, seed=3):
        assert one.act(view) == one.act(other)


@pytest.mark.parametrize("bot", BOOKISH)
def test_draw_is_by_the_book(bot, random_views, table_info):
    one = bot(table_info())
    for view in random_views(3, seed=4):
        if view.stage == Stage.DRAW:
            assert one.act(view) == book_code(view.hole_cards)

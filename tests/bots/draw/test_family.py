"""The family of bots for tuning and telling."""

import pytest

from arena.rules import Stage
from bots.draw.family import FAMILY_SIZE, family, traits


def test_relatives_are_all_different_and_always_the_same():
    assert len({traits(number) for number in range(FAMILY_SIZE)}) == FAMILY_SIZE
    assert family(3) == family(3)


@pytest.mark.slow
def test_relatives_act_legally_and_alike_for_equal_views(random_views, table_info):
    views = random_views(1, seed=12)
    for number in range(0, FAMILY_SIZE, 5):
        actions = [[family(number)(table_info()).act(view) for view in views] for _ in range(2)]
        assert actions[0] == actions[1]
        assert all(code in view.legal for code, view in zip(actions[0], views, strict=True))


@pytest.mark.slow
def test_both_halves_hold_loose_and_tight_relatives(random_views, table_info):
    """Of decisions that cost something: the share given up by each, a quarter at least between the loosest and the tightest of a half."""
    views = [view for view in random_views(2, seed=13) if view.stage == Stage.FIRST_ROUND and view.to_call]
    for parity in (0, 1):
        bots = [family(number)(table_info()) for number in range(parity, FAMILY_SIZE, 2)]
        folds = [sum(bot.act(view) == 1 for view in views) / len(views) for bot in bots]
        assert max(folds) - min(folds) > 0.25

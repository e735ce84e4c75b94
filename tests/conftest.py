"""How tests share the processors: those that only compute go to whichever is free, all others one after another to one of them.

Tests with sockets, clocks and processes of their own would disturb each other; beside one that computes they get along.
"""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPUTING = ("rules", "statistics", "solving", "matches", "tournaments", "languages", "bots/draw", "bots/bonus", "bots/javascript")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """One group for all tests that are not free to go anywhere; ``--dist loadgroup`` keeps a group together."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        if not any(item.path.is_relative_to(HERE / place) for place in COMPUTING):
            item.add_marker(pytest.mark.xdist_group("one_by_one"))

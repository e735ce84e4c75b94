"""Real chances, which take seconds to work out, once for all tests; and games under the default ruleset and the smallest."""

import pytest

from arena.rules import FiveCardDrawRuleset
from arena.solving import DrawGame, chances


@pytest.fixture(scope="session")
def real():
    """What chance does to a player, as cards have it."""
    return chances()


@pytest.fixture(scope="session")
def default_game(real):
    return DrawGame(FiveCardDrawRuleset(), real)


@pytest.fixture(scope="session")
def small_game(real):
    """All hands, but nobody may raise."""
    return DrawGame(FiveCardDrawRuleset(max_raises=0), real)

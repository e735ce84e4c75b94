"""Bots as they were: hard in its version 2, the first expert, which played so where its table had nothing to say, and the first normal.

Between two players this hard's whims were as large in a small pot, or with few chips left, as in a large one, and had no bound: so now
and then it gave up what could not lose. All else is as in version 3, but for rules with more than six raises, where it failed. This
normal reckoned with chips that it could not win, where stacks are limited.
"""

import numpy as np

from arena.rules import FiveCardDrawView
from bots.draw import expert, hard, normal
from bots.draw.tables import Floats


class Hard(hard.Hard):
    """Expected value against ranges, and against what it remembers of its opponents."""

    version = 2

    def _whims(self, view: FiveCardDrawView, rng: np.random.Generator) -> Floats:
        return rng.gumbel(size=3) * (hard.bet_of(view) * self._caprice(view.players))


class Expert(expert.Expert):
    """A trained table between two players; elsewhere version 2 of hard.

    Its table was made when what a bot left to chance rested on the types of the numbers in a view too, by the command of its successor's.
    """

    version = 1
    table = expert.TABLE.with_name("expert1.npz")
    elsewhere = Hard


class Normal(normal.Normal):
    """The chance to win against the price, whoever can win what."""

    version = 1

    def _to_win(self, view: FiveCardDrawView, implied_chips: float) -> tuple[float, float]:
        return view.pot, implied_chips

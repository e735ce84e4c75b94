"""Expert: between two players a way of play that was trained and is looked up; elsewhere hard's.

What was trained is a restricted Nash response (``arena.solving.learning``): nearly as hard to beat as an equilibrium, and better
against players of common weaknesses. The table is for one ruleset, the default one, and was made by the command that stands in it:

    python -m bots.draw.train --check

With another table, which ``python -m bots.draw.train --out mine.npz`` makes for other rules, it is a bot of its own: in a file mine.py

    from pathlib import Path
    from bots.draw.expert import Expert
    class Mine(Expert):
        table = Path("mine.npz")
"""

from functools import cache
from pathlib import Path

from arena.matches import TableInfo
from arena.rules import FiveCardDrawRuleset, FiveCardDrawView
from arena.solving import DrawGame, Strategy, StrategyPlayer
from bots.draw.chances import SPIN_BITS, spin
from bots.draw.hard import Hard
from bots.draw.trained import load

TABLE = Path(__file__).with_name("expert.npz")


class Expert:
    """A trained table between two players; elsewhere expected value against ranges, as hard."""

    version = 2
    elsewhere: type[Hard] = Hard
    """Who plays where the table has nothing to say."""
    table: Path = TABLE

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed
        self._told = info.ruleset
        self._ruleset, self._player = _read(self.table)
        self._elsewhere = self.elsewhere(info)

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if self._knows(view):
            return self._player.code(view, spin(self._bot_seed, view) / (1 << SPIN_BITS))
        return self._elsewhere.act(view)

    def strategies(self) -> tuple[Strategy, Strategy] | None:
        """By position, how it plays between two players under the rules of its table; None when its table is for other rules."""
        return self._player.strategies if self._told == self._ruleset else None

    def watch(self, view: FiveCardDrawView) -> None:
        """A hand is over."""
        if not self._knows(view):
            self._elsewhere.watch(view)

    def _knows(self, view: FiveCardDrawView) -> bool:
        """Whether the table has something to say."""
        return view.players == 2 and view.ruleset == self._ruleset


@cache
def _read(file: Path) -> tuple[FiveCardDrawRuleset, StrategyPlayer]:
    made = load(file)
    return made.ruleset, StrategyPlayer(DrawGame(made.ruleset), made.strategies())

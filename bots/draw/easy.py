"""Easy: bets and calls with a pair or better, draws by the book, and bluffs at a stated rate. It never raises.

It knows its own cards and whether somebody has bet; neither opponents, position nor pot.
"""

from arena.matches import TableInfo
from arena.rules import FiveCardDrawView, Kind, Stage
from bots.draw.chances import happens
from bots.draw.hands import book_code, class_held

BLUFF_RATE = 0.03
"""How often it bets with nothing when nobody has bet."""

_BET, _CALL, _CHECK, _FOLD = int(Kind.BET), int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD)


class Easy:
    """A pair or better."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if view.stage == Stage.DRAW:
            return book_code(view.hole_cards)
        paired = class_held(view.hole_cards) > 0
        if _FOLD in view.legal:
            return _CALL if paired else _FOLD
        if _BET in view.legal and (paired or happens(self._bot_seed, view, BLUFF_RATE)):
            return _BET
        return _CHECK

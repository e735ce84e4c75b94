"""Hard in the middle of a match: ``Settled`` believes what hard has come to believe of normal in ``HANDS`` hands, and learns no more.

``arena probe`` asks a new instance in every hand, so of one that remembers it says how its first hand can be beaten. Here what is
remembered is held fast: every hand is that hand of the match, and can be probed as those of a bot without memory. It is one history,
always the same whatever the seed, and no more than one of many.
"""

from functools import cache

from arena.matches import Leg, TableInfo, play_leg
from arena.rules import FiveCardDrawView
from bots.draw.evidence.players import factory_of, match
from bots.draw.hard import Hard
from bots.draw.memory import Belief, Memory
from bots.draw.types import model

HANDS, OTHER = 200, "normal"

_MASTER = bytes(32)


class Settled(Hard):
    """Hard with the memory of a match."""

    def __init__(self, info: TableInfo) -> None:
        super().__init__(info)
        self._memory = frozen()

    def watch(self, view: FiveCardDrawView) -> None:
        """Nothing is learned any more."""


class Frozen(Memory):
    """One belief, of whoever sits there."""

    def __init__(self, known: Belief, hand_count: int) -> None:
        super().__init__(model(Hard.types), Hard.memory)
        self._known = known
        self.hand_count = hand_count

    def of(self, player: int) -> Belief:
        """What everyone is taken to be."""
        return self._known


@cache
def frozen() -> Frozen:
    """What hard remembers; played once a process, in a second or so."""
    spec = match(("hard", OTHER), _MASTER, "settled", 0, HANDS, mirrored=False)
    seated: list[_Open] = []

    def sits(info: TableInfo) -> _Open:
        seated.append(_Open(info))
        return seated[0]

    play_leg(Leg(spec, 0), [sits, factory_of(OTHER)])  # type: ignore[list-item]  # a bot of the draw game is shown views of the draw game
    return seated[0].kept()


class _Open(Hard):
    """Hard, which tells what it remembers."""

    def kept(self) -> Frozen:
        """Of the other player at a table of two, where it is the first itself."""
        return Frozen(self._memory.of(1), self._memory.hand_count)

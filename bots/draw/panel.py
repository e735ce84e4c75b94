"""The panel: seven short bots whose ways are known, the examples for authors and a fixed field to measure others against.

- ``Call``, ``Raise``, ``Fold``: one wish each. ``Random``: none.
- ``TightPassive``, ``TightAggressive``, ``LooseAggressive``: a table of what to enter, raise and call with, and one way to read it.
  Their hands are groups (``hands``): a class and its leading rank, so that "jacks or better" is a range of numbers.

They know their own cards, the stage and what is legal; neither opponents, position nor pot. Where the cap or a short stack
forbids a wager, those who want one call. A change of any bot's play is a new version of it, or old measurements lose their meaning.
"""

from typing import ClassVar

from arena.matches import TableInfo
from arena.rules import DRAW_CODE, MAX_DISCARDS, RANKS, FiveCardDrawView, Kind, Stage
from bots.draw.chances import happens, spin
from bots.draw.hands import FOUR_FLUSH_GROUP, GROUP_COUNT, PAIR, TWO_PAIR, book_code, group_of

BLUFF_RATE = 0.2
"""How often loose-aggressive bets with nothing after the draw, when nobody has bet."""

_BET, _CALL, _CHECK, _FOLD, _RAISE = int(Kind.BET), int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD), int(Kind.RAISE)
_WAGER, _STAY, _GIVE_UP = (_RAISE, _BET, _CALL, _CHECK), (_CALL, _CHECK), (_FOLD, _CHECK)
"""Wishes, the dearest first; in every betting round one of each is legal."""


def _from(held: int, rank: str = "2") -> range:
    """The groups of this class and leading rank, and all better ones."""
    return range(held * len(RANKS) + RANKS.index(rank), FOUR_FLUSH_GROUP)


_JACKS_OR_BETTER, _ANY_PAIR, _STRONG = _from(PAIR, "J"), _from(PAIR), _from(TWO_PAIR)
_ACE_HIGH_OR_FOUR_CARDS = range(RANKS.index("A"), GROUP_COUNT)  # four to a flush or a straight are the last two groups


class Call:
    """Always checks or calls; draws by the book."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        """Needs nothing of it."""

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        return book_code(view.hole_cards) if view.stage == Stage.DRAW else _first_legal(_STAY, view)


class Raise:
    """Bets or raises whenever it may, else calls; draws by the book."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        """Needs nothing of it."""

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        return book_code(view.hole_cards) if view.stage == Stage.DRAW else _first_legal(_WAGER, view)


class Fold:
    """Folds whenever it may, else checks; stands pat."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        """Needs nothing of it."""

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        return DRAW_CODE if view.stage == Stage.DRAW else _first_legal(_GIVE_UP, view)


class Random:
    """Any legal action, all as likely; draws 0 to 3 cards, all counts as likely."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        number, choices = spin(self._bot_seed, view), view.legal
        if view.stage == Stage.DRAW:
            number, count = divmod(number, MAX_DISCARDS + 1)
            choices = tuple([code for code in choices if (code - DRAW_CODE).bit_count() == count])
        return choices[number % len(choices)]


class _Style:
    """What the styles share: each only fills in the table. All draw by the book, and after the draw wager with two pair or better."""

    version = 1
    enters_with: ClassVar[range]
    """Groups that check or call before the draw; all others give up."""
    raises_with: ClassVar[range]
    """Groups that bet and raise before the draw."""
    calls_with: ClassVar[range]
    """Groups that check or call after it."""
    bluff_rate: ClassVar[float] = 0.0
    """How often other groups bet after it, when nobody has bet."""

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if view.stage == Stage.DRAW:
            return book_code(view.hole_cards)
        first = view.stage == Stage.FIRST_ROUND
        group = group_of(view.hole_cards)
        if group in (self.raises_with if first else _STRONG):
            return _first_legal(_WAGER, view)
        if group in (self.enters_with if first else self.calls_with):
            return _first_legal(_STAY, view)
        if not first and _BET in view.legal and happens(self._bot_seed, view, self.bluff_rate):
            return _BET
        return _first_legal(_GIVE_UP, view)


class TightPassive(_Style):
    """Checks and calls with jacks or better; bets and raises with two pair or better only."""

    enters_with = _JACKS_OR_BETTER
    raises_with = _STRONG
    calls_with = _JACKS_OR_BETTER


class TightAggressive(_Style):
    """Bets and raises with jacks or better; after the draw with two pair or better only."""

    enters_with = _JACKS_OR_BETTER
    raises_with = _JACKS_OR_BETTER
    calls_with = _JACKS_OR_BETTER


class LooseAggressive(_Style):
    """Bets and raises with any pair, ace high or a four-card draw; after the draw with two pair or better, and bluffs."""

    enters_with = _ACE_HIGH_OR_FOUR_CARDS
    raises_with = _ACE_HIGH_OR_FOUR_CARDS
    calls_with = _ANY_PAIR
    bluff_rate = BLUFF_RATE


def _first_legal(wishes: tuple[int, ...], view: FiveCardDrawView) -> int:
    return next(code for code in wishes if code in view.legal)

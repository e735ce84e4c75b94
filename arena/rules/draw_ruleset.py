"""The parameters of five-card draw, as data: which games there are, and what is refused.

It knows no cards and no play; ``five_card_draw`` plays by it.
"""

from dataclasses import dataclass

from arena.errors import BadRuleset

_CHIPS_LIMIT, _RAISES_LIMIT = 10**9, 100


@dataclass(frozen=True, slots=True)
class FiveCardDrawRuleset:
    """The parameters of the game, as data."""

    ante: int = 1
    """Chips every player posts before the deal, at least 1."""
    small_bet: int = 2
    """The fixed amount of a bet or raise before the draw, at least 1."""
    big_bet: int = 4
    """The same after the draw, at least ``small_bet``; results are counted in it."""
    max_raises: int = 3
    """The cap on raises in one betting round, the bet not counted."""
    all_in: bool = False
    """On: ``starting_stack`` limits play and side pots exist."""
    starting_stack: int | None = None
    """Chips in front of each player; required with ``all_in``, refused without."""
    stacks: str = "reset"
    """``reset``: every hand starts with fresh stacks; ``carry``: they are kept from hand to hand."""

    def __post_init__(self) -> None:
        """Refuse what no game can be played by.

        Raises:
            BadRuleset: names the field and the allowed range.
        """
        for field, low in (("ante", 1), ("small_bet", 1), ("big_bet", self.small_bet)):
            value = getattr(self, field)
            if type(value) is not int or not low <= value <= _CHIPS_LIMIT:
                raise BadRuleset(field, value, f"a whole number of chips from {low} to {_CHIPS_LIMIT}")
        if type(self.max_raises) is not int or not 0 <= self.max_raises <= _RAISES_LIMIT:
            raise BadRuleset("max_raises", self.max_raises, f"a whole number from 0 to {_RAISES_LIMIT}")
        if type(self.all_in) is not bool:
            raise BadRuleset("all_in", self.all_in, "true or false")
        if self.stacks not in ("reset", "carry"):
            raise BadRuleset("stacks", self.stacks, '"reset" or "carry"')
        stack = self.starting_stack
        if self.all_in and (type(stack) is not int or not self.ante <= stack <= _CHIPS_LIMIT):
            raise BadRuleset("starting_stack", stack, f"a whole number of chips, at least the ante {self.ante}, with all_in")
        if not self.all_in and (stack is not None or self.stacks == "carry"):
            field = "starting_stack" if stack is not None else "stacks"
            raise BadRuleset(field, getattr(self, field), "left out unless all_in = true")

    @property
    def unit_chips(self) -> int:
        """The unit results are counted in: the big bet."""
        return self.big_bet

    @property
    def unit_name(self) -> str:
        """The unit in words."""
        return "big bet"

    @property
    def limited(self) -> bool:
        """Whether stacks limit play."""
        return self.all_in

    @property
    def carried_stack(self) -> int:
        """What everyone starts with where stacks are carried from hand to hand; 0 where every hand starts with fresh ones."""
        return self.starting_stack or 0 if self.stacks == "carry" else 0

    @property
    def one_at_a_time(self) -> bool:
        """Whether a hand depends on the one before."""
        return self.stacks == "carry"

    @property
    def drawn(self) -> bool:
        """Whether cards are drawn after choices, so that the luck of it can be told from play."""
        return True

    @property
    def graded(self) -> bool:
        """Whether what every choice is worth is known: not between players."""
        return False

    def plays_on(self, stack: int) -> bool:
        """Whether a player with so many chips is dealt in."""
        return stack > 0

"""What an organiser decides while a tournament is on: who comes late, who leaves, what is void.

An order holds from the beginning of a pass on: from then on the tournament is as if it had always held. So a tournament that is resumed
takes the same orders at the same passes, and comes to the same numbers.

Who has left, by withdrawing or by being disqualified, has no place any more, and matches against it count for nobody; they stay in the
history. A match that is void by hand counts for nobody either, and its pairing may play another.
"""

from dataclasses import dataclass
from enum import StrEnum

from arena.tournaments.spec import Entrant


class OrderKind(StrEnum):
    """What was decided."""

    ENTER = "enter"
    """A late entrant, on deals that nobody else has met."""
    WITHDRAW = "withdraw"
    DISQUALIFY = "disqualify"
    VOID = "void"
    """A match, by hand."""


@dataclass(frozen=True, slots=True)
class Order:
    """One decision of an organiser, or of an entrant's owner."""

    kind: OrderKind
    subject: str
    """The entrant's name; of a void match its id."""
    reason: str = ""
    by: str = ""
    """Whose decision it was."""
    entrant: Entrant | None = None
    """Who enters."""
    pass_number: int | None = None
    """The pass from whose beginning it holds; None while none has begun since."""

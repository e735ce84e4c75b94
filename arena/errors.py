"""Every exception the project raises, by whose fault it is.

The rules say :class:`IllegalAction`; the dealer, which knows whose idea it was, makes it a fault of a bot or lets it
be a bug of ours. What a program may branch on is a field; what a person needs is the message: what, which value,
what instead.
"""


class ArenaError(Exception):
    """Anything this project raises on purpose."""


class RulesError(ArenaError, ValueError):
    """The caller asked for what the rules forbid."""


class IllegalAction(RulesError):
    """An action that is not legal now; nothing has changed."""


class BadHand(RulesError):
    """Cards that make no hand: too few, too many, twice the same."""


class BadNotation(RulesError):
    """Text or bytes that are no notation of ours."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(f"{message} (at offset {offset})")
        self.offset = offset
        """Where in the text or bytes the first wrong thing stands, from 0."""


class BadRuleset(RulesError):
    """A ruleset that no game can be played by."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} = {value!r}: must be {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class SeatError(ArenaError):
    """The far side's doing; it becomes a fault, never a crash of ours."""


class SeatLeft(SeatError):
    """A bot that went away and does not come back, or never came."""


class SeatGarbled(SeatError):
    """An answer of a bot that means nothing: cards that are none, a kind that is unknown."""


class StoreError(ArenaError):
    """The database could not do what was asked of it."""


class RunHeld(StoreError):
    """Another process plays that run, or in that database; it is named."""


class NoRecord(StoreError):
    """Nothing is stored under that name."""


class SchemaMismatch(StoreError):
    """The database was made by another version of the arena, or by another program."""


class ConfigError(ArenaError):
    """Something a person wrote or typed: names the file, the key, and what would do."""


class VerificationFailed(ArenaError):
    """A stored match does not follow from its seed and its actions."""


class EngineFailed(ArenaError):
    """A match could not be played for a reason that is ours."""

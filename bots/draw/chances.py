"""A bot's own randomness, made afresh for each decision from its seed and what it sees.

Nothing is kept between decisions, so the order in which a table asks cannot change a hand. Hashing costs some
microseconds; callers ask only when something is left to chance.
"""

from hashlib import blake2b
from math import isfinite

from arena.rules import FiveCardDrawView, Kind

SPIN_BITS = 64

_SPELLED: dict[int, str] = {kind: "<Kind.DRAW: 6>" if kind == Kind.DRAW else str(int(kind)) for kind in Kind}
"""As the first versions of the bots came to write them: another spelling would be another play."""


def spin(bot_seed: int, view: FiveCardDrawView) -> int:
    """A number from 0 to 2^64 − 1, a function of the bot's seed, its own cards and the public log.

    Equal views give equal numbers, whatever integers they are made of: those that came over the protocol, that a bot answered with.
    """
    entries = [f"({_SPELLED[kind]}, {position:d}, {amount:d})" for kind, position, amount in view.log]
    log = f"({entries[0]},)" if len(entries) == 1 else f"({', '.join(entries)})"
    cards = ", ".join([f"{card:d}" for card in view.hole_cards])
    key = f"{bot_seed:d} ({cards}) {log}"
    return int.from_bytes(blake2b(key.encode(), digest_size=SPIN_BITS // 8).digest(), "big")


def require_finite(view: FiveCardDrawView, *values: float) -> None:
    """Raise where a bot has worked out nonsense: compared with NaN nothing is better, so it would fold and nobody would see why.

    Raises:
        FloatingPointError: a value is not finite.
    """
    if not all(map(isfinite, values)):
        raise FloatingPointError(f"values {values} were worked out for {view}")


def happens(bot_seed: int, view: FiveCardDrawView, rate: float) -> bool:
    """Whether what happens at ``rate``, 0 to 1, happens in this decision."""
    return spin(bot_seed, view) < rate * (1 << SPIN_BITS)

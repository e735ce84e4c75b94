"""A bot's own randomness, made afresh for each decision from its seed and what it sees.

Nothing is kept between decisions, so the order in which a table asks cannot change a hand. The log alone would not do: many hands have
the same one, since it holds no cards.
"""

from hashlib import blake2b

from arena.rules import HoldemBonusView

SPIN_BITS = 64


def spin(bot_seed: int, view: HoldemBonusView) -> int:
    """A number from 0 to 2^64 − 1, a function of the bot's seed, the cards in view and the log."""
    key = b"%d %r %r %r" % (bot_seed, view.hole_cards, view.board, view.log)
    return int.from_bytes(blake2b(key, digest_size=SPIN_BITS // 8).digest(), "big")


def happens(bot_seed: int, view: HoldemBonusView, rate: float) -> bool:
    """Whether what happens at ``rate``, 0 to 1, happens in this decision."""
    return spin(bot_seed, view) < rate * (1 << SPIN_BITS)

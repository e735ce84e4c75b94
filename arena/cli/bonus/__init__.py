"""A person's table of Texas Hold'em Bonus, in lines of text: what ``arena play holdem_bonus`` says and understands.

- ``sitting``: hand after hand, from line to line; no I/O.
- ``commands``: what may be typed. ``words``: cards, hands and chips in a person's language; of them are made ``stakes`` (before the deal),
  ``story`` (after it) and ``manual`` (rules and help).
- ``coach``: what choices are worth, exactly.
"""

from arena.cli.bonus.sitting import Sitting, Wishes
from arena.cli.bonus.words import SUIT_SIGNS, BonusWords

__all__ = ["SUIT_SIGNS", "BonusWords", "Sitting", "Wishes"]

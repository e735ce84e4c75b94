"""The three built-in levels of Texas Hold'em Bonus, each a factory of bots that see only their view.

- ``easy``: a pair or better. ``normal``: its chance to win, by a sample. ``hard``: exact expectations.
- ``chances``: a bot's own randomness.

All of them put up the smallest ante and no bonus bet, ever. No bot remembers anything from one decision to the next: equal views give
equal actions, in whatever order they are asked. What is not legal, because a bankroll does not cover it, is not played.
"""

from bots.bonus.easy import Easy
from bots.bonus.hard import Hard
from bots.bonus.normal import Normal

__all__ = ["Easy", "Hard", "Normal"]

"""The built-in bots of the draw game, each a factory of bots that see only their view: three levels, and the panel.

- ``easy``: a pair or better. ``normal``: win chance against the price of a call. ``hard``: expected values against ranges.
- ``panel``: seven short bots whose ways are known, to learn from and to measure others against.
- ``hands``: what one hand holds and what the book throws away. ``tables``: how hands fare after the draw, made once a process.
- ``ranges``: what an opponent may hold after what it did. ``rollouts``: what each of hard's choices is worth.
- ``chances``: a bot's own randomness.

No bot remembers anything from one decision to the next: equal views give equal actions, in whatever order they are asked.
"""

from bots.draw.easy import Easy
from bots.draw.hard import Hard
from bots.draw.normal import Normal
from bots.draw.panel import Call, Fold, LooseAggressive, Raise, Random, TightAggressive, TightPassive

__all__ = ["Call", "Easy", "Fold", "Hard", "LooseAggressive", "Normal", "Raise", "Random", "TightAggressive", "TightPassive"]

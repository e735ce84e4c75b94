"""The built-in bots of the draw game, each a factory of bots that see only their view: four levels, and the panel.

- ``easy``: a pair or better. ``normal``: win chance against the price of a call. ``hard``: expected values against ranges.
  ``expert``: a trained table between two players; ``train`` makes it, ``trained`` keeps it in a file.
- ``panel``: seven short bots whose ways are known, to learn from and to measure others against.
- ``hands``: what one hand holds and what the book throws away. ``tables``: how hands fare after the draw, made once a process.
- Hard is made of ``types``, the simple opponents it reckons with; ``memory``, which of them each opponent is likely to be; ``pools`` and
  ``ranges``, what it may hold after what it did; ``rounds``, ``rollouts`` and ``draws``, what each choice is worth.
- ``v1``, ``v2``: bots as they were.
- ``family``: bots with traits for numbers; ``tune``: settings of hard tried on one half of them and told on the other.
- ``evidence``: what all of them are worth, measured. ``chances``: a bot's own randomness.

No bot but hard remembers anything from one decision to the next, and hard only hands that are over: between them equal views give equal
actions, in whatever order they are asked.
"""

from bots.draw.easy import Easy
from bots.draw.expert import Expert
from bots.draw.hard import Hard
from bots.draw.normal import Normal
from bots.draw.panel import Call, Fold, LooseAggressive, Raise, Random, TightAggressive, TightPassive

__all__ = ["Call", "Easy", "Expert", "Fold", "Hard", "LooseAggressive", "Normal", "Raise", "Random", "TightAggressive", "TightPassive"]

"""Five-card draw between two players as a game that can be solved: what the best answer to a bot is, and how to play so that there is none.

- ``hands``: real hands sorted into classes before the draw and buckets after it. ``deals``: how likely each is.
- ``betting``: the tree of a betting round. ``game``: the whole game, strategies and plans, and what every choice is worth.
- ``response``: best responses and values. ``learning``: equilibria and restricted responses, by counterfactual regret.
- ``tabulate``: a bot as a plan, by asking it. ``player``: a strategy as a bot.

The room knows bots as functions from views to codes, and nothing of matches or of time. Games with limited stacks or more than two
players are beyond it.
"""

from arena.solving.betting import CHOICES, GIVE_UP, PASS, WAGER
from arena.solving.deals import chances
from arena.solving.game import MAX_RAISES, DrawGame, Plan, Strategy
from arena.solving.hands import BUCKET_COUNT, CLASS_COUNT, DRAW_COUNTS, held_by_bucket, held_by_class
from arena.solving.learning import equilibrium, restricted_response
from arena.solving.player import StrategyPlayer
from arena.solving.response import best_response, exploitability, value
from arena.solving.tabulate import Ask, Effort, tabulate

__all__ = [
    "BUCKET_COUNT",
    "CHOICES",
    "CLASS_COUNT",
    "DRAW_COUNTS",
    "GIVE_UP",
    "MAX_RAISES",
    "PASS",
    "WAGER",
    "Ask",
    "DrawGame",
    "Effort",
    "Plan",
    "Strategy",
    "StrategyPlayer",
    "best_response",
    "chances",
    "equilibrium",
    "exploitability",
    "held_by_bucket",
    "held_by_class",
    "restricted_response",
    "tabulate",
    "value",
]

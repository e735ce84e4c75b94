"""What the author of a Python bot may import; needs grpcio and protobuf only.

    from arena.client import Answer, DrawDecision, play

    def decide(decision: DrawDecision) -> Answer:
        return decision.check_or_fold()

    play(decide, software="mine 1.0")

A bot that plays against the house says ``play(bonus=decide, …)``; one of both games gives two functions. One that learns from hands that
are over gives another, ``play(decide, hand_over=learn, …)``, which is called with the table and the hand.

What ends ``play`` and is no bug of the bot is a ``PlayError``: ``BadSettings``, ``ArenaUnreachable``, ``ArenaRefused``. Whoever does not
catch it ends with its message on standard error, and status 1.

- ``session``: the stream, batches, coming back after a lost connection; ``retry``: when, if the arena says so; ``settings``: address and
  token. ``ending``: what may end it. ``draw``, ``bonus``: a decision of either game, typed; ``decision``: what both have.
"""

from arena.client.bonus import BonusDecision
from arena.client.decision import Answer, Decision
from arena.client.draw import DrawDecision
from arena.client.ending import ArenaRefused, ArenaUnreachable, BadSettings, Interrupted, PlayError
from arena.client.session import play

__all__ = [
    "Answer",
    "ArenaRefused",
    "ArenaUnreachable",
    "BadSettings",
    "BonusDecision",
    "Decision",
    "DrawDecision",
    "Interrupted",
    "PlayError",
    "play",
]

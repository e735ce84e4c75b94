"""What the author of a Python bot may import; needs grpcio and protobuf only.

    from arena.client import DrawDecision, play

    def decide(decision: DrawDecision) -> Answer:
        return decision.check_or_fold()

    play(decide, software="mine 1.0")

- ``session``: the stream, batches, coming back after a lost connection. ``draw``: a decision of five-card draw, typed.
"""

from arena.client.draw import Answer, DrawDecision
from arena.client.session import play

__all__ = ["Answer", "DrawDecision", "play"]

"""Pair of jacks: a complete third-party bot. It knows the protocol (the package arena.v1) and grpcio, nothing else of the arena.

It bets and calls with a pair of jacks or better, keeps pairs and high cards at the draw, and otherwise checks or folds.
Start it by a tournament's `command = ["python", "bots/python/jacks.py"]`, or by hand with ARENA_ADDRESS and ARENA_TOKEN set.
"""

import os
import queue
from collections import Counter

import grpc

from arena.v1 import play_pb2 as pb
from arena.v1.action_pb2 import ActionKind
from arena.v1.play_pb2_grpc import PlayServiceStub

HEIGHT = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}


def decide(request):
    """The answer to one request: everything needed is in it."""
    cards = request.five_card_draw.hole_cards
    hand = [cards[i : i + 2] for i in range(0, 10, 2)]
    count = Counter(card[0] for card in hand)
    legal = {action.kind for action in request.legal_actions}
    if ActionKind.ACTION_KIND_DRAW in legal:
        worst_first = sorted(hand, key=lambda card: (count[card[0]], HEIGHT[card[0]]))
        discards = [card for card in worst_first[:3] if count[card[0]] == 1]
        return pb.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_DRAW, discards="".join(discards))
    pairs = [HEIGHT[rank] for rank, times in count.items() if times >= 2]
    good = len(pairs) > 1 or any(height >= HEIGHT["J"] for height in pairs) or max(count.values()) >= 3
    wishes = ("BET", "CALL", "CHECK") if good else ("CHECK", "FOLD")
    kind = next(k for wish in wishes if (k := ActionKind.Value(f"ACTION_KIND_{wish}")) in legal)
    return pb.Answer(decision_id=request.decision_id, kind=kind)


def main():
    """Say Hello, then answer every Requests message with one Answers message until the arena says Farewell."""
    outbox = queue.SimpleQueue()
    outbox.put(pb.PlayRequest(hello=pb.Hello(software="pair-of-jacks 1.0", games=["five_card_draw"], max_in_flight=64)))
    metadata = [("authorization", f"Bearer {os.environ['ARENA_TOKEN']}")]
    with grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
        for response in PlayServiceStub(channel).Play(iter(outbox.get, None), metadata=metadata):
            if response.HasField("requests"):
                answers = [decide(request) for request in response.requests.requests]
                outbox.put(pb.PlayRequest(answers=pb.Answers(answers=answers)))
        outbox.put(None)


if __name__ == "__main__":
    main()

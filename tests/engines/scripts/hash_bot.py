"""A command bot that plays as ``tests.matches.bots.HashBot`` does in process; and may be told to die in one leg.

hash_bot.py SALT [SEED COUNT]: in the leg whose ARENA_SEED is SEED it kills itself instead of answering request COUNT.
"""

import os
import queue
import signal
import sys
from pathlib import Path

import grpc

sys.path.insert(0, str(Path(__file__).parents[3]))
from arena.v1 import play_pb2
from arena.v1.play_pb2_grpc import PlayServiceStub
from arena.wire.draw_codec import answer_message, read_ruleset, read_view
from tests.matches.bots import HashBot

salt, dying, left = sys.argv[1], sys.argv[2:3] == [os.environ["ARENA_SEED"]], int((sys.argv[3:4] or ["0"])[0])
outbox: "queue.SimpleQueue[play_pb2.PlayRequest]" = queue.SimpleQueue()
outbox.put(play_pb2.PlayRequest(hello=play_pb2.Hello(max_in_flight=4)))
bot, ruleset = HashBot(salt), None
print(f"{salt} is here", flush=True)
with grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
    for response in PlayServiceStub(channel).Play(
        iter(outbox.get, None), metadata=[("authorization", f"Bearer {os.environ['ARENA_TOKEN']}")]
    ):
        if response.HasField("table_opened"):
            ruleset = read_ruleset(response.table_opened.five_card_draw)
        answers = []
        for request in response.requests.requests:
            left -= 1
            if dying and left < 0:
                print("about to die", flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            view = read_view(request, ruleset)
            answers.append(answer_message(request.decision_id, bot.act(view), view))
        if answers:
            outbox.put(play_pb2.PlayRequest(answers=play_pb2.Answers(answers=answers)))
    outbox.put(None)

"""The stream between a bot and the arena: Hello, batches of decisions, and coming back when the connection is lost or the door full."""

import os
import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import grpc

from arena.client.bonus import BonusDecision
from arena.client.decision import Answer, Decision
from arena.client.draw import DrawDecision
from arena.client.retry import retry_delay_s
from arena.v1 import play_pb2
from arena.v1.play_pb2_grpc import PlayServiceStub

_DECISIONS: dict[str, type[Decision]] = {"five_card_draw": DrawDecision, "holdem_bonus": BonusDecision}
_PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


@dataclass
class _Play:
    """What a bot keeps from one session to the next."""

    deciders: dict[str, Callable[[Any], Answer]]
    """By the game's name."""
    hand_over: Callable[[play_pb2.TableOpened, play_pb2.HandEnd], None] | None
    hello: play_pb2.Hello
    tables: dict[str, play_pb2.TableOpened] = field(default_factory=dict)
    welcomed: bool = False


def play(
    draw: Callable[[DrawDecision], Answer] | None = None,
    *,
    bonus: Callable[[BonusDecision], Answer] | None = None,
    hand_over: Callable[[play_pb2.TableOpened, play_pb2.HandEnd], None] | None = None,
    software: str,
    max_in_flight: int = 64,
    address: str | None = None,
    token: str | None = None,
) -> None:
    """Play until the arena says Farewell.

    A lost connection is taken up again, for as long as the arena can be reached within about ten seconds. Who is turned away and told
    when to come back waits that long and does, however often. The arena is told that the bot plays the games for which there is a
    function here. An exception of one of the functions ends the session and comes out here.

    Args:
        draw: answers one decision of five-card draw.
        bonus: answers one decision of Texas Hold'em Bonus.
        hand_over: is told every hand of its tables that is over, with the table, in the order in which they end, each once and before
            it is asked anything that came later; not those that ended while the connection was lost. ``HandEnd`` in the contract says
            what is in it: in draw, the whole hand as the bot may know it, and the hands shown.
        software: name and version of the bot, for organisers.
        max_in_flight: decisions of a table to take at once.
        address: of the arena; the environment's ARENA_ADDRESS without it.
        token: the bot's; the environment's ARENA_TOKEN without it.

    Raises:
        grpc.RpcError: the arena refused the bot or cannot be reached.
        ValueError: the bot plays no game.
    """
    deciders = {game: decide for game, decide in (("five_card_draw", draw), ("holdem_bonus", bonus)) if decide}
    if not deciders:
        raise ValueError("a bot needs a function for a game: play(decide, …) for draw, play(bonus=decide, …) against the house")
    hello = play_pb2.Hello(software=software, games=deciders, max_in_flight=max_in_flight, max_tables=16, hand_ends=hand_over is not None)
    state = _Play(deciders, hand_over, hello)
    metadata = (("authorization", f"Bearer {token or os.environ['ARENA_TOKEN']}"),)
    pauses = iter(_PAUSES_S)
    with grpc.insecure_channel(address or os.environ["ARENA_ADDRESS"]) as channel:
        while True:
            state.welcomed = False
            try:
                if _session(state, channel, metadata):
                    return
                time.sleep(_PAUSES_S[0])  # ended without a farewell
            except grpc.RpcError as error:
                told_s = retry_delay_s(error)
                if state.welcomed or told_s is not None:  # the arena is there
                    pauses = iter(_PAUSES_S)
                pause = next(pauses, None)
                if error.code() not in _PASSING or pause is None:
                    raise
                time.sleep(max(pause, told_s or 0.0))


def _session(state: _Play, channel: grpc.Channel, metadata: tuple[tuple[str, str], ...]) -> bool:
    """One stream; whether the arena ended it by Farewell."""
    outbox: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    outbox.put(play_pb2.PlayRequest(hello=state.hello))
    requests: Iterator[play_pb2.PlayRequest] = iter(outbox.get, None)
    try:
        for response in PlayServiceStub(channel).Play(requests, metadata=metadata):
            answers = _take(state, response)
            if answers:
                outbox.put(play_pb2.PlayRequest(answers=play_pb2.Answers(answers=answers)))
            if response.HasField("farewell"):
                return True
    finally:
        outbox.put(None)
    return False


def _take(state: _Play, response: play_pb2.PlayResponse) -> list[Answer]:
    """Deal with one message of the arena; the answers to it."""
    kind = response.WhichOneof("message")
    if kind == "requests":
        return [_decide(state, request) for request in response.requests.requests]
    if kind == "welcome":
        state.welcomed = True
        state.hello.session_key = response.welcome.session_key
    elif kind == "table_opened":
        state.tables[response.table_opened.table_id] = response.table_opened
    elif kind == "hands_ended" and state.hand_over is not None:
        for end in response.hands_ended.hands:
            state.hand_over(state.tables[end.table_id], end)
    elif kind == "table_closed":
        state.tables.pop(response.table_closed.table_id, None)
    return []


def _decide(state: _Play, request: play_pb2.Request) -> Answer:
    table = state.tables[request.table_id]
    game = table.WhichOneof("ruleset") or ""
    return state.deciders[game](_DECISIONS[game](request, table))

"""The stream between a bot and the arena: Hello, batches of decisions, and coming back when the connection is lost or the door full."""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc

from arena.client.bonus import BonusDecision
from arena.client.decision import Answer, Decision
from arena.client.draw import DrawDecision
from arena.client.ending import ArenaRefused, ArenaUnreachable, Interrupted, PlayError, say, told_in_one_line
from arena.client.retry import is_of_arena, retry_delay_s
from arena.client.settings import read_settings
from arena.v1 import play_pb2
from arena.v1.play_pb2_grpc import PlayServiceStub

_DECISIONS: dict[str, type[Decision]] = {"five_card_draw": DrawDecision, "holdem_bonus": BonusDecision}
_PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_DETAILS_LENGTH = 300


@dataclass
class _Play:
    """What a bot keeps from one session to the next."""

    deciders: dict[str, Callable[[Any], Answer]]
    """By the game's name."""
    hand_over: Callable[[play_pb2.TableOpened, play_pb2.HandEnd], None] | None
    hello: play_pb2.Hello
    address: str
    metadata: tuple[tuple[str, str], ...]
    tables: dict[str, play_pb2.TableOpened] = field(default_factory=dict)
    welcomed: bool = False
    """In this session."""
    known: bool = False
    """In any: the arena was there once, and let it in."""
    thinking: bool = False
    """Whether the bot's own functions are at work."""
    dismissed: bool = False
    """Whether the arena said Farewell."""


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
    when to come back waits that long and does, however often. Either is said on standard error when it begins. The arena is told that the
    bot plays the games for which there is a function here. An exception of one of the functions ends the session and comes out here. A
    program that catches none of the exceptions below but ValueError ends with the message alone, see ``ending``.

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
        BadSettings: address or token is missing, or cannot be.
        ArenaUnreachable: no arena answers, or none any more.
        ArenaRefused: the arena turned the bot away, or ended its session.
        Interrupted: somebody stopped the program while it waited for the arena.
        ValueError: the bot plays no game.
    """
    deciders = {game: decide for game, decide in (("five_card_draw", draw), ("holdem_bonus", bonus)) if decide}
    if not deciders:
        raise ValueError("a bot needs a function for a game: play(decide, …) for draw, play(bonus=decide, …) against the house")
    hello = play_pb2.Hello(software=software, games=deciders, max_in_flight=max_in_flight, max_tables=16, hand_ends=hand_over is not None)
    with told_in_one_line():
        where, secret = read_settings(address, token)
        state = _Play(deciders, hand_over, hello, where, (("authorization", f"Bearer {secret}"),))
        try:
            with grpc.insecure_channel(where) as channel:
                _play_on(state, channel)
        except KeyboardInterrupt:
            if state.thinking:  # where it hangs is worth seeing
                raise
            raise Interrupted("stopped") from None


def _play_on(state: _Play, channel: grpc.Channel, patience: Sequence[float] = _PAUSES_S) -> None:
    """One session after the other, until the arena says Farewell; ``patience``: seconds to wait before each new try."""
    pauses, said = patience, ""
    while True:
        state.welcomed = False
        error = _session(state, channel)
        if state.dismissed:
            return
        told_s = None if error is None else retry_delay_s(error)
        if state.welcomed:
            said = ""
        if state.welcomed or told_s is not None or error is None:  # the arena is there
            pauses = patience
        if error is not None:
            if error.code() not in _PASSING or not pauses:
                raise _ending(state, error) from error
            if (text := _passing_text(state, error)) != said:
                say(text)
                said = text
        time.sleep(max(pauses[0], told_s or 0.0))
        pauses = pauses[error is not None :]


def _session(state: _Play, channel: grpc.Channel) -> grpc.RpcError | None:
    """One stream; the error by which it ended, if it ended by one."""
    outbox: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    outbox.put(play_pb2.PlayRequest(hello=state.hello))
    requests: Iterator[play_pb2.PlayRequest] = iter(outbox.get, None)
    try:
        responses = PlayServiceStub(channel).Play(requests, metadata=state.metadata)
        while not state.dismissed:
            try:
                response = next(responses)
            except StopIteration:
                return None
            except grpc.RpcError as error:  # here, so that one of the bot's own is none of the stream's
                return error
            state.thinking = True
            answers = _take(state, response)
            state.thinking = False
            if answers:
                outbox.put(play_pb2.PlayRequest(answers=play_pb2.Answers(answers=answers)))
    finally:
        outbox.put(None)
    return None


def _passing_text(state: _Play, error: grpc.RpcError) -> str:
    """What is the matter, when it is worth trying again."""
    if is_of_arena(error):
        return f"the arena at {state.address} says: {_details(error)}; trying again when it may help"
    if state.welcomed:
        return f"the connection to the arena at {state.address} is lost; trying again for some seconds"
    return f"no arena answers at {state.address}; trying again for some seconds"


def _ending(state: _Play, error: grpc.RpcError) -> PlayError:
    """What ended it, when it is not."""
    if error.code() == grpc.StatusCode.UNAVAILABLE and not is_of_arena(error):
        return ArenaUnreachable(f"no arena answers at {state.address}{' any more' if state.known else ''}")
    what = "ended the session" if state.welcomed else "refused the bot"
    return ArenaRefused(f"the arena at {state.address} {what}: {_details(error)} ({error.code().name})", error.code())


def _details(error: grpc.RpcError) -> str:
    """In one line that does nothing to a terminal."""
    words = " ".join((error.details() or "no reason given").split())[:_DETAILS_LENGTH]
    return "".join(char if char.isprintable() else "?" for char in words)


def _take(state: _Play, response: play_pb2.PlayResponse) -> list[Answer]:
    """Deal with one message of the arena; the answers to it."""
    kind = response.WhichOneof("message")
    if kind == "requests":
        return [_decide(state, request) for request in response.requests.requests]
    if kind == "welcome":
        state.welcomed = state.known = True
        state.hello.session_key = response.welcome.session_key
    elif kind == "table_opened":
        state.tables[response.table_opened.table_id] = response.table_opened
    elif kind == "hands_ended" and state.hand_over is not None:
        for end in response.hands_ended.hands:
            state.hand_over(state.tables[end.table_id], end)
    elif kind == "table_closed":
        state.tables.pop(response.table_closed.table_id, None)
    elif kind == "farewell":
        state.dismissed = True
    return []


def _decide(state: _Play, request: play_pb2.Request) -> Answer:
    table = state.tables[request.table_id]
    game = table.WhichOneof("ruleset") or ""
    return state.deciders[game](_DECISIONS[game](request, table))

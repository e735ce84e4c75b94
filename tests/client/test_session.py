"""The client helper at a real dealer: it plays, and comes back when the connection is lost or the door was full."""

import threading
import time
from dataclasses import replace

import grpc
import pytest
import trio

from arena.client import DrawDecision, play
from arena.dealer import LocalSeat, Table
from arena.matches import Leg, MatchSpec, Status
from arena.rules import FiveCardDrawRuleset
from arena.wire import open_lobby
from arena.wire.bridge import Ending, Stream, open_server
from arena.wire.lobby import MAX_SESSIONS, SESSIONS_S
from bots.draw import Easy

SPEC = MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), ("mine", "easy"), bytes(32), 100)

pytestmark = pytest.mark.slow


def keep(decision: DrawDecision):
    """Plays something of everything a DrawDecision offers."""
    assert len(decision.cards) == 5
    if decision.drawing:
        return decision.draw(decision.cards[:2])
    if decision.chips.get("call", 0) > 4:
        return decision.check_or_fold()
    return decision.act("bet", "call", "check")


async def test_plays_a_table_to_its_end():
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("mine")
        address = f"127.0.0.1:{lobby.port}"
        nursery.start_soon(trio.to_thread.run_sync, lambda: play(keep, software="test", address=address, token=token))
        await seat.wait_connected()
        table = Table(Leg(SPEC, 0), [seat, LocalSeat(Easy)])
        table.open_nowait()
        result = await table.wait_over()
        lobby.retire_nowait(token)
    assert (result.status, len(result.hands), result.faults) == (Status.COMPLETED, 100, ())


@pytest.mark.parametrize("wanted", [True, False])
async def test_hands_that_are_over_are_told_to_who_asks(wanted):
    """Docstring: each once, with its table, before anything that came later; one hand in play at a time here, so in the order dealt."""
    told = []

    def learn(table, end):
        view = end.five_card_draw
        told.append((table.player_names[view.seats[view.seat].player], end.table_id == table.table_id, end.hand_number))

    def decide(decision):
        assert len(told) == (decision.request.hand_number if wanted else 0)
        return keep(decision)

    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("mine")
        settings = {"software": "test", "max_in_flight": 1, "address": f"127.0.0.1:{lobby.port}", "token": token}
        hand_over = learn if wanted else None
        nursery.start_soon(trio.to_thread.run_sync, lambda: play(decide, hand_over=hand_over, **settings))
        await seat.wait_connected()
        assert seat.hand_ends == wanted
        table = Table(Leg(replace(SPEC, deal_count=20), 0), [seat, LocalSeat(Easy, max_in_flight=0)])
        table.open_nowait()
        result = await table.wait_over()
        lobby.retire_nowait(token)
    assert (result.status, result.faults) == (Status.COMPLETED, ())
    assert told == ([("mine", True, number) for number in range(20)] if wanted else [])


async def test_an_exception_of_a_bot_comes_out_of_play():
    """Docstring: of either function, so that a bug is seen."""

    def broken(*_):
        raise ZeroDivisionError("by zero")

    async with open_lobby() as lobby:
        for functions in ({"draw": broken}, {"draw": keep, "hand_over": broken}):
            token, seat = lobby.expect_nowait("mine")
            caught = []

            def run(functions=functions, token=token, caught=caught):
                with pytest.raises(ZeroDivisionError):
                    play(**functions, software="test", address=f"127.0.0.1:{lobby.port}", token=token)
                caught.append(functions)

            async with trio.open_nursery() as nursery:
                nursery.start_soon(trio.to_thread.run_sync, run)
                await seat.wait_connected()
                Table(Leg(SPEC, 0), [seat, LocalSeat(Easy)]).open_nowait()
            assert caught == [functions]


async def test_unknown_token_is_told_at_once():
    async with open_lobby() as lobby:
        address = f"127.0.0.1:{lobby.port}"
        with pytest.raises(grpc.RpcError) as refused:
            await trio.to_thread.run_sync(lambda: play(keep, software="test", address=address, token="nobody"))
    assert refused.value.code() == grpc.StatusCode.UNAUTHENTICATED


async def test_takes_its_tables_up_again_after_a_lost_connection():
    asked = threading.Event()
    count = 0

    def decide(decision):
        nonlocal count
        count += 1
        if count == 30:
            asked.set()
        return keep(decision)

    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("mine")
        address = f"127.0.0.1:{lobby.port}"
        nursery.start_soon(trio.to_thread.run_sync, lambda: play(decide, software="test", max_in_flight=1, address=address, token=token))
        await seat.wait_connected()
        table = Table(Leg(SPEC, 0), [seat, LocalSeat(Easy)])
        table.open_nowait()
        await trio.to_thread.run_sync(asked.wait)
        lose_connection(seat)
        result = await table.wait_over()
        lobby.retire_nowait(token)
    assert (result.status, len(result.hands)) == (Status.COMPLETED, 100)


def lose_connection(seat):
    """End the session's stream as a broken network would."""
    seat._session.stream.close_nowait(Ending(grpc.StatusCode.UNAVAILABLE, "cut"))


async def played_through(lobby, seat, token, door) -> int:
    """A table played to its end by a bot whose streams ``door`` sees first; how many those were."""
    streams = []

    def accept(stream: Stream) -> None:
        streams.append(stream)
        door(stream, len(streams))

    async with open_server(accept) as server, trio.open_nursery() as nursery:
        address = f"127.0.0.1:{server.port}"
        nursery.start_soon(trio.to_thread.run_sync, lambda: play(keep, software="test", address=address, token=token))
        with trio.fail_after(20):
            await seat.wait_connected()
        table = Table(Leg(replace(SPEC, deal_count=20), 0), [seat, LocalSeat(Easy)])
        table.open_nowait()
        result = await table.wait_over()
        lobby.retire_nowait(token)
    assert (result.status, len(result.hands), result.faults) == (Status.COMPLETED, 20, ())
    return len(streams)


async def test_a_bot_of_too_many_sessions_waits_as_long_as_it_is_told_and_plays():
    """lichess-bot PR 295 and 754: an answer of the rate limit was final. By hand: 50 sessions of the last 10 s, the oldest of them old
    enough in 0.9 s; the lobby says 1 s, so the second stream is let in. Whoever came back sooner would be turned away again."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("mine")

        def door(stream: Stream, number: int) -> None:
            if number == 1:
                seat._begun.extend([time.monotonic() - SESSIONS_S + 0.9] * MAX_SESSIONS)
            lobby.accept_nowait(stream)

        assert await played_through(lobby, seat, token, door) == 2


async def test_no_number_of_refusals_is_final_when_each_says_when_to_come_back():
    """lichess-bot PR 295 and 754; more of them than pauses a lost arena is granted."""
    full = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many connections", "TOO_MANY_CONNECTIONS", retry_after_s=0.01)
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("mine")

        def door(stream: Stream, number: int) -> None:
            if number <= 9:
                stream.close_nowait(full)
            else:
                lobby.accept_nowait(stream)

        assert await played_through(lobby, seat, token, door) == 10


def test_wish_that_is_not_legal_is_refused_with_what_is():
    from arena.v1 import action_pb2, play_pb2

    legal = [action_pb2.LegalAction(kind=action_pb2.ACTION_KIND_CHECK), action_pb2.LegalAction(kind=action_pb2.ACTION_KIND_BET, chips=2)]
    decision = DrawDecision(play_pb2.Request(decision_id=7, legal_actions=legal), play_pb2.TableOpened())
    assert decision.chips == {"check": 0, "bet": 2}
    assert decision.act("raise", "bet").kind == action_pb2.ACTION_KIND_BET
    with pytest.raises(ValueError, match="legal are check, bet"):
        decision.act("fold")

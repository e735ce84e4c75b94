"""The client helper at a real dealer: it plays, and comes back when the connection is lost or the door was full."""

import socket
import threading
import time
from dataclasses import replace

import grpc
import pytest
import trio

from arena.client import ArenaRefused, ArenaUnreachable, DrawDecision, PlayError, play
from arena.client.session import _Play, _play_on
from arena.dealer import LocalSeat, Table
from arena.matches import Leg, MatchSpec, Status
from arena.rules import FiveCardDrawRuleset
from arena.v1 import play_pb2
from arena.wire import open_lobby
from arena.wire.bridge import Ending, Stream, open_server
from arena.wire.lobby import MAX_SESSIONS, SESSIONS_S
from bots.draw import Easy
from tests.misbehaving.relay import open_relay

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
        with pytest.raises(ArenaRefused) as refused:
            await trio.to_thread.run_sync(lambda: play(keep, software="test", address=address, token="nobody"))
    assert refused.value.code == grpc.StatusCode.UNAUTHENTICATED
    assert str(refused.value).startswith(f"the arena at {address} refused the bot: ")
    assert str(refused.value).endswith("the token is missing or unknown (UNAUTHENTICATED)")


def impatient(address: str, token: str = "x", decide=keep) -> None:
    """As ``play``, but trying again only twice, and soon."""
    hello = play_pb2.Hello(software="test")
    with grpc.insecure_channel(address) as channel:
        _play_on(_Play({"five_card_draw": decide}, None, hello, address, (("authorization", f"Bearer {token}"),)), channel, (0.01, 0.02))


async def ended_in_play(lobby, address, end) -> str:
    """What is said by the end of a session that ``end`` brings about while the bot is asked something."""
    token, seat = lobby.expect_nowait("mine")
    asked, caught = threading.Event(), []

    def decide(decision):
        asked.set()
        return keep(decision)

    def run() -> None:
        with pytest.raises(PlayError) as ended:
            impatient(address, token, decide)
        caught.append(ended.value)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.to_thread.run_sync, run)
        await seat.wait_connected()
        Table(Leg(SPEC, 0), [seat, LocalSeat(Easy)]).open_nowait()
        await trio.to_thread.run_sync(asked.wait)
        end()
    (ended,) = caught
    return f"{type(ended).__name__}: {ended}"


async def test_the_arena_that_ends_a_session_for_good_says_why():
    """Not before it let the bot in: then it refuses it. What it says does nothing to a terminal."""
    streams = []

    def door(stream: Stream) -> None:
        lobby.accept_nowait(stream)
        streams.append(stream)

    wrong = Ending(grpc.StatusCode.INVALID_ARGUMENT, "a second\x1b\nHello", "SECOND_HELLO")
    async with open_lobby() as lobby, open_server(door) as server:
        address = f"127.0.0.1:{server.port}"
        said = await ended_in_play(lobby, address, lambda: streams[0].close_nowait(wrong))
    assert said == f"ArenaRefused: the arena at {address} ended the session: a second? Hello (INVALID_ARGUMENT)"


async def test_a_lost_connection_is_said_and_then_that_no_arena_answers_any_more(capsys):
    """The arena is gone in the middle of a session."""
    scope = trio.CancelScope()

    async def relayed(arena_port: int, task_status) -> None:
        with scope:
            async with open_relay(arena_port) as relay:
                task_status.started(f"127.0.0.1:{relay.port}")
                await trio.sleep_forever()

    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        address = await nursery.start(lambda task_status: relayed(lobby.port, task_status))
        said = await ended_in_play(lobby, address, scope.cancel)
    assert said == f"ArenaUnreachable: no arena answers at {address} any more"
    told = capsys.readouterr().err.splitlines()
    assert told[0] == f"the connection to the arena at {address} is lost; trying again for some seconds"
    assert told[1:] == [f"no arena answers at {address}; trying again for some seconds"]


def test_where_nobody_answers_that_is_said_once_and_then_it_is_given_up(capsys):
    """A bot that is silent for ten seconds looks as if it played."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(ArenaUnreachable, match=f"^no arena answers at {address}$"):
            impatient(address)
    assert capsys.readouterr() == ("", f"no arena answers at {address}; trying again for some seconds\n")


async def test_what_the_arena_says_is_told_while_it_is_tried_again(capfd):
    """Contract, UNAVAILABLE: somebody is there and says why it cannot be."""
    down = Ending(grpc.StatusCode.UNAVAILABLE, "the accounts cannot be looked up", "ACCOUNTS_UNAVAILABLE")
    async with open_server(lambda stream: stream.close_nowait(down)) as server:
        address = f"127.0.0.1:{server.port}"
        with pytest.raises(ArenaRefused) as refused:
            await trio.to_thread.run_sync(impatient, address)
    assert str(refused.value) == f"the arena at {address} refused the bot: the accounts cannot be looked up (UNAVAILABLE)"
    said = f"the arena at {address} says: the accounts cannot be looked up; trying again when it may help"
    assert [line for line in capfd.readouterr().err.splitlines() if "arena" in line] == [said]


async def test_takes_its_tables_up_again_after_a_lost_connection(capsys):
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
    assert capsys.readouterr().err == f"the arena at {address} says: cut; trying again when it may help\n"


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

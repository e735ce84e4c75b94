"""What ends a session: Farewell where it can be heard, then a status a program can branch on. The table waits for the bot to come back."""

import grpc
import pytest
import trio

from arena.dealer import LocalSeat
from arena.matches import Cause, ClockLimits, Status
from arena.v1 import play_pb2
from arena.wire import open_lobby
from tests.misbehaving.bots import AFTER_HELLO, INSTEAD_OF_HELLO
from tests.misbehaving.relay import open_relay
from tests.wire.playing import PATIENT, Client, Passive, open_client, open_game, open_table, passive, spec_of

VIOLATION = play_pb2.FAREWELL_REASON_PROTOCOL_VIOLATION


def check_violation(client: Client, reason: str, code: grpc.StatusCode = grpc.StatusCode.INVALID_ARGUMENT) -> None:
    """Farewell came last, then the status with its ErrorInfo."""
    ended = client.ended()
    assert (ended.code, ended.reason, ended.domain) == (code, reason, "arena")
    assert ended.message
    assert client.messages[-1].farewell.reason == VIOLATION
    assert client.messages[-1].farewell.detail == ended.message


@pytest.mark.parametrize("finishing", [False, True])
@pytest.mark.parametrize("name", AFTER_HELLO)
async def test_a_violation_ends_the_session(name, finishing):
    """Contract, What ends a session; also when the client half-closes at once, as a script that pipes its messages does."""
    violation = AFTER_HELLO[name]
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello()
            await client.receive_kind("welcome")
            for message in violation.messages:
                client.send(message)
            if finishing:
                client.finish()
            await client.wait_ended()
            check_violation(client, violation.reason, violation.code)
        assert not seat.connected


@pytest.mark.parametrize("name", INSTEAD_OF_HELLO)
async def test_the_first_message_must_be_hello(name):
    violation = INSTEAD_OF_HELLO[name]
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            for message in violation.messages:
                client.send(message)
            await client.wait_ended()
            check_violation(client, violation.reason)
        assert not seat.welcomed.is_set()
        with open_client(lobby.port, token) as client:  # the token has not been used up by that
            client.hello()
            await client.receive_kind("welcome")


@pytest.mark.parametrize("extra", [1, 100])
async def test_more_answers_than_decisions_end_the_session(extra):
    """Contract: an Answers message with more answers than decisions sent and not yet answered; none of it is played."""
    async with open_game(deals=5, max_in_flight=2) as game:
        requests = await game.client.receive_requests()
        game.client.answer(*[passive(request) for request in requests], *[passive(requests[0])] * extra)
        await game.client.wait_ended()
        check_violation(game.client, "TOO_MANY_ANSWERS")
        assert game.table.leg.records == []
        assert game.table.sittings[0].in_flight == 2


@pytest.mark.slow
async def test_answers_to_defaulted_decisions_are_not_too_many():
    """Contract: defaulted ones included; by hand: two went late, both may still be answered, once each."""
    async with open_game(deals=2, clock=ClockLimits(move_s=0.1, hand_s=10.0, incident_limit=100), max_in_flight=2) as game:
        first = await game.client.receive_requests()
        while len(game.client.faults()) < 2:
            await game.client.receive()
        game.client.answer(*[passive(request) for request in first])
        while game.client.faults().count("stale") < 2:
            assert await game.client.receive() is not None
        assert [fault.decision_id for fault in game.client.of_kind("fault_reported") if fault.kind == play_pb2.FAULT_KIND_STALE] == [1, 2]


async def test_after_a_violation_the_bot_may_come_back():
    """Contract: a session ends, not the table; with the session key it goes on where it stood."""
    async with open_game(deals=3) as game:
        (asked,) = await game.client.receive_requests()
        game.client.send(b"\xff")
        assert (await game.client.wait_ended()).reason == "NOT_PROTOBUF"
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key)
            (again,) = await client.receive_requests()
            assert again.five_card_draw == asked.five_card_draw
            assert again.resent
            client.answer(passive(again))
            await client.play(passive)
        result = await game.table.wait_over()
        assert (result.status, result.incidents) == (Status.COMPLETED, (0, 0))


@pytest.mark.slow
async def test_without_hello_the_stream_ends_at_the_start_limit():
    """Contract: DEADLINE_EXCEEDED; the lobby is not held up by streams that say nothing."""
    async with open_lobby(start_s=0.2) as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            await client.wait_ended()
            check_violation(client, "NO_HELLO", grpc.StatusCode.DEADLINE_EXCEEDED)
        assert not seat.welcomed.is_set()


@pytest.mark.slow
async def test_a_hello_that_comes_byte_by_byte_gains_no_time():
    """ACPC's dealer: a limit of every read, not of the whole. By hand: bytes a fifth of the start limit apart, more than twenty of them."""
    start_s = 0.2
    async with open_lobby(start_s=start_s) as lobby, open_relay(lobby.port) as relay:
        token, seat = lobby.expect_nowait("bot")
        with open_client(relay.port, token) as client:
            while not lobby._waiting:  # the stream is at the door
                await trio.lowlevel.checkpoint()
            relay.pace_s = start_s / 5
            client.hello(software="as long as it takes")
            await client.wait_ended()
            check_violation(client, "NO_HELLO", grpc.StatusCode.DEADLINE_EXCEEDED)
        assert not seat.welcomed.is_set()


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        [("authorization", "Bearer nonsense")],
        [("authorization", "Bearer ")],
        [("authorization", "Bearer")],
        [("authorization", "")],
        [("authorization", "Basic {token}")],
        [("authorization", "{token}")],
        [("token", "{token}")],
        [("authorization", "Bearer {token}x")],
    ],
)
async def test_a_wrong_or_missing_token_is_unauthenticated(metadata):
    """Contract: no or wrong token. Nobody is told more than that."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        shown = [(key, value.format(token=token)) for key, value in metadata]
        with open_client(lobby.port, metadata=shown) as client:
            client.hello()
            ended = await client.wait_ended()
        assert (ended.code, ended.reason, ended.domain) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "arena")
        assert client.messages == []
        assert not seat.welcomed.is_set()


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
async def test_the_scheme_is_read_in_any_case(scheme):
    """RFC 9110, 11.1: schemes are case-insensitive."""
    async with open_lobby() as lobby:
        token, _ = lobby.expect_nowait("bot")
        with open_client(lobby.port, metadata=[("authorization", f"{scheme} {token}")]) as client:
            client.hello()
            await client.receive_kind("welcome")


@pytest.mark.parametrize("key", ["", "nonsense", "\u00e9\u00e9\u00e9"])
async def test_a_used_token_opens_nothing_without_the_session_key(key):
    """Design 8: an instance token works once; whoever stole it from the environment cannot take a bot's seat. The first session lives."""
    async with open_game(deals=2) as game:
        with open_client(game.lobby.port, game.token) as thief:
            thief.hello(session_key=key)
            ended = await thief.wait_ended()
        assert (ended.code, ended.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_USED")
        assert thief.messages == []
        await game.client.play(passive)
        assert (await game.table.wait_over()).status == Status.COMPLETED


async def test_a_retired_token_is_refused():
    """Contract: PERMISSION_DENIED for a token that is no longer valid; its bot hears DONE."""
    async with open_game(deals=1) as game:
        await game.client.play(passive)
        game.lobby.retire_nowait(game.token)
        assert (await game.client.wait_ended()).code is grpc.StatusCode.OK
        assert game.client.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_DONE
        assert game.client.kinds().count("farewell") == 1
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key)
            ended = await client.wait_ended()
        assert (ended.code, ended.reason) == (grpc.StatusCode.PERMISSION_DENIED, "TOKEN_REVOKED")


@pytest.mark.slow
async def test_a_bot_that_stays_away_forfeits():
    """Design 9: gone longer than ``grace_s``; the reason says so. Its clock is longer, so no default is played before."""
    async with open_game(deals=5, clock=ClockLimits(move_s=20.0, hand_s=100.0, grace_s=0.3)) as game:
        await game.client.receive_requests()
        game.client.cancel()
        with trio.fail_after(10):
            result = await game.table.wait_over()
        assert (result.status, result.forfeiter, result.reason) == (Status.FORFEITED, 0, "bot: gone for more than 0.3 s")
        assert (result.cause, result.incidents) == (Cause.GONE, (0, 0))


@pytest.mark.slow
async def test_while_a_bot_is_away_its_clock_runs():
    """Design 9, gone: pending decisions keep their clock; what runs out is counted as ``gone``, and too much of it forfeits."""
    async with open_game(deals=9, clock=ClockLimits(move_s=0.05, hand_s=10.0, grace_s=30.0, incident_limit=4)) as game:
        await game.client.receive_requests()
        game.client.cancel()
        with trio.fail_after(10):
            result = await game.table.wait_over()
        assert (result.status, result.forfeiter, result.cause) == (Status.FORFEITED, 0, Cause.INCIDENTS)
        assert result.reason == "bot: 4 fault incidents, the last: gone"
        assert {fault.kind for fault in result.faults} <= {"gone", "late"}


async def test_a_bot_that_is_known_to_be_dead_forfeits_at_once():
    """cutechess 27: kill -9 is noticed at once, not at the end of the grace."""
    async with open_game(deals=5, clock=PATIENT) as game:
        await game.client.receive_requests()
        game.client.cancel()
        game.seat.lose_nowait(Cause.EXITED, "its program was ended by SIGKILL")
        with trio.fail_after(5):
            result = await game.table.wait_over()
        assert (result.status, result.cause) == (Status.FORFEITED, Cause.EXITED)
        assert result.reason == "bot: its program was ended by SIGKILL"


LEAVE = play_pb2.PlayRequest(leave=play_pb2.Leave())


async def test_a_bot_that_leaves_finishes_its_table():
    """Contract, Leave: finish the open tables, then open no more; the stream ends with Farewell and OK."""
    async with open_game(deals=3) as game:
        game.client.send(LEAVE)
        closed = await game.client.play(passive)
        assert closed.status == play_pb2.TABLE_STATUS_COMPLETED
        assert (await game.client.wait_ended()).code is grpc.StatusCode.OK
        assert game.client.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_DONE


async def test_a_table_that_opens_for_a_bot_that_left_is_forfeited():
    """Left right after Hello: a table that opens all the same is forfeited at once, not waited for."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello()
            client.send(LEAVE)
            assert (await client.wait_ended()).code is grpc.StatusCode.OK
            table = open_table(spec_of("bot", "other"), seat, LocalSeat(Passive))
            with trio.fail_after(5):
                result = await table.wait_over()
            assert (result.status, result.forfeiter, result.cause) == (Status.FORFEITED, 0, Cause.GONE)
            assert result.reason == "bot: the bot left"


async def test_a_closing_lobby_says_goodbye_to_everyone():
    """Contract, Farewell SHUTDOWN and OK: to bots at tables, bots without, and streams that have not said Hello; nobody delays it."""
    with trio.fail_after(4):
        async with open_lobby() as lobby:
            token, seat = lobby.expect_nowait("bot")
            other, _ = lobby.expect_nowait("shy")
            client, shy = Client(lobby.port, token), Client(lobby.port, other)
            client.hello()
            await seat.welcomed.wait()
            while not lobby._waiting:  # the shy stream is at the door
                await trio.lowlevel.checkpoint()
    for stream in (client, shy):
        assert (await stream.wait_ended()).code is grpc.StatusCode.OK
        assert stream.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_SHUTDOWN
        stream.close()

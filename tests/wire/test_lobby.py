"""Accounts at the door: remote bots that come in by themselves, take over by their token, and are sent away when they are revoked."""

import gc
import weakref
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import grpc
import pytest
import trio
import trio.testing

from arena.dealer import Account, LocalSeat
from arena.errors import StoreError
from arena.matches import Cause, Status
from arena.v1 import play_pb2
from arena.wire import open_lobby
from arena.wire.lobby import MAX_WAITING_PER_TOKEN
from tests.wire.playing import Client, Passive, open_client, open_table, passive, spec_of

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class FakeAccounts:
    """The port ``Accounts`` in memory, for looking up."""

    def __init__(self, *names: str) -> None:
        self.by_token = {f"token-{name}": Account(name, "ada", LONG_AGO, None) for name in names}

    def find_account(self, token_hash: str) -> Account | None:
        return next((found for token, found in self.by_token.items() if sha256(token.encode()).hexdigest() == token_hash), None)

    def revoke(self, token: str) -> None:
        self.by_token[token] = replace(self.by_token[token], revoked_at=LONG_AGO)


async def test_an_account_comes_in_by_its_token():
    """Design 8: an account token is one for each remote bot; the bot's name is the account's."""
    async with open_lobby(accounts=FakeAccounts("ada/raiser")) as lobby:
        with open_client(lobby.port, "token-ada/raiser") as client:
            client.hello()
            assert (await client.receive_kind("welcome")).bot_name == "ada/raiser"
            assert lobby.account_seat_nowait("ada/raiser").connected
        with open_client(lobby.port, "token-of-nobody") as client:
            client.hello()
            ended = await client.wait_ended()
            assert (ended.code, ended.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN")


async def test_an_accounts_token_alone_takes_over():
    """Design 8: a remote bot's token alone also takes over, and its table goes on."""
    async with open_lobby(accounts=FakeAccounts("bot")) as lobby:
        seat = lobby.account_seat_nowait("bot")
        with open_client(lobby.port, "token-bot") as first, open_client(lobby.port, "token-bot") as second:
            first.hello()
            await first.receive_kind("welcome")
            table = open_table(spec_of("bot", "other"), seat, LocalSeat(Passive))
            (asked,) = await first.receive_requests()
            second.hello()
            (again,) = await second.receive_requests()
            assert again.five_card_draw == asked.five_card_draw
            assert (await first.wait_ended()).code is grpc.StatusCode.OK
            assert first.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_REPLACED
            second.answer(passive(again))
            await second.play(passive)
        assert (await table.wait_over()).status == Status.COMPLETED


async def test_a_revoked_account_is_refused():
    """Contract: revoked: PERMISSION_DENIED."""
    accounts = FakeAccounts("bot")
    accounts.revoke("token-bot")
    async with open_lobby(accounts=accounts) as lobby:
        with open_client(lobby.port, "token-bot") as client:
            client.hello()
            ended = await client.wait_ended()
    assert (ended.code, ended.reason, client.messages) == (grpc.StatusCode.PERMISSION_DENIED, "TOKEN_REVOKED", [])


@pytest.mark.slow
async def test_an_account_revoked_while_it_plays_is_sent_away_and_forfeits():
    """Contract, Farewell REVOKED, then PERMISSION_DENIED; the table ends by its fault, and it does not come back in."""
    accounts = FakeAccounts("bot")
    async with open_lobby(accounts=accounts) as lobby:
        seat = lobby.account_seat_nowait("bot")
        with open_client(lobby.port, "token-bot") as client:
            client.hello()
            await client.receive_kind("welcome")
            table = open_table(spec_of("bot", "other"), seat, LocalSeat(Passive))
            await client.receive_requests()
            accounts.revoke("token-bot")
            ended = await client.wait_ended()
            assert (ended.code, ended.reason) == (grpc.StatusCode.PERMISSION_DENIED, "TOKEN_REVOKED")
            assert client.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_REVOKED
        with trio.fail_after(5):
            result = await table.wait_over()
        assert (result.status, result.cause, result.reason) == (Status.FORFEITED, Cause.GONE, "bot: its account was revoked")
        with open_client(lobby.port, "token-bot") as client:
            client.hello()
            assert (await client.wait_ended()).reason == "TOKEN_REVOKED"


async def test_a_bot_that_left_may_come_back_for_the_next_table():
    """Contract, Leave: it opens no more tables, until it says Hello again."""
    async with open_lobby(accounts=FakeAccounts("bot")) as lobby:
        seat = lobby.account_seat_nowait("bot")
        with open_client(lobby.port, "token-bot") as client:
            client.hello()
            client.send(play_pb2.PlayRequest(leave=play_pb2.Leave()))
            assert (await client.wait_ended()).code is grpc.StatusCode.OK
            assert not seat.connected
        with open_client(lobby.port, "token-bot") as client:
            client.hello()
            with trio.fail_after(5):
                await seat.wait_connected()
            table = open_table(spec_of("bot", "other"), seat, LocalSeat(Passive))
            await client.play(passive)
        assert (await table.wait_over()).status == Status.COMPLETED


async def first_ends(streams: list[Client], count: int) -> list[Client]:
    """The first streams to end, whichever came in first."""
    ended: list[Client] = []
    async with trio.open_nursery() as nursery:

        async def wait(stream: Client) -> None:
            await stream.wait_ended()
            ended.append(stream)
            if len(ended) == count:
                nursery.cancel_scope.cancel()

        for stream in streams:
            nursery.start_soon(wait, stream)
    return ended[:count]


async def test_one_token_cannot_fill_the_door():
    """Streams that say nothing are bounded by token: others get in, and the newest of the token stays."""
    async with open_lobby() as lobby:
        (silent, _), (token, _) = lobby.expect_nowait("silent"), lobby.expect_nowait("bot")
        streams = [Client(lobby.port, silent) for _ in range(MAX_WAITING_PER_TOKEN + 2)]
        turned_away = await first_ends(streams, 2)
        streams.append(Client(lobby.port, silent))
        turned_away += await first_ends([stream for stream in streams[:-1] if stream not in turned_away], 1)
        assert [stream.ended().reason for stream in turned_away] == ["TOO_MANY_CONNECTIONS"] * 3
        with open_client(lobby.port, token) as client:
            client.hello()
            assert (await client.receive_kind("welcome")).bot_name == "bot"
        streams[-1].hello()
        assert (await streams[-1].receive_kind("welcome")).bot_name == "silent"
        for stream in streams:
            stream.close()


async def test_accounts_that_cannot_be_looked_up_turn_away_and_nobody_else_suffers():
    """A database that is locked or out of files: UNAVAILABLE for the newcomer, and the dealer goes on."""

    class Broken(FakeAccounts):
        def find_account(self, token_hash: str) -> Account | None:
            raise StoreError("database is locked")

    async with open_lobby(accounts=Broken()) as lobby:
        token, _ = lobby.expect_nowait("bot")
        with open_client(lobby.port, "whatever") as newcomer:
            newcomer.hello()
            ended = await newcomer.wait_ended()
            assert (ended.code, ended.reason) == (grpc.StatusCode.UNAVAILABLE, "ACCOUNTS_UNAVAILABLE")
        with open_client(lobby.port, token) as client:
            client.hello()
            await client.receive_kind("welcome")


async def test_a_retired_token_keeps_nothing_alive():
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        gone = weakref.ref(seat)
        del seat
        lobby.retire_nowait(token)
        with open_client(lobby.port, token) as client:
            assert (await client.wait_ended()).reason == "TOKEN_REVOKED"
        await trio.testing.wait_all_tasks_blocked()
        gc.collect()
        assert gone() is None

"""Who may come in: tokens, and the seats behind them.

A session belongs to a token. An instance token is minted for one leg and one player and opens one first session; whoever comes
after it must show the session key from Welcome beside it. Only hashes of tokens are kept. A stream that is let in must say
Hello within the start limit; then its bot's seat takes it over.
"""

import hmac
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import trio

from arena.dealer import Account, Accounts, Desk, Library, hash_token, open_plain_nursery
from arena.errors import StoreError
from arena.v1 import play_pb2
from arena.wire.bridge import Ending, Lag, Server, Stream, open_server
from arena.wire.callers import REVOKED, UNKNOWN, token_of
from arena.wire.calls import SHUTDOWN, Calls
from arena.wire.seat import BotSeat
from arena.wire.session import ProtocolViolation, Session, parse_request
from arena.wire.tournament_service import SERVICE, TournamentService

MAX_WAITING_STREAMS = 1_000
"""Streams that have shown a token and not yet said Hello."""
MAX_WAITING_PER_TOKEN = 4
"""The same, of one token; one more sends the oldest away."""
MAX_SESSIONS, SESSIONS_S = 50, 10.0
"""Sessions that one bot may begin within so many seconds: each costs a resend of everything that is open."""

_WATCH_S = 2.0
_log = logging.getLogger(__name__)

_USED = Ending(
    grpc.StatusCode.UNAUTHENTICATED, "the token has been used; show the session_key of its Welcome in Hello to come back", "TOKEN_USED"
)
_NO_HELLO = Ending(grpc.StatusCode.DEADLINE_EXCEEDED, "no Hello within the start limit", "NO_HELLO")
_TOO_OFTEN = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many sessions of this bot", "TOO_MANY_SESSIONS", retry_after_s=1.0)
_NO_ACCOUNTS = Ending(grpc.StatusCode.UNAVAILABLE, "accounts cannot be looked up now", "ACCOUNTS_UNAVAILABLE", retry_after_s=5.0)
_FULL = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many connections", "TOO_MANY_CONNECTIONS", retry_after_s=5.0)


@dataclass(slots=True)
class _Admission:
    seat: BotSeat
    account: bool = False
    """An account's token alone takes over; an instance's needs the session key as well."""
    revoked: bool = False


class Lobby:
    """The door of a dealer."""

    def __init__(self, nursery: trio.Nursery, start_s: float, accounts: Accounts | None = None) -> None:
        """Nobody is in yet.

        Args:
            nursery: where the seats' tasks run.
            start_s: how long a stream may take to say Hello.
            accounts: who else may come in, beside the bots that are expected.
        """
        self.port = 0
        self.lag = Lag()
        """How late the gRPC thread is."""
        self._nursery = nursery
        self._start_s = start_s
        self._accounts = accounts
        self._account_seats: dict[str, BotSeat] = {}
        self._admissions: dict[str, _Admission] = {}
        self._retired: set[str] = set()
        """Hashes of tokens that open nothing any more."""
        self._waiting: dict[Session, str] = {}
        """Let in, and Hello not yet said; with the hash of the token."""
        self._lookups = trio.CapacityLimiter(4)
        self._closing = False

    def expect_nowait(self, bot_name: str) -> tuple[str, BotSeat]:
        """Mint an instance token; the token, and the seat of the bot that will show it."""
        token = secrets.token_urlsafe(24)
        seat = BotSeat(f"instance-{secrets.token_hex(4)}", bot_name)
        self._admissions[hash_token(token)] = _Admission(seat)
        self._nursery.start_soon(seat.run)
        return token, seat

    def account_seat_nowait(self, name: str) -> BotSeat:
        """The seat of a remote bot, by its account's name, connected or not; it stays for as long as the dealer runs."""
        if name not in self._account_seats:
            self._account_seats[name] = seat = BotSeat(f"account-{hash_token(name)[:8]}", name)
            self._nursery.start_soon(seat.run)
        return self._account_seats[name]

    async def watch_accounts(self) -> None:
        """Send bots away whose account is revoked while they are connected."""
        assert self._accounts is not None
        while True:
            await trio.sleep(_WATCH_S)
            for token_hash, admission in list(self._admissions.items()):
                if not admission.account or admission.revoked:
                    continue
                try:
                    account = await self._look_up(token_hash)
                except StoreError as error:
                    _log.warning("accounts cannot be looked up: %s", error)
                    continue
                if account is None or account.revoked_at is not None:
                    admission.revoked = True
                    admission.seat.revoke_nowait(REVOKED)

    def retire_nowait(self, token: str, detail: str = "") -> None:
        """A token's bot has nothing more to play; it hears Farewell, and the token opens nothing any more."""
        admission = self._admissions.pop(hash_token(token), None)
        if admission is not None:
            self._retired.add(hash_token(token))
            admission.seat.dismiss_nowait(play_pb2.FAREWELL_REASON_DONE, detail)

    def close_nowait(self) -> None:
        """The dealer goes down: everyone hears Farewell."""
        self._closing = True
        for session in self._waiting:
            session.farewell(play_pb2.FAREWELL_REASON_SHUTDOWN, "the arena is going down")
        for admission in self._admissions.values():
            if not admission.revoked:
                admission.revoked = True
                admission.seat.dismiss_nowait(play_pb2.FAREWELL_REASON_SHUTDOWN, "the arena is going down")

    def accept_nowait(self, stream: Stream) -> None:
        """A stream is at the door."""
        token = token_of(stream.metadata)
        token_hash = hash_token(token or "")
        known = token_hash in self._admissions or self._accounts is not None
        waiting = [session for session, owner in self._waiting.items() if owner == token_hash]
        if self._closing:
            stream.close_nowait(SHUTDOWN)
        elif token_hash in self._retired:
            stream.close_nowait(REVOKED)
        elif token is None or not known:
            stream.close_nowait(UNKNOWN)
        elif len(self._waiting) >= MAX_WAITING_STREAMS:
            stream.close_nowait(_FULL)
        else:
            arrived = trio.Event()
            session = Session(stream, notify=arrived.set)
            stream.listener = session  # here, not in the task: the next message may be reported before the task runs
            if len(waiting) >= MAX_WAITING_PER_TOKEN:
                waiting[0].stream.close_nowait(_FULL)
                del self._waiting[waiting[0]]
            self._waiting[session] = token_hash
            self._nursery.start_soon(self._greet, session, arrived, token_hash)

    async def _look_up(self, token_hash: str) -> Account | None:
        assert self._accounts is not None
        return await trio.to_thread.run_sync(self._accounts.find_account, token_hash, limiter=self._lookups)

    async def _find(self, token_hash: str) -> _Admission | None:
        """Who shows a token."""
        admission = self._admissions.get(token_hash)
        if admission is None and self._accounts is not None:
            account = await self._look_up(token_hash)
            if account is not None:
                seat = self.account_seat_nowait(account.name)
                admission = _Admission(seat, account=True, revoked=account.revoked_at is not None)
                self._admissions[token_hash] = admission
        return admission

    async def _greet(self, session: Session, arrived: trio.Event, token_hash: str) -> None:
        """Wait for a stream's Hello and give the stream to its seat."""
        try:
            try:
                admission = await self._find(token_hash)
            except StoreError as error:
                _log.warning("accounts cannot be looked up: %s", error)
                session.stream.close_nowait(_NO_ACCOUNTS)
                return
            if admission is None or admission.revoked:
                session.stream.close_nowait(REVOKED if admission else UNKNOWN)
                return
            with trio.move_on_after(self._start_s) as scope:
                await arrived.wait()
            if scope.cancelled_caught:
                session.farewell(play_pb2.FAREWELL_REASON_PROTOCOL_VIOLATION, _NO_HELLO.message, _NO_HELLO)
                return
            self._admit(session, admission)
        finally:
            self._waiting.pop(session, None)

    def _admit(self, session: Session, admission: _Admission) -> None:
        what, content, _ = session.inbox.popleft()
        if what != "message":
            session.stream.close_nowait(Ending())
            return
        session.stream.release_nowait(1)
        try:
            request = parse_request(content)
            if request.WhichOneof("message") != "hello":
                raise ProtocolViolation("NO_HELLO", "the first message of a session is Hello")
        except ProtocolViolation as error:
            session.violation(error)
            return
        seat = admission.seat
        key = request.hello.session_key
        if admission.revoked:
            session.stream.close_nowait(REVOKED)
        elif not admission.account and seat.welcomed.is_set() and not hmac.compare_digest(key.encode(), seat.session_key.encode()):
            session.stream.close_nowait(_USED)
        elif not seat.may_begin(MAX_SESSIONS, SESSIONS_S):
            session.stream.close_nowait(_TOO_OFTEN)
        else:
            seat.attach_nowait(session, request.hello)


@asynccontextmanager
async def open_lobby(
    address: str = "127.0.0.1:0",
    start_s: float = 10.0,
    accounts: Accounts | None = None,
    library: Library | None = None,
    desk: Desk | None = None,
) -> AsyncIterator[Lobby]:
    """A listening dealer's door, for as long as the block runs.

    Args:
        address: HOST:PORT; port 0 takes a free one.
        start_s: how long a stream may take to say Hello.
        accounts: remote bots that may come in by themselves.
        library: what TournamentService shows; without one, or a desk, or accounts, there is no such service.
        desk: where it decides.

    Raises:
        ConfigError: the address cannot be bound.
    """
    async with open_plain_nursery() as nursery:
        lobby = Lobby(nursery, start_s, accounts)
        services = [_tournaments(nursery, TournamentService(library, desk, accounts))] if library and desk and accounts else []
        server: Server
        async with open_server(lobby.accept_nowait, address, services=services) as server:
            lobby.port = server.port
            lobby.lag = server.lag
            if accounts is not None:
                nursery.start_soon(lobby.watch_accounts)
            try:
                yield lobby
            finally:
                lobby.close_nowait()
                for service in services:
                    service.close_nowait()
        nursery.cancel_scope.cancel()


def _tournaments(nursery: trio.Nursery, service: TournamentService) -> Calls:
    nursery.start_soon(service.run)
    return Calls(nursery, SERVICE, service.methods)

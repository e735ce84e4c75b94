"""TournamentService: who may do what with tournaments, and which status says why not.

Everybody may read. An account may enter itself where the tournament is open, and withdraw itself; an organiser's account may do so for
everybody, and pause and resume. Whether it can be is the desk's decision; its sentence is the message, and what it was about is looked up
afterwards, so that a program has a reason to branch on. The library and the desk are called in threads.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import grpc
import trio
from google.protobuf.message import Message

from arena.dealer import Account, Accounts, Desk, Library, RunInfo, RunStatus
from arena.errors import ConfigError, NoRecord
from arena.tournaments import FORMATS, Entrant, Order, OrderKind, entrant_from_document
from arena.v1 import tournament_pb2 as pb
from arena.wire.boards import POLL_S, Boards
from arena.wire.bridge import Ending
from arena.wire.callers import account_of
from arena.wire.calls import Call, Method, Refused, parsed
from arena.wire.paging import page_size_of, page_token, read_page_token
from arena.wire.tournament_codec import status_of, tournament_message

SERVICE = "arena.v1.TournamentService"
MAX_WATCHERS = 500
PATIENCE_S = 2.0
"""How long a call waits for the newest standings, rather than to take what there is."""

_THREADS = 4
_MAX_REASON, _MAX_MESSAGE = 200, 400
_LEAVING = (OrderKind.WITHDRAW, OrderKind.DISQUALIFY)
_FULL = Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many watch tournaments at this moment", "TOO_MANY_WATCHERS", retry_after_s=5.0)
_Q = TypeVar("_Q", bound=Message)


class TournamentService:
    """The methods of the service; they work while :meth:`run` is running."""

    def __init__(
        self, library: Library, desk: Desk, accounts: Accounts, *, max_watchers: int = MAX_WATCHERS, poll_s: float = POLL_S
    ) -> None:
        """Nothing has been read yet.

        Args:
            library: where tournaments are read.
            desk: where it is decided about them.
            accounts: whose tokens are known.
            max_watchers: who may watch at the same time.
            poll_s: how often changes are looked for; nobody gets snapshots faster.
        """
        self._library, self._desk, self._accounts = library, desk, accounts
        self._poll_s = poll_s
        self._threads = trio.CapacityLimiter(_THREADS)
        self._boards = Boards(library, self._threads, poll_s)
        self.methods: Mapping[str, Method] = {
            "ListTournaments": Method(self._list),
            "GetTournament": Method(self._get),
            "EnterTournament": self._deciding(pb.EnterTournamentRequest, self._enter),
            "WithdrawFromTournament": self._deciding(pb.WithdrawFromTournamentRequest, self._withdraw),
            "PauseTournament": self._deciding(pb.PauseTournamentRequest, self._pause),
            "ResumeTournament": self._deciding(pb.ResumeTournamentRequest, self._resume),
            "WatchTournament": Method(self._watch, max_watchers, _FULL, endless=True),
        }
        """By name."""

    async def run(self) -> None:
        """Look for changes as long as somebody watches; until cancelled."""
        await self._boards.run()

    async def _list(self, call: Call) -> None:
        page = _Page(parsed(pb.ListTournamentsRequest, call))
        await self._boards.refresh()
        runs = await self._boards.runs(PATIENCE_S)
        await call.send(await trio.to_thread.run_sync(page.answer, runs, limiter=self._threads))

    async def _get(self, call: Call) -> None:
        request = parsed(pb.GetTournamentRequest, call)
        await self._boards.refresh()
        try:
            snapshot = await self._boards.snapshot(request.run_id, PATIENCE_S)
        except NoRecord as error:
            raise _no_tournament(error) from None
        await call.send(snapshot.data)

    async def _watch(self, call: Call) -> None:
        request = parsed(pb.WatchTournamentRequest, call)
        boards, run_id = self._boards, request.run_id
        await boards.refresh()
        seen = request.last_revision if request.last_revision <= boards.revision else 0  # else it is of another database
        with boards.watching(run_id):
            while True:
                revision, began = boards.revision, trio.current_time()
                try:
                    snapshot = await boards.snapshot(run_id)
                except NoRecord as error:
                    raise _no_tournament(error) from None
                if snapshot.revision > seen:
                    await call.send(snapshot.data)
                    seen = snapshot.revision
                if snapshot.over:
                    return
                await boards.wait_change(revision)
                await trio.sleep_until(began + self._poll_s)

    def _deciding(self, kind: type[_Q], decide: Callable[[Account, _Q], Message]) -> Method:
        """A method of an account that calls; ``decide`` is called in a thread."""

        async def answer(call: Call) -> None:
            request = parsed(kind, call)

            def answered() -> Message:
                return decide(account_of(call.metadata, self._accounts), request)

            response = await trio.to_thread.run_sync(answered, limiter=self._threads)
            await call.send(response.SerializeToString())

        return Method(answer)

    # In threads:

    def _enter(self, caller: Account, request: pb.EnterTournamentRequest) -> pb.EnterTournamentResponse:
        info = self._run_of(request.run_id)
        account = self._who_enters(caller, info, request.account or caller.name)
        entrant = _entrant(account, info, request)
        try:
            self._desk.give_order(info.run_id, Order(OrderKind.ENTER, account.name, by=caller.name, entrant=entrant))
        except ConfigError as error:
            raise _not_entered(self._run_of(info.run_id), account.name, error) from None
        return pb.EnterTournamentResponse(tournament=tournament_message(self._run_of(info.run_id)))

    def _withdraw(self, caller: Account, request: pb.WithdrawFromTournamentRequest) -> pb.WithdrawFromTournamentResponse:
        info, name = self._run_of(request.run_id), request.entrant or caller.name
        if not caller.organiser and (name != caller.name or any(e.name == name and not e.remote for e in info.spec.entrants)):
            raise _denied("ORGANISER_ONLY", f"{caller.name!r} may withdraw itself only; ask an organiser")
        if len(request.reason) > _MAX_REASON or not request.reason.isprintable():
            message = f"reason: must be at most {_MAX_REASON} printable characters"
            raise _refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_REASON", message)
        try:
            self._desk.give_order(info.run_id, Order(OrderKind.WITHDRAW, name, request.reason, by=caller.name))
        except NoRecord as error:
            raise _refused(grpc.StatusCode.NOT_FOUND, "ENTRANT_UNKNOWN", str(error)) from None
        except ConfigError as error:
            left = any(order.subject == name and order.kind in _LEAVING for order in self._library.orders(info.run_id))
            raise _impossible("ALREADY_LEFT" if left else "TOURNAMENT_OVER", error) from None
        return pb.WithdrawFromTournamentResponse(tournament=tournament_message(self._run_of(info.run_id)))

    def _pause(self, caller: Account, request: pb.PauseTournamentRequest) -> pb.PauseTournamentResponse:
        return pb.PauseTournamentResponse(tournament=self._set_paused(caller, request.run_id, paused=True))

    def _resume(self, caller: Account, request: pb.ResumeTournamentRequest) -> pb.ResumeTournamentResponse:
        return pb.ResumeTournamentResponse(tournament=self._set_paused(caller, request.run_id, paused=False))

    def _set_paused(self, caller: Account, run_id: int, *, paused: bool) -> pb.Tournament:
        if not caller.organiser:
            raise _denied("ORGANISER_ONLY", f"{caller.name!r} is no organiser; only organisers pause and resume")
        self._run_of(run_id)
        try:
            self._desk.pause_run(run_id, paused=paused)
        except ConfigError as error:
            raise _impossible("TOURNAMENT_OVER", error) from None
        return tournament_message(self._run_of(run_id))

    def _run_of(self, run_id: int) -> RunInfo:
        try:
            return self._library.run(run_id)
        except NoRecord as error:
            raise _no_tournament(error) from None

    def _who_enters(self, caller: Account, info: RunInfo, name: str) -> Account:
        """The account that is to be entered."""
        if not caller.organiser:
            if name != caller.name:
                raise _denied("ORGANISER_ONLY", f"{caller.name!r} may enter itself only; ask an organiser")
            if info.spec.play.entry != "open":
                raise _denied("ENTRY_LISTED", f"run {info.run_id} ({info.spec.name}) is not open; ask an organiser to enter {name!r}")
        account = next((account for account in self._accounts.accounts() if account.name == name), None)
        if account is None:
            raise _refused(grpc.StatusCode.NOT_FOUND, "ACCOUNT_UNKNOWN", f"there is no account {name!r}")
        if account.revoked_at is not None:
            raise _refused(grpc.StatusCode.FAILED_PRECONDITION, "ACCOUNT_REVOKED", f"the account {name!r} is revoked; it cannot play")
        return account


class _Page:
    """What a list asks for."""

    def __init__(self, request: pb.ListTournamentsRequest) -> None:
        """Refused when its size or its token is wrong."""
        self._status, self._name = request.status, request.name
        self._asked = f"{request.status} {request.name}"
        self._size = page_size_of(request.page_size)
        self._below = read_page_token(request.page_token, self._asked)

    def answer(self, runs: Iterable[RunInfo]) -> bytes:
        """The page of these runs, newest first; many of them are work, so it belongs in a thread."""
        found = [info for info in runs if self._fits(info)]
        response = pb.ListTournamentsResponse(
            tournaments=[tournament_message(info, entrants=False) for info in found[: self._size]],
            next_page_token=page_token(found[self._size - 1].run_id, self._asked) if len(found) > self._size else "",
        )
        return response.SerializeToString()

    def _fits(self, info: RunInfo) -> bool:
        """Whether a run is asked for, and not on an earlier page."""
        if self._below is not None and info.run_id >= self._below:
            return False
        return self._status in (pb.TOURNAMENT_STATUS_UNSPECIFIED, status_of(info)) and self._name in ("", info.spec.name)


def _entrant(account: Account, info: RunInfo, request: pb.EnterTournamentRequest) -> Entrant:
    """An account as an entrant."""
    version = {"version": request.version} if request.version else {}
    document = {"name": account.name, "remote": True, "owner": account.owner, "unscored": request.unscored} | version
    try:
        return entrant_from_document(document, info.spec.game_name, "EnterTournament")
    except ConfigError as error:
        raise _refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_VERSION", str(error)) from None


def _not_entered(info: RunInfo, name: str, error: ConfigError) -> Refused:
    """Why somebody could not enter a run as it is."""
    if info.status == RunStatus.COMPLETED:
        return _impossible("TOURNAMENT_OVER", error)
    if not FORMATS[info.spec.format].late_entry:
        return _impossible("NO_LATE_ENTRY", error)
    if name in [entrant.name for entrant in info.spec.entrants]:
        return _refused(grpc.StatusCode.ALREADY_EXISTS, "ALREADY_ENTERED", str(error))
    return _impossible("ENTRY_REFUSED", error)


def _no_tournament(error: NoRecord) -> Refused:
    return _refused(grpc.StatusCode.NOT_FOUND, "TOURNAMENT_UNKNOWN", str(error))


def _denied(reason: str, message: str) -> Refused:
    return _refused(grpc.StatusCode.PERMISSION_DENIED, reason, message)


def _impossible(reason: str, error: ConfigError) -> Refused:
    return _refused(grpc.StatusCode.FAILED_PRECONDITION, reason, str(error))


def _refused(code: grpc.StatusCode, reason: str, message: str) -> Refused:
    """Cut where the caller made it long: statuses travel in headers, which have limits."""
    return Refused(Ending(code, message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…", reason))

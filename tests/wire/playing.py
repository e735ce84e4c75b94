"""What the tests of the protocol share: a client that sees raw bytes, tables to sit at, and answers that are legal.

The client is grpcio's synchronous one without serializers, its reading loop in a thread of its own; messages come to the trio side as
bytes, so that a test sees what a bot of any language would see.
"""

import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from random import Random

import grpc
import trio
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from arena.dealer import LocalSeat, Seat, Table
from arena.matches import ClockLimits, Leg, MatchSpec, TableInfo
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset, Kind
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import BotSeat, Lobby, open_lobby

PLAY = "/arena.v1.PlayService/Play"
ALL_IN = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25)
CARRY = replace(ALL_IN, stacks="carry")
FIXED = HoldemBonusRuleset()
"""One stake, any number of hands at once."""
CHOSEN = HoldemBonusRuleset(5, 50, 5, 20)
"""Stakes to choose, one hand at a time."""
PURSE = HoldemBonusRuleset(5, 50, 5, 20, bankroll=400)
"""The same out of a bankroll."""
BONUS_RULESETS = {"fixed": FIXED, "chosen": CHOSEN, "purse": PURSE}
PATIENT = ClockLimits(move_s=20.0, hand_s=100.0)
"""No test that plays by the rules comes near it."""
WAIT_S = 20.0
"""After this a test gives up waiting for a message."""


@dataclass(frozen=True)
class Ended:
    """How a stream ended, as the client sees it."""

    code: grpc.StatusCode
    message: str
    reason: str = ""
    domain: str = ""
    retry_after_s: float | None = None


class Client:
    """One stream to PlayService.Play."""

    def __init__(self, port: int, token: str | None = None, *, metadata: Sequence[tuple[str, str]] = (), reading: bool = True) -> None:
        self.messages: list[play_pb2.PlayResponse] = []
        """Everything received and looked at so far."""
        self.raw: list[tuple[float, bytes]] = []
        """The same as bytes, with the time at which the client had it."""
        self.session_key = ""
        self._channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)])
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        shown = [("authorization", f"Bearer {token}")] if token is not None else []
        self._call = self._channel.stream_stream(PLAY)(iter(self._outgoing.get, None), metadata=[*shown, *metadata])
        self._sender, self._incoming = trio.open_memory_channel[tuple[float, bytes]](float("inf"))
        self._trio = trio.lowlevel.current_trio_token()
        self._thread = threading.Thread(target=self._read, name="client", daemon=True)
        if reading:
            self._thread.start()

    def start_reading(self) -> None:
        """For a client made with ``reading=False``."""
        self._thread.start()

    def send(self, message: play_pb2.PlayRequest | bytes) -> None:
        """Send a message, or any bytes."""
        self._outgoing.put(message if isinstance(message, bytes) else message.SerializeToString())

    def hello(self, **fields: object) -> None:
        self.send(play_pb2.PlayRequest(hello=play_pb2.Hello(**fields)))

    def answer(self, *answers: play_pb2.Answer) -> None:
        """Send answers in one message."""
        self.send(play_pb2.PlayRequest(answers=play_pb2.Answers(answers=answers)))

    def finish(self) -> None:
        """Send no more."""
        self._outgoing.put(None)

    def cancel(self) -> None:
        self._call.cancel()

    async def receive(self) -> play_pb2.PlayResponse | None:
        """The next message; None when the stream is over."""
        with trio.fail_after(WAIT_S):
            try:
                at, data = await self._incoming.receive()
            except trio.EndOfChannel:
                return None
        message = play_pb2.PlayResponse.FromString(data)
        self.raw.append((at, data))
        self.messages.append(message)
        if message.HasField("welcome"):
            self.session_key = message.welcome.session_key
        return message

    async def receive_kind(self, kind: str) -> object:
        """The content of the next message of a kind; others are passed over."""
        while (message := await self.receive()) is not None:
            if message.WhichOneof("message") == kind:
                return getattr(message, kind)
        raise AssertionError(f"the stream ended without {kind}: {self.kinds()}, {self.ended()}")

    async def receive_requests(self) -> list[play_pb2.Request]:
        return list((await self.receive_kind("requests")).requests)

    async def wait_ended(self) -> Ended:
        """Read to the end of the stream; how it ended."""
        while await self.receive() is not None:
            pass
        return self.ended()

    def ended(self) -> Ended:
        """How the stream ended, details included."""
        code, message = self._call.code(), self._call.details()
        reason = domain = ""
        retry = None
        status = rpc_status.from_call(self._call)
        for detail in status.details if status is not None else ():
            info, delay = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
            if detail.Unpack(info):
                reason, domain = info.reason, info.domain
            elif detail.Unpack(delay):
                retry = delay.retry_delay.ToTimedelta().total_seconds()
        return Ended(code, message, reason, domain, retry)

    def kinds(self) -> list[str]:
        """Kinds of the messages received, in order."""
        return [str(message.WhichOneof("message")) for message in self.messages]

    def of_kind(self, kind: str) -> list[object]:
        """Contents of the received messages of one kind."""
        return [getattr(message, kind) for message in self.messages if message.WhichOneof("message") == kind]

    def faults(self) -> list[str]:
        """Kinds of the faults reported so far: ``late``, ``stale`` …"""
        return [play_pb2.FaultKind.Name(fault.kind).removeprefix("FAULT_KIND_").lower() for fault in self.of_kind("fault_reported")]

    async def play(self, decide: Callable[[play_pb2.Request], play_pb2.Answer]) -> play_pb2.TableClosed:
        """Answer message by message until a table closes."""
        while (message := await self.receive()) is not None:
            if message.HasField("requests"):
                self.answer(*[decide(request) for request in message.requests.requests])
            elif message.HasField("table_closed"):
                return message.table_closed
        raise AssertionError(f"the stream ended before the table: {self.ended()}")

    def close(self) -> None:
        self._call.cancel()
        self._outgoing.put(None)
        if self._thread.ident is not None:
            self._thread.join()
        self._channel.close()

    def _read(self) -> None:
        try:
            for data in self._call:
                self._trio.run_sync_soon(self._sender.send_nowait, (time.monotonic(), data))
        except grpc.RpcError:
            pass
        self._trio.run_sync_soon(self._sender.close)


@contextmanager
def open_client(port: int, token: str | None = None, **settings: object) -> Iterator[Client]:
    """A client that is gone after the block, whatever happens."""
    client = Client(port, token, **settings)
    try:
        yield client
    finally:
        client.close()


class Passive:
    """Checks and calls, and stands pat: every hand goes to a showdown, and three decisions each is a hand of two."""

    def __init__(self, info: TableInfo) -> None:
        """As a factory of built-in bots."""

    def act(self, view: object) -> int:
        return next(code for code in (Kind.CHECK, Kind.CALL, 32) if code in view.legal)


def spec_of(
    *players: str, deals: int = 2, clock: ClockLimits = PATIENT, all_in: bool = False, carry: bool = False, seed: bytes = b"s" * 32
) -> MatchSpec:
    """A match of one leg."""
    ruleset = CARRY if carry else ALL_IN if all_in else FiveCardDrawRuleset()
    return MatchSpec("m", "Test", "five_card_draw", ruleset, players, seed, deals, mirrored=False, clock=clock)


def bonus_spec_of(
    ruleset: HoldemBonusRuleset = FIXED, deals: int = 2, *, clock: ClockLimits = PATIENT, seed: bytes = b"s" * 32
) -> MatchSpec:
    """A match against the house."""
    return MatchSpec("m", "Test", "holdem_bonus", ruleset, ("bot",), seed, deals, clock=clock)


def open_table(spec: MatchSpec, *seats: Seat, leg: Leg | None = None) -> Table:
    """A table of the first leg, opened."""
    table = Table(leg or Leg(spec, 0), seats)
    table.open_nowait()
    return table


@dataclass
class Game:
    """A bot that has said Hello and sits at a table as player 0: with a passive one of ours, or alone against the house."""

    lobby: Lobby
    token: str
    seat: BotSeat
    client: Client
    table: Table

    def again(self) -> Client:
        """Another stream with the same token; to be closed by the test."""
        return Client(self.lobby.port, self.token)


@asynccontextmanager
async def open_game(
    deals: int = 2, clock: ClockLimits = PATIENT, bot: object = Passive, *, carry: bool = False, **hello: object
) -> AsyncIterator[Game]:
    """A lobby, a client that has said Hello, and a table of two with ``bot`` on the other side."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(**hello)
            await client.receive_kind("welcome")
            table = open_table(spec_of("bot", "other", deals=deals, clock=clock, carry=carry), seat, LocalSeat(bot))
            yield Game(lobby, token, seat, client, table)


@asynccontextmanager
async def open_bonus_game(
    ruleset: HoldemBonusRuleset = FIXED, deals: int = 2, clock: ClockLimits = PATIENT, **hello: object
) -> AsyncIterator[Game]:
    """The same at a table against the house."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(**hello)
            await client.receive_kind("welcome")
            yield Game(lobby, token, seat, client, open_table(bonus_spec_of(ruleset, deals, clock=clock), seat))


_PASSIVE = ("CHECK", "CALL", "DRAW", "BET", "STAKE")


def passive(request: play_pb2.Request) -> play_pb2.Answer:
    """What ``Passive`` would do, as an answer; against the house the smallest ante and the flop bet, so that hands get to their end."""
    legal = {action.kind: action for action in request.legal_actions}
    kind = next(kind for wish in _PASSIVE if (kind := ActionKind.Value(f"ACTION_KIND_{wish}")) in legal)
    return play_pb2.Answer(decision_id=request.decision_id, kind=kind, ante_chips=legal[kind].min_ante_chips)


def random_stake(request: play_pb2.Request, random: Random) -> tuple[int, int]:
    """A legal ante and bonus bet, by what the fields of the contract say."""
    limits = request.legal_actions[0]
    ante = random.randrange(limits.min_ante_chips, limits.max_ante_chips + 1, limits.ante_step_chips)
    most = limits.max_bonus_chips
    if request.holdem_bonus.HasField("bankroll_chips"):
        most = min(most, request.holdem_bonus.bankroll_chips - 3 * ante)
    return ante, random.randint(0, most)


def random_answers(random: Random) -> Callable[[play_pb2.Request], play_pb2.Answer]:
    """Legal answers, all kinds of them; folds are rarer, so that hands get on."""

    def decide(request: play_pb2.Request) -> play_pb2.Answer:
        kinds = [action.kind for action in request.legal_actions]
        kind = random.choice(kinds)
        if kind == ActionKind.ACTION_KIND_FOLD and random.random() < 0.6:
            kind = random.choice(kinds)
        answer = play_pb2.Answer(decision_id=request.decision_id, kind=kind)
        if kind == ActionKind.ACTION_KIND_DRAW:
            cards = request.five_card_draw.hole_cards
            own = [cards[at : at + 2] for at in range(0, 10, 2)]
            answer.discards = "".join(random.sample(own, random.randint(0, 3)))
        elif kind == ActionKind.ACTION_KIND_STAKE:
            answer.ante_chips, answer.bonus_chips = random_stake(request, random)
        return answer

    return decide

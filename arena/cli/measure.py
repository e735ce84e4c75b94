"""What ``arena bench`` measures in one process: hands, strengths, a table's own work. CPU seconds of this process throughout.

The peers are in ``bench_peers``.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count as count_up
from itertools import islice

import numpy as np

from arena.dealer import LocalSeat, Table
from arena.matches import Leg, MatchSpec, TableInfo
from arena.rules import AnyView, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, deal_cards, strength, strength7, strengths
from arena.v1 import play_pb2
from arena.wire import BotSeat
from arena.wire.session import Session

RULESET = FiveCardDrawRuleset()
Work = Callable[[], int]
"""A few milliseconds of work, going on where it stopped; returns how many things it did."""
_ROUNDS = 3
_TURNS = 150


def rates(works: Sequence[Work], turns: int = _TURNS) -> list[float]:
    """Things done a CPU second by each work, over all its turns.

    Turns are short and go round, because a shared processor changes its speed by half from one moment to the next: so every work
    gets the same share of slow ones, and the ratios hold where no figure does.
    """
    done, spent = [0] * len(works), [0] * len(works)
    for _ in range(turns):
        for place, work in enumerate(works):
            began = time.process_time_ns()
            done[place] += work()
            spent[place] += time.process_time_ns() - began
    return [1e9 * count / max(1, took) for count, took in zip(done, spent, strict=True)]


def our_hands(players: int, count: int = 300) -> Work:
    """Whole hands with uniformly random legal actions, each from its own deal."""
    hands = random_hands(players)

    def work() -> int:
        for _ in islice(hands, count):
            pass
        return count

    return work


def mean_decisions(players: int, count: int = 2000) -> float:
    """Decisions in such a hand, draws among them."""
    return sum([len(hand.log) for hand in islice(random_hands(players), count)]) / count


def random_hands(players: int) -> Iterator[Hand]:
    """Hands played to their end, without end."""
    draw = random.Random(1).random
    for number in count_up():
        hand = Hand(RULESET, deal_cards(number.to_bytes(32, "big"), 8 * players), players)
        act = hand.act
        while legal := hand.legal:
            act(legal[int(draw() * len(legal))])
        yield hand


def our_deals(cards: int, count: int = 1500) -> Work:
    """The dealing of so many cards alone, each deal from its own key."""
    keys = [number.to_bytes(32, "big") for number in range(count)]

    def work() -> int:
        for key in keys:
            deal_cards(key, cards)
        return count

    return work


def our_strengths(cards: int, count: int = 10_000) -> Work:
    """Strengths of five or seven cards, one hand at a time."""
    rng = random.Random(2)
    hands = [rng.sample(range(52), cards) for _ in range(count)]
    one = {5: strength, 7: strength7}[cards]

    def work() -> int:
        for hand in hands:
            one(hand)
        return count

    return work


def our_batch_strengths(cards: int, size: int, count: int = 100_000) -> Work:
    """The same, ``size`` hands at a time, a card in a byte."""
    rng = np.random.default_rng(2)
    chunks = [rng.random((size, 52)).argpartition(cards, axis=1)[:, :cards].astype(np.uint8) for _ in range(count // size)]

    def work() -> int:
        for chunk in chunks:
            strengths(chunk)
        return size * len(chunks)

    return work


class Passive:
    """Checks and calls, stands pat: the cheapest bot of the draw game there is."""

    def __init__(self, info: TableInfo) -> None:
        """Needs nothing of it."""

    def act(self, view: AnyView) -> int:
        """The code."""
        assert isinstance(view, FiveCardDrawView)
        return passive_code(view.legal)


def passive_code(legal: tuple[int, ...]) -> int:
    """Check, else call, else stand pat."""
    return Kind.CHECK if Kind.CHECK in legal else Kind.CALL if Kind.CALL in legal else legal[0]


def table_cost(batch: int, hands: int = 3000) -> float:
    """Microseconds of our CPU for one decision at a table over the protocol, gRPC and the bot excluded.

    Two bots play each other through fake streams that answer at once; what the fakes' own work takes is measured afterwards, on the
    same messages, and taken off. The best of a few rounds.
    """
    spec = MatchSpec("bench", "bench", "five_card_draw", RULESET, ("a", "b"), bytes(32), hands)
    best = float("inf")
    for _ in range(_ROUNDS):
        seats = [BotSeat("a", "a"), BotSeat("b", "b")]
        fakes = [_FakeStream(seat, batch) for seat in seats]
        table = Table(Leg(spec, 0), seats)
        began = time.process_time()
        table.open_nowait()
        while table.result is None:
            for seat in seats:
                seat.work_nowait()
        spent = time.process_time() - began
        began = time.process_time()
        count = sum([fake.answer_again() for fake in fakes])
        best = min(best, (spent - (time.process_time() - began)) / count)
    return 1e6 * best


class _FakeStream:
    """A stream to a passive bot that answers at once."""

    def __init__(self, seat: BotSeat, batch: int) -> None:
        self.can_send = True
        self._messages: list[bytes] = []
        self._session = Session(self, notify=lambda: None)  # type: ignore[arg-type]
        seat.attach_nowait(self._session, play_pb2.Hello(max_in_flight=batch))

    def send_nowait(self, number: int, data: bytes) -> None:
        """Take a message, answer what it asks."""
        self._messages.append(data)
        answers = answers_to(data)
        self._session.written_nowait(self, number, time.monotonic())  # type: ignore[arg-type]
        if answers is not None:
            data = play_pb2.PlayRequest(answers=answers).SerializeToString()
            self._session.received_nowait(self, data, time.monotonic())  # type: ignore[arg-type]

    def answer_again(self) -> int:
        """The bot's part of the work alone; how many answers it gave."""
        count = 0
        for data in self._messages:
            answers = answers_to(data)
            if answers is not None:
                play_pb2.PlayRequest(answers=answers).SerializeToString()
                count += len(answers.answers)
        return count

    def release_nowait(self, count: int) -> None:
        """Nothing is held."""

    def fence_nowait(self) -> None:
        """Nothing runs out here."""

    def close_nowait(self, ending: object) -> None:
        """Nothing to close."""


def answers_to(data: bytes) -> play_pb2.Answers | None:
    """A passive bot's answers to a message of the arena; None when it asks nothing."""
    response = play_pb2.PlayResponse.FromString(data)
    if not response.HasField("requests"):
        return None
    answers = play_pb2.Answers()
    for request in response.requests.requests:
        code = passive_code(tuple(action.kind for action in request.legal_actions))
        answers.answers.add(decision_id=request.decision_id, kind=code)
    return answers


def local_seat() -> LocalSeat:
    """A passive bot at a table."""
    return LocalSeat(Passive)

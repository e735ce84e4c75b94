"""What ``arena bench`` measures in one process: hands, strengths, a table's own work. CPU seconds of this process throughout.

A peer that is not installed is left out. Each figure is the best of a few rounds, since these are lower bounds of cost on a shared machine.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from arena.dealer import LocalSeat, Table
from arena.matches import Leg, MatchSpec, TableInfo
from arena.rules import AnyView, FiveCardDrawRuleset, Hand, Kind, deal_cards, strength, strength7, strengths
from arena.v1 import play_pb2
from arena.wire import BotSeat
from arena.wire.session import Session

RULESET = FiveCardDrawRuleset()
_ROUNDS = 3


def rate(work: Callable[[], int], rounds: int = _ROUNDS) -> float:
    """Things done a CPU second, the best of a few rounds; ``work`` returns how many it did."""
    best = 0.0
    for _ in range(rounds):
        began = time.process_time()
        done = work()
        best = max(best, done / (time.process_time() - began))
    return best


def our_hands(players: int, count: int = 4000) -> Callable[[], int]:
    """Whole hands with uniformly random legal actions, each from its own deal."""

    def work() -> int:
        draw = random.Random(1).random
        for number in range(count):
            hand = Hand(RULESET, deal_cards(number.to_bytes(32, "big"), 8 * players), players)
            while hand.legal:
                hand.act(hand.legal[int(draw() * len(hand.legal))])
        return count

    return work


def pokerkit_hands(players: int, count: int = 120) -> Callable[[], int] | None:
    """The same game as a pokerkit State, or None where it is not installed."""
    try:
        import pokerkit as pk
    except ImportError:
        return None
    automatic = tuple(a for a in pk.Automation if a not in (pk.Automation.CARD_BURNING, pk.Automation.RUNOUT_COUNT_SELECTION))
    streets = (
        pk.Street(False, (False,) * 5, 0, False, pk.Opening.POSITION, RULESET.small_bet, 1 + RULESET.max_raises),
        pk.Street(False, (), 0, True, pk.Opening.POSITION, RULESET.big_bet, 1 + RULESET.max_raises),
    )
    fixed = pk.BettingStructure.FIXED_LIMIT

    def work() -> int:
        rng = random.Random(1)
        stacks = (10_000,) * players
        for _ in range(count):
            state = pk.State(automatic, pk.Deck.STANDARD, (pk.StandardHighHand,), streets, fixed, True, 1, 0, 0, stacks, players)
            while state.status:
                _random_step(state, rng)
        return count

    return work


def _random_step(state: Any, rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(rng.sample(cards, rng.randrange(4)))
        return
    choices = [state.check_or_call]
    if state.can_fold() and state.checking_or_calling_amount:
        choices.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        choices.append(state.complete_bet_or_raise_to)
    rng.choice(choices)()


def our_strengths(cards: int, count: int = 200_000) -> Callable[[], int]:
    """Strengths of five or seven cards, one hand at a time."""
    rng = random.Random(2)
    hands = [rng.sample(range(52), cards) for _ in range(count)]
    one = {5: strength, 7: strength7}[cards]

    def work() -> int:
        for hand in hands:
            one(hand)
        return count

    return work


def our_batch_strengths(cards: int, count: int = 1_000_000) -> Callable[[], int]:
    """The same, a thousand hands at a time, a card in a byte."""
    shuffled = np.random.default_rng(2).random((count, 52)).argpartition(cards, axis=1)
    hands = shuffled[:, :cards].astype(np.uint8).reshape(-1, 1000, cards)

    def work() -> int:
        for chunk in hands:
            strengths(chunk)
        return count

    return work


def pokerkit_strengths(cards: int, count: int = 3000) -> Callable[[], int] | None:
    """The same through pokerkit, its cards made beforehand; of seven, two are hole cards and five the board."""
    try:
        from pokerkit import Card, StandardHighHand
    except ImportError:
        return None
    from arena.rules import cards_text

    rng = random.Random(2)
    hands = [tuple(Card.parse(cards_text(rng.sample(range(52), cards)))) for _ in range(count)]

    def fives() -> int:
        for hand in hands:
            StandardHighHand(hand)
        return count

    def sevens() -> int:
        for hand in hands:
            StandardHighHand.from_game(hand[:2], hand[2:])
        return count

    return {5: fives, 7: sevens}[cards]


class Passive:
    """Checks and calls, stands pat: the cheapest bot there is."""

    def __init__(self, info: TableInfo) -> None:
        """Needs nothing of it."""

    def act(self, view: AnyView) -> int:
        """The code."""
        return passive_code(view.legal)


def passive_code(legal: tuple[int, ...]) -> int:
    """Check, else call, else stand pat."""
    return Kind.CHECK if Kind.CHECK in legal else Kind.CALL if Kind.CALL in legal else legal[0]


def table_cost(batch: int, hands: int = 3000) -> float:
    """Microseconds of our CPU for one decision at a table over the protocol, gRPC and the bot excluded.

    Two bots play each other through fake streams that answer at once; what the fakes' own work takes is measured afterwards, on the
    same messages, and taken off.
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

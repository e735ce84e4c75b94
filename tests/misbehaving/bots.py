"""Bots that do wrong, one for every fault, as scripts: what each sends back for a request it was told to spoil.

``FAULTS`` are wrongs that play survives: a fault is reported, the default is played, the session goes on. ``VIOLATIONS`` are wrongs
that end the session. ``play_badly`` drives a client: it spoils the requests it is told to and answers the others properly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import grpc

from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from tests.wire.playing import Client, passive

Answers = Sequence[play_pb2.Answer]


def never(request: play_pb2.Request) -> Answers:
    """Says nothing at all."""
    return []


def illegal_kind(request: play_pb2.Request) -> Answers:
    """Does what may not be done now: a draw in a betting round, a check at the draw."""
    legal = {action.kind for action in request.legal_actions}
    kind = ActionKind.ACTION_KIND_CHECK if ActionKind.ACTION_KIND_DRAW in legal else ActionKind.ACTION_KIND_DRAW
    return [play_pb2.Answer(decision_id=request.decision_id, kind=kind)]


def folds_for_nothing(request: play_pb2.Request) -> Answers:
    """Folds where a check is free."""
    return [play_pb2.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_FOLD)]


def stakes(request: play_pb2.Request) -> Answers:
    """An action of another game."""
    return [play_pb2.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_STAKE)]


def unknown_kind(request: play_pb2.Request) -> Answers:
    """A kind that does not exist."""
    return [play_pb2.Answer(decision_id=request.decision_id, kind=77)]


def no_kind(request: play_pb2.Request) -> Answers:
    """Forgets the kind."""
    return [play_pb2.Answer(decision_id=request.decision_id)]


def _draws(text: Callable[[str], str]) -> Callable[[play_pb2.Request], Answers]:
    def answer(request: play_pb2.Request) -> Answers:
        discards = text(request.five_card_draw.hole_cards)
        return [play_pb2.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_DRAW, discards=discards)]

    return answer


def _other_card(own: str) -> str:
    """A card the player does not hold."""
    held = {own[at : at + 2] for at in range(0, 10, 2)}
    return next(card for card in ("2c", "3c", "4c", "5c", "6c", "7c") if card not in held)


@dataclass(frozen=True)
class BadBot:
    """One fault."""

    answers: Callable[[play_pb2.Request], Answers]
    fault: str
    """The kind it must be reported as."""
    at_draw: bool | None = None
    """Only where the hand is (True) or is not (False) at the draw; anywhere when None."""

    def may_spoil(self, request: play_pb2.Request) -> bool:
        """Whether the fault is one here."""
        drawing = request.legal_actions[0].kind == ActionKind.ACTION_KIND_DRAW
        return self.at_draw is None or self.at_draw == drawing


FAULTS = {
    "never answers": BadBot(never, "late"),
    "illegal kind": BadBot(illegal_kind, "illegal"),
    "folds for nothing": BadBot(folds_for_nothing, "illegal", at_draw=False),
    "action of another game": BadBot(stakes, "illegal"),
    "unknown kind": BadBot(unknown_kind, "unreadable"),
    "no kind": BadBot(no_kind, "unreadable"),
    "another's card": BadBot(_draws(_other_card), "illegal", at_draw=True),
    "a card twice": BadBot(_draws(lambda own: own[:2] * 2), "illegal", at_draw=True),
    "four cards": BadBot(_draws(lambda own: own[:8]), "illegal", at_draw=True),
    "five cards": BadBot(_draws(lambda own: own), "illegal", at_draw=True),
    "half a card": BadBot(_draws(lambda own: own[:3]), "unreadable", at_draw=True),
    "cards that are none": BadBot(_draws(lambda _: "Zz"), "unreadable", at_draw=True),
    "lower case": BadBot(_draws(lambda own: own[:2].lower()), "unreadable", at_draw=True),
    "a very long text": BadBot(_draws(lambda own: own * 5_000), "illegal", at_draw=True),
    "a very long text of nothing": BadBot(_draws(lambda _: "?" * 50_000), "unreadable", at_draw=True),
}


@dataclass(frozen=True)
class Violation:
    """Something that ends a session."""

    messages: tuple[play_pb2.PlayRequest | bytes, ...]
    reason: str
    code: grpc.StatusCode = grpc.StatusCode.INVALID_ARGUMENT


_HELLO = play_pb2.PlayRequest(hello=play_pb2.Hello(software="bad"))
_ANSWER = play_pb2.PlayRequest(answers=play_pb2.Answers(answers=[play_pb2.Answer(decision_id=1)]))

AFTER_HELLO = {
    "answers before any request": Violation((_ANSWER,), "TOO_MANY_ANSWERS"),
    "no protobuf": Violation((b"\xff\xff\xff\xff",), "NOT_PROTOBUF"),
    "cut short": Violation((_ANSWER.SerializeToString()[:-1],), "NOT_PROTOBUF"),
    "text that is no UTF-8": Violation((b"\x12\x05\x0a\x03\x1a\x01\xff",), "NOT_PROTOBUF"),
    "a second Hello": Violation((_HELLO,), "SECOND_HELLO"),
    "an empty message": Violation((b"",), "EMPTY_MESSAGE"),
    "a message of the future": Violation((b"\xa2\x06\x00",), "EMPTY_MESSAGE"),
}
"""Sent after Welcome."""

INSTEAD_OF_HELLO = {
    "answers before Hello": Violation((_ANSWER, _HELLO), "NO_HELLO"),
    "leaves before Hello": Violation((play_pb2.PlayRequest(leave=play_pb2.Leave()),), "NO_HELLO"),
    "no protobuf": Violation((b"GET / HTTP/1.1\r\n",), "NOT_PROTOBUF"),
    "an empty message": Violation((b"",), "EMPTY_MESSAGE"),
}
"""Sent as the first message."""


async def play_badly(client: Client, bot: BadBot, spoiled: int = 1) -> tuple[play_pb2.TableClosed, list[play_pb2.Request]]:
    """Play a table to its end, spoiling the first ``spoiled`` requests that can be; the end, and what was spoiled."""
    bad: list[play_pb2.Request] = []
    while (message := await client.receive()) is not None:
        if message.HasField("table_closed"):
            return message.table_closed, bad
        answers: list[play_pb2.Answer] = []
        for request in message.requests.requests:
            if len(bad) < spoiled and bot.may_spoil(request):
                bad.append(request)
                answers += bot.answers(request)
            else:
                answers.append(passive(request))
        if answers:
            client.answer(*answers)
    raise AssertionError(f"the session ended: {client.ended()}")

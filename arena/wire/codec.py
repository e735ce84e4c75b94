"""What the arena says to a bot, as bytes. The games' own parts are in a module each, found by the game's name.

Requests are the hot path. They are put together from bytes: a message with its scalars set, cached fragments, and the
view as an embedded field; the result is exactly what protobuf would write for the whole message, fields in another order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.dealer import FaultNotice, Sitting
from arena.matches import Decision, LegResult, Seating, Status
from arena.rules import AnyRuleset, AnyView
from arena.v1 import play_pb2
from arena.wire import bonus_codec, draw_codec
from arena.wire.kinds import kind_of_words


class GameCodec(Protocol):
    """What a game's codec module has; its functions are given its own game's rulesets, views, hands and messages only."""

    def ruleset_message(self, ruleset: Any, /) -> Message:
        """A ruleset as it is told to bots."""

    def view_bytes(self, view: Any, seating: Seating, /) -> bytes:
        """A view, as the bytes of the game's message in a Request."""

    def legal_bytes(self, view: Any, /) -> bytes:
        """The legal actions of a view, as the bytes of a Request with nothing else set."""

    def read_answer(self, answer: play_pb2.Answer, hole_cards: Sequence[int], /) -> int:
        """The code of an answer by a player who holds these cards; the game says what it raises."""

    def read_ruleset(self, message: Any, /) -> AnyRuleset:
        """A ruleset as a bot was told it."""

    def read_view(self, request: play_pb2.Request, ruleset: Any, /) -> AnyView:
        """A request as the view it was made from."""

    def answer_message(self, decision_id: int, code: int, view: Any, /) -> play_pb2.Answer:
        """A code as the answer to a request."""

    def hand_end_message(self, hand: Any, seating: Seating, player: int, /) -> play_pb2.HandEnd:
        """What a player may know of a hand that is over, but for what every game has; ``seating`` is that of the hand."""

    def read_hand_end(self, end: play_pb2.HandEnd, ruleset: Any, /) -> AnyView | None:
        """A hand that is over as the view it was made from; None when the message has none."""


CODECS: dict[str, GameCodec] = {"five_card_draw": draw_codec, "holdem_bonus": bonus_codec}
"""By the game's name, which is also that of its fields in ``TableOpened`` and ``Request``."""

_FAULT_KINDS = {
    "late": play_pb2.FAULT_KIND_LATE,
    "illegal": play_pb2.FAULT_KIND_ILLEGAL,
    "unreadable": play_pb2.FAULT_KIND_UNREADABLE,
    "stale": play_pb2.FAULT_KIND_STALE,
    "gone": play_pb2.FAULT_KIND_GONE,
}
_STATUSES = {
    Status.COMPLETED: play_pb2.TABLE_STATUS_COMPLETED,
    Status.FORFEITED: play_pb2.TABLE_STATUS_FORFEITED,
    Status.VOID: play_pb2.TABLE_STATUS_VOID,
}
_VIEW_TAGS = {game: bytes([play_pb2.Request.DESCRIPTOR.fields_by_name[game].number << 3 | 2]) for game in CODECS}
_REQUESTS_TAG = bytes([4 << 3 | 2])
_REQUEST_TAG = bytes([1 << 3 | 2])


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is left when a message is made, in seconds."""

    move_s: float
    table_s: float


def duration(seconds: float) -> Duration:
    """Seconds as a Duration, to the microsecond."""
    whole, micros = divmod(round(seconds * 1_000_000), 1_000_000)
    return Duration(seconds=whole, nanos=micros * 1000)


def request_bytes(decision_id: int, sitting: Sitting, decision: Decision, clocks: Clocks, *, resent: bool) -> bytes:
    """One decision, as the bytes of a Request."""
    game = sitting.table.leg.spec.game_name
    codec = CODECS[game]
    view = decision.hand.view(decision.position)
    head = play_pb2.Request(
        decision_id=decision_id,
        table_id=sitting.info.table_id,
        hand_number=decision.number,
        resent=resent,
    ).SerializeToString()
    times = _times_fragment(clocks.move_s, clocks.table_s)
    body = codec.view_bytes(view, decision.seating)
    return b"".join((head, times, codec.legal_bytes(view), _VIEW_TAGS[game], _varint(len(body)), body))


def requests_bytes(number: int, requests: list[bytes]) -> bytes:
    """A PlayResponse that carries decisions."""
    parts = []
    for request in requests:
        parts += [_REQUEST_TAG, _varint(len(request)), request]
    body = b"".join(parts)
    return b"".join((play_pb2.PlayResponse(number=number).SerializeToString(), _REQUESTS_TAG, _varint(len(body)), body))


def read_answer(answer: play_pb2.Answer, sitting: Sitting, decision: Decision) -> int:
    """The code of an answer; the game's codec says what it raises."""
    codec = CODECS[sitting.table.leg.spec.game_name]
    return codec.read_answer(answer, decision.hand.hole[decision.position])


def table_opened(sitting: Sitting) -> play_pb2.TableOpened:
    """A table, as its players are told."""
    info, leg = sitting.info, sitting.table.leg
    message = play_pb2.TableOpened(
        table_id=info.table_id,
        tournament_name=info.tournament_name,
        hand_count=info.hand_count,
        player_names=info.player_names,
        player=info.player,
        clock=play_pb2.TableClock(
            move_limit=duration(info.clock.move_s),
            table_limit=duration(sitting.time.limit_s),
            grace=duration(info.clock.grace_s),
            incident_limit=info.clock.incident_limit,
        ),
        bot_seed=info.bot_seed,
        deal_commitment=info.deal_commitment,
    )
    game = leg.spec.game_name
    getattr(message, game).CopyFrom(CODECS[game].ruleset_message(info.ruleset))
    return message


def hand_end(sitting: Sitting, last: Decision) -> play_pb2.HandEnd:
    """A hand that is over, as a player is told; ``last`` was its last decision."""
    codec = CODECS[sitting.table.leg.spec.game_name]
    message = codec.hand_end_message(last.hand, last.seating, sitting.player)
    message.table_id, message.hand_number = sitting.info.table_id, last.number
    message.net_chips.extend(last.seating.by_player(last.hand.net or ()))
    return message


def fault_reported(notice: FaultNotice, decision_id: int) -> play_pb2.FaultReported:
    """A fault, as its bot is told."""
    fault = notice.fault
    return play_pb2.FaultReported(
        table_id=notice.sitting.info.table_id,
        decision_id=decision_id,
        kind=_FAULT_KINDS[fault.kind],
        detail=fault.detail,
        played=kind_of_words(fault.played),
        incident_count=notice.count,
        incident_limit=notice.sitting.incidents.limit,
    )


def table_closed(sitting: Sitting, result: LegResult) -> play_pb2.TableClosed:
    """The end of a table, as its players are told."""
    return play_pb2.TableClosed(
        table_id=sitting.info.table_id,
        status=_STATUSES[result.status],
        reason=result.reason,
        net_chips=sitting.table.leg.net_chips,
    )


@lru_cache(maxsize=1024)
def _times_fragment(move_s: float, table_s: float) -> bytes:
    """The times left; most requests of a message have the same."""
    return play_pb2.Request(move_time_left=duration(move_s), table_time_left=duration(table_s)).SerializeToString()


def _varint(value: int) -> bytes:
    """A length as protobuf writes it."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)

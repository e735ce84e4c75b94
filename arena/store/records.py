"""A hand as bytes: ``arena.v1.HandRecord``, one way only to write each hand.

Two different byte strings are never the same hand, so a digest over the bytes is a digest over the hands.
"""

from google.protobuf.message import DecodeError

from arena.errors import BadNotation
from arena.rules import HandRecord
from arena.v1 import hand_record_pb2


def encode_hand(record: HandRecord) -> bytes:
    """The bytes of a hand."""
    message = hand_record_pb2.HandRecord(
        deal_number=record.deal_number,
        actions=record.actions,
        net_chips=record.net_chips,
        stack_chips=record.stack_chips,
        seats=record.seats,
        ante_chips=record.stake[0],
        bonus_chips=record.stake[1],
        regrets=record.regrets,
    )
    return message.SerializeToString(deterministic=True)


def decode_hand(data: bytes) -> HandRecord:
    """The hand of some bytes.

    Raises:
        BadNotation: they are not what :func:`encode_hand` writes for any hand.
    """
    try:
        message = hand_record_pb2.HandRecord.FromString(data)
    except DecodeError:
        raise BadNotation("these bytes are no HandRecord") from None
    net, stacks, seats, regrets = map(tuple, (message.net_chips, message.stack_chips, message.seats, message.regrets))
    stake = (message.ante_chips, message.bonus_chips)
    record = HandRecord(message.deal_number, message.actions, net, stacks, seats, stake, regrets)
    if record.deal_number < 0:
        raise BadNotation(f"deal {record.deal_number}: deals are counted from 0", 0)
    written = encode_hand(record)
    if written != data:
        raise BadNotation("these bytes are a HandRecord, but not as this program writes it", _first_difference(written, data))
    return record


def _first_difference(one: bytes, other: bytes) -> int:
    pairs = zip(one, other, strict=False)
    return next((offset for offset, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))

"""Hands as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadNotation
from arena.rules import HandRecord
from arena.store import decode_hand, encode_hand
from arena.v1 import hand_record_pb2
from tests.store.storing import plan_of, play_plan, tournament

CHIPS = st.integers(-(2**63), 2**63 - 1)
RECORDS = st.builds(
    HandRecord,
    deal_number=st.integers(0, 2**31 - 1),
    actions=st.binary(max_size=40),
    net_chips=st.lists(CHIPS, max_size=6).map(tuple),
    stack_chips=st.lists(CHIPS, max_size=6).map(tuple),
)


@given(RECORDS)
def test_every_hand_comes_back_as_it_was(record):
    assert decode_hand(encode_hand(record)) == record


def test_a_hand_is_written_as_the_contract_says():
    """By hand: field 1 varint 7; field 2 two bytes; field 3 packed zigzag of 3 and −3, which are 6 and 5. Stacks are empty: absent."""
    assert encode_hand(HandRecord(7, bytes([2, 4]), (3, -3))).hex() == "0807" + "12020204" + "1a020605"


def test_no_single_changed_byte_is_the_same_hand():
    """Each of the 255 other values in each place is refused, or is visibly another hand with those very bytes."""
    plan = plan_of(tournament(), (0, 1))
    for record in play_plan(plan).legs[0].hands[:2]:
        data = encode_hand(record)
        for place in range(len(data)):
            for value in set(range(256)) - {data[place]}:
                changed = data[:place] + bytes([value]) + data[place + 1 :]
                try:
                    other = decode_hand(changed)
                except BadNotation:
                    continue
                assert other != record
                assert encode_hand(other) == changed


@given(st.binary(max_size=30))
def test_bytes_are_refused_or_written_again_alike(data):
    try:
        record = decode_hand(data)
    except BadNotation:
        return
    assert encode_hand(record) == data


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (bytes.fromhex("0807" + "7a0100"), 2),  # an unknown field 15
        (bytes.fromhex("088700"), 1),  # 7 as a varint of two bytes
        (bytes.fromhex("0801" + "0807"), 1),  # the deal number twice; the last one counts, 7
        (bytes.fromhex("12020204" + "0807"), 0),  # fields in the other order
        (bytes.fromhex("0800"), 0),  # a default written out
        (bytes.fromhex("08"), 0),  # cut off
        (bytes.fromhex("180618" + "05"), 0),  # net chips not packed
    ],
)
def test_a_hand_written_otherwise_is_refused_where_it_differs(data, offset):
    with pytest.raises(BadNotation) as caught:
        decode_hand(data)
    assert caught.value.offset == offset


def test_all_but_the_cut_off_one_are_hands_to_protobuf():
    """So it is our check that refuses them."""
    assert hand_record_pb2.HandRecord.FromString(bytes.fromhex("0807" + "2a0100")).deal_number == 7

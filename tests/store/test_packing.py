"""Small values in one column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import VerificationFailed
from arena.store import packing


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=6).map(tuple))
def test_pairings_come_back(pairing):
    assert packing.unpack_pairing(packing.pack_pairing(pairing)) == pairing


@given(st.integers(0, 6).flatmap(lambda count: st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * count), min_size=1)))
def test_chips_come_back(column):
    assert list(packing.unpack_chips([packing.pack_chips(chips) for chips in column])) == column


@given(st.integers(0, 6).flatmap(lambda count: st.lists(st.tuples(*[st.floats(allow_nan=False)] * count), min_size=1)))
def test_numbers_come_back_to_the_last_bit(column):
    """The sign of zero included; where there are none, nothing is kept."""
    kept = [packing.pack_numbers(numbers) for numbers in column]
    assert repr(list(packing.unpack_numbers(kept))) == repr(column)
    assert (kept[0] is None) == (column[0] == ())


@given(st.lists(st.integers(0, 255), max_size=6).map(tuple))
def test_counts_come_back(counts):
    assert packing.unpack_counts(packing.pack_counts(counts)) == counts


@given(st.lists(st.one_of(st.text(), st.floats(allow_nan=False), st.integers())).map(tuple))
def test_lists_come_back(values):
    text = packing.pack_list(values)
    assert packing.unpack_list(text) == values
    assert text.isascii()


@pytest.mark.parametrize(
    "damaged",
    [
        lambda: list(packing.unpack_chips([b"1234567"])),
        lambda: list(packing.unpack_chips([b"12345678", b"1234567"])),
        lambda: list(packing.unpack_chips([b"12345678", b"1234567812345678"])),
        lambda: list(packing.unpack_numbers([b"1234567"])),
        lambda: list(packing.unpack_numbers([b"12345678", None])),
        lambda: list(packing.unpack_numbers([None, b"12345678"])),
        lambda: packing.unpack_list("[1,"),
        lambda: packing.unpack_pairing(""),
    ],
)
def test_what_cannot_be_read_is_said_to_have_changed(damaged):
    with pytest.raises(VerificationFailed, match=r"^match ab: what is stored cannot be read: "), packing.reading("match ab"):
        damaged()

"""Seeds: each derivation recomputed with the standard library from the head of ``arena/matches/seeds.py``."""

import hashlib
import hmac
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches import SEED_SIZE, commitment, deal_key, derive_match_id, match_seed, seeds
from arena.rules import cards_text, deal_cards

SEEDS = st.binary(min_size=SEED_SIZE, max_size=SEED_SIZE)
NUMBERS = st.integers(0, 2**40)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 from its definition; keys here are shorter than the block of 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]) + message).digest()
    return hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]) + inner).digest()


def test_the_hmac_of_these_tests_is_that_of_the_standard_library():
    """Also RFC 4231, test case 2: key Jefe."""
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?") == hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256")
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == expected


@given(SEEDS, st.text(max_size=20), NUMBERS)
def test_a_match_seed_is_the_hmac_of_its_deal_stream_and_pass(master, deal_stream, pass_number):
    """Module docstring: deal stream ‖ 0x00 ‖ pass as eight bytes, big-endian."""
    message = deal_stream.encode("utf-8") + b"\0" + struct.pack(">Q", pass_number)
    assert match_seed(master, deal_stream, pass_number) == hmac_sha256(master, message)


@given(SEEDS, NUMBERS)
def test_a_deal_key_is_the_hmac_of_its_number(seed, number):
    """Module docstring: the number as eight bytes, big-endian."""
    assert deal_key(seed, number) == hmac_sha256(seed, struct.pack(">Q", number))


@given(SEEDS)
def test_a_commitment_is_the_sha256(seed):
    """Module docstring; 64 hexadecimal digits."""
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


def test_a_master_leads_to_a_known_deal():
    """The whole chain once, kept: master of zeros, stream ``a vs b``, pass 1, deal 2."""
    seed = match_seed(bytes(32), "a vs b", 1)
    assert seed.hex() == "4d5d6ab4f35585ab8f0f77c0e34289c99a99b500c46916c9940a609b0fcc16dd"
    assert cards_text(deal_cards(deal_key(seed, 2), 16)) == "8h8dQh6cKsTh3cJsQsKh2hTd6h9c6sKd"


@given(SEEDS, st.integers(0, 5))
def test_bots_own_seeds_are_63_bits_under_a_label_of_their_own(seed, seat):
    """Docstring of ``bot_seed``: the first eight bytes of the HMAC of ``bot SEAT``, less one bit."""
    number = struct.unpack(">Q", hmac_sha256(seed, f"bot {seat}".encode())[:8])[0]
    assert seeds.bot_seed(seed, seat) == number // 2 < 2**63


@given(SEEDS, st.integers(0, 5))
def test_tables_and_matches_are_named_from_labels_of_their_own(seed, number):
    """Twelve hexadecimal digits; the name of a table begins with t."""
    assert seeds.table_id(seed, number) == "t" + hmac_sha256(seed, f"table {number}".encode())[:6].hex()
    assert derive_match_id(seed, number) == hmac_sha256(seed, f"match {number}".encode())[:6].hex()


@pytest.mark.parametrize("label", [b"bot 0", b"table 0", b"match 0", b"match 10"])
def test_no_label_is_the_message_of_a_deal(label):
    """What bots are told says nothing about deals: a message that is eight bytes long must not be a deal number in use."""
    assert len(label) != 8 or int.from_bytes(label, "big") > 2**60


def test_everything_derived_is_different():
    """500 deals, 6 seats: no collision of keys."""
    seed = b"x" * 32
    keys = [deal_key(seed, number) for number in range(500)]
    bots = [seeds.bot_seed(seed, seat) for seat in range(6)]
    assert len(set(keys)) == 500
    assert len(set(bots)) == 6

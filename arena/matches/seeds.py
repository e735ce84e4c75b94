"""From one secret to every deal, and the promises made beforehand.

    master       32 secret bytes of a tournament
    match seed = HMAC-SHA-256(master, deal stream ‖ 0x00 ‖ pass as eight bytes, big-endian)
    deal key   = HMAC-SHA-256(match seed, deal number as eight bytes, big-endian)

The SHA-256 of the master and of each match seed is published before the first card (the commitment); it proves that deals
were not changed afterwards. Bots' own seeds and table names come from the match seed too, under labels of their own, and
tell nothing about the deals.
"""

import hashlib
import hmac

SEED_SIZE = 32


def match_seed(master: bytes, deal_stream: str, pass_number: int) -> bytes:
    """The seed of the match that plays a deal stream in a pass."""
    return _derive(master, deal_stream.encode() + b"\0" + pass_number.to_bytes(8, "big"))


def deal_key(seed: bytes, deal_number: int) -> bytes:
    """The key of a match's deal."""
    return _derive(seed, deal_number.to_bytes(8, "big"))


def commitment(seed: bytes) -> str:
    """SHA-256 of a seed or master, 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def bot_seed(seed: bytes, seat: int) -> int:
    """A number from 0 to 2^63 − 1 for the own randomness of whoever sits in a seat, where seats are not drawn.

    It is the seat's in every leg, as the deals are: so two equal bots play mirrored deals exactly alike and tie, whatever they leave to
    chance, and what two nearly equal ones leave to chance is mirrored too.
    """
    return int.from_bytes(_derive(seed, b"bot %d" % seat)[:8], "big") >> 1


def circle(seed: bytes, deal_number: int, players: int) -> tuple[int, ...]:
    """Players in the order in which they sit around the table, clockwise, on a deal where that is drawn; any order is as likely."""
    return tuple(sorted(range(players), key=lambda player: _derive(seed, b"circle %d %d" % (deal_number, player))))


def table_id(seed: bytes, leg: int) -> str:
    """What bots call a leg's table; it does not tell which leg it is."""
    return "t" + _derive(seed, b"table %d" % leg)[:6].hex()


def derive_match_id(seed: bytes, attempt: int, place: str = "") -> str:
    """What people call a match; ``place`` tells apart those that are played on the same seed."""
    return _derive(seed, f"match {attempt} {place}".rstrip().encode())[:6].hex()


def _derive(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")

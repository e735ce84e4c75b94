"""Small values in one column: pairings as text, chips packed, lists as JSON; and what is said when one cannot be read back."""

import json
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

from arena.errors import VerificationFailed


def pack_pairing(pairing: Sequence[int]) -> str:
    """``0-1`` for entrants 0 and 1, in player order."""
    return "-".join(map(str, pairing))


def unpack_pairing(text: str) -> tuple[int, ...]:
    """Entrants, in player order."""
    return tuple(map(int, text.split("-")))


def pack_chips(chips: Sequence[int]) -> bytes:
    """Eight bytes a number, signed, little-endian."""
    return _chips(8 * len(chips)).pack(*chips)


def unpack_chips(data: bytes) -> tuple[int, ...]:
    """The numbers."""
    return _chips(len(data)).unpack(data)


def pack_numbers(numbers: Sequence[float]) -> bytes:
    """Eight bytes a number, IEEE 754, little-endian."""
    return struct.pack(f"<{len(numbers)}d", *numbers)


def unpack_numbers(data: bytes) -> tuple[float, ...]:
    """The numbers."""
    return struct.unpack(f"<{len(data) // 8}d", data)


def pack_counts(counts: Sequence[int]) -> bytes:
    """A byte a number, 0 to 255."""
    return bytes(counts)


@lru_cache(4096)
def unpack_counts(data: bytes) -> tuple[int, ...]:
    """The numbers; cached, since they are few and nearly always zeros."""
    return tuple(data)


def pack_list(values: Sequence[Any]) -> str:
    """JSON, in ASCII: any text survives any database."""
    return json.dumps(values, separators=(",", ":"))


def unpack_list(text: str) -> tuple[Any, ...]:
    """The values."""
    return tuple(json.loads(text))


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Something stored is being read.

    Raises:
        VerificationFailed: it cannot be; it was changed after it was stored. Names ``where``.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, struct.error) as error:
        raise VerificationFailed(f"{where}: what is stored cannot be read: {error}") from error


@cache
def _chips(size: int) -> struct.Struct:
    return struct.Struct(f"<{size // 8}q")

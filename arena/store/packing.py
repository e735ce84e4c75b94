"""Small values in one column: pairings as text, chips packed, lists as JSON; and what is said when one cannot be read back."""

import json
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import repeat
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


def unpack_chips(column: Sequence[bytes]) -> Iterator[tuple[int, ...]]:
    """The numbers of each value of a column; all values have as many."""
    return map(_chips(len(column[0])).unpack, column)


def pack_numbers(numbers: Sequence[float]) -> bytes | None:
    """Eight bytes a number, IEEE 754, little-endian; None for no numbers."""
    return _numbers(8 * len(numbers)).pack(*numbers) if numbers else None


def unpack_numbers(column: Sequence[bytes | None]) -> Iterator[tuple[float, ...]]:
    """The numbers of each value of a column; all values have as many, or none."""
    if column[0] is not None:
        return map(_numbers(len(column[0])).unpack, column)  # type: ignore[arg-type] # None is a TypeError, which is meant
    if any(column):
        raise ValueError("some blocks have numbers, others have not")
    return repeat((), len(column))


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


@cache
def _numbers(size: int) -> struct.Struct:
    return struct.Struct(f"<{size // 8}d")

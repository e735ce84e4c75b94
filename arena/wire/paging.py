"""Pages of a list that is read from its newest item on: how many, and where the next one begins.

A page token names the last item of the page before and what was asked for, so that it fits no other list; items that are added meanwhile
come before the first page and move nothing.
"""

import hashlib
import re

import grpc

from arena.wire.bridge import Ending
from arena.wire.calls import Refused

PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
_TOKEN = re.compile(r"([0-9]{1,18})-([0-9a-f]{16})", re.ASCII)


def page_size_of(asked: int) -> int:
    """How many items a page has.

    Raises:
        Refused: fewer than none were asked for.
    """
    if asked < 0:
        message = f"page_size = {asked}: must be 1 to {MAX_PAGE_SIZE}, or 0 for {PAGE_SIZE}"
        raise Refused(Ending(grpc.StatusCode.INVALID_ARGUMENT, message, "BAD_PAGE_SIZE"))
    return min(asked or PAGE_SIZE, MAX_PAGE_SIZE)


def page_token(last: int, asked: str) -> str:
    """The token of the page that begins below the item numbered ``last``.

    Args:
        last: at least 0.
        asked: what the list is of; the same text for the same list.
    """
    return f"{last}-{_mark(asked)}"


def read_page_token(token: str, asked: str) -> int | None:
    """The number below which a page begins; None for the first page.

    Raises:
        Refused: it is no token of this list.
    """
    if not token:
        return None
    found = _TOKEN.fullmatch(token)
    if found is None or found[2] != _mark(asked):
        message = "page_token: must be the next_page_token of a page of the same list, filters included; or empty for its first page"
        raise Refused(Ending(grpc.StatusCode.INVALID_ARGUMENT, message, "BAD_PAGE_TOKEN"))
    return int(found[1])


def _mark(asked: str) -> str:
    return hashlib.sha256(asked.encode()).hexdigest()[:16]

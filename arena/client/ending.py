"""What may end :func:`play` that is no bug of the bot: exceptions whose message is one line, for whoever started the bot.

A program that catches none of them ends with that line on standard error and status 1, without a traceback: there is nothing to look for
in its code. An exception of the bot's own functions is not among them, and keeps its traceback.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeAlias

import grpc

_Hook: TypeAlias = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class PlayError(Exception):
    """Play could not begin, or not go on. The message says what is wrong, and what would do."""


class BadSettings(PlayError):
    """Where the arena is, or the bot's token, is missing or cannot be."""


class ArenaUnreachable(PlayError):
    """No arena answers at the address, or none any more."""


class ArenaRefused(PlayError):
    """The arena turned the bot away, or ended its session, for good."""

    def __init__(self, message: str, code: grpc.StatusCode) -> None:
        super().__init__(message)
        self.code = code
        """As in the table of the contract (proto/README.md)."""


class Interrupted(KeyboardInterrupt):
    """Somebody stopped the program while it waited for the arena."""


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Of these exceptions that leave the block, and that nobody catches, only the message is shown."""
    try:
        yield
    except (PlayError, Interrupted):
        if not isinstance(sys.excepthook, _OneLine):
            sys.excepthook = _OneLine(sys.excepthook)
        raise


class _OneLine:
    """Shows exceptions that nobody caught."""

    def __init__(self, otherwise: _Hook) -> None:
        self._otherwise = otherwise

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, PlayError | Interrupted):
            say(str(error))
        else:
            self._otherwise(kind, error, trace)


def say(text: str) -> None:
    """A line for people, whole."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

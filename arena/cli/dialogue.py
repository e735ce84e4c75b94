"""A conversation with a person, line by line: the program says something and asks, the person answers, until one of them is done.

Nothing of it draws on the screen, so it works over a pipe, in tmux and with a screen reader. What is said and asked is a
:class:`Dialogue`'s matter, which does no I/O and so can be tested without a terminal; here its lines are shown and answers read. At a
terminal lines are wrapped between words, a number or a card never cut, and red suits are red; elsewhere a line stays a line, and
the answer that was read is written behind the question, so that what comes out reads as a whole.

A dialogue ends when it says so, when its input does (Ctrl-D), or by Ctrl-C; however it ends, it has the last word.
"""

import importlib
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from io import TextIOWrapper
from typing import Protocol

from rich.console import Console
from rich.text import Text

from arena.cli.text import visible

RED_CARDS = r"(?<!\w)(?:10|[2-9JQKA])[♥♦]"
LEAST_WIDTH = 20

Reader = Callable[[str], str | None]
"""Asks a question and gives the answer; None when there is no more input."""


class Tone(Enum):
    """How a line is meant; the value is its style."""

    PLAIN = ""
    HEADING = "bold"
    REFUSAL = "yellow"


@dataclass(frozen=True, slots=True)
class Line:
    """Something said; spaces at its beginning indent all of it."""

    text: str
    tone: Tone = Tone.PLAIN


class Dialogue(Protocol):
    """One side of a conversation."""

    @property
    def prompt(self) -> str:
        """What stands before an answer."""

    @property
    def over(self) -> bool:
        """Whether nothing more is asked."""

    def open(self) -> Sequence[Line]:
        """What is said first."""

    def take(self, answer: str) -> Sequence[Line]:
        """What is said to an answer."""

    def leave(self) -> Sequence[Line]:
        """The last word, at any moment."""


def hold(dialogue: Dialogue, out: Console, read: Reader) -> None:
    """Hold a dialogue to its end."""
    try:
        show(out, dialogue.open())
        while not dialogue.over and (answer := read(dialogue.prompt)) is not None:
            show(out, dialogue.take(answer))
    except KeyboardInterrupt:
        out.print()
    show(out, dialogue.leave())


def show(out: Console, lines: Sequence[Line]) -> None:
    """Show what is said."""
    for line in lines:
        width = max(LEAST_WIDTH, out.width) if out.is_terminal else len(line.text) + 1
        for piece in wrapped(line.text, width) or [""]:
            text = Text(piece if fits(piece, out.encoding) else _unaccented(piece), line.tone.value)
            text.highlight_regex(RED_CARDS, "bold red")
            out.print(text, soft_wrap=True)


def wrapped(text: str, width: int) -> list[str]:
    """The pieces of a line, none wider than ``width`` but for a word that is; further ones are indented as it is, and a little more."""
    indent = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(text, width, subsequent_indent=indent and indent + "  ", break_long_words=False, break_on_hyphens=False)


def fits(text: str, encoding: str) -> bool:
    """Whether an encoding has all letters and signs of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _unaccented(text: str) -> str:
    """For an encoding without accents and unusual spaces."""
    return "".join([letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)])


def standard_input() -> Reader:
    """Asks at standard input: at a terminal with readline's keys, where there are some. Bytes that are no text become question marks."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _read
    with suppress(ImportError):
        importlib.import_module("readline")  # input() uses it once it is there
    return _ask


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt)
    except (EOFError, OSError):  # the terminal may be gone
        print()
        return None


def _read(prompt: str) -> str | None:
    print(prompt, end="", flush=True)
    line = ""
    with suppress(OSError):
        line = sys.stdin.readline() if sys.stdin is not None else ""
    print(visible(line.rstrip("\r\n")))
    return line or None

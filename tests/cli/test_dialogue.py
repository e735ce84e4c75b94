"""How a conversation is shown and read."""

import io

import pytest
from rich.console import Console

from arena.cli.dialogue import Line, Tone, fits, hold, show, wrapped

NBSP = "\u00a0"


class Echo:
    """Says what it hears; ``stop`` is enough for it, and ``oops`` a bug in it."""

    def __init__(self):
        self.over = False
        self.prompt = "say> "

    def open(self):
        return [Line("hello", Tone.HEADING)]

    def take(self, answer):
        if answer == "interrupt":
            raise KeyboardInterrupt
        self.over = answer == "stop"
        return [Line(f"heard {answer}")]

    def leave(self):
        return [Line("bye")]


def reader(*answers):
    """Gives these answers; one that is an exception is raised."""
    left = list(answers)

    def read(prompt):
        answer = left.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return read


def console(**options):
    return Console(file=io.StringIO(), highlight=False, markup=False, emoji=False, **options)


@pytest.mark.parametrize(
    ("answers", "heard"),
    [
        (("a", "stop"), ["heard a", "heard stop"]),
        (("a", None), ["heard a"]),
        ((None,), []),
        (("a", KeyboardInterrupt()), ["heard a", ""]),
        (("interrupt",), [""]),
    ],
)
def test_a_dialogue_has_the_last_word_however_it_ends(answers, heard):
    """By itself, at the end of input, and by Ctrl-C while it is asking or answering."""
    out = console()
    hold(Echo(), out, reader(*answers))
    assert out.file.getvalue().splitlines() == ["hello", *heard, "bye"]


def test_lines_stay_whole_where_nobody_looks():
    """A pipe and a screen reader get a sentence on one line."""
    out = console(width=20)
    show(out, [Line("word " * 30 + "end"), Line(""), Line("  indented")])
    assert out.file.getvalue() == "word " * 30 + "end\n\n  indented\n"


def test_lines_are_wrapped_at_a_terminal():
    out = console(width=30, force_terminal=True, color_system=None)
    show(out, [Line("  one two three four five six seven eight"), Line("short")])
    assert out.file.getvalue().splitlines() == ["  one two three four five six", "    seven eight", "short"]


def test_numbers_and_long_words_are_never_cut():
    assert wrapped(f"about 1{NBSP}234{NBSP}567 chips", 12) == ["about", f"1{NBSP}234{NBSP}567", "chips"]
    assert wrapped("sum " + "f" * 64, 50) == ["sum", "f" * 64]
    assert wrapped("ace-king of one suit", 8) == ["ace-king", "of one", "suit"]


def test_red_suits_are_red_and_nothing_else_is():
    out = console(force_terminal=True, color_system="standard", width=80)
    show(out, [Line("A♥ 10♦ 2♠ K♣ chips")])
    assert out.file.getvalue() == "\x1b[1;31mA♥\x1b[0m \x1b[1;31m10♦\x1b[0m 2♠ K♣ chips\n"


def test_what_an_encoding_lacks_is_written_without_accents():
    raw = io.BytesIO()
    out = Console(file=io.TextIOWrapper(raw, encoding="ascii", errors="replace"), highlight=False, markup=False)
    show(out, [Line(f"hjälp: 1{NBSP}000"), Line("As Kh")])
    out.file.flush()
    assert raw.getvalue() == b"hjalp: 1 000\nAs Kh\n"


@pytest.mark.parametrize(("encoding", "signs"), [("utf-8", True), ("ascii", False), ("latin-1", False), ("nosuch", False)])
def test_encodings_are_asked_for_signs(encoding, signs):
    assert fits("♣♦♥♠", encoding) == signs

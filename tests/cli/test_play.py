"""`arena play`: a person at a terminal, over a pipe, and by mistake."""

import fcntl
import hashlib
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios

import pytest

from arena.cli.play_bonus import seed_of
from arena.errors import ConfigError
from arena.languages.choosing import VARIABLES
from arena.matches import SEED_SIZE, deal_key
from arena.rules import cards_text, deal_cards

WAIT_S = 60.0
SCRIPT = b"a 25\nb 5\nd\nb\nb\nc\nr\nf\n"
STYLES = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?2004[hl]")


def environment(**variables):
    kept = {key: value for key, value in os.environ.items() if key not in (*VARIABLES, "COLUMNS", "NO_COLOR")}
    return kept | {"PYTHONUTF8": "1", "TERM": "xterm"} | variables


@pytest.fixture
def piped(arena, monkeypatch):
    """A sitting in this process, over pipes; exit code, lines, errors."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)

    def call(*options, typed=SCRIPT, **variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        done = arena("play", "holdem_bonus", *options)
        return done.code, done.out.splitlines(), done.err

    return call


class Terminal:
    """A sitting in a terminal of its own."""

    def __init__(self, *options, columns=80, **variables):
        self.screen = ""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        command = [sys.executable, "-m", "arena", "play", "holdem_bonus", *options]
        self._process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**variables),
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(theirs)
        self._ours = ours

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def wait_for(self, prompt, times=1):
        while self.screen.count(prompt) < times:
            assert self._read(), f"no {prompt!r} in {self.screen!r}"

    def type(self, text, prompt, times=1):
        os.write(self._ours, text.encode())
        self.wait_for(prompt, times)

    def end(self, key):
        """Press a key that ends it; the exit code and the last lines."""
        press_until_heard(lambda: os.write(self._ours, key), self._ours)
        while self._read():
            pass
        return self._process.wait(WAIT_S), STYLES.sub("", self.screen).splitlines()

    def _read(self):
        ready, _, _ = select.select([self._ours], [], [], WAIT_S)
        assert ready, f"nothing came for {WAIT_S} s after {self.screen!r}"
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.screen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


def press_until_heard(press, stream):
    """Press, and again while nothing comes back: an interrupt between prompt and wait is only noticed at the next key."""
    for _ in range(10):
        press()
        if select.select([stream], [], [], WAIT_S / 10)[0]:
            return


def _take_terminal():
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


# Over a pipe


@pytest.mark.slow
def test_a_sitting_over_a_pipe_reads_as_a_whole(piped):
    """The answers stand behind their questions, and the end of input ends it like `quit`."""
    code, lines, errors = piped("--seed", "2a")
    assert (code, errors) == (0, "")
    assert "stake> a 25" in lines
    assert "flop> b" in lines
    assert lines[-6] == "You played 2 hands. Net: +175. You have 1,175 chips."
    assert lines[-1] == "2a".zfill(64)
    assert piped("--seed", "2a", typed=SCRIPT + b"quit\n")[1][-6:] == lines[-6:]


@pytest.mark.slow
def test_a_seed_deals_the_same_hands_and_keeps_its_promise(piped):
    """The seed that a secret sitting tells is the one that was promised, and dealt."""
    _, lines, _ = piped()
    seed = bytes.fromhex(lines[-1])
    assert len(seed) == SEED_SIZE
    assert lines[3] == hashlib.sha256(seed).hexdigest()
    again = piped("--seed", lines[-1])[1]
    assert lines[4:] == again[4:]
    assert again[2].startswith("You chose the seed")
    first = deal_cards(deal_key(seed, 0), 3)
    signs = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠", "T": "10"})
    assert f"Your cards: {cards_text(first[:1]).translate(signs)} {cards_text(first[2:]).translate(signs)}" in lines
    assert piped()[1][-1] != lines[-1]


@pytest.mark.parametrize(
    ("options", "variables", "words"),
    [
        ((), {}, "You played 2 hands."),
        (("--language", "sv"), {}, "Du spelade 2 spel."),
        ((), {"LANG": "sv_SE.UTF-8"}, "Du spelade 2 spel."),
        ((), {"LANG": "sv_SE.UTF-8", "LC_ALL": "C.UTF-8"}, "You played 2 hands."),
        (("--language", "en"), {"LANG": "sv_SE.UTF-8"}, "You played 2 hands."),
    ],
)
def test_the_language_is_the_option_s_else_the_environment_s(piped, options, variables, words):
    code, lines, _ = piped(*options, "--seed", "2a", **variables)
    assert code == 0
    assert any(line.startswith(words) for line in lines)


def test_options_are_the_table_s(piped):
    options = ("--ante-min", "10", "--ante-max", "10", "--bonus-max", "0", "--bankroll", "60", "--ante-pays-from", "flush", "--hands", "1")
    _, lines, _ = piped(*options, "--seed", "2a", "--advice", typed=b"a 10\nd\nb\nb\nc\nleft\n")
    assert "Ante: 10." in lines
    assert "Hand 1. You have 60 chips." in lines
    assert "You win: the bets pay 30. The ante comes back, since it pays only from a flush up." in lines
    assert "What your choices in hand 1 were worth:" in lines
    assert "These were all the hands you asked for." in lines
    assert not any("left" in line for line in lines)


def test_whatever_comes_in_is_answered(piped):
    """Bytes that are no text, control characters, a very long line, a last line without its end."""
    code, lines, errors = piped(typed=b"\xff\xfe\n\x1b[2J\n" + b"x" * 100_000 + b"\n\x00\na 25")
    assert (code, errors) == (0, "")
    assert sum("means nothing here" in line for line in lines) == 4
    assert "On the table: ante 25. Place more, or deal (d)." in lines
    assert "\x1b" not in "".join(lines)


@pytest.mark.slow
def test_no_input_at_all_is_an_end():
    command = [sys.executable, "-m", "arena", "play", "holdem_bonus"]
    for close in ("<&-", "</dev/null"):
        shell = ["/bin/sh", "-c", f'exec "$@" {close}', "sh", *command]
        done = subprocess.run(shell, capture_output=True, env=environment(), timeout=WAIT_S, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"You played 0 hands. Net: 0. You have 1,000 chips." in done.stdout


@pytest.mark.slow
def test_output_without_signs_gets_letters():
    command = [sys.executable, "-m", "arena", "play", "holdem_bonus", "--seed", "2a", "--language", "sv"]
    ascii_only = environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    done = subprocess.run(command, input=SCRIPT, capture_output=True, env=ascii_only, timeout=WAIT_S, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    out = done.stdout.decode("ascii")
    assert "Gemensamma kort: Td 9c 5h\n" in out
    assert "Netto: -25." in out
    assert "Spel 2. Ditt spelsaldo ar 1 200." in out


# At a terminal


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "language"), [(80, "en"), (50, "sv")])
def test_lines_fit_the_terminal(columns, language):
    """All but the 64 digits of commitment and seed, which are not cut."""
    with Terminal("--seed", "2a", "--advice", "--language", language, columns=columns) as terminal:
        terminal.wait_for("> ")
        for times, answer in enumerate(("a 25", "b 5", "d", "?", "b", "b", "b", "help", "rules", "a 500"), 2):
            terminal.type(f"{answer}\r", "> ", times)
        assert "\x1b[1;31mK♥\x1b[0m \x1b[1;31mA♥\x1b[0m" in terminal.screen
        code, lines = terminal.end(b"\x04")
    assert code == 0
    assert max(len(line) for line in lines if not re.fullmatch("[0-9a-f]{64}", line)) <= columns
    assert lines[-1] == "2a".zfill(64)


@pytest.mark.slow
@pytest.mark.parametrize("key", [b"\x04", b"\x03", b"quit\r"])
@pytest.mark.parametrize("answers", [(), ("a 25", "d", "b")])
def test_every_way_out_ends_with_the_summary_and_code_0(key, answers):
    """Ctrl-D, Ctrl-C and `quit`, before a hand and within one: leaving is no failure."""
    with Terminal() as terminal:
        terminal.wait_for("stake> ")
        for times, answer in enumerate(answers, 2):
            terminal.type(f"{answer}\r", "> ", times)
        code, lines = terminal.end(key)
    assert code == 0
    assert "You played 0 hands. Net: 0. You have 1,000 chips." in lines
    assert ("The hand that is not finished does not count, and its chips are yours again." in lines) == bool(answers)
    assert hashlib.sha256(bytes.fromhex(lines[-1])).hexdigest() in lines
    assert not any("Traceback" in line or line.startswith("arena: ") for line in lines)


@pytest.mark.slow
def test_an_interrupt_over_a_pipe_ends_it_too():
    command = [sys.executable, "-m", "arena", "play", "holdem_bonus"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        seen = b""
        while not seen.endswith(b"stake> "):
            seen += os.read(process.stdout.fileno(), 65536)
        press_until_heard(lambda: process.send_signal(signal.SIGINT), process.stdout)
        out, errors = process.communicate(timeout=WAIT_S)
    assert (process.returncode, errors) == (0, b"")
    assert b"You played 0 hands." in out


# Mistakes, and games


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("five_card_draw",), "Five-card draw is not available yet for a person to play; try arena play holdem_bonus"),
        (("poker",), "there is no game 'poker'; try arena play holdem_bonus"),
        (("holdem_bonus", "--seed", "xyz"), "--seed xyz: must be 1 to 64 hexadecimal digits, such as 2a"),
        (("holdem_bonus", "--seed", ""), "--seed : must be 1 to 64 hexadecimal digits"),
        (("holdem_bonus", "--seed", "0" * 65), "must be 1 to 64 hexadecimal digits"),
        (("holdem_bonus", "--ante-min", "0"), "--ante-min 0: must be a whole number of chips from 1 to 1000000000"),
        (("holdem_bonus", "--ante-max", "7"), "--ante-max 7: must be 5 (ante_min) plus a multiple of 5 (ante_step)"),
        (("holdem_bonus", "--ante-step", "0"), "--ante-step 0: must be"),
        (("holdem_bonus", "--bonus-max", "-1"), "--bonus-max -1: must be a whole number of chips from 0"),
        (("holdem_bonus", "--bankroll", "3"), "--bankroll 3: must be a whole number of chips from 15"),
        (("holdem_bonus", "--ante-pays-from", "pair"), "'pair' is not one of 'straight', 'flush'"),
        (("holdem_bonus", "--language", "tlh"), "'tlh' is not one of 'en', 'sv'"),
        (("holdem_bonus", "--hands", "0"), "--hands"),
        (("holdem_bonus", "--ante-min", "x"), "'x' is not a valid integer"),
        (("holdem_bonus", "--against", "hard"), "No such option"),
        (("holdem_bonus", "twice"), "unexpected extra argument (twice)"),
    ],
)
def test_mistakes_get_one_line_and_exit_code_2(arena, arguments, words):
    done = arena("play", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("arena: ")
    assert words in done.err


def test_without_a_game_the_games_are_listed(arena):
    done = arena("play")
    assert (done.code, done.err) == (2, "")
    assert re.search(r"five_card_draw +Five-card draw: for bots only, see arena compare\n", done.out)
    assert re.search(r"holdem_bonus +Texas Hold'em Bonus\n", done.out)


def test_help_has_examples(arena):
    done = arena("play", "holdem_bonus", "--help")
    assert done.code == 0
    assert "arena play holdem_bonus --language sv --advice" in done.out
    assert "arena play holdem_bonus --help" in arena("play", "--help").out


def test_a_short_seed_has_zeros_before_it():
    """So that the seed that is told at the end, which is whole, deals the same."""
    assert seed_of("2A") == seed_of("2a".zfill(64)) == bytes(31) + b"*"
    assert seed_of("a") == bytes(31) + b"\n"
    with pytest.raises(ConfigError, match="--seed 0x2a"):
        seed_of("0x2a")


def test_seeds_are_random_without_one():
    assert len({seed_of(None) for _ in range(8)}) == 8

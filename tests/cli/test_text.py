"""What reaches a terminal, and what cannot be written."""

import os
import subprocess
import sys

import pytest

from arena.cli import main
from arena.cli.text import brief, visible
from tests.cli.filling import fill, tournament

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 🙂", "plain é 🙂"),
        ("\x1b[31m", r"\x1b[31m"),
        ("a\nb\tc\r", r"a\nb\tc\r"),
        ("\x7f\x9b\u202e\ud800", r"\x7f\x9b\u202e\ud800"),
    ],
)
def test_what_would_not_be_seen_is_written_out(text, shown):
    assert visible(text) == shown
    assert visible(visible(text)) == shown


def test_characters_may_be_kept():
    assert visible("\ta\x1b", keep="\t") == "\ta\\x1b"


def test_long_text_is_not_echoed_whole():
    assert brief("x" * 100, 10) == "x" * 10 + "…"
    assert brief("x" * 10, 10) == "x" * 10


def test_mistakes_are_echoed_without_control_characters(arena):
    done = arena("leaderboard", "--db", "no\x1b[2J\u202ewhere")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert r"no\x1b[2J\u202ewhere" in done.err


def run(arguments, stdout, **variables):
    environment = {**os.environ, "COLUMNS": "80", **variables}
    command = [sys.executable, "-m", "arena", *map(str, arguments)]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env=environment, check=False)


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is Linux's")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_full_disk_is_one_line(path, options):
    fill(path, tournament())
    with open("/dev/full", "w") as full:
        done = run(["matches", "--db", path, *options], full)
    assert (done.returncode, done.stderr) == (1, b"arena: standard output cannot be written: no space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_reader_that_went_away_is_no_error_message(path, options):
    fill(path, tournament())
    reading, writing = os.pipe()
    os.close(reading)
    done = run(["matches", "--db", path, *options], writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.slow
def test_ascii_output_gets_stand_ins(path):
    fill(path, tournament(names=("Zoë", "b")))
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = run(["leaderboard", "--db", path], subprocess.PIPE, **ascii_only)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "1-2" in done.stdout.decode("ascii")
    document = run(["leaderboard", "--db", path, "--json"], subprocess.PIPE, **ascii_only).stdout.decode("ascii")
    assert r'"Zo\u00eb"' in document


def test_output_that_is_closed_leads_nowhere(path, monkeypatch):
    fill(path, tournament())
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["matches", "--db", str(path)]) == 0
    sys.stdout.close()

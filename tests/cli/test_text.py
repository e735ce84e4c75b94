"""What reaches a terminal, and what cannot be written."""

import os
import signal
import subprocess
import sys
import time

import click
import pytest
import trio

from arena.cli import main
from arena.cli.starting import start
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


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("lederboard", "No such command 'lederboard'. Did you mean 'leaderboard'?; see arena --help"),
        ("mach", "No such command 'mach'. Did you mean 'matches'?; see arena --help"),
        ("xyzzy", "No such command 'xyzzy'; see arena --help"),
    ],
)
def test_a_command_that_is_nearly_one_is_suggested(arena, typed, hint):
    done = arena(typed)
    assert (done.code, done.out, done.err) == (2, "", f"arena: {hint}\n")


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
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.slow
def test_a_reader_that_went_away_in_the_middle_is_the_same():
    """The table of all classes is longer than any buffer between the two."""
    with subprocess.Popen(
        [sys.executable, "-m", "arena", "solve", "--table", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"{\n"
        process.stdout.close()
        assert (process.wait(), process.stderr.read()) == (128 + signal.SIGPIPE, b"")


def test_exits_of_commands_that_print_are_their_own():
    @click.command()
    def command():
        sys.exit(7)

    with pytest.raises(SystemExit) as caught:
        start(command, "this", [])
    assert caught.value.code == 7


def signalled(number, handler=None):
    """How a command ends that is sent a signal, and what then becomes of SIGTERM; ``handler`` is the command's own."""

    @click.command()
    def command():
        if handler is not None:
            signal.signal(number, handler)
        signal.raise_signal(number)
        return 5

    return start(command, "this", [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_one_line(capsys, number):
    assert signalled(number) == 1
    assert capsys.readouterr() == ("", "\nthis: stopped\n")
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_sigterm_ends_also_what_ignores_interrupts(capsys):
    """As shells start what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert signalled(signal.SIGTERM) == 1
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "\nthis: stopped\n"


def test_who_handles_sigterm_goes_on_to_do_so(capsys):
    """In the command, or before it was called."""
    heard = []
    assert signalled(signal.SIGTERM, lambda *_: heard.append("inside")) == 5
    before = signal.signal(signal.SIGTERM, lambda *_: heard.append("outside"))
    try:
        assert signalled(signal.SIGTERM) == 5
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == ["inside", "outside"]


def test_sigterm_reaches_trio_as_an_interrupt():
    """Which raises it where it does no harm, and closes what is open."""
    closed = []

    async def wait():
        try:
            signal.raise_signal(signal.SIGTERM)
            await trio.sleep_forever()
        finally:
            closed.append(True)

    @click.command()
    def command():
        trio.run(wait)

    assert start(command, "this", []) == 1
    assert closed == [True]


SHARING = """
import sys, time
import click
from arena.cli.starting import start
from arena.cli.workers import open_workers

@click.command()
def command():
    with open_workers(2) as workers:
        begun = [workers.submit(time.sleep, 60) for _ in range(3)]
        print("shared", flush=True)
        begun[0].result()

if __name__ == "__main__":
    sys.exit(start(command, "this"))
"""


@pytest.mark.slow
def test_what_shares_its_work_ends_at_once_and_leaves_nothing_to_be_complained_of(tmp_path):
    """Processes and semaphores: Python's resource tracker would name them."""
    file = tmp_path / "sharing.py"
    file.write_text(SHARING)
    with subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"shared\n"
        time.sleep(0.5)  # Python loses a signal for good that comes in the moment before it begins to wait for a lock
        process.terminate()
        _, errors = process.communicate(timeout=50)
    assert (process.returncode, errors) == (1, b"\nthis: stopped\n")


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

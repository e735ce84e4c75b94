"""A run that was left is gone on with: killed, stopped, paused, changed by orders, and held by one process at a time."""

import os
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager

import pytest

from tests.end_to_end.killing import run_killed, stored, tournament_file
from tests.end_to_end.shell import arena, command, environment, tournament

pytestmark = pytest.mark.slow


def start(*arguments):
    return subprocess.Popen(command(*arguments), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def frozen(process, db):
    """Stopped for a while, so that it cannot end meanwhile; not in the middle of writing."""
    freeze(process)
    while not writable(db):
        process.send_signal(signal.SIGCONT)
        time.sleep(0.02)
        freeze(process)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def freeze(process):
    """Return when it has stopped."""
    process.send_signal(signal.SIGSTOP)
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status), "it ended before"


def writable(db):
    """Whether nobody is writing."""
    with closing(sqlite3.connect(db, timeout=0.2)) as connection:
        try:
            connection.execute("begin immediate")
        except sqlite3.OperationalError:
            return False
    return True


def wait_stored(db, least, process=None):
    for _ in range(600):
        if stored(db) >= least:
            return
        assert process is None or process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    raise AssertionError(f"there are not {least} matches yet")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """What an uninterrupted run prints, with seed 2a."""
    folder = tmp_path_factory.mktemp("whole")
    done = arena("run", tournament_file(folder), "--db", folder / "a.db", "--seed", "2a", "--json")
    assert done.code == 0, done.err
    return done


def test_killed_at_random_moments_it_ends_with_the_same_json(whole, tmp_path):
    """SIGKILL six times at moments of a fixed sequence, wherever they fall; byte for byte what an uninterrupted run prints."""
    file = tournament_file(tmp_path)
    out, kills = run_killed(file, tmp_path / "killed.db", random.Random(5), "2a", most_kills=6)
    assert (out, kills >= 3) == (whole.out, True)
    runs = arena("runs", "--db", tmp_path / "killed.db", "--json").document
    assert [(run["run"], run["status"]) for run in runs] == [(1, "completed")]
    for match in whole.document["matches"][:2]:
        assert arena("verify", match["match_id"], "--db", tmp_path / "killed.db").code == 0


def test_stopped_it_says_how_to_go_on_and_does(whole, tmp_path):
    file, db = tournament_file(tmp_path), tmp_path / "a.db"
    with start("run", file, "--db", db, "--seed", "2a") as process:
        wait_stored(db, 3, process)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert f"`arena run {file} --db {db}` goes on" in err
    again = arena("run", file, "--db", db, "--json")
    assert again.out == whole.out
    assert "Going on with run 1" in again.err


def test_a_changed_file_or_seed_is_refused_and_new_begins_anew(tmp_path):
    file, db = tournament_file(tmp_path), tmp_path / "a.db"
    with start("run", file, "--db", db, "--seed", "2c") as process:
        wait_stored(db, 1, process)
        process.kill()
        process.communicate()
    assert "│ left " in arena("runs", "--db", db).out
    other = arena("run", file, "--db", db, "--seed", "2d")
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "run 1 is not finished and has another seed; leave --seed out to go on with it, or begin another with --new" in other.err
    small = tournament_file(tmp_path, 'deals_per_match = 20\nmax_hands = 40\nstop = "max_hands"')
    changed = arena("run", small, "--db", db)
    assert (changed.code, changed.err.count("\n")) == (2, 1)
    assert (
        f"{small}: [play]: differs from run 1, which is not finished; put it back to go on with that run, or begin another with --new"
        in changed.err
    )
    assert arena("run", small, "--db", db, "--new").code == 0
    assert [run["run"] for run in arena("runs", "--db", db, "--json").document] == [2, 1]


def test_of_two_runs_on_one_database_the_second_is_told_who_holds_it(tmp_path):
    """Of the same tournament and of another."""
    file, db = tournament_file(tmp_path, 'deals_per_match = 20\nmax_hands = 100000\nstop = "max_hands"'), tmp_path / "a.db"
    (tmp_path / "other").mkdir()
    another = tournament(
        tmp_path / "other", '[[entrant]]\nname = "a"\nbuiltin = "draw/easy"\n[[entrant]]\nname = "b"\nbuiltin = "draw/call"\n'
    )
    another.write_text(another.read_text().replace('"Small"', '"Another"'))
    with start("run", file, "--db", db) as process:
        wait_stored(db, 1, process)
        for second in (arena("run", file, "--db", db), arena("run", another, "--db", db)):
            assert (second.code, second.err.count("\n")) == (2, 1), second.err
            assert f"arena run, process {process.pid} on " in second.err
        process.kill()
        process.communicate()
    assert arena("run", another, "--db", db).code == 0, "its process is dead: nobody holds it"


def test_paused_it_begins_nothing_and_resumed_it_comes_to_the_same(whole, tmp_path):
    file, db = tournament_file(tmp_path), tmp_path / "a.db"
    with start("run", file, "--db", db, "--seed", "2a", "--json") as process:
        wait_stored(db, 1, process)
        with frozen(process, db):
            assert "is paused" in arena("pause", "--db", db).out
        before = -1
        while stored(db) != before:  # until a second and a half go by without a match
            before = stored(db)
            time.sleep(1.5)
        assert before < 100
        assert "arena run, process" in arena("resume", "--db", db).out
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, whole.out), err


def test_late_entry_withdrawal_disqualification_and_void_while_it_plays_and_after(tmp_path):
    """One by one; the standings say what became of everyone, and the run that is killed meanwhile comes to its end."""
    file, db = tournament_file(tmp_path), tmp_path / "a.db"
    with start("run", file, "--db", db, "--seed", "2f") as process:
        wait_stored(db, 2, process)
        with frozen(process, db):
            assert arena("enter", "late", "--builtin", "draw/tight_passive", "--db", db).code == 0
            assert arena("withdraw", "random", "--db", db, "--reason", "its author asked").code == 0
        wait_stored(db, stored(db) + 12, process)
        process.kill()
        process.communicate()
    done = arena("run", file, "--db", db, "--json")
    assert done.code == 0, done.err
    rows = {row["entrant"]: row for row in done.document["standings"]}
    assert (rows["random"]["status"], rows["random"]["best_rank"]) == ("withdrawn", None)
    assert (rows["late"]["status"], rows["late"]["hands"] > 0) == ("", True)
    assert [order["kind"] for order in done.document["orders"]] == ["enter", "withdraw"]
    assert all(order["pass"] is not None for order in done.document["orders"])
    match = done.document["matches"][0]["match_id"]
    assert arena("void", match, "--db", db, "--reason", "the lights went out").code == 0
    assert arena("disqualify", "call", "--db", db, "--reason", "it was told the cards").code == 0
    after = arena("leaderboard", "--db", db, "--json").document
    assert {row["entrant"]: row["status"] for row in after["standings"]}["call"] == "disqualified"
    assert (after["matches"][0]["status"], after["matches"][0]["cause"]) == ("void", "organiser")
    again = arena("run", file, "--db", db, "--json")
    assert again.code == 0
    assert len(again.document["matches"]) > len(done.document["matches"]), "the voided match's pairing has played another"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("withdraw", "nobody"), "has no entrant 'nobody'"),
        (("disqualify", "easy"), "Missing option '--reason'"),
        (("void", "feed", "--reason", "x"), "has no match 'feed' that is over"),
        (("enter", "new", "--builtin", "draw/easy"), "is over; 'new' cannot enter it, but may enter the next one"),
        (("enter", "new", "--builtin", "draw/nobody"), "no built-in bot is called 'draw/nobody'"),
        (("enter", "new"), "new: say where it runs: --builtin, --command or --remote"),
        (("pause",), "is over"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(over, arguments, words):
    """Of a tournament that is over; each is exit code 2 and leaves the database as it was."""
    before = arena("leaderboard", "--db", over, "--json").out
    done = arena(*arguments, "--db", over)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert words in done.err
    assert arena("leaderboard", "--db", over, "--json").out == before


@pytest.fixture(scope="module")
def over(tmp_path_factory):
    folder = tmp_path_factory.mktemp("over")
    file = tournament_file(folder, 'deals_per_match = 20\nmax_hands = 40\nstop = "max_hands"')
    assert arena("run", file, "--db", folder / "a.db").code == 0
    return folder / "a.db"

"""A tournament by the command line, from a file to a leaderboard, and looked at afterwards."""

import os
import re
import signal
import sqlite3
import subprocess
import time

import pytest

from tests.end_to_end.shell import JACKS, ROOT, SMALL, TWO_BUILTINS, arena, command, environment, tournament

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A seeded tournament of two built-in bots and the third-party one, played once: (database, its JSON, its file)."""
    folder = tmp_path_factory.mktemp("played")
    file = tournament(folder, TWO_BUILTINS + JACKS, play=SMALL)
    done = arena("run", file, "--db", folder / "a.db", "--seed", "2a", "--json")
    assert (done.code, done.out[:1]) == (0, "{"), done.err
    return folder / "a.db", done, file


def test_json_holds_everything_promised(played):
    document = played[1].document
    assert (document["tournament"], document["game"], document["hands"], document["blocks"]) == ("Small", "five_card_draw", 1200, 600)
    assert {row["entrant"] for row in document["standings"]} == {"normal", "easy", "jacks"}
    for row in document["standings"]:
        promised = {"entrant", "best_rank", "worst_rank", "score", "low", "high", "hands", "incidents", "forfeits"}
        assert set(row) == promised | {"voids", "net", "status"}
        assert (row["hands"], row["incidents"], row["forfeits"], row["voids"], row["status"]) == (800, 0, 0, 0, "")
    assert len(document["pairs"]) == 3
    assert len(document["matches"]) == 6
    assert all(re.fullmatch("[0-9a-f]{64}", match["commitment"]) for match in document["matches"])
    assert sum(row["score"] for row in document["standings"]) == pytest.approx(0, abs=0.01)


def test_same_seed_gives_the_same_json_whatever_the_jobs(played, tmp_path):
    database, first, file = played
    again = arena("run", file, "--db", tmp_path / "b.db", "--seed", "2A", "--json", "--jobs", 1)
    assert again.out == first.out
    in_the_same_database = arena("run", file, "--db", database, "--seed", "2a", "--json")
    assert in_the_same_database.out == first.out


def test_other_seed_gives_other_deals(played, tmp_path):
    other = arena("run", played[2], "--db", tmp_path / "b.db", "--seed", "2b", "--json")
    theirs = {match["commitment"] for match in other.document["matches"]}
    assert theirs.isdisjoint({match["commitment"] for match in played[1].document["matches"]})


def test_leaderboard_matches_faults_and_replay_show_it(played):
    database, done, _ = played
    assert arena("leaderboard", "--db", database, "--json").document == done.document
    board = arena("leaderboard", "--db", database)
    assert board.code == 0
    for name in ("normal", "easy", "jacks", "mbb/h", "Head to head"):
        assert name in board.out
    match_id = done.document["matches"][1]["match_id"]
    assert match_id in arena("matches", "--db", database).out
    assert "No faults" in arena("faults", "--db", database).out
    hand = arena("replay", f"{match_id}:1:7", "--db", database)
    assert hand.code == 0
    assert hand.out.startswith(f"Hand 7 of match {match_id}, leg 1")
    story = arena("replay", f"{match_id}:1:7", "--db", database, "--json").document
    assert sum(seat["net_chips"] for seat in story["seats"]) == 0


def test_verify_recomputes_every_match(played):
    database, done, _ = played
    for match in done.document["matches"]:
        verified = arena("verify", match["match_id"], "--db", database, "--json")
        assert verified.code == 0, verified.err
        assert verified.document[0]["hands"] == 200
        assert verified.document[0]["commitment"] == match["commitment"]


@pytest.mark.parametrize("offset", [0, 1, 2, 3, -2, -1])
def test_changed_byte_in_a_stored_hand_makes_verify_fail(played, tmp_path, offset):
    database, done, _ = played
    copy = tmp_path / "copy.db"
    with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    match_id = done.document["matches"][0]["match_id"]
    (row,) = target.execute("select max(id) from matches where match_id = ?", (match_id,)).fetchone()
    (record,) = target.execute("select record from hands where match_row = ? and leg = 0 and deal_number = 5", (row,)).fetchone()
    changed = bytearray(record)
    changed[offset] ^= 1
    with target:
        target.execute("update hands set record = ? where match_row = ? and leg = 0 and deal_number = 5", (bytes(changed), row))
    source.close()
    target.close()
    failed = arena("verify", match_id, "--db", copy)
    assert failed.code == 1
    assert failed.err.count("\n") == 1
    assert match_id in failed.err


def test_killed_bot_forfeits_and_the_tournament_ends(tmp_path):
    """kill -9 of the third-party bot in the middle: exit 0, and the board says so."""
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW_BOT)
    entrants = TWO_BUILTINS + f'[[entrant]]\nname = "victim"\ncommand = ["python", "{slow}"]\n'
    file = tournament(tmp_path, entrants, play='deals_per_match = 60\nmax_hands = 120\nstop = "max_hands"')
    process = subprocess.Popen(
        command("run", file, "--db", tmp_path / "a.db", "--json", "--jobs", 1),
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    victim = tmp_path / "playing"
    until = time.monotonic() + 60
    while not victim.exists() and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(int(victim.read_text()), signal.SIGKILL)
    out, _ = process.communicate(timeout=100)
    assert process.returncode == 0
    board = arena("leaderboard", "--db", tmp_path / "a.db")
    assert "victim: its program was ended by SIGKILL" in board.out
    assert out
    forfeits = {row["entrant"]: row["forfeits"] for row in arena("leaderboard", "--db", tmp_path / "a.db", "--json").document["standings"]}
    assert forfeits == {"normal": 0, "easy": 0, "victim": 1}


def test_interrupted_run_keeps_what_was_played(tmp_path):
    file = tournament(tmp_path, TWO_BUILTINS, play='deals_per_match = 500\nmax_hands = 1000000\nstop = "max_hands"')
    process = subprocess.Popen(
        command("run", file, "--db", tmp_path / "a.db"), cwd=ROOT, env=environment(), stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 60
    stored = 0
    while stored < 2 and time.monotonic() < until:
        time.sleep(0.1)
        if (tmp_path / "a.db").exists():
            stored = len(
                arena("leaderboard", "--db", tmp_path / "a.db", "--json").out
                and arena("matches", "--db", tmp_path / "a.db", "--json").document
            )
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "stopped early" in err
    matches = arena("matches", "--db", tmp_path / "a.db", "--json").document
    assert len(matches) >= 2
    assert arena("verify", matches[-1]["match_id"], "--db", tmp_path / "a.db").code == 0


SLOW_BOT = """
import os, pathlib, time
from arena.client import play
mark = pathlib.Path(__file__).with_name("playing")
first = not mark.exists()
count = 0
def decide(decision):
    global count
    count += 1
    if first and count == 20:
        mark.with_suffix(".tmp").write_text(str(os.getpid()))
        mark.with_suffix(".tmp").rename(mark)
        time.sleep(60)
    return decision.check_or_fold()
play(decide, software="victim", max_in_flight=1)
"""

"""The dealer as a process: gRPC, web pages, a remote bot, a schedule, and an end by SIGTERM."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.end_to_end.shell import JACKS, ROOT, SMALL, TWO_BUILTINS, arena, command, environment, tournament

pytestmark = pytest.mark.slow


class Serving:
    """A running `arena serve`."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            command("serve", "--db", folder / "a.db", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", *arguments),
            cwd=ROOT,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log = []
        self.address = self.wait_for(r"event=gRPC address=(\S+)")
        self.url = self.wait_for(r"url=(\S+)")

    def wait_for(self, pattern):
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(pattern, line):
                return found.group(found.re.groups)
        raise AssertionError(f"{pattern} was not logged: {self.log}")

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return answer.read().decode()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        rest = self.process.stderr.read()
        self.process.stderr.close()
        return self.process.wait(timeout=30), rest


def test_serves_grpc_and_pages_and_ends_by_sigterm(tmp_path):
    serving = Serving(tmp_path)
    with grpc.insecure_channel(serving.address) as channel:
        status = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service="arena.v1.PlayService"), timeout=10)
    assert status.status == health_pb2.HealthCheckResponse.SERVING
    assert "<html" in serving.get("/")
    file = tournament(tmp_path, TWO_BUILTINS, play=SMALL)
    result = arena("run", file, "--db", tmp_path / "a.db", "--json", "--seed", "5").document
    assert "Small" in serving.get("/")
    assert "normal" in serving.get("/runs/1")
    assert json.loads(serving.get("/runs/1.json"))["standings"] == result["standings"]
    code, rest = serving.end()
    assert code == 0
    assert "event=ended" in rest


def test_sigterm_lets_a_scheduled_match_finish(tmp_path):
    """A tournament missed while the arena was down is caught up; ended in the middle, it keeps whole matches only."""
    folder = tmp_path / "tournaments"
    folder.mkdir()
    arena(
        "run",
        tournament(tmp_path, TWO_BUILTINS, play='deals_per_match = 10\nmax_hands = 20\nstop = "max_hands"'),
        "--db",
        tmp_path / "a.db",
    )
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("update runs set started_at = '2026-01-01 00:00:00.000000'")
    connection.close()
    tournament(
        folder,
        TWO_BUILTINS + JACKS,
        top='schedule = "0 0 1 * *"\nmissed = "once"',
        play='deals_per_match = 200\nmax_hands = 400000\nstop = "max_hands"',
    )
    serving = Serving(tmp_path, "--tournaments", folder)
    serving.wait_for("event=.tournament begins.")
    until = time.monotonic() + 60
    while arena("leaderboard", "--db", tmp_path / "a.db", "--json").document["hands"] == 0 and time.monotonic() < until:
        time.sleep(0.2)
    code, rest = serving.end()
    assert code == 0
    assert "status=stopped" in rest
    for match in arena("matches", "--db", tmp_path / "a.db", "--json").document:
        assert match["status"] == "completed"
    last = arena("matches", "--db", tmp_path / "a.db", "--json").document[-1]
    assert arena("verify", last["match_id"], "--db", tmp_path / "a.db").code == 0


def test_remote_bot_plays_with_the_token_of_its_account(tmp_path):
    database = tmp_path / "a.db"
    added = arena("bots", "add", "ada/jacks", "--owner", "ada", "--db", database)
    token = added.out.split()[-1]
    assert token not in database.read_bytes().decode("latin-1")
    remote = '[[entrant]]\nname = "ada/jacks"\nremote = true\n'
    file = tournament(tmp_path, TWO_BUILTINS + remote, play='deals_per_match = 50\nmax_hands = 50\nstop = "max_hands"')
    run = subprocess.Popen(
        command("run", file, "--db", database, "--listen", "127.0.0.1:0", "--json"),
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    port = re.search(r"at port (\d+)", run.stderr.readline()).group(1)
    variables = environment() | {"ARENA_ADDRESS": f"127.0.0.1:{port}", "ARENA_TOKEN": token}
    bot = subprocess.Popen([sys.executable, "bots/python/jacks.py"], cwd=ROOT, env=variables)
    out, err = run.communicate(timeout=100)
    assert run.returncode == 0, err
    assert bot.wait(timeout=20) == 0
    rows = {row["entrant"]: row for row in json.loads(out)["standings"]}
    assert (rows["ada/jacks"]["hands"], rows["ada/jacks"]["forfeits"]) == (100, 0)
    assert arena("bots", "revoke", "ada/jacks", "--db", database).code == 0
    assert os.path.exists(database)

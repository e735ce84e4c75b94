"""`arena leaderboard`: for people, programs and spreadsheets; over all tournaments; watched, in a terminal too."""

import csv
import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from arena.cli.leaderboard import draw_until_over
from arena.dealer import RunStatus
from arena.matches import measure_match, play_match
from arena.store import Database
from arena.tournaments import REFERENCE, Order, OrderKind, PassScheduler, tournament_from_document
from bots.bonus import Hard
from tests.cli.filling import MASTER, completed, fill, tournament, void
from tests.end_to_end.shell import command, environment

PANEL = REFERENCE["five_card_draw"]
AUTUMN, WINTER = datetime(2026, 11, 5, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
PATIENCE_S = 120.0


def gauntlet(*heroes, panel=PANEL, rules=None, name="Field"):
    """Heroes, each a name and an in-process bot, against reference bots; one match of two deals each."""
    listed = [{"name": hero, "builtin": builtin} for hero, builtin in heroes]
    listed += [{"name": bot, "builtin": bot, "unscored": True} for bot in panel]
    return tournament_from_document(
        {
            "name": name,
            "game": "five_card_draw",
            "format": "gauntlet",
            "hero": [hero for hero, _ in heroes],
            "rules": rules or {},
            "play": {"deals_per_match": 2, "max_hands": 4, "stop": "max_hands"},
            "entrant": listed,
        },
        "this test",
    )


def play(path, spec, *, at=AUTUMN, master=MASTER, orders=()):
    """A run of a moment, over."""
    with Database(str(path), now=lambda: at) as database:
        run_id = database.open_run(spec, master, seeded=False)
        for plan in PassScheduler(spec, master).next_pass():
            database.add_match(run_id, plan, completed(plan))
        for order in orders:
            database.give_order(run_id, order)
        database.close_run(run_id, RunStatus.COMPLETED)
    return run_id


def solo(*names):
    return tournament_from_document(
        {
            "name": "House",
            "game": "holdem_bonus",
            "play": {"deals_per_match": 2, "max_hands": 2, "stop": "max_hands"},
            "entrant": [{"name": name, "builtin": f"bonus/{name}"} for name in names],
        },
        "this test",
    )


def play_solo(path, *names):
    spec = solo(*names)
    with Database(str(path)) as database:
        run_id = database.open_run(spec, MASTER, seeded=False)
        for plan in PassScheduler(spec, MASTER).next_pass():
            database.add_match(run_id, plan, measure_match(play_match(plan.spec, [Hard])))
        database.close_run(run_id, RunStatus.COMPLETED)


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def all_time(arena, path, *more):
    return arena("leaderboard", "--all-time", "--db", path, *more)


def test_spreadsheets_get_the_rows_of_the_document(arena, path):
    fill(path, tournament(("a", "b", "c")), void)
    fill(path, tournament(("a", "b, or not", "c")))
    expected = arena("leaderboard", "--db", path, "--json").document["standings"]
    found = rows_of(arena("leaderboard", "--db", path, "--csv").out)
    assert found == [{key: "" if value is None else str(value) for key, value in row.items()} for row in expected]
    assert list(found[0])[:6] == ["entrant", "best_rank", "worst_rank", "score", "low", "high"]
    assert {row["voids"] for row in rows_of(arena("leaderboard", "--db", path, "--csv", "--run", 1).out)} == {"2"}


def test_spreadsheets_get_the_crosstable_in_both_directions(arena, path):
    fill(path, tournament(("a", "b", "c")))
    pairs = {(row["a"], row["b"]): row for row in rows_of(arena("leaderboard", "--db", path, "--csv", "--pairs").out)}
    assert len(pairs) == 6
    for one in arena("leaderboard", "--db", path, "--json").document["pairs"]:
        assert pairs[one["a"], one["b"]] == {key: "" if value is None else str(value) for key, value in one.items()}
        assert float(pairs[one["b"], one["a"]]["mean"]) == -one["mean"]


def test_a_crosstable_without_meetings_is_its_headings(arena, path):
    play_solo(path, "hard")
    assert arena("leaderboard", "--db", path, "--csv", "--pairs").out == "a,b,blocks,mean,low,high\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--json", "--csv"], "--json and --csv exclude each other"),
        (["--watch", "--json"], "--json and --watch exclude each other"),
        (["--watch", "--csv"], "--csv and --watch exclude each other"),
        (["--pairs"], "--pairs goes with --csv only"),
        (["--pairs", "--json"], "--pairs goes with --csv only"),
        (["--all-time", "--run", "1"], "--run and --all-time exclude each other"),
        (["--game", "holdem_bonus"], "--game goes with --all-time only"),
        (["--season", "2026"], "--season goes with --all-time only"),
        (["--rules-of", "1"], "--rules-of goes with --all-time only"),
        (["--all-time", "--watch"], "--watch with --all-time never ends by itself"),
        (["--all-time", "--season", "2026-Q5"], "season '2026-Q5': must be a year, a quarter or a month"),
        (["--all-time", "--rules-of", "9"], "there is no run 9"),
        (["--all-time", "--rules-of", "1", "--game", "holdem_bonus"], "--rules-of 1: is a run of five_card_draw"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arena, path, options, message):
    fill(path, tournament())
    done = arena("leaderboard", "--db", path, *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


def test_all_time_pools_runs_and_names_bots_by_their_version(arena, path):
    """easy plays in two runs, under two names; normal has met two of the seven."""
    play(path, gauntlet(("easy", "draw/easy")))
    play(path, gauntlet(("mine", "draw/easy@1"), ("normal", "draw/normal"), panel=PANEL[:2]), master=bytes(32))
    document = all_time(arena, path, "--json").document
    assert [(row["entrant"], row["met"], row["status"], row["hands"]) for row in document["standings"]] == [
        ("draw/easy@1", 7, "", 36),
        ("draw/normal@2", 2, "met 2 of 7", 8),
    ]
    assert (document["runs"], document["matches"], document["season"], document["reference"]) == ([1, 2], 11, None, list(PANEL))
    out = all_time(arena, path).out
    assert "All time, Five-card draw" in out
    assert "│ met 2 of 7 │ draw/normal@2 " in out
    assert "Against the reference bots, mbb/h" in out
    assert rows_of(all_time(arena, path, "--csv").out)[0]["met"] == "7"
    assert [row["b"] for row in rows_of(all_time(arena, path, "--csv", "--pairs").out)] == [*PANEL, *PANEL[:2]]


@pytest.mark.parametrize("columns", [160, 120, 80, 60, 40])
def test_all_time_fits(arena, path, monkeypatch, columns):
    play(path, gauntlet(("easy", "draw/easy")))
    monkeypatch.setenv("COLUMNS", str(columns))
    out = all_time(arena, path).out
    assert max(map(len, out.splitlines())) <= columns
    assert "draw/loose_aggressive@1" in out


def test_a_season_is_the_runs_that_began_in_it(arena, path):
    play(path, gauntlet(("easy", "draw/easy")), at=AUTUMN)
    play(path, gauntlet(("easy", "draw/easy")), at=WINTER, master=bytes(32))
    seasons = ("2026", "2026-Q4", "2026-11", "2027-Q1", "2027-01")
    assert [all_time(arena, path, "--season", season, "--json").document["runs"] for season in seasons] == [[1], [1], [1], [2], [2]]
    assert "All time, Five-card draw, 2026-Q4" in all_time(arena, path, "--season", "2026-Q4").out
    nobody = all_time(arena, path, "--season", "2025")
    assert (nobody.code, nobody.err.count("\n")) == (2, 1)
    assert "in this season" in nobody.err


def test_other_rules_have_a_board_of_their_own(arena, path):
    play(path, gauntlet(("easy", "draw/easy")))
    play(path, gauntlet(("easy", "draw/easy"), panel=PANEL[:3], rules={"ante": 2}))
    out = all_time(arena, path).out
    told = re.search("Other rules, ante = 2: 12 hands of run 2; `arena (.*)` shows them", out)
    assert told
    other = arena(*told[1].split(), "--json").document
    assert (other["runs"], other["rules"]["ante"], other["other_rules"][0]["runs"]) == ([2], 2, [1])


def test_rules_of_a_run_that_the_board_does_not_count_are_refused(arena, path):
    spec = tournament_from_document(
        {
            "name": "Three",
            "game": "five_card_draw",
            "play": {"seats": 3},
            "entrant": [{"name": name, "builtin": "draw/easy"} for name in "abc"],
        },
        "this test",
    )
    with Database(str(path)) as database:
        database.open_run(spec, MASTER, seeded=False)
    done = all_time(arena, path, "--rules-of", 1)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--rules-of 1: has 3 seats" in done.err


def test_a_bot_that_is_not_installed_any_more_keeps_its_name(arena, path):
    play(path, gauntlet(("gone", "draw/gone"), panel=PANEL[:1]))
    assert all_time(arena, path, "--json").document["standings"][0]["entrant"] == "draw/gone"


def test_a_disqualification_counts_and_a_match_void_by_hand_does_not(arena, path):
    spec = gauntlet(("easy", "draw/easy"), ("normal", "draw/normal"))
    play(path, spec, orders=[Order(OrderKind.DISQUALIFY, "normal", "colluded")])
    assert [row["entrant"] for row in all_time(arena, path, "--json").document["standings"]] == ["draw/easy@1"]
    with Database(str(path)) as database:
        first = next(outcome for outcome in database.outcomes(1) if outcome.pairing == (0, 2))
        database.give_order(1, Order(OrderKind.VOID, first.match_id, "wrong bot"))
    assert all_time(arena, path, "--json").document["standings"][0]["status"] == "met 6 of 7"


def test_who_wants_a_board_and_has_none_is_told_what_to_play(arena, path):
    fill(path, tournament())
    done = all_time(arena, path)
    assert (done.code, done.out) == (2, "")
    assert all(bot in done.err for bot in PANEL)
    assert "play a tournament of holdem_bonus" in all_time(arena, path, "--game", "holdem_bonus").err


def test_against_the_house_everyone_counts_and_the_newest_game_is_shown(arena, path):
    play(path, gauntlet(("easy", "draw/easy")))
    play_solo(path, "hard", "normal")
    document = all_time(arena, path, "--json").document
    assert (document["game"], document["reference"], document["pairs"]) == ("holdem_bonus", [], [])
    assert {(row["entrant"], row["score"]) for row in document["standings"]} == {("bonus/hard@1", 0.0), ("bonus/normal@1", 0.0)}
    assert "no mistake yet" in all_time(arena, path).out
    assert all_time(arena, path, "--game", "five_card_draw", "--json").document["game"] == "five_card_draw"


class Script:
    """Something to watch that goes through states; what was drawn of it."""

    def __init__(self, *states):
        self.states, self.drawn, self.slept = list(states), [], []

    def state(self):
        return self.states[0]

    def draw(self):
        return None if self.states[0] == "over" else f"drawn {self.states[0]}"

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.states.pop(0)


def test_what_is_watched_is_drawn_when_it_changes_until_it_is_over():
    script = Script(1, 1, 1, 2, 2, 3, "over", "never seen")
    draw_until_over(script, script.drawn.append, script.sleep)
    assert script.drawn == ["drawn 1", "drawn 2", "drawn 3"]
    assert script.states == ["over", "never seen"]
    assert all(seconds >= 0.5 for seconds in script.slept)


def test_a_run_that_is_over_is_shown_at_once(arena, path):
    fill(path, tournament())
    assert arena("leaderboard", "--watch", "--db", path).out == arena("leaderboard", "--db", path).out


class Terminal:
    """A process in a pseudo terminal, and what it has written."""

    def __init__(self, process, terminal):
        self.process, self._terminal, self.written = process, terminal, ""

    def resize(self, columns, rows=24):
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, text, of=""):
        """What was written from now on until a text has come."""
        start, deadline = len(self.written), time.monotonic() + PATIENCE_S
        while text not in plain(self.written[start:]):
            assert time.monotonic() < deadline, f"no {text!r} in {plain(self.written[start:])}"
            self._read()
        return plain(self.written[start:])

    def read_all(self):
        """What it wrote until it ended; its exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE_S)

    def _read(self):
        ready, _, _ = select.select([self._terminal], [], [], 1.0)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # the other side is closed
            return False
        self.written += data.decode(errors="replace")
        return bool(data)


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@contextmanager
def terminal_of(*arguments, columns=80):
    """A command in a terminal of its own."""
    ours, theirs = pty.openpty()
    environ = {key: value for key, value in environment().items() if key != "COLUMNS"} | {"TERM": "xterm"}
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, env=environ)
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.slow
def test_watching_a_run_in_a_terminal_until_it_is_over(path):
    """Another process stores matches; the terminal is made wider; the run ends, and its board stays on the screen."""
    spec = tournament(("a", "b", "c"))
    plans = PassScheduler(spec, MASTER).next_pass()
    with Database(str(path)) as database:
        run_id = database.open_run(spec, MASTER, seeded=False)
        with terminal_of("leaderboard", "--watch", "--db", path) as terminal:
            first = terminal.read_until("in 0 matches")
            assert "Run 1, pass 1; nobody plays it now" in first
            assert "Open: a–b, b–c." in first
            assert max(map(len, first.splitlines())) <= 80
            database.add_match(run_id, plans[0], completed(plans[0]))
            assert "± s.e." not in terminal.read_until("6 hands in 1 match")
            terminal.resize(130)
            terminal.read_until("± s.e.")
            database.pause_run(run_id, paused=True)
            terminal.read_until("paused")
            for plan in plans[1:]:
                database.add_match(run_id, plan, completed(plan))
            database.close_run(run_id, RunStatus.COMPLETED)
            assert terminal.read_all() == 0
    on, off = "\x1b[?1049h", "\x1b[?1049l"
    assert (terminal.written.count(on), terminal.written.count(off)) == (1, 1)
    left = plain(terminal.written.partition(off)[2])
    assert "18 hands in 3 matches; ranks with a range were not decided." in left
    assert "Ctrl-C" not in left


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_watching_all_time_until_somebody_ends_it(path, number):
    """Nothing yet, then a board; the terminal is left as it was."""
    fill(path, tournament())
    with terminal_of("leaderboard", "--all-time", "--watch", "--db", path) as terminal:
        assert "Nothing is being played." in terminal.read_until("Not yet: nobody has met a reference bot")
        play(path, gauntlet(("easy", "draw/easy")))
        terminal.read_until("draw/easy@1")
        terminal.process.send_signal(number)
        assert terminal.read_all() == 0
    left = terminal.written.partition("\x1b[?1049l")[2]
    assert "Against the reference bots" in plain(left)
    assert terminal.written.count("\x1b[?25l") == terminal.written.count("\x1b[?25h")

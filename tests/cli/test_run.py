"""A run is closed whatever happens, and what people are told about it."""

from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arena.cli.run import Player, _stopped_text, progress_text, waiting_text
from arena.dealer import Run, RunStatus
from arena.store import Database
from tests.cli.filling import MASTER, completed, tournament


class Engine:
    """Plays in this process, or raises what it is given."""

    def __init__(self, failure=None):
        self.limiter = trio.CapacityLimiter(1)
        self.failure = failure

    async def play(self, plan):
        await trio.lowlevel.checkpoint()
        if self.failure is not None:
            raise self.failure
        return completed(plan)


class Playing(Player):
    """With an engine of our own."""

    @asynccontextmanager
    async def open_engine(self, database, run):
        yield Engine(self.jobs)


def player(failure=None):
    return Playing(spec=tournament(), master=MASTER, seeded=False, jobs=failure)


async def test_run_to_its_end_is_completed(path):
    with Database(str(path)) as database:
        run, status, reason = await player().play(database)
        assert (status, reason, run.hands_played) == (RunStatus.COMPLETED, "", 6)
        assert database.runs()[0].status == RunStatus.COMPLETED


@pytest.mark.parametrize("failure", [ZeroDivisionError("by nothing"), KeyboardInterrupt("by nothing"), SystemExit("by nothing")])
async def test_run_that_raises_is_closed_as_failed_and_the_failure_comes_out(path, failure):
    with Database(str(path)) as database:
        with pytest.raises(type(failure)):
            await player(failure).play(database)
        (info,) = database.runs()
    assert (info.status, info.reason) == (RunStatus.FAILED, f"{type(failure).__name__}: by nothing")


async def test_cancelled_run_is_closed(path):
    class Waiting(Playing):
        @asynccontextmanager
        async def open_engine(self, database, run):
            scope.cancel()
            yield Engine()

    with Database(str(path)) as database:
        with trio.CancelScope() as scope:
            await Waiting(spec=tournament(), master=MASTER, seeded=False, jobs=1).play(database)
        assert [info.status for info in database.runs()] in ([], [RunStatus.FAILED])


@pytest.mark.parametrize(
    ("names", "host", "words"),
    [
        (["a"], "127.0.0.1", "port 7400 for a; start it with ARENA_ADDRESS=127.0.0.1:7400 ARENA_TOKEN=…"),
        (["a", "b"], "0.0.0.0", "port 7400 for a, b; start each with ARENA_ADDRESS=THIS_MACHINE:7400 ARENA_TOKEN=…"),
    ],
)
def test_waiting_says_how_long_and_what_to_do(names, host, words):
    assert waiting_text(names, 60.0, host, 7400) == f"Waiting up to 60 s at {words}"


WITH_REMOTE = """
name = "T"
game = "five_card_draw"
[play]
deals_per_match = 2
max_hands = 2
stop = "max_hands"
[clock]
grace_s = 0.1
start_s = 0.1
[[entrant]]
name = "far"
remote = true
[[entrant]]
name = "near"
builtin = "draw/easy"
"""


def test_a_remote_bot_without_an_account_is_refused_before_anybody_waits(arena, tmp_path, path):
    """No token of it can exist, so whoever waited would wait in vain. Nothing is begun."""
    file = tmp_path / "t.toml"
    file.write_text(WITH_REMOTE)
    done = arena("run", file, "--db", path, "--listen", "127.0.0.1:0", "--wait", "20")
    add = f"arena bots add far --owner WHO --db {path}"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"arena: {file}: entrant 1 (far): remote: has no account; `{add}` makes one\n"
    file.write_text(WITH_REMOTE.replace("remote = true", 'remote = true\nowner = "Ada L."'))
    assert "--owner 'Ada L.' --db" in arena("run", file, "--db", path, "--listen", "127.0.0.1:0").err
    with Database(str(path)) as database:
        assert database.runs() == ()


@pytest.mark.slow
def test_nobody_waits_for_a_remote_bot_whose_account_is_revoked(arena, tmp_path, path):
    """Its token opens nothing; the tournament is played, and what is due to it forfeited."""
    file = tmp_path / "t.toml"
    file.write_text(WITH_REMOTE)
    arena("bots", "add", "far", "--owner", "ada", "--db", path)
    arena("bots", "revoke", "far", "--db", path)
    done = arena("run", file, "--db", path, "--listen", "127.0.0.1:0", "--wait", "20", "--json", "--jobs", 1)
    assert (done.code, done.err.splitlines()[0]) == (0, "Not waiting for far: its account is revoked, so it forfeits.")
    assert "Waiting" not in done.err
    assert [match["status"] for match in done.document["matches"]] == ["forfeited"]


@pytest.mark.parametrize(("schedule", "why"), [("0 25 * * *", "Bad hour"), ("0 0 31 2 *", "Bad day-of-month")])
def test_a_schedule_that_is_none_is_refused_by_hand_too(arena, tmp_path, path, schedule, why):
    """As `arena schedule` and `arena serve` refuse it: before anything is played."""
    file = tmp_path / "t.toml"
    file.write_text(f'schedule = "{schedule}"\n{WITH_REMOTE.replace("remote = true", """builtin = "draw/easy" """)}')
    done = arena("run", file, "--db", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f'arena: {file}: schedule = "{schedule}": {why}')
    assert not path.exists()


@pytest.mark.slow
def test_absent_remote_bot_is_named_when_the_wait_is_over(arena, tmp_path, path):
    file = tmp_path / "t.toml"
    file.write_text(WITH_REMOTE)
    arena("bots", "add", "far", "--owner", "ada", "--db", path)
    done = arena("run", file, "--db", path, "--listen", "127.0.0.1:0", "--wait", "0.1", "--json", "--jobs", 1)
    assert "Waiting up to 0.1 s at port" in done.err.splitlines()[0]
    assert "Not here yet: far." in done.err


def test_one_match_is_stored_and_two_are():
    run = Run(3, tournament(), MASTER, outcomes=[None])
    told = _stopped_text(run, Path("t.toml"), "a.db")
    assert told == "stopped early; 1 match of run 3 is stored in a.db; `arena run t.toml --db a.db` goes on"
    run.outcomes.append(None)
    told = _stopped_text(run, Path("t.toml"), "arena.db")
    assert told == "stopped early; 2 matches of run 3 are stored in arena.db; `arena run t.toml` goes on"


@pytest.mark.parametrize(
    ("undecided", "words"),
    [
        ((), "3,000 hands, pass 3; about 1,200 to go, at most 6,000"),
        ((("a", "b"),), "3,000 hands, pass 3; open: a–b; about 1,200 to go, at most 6,000"),
        ((("a", "b"),) * 5, "3,000 hands, pass 3; open: a–b, a–b, a–b and 2 more; about 1,200 to go, at most 6,000"),
    ],
)
def test_progress_names_what_is_open_and_about_how_much_is_left(undecided, words):
    """1,234 hands are told by two digits."""
    run = Run(3, tournament(), MASTER, hands_played=3000, most_hands=9000, expected_hands=4234, undecided=undecided, pass_number=2)
    assert progress_text(run) == words
    run.expected_hands = run.most_hands = 25_850
    assert progress_text(run).endswith("; about 22,850 to go, at most 22,850"), "two digits would be 23,000"
    run.paused = True
    assert progress_text(run) == "3,000 hands, pass 3; paused, `arena resume` goes on"

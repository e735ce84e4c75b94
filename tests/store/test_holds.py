"""Who plays a run: one process at a time, until it is over, dead or silent for long."""

import os
import signal
import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from arena.dealer.ports import HOLD_S, Holder, RunStatus
from arena.errors import NoRecord, RunHeld, VerificationFailed
from arena.store import Database
from arena.store.holds import process_exists
from tests.store.storing import MASTER, NOON, changed, fresh, script, tournament

ONE, TWO = (Holder("arena run", "box", number) for number in (123, 124))
SERVE, SERVE_TOO = (Holder("arena serve", "box", number) for number in (125, 126))


class World:
    """A clock to be set, and processes that die when told to."""

    def __init__(self):
        self.time = NOON
        self.dead = set()

    def now(self):
        return self.time

    def alive(self, holder):
        return holder not in self.dead

    def pass_seconds(self, seconds):
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def world():
    return World()


@pytest.fixture
def database(path, world):
    with Database(str(path), now=world.now, alive=world.alive) as opened:
        yield opened


def begin(database, holder=None, name="Evening draw"):
    return database.open_run(tournament(name=name), MASTER, seeded=False, holder=holder)


def refusal(call, *arguments, **named):
    with pytest.raises(RunHeld) as caught:
        call(*arguments, **named)
    return str(caught.value)


def test_a_run_is_played_by_one_process(database):
    run_id = begin(database, ONE)
    told = f"run {run_id} (Evening draw) is being played by arena run, process 123 on box; wait for it, or use another --db"
    assert refusal(database.hold_run, run_id, TWO) == told
    assert refusal(database.hold_run, run_id, SERVE) == told
    assert database.run(run_id).holder == "arena run, process 123 on box"


def test_one_arena_run_plays_in_a_database(database):
    """Whatever run it is; nothing of the refused run stays, and the revision did not grow."""
    first, second = begin(database, ONE), begin(database)
    before = (database.runs(), database.revision())
    told = f"run {first} (Evening draw) is being played by arena run, process 123 on box; wait for it, or use another --db"
    assert refusal(database.hold_run, second, TWO) == told
    assert refusal(begin, database, TWO) == told
    assert (database.runs(), database.revision()) == before


def test_serving_and_running_go_together(database):
    runs = [begin(database, holder) for holder in (SERVE, SERVE_TOO, SERVE, ONE)]
    assert [database.run(run_id).holder for run_id in runs] == list(map(str, (SERVE, SERVE_TOO, SERVE, ONE)))
    assert "arena serve, process 125 on box" in refusal(database.hold_run, runs[0], SERVE_TOO)
    assert "arena serve, process 125 on box" in refusal(database.hold_run, runs[0], ONE)


def test_a_process_may_take_again_what_it_holds(database):
    first = begin(database, ONE)
    assert database.hold_run(first, ONE) == MASTER
    assert database.run(begin(database, ONE, "Another")).holder == str(ONE)


def test_taking_a_run_that_was_left_lets_it_run_again(database):
    run_id = begin(database)
    database.pause_run(run_id, paused=True)
    database.close_run(run_id, RunStatus.STOPPED, "power cut")
    assert database.hold_run(run_id, ONE) == MASTER
    run = database.run(run_id)
    assert (run.status, run.reason, run.ended_at, run.holder, run.paused) == (RunStatus.RUNNING, "", None, str(ONE), True)


def test_a_hold_ends_with_its_process(database, world):
    """At once; the run is not touched by that, and still said to be running."""
    run_id = begin(database, ONE)
    world.dead.add(ONE)
    assert (database.run(run_id).holder, database.run(run_id).status) == ("", RunStatus.RUNNING)
    database.hold_run(run_id, TWO)
    assert database.run(run_id).holder == str(TWO)


def test_a_hold_ends_when_it_is_not_renewed(database, world):
    run_id = begin(database, ONE)
    world.pass_seconds(HOLD_S - 1)
    assert refusal(database.hold_run, run_id, TWO)
    database.renew_hold(run_id, ONE)
    world.pass_seconds(HOLD_S - 1)
    assert refusal(database.hold_run, run_id, TWO)
    world.pass_seconds(1)
    assert database.run(run_id).holder == ""
    database.hold_run(run_id, TWO)


def test_a_late_renewal_is_good_while_nobody_else_came(database, world):
    run_id = begin(database, ONE)
    world.pass_seconds(10 * HOLD_S)
    database.renew_hold(run_id, ONE)
    assert database.run(run_id).holder == str(ONE)


def test_who_lost_its_run_is_told_so(database, world):
    run_id = begin(database, ONE)
    world.pass_seconds(HOLD_S)
    database.hold_run(run_id, SERVE)
    told = f"run {run_id} (Evening draw) was taken over by arena serve, process 125 on box; this process plays it no longer"
    assert refusal(database.renew_hold, run_id, ONE) == told
    assert database.run(run_id).holder == str(SERVE)
    database.close_run(run_id, RunStatus.COMPLETED)
    assert (
        refusal(database.renew_hold, run_id, SERVE) == f"run {run_id} (Evening draw) was closed meanwhile; this process plays it no longer"
    )


@pytest.mark.parametrize("status", [RunStatus.COMPLETED, RunStatus.STOPPED, RunStatus.FAILED])
def test_closing_a_run_lets_it_go(database, status):
    run_id = begin(database, ONE)
    database.close_run(run_id, status)
    assert database.run(run_id).holder == ""
    database.hold_run(run_id, TWO)


def test_a_run_that_is_not_there_cannot_be_held(database):
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.hold_run(7, ONE)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.renew_hold(7, ONE)


def test_renewing_is_nothing_new_to_whoever_watches(database):
    run_id = begin(database)
    revisions = [database.revision()]
    database.hold_run(run_id, ONE)
    revisions.append(database.revision())
    database.renew_hold(run_id, ONE)
    revisions.append(database.revision())
    database.close_run(run_id, RunStatus.STOPPED)
    revisions.append(database.revision())
    assert revisions[0] < revisions[1] == revisions[2] < revisions[3]


@pytest.mark.parametrize("holder", ["arena run", "[]", '{"role": "arena run", "host": "box", "pid": "many"}'])
def test_a_holder_that_was_changed_afterwards_is_named(path, database, holder):
    run_id = begin(database, ONE)
    changed(path, "UPDATE runs SET holder = ?", holder)
    for ask in (database.run, lambda number: database.hold_run(number, TWO)):
        with pytest.raises(VerificationFailed, match=f"run {run_id}: what is stored cannot be read"):
            ask(run_id)


def test_a_process_of_another_host_is_out_of_sight():
    """Its number says nothing here."""
    with script("") as process:
        process.wait()
    assert process_exists(Holder("arena run", "another " + socket.gethostname(), process.pid))
    assert not process_exists(Holder("arena run", socket.gethostname(), process.pid))
    assert process_exists(Holder("arena run", socket.gethostname(), os.getpid()))
    assert not process_exists(Holder("arena run", socket.gethostname(), 2**80))


AS_NOBODY = """
import os, socket
from arena.dealer.ports import Holder
from arena.store.holds import process_exists
os.setuid(65534)
print(process_exists(Holder("arena run", socket.gethostname(), os.getppid())))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_a_process_of_another_user_is_there():
    """No signal can be sent to it."""
    with script(AS_NOBODY) as process:
        assert process.communicate(timeout=30) == ("True\n", "")


PLAYER = """
import os, socket, sys
from arena.dealer.ports import Holder
from arena.errors import RunHeld
from arena.store import Database
with Database(sys.argv[1]) as database:
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        database.hold_run(1, Holder(sys.argv[2], socket.gethostname(), os.getpid()))
        print("plays", flush=True)
    except RunHeld as error:
        print(error, flush=True)
    sys.stdin.read()
"""


def go(process):
    process.stdin.write("go\n")
    process.stdin.flush()


@pytest.mark.slow
def test_a_killed_process_loses_its_run_at_once(path):
    """Processes, clock and signals are real ones."""
    ours = Holder("arena run", socket.gethostname(), os.getpid())
    with Database(str(path)) as database:
        run_id, other = begin(database), begin(database, name="Another")
        with script(PLAYER, path, "arena run") as process:
            go(process)
            assert [process.stdout.readline() for _ in range(2)] == ["ready\n", "plays\n"]
            named = f"run {run_id} (Evening draw) is being played by arena run, process {process.pid} on {socket.gethostname()}; "
            assert refusal(database.hold_run, run_id, ours).startswith(named)
            assert refusal(database.hold_run, other, ours).startswith(named)
            process.send_signal(signal.SIGKILL)
            process.wait()
            assert database.hold_run(run_id, ours) == MASTER
            with closing(sqlite3.connect(path)) as connection:
                (until,) = connection.execute("SELECT held_until FROM runs WHERE id = ?", [run_id]).fetchone()
            assert 0 < (datetime.fromisoformat(until).replace(tzinfo=UTC) - datetime.now(UTC)).total_seconds() <= HOLD_S


@pytest.mark.slow
@pytest.mark.parametrize("role", ["arena run", "arena serve"])
def test_of_processes_that_want_a_run_at_once_one_has_it(path, role):
    with fresh(path) as database:
        begin(database)
    with script(PLAYER, path, role) as one, script(PLAYER, path, role) as two, script(PLAYER, path, role) as three:
        players = (one, two, three)
        assert [player.stdout.readline() for player in players] == ["ready\n"] * 3
        for player in players:
            go(player)
        told = [player.stdout.readline() for player in players]
        (winner,) = (player for player, said in zip(players, told, strict=True) if said == "plays\n")
        lost = f"run 1 (Evening draw) is being played by {role}, process {winner.pid} on {socket.gethostname()}; "
        assert [said.startswith(lost) for said in told if said != "plays\n"] == [True, True]

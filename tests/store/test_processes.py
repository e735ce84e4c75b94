"""Several threads and processes on one file, and a process that dies while it writes."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.matches import hands_digest
from arena.store import Database
from tests.store.storing import fill, fresh, plan_of, play_plan, script, tournament

WRITER = """
import sys
from arena.store import Database
from tests.store.storing import MASTER, plan_of, play_plan, tournament
spec = tournament(deals=20)
plans = [plan_of(spec, (0, 1), number) for number in range(4)]
matches = [(plan, play_plan(plan)) for plan in plans]
print("ready", flush=True)
sys.stdin.readline()
with Database(sys.argv[1]) as database:
    for _ in range(int(sys.argv[2])):
        run_id = database.open_run(spec, MASTER, seeded=False)
        for plan, result in matches:
            database.add_match(run_id, plan, result)
"""

DYING = """
import sys, time
from sqlalchemy import Engine, event
from arena.store import Database
from tests.store.storing import MASTER, plan_of, play_plan, tournament

@event.listens_for(Engine, "before_cursor_execute")
def stop(connection, cursor, statement, *rest):
    if stopping and statement.startswith(f"INSERT INTO {stopping} "):
        print(statement, flush=True)
        time.sleep(60)

stopping = ""
database = Database(sys.argv[1])
spec = tournament(deals=200)
run_id = database.open_run(spec, MASTER, seeded=False)
first, second = plan_of(spec, (0, 1)), plan_of(spec, (0, 1), 1)
database.add_match(run_id, first, play_plan(first))
stopping = sys.argv[2]
database.add_match(run_id, second, play_plan(second))
"""


def assert_whole(database, deals):
    """Every match of every run has all its hands, and the digest says so."""
    count = 0
    for run in database.runs():
        for outcome in database.outcomes(run.run_id):
            match = next(match for match in database.matches(outcome.match_id) if match.run.run_id == run.run_id)
            assert [len(leg.hand_bytes) for leg in match.legs] == [deals, deals]
            assert len(outcome.blocks) == deals
            assert match.hands_digest == hands_digest([leg.hand_bytes for leg in match.legs])
            count += 1
    return count


@pytest.mark.slow
def test_processes_that_write_at_once_all_succeed(tmp_path):
    """They even make the database at once. Each stores 5 runs of 4 matches."""
    path = tmp_path / "arena.db"
    with script(WRITER, path, 5) as one, script(WRITER, path, 5) as two, script(WRITER, path, 5) as three:
        writers = (one, two, three)
        for writer in writers:
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            writer.stdin.write("go\n")
            writer.stdin.flush()
        assert [writer.communicate(timeout=60) for writer in writers] == [("", "")] * 3
    with fresh(path) as database:
        assert assert_whole(database, 20) == 3 * 5 * 4
        assert database.revision() == 3 * 5 * (1 + 4)


@pytest.mark.slow
@pytest.mark.parametrize("stopping", ["hands", "blocks"])
def test_a_process_killed_inside_a_transaction_leaves_whole_matches(tmp_path, stopping):
    """It is stopped when the match's own row, its legs and perhaps its hands are written, then killed with SIGKILL."""
    path = tmp_path / "arena.db"
    with script(DYING, path, stopping) as process:
        assert f"INSERT INTO {stopping}" in process.stdout.readline()
        with fresh(path) as meanwhile:
            assert assert_whole(meanwhile, 200) == 1
        process.kill()
        process.wait()
        with fresh(path) as database:
            assert assert_whole(database, 200) == 1
            spec = tournament(deals=200)
            plan = plan_of(spec, (0, 1), 1)
            database.add_match(1, plan, play_plan(plan))
            assert assert_whole(database, 200) == 2


@pytest.mark.slow
def test_a_process_killed_at_any_moment_leaves_whole_matches(tmp_path):
    """Killed as soon as some matches of it can be seen, twice, on the same file."""
    path = tmp_path / "arena.db"
    with fresh(path) as database:
        for _ in range(2):
            before = database.revision()
            with script(WRITER, path, 10_000) as process:
                process.stdin.write("go\n")
                process.stdin.flush()
                while database.revision() < before + 12:
                    assert process.poll() is None
                process.kill()
                process.wait()
            assert assert_whole(database, 20) >= 8


def test_threads_share_a_database(tmp_path):
    spec = tournament(deals=2)
    with fresh(tmp_path / "arena.db") as database, ThreadPoolExecutor(20) as threads:
        run_ids = list(threads.map(lambda _: fill(database, spec, passes=3), range(20)))
        assert sorted(run_ids) == list(range(1, 21))
        assert all(len(outcomes) == 3 for outcomes in threads.map(database.outcomes, run_ids))


def test_readers_do_not_wait_for_a_writer(tmp_path):
    """One connection holds the write lock while another reads."""
    path = tmp_path / "arena.db"
    with fresh(path) as writer, Database(str(path)) as reader:
        run_id = fill(writer, tournament())
        with writer._writing() as connection:
            connection.exec_driver_sql("UPDATE runs SET status = 'stopped'")
            assert reader.run(run_id).status == "running"


def test_a_writer_waits_for_another_process(tmp_path):
    path = tmp_path / "arena.db"
    with fresh(path) as one, fresh(path) as two:
        with one._writing():
            thread = threading.Thread(target=fill, args=(two, tournament()))
            thread.start()
            thread.join(0.05)
            assert thread.is_alive()
        thread.join()
        assert len(two.runs()) == 1

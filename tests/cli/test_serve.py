"""What becomes of a tournament never takes the dealer down; addresses are looked at before anything is opened."""

import os
import signal
from dataclasses import replace

import pytest
import structlog
import trio
import trio.testing
from structlog.testing import capture_logs

from arena.cli.serve import Dealer, _visible_values
from arena.dealer import RunStatus, Scheduler, hash_token
from arena.errors import StoreError
from arena.store import Database
from arena.tournaments import Entrant
from tests.cli.filling import completed, tournament


class Engine:
    def __init__(self, failure=None):
        self.limiter = trio.CapacityLimiter(1)
        self.failure = failure

    async def play(self, plan):
        await trio.lowlevel.checkpoint()
        if self.failure is not None:
            raise self.failure
        return completed(plan)


class Waiting(Engine):
    begun = None

    async def play(self, plan):
        self.begun.set()
        await trio.sleep_forever()


@pytest.fixture
def database(path):
    with Database(str(path)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def logs():
    structlog.reset_defaults()
    with capture_logs() as captured:
        yield captured


@pytest.mark.parametrize("failure", [ZeroDivisionError("by nothing"), StoreError("disk full")])
async def test_failing_tournament_is_logged_and_closed(database, logs, failure):
    dealer = Dealer(database, 1.0)
    await dealer.play(tournament(), Engine(failure))
    (info,) = database.runs()
    assert (info.status, info.reason[-10:]) == (RunStatus.FAILED, str(failure)[-10:])
    assert dealer.runs == []
    (failed,) = [line for line in logs if line["event"] == "tournament failed"]
    assert failed["exc_info"] is isinstance(failure, ZeroDivisionError)


async def test_a_tournament_with_a_remote_bot_that_has_no_account_is_told_and_not_begun(database, logs):
    """The dealer goes on; once the account is there the tournament begins."""
    spec = tournament()
    spec = replace(spec, entrants=(Entrant("far bot", remote=True, trusted=True), *spec.entrants[1:]))
    dealer = Dealer(database, 1.0, db=" --db a.db")
    await dealer.play(spec, Engine())
    (line,) = [line for line in logs if line["event"] == "tournament cannot begin"]
    add = "arena bots add 'far bot' --owner WHO --db a.db"
    assert line["reason"] == f"tournament 'Small': entrant 1 (far bot): remote: has no account; `{add}` makes one"
    assert (line["exc_info"], database.runs()) == (False, ())
    database.add_account("far bot", "ada", hash_token("x"))
    await dealer.play(spec, Engine())
    assert [info.status for info in database.runs()] == [RunStatus.COMPLETED]


async def test_good_tournament_is_completed(database):
    await Dealer(database, 1.0).play(tournament(), Engine())
    assert database.runs()[0].status == RunStatus.COMPLETED


async def test_database_that_fails_is_logged_only(database, logs):
    class Broken:
        opened = False

        def runs(self):
            return ()

        def renew_hold(self, run_id, holder):
            pass

        def paused(self, run_id):
            return False

        def orders(self, run_id):
            return ()

        def take_orders(self, run_id, pass_number):
            return ()

        def begun(self, run_id):
            return ()

        def open_run(self, spec, master, *, seeded, holder):
            if self.opened:
                return 1
            raise StoreError("no run today")

        def add_match(self, run_id, plan, result):
            pass

        def close_run(self, run_id, status, reason):
            raise StoreError("no closing today")

    broken = Broken()
    await Dealer(broken, 1.0).play(tournament(), Engine())
    broken.opened = True
    await Dealer(broken, 1.0).play(tournament(), Engine())
    assert [line["event"] for line in logs if line["log_level"] == "error"] == ["tournament cannot begin", "run cannot be closed"]


async def test_cancelled_tournament_is_closed_as_stopped(database):
    dealer, engine = Dealer(database, 1.0), Waiting()
    engine.begun = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.play, tournament(), engine)
        await engine.begun.wait()
        nursery.cancel_scope.cancel()
    assert database.runs()[0].status == RunStatus.STOPPED


async def test_signal_first_stops_the_scheduler_and_no_run_begins_after_it(database):
    class Watched(Scheduler):
        stopped_before_ending = None

        def stop_nowait(self):
            self.stopped_before_ending = not dealer.ending
            super().stop_nowait()

    dealer = Dealer(database, 1.0)
    scheduler = Watched([], None, None)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dealer.wait_for_end, scheduler)
        await trio.testing.wait_all_tasks_blocked()
        os.kill(os.getpid(), signal.SIGTERM)
    assert scheduler.stopped_before_ending
    await dealer.play(tournament(), Engine())
    assert (database.runs()[0].status, database.runs()[0].match_count) == (RunStatus.STOPPED, 0)


def test_log_lines_hold_no_control_characters():
    event = _visible_values(None, "info", {"event": "e", "reason": "\x1b[31m\nsecond", "run": 1})
    assert event == {"event": "e", "reason": r"\x1b[31m\nsecond", "run": 1}


@pytest.mark.parametrize("option", ["--web", "--listen"])
def test_bad_address_is_refused_before_anything_is_opened(arena, path, option):
    done = arena("serve", option, "foo", "--db", path)
    assert (done.code, done.err) == (
        2,
        f"arena: {option} foo: must be HOST:PORT, such as 127.0.0.1:{8000 if option == '--web' else 7400}\n",
    )
    assert not path.exists()

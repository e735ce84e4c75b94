"""The database: transactions, who may write when, and what becomes of its errors; the statements are in the modules around it.

Any thread may call; one at a time writes, and so does one process at a time. Every call is one transaction.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Self

from sqlalchemy import URL, Connection, select
from sqlalchemy.exc import DBAPIError

from arena.dealer.ports import Account, Holder, RunInfo, RunStatus, StoredFault, StoredMatch
from arena.errors import StoreError
from arena.matches import MatchResult
from arena.store import accounts, orders, packing, reading, runs, writing
from arena.store.holds import Holds, process_exists
from arena.store.opening import WRITING, one_line, open_engine
from arena.store.schema import revision
from arena.store.urls import database_url, is_sqlite, shown
from arena.tournaments import MatchOutcome, MatchPlan, Order, TournamentSpec


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Database:
    """The ports ``Record``, ``Library``, ``Desk`` and ``Accounts`` on SQLite or PostgreSQL. Close it, or use it as a context manager."""

    def __init__(self, url: URL | str, now: Callable[[], datetime] = _utc_now, alive: Callable[[Holder], bool] = process_exists) -> None:
        """Open, and make or migrate the tables where needed.

        Args:
            url: as :func:`database_url` gives it, or text for that function.
            now: says what time it is, with its zone.
            alive: says whether the process that holds a run may still be there.

        Raises:
            ConfigError: there is no database that could be used.
            SchemaMismatch: it belongs to another program, or a newer version of this one. Nothing in it has changed.
        """
        self.url = database_url(url) if isinstance(url, str) else url
        self._now = now
        self._holds = Holds(now, alive)
        self._engine = open_engine(self.url)
        self._read_options: dict[str, Any] = {} if is_sqlite(self.url) else {"isolation_level": "REPEATABLE READ"}
        self._write_lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files and connections; again is harmless."""
        self._engine.dispose()

    def open_run(self, spec: TournamentSpec, master: bytes, *, seeded: bool, holder: Holder | None = None) -> int:
        """A tournament begins, played by ``holder``; the number of this run.

        Raises:
            RunHeld: another process that is alive plays in this database in the same exclusive role; names it.
        """
        with self._writing() as connection:
            run_id = writing.insert_run(connection, spec, master, seeded, self._now())
            if holder is not None:
                self._holds.take(connection, run_id, holder)
            return run_id

    def hold_run(self, run_id: int, holder: Holder) -> bytes:
        """From now on this process plays a run that was begun before; the run's secret master. Its status is ``running`` again.

        Raises:
            NoRecord: there is no such run.
            RunHeld: another process that is alive plays it, or plays in this database in the same exclusive role; names it.
        """
        with self._writing() as connection:
            return self._holds.take(connection, run_id, holder)

    def renew_hold(self, run_id: int, holder: Holder) -> None:
        """The process is still there; the revision does not grow.

        Raises:
            NoRecord: there is no such run.
            RunHeld: another process has taken the run over, or it was closed.
        """
        with self._writing() as connection:
            self._holds.renew(connection, run_id, holder)

    def begin_match(self, run_id: int, plan: MatchPlan) -> None:
        """A match begins whose deals will have been seen; again changes nothing, and the revision does not grow.

        Raises:
            NoRecord: there is no such run.
        """
        with self._writing() as connection:
            writing.insert_begun(connection, run_id, plan)

    def begun(self, run_id: int) -> tuple[tuple[tuple[int, ...], int, int], ...]:
        """Of matches that began and were never stored: pairing, pass, attempt; in the order of pass, pairing, attempt.

        Raises:
            NoRecord: there is no such run.
        """
        with self._reading() as connection:
            return reading.read_begun(connection, run_id)

    def paused(self, run_id: int) -> bool:
        """Whether an organiser wants no match of the run to begin.

        Raises:
            NoRecord: there is no such run.
        """
        with self._reading() as connection:
            return runs.read_paused(connection, run_id)

    def take_orders(self, run_id: int, pass_number: int) -> tuple[Order, ...]:
        """Let every order that holds from no pass yet hold from this one; all orders of the run, in the order in which they were given.

        Raises:
            NoRecord: there is no such run.
        """
        with self._writing() as connection:
            return orders.take_orders(connection, run_id, pass_number)

    def add_match(self, run_id: int, plan: MatchPlan, result: MatchResult) -> None:
        """Store a match whole. A second call for the same plan changes nothing.

        Raises:
            NoRecord: there is no such run.
        """
        rows = writing.rows_of_match(plan, result, self._now())
        with self._writing() as connection:
            writing.insert_match(connection, run_id, rows)

    def close_run(self, run_id: int, status: RunStatus, reason: str = "") -> None:
        """The tournament is over, or left, and nobody holds it; a later call, after it was resumed, has the last word.

        Raises:
            NoRecord: there is no such run.
        """
        assert status != RunStatus.RUNNING, "a run that is over is not running"
        with self._writing() as connection:
            writing.update_run(connection, run_id, status, reason, self._now())

    def give_order(self, run_id: int, order: Order) -> None:
        """An order that holds from the next pass that begins. A completed run one of whose matches is made void is stopped.

        Raises:
            NoRecord: there is no such run, entrant or match in it.
            ConfigError: it cannot be, see :class:`~arena.dealer.ports.Desk`.
        """
        with self._writing() as connection:
            orders.insert_order(connection, run_id, order, self._now())

    def pause_run(self, run_id: int, *, paused: bool) -> None:
        """Whether matches of a run may begin.

        Raises:
            NoRecord: there is no such run.
            ConfigError: the run is over.
        """
        with self._writing() as connection:
            writing.pause_run(connection, run_id, paused)

    def runs(self) -> tuple[RunInfo, ...]:
        """Every run, newest first."""
        with self._reading() as connection:
            return runs.read_runs(connection, self._holds)

    def run(self, run_id: int) -> RunInfo:
        """One run.

        Raises:
            NoRecord: there is none of that number.
        """
        with self._reading() as connection:
            return runs.read_run(connection, run_id, self._holds)

    def outcomes(self, run_id: int) -> tuple[MatchOutcome, ...]:
        """The matches of a run in the order of pass, pairing, attempt, without their hands.

        Raises:
            NoRecord: there is no such run.
        """
        with self._reading() as connection:
            return reading.read_outcomes(connection, run_id)

    def orders(self, run_id: int) -> tuple[Order, ...]:
        """Every order of a run, in the order in which they were given.

        Raises:
            NoRecord: there is no such run.
        """
        with self._reading() as connection:
            return orders.read_orders(connection, run_id)

    def matches(self, match_id: str) -> tuple[StoredMatch, ...]:
        """Every stored match of that id, newest run first.

        Raises:
            NoRecord: there is none.
            VerificationFailed: what is stored is no longer what was stored; names match, leg and deal.
        """
        with self._reading() as connection:
            return reading.read_matches(connection, match_id, self._holds)

    def faults(self, run_id: int | None = None, match_id: str | None = None) -> tuple[StoredFault, ...]:
        """Faults, newest run first; of one run or match when asked. Empty where there are none, or no such run or match."""
        with self._reading() as connection:
            return reading.read_faults(connection, run_id, match_id)

    def outputs(self, match_id: str) -> tuple[tuple[int, str, str], ...]:
        """What a match's programs printed: (leg, player name, text), newest run only; empty where nothing was printed."""
        with self._reading() as connection:
            return reading.read_outputs(connection, match_id)

    def add_account(self, name: str, owner: str, token_hash: str, *, organiser: bool = False) -> None:
        """A new account; may it order other people's bots about?

        Raises:
            ConfigError: the name is taken.
        """
        with self._writing() as connection:
            accounts.insert_account(connection, Account(name, owner, self._now(), None, organiser), token_hash)

    def accounts(self) -> tuple[Account, ...]:
        """Every account, by name."""
        with self._reading() as connection:
            return accounts.read_accounts(connection)

    def revoke_account(self, name: str) -> None:
        """From now on its token opens nothing; again is harmless.

        Raises:
            NoRecord: there is no such account.
        """
        with self._writing() as connection:
            accounts.revoke_account(connection, name, self._now())

    def find_account(self, token_hash: str) -> Account | None:
        """The account of a token, revoked or not."""
        with self._reading() as connection:
            return accounts.find_account(connection, token_hash)

    def revision(self) -> int:
        """A number that grows with everything stored that can be read here, by any process."""
        with self._reading() as connection:
            return reading.read_revision(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with (
            self._translated(),
            packing.reading(f"database {shown(self.url)}"),
            self._engine.connect().execution_options(**self._read_options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        options = {WRITING: True}
        with self._write_lock, self._translated(), self._engine.connect().execution_options(**options) as connection, connection.begin():
            connection.execute(select(revision.c.number).with_for_update())
            yield connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise StoreError(f"database {shown(self.url)}: {one_line(error)}") from error

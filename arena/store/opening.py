"""From a URL to an engine whose database has our tables, at our revision, in the settings we need.

Look first: what is at the URL is read, through a connection that cannot write, before anything is set or made, so that a refused
database is as it was. Alembic (0.2 s) is imported only when there is something to migrate. A migration is one
transaction, and looks again once it holds the lock: several processes may open a new database at the same moment.

SQLite's settings, and why: WAL, so that readers never wait for the writer; ``synchronous = NORMAL``, which in WAL may lose the last
matches to a power cut, never to the death of a process, and never half a match; ``BEGIN IMMEDIATE`` for what will write, since a
transaction that reads first and writes later fails with "locked" instead of waiting. Python's own idea of when
transactions begin is switched off.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from arena.errors import ConfigError, SchemaMismatch
from arena.store.schema import REVISIONS, VERSION_TABLE
from arena.store.urls import check_file, has_content, is_sqlite, shown

BUSY_TIMEOUT_S = 30.0
"""How long a process waits for another one's transaction."""
WRITING = "arena_writing"
"""The execution option of a connection whose transactions will write."""
MIGRATION_LOCK = 0x6172656E61
"""PostgreSQL's advisory lock that a migration holds; any number nobody else uses."""


def open_engine(url: URL) -> Engine:
    """Open a database, making or migrating its tables where needed.

    Raises:
        ConfigError: it cannot be opened.
        SchemaMismatch: it belongs to another program, or a newer version of this one.
    """
    if is_sqlite(url):
        check_file(Path(shown(url)))
    engine = _make_engine(url)
    try:
        with _refused(url):
            _prepare(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def one_line(error: DBAPIError | sqlite3.Error) -> str:
    """What the database said, for a person."""
    return " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())


def _make_engine(url: URL) -> Engine:
    if not is_sqlite(url):
        return create_engine(url, pool_pre_ping=True, max_overflow=-1)
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False}, max_overflow=-1)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITING) else "BEGIN")


@contextmanager
def _refused(url: URL) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise ConfigError(f"database {shown(url)}: {one_line(error)}; name another, or see to it") from error


def _prepare(engine: Engine) -> None:
    name = shown(engine.url)
    if is_sqlite(engine.url):
        _look(Path(name))
        _use_wal(Path(name))
    with engine.connect() as connection:
        found = _survey(connection, name)
    if found != REVISIONS[-1]:
        _migrate(engine)


def _look(path: Path) -> None:
    """Refuse a file of another program before any connection is made that could change it."""
    if not has_content(path):
        return
    engine = create_engine(
        "sqlite://",
        poolclass=NullPool,
        creator=lambda: sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=BUSY_TIMEOUT_S),
    )
    with engine.connect() as connection:
        _survey(connection, str(path))


def _survey(connection: Connection, name: str) -> str | None:
    """The revision of a database that people call ``name``, None for an empty one."""
    tables = set(inspect(connection).get_table_names())
    found = []
    if VERSION_TABLE in tables:
        found = list(connection.scalars(text(f"SELECT version_num FROM {VERSION_TABLE}")))  # noqa: S608 - a constant of ours
    if not found and tables <= {VERSION_TABLE}:
        return None
    if len(found) == 1 and str(found[0]).startswith("arena"):
        if found[0] in REVISIONS:
            return str(found[0])
        raise SchemaMismatch(
            f"database {name}: was made by a newer version of the arena ({found[0]}); use that version, or another database"
        )
    raise SchemaMismatch(f"database {name}: belongs to another program (it has a table {min(tables)}); name another")


def _use_wal(path: Path) -> None:
    """Switch a file to WAL, which it then keeps. SQLite does not wait for a lock here, so we do."""
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(0.005)


def _migrate(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        if not is_sqlite(engine.url):
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        if _survey(connection, shown(engine.url)) != REVISIONS[-1]:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

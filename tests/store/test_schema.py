"""The tables and their history."""

import re
import sqlite3
from contextlib import closing

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql

import arena.store.migrations
from arena.store import Database, schema
from tests.store.storing import fresh, script


def layout(path):
    """Every table's and index's own statement, cut at the commas between columns or constraints; their order is no matter."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND sql IS NOT NULL")
        return {name: sorted(" ".join(part.split()) for part in parts_of(sql)) for name, sql in rows}


def parts_of(statement):
    """What a statement says before, between its outer parentheses by commas, and after."""
    head, _, rest = statement.partition("(")
    body, _, tail = rest.rpartition(")")
    return [head, *re.split(r",(?![^(]*\))", body), tail]


def test_migrations_make_the_schema(tmp_path):
    fresh(tmp_path / "arena.db").close()
    engine = sa.create_engine(f"sqlite:///{tmp_path}/arena.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_migrations_make_the_same_statements(tmp_path):
    """What alembic does not compare: WITHOUT ROWID, primary keys, checks, names of constraints."""
    fresh(tmp_path / "arena.db").close()
    engine = sa.create_engine(f"sqlite:///{tmp_path}/plain.db")
    schema.metadata.create_all(engine)
    engine.dispose()
    assert layout(tmp_path / "arena.db") == layout(tmp_path / "plain.db")


def test_the_list_of_revisions_is_alembics():
    directory = ScriptDirectory(arena.store.migrations.__path__[0])
    assert tuple(script.revision for script in directory.walk_revisions())[::-1] == schema.REVISIONS


def test_every_table_can_be_made_in_postgresql():
    for table in schema.metadata.sorted_tables:
        assert str(sa.schema.CreateTable(table).compile(dialect=postgresql.dialect())).lstrip().startswith(f"CREATE TABLE {table.name}")


def test_sqlite_is_set_as_it_must_be(tmp_path):
    with Database(str(tmp_path / "arena.db")) as database, database._engine.connect() as connection:
        settings = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")}
        assert settings == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1}
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() >= 10_000


def test_a_copy_that_lost_its_journal_mode_gets_it_back(tmp_path):
    fresh(tmp_path / "arena.db").close()
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection:
        connection.execute("VACUUM INTO ?", [str(tmp_path / "copy.db")])
    with Database(str(tmp_path / "copy.db")) as database, database._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_what_is_no_text_to_a_database_is_replaced():
    words = schema.Words()
    assert words.process_bind_param("a\0b\ud800c\U0001f0a1", sa.Dialect()) == "a\ufffdb\ufffdc\U0001f0a1"


OPEN_AGAIN = """
import sys
from arena.store import Database
Database(sys.argv[1]).close()
print([name for name in ("alembic", "mako") if name in sys.modules])
"""


def test_alembic_is_not_imported_when_there_is_nothing_to_migrate(tmp_path):
    fresh(tmp_path / "arena.db").close()
    with script(OPEN_AGAIN, tmp_path / "arena.db") as process:
        assert process.communicate(timeout=30) == ("[]\n", "")

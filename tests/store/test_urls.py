"""What a person may type as a database, and what is said otherwise."""

import importlib.util
import os
import sqlite3
from contextlib import closing

import pytest

from arena.errors import ConfigError, SchemaMismatch
from arena.store import Database, database_url
from tests.store.storing import fill, fresh, script, tournament

HAS_PSYCOPG = importlib.util.find_spec("psycopg") is not None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("arena.db", "arena.db"),
        ("/var/lib/arena.db", "/var/lib/arena.db"),
        ("sqlite:///arena.db", "arena.db"),
        ("sqlite:////var/lib/arena.db", "/var/lib/arena.db"),
        ("odd ?name#%20:1.db", "odd ?name#%20:1.db"),
    ],
)
def test_a_path_or_a_sqlite_url_names_a_file(text, path):
    url = database_url(text)
    assert (url.drivername, url.database) == ("sqlite", path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mysql://root:secret@host/x", "mysql://…: unknown kind of database; give a path, sqlite:///PATH or postgresql"),
        ("http://host/arena.db", "unknown kind of database"),
        ("sqlite://arena.db", "three slashes"),
        ("sqlite:///arena.db?mode=ro", "no options"),
        ("sqlite:///:memory:", "must outlive this program"),
        ("sqlite://", "must outlive this program"),
        (":memory:", "must outlive this program"),
        ("", "give the path of a file"),
        ("sqlite:arena.db", "sqlite:///PATH"),
        ("postgresql+psycopg://host:port/x", "cannot be read as a URL"),
    ],
)
def test_what_names_no_database_is_refused_in_one_line(text, words):
    with pytest.raises(ConfigError) as caught:
        database_url(text)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert "secret" not in message


@pytest.mark.skipif(HAS_PSYCOPG, reason="psycopg is installed")
def test_postgresql_without_its_driver_says_what_to_install():
    with pytest.raises(ConfigError, match="install psycopg") as caught:
        database_url("postgresql+psycopg://ada:secret@host/arena")
    assert "ada:***@host" in str(caught.value)


@pytest.mark.skipif(not HAS_PSYCOPG, reason="psycopg is not installed")
def test_a_postgresql_server_that_is_not_there_is_a_mistake_of_the_url():
    with pytest.raises(ConfigError, match="refused"):
        Database("postgresql://ada:secret@127.0.0.1:1/arena")


def refusal(path, error=ConfigError):
    with pytest.raises(error) as caught:
        Database(str(path))
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def test_a_directory_is_no_database(tmp_path):
    assert "is a directory; name a file in it" in refusal(tmp_path)


def test_a_missing_directory_is_not_made(tmp_path):
    assert "there is no directory" in refusal(tmp_path / "no" / "arena.db")
    assert not os.listdir(tmp_path)


def test_below_a_file_there_is_no_directory(tmp_path):
    (tmp_path / "file").write_text("x")
    assert "there is no directory" in refusal(tmp_path / "file" / "arena.db")


def test_a_directory_that_takes_no_files_is_refused():
    """Even root cannot make a file in /proc."""
    assert "unable to open database file" in refusal("/proc/arena.db")


def test_a_pipe_is_no_database(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refusal(tmp_path / "pipe")


def test_a_file_of_another_kind_is_refused_and_stays(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("buy milk")
    assert "is no SQLite database" in refusal(path)
    assert path.read_text() == "buy milk"
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_a_broken_sqlite_file_is_refused_and_stays(tmp_path):
    path = tmp_path / "arena.db"
    content = b"SQLite format 3\0" + bytes(5000)
    path.write_bytes(content)
    assert "file is not a database" in refusal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_another_program_is_refused_and_stays(tmp_path, mode):
    path = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("CREATE TABLE moz_places (url TEXT)")
        connection.commit()
        before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir() if not entry.name.endswith("-shm")}
        assert "belongs to another program (it has a table moz_places)" in refusal(path, SchemaMismatch)
        assert before == {entry.name: entry.read_bytes() for entry in tmp_path.iterdir() if not entry.name.endswith("-shm")}


def test_another_programs_alembic_is_not_ours(tmp_path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('3f2a')")
        connection.commit()
    before = path.read_bytes()
    assert "belongs to another program" in refusal(path, SchemaMismatch)
    assert path.read_bytes() == before


def test_a_newer_database_is_refused_and_stays(tmp_path):
    path = tmp_path / "arena.db"
    with fresh(path) as database:
        fill(database, tournament())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'arena9999'")
        connection.commit()
    before = path.read_bytes()
    assert "made by a newer version of the arena (arena9999)" in refusal(path, SchemaMismatch)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_database(tmp_path):
    path = tmp_path / "arena.db"
    path.touch()
    with fresh(path) as database:
        assert database.runs() == ()


def test_a_database_with_nothing_but_an_empty_version_table_becomes_ours(tmp_path):
    """What a migration of some other tool that was interrupted leaves."""
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    with fresh(tmp_path / "arena.db") as database:
        assert database.revision() == 0


AS_NOBODY = """
import os, sys
from arena.errors import ConfigError
from arena.store import Database
os.setuid(65534)
for path in sys.argv[1:]:
    try:
        Database(path).close()
        print("opened")
    except ConfigError as error:
        print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_permissions_are_looked_at_before_anything_is_opened(tmp_path):
    """In a process that is not root: a file and a directory that may only be read, and a file whose directory may only be read."""
    for directory in (tmp_path, *tmp_path.parents):
        if directory.stat().st_mode & 0o005 != 0o005:
            directory.chmod(0o755)
    loose = tmp_path / "loose"
    loose.mkdir()
    loose.chmod(0o777)
    paths = [loose / "ours.db", loose / "roots.db", tmp_path / "new.db", tmp_path / "ours.db"]
    for path, mode in ((paths[0], 0o666), (paths[1], 0o644), (paths[3], 0o666)):
        fresh(path).close()
        path.chmod(mode)
    with script(AS_NOBODY, *paths) as process:
        output, errors = process.communicate(timeout=30)
    assert errors == ""
    assert not paths[2].exists()
    lines = output.splitlines()
    assert lines[0] == "opened"
    assert "cannot be read and written by this user" in lines[1]
    assert "is not writable; SQLite keeps its log beside the file" in lines[2]
    assert "is not writable; SQLite keeps its log beside the file" in lines[3]

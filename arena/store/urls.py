"""What a person types after ``--db``, and why it will not do. Looks at files, never changes one."""

import importlib.util
import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from arena.errors import ConfigError

_FORMS = "a path, sqlite:///PATH or postgresql+psycopg://USER@HOST/NAME"
_SQLITE, _POSTGRESQL = "sqlite", "postgresql+psycopg"
_SQLITE_MAGIC = b"SQLite format 3\0"


def database_url(text: str) -> URL:
    """The URL of a database named by a person: a plain path, ``sqlite:///PATH`` or ``postgresql+psycopg://…``.

    Raises:
        ConfigError: the text names no database this program can use; the files themselves are looked at by :func:`check_file`.
    """
    scheme, separator, _ = text.partition("://")
    if not separator:
        return _sqlite_url(text, text)
    if scheme not in (_SQLITE, "postgresql", _POSTGRESQL):
        raise ConfigError(f"database {scheme}://…: unknown kind of database; give {_FORMS}")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ConfigError(f"database {scheme}://…: cannot be read as a URL; give {_FORMS}") from None
    if scheme == _SQLITE:
        if url.host or url.query:
            raise ConfigError(f"database {text}: a SQLite URL has three slashes, a path and no options: sqlite:///PATH")
        return _sqlite_url(url.database or "", text)
    if importlib.util.find_spec("psycopg") is None:
        raise ConfigError(
            f"database {shown(url)}: PostgreSQL needs the package psycopg; install psycopg[binary], or give a path to use SQLite"
        )
    return url.set(drivername=_POSTGRESQL)


def shown(url: URL) -> str:
    """A URL for a person to read, its password left out."""
    return url.database or "" if is_sqlite(url) else url.render_as_string(hide_password=True)


def without_password(text: str) -> str:
    """What a person typed as a database that could be opened, for others to read."""
    return make_url(text).render_as_string(hide_password=True) if "://" in text else text


def is_sqlite(url: URL) -> bool:
    """Whether it names a file."""
    return url.get_backend_name() == _SQLITE


def check_file(path: Path) -> None:
    """Refuse a path at which no SQLite database can be kept.

    Raises:
        ConfigError: says what is there, and what would do.
    """
    directory = path.parent
    if os.path.isdir(path):
        raise ConfigError(f"database {path}: is a directory; name a file in it, such as {path / 'arena.db'}")
    if not os.path.isdir(directory):
        raise ConfigError(f"database {path}: there is no directory {directory}; make it first, or name another file")
    if os.path.lexists(path):
        _check_content(path)
    if not os.access(directory, os.W_OK | os.X_OK):
        raise ConfigError(f"database {path}: the directory {directory} is not writable; SQLite keeps its log beside the file")


def has_content(path: Path) -> bool:
    """Whether there is anything at a path that could be lost."""
    return os.path.exists(path) and os.path.getsize(path) > 0


def _sqlite_url(path: str, text: str) -> URL:
    if not path or path == ":memory:":
        raise ConfigError(f"database {text!r}: results must outlive this program; give the path of a file, such as arena.db")
    if path.startswith(("sqlite:", "postgresql:", "file:")):
        raise ConfigError(f"database {text}: give {_FORMS}")
    return URL.create(_SQLITE, database=path)


def _check_content(path: Path) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        raise ConfigError(f"database {path}: is not a regular file; name another")
    if os.path.exists(path) and not os.access(path, os.R_OK | os.W_OK):
        raise ConfigError(f"database {path}: cannot be read and written by this user; change its permissions, or name another file")
    try:
        with path.open("rb") as file:
            magic = file.read(len(_SQLITE_MAGIC))
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"database {path}: {error.strerror}; name another file") from None
    if magic and magic != _SQLITE_MAGIC:
        raise ConfigError(f"database {path}: is no SQLite database; name another file")

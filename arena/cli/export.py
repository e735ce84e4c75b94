"""``arena export``: the hands of a match for other programs."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from arena.cli.common import db_option, examples, open_database
from arena.errors import ConfigError, NoRecord
from arena.matches import EXPORT_FORMS, export_lines
from arena.store import database_url


@examples(
    "arena export 3f9a0c11d2e4",
    "arena export 3f9a0c11d2e4 --format jsonl --leg 0 | head -1",
    "arena export 3f9a0c11d2e4 --format phh --out match.phhs",
)
@click.command()
@click.argument("match", metavar="MATCH")
@click.option("--format", "form", type=click.Choice(EXPORT_FORMS), default="text", show_default=True, help="What to write.")
@click.option("--leg", type=click.IntRange(min=0), metavar="N", help="One leg, counted from 0; all of them without it.")
@click.option("--out", metavar="FILE", help="Write to FILE; to standard output without it.")
@db_option
def command(match: str, form: str, leg: int | None, out: str | None, db: str) -> int:
    """Write every hand of MATCH, its cards included; of several runs with this match, the newest one's.

    text is one hand a line, as the README explains it; jsonl one JSON object a hand; phh the Poker Hand History format, with a
    variant code of our own, since that format has none for five-card draw.
    """
    with open_database(db) as database:
        stored = database.matches(match)[0]
    if leg is not None and leg >= len(stored.legs):
        raise NoRecord(f"match {match} has {len(stored.legs)} legs, counted from 0; there is no leg {leg}")
    lines = export_lines(stored.spec, [stored_leg.result for stored_leg in stored.legs], form, leg)
    with _opened(out, db) as file:
        for line in lines:
            file.write(f"{line}\n")
        file.flush()
    return 0


@contextmanager
def _opened(out: str | None, db: str) -> Iterator[TextIO]:
    """Standard output in UTF-8, or a file.

    Raises:
        ConfigError: there is no writing to that file, or it is the database.
    """
    if out is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # what programs read is the same everywhere
        yield sys.stdout
        return
    try:
        if _is_database(Path(out), db):
            raise ConfigError(f"--out {out}: is the database; name another file")
        with Path(out).open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise ConfigError(f"--out {out}: {(error.strerror or str(error)).lower()}; name another file") from error


def _is_database(path: Path, db: str) -> bool:
    url = database_url(db)
    return url.get_backend_name() == "sqlite" and path.exists() and path.samefile(url.database or "")

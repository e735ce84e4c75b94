"""``arena export``: the hands of a match for other programs."""

import io
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from arena.cli.common import db_option, examples, open_database
from arena.dealer import access_to
from arena.errors import ConfigError, NoRecord
from arena.matches import EXPORT_FORMS, Published, export_lines
from arena.store import database_url


@examples(
    "arena export 3f9a0c11d2e4",
    "arena export 3f9a0c11d2e4 --format jsonl --out match.jsonl && node bots/javascript/verify.mjs match.jsonl",
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

    text is one hand a line, as the README explains it; jsonl one JSON object a line, for the match, each hand and the end of each
    leg; phh the Poker Hand History format, with a variant code of our own, since that format has none for five-card draw; it cannot
    hold a game against the house.

    Every card is written whatever the tournament's `publish` says, since you who can open the database may read all of it; the
    match seed, in jsonl, only where everybody may have it.
    """
    with open_database(db) as database:
        same_id = database.matches(match)
        seed_open = access_to(same_id[0], same_id, database.runs()).seed
    stored = same_id[0]
    if leg is not None and leg >= len(stored.legs):
        raise NoRecord(f"match {match} has {len(stored.legs)} legs, counted from 0; there is no leg {leg}")
    published = Published(stored.commitment, stored.spec.seed if seed_open else None)
    lines = export_lines(stored.spec, [stored_leg.result for stored_leg in stored.legs], form, leg, published)
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
        with _written_whole(Path(out).resolve()) as file:
            yield file
    except OSError as error:
        raise ConfigError(f"--out {out}: {(error.strerror or str(error)).lower()}; name another file") from error


@contextmanager
def _written_whole(path: Path) -> Iterator[TextIO]:
    """A file that is there, or takes the place of the old one, when all of it is written; a pipe or a device is written to as it is."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    beside = path.with_name(f".arena-export-{secrets.token_hex(8)}")
    try:
        with beside.open("x", encoding="utf-8") as file:
            if path.exists():
                beside.chmod(path.stat().st_mode & 0o777)
            yield file
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _is_database(path: Path, db: str) -> bool:
    url = database_url(db)
    return url.get_backend_name() == "sqlite" and path.exists() and path.samefile(url.database or "")

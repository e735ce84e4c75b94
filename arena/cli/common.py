"""What several commands share: options, addresses, the database, and ways to show things."""

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.text import brief, visible
from arena.dealer import RunInfo
from arena.errors import ArenaError, ConfigError, NoRecord
from arena.store import Database, database_url, without_password

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?")


def _usual_db() -> str:
    return os.environ.get("ARENA_DB", "arena.db")


db_option = click.option(
    "--db",
    default=_usual_db,
    show_default="ARENA_DB, else arena.db",
    metavar="URL",
    help="Database: a file, sqlite:///FILE, or postgresql+psycopg://…",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else there.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Matches at the same time; the number of processors without it."
)
run_option = click.option("--run", "run_id", type=int, metavar="N", help="Number of the run; the newest without it.")


def listen_option(default: str | None, more: str = "") -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Where remote bots connect, and the words it takes to leave loopback."""
    listen = click.option("--listen", default=default, show_default=True, metavar="HOST:PORT", help=f"gRPC for remote bots{more}.")
    insecure = click.option("--insecure", is_flag=True, help="Let --listen leave loopback without encryption: tokens travel in clear text.")
    return lambda command: listen(insecure(command))


def safe_address(address: str, *, insecure: bool) -> str:
    """An address to listen on.

    Raises:
        ConfigError: it is none, or it is no loopback address and nobody said in so many words that it may be.
    """
    host, port = parse_address("--listen", address)
    if not insecure and not _loopback(host):
        raise ConfigError(f"--listen {address}: without encryption only loopback is offered; use 127.0.0.1:{port}, or add --insecure")
    return address


def parse_address(option: str, address: str, example: str = "127.0.0.1:7400") -> tuple[str, int]:
    """Host and port of an address to listen on; an IPv6 host comes without its brackets.

    Raises:
        ConfigError: it is none; names the option.
    """
    host, _, port = address.rpartition(":")
    if not (re.fullmatch("[0-9]{1,5}", port) and int(port) <= 65535 and _is_host(host)):
        raise ConfigError(f"{option} {brief(address)}: must be HOST:PORT, such as {example}")
    return host.strip("[]"), int(port)


def _is_host(text: str) -> bool:
    """A name, an IPv4 address, or an IPv6 address in brackets."""
    if not text.startswith("["):
        return _HOST.fullmatch(text) is not None
    try:
        return text.endswith("]") and ip_address(text[1:-1]).version == 6
    except ValueError:
        return False


def _loopback(host: str) -> bool:
    """Whether a host is this machine alone; of names only ``localhost`` is, since any other leads where its owner likes."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def open_database(url: str, *, make: bool = False) -> Iterator[Database]:
    """The database a person named, opened and migrated.

    Raises:
        ConfigError: it cannot be used, or does not exist and is not to be made.
    """
    place = database_url(url)
    if not make and place.get_backend_name() == "sqlite" and not Path(place.database or "").exists():
        raise ConfigError(f"there is no database {without_password(url)}; name it with --db or ARENA_DB, or play a tournament first")
    with Database(place) as database:
        yield database


def console(*, error: bool = False) -> Console:
    """Where people read. ``COLUMNS`` says how wide it is; without it a terminal says so itself, and anything else is 120.

    Text is taken as it is: no markup, no ``:emoji:``, no colours guessed.
    """
    columns = os.environ.get("COLUMNS", "")
    terminal = (sys.stderr if error else sys.stdout).isatty()
    width = int(columns) if columns.isdecimal() and int(columns) else None if terminal else 120
    return Console(stderr=error, highlight=False, markup=False, emoji=False, width=width)


def say(out: Console, text: str, style: str = "") -> None:
    """A line for people; a long one is left to the terminal to wrap, so that it can be copied whole."""
    out.print(Text(visible(text)), style=style or None, soft_wrap=True)


def print_json(document: object) -> None:
    """One JSON document on standard output; what would not be seen, or cannot be written there, is escaped."""
    narrow = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(document, indent=2, ensure_ascii=narrow)
    print("".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text))


def choose_run(database: Database, run_id: int | None) -> RunInfo:
    """The run a person asked for, the newest without a number.

    Raises:
        NoRecord: there is none.
    """
    if run_id is not None:
        return database.run(run_id)
    runs = database.runs()
    if not runs:
        raise NoRecord("the database holds no run yet; play one with `arena run FILE.toml`")
    return runs[0]


def table(title: str, columns: Iterable[tuple[str, str]], rows: Iterable[Iterable[object]], caption: str = "") -> Table:
    """A table; a column is (heading, justification), those at the right are numbers and are not wrapped."""
    made = Table(title=visible(title), title_justify="left", title_style="bold", caption=caption or None, caption_justify="left")
    for heading, justify in columns:
        made.add_column(heading, justify=justify, no_wrap=justify == "right", overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        made.add_row(*[Text(visible(str(cell))) for cell in row])
    return made


def db_words(db: str) -> str:
    """What a command that people are told needs to find a database again; empty where it does so by itself. No password is repeated."""
    return "" if db == _usual_db() else f" --db {shlex.quote(without_password(db))}"


def words_of(command: str, option: str = "") -> list[str]:
    """A command as a person quotes it, in words; ``option``: by which it was given.

    Raises:
        ConfigError: it is a quotation without end.
    """
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"{option}{option and ' '}{brief(command)}: no command: {str(error).lower()}") from None


def count(number: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 leg``, ``1,200 legs``."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def failure_text(error: BaseException) -> str:
    """What is stored and said of a failure: the message of one of ours, else also what it is."""
    return str(error) if isinstance(error, ArenaError) else f"{type(error).__name__}: {error}"


def examples(*lines: str) -> Callable[[Any], Any]:
    """Add examples to a command's help."""

    def add(command: click.Command) -> click.Command:
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
        return command

    return add

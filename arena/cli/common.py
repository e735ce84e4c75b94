"""What several commands share: options, the database, tables for people."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from arena.dealer import RunInfo
from arena.errors import ConfigError, NoRecord
from arena.store import Database, database_url
from arena.tournaments import MatchOutcome, Standings, TournamentSpec, standings

db_option = click.option(
    "--db",
    default=lambda: os.environ.get("ARENA_DB", "arena.db"),
    show_default="ARENA_DB, else arena.db",
    metavar="URL",
    help="Database: a file, sqlite:///FILE, or postgresql+psycopg://…",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else there.")
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Matches at the same time; the number of processors without it."
)
run_option = click.option("--run", "run_id", type=int, metavar="N", help="Number of the run; the newest without it.")


def listen_option(default: str | None) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Where remote bots connect, and the words it takes to leave loopback."""
    listen = click.option("--listen", default=default, show_default=True, metavar="HOST:PORT", help="gRPC for remote bots.")
    insecure = click.option("--insecure", is_flag=True, help="Let --listen leave loopback without encryption: tokens travel in clear text.")
    return lambda command: listen(insecure(command))


def safe_address(address: str, *, insecure: bool) -> str:
    """An address to listen on.

    Raises:
        ConfigError: it is none, or it is no loopback address and nobody said in so many words that it may be.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise ConfigError(f"--listen {address}: must be HOST:PORT, such as 127.0.0.1:7400")
    loopback = host in ("localhost", "[::1]") or host.startswith("127.")
    if not loopback and not insecure:
        raise ConfigError(f"--listen {address}: without encryption only loopback is offered; use 127.0.0.1:{port}, or add --insecure")
    return address


@contextmanager
def open_database(url: str, *, make: bool = False) -> Iterator[Database]:
    """The database a person named, opened and migrated.

    Raises:
        ConfigError: it cannot be used, or does not exist and is not to be made.
    """
    place = database_url(url)
    if not make and place.get_backend_name() == "sqlite" and not Path(place.database or "").exists():
        raise ConfigError(f"there is no database {url}; name it with --db or ARENA_DB, or play a tournament first")
    with Database(place) as database:
        yield database


def console(*, error: bool = False) -> Console:
    """Where people read; without a terminal it is plain and wide enough for every table."""
    width = None if (sys.stderr if error else sys.stdout).isatty() else 120
    return Console(stderr=error, highlight=False, width=width)


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


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
    """A table; a column is (heading, justification)."""
    made = Table(title=escape(title), title_justify="left", title_style="bold", caption=escape(caption) or None, caption_justify="left")
    for heading, justify in columns:
        made.add_column(heading, justify=justify)  # type: ignore[arg-type]
    for row in rows:
        made.add_row(*[escape(str(cell)) for cell in row])
    return made


def count(number: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 leg``, ``1,200 legs``."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def board_table(board: Standings, confidence: float) -> Table:
    """The leaderboard of a tournament."""
    columns = [
        ("rank", "right"),
        ("entrant", "left"),
        ("mbb/h", "right"),
        (f"{confidence:.0%} interval", "center"),
        ("± s.e.", "right"),
        ("hands", "right"),
        ("incidents", "right"),
        ("forfeits", "right"),
    ]
    rows = []
    for row in board.rows:
        rank = str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"
        interval = "too early" if row.low is None or row.high is None else f"{row.low:+.1f} … {row.high:+.1f}"
        error = "–" if row.standard_error is None else f"{row.standard_error:.1f}"
        rows.append((rank, row.entrant, f"{row.score:+.1f}", interval, error, f"{row.hands:,}", row.incidents, row.forfeits))
    verdict = "every rank is decided" if board.decided else "ranks with a range are not decided yet"
    return table(
        board.tournament,
        columns,
        rows,
        f"{count(board.hands, 'hand')} in {count(len(board.matches), 'match', 'matches')}; {verdict}.\n"
        "mbb/h: thousandths of a big bet won per hand. The interval holds at every moment, so it may be watched.",
    )


def pairs_table(board: Standings) -> Table:
    """The crosstable: what the entrant of a row won from the one of a column."""
    names = [row.entrant for row in board.rows]
    won = {(pair.a, pair.b): pair.mean for pair in board.pairs if pair.blocks}
    won |= {(b, a): -mean for (a, b), mean in won.items()}
    rows = [[name, *(f"{won[name, other]:+.1f}" if (name, other) in won else "" for other in names)] for name in names]
    return table("Head to head, mbb/h", [("", "left"), *((name, "right") for name in names)], rows)


def reasons(board: Standings) -> list[str]:
    """Why matches were not completed, each reason once with its count."""
    found: dict[str, int] = {}
    for match in board.matches:
        for reason in filter(None, match.reason.split("; ")):
            text = f"{match.status.value}: {reason}"
            found[text] = found.get(text, 0) + 1
    return [f"{count(times, 'match', 'matches')} {text}" for text, times in found.items()]


def show_board(spec: TournamentSpec, outcomes: Iterable[MatchOutcome], out: Console) -> None:
    """The leaderboard, the crosstable and what went wrong, for people."""
    board = standings(spec, outcomes)
    out.print(board_table(board, spec.play.confidence))
    if len(spec.entrants) > 2:
        out.print(pairs_table(board))
    for reason in reasons(board):
        out.print(escape(reason), style="yellow")


def examples(*lines: str) -> Callable[[Any], Any]:
    """Add examples to a command's help."""

    def add(command: click.Command) -> click.Command:
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
        return command

    return add

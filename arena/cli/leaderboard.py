"""``arena leaderboard``: how everyone stands in a tournament, or over all of them; once, or as long as one watches.

What is watched is drawn anew whenever something was stored, by whatever process. The board is read from the database and from nowhere else,
so that watching takes nothing from those who play.
"""

import csv
import dataclasses
import functools
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import click
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.cli.boards import board_table, open_text, show_all_time, show_board
from arena.cli.common import choose_run, console, db_option, db_words, examples, json_option, open_database, print_json, run_option
from arena.cli.text import visible
from arena.dealer import RunInfo, RunStatus, standings_of
from arena.engines import find_builtin, version_of
from arena.errors import ConfigError, NoRecord
from arena.rules import GAMES
from arena.store import Database
from arena.tournaments import (
    REFERENCE,
    AllTimeBoard,
    MatchOutcome,
    PairRow,
    PlayedRun,
    Rules,
    Standings,
    all_time,
    parse_season,
    row_document,
    rules_of,
    standings,
)

_LOOK_S = 0.5
_CONFIDENCE = 0.95
"""Of the all-time board."""


@examples(
    "arena leaderboard",
    "arena leaderboard --run 3 --json",
    "arena leaderboard --watch",
    "arena leaderboard --csv --pairs > pairs.csv",
    "arena leaderboard --all-time",
    "arena leaderboard --all-time --game holdem_bonus --season 2026-Q4",
)
@click.command()
@db_option
@run_option
@click.option("--all-time", is_flag=True, help="Over all tournaments: everyone by what it did against the reference bots, or the house.")
@click.option("--game", type=click.Choice(list(GAMES)), help="With --all-time; the game of the newest run without it.")
@click.option("--season", metavar="SEASON", help="With --all-time: runs that began in 2026, 2026-Q4 or 2026-11, by UTC.")
@click.option("--rules-of", type=int, metavar="N", help="With --all-time: by the rules of run N; those most played by without it.")
@click.option("--watch", is_flag=True, help="Follow a run until it is over; the all-time board until Ctrl-C.")
@click.option("--csv", "as_csv", is_flag=True, help="One line for each entrant, under a line of headings.")
@click.option("--pairs", is_flag=True, help="With --csv: one line for each two entrants that met, as the first sees it.")
@json_option
def command(db: str, run_id: int | None, **asked: Any) -> int:
    """Show the standings of the newest tournament, or of run N; with --all-time those of everyone who ever played.

    The all-time board counts matches of two, one of them a reference bot (`draw/call@1` and the other six of the panel), by equal rules;
    in Texas Hold'em Bonus every match. Who has not met all reference bots has no rank there.
    """
    _refuse_contradictions(run_id, asked)
    with open_database(db) as database:
        shown = _AllTime(database, db, asked) if asked["all_time"] else _OneRun(database, choose_run(database, run_id).run_id)
        if asked["watch"]:
            _follow(shown)
        if asked["as_json"]:
            print_json(shown.document())
        elif asked["as_csv"]:
            _print_csv(shown.pairs() if asked["pairs"] else shown.rows())
        else:
            shown.show()
    return 0


def _refuse_contradictions(run_id: int | None, asked: Mapping[str, Any]) -> None:
    """Options that exclude each other, or go with others only.

    Raises:
        click.UsageError: the first of them.
    """
    one_of = {"--json": asked["as_json"], "--csv": asked["as_csv"], "--watch": asked["watch"]}
    given = [option for option, is_given in one_of.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} exclude each other")
    if asked["pairs"] and not asked["as_csv"]:
        raise click.UsageError("--pairs goes with --csv only; the table and --json have the pairs anyway")
    if asked["all_time"] and run_id is not None:
        raise click.UsageError("--run and --all-time exclude each other; --rules-of N asks for the rules of run N")
    if asked["all_time"] and asked["watch"] and not sys.stdout.isatty():
        raise click.UsageError("--watch with --all-time never ends by itself, so it needs a terminal")
    for name in ("game", "season", "rules_of"):
        if asked[name] is not None and not asked["all_time"]:
            raise click.UsageError(f"--{name.replace('_', '-')} goes with --all-time only")


class Watched(Protocol):
    """What can be watched."""

    def state(self) -> object:
        """What is equal as long as there is nothing new to draw; never None."""

    def draw(self) -> RenderableType | None:
        """What is to be seen now; None when it is over."""


class _OneRun:
    """The standings of a run."""

    def __init__(self, database: Database, run_id: int) -> None:
        self._database = database
        self._run_id = run_id

    def show(self) -> None:
        """For people."""
        info = self._database.run(self._run_id)
        show_board(standings_of(self._database, info), info.spec.play.confidence, console(), info.status, info.reason)

    def document(self) -> dict[str, object]:
        """For programs."""
        return self._standings().document()

    def rows(self) -> Sequence[Mapping[str, object]]:
        """The same, the rows only."""
        rows: Sequence[Mapping[str, object]] = self.document()["standings"]  # type: ignore[assignment]
        return rows

    def pairs(self) -> Sequence[Mapping[str, object]]:
        """Everyone against everyone."""
        return _pair_documents(self._standings())

    def state(self) -> object:
        """What is equal as long as there is nothing new to draw."""
        return self._database.revision(), self._database.run(self._run_id).holder

    def draw(self) -> RenderableType | None:
        """For people who watch; None when the run is over."""
        info = self._database.run(self._run_id)
        if info.status != RunStatus.RUNNING:
            return None
        outcomes = self._database.outcomes(self._run_id)
        board = standings(info.spec, outcomes, self._database.orders(self._run_id))
        undecided = open_text(board.undecided)
        table = board_table(board, info.spec.play.confidence)
        return Group(Text(_state_text(info, outcomes)), Text(f"Open: {undecided}." if undecided else "Nothing is open."), table)

    def _standings(self) -> Standings:
        return standings_of(self._database, self._database.run(self._run_id))


def _state_text(info: RunInfo, outcomes: Sequence[MatchOutcome]) -> str:
    """Where a run that is not over stands, and who plays it."""
    number = max((outcome.pass_number for outcome in outcomes), default=0) + 1
    who = f"played by {visible(info.holder)}" if info.holder else "nobody plays it now, `arena run` goes on with it"
    return f"Run {info.run_id}, pass {number}{', paused' if info.paused else ''}; {who}. Ctrl-C ends watching."


class _AllTime:
    """The all-time board that was asked for."""

    def __init__(self, database: Database, db: str, asked: Mapping[str, Any]) -> None:
        """Nothing is read yet.

        Raises:
            ConfigError: there is no such season.
            NoRecord: there is no such run.
        """
        self._database = database
        self._season = None if asked["season"] is None else parse_season(asked["season"])
        self._rules_run = None if asked["rules_of"] is None else database.run(asked["rules_of"])
        self._game = asked["game"]
        self._ask = "arena leaderboard --all-time" + (f" --season {asked['season']}" if asked["season"] else "")
        self._ask += db_words(db)
        self._outcomes: dict[int, tuple[int, Sequence[MatchOutcome]]] = {}

    def show(self) -> None:
        """For people."""
        show_all_time(self._board(), _CONFIDENCE, console(), self._ask)

    def document(self) -> dict[str, object]:
        """For programs."""
        return self._board().document() | {"season": self._season.name if self._season else None, "confidence": _CONFIDENCE}

    def rows(self) -> Sequence[Mapping[str, object]]:
        """The same, the rows only."""
        return self._board().rows()

    def pairs(self) -> Sequence[Mapping[str, object]]:
        """Everyone against the reference bots."""
        return _pair_documents(self._board().standings)

    def state(self) -> object:
        """What is equal as long as there is nothing new to draw."""
        return self._database.revision()

    def draw(self) -> RenderableType:
        """For people who watch."""
        try:
            table: RenderableType = board_table(self._board().standings, _CONFIDENCE)
        except NoRecord as error:  # it may come
            table = Text(f"Not yet: {error}")
        playing = [str(info.run_id) for info in self._database.runs() if info.status == RunStatus.RUNNING]
        state = f"Being played: run{'s' * (len(playing) > 1)} {', '.join(playing)}." if playing else "Nothing is being played."
        return Group(Text(f"{state} Ctrl-C ends watching."), table)

    def _board(self) -> AllTimeBoard:
        runs = self._database.runs()
        game_name = self._game_name(runs)
        wanted = None if self._rules_run is None else _wanted_rules(self._rules_run, game_name)
        of_game = [info for info in runs if info.spec.game_name == game_name and rules_of(info.spec) is not None]
        played = [self._played(info) for info in of_game if self._season is None or info.started_at in self._season]
        name = f"All time, {GAMES[game_name].title}" + (f", {self._season.name}" if self._season else "")
        board = all_time(played, _versioned, wanted, name=name)
        if board is None:
            raise NoRecord(_nothing_text(game_name, chosen=bool(self._season or wanted)))
        return board

    def _game_name(self, runs: Sequence[RunInfo]) -> str:
        """What was asked for, or follows from it, else what was played last."""
        if self._game is not None:
            return str(self._game)
        newest = self._rules_run or next(iter(runs), None)
        return next(iter(GAMES)) if newest is None else newest.spec.game_name

    def _played(self, info: RunInfo) -> PlayedRun:
        """A run; its matches are read again only when there are more of them."""
        count, outcomes = self._outcomes.get(info.run_id, (-1, ()))
        if count != info.match_count:
            outcomes = self._database.outcomes(info.run_id)
            self._outcomes[info.run_id] = info.match_count, outcomes
        return PlayedRun(info.run_id, info.spec, outcomes, self._database.orders(info.run_id))


def _wanted_rules(info: RunInfo, game_name: str) -> Rules:
    """The rules of a run.

    Raises:
        ConfigError: no all-time board of this game has them.
    """
    rules = rules_of(info.spec)
    if info.spec.game_name != game_name:
        raise ConfigError(f"--rules-of {info.run_id}: is a run of {info.spec.game_name}; leave out --game, or name another run")
    if rules is None:
        raise ConfigError(f"--rules-of {info.run_id}: has {info.spec.play.seats} seats; the all-time board counts matches of two")
    return rules


def _nothing_text(game_name: str, *, chosen: bool) -> str:
    """Why there is no board, and what would make one."""
    where = " by these rules, in this season" if chosen else ""
    reference = REFERENCE.get(game_name, ())
    if not reference:
        return f"nobody has played the house{where} yet; play a tournament of {game_name} with `arena run FILE.toml`"
    return f"nobody has met a reference bot{where} yet; enter {', '.join(reference)} in a tournament of two seats"


@functools.cache
def _versioned(builtin: str) -> str:
    """An in-process bot with the version it has now. What a module path leads to is not imported only to look at a board."""
    if "@" in builtin or ":" in builtin:
        return builtin
    try:
        return f"{builtin}@{version_of(find_builtin(builtin))}"
    except ConfigError:  # it is not installed any more
        return builtin


def _pair_documents(board: Standings) -> list[dict[str, object]]:
    """The crosstable for programs."""
    return [row_document(pair) for pair in board.crosstable if pair.blocks]


def _print_csv(rows: Sequence[Mapping[str, object]]) -> None:
    """A line of headings, and one for each row; what is unknown is empty."""
    headings = list(rows[0]) if rows else [field.name for field in dataclasses.fields(PairRow)]
    writer = csv.DictWriter(sys.stdout, headings, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _follow(shown: Watched) -> None:
    """Draw the board anew whenever there is something new, until it is over or a person ends it.

    On a terminal it has a screen of its own, so that a terminal that changes its size spoils nothing; elsewhere nothing is shown meanwhile.
    """
    out = console()
    with suppress(KeyboardInterrupt), _terminable():
        if not out.is_terminal:
            draw_until_over(shown, lambda _: None)
            return
        with Live(console=out, screen=True) as live:
            draw_until_over(shown, lambda drawn: live.update(drawn, refresh=True))


def draw_until_over(shown: Watched, update: Callable[[RenderableType], None], sleep: Callable[[float], None] = time.sleep) -> None:
    """Look twice a second, and draw when there is something new; looking and drawing take at most half of the time."""
    seen: object = None
    while True:
        began = time.monotonic()
        state = shown.state()
        if state != seen:
            seen, drawn = state, shown.draw()
            if drawn is None:
                return
            update(drawn)
        sleep(max(_LOOK_S, time.monotonic() - began))


@contextmanager
def _terminable() -> Iterator[None]:
    """SIGTERM ends watching as Ctrl-C does: the terminal is left as it was."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)

"""``arena faults``: what bots did wrong, what ended their matches, and what their programs printed."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from arena.cli.common import choose_run, console, db_option, examples, json_option, open_database, print_json, run_option, say
from arena.cli.tables import Column, FittedTable
from arena.cli.text import visible
from arena.dealer import RunInfo, StoredFault
from arena.matches import Cause, Status
from arena.store import Database
from arena.tournaments import MatchOutcome, OrderKind


@dataclass(frozen=True, slots=True)
class _Row:
    """A fault, or a match that was forfeited or void; None where a thing does not apply."""

    run: int
    match: str
    leg: int | None
    hand: int | None
    entrant: str | None
    kind: str
    played: str | None
    incident: int | None
    detail: str
    cause: str | None = None
    """Of a forfeit or a void: why, as one of a closed list."""

    @property
    def place(self) -> str:
        """As ``arena replay`` takes it, as far as it goes."""
        return ":".join(str(part) for part in (self.match, self.leg, self.hand) if part is not None)

    def document(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


@examples("arena faults", "arena faults --all", "arena faults --match 3f9a0c11d2e4", "arena faults --json")
@click.command()
@db_option
@run_option
@click.option("--all", "every", is_flag=True, help="Of every run.")
@click.option("--match", "match_id", metavar="ID", help="Of this match only, in whatever run, with the output of its programs.")
@json_option
def command(db: str, run_id: int | None, every: bool, match_id: str | None, as_json: bool) -> int:
    """List what went wrong in the newest tournament, or in run N: newest match first, a match hand by hand.

    Faults are late, illegal, unreadable and stale answers, and bots that were gone. Forfeits and voids end a match; they say why.
    With --match, --json gives an object of "faults" and "outputs"; else a list of faults.
    """
    if every and run_id is not None:
        raise click.UsageError("--all and --run exclude each other")
    with open_database(db) as database:
        runs = _chosen_runs(database, run_id, match_id, every=every)
        rows = [row for info in runs for row in _rows_of_run(database, info, match_id)]
        outputs = [] if match_id is None else [output for output in database.outputs(match_id) if output[2]]
    if as_json:
        faults = [row.document() for row in rows]
        texts = [{"leg": leg, "entrant": player, "text": text} for leg, player, text in outputs]
        print_json(faults if match_id is None else {"faults": faults, "outputs": texts})
    else:
        _show(runs, rows, outputs)
    return 0


def _chosen_runs(database: Database, run_id: int | None, match_id: str | None, *, every: bool) -> Sequence[RunInfo]:
    """The runs to look at, newest first."""
    if match_id is not None:
        found = {stored.run.run_id: stored.run for stored in database.matches(match_id)}
        return [found[run_id]] if run_id in found else [] if run_id is not None else list(found.values())
    return database.runs() if every else [choose_run(database, run_id)]


def _rows_of_run(database: Database, info: RunInfo, match_id: str | None) -> Iterator[_Row]:
    """By match, those of the last pass first; by hand within a match, and at its end what ended it."""
    faults = defaultdict(list)
    for stored in database.faults(run_id=info.run_id, match_id=match_id):
        faults[stored.match_id].append(stored)
    by_hand = {order.subject: order.reason for order in database.orders(info.run_id) if order.kind == OrderKind.VOID}
    for outcome in reversed(database.outcomes(info.run_id)):
        if match_id in (None, outcome.match_id):
            yield from map(_fault_row, sorted(faults[outcome.match_id], key=lambda stored: (stored.fault.hand_number, stored.leg)))
            yield from _ending_rows(info, outcome)
            if outcome.match_id in by_hand:
                yield _ending(info, outcome, None, "void", by_hand[outcome.match_id], Cause.ORGANISER)


def _fault_row(stored: StoredFault) -> _Row:
    fault = stored.fault
    hand = fault.hand_number if fault.hand_number >= 0 else None
    played = fault.played or None
    return _Row(stored.run_id, stored.match_id, stored.leg, hand, stored.player_name, fault.kind, played, fault.incident, fault.detail)


def _ending_rows(info: RunInfo, outcome: MatchOutcome) -> Iterator[_Row]:
    """Why a match was not completed: a row for everyone who forfeited it."""
    names = [info.spec.entrants[index].name for index in outcome.pairing]
    if outcome.status == Status.VOID:
        yield _ending(info, outcome, _failed(names, outcome.reason), "void", outcome.reason, outcome.cause)
    for name, legs in zip(names, outcome.forfeits, strict=True):
        if legs:
            yield _ending(info, outcome, name, "forfeit", _reason_of(name, names, outcome.reason), outcome.cause)


def _ending(info: RunInfo, outcome: MatchOutcome, entrant: str | None, kind: str, reason: str, cause: Cause) -> _Row:
    return _Row(info.run_id, outcome.match_id, None, None, entrant, kind, None, None, reason, cause.value or None)


def _reason_of(name: str, names: Sequence[str], reason: str) -> str:
    """Of the reasons of all legs, those that begin with a name; all of them if none does. ``names``: those of all players."""
    parts = re.split(f"; (?=(?:{'|'.join(map(re.escape, names))}): )", reason)
    return "; ".join(part for part in parts if part.startswith(f"{name}: ")) or reason


def _failed(names: Sequence[str], reason: str) -> str | None:
    """The bot of ours whose failure made a match void, if the reason names one."""
    return next((name for name in names if re.match(rf"arena error: {re.escape(name)}( \([^()]+, line \d+\))?: ", reason)), None)


def _show(runs: Sequence[RunInfo], rows: Sequence[_Row], outputs: Sequence[tuple[int, str, str]]) -> None:
    out = console()
    where = f"{runs[0].spec.name}, run {runs[0].run_id}" if len(runs) == 1 else "all runs"
    if rows:
        out.print(FittedTable(f"Faults of {where}", _columns(rows, mixed=len(runs) > 1)), crop=False)
    else:
        say(out, f"No faults in {where}.")
    for leg, player, text in outputs:
        say(out, f"Output of {player} in leg {leg}:", "bold")
        for line in text.removesuffix("\n").split("\n"):
            print("  " + visible(line.removesuffix("\r"), keep="\t"))


def _columns(rows: Sequence[_Row], *, mixed: bool) -> list[Column]:
    columns = [
        Column("run", [str(row.run) for row in rows], expendable=1),
        Column("hand", [row.place for row in rows], "left"),
        Column("entrant", [row.entrant or "–" for row in rows], "left", "name"),
        Column("kind", [f"{row.kind}: {row.cause}" if row.cause else row.kind for row in rows], "left"),
        Column("played", [row.played or "–" for row in rows], "left", expendable=2),
        Column("incident", ["–" if row.incident is None else str(row.incident) for row in rows], expendable=3),
        Column("detail", [row.detail for row in rows], "left", "text"),
    ]
    return columns if mixed else columns[1:]

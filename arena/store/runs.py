"""Queries about runs: what one is, with its late entrants, and how it stands."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, func, select

from arena.dealer.ports import RunInfo, RunStatus
from arena.errors import ConfigError, SchemaMismatch
from arena.store.holds import Holds
from arena.store.packing import reading
from arena.store.schema import matches, orders, runs
from arena.store.writing import no_run
from arena.tournaments import OrderKind, TournamentSpec, tournament_from_document

_AnyRow: TypeAlias = Row[Any]
_MATCH_COUNT = select(func.count()).where(matches.c.run_id == runs.c.id).scalar_subquery().label("match_count")
_ORDER_COUNT = select(func.count()).where(orders.c.run_id == runs.c.id).scalar_subquery().label("order_count")
_RUNS = select(runs, _MATCH_COUNT, _ORDER_COUNT).order_by(runs.c.id.desc())
_LATE = select(orders.c.run_id, orders.c.entrant).where(orders.c.kind == OrderKind.ENTER.value).order_by(orders.c.id)


def read_runs(connection: Connection, holds: Holds) -> tuple[RunInfo, ...]:
    """Every run, newest first."""
    late = defaultdict(list)
    for row in connection.execute(_LATE):
        late[row.run_id].append(row.entrant)
    return tuple(run_info(row, spec_of(row, late[row.id]), holds) for row in connection.execute(_RUNS))


def read_run(connection: Connection, run_id: int, holds: Holds) -> RunInfo:
    """One run."""
    row = run_row(connection, run_id)
    return run_info(row, spec_of(row, late_entrants(connection, run_id)), holds)


def read_spec(connection: Connection, run_id: int) -> TournamentSpec:
    """What is played in one run."""
    return spec_of(run_row(connection, run_id), late_entrants(connection, run_id))


def read_paused(connection: Connection, run_id: int) -> bool:
    """Whether no match of a run is to begin."""
    paused = connection.scalar(select(runs.c.paused).where(runs.c.id == run_id))
    if paused is None:
        raise no_run(run_id)
    return bool(paused)


def run_row(connection: Connection, run_id: int) -> _AnyRow:
    """The row of one run."""
    row = connection.execute(_RUNS.where(runs.c.id == run_id)).one_or_none()
    if row is None:
        raise no_run(run_id)
    return row


def late_entrants(connection: Connection, run_id: int) -> list[str]:
    """Who entered a run after it had begun, as stored, in that order."""
    return [row.entrant for row in connection.execute(_LATE.where(orders.c.run_id == run_id))]


def spec_of(row: _AnyRow, late: Sequence[str]) -> TournamentSpec:
    """What is played in the run of a row, its late entrants last."""
    document = document_of(row, late)
    try:
        spec = tournament_from_document(document, f"run {row.id}")
    except ConfigError as error:
        raise SchemaMismatch(f"run {row.id} was stored by another version of the arena: {error}") from error
    if not late:
        return spec
    there = len(spec.entrants) - len(late)
    return replace(spec, entrants=spec.entrants[:there] + tuple(replace(entrant, late=True) for entrant in spec.entrants[there:]))


def document_of(row: _AnyRow, late: Sequence[str]) -> dict[str, Any]:
    """The document of the run of a row, its late entrants last."""
    with reading(f"run {row.id}"):
        document = json.loads(row.document)
        if late:
            document["entrant"] = [*document["entrant"], *map(json.loads, late)]
    return dict(document)


def run_info(row: _AnyRow, spec: TournamentSpec, holds: Holds) -> RunInfo:
    """How the run of a row stands."""
    return RunInfo(
        run_id=row.id,
        spec=spec,
        status=RunStatus(row.status),
        reason=row.reason,
        commitment=row.commitment,
        seeded=row.seeded,
        started_at=row.started_at,
        ended_at=row.ended_at,
        match_count=row.match_count,
        order_count=row.order_count,
        paused=row.paused,
        holder=str(holds.holder(row) or ""),
    )

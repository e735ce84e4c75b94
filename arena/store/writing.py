"""Inserts and updates of runs and matches, each on a connection that already holds the writers' lock.

The rows of a match are made before the lock is taken (:class:`MatchRows`), so that it is held only for the inserts.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, insert, select, update

from arena.dealer.ports import RunStatus
from arena.errors import ConfigError, NoRecord
from arena.matches import LegResult, MatchResult, commitment, hands_digest
from arena.store.packing import pack_chips, pack_counts, pack_list, pack_numbers, pack_pairing
from arena.store.records import encode_hand
from arena.store.schema import begun, blocks, faults, hands, legs, matches, revision, runs
from arena.tournaments import MatchPlan, TournamentSpec, tournament_document

_Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match as rows; those of ``parts`` still lack the number of the match's own row."""

    match: _Row
    parts: tuple[tuple[Table, list[_Row]], ...]


def rows_of_match(plan: MatchPlan, result: MatchResult, ended_at: datetime) -> MatchRows:
    """Everything that is kept of a match."""
    hand_rows = [_hand_rows(number, leg) for number, leg in enumerate(result.legs)]
    spec = plan.spec
    match = {
        "pairing": pack_pairing(plan.pairing),
        "pass_number": plan.pass_number,
        "attempt": plan.attempt,
        "match_id": spec.match_id,
        "status": result.status.value,
        "reason": result.reason,
        "seed": spec.seed,
        "commitment": spec.commitment,
        "deal_count": spec.deal_count,
        "mirrored": spec.mirrored,
        "drawn_seats": spec.drawn_seats,
        "hand_count": result.hand_count,
        "hands_digest": hands_digest([[row["record"] for row in rows] for rows in hand_rows]),
        "ended_at": ended_at,
        "cause": result.cause.value,
        "measured": True,
    }
    parts = (
        (legs, [_leg_row(number, leg) for number, leg in enumerate(result.legs)]),
        (hands, [row for rows in hand_rows for row in rows]),
        (blocks, _block_rows(result)),
        (faults, [row for number, leg in enumerate(result.legs) for row in _fault_rows(number, leg)]),
    )
    return MatchRows(match, parts)


def insert_run(connection: Connection, spec: TournamentSpec, master: bytes, seeded: bool, started_at: datetime) -> int:
    """A new run; its number."""
    values = {
        "name": spec.name,
        "game": spec.game_name,
        "document": json.dumps(tournament_document(spec)),
        "master": master,
        "commitment": commitment(master),
        "seeded": seeded,
        "status": RunStatus.RUNNING.value,
        "reason": "",
        "started_at": started_at,
    }
    number = _inserted(connection, runs, values)
    grow_revision(connection)
    return number


def update_run(connection: Connection, run_id: int, status: RunStatus, reason: str, ended_at: datetime) -> None:
    """How a run ended; nobody plays it any more."""
    values = {"status": status.value, "reason": reason, "ended_at": ended_at, "holder": None, "held_until": None}
    if connection.execute(update(runs).where(runs.c.id == run_id).values(values)).rowcount == 0:
        raise no_run(run_id)
    grow_revision(connection)


def pause_run(connection: Connection, run_id: int, paused: bool) -> None:
    """Whether matches of a run may begin."""
    row = connection.execute(select(runs.c.name, runs.c.status).where(runs.c.id == run_id)).one_or_none()
    if row is None:
        raise no_run(run_id)
    if row.status == RunStatus.COMPLETED:
        raise ConfigError(f"run {run_id} ({row.name}) is over; only one that is not can be paused, or gone on with")
    connection.execute(update(runs).where(runs.c.id == run_id).values(paused=paused))
    grow_revision(connection)


def insert_match(connection: Connection, run_id: int, rows: MatchRows) -> None:
    """A match with all its parts, unless it is there already."""
    check_run(connection, run_id)
    match = rows.match | {"run_id": run_id}
    key = [matches.c[name] == match[name] for name in ("run_id", "pairing", "pass_number", "attempt")]
    if connection.scalar(select(matches.c.id).where(*key)) is not None:
        return
    match_row = _inserted(connection, matches, match)
    for table, parts in rows.parts:
        if parts:
            connection.execute(insert(table), [part | {"match_row": match_row} for part in parts])
    grow_revision(connection)


def insert_begun(connection: Connection, run_id: int, plan: MatchPlan) -> None:
    """A match began, unless that is known. No ``Library`` shows it, so the revision does not grow."""
    check_run(connection, run_id)
    pairing = pack_pairing(plan.pairing)
    values = {"run_id": run_id, "pairing": pairing, "pass_number": plan.pass_number, "attempt": plan.attempt}
    if connection.execute(select(begun).filter_by(**values)).first() is None:
        connection.execute(insert(begun).values(values))


def check_run(connection: Connection, run_id: int) -> None:
    """Refuse the number of a run that is not there."""
    if connection.scalar(select(runs.c.id).where(runs.c.id == run_id)) is None:
        raise no_run(run_id)


def no_run(run_id: int) -> NoRecord:
    """What is said of a run that is not there."""
    return NoRecord(f"there is no run {run_id}")


def _inserted(connection: Connection, table: Table, values: _Row) -> int:
    key = connection.execute(insert(table).values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def grow_revision(connection: Connection) -> None:
    """Let whoever watches know that something was stored."""
    connection.execute(update(revision).values(number=revision.c.number + 1))


def _leg_row(number: int, leg: LegResult) -> _Row:
    return {
        "leg": number,
        "status": leg.status.value,
        "reason": leg.reason,
        "forfeiter": leg.forfeiter,
        "incidents": pack_list(leg.incidents),
        "spent_s": pack_list(leg.spent_s),
        "lag_s": leg.lag_s,
        "outputs": pack_list(leg.outputs),
        "cause": leg.cause.value,
    }


def _hand_rows(number: int, leg: LegResult) -> list[_Row]:
    """By deal number, the order in which they are read back and digested."""
    records = sorted(leg.hands, key=lambda record: record.deal_number)
    return [{"leg": number, "deal_number": record.deal_number, "record": encode_hand(record)} for record in records]


def _block_rows(result: MatchResult) -> list[_Row]:
    return [
        {
            "deal_number": block.deal_number,
            "net_chips": pack_chips(block.net_chips),
            "charged": pack_counts(block.charged),
            "hand_count": block.played_count,
            "leg_count": block.leg_count,
            "regrets": pack_numbers(block.regrets),
            "luck": pack_numbers(block.luck),
            "prizes": pack_numbers(block.prizes),
        }
        for block in result.blocks()
    ]


def _fault_rows(number: int, leg: LegResult) -> Iterable[_Row]:
    for fault in leg.faults:
        yield {
            "leg": number,
            "player": fault.player,
            "hand_number": fault.hand_number,
            "kind": fault.kind,
            "detail": fault.detail,
            "played": fault.played,
            "incident": fault.incident,
        }

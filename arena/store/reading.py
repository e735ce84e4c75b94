"""Queries, each on a connection inside one transaction, so that what they put together belongs together."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, bindparam, func, select

from arena.dealer.ports import RunInfo, RunStatus, StoredFault, StoredLeg, StoredMatch
from arena.errors import ConfigError, NoRecord, SchemaMismatch, VerificationFailed
from arena.matches import Block, Fault, LegResult, MatchSpec, Status
from arena.rules import HandRecord
from arena.store.packing import reading, unpack_chips, unpack_counts, unpack_list, unpack_numbers, unpack_pairing
from arena.store.records import decode_hand
from arena.store.schema import blocks, faults, hands, legs, matches, revision, runs
from arena.store.writing import no_run
from arena.tournaments import MatchOutcome, TournamentSpec, tournament_from_document

_AnyRow: TypeAlias = Row[Any]
_MATCH_COUNT = select(func.count()).where(matches.c.run_id == runs.c.id).scalar_subquery().label("match_count")
_RUNS = select(runs, _MATCH_COUNT).order_by(runs.c.id.desc())
_BLOCKS = (
    select(blocks.c.deal_number, blocks.c.net_chips, blocks.c.charged, blocks.c.hand_count, blocks.c.leg_count, blocks.c.regrets)
    .where(blocks.c.match_row == bindparam("match_row"))
    .order_by(blocks.c.deal_number)
)


def read_revision(connection: Connection) -> int:
    """The number that grows with everything stored."""
    return int(connection.execute(select(revision.c.number)).scalar_one())


def read_runs(connection: Connection) -> tuple[RunInfo, ...]:
    """Every run, newest first."""
    return tuple(map(_run_info, connection.execute(_RUNS)))


def read_run(connection: Connection, run_id: int) -> RunInfo:
    """One run."""
    return _run_info(_run_row(connection, run_id))


def read_outcomes(connection: Connection, run_id: int) -> tuple[MatchOutcome, ...]:
    """The matches of a run without their hands, in the order of pass, pairing, attempt."""
    rows = connection.execute(select(matches).where(matches.c.run_id == run_id)).all()
    if not rows:
        _run_row(connection, run_id)
    of_run = matches.c.run_id == run_id
    leg_rows = (
        select(legs.c.match_row, legs.c.incidents, legs.c.forfeiter).join(matches).where(of_run).order_by(legs.c.match_row, legs.c.leg)
    )
    legs_of = _by_match(connection, leg_rows)
    outcomes = [_outcome(row, legs_of[row.id], _blocks(connection, row)) for row in rows]
    return tuple(sorted(outcomes, key=lambda outcome: (outcome.pass_number, outcome.pairing, outcome.attempt)))


def read_matches(connection: Connection, match_id: str) -> tuple[StoredMatch, ...]:
    """Every stored match of an id, newest run first."""
    rows = connection.execute(select(matches).where(matches.c.match_id == match_id).order_by(matches.c.run_id.desc(), matches.c.id)).all()
    if not rows:
        raise NoRecord(f"there is no match {match_id}")
    return tuple(_stored_match(connection, row) for row in rows)


def read_faults(connection: Connection, run_id: int | None, match_id: str | None) -> tuple[StoredFault, ...]:
    """Faults in the order in which they were recorded, newest run first."""
    columns = (faults, matches.c.run_id, matches.c.match_id, matches.c.pairing)
    query = select(*columns).join(matches).order_by(matches.c.run_id.desc(), matches.c.id, faults.c.id)
    if run_id is not None:
        query = query.where(matches.c.run_id == run_id)
    if match_id is not None:
        query = query.where(matches.c.match_id == match_id)
    rows = connection.execute(query).all()
    specs = {number: read_run(connection, number).spec for number in {row.run_id for row in rows}}
    return tuple(_stored_fault(row, specs[row.run_id]) for row in rows)


def read_outputs(connection: Connection, match_id: str) -> tuple[tuple[int, str, str], ...]:
    """What a match's programs printed in its newest run, by leg and player; those that printed nothing are left out."""
    query = select(matches).where(matches.c.match_id == match_id).order_by(matches.c.run_id.desc(), matches.c.id.desc()).limit(1)
    match = connection.execute(query).one_or_none()
    if match is None:
        return ()
    with reading(f"match {match_id}"):
        names = _names(read_run(connection, match.run_id).spec, unpack_pairing(match.pairing))
        texts = [(row.leg, unpack_list(row.outputs)) for row in _leg_rows(connection, match.id)]
        return tuple((leg, name, text) for leg, outputs in texts for name, text in zip(names, outputs, strict=False) if text)


def _run_row(connection: Connection, run_id: int) -> _AnyRow:
    row = connection.execute(_RUNS.where(runs.c.id == run_id)).one_or_none()
    if row is None:
        raise no_run(run_id)
    return row


def _run_info(row: _AnyRow) -> RunInfo:
    return RunInfo(
        run_id=row.id,
        spec=_spec_of_run(row),
        status=RunStatus(row.status),
        reason=row.reason,
        commitment=row.commitment,
        seeded=row.seeded,
        started_at=row.started_at,
        ended_at=row.ended_at,
        match_count=row.match_count,
    )


def _spec_of_run(row: _AnyRow) -> TournamentSpec:
    with reading(f"run {row.id}"):
        document = json.loads(row.document)
    try:
        return tournament_from_document(document, f"run {row.id}")
    except ConfigError as error:
        raise SchemaMismatch(f"run {row.id} was stored by another version of the arena: {error}") from error


def _by_match(connection: Connection, query: Select[Any]) -> dict[int, list[_AnyRow]]:
    """Rows by their first column."""
    found: dict[int, list[_AnyRow]] = defaultdict(list)
    for row in connection.execute(query).all():
        found[row[0]].append(row)
    return found


def _outcome(row: _AnyRow, leg_rows: Sequence[_AnyRow], played: tuple[Block, ...]) -> MatchOutcome:
    with reading(f"match {row.match_id}"):
        pairing = unpack_pairing(row.pairing)
        incidents = [unpack_list(leg.incidents) for leg in leg_rows]
        return MatchOutcome(
            match_id=row.match_id,
            pairing=pairing,
            pass_number=row.pass_number,
            attempt=row.attempt,
            status=Status(row.status),
            reason=row.reason,
            commitment=row.commitment,
            hand_count=row.hand_count,
            blocks=played,
            incidents=tuple(sum(leg[player] for leg in incidents) for player in range(len(pairing))),
            forfeits=tuple(sum(leg.forfeiter == player for leg in leg_rows) for player in range(len(pairing))),
        )


def _blocks(connection: Connection, match: _AnyRow) -> tuple[Block, ...]:
    """One query a match and unpacking by place, measured: this is what a long tournament reads most."""
    rows: Iterable[Any] = connection.execute(_BLOCKS, {"match_row": match.id}).all()
    with reading(f"match {match.match_id}"):
        return tuple(
            [
                Block(deal, unpack_chips(net), unpack_counts(charged), played, of, unpack_numbers(regrets) if regrets else ())
                for deal, net, charged, played, of, regrets in rows
            ]
        )


def _stored_match(connection: Connection, row: _AnyRow) -> StoredMatch:
    run_row = _run_row(connection, row.run_id)
    run = _run_info(run_row)
    with reading(f"match {row.match_id}"):
        pairing = unpack_pairing(row.pairing)
        return StoredMatch(
            run=run,
            pairing=pairing,
            pass_number=row.pass_number,
            attempt=row.attempt,
            spec=_match_spec(row, run.spec, _names(run.spec, pairing)),
            legs=_stored_legs(connection, row),
            blocks=_blocks(connection, row),
            hands_digest=row.hands_digest,
            commitment=row.commitment,
            master=run_row.master,
            ended_at=row.ended_at,
        )


def _match_spec(row: _AnyRow, spec: TournamentSpec, players: tuple[str, ...]) -> MatchSpec:
    return MatchSpec(
        match_id=row.match_id,
        tournament_name=spec.name,
        game_name=spec.game_name,
        ruleset=spec.ruleset,
        players=players,
        seed=row.seed,
        deal_count=row.deal_count,
        mirrored=row.mirrored,
        clock=spec.clock,
    )


def _names(spec: TournamentSpec, pairing: Iterable[int]) -> tuple[str, ...]:
    return tuple(spec.entrants[entrant].name for entrant in pairing)


def _leg_rows(connection: Connection, match_row: int) -> Sequence[_AnyRow]:
    return connection.execute(select(legs).where(legs.c.match_row == match_row).order_by(legs.c.leg)).all()


def _stored_legs(connection: Connection, match: _AnyRow) -> tuple[StoredLeg, ...]:
    hands_of: dict[int, list[_AnyRow]] = defaultdict(list)
    for row in connection.execute(select(hands).where(hands.c.match_row == match.id).order_by(hands.c.leg, hands.c.deal_number)):
        hands_of[row.leg].append(row)
    faults_of: dict[int, list[Fault]] = defaultdict(list)
    for row in connection.execute(select(faults).where(faults.c.match_row == match.id).order_by(faults.c.id)):
        faults_of[row.leg].append(_fault(row))
    leg_rows = _leg_rows(connection, match.id)
    lost = set(hands_of) - {row.leg for row in leg_rows}
    if lost:
        raise VerificationFailed(f"match {match.match_id}: there are hands of leg {min(lost)}, but no such leg")
    return tuple(_stored_leg(match.match_id, row, hands_of[row.leg], faults_of[row.leg]) for row in leg_rows)


def _stored_leg(match_id: str, row: _AnyRow, hand_rows: Sequence[_AnyRow], leg_faults: Sequence[Fault]) -> StoredLeg:
    result = LegResult(
        status=Status(row.status),
        hands=tuple(_hand(match_id, hand) for hand in hand_rows),
        incidents=unpack_list(row.incidents),
        forfeiter=row.forfeiter,
        reason=row.reason,
        faults=tuple(leg_faults),
        outputs=unpack_list(row.outputs),
        spent_s=unpack_list(row.spent_s),
        lag_s=row.lag_s,
    )
    return StoredLeg(result, tuple(hand.record for hand in hand_rows))


def _hand(match_id: str, row: _AnyRow) -> HandRecord:
    where = f"match {match_id}, leg {row.leg}, deal {row.deal_number}"
    with reading(where):
        record = decode_hand(row.record)
    if record.deal_number != row.deal_number:
        raise VerificationFailed(f"{where}: the hand says it is of deal {record.deal_number}")
    return record


def _fault(row: _AnyRow) -> Fault:
    return Fault(row.player, row.hand_number, row.kind, row.detail, row.played, row.incident)


def _stored_fault(row: _AnyRow, spec: TournamentSpec) -> StoredFault:
    with reading(f"match {row.match_id}"):
        name = _names(spec, unpack_pairing(row.pairing))[row.player]
    return StoredFault(row.run_id, spec.name, row.match_id, row.leg, name, _fault(row))

"""Queries about matches, each on a connection inside one transaction, so that what they put together belongs together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, bindparam, select

from arena.dealer.ports import StoredFault, StoredLeg, StoredMatch
from arena.errors import NoRecord, VerificationFailed
from arena.matches import Block, Cause, Fault, LegResult, MatchSpec, Status
from arena.rules import HandRecord
from arena.store.holds import Holds
from arena.store.packing import reading, unpack_chips, unpack_counts, unpack_list, unpack_numbers, unpack_pairing
from arena.store.records import decode_hand
from arena.store.runs import late_entrants, read_spec, run_info, run_row, spec_of
from arena.store.schema import begun, blocks, faults, hands, legs, matches, revision
from arena.store.writing import check_run
from arena.tournaments import MatchOutcome, TournamentSpec

_AnyRow: TypeAlias = Row[Any]
_BLOCK_COLUMNS = ("deal_number", "net_chips", "charged", "hand_count", "leg_count", "regrets", "luck", "prizes")
_BLOCKS = select(*(blocks.c[name] for name in _BLOCK_COLUMNS)).where(blocks.c.match_row == bindparam("match_row")).order_by("deal_number")


def read_revision(connection: Connection) -> int:
    """The number that grows with everything stored."""
    return int(connection.execute(select(revision.c.number)).scalar_one())


def read_outcomes(connection: Connection, run_id: int) -> tuple[MatchOutcome, ...]:
    """The matches of a run without their hands, in the order of pass, pairing, attempt."""
    rows = connection.execute(select(matches).where(matches.c.run_id == run_id)).all()
    if not rows:
        check_run(connection, run_id)
    of_run = matches.c.run_id == run_id
    leg_rows = (
        select(legs.c.match_row, legs.c.incidents, legs.c.forfeiter).join(matches).where(of_run).order_by(legs.c.match_row, legs.c.leg)
    )
    legs_of = _by_match(connection, leg_rows)
    outcomes = [_outcome(row, legs_of[row.id], _blocks(connection, row)) for row in rows]
    return tuple(sorted(outcomes, key=lambda outcome: (outcome.pass_number, outcome.pairing, outcome.attempt)))


def read_begun(connection: Connection, run_id: int) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """Matches that began and were never stored: pairing, pass, attempt; in the order of pass, pairing, attempt."""
    check_run(connection, run_id)
    key = ("run_id", "pairing", "pass_number", "attempt")
    stored = select(matches.c.id).where(*(matches.c[name] == begun.c[name] for name in key)).exists()
    rows = connection.execute(select(begun).where(begun.c.run_id == run_id, ~stored)).all()
    with reading(f"run {run_id}"):
        found = [(unpack_pairing(row.pairing), row.pass_number, row.attempt) for row in rows]
    return tuple(sorted(found, key=lambda match: (match[1], match[0], match[2])))


def read_matches(connection: Connection, match_id: str, holds: Holds) -> tuple[StoredMatch, ...]:
    """Every stored match of an id, newest run first."""
    rows = connection.execute(select(matches).where(matches.c.match_id == match_id).order_by(matches.c.run_id.desc(), matches.c.id)).all()
    if not rows:
        raise NoRecord(f"there is no match {match_id}")
    return tuple(_stored_match(connection, row, holds) for row in rows)


def read_faults(connection: Connection, run_id: int | None, match_id: str | None) -> tuple[StoredFault, ...]:
    """Faults in the order in which they were recorded, newest run first."""
    columns = (faults, matches.c.run_id, matches.c.match_id, matches.c.pairing)
    query = select(*columns).join(matches).order_by(matches.c.run_id.desc(), matches.c.id, faults.c.id)
    if run_id is not None:
        query = query.where(matches.c.run_id == run_id)
    if match_id is not None:
        query = query.where(matches.c.match_id == match_id)
    rows = connection.execute(query).all()
    specs = {number: read_spec(connection, number) for number in {row.run_id for row in rows}}
    return tuple(_stored_fault(row, specs[row.run_id]) for row in rows)


def read_outputs(connection: Connection, match_id: str) -> tuple[tuple[int, str, str], ...]:
    """What a match's programs printed in its newest run, by leg and player; those that printed nothing are left out."""
    query = select(matches).where(matches.c.match_id == match_id).order_by(matches.c.run_id.desc(), matches.c.id.desc()).limit(1)
    match = connection.execute(query).one_or_none()
    if match is None:
        return ()
    with reading(f"match {match_id}"):
        names = _names(read_spec(connection, match.run_id), unpack_pairing(match.pairing))
        texts = [(row.leg, unpack_list(row.outputs)) for row in _leg_rows(connection, match.id)]
        return tuple((leg, name, text) for leg, outputs in texts for name, text in zip(names, outputs, strict=False) if text)


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
            cause=Cause(row.cause),
        )


def _blocks(connection: Connection, match: _AnyRow) -> tuple[Block, ...]:
    """One query a match, unpacked column by column in C, measured: this is what a long tournament reads most."""
    rows = connection.execute(_BLOCKS, {"match_row": match.id}).all()
    if not rows:
        return ()
    with reading(f"match {match.match_id}"):
        deals, net, charged, played, of, *numbers = zip(*rows, strict=True)
        return tuple(map(Block, deals, unpack_chips(net), map(unpack_counts, charged), played, of, *map(unpack_numbers, numbers)))


def _stored_match(connection: Connection, row: _AnyRow, holds: Holds) -> StoredMatch:
    of_run = run_row(connection, row.run_id)
    run = run_info(of_run, spec_of(of_run, late_entrants(connection, row.run_id)), holds)
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
            master=of_run.master,
            ended_at=row.ended_at,
            measured=row.measured,
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
        drawn_seats=row.drawn_seats,
        clock=spec.clock,
        payouts=spec.payouts,
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
        cause=Cause(row.cause),
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

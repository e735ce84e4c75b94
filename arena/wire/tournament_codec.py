"""Tournaments and their standings as messages. What is secret, or its owner's business only, has no field to be in."""

from datetime import datetime

from google.protobuf import timestamp_pb2

from arena.dealer import RunInfo, RunStatus
from arena.tournaments import Entrant, PairRow, Standings, StandingsRow
from arena.v1 import tournament_pb2 as pb

_STATUSES = {
    RunStatus.RUNNING: pb.TOURNAMENT_STATUS_RUNNING,
    RunStatus.COMPLETED: pb.TOURNAMENT_STATUS_COMPLETED,
    RunStatus.STOPPED: pb.TOURNAMENT_STATUS_STOPPED,
    RunStatus.FAILED: pb.TOURNAMENT_STATUS_FAILED,
}
_ENTRIES = {"listed": pb.ENTRY_LISTED, "open": pb.ENTRY_OPEN}
_PLACINGS = {
    "": pb.PLACING_RANKED,
    "unscored": pb.PLACING_UNSCORED,
    "late": pb.PLACING_LATE,
    "withdrawn": pb.PLACING_WITHDRAWN,
    "disqualified": pb.PLACING_DISQUALIFIED,
}


def status_of(info: RunInfo) -> pb.TournamentStatus.ValueType:
    """How a run stands."""
    paused = info.paused and info.status == RunStatus.RUNNING
    return pb.TOURNAMENT_STATUS_PAUSED if paused else _STATUSES[info.status]


def tournament_message(info: RunInfo, *, entrants: bool = True) -> pb.Tournament:
    """A run, with or without its entrants."""
    spec = info.spec
    return pb.Tournament(
        run_id=info.run_id,
        name=spec.name,
        game=spec.game_name,
        format=spec.format,
        status=status_of(info),
        status_reason=info.reason,
        paused=info.paused,
        entry=_ENTRIES[spec.play.entry],
        start_time=_timestamp(info.started_at),
        end_time=None if info.ended_at is None else _timestamp(info.ended_at),
        commitment=info.commitment,
        seeded=info.seeded,
        match_count=info.match_count,
        entrant_count=len(spec.entrants),
        entrants=map(_entrant, spec.entrants) if entrants else (),
    )


def standings_message(board: Standings, confidence: float) -> pb.Standings:
    """How everyone stands."""
    places = {row.entrant: index for index, row in enumerate(board.rows)}
    return pb.Standings(
        rows=map(_row, board.rows),
        pairs=[_pair(pair, places) for pair in board.pairs if pair.blocks],
        decided=board.decided,
        hand_count=board.hands,
        block_count=board.blocks,
        confidence=confidence,
        unit=board.unit_name,
        by_regret=board.by_regret,
        luck_corrected=board.corrected,
    )


def _timestamp(moment: datetime) -> timestamp_pb2.Timestamp:
    made = timestamp_pb2.Timestamp()
    made.FromDatetime(moment)
    return made


def _entrant(entrant: Entrant) -> pb.Entrant:
    ours = pb.ENTRANT_KIND_BUILTIN if entrant.builtin else pb.ENTRANT_KIND_COMMAND
    return pb.Entrant(
        name=entrant.name,
        kind=pb.ENTRANT_KIND_REMOTE if entrant.remote else ours,
        version=entrant.version,
        unscored=entrant.unscored,
        late=entrant.late,
    )


def _row(row: StandingsRow) -> pb.StandingsRow:
    return pb.StandingsRow(
        entrant=row.entrant,
        placing=_PLACINGS[row.status],
        best_rank=row.best_rank,
        worst_rank=row.worst_rank,
        score=row.score,
        low=row.low,
        high=row.high,
        net=row.net,
        hand_count=row.hands,
        block_count=row.blocks,
        incident_count=row.incidents,
        forfeit_count=row.forfeits,
        void_count=row.voids,
    )


def _pair(pair: PairRow, places: dict[str, int]) -> pb.PairRow:
    return pb.PairRow(first=places[pair.a], second=places[pair.b], block_count=pair.blocks, mean=pair.mean, low=pair.low, high=pair.high)

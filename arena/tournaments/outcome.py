"""What a tournament keeps of a match: what its standings are made of, without the hands."""

from dataclasses import dataclass

from arena.matches import Block, Cause, MatchResult, Status
from arena.tournaments.spec import MatchPlan


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match, over, as its tournament sees it."""

    match_id: str
    pairing: tuple[int, ...]
    """Indices of the entrants, in player order."""
    pass_number: int
    attempt: int
    status: Status
    reason: str
    commitment: str
    hand_count: int
    """Hands played, all legs counted."""
    blocks: tuple[Block, ...]
    """By deal; empty when void."""
    incidents: tuple[int, ...]
    """Fault incidents by player, all legs counted."""
    forfeits: tuple[int, ...]
    """Legs forfeited, by player."""
    cause: Cause = Cause.NONE
    """The reason as one of a closed list."""


def outcome_of(plan: MatchPlan, result: MatchResult) -> MatchOutcome:
    """The outcome of a planned match."""
    players = range(len(plan.pairing))
    return MatchOutcome(
        match_id=plan.spec.match_id,
        pairing=plan.pairing,
        pass_number=plan.pass_number,
        attempt=plan.attempt,
        status=result.status,
        reason=result.reason,
        commitment=plan.spec.commitment,
        hand_count=result.hand_count,
        blocks=result.blocks(),
        incidents=tuple(sum(leg.incidents[player] for leg in result.legs) for player in players),
        forfeits=tuple(sum(leg.forfeiter == player for leg in result.legs) for player in players),
        cause=result.cause,
    )

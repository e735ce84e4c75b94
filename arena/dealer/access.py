"""What may be shown of a stored match, and when. The secret master of a run is never shown.

A deal is closed until every hand on it is over, and then the tournament's ``publish`` says who may read the hands; a page is
read by everybody, so it shows them for ``all`` only. A stored match is over, but

- a void one may be played again on the same deals,
- where pairings share a deal stream, others may still play its deals until the tournament is completed; one that was left can be gone
  on with, and
- a seeded tournament can be run again: its deals are the same, and closed again until that run has played the match too.

The match seed is shown when no leg of its deals is outstanding and the run no longer runs, so that anyone can recompute the deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.dealer.ports import RunInfo, RunStatus, StoredMatch
from arena.matches import MatchResult, Status
from arena.tournaments import shares_deals


@dataclass(frozen=True, slots=True)
class Access:
    """What everybody may see of a match."""

    hands: bool
    seed: bool
    why_no_hands: str = ""
    """For people, a whole sentence."""


def result_of(match: StoredMatch) -> MatchResult:
    """The result, as when it was played."""
    return MatchResult(match.spec, tuple(leg.result for leg in match.legs))


def access_to(match: StoredMatch, same_id: Sequence[StoredMatch], runs: Sequence[RunInfo]) -> Access:
    """What may be shown of a match.

    Args:
        match: one of ``same_id``.
        same_id: every stored match of that id.
        runs: every run.
    """
    running = {run.run_id for run in runs if run.status == RunStatus.RUNNING and run.commitment == match.run.commitment}
    why_no_hands = _why_no_hands(match, running, {other.run.run_id for other in same_id if _counts(other)})
    return Access(not why_no_hands, not why_no_hands and not running and match.run.status != RunStatus.RUNNING, why_no_hands)


def _why_no_hands(match: StoredMatch, running: set[int], played_in: set[int]) -> str:
    if not _counts(match):
        return "This match is void and counts for nobody; its deals may be played again, so its hands stay closed."
    if match.run.spec.play.publish != "all":
        return "The organiser of this tournament keeps its hands from the public."
    if not running <= played_in:
        return "A tournament with the same seed is being played; the hands can be read when this match is over there too."
    shared = shares_deals(match.run.spec, match.pairing)
    if shared and (running or match.run.status != RunStatus.COMPLETED):
        return "Others may still play these deals; the hands can be read when the tournament is over."
    return ""


def _counts(match: StoredMatch) -> bool:
    return bool(match.legs) and result_of(match).status != Status.VOID

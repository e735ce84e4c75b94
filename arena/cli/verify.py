"""``arena verify``: recompute a match from its seed and its actions."""

import click

from arena.cli.common import console, count, db_option, examples, json_option, open_database, print_json, say
from arena.dealer import StoredMatch, access_to
from arena.errors import VerificationFailed
from arena.matches import Cause, LegResult, MatchResult, Status, Verified, commitment, hands_digest, verify_match
from arena.store import Database
from arena.tournaments import MatchOutcome, MatchPlan, outcome_of, planned_match_id, planned_seed

_TOLD = ("status", "reason", "cause", "hand_count", "incidents", "forfeits", "commitment")
"""What the standings are told of a match; it must follow from the legs."""
_CAUSES = {
    Status.COMPLETED: frozenset({Cause.NONE}),
    Status.FORFEITED: frozenset({Cause.NONE, Cause.FLAG, Cause.INCIDENTS, Cause.GONE, Cause.EXITED, Cause.NO_HELLO, Cause.WRONG_GAME}),
    Status.VOID: frozenset({Cause.NONE, Cause.ARENA_ERROR, Cause.INTERRUPTED, Cause.ORGANISER}),
}
"""What can have ended a leg so. None at all is told of those that were stored before causes were."""


@examples("arena verify 3f9a0c11d2e4", "arena verify 3f9a0c11d2e4 --json")
@click.command()
@click.argument("match", metavar="MATCH")
@db_option
@json_option
def command(match: str, db: str, as_json: bool) -> int:
    """Deal every deal of MATCH anew, replay every hand, add up every block, and compare with what is stored.

    Of several runs with this match (the same seed twice) every one is verified.
    """
    with open_database(db) as database:
        found, runs = _found(database, match), database.runs()
        same_id = [stored for stored, _ in found]
        results = [(stored, verify_stored(stored, told)) for stored, told in found]
    if as_json:
        print_json([_document(stored, verified, seed_open=access_to(stored, same_id, runs).seed) for stored, verified in results])
        return 0
    for stored, verified in results:
        hands, blocks = count(verified.hand_count, "hand"), count(verified.block_count, "block")
        say(
            console(),
            f"match {match} of run {stored.run.run_id} ({' – '.join(stored.spec.players)}) holds: the seed is the committed one, "
            f"{count(verified.deal_count, 'deal')} dealt anew, {hands} replayed, {blocks} added up",
        )
    return 0


def verify_stored(stored: StoredMatch, told: MatchOutcome) -> Verified:
    """Recompute a stored match, from the run's master down to what its tournament is ``told`` of it.

    Raises:
        VerificationFailed: names the first thing that does not follow.
    """
    _verify_origin(stored)
    for number, leg in enumerate(stored.legs):
        _verify_ending(stored, number, leg.result)
    results = tuple(leg.result for leg in stored.legs)
    verified = verify_match(stored.spec, results, stored.blocks, stored.commitment, measured=stored.measured)
    _verify_told(stored, MatchResult(stored.spec, results), told)
    return verified


def _found(database: Database, match_id: str) -> list[tuple[StoredMatch, MatchOutcome]]:
    """The matches of an id, each with what the standings of its run are made of."""
    found = []
    for stored in database.matches(match_id):
        place = (match_id, stored.pairing, stored.pass_number, stored.attempt)
        outcomes = database.outcomes(stored.run.run_id)
        told = [one for one in outcomes if (one.match_id, one.pairing, one.pass_number, one.attempt) == place]
        found.append((stored, told[0]))
    return found


def _verify_origin(stored: StoredMatch) -> None:
    """That the match is the one that was planned, and its hands those that were written."""
    spec, run = stored.spec, stored.run
    if commitment(stored.master) != run.commitment:
        raise _failed(stored, "the run's master is not the one that was committed to")
    if planned_seed(run.spec, stored.master, stored.pairing, stored.pass_number, stored.attempt) != spec.seed:
        raise _failed(stored, "the match seed does not follow from the run's master and the players")
    if planned_match_id(run.spec, spec.seed, stored.pairing, stored.attempt) != spec.match_id:
        raise _failed(stored, "its id does not follow from its seed")
    if spec.mirrored != (run.spec.play.deals == "mirrored") or not 0 < spec.deal_count <= run.spec.play.deals_per_match:
        raise _failed(stored, "its number of deals, or of their playings, is not the tournament's")
    if hands_digest([leg.hand_bytes for leg in stored.legs]) != stored.hands_digest:
        raise _failed(stored, "the stored hands are not those that were written")


def _verify_ending(stored: StoredMatch, number: int, leg: LegResult) -> None:
    """That a leg's status, its forfeiter, its reason and its cause go together."""
    players = len(stored.spec.players)
    if (leg.status == Status.FORFEITED) != (leg.forfeiter is not None):
        raise _failed(stored, f"leg {number} is {leg.status.value}, which does not go with who forfeited it")
    if leg.forfeiter is not None and leg.forfeiter not in range(players):
        raise _failed(stored, f"leg {number} was forfeited by player {leg.forfeiter}; there are {players}, counted from 0")
    if (leg.status == Status.COMPLETED) != (not leg.reason):
        raise _failed(stored, f"leg {number} is {leg.status.value}, which does not go with its reason {leg.reason!r}")
    if leg.cause not in _CAUSES[leg.status]:
        raise _failed(stored, f"leg {number} is {leg.status.value}, which does not go with its cause {leg.cause.value!r}")
    if len(leg.incidents) != players:
        raise _failed(stored, f"leg {number} counts incidents of {len(leg.incidents)} players; there are {players}")


def _verify_told(stored: StoredMatch, result: MatchResult, told: MatchOutcome) -> None:
    """That the standings are told what follows from the legs."""
    entrants = tuple(stored.run.spec.entrants[index] for index in stored.pairing)
    follows = outcome_of(MatchPlan(stored.pairing, stored.pass_number, stored.attempt, stored.spec, entrants), result)
    for name in _TOLD:
        said, true = getattr(told, name), getattr(follows, name)
        if said != true:
            raise _failed(stored, f"its {name.replace('_', ' ')} is stored as {str(said) or 'none'}; its legs say {str(true) or 'none'}")


def _failed(stored: StoredMatch, what: str) -> VerificationFailed:
    return VerificationFailed(f"match {stored.spec.match_id}: {what}")


def _document(stored: StoredMatch, verified: Verified, *, seed_open: bool) -> dict[str, object]:
    """The seed only when no leg of its deals is outstanding, as for everybody."""
    return {
        "match_id": stored.spec.match_id,
        "run": stored.run.run_id,
        "players": list(stored.spec.players),
        "deals": verified.deal_count,
        "hands": verified.hand_count,
        "blocks": verified.block_count,
        "seed": stored.spec.seed.hex() if seed_open else None,
        "commitment": stored.commitment,
    }

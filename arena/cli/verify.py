"""``arena verify``: recompute a match from its seed and its actions."""

import click

from arena.cli.common import count, db_option, examples, json_option, open_database, print_json
from arena.dealer import StoredMatch
from arena.errors import VerificationFailed
from arena.matches import Verified, commitment, hands_digest, verify_match
from arena.tournaments import planned_seed


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
        found = database.matches(match)
    results = [(stored, verify_stored(stored)) for stored in found]
    if as_json:
        print_json([_document(stored, verified) for stored, verified in results])
        return 0
    for stored, verified in results:
        hands, blocks = count(verified.hand_count, "hand"), count(verified.block_count, "block")
        click.echo(
            f"match {match} of run {stored.run.run_id} ({' – '.join(stored.spec.players)}) holds: the seed is the committed one, "
            f"{count(verified.deal_count, 'deal')} dealt anew, {hands} replayed, {blocks} added up"
        )
    return 0


def verify_stored(stored: StoredMatch) -> Verified:
    """Recompute a stored match, from the run's master down.

    Raises:
        VerificationFailed: names the first thing that does not follow.
    """
    name = stored.spec.match_id
    if commitment(stored.master) != stored.run.commitment:
        raise VerificationFailed(f"match {name}: the run's master is not the one that was committed to")
    if planned_seed(stored.run.spec, stored.master, stored.pairing, stored.pass_number, stored.attempt) != stored.spec.seed:
        raise VerificationFailed(f"match {name}: the match seed does not follow from the run's master")
    if hands_digest([leg.hand_bytes for leg in stored.legs]) != stored.hands_digest:
        raise VerificationFailed(f"match {name}: the stored hands are not those that were written")
    return verify_match(stored.spec, [leg.result for leg in stored.legs], stored.blocks, stored.commitment)


def _document(stored: StoredMatch, verified: Verified) -> dict[str, object]:
    return {
        "match_id": stored.spec.match_id,
        "run": stored.run.run_id,
        "players": list(stored.spec.players),
        "deals": verified.deal_count,
        "hands": verified.hand_count,
        "blocks": verified.block_count,
        "seed": stored.spec.seed.hex(),
        "commitment": stored.commitment,
    }

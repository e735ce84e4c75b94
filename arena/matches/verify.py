"""Does a stored match follow from its seed and its actions? Every deal is dealt anew, every hand played again, every block added up."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import BadNotation, VerificationFailed
from arena.matches.measured import measure_match
from arena.matches.regret import regrets_of
from arena.matches.result import Block, LegResult, MatchResult, Status
from arena.matches.seating import Seating, first_carried, next_carried
from arena.matches.seeds import commitment
from arena.matches.spec import MatchSpec
from arena.matches.story import replay_record
from arena.rules import REBET


@dataclass(frozen=True, slots=True)
class Verified:
    """What was recomputed and found right."""

    deal_count: int
    hand_count: int
    block_count: int


def verify_match(spec: MatchSpec, legs: Sequence[LegResult], blocks: Sequence[Block], promised: str, *, measured: bool = True) -> Verified:
    """Recompute a match.

    Args:
        spec: with the match seed.
        legs: as they were stored.
        blocks: as they were stored.
        promised: the commitment to the match seed.
        measured: whether the blocks hold the luck of the draw.

    Raises:
        VerificationFailed: names the first thing that does not follow.
    """
    if commitment(spec.seed) != promised:
        raise VerificationFailed(f"match {spec.match_id}: the seed is not the one that was committed to")
    if legs and len(legs) != spec.leg_count and all(leg.status != Status.VOID for leg in legs):
        raise VerificationFailed(f"match {spec.match_id}: {len(legs)} legs are stored, {spec.leg_count} belong to it")
    for number, leg in enumerate(legs):
        _verify_leg(spec, number, leg)
    if _blocks(spec, legs, measured=measured) != tuple(blocks):
        raise VerificationFailed(f"match {spec.match_id}: the blocks are not the sums of the hands")
    hands = [hand for leg in legs for hand in leg.hands]
    return Verified(len({hand.deal_number for hand in hands}), len(hands), len(blocks))


def _blocks(spec: MatchSpec, legs: Sequence[LegResult], *, measured: bool) -> tuple[Block, ...]:
    """The blocks that follow from the hands, the luck of the draw computed anew; regrets are kept with the hands."""
    result = MatchResult(spec, tuple(legs))
    return (measure_match(result) if measured and not spec.ruleset.graded else result).blocks()


def _verify_leg(spec: MatchSpec, number: int, leg: LegResult) -> None:
    where = f"match {spec.match_id}, leg {number}"
    deals = [hand.deal_number for hand in leg.hands]
    expected = list(range(len(deals))) if spec.ruleset.one_at_a_time else sorted(set(deals))
    if deals != expected or not set(deals) <= set(range(spec.deal_count)):
        raise VerificationFailed(f"{where}: hands are missing, doubled or out of order")
    carried = spec.ruleset.carried_stack
    seating: Seating | None = first_carried(spec, number) if carried else None
    ante = 0
    for hand in leg.hands:
        if carried and seating is None:
            raise VerificationFailed(f"{where}: deal {hand.deal_number} was played, though the leg was decided")
        if (hand.seats, hand.stack_chips) != ((seating.seats, seating.stacks) if seating else ((), ())):
            raise VerificationFailed(f"{where}: deal {hand.deal_number}: the seats and stacks do not follow from the hands before")
        try:
            played = replay_record(spec, hand)
        except BadNotation as error:
            raise VerificationFailed(f"{where}: {error}") from error
        if hand.regrets != (regrets_of(played) if spec.ruleset.graded else ()):
            raise VerificationFailed(f"{where}: deal {hand.deal_number}: the regret of its decisions does not follow from the cards")
        if hand.actions[:1] == bytes([REBET]) and hand.stake[0] != ante:
            raise VerificationFailed(f"{where}: deal {hand.deal_number}: {hand.stake[0]} is bet again, but the ante before was {ante}")
        ante = hand.stake[0] if spec.ruleset.one_at_a_time else 0
        seating = next_carried(spec, seating, hand.net_chips) if seating else None
    decided = carried and seating is None
    if leg.status == Status.COMPLETED and len(deals) != spec.deal_count and not decided:
        raise VerificationFailed(f"{where}: {len(deals)} of {spec.deal_count} hands are stored, though it was completed")

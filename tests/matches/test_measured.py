"""A match with what follows from its hands and is dear to compute."""

from dataclasses import replace

import pytest

from arena.errors import VerificationFailed
from arena.matches import LegResult, MatchResult, Status, match_luck, measure_match, play_match, verify_match
from arena.rules import FiveCardDrawRuleset
from tests.matches.bots import hash_bots, spec_of

CARRY = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25, stacks="carry")


def test_blocks_have_the_luck_of_the_draw():
    """Row by row that of match_luck, and no block without it."""
    result = play_match(spec_of(3), hash_bots("a", "b", "c"))
    measured = measure_match(result)
    assert [block.luck for block in measured.blocks()] == list(map(tuple, match_luck(result).tolist()))
    assert [replace(block, luck=()) for block in measured.blocks()] == list(result.blocks())
    assert measure_match(measured) == measured


def test_where_places_are_paid_there_is_none():
    """Who ranks by places is not told of chips."""
    spec = replace(spec_of(2, 40), ruleset=CARRY, payouts=(100,))
    result = play_match(spec, hash_bots("a", "b"))
    assert measure_match(result) == result
    assert [block.luck for block in result.blocks()] == [()]


def test_a_forfeited_match_is_measured_and_a_void_one_is_not():
    spec = spec_of(2)
    whole = play_match(spec, hash_bots("a", "b"))
    short = replace(whole.legs[1], status=Status.FORFEITED, hands=whole.legs[1].hands[:5], forfeiter=0)
    assert len(measure_match(MatchResult(spec, (whole.legs[0], short))).luck) == 12
    lost = MatchResult(spec, (whole.legs[0], LegResult(Status.VOID, (), (0, 0))))
    assert measure_match(lost) == lost
    at_once = LegResult(Status.FORFEITED, (), (0, 0), 1)
    assert set(measure_match(MatchResult(spec, (at_once, at_once))).luck) == {(0.0, 0.0)}


def test_luck_that_does_not_follow_is_found():
    """One chip more for one player in one block."""
    result = measure_match(play_match(spec_of(2), hash_bots("a", "b")))
    blocks = result.blocks()
    assert verify_match(result.spec, result.legs, blocks, result.spec.commitment).block_count == 12
    for wrong in ((), (blocks[0].luck[0] + 1, blocks[0].luck[1])):
        with pytest.raises(VerificationFailed, match="the blocks are not the sums of the hands"):
            verify_match(result.spec, result.legs, (replace(blocks[0], luck=wrong), *blocks[1:]), result.spec.commitment)

"""Results: status of a match, and blocks with and without forfeits."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches import Block, LegResult, MatchResult, Scoring, Status, hands_digest, play_match
from arena.rules import HandRecord
from tests.matches.bots import hash_bots, spec_of


def leg(*nets: tuple[int, ...], status: Status = Status.COMPLETED, forfeiter: int | None = None, reason: str = "") -> LegResult:
    """A leg whose hand i paid ``nets[i]`` by position."""
    hands = tuple(HandRecord(number, b"", net) for number, net in enumerate(nets))
    return LegResult(status, hands, (0,) * 3, forfeiter, reason)


def forfeited(*nets: tuple[int, ...], by: int) -> LegResult:
    return leg(*nets, status=Status.FORFEITED, forfeiter=by, reason=f"player {by} left")


BETS_OF_4 = Scoring(unit_chips=4, charge_chips=4, hand_count=1)


def test_a_block_sums_the_legs_by_player():
    """By hand: leg 0 pays player 1 +5 and player 0 −5; leg 1 pays player 0 +3: net −2 and +2; half of it a hand in bets of 4."""
    result = MatchResult(spec_of(2, deal_count=1), (leg((5, -5)), leg((3, -3))))
    assert result.blocks() == (Block(0, (-2, 2), (0, 0), 2, 2),)
    assert [result.blocks()[0].result(player, BETS_OF_4) for player in range(2)] == [-0.25, 0.25]
    assert (result.status, result.hand_count, result.reason) == (Status.COMPLETED, 2, "")


def test_hands_not_played_are_charged_to_the_forfeiter_alone():
    """By hand: leg 0 is whole; in leg 1 player 1 leaves before hand 1. Player 1 nets +2 in leg 0 and pays one big bet: (2/4 − 1)/2."""
    legs = (leg((5, -5), (-2, 2)), forfeited((3, -3), by=1))
    whole, part = MatchResult(spec_of(2, deal_count=2), legs).blocks()
    assert whole == Block(0, (-2, 2), (0, 0), 2, 2)
    assert part == Block(1, (-2, 2), (0, 1), 1, 2)
    assert [whole.counts_for(player) for player in range(2)] == [True, True]
    assert [part.counts_for(player) for player in range(2)] == [False, True]
    assert part.result(1, BETS_OF_4) == -0.25


def test_a_block_no_leg_of_which_was_played_costs_exactly_one_unit():
    """Docstring of ``Block.result``: all legs charged to one player."""
    block = MatchResult(spec_of(2, deal_count=1), (forfeited(by=0), forfeited(by=0))).blocks()[0]
    assert block == Block(0, (0, 0), (2, 0), 0, 2)
    assert block.result(0, BETS_OF_4) == -1
    assert [block.counts_for(player) for player in range(2)] == [True, False]


def test_a_block_charged_to_two_players_counts_for_neither():
    """One leg each: no player's two legs are all played or its own."""
    block = MatchResult(spec_of(2, deal_count=1), (forfeited(by=0), forfeited(by=1))).blocks()[0]
    assert [block.counts_for(player) for player in range(2)] == [False, False]


def test_three_players_of_whom_one_forfeits_two_legs():
    """By hand: leg 0 pays players 1, 2, 0; the others are charged to player 2: 1 + 2 = 3 legs for player 2 only."""
    result = MatchResult(spec_of(3, deal_count=1), (leg((4, -3, -1)), forfeited(by=2), forfeited(by=2)))
    block = result.blocks()[0]
    assert block == Block(0, (-1, 4, -3), (0, 0, 2), 1, 3)
    assert [block.counts_for(player) for player in range(3)] == [False, False, True]
    assert block.result(2, BETS_OF_4) == pytest.approx((-3 / 4 - 2) / 3)


def test_without_mirroring_a_block_is_one_hand():
    """Module docstring."""
    result = MatchResult(spec_of(2, deal_count=2, mirrored=False), (leg((5, -5), (1, -1)),))
    assert [block.net_chips for block in result.blocks()] == [(-5, 5), (1, -1)]
    assert {block.leg_count for block in result.blocks()} == {1}


def test_the_order_in_which_hands_are_kept_does_not_matter():
    """A block goes by deal number."""
    first, second = HandRecord(0, b"", (5, -5)), HandRecord(1, b"", (1, -1))
    spec = spec_of(2, deal_count=2, mirrored=False)
    results = [MatchResult(spec, (LegResult(Status.COMPLETED, hands, (0, 0)),)) for hands in ((first, second), (second, first))]
    assert results[0].blocks() == results[1].blocks()


def test_a_void_leg_voids_the_match_and_a_forfeited_one_forfeits_it():
    """Docstring of ``MatchResult.status``; reasons are said once each."""
    spec = spec_of(2, deal_count=1)
    void = leg(status=Status.VOID, reason="our crash")
    mixed = MatchResult(spec, (forfeited(by=0), void))
    assert (mixed.status, mixed.reason, mixed.blocks()) == (Status.VOID, "player 0 left; our crash", ())
    both = MatchResult(spec, (forfeited(by=0), forfeited(by=0)))
    assert (both.status, both.reason) == (Status.FORFEITED, "player 0 left")


def test_a_completed_leg_that_lacks_hands_is_our_bug():
    """Only a forfeit explains a hand that was not played."""
    with pytest.raises(AssertionError):
        MatchResult(spec_of(2, deal_count=2), (leg((1, -1)), leg((1, -1)))).blocks()


@pytest.mark.slow
@given(st.integers(2, 6), st.data())
def test_blocks_agree_with_the_plain_sum_over_legs(players, data):
    """Law: chips of a real match cut short at random sum as the hands played do, charges are the hands missing."""
    spec = spec_of(players, deal_count=3)
    whole = play_match(spec, hash_bots(*spec.players))
    legs = []
    for result in whole.legs:
        kept = data.draw(st.integers(0, 3))
        by = data.draw(st.integers(0, players - 1))
        legs.append(result if kept == 3 else LegResult(Status.FORFEITED, result.hands[:kept], result.incidents, by))
    blocks = MatchResult(spec, tuple(legs)).blocks()
    for block in blocks:
        assert sum(block.net_chips) == 0
        assert block.played_count + sum(block.charged) == players
    assert sum([block.played_count for block in blocks]) == sum([len(result.hands) for result in legs])
    for player in range(players):
        missing = sum([3 - len(result.hands) for result in legs if result.forfeiter == player])
        assert sum([block.charged[player] for block in blocks]) == missing


def test_the_digest_is_sha256_over_hands_with_their_lengths():
    """Docstring of ``hands_digest``, written out: legs of two hands and of none."""
    parts = b"\0\0\0\2" + b"\0\0\0\3abc" + b"\0\0\0\0" + b"\0\0\0\0"
    assert hands_digest([[b"abc", b""], []]) == hashlib.sha256(parts).hexdigest()


def test_the_digest_tells_where_legs_and_hands_end():
    """Lengths before contents: the same bytes cut differently give other digests."""
    cuts = [[[b"ab"]], [[b"a", b"b"]], [[b"a"], [b"b"]], [[b"ab"], []], [[], [b"ab"]], []]
    assert len({hands_digest(cut) for cut in cuts}) == len(cuts)

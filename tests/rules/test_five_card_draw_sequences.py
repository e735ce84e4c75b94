"""Exhaustive: every betting sequence of a first round, played, and counted again by a recursion of its own.

The recursion knows three numbers and no chips. Facing a wager, with ``live`` players in, ``left`` of them still to answer
and ``raises`` left: a fold takes one of both, a call one still to answer, a raise makes all others answer again. With
nobody facing a wager it is a chain of checks, each of which may be a bet instead.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from arena.rules.five_card_draw import FiveCardDrawRuleset, Hand, Kind, Stage


@cache
def answers(live: int, left: int, raises: int) -> int:
    """Ways to go on after a wager."""
    if live == 1 or left == 0:
        return 1
    folded, called = answers(live - 1, left - 1, raises), answers(live, left - 1, raises)
    return folded + called + (answers(live, live - 1, raises - 1) if raises else 0)


def sequences(players: int, raises: int) -> int:
    """Ways to play a round: all check, or the k-th bets and the others answer."""
    return 1 + players * answers(players, players - 1, raises)


def played(ruleset: FiveCardDrawRuleset, players: int, codes: tuple[int, ...] = (), stacks: list[int] | None = None) -> Iterator[Hand]:
    """Every hand at the end of its first round, by playing each prefix anew."""
    hand = Hand(ruleset, range(8 * players), players, stacks)
    for code in codes:
        hand.act(code)
    if hand.stage != Stage.FIRST_ROUND:
        yield hand
        return
    for code in hand.legal:
        yield from played(ruleset, players, (*codes, code), stacks)


@pytest.mark.parametrize(("raises", "count"), [(0, 5), (1, 9), (2, 13), (3, 17)])
def test_two_players_have_four_more_sequences_with_every_raise(raises, count):
    """By hand: check-check, and for each of two bettors fold, call and for every raise again fold and call: 1 + 2 · 2(r + 1)."""
    assert sequences(2, raises) == count
    assert len({tuple(hand.log) for hand in played(FiveCardDrawRuleset(max_raises=raises), 2)}) == count


@pytest.mark.parametrize("raises", range(4))
def test_three_players_have_the_sequences_of_the_recursion(raises):
    """Against ``sequences``; 13 without raises by hand: all check, or one of three bets and two answer in two ways each."""
    assert sequences(3, 0) == 1 + 3 * 4
    assert len({tuple(hand.log) for hand in played(FiveCardDrawRuleset(max_raises=raises), 3)}) == sequences(3, raises)


@pytest.mark.slow
def test_four_players_have_the_sequences_of_the_recursion():
    """Against ``sequences``, with one raise."""
    assert len({tuple(hand.log) for hand in played(FiveCardDrawRuleset(max_raises=1), 4)}) == sequences(4, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_deep_stacks_play_as_unlimited_ones(players):
    """All-in mode with more chips than a round can take: the same sequences with the same chips."""
    deep = FiveCardDrawRuleset(all_in=True, starting_stack=1000)
    logs = [[hand.log for hand in played(ruleset, players)] for ruleset in (FiveCardDrawRuleset(), deep)]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("raises", range(4))
def test_no_sequence_has_more_wagers_than_the_cap(raises):
    """Ruleset: at most 1 + max_raises wagers in a round, and some sequence reaches it."""
    counts = [
        sum([kind in (Kind.BET, Kind.RAISE) for kind, _, _ in hand.log]) for hand in played(FiveCardDrawRuleset(max_raises=raises), 3)
    ]
    assert max(counts) == 1 + raises


def test_every_sequence_ends_with_equal_commitments_or_one_player():
    """Betting: the round is over when everyone in has matched the highest commitment."""
    for hand in played(FiveCardDrawRuleset(), 3):
        inside = {put for p, put in enumerate(hand.committed) if hand.live >> p & 1}
        assert hand.over or len(inside) == 1


@pytest.mark.parametrize("stacks", [[a, b, c] for a in (1, 2, 4, 6) for b in (3, 7, 20) for c in (1, 5, 20)])
def test_every_sequence_of_short_stacks_ends_matched_or_all_in(stacks):
    """All-in mode: as above, or the player has put everything in; unlimited raising is still finite."""
    ruleset = FiveCardDrawRuleset(1, 4, 4, 1, all_in=True, starting_stack=20)
    for hand in played(ruleset, 3, stacks=stacks):
        if not hand.over:
            inside = [p for p in range(3) if hand.live >> p & 1]
            assert all([hand.committed[p] in (hand.high, stacks[p]) for p in inside])

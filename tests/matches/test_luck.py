"""Draw luck: worked examples, a second derivation in exact fractions, and that its mean is zero whatever the bots do."""

import hashlib
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.matches import LegResult, MatchResult, MatchSpec, Status, TableInfo, deal_key, play_match, scoring_of, seating_of
from arena.matches.luck import hand_luck, match_luck, redraw_cards
from arena.matches.story import replay_record
from arena.rules import DRAW_CODE, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, Stage, class_of, deal_cards, parse_cards, strength
from arena.statistics.control import corrected_series
from bots.draw import Easy, Normal
from tests.matches.bots import hash_bots, spec_of

PLAIN = FiveCardDrawRuleset()
CARRY = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25, stacks="carry")
FOLD, CHECK, CALL, BET, RAISE = (int(kind) for kind in list(Kind)[:5])
PAT, LAST = DRAW_CODE, DRAW_CODE + 16
"""Draws: nothing, and a card for the fifth."""


def hand_of(holes, replacements, codes, *, ruleset=PLAIN, stacks=None):
    """A hand by position: five cards dealt, the first replacement where it matters, then these codes."""
    players, dealt = len(holes), [parse_cards(hole) for hole in holes]
    first = [parse_cards(text) for text in replacements]
    rest = iter(sorted(set(range(52)) - {card for cards in dealt + first for card in cards}))
    slots = [card for cards in first for card in [*cards, next(rest), next(rest), next(rest)][:3]]
    hand = Hand(ruleset, [dealt[p][i] for i in range(5) for p in range(players)] + slots, players, stacks)
    for code in codes:
        hand.act(code)
    assert hand.over
    return hand


def every_card_for(hand, position):
    """One redraw for each card not dealt first, where it is the first replacement of a position; the other places do not matter."""
    undealt = sorted(set(range(52)) - set(hand.deal[: 5 * hand.players]))
    redrawn = np.zeros((len(undealt), 3 * hand.players), dtype=np.uint8)
    redrawn[:, 3 * position] = undealt
    return redrawn


def standing_at_draw(hand):
    """Chips put in before the first draw, and who draws."""
    committed = [min(hand.ruleset.ante, stack) for stack in hand.start]
    for kind, position, chips in hand.log:
        if kind == Kind.DRAW:
            break
        committed[position] += chips
    return committed, [position for kind, position, _ in hand.log if kind == Kind.DRAW]


def final_cards(hand, position, replacements):
    coming = iter(replacements)
    return [next(coming) if hand.discards[position] >> i & 1 else hand.deal[i * hand.players + position] for i in range(5)]


def won(committed, live, levels):
    """Chips won by position, chip by chip: the c-th of everyone who put in c or more goes to the best who is live among them."""
    found, winners = [Fraction(0)] * len(committed), []
    for chip in range(1, max(committed) + 1):
        inside = [position for position, chips in enumerate(committed) if chips >= chip]
        if len(inside) == 1:
            found[inside[0]] += 1
            continue
        able = [position for position in inside if position in live]
        winners = [p for p in able if levels[p] == max(levels[q] for q in able)] or winners
        for position in winners:
            found[position] += Fraction(len(inside), len(winners))
    return found


def reference_luck(hand, redrawn, *, final_pot=False):
    """The definition, in fractions; with ``final_pot`` what it must not be: the pots as they were when the hand was over."""
    committed, live = standing_at_draw(hand)
    committed = hand.committed if final_pot and live else committed
    players = hand.players
    if not live:
        return [Fraction(0)] * players

    def of(slots):
        levels = {p: strength(final_cards(hand, p, slots[3 * p : 3 * p + 3])) for p in live}
        return won(committed, live, levels)

    actual = of(hand.deal[5 * players : 8 * players])
    means = [sum(column) / len(redrawn) for column in zip(*(of(line) for line in redrawn.tolist()), strict=True)]
    return [got - mean for got, mean in zip(actual, means, strict=True)]


def luck_by_hands(result, luck_of):
    """By deal and player: what ``luck_of`` says of every hand, with its redraws, added up."""
    spec = result.spec
    found = np.zeros((spec.deal_count, len(spec.players)))
    for number, leg in enumerate(result.legs):
        for record in leg.hands:
            hand = replay_record(spec, record)
            redrawn = redraw_cards(spec.seed, record.deal_number, hand.players, 5)
            seating = seating_of(spec, record, number)
            found[record.deal_number] += seating.by_player(list(map(float, luck_of(hand, redrawn))))
    return found


def deviations(series):
    """The mean, in standard errors of it."""
    return float(series.mean() / (series.std(ddof=1) / math.sqrt(len(series))))


class ValueBettor:
    """Checks and calls before the draw, throws away three cards, then bets and raises with a pair or better."""

    def __init__(self, info: TableInfo) -> None:
        pass

    def act(self, view: FiveCardDrawView) -> int:
        if view.stage == Stage.DRAW:
            return DRAW_CODE + 7
        if view.stage == Stage.SECOND_ROUND and class_of(strength(view.hole_cards)):
            return view.legal[-1]
        return CHECK if CHECK in view.legal else CALL


class Caller(ValueBettor):
    """The same, but bets nothing."""

    def act(self, view: FiveCardDrawView) -> int:
        return super().act(view) if view.stage == Stage.DRAW else CHECK if CHECK in view.legal else CALL


FLUSH_DRAW, ACES = "2h5h9hKh3c", "AsAdQcJc7d"


@pytest.mark.parametrize(("drawn", "share"), [("Th", 1), ("Tc", 0), ("Kd", 0)])
@pytest.mark.parametrize("second_round", [(CHECK, CHECK), (BET, CALL), (BET, RAISE, FOLD), (BET, FOLD)])
def test_four_to_a_flush_against_aces(drawn, share, second_round):
    """By hand: 9 of the 42 cards not dealt are hearts and win, all others lose. Two antes lie in the pot at the draw, whatever follows."""
    hand = hand_of([FLUSH_DRAW, ACES], [drawn, ""], [CHECK, CHECK, LAST, PAT, *second_round])
    expected = 2 * (share - 9 / 42)
    assert hand_luck(hand, every_card_for(hand, 0)) == pytest.approx([expected, -expected], rel=1e-12)


def test_bets_before_the_draw_count_and_so_do_chips_of_those_who_folded():
    """By hand, three players: antes 3, a bet of 2 that one calls and one folds to: 7 chips; 9 hearts among 37 cards."""
    hand = hand_of([FLUSH_DRAW, ACES, "4c6d8sTsJd"], ["Th", "", ""], [BET, CALL, FOLD, LAST, PAT, CHECK, CHECK])
    assert hand_luck(hand, every_card_for(hand, 0)) == pytest.approx([7 * 28 / 37, -7 * 28 / 37, 0], rel=1e-12)


def test_who_stands_pat_has_luck_when_others_draw_and_none_when_nobody_does():
    hand = hand_of([FLUSH_DRAW, ACES], ["Tc", ""], [CHECK, CHECK, LAST, PAT, CHECK, CHECK])
    assert hand_luck(hand, every_card_for(hand, 0))[1] == pytest.approx(2 * 9 / 42)
    hand = hand_of([FLUSH_DRAW, ACES], ["Tc", ""], [CHECK, CHECK, PAT, PAT, BET, FOLD])
    assert hand_luck(hand, every_card_for(hand, 0)) == [0, 0]


def test_a_split_pot_is_shared():
    """By hand: A-K-Q-9 and a card against A-K-Q-9-3. A three splits (3 of 42), a deuce loses (3), every other card wins (36)."""
    hand = hand_of(["AsKsQd9c2c", "AdKdQs9h3c"], ["Th", ""], [CHECK, CHECK, LAST, PAT, CHECK, CHECK])
    expected = 2 * (1 - 37.5 / 42)
    assert hand_luck(hand, every_card_for(hand, 0)) == pytest.approx([expected, -expected], rel=1e-12)
    hand = hand_of(["AsKsQd9c2c", "AdKdQs9h3c"], ["3h", ""], [CHECK, CHECK, LAST, PAT, CHECK, CHECK])
    expected = 2 * (0.5 - 37.5 / 42)
    assert hand_luck(hand, every_card_for(hand, 0)) == pytest.approx([expected, -expected], rel=1e-12)


def test_side_pots_as_they_stand_at_the_draw():
    """By hand. Stacks 30, 4 and 30, ante 2: a bet of 4 puts position 1 all-in with 4. Main pot 12 for all, side pot 4 for 0 and 2.

    Trips beat aces for the main pot, aces beat a missed flush for the side pot; 9 of 37 cards make the flush that wins both.
    """
    codes = [BET, CALL, CALL, PAT, PAT, LAST, BET, CALL]
    hand = hand_of([ACES, "4c4d4s6s8c", FLUSH_DRAW], ["", "", "Th"], codes, ruleset=CARRY, stacks=(30, 4, 30))
    assert hand_luck(hand, every_card_for(hand, 2)) == pytest.approx([-4 * 28 / 37, -12 * 28 / 37, 16 * 28 / 37], rel=1e-12)


def test_an_unmatched_bet_is_nobodys_pot():
    """By hand. Position 0 bets 4 of which position 1, all-in with 5 chips, can call 3: the pot is 10 with antes of 2."""
    hand = hand_of([FLUSH_DRAW, ACES], ["Th", ""], [BET, CALL, LAST, PAT], ruleset=CARRY, stacks=(45, 5))
    assert hand_luck(hand, every_card_for(hand, 0)) == pytest.approx([10 * 33 / 42, -10 * 33 / 42], rel=1e-12)


def test_a_hand_that_ends_before_the_draw_has_no_luck():
    hand = hand_of([FLUSH_DRAW, ACES], ["Th", ""], [BET, FOLD])
    assert hand_luck(hand, every_card_for(hand, 0)) == [0, 0]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 500), st.integers(2, 6))
@settings(max_examples=30, deadline=None)
def test_redraws_recomputed_from_the_head_of_the_module(seed, number, players):
    """One card at a time, in plain numbers."""
    key = deal_key(seed, number)
    stream = hashlib.shake_128(key + b"redraws").digest(4 * 3 * players * 4)
    words = iter([int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)])
    dealt = set(deal_cards(key, 5 * players))
    for line in redraw_cards(seed, number, players, 4).tolist():
        deck = [card for card in range(52) if card not in dealt]
        for place in range(3 * players):
            other = place + next(words) * (len(deck) - place) // 2**32
            deck[place], deck[other] = deck[other], deck[place]
        assert line == deck[: 3 * players]


def test_more_redraws_begin_with_the_same_ones():
    assert (redraw_cards(b"s" * 32, 3, 4, 200)[:32] == redraw_cards(b"s" * 32, 3, 4, 32)).all()


@pytest.mark.parametrize("players", [2, 6])
def test_every_card_not_dealt_is_redrawn_equally_often_in_every_place(players):
    """20,000 redraws; chi-square of each place has 51 − 5n degrees of freedom: at most its mean plus six deviations."""
    redrawn = redraw_cards(b"u" * 32, 0, players, 20_000)
    cards = 52 - 5 * players
    for place in redrawn.T:
        counts = np.unique(place, return_counts=True)[1]
        assert len(counts) == cards
        chi_square = ((counts - 20_000 / cards) ** 2).sum() * cards / 20_000
        assert chi_square < cards - 1 + 6 * math.sqrt(2 * (cards - 1))
    assert all(len(set(line)) == 3 * players for line in redrawn[:500].tolist())


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("all_in", [False, True])
@pytest.mark.slow
def test_a_match_has_the_luck_of_its_hands_and_they_that_of_the_definition(players, all_in):
    """Batches of deals, side pots, several legs: against one hand at a time, and against exact fractions."""
    spec = spec_of(players, 70 // players, all_in=all_in)
    result = play_match(spec, hash_bots(*spec.players))
    found = match_luck(result, 5)
    assert found.any()
    assert found == pytest.approx(luck_by_hands(result, hand_luck), abs=1e-9)
    assert found == pytest.approx(luck_by_hands(result, reference_luck), abs=1e-9)
    assert np.abs(found.sum(axis=1)).max() < 1e-9


@pytest.mark.slow
def test_more_deals_than_a_batch_holds():
    result = play_match(spec_of(2, 200, mirrored=False), hash_bots("a", "b"))
    assert match_luck(result, 5) == pytest.approx(luck_by_hands(result, hand_luck), abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.slow
def test_carried_stacks_make_one_block_whoever_is_out(players):
    """Hands of fewer and fewer players, with other positions and stacks each time."""
    spec = replace(spec_of(players, 40), ruleset=CARRY)
    result = play_match(spec, hash_bots(*spec.players))
    assert players == 2 or {len(record.seats) for leg in result.legs for record in leg.hands} > {2}
    found = match_luck(result, 5)
    assert found.shape == (len(result.blocks()), players) == (1, players)
    assert found.any()
    assert found[0] == pytest.approx(luck_by_hands(result, reference_luck).sum(axis=0), abs=1e-9)
    assert sum(found[0]) == pytest.approx(0, abs=1e-9)


def test_the_same_match_played_again_has_the_same_luck_to_the_last_bit():
    spec = spec_of(3)
    first, second = (match_luck(play_match(spec, hash_bots(*spec.players))) for _ in range(2))
    assert first.any()
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("players", [2, 4])
def test_players_who_play_alike_have_no_luck_in_a_mirrored_match(players):
    """The redraws go by deal and position, so what a position gains in one leg another player gains in the next, exactly."""
    result = play_match(spec_of(players), hash_bots(*"a" * players))
    assert not match_luck(result, 7).any()
    assert match_luck(MatchResult(replace(result.spec, mirrored=False), result.legs[:1]), 7).any()


def test_luck_adds_up_what_its_block_adds_up():
    """A forfeited leg's played hands count; where stacks are carried, none of its hands; a void match has no blocks."""
    spec = spec_of(2)
    whole = play_match(spec, hash_bots("a", "b"))
    short = replace(whole.legs[1], status=Status.FORFEITED, hands=whole.legs[1].hands[:5], forfeiter=0)
    found = match_luck(MatchResult(spec, (whole.legs[0], short)))
    alone = match_luck(MatchResult(replace(spec, mirrored=False), whole.legs[:1]))
    assert (found[:5] == match_luck(whole)[:5]).all()
    assert (found[5:] == alone[5:]).all()
    void = LegResult(Status.VOID, (), (0, 0))
    assert match_luck(MatchResult(spec, (whole.legs[0], void))).shape == (0, 2)

    carried = replace(spec, ruleset=CARRY)
    whole = play_match(carried, hash_bots("a", "b"))
    lost = replace(whole.legs[1], status=Status.FORFEITED, forfeiter=1)
    alone = match_luck(MatchResult(replace(carried, mirrored=False), whole.legs[:1]))
    assert (match_luck(MatchResult(carried, (whole.legs[0], lost))) == alone).all()


def test_a_match_without_any_draw_has_no_luck():
    class Folder:
        def __init__(self, info: TableInfo) -> None:
            pass

        def act(self, view: FiveCardDrawView) -> int:
            return FOLD if FOLD in view.legal else BET

    assert not match_luck(play_match(spec_of(3), [Folder] * 3)).any()


FIELDS = {
    "normal, easy": [Normal, Easy],
    "normal, easy, easy, normal": [Normal, Easy, Easy, Normal],
    "two hashes": hash_bots("a", "b"),
    "value, caller": [ValueBettor, Caller],
    "value, hash, normal": [ValueBettor, *hash_bots("c"), Normal],
}


@pytest.mark.slow
@pytest.mark.parametrize("all_in", [False, True])
@pytest.mark.parametrize("field", FIELDS)
def test_its_mean_is_zero_whatever_the_bots_do(field, all_in):
    """3,000 deals of their own: every player's mean within four standard errors of zero."""
    factories = FIELDS[field]
    spec = spec_of(len(factories), 3000, mirrored=False, all_in=all_in, seed=b"z" * 32)
    for series in match_luck(play_match(spec, factories), 32).T:
        assert series.any()
        assert abs(deviations(series)) < 4


@pytest.mark.slow
def test_with_the_final_pot_its_mean_would_not_be_zero():
    """The same hands, the same redraws: who bets when he drew well seems lucky on the whole if the final pot is looked at."""
    spec = spec_of(2, 3000, mirrored=False, seed=b"z" * 32)
    result = play_match(spec, FIELDS["value, caller"])
    right = luck_by_hands(result, reference_luck)[:, 0]
    wrong = luck_by_hands(result, lambda hand, redrawn: reference_luck(hand, redrawn, final_pot=True))[:, 0]
    assert abs(deviations(right)) < 4
    assert deviations(wrong) > 8


@pytest.mark.slow
def test_it_takes_noise_out_of_mirrored_blocks_and_leaves_the_mean():
    """Six short passes, normal against easy: it leaves less than four fifths of the variance, and the mean within four standard errors."""
    spec: MatchSpec = spec_of(2, 300)
    passes = []
    for number in range(6):
        result = play_match(replace(spec, seed=bytes([number]) * 32), [Normal, Easy])
        scoring = scoring_of(spec.ruleset, spec.deal_count)
        net = np.array([block.net(0, scoring) for block in result.blocks()])
        passes.append((net, match_luck(result)[:, 0] / (scoring.unit_chips * spec.leg_count)))
    plain, corrected = np.concatenate([net for net, _ in passes]), corrected_series(passes)
    assert corrected.var() < plain.var() * 0.8
    assert abs(deviations(corrected - plain)) < 4

"""Matches against the house: one player, a bankroll or an ante carried from hand to hand, and what must follow from what."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import VerificationFailed
from arena.matches import Block, Leg, MatchSpec, Scoring, Status, TableInfo, grade_match, play_match, scoring_of, verify_match
from arena.rules import REBET, AnyView, BonusKind, BonusStage, HoldemBonusRuleset, StakeChoices, stake_of

FIXED = HoldemBonusRuleset()
STAKES = HoldemBonusRuleset(ante_min=5, ante_max=25, ante_step=5, bonus_max=10)
BANKROLL = replace(STAKES, bankroll=60)
RICH = replace(STAKES, bankroll=1000)


def spec_of(ruleset, deal_count=12, seed=b"h" * 32):
    return MatchSpec("m", "t", "holdem_bonus", ruleset, ("a",), seed, deal_count)


class Wild:
    """Any legal action; stakes and rebets of all sizes."""

    def __init__(self, info: TableInfo) -> None:
        self.random = Random(info.bot_seed + info.player)

    def act(self, view: AnyView) -> int:
        return view.legal[self.random.randrange(len(view.legal))]


class Rebetting(Wild):
    """Bets its ante again where it may, else a middling one; then bets everything it can."""

    def act(self, view: AnyView) -> int:
        if view.stage != BonusStage.STAKE:
            return view.legal[-1]
        return REBET if REBET in view.legal else view.legal[len(view.legal) // 2]


def played(ruleset, bot=Wild, **fields):
    return grade_match(play_match(spec_of(ruleset, **fields), [bot]))


def verified(result):
    return verify_match(result.spec, result.legs, result.blocks(), result.spec.commitment)


@pytest.mark.parametrize("ruleset", [FIXED, STAKES, BANKROLL])
def test_a_played_match_verifies(ruleset):
    """The same call as for matches between players."""
    result = played(ruleset)
    assert result.status == Status.COMPLETED
    assert verified(result).hand_count == result.hand_count


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_bankroll_is_what_the_hands_before_left(number):
    """Law: 60 chips, then what each hand nets; never below zero; a match ends early exactly when 15 chips are no longer there."""
    (leg,) = played(BANKROLL, deal_count=30, seed=Random(number).randbytes(32)).legs
    bankroll = 60
    for record in leg.hands:
        assert bankroll >= 15
        assert (record.stack_chips, record.seats) == ((bankroll,), (0,))
        bankroll += record.net_chips[0]
        assert bankroll >= 0
    assert len(leg.hands) == 30 or bankroll < 15


def test_a_match_with_a_bankroll_is_one_block():
    """By hand: net over the hands of the match, played or not, in antes of 5; a forfeit costs the bankroll of 60."""
    result = played(BANKROLL, deal_count=30)
    net = sum(record.net_chips[0] for record in result.legs[0].hands)
    assert result.blocks() == (Block(0, (net,), (0,), 1, 1),)
    assert scoring_of(BANKROLL, 30) == Scoring(5, 60, 30)


def test_an_ante_can_be_bet_again():
    """Each hand after the first repeats the ante of the hand before; the first cannot."""
    (leg,) = played(STAKES, Rebetting).legs
    antes = {record.stake[0] for record in leg.hands}
    assert [record.actions[0] for record in leg.hands] == [BonusKind.STAKE] + [REBET] * 11
    assert len(antes) == 1


def test_hands_with_a_stake_are_played_one_at_a_time():
    """With one stake only, hands do not depend on each other."""
    assert [Leg(spec_of(ruleset), 0).deal_next() is not None for ruleset in (FIXED, STAKES, BANKROLL)] == [True] * 3
    for ruleset, free in ((FIXED, True), (STAKES, False), (BANKROLL, False)):
        leg = Leg(spec_of(ruleset), 0)
        leg.deal_next()
        assert (leg.deal_next() is not None) == free


def test_bots_on_the_same_seed_meet_the_same_cards():
    """Whatever they do: the deal is the match's."""
    one, other = (play_match(spec_of(FIXED), [bot]) for bot in (Wild, Rebetting))
    hands = [[Leg(result.spec, 0).deal(number, 1) for number in range(12)] for result in (one, other)]
    assert hands[0] == hands[1]


def test_only_hands_without_a_bankroll_are_graded():
    """A bankroll may forbid the better choice."""
    graded = [played(ruleset).legs[0].hands[0].regrets for ruleset in (FIXED, STAKES, BANKROLL)]
    assert [bool(regrets) for regrets in graded] == [True, True, False]
    assert [ruleset.graded for ruleset in (FIXED, STAKES, BANKROLL)] == [True, True, False]


def damaged(result, index, **fields):
    (leg,) = result.legs
    hands = list(leg.hands)
    hands[index] = replace(hands[index], **fields)
    return replace(result, legs=(replace(leg, hands=tuple(hands)),))


@pytest.mark.parametrize(
    ("ruleset", "fields", "words"),
    [
        (FIXED, {"regrets": ()}, "the regret of its decisions does not follow"),
        (FIXED, {"regrets": (1, 2, 3)}, "the regret of its decisions does not follow"),
        (RICH, {"regrets": (0,)}, "the regret of its decisions does not follow"),
        (FIXED, {"stake": (2, 0)}, "ante 2: must be 1"),
        (STAKES, {"stake": (5, 11)}, "bonus 11: at most 10"),
        (STAKES, {"seats": (0,), "stack_chips": (60,)}, "the seats and stacks do not follow"),
        (RICH, {"stack_chips": (61,)}, "the seats and stacks do not follow"),
    ],
)
def test_what_does_not_follow_is_found(ruleset, fields, words):
    """Each kind of change to the second hand."""
    result = damaged(played(ruleset), 1, **fields)
    with pytest.raises(VerificationFailed, match=words):
        verified(result)


def test_an_ante_bet_again_that_was_another_before_is_found():
    """The hand replays by itself, with its own ante; the hand before had another."""
    result = played(STAKES, Rebetting)
    record = result.legs[0].hands[3]
    other = 5 if record.stake[0] != 5 else 10
    net = record.net_chips[0] * other // record.stake[0]
    with pytest.raises(VerificationFailed, match=f"{other} is bet again, but the ante before was {record.stake[0]}"):
        verified(damaged(result, 3, stake=(other, 0), net_chips=(net,)))


def test_a_stake_is_asked_for_by_what_may_be_put_up():
    """By hand: 60 chips cover an ante of 20 three times, and a bonus bet of 10 beside an ante of 15."""
    choices = Leg(spec_of(BANKROLL), 0).deal_next().hand.legal
    assert isinstance(choices, StakeChoices)
    assert (list(choices.antes), choices.bonus_max(15), choices.bonus_max(20)) == ([5, 10, 15, 20], 10, 0)
    assert stake_of(choices[0]) == (5, 0)

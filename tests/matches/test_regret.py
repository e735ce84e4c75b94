"""What choices cost: worked examples, sums over a hand and a block, and that a stored regret is recomputed."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from arena.errors import VerificationFailed
from arena.matches import (
    LegResult,
    MatchResult,
    MatchSpec,
    RankedBy,
    Scoring,
    Status,
    TableInfo,
    grade_match,
    play_match,
    regret_antes,
    regrets_of,
    scoring_of,
    verify_match,
)
from arena.rules import (
    PREFLOP,
    REBET,
    REGRET_WAYS,
    AnyView,
    BonusHand,
    BonusKind,
    BonusStage,
    HandRecord,
    HoldemBonusRuleset,
    parse_cards,
    record_hand,
    stake_code,
    strength7,
)
from tests.matches.bots import hash_bots, spec_of

FOLD, CHECK, BET = (int(kind) for kind in (BonusKind.FOLD, BonusKind.CHECK, BonusKind.BET))
RULES = HoldemBonusRuleset()
FLOP_WAYS, TURN_WAYS, RIVER_WAYS = REGRET_WAYS


def played(hole: str, board: str, *codes: int, ruleset: HoldemBonusRuleset = RULES, stake: int = 0, house: str = "") -> BonusHand:
    """A hand with these cards, five of them the board's, after a stake and these codes; the ante before it was five.

    Without a stake it is the smallest one; without cards the house has the lowest that are left.
    """
    own, shared = parse_cards(hole), parse_cards(board)
    theirs = parse_cards(house) or [card for card in range(52) if card not in own + shared][:2]
    hand = BonusHand(ruleset, (own[0], theirs[0], own[1], theirs[1], *shared), previous_ante=5)
    for code in (stake or stake_code(ruleset.ante_min), *codes):
        hand.act(code)
    return hand


class Passive:
    """Bets before the flop and checks after it, but folds every hand with a deuce."""

    def __init__(self, info: TableInfo) -> None:
        pass

    def act(self, view: AnyView) -> int:
        if view.stage == BonusStage.FLOP:
            return FOLD if min(view.hole_cards) < 4 else BET
        return view.legal[0]


def bonus_spec(deal_count: int = 12, ruleset: HoldemBonusRuleset = RULES) -> MatchSpec:
    return MatchSpec("m", "t", "holdem_bonus", ruleset, ("a",), b"s" * 32, deal_count)


@pytest.fixture(scope="module")
def graded() -> MatchResult:
    return grade_match(play_match(bonus_spec(), [Passive]))


def test_ways_are_all_that_is_unseen_at_each_decision():
    """By hand: 19,600 flops, 47 turn cards, 46 river cards and 990 house hands; then 1,081 boards and 46 rivers, each with 990."""
    assert REGRET_WAYS == (19_600 * 47 * 46 * 990, 1081 * 990, 46 * 990)


@pytest.mark.parametrize("pays_from", ["straight", "flush"])
def test_folded_aces_cost_what_they_are_worth_and_the_ante(pays_from):
    """A fold nets −1; so its regret is V(AA) + 1, in ways: 2 (win − lose) + paid − lose and the gains of the bets, and all ways once."""
    aces = PREFLOP["AA"]
    worth = 2 * (aces.win - aces.lose) + aces.paid(pays_from) - aces.lose + aces.best.turn_gain + aces.best.river_gain
    hand = played("AsAd", "2c3c4c5c6c", FOLD, ruleset=HoldemBonusRuleset(ante_pays_from=pays_from))
    assert regrets_of(hand) == (worth + FLOP_WAYS,)


def test_the_worst_hand_is_rightly_folded_and_wrongly_played():
    """32o is worth less than the lost ante: no regret for its fold, −1 − V(32o) for its bet."""
    assert regrets_of(played("3s2d", "AcKcQc9d8d", FOLD)) == (0,)
    first, *_ = regrets_of(played("3s2d", "AcKcQc9d8d", BET, CHECK, CHECK))
    assert Fraction(first, FLOP_WAYS) == -1 - PREFLOP["32o"].play() > 0


def test_checks_with_a_hand_that_cannot_lose_cost_an_ante_each():
    """A royal flush on the flop: each bet that was not made would have won one ante in every way there is."""
    costs = {
        (CHECK, CHECK): (0, TURN_WAYS, RIVER_WAYS),
        (BET, CHECK): (0, 0, RIVER_WAYS),
        (CHECK, BET): (0, TURN_WAYS, 0),
        (BET, BET): (0, 0, 0),
    }
    for codes, expected in costs.items():
        assert regrets_of(played("AsKs", "QsJsTs2c2d", BET, *codes)) == expected


def test_a_wrong_river_bet_costs_losses_less_wins_and_a_right_one_nothing():
    """Every river card and house hand one by one: seven high beside 3-8-J-Q loses more often than it wins."""
    hole, board = parse_cards("7c2d"), parse_cards("3h8sJcQd")
    gain = 0
    for river in set(range(52)) - {*hole, *board}:
        full = (*board, river)
        own = strength7(hole + full)
        for house in combinations(sorted(set(range(52)) - {*hole, *full}), 2):
            other = strength7(house + full)
            gain += (own > other) - (own < other)
    assert gain < 0
    for turn in (CHECK, BET):
        assert regrets_of(played("7c2d", "3h8sJcQdAs", BET, turn, BET))[2] == -gain
        assert regrets_of(played("7c2d", "3h8sJcQdAs", BET, turn, CHECK))[2] == 0


def test_what_comes_later_and_what_the_house_holds_changes_no_regret():
    """Regret holds no luck: another river card, another house hand, the same numbers."""
    ends = [("7h5s2cKs2d", ""), ("7h5s2cKsAd", ""), ("7h5s2cKs2d", "AcAh"), ("7h5s2cKs2d", "3c4c")]
    assert len({regrets_of(played("Jc8d", board, BET, BET, CHECK, house=house)) for board, house in ends}) == 1


def test_stakes_are_not_graded_and_change_no_regret():
    """In antes, whatever the ante is; beside a bonus bet; and when it is bet again."""
    ruleset = HoldemBonusRuleset(ante_min=1, ante_max=9, bonus_max=4)
    codes = ("Jc8d", "7h5s2cKs2d", BET, BET, CHECK)
    expected = regrets_of(played(*codes))
    assert len(expected) == 3
    for stake in (stake_code(1), stake_code(9), stake_code(3, 4), REBET):
        assert regrets_of(played(*codes, ruleset=ruleset, stake=stake)) == expected


def test_a_hand_costs_the_sum_of_its_decisions_in_antes():
    """By hand: half an ante, another half and a quarter; a folded hand has one decision."""
    assert regret_antes(HandRecord(0, b"", (0,), regrets=(FLOP_WAYS // 2, TURN_WAYS // 2, RIVER_WAYS // 4))) == Fraction(5, 4)
    assert regret_antes(HandRecord(0, b"", (0,), regrets=(FLOP_WAYS,))) == 1
    assert regret_antes(HandRecord(0, b"", (0,))) == 0
    assert regret_antes(record_with_regrets(played("AsKs", "QsJsTs2c2d", BET, CHECK, CHECK))) == 2


def record_with_regrets(hand: BonusHand) -> HandRecord:
    return replace(record_hand(hand, 0), regrets=regrets_of(hand))


@pytest.mark.slow
def test_grading_adds_regrets_and_changes_nothing_else(graded):
    """One number for each decision after the stake; folds have one."""
    plain = play_match(bonus_spec(), [Passive])
    hands = graded.legs[0].hands
    assert [replace(hand, regrets=()) for hand in hands] == list(plain.legs[0].hands)
    assert [len(hand.regrets) for hand in hands] == [len(hand.actions) - 1 for hand in hands]
    assert {len(hand.regrets) for hand in hands} == {1, 3}
    assert grade_match(graded) == graded


@pytest.mark.slow
def test_a_block_holds_the_regret_of_its_hand_and_ranks_by_less_of_it(graded):
    """The result is nothing less the regret; the net stands beside it."""
    scoring = scoring_of(RULES, 12)
    assert scoring == Scoring(unit_chips=1, charge_chips=1, hand_count=1, by=RankedBy.REGRET)
    for block, hand in zip(graded.blocks(), graded.legs[0].hands, strict=True):
        assert block.regrets == (float(regret_antes(hand)),)
        assert block.result(0, scoring) == -float(regret_antes(hand)) <= 0
        assert block.net(0, scoring) == hand.net_chips[0]
    assert any(block.regrets[0] > 0 for block in graded.blocks())


@pytest.mark.slow
def test_hands_of_a_forfeited_leg_are_graded_and_those_not_played_cost_one_ante(graded):
    """Docstring of ``Block.result``: charged, not graded."""
    part = LegResult(Status.FORFEITED, graded.legs[0].hands[:5], (0,), forfeiter=0)
    plain = replace(part, hands=tuple(replace(hand, regrets=()) for hand in part.hands))
    result = grade_match(MatchResult(bonus_spec(), (plain,)))
    assert result.legs == (part,)
    blocks, scoring = result.blocks(), scoring_of(RULES, 12)
    assert [block.result(0, scoring) for block in blocks[5:]] == [-1] * 7
    assert blocks[:5] == graded.blocks()[:5]


@pytest.mark.parametrize("all_in", [False, True])
def test_games_between_players_are_left_as_they_are(all_in):
    """The draw game is not graded: the very same object, and blocks without regrets."""
    result = play_match(spec_of(2, all_in=all_in), hash_bots("a", "b"))
    assert grade_match(result) is result
    assert {block.regrets for block in result.blocks()} == {()}


def test_hands_with_a_bankroll_are_left_as_they_are():
    """Module docstring: it may forbid the better choice."""
    result = play_match(bonus_spec(ruleset=HoldemBonusRuleset(bankroll=40)), [Passive])
    assert grade_match(result) is result
    assert not any(hand.regrets for hand in result.legs[0].hands)
    assert {block.regrets for block in result.blocks()} == {()}


@pytest.mark.slow
def test_a_graded_match_is_verified(graded):
    checked = verify_match(graded.spec, graded.legs, graded.blocks(), graded.spec.commitment)
    assert (checked.deal_count, checked.hand_count, checked.block_count) == (12, 12, 12)


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        lambda regrets: (*regrets[:-1], regrets[-1] + 1),
        lambda regrets: regrets[:-1],
        lambda regrets: (*regrets, 0),
        lambda _: (),
    ],
    ids=["one way more", "one missing", "one too many", "none"],
)
@pytest.mark.parametrize("place", [0, 11])
def test_a_changed_regret_is_found(graded, changed, place):
    """Whatever the blocks say: here they are those of the changed hands."""
    hands = list(graded.legs[0].hands)
    hands[place] = replace(hands[place], regrets=changed(hands[place].regrets))
    legs = (replace(graded.legs[0], hands=tuple(hands)),)
    blocks = MatchResult(graded.spec, legs).blocks()
    with pytest.raises(VerificationFailed, match=f"leg 0: deal {place}: the regret of its decisions does not follow from the cards"):
        verify_match(graded.spec, legs, blocks, graded.spec.commitment)


@pytest.mark.slow
def test_a_regret_changed_in_a_block_alone_is_found(graded):
    first, *rest = graded.blocks()
    with pytest.raises(VerificationFailed, match="the blocks are not the sums of the hands"):
        verify_match(graded.spec, graded.legs, (replace(first, regrets=(first.regrets[0] + 0.5,)), *rest), graded.spec.commitment)


def test_a_regret_in_a_game_that_is_not_graded_is_found():
    """Nothing is graded there, so nothing may be stored."""
    result = play_match(spec_of(2, deal_count=2, mirrored=False), hash_bots("a", "b"))
    first, *rest = result.legs[0].hands
    legs = (replace(result.legs[0], hands=(replace(first, regrets=(0,)), *rest)),)
    with pytest.raises(VerificationFailed, match="regret"):
        verify_match(result.spec, legs, result.blocks(), result.spec.commitment)

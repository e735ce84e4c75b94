"""Laws of the Bonus hand, over random rulesets, bankrolls, deals and actions.

``stakes_by_the_page`` and ``read_rules`` are the rules page written again, slowly: what may be staked, from the limits alone, and from the
public log what may be done at each decision. ``pays_by_the_page`` settles a hand from its cards and its log, with phevaluator or
pokerkit to say whose hand is better. None of them shares an idea with the hand under test.
"""

import copy
import pickle
from collections.abc import Iterator, Sequence
from random import Random

import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import Label, StandardHighHand

from arena.errors import IllegalAction
from arena.rules.cards import cards_text
from arena.rules.holdem_bonus import (
    BONUS_LOG,
    CARDS_PER_HAND,
    UNLIMITED_BANKROLL,
    BonusHand,
    BonusKind,
    HoldemBonusRuleset,
    Stage,
    StakeChoices,
    can_stake,
    default_code,
    log_codes,
    stake_code,
    stake_of,
)

pytestmark = pytest.mark.slow

WORST_STRAIGHT, WORST_FLUSH = 1609, 1599
"""phevaluator's numbers: 1 is a royal flush; 10 straight flushes, 156 quads, 156 full houses, 1,277 flushes, 10 straights come first."""
LABELS_FROM_FLUSH = (Label.FLUSH, Label.FULL_HOUSE, Label.FOUR_OF_A_KIND, Label.STRAIGHT_FLUSH)


@st.composite
def rulesets(draw: st.DrawFn) -> HoldemBonusRuleset:
    """Any limits, small enough to be listed; a bankroll is often short."""
    low, step = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    return HoldemBonusRuleset(
        low,
        low + step * draw(st.integers(0, 5)),
        step,
        draw(st.integers(0, 7)),
        draw(st.none() | st.integers(3 * low, 3 * low + 60)),
        draw(st.sampled_from(["straight", "flush"])),
        tuple(draw(st.lists(st.integers(1, 40), min_size=7, max_size=7))),
    )


@st.composite
def hands(draw: st.DrawFn) -> BonusHand:
    """A hand about to be played, the first at its table or a later one."""
    ruleset = draw(rulesets())
    low = 3 * ruleset.ante_min
    stacks = draw(st.none() | st.tuples(st.integers(low, low + 80))) if ruleset.bankroll else None
    return BonusHand(ruleset, random_deal(Random(draw(st.integers(0, 2**32)))), 1, stacks, draw(st.integers(0, 30)))


RANDOMS = st.integers(0, 2**32).map(Random)


def random_deal(random: Random) -> list[int]:
    """A deal from any source of randomness; every second one from eighteen cards of two suits, for ties, straights and flushes."""
    deck = range(52) if random.random() < 0.5 else [card for card in range(52) if card % 4 < 2 and card >= 16]
    return random.sample(deck, CARDS_PER_HAND)


def choose(random: Random, legal: Sequence[int]) -> int:
    """Any legal code, with fewer folds than uniform so that hands last."""
    code = random.choice(legal)
    return random.choice(legal) if code == BonusKind.FOLD else code


def steps(hand: BonusHand, random: Random) -> Iterator[BonusHand]:
    """The hand before every action and once when it is over."""
    yield hand
    while hand.legal:
        hand.act(choose(random, hand.legal))
        yield hand


def state(hand: BonusHand) -> bytes:
    """Everything a hand holds."""
    return pickle.dumps([getattr(hand, name) for name in BonusHand.__slots__])


def stakes_by_the_page(ruleset: HoldemBonusRuleset, bankroll: int | None, previous_ante: int) -> list[int]:
    """Table Ruleset and A hand, 1: every ante in steps, every bonus bet beside it that leaves three times the ante."""

    def covered(ante: int, bonus: int) -> bool:
        return bankroll is None or 3 * ante + bonus <= bankroll

    antes = [
        ante for ante in range(1, ruleset.ante_max + 1) if ante >= ruleset.ante_min and (ante - ruleset.ante_min) % ruleset.ante_step == 0
    ]
    codes = [7 + 256 * ante + 2**40 * bonus for ante in antes for bonus in range(ruleset.bonus_max + 1) if covered(ante, bonus)]
    return [*codes, 8] if previous_ante in antes and covered(previous_ante, 0) else codes


def read_rules(ruleset: HoldemBonusRuleset, bankroll: int | None, previous_ante: int, log: Sequence[tuple[int, int, int]]):
    """Stage, legal codes and chips of a bet, from the public log alone."""
    lines = [line for line in log if line[0] != BONUS_LOG]
    if not lines:
        return Stage.STAKE, stakes_by_the_page(ruleset, bankroll, previous_ante), 0
    ante = lines[0][2]
    if len(lines) == 1:
        return Stage.FLOP, [1, 4], 2 * ante
    if len(lines) == 4 or lines[-1][0] == BonusKind.FOLD:
        return Stage.OVER, [], 0
    covered = bankroll is None or sum([chips for _, _, chips in log]) + ante <= bankroll
    return Stage(len(lines) + 1), [2, 4] if covered else [2], ante if covered else 0


def odds_by_the_page(paytable: Sequence[int], cards: str) -> int:
    """Table Bonus bet, read from the cards' text."""
    ranks, suited = "".join(sorted(cards[::2], key="AKQJT98765432".index)), cards[1] == cards[3]
    rows = ({"AA"}, {"AKs"}, {"AQs", "AJs"}, {"AKo"}, {"KK", "QQ", "JJ"}, {"AQo", "AJo"}, {rank * 2 for rank in "T98765432"})
    name = ranks if ranks[0] == ranks[1] else ranks + ("s" if suited else "o")
    return next((odds for odds, row in zip(paytable, rows, strict=True) if name in row), -1)


def pays_by_the_page(ruleset: HoldemBonusRuleset, log: Sequence[tuple[int, int, int]], hole: str, better: int, *, ante_pays: bool) -> int:
    """The two tables of the rules page; ``better`` is 1 when the player's hand is the better one, 0 when equal, −1 when the house's is."""
    ante, bonus = log[0][2], sum([chips for kind, _, chips in log if kind == BONUS_LOG])
    bets = sum([chips for kind, _, chips in log if kind == BonusKind.BET])
    side = bonus * odds_by_the_page(ruleset.bonus_paytable, hole)
    if log[-1][0] == BonusKind.FOLD or better < 0:
        return side - ante - bets
    return side + (bets + (ante if ante_pays else 0) if better else 0)


@settings(max_examples=300)
@given(hands(), RANDOMS)
def test_what_is_legal_is_what_the_rules_page_says(hand, random):
    """Law: stage, legal actions and the chips of a bet, at every step."""
    bankroll = None if hand.start == (UNLIMITED_BANKROLL,) else hand.start[0]
    for now in steps(hand, random):
        expected = read_rules(now.ruleset, bankroll, now.previous_ante, now.log)
        assert (now.stage, list(now.legal), now.to_bet) == expected
        assert now.actor == (-1 if now.over else 0)


@settings(max_examples=300)
@given(rulesets(), st.integers(0, 30), st.integers(0, 90), st.data())
def test_the_choices_are_a_sequence_of_the_stakes_of_the_rules_page(ruleset, previous_ante, extra, data):
    """Law: length, every index from either end, membership, iteration."""
    bankroll = 3 * ruleset.ante_min + extra
    choices = StakeChoices(ruleset, bankroll, previous_ante)
    listed = stakes_by_the_page(ruleset, bankroll, previous_ante)
    assert list(choices) == [choices[index] for index in range(len(choices))] == listed
    assert [choices[index] for index in range(-len(choices), 0)] == listed
    assert (len(choices), bool(choices), choices.rebet) == (len(listed), True, 8 in listed)
    assert all([code in choices for code in listed])
    assert default_code(choices) == listed[0] == stake_code(ruleset.ante_min)
    beyond = data.draw(st.integers(0, 10**15))
    for index in (len(listed) + beyond, -len(listed) - 1 - beyond):
        with pytest.raises(IndexError):
            choices[index]


@given(hands(), RANDOMS)
def test_there_is_something_to_do_until_the_hand_is_over(hand, random):
    """Style, Words: legal actions are never empty; a hand has at most four actions."""
    for count, now in enumerate(steps(hand, random)):
        assert bool(now.legal) != now.over == (now.net is not None) == (now.stage == Stage.OVER)
        assert count <= 4


@settings(max_examples=60)
@given(hands(), RANDOMS)
def test_every_legal_code_is_accepted(hand, random):
    """Law, on copies: each code of the list can be played, is in the list, and is in the log afterwards."""
    for now in steps(hand, random):
        packed = pickle.dumps(now)
        for code in now.legal:
            copied = pickle.loads(packed)
            copied.act(code)
            assert code in now.legal
            assert log_codes(copied.log) == [*log_codes(now.log), code]


@settings(max_examples=100)
@given(hands(), RANDOMS)
def test_every_other_code_is_refused_and_changes_nothing(hand, random):
    """Law: of the codes −1 to 79, and of 100 stakes in and around the limits, some with a negative bonus bet."""
    for now in steps(hand, random):
        before, listed = state(now), set(now.legal)
        stakes = [7 | random.randint(0, 30) << 8 | random.randint(-2, 9) << 40 for _ in range(100)]
        for code in {*range(-1, 80), *stakes} - listed:
            with pytest.raises(IllegalAction, match=r"\S+ \S+ \S+"):
                now.act(code)
        assert state(now) == before


@settings(max_examples=500)
@given(hands(), RANDOMS)
def test_the_net_is_what_the_rules_page_pays_by_phevaluator(hand, random):
    """Law: an independent settlement from the final cards and the log."""
    *_, over = steps(hand, random)
    board = hand.deal[4:]
    mine = phevaluator.evaluate_cards(hand.deal[0], hand.deal[2], *board)
    theirs = phevaluator.evaluate_cards(hand.deal[1], hand.deal[3], *board)
    worst = WORST_STRAIGHT if hand.ruleset.ante_pays_from == "straight" else WORST_FLUSH
    hole = cards_text([hand.deal[0], hand.deal[2]])
    better = (theirs > mine) - (theirs < mine)
    assert over.net == [pays_by_the_page(hand.ruleset, hand.log, hole, better, ante_pays=mine <= worst)]


@given(hands(), RANDOMS)
def test_the_net_is_what_the_rules_page_pays_by_pokerkit(hand, random):
    """Law: the same with another's hands, compared and named by it."""
    *_, over = steps(hand, random)
    hole, board = cards_text([hand.deal[0], hand.deal[2]]), cards_text(hand.deal[4:])
    mine = StandardHighHand.from_game(hole, board)
    theirs = StandardHighHand.from_game(cards_text([hand.deal[1], hand.deal[3]]), board)
    labels = LABELS_FROM_FLUSH if hand.ruleset.ante_pays_from == "flush" else (Label.STRAIGHT, *LABELS_FROM_FLUSH)
    better = (mine > theirs) - (mine < theirs)
    assert over.net == [pays_by_the_page(hand.ruleset, hand.log, hole, better, ante_pays=mine.entry.label in labels)]


@given(hands(), RANDOMS)
def test_chips_are_bounded_and_the_log_explains_them(hand, random):
    """Nothing more than what was put in can be lost, nor more won than the bets, the ante and the bonus bet's odds; all in whole chips."""
    for now in steps(hand, random):
        assert now.committed == sum([chips for _, _, chips in now.log])
        assert now.committed <= now.start[0]
        assert now.behind == now.start[0] - now.committed
        assert now.flop_chips in (0, 2 * now.ante)
        assert {now.turn_chips, now.river_chips} <= {0, now.ante}
    bets = hand.committed - hand.bonus
    assert -bets <= hand.net[0] - hand.bonus_result <= bets
    assert -hand.bonus <= hand.bonus_result <= hand.bonus * max(hand.ruleset.bonus_paytable)
    assert all([type(chips) is int for chips in (*hand.net, hand.committed, hand.bonus_result)])


@settings(max_examples=50)
@given(rulesets(), RANDOMS)
def test_a_bankroll_is_never_negative_over_hands_played_one_at_a_time(ruleset, random):
    """Table Ruleset: carried from hand to hand, with rebets, until the smallest ante is not covered or fifty hands are played."""
    bankroll, previous_ante = ruleset.bankroll or 100, 0
    for _ in range(50):
        if not can_stake(ruleset, bankroll):
            with pytest.raises(IllegalAction):
                BonusHand(ruleset, random_deal(random), 1, (bankroll,), previous_ante)
            break
        *_, hand = steps(BonusHand(ruleset, random_deal(random), 1, (bankroll,), previous_ante), random)
        bankroll, previous_ante = bankroll + hand.net[0], hand.ante
        assert bankroll >= 0


@given(hands(), RANDOMS)
def test_the_log_replays_the_hand(hand, random):
    """Law: with ruleset, deal, bankroll and the ante before, the codes of the log give the same state."""
    for now in steps(hand, random):
        again = BonusHand(now.ruleset, now.deal, 1, now.start, now.previous_ante)
        for code in log_codes(now.log):
            again.act(code)
        assert [getattr(again, name) for name in BonusHand.__slots__] == [getattr(now, name) for name in BonusHand.__slots__]


@given(hands(), RANDOMS)
def test_a_copy_in_mid_hand_goes_on_alike(hand, random):
    """Law: a pickled, a deep-copied and the original hand agree after the same further actions, and show the same."""
    for _ in range(random.randint(0, 4)):
        if hand.legal:
            hand.act(choose(random, hand.legal))
    others = [copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))]
    for now in steps(hand, random):
        for other in others:
            for code in log_codes(now.log)[len(log_codes(other.log)) :]:
                other.act(code)
            assert other.view(0) == now.view(0)
            assert (other.net, other.house_cards, other.shown) == (now.net, now.house_cards, now.shown)


@given(hands(), RANDOMS)
def test_a_view_does_not_depend_on_cards_its_player_has_not_seen(hand, random):
    """What a player may know: exchange the house's cards, the board to come and, before the stake, the player's own."""
    for now in steps(hand, random):
        seen = [] if now.stage == Stage.STAKE else [0, 2, *range(4, 4 + len(now.board))]
        pool = list(set(range(52)) - {now.deal[place] for place in seen})
        deal = random.sample(pool, CARDS_PER_HAND)
        for place in seen:
            deal[place] = now.deal[place]
        other = BonusHand(now.ruleset, deal, 1, now.start, now.previous_ante)
        for code in log_codes(now.log):
            other.act(code)
        assert other.view(0) == now.view(0)
        assert str(other.view(0)) == str(now.view(0))


@given(hands(), RANDOMS)
def test_the_house_shows_its_cards_after_a_showdown_only(hand, random):
    """What a player may know: not before, and not at all for a folded hand; nor is more of the board seen than was dealt."""
    for now in steps(hand, random):
        folded = (BonusKind.FOLD, 0, 0) in now.log
        shown = now.over and not folded
        assert now.house_cards == ((now.deal[1], now.deal[3]) if shown else ())
        assert now.shown == shown
        decided = len(log_codes(now.log)) - 1
        assert list(now.board) == now.deal[4 : 4 + (0, 0, 3, 4, 5)[0 if folded else decided + 1]]


@given(hands(), RANDOMS)
def test_a_view_keeps_what_it_showed(hand, random):
    """Views are values: later actions do not reach into an earlier one."""
    kept = []
    for now in steps(hand, random):
        view = now.view(0)
        kept.append((view, hash(view), str(view), view.committed))
    assert all([(hash(view), str(view), view.committed) == (number, text, chips) for view, number, text, chips in kept])


@given(hands(), RANDOMS)
def test_the_default_action_always_ends_the_hand_at_the_least_cost(hand, random):
    """Default action: from any point on it is legal and puts in nothing more than the smallest ante."""
    for _ in range(random.randint(0, 3)):
        if hand.legal:
            hand.act(choose(random, hand.legal))
    before, staked = hand.committed, hand.stage != Stage.STAKE
    while hand.legal:
        code = default_code(hand.legal)
        assert code in hand.legal
        hand.act(code)
    assert hand.committed == (before if staked else hand.ruleset.ante_min)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**23 - 1))
def test_a_stake_is_read_back_from_its_code(ante, bonus):
    """Law: every pair has its own code, above all other codes but that of the kind."""
    assert stake_of(stake_code(ante, bonus)) == (ante, bonus)
    assert stake_code(ante, bonus) & 0xFF == BonusKind.STAKE

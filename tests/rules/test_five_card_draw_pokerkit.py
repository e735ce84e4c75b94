"""Random hands against pokerkit, payoffs equal chip for chip.

Our game in pokerkit: two streets, standard high hands, antes cut to the stack, a static cap that counts the opening bet,
and the limit of three cards, which its ``State`` leaves to the caller. Where pokerkit is known to differ it is not asked:

- all-ins that are less than a full wager (half-bet rule);
- wagers that may be answered only by players who cannot match one more chip. pokerkit refuses them; the rules page asks
  whether anybody else still has chips. Either way the same chips are won, since nobody can match the wager;
- two odd chips among three winners (it gives both to the first).
"""

from random import Random

import pytest
from pokerkit import Automation, BettingStructure, Card, Deck, Opening, StandardHighHand, State, Street

from arena.rules.cards import cards_text
from arena.rules.five_card_draw import DRAW_CODE, FiveCardDrawRuleset, Hand, Kind, Stage
from tests.rules.playing import random_deal

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
DEEP_STACK = 10_000
CARDS = [next(Card.parse(cards_text([card]))) for card in range(52)]


def pokerkit_state(ruleset: FiveCardDrawRuleset, stacks: list[int]) -> State:
    """The same game there; its players are our positions."""
    cap = 1 + ruleset.max_raises
    streets = (
        Street(False, (False,) * 5, 0, False, Opening.POSITION, ruleset.small_bet, cap),
        Street(False, (), 0, True, Opening.POSITION, ruleset.big_bet, cap),
    )
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        BettingStructure.FIXED_LIMIT,
        True,
        ruleset.ante,
        0,
        0,
        tuple(stacks),
        len(stacks),
    )


class Both:
    """A hand of ours and of pokerkit, played in step."""

    def __init__(self, ruleset: FiveCardDrawRuleset, stacks: list[int], deal: list[int]) -> None:
        self.hand = Hand(ruleset, deal, len(stacks), stacks if ruleset.all_in else None)
        self.state = pokerkit_state(ruleset, stacks)
        for cards in self.hand.hole:
            self.state.deal_hole([CARDS[card] for card in cards])

    def check(self) -> None:
        """Both ask the same player for the same."""
        hand, state = self.hand, self.state
        if hand.stage == Stage.DRAW:
            assert state.stand_patter_or_discarder_index == hand.actor
            return
        assert state.actor_index == hand.actor
        assert state.can_fold() == (Kind.FOLD in hand.legal)
        assert state.checking_or_calling_amount == hand.to_call
        wager = hand.to_wager and hand.committed[hand.actor] - hand.base + hand.to_wager
        assert state.can_complete_bet_or_raise_to() == (wager > 0 and not unmatchable_wager(hand))
        if state.can_complete_bet_or_raise_to():
            assert state.min_completion_betting_or_raising_to_amount == wager

    def play(self, code: int) -> None:
        hand, state = self.hand, self.state
        position, drawing = hand.actor, hand.stage == Stage.DRAW
        given = [CARDS[card] for i, card in enumerate(hand.hole[position]) if code >= DRAW_CODE and code - DRAW_CODE >> i & 1]
        hand.act(code)
        if drawing:
            state.stand_pat_or_discard(given)
        elif code == Kind.FOLD:
            state.fold()
        elif code in (Kind.CHECK, Kind.CALL):
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to()
        if drawing and hand.stage != Stage.DRAW:
            self.replace()

    def replace(self) -> None:
        """Our replacements, once everyone has drawn."""
        hand = self.hand
        first = 5 * hand.players
        for position in range(hand.players):
            if hand.drawn[position] > 0:
                start = first + 3 * position
                self.state.deal_hole([CARDS[card] for card in hand.deal[start : start + hand.drawn[position]]], position)


def short_wager(hand: Hand) -> bool:
    """Whether the wager on offer is less than the fixed amount above the last full level."""
    bet = hand.ruleset.small_bet if hand.stage == Stage.FIRST_ROUND else hand.ruleset.big_bet
    return bool(hand.to_wager) and hand.committed[hand.actor] + hand.to_wager < hand.full + bet


def unmatchable_wager(hand: Hand) -> bool:
    """Whether nobody else could put in more than the highest commitment already there."""
    others = [p for p in range(hand.players) if p != hand.actor and hand.live >> p & 1]
    return all([hand.start[p] <= hand.high for p in others])


def comparable(hand: Hand) -> list[int]:
    """The legal codes that pokerkit understands as the rules page does."""
    unlike = short_wager(hand) or unmatchable_wager(hand)
    return [code for code in hand.legal if not (unlike and code in (Kind.BET, Kind.RAISE))]


def odd_chips_differ(hand: Hand) -> bool:
    """Whether a pot leaves two odd chips or more."""
    return any([pot.chips % len(hand.winners(pot)) > 1 for pot in hand.pots]) if hand.shown else False


def play_both(random: Random, ruleset: FiveCardDrawRuleset, stacks: list[int]) -> Both:
    both = Both(ruleset, stacks, random_deal(random, len(stacks)))
    hand = both.hand
    while hand.legal:
        both.check()
        legal = comparable(hand)
        code = random.choice(legal)
        both.play(random.choice(legal) if code == Kind.FOLD else code)
    assert not both.state.status
    return both


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hands_without_all_in_pay_as_in_pokerkit(players):
    """300 random hands each: actor, legality and amounts at every action, payoffs at the end."""
    random = Random(players)
    compared = 0
    for _ in range(300):
        small_bet = random.randint(1, 5)
        ruleset = FiveCardDrawRuleset(random.randint(1, 4), small_bet, small_bet + random.randint(0, 5), random.randint(0, 4))
        both = play_both(random, ruleset, [DEEP_STACK] * players)
        if not odd_chips_differ(both.hand):
            assert both.state.payoffs == both.hand.net
            compared += 1
    assert compared > 290


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_hands_with_short_stacks_pay_as_in_pokerkit(players):
    """250 random hands each with unequal short stacks: short antes, short calls, side pots."""
    random = Random(10 + players)
    compared = side_pots = 0
    for _ in range(250):
        ruleset = FiveCardDrawRuleset(random.randint(1, 4), 4, random.choice((4, 8)), random.randint(0, 3), all_in=True, starting_stack=30)
        both = play_both(random, ruleset, [random.randint(1, 30) for _ in range(players)])
        if not odd_chips_differ(both.hand):
            assert both.state.payoffs == both.hand.net
            compared += 1
            side_pots += len(both.hand.pots) > 1
    assert compared > 240
    assert players == 2 or side_pots > 20

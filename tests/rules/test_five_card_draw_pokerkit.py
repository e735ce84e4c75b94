"""Random hands against pokerkit: who acts, what is legal and for how much at every action, and payoffs equal chip for chip.

Our game in pokerkit: two streets, standard high hands, antes cut to the stack, a static cap that counts the opening bet,
and the limit of three cards, which its ``State`` leaves to the caller. It is known to differ in three cases, each with a test
below that shows both sides, so that we notice when pokerkit changes:

- **short wager**: an all-in to less than the fixed amount above the last full level. pokerkit knows no half-bet rule, raises on top of
  the all-in where the rules complete, and counts the all-in under the cap. For the rest of that round its wagers are not compared and
  only played where both offer the same; calls, folds and payoffs are compared all the same.
- **unmatchable wager**: nobody else who still has chips could put in more than the highest commitment. pokerkit refuses such a wager;
  the rules ask whether anybody else still has chips. Either way the same chips are won, since what nobody can match comes back.
- **odd chips**: pokerkit gives all that a pot leaves to its first winner, and forms pots when the losers' hands are out, so that pots
  only losers tell apart leave their odd chips together; the rules give one each, pot by pot.

A hand that met none of them is *compared*; the quotas below count those alone. The others are counted apart; their payoffs are equal
as well, with the odd chips put where pokerkit puts them.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random

import pytest
from pokerkit import Automation, BettingStructure, Card, Opening, StandardHighHand, State, Street

from arena.rules.cards import cards_text
from arena.rules.five_card_draw import DRAW_CODE, FiveCardDrawRuleset, Hand, Kind, Stage
from tests.rules.playing import CODES, all_in_hand, deal_of, play, random_deal, tied_deal

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
DEEP_STACK = 10_000
CARDS = [next(Card.parse(cards_text([card]))) for card in range(52)]
DEEP_HANDS = {2: 8_000, 3: 5_500, 4: 3_500, 5: 1_800, 6: 1_200}
"""Hands to compare without all-in, by players: 20,000."""
SHORT_HANDS = {2: 4_000, 3: 2_600, 4: 1_700, 5: 1_000, 6: 700}
"""Hands to compare in which somebody is all-in, by players: 10,000."""


class QuickHand(StandardHighHand):
    """pokerkit's own reading of five cards, done once for each five rather than at every comparison."""

    @cached_property
    def entry(self):
        return self.lookup.get_entry(self.cards)

    @classmethod
    def from_game(cls, hole_cards, _board_cards=()):
        return quick_hand(tuple(hole_cards))


@lru_cache(maxsize=64)
def quick_hand(cards: tuple[Card, ...]) -> QuickHand:
    return QuickHand(cards)


def pokerkit_state(ruleset: FiveCardDrawRuleset, stacks: list[int], deck: list[Card]) -> State:
    """The same game there; its players are our positions. The deck holds what may be dealt and no more, which is quicker."""
    cap = 1 + ruleset.max_raises
    streets = (
        Street(False, (False,) * 5, 0, False, Opening.POSITION, ruleset.small_bet, cap),
        Street(False, (), 0, True, Opening.POSITION, ruleset.big_bet, cap),
    )
    limit = BettingStructure.FIXED_LIMIT
    return State(AUTOMATIONS, tuple(deck), (QuickHand,), streets, limit, True, ruleset.ante, 0, 0, tuple(stacks), len(stacks))


@dataclass
class Both:
    """A hand of ours and of pokerkit, played in step."""

    hand: Hand
    known: set[str] = field(default_factory=set)
    """The known cases met."""
    short: bool = False
    """Whether a short wager has been made in this round."""
    all_in: bool = False
    """Whether anybody has put everything in."""

    def __post_init__(self) -> None:
        hand = self.hand
        stacks = list(hand.start) if hand.ruleset.all_in else [DEEP_STACK] * hand.players
        self.state = pokerkit_state(hand.ruleset, stacks, [CARDS[card] for card in hand.deal])
        self.all_in = any([put == start for put, start in zip(hand.committed, hand.start, strict=True)])
        self.deal([list(cards) for cards in hand.hole])

    def wagers(self) -> tuple[int, int]:
        """The level a wager lifts the round to, here and there; 0 where none is legal."""
        hand = self.hand
        ours = hand.to_wager and hand.committed[hand.actor] - hand.base + hand.to_wager
        return ours, self.state.min_completion_betting_or_raising_to_amount or 0

    def check(self) -> list[int]:
        """Both ask the same player for the same; the codes that both understand alike."""
        hand, state = self.hand, self.state
        if hand.stage == Stage.DRAW:
            assert state.stand_patter_or_discarder_index == hand.actor
            return list(hand.legal)
        assert state.actor_index == hand.actor
        assert state.can_fold() == (Kind.FOLD in hand.legal)
        assert state.checking_or_calling_amount == hand.to_call
        ours, theirs = self.wagers()
        if not self.short:
            assert theirs == (0 if unmatchable(hand) else ours)
        if ours != theirs and not self.short:
            self.known.add("unmatchable wager")
        return [code for code in hand.legal if ours == theirs or code < Kind.BET]

    def play(self, code: int) -> None:
        """One action, and after the last draw the replacements."""
        hand, state, position, stage = self.hand, self.state, self.hand.actor, self.hand.stage
        if stage == Stage.DRAW:
            state.stand_pat_or_discard([CARDS[card] for i, card in enumerate(hand.hole[position]) if code - DRAW_CODE >> i & 1])
        elif code == Kind.FOLD:
            state.fold()
        elif code in (Kind.CHECK, Kind.CALL):
            state.check_or_call()
        else:
            self.short |= short_wager(hand)
            state.complete_bet_or_raise_to()
        hand.act(code)
        self.all_in |= hand.committed[position] == hand.start[position]
        if self.short:
            self.known.add("short wager")
        if hand.stage != stage:
            self.short = False
            if stage == Stage.DRAW:
                self.replace()
            while state.showdown_indices:
                state.show_or_muck_hole_cards(True)

    def deal(self, cards: list[list[int]]) -> None:
        """Cards to each position, from the top of the deck there, which is much quicker than naming them."""
        self.state.deck_cards = deque([CARDS[card] for given in cards for card in given])
        for position, given in enumerate(cards):
            if given:
                self.state.deal_hole(len(given), position)

    def replace(self) -> None:
        """Our replacements, once everyone has drawn."""
        starts = [5 * self.hand.players + 3 * position for position in range(self.hand.players)]
        self.deal([list(self.hand.deal[start : start + max(count, 0)]) for start, count in zip(starts, self.hand.drawn, strict=True)])


def short_wager(hand: Hand) -> bool:
    """Known case: the wager on offer lifts the commitment to less than the fixed amount above the last full level."""
    bet = hand.ruleset.small_bet if hand.stage == Stage.FIRST_ROUND else hand.ruleset.big_bet
    return bool(hand.to_wager) and hand.committed[hand.actor] + hand.to_wager < hand.full + bet


def unmatchable(hand: Hand) -> bool:
    """Known case: others still have chips, but nobody could put in more than the highest commitment already there."""
    others = [p for p in range(hand.players) if p != hand.actor and hand.live >> p & 1 and hand.start[p] > hand.committed[p]]
    return bool(others) and all([hand.start[p] <= hand.high for p in others])


def pokerkit_net(hand: Hand) -> list[int]:
    """What everybody nets pokerkit's way: losers are taken out before pots are formed, and odd chips all go to the first winner.

    Pots that differ only in players who win nothing are then one pot.
    """
    winning = {winner for pot in hand.pots for winner in hand.winners(pot)}
    merged: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    for pot in hand.pots:
        able = tuple([position for position in winning if pot.eligible >> position & 1])
        merged[able] = (merged.get(able, (0, []))[0] + pot.chips, hand.winners(pot))
    net = [-put for put in hand.committed]
    for chips, winners in merged.values():
        share, odd = divmod(chips, len(winners))
        for winner in winners:
            net[winner] += share
        net[winners[0]] += odd
    return net


def choose(random: Random, hand: Hand, legal: list[int], *, shy: bool) -> int:
    """A random code: fewer folds and more standing pat than uniform, so that hands last and ties stay; the shy make no short wager."""
    if hand.stage == Stage.DRAW:
        return random.choice((DRAW_CODE, random.choice(legal)))
    if shy and short_wager(hand):
        legal = [code for code in legal if code < Kind.BET]
    code = random.choice(legal)
    return random.choice(legal) if code == Kind.FOLD else code


def play_both(random: Random, hand: Hand) -> Both:
    """A whole hand in both, payoffs compared; most hands are shy of short wagers."""
    both = Both(hand)
    shy = random.random() < 0.7
    while hand.legal:
        both.play(choose(random, hand, both.check(), shy=shy))
    expected = pokerkit_net(hand)
    if hand.net != expected:
        both.known.add("odd chips")
    assert not both.state.status
    assert both.state.payoffs == expected
    return both


def any_deal(random: Random, players: int) -> list[int]:
    """One deal in four is made for ties."""
    return (tied_deal if random.random() < 0.25 else random_deal)(random, players)


def deep_hand(random: Random, players: int) -> Hand:
    """Any ruleset without all-in."""
    small_bet = random.randint(1, 6)
    ruleset = FiveCardDrawRuleset(random.randint(1, 5), small_bet, small_bet + random.randint(0, 6), random.randint(0, 4))
    return Hand(ruleset, any_deal(random, players), players)


def short_hand(random: Random, players: int) -> Hand:
    """Any ruleset with all-in, and unequal stacks from a single chip to many bets."""
    small_bet, deepest = random.randint(1, 6), random.choice((8, 20, 40))
    ruleset = FiveCardDrawRuleset(
        random.randint(1, 5), small_bet, small_bet + random.randint(0, 6), random.randint(0, 4), all_in=True, starting_stack=40
    )
    stacks = [random.randint(1, deepest) for _ in range(players)]
    return Hand(ruleset, any_deal(random, players), players, stacks)


def test_the_quotas_are_20_000_hands_without_all_in_and_10_000_with():
    """Sums of the tables at the head; the two tests below play until they are met."""
    assert sum(DEEP_HANDS.values()) == 20_000
    assert sum(SHORT_HANDS.values()) == 10_000


@pytest.mark.slow
@pytest.mark.parametrize("players", DEEP_HANDS)
def test_hands_without_all_in_pay_as_in_pokerkit(players):
    """Nothing is left out but hands with odd chips, of which there are some, since deals are made for ties."""
    random = Random(players)
    met: Counter[str] = Counter()
    while met["compared"] < DEEP_HANDS[players]:
        both = play_both(random, deep_hand(random, players))
        met.update(both.known or {"compared"})
        met["shared"] += len(both.hand.winners(both.hand.pots[0])) > 1
    assert set(met) <= {"compared", "odd chips", "shared"}
    assert met["odd chips"] < met["compared"] / 20
    assert met["shared"] > met["compared"] / 100


@pytest.mark.slow
@pytest.mark.parametrize("players", SHORT_HANDS)
def test_hands_with_short_stacks_pay_as_in_pokerkit(players):
    """Hands with somebody all-in: short antes, short calls, side pots; those with a known case are counted apart and pay alike."""
    random = Random(10 + players)
    met: Counter[str] = Counter()
    while met["compared"] < SHORT_HANDS[players]:
        both = play_both(random, short_hand(random, players))
        if both.all_in:
            met.update(both.known or {"compared"})
            met["side pots"] += len(both.hand.pots) > 1
    assert met["odd chips"] < met["compared"] / 20
    assert players == 2 or met["side pots"] > met["compared"] / 5


# The known differences, shown


SHORT_WAGERS = [
    # stacks behind the ante, cap on raises, script, whose turn, level of the wager by the rules, level in pokerkit
    ("opening all-in 1: complete to 4; pokerkit raises to 5", (1, 20, 20), 3, "b", 1, 4, 5),
    ("opening all-in 1: the checker may not raise; pokerkit lets him", (20, 1, 20), 3, "k b c", 0, 0, 5),
    ("bet 4, all-in 6, call: the bettor may raise to 10; pokerkit does not reopen", (20, 6, 20), 3, "b r c", 0, 10, 0),
    ("bet 4, all-in 5: complete to 8; pokerkit raises to 9", (20, 5, 20), 3, "b r", 2, 8, 9),
    ("bet 4, all-in 5, one raise allowed: complete to 8; pokerkit counts the all-in as the raise", (20, 5, 20), 1, "b r", 2, 8, 0),
]
"""With B = 4, worked out from the half-bet rule (Robert's Rules of Poker, limit games)."""


@pytest.mark.parametrize(
    ("stacks", "max_raises", "script", "actor", "ours", "theirs"),
    [example[1:] for example in SHORT_WAGERS],
    ids=[example[0] for example in SHORT_WAGERS],
)
def test_pokerkit_still_differs_after_a_short_wager(stacks, max_raises, script, actor, ours, theirs):
    """Both sides of the known case; when this fails with our side right, pokerkit has changed and may be asked about more."""
    both = Both(all_in_hand(*stacks, max_raises=max_raises))
    for word in script.split():
        both.play(CODES[word])
    assert both.hand.actor == both.state.actor_index == actor
    assert both.short
    assert both.wagers() == (ours, theirs)


def test_pokerkit_still_refuses_a_wager_that_nobody_could_match():
    """All-in 4, then 20 chips with 3 chips behind him: he may raise to 8, since the last still has chips; he wins the same by calling."""
    both = Both(all_in_hand(4, 20, 3))
    both.play(Kind.BET)
    assert unmatchable(both.hand)
    assert both.wagers() == (8, 0)
    raised, called = [play(all_in_hand(4, 20, 3), script) for script in ("b r c p p p", "b c c p p p")]
    assert raised.net == called.net


def test_pokerkit_still_gives_both_odd_chips_to_the_first_of_three():
    """Pot of 20 for three equal hands: 7, 7 and 6 by the rules, 8, 6 and 6 there."""
    deal = deal_of("AcKdQh9s8c", "AdKhQs9c8d", "2c3c4c5s7h", "AhKsQc9d8h")
    both = Both(all_in_hand(4, 4, 4, 4, deal=deal))
    for word in "kkbcccpppp":
        both.play(CODES[word])
    assert both.hand.net == [2, 2, -5, 1]
    assert both.state.payoffs == pokerkit_net(both.hand) == [3, 1, -5, 1]


def test_pokerkit_still_forms_pots_without_the_losers():
    """Antes of 3 from stacks of 3, 1, 1, 2 and 3; the first and the last tie and beat the others.

    By the rules pots of 5, 3 and 2 are halved one by one: 3 + 2 + 1 to the first. There it is one pot of 10, 5 to each.
    """
    deal = deal_of("AcKdQh9s8c", "2c3c4c5s7h", "2d3d4d5h7s", "2h3h4h5c7c", "AdKhQs9c8d")
    both = Both(all_in_hand(0, -2, -2, -1, 0, ante=3, deal=deal))
    for _ in range(5):
        both.play(CODES["p"])
    assert [pot.chips for pot in both.hand.pots] == [5, 3, 2]
    assert both.hand.net == [3, -1, -1, -2, 1]
    assert both.state.payoffs == pokerkit_net(both.hand) == [2, -1, -1, -2, 2]

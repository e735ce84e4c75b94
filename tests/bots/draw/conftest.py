"""Positions of random hands, as bots meet them."""

import random

import pytest

from arena.matches import TableInfo
from arena.rules import FiveCardDrawRuleset, Hand, Kind

RULESETS = (
    FiveCardDrawRuleset(),
    FiveCardDrawRuleset(ante=5, small_bet=5, big_bet=5, max_raises=0),
    FiveCardDrawRuleset(ante=1, small_bet=10, big_bet=20, max_raises=6),
    FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=20),
    FiveCardDrawRuleset(ante=3, small_bet=4, big_bet=8, all_in=True, starting_stack=9),
)


def random_hand(rng, ruleset, players):
    """A hand just dealt; with all_in, of uneven stacks as in a match that carries them."""
    stacks = [rng.randint(1, 2 * ruleset.starting_stack) for _ in range(players)] if ruleset.all_in else None
    return Hand(ruleset, rng.sample(range(52), 8 * players), players, stacks)


def random_code(rng, hand):
    """A legal action; folds are rare, so that hands grow old."""
    if hand.legal[0] == Kind.FOLD and rng.random() < 0.85:
        return rng.choice(hand.legal[1:])
    return rng.choice(hand.legal)


def walk(rng, ruleset, players):
    """One random hand: (codes played before, hand) at every decision; the same object, further on each time."""
    hand, codes = random_hand(rng, ruleset, players), []
    while not hand.over:
        yield tuple(codes), hand
        code = random_code(rng, hand)
        hand.act(code)
        codes.append(code)


@pytest.fixture
def table_info():
    """A function: what a bot is told under a ruleset with so many players."""

    def make(ruleset=RULESETS[0], players=2, bot_seed=20260101):
        return TableInfo(ruleset, tuple(f"p{i}" for i in range(players)), 0, 100, bot_seed)

    return make


@pytest.fixture
def random_views():
    """A function: the views of the decisions of ``count`` random hands for each ruleset and 2 to 6 players."""

    def make(count, seed):
        rng = random.Random(seed)
        return [
            hand.view(hand.actor)
            for ruleset in RULESETS
            for players in range(2, 7)
            for _ in range(count)
            for _, hand in walk(rng, ruleset, players)
        ]

    return make


@pytest.fixture
def exchanged_views():
    """A function: pairs of views of one player between which only unseen cards differ."""

    def make(count, seed):
        rng = random.Random(seed)
        for number in range(count):
            ruleset, players = RULESETS[number % len(RULESETS)], 2 + number % 5
            for codes, hand in walk(rng, ruleset, players):
                yield hand.view(hand.actor), _exchanged(rng, hand, codes).view(hand.actor)

    return make


def _exchanged(rng, hand, codes):
    """The same hand with every card shuffled that the actor has not held."""
    view = hand.view(hand.actor)
    known = set(view.hole_cards + view.discarded)
    hidden = [card for card in range(52) if card not in known]
    rng.shuffle(hidden)
    deal = [card if card in known else hidden.pop() for card in hand.deal]
    other = Hand(hand.ruleset, deal, hand.players, hand.start)
    for code in codes:
        other.act(code)
    return other


@pytest.fixture
def dealt():
    """A function: the first view of position 0, heads-up, holding these cards; then after these codes, of whoever acts."""

    def make(cards, codes=(), ruleset=RULESETS[0]):
        rest = [card for card in range(52) if card not in cards]
        random.Random(3).shuffle(rest)
        deal = [card for pair in zip(cards, rest[:5], strict=True) for card in pair] + rest[5:11]
        hand = Hand(ruleset, deal, 2)
        for code in codes:
            hand.act(code)
        return hand.view(hand.actor)

    return make

"""The verifier's own rules against those of the arena, in one process for many hands: two programs from one document."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest

from arena.matches import commitment, deal_key, match_seed
from arena.rules import DRAW_CODE, SUITS, FiveCardDrawRuleset, Hand, Kind, cards_text, class_of, deal_cards, parse_cards, strength

HANDS = 900

SHUFFLE = """
import { commitmentOf, dealKey, matchSeed, shuffledDeck } from "./verifier/deals.mjs";

function answer({ master, stream, pass, deal }) {
  const seed = matchSeed(Buffer.from(master, "hex"), stream, pass);
  const key = dealKey(seed, deal);
  return [seed.toString("hex"), commitmentOf(seed), key.toString("hex"), shuffledDeck(key).join("")];
}
"""
STRENGTH = """
import { parseCards, strength } from "./verifier/cards.mjs";

function answer(text) {
  return strength(parseCards(text));
}
"""
PLAY = """
import { parseCards } from "./verifier/cards.mjs";
import { holeCards, replacements } from "./verifier/deals.mjs";
import { DrawHand } from "./verifier/draw.mjs";

function answer({ rules, deck, stacks, actions }) {
  const cards = parseCards(deck);
  const players = stacks.length;
  const of = (deal) => stacks.map((_, position) => deal(cards, players, position));
  const hand = new DrawHand(rules, of(holeCards), of(replacements), stacks.map((stack) => stack ?? Infinity));
  const legal = [];
  for (const { kind, discards } of actions) {
    legal.push(hand.legalActions().map((action) => action.kind));
    hand.act(kind, parseCards(discards));
  }
  return {
    legal,
    log: hand.log.map(({ position, kind, chips }) => [position, kind, chips]),
    over: hand.over,
    hole: hand.hole.map((five) => five.join("")),
    shown: hand.shown,
    pots: hand.pots.map(({ chips, eligible, winners }) => [chips, eligible, winners]),
    net: hand.net,
  };
}
"""


def test_seeds_keys_and_decks_are_those_of_the_arena(node):
    """300 deals; numbers above 2^32 too, since they are eight bytes."""
    random = Random(1)
    questions = [
        {
            "master": random.randbytes(32).hex(),
            "stream": random.choice(["pairing 0-1", "pairing 3-12", "køb", ""]),
            "pass": random.choice([0, 1, 77, 2**40]),
            "deal": random.choice([0, 5, 499, 2**33]),
        }
        for _ in range(300)
    ]
    expected = []
    for question in questions:
        seed = match_seed(bytes.fromhex(question["master"]), question["stream"], question["pass"])
        key = deal_key(seed, question["deal"])
        expected.append([seed.hex(), commitment(seed), key.hex(), cards_text(deal_cards(key, 52))])
    assert node.map(SHUFFLE, questions) == expected


@cache
def one_of_each_strength() -> list[str]:
    """7,462 hands: all ranks that five cards can have, of mixed suits, and in one suit where they differ."""
    hands = []
    for ranks in combinations_with_replacement("23456789TJQKA", 5):
        if max(Counter(ranks).values()) == 5:
            continue
        suits = [SUITS[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            hands.append("".join(rank + "h" for rank in ranks))
            suits[4] = "d"
        hands.append("".join(rank + suit for rank, suit in zip(ranks, suits, strict=True)))
    return hands


@pytest.mark.slow
def test_7462_strengths_are_in_the_order_of_the_arena(node):
    """Every pair of them compares alike, since both orders are the same; and as many of each class as the rules say."""
    hands = one_of_each_strength()
    theirs = node.map(STRENGTH, hands)
    ours = [strength(parse_cards(text)) for text in hands]
    assert len(hands) == len(set(theirs)) == len(set(ours)) == 7462
    assert sorted(hands, key=dict(zip(hands, theirs, strict=True)).get) == sorted(hands, key=dict(zip(hands, ours, strict=True)).get)
    assert sorted(Counter(map(class_of, ours)).values()) == [10, 10, 156, 156, 858, 858, 1277, 1277, 2860]


def deck_for(random: Random, players: int, *, tied: bool) -> list[int]:
    """All 52 cards; where tied, up to four positions are dealt the same five ranks, and share what they play for if they stand pat."""
    deck = random.sample(range(52), 52)
    if not tied:
        return deck
    ranks = random.sample(range(13), 5)
    held = [[4 * rank + (place + position) % 4 for place, rank in enumerate(ranks)] for position in range(min(players, 4))]
    taken = {card for hand in held for card in hand}
    rest = [card for card in deck if card not in taken]
    dealt = [[held[position][place] if position < 4 else rest.pop() for position in range(players)] for place in range(5)]
    return [card for row in dealt for card in row] + rest


def random_rules(random: Random) -> FiveCardDrawRuleset:
    small = random.randint(1, 6)
    limits = {"all_in": True, "starting_stack": 30} if random.random() < 0.8 else {}
    return FiveCardDrawRuleset(random.randint(1, 7), small, random.randint(small, 12), random.randint(0, 4), **limits)


def played(random: Random, rules: FiveCardDrawRuleset, players: int, deck: list[int], stacks: list[int] | None, *, pat: bool):
    """A hand of the arena, and what it said on the way: (the question for the verifier, the answer to be given)."""
    hand = Hand(rules, tuple(deck[: 8 * players]), players, stacks)
    legal, actions = [], []
    while hand.legal:
        legal.append(sorted({"draw" if code >= DRAW_CODE else Kind(code).name.lower() for code in hand.legal}))
        code = random.choice(hand.legal)
        if code == Kind.FOLD:
            code = random.choice(hand.legal)
        if code >= DRAW_CODE and pat:
            code = DRAW_CODE
        cards = hand.hole[hand.actor]
        discards = [card for place, card in enumerate(cards) if code >= DRAW_CODE and (code - DRAW_CODE) >> place & 1]
        actions.append({"kind": "draw" if code >= DRAW_CODE else Kind(code).name.lower(), "discards": cards_text(discards)})
        hand.act(code)
    names = ("ante", "small_bet", "big_bet", "max_raises")
    question = {
        "rules": {name: getattr(rules, name) for name in names},
        "deck": cards_text(deck),
        "stacks": stacks or [None] * players,
        "actions": actions,
    }
    return question, answer_of(hand, legal), hand


def answer_of(hand: Hand, legal: list[list[str]]) -> dict:
    return {
        "legal": legal,
        "log": [[position, Kind(kind).name.lower(), 0 if kind == Kind.DRAW else chips] for kind, position, chips in hand.log],
        "over": True,
        "hole": [cards_text(cards) for cards in hand.hole],
        "shown": positions(hand.shown),
        "pots": [[pot.chips, positions(pot.eligible), sorted(hand.winners(pot))] for pot in hand.pots],
        "net": list(hand.net),
    }


def positions(bits: int) -> list[int]:
    return [position for position in range(6) if bits >> position & 1]


@pytest.mark.slow
def test_random_hands_are_played_and_paid_as_in_the_arena(node):
    """900 hands of 2 to 6 players, most with 1 to 30 chips: who may do what at every action, amounts, pots, winners, net."""
    random = Random(7)
    asked, expected, hands = [], [], []
    for number in range(HANDS):
        players, rules, tied = 2 + number % 5, random_rules(random), number % 3 == 0
        stacks = [random.randint(1, 30) for _ in range(players)] if rules.all_in else None
        question, answer, hand = played(random, rules, players, deck_for(random, players, tied=tied), stacks, pat=tied)
        asked.append(question)
        expected.append(answer)
        hands.append(hand)
    answers = node.map(PLAY, asked)
    for answer in answers:
        answer["legal"] = [sorted(kinds) for kinds in answer["legal"]]
    for question, answer, wanted in zip(asked, answers, expected, strict=True):
        assert answer == wanted, question
    assert_much_was_met(hands)


def assert_much_was_met(hands: list[Hand]) -> None:
    """That the hands hold what makes the rules hard: side pots, odd chips, short antes, and the ends without a showdown."""
    assert sum(len(hand.pots) > 1 for hand in hands) > HANDS // 6
    assert sum(any(pot.chips % len(hand.winners(pot)) for pot in hand.pots) for hand in hands if hand.shown) > HANDS // 40
    assert sum(min(hand.start) < hand.ruleset.ante for hand in hands) > HANDS // 10
    assert sum(not hand.shown for hand in hands) > HANDS // 20
    assert sum(not hand.ruleset.all_in for hand in hands) > HANDS // 10

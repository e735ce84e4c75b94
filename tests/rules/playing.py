"""What several tests of this room need: deals with chosen cards, hands played from a short script, and copies of hands.

A script is words: ``f`` fold, ``k`` check, ``c`` call, ``b`` bet, ``r`` raise, ``p`` stand pat, ``x024`` give up the
hole cards 0, 2 and 4.
"""

import pickle
from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from arena.rules.cards import CARD_NUMBERS, DECK_SIZE, RANKS, SUITS, parse_cards
from arena.rules.five_card_draw import DRAW_CODE, FiveCardDrawRuleset, Hand, Kind

CODES = {"f": Kind.FOLD, "k": Kind.CHECK, "c": Kind.CALL, "b": Kind.BET, "r": Kind.RAISE, "p": DRAW_CODE}
LETTERS = {int(code): letter for letter, code in CODES.items()}


def deal_of(*hands: str, drawn: Sequence[str] = ()) -> tuple[int, ...]:
    """A deal that gives position p the cards ``hands[p]`` and then ``drawn[p]``; the rest is filled up, lowest card first.

    Hole card i of position p is ``deal[i*n + p]``, its j-th replacement ``deal[5n + 3p + j]`` (rules page, A hand).
    """
    players = len(hands)
    places: dict[int, int] = {}
    for position, text in enumerate(hands):
        places |= {i * players + position: card for i, card in enumerate(parse_cards(text))}
    for position, text in enumerate(drawn):
        places |= {5 * players + 3 * position + j: card for j, card in enumerate(parse_cards(text))}
    assert len(set(places.values())) == len(places), "a card stands twice"
    rest = iter([card for card in range(DECK_SIZE) if card not in places.values()])
    return tuple([places[place] if place in places else next(rest) for place in range(8 * players)])


def code_of(word: str) -> int:
    """The code of a word of a script."""
    return DRAW_CODE + sum([1 << int(i) for i in word[1:]]) if word.startswith("x") else int(CODES[word])


def play(hand: Hand, script: str) -> Hand:
    """Play a script; the hand itself, for chaining."""
    for word in script.split():
        hand.act(code_of(word))
    return hand


def may(hand: Hand) -> str:
    """The letters of what the actor may do in a betting round, such as ``fcr``."""
    return "".join([LETTERS[code] for code in hand.legal])


def all_in_hand(*stacks: int, bet: int = 4, max_raises: int = 3, ante: int = 1, deal: Sequence[int] | None = None) -> Hand:
    """A hand with both bets equal, in which ``stacks`` are the chips left after the ante."""
    ruleset = FiveCardDrawRuleset(ante, bet, bet, max_raises, all_in=True, starting_stack=1000)
    return Hand(ruleset, deal or range(8 * len(stacks)), len(stacks), [ante + stack for stack in stacks])


def random_deal(random: Random, players: int) -> list[int]:
    """A deal from any source of randomness; deals proper are tested in ``test_deals.py``."""
    return random.sample(range(DECK_SIZE), 8 * players)


@st.composite
def finished_hands(draw: st.DrawFn) -> Hand:
    """Hands that are over, of 2 to 6 players, with unlimited, equal and unequal stacks."""
    random = draw(st.randoms(use_true_random=False))
    players, stacks = draw(st.integers(2, 6)), draw(st.sampled_from(["unlimited", "equal", "unequal"]))
    ante, small_bet = random.randint(1, 4), random.randint(1, 6)
    limits = {} if stacks == "unlimited" else {"all_in": True, "starting_stack": random.randint(4, 40)}
    limits |= {"stacks": "carry"} if stacks == "unequal" and random.random() < 0.5 else {}
    ruleset = FiveCardDrawRuleset(ante, small_bet, small_bet + random.randint(0, 5), random.randint(0, 4), **limits)
    start = [random.randint(1, 60) for _ in range(players)] if stacks == "unequal" else None
    hand = Hand(ruleset, random_deal(random, players), players, start)
    while hand.legal:
        hand.act(random.choice(hand.legal))
    return hand


def tied_deal(random: Random, players: int) -> list[int]:
    """A deal in which up to four players hold the same five ranks in other suits, so that equal hands are common."""
    ranks, suits = random.sample(RANKS, 5), [random.sample(SUITS, 4) for _ in range(5)]
    tied = random.sample(range(players), min(players, 4))
    places = {i * players + position: CARD_NUMBERS[ranks[i] + suits[i][turn]] for turn, position in enumerate(tied) for i in range(5)}
    rest = iter(random.sample(sorted(set(range(DECK_SIZE)) - set(places.values())), 8 * players - len(places)))
    return [places[place] if place in places else next(rest) for place in range(8 * players)]


def copied(hand: Hand) -> Hand:
    """The same hand again, to be played another way."""
    return pickle.loads(pickle.dumps(hand))

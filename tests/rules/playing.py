"""What several tests of this room need: deals with chosen cards, and hands played from a short script.

A script is words: ``f`` fold, ``k`` check, ``c`` call, ``b`` bet, ``r`` raise, ``p`` stand pat, ``x024`` give up the
hole cards 0, 2 and 4.
"""

from collections.abc import Sequence
from random import Random

from arena.rules.cards import DECK_SIZE, parse_cards
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

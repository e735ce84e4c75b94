"""What one player's five cards hold, and what the book would throw away.

The book: stand pat on a straight or better; keep three of a kind, two pair and a pair, whatever else is held; without a
pair, keep four to a flush, else four to an open-ended straight (both ends can fill it; A-2-3-4 and J-Q-K-A are not), else the two
highest cards. It never looks at the betting.

A hand's *group* is what the book makes of it: class and leading rank (that of the most repeated card, the highest of
equals), or one of two groups for four to a flush and four to a straight. Hands of a group are about equally good before the draw.
"""

from collections.abc import Sequence

from arena.rules import CLASS_NAMES, DRAW_CODE, RANKS, class_of, strength

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH = range(6)
FOUR_FLUSH_GROUP = len(CLASS_NAMES) * len(RANKS)
FOUR_STRAIGHT_GROUP = FOUR_FLUSH_GROUP + 1
GROUP_COUNT = FOUR_STRAIGHT_GROUP + 1

_ALL_CARDS, _UNSEEN_COUNT, _ACE = 0b11111, 47, 12
_STRAIGHTS = frozenset([0b11111 << low for low in range(9)] + [0b1000000001111])
_IMPROVE_CHANCES = {PAIR: 4656 / 16215, TWO_PAIR: 4 / 47, TRIPS: 112 / 1081}


def class_held(cards: Sequence[int]) -> int:
    """The class of five cards as they are, an index into ``CLASS_NAMES``."""
    return class_of(strength(tuple(cards)))


def book_mask(cards: Sequence[int]) -> int:
    """The cards that the book throws away: bit i for ``cards[i]``, at most three bits."""
    held = class_held(cards)
    if held >= STRAIGHT:
        return 0
    if held:
        return singles_mask(cards)
    return four_flush_mask(cards) or four_straight_mask(cards) or high_cards_mask(cards)


def book_code(cards: Sequence[int]) -> int:
    """The book's draw as an action code."""
    return DRAW_CODE + book_mask(cards)


def singles_mask(cards: Sequence[int]) -> int:
    """The cards whose rank is held once: what is thrown away beside pairs and three of a kind."""
    ranks = [card >> 2 for card in cards]
    return sum([1 << i for i, rank in enumerate(ranks) if ranks.count(rank) == 1])


def four_flush_mask(cards: Sequence[int]) -> int:
    """The odd card beside four of a suit; 0 when there are not exactly four."""
    suits = [card & 3 for card in cards]
    for suit in suits[:2]:
        if suits.count(suit) == 4:
            return next(1 << i for i, other in enumerate(suits) if other != suit)
    return 0


def four_straight_mask(cards: Sequence[int]) -> int:
    """The odd card beside four ranks in a row with both ends open; 0 when there are none."""
    ranks = [card >> 2 for card in cards]
    for i, odd in enumerate(ranks):
        kept = sorted(ranks[:i] + ranks[i + 1 :])
        if kept[3] - kept[0] == 3 and len(set(kept)) == 4 and kept[3] < _ACE and odd not in (kept[0] - 1, kept[3] + 1):
            return 1 << i
    return 0


def high_cards_mask(cards: Sequence[int]) -> int:
    """All but the two highest cards."""
    keep = sorted(range(5), key=cards.__getitem__)[3:]
    return _ALL_CARDS ^ 1 << keep[0] ^ 1 << keep[1]


def improve_chance(cards: Sequence[int]) -> float:
    """The exact chance that the book's draw reaches a better class; 0 for a hand that stands pat or keeps two high cards.

    For a four-card draw it is the chance of a straight or better, over the 47 cards not seen.
    """
    held = class_held(cards)
    if held:
        return _IMPROVE_CHANCES.get(held, 0.0)
    flush = four_flush_mask(cards)
    mask = flush or four_straight_mask(cards)
    return _four_card_outs(cards, mask, flush=flush > 0) / _UNSEEN_COUNT if mask else 0.0


def group_of(cards: Sequence[int]) -> int:
    """The group of a hand before the draw, 0 to ``GROUP_COUNT`` − 1."""
    held = class_held(cards)
    if not held:
        if four_flush_mask(cards):
            return FOUR_FLUSH_GROUP
        if four_straight_mask(cards):
            return FOUR_STRAIGHT_GROUP
        return max(cards) >> 2
    ranks = [card >> 2 for card in cards]
    return held * len(RANKS) + (max([16 * ranks.count(rank) + rank for rank in ranks]) & 15)


def _four_card_outs(cards: Sequence[int], mask: int, *, flush: bool) -> int:
    kept = sum([1 << (card >> 2) for i, card in enumerate(cards) if not mask >> i & 1])
    filling = sum([kept | 1 << rank in _STRAIGHTS for rank in range(len(RANKS))])
    return 9 + 3 * filling if flush else 4 * filling

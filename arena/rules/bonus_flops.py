"""What a flop leaves open in Texas Hold'em Bonus: every turn and river card beside every two hole cards.

A flop, two board cards to come and two hole cards are seven cards, and which of the last four lie on the board makes no
difference to their strength. So a strength is looked up once for every *four* unseen cards and laid out in a square, pairs
of cards by pairs of cards: the row is what falls on the turn and the river, the column is somebody's hole cards. All that
``bonus_values`` (one deal) and ``bonus_enumeration`` (all deals) know they count in such squares.

Suits are only names, so hole cards and flops that differ by a renaming of suits are solved once: :func:`canonical_suits`.

Chosen by measurement: four cards looked up and laid out six times cost a third of looking up every pair beside every pair; places are
int64, since numpy would convert every other index; cards are bytes, since arrays of them are built anew for each flop.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from arena.rules.cards import DECK_SIZE
from arena.rules.strength import strengths

Cards: TypeAlias = npt.NDArray[np.uint8]
Places: TypeAlias = npt.NDArray[np.int64]
Strengths: TypeAlias = npt.NDArray[np.int16]

TURN_RIVERS, RIVERS, HOUSE_HANDS = comb(47, 2), 46, comb(45, 2)
"""For one player's hole cards: boards that complete a flop, and those that complete a turn; house hands on each of them."""


def strengths_after(flop: Sequence[int], unseen: Cards) -> Strengths:
    """The strength of a flop with any two and any other two of the unseen cards.

    Args:
        flop: three cards.
        unseen: the cards that may follow, ascending.

    Returns:
        A symmetric square; rows and columns are the pairs of ``unseen`` in the order of :func:`subsets`. 0 where two
        pairs share a card: no hand has that strength, and it is below all.
    """
    fours = subsets(len(unseen), 4)
    hands = np.empty((len(fours), 7), dtype=np.uint8)
    hands[:, :3] = flop
    hands[:, 3:] = unseen[fours]
    found: Strengths = np.append(strengths(hands), np.int16(0)).take(_fours_by_pairs(len(unseen)))
    return found


def unseen_cards(seen: Collection[int]) -> Cards:
    """The rest of the deck, ascending."""
    return np.array([card for card in range(DECK_SIZE) if card not in seen], dtype=np.uint8)


@lru_cache(maxsize=8)
def subsets(count: int, size: int) -> Cards:
    """The subsets of ``size`` of the numbers below ``count``, one a row, in the order of ``itertools.combinations``."""
    every = chain.from_iterable(combinations(range(count), size))
    found = np.fromiter(every, dtype=np.uint8, count=size * comb(count, size)).reshape(-1, size)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=2)
def pair_places(count: int) -> Places:
    """By two numbers below ``count``: the place of their pair among the :func:`subsets`; the number of pairs where they are the same."""
    pairs = subsets(count, 2)
    places = np.full((count, count), len(pairs), dtype=np.int64)
    places[pairs[:, 0], pairs[:, 1]] = places[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))
    places.flags.writeable = False
    return places


@lru_cache(maxsize=2)
def _fours_by_pairs(count: int) -> Places:
    """By two pairs: the place of the four numbers they make; the number of fours where they share one."""
    fours, pairs = subsets(count, 4), pair_places(count)
    places = np.full((comb(count, 2), comb(count, 2)), len(fours), dtype=np.int64)
    for split in ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)):
        a, b, c, d = fours.T[list(split)]
        places[pairs[a, b], pairs[c, d]] = places[pairs[c, d], pairs[a, b]] = np.arange(len(fours))
    return places


def canonical_suits(*groups: Iterable[int]) -> tuple[int, ...]:
    """A new name for each suit, such that groups of cards which only differ in their suits' names come out the same.

    Suits are told apart by the ranks they have in each group; two with the same ranks everywhere may change places.
    """
    patterns = [0] * 4
    for group in groups:
        patterns = [pattern << 13 for pattern in patterns]
        for card in group:
            patterns[card & 3] |= 1 << (card >> 2)
    order = sorted(range(4), key=patterns.__getitem__)
    return tuple(map(order.index, range(4)))


def renamed(cards: Iterable[int], suits: Sequence[int]) -> tuple[int, ...]:
    """The cards with their suits' new names, ascending."""
    return tuple(sorted([card & ~3 | suits[card & 3] for card in cards]))


def flop_classes() -> Counter[tuple[int, ...]]:
    """The 1,755 flops that differ by more than the names of suits, and how many of the 22,100 each stands for."""
    return Counter(renamed(flop, canonical_suits(flop)) for flop in combinations(range(DECK_SIZE), 3))

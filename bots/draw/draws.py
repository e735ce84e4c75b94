"""The draws that hard compares, in every version: which cards are worth throwing away, and what a hand becomes then, by samples."""

from functools import cache

import numpy as np

from arena.rules import strengths
from bots.draw.hands import book_mask, class_held, four_flush_mask, four_straight_mask, high_cards_mask
from bots.draw.tables import Ints

DRAWS_SIZE = 4096
"""Sampled draws there are to choose from."""

_DECK_SIZE, _UNSEEN_COUNT, _SEED = 52, 47, 7


def worthwhile_masks(cards: tuple[int, ...]) -> list[int]:
    """Draws worth comparing, the book's first: four to a flush or a straight instead of a pair, and the other way round."""
    book = book_mask(cards)
    held = class_held(cards)
    if held > 1:
        return [book]
    others = [four_flush_mask(cards), four_straight_mask(cards)]
    if not held:
        others.append(high_cards_mask(cards))
    return list(dict.fromkeys([book, *[mask for mask in others if mask]]))


def final_strengths(cards: tuple[int, ...], mask: int, start: int, count: int) -> Ints:
    """Strengths of a hand after ``count`` sampled draws.

    Args:
        cards: the five cards.
        mask: those thrown away: bit i for ``cards[i]``.
        start: the first draw, 0 to ``DRAWS_SIZE`` − ``count``.
        count: how many draws.
    """
    hands = np.empty((count, 5), dtype=np.int64)
    hands[:] = cards
    thrown = [i for i in range(5) if mask >> i & 1]
    hands[:, thrown] = _unseen(cards).take(_draws()[start : start + count, : len(thrown)])
    return strengths(hands).astype(np.int64)


def _unseen(cards: tuple[int, ...]) -> Ints:
    unseen = np.ones(_DECK_SIZE, dtype=np.bool_)
    unseen[list(cards)] = False
    return np.flatnonzero(unseen)


@cache
def _draws() -> Ints:
    """Sampled draws: three different indices of the unseen cards a row."""
    rng = np.random.default_rng(_SEED)
    return rng.random((DRAWS_SIZE, _UNSEEN_COUNT)).argsort(axis=1)[:, :3]

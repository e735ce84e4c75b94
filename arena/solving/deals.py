"""How likely each class is, and what each becomes at the draw: numbers made once a process, in a few seconds.

All 2,598,960 dealt hands are sorted into classes; of each class ``SAMPLES`` hands are dealt out with replacements drawn at random from
the other 47 cards, so rare classes are known as well as common ones. The draws come from the raw stream of PCG64, which numpy keeps
unchanged from version to version (NEP 19), so the numbers are the same everywhere.

Chances at the draw are parts of ``SAMPLES``, and players' weights are rounded to multiples of 2^-40. Products of the two and
their sums then fit into the 53 bits of a float, so a matrix product is exact and does not depend on how a machine adds up. That is what
lets a trained table be reproduced to the bit.
"""

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from arena.solving.hands import BUCKET_COUNT, CLASS_COUNT, DRAW_COUNTS, Cards, Ints, buckets_of, sort_dealt

Floats = npt.NDArray[np.float64]

SAMPLES = 4096
"""Hands of each class that are dealt out."""
WEIGHT_GRID = float(1 << 40)
"""Weights are multiples of one by this."""

_DECK, _HELD, _SEED, _CHUNK = 52, 5, 20260401, 200_000


@dataclass(frozen=True, slots=True)
class Deals:
    """Sampled deals of one player, ``SAMPLES`` of each class that occurs, class by class."""

    cards: Cards
    """Of shape (deals, 8): the cards dealt, then the replacements in order."""
    classes: Ints
    """By deal."""
    discard_masks: Cards
    """Of shape (4, deals): the keep, by cards drawn."""
    buckets: npt.NDArray[np.int16]
    """Of shape (4, deals): of the final hand, by cards drawn."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What chance does to one player."""

    dealt: Floats
    """By class: how likely it is."""
    final: Floats
    """Of shape (4, classes, buckets): how likely each final hand is, by cards drawn."""


@cache
def chances() -> Chances:
    """What chance does to a player who knows nothing of the other's cards."""
    deals, counts = sampled_deals(), _class_counts()
    final = np.zeros((DRAW_COUNTS, CLASS_COUNT, BUCKET_COUNT))
    for drawn in range(DRAW_COUNTS):
        np.add.at(final[drawn], (deals.classes, deals.buckets[drawn]), 1 / SAMPLES)
    return Chances(counts / counts.sum(), final)


@cache
def sampled_deals() -> Deals:
    """Deals of every class, the same in every process."""
    raw = np.random.PCG64(_SEED)
    hands, classes = _hands_of_every_class(raw)
    cards = np.concatenate((hands, replacements(raw, hands)), axis=1)
    dealt = sort_dealt(hands)
    masks = np.stack([dealt.discard_masks(drawn) for drawn in range(DRAW_COUNTS)])
    buckets = [buckets_of(final_hands(cards, dealt.keep(drawn), drawn)).astype(np.int16) for drawn in range(DRAW_COUNTS)]
    return Deals(cards, classes, masks.astype(np.int8), np.stack(buckets))


def final_hands(cards: Cards, keep: Ints, drawn: int) -> Cards:
    """Hands after the draw: the cards kept and as many replacements as were ``drawn``."""
    kept = np.take_along_axis(cards[:, :_HELD], keep[:, : _HELD - drawn], axis=1)
    return np.concatenate((kept, cards[:, _HELD : _HELD + drawn]), axis=1)


def replacements(raw: np.random.PCG64, hands: Cards) -> Cards:
    """Three different cards of the 47 others at random, by hand."""
    seen: npt.NDArray[np.integer[Any]] = hands
    for known in range(_HELD, _HELD + 3):
        card = numbers(raw, len(hands), _DECK - known)
        for lower in np.sort(seen, axis=1).T:
            card = card + (card >= lower)
        seen = np.concatenate((seen, card[:, None]), axis=1)
    return seen[:, _HELD:].astype(np.int8)


def numbers(raw: np.random.PCG64, count: int, below: int) -> Ints:
    """Random numbers from 0 to ``below`` − 1."""
    return np.asarray(raw.random_raw(count) % np.uint64(below)).astype(np.int64)


def _hands_of_every_class(raw: np.random.PCG64) -> tuple[Cards, Ints]:
    """``SAMPLES`` hands of each class that occurs, with repetition where it has fewer, and their classes."""
    every, classes = _all_hands()
    order = np.argsort(classes, kind="stable")
    ends = np.cumsum(np.bincount(classes, minlength=CLASS_COUNT))
    members = np.split(every[order], ends[:-1])
    chosen = [hands[numbers(raw, SAMPLES, len(hands))] for hands in members if len(hands)]
    occurring = [number for number, hands in enumerate(members) if len(hands)]
    return np.concatenate(chosen), np.repeat(occurring, SAMPLES)


@cache
def _class_counts() -> Floats:
    return np.bincount(_all_hands()[1], minlength=CLASS_COUNT).astype(np.float64)


@cache
def _all_hands() -> tuple[Cards, Ints]:
    """Every hand, and its class."""
    cards = chain.from_iterable(combinations(range(_DECK), _HELD))
    every = np.fromiter(cards, np.int8, comb(_DECK, _HELD) * _HELD).reshape(-1, _HELD)
    classes = [sort_dealt(every[start : start + _CHUNK]).classes for start in range(0, len(every), _CHUNK)]
    return every, np.concatenate(classes)

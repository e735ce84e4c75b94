"""The search for the keys of arena/rules/strength.py; not part of the tests. Run: ``python tests/rules/soak_strength.py``.

Prints the rank keys for five and seven cards, the suit keys, and the shift of flushes; a few seconds.
"""

from itertools import combinations, combinations_with_replacement, product

import numpy as np


def rank_keys(cards: int, limit: int) -> list[int]:
    """Thirteen keys, each the smallest for which all sets of ``cards`` ranks so far, four alike at most, have sums of their own."""
    sums = [np.zeros(1 if size == 0 else 0, dtype=np.int64) for size in range(cards + 1)]
    keys: list[int] = []
    for _ in range(13):
        taken = np.zeros(limit, dtype=bool)
        for fewer, more in combinations(range(5) if keys else (), 2):
            # Two sets clash when their sums without the new rank differ by (more - fewer) of its keys.
            for total in sums[cards - more]:
                clashes, rest = np.divmod(sums[cards - fewer] - total, more - fewer)
                taken[clashes[(rest == 0) & (clashes >= 0) & (clashes < limit)]] = True
        key = int(taken.argmin())
        keys.append(key)
        sums = [np.concatenate([sums[size - i] + i * key for i in range(min(4, size) + 1)]) for size in range(cards + 1)]
    return keys


def suit_keys() -> tuple[int, ...]:
    """The four keys, the highest as small as can be, that tell flushes of five and seven cards from other hands, and their suit."""
    for highest in range(3, 64):
        for middle in combinations(range(1, highest), 2):
            keys = (0, *middle, highest)
            if all(_apart(keys, cards) for cards in (5, 7)):
                return keys
    raise AssertionError("no such keys")


def _apart(keys: tuple[int, ...], cards: int) -> bool:
    """Whether a sum tells if there is a flush, and of which suit."""
    meanings: dict[int, int | None] = {}
    for counts in product(range(cards + 1), repeat=4):
        if sum(counts) == cards:
            flush = counts.index(max(counts)) if max(counts) >= 5 else None
            total = sum([count * key for count, key in zip(counts, keys, strict=True)])
            if meanings.setdefault(total, flush) != flush:
                return False
    return True


def flush_shift(keys: list[int]) -> int:
    """The smallest shift that takes the sums of five different ranks to where there is none."""
    ranks = np.array([ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1])
    suited = np.array(keys)[np.array(list(combinations(range(13), 5)))].sum(axis=1)
    used = np.zeros(10 * max(keys), dtype=bool)
    used[np.array(keys)[ranks].sum(axis=1)] = True
    return next(shift for shift in range(len(used)) if not used[suited + shift].any())


if __name__ == "__main__":
    five = rank_keys(5, 1 << 17)
    print("five cards", five, "shift", flush_shift(five))
    print("seven cards", rank_keys(7, 1 << 21))
    print("suits", suit_keys())

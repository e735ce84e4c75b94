"""Swiss: in every pass everyone meets someone who stands about as high, and nobody meets the same opponent twice while that can be helped.

The first pass pairs the upper half of the file with the lower half, in order. Later ones go down the board: who stands highest meets
the next one it has not met; where somebody must be met again, those who have met least. Where the number is odd, one sits out: of those
who have played most, the lowest without whom the others can be paired. It counts for nothing: scores are ratings that take the
opponents into account.
"""

import math
from collections.abc import Callable, Sequence
from itertools import combinations, product

from arena.tournaments.board import Board
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.stopping import enough

_TRIES = 20_000
"""Steps of the search for a pass without a second meeting, before second meetings are allowed."""


def swiss_passes(entrant_count: int) -> int:
    """How many passes there are by default: enough for one to win them all, and two more; at most one for every opponent."""
    return max(1, min(math.ceil(math.log2(max(2, entrant_count))) + 2, entrant_count - 1))


def choose_swiss(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass."""
    if progress.pass_number >= progress.spec.passes or (progress.pass_number and enough(progress, board)):
        return ()
    if progress.pass_number:
        pairs = pair_all([entrant for entrant in board.by_score if entrant in progress.active], progress)
    else:
        standing = progress.active[: len(progress.active) // 2 * 2]
        half = len(standing) // 2
        pairs = list(zip(standing[:half], standing[half:], strict=True))
    pairings = [pairing_of(a, b) for a, b in pairs]
    return tuple(sorted(pairing for pairing in pairings if progress.deal_count(pairing)))


def pair_all(standing: Sequence[int], progress: Progress) -> list[tuple[int, int]]:
    """Pairs of some entrants, highest first; with an odd number one is left out. Where not all can have hands left, as many as find any."""

    def meetings(a: int, b: int) -> float:
        return progress.played[pairing_of(a, b)] if progress.deal_count(pairing_of(a, b)) else math.inf

    limits = sorted({meetings(a, b) for a, b in combinations(standing, 2)} - {math.inf})
    for fields in _fields(standing, progress):
        for limit, field in product(limits, fields):
            found = pair_down(field, lambda a, b: meetings(a, b) <= limit)  # noqa: B023  it is used up before the limit changes
            if found is not None:
                return found
    pairs: list[tuple[int, int]] = []
    for pair in combinations(standing, 2):
        if meetings(*pair) < math.inf and not any([entrant in taken for taken in pairs for entrant in pair]):
            pairs.append(pair)
    return pairs


def _fields(standing: Sequence[int], progress: Progress) -> list[list[Sequence[int]]]:
    """Who may be paired together: all, or all but one, where it is best that one sits out who has played most; of those, the lowest."""
    if len(standing) % 2 == 0:
        return [[standing]]
    counts = {entrant: len(progress.meetings(entrant)) for entrant in reversed(standing)}
    return [
        [[other for other in standing if other != out] for out, count in counts.items() if count == most]
        for most in sorted(set(counts.values()), reverse=True)
    ]


def pair_down(standing: Sequence[int], may_meet: Callable[[int, int], bool]) -> list[tuple[int, int]] | None:
    """Pairs of an even number of entrants, highest first: each with the next below whom it may meet, so that all can be paired.

    None where that cannot be, or not be found soon.
    """
    tries = 0

    def search(left: Sequence[int]) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        for place, other in enumerate(left[1:], 1):
            tries += 1
            if tries > _TRIES:
                return None
            rest = search([*left[1:place], *left[place + 1 :]]) if may_meet(left[0], other) else None
            if rest is not None:
                return [(left[0], other), *rest]
        return None

    return search(standing)


def pairing_of(a: int, b: int) -> Pairing:
    """Two entrants, in any order, as a pairing."""
    return (a, b) if a < b else (b, a)

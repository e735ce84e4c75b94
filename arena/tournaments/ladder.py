"""Ladder: matches go on and on between neighbours on the board; who comes late is taken in, and who keeps failing sits out.

In every pass each entrant plays one match; with an odd number the one that has played most, and of those stands lowest, is left out, so
nobody starves. Those who have played least choose first. They choose by the distance on the board times the meetings so far and one, so
that in the long run someone twice as far away is met half as often.

An entrant that forfeits ``FAILURES`` matches in a row is benched: it sits out one pass, then two, four and so on for every further
failure, up to ``LONGEST_BENCH``; one match without a forfeit clears it.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from arena.tournaments.board import Board
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.stopping import enough
from arena.tournaments.swiss import pairing_of

DEFAULT_PASSES = 100
FAILURES, LONGEST_BENCH = 3, 64


def choose_ladder(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass."""
    if progress.pass_number >= progress.spec.passes or (progress.pass_number and enough(progress, board)):
        return ()
    place = {entrant: number for number, entrant in enumerate(board.by_score)}
    ready = [entrant for entrant in progress.active if progress.pass_number >= bench_ends(progress, entrant)]
    return _choose(progress, place, ready) or _choose(progress, place, progress.active)  # rather with one that fails than nothing at all


def bench_ends(progress: Progress, entrant: int) -> int:
    """The first pass an entrant may play in; 0 for one that is not benched."""
    meetings = progress.meetings(entrant)
    failures = sum(1 for _ in takewhile(lambda meeting: meeting.failed, reversed(meetings)))
    return 0 if failures < FAILURES else meetings[-1].pass_number + 1 + min(LONGEST_BENCH, 2 ** min(failures - FAILURES, 10))


def _choose(progress: Progress, place: Mapping[int, int], ready: Sequence[int]) -> tuple[Pairing, ...]:
    """Pairs of those who are ready; where all have hands left with each other, of all, or of all but one."""
    waiting = sorted(ready, key=lambda entrant: (len(progress.meetings(entrant)), place[entrant]))
    return _pair_up(progress, place, waiting[: len(waiting) // 2 * 2]) or _pair_up(progress, place, waiting)


def _pair_up(progress: Progress, place: Mapping[int, int], waiting: list[int]) -> tuple[Pairing, ...]:
    chosen: list[Pairing] = []
    while waiting:
        first = waiting.pop(0)
        other = _choose_opponent(progress, place, first, waiting)
        if other is not None:
            waiting.remove(other)
            chosen.append(pairing_of(first, other))
    return tuple(sorted(chosen))


def _choose_opponent(progress: Progress, place: Mapping[int, int], first: int, others: Sequence[int]) -> int | None:
    """Of those that have hands left with it: near on the board, and not met often; the upper one of two for whom both is equal."""

    def cost(other: int) -> tuple[int, int]:
        return abs(place[first] - place[other]) * (1 + progress.played[pairing_of(first, other)]), place[other]

    return min([other for other in others if progress.deal_count(pairing_of(first, other))], key=cost, default=None)

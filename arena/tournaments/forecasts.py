"""How many hands are still to be played if scores and deviations stay as they are: never more than the budget has left.

A forecast for people who wait; nothing depends on it. It takes what ``arena.statistics.forecast`` says of each comparison that is open,
and the whole budget where that says nothing.
"""

import math
from collections.abc import Iterable
from typing import TypeVar

from arena.statistics import half_width, numbers_to_decide, numbers_to_width, start_count
from arena.tournaments.board import Board, Pair
from arena.tournaments.gauntlet import wanted_entrants
from arena.tournaments.knockout import KnockoutBoard
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.stopping import enough, needed_entrants

_Number = TypeVar("_Number", int, float)


def everyone_to_go(progress: Progress, board: Board) -> int:
    """Where everybody meets everybody: every entrant that must play on does so until the pairs that need it are decided."""
    needed = needed_entrants(progress, board)
    wanted = {entrant: _blocks_of(progress, board, entrant) for entrant in needed}
    return sum(
        _hands(progress, pairing, [wanted[entrant] for entrant in pairing if entrant in needed])
        for pairing in progress.pairings()
        if not needed.isdisjoint(pairing)
    )


def heroes_to_go(progress: Progress, board: Board) -> int:
    """In a gauntlet: every pairing until all for whose sake it plays are decided."""
    if progress.spec.play.stop != "decided":
        return everyone_to_go(progress, board)
    wanted, total = wanted_entrants(progress, board), 0
    for pairing in progress.pairings():
        pairs = [pair for entrants, pair in wanted if entrants.issubset(pairing)]
        total += _hands(progress, pairing, [None if pair is None else _to_decide(board, pair) for pair in pairs]) if pairs else 0
    return total


def passes_to_go(progress: Progress, board: Board) -> int:
    """Where passes are counted: as much again as has been played, times what the shortest evidence must grow by."""
    if progress.pass_number >= progress.spec.passes or (progress.pass_number and enough(progress, board)):
        return 0
    one_pass = len(progress.active) // 2 * progress.spec.play.deals_per_match * progress.spec.leg_count
    left = sum([progress.hands_left(pairing) for pairing in progress.pairings()])
    most = min(left, (progress.spec.passes - progress.pass_number) * one_pass)
    growths = [_growth(progress, board, entrant) for entrant in needed_entrants(progress, board)]
    growth = _largest(growths)
    return most if growth is None else min(most, math.ceil(sum(progress.due_hands.values()) * growth / max(1, one_pass)) * one_pass)


def ties_to_go(progress: Progress, board: Board) -> int:
    """In a knockout: open ties until they are decided, and all that later rounds may take."""
    assert isinstance(board, KnockoutBoard), "the board of this format"
    later = board.count - 1 - sum(len(tie.pairing) == 2 for tie in board.ties)
    now = [_hands(progress, tie.pairing, [_to_decide(board, tie.pairing)]) for tie in board.ties if tie.winner is None]
    return sum(now) + (later * progress.spec.pairing_hands if now else 0)


def _hands(progress: Progress, pairing: Pairing, blocks: Iterable[int | None]) -> int:
    """Hands of a pairing that needs so many blocks, in whole matches; all it has left where one is not known."""
    most, left = _largest(blocks), progress.hands_left(pairing)
    match = progress.spec.play.deals_per_match * progress.spec.leg_count
    return left if most is None else min(left, math.ceil(progress.spec.block_hands * most / match) * match)


def _largest(values: Iterable[_Number | None]) -> _Number | None:
    """None where there are none, or one is not known."""
    found = list(values)
    known = [value for value in found if value is not None]
    return max(known) if known and len(known) == len(found) else None


def _blocks_of(progress: Progress, board: Board, entrant: int) -> int | None:
    """Blocks that an entrant needs in each of its pairings; None when that cannot be said."""
    if progress.spec.play.stop == "width":
        return _to_width(board, entrant)
    return _largest(_to_decide(board, pair) for pair in _open_pairs(progress, board, entrant))


def _growth(progress: Progress, board: Board, entrant: int) -> float | None:
    """By what part of itself the evidence for an entrant must grow; None when that cannot be said."""
    if progress.spec.play.stop == "width":
        more, count = _to_width(board, entrant), board.series_length(entrant)
        return None if more is None else more / count
    found = [(_to_decide(board, pair), board.evidence(*pair)) for pair in _open_pairs(progress, board, entrant)]
    return _largest(None if more is None or evidence is None else more / evidence.count for more, evidence in found)


def _open_pairs(progress: Progress, board: Board, entrant: int) -> list[Pair]:
    return [pair for pair in board.undecided_pairs if entrant in pair] if progress.spec.play.stop == "decided" else []


def _to_decide(board: Board, pair: Pairing) -> int | None:
    """How many more blocks decide a pair."""
    evidence = board.evidence(pair[0], pair[1])
    if evidence is None:
        return None
    total = numbers_to_decide(evidence.mean, evidence.deviation, evidence.count, board.level)
    if total is None:
        return None
    return max(1, max(total, int(start_count(evidence.skewness, board.level))) - evidence.count)


def _to_width(board: Board, entrant: int) -> int | None:
    """How many more blocks make the interval of a score narrow enough."""
    place, wanted, count = board.places[entrant], board.spec.play.width_mbb, board.series_length(entrant)
    if place.standard_error is None or wanted is None or count < 2:
        return None
    alpha, now = 1 - board.spec.play.confidence, place.interval.width
    deviation = place.standard_error * count**0.5 if now is None else now / 2 / float(half_width(1.0, count, alpha))
    total = numbers_to_width(deviation, count, wanted, alpha)
    return None if total is None else max(1, total - count)

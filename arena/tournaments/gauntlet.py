"""Gauntlet: one entrant, or a few candidates, against the field; nobody else meets.

All heroes meet an opponent on that opponent's deals, so in every pass all heroes that are still wanted meet an opponent that is.
"""

from arena.tournaments.board import Board, Pair
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.stopping import needed_entrants


def choose_gauntlet(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass; while someone who came late must catch up, only those with it."""
    wanted, behind = [entrants for entrants, _ in wanted_entrants(progress, board)], board.ignored.intersection(progress.active)
    found = [p for p in progress.pairings() if progress.deal_count(p) and any([entrants.issubset(p) for entrants in wanted])]
    return tuple([pairing for pairing in found if not behind.isdisjoint(pairing)] or found)


def wanted_entrants(progress: Progress, board: Board) -> list[tuple[frozenset[int], Pair | None]]:
    """Entrants whose pairings must play on, those of all who are named together, and the open pair for whose sake, if it is for one.

    Where the order is to be decided, a hero and an opponent play until they are; two heroes play until they are, against all.
    """
    if progress.spec.play.stop != "decided" or not board.undecided_pairs:
        return [(frozenset([entrant]), None) for entrant in needed_entrants(progress, board)]
    found: list[tuple[frozenset[int], Pair | None]] = []
    for pair in board.undecided_pairs:
        rivals = all([progress.spec.entrants[entrant].name in progress.spec.hero for entrant in pair])
        found += [(frozenset([entrant]), pair) for entrant in pair] if rivals else [(frozenset(pair), pair)]
    return found + [(frozenset([entrant]), None) for entrant in board.ignored.intersection(progress.active)]

"""Round robin: everyone meets everyone, at tables of as many seats as the tournament has. Against the house everyone plays alone.

Of the pairings that are still wanted those are played that are furthest behind: a score reaches only as far as its shortest pairing, so
that is where a match says most. It lets late entrants catch up, too.
"""

from arena.tournaments.board import Board
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.stopping import needed_entrants


def choose_round_robin(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass."""
    needed = needed_entrants(progress, board)
    wanted = [pairing for pairing in progress.pairings() if progress.deal_count(pairing) and not needed.isdisjoint(pairing)]
    fewest = min([progress.played[pairing] for pairing in wanted], default=0)
    return tuple(pairing for pairing in wanted if progress.played[pairing] == fewest)

"""When a tournament has played enough, as its file says: who must play on."""

from collections.abc import Callable

from arena.tournaments.board import Board
from arena.tournaments.progress import Progress


def needed_entrants(progress: Progress, board: Board) -> frozenset[int]:
    """The entrants that must play on, each against everyone. Who came late plays until it has caught up."""
    return (_NEEDED[progress.spec.play.stop](board) | board.ignored).intersection(progress.active)


def enough(progress: Progress, board: Board) -> bool:
    """Whether nobody must play on."""
    return not needed_entrants(progress, board)


def _everyone(board: Board) -> frozenset[int]:
    return frozenset(range(board.count))


def _undecided(board: Board) -> frozenset[int]:
    """Who stands in an undecided pair; everyone where only one is scored, and nothing can be decided."""
    if sum(not entrant.unscored for entrant in board.spec.entrants) < 2:
        return _everyone(board)
    return frozenset(entrant for pair in board.undecided_pairs for entrant in pair)


def _too_wide(board: Board) -> frozenset[int]:
    limit = board.spec.play.width_mbb
    assert limit is not None, 'stop = "width" comes with width_mbb'
    widths = {entrant: board.places[entrant].interval.width for entrant in board.ranked}
    return frozenset(entrant for entrant, width in widths.items() if width is None or width > limit)


_NEEDED: dict[str, Callable[[Board], frozenset[int]]] = {"max_hands": _everyone, "decided": _undecided, "width": _too_wide}
"""By ``stop``."""

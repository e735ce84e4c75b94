"""What is made of several readings of the library."""

from arena.dealer.ports import Library, RunInfo
from arena.tournaments import Standings, standings


def standings_of(library: Library, info: RunInfo) -> Standings:
    """How everyone stands in a run, its orders included."""
    return standings(info.spec, library.outcomes(info.run_id), library.orders(info.run_id))

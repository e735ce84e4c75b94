"""The dealer: hosts tables, asks seats, keeps time, runs and schedules tournaments. On trio, without sockets or SQL.

- ``ports``: what it needs of the rooms around it. ``table``: one leg being played, its clocks and faults.
- ``local``: seats of bots in this process. ``tournament``: a tournament from its first pass to its last.
- ``schedule``: which tournament is due when.
"""

from arena.dealer.local import LocalSeat
from arena.dealer.ports import Engine, Library, Record, RunInfo, RunStatus, StoredFault, StoredLeg, StoredMatch
from arena.dealer.table import FaultNotice, Seat, Sitting, Table
from arena.dealer.tournament import Run, play_run

__all__ = [
    "Engine",
    "FaultNotice",
    "Library",
    "LocalSeat",
    "Record",
    "Run",
    "RunInfo",
    "RunStatus",
    "Seat",
    "Sitting",
    "StoredFault",
    "StoredLeg",
    "StoredMatch",
    "Table",
    "play_run",
]

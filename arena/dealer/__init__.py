"""The dealer: hosts tables, asks seats, keeps time, runs and schedules tournaments. On trio, without sockets or SQL.

- ``ports``: what it needs of the rooms around it. ``table``: one leg being played, its clocks and faults.
- ``local``: seats of bots in this process. ``tournament``: a tournament from its first pass to its last.
- ``schedule``: which tournament is due when. ``access``: what may be shown of a stored match. ``reading``: standings of a stored run.
"""

from arena.dealer.access import Access, access_to, result_of
from arena.dealer.local import LocalSeat
from arena.dealer.nursery import open_plain_nursery
from arena.dealer.ports import (
    HOLD_S,
    Account,
    Accounts,
    Desk,
    Engine,
    Holder,
    Library,
    Record,
    RunInfo,
    RunStatus,
    StoredFault,
    StoredLeg,
    StoredMatch,
    hash_token,
)
from arena.dealer.reading import standings_of
from arena.dealer.schedule import Due, Scheduler, next_due
from arena.dealer.table import FaultNotice, Seat, Sitting, Table
from arena.dealer.tournament import Run, keep_hold, play_run

__all__ = [
    "HOLD_S",
    "Access",
    "Account",
    "Accounts",
    "Desk",
    "Due",
    "Engine",
    "FaultNotice",
    "Holder",
    "Library",
    "LocalSeat",
    "Record",
    "Run",
    "RunInfo",
    "RunStatus",
    "Scheduler",
    "Seat",
    "Sitting",
    "StoredFault",
    "StoredLeg",
    "StoredMatch",
    "Table",
    "access_to",
    "hash_token",
    "keep_hold",
    "next_due",
    "open_plain_nursery",
    "play_run",
    "result_of",
    "standings_of",
]

"""Who plays a run: statements about holds, and when a hold is over.

A hold is over when it has not been renewed for :data:`HOLD_S`, and at once when its process is seen to be gone, which can only be
seen on its own host. Renewing changes nothing that a ``Library`` shows, so the revision does not grow by it.
"""

import json
import os
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, select, update

from arena.dealer.ports import HOLD_S, Holder, RunStatus
from arena.errors import RunHeld
from arena.store.packing import reading
from arena.store.schema import runs
from arena.store.writing import grow_revision, no_run

SHARED_ROLE = "arena serve"
"""Of this role several processes may play in one database, each its own runs."""

_HOLDS: Select[Any] = select(runs.c.id, runs.c.name, runs.c.holder, runs.c.held_until)


def process_exists(holder: Holder) -> bool:
    """Whether a process may still be there: it is, or is out of sight on another host."""
    if holder.host != socket.gethostname():
        return True
    try:
        os.kill(holder.pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is another user's
        return True
    return True


@dataclass(frozen=True, slots=True)
class Holds:
    """What decides whether a hold is over."""

    now: Callable[[], datetime]
    alive: Callable[[Holder], bool]
    """Whether a holder's process may still be there."""

    def holder(self, row: Row[Any]) -> Holder | None:
        """Who holds the run of a row, unless that is over."""
        holder = _noted_holder(row)
        if holder is None or row.held_until is None or row.held_until <= self.now():
            return None
        return holder if self.alive(holder) else None

    def take(self, connection: Connection, run_id: int, holder: Holder) -> bytes:
        """A process plays a run from now on; the run's master."""
        master = connection.scalar(select(runs.c.master).where(runs.c.id == run_id))
        if master is None:
            raise no_run(run_id)
        self._refuse_held(connection, run_id, holder)
        values = {"status": RunStatus.RUNNING.value, "reason": "", "ended_at": None} | self._values(holder)
        connection.execute(update(runs).where(runs.c.id == run_id).values(values))
        grow_revision(connection)
        return bytes(master)

    def renew(self, connection: Connection, run_id: int, holder: Holder) -> None:
        """A process still plays a run, or learns that it does no longer."""
        row = connection.execute(_HOLDS.where(runs.c.id == run_id)).one_or_none()
        if row is None:
            raise no_run(run_id)
        noted = _noted_holder(row)
        if noted != holder:
            what = "was closed meanwhile" if noted is None else f"was taken over by {noted}"
            raise RunHeld(f"run {run_id} ({row.name}) {what}; this process plays it no longer")
        connection.execute(update(runs).where(runs.c.id == run_id).values(self._values(holder)))

    def _refuse_held(self, connection: Connection, run_id: int, holder: Holder) -> None:
        for row in connection.execute(_HOLDS.where(runs.c.holder.is_not(None)).order_by(runs.c.id)):
            other = self.holder(row)
            if other is None or other == holder:
                continue
            if row.id == run_id or other.role == holder.role != SHARED_ROLE:
                raise RunHeld(f"run {row.id} ({row.name}) is being played by {other}; wait for it, or use another --db")

    def _values(self, holder: Holder) -> dict[str, object]:
        return {"holder": json.dumps(asdict(holder)), "held_until": self.now() + timedelta(seconds=HOLD_S)}


def _noted_holder(row: Row[Any]) -> Holder | None:
    """Whom a row names, whether that is over or not."""
    if row.holder is None:
        return None
    with reading(f"run {row.id}"):
        noted = json.loads(row.holder)
        return Holder(str(noted["role"]), str(noted["host"]), int(noted["pid"]))

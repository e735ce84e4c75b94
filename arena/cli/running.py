"""What the commands that play tournaments share: who holds a run, and how a run that was left is gone on with."""

import os
import shlex
import socket
from collections.abc import Sequence
from dataclasses import replace

from arena.dealer import Holder, Run, RunInfo, RunStatus
from arena.errors import ConfigError
from arena.store import Database
from arena.tournaments import TournamentSpec

_KEYS = {"game_name": "game", "ruleset": "[rules]", "play": "[play]", "clock": "[clock]", "entrants": "[[entrant]]"}
UNFINISHED = frozenset({RunStatus.RUNNING, RunStatus.STOPPED, RunStatus.FAILED})


def this_process(role: str) -> Holder:
    """This process as the holder of a run."""
    return Holder(role, socket.gethostname(), os.getpid())


def unfinished_run(runs: Sequence[RunInfo], spec: TournamentSpec) -> RunInfo | None:
    """The newest run of a tournament, if it was never finished."""
    newest = next((run for run in runs if run.spec.name == spec.name), None)
    return newest if newest is not None and newest.status in UNFINISHED else None


def refuse_changed(info: RunInfo, spec: TournamentSpec, where: str) -> None:
    """Refuse to go on with a run by a file that says something else than when the run began.

    Raises:
        ConfigError: names the first thing that differs.
    """
    if same_file(info, spec):
        return
    begun = _as_begun(info.spec)
    changed = next(name for name in TournamentSpec.__dataclass_fields__ if getattr(begun, name) != getattr(spec, name))
    what = _KEYS.get(changed, changed)
    raise ConfigError(
        f"{where}: {what}: differs from run {info.run_id}, which is not finished; put it back to go on with that run, "
        "or begin another with --new"
    )


def same_file(info: RunInfo, spec: TournamentSpec) -> bool:
    """Whether a run began with this specification."""
    return _as_begun(info.spec) == spec


def _as_begun(spec: TournamentSpec) -> TournamentSpec:
    """Without those who came late."""
    return replace(spec, entrants=tuple(entrant for entrant in spec.entrants if not entrant.late))


def refuse_unknown_remotes(database: Database, spec: TournamentSpec, where: str, db: str = "") -> None:
    """Refuse to begin while a remote bot has no account: whoever waits for it waits in vain.

    Args:
        database: where the accounts are.
        spec: what is to be played.
        where: what messages call the file.
        db: what the command that makes an account needs to find the database, as ``db_words`` says it.

    Raises:
        ConfigError: names the first of them, and how an account is made.
    """
    remotes = [(number, entrant) for number, entrant in enumerate(spec.entrants, start=1) if entrant.remote]
    known = {account.name for account in database.accounts()} if remotes else set()
    for number, entrant in remotes:
        if entrant.name not in known:
            add = f"arena bots add {shlex.quote(entrant.name)} --owner {shlex.quote(entrant.owner) if entrant.owner else 'WHO'}{db}"
            raise ConfigError(f"{where}: entrant {number} ({entrant.name}): remote: has no account; `{add}` makes one")


def new_run(database: Database, spec: TournamentSpec, master: bytes, holder: Holder, *, seeded: bool) -> Run:
    """Begin a run of a tournament.

    Raises:
        RunHeld: another process plays in this database.
    """
    return Run(database.open_run(spec, master, seeded=seeded, holder=holder), spec, master, holder)


def open_run(database: Database, info: RunInfo, holder: Holder) -> Run:
    """Take a run over to go on with it; where it is paused, it stays so.

    Raises:
        RunHeld: another process plays it.
    """
    master = database.hold_run(info.run_id, holder)
    return Run(info.run_id, _as_begun(info.spec), master, holder, list(database.outcomes(info.run_id)))

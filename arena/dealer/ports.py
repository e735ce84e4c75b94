"""What the dealer needs of the rooms around it, as protocols; the rooms implement them, `cli/` joins them.

``Record`` and ``Library`` are synchronous, since databases are; the dealer calls them in threads.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

import trio

from arena.matches import Block, Fault, LegResult, MatchResult, MatchSpec
from arena.tournaments import MatchOutcome, MatchPlan, Order, TournamentSpec

HOLD_S = 20.0
"""A hold that has not been renewed for so long is over: its process is dead, or cut off."""


class RunStatus(StrEnum):
    """Where one running of a tournament stands."""

    RUNNING = "running"
    COMPLETED = "completed"
    STOPPED = "stopped"
    """Interrupted; what is stored stays, and it can be gone on with."""
    FAILED = "failed"
    """A match stayed void however often it was played."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """One running of a tournament, as stored."""

    run_id: int
    spec: TournamentSpec
    status: RunStatus
    reason: str
    commitment: str
    """SHA-256 of the secret master, published before the first card."""
    seeded: bool
    """Whether a person chose the master (``--seed``): reproducible, and known to that person."""
    started_at: datetime
    ended_at: datetime | None
    match_count: int
    order_count: int = 0
    """Decisions by hand so far."""
    paused: bool = False
    """Whether an organiser wants no match to begin for now."""
    holder: str = ""
    """The process that plays it, in words; empty when none does."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that plays a run. Another may take the run over once this one is dead, or has not renewed its hold for long."""

    role: str
    """The command, such as ``arena run``. Of one role only one process at a time plays in a database, but for ``arena serve``."""
    host: str
    pid: int

    def __str__(self) -> str:
        return f"{self.role}, process {self.pid} on {self.host}"


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """A leg as it is kept."""

    result: LegResult
    """With its hands decoded."""
    hand_bytes: tuple[bytes, ...]
    """The same hands as they are kept, in the same order."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is kept."""

    run: RunInfo
    pairing: tuple[int, ...]
    pass_number: int
    attempt: int
    spec: MatchSpec
    """Its seed included: handle with care while the deals are closed."""
    legs: tuple[StoredLeg, ...]
    blocks: tuple[Block, ...]
    hands_digest: str
    """SHA-256 over the hands, made when the match was stored."""
    commitment: str
    """SHA-256 of the match seed, made when the match was stored."""
    master: bytes
    """The run's secret master."""
    ended_at: datetime
    measured: bool = True
    """Whether the luck of the draw was computed; not in matches that an older version stored."""


@dataclass(frozen=True, slots=True)
class StoredFault:
    """A fault as it is kept, with where it happened."""

    run_id: int
    tournament_name: str
    match_id: str
    leg: int
    player_name: str
    fault: Fault


class Record(Protocol):
    """Where results are written. Every call is one transaction; a match is stored whole, once."""

    def open_run(self, spec: TournamentSpec, master: bytes, *, seeded: bool, holder: Holder | None = None) -> int:
        """A tournament begins; the number of this run.

        Raises:
            RunHeld: as :meth:`hold_run`.
        """

    def hold_run(self, run_id: int, holder: Holder) -> bytes:
        """From now on this process plays a run that was begun before; the run's secret master. Its status is ``running`` again.

        Raises:
            NoRecord: there is no such run.
            RunHeld: another process that is alive plays it, or plays in this database in the same exclusive role; names it.
        """

    def renew_hold(self, run_id: int, holder: Holder) -> None:
        """The process is still there; to be called at least every ``HOLD_S / 3`` seconds.

        Raises:
            RunHeld: another process has taken the run over.
        """

    def begin_match(self, run_id: int, plan: MatchPlan) -> None:
        """A match in which a remote bot takes part begins: should the arena die, its deals have been seen. Again changes nothing."""

    def begun(self, run_id: int) -> Sequence[tuple[tuple[int, ...], int, int]]:
        """Of matches that began and were never stored: pairing, pass, attempt; in that order of pass and pairing."""

    def paused(self, run_id: int) -> bool:
        """Whether an organiser wants no match of the run to begin; cheap enough to ask every second."""

    def orders(self, run_id: int) -> Sequence[Order]:
        """Every order of a run, in the order in which they were given."""

    def take_orders(self, run_id: int, pass_number: int) -> Sequence[Order]:
        """Let every order that holds from no pass yet hold from this one; all orders of the run, in the order in which they were given."""

    def add_match(self, run_id: int, plan: MatchPlan, result: MatchResult) -> None:
        """A match is over: the match, its legs, hands, blocks and faults. A second call for the same plan changes nothing."""

    def close_run(self, run_id: int, status: RunStatus, reason: str = "") -> None:
        """The tournament is over, or left; nobody holds it any more."""


class Desk(Protocol):
    """Where organisers decide about runs, whoever plays them. Every call is one transaction."""

    def give_order(self, run_id: int, order: Order) -> None:
        """An order that holds from the next pass that begins.

        Raises:
            NoRecord: there is no such run, entrant or match in it.
            ConfigError: it cannot be: the name is taken, the entrant has left already, the match is void already, the run is over
                (then only ``void`` and ``disqualify`` can be).
        """

    def pause_run(self, run_id: int, *, paused: bool) -> None:
        """Whether matches of a run may begin.

        Raises:
            NoRecord: there is no such run.
            ConfigError: the run is over.
        """


class Library(Protocol):
    """Where results are read."""

    def runs(self) -> Sequence[RunInfo]:
        """Every run, newest first."""

    def run(self, run_id: int) -> RunInfo:
        """One run.

        Raises:
            NoRecord: there is none of that number.
        """

    def outcomes(self, run_id: int) -> Sequence[MatchOutcome]:
        """The matches of a run in the order of pass, pairing, attempt, without their hands."""

    def orders(self, run_id: int) -> Sequence[Order]:
        """Every order of a run, in the order in which they were given."""

    def matches(self, match_id: str) -> Sequence[StoredMatch]:
        """Every stored match of that id, newest run first.

        Raises:
            NoRecord: there is none.
        """

    def faults(self, run_id: int | None = None, match_id: str | None = None) -> Sequence[StoredFault]:
        """Faults, newest run first; of one run or match when asked."""

    def outputs(self, match_id: str) -> Sequence[tuple[int, str, str]]:
        """What a match's programs printed: (leg, player name, text), newest run only."""

    def revision(self) -> int:
        """A number that grows with everything stored, by any process; cheap enough to ask every second."""


def hash_token(token: str) -> str:
    """What is kept of a token: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Account:
    """A remote bot's account."""

    name: str
    owner: str
    created_at: datetime
    revoked_at: datetime | None
    """Since when its token opens nothing; None while it does."""
    organiser: bool = False
    """Whether it may decide about tournaments, see :class:`Desk`."""


class Accounts(Protocol):
    """Who may connect from outside. Tokens are known by their hash only, see :func:`hash_token`."""

    def add_account(self, name: str, owner: str, token_hash: str, *, organiser: bool = False) -> None:
        """A new account.

        Raises:
            ConfigError: the name is taken.
        """

    def accounts(self) -> Sequence[Account]:
        """Every account, by name."""

    def revoke_account(self, name: str) -> None:
        """From now on its token opens nothing.

        Raises:
            NoRecord: there is no such account.
        """

    def find_account(self, token_hash: str) -> Account | None:
        """The account of a token, revoked or not."""


class Engine(Protocol):
    """Where matches run."""

    limiter: trio.CapacityLimiter
    """How many matches it takes at a time; whoever plays one holds a token of it."""

    async def play(self, plan: MatchPlan) -> MatchResult:
        """Play a match to its end. A failure of ours comes back as a void match, never as an exception."""

"""A tournament from its first pass to its last: asks the scheduler what is due, an engine to play it, a record to keep it.

All matches of a pass run at once, as many as the engine takes; what depends on results is computed at the end of a pass.
A void match is played again; one that stays void ends the tournament with what is stored.

Everything a run needs to go on is in the record: its matches, and the orders that were given. So whoever plays a run that was left, by
whatever end, plays what an uninterrupted run would have played. Only a match with a remote bot is told to the record when it begins: should
the arena die, the bot has seen its deals, so the match is void and played on others.

While a run is played its hold is renewed, and an organiser's pause is looked for: then matches in play go on and no other begins.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import trio

from arena.dealer.nursery import open_plain_nursery
from arena.dealer.ports import HOLD_S, Engine, Holder, Record
from arena.errors import EngineFailed
from arena.matches import Cause, LegResult, MatchResult, Status
from arena.tournaments import MatchOutcome, MatchPlan, Order, PassScheduler, TournamentSpec, outcome_of

MAX_ATTEMPTS = 3
"""How often in a row a match may be void before the tournament is given up."""
_LOOK_S = 1.0
"""How often a pause is looked for."""


@dataclass
class Run:
    """One running of a tournament, followed from outside."""

    run_id: int
    spec: TournamentSpec
    """Late entrants included, once they play."""
    master: bytes
    holder: Holder | None = None
    """Who plays it, where others could."""
    outcomes: list[MatchOutcome] = field(default_factory=list)
    """Everything that is over, in the order in which it ended."""
    hands_played: int = 0
    most_hands: int = 0
    """Hands if the budget is spent; deciding earlier saves some."""
    expected_hands: int = 0
    """Hands in all when it is decided, if things stay as they were after the last pass."""
    undecided: tuple[tuple[str, str], ...] = ()
    """What was open after the last pass: who is not surely better than whom."""
    pass_number: int = 0
    paused: bool = False
    """Whether an organiser wants no match to begin."""
    stopping: bool = False
    """Set from outside: matches in play are finished and stored, no other is begun."""


async def play_run(run: Run, engine: Engine, record: Record, changed: Callable[[Run], None]) -> None:
    """Play a run to its end, or until it is told to stop; every match is stored when it is over.

    Args:
        run: outcomes already in it are taken as played.
        engine: where matches run.
        record: where they are kept.
        changed: called after every match.

    Raises:
        EngineFailed: a match stayed void.
        RunHeld: another process has taken the run over.
    """
    player = _RunPlayer(run, engine, record, changed)
    async with open_plain_nursery() as nursery:
        nursery.start_soon(keep_hold, run, record)
        nursery.start_soon(player.look_for_pauses)
        await player.play()
        nursery.cancel_scope.cancel()


async def keep_hold(run: Run, record: Record) -> None:
    """Renew a run's hold, until cancelled; nothing to do where nobody else could play it.

    Raises:
        RunHeld: another process has taken the run over.
    """
    while run.holder is not None:
        await trio.to_thread.run_sync(record.renew_hold, run.run_id, run.holder)
        await trio.sleep(HOLD_S / 4)


class _RunPlayer:
    """A run being played."""

    def __init__(self, run: Run, engine: Engine, record: Record, changed: Callable[[Run], None]) -> None:
        self._run = run
        self._engine = engine
        self._record = record
        self._changed = changed
        self._scheduler = PassScheduler(run.spec, run.master)
        self._pause_over = trio.Event()
        self._obeyed: set[int] = set()

    async def look_for_pauses(self) -> None:
        """Until cancelled."""
        while True:
            paused = await trio.to_thread.run_sync(self._record.paused, self._run.run_id)
            if paused != self._run.paused:
                self._run.paused = paused
                self._pause_over.set()
                self._pause_over = trio.Event()
                self._changed(self._run)
            await trio.sleep(_LOOK_S)

    async def play(self) -> None:
        """Pass after pass."""
        run, scheduler = self._run, self._scheduler
        self._obey(await trio.to_thread.run_sync(self._record.orders, run.run_id))
        scheduler.add(run.outcomes)
        run.hands_played = sum(outcome.hand_count for outcome in run.outcomes)
        run.paused = await trio.to_thread.run_sync(self._record.paused, run.run_id)
        await self._void_interrupted()
        while not run.stopping:
            plans = await self._next_pass()
            self._tell_pass()
            if not plans:
                return
            before = len(run.outcomes)
            await self._play_pass(plans)
            scheduler.add(run.outcomes[before:])

    async def _next_pass(self) -> tuple[MatchPlan, ...]:
        """What is due, by the orders that were given meanwhile."""
        number = self._scheduler.pass_number
        if not self._scheduler.begun:
            self._obey(await trio.to_thread.run_sync(self._record.take_orders, self._run.run_id, number))
        return self._scheduler.next_pass()

    def _obey(self, orders: Sequence[Order]) -> None:
        """Tell the scheduler of orders that hold from a pass and are new to it."""
        new = {number: order for number, order in enumerate(orders) if number not in self._obeyed and order.pass_number is not None}
        self._obeyed.update(new)
        self._scheduler.obey(new.values())

    def _tell_pass(self) -> None:
        """How far the run has come."""
        run, scheduler, board = self._run, self._scheduler, self._scheduler.board
        run.spec, run.pass_number, run.most_hands = scheduler.spec, scheduler.pass_number, scheduler.most_hands
        run.expected_hands = run.hands_played + scheduler.estimated_hands()
        names = [entrant.name for entrant in run.spec.entrants]
        run.undecided = tuple((names[a], names[b]) for a, b in board.undecided_pairs)
        self._changed(run)

    async def _play_pass(self, plans: Iterable[MatchPlan]) -> None:
        """Play all matches of a pass; the first failure ends the others."""
        async with open_plain_nursery() as nursery:
            for plan in plans:
                nursery.start_soon(self._play_match, plan)

    async def _play_match(self, plan: MatchPlan) -> None:
        """Play a match until it is not void, keeping every attempt."""
        for _ in range(MAX_ATTEMPTS):
            result = await self._play_once(plan)
            if result is None or result.status != Status.VOID:
                return
            plan = self._scheduler.retry(plan)
        assert result is not None, "it was played"
        names = " and ".join(plan.spec.players)
        raise EngineFailed(f"the match of {names} was void {MAX_ATTEMPTS} times, the last time: {result.reason}")

    async def _play_once(self, plan: MatchPlan) -> MatchResult | None:
        """Play and store a match; None when none is to be begun any more."""
        while True:
            await self._wait_unpaused()
            async with self._engine.limiter:
                if self._run.stopping:
                    return None
                if self._run.paused:  # since; others may play meanwhile
                    continue
                if any(entrant.remote for entrant in plan.entrants):
                    await trio.to_thread.run_sync(self._record.begin_match, self._run.run_id, plan)
                result = await self._engine.play(plan)
            await self._store(plan, result)
            return result

    async def _wait_unpaused(self) -> None:
        """Return when matches may begin, or none will any more."""
        while self._run.paused and not self._run.stopping:
            with trio.move_on_after(_LOOK_S):  # whether it is to stop is set without a word
                await self._pause_over.wait()

    async def _store(self, plan: MatchPlan, result: MatchResult) -> None:
        await trio.to_thread.run_sync(self._record.add_match, self._run.run_id, plan, result)
        self._run.outcomes.append(outcome_of(plan, result))
        self._run.hands_played += result.hand_count
        self._changed(self._run)

    async def _void_interrupted(self) -> None:
        """Matches with remote bots that were in play when the arena ended."""
        begun = await trio.to_thread.run_sync(self._record.begun, self._run.run_id)
        if not begun:
            return
        before = len(self._run.outcomes)
        for plan in self._scheduler.next_pass():
            if (plan.pairing, plan.pass_number, plan.attempt) in begun:
                reason = "the arena ended while it was played"
                leg = LegResult(Status.VOID, (), (0,) * len(plan.pairing), reason=reason, cause=Cause.INTERRUPTED)
                await self._store(plan, MatchResult(plan.spec, (leg,)))
        self._scheduler.add(self._run.outcomes[before:])

"""A tournament from its first pass to its last: asks the scheduler what is due, an engine to play it, a record to keep it.

All matches of a pass run at once, as many as the engine takes; what depends on results is computed at the end of a pass.
A void match is played again; one that stays void ends the tournament with what is stored.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import trio

from arena.dealer.nursery import open_plain_nursery
from arena.dealer.ports import Engine, Record
from arena.errors import EngineFailed
from arena.matches import Status
from arena.tournaments import MatchOutcome, MatchPlan, RoundRobin, TournamentSpec, outcome_of

MAX_ATTEMPTS = 3
"""How often a match may be void before the tournament is given up."""

SCHEDULERS = {"round_robin": RoundRobin, "solo": RoundRobin}
"""By ``format``."""


@dataclass
class Run:
    """One running of a tournament, followed from outside."""

    run_id: int
    spec: TournamentSpec
    master: bytes
    outcomes: list[MatchOutcome] = field(default_factory=list)
    """Everything that is over, in the order in which it ended."""
    hands_played: int = 0
    most_hands: int = 0
    """Hands if the budget is spent; deciding earlier saves some."""
    pass_number: int = 0
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
    """
    scheduler = SCHEDULERS[run.spec.format](run.spec, run.master)
    scheduler.add(run.outcomes)
    run.most_hands = scheduler.most_hands
    changed(run)
    while not run.stopping and (plans := scheduler.next_pass()):
        run.pass_number = plans[0].pass_number
        before = len(run.outcomes)
        await _play_pass(plans, _PassPlayer(run, scheduler, engine, record, changed))
        scheduler.add(run.outcomes[before:])


@dataclass(frozen=True, slots=True)
class _PassPlayer:
    """What every match of a run needs."""

    run: Run
    scheduler: RoundRobin
    engine: Engine
    record: Record
    changed: Callable[[Run], None]

    async def play(self, plan: MatchPlan) -> None:
        """Play a match until it is not void, keeping every attempt."""
        while True:
            async with self.engine.limiter:
                if self.run.stopping:
                    return
                result = await self.engine.play(plan)
            await trio.to_thread.run_sync(self.record.add_match, self.run.run_id, plan, result)
            self.run.outcomes.append(outcome_of(plan, result))
            self.run.hands_played += result.hand_count
            self.changed(self.run)
            if result.status != Status.VOID:
                return
            if plan.attempt + 1 >= MAX_ATTEMPTS:
                names = " and ".join(plan.spec.players)
                raise EngineFailed(f"the match of {names} was void {MAX_ATTEMPTS} times, the last time: {result.reason}")
            plan = self.scheduler.retry(plan)


async def _play_pass(plans: Iterable[MatchPlan], player: _PassPlayer) -> None:
    """Play all matches of a pass; the first failure ends the others."""
    async with open_plain_nursery() as nursery:
        for plan in plans:
            nursery.start_soon(player.play, plan)

"""The matches of a tournament, pass by pass, until it is decided or its budget is spent; whatever the format.

A scheduler that can be stopped anywhere: what comes next depends only on the specification, the master, the orders and the outcomes
added so far, not on the order in which they came, on how they were split, or on how many jobs ran. All that depends on results is
computed at the end of a pass, in the fixed order of pairings. So adding everything that was stored resumes a tournament.
"""

import dataclasses
from collections.abc import Iterable
from operator import attrgetter

from arena.matches import MatchSpec, Status
from arena.tournaments.board import Board
from arena.tournaments.formats import board_of, budget_of, choose_pass, hands_to_go
from arena.tournaments.orders import Order
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.progress import Progress
from arena.tournaments.results import Pairing
from arena.tournaments.spec import MatchPlan, TournamentSpec
from arena.tournaments.streams import planned_match_id, planned_seed


class PassScheduler:
    """What is due, pass by pass."""

    def __init__(self, spec: TournamentSpec, master: bytes, orders: Iterable[Order] = ()) -> None:
        """Nothing has been played; ``master`` is the tournament's secret, 32 bytes; ``orders`` each with its pass."""
        self._progress = Progress(spec)
        self._master = master
        self._orders: dict[int, list[Order]] = {}
        self._wanted: tuple[Pairing, ...] | None = None
        self._board: Board | None = None
        self._arrived: dict[int, dict[Pairing, MatchOutcome]] = {}
        self._attempts: dict[tuple[int, Pairing], int] = {}
        self.obey(orders)

    @property
    def spec(self) -> TournamentSpec:
        """With everyone who has entered meanwhile."""
        return self._progress.spec

    @property
    def pass_number(self) -> int:
        """The pass that :meth:`next_pass` belongs to."""
        return self._progress.pass_number

    @property
    def begun(self) -> bool:
        """Whether a match of that pass has an outcome, or may have been given out: then orders hold from the next one on."""
        return self._wanted is not None

    @property
    def most_hands(self) -> int:
        """Hands of the whole tournament if it plays until its budget is spent."""
        return budget_of(self.spec)[0]

    @property
    def board(self) -> Board:
        """The board at the end of the last pass."""
        if self._board is None:
            self._board = board_of(self._progress)
        return self._board

    def estimated_hands(self) -> int:
        """Hands still to be played after the last pass, if things stay as they are."""
        return hands_to_go(self._progress, self.board)

    def obey(self, orders: Iterable[Order]) -> None:
        """Take orders that hold from a pass that has not begun."""
        for order in orders:
            assert order.pass_number is not None, "the pass is known"
            assert order.pass_number >= self.pass_number + self.begun, "the pass has not begun"
            self._orders.setdefault(order.pass_number, []).append(order)

    def next_pass(self) -> tuple[MatchPlan, ...]:
        """The matches of the running pass that have no outcome yet, void ones anew; empty when the tournament is over."""
        wanted, arrived = self._begin_pass(), self._arrived.get(self.pass_number, {})
        return tuple(
            self._plan(pairing, self._attempts.get((self.pass_number, pairing), 0)) for pairing in wanted if pairing not in arrived
        )

    def add(self, outcomes: Iterable[MatchOutcome]) -> None:
        """Take outcomes, of any passes and in any order; a void one only means that its match is still wanted."""
        for outcome in outcomes:
            key = (outcome.pass_number, outcome.pairing)
            if outcome.status == Status.VOID:
                self._attempts[key] = max(self._attempts.get(key, 0), outcome.attempt + 1)
            elif outcome.pass_number >= self.pass_number:
                arrived = self._arrived.setdefault(outcome.pass_number, {})
                arrived[outcome.pairing] = min(arrived.get(outcome.pairing, outcome), outcome, key=attrgetter("attempt"))
        while self._arrived.get(self.pass_number) and self._end_pass():
            pass

    def retry(self, plan: MatchPlan) -> MatchPlan:
        """A void match once more: on the same deals, but on new ones if a bot that the arena does not start took part."""
        attempt = plan.attempt + 1
        seed = planned_seed(self.spec, self._master, plan.pairing, plan.pass_number, attempt)
        spec = dataclasses.replace(plan.spec, match_id=planned_match_id(self.spec, seed, plan.pairing, attempt), seed=seed)
        return dataclasses.replace(plan, attempt=attempt, spec=spec)

    def _begin_pass(self) -> tuple[Pairing, ...]:
        """The pairings of the running pass; its orders hold from now on."""
        if self._wanted is None:
            orders = self._orders.pop(self.pass_number, ())
            self._progress.obey(orders)
            self._board = None if orders else self._board
            self._wanted = choose_pass(self._progress, self.board)
        return self._wanted

    def _end_pass(self) -> bool:
        """Count the running pass if all of it has arrived; what nobody wanted in it counts for nothing, whenever it came."""
        wanted, arrived = self._begin_pass(), self._arrived[self.pass_number]
        if not wanted or not all([pairing in arrived for pairing in wanted]):
            return False
        del self._arrived[self.pass_number]
        self._progress.end_pass(arrived[pairing] for pairing in wanted)
        self._wanted = self._board = None
        return True

    def _plan(self, pairing: Pairing, attempt: int) -> MatchPlan:
        entrants = tuple(self.spec.entrants[index] for index in pairing)
        seed = planned_seed(self.spec, self._master, pairing, self.pass_number, attempt)
        spec = MatchSpec(
            match_id=planned_match_id(self.spec, seed, pairing, attempt),
            tournament_name=self.spec.name,
            game_name=self.spec.game_name,
            ruleset=self.spec.ruleset,
            players=tuple(entrant.name for entrant in entrants),
            seed=seed,
            deal_count=self._progress.deal_count(pairing),
            mirrored=self.spec.play.deals == "mirrored",
            drawn_seats=True,
            clock=self.spec.clock,
            payouts=self.spec.payouts,
        )
        return MatchPlan(pairing, self.pass_number, attempt, spec, entrants)

"""Round robin: everyone meets everyone, pass by pass, until it is decided or the budget is spent.

Against the house (``solo``) everyone plays alone: pairings of one. A scheduler that can be stopped anywhere: what comes next depends
only on the specification, the master and the outcomes added so far, not on their order, on how they were split, or on how many jobs
ran. All that depends on results is computed at the end of a pass, in the fixed order of pairings. So adding everything that was
stored resumes a tournament.

The budget counts hands that were due, not hands that were played: a bot that always forfeits at once spends it like any other.
"""

import dataclasses
import math
from collections.abc import Callable, Iterable
from itertools import combinations

from arena.matches import MatchSpec, Status, derive_match_id, match_seed
from arena.tournaments.board import BlockResults, Board, Pairing
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.spec import Entrant, MatchPlan, TournamentSpec


class RoundRobin:
    """The matches of a tournament, pass by pass."""

    def __init__(self, spec: TournamentSpec, master: bytes) -> None:
        """Nothing has been played; ``master`` is the tournament's secret, 32 bytes."""
        self.spec = spec
        self.pairings: tuple[Pairing, ...] = tuple(combinations(range(len(spec.entrants)), spec.play.seats))
        """Indices of entrants, ascending, in the order in which they are always taken."""
        self.pass_number = 0
        """The pass that :meth:`next_pass` belongs to."""
        self._master = master
        self._leg_count = _leg_count(spec)
        self._carried = spec.ruleset.carried_stack > 0  # then a match is one block, so none is shortened
        self._results = BlockResults(spec)
        self._hands_left = dict.fromkeys(self.pairings, spec.play.max_hands)
        self._arrived: dict[tuple[int, Pairing], MatchOutcome] = {}
        self._attempts: dict[tuple[int, Pairing], int] = {}
        self._wanted = self._choose()

    @property
    def most_hands(self) -> int:
        """Hands of the whole tournament if it plays until its budget is spent."""
        return round_robin_budget(self.spec)[0]

    def next_pass(self) -> tuple[MatchPlan, ...]:
        """The matches of the running pass that have no outcome yet, void ones anew; empty when the tournament is over."""
        due = [(self.pass_number, pairing) for pairing in self._wanted]
        return tuple(
            self._plan(pairing, self._attempts.get((number, pairing), 0))
            for number, pairing in due
            if (number, pairing) not in self._arrived
        )

    def add(self, outcomes: Iterable[MatchOutcome]) -> None:
        """Take outcomes, of any passes and in any order; a void one only means that its match is still wanted."""
        for outcome in outcomes:
            assert outcome.pairing in self._hands_left, "an outcome belongs to a pairing of this tournament"
            key = (outcome.pass_number, outcome.pairing)
            if outcome.status == Status.VOID:
                self._attempts[key] = max(self._attempts.get(key, 0), outcome.attempt + 1)
            elif outcome.pass_number >= self.pass_number:
                self._arrived.setdefault(key, outcome)
        while self._wanted and all([(self.pass_number, pairing) in self._arrived for pairing in self._wanted]):
            self._end_pass()

    def retry(self, plan: MatchPlan) -> MatchPlan:
        """A void match once more: on the same deals, but on new ones if a bot that the arena does not start took part."""
        attempt = plan.attempt + 1
        seed = planned_seed(self.spec, self._master, plan.pairing, plan.pass_number, attempt)
        spec = dataclasses.replace(plan.spec, match_id=planned_match_id(self.spec, seed, plan.pairing, attempt), seed=seed)
        return dataclasses.replace(plan, attempt=attempt, spec=spec)

    def _end_pass(self) -> None:
        for pairing in self._wanted:
            outcome = self._arrived.pop((self.pass_number, pairing))
            self._results.add(outcome)
            self._hands_left[pairing] -= self._deal_count(pairing) * self._leg_count
        self.pass_number += 1
        self._wanted = self._choose()

    def _choose(self) -> tuple[Pairing, ...]:
        """The pairings that the pass about to begin wants, in order."""
        needed = _NEEDED[self.spec.play.stop](self.spec, self._results)
        return tuple(pairing for pairing in self.pairings if self._deal_count(pairing) and not needed.isdisjoint(pairing))

    def _deal_count(self, pairing: Pairing) -> int:
        deals, left = self.spec.play.deals_per_match, self._hands_left[pairing] // self._leg_count
        return 0 if self._carried and left < deals else min(deals, left)

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
            deal_count=self._deal_count(pairing),
            mirrored=self.spec.play.deals == "mirrored",
            clock=self.spec.clock,
        )
        return MatchPlan(pairing, self.pass_number, attempt, spec, entrants)


def planned_seed(spec: TournamentSpec, master: bytes, pairing: Pairing, pass_number: int, attempt: int) -> bytes:
    """The seed of the match of a pairing in a pass; a repeated match with a remote bot gets deals of its own.

    Against the house all bots that the arena starts, and those it trusts, meet the same deals.

    Change the texts of these streams and old tournaments can be neither resumed nor verified.
    """
    common = spec.format == "solo" and spec.play.deals == "mirrored" and all([_may_share(spec.entrants[index]) for index in pairing])
    stream = "house" if common else "pairing " + "-".join(map(str, pairing))
    if attempt and any([spec.entrants[index].remote for index in pairing]):
        stream += f" attempt {attempt}"
    return match_seed(master, stream, pass_number)


def round_robin_budget(spec: TournamentSpec) -> tuple[int, int]:
    """Hands and matches of the whole tournament if it plays until its budget is spent."""
    legs = _leg_count(spec)
    whole = spec.play.deals_per_match if spec.ruleset.carried_stack else 1  # then a match is one block, and none is shortened
    deals = spec.play.max_hands // (legs * whole) * whole
    pairings = math.comb(len(spec.entrants), spec.play.seats)
    return pairings * deals * legs, pairings * math.ceil(deals / spec.play.deals_per_match)


def _leg_count(spec: TournamentSpec) -> int:
    return spec.play.seats if spec.play.deals == "mirrored" else 1


def planned_match_id(spec: TournamentSpec, seed: bytes, pairing: Pairing, attempt: int) -> str:
    """The id of a match; where several are played on one seed, by whoever plays it."""
    return derive_match_id(seed, attempt, "-".join(map(str, pairing)) if spec.format == "solo" else "")


def _may_share(entrant: Entrant) -> bool:
    return not entrant.remote or entrant.trusted


def _everyone(spec: TournamentSpec, _: BlockResults) -> frozenset[int]:
    return frozenset(range(len(spec.entrants)))


def _undecided(spec: TournamentSpec, results: BlockResults) -> frozenset[int]:
    return Board(spec, results).undecided


def _too_wide(spec: TournamentSpec, results: BlockResults) -> frozenset[int]:
    limit = spec.play.width_mbb
    assert limit is not None, 'stop = "width" comes with width_mbb'
    widths = [place.interval.width for place in Board(spec, results).places]
    return frozenset(entrant for entrant, width in enumerate(widths) if width is None or width > limit)


_NEEDED: dict[str, Callable[[TournamentSpec, BlockResults], frozenset[int]]] = {
    "max_hands": _everyone,
    "decided": _undecided,
    "width": _too_wide,
}
"""By ``stop``: the entrants that must play on, each against everyone."""

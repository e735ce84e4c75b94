"""How far a tournament has come: what its formats choose the next pass by.

It is a function of the specification, the matches that ended before the pass and the orders that hold since; never of the order
in which matches ended, or how many jobs ran.

The budget counts hands that were due, not hands that were played: a bot that always forfeits at once spends it like any other.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arena.matches import Status
from arena.tournaments.orders import Order, OrderKind
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.results import BlockResults, Pairing
from arena.tournaments.spec import TournamentSpec

LEFT = {OrderKind.WITHDRAW: "withdrawn", OrderKind.DISQUALIFY: "disqualified"}
"""What is said of who has left, by the order that did it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match that counts, as one of its players sees it."""

    match_id: str
    pass_number: int
    failed: bool
    """Whether the player forfeited the match or a leg of it."""


class Progress:
    """What has been played and decided before the pass ``pass_number``."""

    def __init__(self, spec: TournamentSpec) -> None:
        """Nothing has been played; entrants of the specification that are ``late`` are let in by their orders."""
        self.spec = spec
        self._leg_count, self._block_hands, self._pairing_hands = spec.leg_count, spec.block_hands, spec.pairing_hands
        self.results = BlockResults(spec)
        self.pass_number = 0
        self.played: Counter[Pairing] = Counter()
        """Matches that count, by pairing."""
        self.left: dict[int, str] = {}
        """Who has left, and how."""
        self.entered = {index for index, entrant in enumerate(spec.entrants) if not entrant.late}
        """Who has come, whether or not it has left since."""
        self.due_hands: Counter[Pairing] = Counter()
        """Hands of the matches that count, played or not, by pairing."""
        self._meetings: dict[int, list[Meeting]] = {}
        self._counted: dict[str, MatchOutcome] = {}
        self._pairings: tuple[Pairing, ...] | None = None

    @property
    def active(self) -> tuple[int, ...]:
        """Entrants that may be given matches, in order."""
        return tuple(sorted(self.entered - self.left.keys()))

    @property
    def absent(self) -> frozenset[int]:
        """Entrants that have left, or not come yet."""
        return frozenset(range(len(self.spec.entrants))).difference(self.active)

    @property
    def behind(self) -> frozenset[int]:
        """Entrants that came late and have not caught up with those who were there from the start."""
        late = [index for index in self.active if self.spec.entrants[index].late]
        regular = [pairing for pairing in self.pairings() if pairing[-1] not in late] if late else []
        least = max(1, min([self.played[pairing] for pairing in regular], default=0))
        return frozenset(index for index in late if not self._met_all_before(index, least))

    def pairings(self) -> tuple[Pairing, ...]:
        """All that may meet, in the order in which they are always taken."""
        if self._pairings is None:
            self._pairings = possible_pairings(self.spec, self.active)
        return self._pairings

    def meetings(self, entrant: int) -> list[Meeting]:
        """Its matches that count, in order."""
        return self._meetings.get(entrant, [])

    def deal_count(self, pairing: Pairing) -> int:
        """Deals of a pairing's next match; 0 when its budget is spent. A match that is one block is never shortened."""
        return min(self.spec.play.deals_per_match, self.hands_left(pairing) // self._leg_count)

    def hands_left(self, pairing: Pairing) -> int:
        """What is left of a pairing's budget, in whole blocks."""
        return max(0, self._pairing_hands - self.due_hands[pairing])

    def obey(self, orders: Iterable[Order]) -> None:
        """Let orders hold that hold from this pass on."""
        for order in orders:
            self._pairings = None
            if order.kind == OrderKind.ENTER:
                self._enter(order)
            elif order.kind == OrderKind.VOID:
                self._void(order.subject)
            else:
                self.left.setdefault(index_of(self.spec, order.subject), LEFT[order.kind])

    def end_pass(self, outcomes: Iterable[MatchOutcome]) -> None:
        """Count the outcomes of the pass, one for each pairing that played, in the order of pairings."""
        for outcome in outcomes:
            self.results.add(outcome)
            self._counted[outcome.match_id] = outcome
            self.played[outcome.pairing] += 1
            self.due_hands[outcome.pairing] += len(outcome.blocks) * self._block_hands
            for entrant, forfeits in zip(outcome.pairing, outcome.forfeits, strict=True):
                meeting = Meeting(outcome.match_id, outcome.pass_number, forfeits > 0)
                self._meetings.setdefault(entrant, []).append(meeting)
        self.pass_number += 1

    def _enter(self, order: Order) -> None:
        assert order.entrant is not None, "who enters is told"
        if order.subject not in {entrant.name for entrant in self.spec.entrants}:
            late = dataclasses.replace(order.entrant, late=True)
            self.spec = dataclasses.replace(self.spec, entrants=(*self.spec.entrants, late))
        self.entered.add(index_of(self.spec, order.subject))

    def _void(self, match_id: str) -> None:
        """The match counts for nobody, and its pairing has its hands back."""
        outcome = self._counted.pop(match_id, None)
        if outcome is None:  # void already
            return
        self.results.remove(outcome)
        self.played[outcome.pairing] -= 1
        self.due_hands[outcome.pairing] -= len(outcome.blocks) * self._block_hands
        for entrant in outcome.pairing:
            self._meetings[entrant] = [meeting for meeting in self._meetings[entrant] if meeting.match_id != match_id]

    def _met_all_before(self, late: int, matches: int) -> bool:
        """Whether a late entrant has met all who came before it so often; they have lower numbers."""
        return all([self.played[pairing] >= matches for pairing in self.pairings() if pairing[-1] == late])


def possible_pairings(spec: TournamentSpec, entrants: Iterable[int]) -> tuple[Pairing, ...]:
    """Everyone with everyone, but heroes only with others; bots of one owner share no table of three or more."""
    heroes = {index for index, entrant in enumerate(spec.entrants) if entrant.name in spec.hero}
    owners = [entrant.owner for entrant in spec.entrants]

    def may_meet(pairing: Pairing) -> bool:
        owned = [owners[index] for index in pairing if owners[index]] if len(pairing) > 2 else []
        return len(set(owned)) == len(owned) and (not heroes or len(heroes.intersection(pairing)) == 1)

    return tuple(pairing for pairing in combinations(sorted(entrants), spec.play.seats) if may_meet(pairing))


def progress_of(spec: TournamentSpec, outcomes: Iterable[MatchOutcome], orders: Iterable[Order] = ()) -> Progress:
    """How far some matches bring a tournament, given in any order; every order holds, those that wait for a pass too."""
    progress, waiting = Progress(spec), list(orders)
    passes: dict[int, dict[Pairing, MatchOutcome]] = {}
    for outcome in sorted(outcomes, key=lambda outcome: (outcome.pairing, outcome.attempt)):
        if outcome.status != Status.VOID:
            passes.setdefault(outcome.pass_number, {}).setdefault(outcome.pairing, outcome)
    for number in range(max(passes, default=-1) + 1):
        progress.obey([order for order in waiting if order.pass_number == number])
        progress.end_pass(passes.get(number, {}).values())
    progress.obey([order for order in waiting if order.pass_number is None or order.pass_number >= progress.pass_number])
    return progress


def index_of(spec: TournamentSpec, name: str) -> int:
    """The entrant of that name."""
    return [entrant.name for entrant in spec.entrants].index(name)

"""Is A better than B? What is played to find out, pass by pass, and what may be said of it.

Two bots play matches heads-up, each deal twice or once; against the house each plays alone, both on the same deals. A pass is
PASS_MATCHES matches of each pairing, all on different deals, whatever the number of jobs; what depends on results is computed at its end,
in the order of matches and blocks. So no number depends on how many jobs ran or which match was over first.

The series that is shown has a number for every block, in thousandths of a unit a hand, more is better for A: what A won, the luck of
the draw taken out (``results``) or left in; against the house B's regret less A's. Who forfeits a playing is charged, and of two
there is one other, so a block counts from the side of whoever's score it enters; one that enters neither is left out.

A charge is a loss of whoever forfeited and no gain of the other: nobody is called better for hands that were not played. So it is judged
twice (``sides``): whether A is better by a series in which blocks that B forfeited count 0 at most, whether B is by its mirror image. Of
blocks that were played the two say the same. A bot that forfeits all its legs, or is never dealt a hand, has failed: nothing is to
be found out by going on.

What may be said is one of two things. Asked only who is better, by the interval that may be watched, at the end of every pass. Asked
whether A is better by δ, by the patch test, whose verdict never changes. Beside both stands the certificate, which needs nothing but the
rules: from what was won, luck included.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arena.matches import MatchSpec, Status, derive_match_id, match_seed
from arena.rules import AnyRuleset, FiveCardDrawRuleset
from arena.statistics import (
    Certificate,
    Interval,
    PatchTest,
    half_width,
    interval,
    numbers_to_decide,
    patch_test,
    standard_error,
    start_count,
)
from arena.statistics import Verdict as PatchVerdict
from arena.tournaments.outcome import MatchOutcome
from arena.tournaments.results import BlockResults, Numbers, Pairing
from arena.tournaments.spec import MatchPlan, TournamentSpec

PASS_MATCHES = 4
"""Matches of each pairing in a pass."""
_DUEL: tuple[Pairing, ...] = ((0, 1),)
_SOLO: tuple[Pairing, ...] = ((0,), (1,))


@dataclass(frozen=True, slots=True)
class Sides:
    """A series as each side may count it, more is better for A; one and the same where nothing was forfeited."""

    for_a: Numbers
    """What B forfeited is no gain."""
    for_b: Numbers
    """What A forfeited is no gain, so 0 at least."""


class Answer(StrEnum):
    """What may be said."""

    A_BETTER = "a_better"
    B_BETTER = "b_better"
    NOT_BETTER = "not_better"
    """Only where δ was asked for: A is not better by it."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a series."""

    confidence: float = 0.95
    """1 less the chance to say something wrong."""
    delta: float | None = None
    """Whether A is better by so much, in the unit of the series; None to ask who is better at all."""

    @property
    def alpha(self) -> float:
        """The chance to say something wrong."""
        return 1 - self.confidence


@dataclass(frozen=True, slots=True)
class Finding:
    """What a series says."""

    answer: Answer
    interval: Interval
    """Of the whole series, whatever was asked."""
    standard_error: float | None
    count: int
    """Numbers in the series."""
    needed_count: int | None
    """After how many of them it could be said; None if it cannot yet. By the interval: the first at which that of a side left 0 out."""
    test: PatchTest | None = None
    """Where δ was asked for."""


class Comparison:
    """Matches between A and B, entrants 0 and 1 of a specification, and what they came to."""

    def __init__(self, spec: TournamentSpec, master: bytes) -> None:
        """Nothing has been played; ``master`` is a secret of 32 bytes. Of ``spec.play`` hold the deals, their number and the budget."""
        assert len(spec.entrants) == 2, "A and B"
        assert not spec.ruleset.carried_stack, "blocks of one deal"
        self.spec = spec
        self.pairings = _SOLO if spec.ruleset.graded else _DUEL
        self.hands_per_block = 2 if spec.ruleset.graded or spec.play.deals == "mirrored" else 1
        self.hand_count = 0
        """Hands played."""
        self.hands, self.legs = [0, 0], [0, 0]
        """Hands and legs that A and B were at the table for; of a leg that was forfeited only the hands that were played."""
        self.incidents, self.forfeits = [0, 0], [0, 0]
        """Fault incidents and forfeited legs, A's and B's."""
        self.reasons: Counter[str] = Counter()
        """Why matches were not completed, and how often."""
        bounded = isinstance(spec.ruleset, FiveCardDrawRuleset)
        self.certificates = tuple(Certificate(loss_bound(spec.ruleset)) for _ in range(2)) if bounded else ()
        """That A is better, and that B is; none against the house."""
        self._master = master
        self._results = BlockResults(spec)
        self._match_count = 0
        self._due_hands = 0
        self._played: tuple[list[int], list[int]] = [], []
        self._charged: tuple[list[bool], list[bool]] = [], []

    @property
    def failed(self) -> tuple[int, ...]:
        """Who (0 for A, 1 for B) forfeited every leg, or some and was never dealt a hand."""
        return tuple(one for one in (0, 1) if self.forfeits[one] and (self.forfeits[one] == self.legs[one] or not self.hands[one]))

    @property
    def hands_left(self) -> int:
        """What is left of the budget. It counts hands that were due, so that a bot that always forfeits spends it too."""
        return self.spec.play.max_hands - self._due_hands

    def next_pass(self) -> tuple[MatchPlan, ...]:
        """The matches of the running pass, the last of them shortened to what the budget leaves; empty when it is spent."""
        plans, left = [], self.hands_left // self.hands_per_block
        for number in range(self._match_count, self._match_count + PASS_MATCHES):
            deals = min(self.spec.play.deals_per_match, left)
            left -= deals
            plans += [self._plan(pairing, number, deals) for pairing in self.pairings if deals]
        return tuple(plans)

    def end_pass(self, outcomes: Sequence[MatchOutcome]) -> None:
        """Count the running pass: an outcome for each of its matches, none of them void, in their order."""
        plans, before = self.next_pass(), self.series(corrected=False).size
        assert [outcome.match_id for outcome in outcomes] == [plan.spec.match_id for plan in plans], "the matches of this pass"
        for outcome in outcomes:
            self._count(outcome)
        self._match_count += PASS_MATCHES
        self._due_hands += sum(plan.spec.deal_count * plan.spec.leg_count for plan in plans)
        sides = self.sides(corrected=False)
        self._certify((sides.for_a[before:] / 1000, -sides.for_b[before:] / 1000))

    def series(self, *, corrected: bool = True) -> Numbers:
        """A number for every block; ``corrected``: with the luck of the draw taken out, where there is one."""
        luck_in = not corrected and not self.spec.ruleset.graded
        return _ahead({pairing: one.nets if luck_in else one.results for pairing, one in self._results.by_pairing().items()})

    def sides(self, *, corrected: bool = True) -> Sides:
        """The same series as each side may count it."""
        series = self.series(corrected=corrected)
        if not any(self.forfeits):
            return Sides(series, series)
        by_a, by_b = (np.array(charged, dtype=np.bool_)[self._counted] for charged in self._charged)
        return Sides(np.where(by_b, np.minimum(series, 0), series), np.where(by_a, np.maximum(series, 0), series))

    def hands_of(self, count: int) -> int:
        """Hands that were played in the first ``count`` blocks of the series."""
        played = np.array(self._played[: len(self.pairings)], dtype=np.int64).sum(axis=0)  # heads-up A's hands are B's
        return int(played[self._counted][:count].sum())

    @property
    def _counted(self) -> NDArray[np.bool_]:
        """By block that was due: whether it is in the series; heads-up not where both forfeited a playing of it."""
        both = np.logical_and(*(np.array(charged, dtype=np.bool_) for charged in self._charged))
        return ~both | self.spec.ruleset.graded

    def _plan(self, pairing: Pairing, number: int, deals: int) -> MatchPlan:
        entrants = tuple(self.spec.entrants[index] for index in pairing)
        seed = match_seed(self._master, f"comparison {self.spec.play.deals}", number)
        spec = MatchSpec(
            match_id=derive_match_id(seed, 0, "-".join(map(str, pairing))),
            tournament_name=self.spec.name,
            game_name=self.spec.game_name,
            ruleset=self.spec.ruleset,
            players=tuple(entrant.name for entrant in entrants),
            seed=seed,
            deal_count=deals,
            mirrored=len(pairing) > 1 and self.spec.play.deals == "mirrored",
            clock=self.spec.clock,
        )
        return MatchPlan(pairing, number, 0, spec, entrants)

    def _count(self, outcome: MatchOutcome) -> None:
        assert outcome.status != Status.VOID, "void matches are played again"
        self._results.add(outcome)
        self.hand_count += outcome.hand_count
        self.reasons.update(reason for reason in outcome.reason.split("; ") if reason)
        for player, index in enumerate(outcome.pairing):
            self.hands[index] += outcome.hand_count
            self.legs[index] += outcome.blocks[0].leg_count
            self.incidents[index] += outcome.incidents[player]
            self.forfeits[index] += outcome.forfeits[player]
            self._played[index].extend(block.played_count for block in outcome.blocks)
            self._charged[index].extend(block.charged[player] > 0 for block in outcome.blocks)

    def _certify(self, results: tuple[Numbers, Numbers]) -> None:
        self.certificates = tuple(one.after(Counter(each.tolist())) for one, each in zip(self.certificates, results, strict=False))


def find(series: Numbers, question: Question, sides: Sides | None = None) -> Finding:
    """What may be said of a series, now that it is so long.

    Args:
        series: what is shown, and how long it is.
        question: what is asked.
        sides: the series as each side may count it, by which it is judged; without it both count it as it is.
    """
    sides = sides or Sides(series, series)
    found, error = interval(series, question.alpha), standard_error(series)
    if question.delta is None:
        answer, needed = _by_interval(sides, question.alpha)
        return Finding(answer, found, error, series.size, needed)
    answer, test = _by_test(sides, question.delta, question.alpha)
    return Finding(answer, found, error, series.size, test.count if answer != Answer.UNDECIDED else None, test)


def _by_interval(sides: Sides, alpha: float) -> tuple[Answer, int | None]:
    """Who is better, and when the interval of a side left 0 out first."""
    counts = [first_sure(series, alpha, above=True) for series in (sides.for_a, -sides.for_b)]
    needed = min([count for count in counts if count is not None], default=None)
    if interval(sides.for_a, alpha).sign > 0:
        return Answer.A_BETTER, needed
    return Answer.B_BETTER if interval(sides.for_b, alpha).sign < 0 else Answer.UNDECIDED, needed


def _by_test(sides: Sides, delta: float, alpha: float) -> tuple[Answer, PatchTest]:
    """Whether A is better by δ, and the test that says so; that of A's side while none does."""
    test = patch_test(sides.for_a, delta, alpha, alpha)
    if test.verdict == PatchVerdict.BETTER:
        return Answer.A_BETTER, test
    other = test if sides.for_a is sides.for_b else patch_test(sides.for_b, delta, alpha, alpha)
    return (Answer.NOT_BETTER, other) if other.verdict == PatchVerdict.NOT_BETTER else (Answer.UNDECIDED, test)


def first_sure(series: Numbers, alpha: float, *, above: bool = False) -> int | None:
    """The first count at which the interval that may be watched left 0 out; None when it never did. Sums run in order.

    ``above``: at which it lay above 0.
    """
    if not series.size:
        return None
    counts, moved = np.arange(1, series.size + 1), series - series[0]  # exact zeros where all are equal
    moment = moved.cumsum() / counts
    square, cube = (moved**2).cumsum() / counts, (moved**3).cumsum() / counts
    variance = np.maximum(square - moment**2, 0)
    third = cube - 3 * moment * square + 2 * moment**3
    with np.errstate(divide="ignore", invalid="ignore"):
        skewness = np.where(variance > 0, third / variance**1.5, 0)
    deviation = np.sqrt(variance * counts / np.maximum(counts - 1, 1))
    mean = moment + series[0]
    sure = (mean if above else np.abs(mean)) > half_width(deviation, counts, alpha)
    enough = np.flatnonzero(sure & (counts >= start_count(0.0, alpha)))
    return next((int(at) + 1 for at in enough if at + 1 >= start_count(float(skewness[at]), alpha)), None)


def numbers_to_go(series: Numbers, question: Question, sides: Sides | None = None) -> int | None:
    """How much longer the series must get until something can be said, if things stay as they are; None when that cannot be told.

    Arguments as of :func:`find`.
    """
    if series.size < 2:
        return None
    if sides is not None and sides.for_a is not sides.for_b:
        between = (question.delta or 0) / 2
        side = next((one for one, sign in ((sides.for_a, 1), (sides.for_b, -1)) if sign * (one.mean() - between) > 0), None)
        if side is None:
            return None
        series = side
    mean, deviation = float(series.mean()), float(series.std(ddof=1))
    if question.delta is None:
        total = numbers_to_decide(mean, deviation, series.size, question.alpha)
    else:
        drift = abs(question.delta * (2 * mean - question.delta))  # of the log likelihood ratio: a number adds half of it ÷ variance
        total = math.ceil(2 * deviation**2 * math.log(question.confidence / question.alpha) / drift) if drift else None
    return None if total is None else max(0, total - series.size)


def noise_of_hand(series: Numbers, hands_per_block: int) -> float | None:
    """The deviation of a hand, were every hand a result: what n hands leave in the mean is this ÷ sqrt(n). None for too few blocks."""
    return float(series.std(ddof=1)) * math.sqrt(hands_per_block) if series.size > 1 else None


def loss_bound(ruleset: AnyRuleset) -> float:
    """The most that a player can lose a hand, in big bets; a forfeited one costs one."""
    assert isinstance(ruleset, FiveCardDrawRuleset), "between players"
    most = ruleset.ante + (1 + ruleset.max_raises) * (ruleset.small_bet + ruleset.big_bet)
    if ruleset.all_in and ruleset.starting_stack is not None:
        most = min(most, ruleset.starting_stack)
    return max(1.0, most / ruleset.big_bet)


def _ahead(found: Mapping[Pairing, Numbers]) -> Numbers:
    """How far A is ahead, by block; blocks that count for nobody are left out."""
    if _DUEL[0] in found:
        a, b = found[_DUEL[0]]
        ahead = np.where(np.isnan(a), -b, a)
    elif found:
        ahead = found[0,][0] - found[1,][0]
    else:
        ahead = np.empty(0)
    return _present(ahead)


def _present(series: Numbers) -> Numbers:
    return series[~np.isnan(series)]

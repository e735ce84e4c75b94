"""How accurately a player chose against the house, as chess sites say it of a game.

By decision: how often the best choice was taken, and what the others cost; and which mistakes cost most. Made of what is kept with
every hand that is graded (``regret``), so nothing is solved anew, however many hands there are; the cards of a mistake follow from the
match seed. Only :func:`judge_record`, which says of one hand what every choice was worth, asks the solver. Hands that are not graded say
nothing and are passed over. What a forfeited hand is charged with is in the standings and not here: nothing was chosen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from operator import attrgetter
from typing import TypeAlias

from arena.matches.spec import MatchSpec
from arena.matches.story import replay_record
from arena.rules import REGRET_WAYS, BonusDecision, BonusHand, BonusKind, BonusStage, HandRecord, shared_solver

DECISIONS = (BonusStage.FLOP, BonusStage.TURN, BonusStage.RIVER)
"""What is graded, in the order of a hand and of ``HandRecord.regrets``."""
_BOARD_SIZES = (0, 3, 4)
"""Board cards at each."""

PlayedHand: TypeAlias = tuple[MatchSpec, int, HandRecord]
"""A match, the number of its leg, and a hand of it."""


@dataclass(frozen=True, slots=True)
class DecisionAccuracy:
    """How one of the three decisions was taken, over many hands."""

    stage: BonusStage
    decision_count: int
    best_count: int
    """Of these, where no choice was worth more than the one taken."""
    regret_antes: Fraction
    """What the others cost together."""

    @property
    def best_share(self) -> Fraction | None:
        """Which part of the decisions was best; None without any."""
        return Fraction(self.best_count, self.decision_count) if self.decision_count else None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice that was worth less than the other one."""

    match_id: str
    leg: int
    deal_number: int
    stage: BonusStage
    hole: tuple[int, ...]
    """The player's cards."""
    board: tuple[int, ...]
    """The board cards it knew."""
    chosen: BonusKind
    best: BonusKind
    regret_antes: Fraction


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How accurately a player chose."""

    hand_count: int
    """Graded hands."""
    decisions: tuple[DecisionAccuracy, ...]
    """The flop, turn and river decision, always all three."""
    mistakes: tuple[Mistake, ...]
    """The costliest, the worst first; equal ones in the order of the hands."""
    mistake_count: int
    """All there were."""

    @property
    def decision_count(self) -> int:
        """Decisions of every kind."""
        return sum(line.decision_count for line in self.decisions)

    @property
    def best_count(self) -> int:
        """Of these, how many were best."""
        return sum(line.best_count for line in self.decisions)

    @property
    def best_share(self) -> Fraction | None:
        """Which part of the decisions was best; None without any."""
        return Fraction(self.best_count, self.decision_count) if self.decision_count else None

    @property
    def regret_antes(self) -> Fraction:
        """What every mistake cost together."""
        return sum([line.regret_antes for line in self.decisions], Fraction(0))

    def per_hand(self, regret_antes: Fraction) -> Fraction:
        """A regret over all of these hands in thousandths of an ante a hand, the unit of standings; 0 without hands."""
        return 1000 * regret_antes / self.hand_count if self.hand_count else Fraction(0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision that was taken, and what its choices were worth."""

    stage: BonusStage
    board: tuple[int, ...]
    """The board cards known."""
    worth: BonusDecision
    """Exact, in antes, from the whole hand but for the bonus bet."""
    chosen: BonusKind

    @property
    def declined(self) -> BonusKind:
        """The choice other than the bet."""
        return _declined(self.stage)

    @property
    def regret_antes(self) -> Fraction:
        """What the choice fell short of the best one."""
        return self.worth.regret(bet=self.chosen == BonusKind.BET)

    @property
    def best(self) -> BonusKind:
        """The choice that was worth most; where both were worth the same, the one taken."""
        return _other(self.stage, self.chosen) if self.regret_antes else self.chosen


@dataclass(frozen=True, slots=True)
class _Choice:
    """A graded decision as it is kept."""

    hand: PlayedHand
    number: int
    """0 to 2, an index into :data:`DECISIONS`."""
    chosen: BonusKind
    regret_antes: Fraction


def accuracy_of(hands: Iterable[PlayedHand], mistakes: int = 10) -> Accuracy:
    """How accurately the player of some hands chose; at most so many of its mistakes, the costliest."""
    counts, best, regrets = [0, 0, 0], [0, 0, 0], [Fraction(0)] * 3
    hand_count, wrong = 0, []
    for hand in hands:
        hand_count += bool(hand[2].regrets)
        for choice in _choices(hand):
            counts[choice.number] += 1
            regrets[choice.number] += choice.regret_antes
            if choice.regret_antes:
                wrong.append(choice)
            else:
                best[choice.number] += 1
    worst = nlargest(mistakes, wrong, key=attrgetter("regret_antes"))
    return Accuracy(
        hand_count, tuple(map(DecisionAccuracy, DECISIONS, counts, best, regrets)), tuple(map(_mistake, worst)), mistake_count=len(wrong)
    )


def judge_record(spec: MatchSpec, record: HandRecord) -> tuple[Judgement, ...]:
    """Every decision of a stored hand, in order, with what its choices were worth; none for a hand that is not graded.

    Raises:
        BadNotation: the hand does not follow from the seed and its actions.
    """
    if not record.regrets:
        return ()
    hand, solver = replay_record(spec, record), shared_solver()
    assert isinstance(hand, BonusHand), "only hands against the house are graded"
    judged = []
    for stage, size, kind in zip(DECISIONS, _BOARD_SIZES, hand.codes[1:], strict=False):
        board = tuple(hand.deal[4 : 4 + size])
        worth = solver.decision(hand.hole[0], board, turn_bet=hand.turn_chips > 0, pays_from=hand.ruleset.ante_pays_from)
        judged.append(Judgement(stage, board, worth, BonusKind(kind)))
    return tuple(judged)


def _choices(hand: PlayedHand) -> Iterator[_Choice]:
    record = hand[2]
    for number, (kind, part, ways) in enumerate(zip(record.actions[1:], record.regrets, REGRET_WAYS, strict=False)):
        yield _Choice(hand, number, BonusKind(kind), Fraction(part, ways))


def _mistake(choice: _Choice) -> Mistake:
    """With its cards, which were not looked at while it was one of many."""
    spec, leg, record = choice.hand
    hand, stage = replay_record(spec, record), DECISIONS[choice.number]
    assert isinstance(hand, BonusHand), "only hands against the house are graded"
    return Mistake(
        match_id=spec.match_id,
        leg=leg,
        deal_number=record.deal_number,
        stage=stage,
        hole=hand.hole[0],
        board=tuple(hand.deal[4 : 4 + _BOARD_SIZES[choice.number]]),
        chosen=choice.chosen,
        best=_other(stage, choice.chosen),
        regret_antes=choice.regret_antes,
    )


def _declined(stage: BonusStage) -> BonusKind:
    return BonusKind.FOLD if stage == BonusStage.FLOP else BonusKind.CHECK


def _other(stage: BonusStage, kind: BonusKind) -> BonusKind:
    """Of the two choices of a decision the one that was not taken."""
    return _declined(stage) if kind == BonusKind.BET else BonusKind.BET

"""What the choices of a match against the house cost: expectation thrown away, exactly, without any luck.

The house has no choices, so what every choice is worth is a number (``arena.rules.Solver``). The regret of a decision after the stake
is the best choice's expectation less the chosen one's; the stake is not graded. It is kept with the hand as whole numbers, ways out of
all ways in which what is unseen can fall, so that a later reader finds the very same: ``REGRET_WAYS`` by decision.

Grading costs more than playing, unless the deal was met lately. So it is done where a match was played, when it is over. Neither games
between players are graded, nor hands with a bankroll, which may forbid the better choice.
"""

from dataclasses import replace

from arena.matches.result import LegResult, MatchResult
from arena.matches.story import replay_record
from arena.rules import REGRET_WAYS, AnyHand, BonusHand, BonusKind, HandRecord, shared_solver


def grade_match(result: MatchResult) -> MatchResult:
    """The match, each of its hands with the regret of its decisions; as it is in games that are not graded."""
    if not result.spec.ruleset.graded:
        return result

    def graded(record: HandRecord) -> HandRecord:
        return replace(record, regrets=regrets_of(replay_record(result.spec, record)))

    def graded_leg(leg: LegResult) -> LegResult:
        return replace(leg, hands=tuple(map(graded, leg.hands)))

    return replace(result, legs=tuple(map(graded_leg, result.legs)))


def regrets_of(hand: AnyHand) -> tuple[int, ...]:
    """The regret of every decision after the stake of a hand that is over, in order, in ways."""
    assert isinstance(hand, BonusHand), "only hands against the house are graded"
    solver, hole, board = shared_solver(), hand.hole[0], hand.deal[4:9]
    pays_from = hand.ruleset.ante_pays_from
    regrets = []
    for size, kind, ways in zip((0, 3, 4), hand.codes[1:], REGRET_WAYS, strict=False):
        worth = solver.decision(hole, board[:size], turn_bet=hand.turn_chips > 0, pays_from=pays_from)
        part = worth.regret(bet=kind == BonusKind.BET) * ways
        assert part.denominator == 1, "a regret is a whole number of ways"
        regrets.append(part.numerator)
    return tuple(regrets)

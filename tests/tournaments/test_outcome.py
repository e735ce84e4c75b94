"""Tests of arena/tournaments/outcome.py, with matches that are really played."""

import dataclasses

from arena.matches import MatchResult, Status, play_match
from arena.tournaments import PassScheduler, outcome_of, standings
from tests.tournaments.making import make_spec

MASTER = bytes(range(32))


class FirstLegal:
    """Folds to any bet, checks, stands pat."""

    def act(self, view):
        return view.legal[0]


class LastLegal:
    """Bets and raises whenever it may."""

    def act(self, view):
        return view.legal[-1] if view.legal[-1] < 32 else view.legal[0]


def play_all(spec, bots):
    """Every outcome of a tournament, played for real."""
    scheduler, outcomes = PassScheduler(spec, MASTER), []
    while plans := scheduler.next_pass():
        for plan in plans:
            factories = [lambda _, entrant=entrant: bots[entrant.name]() for entrant in plan.entrants]
            outcomes.append(outcome_of(plan, play_match(plan.spec, factories)))
        scheduler.add(outcomes)
    return outcomes


def test_one_bot_under_two_names_ties_exactly():
    spec = make_spec("ab", deals_per_match=50, max_hands=500)
    found = standings(spec, play_all(spec, {"a": LastLegal, "b": LastLegal}))
    assert [(row.score, row.low, row.high, row.best_rank, row.hands) for row in found.rows] == [(0.0, 0.0, 0.0, 1, 500)] * 2


def test_a_bot_that_folds_to_every_bet_loses_to_one_that_always_bets():
    """It folds its ante to the first bet of every hand: one chip of 4, 250 mbb/h."""
    spec = make_spec("ab", deals_per_match=100, max_hands=2000)
    outcomes = play_all(spec, {"a": FirstLegal, "b": LastLegal})
    found = standings(spec, outcomes)
    assert [(row.entrant, row.score) for row in found.rows] == [("b", 250.0), ("a", -250.0)]
    assert found.decided
    assert found.hands == 400  # two passes of 100 mirrored deals: the first that reaches 200 blocks


def test_three_at_a_table_net_nothing_together():
    """The one that folds loses its ante every hand, as heads-up."""
    spec = make_spec("abc", seats=3, deals_per_match=40, max_hands=120, stop="max_hands")
    found = standings(spec, play_all(spec, {"a": FirstLegal, "b": LastLegal, "c": LastLegal}))
    assert abs(sum(row.score for row in found.rows)) < 1e-9
    assert next(row.score for row in found.rows if row.entrant == "a") == -250.0


def test_what_is_kept_of_a_match():
    plan = PassScheduler(make_spec("ab", deals_per_match=3), MASTER).next_pass()[0]
    result = play_match(plan.spec, [lambda _: FirstLegal(), lambda _: LastLegal()])
    cut = dataclasses.replace(result.legs[1], status=Status.FORFEITED, hands=(), forfeiter=1, reason="flag", incidents=(2, 5))
    kept = outcome_of(plan, MatchResult(plan.spec, (result.legs[0], cut)))
    assert (kept.match_id, kept.commitment, kept.pairing) == (plan.spec.match_id, plan.spec.commitment, (0, 1))
    assert (kept.status, kept.reason, kept.hand_count, len(kept.blocks)) == (Status.FORFEITED, "flag", 3, 3)
    assert (kept.incidents, kept.forfeits) == ((2, 5), (0, 1))

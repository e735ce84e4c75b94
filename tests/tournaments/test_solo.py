"""Tournaments against the house: everyone alone, on common deals where that is safe, ranked by regret."""

import pytest

from arena.matches import Block, derive_match_id, match_seed
from arena.rules import HoldemBonusRuleset
from arena.statistics import Interval, interval
from arena.tournaments import Entrant, PassScheduler, PlaySettings, TournamentSpec, standings
from arena.tournaments.board import Place
from arena.tournaments.standings import _shown_way as shown_way
from tests.tournaments.making import outcome

MASTER = bytes(range(32))


def solo(names="abc", remote="", trusted="", bankroll=None, **play):
    entrants = tuple(
        Entrant(name, remote=True, trusted=name in trusted) if name in remote else Entrant(name, builtin="bonus/hard") for name in names
    )
    settings = PlaySettings(**{"seats": 1, "deals_per_match": 20, "max_hands": 60, "stop": "max_hands"} | play)
    return TournamentSpec("T", "holdem_bonus", HoldemBonusRuleset(bankroll=bankroll), entrants, "solo", settings)


def regret_blocks(regrets, nets=None):
    nets = nets or [0] * len(regrets)
    return tuple(Block(number, (net,), (0,), 1, 1, (regret,)) for number, (regret, net) in enumerate(zip(regrets, nets, strict=True)))


def plans_of(spec):
    return {plan.spec.players[0]: plan for plan in PassScheduler(spec, MASTER).next_pass()}


def test_everyone_plays_alone():
    """A pairing of one for each entrant; a budget of 60 hands is three matches of 20."""
    scheduler = PassScheduler(solo(), MASTER)
    assert [plan.pairing for plan in scheduler.next_pass()] == [(0,), (1,), (2,)]
    assert scheduler.most_hands == 180
    assert {plan.spec.deal_count for plan in scheduler.next_pass()} == {20}


def test_bots_that_the_arena_starts_meet_the_same_deals_under_ids_of_their_own():
    """Rules: same deals for entrants that the arena starts, remote ones their own, unless the file trusts them."""
    plans = plans_of(solo("abcd", remote="cd", trusted="d"))
    seeds = {name: plan.spec.seed for name, plan in plans.items()}
    assert seeds["a"] == seeds["b"] == seeds["d"] == match_seed(MASTER, "house", 0)
    assert seeds["c"] == match_seed(MASTER, "pairing 2", 0)
    assert len({plan.spec.match_id for plan in plans.values()}) == 4
    assert plans["a"].spec.match_id == derive_match_id(seeds["a"], 0, "0")


def test_independent_deals_are_everyones_own():
    plans = plans_of(solo(deals="independent"))
    assert len({plan.spec.seed for plan in plans.values()}) == 3


def test_a_void_match_of_a_remote_bot_is_played_again_on_other_deals():
    """A bot that the arena starts gets the same ones."""
    scheduler = PassScheduler(solo("ab", remote="b"), MASTER)
    mine, remote = scheduler.next_pass()
    assert scheduler.retry(mine).spec.seed == mine.spec.seed
    assert scheduler.retry(remote).spec.seed != remote.spec.seed


def test_less_regret_is_better():
    """By hand: regrets of 0, 0.5 and 0.1 antes a hand are 0, 500 and 100 thousandths; net beside them, in thousandths of an ante."""
    outcomes = [
        outcome((0,), regret_blocks([0.0, 0.0], [-1, 3])),
        outcome((1,), regret_blocks([1.0, 0.0], [5, 5])),
        outcome((2,), regret_blocks([0.1, 0.1], [0, -1])),
    ]
    found = standings(solo(), outcomes)
    assert [(row.entrant, row.score, row.net) for row in found.rows] == [("a", 0.0, 1000.0), ("c", 100.0, -500.0), ("b", 500.0, 5000.0)]
    assert (found.by_regret, found.unit_name, found.pairs, found.crosstable) == (True, "ante", (), ())
    assert found.document()["standings"][0] == {
        "entrant": "a", "best_rank": 1, "worst_rank": 3, "score": 0.0, "low": None, "high": None,
        "hands": 2, "incidents": 0, "forfeits": 0, "voids": 0, "net": 1000.0, "status": "",
    }  # fmt: skip


def test_the_interval_of_a_regret_is_the_right_way_round():
    """300 hands of 0.1 or 0.3 antes: the mean 200 lies inside, nothing of it below zero; without a mistake there is no interval."""
    found = standings(solo("ab"), [outcome((0,), regret_blocks([0.1, 0.3] * 150)), outcome((1,), regret_blocks([0.0] * 300))])
    perfect, other = found.rows
    assert (perfect.entrant, perfect.low, perfect.high) == ("b", None, None)
    assert 0 < other.low < other.score < other.high
    assert other.score == pytest.approx(200)
    assert (perfect.worst_rank, other.best_rank, found.decided) == (1, 2, True)


def test_who_has_not_played_is_not_perfect():
    """Nothing thrown away because nothing was played: behind those who have."""
    found = standings(solo("abc"), [outcome((1,), regret_blocks([0.5])), outcome((2,), regret_blocks([0.1]))])
    assert [row.entrant for row in found.rows] == ["c", "b", "a"]


def test_regret_is_never_below_zero():
    """A wide interval, here of 20 ± 50 thousandths, ends at nothing thrown away; on the board more is better, so it is turned round."""
    wide = Place(score=-20.0, interval=Interval(-20.0, -70.0, 30.0), standard_error=25.0, block_count=300, net=0.0)
    assert shown_way(solo("a"), wide, known=True) == Interval(20.0, 0.0, 70.0)
    assert shown_way(solo("a", bankroll=50), wide, known=True) == wide.interval


def test_what_follows_from_sure_comparisons_is_sure():
    """a played 300 hands, b and c 1,200. Over their first 300 a and c are too early to compare, since one large mistake of c makes it
    skewed there; but a is surely better than b over 300, and b than c over 1,200."""
    steady, late = [0.05, 0.07] * 600, [0.0] * 299 + [2.0] + [0.3, 0.5] * 450
    found = standings(solo("abc"), [outcome((index,), regret_blocks(each)) for index, each in enumerate(([0.0] * 300, steady, late))])
    assert interval([-one for one in late[:300]], 0.05 / 3).low is None
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [("a", 1, 1), ("b", 2, 2), ("c", 3, 3)]
    assert found.decided


def test_perfect_bots_tie():
    """Equal regret, whatever they won: nobody is ahead."""
    found = standings(solo("ab"), [outcome((0,), regret_blocks([0.0] * 300, [1] * 300)), outcome((1,), regret_blocks([0.0] * 300))])
    assert [(row.best_rank, row.worst_rank) for row in found.rows] == [(1, 2)] * 2
    assert not found.decided


def test_a_forfeited_hand_costs_an_ante_of_regret():
    """Statistics: unplayed hands are charged one unit each."""
    charged = (Block(0, (0,), (1,), 0, 1, (0.0,)), Block(1, (2,), (0,), 1, 1, (0.5,)))
    row = standings(solo("a"), [outcome((0,), charged)]).rows[0]
    assert (row.score, row.net) == (pytest.approx(750), pytest.approx(500))


def test_with_a_bankroll_bots_are_ranked_by_what_they_won():
    """Not by regret; a match is one block, its net spread over the 20 hands of the match: 40 antes are 2,000 thousandths a hand."""
    spec = solo("ab", bankroll=100)
    found = standings(spec, [outcome((0,), (Block(0, (40,), (0,), 1, 1),)), outcome((1,), (Block(0, (-10,), (0,), 1, 1),))])
    assert [(row.entrant, row.score, row.net) for row in found.rows] == [("a", 2000.0, 2000.0), ("b", -500.0, -500.0)]
    assert (found.by_regret, found.unit_name) == (False, "ante")

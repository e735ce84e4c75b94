"""Tests of arena/tournaments/standings.py and board.py. One big bet is 4 chips: 4 chips a mirrored pair of hands are 500 mbb/h."""

import json
import math
import random

import numpy as np
import pytest

from arena.matches import Block, Cause, Status
from arena.statistics import half_width, interval
from arena.tournaments import MatchRow, PairRow, PassScheduler, standings
from tests.tournaments.making import duel, forfeited, make_spec, outcome, rows_of, simulate, table, void


def test_nothing_played_yet():
    found = standings(make_spec("ba"), [])
    assert [row.entrant for row in found.rows] == ["a", "b"]
    assert all((row.score, row.low, row.best_rank, row.worst_rank) == (0.0, None, 1, 2) for row in found.rows)
    assert (found.hands, found.blocks, found.decided, found.matches) == (0, 0, False, ())
    assert found.pairs == (PairRow("b", "a", 0, 0.0, None, None),)


def test_a_score_is_the_mean_over_opponents_of_the_mean_against_each():
    """a wins 4 and 8 chips a block from b (500 and 1000 mbb/h), loses 4 to c: (750 − 500)/2; b: (−750 + 250)/2; c: (500 − 250)/2."""
    outcomes = [outcome((0, 1), duel([4, 8])), outcome((0, 2), duel([-4, -4])), outcome((1, 2), duel([2, 2]))]
    found = standings(make_spec("abc"), outcomes)
    assert [(row.entrant, row.score) for row in found.rows] == [("a", 125.0), ("c", 125.0), ("b", -250.0)]
    assert [(pair.a, pair.b, pair.blocks, pair.mean) for pair in found.pairs] == [
        ("a", "b", 2, 750),
        ("a", "c", 2, -500),
        ("b", "c", 2, 250),
    ]
    assert (found.hands, found.blocks) == (12, 6)
    assert [(row.hands, row.blocks) for row in found.rows] == [(8, 4)] * 3


def test_opponents_weigh_the_same_however_much_was_played():
    """a: +500 over one match against b, −500 over three against c."""
    outcomes = [outcome((0, 1), duel([4] * 5)), *(outcome((0, 2), duel([-4] * 5), number) for number in range(3))]
    row = rows_of(standings(make_spec("abc"), outcomes))["a"]
    assert (row.score, row.blocks) == (0.0, 20)


def test_the_interval_is_that_of_the_series():
    rng = np.random.default_rng(5)
    first, second = rng.integers(-20, 20, 400), rng.integers(-20, 20, 300)
    row = rows_of(standings(make_spec("abc"), [outcome((0, 1), duel(first.tolist())), outcome((0, 2), duel(second.tolist()))]))["a"]
    series = (first[:300] + second) / 2 * 125.0
    expected = interval(series, 1 - 0.95)
    assert (row.low, row.high) == pytest.approx((expected.low, expected.high))
    assert row.score == pytest.approx((first.mean() + second.mean()) / 2 * 125.0)
    assert row.standard_error == pytest.approx(series.std(ddof=1) / math.sqrt(300))


def test_a_pair_is_compared_by_its_differences_at_a_shared_level():
    """Three entrants make three comparisons: each at 0.05/3. The edge lies between what 0.05 and what 0.05/3 can see."""
    noise = np.tile([8.0, -8.0], 500)
    deviation = noise.std(ddof=1)
    edge = (half_width(deviation, 1000, 0.05) + half_width(deviation, 1000, 0.05 / 3)) / 2
    nothing = duel([0] * 1000)
    for factor, worst_rank in ((1.0, 3), (1.3, 1)):
        nets = np.rint(1000 * (noise + edge * factor)).astype(int)  # thousandfold, so that rounding to chips does not matter
        outcomes = [outcome((0, 1), duel(nets.tolist())), outcome((0, 2), nothing), outcome((1, 2), nothing)]
        row = rows_of(standings(make_spec("abc"), outcomes))["a"]
        assert row.low > 0
        assert (row.best_rank, row.worst_rank) == (1, worst_rank)


def test_ranks_count_who_is_surely_better_and_surely_worse():
    """a beats everyone, b and c tie exactly, d loses to everyone: 1, 2 to 3 twice, 4."""
    nets = {(0, 1): 8, (0, 2): 8, (0, 3): 16, (1, 2): 0, (1, 3): 8, (2, 3): 8}
    found = standings(make_spec("abcd"), [outcome(pairing, duel([net] * 200)) for pairing, net in nets.items()])
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [("a", 1, 1), ("b", 2, 3), ("c", 2, 3), ("d", 4, 4)]
    assert not found.decided


def test_it_is_decided_when_every_two_neighbours_are():
    nets = {(0, 1): 4, (0, 2): 8, (1, 2): 4}
    assert standings(make_spec("abc"), [outcome(pairing, duel([net] * 200)) for pairing, net in nets.items()]).decided
    assert not standings(make_spec("abc"), [outcome(pairing, duel([net] * 199)) for pairing, net in nets.items()]).decided


def test_identical_bots_tie_exactly():
    found = standings(make_spec("ab"), [outcome((0, 1), duel([0] * 500), number) for number in range(4)])
    assert [(row.score, row.low, row.high, row.best_rank, row.worst_rank) for row in found.rows] == [(0.0, 0.0, 0.0, 1, 2)] * 2
    assert not found.decided
    assert "-0.0" not in json.dumps(found.document())


def test_a_forfeit_is_charged_to_the_forfeiter_and_credited_to_nobody():
    """Block 0 was played twice (+4 for a); of block 1 one leg, in which a lost 2; nothing of block 2. b forfeited both legs.

    a: only block 0 counts, 500. b: −500, then (+2/4 − 1)/2 = −250, then −1000; the mean is −583.33.
    """
    blocks = [*duel([4]), forfeited(1, 1, played=1, nets=(-2, 2)), forfeited(2, 1)]
    match = outcome((0, 1), blocks, status=Status.FORFEITED, reason="gone", incidents=(0, 3), forfeits=(0, 2))
    found = standings(make_spec("ab"), [match])
    a, b = found.rows
    assert (a.score, a.blocks, a.forfeits, a.incidents) == (500.0, 1, 0, 0)
    assert (b.score, b.blocks, b.forfeits, b.incidents) == (pytest.approx(-1750 / 3), 3, 2, 3)
    assert (a.hands, found.hands, found.blocks) == (3, 3, 1)
    assert found.pairs == (PairRow("a", "b", 1, 500.0, None, None),)


def test_who_never_played_a_hand_has_a_charge_and_no_interval():
    """400 blocks that b forfeited whole: there is no luck in them, and nothing was seen of b."""
    gone = outcome((0, 1), [forfeited(number, 1) for number in range(400)], status=Status.FORFEITED, reason="gone", forfeits=(0, 2))
    b = next(row for row in standings(make_spec("ab"), [gone]).rows if row.entrant == "b")
    assert (b.score, b.hands, b.blocks) == (-1000.0, 0, 400)
    assert (b.low, b.high) == (None, None)


def test_scores_are_made_of_the_rows_of_the_crosstable_forfeits_included():
    """b forfeits its deals against a after the first: charged in b's row, credited to nobody, so the two rows are no mirror images."""
    spoiled = outcome((0, 1), [*duel([4]), forfeited(1, 1)], status=Status.FORFEITED, forfeits=(0, 2))
    outcomes = [spoiled, outcome((0, 2), duel([4] * 5)), outcome((1, 2), duel([2] * 5))]
    found = standings(make_spec("abc"), outcomes)
    for row in found.rows:
        against = [pair.mean for pair in found.crosstable if pair.a == row.entrant and pair.blocks]
        assert len(against) == 2
        assert row.score == pytest.approx(sum(against) / len(against))


def test_indices_are_deals_so_that_a_gap_shifts_nothing():
    """a's match against b lacks block 0 (b forfeited it); a's series is of blocks 1, 2 against b and c: (500 + 0)/2, (0 + 500)/2."""
    outcomes = [outcome((0, 1), [forfeited(0, 1), *duel([0, 4, 0])[1:]]), outcome((0, 2), duel([4, 0, 4]))]
    row = rows_of(standings(make_spec("abc"), outcomes))["a"]
    assert row.standard_error == 0
    assert row.score == (250 + 1000 / 3) / 2


def test_an_opponent_that_never_played_a_block_is_left_out():
    """c forfeits everything at once: a and b are ranked by what they did to each other, c is last with −1000."""
    dead = {"status": Status.FORFEITED, "forfeits": (0, 2)}
    outcomes = [outcome((0, 1), duel([4] * 300))]
    outcomes += [outcome((player, 2), [forfeited(number, 1) for number in range(300)], **dead) for player in (0, 1)]
    found = standings(make_spec("abc"), outcomes)
    assert [(row.entrant, row.score, row.best_rank, row.worst_rank) for row in found.rows] == [
        ("a", 500.0, 1, 1),
        ("b", -500.0, 2, 2),
        ("c", -1000.0, 3, 3),
    ]
    assert found.decided


def test_a_void_match_is_listed_and_counts_for_nobody():
    plan = PassScheduler(make_spec("ab"), bytes(32)).next_pass()[0]
    lost = void(plan)
    found = standings(make_spec("ab"), [outcome((0, 1), duel([4]), attempt=1, match_id="again"), lost])
    assert found.matches == (
        MatchRow(plan.spec.match_id, ("a", "b"), Status.VOID, "lost", "00"),
        MatchRow("again", ("a", "b"), Status.COMPLETED, "", "00"),
    )
    assert (found.hands, found.blocks, found.rows[0].score) == (2, 1, 500.0)


def test_faults_of_a_void_match_count_for_nothing():
    lost = outcome((0, 1), (), status=Status.VOID, hand_count=7, incidents=(3, 0), forfeits=(1, 0))
    row = rows_of(standings(make_spec("ab"), [lost]))["a"]
    assert (row.hands, row.incidents, row.forfeits) == (0, 0, 0)


def test_tables_of_three():
    """Two tables of {a, b, c} and {a, b, d}, 12 chips over three legs are 1000 mbb/h; head to head is half the difference.

    a: (1000 + 500)/2; a to b: ((1000 − 0)/2 + (500 + 500)/2)/2; a to c at one table: (1000 + 1000)/2; c and d never met.
    """
    outcomes = [outcome((0, 1, 2), table([(12, 0, -12)] * 2)), outcome((0, 1, 3), table([(6, -6, 0)] * 2))]
    found = standings(make_spec("abcd", seats=3), outcomes)
    assert {row.entrant: row.score for row in found.rows} == {"a": 750.0, "d": 0.0, "b": -250.0, "c": -1000.0}
    means = {(pair.a, pair.b): (pair.blocks, pair.mean) for pair in found.pairs}
    assert means[("a", "b")] == (4, 500.0)
    assert means[("a", "c")] == (2, 1000.0)
    assert means[("c", "d")] == (0, 0.0)
    assert (found.hands, found.blocks) == (12, 4)


def test_at_a_table_of_three_a_forfeit_costs_only_the_forfeiter():
    """One of three legs was played, then c forfeited twice: c has (2/4 − 2)/3 = −500 from it, a and b have the other block only."""
    blocks = [*table([(12, 0, -12)]), Block(1, (-2, 0, 2), (0, 0, 2), 1, 3)]
    rows = rows_of(standings(make_spec("abc", seats=3), [outcome((0, 1, 2), blocks)]))
    assert (rows["a"].score, rows["b"].score, rows["c"].score) == (1000.0, 0.0, -750.0)
    assert (rows["a"].blocks, rows["c"].blocks) == (1, 2)


def test_independent_deals_are_blocks_of_one_hand():
    blocks = [Block(number, (4, -4), (0, 0), 1, 1) for number in range(3)]
    found = standings(make_spec("ab", deals="independent"), [outcome((0, 1), blocks)])
    assert (found.hands, found.blocks, found.rows[0].score) == (3, 3, 1000.0)


def test_the_document_that_programs_read():
    match = outcome((0, 1), duel([1, 0, 0]), status=Status.FORFEITED, reason="late", cause=Cause.FLAG, incidents=(2, 0), forfeits=(0, 1))
    assert json.loads(json.dumps(standings(make_spec("ab"), [match]).document())) == {
        "tournament": "T",
        "game": "five_card_draw",
        "hands": 6,
        "blocks": 3,
        "decided": False,
        "undecided": [["a", "b"]],
        "standings": [
            {
                "entrant": entrant,
                "best_rank": 1,
                "worst_rank": 2,
                "score": score,
                "low": None,
                "high": None,
                "hands": 6,
                "incidents": incidents,
                "forfeits": forfeits,
                "voids": 0,
                "net": score,
                "status": "",
            }
            for entrant, score, incidents, forfeits in (("a", 41.667, 2, 0), ("b", -41.667, 0, 1))
        ],
        "pairs": [{"a": "a", "b": "b", "blocks": 3, "mean": 41.667, "low": None, "high": None}],
        "matches": [
            {"match_id": "0-1/0", "players": ["a", "b"], "status": "forfeited", "reason": "late", "commitment": "00", "cause": "flag"}
        ],
        "orders": [],
    }


def test_the_order_in_which_matches_ended_does_not_matter():
    spec = make_spec("abcd", deals_per_match=60, max_hands=360, stop="max_hands")
    scheduler, outcomes = PassScheduler(spec, bytes(32)), []
    while plans := scheduler.next_pass():
        outcomes += map(simulate, plans)
        scheduler.add(outcomes)
    expected = standings(spec, outcomes)
    random.Random(1).shuffle(outcomes)
    assert standings(spec, outcomes) == expected

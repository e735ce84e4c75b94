"""Scales, bands, numbers in words, and who may see what."""

import dataclasses

import pytest

from arena.dealer import RunStatus, access_to
from arena.tournaments import PassScheduler, StandingsRow, budget_of, new_bands, standings
from arena.web.boards import crosstable
from arena.web.charts import error_bars, lines
from arena.web.measures import measure_of
from tests.web.watching import MASTER, house, play, tournament


def row(best, worst, *, blocks=300):
    return StandingsRow("x", best, worst, 0.0, None, None, None, 0, blocks, 0, 0, 0, 0.0)


def test_bars_share_a_scale_that_holds_everything_and_zero():
    chart = error_bars([(112.5, 81.7, 143.3), (5.3, -23.9, 34.6), (-45.8, None, None)])
    assert all(0 < bar.at < 100 for bar in chart.bars)
    assert chart.bars[0].low < chart.bars[0].at < chart.bars[0].high
    assert chart.bars[2].low is None
    assert [tick.value for tick in chart.ticks] == [-50.0, 0.0, 50.0, 100.0, 150.0]
    assert [tick.value for tick in chart.ticks if tick.major] == [0.0, 100.0]
    assert chart.zero == next(tick.at for tick in chart.ticks if not tick.value)


def test_a_board_on_which_nothing_has_happened_has_a_scale():
    chart = error_bars([(0.0, None, None)] * 2)
    assert chart.zero == 50
    assert lines([[0.0]]).lines[0].points == "0.00,50.0"


def test_bars_of_regret_begin_with_zero_at_the_left():
    """No regret is below zero, though an interval's arithmetic may be."""
    chart = error_bars([(0.0, 0.0, 0.0), (3.7, -1.0, 8.4), (118.4, None, None)], from_zero=True)
    assert chart.zero == chart.bars[0].at == chart.bars[0].low == chart.bars[1].low < chart.bars[1].at
    assert chart.zero < 5
    assert [tick.value for tick in chart.ticks] == [0.0, 50.0, 100.0]
    assert error_bars([(0.0, 0.0, 0.0)], from_zero=True).zero == chart.zero, "everyone is perfect"


def test_long_lines_are_thinned_and_keep_their_end():
    chart = lines([list(range(10_001))])
    assert len(chart.lines[0].points.split()) <= 402
    assert chart.lines[0].points.endswith(" 100.00,0.0")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row(1, 1), row(2, 2), row(3, 4), row(3, 4)], [False, True, True, False]),
        ([row(1, 2), row(1, 3), row(2, 3)], [False, False, False]),
        ([row(1, 3, blocks=0)] * 3, [False, False, False]),
        ([row(1, 2), row(1, 2), row(3, 3)], [False, False, True]),
    ],
)
def test_a_band_begins_where_everyone_above_is_surely_better(rows, expected):
    assert new_bands(tuple(rows)) == expected


def test_the_crosstable_has_two_sides(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    play(database, run_id, spec, (0, 1))
    cells = {
        (a, b): cell
        for a, line in crosstable(standings(spec, database.outcomes(run_id)))
        for b, cell in zip(order(database, spec, run_id), line, strict=True)
    }
    assert cells["ada", "bob"].mean == -cells["bob", "ada"].mean
    assert cells["ada", "ada"] is None
    assert cells["ada", "eve"] is None


def order(database, spec, run_id):
    return [line.entrant for line in standings(spec, database.outcomes(run_id)).rows]


def test_the_budget_counts_whole_playings_of_deals():
    """3 pairings; 25 hands are 12 deals played twice, in matches of 5, 5 and 2 deals."""
    spec = tournament(deals=5, max_hands=25)
    assert budget_of(spec) == (72, 9)


def test_budget_of_everyone_alone_is_each_one_s():
    assert budget_of(house(("a", "b", "c"), deals=250)) == (60_000, 240)


def test_budget_of_carried_stacks_counts_whole_matches():
    """3 pairings; 50 hands are 25 deals played twice, of which two matches of 10 deals are whole."""
    spec = tournament(deals=10, max_hands=50)
    carried = dataclasses.replace(spec, ruleset=dataclasses.replace(spec.ruleset, all_in=True, starting_stack=20, stacks="carry"))
    assert budget_of(carried) == (120, 6)
    assert budget_of(carried)[0] == PassScheduler(carried, MASTER).most_hands


@pytest.mark.parametrize(
    ("spec", "heading", "by_regret"),
    [(tournament(), "mbb/h", False), (house(), "Regret", True), (house(bankroll=50), "Net", False), (house(bonus_max=5), "Regret", True)],
)
def test_what_is_measured_depends_on_the_rules(spec, heading, by_regret):
    """As in the standings: choices are graded against the house, unless a bankroll limits them."""
    measure = measure_of(spec.ruleset)
    assert (measure.heading, measure.by_regret) == (heading, by_regret)
    assert standings(spec, []).by_regret == by_regret


def test_where_nobody_meets_there_is_no_crosstable():
    assert crosstable(standings(house(), [])) == ()


def test_a_seeded_tournament_that_is_played_again_closes_its_hands(database):
    spec = tournament()
    first = database.open_run(spec, MASTER, seeded=True)
    plan = play(database, first, spec, (0, 1))
    database.close_run(first, RunStatus.COMPLETED)
    (match,) = database.matches(plan.spec.match_id)
    assert access_to(match, [match], database.runs()).seed
    second = database.open_run(spec, MASTER, seeded=True)
    access = access_to(match, [match], database.runs())
    assert not access.hands
    assert not access.seed
    assert "same seed" in access.why_no_hands
    play(database, second, spec, (0, 1))
    found = database.matches(plan.spec.match_id)
    access = access_to(found[1], found, database.runs())
    assert access.hands
    assert not access.seed, "the second run is still being played"


def test_deals_that_others_may_still_play_stay_closed(database):
    """A format whose pairings share deals."""
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = play(database, run_id, spec, (0, 1))
    (match,) = database.matches(plan.spec.match_id)
    run = dataclasses.replace(match.run, spec=dataclasses.replace(spec, format="gauntlet"))
    shared = dataclasses.replace(match, run=run)
    assert not access_to(shared, [shared], [run]).hands
    over = dataclasses.replace(run, status=RunStatus.COMPLETED)
    shared = dataclasses.replace(match, run=over)
    assert access_to(shared, [shared], [over]).hands

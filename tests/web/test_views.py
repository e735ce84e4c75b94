"""Scales, bands, numbers in words, and who may see what."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone

import pytest

from arena.dealer import RunStatus, access_to
from arena.tournaments import StandingsRow, standings
from arena.web.boards import crosstable, most_hands, most_matches, new_bands
from arena.web.charts import error_bars, lines
from arena.web.pages import count, duration, rank, signed, when
from tests.web.watching import MASTER, play, tournament


def row(best, worst, *, blocks=300):
    return StandingsRow("x", best, worst, 0.0, None, None, None, 0, blocks, 0, 0)


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
    assert (most_hands(spec), most_matches(spec)) == (72, 9)


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


def test_numbers_in_words():
    assert [signed(value) for value in (41.24, -3.0, 0.04, -0.04)] == ["+41.2", "−3.0", "0.0", "0.0"]
    assert [count(1, "match", "matches"), count(1200, "leg")] == ["1 match", "1,200 legs"]
    assert [rank(row(2, 2)), rank(row(2, 4))] == ["2", "2–4"]
    assert [duration(timedelta(seconds=s)) for s in (-1, 8, 720, 11_100)] == ["0 s", "8 s", "12 min", "3 h 05 min"]
    assert when(datetime(2026, 11, 30, 13, 5, tzinfo=timezone(timedelta(hours=1)))) == "30 Nov 2026, 12:05 UTC"
    assert when(datetime(2026, 11, 30, 12, 5, tzinfo=UTC)) == "30 Nov 2026, 12:05 UTC"

"""Which tournament is due when, by a mock clock; nothing here waits for real time."""

from datetime import UTC, datetime, timedelta

import pytest
import trio

from arena.dealer import Scheduler, next_due
from arena.errors import ConfigError
from arena.tournaments import parse_tournament

ENTRANTS = '[[entrant]]\nname = "a"\nbuiltin = "draw/easy"\n[[entrant]]\nname = "b"\nbuiltin = "draw/hard"\n'
START = datetime(2026, 11, 30, 12, 0, 30, tzinfo=UTC)


def spec(schedule, **keys):
    lines = "".join(f'{key} = "{value}"\n' for key, value in {"name": "T", **keys, "schedule": schedule}.items())
    return parse_tournament(f'game = "five_card_draw"\n{lines}{ENTRANTS}', "t.toml")


def now_by_trio():
    began = trio.current_time()
    return lambda: START + timedelta(seconds=trio.current_time() - began)


async def starts_of(specs, seconds, *, lasts_s=0.0, last=None):
    """When tournaments begin within some time: (name, seconds after START)."""
    found = []
    now = now_by_trio()

    async def play(spec):
        found.append((spec.name, (now() - START).total_seconds()))
        await trio.sleep(lasts_s)

    scheduler = Scheduler(specs, play, now)
    for one in specs:
        scheduler.catch_up(one, last)
    with trio.move_on_after(seconds):
        await scheduler.run()
    return found


def test_next_due_is_strictly_later_and_in_the_files_time_zone():
    copenhagen = spec("0 20 * * *", timezone="Europe/Copenhagen")
    due = next_due(copenhagen, START)
    assert due.astimezone(UTC) == datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
    assert next_due(copenhagen, due) == due + timedelta(days=1)


def test_skipped_hour_of_a_daylight_saving_night_is_played_once():
    """On 28 March 2027 Copenhagen goes from 2:00 to 3:00; 2:30 does not exist and is played right after the gap."""
    nightly = spec("30 2 * * *", timezone="Europe/Copenhagen")
    first = next_due(nightly, datetime(2027, 3, 27, 23, 0, tzinfo=UTC))
    second = next_due(nightly, first)
    assert first.astimezone(UTC) == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert second.astimezone(UTC) == datetime(2027, 3, 29, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize("schedule", ["61 * * * *", "* * 31 2 *", "a b c d e"])
def test_impossible_schedule_is_refused(schedule):
    with pytest.raises(ConfigError, match="schedule"):
        next_due(spec(schedule), START)


async def test_due_tournaments_begin_on_the_minute(autojump_clock):
    assert await starts_of([spec("* * * * *")], 149) == [("T", 30), ("T", 90)]


async def test_run_that_is_due_while_the_last_one_plays_waits_when_queued(autojump_clock):
    """Due at 30, 90, 150 s, each run takes 100 s: the second begins when the first is over."""
    assert await starts_of([spec("* * * * *", overlap="queue")], 200, lasts_s=100) == [("T", 30), ("T", 130)]


async def test_run_that_is_due_while_the_last_one_plays_is_left_out_when_skipped(autojump_clock):
    assert await starts_of([spec("* * * * *", overlap="skip")], 200, lasts_s=100) == [("T", 30), ("T", 150)]


async def test_missed_run_is_played_once_if_the_file_says_so(autojump_clock):
    hourly = spec("0 * * * *", missed="once")
    assert await starts_of([hourly], 60, last=START - timedelta(hours=5)) == [("T", 0)]
    assert await starts_of([hourly], 60, last=START - timedelta(seconds=5)) == []
    assert await starts_of([hourly], 60, last=None) == []
    assert await starts_of([spec("0 * * * *", missed="skip")], 60, last=START - timedelta(hours=5)) == []


async def test_tournaments_do_not_wait_for_each_other(autojump_clock):
    both = [spec("* * * * *", name="A"), spec("* * * * *", name="B")]
    found = await starts_of(both, 40, lasts_s=1000)
    assert sorted(found) == [("A", 30), ("B", 30)]

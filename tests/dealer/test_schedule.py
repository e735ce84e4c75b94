"""Which tournament is due when, by a mock clock and a wall clock that can be set; nothing here waits for real time.

In 2026 Copenhagen loses the hour from 2:00 on 29 March (1:00 UTC), and has it twice on 25 October (from 0:00 and from 1:00 UTC).
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
import trio

from arena.dealer import Scheduler, next_due
from arena.errors import ConfigError
from arena.tournaments import parse_tournament

ENTRANTS = '[[entrant]]\nname = "a"\nbuiltin = "draw/easy"\n[[entrant]]\nname = "b"\nbuiltin = "draw/hard"\n'
START = datetime(2026, 11, 30, 12, 0, 30, tzinfo=UTC)
SPRING, AUTUMN = datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def spec(schedule, **keys):
    lines = "".join(f'{key} = "{value}"\n' for key, value in {"name": "T", **keys, "schedule": schedule}.items())
    return parse_tournament(f'game = "five_card_draw"\n{lines}{ENTRANTS}', "t.toml")


def danish(schedule, **keys):
    return spec(schedule, timezone="Europe/Copenhagen", **keys)


class Wall:
    """A wall clock that goes with trio's and can be set."""

    def __init__(self, start=START):
        self._start, self._began = start, trio.current_time()

    def now(self):
        return self._start + timedelta(seconds=trio.current_time() - self._began)

    def set_to(self, moment):
        self._start += moment - self.now()


class Arena:
    """A scheduler, and when by its wall clock tournaments began."""

    def __init__(self, *specs, start=START, last=None, lasts_s=0.0):
        self.wall, self.found, self._lasts_s = Wall(start), [], lasts_s
        self.scheduler = Scheduler(specs, self._play, self.wall.now)
        for one in specs:
            self.scheduler.catch_up(one, last)

    async def _play(self, played):
        self.found.append((played.name, self.wall.now()))
        await trio.sleep(self._lasts_s)

    async def run_for(self, duration, *, then=None, after=timedelta(0)):
        """Run for some time; ``then`` is called in between."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.scheduler.run)
            await trio.sleep(after.total_seconds())
            if then is not None:
                then()
            await trio.sleep((duration - after).total_seconds())
            nursery.cancel_scope.cancel()
        return self

    @property
    def begun(self):
        """When tournaments began."""
        return [at for _, at in self.found]

    @property
    def seconds(self):
        """Names, and seconds after START."""
        return [(name, (at - START).total_seconds()) for name, at in self.found]


async def starts_of(specs, seconds, **fields):
    """When tournaments begin within some time: (name, seconds after START)."""
    return (await Arena(*specs, **fields).run_for(timedelta(seconds=seconds))).seconds


def chain(one, start, end):
    """All moments at which it is due between two."""
    found = [next_due(one, start)]
    while found[-1] < end:
        found.append(next_due(one, found[-1]))
    return [moment.astimezone(UTC) for moment in found[:-1]]


def test_next_due_is_strictly_later_and_in_the_files_time_zone():
    copenhagen = danish("0 20 * * *")
    due = next_due(copenhagen, START)
    assert due.astimezone(UTC) == datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
    assert str(due.tzinfo) == "Europe/Copenhagen"
    assert next_due(copenhagen, due) == due + timedelta(days=1)


def test_skipped_hour_of_a_daylight_saving_night_is_played_once():
    """On 28 March 2027 Copenhagen goes from 2:00 to 3:00; 2:30 does not exist and is played right after the gap."""
    nightly = danish("30 2 * * *")
    first = next_due(nightly, datetime(2027, 3, 27, 23, 0, tzinfo=UTC))
    second = next_due(nightly, first)
    assert first.astimezone(UTC) == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert second.astimezone(UTC) == datetime(2027, 3, 29, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("schedule", "night", "hours"),
    [
        ("30 2 * * *", SPRING, [1.0]),  # 2:30 is skipped: at 3:00, when the gap is over
        ("30 2 * * *", AUTUMN, [0.5]),  # 2:30 comes twice: the first time
        ("0 3 * * *", AUTUMN, [2.0]),  # comes once
        ("0,30 2,3 * * *", SPRING, [1.0, 1.5]),  # 2:00, 2:30 and 3:00 are one moment
        ("0,30 2,3 * * *", AUTUMN, [0.0, 0.5, 2.0, 2.5]),
        ("30 * * * *", SPRING, [0.5, 1.5, 2.5]),  # every hour by real time
        ("30 * * * *", AUTUMN, [0.5, 1.5, 2.5]),
        ("30 */2 * * *", SPRING, [2.5]),  # a star in the hour: 2:30 does not come, so 4:30 is next
        ("30 */2 * * *", AUTUMN, [0.5, 1.5]),  # and comes twice here
    ],
)
def test_nights_on_which_the_clock_is_changed(schedule, night, hours):
    """From just before 0:00 UTC on, for three hours."""
    found = chain(danish(schedule), night - MINUTE, night + 3 * HOUR)
    assert [(moment - night) / HOUR for moment in found] == hours


@pytest.mark.parametrize("schedule", ["30 2 * * *", "0,30 2,3 * * *", "*/20 * * * *", "15 1-3 * * 0", "45 */2 * * *"])
@pytest.mark.parametrize("night", [SPRING, AUTUMN])
def test_whenever_one_asks_the_next_moment_is_later_and_none_is_lost(schedule, night):
    """Asked at every tenth minute of the night, seconds included, the answer is always the first moment of the chain that is later."""
    one, start = danish(schedule), night - 2 * HOUR
    moments = chain(one, start, night + timedelta(days=8))
    assert all(earlier < later for earlier, later in pairwise(moments))
    for number in range(6 * 8):
        asked = start + number * 10 * MINUTE + timedelta(seconds=7 * (number % 2))
        assert next_due(one, asked).astimezone(UTC) == next(moment for moment in moments if moment > asked)


@pytest.mark.parametrize("schedule", ["61 * * * *", "* * 31 2 *", "a b c d e"])
def test_impossible_schedule_is_refused(schedule):
    with pytest.raises(ConfigError, match="schedule"):
        next_due(spec(schedule), START)


async def test_due_tournaments_begin_on_the_minute(autojump_clock):
    assert await starts_of([spec("* * * * *")], 149) == [("T", 30), ("T", 90)]


async def test_a_nightly_tournament_is_played_once_on_each_of_the_odd_nights(autojump_clock):
    spring = await Arena(danish("30 2 * * *"), start=SPRING + HOUR / 2).run_for(HOUR)
    autumn = await Arena(danish("30 2 * * *"), start=AUTUMN).run_for(2 * HOUR)
    assert spring.begun == [SPRING + HOUR]
    assert autumn.begun == [AUTUMN + HOUR / 2]


async def test_an_arena_that_starts_in_the_second_two_oclock_does_not_play_again(autojump_clock):
    """2:10 for the second time: 2:30 has been, though the clock on the wall will show it once more."""
    arena = Arena(danish("30 2 * * *", missed="once"), start=AUTUMN + HOUR + 10 * MINUTE, last=AUTUMN + HOUR / 2)
    assert (await arena.run_for(HOUR)).begun == []
    assert [due.at for due in arena.scheduler.upcoming()] == [AUTUMN + timedelta(hours=25, minutes=30)]


async def test_a_night_that_was_missed_is_played_once_on_the_odd_nights_too(autojump_clock):
    """Down at 2:30, or at what stands for it, up within the next hour."""
    for night in (SPRING, AUTUMN):
        arena = Arena(danish("30 2 * * *", missed="once"), start=night + HOUR + 10 * MINUTE, last=night - 23 * HOUR)
        assert (await arena.run_for(HOUR)).begun == [night + HOUR + 10 * MINUTE]


async def test_run_that_is_due_while_the_last_one_plays_waits_when_queued(autojump_clock):
    """Due at 30, 90, 150 s, each run takes 100 s: the second begins when the first is over."""
    assert await starts_of([spec("* * * * *", overlap="queue")], 200, lasts_s=100) == [("T", 30), ("T", 130)]


async def test_no_more_than_one_waits(autojump_clock):
    """Due every minute, each takes five: after the first at 30 s only one of those due meanwhile follows, at 330 s."""
    assert await starts_of([spec("* * * * *", overlap="queue")], 500, lasts_s=300) == [("T", 30), ("T", 330)]


async def test_run_that_is_due_while_the_last_one_plays_is_left_out_when_skipped(autojump_clock):
    assert await starts_of([spec("* * * * *", overlap="skip")], 200, lasts_s=100) == [("T", 30), ("T", 150)]


async def test_missed_run_is_played_once_if_the_file_says_so(autojump_clock):
    hourly = spec("0 * * * *", missed="once")
    assert await starts_of([hourly], 60, last=START - timedelta(hours=5)) == [("T", 0)]
    assert await starts_of([hourly], 60, last=START - timedelta(seconds=5)) == []
    assert await starts_of([hourly], 60, last=None) == []
    assert await starts_of([spec("0 * * * *", missed="skip")], 60, last=START - timedelta(hours=5)) == []


async def test_a_run_that_was_left_is_gone_on_with_at_once_and_its_schedule_holds(autojump_clock):
    arena = Arena(spec("* * * * *"))
    arena.scheduler.begin_now(spec("* * * * *"))
    assert (await arena.run_for(timedelta(seconds=100))).seconds == [("T", 0), ("T", 30), ("T", 90)]


@pytest.mark.parametrize(("overlap", "expected"), [("queue", [0, 40]), ("skip", [0])])
async def test_what_falls_due_while_a_left_run_is_gone_on_with_follows_its_overlap(autojump_clock, overlap, expected):
    minutely = spec("* * * * *", overlap=overlap)
    arena = Arena(minutely, lasts_s=40)
    arena.scheduler.begin_now(minutely)
    assert (await arena.run_for(timedelta(seconds=80))).seconds == [("T", at) for at in expected]


@pytest.mark.parametrize(("missed", "expected"), [("once", [("T", 7200)]), ("skip", [])])
async def test_a_clock_that_jumps_over_moments_has_missed_them(autojump_clock, missed, expected):
    """Due at 13:00 and 14:00; set from 12:01 to 14:20, as after a sleep of the machine. Found within half a minute."""
    arena = Arena(spec("0 * * * *", missed=missed))
    target = datetime(2026, 11, 30, 14, 20, tzinfo=UTC)
    await arena.run_for(30 * MINUTE, then=lambda: arena.wall.set_to(target), after=MINUTE)
    assert len(arena.begun) == len(expected)
    assert all(target <= at <= target + timedelta(seconds=30) for at in arena.begun)
    assert arena.scheduler.upcoming()[0].at == datetime(2026, 11, 30, 15, tzinfo=UTC)


async def test_a_clock_that_is_put_right_by_minutes_misses_nothing(autojump_clock):
    """Set from 12:58 to 13:02: what was due at 13:00 is played late rather than missed."""
    arena = Arena(spec("0 13 * * *", missed="skip"))
    target = datetime(2026, 11, 30, 13, 2, tzinfo=UTC)
    await arena.run_for(2 * HOUR, then=lambda: arena.wall.set_to(target), after=57 * MINUTE + timedelta(seconds=30))
    assert [target <= at <= target + timedelta(seconds=30) for at in arena.begun] == [True]


async def test_a_clock_that_is_set_back_plays_nothing_twice(autojump_clock):
    """Played at 13:00; at 13:10 the clock is set to 12:40, and passes 13:00 once more."""
    arena = Arena(spec("0 13 * * *"))
    await arena.run_for(3 * HOUR, then=lambda: arena.wall.set_to(START + 40 * MINUTE), after=70 * MINUTE)
    assert arena.begun == [datetime(2026, 11, 30, 13, tzinfo=UTC)]
    assert arena.scheduler.upcoming()[0].at == datetime(2026, 12, 1, 13, tzinfo=UTC)


async def test_a_clock_that_was_wrong_by_a_year_does_not_lose_that_year(autojump_clock):
    arena = Arena(spec("0 13 * * *"), start=START + timedelta(days=365))
    await arena.run_for(2 * HOUR, then=lambda: arena.wall.set_to(START), after=MINUTE)
    assert arena.begun == [datetime(2026, 11, 30, 13, tzinfo=UTC)]


async def test_after_a_stop_nothing_begins_and_nothing_waits_any_more(autojump_clock):
    arena = Arena(spec("* * * * *"), lasts_s=100)
    await arena.run_for(10 * MINUTE, then=arena.scheduler.stop_nowait, after=2 * MINUTE)
    assert arena.seconds == [("T", 30)]


async def test_tournaments_do_not_wait_for_each_other(autojump_clock):
    both = [spec("* * * * *", name="A"), spec("* * * * *", name="B")]
    found = await starts_of(both, 40, lasts_s=1000)
    assert sorted(found) == [("A", 30), ("B", 30)]


async def test_what_is_due_soonest_comes_first_whatever_the_zone(autojump_clock):
    """20:00 in Copenhagen is 19:00 UTC, before 19:30 UTC and after 18:00 UTC."""
    specs = [spec("30 19 * * *", name="third"), danish("0 20 * * *", name="second"), spec("0 18 * * *", name="first")]
    assert [due.spec.name for due in Arena(*specs).scheduler.upcoming()] == ["first", "second", "third"]

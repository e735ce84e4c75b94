"""``arena schedule``: what ``arena serve`` would play next, and when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import click

from arena.cli.common import console, count, examples, json_option, print_json, say
from arena.cli.files import find_scheduled
from arena.cli.tables import Column, FittedTable
from arena.dealer import next_due
from arena.errors import ConfigError
from arena.tournaments import TournamentSpec

_MISSED_WORDS = {"skip": "left out", "once": "played once, late"}
_OVERLAP_WORDS = {"queue": "waits", "skip": "left out"}


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A tournament, and when it is due."""

    spec: TournamentSpec
    moments: tuple[datetime, ...]
    """The next ones, soonest first, in the time zone of its file."""


@examples("arena schedule", "arena schedule --tournaments season --count 5", "arena schedule --json")
@click.command()
@click.option(
    "--tournaments",
    type=click.Path(path_type=Path),
    default=Path("tournaments"),
    show_default=True,
    metavar="DIR",
    help="The files that `arena serve --tournaments DIR` plays.",
)
@click.option("--count", "each", type=click.IntRange(1, 100), default=1, show_default=True, metavar="N", help="Moments of each tournament.")
@json_option
def command(tournaments: Path, each: int, as_json: bool) -> int:
    """List when each tournament with a schedule is due next, soonest first, in its own time zone and in UTC.

    A file with a schedule that cannot be played is told at the end, and is exit code 2. If `arena serve` is down at that moment, or the
    last run of the tournament is not over yet, it does what the columns "missed" and "overlap" say.
    """
    now = datetime.now(UTC)
    specs, refusals = find_scheduled(tournaments)
    found = upcoming(specs, now, each)
    if as_json:
        print_json([_document(one, now) for one in found])
    elif found:
        console().print(table_of(found, now), crop=False)
    elif not refusals:
        say(console(), f'No tournament in {tournaments} has a schedule; add schedule = "0 20 * * *" to a file, and a timezone.')
    if refusals:
        raise ConfigError("; ".join(refusals))
    return 0


def upcoming(specs: Sequence[TournamentSpec], now: datetime, each: int) -> list[Upcoming]:
    """The next moments of every scheduled tournament, the one that is due soonest first.

    Raises:
        ConfigError: a schedule is no cron expression, or never comes due; names the tournament.
    """
    found = [Upcoming(spec, tuple(islice(_moments(spec, now), each))) for spec in specs]
    return sorted(found, key=lambda one: (one.moments[0].astimezone(UTC), one.spec.name))


def table_of(found: Sequence[Upcoming], now: datetime) -> FittedTable:
    """For people: a line for every moment, soonest first."""
    lines = sorted(((moment.astimezone(UTC), one.spec, moment) for one in found for moment in one.moments), key=lambda line: line[0])
    specs = [spec for _, spec, _ in lines]
    columns = [
        Column("tournament", [spec.name for spec in specs], "left", "name"),
        Column("due", [f"{moment:%a %Y-%m-%d %H:%M %Z}" for _, _, moment in lines], "left"),
        Column("time zone", [spec.timezone for spec in specs], "left", expendable=5),
        Column("UTC", [f"{moment:%Y-%m-%d %H:%M}" for moment, _, _ in lines], "left", expendable=1),
        Column("in", [span_text((moment - now).total_seconds()) for moment, _, _ in lines], expendable=2),
        Column("missed", [_MISSED_WORDS[spec.missed] for spec in specs], "left", expendable=4),
        Column("overlap", [_OVERLAP_WORDS[spec.overlap] for spec in specs], "left", expendable=3),
    ]
    return FittedTable("Scheduled", columns, f"{count(len(found), 'tournament')}; it is {now:%Y-%m-%d %H:%M} UTC now.")


def span_text(seconds: float) -> str:
    """A stretch of time in its two largest units, rounded down: ``7 h 40 min``."""
    minutes, rest_s = divmod(int(seconds), 60)
    hours, rest_minutes = divmod(minutes, 60)
    days, rest_hours = divmod(hours, 24)
    if days:
        return f"{count(days, 'day')} {rest_hours} h" if rest_hours else count(days, "day")
    if hours:
        return f"{hours} h {rest_minutes} min" if rest_minutes else f"{hours} h"
    return f"{minutes} min" if minutes else f"{rest_s} s"


def _moments(spec: TournamentSpec, after: datetime) -> Iterator[datetime]:
    """When a tournament is due, again and again."""
    while True:
        try:
            after = next_due(spec, after)
        except ConfigError as error:
            raise ConfigError(f"tournament {spec.name!r}: {error}") from None
        yield after


def _document(one: Upcoming, now: datetime) -> dict[str, object]:
    spec = one.spec
    return {
        "tournament": spec.name,
        "game": spec.game_name,
        "schedule": spec.schedule,
        "timezone": spec.timezone,
        "missed": spec.missed,
        "overlap": spec.overlap,
        "next": [
            {
                "local": moment.isoformat(),
                "utc": moment.astimezone(UTC).isoformat(),
                "in_s": round((moment.astimezone(UTC) - now).total_seconds(), 3),
            }
            for moment in one.moments
        ],
    }

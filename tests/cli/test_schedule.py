"""`arena schedule`: what is due next, told for people and programs. What comes due when is tested in tests/dealer/test_schedule.py."""

import json
from datetime import UTC, datetime, timedelta

import click
import pytest
from rich.console import Console

from arena.cli.schedule import command, span_text, table_of, upcoming
from arena.errors import ConfigError
from arena.tournaments import parse_tournament

ENTRANTS = '\n[[entrant]]\nname = "a"\nbuiltin = "draw/easy"\n[[entrant]]\nname = "b"\nbuiltin = "draw/hard"\n'
NOW = datetime(2026, 10, 24, 22, 0, tzinfo=UTC)
NIGHTLY = 'schedule = "30 2 * * *"\ntimezone = "Europe/Copenhagen"\nmissed = "once"\noverlap = "skip"'
EVENING = 'schedule = "0 20 * * *"'


def text(top, name="Nightly"):
    return f'name = "{name}"\ngame = "five_card_draw"\n{top}\n{ENTRANTS}'


def shown(found, width):
    out = Console(width=width, record=True, file=None, highlight=False)
    with out.capture() as captured:
        out.print(table_of(found, NOW), crop=False)
    return captured.get()


@pytest.fixture
def schedule(monkeypatch):
    """The command as `arena schedule` calls it."""

    def call(capsys, *arguments):
        code = command.main([str(argument) for argument in arguments], standalone_mode=False)
        return code, capsys.readouterr().out

    monkeypatch.setenv("COLUMNS", "120")
    return call


def test_a_line_says_local_time_utc_how_long_and_what_becomes_of_it_otherwise():
    """The night the clock goes back in Copenhagen: 2:30 the first time is 0:30 UTC, a day later it is 1:30."""
    out = shown(upcoming([parse_tournament(text(NIGHTLY), "n.toml")], NOW, 2), 140)
    first, second = [line.split("│")[1:-1] for line in out.splitlines() if "Nightly" in line]
    assert [cell.strip() for cell in first] == [
        "Nightly",
        "Sun 2026-10-25 02:30 CEST",
        "Europe/Copenhagen",
        "2026-10-25 00:30",
        "2 h 30 min",
        "played once, late",
        "left out",
    ]
    assert [cell.strip() for cell in second][1:5] == ["Mon 2026-10-26 02:30 CET", "Europe/Copenhagen", "2026-10-26 01:30", "1 day 3 h"]
    assert "1 tournament; it is 2026-10-24 22:00 UTC now." in out


def test_soonest_first_over_all_files():
    specs = [parse_tournament(text(EVENING, "Evening"), "e.toml"), parse_tournament(text(NIGHTLY), "n.toml")]
    out = shown(upcoming(specs, NOW, 2), 140)
    assert [line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")] == ["Nightly", "Evening", "Nightly", "Evening"]


@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_the_table_fits_and_always_says_what_and_when(width):
    out = shown(upcoming([parse_tournament(text(NIGHTLY, "A tournament with quite a long name"), "n.toml")], NOW, 1), width)
    assert max(map(len, out.splitlines())) <= width
    assert "02:30 CEST" in out


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (timedelta(seconds=59), "59 s"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=7, minutes=40), "7 h 40 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=3, hours=4, minutes=50), "3 days 4 h"),
    ],
)
def test_spans_in_two_units(span, expected):
    assert span_text(span.total_seconds()) == expected


def test_for_programs(schedule, capsys, tmp_path):
    (tmp_path / "n.toml").write_text(text(NIGHTLY))
    (tmp_path / "by_hand.toml").write_text(text("", "By hand"))
    code, out = schedule(capsys, "--tournaments", tmp_path, "--count", 3, "--json")
    (found,) = json.loads(out)
    assert code == 0
    assert {key: value for key, value in found.items() if key != "next"} == {
        "tournament": "Nightly",
        "game": "five_card_draw",
        "schedule": "30 2 * * *",
        "timezone": "Europe/Copenhagen",
        "missed": "once",
        "overlap": "skip",
    }
    assert len(found["next"]) == 3
    for moment in found["next"]:
        assert datetime.fromisoformat(moment["local"]) == datetime.fromisoformat(moment["utc"])
        assert moment["utc"].endswith("+00:00")
    assert [moment["in_s"] for moment in found["next"]] == sorted(moment["in_s"] for moment in found["next"])


def test_nothing_is_scheduled(schedule, capsys, tmp_path):
    (tmp_path / "by_hand.toml").write_text(text("", "By hand"))
    code, out = schedule(capsys, "--tournaments", tmp_path)
    assert (code, out.count("\n")) == (0, 1)
    assert 'schedule = "0 20 * * *"' in out
    assert schedule(capsys, "--tournaments", tmp_path, "--json")[1] == "[]\n"


@pytest.fixture
def season(tmp_path):
    """Two good schedules, three bad ones, and two files of which only the schedule, which they have not, is looked at."""
    elsewhere = '\n[[entrant]]\nname = "c"\ncommand = ["python", "bots/nowhere.py"]\n'
    files = {
        "nightly": text(NIGHTLY),
        "evening": text(EVENING, "Evening"),
        "twice": text(EVENING, "Nightly"),
        "lost": text(EVENING, "Lost") + elsewhere,
        "broken": "[rules",
        "demo": text("", "Demo") + elsewhere,
        "half": "[play]\nseats = 99\n",
    }
    for name, content in files.items():
        (tmp_path / f"{name}.toml").write_text(content)
    return tmp_path


def test_a_file_without_a_schedule_is_none_of_its_business_and_a_bad_one_hides_no_other(arena, season):
    done = arena("schedule", "--tournaments", season)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert {line.split("│")[1].strip() for line in done.out.splitlines() if line.startswith("│")} == {"Nightly", "Evening"}
    said = (
        "broken.toml: not valid TOML",
        "lost.toml: entrant 3 (c): command: there is no file 'bots/nowhere.py'",
        "twice.toml: name: 'Nightly' is",
    )
    assert all(f"{season}/{words}" in done.err for words in said)
    assert "demo" not in done.err
    assert "half" not in done.err


def test_for_programs_a_bad_file_hides_no_other_either(arena, season):
    done = arena("schedule", "--tournaments", season, "--json")
    assert done.code == 2
    assert {one["tournament"] for one in done.document} == {"Nightly", "Evening"}


def test_where_nothing_but_bad_files_has_a_schedule_nobody_is_told_to_add_one(arena, tmp_path):
    (tmp_path / "bad.toml").write_text(text('schedule = ""'))
    done = arena("schedule", "--tournaments", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert 'bad.toml: schedule = "": must be five fields of cron' in done.err


def test_the_mistakes_that_serve_would_refuse_are_refused(schedule, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="--tournaments tournaments: is no directory"):
        schedule(capsys)
    (tmp_path / "bad.toml").write_text(text('schedule = "61 * * * *"'))
    with pytest.raises(ConfigError, match=r"bad\.toml: schedule = \"61 "):
        schedule(capsys, "--tournaments", tmp_path)
    with pytest.raises(click.BadParameter):
        schedule(capsys, "--tournaments", tmp_path, "--count", 0)

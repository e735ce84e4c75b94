"""The board at the widths of ordinary terminals, and what it says of runs that are over."""

import pytest

from arena.dealer import RunStatus
from tests.cli.filling import fill, forfeited, tournament

NAMES = [":smile: one", "[bold]two", *(f"team-alpha/a-very-long-name-of-a-bot-{number}" for number in range(4))]


@pytest.mark.parametrize("columns", [120, 80, 60])
def test_board_fits_with_whole_numbers_and_plain_names(arena, path, monkeypatch, columns):
    fill(path, tournament(NAMES))
    monkeypatch.setenv("COLUMNS", str(columns))
    done = arena("leaderboard", "--db", path)
    scores = [f"{row['score']:+.1f}" for row in arena("leaderboard", "--db", path, "--json").document["standings"]]
    assert all(score in done.out for score in scores)
    assert max(map(len, done.out.splitlines())) <= columns
    assert "[bold]two" in done.out or columns < 120
    assert ":smile: one" in done.out


def test_width_without_columns_is_120_when_piped(arena, path, monkeypatch):
    fill(path, tournament(NAMES))
    monkeypatch.delenv("COLUMNS")
    assert {len(line) for line in arena("leaderboard", "--db", path).out.splitlines()} <= set(range(121))
    assert "± s.e." in arena("leaderboard", "--db", path).out


def test_columns_of_zeros_go_first(arena, path, monkeypatch):
    fill(path, tournament(NAMES))
    monkeypatch.setenv("COLUMNS", "60")
    out = arena("leaderboard", "--db", path).out
    assert "hands ┃" in out
    assert "forfeits" not in out


def test_running_finished_and_interrupted_runs_say_so(arena, path):
    fill(path, tournament(), status=RunStatus.RUNNING)
    assert "are not decided yet" in arena("leaderboard", "--db", path).out
    fill(path, tournament())
    assert "ranks with a range were not decided" in arena("leaderboard", "--db", path).out
    fill(path, tournament(), status=RunStatus.STOPPED, reason="interrupted")
    out = arena("leaderboard", "--db", path).out
    assert "stopped: interrupted" in out
    assert "not decided yet" not in out


def test_reasons_are_whole_lines(arena, path, monkeypatch):
    fill(path, tournament(), forfeited)
    monkeypatch.setenv("COLUMNS", "40")
    assert "1 match forfeited: b: its program exited with status 1\n" in arena("leaderboard", "--db", path).out

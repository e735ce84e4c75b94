"""Names of accounts."""

import pytest


@pytest.mark.parametrize("name", ["draw/hard", "Draw/Hard", "draw/easy@1"])
def test_name_of_a_built_in_bot_is_refused(arena, path, name):
    done = arena("bots", "add", name, "--owner", "ada", "--db", path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "built-in" in done.err


@pytest.mark.parametrize("name", ["x" * 5000, "\x1b" * 5000])
def test_overlong_name_is_not_echoed_whole(arena, path, name):
    done = arena("bots", "add", name, "--owner", "ada", "--db", path)
    assert done.code == 2
    assert len(done.err) < 500


def test_own_name_gets_a_token_on_one_line(arena, path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    done = arena("bots", "add", "ada/:smile:", "--owner", "ada", "--db", path)
    assert done.code == 0
    assert done.out.startswith("Token of ada/:smile:, shown only now: ")
    assert done.out.count("\n") == 1

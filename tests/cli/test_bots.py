"""Names of accounts."""

import pytest

from arena.store import Database


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


def test_organiser_is_made_by_a_flag_and_listed_as_such(arena, path):
    assert arena("bots", "add", "ada/raiser", "--owner", "ada", "--db", path).code == 0
    done = arena("bots", "add", "ada/office", "--owner", "ada", "--organiser", "--db", path)
    assert (done.code, done.out.startswith("Token of ada/office, shown only now: ")) == (0, True)
    arena("bots", "revoke", "ada/raiser", "--db", path)
    assert arena("bots", "list", "--json", "--db", path).document["accounts"] == [
        {"name": "ada/office", "owner": "ada", "state": "active", "role": "organiser"},
        {"name": "ada/raiser", "owner": "ada", "state": "revoked", "role": "bot"},
    ]
    out = arena("bots", "list", "--db", path).out
    assert "role" in out
    assert "organiser" in out
    with Database(str(path)) as database:
        assert [account.organiser for account in database.accounts()] == [True, False]

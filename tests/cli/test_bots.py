"""Names of accounts, and the built-in bots in the listing."""

import sys
from functools import partial

import pytest

from arena.cli.files import load_tournament
from arena.engines import play_plan
from arena.store import Database
from arena.tournaments import PassScheduler
from tests.cli.filling import MASTER
from tests.engines.offering import MODULE, offer


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """A function that installs a package of bots for this test."""
    monkeypatch.syspath_prepend(tmp_path)
    yield partial(offer, tmp_path)
    sys.modules.pop(MODULE, None)


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


@pytest.mark.slow
def test_every_version_of_a_built_in_bot_has_a_row(arena, path, offered):
    offered({"fake/hard": "V10", "fake/hard@1": "V1", "fake/hard@2": "V2"})
    rows = arena("bots", "list", "--json", "--db", path).document["builtins"]
    assert [row for row in rows if row["name"].startswith("fake/")] == [
        {"name": "fake/hard", "version": version, "about": f"Plays as version {version} does."} for version in (1, 2, 10)
    ]
    lines = arena("bots", "list", "--db", path).out.splitlines()
    rows = [[cell.strip() for cell in line.split("│")[1:3]] for line in lines if "fake/" in line]
    assert rows == [["fake/hard", "1"], ["fake/hard", "2"], ["fake/hard", "10"]]


@pytest.mark.parametrize("name", ["fake/hard", "Fake/hard@1", "fake/hard@7"])
def test_name_of_an_old_version_is_refused(arena, path, offered, name):
    offered({"fake/hard": "V2", "fake/hard@1": "V1"})
    done = arena("bots", "add", name, "--owner", "ada", "--db", path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "built-in" in done.err


def test_a_package_that_names_a_version_wrong_is_told_in_one_line(arena, path, offered):
    offered({"fake/hard": "V2", "fake/hard@1": "V2"})
    done = arena("bots", "list", "--db", path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "entry point 'fake/hard@1' leads to" in done.err


def test_a_tournament_stays_with_the_version_it_began_with(tmp_path, offered):
    """``load_tournament``: the newest of then, also when there is a newer one; its matches are played by the old one."""
    file = tmp_path / "t.toml"
    entrants = [f'[[entrant]]\nname = "{name}"\nbuiltin = "{builtin}"\n' for name, builtin in (("a", "fake/hard"), ("b", "draw/easy"))]
    file.write_text('name = "T"\ngame = "five_card_draw"\n[play]\ndeals_per_match = 2\nmax_hands = 4\n' + "".join(entrants))
    offered({"fake/hard": "V1"})
    begun = load_tournament(file, remote=False)
    offered({"fake/hard": "V2", "fake/hard@1": "V1"})
    assert load_tournament(file, remote=False).entrants[0].builtin == "fake/hard@2"
    assert begun.entrants[0].builtin == "fake/hard@1"
    (plan,) = PassScheduler(begun, MASTER).next_pass()
    assert play_plan(plan).status.name == "COMPLETED"
    offered({"fake/hard": "V2"})
    assert "built-in bot 'fake/hard' has version 2, not 1" in play_plan(plan).legs[0].reason


def test_help_says_what_each_command_does_in_a_whole_sentence_and_has_examples(arena):
    out = arena("bots", "--help").out
    assert "..." not in out.partition("Commands:")[2]
    for words in (
        "and print its token.\n",
        "bots with their versions.\n",
        "open nothing any more.\n",
        "arena bots add ada/raiser --owner ada",
    ):
        assert words in out

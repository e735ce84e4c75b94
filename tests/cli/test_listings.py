"""`arena runs` and `arena matches`, and entrants that cannot be."""

import re

import pytest

from arena.dealer import RunStatus
from arena.store import Database
from arena.tournaments import Order, OrderKind
from tests.cli.filling import fill, forfeited, tournament, void


def test_runs_are_listed_newest_first(arena, path):
    fill(path, tournament())
    fill(path, tournament(("a", "b", "c")), void, RunStatus.FAILED, "no\x1b luck")
    first, second = arena("runs", "--db", path, "--json").document
    assert (first["run"], first["status"], first["reason"], first["matches"], first["hands"]) == (2, "failed", "no\x1b luck", 3, 0)
    assert (second["run"], second["tournament"], second["status"], second["matches"], second["hands"]) == (1, "Small", "completed", 1, 6)
    assert second["started"].endswith("+00:00")
    out = arena("runs", "--db", path).out
    assert r"no\x1b luck" in out
    assert out.index(" 2 ") < out.index(" 1 ")


@pytest.mark.parametrize(
    ("columns", "missed"), [(120, ""), (60, "No room for: started (UTC)"), (40, "No room for: started (UTC), matches")]
)
def test_in_a_narrow_terminal_how_much_was_played_stays_and_what_goes_is_named(arena, path, monkeypatch, columns, missed):
    fill(path, tournament())
    monkeypatch.setenv("COLUMNS", str(columns))
    out = arena("runs", "--db", path).out
    assert re.search(r"completed │.* 6 │", out)
    assert " ".join(out.partition("┘")[2].split()) == missed
    assert max(map(len, out.splitlines())) <= columns


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "x: say where it runs: --builtin, --command or --remote"),
        (("--builtin", "draw/easy", "--remote"), "x: --builtin and --remote say different things about where it runs; give one of them"),
        (("--builtin", "draw/easy@"), "entrant 'x': builtin = \"draw/easy@\": must be game/level or game/level@version"),
        (("--builtin", "bonus/easy"), "entrant 'x': builtin = \"bonus/easy\": must be a bot that plays five_card_draw"),
        (("--command", "python 'x"), "--command python 'x: no command: no closing quotation"),
        (("--command", " "), "--command: must name a program, such as 'python mybot.py'"),
    ],
)
def test_an_entrant_that_cannot_be_is_refused_by_what_was_typed(arena, path, options, said):
    fill(path, tournament(), status=RunStatus.RUNNING)
    done = arena("enter", "x", *options, "--db", path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"arena: {said}")
    assert "arena enter" not in done.err


def test_empty_database_has_no_runs(arena, path):
    arena("bots", "list", "--db", path)
    assert "No runs yet" in arena("runs", "--db", path).out
    assert arena("runs", "--db", path, "--json").document == []


def test_matches_for_programs_name_run_pass_and_hands(arena, path):
    fill(path, tournament())
    fill(path, tournament(("a", "b", "c")))
    matches = arena("matches", "--db", path, "--json").document
    assert [(match["run"], match["pass"], match["hands"]) for match in matches] == [(2, 1, 6)] * 3
    standings = arena("leaderboard", "--db", path, "--json").document["matches"]
    assert [{key: match[key] for key in standings[0]} for match in matches] == standings


def test_a_match_void_by_hand_is_listed_as_void_with_its_reason(arena, path):
    ids = fill(path, tournament(("a", "b", "c")))
    with Database(str(path)) as database:
        database.give_order(1, Order(OrderKind.VOID, ids[1], "wrong bot"))
    matches = arena("matches", "--db", path, "--json").document
    assert [(match["match_id"], match["status"]) for match in matches] == list(zip(ids, ["completed", "void", "completed"], strict=True))
    assert "wrong bot" in matches[1]["reason"]
    assert "wrong bot" in arena("matches", "--db", path).out


def test_matches_fit_a_narrow_terminal(arena, path, monkeypatch):
    ids = fill(path, tournament((f"team/{'x' * 40}-1", f"team/{'x' * 40}-2")), forfeited)
    monkeypatch.setenv("COLUMNS", "60")
    out = arena("matches", "--db", path).out
    assert ids[0] in out
    assert "forfeited" in out
    assert max(map(len, out.splitlines())) <= 60

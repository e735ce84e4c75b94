"""`arena runs` and `arena matches`."""

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

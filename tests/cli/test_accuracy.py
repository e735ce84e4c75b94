"""How accurately everyone chose, over the matches of a run: the numbers of its standings, and mistakes that can be looked at."""

import re
from fractions import Fraction

import pytest

from arena.matches import LegResult, MatchResult, Status, grade_match, play_match
from arena.rules import parse_cards, shared_solver
from arena.tournaments import tournament_from_document
from bots.bonus import Easy, Hard
from tests.cli.filling import fill
from tests.cli.filling import tournament as draw_tournament

BOTS = {"hard": Hard, "easy": Easy}


def house(**rules):
    return tournament_from_document(
        {
            "name": "House",
            "game": "holdem_bonus",
            "rules": rules,
            "play": {"deals_per_match": 30, "max_hands": 30, "stop": "max_hands"},
            "entrant": [{"name": name, "builtin": f"bonus/{name}"} for name in BOTS],
        },
        "this test",
    )


def played(plan):
    return grade_match(play_match(plan.spec, [BOTS[name] for name in plan.spec.players]))


@pytest.fixture
def filled(path):
    fill(path, house(), played)
    return path


@pytest.mark.slow
def test_numbers_are_those_of_the_standings(arena, filled):
    board = {row["entrant"]: row for row in arena("leaderboard", "--db", filled, "--json").document["standings"]}
    document = arena("accuracy", "--db", filled, "--json").document
    assert [one["entrant"] for one in document["entrants"]] == ["hard", "easy"], "the least regret first"
    for one in document["entrants"]:
        assert one["hands"] == board[one["entrant"]]["hands"] == 30
        assert one["all"]["regret"] == pytest.approx(board[one["entrant"]]["score"], abs=0.0006)
        for key in ("count", "best", "regret_antes"):
            assert one["all"][key] == pytest.approx(sum(line[key] for line in one["decisions"]), abs=1e-5)
    hard, easy = document["entrants"]
    assert (hard["mistake_count"], hard["all"]["regret_antes"]) == (0, 0)
    assert easy["mistake_count"] == easy["all"]["count"] - easy["all"]["best"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["80", "120"])
def test_shares_are_shown_beside_what_they_are_of(arena, filled, monkeypatch, columns):
    """fishtest PR 1905: more than 100 % time losses. Right: each line says of how many decisions how many were best, and its share is just
    these two, cut and not rounded up, on a terminal of any usual width; the document has the same numbers, and the hands."""
    monkeypatch.setenv("COLUMNS", columns)
    out = arena("accuracy", "--db", filled, "--mistakes", 0).out
    assert re.search("┃ decision ┃ decisions ┃ best ┃ best, % ┃", out)
    shown = re.findall(r"│ (flop|turn|river|all) +│ +(\d+) │ +(\d+) │ +(\d+\.\d\d)% │", out)
    entrants = arena("accuracy", "--db", filled, "--json").document["entrants"]
    parts = [part for one in entrants for part in [*one["decisions"], one["all"]]]
    assert [(int(count), int(best)) for _, count, best, _ in shown] == [(part["count"], part["best"]) for part in parts]
    assert [word for word, _, _, _ in shown] == ["flop", "turn", "river", "all"] * 2
    for _, count, best, share in shown:
        assert Fraction(share) == Fraction(10_000 * int(best) // int(count), 100) <= 100
    assert [one["hands"] for one in entrants] == [one["decisions"][0]["count"] for one in entrants]


@pytest.mark.slow
def test_mistakes_are_shown_with_their_cards_and_what_was_right(arena, filled):
    done = arena("accuracy", "--db", filled, "--entrant", "easy", "--mistakes", 2)
    (one,) = arena("accuracy", "--db", filled, "--entrant", "easy", "--mistakes", 2, "--json").document["entrants"]
    assert f"the costliest 2 of {one['mistake_count']} mistakes" in done.out
    assert "hard" not in done.out
    for mistake in one["mistakes"]:
        worth = shared_solver().decision(parse_cards(mistake["hole"]), parse_cards(mistake["board"]))
        assert (mistake["best"] == "bet") == worth.bet_is_best
        assert mistake["chosen"] != mistake["best"]
        assert Fraction(mistake["regret_antes"]) == pytest.approx(abs(worth.bet - worth.declined), abs=1e-6)
        name = f"{mistake['match_id']}:{mistake['leg']}:{mistake['hand_number']}"
        assert name in done.out
        assert arena("replay", name, "--db", filled).code == 0


@pytest.mark.slow
def test_who_made_no_mistake_is_perfect(arena, filled):
    out = arena("accuracy", "--db", filled, "--entrant", "hard").out
    assert "100.00%" in out
    assert "perfect" in out
    assert "hard: no mistake." in out


def test_void_matches_count_for_nobody(arena, path):
    fill(path, house(), lambda plan: MatchResult(plan.spec, (LegResult(Status.VOID, (), (0,), reason="the lights went out"),)))
    done = arena("accuracy", "--db", path)
    assert (done.code, done.err) == (0, "")
    assert "hard: no hand yet." in done.out
    assert [one["hands"] for one in arena("accuracy", "--db", path, "--json").document["entrants"]] == [0, 0]


@pytest.mark.parametrize(
    ("spec", "arguments", "said"),
    [
        (draw_tournament(), (), "run 1 is of Five-card draw; choices are graded against the house, and without a bankroll"),
        (house(bankroll=100), (), "run 1 is of Texas Hold'em Bonus; choices are graded against the house, and without a bankroll"),
        (house(), ("--entrant", "nobody"), "nobody is called 'nobody' in run 1; there are hard, easy"),
        (house(), ("--run", 7), "there is no run 7"),
        (house(), ("--mistakes", -1), "Invalid value for '--mistakes': -1 is not in the range 0<=x<=1000"),
    ],
)
def test_what_cannot_be_shown_is_one_line(arena, path, spec, arguments, said):
    fill(path, spec, lambda plan: MatchResult(plan.spec, (LegResult(Status.VOID, (), (0,) * len(plan.pairing)),)))
    done = arena("accuracy", "--db", path, *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err

"""Faults, forfeits and voids, and output of programs that acts on nothing."""

from dataclasses import replace

import pytest

from arena.matches import Cause, LegResult, MatchResult, Status, measure_match
from arena.store import Database
from arena.tournaments import Order, OrderKind, PassScheduler
from tests.cli.filling import MASTER, completed, fill, forfeited, tournament, void


def test_newest_run_is_shown_and_every_run_when_asked(arena, path):
    old = fill(path, tournament(("x", "y")), forfeited)
    fill(path, tournament())
    assert "No faults in Small, run 2." in arena("faults", "--db", path).out
    assert old[0] in arena("faults", "--db", path, "--all").out
    assert {row["run"] for row in arena("faults", "--db", path, "--run", 1, "--json").document} == {1}
    refused = arena("faults", "--db", path, "--all", "--run", 1)
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_newest_match_is_first_and_hands_follow_each_other_then_its_end(arena, path):
    ids = fill(path, tournament(("a", "b", "c")), forfeited)
    rows = arena("faults", "--db", path, "--json").document
    expected = [(match, hand) for match in reversed(ids) for hand in (0, 2, None)]
    assert [(row["match"], row["hand"]) for row in rows] == expected
    assert [row["kind"] for row in rows[:3]] == ["late", "illegal", "forfeit"]
    assert (rows[2]["entrant"], rows[2]["detail"]) == ("c", "c: its program exited with status 1")


def test_void_match_says_why(arena, path):
    fill(path, tournament(), void)
    (row,) = arena("faults", "--db", path, "--json").document
    assert (row["kind"], row["entrant"], row["detail"]) == ("void", None, "the lights went out")
    assert "the lights went out" in arena("faults", "--db", path).out


@pytest.mark.parametrize(
    ("reason", "entrant"),
    [
        ("arena error: b (hard.py, line 3): RuntimeError: boom", "b"),
        ("arena error: a: IllegalAction: action 99", "a"),
        ("arena error: the worker process died", None),
        ("arena error: bb: no entrant", None),
    ],
)
def test_a_bot_of_ours_that_made_a_match_void_is_named(arena, path, reason, entrant):
    fill(path, tournament(), lambda plan: MatchResult(plan.spec, (replace(void(plan).legs[0], reason=reason),)))
    (row,) = arena("faults", "--db", path, "--json").document
    assert (row["kind"], row["entrant"], row["detail"]) == ("void", entrant, reason)


def test_a_reason_is_told_whole_whatever_is_in_it(arena, path):
    """Reasons of legs are joined by semicolons, and messages of programs may hold some."""

    def both(plan):
        told = ["a: its code failed: KeyError: 1; no: b", "b: gone", "b: its code failed: x; y"]
        legs = [LegResult(Status.FORFEITED, (), (0, 0), "ab".index(text[0]), text, cause=Cause.EXITED) for text in told]
        return measure_match(MatchResult(replace(plan.spec, mirrored=False), tuple(legs)))

    fill(path, tournament(), both)
    rows = arena("faults", "--db", path, "--json").document
    assert [(row["entrant"], row["detail"]) for row in rows] == [
        ("a", "a: its code failed: KeyError: 1; no: b"),
        ("b", "b: gone; b: its code failed: x; y"),
    ]


def test_output_of_programs_keeps_its_lines_and_acts_on_nothing(arena, path):
    (match_id,) = fill(path, tournament(), forfeited)
    out = arena("faults", "--db", path, "--match", match_id).out
    assert not {"\x1b", "\x9b", "\u202e"} & set(out)
    assert "Output of b in leg 0:\n" in out
    assert "\n  \\x1b[31mred\\x1b[0m\\x9b2J\\u202e :smile: [bold]\n  \tTraceback\n  " + "x" * 300 + "\n" in out


def test_match_for_programs_comes_with_its_output(arena, path):
    (match_id,) = fill(path, tournament(), forfeited)
    done = arena("faults", "--db", path, "--match", match_id, "--json")
    assert not {"\x1b", "\x9b", "\u202e"} & set(done.out)
    assert [row["kind"] for row in done.document["faults"]] == ["late", "illegal", "forfeit"]
    (output,) = done.document["outputs"]
    assert (output["leg"], output["entrant"], output["text"].count("\n")) == (0, "b", 2)
    assert output["text"].startswith("\x1b[31mred")


def test_retried_match_is_named_with_both_its_ends(arena, path):
    spec = tournament()
    with Database(str(path)) as database:
        scheduler = PassScheduler(spec, MASTER)
        run_id = database.open_run(spec, MASTER, seeded=False)
        (plan,) = scheduler.next_pass()
        database.add_match(run_id, plan, void(plan))
        again = scheduler.retry(plan)
        database.add_match(run_id, again, completed(again))
    assert [row["match"] for row in arena("faults", "--db", path, "--json").document] == [plan.spec.match_id]


def test_a_match_that_is_void_by_hand_is_told_with_its_cause(arena, path):
    """The match itself stays as it was stored; the order is told beside it."""
    match_id, *_ = fill(path, tournament())
    with Database(str(path)) as database:
        database.give_order(1, Order(OrderKind.VOID, match_id, "the lights went out", "organiser"))
    (row,) = arena("faults", "--db", path, "--json").document
    assert (row["match"], row["kind"], row["cause"], row["detail"]) == (match_id, "void", "organiser", "the lights went out")

"""`arena solve`: the game, one decision, the table, and the table again."""

import os
import runpy
import shutil

import pytest

from arena.cli.solve_again import different_classes, enumerate_flops, store_table
from arena.errors import ConfigError
from arena.rules import bonus_preflop_table
from arena.rules.bonus_enumeration import flop_sums
from arena.rules.cards import parse_cards


def test_game_is_reported_with_its_exact_figures(arena):
    """The rules page, exact figures."""
    done = arena("solve")
    assert (done.code, done.err) == (0, "")
    for figure in ("-0.02036922", "97.9631 %", "95.4751 %", "44.5911 %", "46.2690 %", "3.8181", "0.5335 %"):
        assert figure in done.out
    for figure in ("-0.02178994", "97.8210 %", "-0.02349630", "-0.05593505"):
        assert figure in done.out
    assert "folds 72o 62o 52o 42o 32o and nothing else" in done.out
    assert "96.88 %" in done.out


def test_game_where_the_ante_takes_a_flush_is_reported(arena):
    document = arena("solve", "--ante-pays-from", "flush", "--json").document
    nets = {one["strategy"]: round(one["net"], 8) for one in document["strategies"]}
    assert (nets["optimal"], nets["optimal, ante paid from a straight"]) == (-0.05593505, -0.02036922)
    assert document["ante_pays_from"] == "flush"


@pytest.mark.parametrize(
    ("arguments", "decision", "choices"),
    [
        (("AsKd",), "flop", {"bet", "fold"}),
        (("AsKd", "--board", "7h8h9c"), "turn", {"check", "bet"}),
        (("AsKd", "--board", "7h8h9cTd", "--turn-bet"), "river", {"check", "bet"}),
    ],
)
def test_decision_shows_both_choices_the_better_one_first(arena, arguments, decision, choices):
    document = arena("solve", *arguments, "--json").document
    best, other = document["choices"]
    assert document["decision"] == decision
    assert {best["choice"], other["choice"]} == choices
    assert best["regret"] == 0 < other["regret"]
    assert best["net"] - other["net"] == pytest.approx(other["regret"])
    done = arena("solve", *arguments)
    assert f"the {decision} decision" in done.out
    assert f"Best: {best['choice']}." in done.out
    assert f"{best['net']:+.9f}" in done.out


def test_flop_decision_is_the_table_s(arena):
    """Two aces, as in the table of classes."""
    document = arena("solve", "AsAd", "--json").document
    assert f"{document['choices'][0]['net']:.9f}" == "2.788898609"
    assert (document["class"], document["counts"]) == ("AA", None)


def test_royal_flush_is_worth_every_bet(arena):
    """Ante, flop bet of two, turn and river bet: 5 with a bet now, 4 without."""
    done = arena("solve", "AsKs", "--board", "QsJsTs", "--json").document
    assert [(one["choice"], one["exact"]) for one in done["choices"]] == [("bet", "5"), ("check", "4")]
    assert done["counts"] == {"win": 1_070_190, "tie": 0, "lose": 0}


def test_choices_of_the_same_worth_are_both_best(arena):
    """Found by search: these fours win 22,436 times and lose as often."""
    done = arena("solve", "4s4h", "--board", "7d6hAs5h")
    assert "wins 22,436 (49.2666 %), ties 668 (1.4668 %), loses 22,436 (49.2666 %)" in done.out
    assert "Best: bet or check." in done.out


@pytest.mark.slow
def test_all_classes_are_listed(arena):
    done = arena("solve", "--table")
    assert done.code == 0
    lines = [line.split() for line in done.out.splitlines() if line.startswith("│")]
    assert len(lines) == 169
    assert lines[0][1:6:2] == ["AA", "+2.788898609", "play"]
    classes = arena("solve", "--table", "--json").document["classes"]
    assert (len(classes), classes[-1]["class"], sum(one["combinations"] for one in classes)) == (169, "32o", 1326)


@pytest.mark.slow
@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("arguments", [(), ("--table",), ("AsKd", "--board", "7h8h9c")])
def test_tables_fit_the_terminal(arena, monkeypatch, width, arguments):
    monkeypatch.setenv("COLUMNS", str(width))
    done = arena("solve", *arguments)
    assert all(len(line) <= width for line in done.out.splitlines() if line[:1] in "┏┃┡│└")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("AsK",), "'K' is no card"),
        (("AsAs",), "stands twice"),
        (("As",), "two hole cards"),
        (("AsKdQh",), "two hole cards"),
        (("AsKd", "--board", "7h8h"), "0 or 3 or 4 on the board"),
        (("AsKd", "--board", "7h8h9cTd2c"), "0 or 3 or 4 on the board"),
        (("AsKd", "--board", "As8h9c"), "all distinct"),
        (("AsKd", "--board", "xx"), "--board xx: 'xx' is no card"),
        (("AsKd", "--turn-bet"), "--turn-bet belongs to a river decision"),
        (("--board", "7h8h9c"), "--board and --turn-bet belong to hole cards"),
        (("AsKd", "--table"), "give one of them"),
        (("--table", "--regenerate"), "give one of them"),
        (("--jobs", "2"), "--jobs and --write belong to --regenerate"),
        (("--write",), "--jobs and --write belong to --regenerate"),
        (("--ante-pays-from", "pair"), "--ante-pays-from"),
        (("--regenerate", "--jobs", "0"), "--jobs"),
        (("\x1b[31m",), "is no card"),
        (("10sKD",), "'10' is no card; a card is a rank of 23456789TJQKA and a suit of cdhs (at offset 0); did you mean TsKd?\n"),
        (("asKD",), "; did you mean AsKd?\n"),
        (("AsKd", "--board", "7h 8h 10c"), "; did you mean 7h8hTc?\n"),
        (("10xKd",), "; a ten is T\n"),
        (("1xKd",), "(at offset 0)\n"),
        ((" ",), "(at offset 0)\n"),
    ],
)
def test_mistakes_get_one_line_and_exit_code_2(arena, arguments, words):
    done = arena("solve", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("arena: ")
    assert words in done.err
    assert "\x1b" not in done.err


@pytest.mark.slow
def test_processes_enumerate_what_one_does():
    """Two flops, each as often as it is said to count; how many are done is told."""
    flops = {parse_cards("2c7dJh"): 3, parse_cards("8h9hTh"): 2}
    told = []
    found = enumerate_flops(flops, 2, told.append)
    assert (found == sum(times * flop_sums(flop) for flop, times in flops.items())).all()
    assert told == [1, 2]


def test_classes_that_differ_are_counted():
    stored = "AA 1\nAKs 2\n"
    assert different_classes(stored, stored) == 0
    assert different_classes("AA 1\nAKs 3\n", stored) == 1
    assert different_classes(stored, "") == 2


def test_table_is_stored_in_its_module_and_nothing_else_changes(tmp_path):
    file = tmp_path / "table.py"
    shutil.copy(bonus_preflop_table.__file__, file)
    before = file.read_text(encoding="utf-8")
    store_table("AA 1\n", file)
    assert runpy.run_path(str(file))["TABLE"] == "AA 1\n"
    store_table(bonus_preflop_table.TABLE, file)
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_module_that_cannot_be_written_is_one_sentence(tmp_path):
    file = tmp_path / "table.py"
    shutil.copy(bonus_preflop_table.__file__, file)
    file.chmod(0o400)
    with pytest.raises(ConfigError, match=r"--write: .* cannot be written: permission denied"):
        store_table("", file)

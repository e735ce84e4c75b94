"""Training a table."""

import shlex
from dataclasses import replace
from itertools import permutations

import pytest

from arena.errors import BadRuleset, ConfigError
from arena.rules import FiveCardDrawRuleset
from arena.solving import DrawGame, Effort
from bots.draw import Call, Easy, Fold, LooseAggressive, Raise, Random
from bots.draw.expert import TABLE
from bots.draw.train import Recipe, _compare, _panel_plans, _require_writable, _write, command, main, runnable, train
from bots.draw.trained import load

RULES = FiveCardDrawRuleset(max_raises=0)
QUICK = Recipe(share=0.5, iterations=4, panel=(Call, Easy), effort=Effort(1, 8))


@pytest.mark.slow
def test_equal_commands_make_equal_tables():
    one, two, other = train(RULES, QUICK), train(RULES, QUICK), train(RULES, replace(QUICK, seed=2))
    assert one.checksum == two.checksum != other.checksum


@pytest.mark.slow
def test_the_panel_answers_as_when_the_shipped_table_was_made():
    """By a table so small that it is soon made: when it is another, so is the shipped one, which `make train` finds out in a minute."""
    made = train(RULES, replace(QUICK, panel=(Random, LooseAggressive, Easy)))
    assert made.checksum == "077991d6ec77cd04bc4186ffcb232ef6a092eba635ed748f5b20234422f4bb7f"


@pytest.mark.slow
def test_command_in_a_table_says_what_it_was_trained_for():
    made = train(replace(RULES, ante=2), QUICK)
    assert made.command == "python -m bots.draw.train --ante 2 --small-bet 2 --big-bet 4 --max-raises 0 --share 0.5 --iterations 4 --seed 1"
    assert made.ruleset == replace(RULES, ante=2)


def test_command_that_is_shown_runs_as_it_stands_and_says_every_digit():
    """What a command line makes of it is the recipe again, and a place for the table."""
    recipe = Recipe(share=0.1 + 0.2, iterations=7, seed=11)
    words = shlex.split(runnable(recipe.command(replace(RULES, ante=2))))
    assert words[:3] == ["python", "-m", "bots.draw.train"]
    given = command.make_context("train", words[3:]).params
    assert Recipe(given["share"], given["iterations"], given["seed"]) == recipe
    assert [given[name] for name in ("ante", "small_bet", "big_bet", "max_raises")] == [2, 2, 4, 0]
    assert (given["out"].suffix, given["check"]) == (".npz", False)


@pytest.mark.slow
def test_share_says_how_often_the_panel_is_met():
    """Who never meets it learns the same beside any panel; more or less of it is another table."""
    never, half, always = [train(RULES, replace(QUICK, share=share)).checksum for share in (0.0, 0.5, 1.0)]
    assert len({never, half, always}) == 3
    other = replace(QUICK, panel=(Raise,))
    assert train(RULES, replace(other, share=0.0)).checksum == never
    assert train(RULES, replace(other, share=1.0)).checksum != always


@pytest.mark.slow
@pytest.mark.parametrize("panel", list(permutations((Raise, Call, Fold))))
def test_everyone_of_the_panel_is_met_as_often(panel):
    """Of three bots one bets whatever it holds, two never do."""
    opener = _panel_plans(DrawGame(RULES), replace(QUICK, panel=panel), lambda *_: None)[0]
    assert opener.first[0].sum(axis=1) == pytest.approx([0, 2 / 3, 1 / 3])


@pytest.mark.slow
def test_what_is_learned_approaches_the_best_response_to_a_panel_met_always():
    """Who always folds is beaten by betting: the ante, 1 chip, is all there is to win."""
    game = DrawGame(RULES)
    made = train(RULES, replace(QUICK, share=1.0, panel=(Fold,), iterations=60))
    opener = made.strategies()[0]
    assert (opener.first[0, 2] > 0.9)[game.chances.dealt > 0].all()


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (FiveCardDrawRuleset(max_raises=5), "max_raises = 5: must be at most 4"),
        (FiveCardDrawRuleset(all_in=True, starting_stack=20), "all_in = True: must be false"),
    ],
)
def test_rules_that_cannot_be_trained_are_refused(rules, words):
    with pytest.raises(BadRuleset, match=words):
        train(rules, QUICK)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--out FILE.npz, or --check"),
        (["--check", "--out", "a.npz"], "--out FILE.npz, or --check"),
        (["--out", "a.txt"], "must be a file ending in .npz"),
        (["--out", "none/a.npz"], "in a directory that exists"),
        (["--out", "a.npz", "--max-raises", "5"], "max_raises = 5: must be"),
        (["--out", "a.npz", "--ante", "0"], "ante = 0"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, said, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("python -m bots.draw.train: ")
    assert said in told
    assert not list(tmp_path.iterdir())


def test_check_says_whether_the_table_is_the_shipped_one(capsys):
    shipped = load(TABLE)
    assert _compare(replace(shipped, seed=5)) == 0
    assert capsys.readouterr().out == "The shipped table is the same.\n"
    tables = {name: table.copy() for name, table in shipped.tables.items()}
    tables["0_draw"].flat[0] ^= 1
    assert _compare(replace(shipped, tables=tables)) == 1
    told = capsys.readouterr().out
    assert f"another, {shipped.checksum}, made by: " in told
    assert told.endswith(f"{shipped.command} --out FILE.npz\n")


@pytest.mark.parametrize("name", ["a" * 300 + ".npz", "loop.npz"])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_trained(name, monkeypatch, capsys, tmp_path):
    def trained(*_):
        raise AssertionError("trained")

    monkeypatch.setattr("bots.draw.train.train", trained)
    (tmp_path / "loop.npz").symlink_to("loop.npz")
    assert main(["--out", str(tmp_path / name), "--max-raises", "0"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "cannot be written: " in told
    assert [file.name for file in tmp_path.iterdir()] == ["loop.npz"]


def test_trying_a_place_leaves_it_as_it_was(tmp_path):
    """A new file is gone again, an old one untouched, and a link still leads to where nothing is."""
    kept, link = tmp_path / "kept.npz", tmp_path / "link.npz"
    kept.write_bytes(b"an older table")
    link.symlink_to("nothing.npz")
    for file in (kept, link, tmp_path / "new.npz"):
        _require_writable(file)
    assert {file.name for file in tmp_path.iterdir()} == {"kept.npz", "link.npz"}
    assert kept.read_bytes() == b"an older table"


def test_a_table_that_cannot_be_written_in_the_end_is_told_in_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match=r"--out .*a\.npz: cannot be written: No such file"):
        _write(load(TABLE), tmp_path / "gone" / "a.npz")

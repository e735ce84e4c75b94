"""Training a table."""

from dataclasses import replace

import pytest

from arena.errors import BadRuleset
from arena.rules import FiveCardDrawRuleset
from arena.solving import DrawGame, Effort
from bots.draw import Call, Easy, Fold
from bots.draw.train import Recipe, main, train

RULES = FiveCardDrawRuleset(max_raises=0)
QUICK = Recipe(share=0.5, iterations=4, panel=(Call, Easy), effort=Effort(1, 8))


@pytest.mark.slow
def test_equal_commands_make_equal_tables():
    one, two, other = train(RULES, QUICK), train(RULES, QUICK), train(RULES, replace(QUICK, seed=2))
    assert one.checksum == two.checksum != other.checksum


@pytest.mark.slow
def test_command_in_a_table_says_what_it_was_trained_for():
    made = train(replace(RULES, ante=2), QUICK)
    assert made.command == "python -m bots.draw.train --ante 2 --small-bet 2 --big-bet 4 --max-raises 0 --share 0.5 --iterations 4 --seed 1"
    assert made.ruleset == replace(RULES, ante=2)


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

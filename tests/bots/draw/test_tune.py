"""The search for settings of hard."""

import numpy as np
import pytest

from bots.draw import Hard
from bots.draw.tune import SPACE, main, tune, variant


def test_every_setting_tried_is_one_of_hard():
    for name, values in SPACE.items():
        made = variant({name: values[0]})
        places = (made, made.types, made.memory)
        assert [getattr(place, name) for place in places if hasattr(place, name)] == [values[0]]


def test_a_variant_keeps_what_is_not_named():
    made = variant({"noise": 0.5})
    assert made.types.noise == 0.5
    assert made.types.alike == Hard.types.alike
    assert made.memory == Hard.memory


@pytest.mark.slow
def test_a_short_search_reports_both_halves():
    told = []
    found = tune(2, 1, 1, told.append)
    assert set(found["held_out_mbb"]) == {"default", "chosen", "gain"}
    assert set(found["chosen"]) <= set(SPACE)
    assert len(told) == 4
    assert np.isfinite(found["seed"])


def test_bad_input_is_one_line_and_exit_code_2(capsys):
    assert main(["--trials", "1"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("python -m bots.draw.tune: ")
    assert "--trials" in told


def test_an_interrupt_is_one_line_and_exit_code_1(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("bots.draw.tune.tune", interrupted)
    assert main([]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "python -m bots.draw.tune: stopped"

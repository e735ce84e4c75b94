"""The search for settings of hard."""

import numpy as np
import pytest

from bots.draw import Hard
from bots.draw.family import Relatives
from bots.draw.tune import SPACE, _drawn, main, tune, variant

ODD_BONUS = 1000.0
"""What the stub wins more of odd bots."""


def own(bot, name):
    """A setting of a bot."""
    (found,) = [getattr(place, name) for place in (bot, bot.types, bot.memory) if hasattr(place, name)]
    return found


def worth(bot):
    """Another for all settings: it rises with each."""
    return sum(own(bot, name) * 7**-number for number, name in enumerate(SPACE))


@pytest.fixture
def played(monkeypatch):
    """What is played, in order, as (bot, numbers of the others, deals, key); nothing is: it wins what the bot is worth."""
    found = []

    def results(table, deals, key):
        bot, *others = table
        assert all(isinstance(other, Relatives) for other in others)
        found.append((bot, tuple(other.number for other in others), deals, key))
        return np.full(deals, worth(bot) + ODD_BONUS * (others[0].number % 2))

    monkeypatch.setattr("bots.draw.tune._results", results)
    return found


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


def test_settings_that_are_tried_are_none_of_hards_own_and_some_at_least():
    rng = np.random.default_rng(1)
    drawn = [_drawn(rng) for _ in range(400)]
    assert all(drawn)
    assert {(name, value) for settings in drawn for name, value in settings.items()} == {
        (name, value) for name, values in SPACE.items() for value in values if value != own(Hard, name)
    }


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_all_that_were_tried_is_chosen(seed, played):
    found = tune(16, 1, seed, lambda _: None)
    tried = {worth(bot) for bot, *_ in played}
    best = max(tried)
    assert len(tried) > 8
    assert worth(variant(found["chosen"])) == best
    assert found["searched_mbb"] == {"default": f"{worth(Hard):.1f} ± 0.0", "chosen": f"{best:.1f} ± 0.0"}


def test_hard_itself_is_chosen_when_nothing_is_better(played, monkeypatch):
    monkeypatch.setattr("bots.draw.tune.SPACE", {name: (own(Hard, name), own(Hard, name) / 2) for name in SPACE})
    found = tune(16, 1, 1, lambda _: None)
    assert found["chosen"] == {}
    assert found["held_out_mbb"]["gain"] == "0.0 ± 0.0"


def test_what_was_chosen_is_told_by_what_it_wins_of_bots_that_the_search_never_met(played):
    """The search meets the even ones alone; then both play the odd ones, all of them, on the same deals."""
    found = tune(4, 1, 3, lambda _: None)
    best = worth(variant(found["chosen"]))
    assert found["held_out_mbb"] == {
        "default": f"{ODD_BONUS + worth(Hard):.1f} ± 0.0",
        "chosen": f"{ODD_BONUS + best:.1f} ± 0.0",
        "gain": f"{best - worth(Hard):.1f} ± 0.0",
    }
    parities = [{number % 2 for number in numbers} for _, numbers, *_ in played]
    assert [sorted(one) for one in parities] == sorted([sorted(one) for one in parities]), "the search is over before the odd ones come"
    searched, held_out = [[one for one in played if one[1][0] % 2 == parity] for parity in (0, 1)]
    assert not {key for *_, key in searched} & {key for *_, key in held_out}
    assert {key.split()[1] for *_, key in searched} == {"0"}
    assert {number for _, numbers, *_ in held_out for number in numbers} == {*range(1, 40, 2)}
    half = len(held_out) // 2
    assert [one[1:] for one in held_out[:half]] == [one[1:] for one in held_out[half:]]


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

"""A way of play as a file."""

import json
from dataclasses import replace

import numpy as np
import pytest

from arena.errors import ConfigError
from arena.rules import FiveCardDrawRuleset
from arena.solving import DrawGame, Strategy
from bots.draw.trained import load, save, trained

RULES = FiveCardDrawRuleset(max_raises=0)


def _random(position, seed):
    """A strategy of random chances, 0 where nothing can be chosen."""
    rng, uniform = np.random.default_rng(seed), DrawGame(RULES).uniform(position)
    drawn = [rng.random(part.shape) * (part > 0) for part in (uniform.first, uniform.draw, uniform.second)]
    return Strategy(*[part / part.sum(axis=1, keepdims=True) for part in drawn])


@pytest.fixture(scope="module")
def made():
    return trained(RULES, (_random(0, 1), _random(1, 2)), "a command", 7)


def test_what_is_saved_is_loaded_with_its_origin(made, tmp_path):
    save(tmp_path / "one.npz", made)
    found = load(tmp_path / "one.npz")
    assert (found.ruleset, found.command, found.seed, found.checksum) == (RULES, "a command", 7, made.checksum)
    assert all((found.tables[name] == table).all() for name, table in made.tables.items())


@pytest.mark.slow
def test_chances_are_kept_to_a_255th_and_sum_to_one(made):
    for strategy, kept in zip((_random(0, 1), _random(1, 2)), made.strategies(), strict=True):
        for part in ("first", "draw", "second"):
            assert np.abs(getattr(strategy, part) - getattr(kept, part)).max() <= 1 / 255
            assert np.allclose(getattr(kept, part).sum(axis=1), 1)


def test_what_is_impossible_stays_so(made):
    """The opener cannot fold, and with no raises a bet is called or given up."""
    kept = made.strategies()[0]
    assert not kept.first[0, 0].any()
    assert not kept.first[1, 2].any()


def test_checksum_is_of_rules_and_tables(made):
    other = {name: table.copy() for name, table in made.tables.items()}
    other["0_draw"].flat[0] ^= 1
    changed = [replace(made, tables=other), replace(made, ruleset=replace(RULES, ante=2))]
    assert len({made.checksum, *[one.checksum for one in changed]}) == 3
    assert replace(made, command="another", seed=8).checksum == made.checksum


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 half of one"])
def test_what_is_no_table_is_refused_in_one_sentence(content, tmp_path):
    file = tmp_path / "bad.npz"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"bad\.npz: is no trained table; python -m bots\.draw\.train makes one"):
        load(file)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="is no trained table"):
        load(tmp_path / "none.npz")


@pytest.mark.parametrize("name", ["ruleset", "command", "seed", "checksum"])
def test_a_file_that_lacks_something_is_refused(name, made, tmp_path):
    save(tmp_path / "one.npz", made)
    with np.load(tmp_path / "one.npz") as archive:
        arrays = {part: archive[part] for part in archive.files}
    about = json.loads(str(arrays["about"]))
    del about[name]
    np.savez_compressed(tmp_path / "other.npz", **(arrays | {"about": np.array(json.dumps(about))}))
    with pytest.raises(ConfigError, match=rf"other\.npz: is no trained table.*'{name}'"):
        load(tmp_path / "other.npz")


def test_a_table_for_rules_that_cannot_be_trained_is_refused(made, tmp_path):
    save(tmp_path / "one.npz", replace(made, ruleset=FiveCardDrawRuleset(all_in=True, starting_stack=20)))
    with pytest.raises(ConfigError, match="is no trained table"):
        load(tmp_path / "one.npz")


def test_a_table_of_other_rules_than_it_says_or_of_half_of_them_is_refused(made, tmp_path):
    save(tmp_path / "one.npz", replace(made, ruleset=replace(RULES, max_raises=1)))
    with pytest.raises(ConfigError, match="does not fit its rules"):
        load(tmp_path / "one.npz")
    save(tmp_path / "half.npz", replace(made, tables={name: table for name, table in made.tables.items() if name != "1_draw"}))
    with pytest.raises(ConfigError, match="is no trained table"):
        load(tmp_path / "half.npz")


def test_a_damaged_table_is_refused(made, tmp_path):
    save(tmp_path / "one.npz", made)
    with np.load(tmp_path / "one.npz") as archive:
        arrays = {name: archive[name].copy() for name in archive.files}
    arrays["1_first"].flat[3] ^= 1
    np.savez_compressed(tmp_path / "other.npz", **arrays)
    with pytest.raises(ConfigError, match="the table is damaged"):
        load(tmp_path / "other.npz")

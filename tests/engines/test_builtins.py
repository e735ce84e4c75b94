"""Built-in bots by name."""

import pytest

from arena.engines import builtin_names, find_builtin
from arena.errors import ConfigError


def test_the_bots_of_this_project_are_found():
    """The entry points of pyproject.toml."""
    levels = {f"{game}/{level}" for game in ("draw", "bonus") for level in ("easy", "normal", "hard")}
    panel = {f"draw/{name}" for name in ["call", "raise", "fold", "random", "tight_passive", "tight_aggressive", "loose_aggressive"]}
    assert levels | panel <= set(builtin_names())
    assert builtin_names() == sorted(builtin_names())


def test_a_version_may_follow():
    """Design, A tournament file: ``draw/hard@1``; without one the newest."""
    version = getattr(find_builtin("draw/easy"), "version", 1)
    assert find_builtin(f"draw/easy@{version}") is find_builtin("draw/easy")
    with pytest.raises(ConfigError, match=f"has version {version}, not 99"):
        find_builtin("draw/easy@99")


@pytest.mark.parametrize(("name", "hint"), [("draw/esay", "did you mean draw/easy"), ("zzz", "there are .*draw/easy"), ("", "there are")])
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(ConfigError, match=hint):
        find_builtin(name)

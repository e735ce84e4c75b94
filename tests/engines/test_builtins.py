"""In-process bots by name."""

import sys
from functools import partial

import pytest

from arena.engines import builtin_names, builtin_versions, find_builtin
from arena.errors import ConfigError
from tests.engines.offering import MODULE, offer


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory of one's own; Python's path and modules are put back afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {"found_bots", "found_bot"}:
            del sys.modules[name]


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """A function that installs a package of bots for this test."""
    monkeypatch.syspath_prepend(tmp_path)
    yield partial(offer, tmp_path)
    sys.modules.pop(MODULE, None)


def write(file, *lines):
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(lines))


def test_the_bots_of_this_project_are_found():
    """The entry points of pyproject.toml."""
    levels = {f"{game}/{level}" for game in ("draw", "bonus") for level in ("easy", "normal", "hard")}
    panel = {f"draw/{name}" for name in ["call", "raise", "fold", "random", "tight_passive", "tight_aggressive", "loose_aggressive"]}
    assert levels | panel <= set(builtin_names())
    assert builtin_names() == sorted(builtin_names())


@pytest.mark.parametrize("name", ["draw/easy", "bots.draw:Easy"])
def test_a_version_may_follow(name):
    """Design, A tournament file: ``draw/hard@1``; without one the newest."""
    version = getattr(find_builtin(name), "version", 1)
    assert find_builtin(f"{name}@{version}") is find_builtin(name)
    with pytest.raises(ConfigError, match=f"has version {version}, not 99"):
        find_builtin(f"{name}@99")


def test_an_old_version_has_an_entry_point_of_its_own(offered):
    """Module docstring: the name alone is the newest, and so is its own version; it stands once among the names."""
    offered({"fake/hard": "V10", "fake/hard@1": "V1", "fake/hard@2": "V2", "fake/easy": "V1"})
    asked = ["fake/hard", "fake/hard@10", "fake/hard@2", "fake/hard@1", "fake/easy", "fake/easy@1"]
    assert [find_builtin(name).__name__ for name in asked] == ["V10", "V10", "V2", "V1", "V1", "V1"]
    assert [name for name in builtin_names() if name.startswith("fake/")] == ["fake/easy", "fake/hard"]
    assert [builtin_versions(f"fake/{name}") for name in ("easy", "hard", "none")] == [["1"], ["1", "2", "10"], []]


@pytest.mark.parametrize(
    ("points", "has"),
    [
        ({"fake/hard": "V10"}, "version 10"),
        ({"fake/hard": "V2", "fake/hard@1": "V1"}, "versions 1 and 2"),
        ({"fake/hard": "V2", "fake/hard@2": "V2", "fake/harder": "V1"}, "version 2"),
        ({"fake/hard": "V10", "fake/hard@2": "V2", "fake/hard@1": "V1"}, "versions 1, 2 and 10"),
    ],
)
def test_a_version_that_is_not_there_is_refused_with_those_that_are(offered, points, has):
    offered(points)
    with pytest.raises(ConfigError, match=f"^built-in bot 'fake/hard' has {has}, not 7$"):
        find_builtin("fake/hard@7")


def test_an_entry_point_of_another_version_than_it_says_is_refused(offered):
    """A package made wrong: what was pinned to version 1 must never be played by another."""
    offered({"fake/hard": "V2", "fake/hard@1": "V2"})
    with pytest.raises(ConfigError, match=r"^entry point 'fake/hard@1' leads to \w+:V2, which is version 2; it must lead to version 1$"):
        find_builtin("fake/hard@1")
    assert find_builtin("fake/hard").__name__ == "V2"


def test_a_bot_that_cannot_be_loaded_says_which_and_why(offered):
    offered({"fake/hard": "V2", "fake/hard@1": "V7"})
    with pytest.raises(ConfigError, match=r"^built-in bot 'fake/hard@1' cannot be loaded: AttributeError: .*V7"):
        find_builtin("fake/hard@1")


def test_a_near_miss_of_an_old_version_is_hinted_at(offered):
    offered({"fake/hard": "V2", "fake/hard@1": "V1"})
    with pytest.raises(ConfigError, match=r"did you mean fake/hard@1\?"):
        find_builtin("fake/haard@1")


@pytest.mark.parametrize(("name", "hint"), [("draw/esay", "did you mean draw/easy"), ("zzz", "there are .*draw/easy"), ("", "there are")])
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(ConfigError, match=hint):
        find_builtin(name)


def test_a_class_is_found_by_its_import_path():
    assert find_builtin("bots.draw:Easy") is find_builtin("draw/easy")


def test_a_class_in_the_working_directory_is_found(here):
    """Module docstring: where the arena was started; a package, or a single file, and what is inside a class."""
    write(here / "found_bots" / "new.py", "class Bot:", "    version = 3", "    class Inner: pass")
    write(here / "found_bot.py", "def make(info): return None")
    assert find_builtin("found_bots.new:Bot").__name__ == "Bot"
    assert find_builtin("found_bots.new:Bot@3") is find_builtin("found_bots.new:Bot")
    assert find_builtin("found_bots.new:Bot.Inner").__qualname__ == "Bot.Inner"
    assert callable(find_builtin("found_bot:make"))


def test_a_file_hides_nothing_that_is_installed(here):
    """The working directory comes last, and once."""
    write(here / "json.py", "raise ValueError")
    write(here / "found_bot.py", "import json", "Bot = json.JSONDecoder")
    for _ in range(2):
        assert find_builtin("found_bot:Bot").__module__ == "json.decoder"
    assert sys.path.count(str(here)) == 1
    assert sys.path[-1] == str(here)


def test_what_a_module_prints_when_it_is_imported_is_no_result(here, capsys):
    """Module docstring: on standard error; what comes after goes where it went before."""
    write(here / "found_bot.py", "print('here')", "class Bot: pass")
    find_builtin("found_bot:Bot")
    print("there")
    assert capsys.readouterr() == ("there\n", "here\n")


@pytest.mark.parametrize(
    ("lines", "name", "said"),
    [
        ([], "found_bots.old:Bot", "there is no module 'found_bots.old' in the working directory, or installed"),
        ([], "nowhere_at_all.old:Bot", "there is no module 'nowhere_at_all' in the working directory, or installed"),
        (
            ["import nowhere_at_all"],
            "found_bots.new:Bot",
            "module 'found_bots.new' cannot be imported: ModuleNotFoundError: No module named",
        ),
        (["class Bot"], "found_bots.new:Bot", "module 'found_bots.new' cannot be imported: SyntaxError"),
        (["1/0"], "found_bots.new:Bot", "cannot be imported: ZeroDivisionError: division by zero"),
        (["raise SystemExit(0)"], "found_bots.new:Bot", "cannot be imported: SystemExit: 0"),
        (["class Bot: pass"], "found_bots.new:Bto", r"there is no Bto in it \(.*new\.py\); did you mean Bot\?"),
        (["class Bot: pass"], "found_bots.new:Bot.act", "'found_bots.new:Bot.act': there is no act in it"),
        (["Bot = 5"], "found_bots.new:Bot", "is int; it must be a class of bots, or a function"),
        ([], "found_bots.new:", "is no import path; it must be module:attribute, such as mybots.new:Bot"),
        ([], ":Bot", "is no import path"),
        ([], "a:b:c", "is no import path"),
        ([], "../x:Bot", "is no import path"),
    ],
)
def test_what_cannot_be_imported_is_refused_with_the_reason(here, lines, name, said):
    write(here / "found_bots" / "new.py", *lines)
    with pytest.raises(ConfigError, match=said) as caught:
        find_builtin(name)
    assert "\n" not in str(caught.value)

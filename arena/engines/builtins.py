"""In-process bots by name: those that installed packages offer, and any class that can be imported.

- ``draw/hard``: an entry point of the group ``arena.bots``; any installed package may offer some.
- ``mybots.new:Bot``: what a module calls ``Bot``. The module is imported from where Python finds it, last in the working directory, which
  is where the arena was started. So a file ``mybots/new.py`` there is a bot without being installed.

A version may follow either, ``draw/hard@1``. What a name leads to is called with a TableInfo and gives a bot; its attribute ``version``
says which version it is (1 when it has none). The entry point ``draw/hard`` is the newest version; an older one that a package still
offers has an entry point of its own, ``draw/hard@1``, and nothing but it.

Code that is imported runs with the rights of the arena and sees all that its process sees, the cards too: whoever writes a name into a
tournament file or a command trusts that code, as one does with a command bot, and a little more. What a module prints when it is
imported goes to standard error.
"""

import difflib
import os
import re
import sys
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from arena.errors import ConfigError
from arena.matches import BotFactory

GROUP = "arena.bots"


def builtin_names() -> list[str]:
    """Every name that entry points offer, in order; one of several versions once."""
    return sorted({name.partition("@")[0] for name in _points()})


def builtin_versions(name: str) -> list[str]:
    """The versions that entry points offer of the name, oldest first; none of a name that is not there.

    Raises:
        ConfigError: the newest cannot be loaded, so it cannot be asked.
    """
    points = _points()
    versions = {one.removeprefix(f"{name}@") for one in points if one.startswith(f"{name}@")}
    if name in points:
        versions.add(version_of(_load(points[name])))
    return sorted(versions, key=lambda version: [int(part) if part.isdecimal() else part for part in re.split("([0-9]+)", version)])


def find_builtin(name: str) -> BotFactory:
    """The factory of an in-process bot.

    Raises:
        ConfigError: there is none of that name or version, or it cannot be imported.
    """
    if ":" in name:
        base, _, version = name.partition("@")
        factory = _import(base)
        if version not in ("", version_of(factory)):
            raise _no_version(base, version, [version_of(factory)])
        return factory
    return _find_offered(name)


def version_of(factory: BotFactory) -> str:
    """Which version an in-process bot is."""
    return str(getattr(factory, "version", 1))


def _find_offered(name: str) -> BotFactory:
    base, _, version = name.partition("@")
    points = _points()
    point = points.get(name) or points.get(base)
    if point is None:
        near = difflib.get_close_matches(name, points, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(builtin_names()) or 'none installed'}"
        raise ConfigError(f"no built-in bot is called {name!r}; {hint}")
    factory = _load(point)
    has = version_of(factory)
    if point.name == base and version not in ("", has):
        raise _no_version(base, version, builtin_versions(base))
    if point.name != base and version != has:
        raise ConfigError(f"entry point {name!r} leads to {point.value}, which is version {has}; it must lead to version {version}")
    return factory


def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(point: EntryPoint) -> BotFactory:
    try:
        with redirect_stdout(sys.stderr):
            factory: BotFactory = point.load()
    except Exception as error:
        raise ConfigError(f"built-in bot {point.name!r} cannot be loaded: {_told(error)}") from error
    return factory


def _no_version(base: str, version: str, versions: list[str]) -> ConfigError:
    *others, last = versions
    has = f"versions {', '.join(others)} and {last}" if others else f"version {last}"
    return ConfigError(f"built-in bot {base!r} has {has}, not {version}")


def _import(path: str) -> BotFactory:
    """What ``module:attribute`` names."""
    module_name, _, attribute = path.partition(":")
    if not all(part.isidentifier() for part in [*module_name.split("."), *attribute.split(".")]):
        raise ConfigError(f"{path!r} is no import path; it must be module:attribute, such as mybots.new:Bot")
    found: Any = _import_module(module_name)
    for name in attribute.split("."):
        found = _attribute(found, name, path)
    if not callable(found):
        raise ConfigError(f"{path!r} is {type(found).__name__}; it must be a class of bots, or a function that makes one of a TableInfo")
    factory: BotFactory = found
    return factory


def _import_module(name: str) -> ModuleType:
    directory = os.getcwd()
    if directory not in sys.path and "" not in sys.path:
        sys.path.append(directory)  # last: a file of an unlucky name hides nothing that the arena itself needs
    try:
        with redirect_stdout(sys.stderr):
            return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise ConfigError(f"module {name!r} cannot be imported: {_told(error)}") from error
        raise ConfigError(f"there is no module {error.name!r} in the working directory, or installed") from None
    except (Exception, SystemExit) as error:
        raise ConfigError(f"module {name!r} cannot be imported: {_told(error)}") from error


def _attribute(owner: object, name: str, path: str) -> object:
    try:
        return getattr(owner, name)
    except AttributeError:
        known = [one for one in vars(owner) if not one.startswith("_")] if hasattr(owner, "__dict__") else []
        near = difflib.get_close_matches(name, known, n=1)
        where = f" ({owner.__file__})" if isinstance(owner, ModuleType) and owner.__file__ else ""
        raise ConfigError(f"{path!r}: there is no {name} in it{where}{f'; did you mean {near[0]}?' if near else ''}") from None


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"

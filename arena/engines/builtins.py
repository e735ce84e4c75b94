"""In-process bots by name: those that installed packages offer, and any class that can be imported.

- ``draw/hard``: an entry point of the group ``arena.bots``; any installed package may offer some.
- ``mybots.new:Bot``: what a module calls ``Bot``. The module is imported from where Python finds it, last in the working directory, which
  is where the arena was started. So a file ``mybots/new.py`` there is a bot without being installed.

A version may follow either, ``draw/hard@1``. What a name leads to is called with a TableInfo and gives a bot; its attribute ``version``
says which version it is (1 when it has none).

Code that is imported runs with the rights of the arena and sees all that its process sees, the cards too: whoever writes a name into a
tournament file or a command trusts that code, as one does with a command bot, and a little more.
"""

import difflib
import os
import sys
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from arena.errors import ConfigError
from arena.matches import BotFactory

GROUP = "arena.bots"


def builtin_names() -> list[str]:
    """Every name that entry points offer, in order."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_builtin(name: str) -> BotFactory:
    """The factory of an in-process bot.

    Raises:
        ConfigError: there is none of that name or version, or it cannot be imported.
    """
    if ":" in name:
        base, _, version = name.partition("@")
        return _of_version(_import(base), base, version)
    return _find_offered(name)


def version_of(factory: BotFactory) -> str:
    """Which version an in-process bot is."""
    return str(getattr(factory, "version", 1))


def _find_offered(name: str) -> BotFactory:
    base, _, version = name.partition("@")
    points = {point.name: point for point in entry_points(group=GROUP)}
    point = points.get(name) or points.get(base)
    if point is None:
        near = difflib.get_close_matches(name, points, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(points)) or 'none installed'}"
        raise ConfigError(f"no built-in bot is called {name!r}; {hint}")
    try:
        factory: BotFactory = point.load()
    except Exception as error:
        raise ConfigError(f"built-in bot {name!r} cannot be loaded: {_told(error)}") from error
    return _of_version(factory, base, version) if point.name == base else factory


def _of_version(factory: BotFactory, base: str, version: str) -> BotFactory:
    has = version_of(factory)
    if version and version != has:
        raise ConfigError(f"built-in bot {base!r} has version {has}, not {version}")
    return factory


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

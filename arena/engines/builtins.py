"""In-process bots, found through the entry-point group ``arena.bots``: any installed package may offer some.

A name is the entry point's, such as ``draw/hard``; a version may follow, ``draw/hard@1``. What an entry point names is
called with a TableInfo and gives a bot; its attribute ``version`` says which version it is (1 when it has none).
"""

import difflib
from importlib.metadata import entry_points

from arena.errors import ConfigError
from arena.matches import BotFactory

GROUP = "arena.bots"


def builtin_names() -> list[str]:
    """Every name that can be asked for, in order."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_builtin(name: str) -> BotFactory:
    """The factory of a built-in bot.

    Raises:
        ConfigError: there is none of that name or version, or it cannot be imported.
    """
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
        raise ConfigError(f"built-in bot {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    has = str(getattr(factory, "version", 1))
    if point.name == base and version and version != has:
        raise ConfigError(f"built-in bot {base!r} has version {has}, not {version}")
    return factory

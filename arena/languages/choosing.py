"""Which language a person wants, as their environment or their browser says it; English where nothing of that is to be had.

A tag names a language, then perhaps a script and a region: ``sv-SE`` on the web, ``sv_SE.UTF-8`` in an environment. Swedish will do for
both. The first wish that can be met wins.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from arena.languages.catalogues import SOURCE, languages

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""In the order of GNU gettext: the first that is set counts; ``LANGUAGE`` may list several."""
_ITEM = re.compile(r"\s*([A-Za-z0-9*-]+)\s*(?:;\s*[qQ]\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?")


def from_environment(environment: Mapping[str, str], offered: Sequence[str] | None = None) -> str:
    """The language that the variables of an environment ask for.

    Args:
        environment: such as ``os.environ``.
        offered: codes to choose from; all there are without it.
    """
    wishes = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return _first(wishes.split(":"), offered)


def choose(accept_language: str, offered: Sequence[str] | None = None) -> str:
    """The language that a browser asks for.

    Args:
        accept_language: the header (RFC 9110, 12.5.4), such as ``sv-SE,sv;q=0.9,en;q=0.8``; what is no item of it is passed over.
        offered: codes to choose from; all there are without it.
    """
    items = [found for found in map(_ITEM.fullmatch, accept_language.split(",")) if found]
    wishes = [(float(found[2] or 1), found[1]) for found in items]
    return _first([tag for quality, tag in sorted(wishes, key=lambda wish: -wish[0]) if quality], offered)


def _first(tags: Iterable[str], offered: Sequence[str] | None) -> str:
    codes = {_plain(code): code for code in (languages() if offered is None else offered)}
    for tag in tags:
        plain = _plain(tag)
        if plain in ("*", "c", "posix"):
            return SOURCE
        parts = plain.split("-")
        for end in range(len(parts), 0, -1):
            if (shorter := "-".join(parts[:end])) in codes:
                return codes[shorter]
    return SOURCE


def _plain(tag: str) -> str:
    """A tag without encoding and modifier, as the web writes it, in small letters."""
    return re.split("[.@]", tag, maxsplit=1)[0].replace("_", "-").lower()

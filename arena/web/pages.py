"""Templates, in every language, and the few words in them that are none of a language's.

Everything a template prints is escaped; what is safe HTML is only ever made by another template. A template is compiled once for each
language: its words and numbers are those of ``wording``, its stories are said by ``telling``.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

import jinja2

from arena import __version__
from arena.languages import SOURCE
from arena.tournaments import StandingsRow
from arena.web.telling import say, say_subject
from arena.web.wording import Wording, wording_of

STATIC = Path(__file__).parent / "static"
_TEMPLATES = Path(__file__).parent / "templates"
_HASH_SHOWN = 12


class Pages:
    """The templates, ready to be rendered."""

    def __init__(self, wordings: Callable[[str], Wording] = wording_of) -> None:
        """Read nothing yet; templates are compiled when they are first needed.

        Args:
            wordings: the wording of a language, by its code.
        """
        self._environment = lru_cache(maxsize=None)(lambda code: _environment(code, wordings(code)))

    def render(self, template: str, values: Mapping[str, object], code: str = SOURCE) -> str:
        """The HTML of a page or fragment in a language."""
        return self._environment(code).get_template(template).render(values)


def rank(row: StandingsRow) -> str:
    """``2``, or ``2–4`` while it is not decided."""
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"


def short(digest: str) -> str:
    """The beginning of a commitment."""
    return digest[:_HASH_SHOWN] + "…" if len(digest) > _HASH_SHOWN else digest


def card(number_of_card: int) -> dict[str, str]:
    """A card in English, as :meth:`Wording.card`."""
    return wording_of(SOURCE).card(number_of_card)


@lru_cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the contents, so that browsers may keep it for ever."""
    return f"/static/{name}?v={hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


def _environment(code: str, wording: Wording) -> jinja2.Environment:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"rank": rank, "short": short, **_filters(wording)}
    templates.globals |= {
        "asset": asset,
        "card": wording.card,
        "code": code,
        "gettext": wording.gettext,
        "ngettext": wording.ngettext,
        "subject": partial(say_subject, wording),
        "version": __version__,
    }
    return templates


def _filters(wording: Wording) -> dict[str, object]:
    names = "action antes chips duration fault number percent plain share signed stage status thousands when"
    return {name: getattr(wording, name) for name in names.split()} | {"say": partial(say, wording)}

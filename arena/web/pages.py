"""Templates, and how numbers, times and cards look in them.

Everything a template prints is escaped; what is safe HTML is only ever made by another template.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

import jinja2

from arena import __version__
from arena.rules import cards_text
from arena.tournaments import StandingsRow

STATIC = Path(__file__).parent / "static"
_TEMPLATES = Path(__file__).parent / "templates"
_SUIT_SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))
_SUIT_NAMES = dict(zip("cdhs", ("clubs", "diamonds", "hearts", "spades"), strict=True))
_RANK_NAMES = dict(zip("TJQKA", ("ten", "jack", "queen", "king", "ace"), strict=True))
_HASH_SHOWN = 12


class Pages:
    """The templates, ready to be rendered."""

    def __init__(self) -> None:
        """Read nothing yet; templates are compiled when they are first needed."""
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "chips": chips,
            "count": count,
            "duration": duration,
            "number": number,
            "rank": rank,
            "short": short,
            "signed": signed,
            "thousands": thousands,
            "when": when,
        }
        self._templates.globals |= {"asset": asset, "card": card, "version": __version__}

    def render(self, template: str, values: Mapping[str, object]) -> str:
        """The HTML of a page or fragment."""
        return self._templates.get_template(template).render(values)


def signed(value: float, digits: int = 1) -> str:
    """``+41.2``, ``−3.0``, ``0.0``: with a real minus, and no sign where nothing is left after rounding."""
    rounded = round(value, digits)
    return number(rounded, digits) if not rounded else f"{rounded:+,.{digits}f}".replace("-", "−")


def number(value: float, digits: int = 1) -> str:
    """``41.2`` with a real minus."""
    return f"{value + 0.0:,.{digits}f}".replace("-", "−")


def chips(value: int) -> str:
    """A net: ``+12``, ``−4``, ``0``."""
    return signed(value, 0)


def thousands(value: int) -> str:
    """``12,000``."""
    return f"{value:,}"


def count(value: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 leg``, ``1,200 legs``."""
    return f"{value:,} {thing if value == 1 else things or thing + 's'}"


def rank(row: StandingsRow) -> str:
    """``2``, or ``2–4`` while it is not decided."""
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}–{row.worst_rank}"


def short(digest: str) -> str:
    """The beginning of a commitment."""
    return digest[:_HASH_SHOWN] + "…" if len(digest) > _HASH_SHOWN else digest


def when(moment: datetime) -> str:
    """``30 Nov 2026, 12:00 UTC``."""
    utc = moment.astimezone(UTC)
    return f"{utc.day} {utc:%b %Y, %H:%M} UTC"


def duration(span: timedelta) -> str:
    """``8 s``, ``12 min``, ``3 h 05 min``."""
    seconds = max(0, int(span.total_seconds()))
    if seconds < 100:
        return f"{seconds} s"
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60:,} h {minutes % 60:02} min"


def card(number_of_card: int) -> dict[str, str]:
    """A card for the eye and the ear: ``rank``, ``sign``, ``suit`` (a letter), ``words``."""
    text = cards_text([number_of_card])
    rank_letter, suit = text[0], text[1]
    return {
        "rank": "10" if rank_letter == "T" else rank_letter,
        "sign": _SUIT_SIGNS[suit],
        "suit": suit,
        "words": f"{_RANK_NAMES.get(rank_letter, rank_letter)} of {_SUIT_NAMES[suit]}",
    }


@lru_cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the contents, so that browsers may keep it for ever."""
    return f"/static/{name}?v={hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"

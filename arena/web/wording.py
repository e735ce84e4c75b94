"""A page's language: messages that are safe in HTML, and numbers, dates and cards as they are written there.

A message is looked up, escaped, and its places filled with what is escaped in turn, unless a template made it; so neither a translation
nor a name of a bot can be taken for HTML. Names that are stored (of statuses, of faults, of what was done) are said by the tables
here; what the arena wrote down when a thing happened, such as why a match ended early, stays as it was written, and is marked as English.

Numbers are written by Python and get the separators of CLDR: a run's page holds up to two thousand, and Babel takes 0.1 ms for one.
"""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel.dates import format_datetime
from babel.numbers import get_decimal_symbol, get_group_symbol
from markupsafe import Markup, escape

from arena.languages import N_, SOURCE, Language, open_language
from arena.rules import BonusKind, BonusStage, Kind, cards_text

MINUS = "−"
_ANTE_DIGITS = 4
STATUS_NAMES = {
    # Translators: how a run or a match stands.
    "running": N_("running"),
    "completed": N_("completed"),
    "stopped": N_("stopped"),
    "failed": N_("failed"),
    "forfeited": N_("forfeited"),
    "void": N_("void"),
    "paused": N_("paused"),
    # Translators: why a bot has no place in the standings.
    "unscored": N_("unscored"),
    "late": N_("came late"),
    "withdrawn": N_("withdrawn"),
    "disqualified": N_("disqualified"),
}
FAULT_NAMES = {
    # Translators: what was wrong with a bot's answer.
    "late": N_("late"),
    "illegal": N_("illegal"),
    "unreadable": N_("unreadable"),
    "stale": N_("stale"),
    "gone": N_("gone"),
}
KIND_NAMES = {
    # Translators: something a player may do at the table.
    "fold": N_("fold"),
    "check": N_("check"),
    "call": N_("call"),
    "bet": N_("bet"),
    "raise": N_("raise"),
    "draw": N_("draw"),
    "stake": N_("stake"),
    "rebet": N_("rebet"),
    "stand pat": N_("stand pat"),
}
STAGE_NAMES = {
    # Translators: the three decisions of a hand against the house.
    BonusStage.FLOP: N_("Flop"),
    BonusStage.TURN: N_("Turn"),
    BonusStage.RIVER: N_("River"),
}
_CARD_NAMES = {
    "c": N_("{rank} of clubs"),
    "d": N_("{rank} of diamonds"),
    "h": N_("{rank} of hearts"),
    "s": N_("{rank} of spades"),
}
_RANK_NAMES = {"T": N_("ten"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king"), "A": N_("ace")}
_SUIT_SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))
# Translators: a moment, as a pattern of CLDR: d day, MMM month, y year, HH:mm time.
_MOMENT = N_("d MMM y, HH:mm 'UTC'")


class Wording:
    """How a page speaks."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._separators = str.maketrans({",": get_group_symbol(language.code), ".": get_decimal_symbol(language.code), "-": MINUS})

    def gettext(self, message: str, /, **values: object) -> Markup:
        """A message of the sources, its places filled."""
        return _filled(self.language.gettext(message, **_itself(values)), values)

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> Markup:
        """A message in the form that a count asks for; ``{count}`` is that count."""
        return _filled(self.language.ngettext(one, many, count, **_itself(values)), values)

    def number(self, value: float | Fraction, digits: int = 1) -> str:
        """``41.2``, ``−3.0``."""
        return f"{round(float(value), digits) + 0.0:,.{digits}f}".translate(self._separators)

    def signed(self, value: float | Fraction, digits: int = 1) -> str:
        """``+41.2``, ``−3.0``, ``0.0``: no sign where nothing is left after rounding."""
        rounded = round(float(value), digits)
        return f"{rounded:+,.{digits}f}".translate(self._separators) if rounded else self.number(0.0, digits)

    def chips(self, value: int) -> str:
        """A net: ``+12``, ``−4``, ``0``."""
        return f"{value:+,d}".translate(self._separators) if value else "0"

    def thousands(self, value: int) -> str:
        """``12,000``."""
        return f"{value:,d}".translate(self._separators)

    def plain(self, value: float) -> str:
        """With as many digits as it has: ``2``, ``0.5``, ``1,000``."""
        return f"{value:,.12g}".translate(self._separators)

    def percent(self, share: float | Fraction, digits: int | None = None) -> str:
        """``95%``; with as many digits as the number has, or as are asked for."""
        exact = share if isinstance(share, Fraction) else Fraction(str(share))
        shown = 100 * Decimal(str(float(exact)))
        needed = max(0, -int(shown.normalize().as_tuple().exponent))
        return self.language.percent(exact, needed if digits is None else digits)

    def share(self, share: Fraction) -> str:
        """A part of the whole, rounded down, so that nothing but the whole is ``100.0%``."""
        return self.percent(Fraction(math.floor(1000 * share), 1000), 1)

    def antes(self, value: Fraction) -> str:
        """What choices cost: ``0.0417``, ``0`` for nothing, and for hardly anything ``<0.0001``."""
        if not value:
            return "0"
        least = Fraction(1, 10**_ANTE_DIGITS)
        return f"<{self.number(least, _ANTE_DIGITS)}" if value < least else self.number(value, _ANTE_DIGITS)

    def when(self, moment: datetime) -> str:
        """``30 Nov 2026, 12:00 UTC``."""
        return str(format_datetime(moment.astimezone(UTC), self.language.gettext(_MOMENT), tzinfo=UTC, locale=self.language.code))

    def duration(self, span: timedelta) -> Markup:
        """``8 s``, ``12 min``, ``3 h 05 min``."""
        seconds = max(0, int(span.total_seconds()))
        if seconds < 100:
            return self.gettext("{seconds} s", seconds=seconds)
        if seconds < 6000:
            return self.gettext("{minutes} min", minutes=seconds // 60)
        hours, minutes = divmod(seconds // 60, 60)
        two_digits = f"{minutes:02}"
        return self.gettext("{hours} h {minutes} min", hours=self.thousands(hours), minutes=two_digits)

    def card(self, number_of_card: int) -> dict[str, str]:
        """A card for the eye and the ear: ``rank``, ``sign``, ``suit`` (a letter), ``words``."""
        text = cards_text([number_of_card])
        rank, suit = text[0], text[1]
        name = self.language.gettext(_RANK_NAMES[rank]) if rank in _RANK_NAMES else rank
        return {
            "rank": "10" if rank == "T" else rank,
            "sign": _SUIT_SIGNS[suit],
            "suit": suit,
            "words": self.language.gettext(_CARD_NAMES[suit], rank=name),
        }

    def status(self, value: str) -> Markup:
        """How a run or match stands."""
        return self._named(STATUS_NAMES, value)

    def fault(self, kind: str) -> Markup:
        """What was wrong with an answer."""
        return self._named(FAULT_NAMES, kind)

    def stage(self, stage: BonusStage) -> Markup:
        """A decision against the house."""
        return self.gettext(STAGE_NAMES[stage])

    def action(self, kind: str | Kind | BonusKind) -> Markup:
        """Something that may be done."""
        return self._named(KIND_NAMES, kind if isinstance(kind, str) else kind.name.lower())

    def _named(self, names: Mapping[str, str], value: str) -> Markup:
        return self.gettext(names[value]) if value in names else escape(value)


@lru_cache
def wording_of(code: str = SOURCE) -> Wording:
    """The wording of a language, made once."""
    return Wording(open_language(code))


def _filled(message: str, values: Mapping[str, object]) -> Markup:
    return escape(message).format(**values)


def _itself(values: Mapping[str, object]) -> dict[str, str]:
    """Each place filled with itself: a message that is filled in later, when it has been escaped."""
    return {name: f"{{{name}}}" for name in values}

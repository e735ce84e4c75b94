"""A language: its messages, from its ``.po`` file, and its numbers, from Unicode's CLDR by way of Babel.

A message is looked up first and filled in afterwards, so a translator may use its places in any order::

    language.gettext("The bonus bet of {chips} is lost.", chips=language.number(5))
    language.ngettext("You have {count} chip.", "You have {count} chips.", 1200)

A message that has no translation yet is shown in English. Messages in tables are marked there with :func:`N_`, and looked up later.
"""

import gettext
import io
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeAlias

from babel import Locale
from babel.numbers import format_decimal, get_minus_sign_symbol

SOURCE = "en"
"""The language of the messages in the code."""
FOLDER = Path(__file__).parent

Number: TypeAlias = int | Fraction | Decimal


def N_(message: str) -> str:
    """The message itself, marked so that it is collected for translators."""
    return message


def languages(folder: Path = FOLDER) -> tuple[str, ...]:
    """The codes of all languages there are, the source first."""
    return SOURCE, *sorted(file.stem for file in folder.glob("*.po"))


@cache
def open_language(code: str, folder: Path = FOLDER) -> "Language":
    """A language by its code, one of :func:`languages`; read once."""
    if code == SOURCE:
        return Language(code, gettext.NullTranslations())
    return Language(code, _read(folder / f"{code}.po"))


class Language:
    """One language's messages and numbers."""

    def __init__(self, code: str, translations: gettext.NullTranslations) -> None:
        self.code = code
        """As in HTML's ``lang``: ``en``, ``sv``."""
        self._locale = Locale.parse(code)
        self._translations = translations

    @property
    def name(self) -> str:
        """What it calls itself, such as ``svenska``."""
        return str(self._locale.get_display_name())

    def gettext(self, message: str, /, **values: object) -> str:
        """A message, its places filled with ``values``."""
        return self._translations.gettext(message).format(**values)

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """A message in the form that a count asks for; ``{count}`` is that count."""
        return self._translations.ngettext(one, many, count).format(count=self.number(count), **values)

    def number(self, value: Number, digits: int = 0) -> str:
        """``1,234.50`` in English with two digits after the point."""
        return self._shown(value, digits, _pattern("#,##0", digits))

    def signed(self, value: Number, digits: int = 0) -> str:
        """The same with its sign; without one where nothing is left after rounding."""
        pattern = _pattern("#,##0", digits)
        return self._shown(value, digits, f"+{pattern};-{pattern}" if _rounded(value, digits) else pattern)

    def percent(self, share: Number, digits: int = 2) -> str:
        """``52.10%`` for 0.521 in English."""
        return self._shown(share, digits + 2, _pattern(self._locale.percent_formats[None].pattern, digits))

    def _shown(self, value: Number, digits: int, pattern: str) -> str:
        text = format_decimal(_rounded(value, digits), format=pattern, locale=self._locale)
        return text.replace("-", get_minus_sign_symbol(self._locale))  # Babel leaves the sign of a pattern as it is


def _read(file: Path) -> gettext.GNUTranslations:
    """The translations of a ``.po`` file. Babel's reader is imported here, since English needs none."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _rounded(value: Number, digits: int) -> Decimal:
    """Rounded half to even; never −0."""
    return Decimal(round(Fraction(value) * 10**digits)).scaleb(-digits)


def _pattern(whole: str, digits: int) -> str:
    """A pattern of CLDR for whole numbers, such as ``#,##0``, with so many digits after the point."""
    return whole.replace("0", "0." + "0" * digits) if digits else whole

"""Messages and numbers in a language, from a file of it."""

from fractions import Fraction

import pytest

from arena.languages import SOURCE, languages, open_language

NBSP, MINUS = "\u00a0", "\u2212"
PO = """
msgid ""
msgstr ""
"Language: sv\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{who} bets {chips}."
msgstr "{chips} satsas av {who}."

msgid "You have {count} chip."
msgid_plural "You have {count} chips."
msgstr[0] "Du har {count} marker."
msgstr[1] "Du har {count} marker till."

#, fuzzy
msgid "guess"
msgstr "gissning"
"""


@pytest.fixture
def swedish(tmp_path):
    (tmp_path / "sv.po").write_text(PO, encoding="utf-8")
    return open_language("sv", tmp_path)


def test_english_is_the_source_and_needs_no_file():
    english = open_language(SOURCE)
    assert english.gettext("{who} bets {chips}.", who="Ada", chips=5) == "Ada bets 5."
    assert english.ngettext("{count} hand", "{count} hands", 1) == "1 hand"
    assert english.ngettext("{count} hand", "{count} hands", 1200) == "1,200 hands"


def test_places_may_change_their_order(swedish):
    assert swedish.gettext("{who} bets {chips}.", who="Ada", chips=5) == "5 satsas av Ada."


def test_plural_forms_are_chosen_by_the_count(swedish):
    many = "You have {count} chip.", "You have {count} chips."
    assert swedish.ngettext(*many, 1) == "Du har 1 marker."
    assert swedish.ngettext(*many, 2000) == f"Du har 2{NBSP}000 marker till."


def test_what_has_no_translation_or_a_doubtful_one_is_english(swedish):
    assert swedish.gettext("new") == "new"
    assert swedish.gettext("guess") == "guess"


def test_a_language_is_read_once(tmp_path):
    file = tmp_path / "sv.po"
    file.write_text(PO, encoding="utf-8")
    first = open_language("sv", tmp_path)
    file.unlink()
    assert open_language("sv", tmp_path) is first


def test_a_new_file_is_a_new_language(tmp_path):
    assert languages(tmp_path) == ("en",)
    for code in ("tr", "da"):
        (tmp_path / f"{code}.po").touch()
    assert languages(tmp_path) == ("en", "da", "tr")
    assert open_language("da", tmp_path).name == "dansk"
    assert open_language("tr", tmp_path).name == "Türkçe"


def test_swedish_is_there():
    assert languages() == ("en", "sv")
    assert open_language("sv").name == "svenska"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("en", ("1,234,567", "+1,200", "-1,200", "0", "0.31", "52.10%")),
        ("sv", (f"1{NBSP}234{NBSP}567", f"+1{NBSP}200", f"{MINUS}1{NBSP}200", "0", "0,31", f"52,10{NBSP}%")),
    ],
)
def test_numbers_are_written_as_people_there_write_them(code, shown):
    """CLDR: point or comma, what groups thousands, the minus, the place of the per cent sign."""
    one = open_language(code)
    assert (one.number(1234567), one.signed(1200), one.signed(-1200), one.signed(0)) == shown[:4]
    assert (one.number(Fraction(31, 100), 2), one.percent(Fraction(521, 1000))) == shown[4:]


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(1, 3), 4, "+0.3333"),
        (Fraction(-2, 3), 4, "-0.6667"),
        (Fraction(-1, 10**9), 4, "0.0000"),
        (Fraction(1, 10**9), 9, "+0.000000001"),
        (Fraction(-5, 2), 0, "-2"),
        (10**15, 1, "+1,000,000,000,000,000.0"),
    ],
)
def test_fractions_are_rounded_exactly_and_nothing_has_no_sign(value, digits, shown):
    """Half to even."""
    assert open_language("en").signed(value, digits) == shown
    assert open_language("en").number(value, digits) == shown.replace("+", "")

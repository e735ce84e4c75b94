"""The catalogues in step with the sources; Swedish complete."""

import pytest

from arena.languages import N_, languages, open_language
from arena.languages.catalogues import FOLDER
from arena.languages.updating import collect, faults, update

SOURCE = """
words.gettext("{who} bets {chips}.", who=1, chips=2)
words.ngettext("{count} chip", "{count} chips", 5)
# Translators: a kind of hand
TABLE = [N_("pair")]
gettext(variable)
other("not a message")
"""


@pytest.fixture
def template(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "a.py").write_text(SOURCE)
    return collect(sources)


@pytest.fixture
def file(tmp_path, template):
    made = tmp_path / "sv.po"
    made.touch()
    update(made, template)
    return made


def translate(file, *pairs):
    text = file.read_text(encoding="utf-8")
    for empty, filled in pairs:
        assert empty in text
        text = text.replace(empty, filled)
    file.write_text(text, encoding="utf-8")


BETS = 'msgid "{who} bets {chips}."\nmsgstr "'
PAIR = 'msgid "pair"\nmsgstr "'
ONE, MANY = 'msgstr[0] "', 'msgstr[1] "'
COMPLETE = ((BETS, BETS + "{who} satsar {chips}."), (PAIR, PAIR + "par"), (ONE, ONE + "{count} marker"), (MANY, MANY + "{count} marker"))


@pytest.mark.slow
@pytest.mark.parametrize("code", languages()[1:])
def test_every_message_of_the_sources_is_translated(code):
    """None is missing, doubtful, no longer used, or has other places in its braces; `make messages` brings the file up to date."""
    assert list(faults(FOLDER / f"{code}.po", collect())) == []


@pytest.mark.slow
@pytest.mark.parametrize("code", languages()[1:])
def test_files_are_as_the_update_writes_them(code, tmp_path):
    kept = FOLDER / f"{code}.po"
    again = tmp_path / kept.name
    again.write_bytes(kept.read_bytes())
    update(again, collect())
    assert again.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


def test_messages_are_collected_with_what_translators_are_told(template):
    assert {message.id for message in template if message.id} == {"{who} bets {chips}.", ("{count} chip", "{count} chips"), "pair"}
    assert template.get("pair").auto_comments == ["a kind of hand"]


def test_a_file_begins_empty_and_is_complete_when_everything_is_translated(file, template):
    assert [line.split(": ")[1] for line in faults(file, template)] == ["not translated"] * 3
    translate(file, *COMPLETE)
    assert list(faults(file, template)) == []
    swedish = open_language("sv", file.parent)
    assert swedish.ngettext("{count} chip", "{count} chips", 7) == "7 marker"
    assert swedish.gettext(N_("pair")) == "par"


def test_an_update_keeps_translations_and_changes_nothing_twice(file, template):
    translate(file, *COMPLETE)
    update(file, template)
    first = file.read_bytes()
    update(file, template)
    assert file.read_bytes() == first
    assert b"Date" not in first, "it would change by itself"
    assert list(faults(file, template)) == []


def test_an_update_takes_out_what_is_no_longer_used(file, template):
    translate(file, *COMPLETE)
    del template["pair"]
    assert list(faults(file, template)) == ["sv.po: no longer in the sources: 'pair'"]
    update(file, template)
    assert list(faults(file, template)) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((PAIR + "par", PAIR), "not translated"),
        ((MANY + "{count} marker", MANY), "not translated"),
        ((MANY + "{count} marker", MANY + "marker"), "other places in braces"),
        ((ONE + "{count} marker", ONE + "en marker"), "other places in braces"),
        ((BETS + "{who} satsar {chips}.", BETS + "{who} satsar."), "other places in braces"),
        ((BETS + "{who} satsar {chips}.", BETS + "{vem} satsar {chips}."), "other places in braces"),
        ((BETS + "{who} satsar {chips}.", BETS + "{who satsar {chips}."), "other places in braces"),
        ((PAIR + "par", PAIR + "par {x}"), "other places in braces"),
        (('\nmsgid "pair"', '\n#, fuzzy\nmsgid "pair"'), "marked fuzzy"),
        ((PAIR + 'par"', ""), "not in the file"),
    ],
)
def test_what_is_wrong_with_a_translation_is_told(file, template, change, reason):
    translate(file, *COMPLETE)
    translate(file, change)
    (line,) = faults(file, template)
    assert line.startswith(f"sv.po: {reason}: ")


def test_languages_with_other_plurals_can_begin(tmp_path, template):
    """Turkish has two forms of its own rule, Danish those of English: CLDR says, nobody types it."""
    for code in ("da", "tr"):
        file = tmp_path / f"{code}.po"
        file.touch()
        update(file, template)
        assert len(list(faults(file, template))) == 3
        assert f"Language: {code}" in file.read_text(encoding="utf-8")

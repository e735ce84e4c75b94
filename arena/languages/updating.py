"""The catalogues in step with the sources, and what is wrong with them.

    python -m arena.languages.updating            bring every .po file up to date: new messages come in untranslated, unused ones go
    python -m arena.languages.updating --check    compare only; exit 1, a line for everything that is missing or wrong

Messages are collected from the calls of ``gettext``, ``ngettext`` and ``N_``, with the comments before them that begin with
``Translators:``. A file holds its messages in the order of the sources and names their modules, but no line and no date, so that it changes
only when a message does.

To begin a language, put an empty file here, named by its code (``da.po``), and run the first line.
"""

import argparse
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from arena.languages.catalogues import FOLDER

SOURCES = FOLDER.parent
METHODS = {"**/*.py": "python", "web/templates/**/*.html": "jinja2.ext:babel_extract"}
"""How messages are found in which files."""
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "N_": None}


def collect(sources: Path = SOURCES) -> Catalog:
    """The messages of all sources below a folder, without translations."""
    template = Catalog(project="arena", charset="utf-8", fuzzy=False)
    for pattern, method in METHODS.items():
        for file in sorted(sources.glob(pattern)):
            if method != "python" or _mentions(file):
                _collect(template, method, file, file.relative_to(sources).as_posix())
    return template


def update(file: Path, template: Catalog) -> None:
    """Bring a ``.po`` file up to date."""
    catalogue = _read(file)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with file.open("wb") as target:
        write_po(target, catalogue, width=120, include_lineno=False, omit_header=True)
    body = file.read_text(encoding="utf-8")
    file.write_text(_header(catalogue) + body, encoding="utf-8")


def faults(file: Path, template: Catalog) -> Iterator[str]:
    """What is wrong with a ``.po`` file, a line each: messages not translated, half translated, or no longer in the sources."""
    catalogue = _read(file)
    for message in template:
        if message.id:
            reason = _fault(message, catalogue.get(_name(message), message.context), catalogue.num_plurals)
            if reason:
                yield f"{file.name}: {reason}: {_name(message)!r}"
    for message in catalogue:
        if message.id and template.get(_name(message), message.context) is None:
            yield f"{file.name}: no longer in the sources: {_name(message)!r}"
    for message in catalogue.obsolete.values():
        yield f"{file.name}: no longer in the sources: {_name(message)!r}"


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare only")
    check = parser.parse_args().check
    template = collect()
    files = sorted(FOLDER.glob("*.po"))
    if not check:
        for file in files:
            update(file, template)
    wrong = [line for file in files for line in faults(file, template)]
    print(*wrong, sep="\n", end="\n" * bool(wrong), file=sys.stderr)
    return 1 if wrong else 0


def _mentions(file: Path) -> bool:
    """Whether there can be messages in a module; to look for them in every one is slow."""
    text = file.read_text(encoding="utf-8")
    return any(f"{keyword}(" in text for keyword in KEYWORDS)


def _collect(template: Catalog, method: str, file: Path, name: str) -> None:
    found = extract_from_file(method, file, keywords=KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True)
    for _, message, comments, context in found:
        template.add(message, locations=[(name, 0)], auto_comments=comments, context=context)


def _fault(message: Message, found: Message | None, num_plurals: int) -> str:
    """Why a translation will not do; empty when it will."""
    if found is None:
        return "not in the file"
    forms = _forms(found.string)
    if not forms or not all(forms) or (message.pluralizable and len(forms) != num_plurals):
        return "not translated"
    if found.fuzzy:
        return "marked fuzzy"
    allowed = [_places(form) for form in _forms(message.id)]
    return "" if all(_places(form) in allowed for form in forms) and _places(forms[-1]) == allowed[-1] else "other places in braces"


def _places(text: str) -> frozenset[str] | None:
    """The names in braces; None where the braces are wrong."""
    try:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def _forms(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value) if isinstance(value, (list, tuple)) else ()


def _name(message: Message) -> str:
    """The message in the singular, by which a catalogue is asked for it."""
    return _forms(message.id)[0]


def _read(file: Path) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=file.stem)


def _header(catalogue: Catalog) -> str:
    """What gettext must know, and nothing that changes by itself."""
    assert catalogue.locale is not None, "it was read for one"
    return (
        f"# {catalogue.locale.english_name} messages of the arena; `make messages` keeps them in step with the sources.\n"
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )


if __name__ == "__main__":
    sys.exit(main())

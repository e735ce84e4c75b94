"""What people read, in their language: whole sentences with named places, plural forms, and numbers as they are written there.

English is the source: a message is its own name in the code, so the code reads as what is shown. Every other language is one file
beside this one, ``sv.po`` for Swedish, in the form of GNU gettext that translators' tools know; a new file is a new language, and
nothing else changes. The files are read when a language is first asked for; no compiled form of them is kept anywhere.

- ``catalogues``: a language, its messages and its numbers. ``choosing``: which language a person wants.
- ``updating``: what the sources say, brought into the files, and what is wrong with them: ``make messages``, and a test.

This room knows no game, no terminal and no page, and imports no other room. Only ``cli`` and ``web`` import it, since only they talk to
people: the pure rooms stay in one language, and what they refuse is said anew where a person asked for it, from the values. Mistakes
at the shell, logs and what bots are told stay English.
"""

from arena.languages.catalogues import N_, SOURCE, Language, languages, open_language
from arena.languages.choosing import choose, from_environment

__all__ = ["N_", "SOURCE", "Language", "choose", "from_environment", "languages", "open_language"]

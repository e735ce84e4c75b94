"""What a person may type at the table of Texas Hold'em Bonus, in their language and in English.

Every command has a name, most have a letter, and some have further names; a name may have several words. A language adds its own to the
English ones, which work everywhere; where a name means two things, the moment decides, since a stake and a decision share only the
commands of :data:`ANYWHERE`. Accents and capitals may be left out or put in. This module knows no rules and no cards.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

from arena.languages import N_, SOURCE, Language, open_language


class Command(Enum):
    """What may be meant."""

    ANTE = "ante"
    BONUS = "bonus"
    CLEAR = "clear"
    DOUBLE = "double"
    REBET = "rebet"
    DEAL = "deal"
    BET = "bet"
    CHECK = "check"
    FOLD = "fold"
    ADVICE = "advice"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"


STAKING = (Command.ANTE, Command.BONUS, Command.CLEAR, Command.DOUBLE, Command.REBET, Command.DEAL)
"""Before the deal."""
DECIDING = (Command.BET, Command.CHECK, Command.FOLD)
"""After it."""
ANYWHERE = (Command.ADVICE, Command.RULES, Command.HELP, Command.QUIT)
WITH_CHIPS = (Command.ANTE, Command.BONUS)
"""Commands that are followed by a number of chips."""

_NAMES = {
    # Translators: a command's name, its one letter if it has one, then any other names; commas between them. No two commands typed before
    # the deal (ante, bonus, clear, double, rebet, deal) may share a name or a letter, nor two typed after it (bet, check, fold).
    Command.ANTE: N_("ante, a"),
    Command.BONUS: N_("bonus, b"),
    Command.CLEAR: N_("clear, c"),
    Command.DOUBLE: N_("double, x"),
    Command.REBET: N_("rebet, r"),
    Command.DEAL: N_("deal, d"),
    Command.BET: N_("bet, b"),
    Command.CHECK: N_("check, c"),
    Command.FOLD: N_("fold, f"),
    Command.ADVICE: N_("advice, ?"),
    Command.RULES: N_("rules"),
    Command.HELP: N_("help, h"),
    Command.QUIT: N_("quit, q"),
}


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed."""

    command: Command
    rest: str
    """What stood behind its name."""


class Commands:
    """The commands in one language."""

    def __init__(self, language: Language) -> None:
        self._shown = {command: _names(language, command) for command in Command}
        source = open_language(SOURCE)
        self._known = {command: (*self._shown[command], *_names(source, command)) for command in Command}

    def name(self, command: Command) -> str:
        """A command by its name, such as ``deal``."""
        return self._shown[command][0]

    def letter(self, command: Command) -> str:
        """Its letter; its name, where it has none."""
        return self._shown[command][:2][-1]

    def names(self, command: Command) -> tuple[str, ...]:
        """All that it may be typed as, without accents and capitals."""
        return tuple(dict.fromkeys(map(_plain, self._known[command])))

    def read(self, line: str, *, staking: bool) -> Typed | None:
        """What a line means; None when it means nothing.

        Args:
            line: as typed.
            staking: whether a stake is to be put up; else there is a decision to make. A command of the other moment is read too,
                where it has no other meaning; of several names the longest counts.
        """
        text = _plain(line)
        now = (*(STAKING if staking else DECIDING), *ANYWHERE)
        found = [
            (len(name), command in now, Typed(command, text.removeprefix(name).strip()))
            for command in Command
            for name in self.names(command)
            if text.startswith(name) and re.match(r"$|[ 0-9+-]", text[len(name) :])
        ]
        return max(found, key=lambda one: one[:2])[2] if found else None


def chips_of(text: str) -> int | None:
    """A number of chips; None where there is something else."""
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


def _names(language: Language, command: Command) -> list[str]:
    return [name.strip() for name in language.gettext(_NAMES[command]).split(",")]


def _plain(text: str) -> str:
    """Without capitals and accents, one space between words."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join([letter for letter in letters if not unicodedata.combining(letter)]).split())

"""What may be typed, and what it means."""

import pytest

from arena.cli.bonus.commands import ANYWHERE, DECIDING, STAKING, Command, Commands, chips_of
from arena.languages import languages, open_language

ENGLISH, SWEDISH = Commands(open_language("en")), Commands(open_language("sv"))


def meaning(commands, line, *, staking):
    typed = commands.read(line, staking=staking)
    return typed and (typed.command.value, typed.rest)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("moment", [STAKING, DECIDING])
def test_no_name_means_two_things_at_one_moment(code, moment):
    """A translator's names and the English ones together."""
    commands = Commands(open_language(code))
    names = [name for command in (*moment, *ANYWHERE) for name in commands.names(command)]
    assert len(set(names)) == len(names)
    assert all(names)


@pytest.mark.parametrize("code", languages())
def test_every_command_is_understood_as_it_is_shown(code):
    commands = Commands(open_language(code))
    for command in Command:
        for name in (commands.name(command), commands.letter(command)):
            assert commands.read(name, staking=command not in DECIDING).command is command


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a 25", ("ante", "25")),
        ("ante 25", ("ante", "25")),
        ("a25", ("ante", "25")),
        ("  ANTE   25  ", ("ante", "25")),
        ("a -5", ("ante", "-5")),
        ("a", ("ante", "")),
        ("b 5", ("bonus", "5")),
        ("c", ("clear", "")),
        ("x", ("double", "")),
        ("r", ("rebet", "")),
        ("d", ("deal", "")),
        ("deal now", ("deal", "now")),
        ("bet", ("bet", "")),
        ("f", ("fold", "")),
        ("?", ("advice", "")),
        ("h", ("help", "")),
        ("rules", ("rules", "")),
        ("q", ("quit", "")),
        ("antes 25", None),
        ("dealer", None),
        ("25", None),
        ("??", None),
        ("\x1b[A", None),
    ],
)
def test_a_line_before_the_deal(line, expected):
    assert meaning(ENGLISH, line, staking=True) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("b", "bet"),
        ("c", "check"),
        ("f", "fold"),
        ("a 5", "ante"),
        ("r", "rebet"),
        ("bonus 5", "bonus"),
        ("clear", "clear"),
        ("?", "advice"),
    ],
)
def test_a_line_after_it_means_the_decision_first(line, expected):
    assert meaning(ENGLISH, line, staking=False)[0] == expected


@pytest.mark.parametrize(
    ("line", "staking", "expected"),
    [
        ("rensa", True, "clear"),
        ("rensa insats", True, "clear"),
        ("dubbla", True, "double"),
        ("satsa igen", True, "rebet"),
        ("igen", True, "rebet"),
        ("i", True, "rebet"),
        ("satsa igen", False, "rebet"),
        ("dela", True, "deal"),
        ("satsa", False, "bet"),
        ("s", False, "bet"),
        ("checka", False, "check"),
        ("ge upp", False, "fold"),
        ("Ge  Upp", False, "fold"),
        ("hjälp", True, "help"),
        ("HJA\u0308LP", True, "help"),
        ("hjalp", True, "help"),
        ("råd", False, "advice"),
        ("sluta", True, "quit"),
        ("deal", True, "deal"),
        ("bet", False, "bet"),
        ("fold", False, "fold"),
        ("help", True, "help"),
    ],
)
def test_swedish_words_work_in_swedish_and_english_ones_too(line, staking, expected):
    assert meaning(SWEDISH, line, staking=staking)[0] == expected


def test_swedish_words_do_not_work_in_english():
    assert meaning(ENGLISH, "satsa", staking=False) is None


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("25", 25),
        ("0", 0),
        ("007", 7),
        ("", None),
        ("-5", None),
        ("5.5", None),
        ("1,000", None),
        ("1 000", None),
        ("1e3", None),
        ("9" * 13, None),
    ],
)
def test_chips_are_whole_numbers(text, chips):
    assert chips_of(text) == chips


def test_commands_are_shown_with_their_letter():
    assert (ENGLISH.name(Command.REBET), ENGLISH.letter(Command.REBET)) == ("rebet", "r")
    assert (SWEDISH.name(Command.REBET), SWEDISH.letter(Command.REBET)) == ("satsa igen", "i")
    assert (ENGLISH.name(Command.RULES), ENGLISH.letter(Command.RULES)) == ("rules", "rules")

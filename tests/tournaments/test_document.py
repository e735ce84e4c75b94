"""Tests of arena/tournaments/document.py and sections.py."""

import dataclasses
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.matches import ClockLimits
from arena.rules import FiveCardDrawRuleset
from arena.tournaments import (
    Entrant,
    PlaySettings,
    TournamentSpec,
    entrant_document,
    entrant_from_document,
    parse_tournament,
    tournament_document,
    tournament_from_document,
)

TOURNAMENTS = Path(__file__).parents[2] / "tournaments"
TOP = 'name = "T"\ngame = "five_card_draw"\n'
ENTRANTS = '[[entrant]]\nname = "a"\nbuiltin = "draw/hard"\n[[entrant]]\nname = "b"\nbuiltin = "draw/easy@1"\n'
REMOTE = '[[entrant]]\nname = "ada/r"\nremote = true\n'
TRUSTED = REMOTE + "trusted = true\n"


def read(text):
    return parse_tournament(text, "t.toml")


def refusal(text):
    with pytest.raises(ConfigError) as caught:
        read(text)
    message = str(caught.value)
    assert message.startswith("t.toml: ")
    assert len(message.splitlines()) == 1
    assert message.isprintable()
    return message.removeprefix("t.toml: ")


def test_everything_left_out_has_a_default():
    spec = read(TOP + ENTRANTS)
    entrants = (Entrant("a", builtin="draw/hard"), Entrant("b", builtin="draw/easy@1"))
    assert spec == TournamentSpec("T", "five_card_draw", FiveCardDrawRuleset(), entrants)
    assert (spec.play, spec.clock, spec.schedule, spec.timezone) == (PlaySettings(), ClockLimits(), "", "UTC")


def test_everything_can_be_said():
    spec = read(
        TOP
        + 'format = "round_robin"\nschedule = "0 20 * * *"\ntimezone = "Europe/Copenhagen"\nmissed = "once"\noverlap = "skip"\n'
        + "[rules]\nante = 2\nsmall_bet = 5\nbig_bet = 10\nmax_raises = 4\nall_in = true\nstarting_stack = 200\n"
        + '[play]\nseats = 3\ndeals_per_match = 40\ndeals = "independent"\nmax_hands = 400\nstop = "width"\nwidth_mbb = 25\n'
        + 'confidence = 0.9\npublish = "owners"\nentry = "open"\n'
        + "[clock]\nmove_s = 1\nhand_s = 0.5\nincident_limit = 3\ngrace_s = 0\nstart_s = 20\n"
        + ENTRANTS
        + TRUSTED
        + '[[entrant]]\nname = "c"\ncommand = ["python", "bot.py"]\nowner = "Ada"\n'
    )
    assert spec.ruleset == FiveCardDrawRuleset(2, 5, 10, 4, all_in=True, starting_stack=200)
    assert spec.play == PlaySettings(3, 40, "independent", 400, "width", 25.0, 0.9, "owners", "open")
    assert spec.clock == ClockLimits(1.0, 0.5, 3, 0.0, 20.0)
    assert type(spec.clock.move_s) is type(spec.play.width_mbb) is float
    assert spec.entrants[2:] == (Entrant("ada/r", remote=True, trusted=True), Entrant("c", command=("python", "bot.py"), owner="Ada"))
    assert (spec.schedule, spec.timezone, spec.missed, spec.overlap) == ("0 20 * * *", "Europe/Copenhagen", "once", "skip")


@pytest.mark.parametrize("path", sorted(TOURNAMENTS.glob("*.toml")), ids=lambda path: path.name)
def test_the_tournaments_of_this_project_are_valid(path):
    spec = parse_tournament(path.read_text(), path.name)
    assert tournament_from_document(json.loads(json.dumps(tournament_document(spec))), "stored") == spec


def test_there_are_tournaments_in_this_project():
    assert {path.name for path in TOURNAMENTS.glob("*.toml")} >= {
        "demo.toml", "six_seats.toml", "nightly.toml", "last_one.toml", "house.toml",
        "gauntlet.toml", "swiss.toml", "knockout.toml", "ladder.toml", "sit_and_go.toml", "ten.toml",
    }  # fmt: skip


BAD_TOP = {
    'nmae = "x"': "nmae: unknown key, did you mean name?",
    "seats = 2": "seats: unknown key, it belongs in [play]",
    "ante = 2": "ante: unknown key, it belongs in [rules]",
    "builtin = 'draw/hard'": "builtin: unknown key, it belongs in [[entrant]]",
    "zzz = 1": "zzz: unknown key, known here are name, game, format, ",
    '"a\\nb" = 1': '"a\\nb": unknown key, known here are ',
    '"" = 1': '"": unknown key, known here are ',
    'missed = "twice"': 'missed = "twice": must be "skip" or "once"',
    "missed = 1": 'missed = 1: must be "skip" or "once"',
    'overlap = "queu"': 'overlap = "queu": must be "queue" or "skip"; did you mean "queue"?',
    'format = "solo"': 'format = "solo": must be "round_robin", "gauntlet", "swiss", "knockout", "ladder", "sit_and_go" with game = "five',
    'format = "robin"': 'format = "robin": must be "round_robin", "gauntlet", "swiss", "knockout", "ladder" or "sit_and_go"; did you mean',
    "format = 3": 'format = 3: must be "round_robin", "gauntlet",',
    "format = []": 'format = []: must be "round_robin", "gauntlet",',
    'schedule = "daily"': 'schedule = "daily": must be five fields of cron',
    'schedule = ""': 'schedule = "": must be five fields of cron',
    "schedule = 5": "schedule = 5: must be five fields of cron",
    'timezone = "Asia/Tokio"': 'timezone = "Asia/Tokio": must be the name of a time zone, such as "Europe/Copenhagen"',
    'timezone = ""': 'timezone = "": must be the name of a time zone',
    'timezone = "Europe"': 'timezone = "Europe": must be the name of a time zone',
    'timezone = "../../etc/passwd"': 'timezone = "../../etc/passwd": must be the name of a time zone',
    'timezone = "a\\u0000b"': 'timezone = "a\\u0000b": must be the name of a time zone',
    "timezone = true": "timezone = true: must be the name of a time zone",
    "rules = 3": "rules = 3: must be a section, begun by a line [rules]",
    "play = []": "play = []: must be a section, begun by a line [play]",
    "clock = 2020-01-01": "clock = 2020-01-01: must be a section, begun by a line [clock]",
}


@pytest.mark.parametrize("line", BAD_TOP)
def test_refused_at_the_top(line):
    assert refusal(TOP + line + "\n" + ENTRANTS).startswith(BAD_TOP[line])


def test_the_nearest_time_zone_is_offered():
    assert refusal(TOP + 'timezone = "Asia/Tokio"\n' + ENTRANTS).endswith('; did you mean "Asia/Tokyo"?')


BAD_NAMES_AND_GAMES = {
    'game = "five_card_draw"': "name: missing, must be 1 to 60 printable characters",
    'name = "T"': 'game: missing, must be "five_card_draw"',
    'name = ""\ngame = "five_card_draw"': 'name = "": must be 1 to 60 printable characters',
    'name = "  "\ngame = "five_card_draw"': 'name = "  ": must be 1 to 60',
    'name = " T"\ngame = "five_card_draw"': 'name = " T": must be 1 to 60',
    'name = "a\\u0007"\ngame = "five_card_draw"': 'name = "a\\u0007": must be 1 to 60',
    'name = "a\\u2028b"\ngame = "five_card_draw"': 'name = "a\\u2028b": must be 1 to 60',
    f'name = "{"x" * 61}"\ngame = "five_card_draw"': 'name = "xxx',
    'name = 7\ngame = "five_card_draw"': "name = 7: must be 1 to 60",
    'name = "T"\ngame = "five_card_drw"': 'game = "five_card_drw": must be "five_card_draw" or "holdem_bonus"; did you mean "five_card',
    'name = "T"\ngame = ["five_card_draw"]': 'game = ["five_card_draw"]: must be "five_card_draw" or "holdem_bonus"',
}


@pytest.mark.parametrize("lines", BAD_NAMES_AND_GAMES)
def test_refused_names_and_games(lines):
    assert refusal(lines + "\n" + ENTRANTS).startswith(BAD_NAMES_AND_GAMES[lines])


BAD_RULES = {
    "ant = 1": "[rules] ant: unknown key, did you mean ante?",
    "ante = 0": "[rules] ante = 0: must be a whole number of chips from 1 to ",
    "ante = true": "[rules] ante = true: must be a whole number of chips",
    "ante = 1.0": "[rules] ante = 1.0: must be a whole number of chips",
    'ante = "1"': '[rules] ante = "1": must be a whole number of chips',
    "ante = {a = 1}": "[rules] ante = a section: must be a whole number of chips",
    "big_bet = 1": "[rules] big_bet = 1: must be a whole number of chips from 2 to ",
    "max_raises = -1": "[rules] max_raises = -1: must be a whole number from 0 to 100",
    "all_in = 1": "[rules] all_in = 1: must be true or false",
    "all_in = true": "[rules] starting_stack: missing, must be a whole number of chips, at least the ante 1, with all_in",
    "starting_stack = 100": "[rules] starting_stack = 100: must be left out unless all_in = true",
    'stacks = "keep"': '[rules] stacks = "keep": must be "reset" or "carry"',
    'stacks = "carry"': '[rules] stacks = "carry": must be left out unless all_in = true',
}


@pytest.mark.parametrize("lines", BAD_RULES)
def test_refused_rules(lines):
    assert refusal(TOP + "[rules]\n" + lines + "\n" + ENTRANTS).startswith(BAD_RULES[lines])


HOUSE = 'name = "T"\ngame = "holdem_bonus"\n'
ALONE = '[[entrant]]\nname = "a"\nbuiltin = "bonus/hard"\n'
BAD_HOUSE = {
    'format = "round_robin"\n' + ALONE: 'format = "round_robin": must be "solo" with game = "holdem_bonus"',
    'format = "swiss"\n' + ALONE: 'format = "swiss": must be "solo" with game = "holdem_bonus"',
    "[play]\nseats = 2\n" + ALONE: "[play] seats = 2: must be a whole number from 1 to 1",
    ENTRANTS: 'entrant 1: builtin = "draw/hard": must be a bot that plays holdem_bonus, such as bonus/hard',
    "": "entrant: there must be at least 1, each begun by a line [[entrant]], not 0",
    "[rules]\nante = 1\n" + ALONE: "[rules] ante: unknown key, ",
    "[rules]\nante_min = 5\n" + ALONE: "[rules] ante_max: missing, must be a whole number of chips from 5 to ",
    "[rules]\nante_max = 5\nante_step = 3\n" + ALONE: "[rules] ante_max = 5: must be 1 (ante_min) plus a multiple of 3 (ante_step)",
    "[rules]\nbankroll = 2\n" + ALONE: "[rules] bankroll = 2: must be left out, or a whole number of chips from 3 to ",
    '[rules]\nante_pays_from = "pair"\n' + ALONE: '[rules] ante_pays_from = "pair": must be "straight" or "flush"',
    "[rules]\nbonus_paytable = [1, 2]\n" + ALONE: "[rules] bonus_paytable = [1, 2]: must be 7 whole numbers from 1 to 1000",
}


@pytest.mark.parametrize("lines", BAD_HOUSE)
def test_refused_against_the_house(lines):
    assert refusal(HOUSE + lines).startswith(BAD_HOUSE[lines])


def test_against_the_house_everyone_plays_alone():
    """Defaults: one seat, the format solo, common deals; a document of it reads back as itself."""
    spec = read(HOUSE + ALONE + REMOTE)
    assert (spec.format, spec.play.seats, spec.play.deals) == ("solo", 1, "mirrored")
    assert tournament_from_document(json.loads(json.dumps(tournament_document(spec))), "again") == spec


CARRY = '[rules]\nall_in = true\nstarting_stack = 100\nstacks = "carry"\n'


def test_carried_stacks_want_a_whole_match():
    """A match is one block there: fewer hands than its legs have would be none."""
    short = "[play]\ndeals_per_match = 300\nmax_hands = 599\n"
    assert refusal(TOP + CARRY + short + ENTRANTS).startswith("[play] max_hands = 599: must be a whole number from 600")
    long = "[play]\ndeals_per_match = 20000\n"
    assert refusal(TOP + CARRY + long + ENTRANTS).startswith("[play] max_hands is left out: carried stacks make one match 40000 hands")
    spec = parse_tournament(TOP + CARRY + ENTRANTS, "this test")
    assert (spec.ruleset.stacks, spec.play.max_hands) == ("carry", 20_000)


BAD_PLAY = {
    "seat = 2": "[play] seat: unknown key, did you mean seats?",
    "seats = 1": "[play] seats = 1: must be a whole number from 2 to 6",
    "seats = 7": "[play] seats = 7: must be a whole number from 2 to 6",
    "seats = true": "[play] seats = true: must be a whole number from 2 to 6",
    "seats = 2.0": "[play] seats = 2.0: must be a whole number from 2 to 6",
    "seats = 3": "[play] seats = 3: must be at most 2, the number of entrants; or enter more",
    "deals_per_match = 0": "[play] deals_per_match = 0: must be a whole number from 1 to 100000",
    f"deals_per_match = {hex(10**5000)}": "[play] deals_per_match = a very long number: must be",
    f"deals_per_match = {10**100}": "[play] deals_per_match = 1000",
    'deals = "mirror"': '[play] deals = "mirror": must be "mirrored" or "independent"; did you mean "mirrored"?',
    "max_hands = 1": "[play] max_hands = 1: must be a whole number from 2 to ",
    'deals = "independent"\nmax_hands = 0': "[play] max_hands = 0: must be a whole number from 1 to ",
    "max_hands = 20_000.0": "[play] max_hands = 20000.0: must be a whole number",
    'stop = "never"': '[play] stop = "never": must be "decided", "max_hands" or "width"',
    'stop = "width"': '[play] width_mbb: missing, must be a number above 0 with stop = "width"',
    'stop = "width"\nwidth_mbb = 0': "[play] width_mbb = 0: must be a number above 0",
    'stop = "width"\nwidth_mbb = -1.5': "[play] width_mbb = -1.5: must be a number above 0",
    'stop = "width"\nwidth_mbb = inf': "[play] width_mbb = inf: must be a number above 0",
    'stop = "width"\nwidth_mbb = true': "[play] width_mbb = true: must be a number above 0",
    "width_mbb = 20": '[play] width_mbb = 20: must be left out unless stop = "width"',
    "confidence = 0.5": "[play] confidence = 0.5: must be a number above 0.5 and below 1",
    "confidence = 1": "[play] confidence = 1: must be a number above 0.5 and below 1",
    "confidence = 95": "[play] confidence = 95: must be a number above 0.5 and below 1",
    "confidence = nan": "[play] confidence = nan: must be a number above 0.5 and below 1",
    'confidence = "0.95"': '[play] confidence = "0.95": must be a number above 0.5 and below 1',
    'publish = "none"': '[play] publish = "none": must be "all", "shown_only" or "owners"',
    'entry = "closed"': '[play] entry = "closed": must be "listed" or "open"',
    'entry = "open"\ndeals = "mirrored"': '[play] deals = "mirrored": must be "independent" with entry = "open"',
}


@pytest.mark.parametrize("lines", BAD_PLAY, ids=lambda lines: lines[:40])
def test_refused_play(lines):
    assert refusal(TOP + "[play]\n" + lines + "\n" + ENTRANTS).startswith(BAD_PLAY[lines])


BAD_CLOCK = {
    "moves_s = 2": "[clock] moves_s: unknown key, did you mean move_s?",
    "move_s = 0": "[clock] move_s = 0: must be a number of seconds above 0, at most 86400",
    "move_s = -0.1": "[clock] move_s = -0.1: must be a number of seconds above 0",
    "move_s = inf": "[clock] move_s = inf: must be a number of seconds above 0",
    "move_s = nan": "[clock] move_s = nan: must be a number of seconds above 0",
    "move_s = true": "[clock] move_s = true: must be a number of seconds above 0",
    'hand_s = "1"': '[clock] hand_s = "1": must be a number of seconds above 0',
    "hand_s = 0.0": "[clock] hand_s = 0.0: must be a number of seconds above 0",
    "start_s = 0": "[clock] start_s = 0: must be a number of seconds above 0",
    "grace_s = -1": "[clock] grace_s = -1: must be a number of seconds from 0 to 86400",
    "incident_limit = 0": "[clock] incident_limit = 0: must be a whole number from 1 to ",
    "incident_limit = 2.5": "[clock] incident_limit = 2.5: must be a whole number from 1 to ",
}


@pytest.mark.parametrize("lines", BAD_CLOCK)
def test_refused_clock(lines):
    assert refusal(TOP + "[clock]\n" + lines + "\n" + ENTRANTS).startswith(BAD_CLOCK[lines])


BAD_ENTRANT = {
    'name = "c"\nbuitlin = "draw/hard"': "entrant 3: buitlin: unknown key, did you mean builtin?",
    'builtin = "draw/hard"': "entrant 3: name: missing, must be 1 to 60 printable characters",
    'name = ""\nbuiltin = "draw/hard"': 'entrant 3: name = "": must be 1 to 60 printable characters',
    'name = "a\\tb"\nbuiltin = "draw/hard"': 'entrant 3: name = "a\\tb": must be 1 to 60 printable characters',
    'name = "a"\nbuiltin = "draw/hard"': 'entrant 3: name = "a": must be unlike that of entrant 1',
    'name = "c"': 'entrant 3: "c" does not say where it runs; must have exactly one of builtin, command, remote',
    'name = "c"\nremote = false': 'entrant 3: "c" does not say where it runs; must have exactly one of',
    'name = "c"\nbuiltin = "draw/hard"\ncommand = ["x"]': 'entrant 3: "c" has builtin and command; must have exactly one of',
    'name = "c"\nbuiltin = "draw/hard"\nremote = true': 'entrant 3: "c" has builtin and remote; must have exactly one of',
    'name = "c"\nbuiltin = "hard"': 'entrant 3: builtin = "hard": must be game/level or game/level@version',
    'name = "c"\nbuiltin = ""': 'entrant 3: builtin = "": must be game/level',
    'name = "c"\nbuiltin = "draw/hard@"': 'entrant 3: builtin = "draw/hard@": must be game/level',
    'name = "c"\nbuiltin = "draw/hard\\n"': 'entrant 3: builtin = "draw/hard\\n": must be game/level',
    'name = "c"\nbuiltin = ["draw/hard"]': 'entrant 3: builtin = ["draw/hard"]: must be game/level',
    'name = "c"\ncommand = []': "entrant 3: command = []: must be a list of one or more words, none empty",
    'name = "c"\ncommand = ""': 'entrant 3: command = "": must be a list of one or more words',
    'name = "c"\ncommand = "python bot.py"': 'entrant 3: command = "python bot.py": must be a list of one or more words',
    'name = "c"\ncommand = ["python", ""]': 'entrant 3: command = ["python", ""]: must be a list of one or more words',
    'name = "c"\ncommand = ["python", 3]': 'entrant 3: command = ["python", 3]: must be a list of one or more words',
    'name = "c"\ncommand = ["a\\u0000"]': 'entrant 3: command = ["a\\u0000"]: must be a list of one or more words',
    'name = "c"\nremote = "yes"': 'entrant 3: remote = "yes": must be true or false',
    'name = "c"\nbuiltin = "draw/hard"\ntrusted = true': "entrant 3: trusted = true: must be left out unless remote = true",
    'name = "c"\nbuiltin = "draw/hard"\nowner = ""': 'entrant 3: owner = "": must be 1 to 60 printable characters',
}


@pytest.mark.parametrize("lines", BAD_ENTRANT)
def test_refused_entrants(lines):
    assert refusal(TOP + ENTRANTS + "[[entrant]]\n" + lines).startswith(BAD_ENTRANT[lines])


def test_two_entrants_at_least():
    assert refusal(TOP) == "entrant: there must be at least 2, each begun by a line [[entrant]], not 0"
    assert refusal(TOP + '[[entrant]]\nname = "a"\nbuiltin = "draw/hard"').endswith("not 1")


def test_entrants_are_a_list_of_sections():
    assert refusal(TOP + '[entrant]\nname = "a"') == "entrant = a section: must be a list of sections, each begun by a line [[entrant]]"
    assert refusal(TOP + 'entrant = ["draw/hard"]').startswith('entrant = ["draw/hard"]: must be a list of sections')


def test_a_remote_bot_makes_deals_independent():
    assert read(TOP + ENTRANTS + REMOTE).play.deals == "independent"
    assert read(TOP + '[play]\nentry = "open"\n' + ENTRANTS).play.deals == "independent"
    assert read(TOP + ENTRANTS + TRUSTED).play.deals == "independent"


def test_only_a_trusted_remote_bot_may_see_a_deal_twice():
    asked = TOP + '[play]\ndeals = "mirrored"\n' + ENTRANTS
    assert read(asked + TRUSTED).play.deals == "mirrored"
    found = refusal(asked + REMOTE)
    assert found == '[play] deals = "mirrored": must be "independent" while "ada/r" is remote and not trusted: it could remember a deal'


def test_more_pairings_than_anyone_can_play_are_refused():
    """60 choose 6 = 50,063,860."""
    many = "".join(f'[[entrant]]\nname = "{number}"\nbuiltin = "draw/hard"\n' for number in range(60))
    assert refusal(TOP + "[play]\nseats = 6\n" + many).startswith("[play] seats = 6: 60 entrants make 50063860 pairings, must be at most ")


@pytest.mark.parametrize(
    "text", ["name = ", "name = 'a\nb'", "[play\n", TOP + TOP, "a = 2020-13-01", "a = " + "[" * 5000, "a = \x00", f"a = {'9' * 5000}"]
)
def test_broken_toml_is_refused(text):
    assert refusal(text).startswith("not valid TOML: ")


def test_broken_toml_says_where():
    assert refusal(TOP + "seats == 2\n").endswith("(at line 3, column 8)")


def test_a_byte_order_mark_is_no_error():
    assert read("\ufeff" + TOP + ENTRANTS).name == "T"


def test_long_and_deep_values_are_cut():
    deep = TOP + "timezone = " + "[" * 60 + "]" * 60 + "\n" + ENTRANTS
    assert refusal(deep).startswith("timezone = [[…]]: must be")
    assert len(refusal(TOP + f'timezone = "{"x" * 5000}"\n' + ENTRANTS)) < 200


def test_null_in_a_stored_document_is_refused_where_toml_has_none():
    document = tournament_document(read(TOP + ENTRANTS)) | {"missed": None}
    with pytest.raises(ConfigError, match=re.escape('stored: missed = null: must be "skip" or "once"')):
        tournament_from_document(document, "stored")


def test_the_document_says_everything_that_is_set():
    document = tournament_document(read(TOP + ENTRANTS))
    assert json.loads(json.dumps(document)) == {
        "name": "T",
        "game": "five_card_draw",
        "format": "round_robin",
        "timezone": "UTC",
        "missed": "skip",
        "overlap": "queue",
        "rules": {"ante": 1, "small_bet": 2, "big_bet": 4, "max_raises": 3, "all_in": False, "stacks": "reset"},
        "play": {
            "seats": 2,
            "deals_per_match": 500,
            "deals": "mirrored",
            "max_hands": 20000,
            "stop": "decided",
            "confidence": 0.95,
            "publish": "all",
            "entry": "listed",
        },
        "clock": {"move_s": 2.0, "hand_s": 1.0, "incident_limit": 20, "grace_s": 30.0, "start_s": 10.0},
        "entrant": [{"name": "a", "builtin": "draw/hard"}, {"name": "b", "builtin": "draw/easy@1"}],
    }


def test_the_keys_of_a_format_are_said_where_they_are_set():
    gauntlet = 'format = "gauntlet"\nhero = "b"\n'
    assert tournament_document(read(TOP + gauntlet + ENTRANTS))["hero"] == ["b"]
    assert tournament_document(read(TOP + 'format = "swiss"\n' + ENTRANTS))["passes"] == 1
    places = 'format = "sit_and_go"\npayouts = [60, 40]\n' + CARRY
    assert tournament_document(read(TOP + places + ENTRANTS))["payouts"] == [60, 40]


OWNED = '[[entrant]]\nname = "c"\nbuiltin = "draw/hard"\nowner = "Ada"\n'


def test_one_owner_has_one_scored_entry():
    second = OWNED.replace('"c"', '"d"')
    expected = 'entrant 4: owner = "Ada": has one scored entry already, entrant 3; add unscored = true to all of this owner\'s but one'
    assert refusal(TOP + ENTRANTS + OWNED + second) == expected
    spec = read(TOP + ENTRANTS + OWNED + second + 'unscored = true\nversion = "2.1"\n')
    assert [(entrant.owner, entrant.unscored, entrant.version) for entrant in spec.entrants[2:]] == [
        ("Ada", False, ""),
        ("Ada", True, "2.1"),
    ]


def test_one_entrant_is_a_document_too():
    """As it is kept with an order to enter; that it came late is not a part of it."""
    for entrant in (
        Entrant("c", command=("python", "c.py"), owner="Ada", version="2", unscored=True),
        Entrant("ada/r", remote=True, trusted=True),
    ):
        document = json.loads(json.dumps(entrant_document(dataclasses.replace(entrant, late=True))))
        assert entrant_from_document(document, "five_card_draw", "order 1") == entrant
    with pytest.raises(ConfigError, match=r'order 1: builtin = "bonus/hard": must be a bot that plays five_card_draw'):
        entrant_from_document({"name": "x", "builtin": "bonus/hard"}, "five_card_draw", "order 1")


def test_nobody_is_late_in_a_file():
    assert refusal(TOP + ENTRANTS + OWNED + "late = true\n").startswith("entrant 3: late: unknown key")


names = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=60)
words = st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1, max_size=9)
entrants = st.one_of(
    st.builds(Entrant, names, builtin=st.sampled_from(["draw/hard", "draw/hard@1", "my-bots/x.2@1.0"]), owner=st.just("") | names),
    st.builds(Entrant, names, command=st.lists(words, min_size=1).map(tuple), version=st.just("") | names, unscored=st.booleans()),
    st.builds(Entrant, names, remote=st.just(True), trusted=st.booleans()),
)
formats = st.sampled_from(["round_robin", "gauntlet", "swiss", "knockout", "ladder", "sit_and_go"])
seconds = st.floats(0, 86_400, exclude_min=True)
rulesets = st.one_of(
    st.builds(FiveCardDrawRuleset, st.integers(1, 9), st.integers(1, 9), st.integers(9, 99), st.integers(0, 100)),
    st.builds(FiveCardDrawRuleset, st.integers(1, 9), all_in=st.just(True), starting_stack=st.integers(9, 10**9)),
)


@st.composite
def specs(draw):
    alone = (lambda entrant: entrant.name, lambda entrant: entrant.owner or f" {entrant.name}")
    entered = tuple(draw(st.lists(entrants, min_size=2, max_size=7, unique_by=alone)))
    format_name = draw(formats)
    duels = format_name not in ("round_robin", "sit_and_go")
    entry = draw(st.sampled_from(["listed", "open"]))
    mirrored = entry == "listed" and all(entrant.trusted or not entrant.remote for entrant in entered) and draw(st.booleans())
    stop = draw(st.sampled_from(["decided", "max_hands"] + ["width"] * (format_name != "knockout")))
    seats = draw(st.integers(2, 2 if duels else min(6, len(entered))))
    play = PlaySettings(
        seats=seats,
        deals_per_match=draw(st.integers(1, 100_000)),
        deals="mirrored" if mirrored else "independent",
        max_hands=draw(st.integers(600_000, 10**9)),
        stop=stop,
        width_mbb=draw(st.floats(0.001, 1e9)) if stop == "width" else None,
        confidence=draw(st.floats(0.5, 1, exclude_min=True, exclude_max=True)),
        publish=draw(st.sampled_from(["all", "shown_only", "owners"])),
        entry=entry,
    )
    clock = draw(st.builds(ClockLimits, seconds, seconds, st.integers(1, 10**9), st.floats(0, 86_400), seconds))
    return TournamentSpec(
        name=draw(names),
        game_name="five_card_draw",
        ruleset=FiveCardDrawRuleset(all_in=True, starting_stack=9, stacks="carry") if format_name == "sit_and_go" else draw(rulesets),
        entrants=entered,
        format=format_name,
        hero=tuple(entrant.name for entrant in entered[1:]) if format_name == "gauntlet" else (),
        passes=draw(st.integers(1, 100_000)) if format_name in ("swiss", "ladder") else 0,
        payouts=draw(st.sampled_from([(100,), (60, 40), (50, 50)])) if format_name == "sit_and_go" else (),
        play=play,
        clock=clock,
        schedule=draw(st.sampled_from(["", "0 20 * * *", "*/5 1-3 * * MON"])),
        timezone=draw(st.sampled_from(["UTC", "Europe/Copenhagen"])),
        missed=draw(st.sampled_from(["skip", "once"])),
        overlap=draw(st.sampled_from(["queue", "skip"])),
    )


@pytest.mark.slow
@given(specs())
def test_a_document_read_again_is_the_same_tournament(spec):
    assert tournament_from_document(json.loads(json.dumps(tournament_document(spec))), "stored") == spec


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(specs(), st.data(), json_values)
def test_whatever_stands_at_a_key_it_is_read_or_refused_in_one_line(spec, data, value):
    document = tournament_document(spec)
    place = data.draw(st.sampled_from([document, document["rules"], document["play"], document["clock"], document["entrant"][0]]))
    place[data.draw(st.sampled_from([*place, "width_mbb", "schedule", "hero", "passes", "payouts", "format"]) | st.text())] = value
    message = "fine"
    try:
        tournament_from_document(document, "stored")
    except ConfigError as error:
        message = str(error)
    assert message.isprintable()

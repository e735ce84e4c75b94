"""Tests of arena/tournaments/formats.py: what a format may be played with, and what it costs at most."""

import pytest

from arena.errors import ConfigError
from arena.tournaments import FORMATS, PassScheduler, budget_of, parse_tournament
from tests.tournaments.making import CARRY, MASTER, make_spec, play_through

TOP = 'name = "T"\ngame = "five_card_draw"\n'
ENTRANTS = "".join(f'[[entrant]]\nname = "{name}"\nbuiltin = "draw/hard"\n' for name in "abcd")


def read(lines):
    return parse_tournament(TOP + lines + ENTRANTS, "t.toml")


def refusal(lines):
    with pytest.raises(ConfigError) as caught:
        read(lines)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value).removeprefix("t.toml: ")


@pytest.mark.parametrize(
    ("fields", "budget"),
    [
        ({"names": "abcd"}, (6 * 50, 18)),
        ({"names": "abcd", "seats": 3}, (4 * 48, 8)),
        ({"names": "abcd", "seats": 1, "format": "solo"}, (4 * 50, 20)),
        ({"names": "abcd", "deals": "independent"}, (6 * 50, 30)),
        ({"names": "abcd", "format": "gauntlet", "hero": ("c",)}, (3 * 50, 9)),
        ({"names": "abcde", "format": "swiss", "passes": 3}, (6 * 20, 6)),
        ({"names": "abcde", "format": "swiss", "passes": 90}, (10 * 50, 30)),
        ({"names": "abcde", "format": "ladder", "passes": 4}, (8 * 20, 8)),
        ({"names": "abcde", "format": "knockout"}, (4 * 50, 12)),
        ({"names": "abcd", "seats": 3, "format": "sit_and_go", "ruleset": CARRY, "payouts": (100,)}, (4 * 30, 4)),
        ({"names": "ab", "ruleset": CARRY}, (40, 2)),
    ],
)
def test_the_budget(fields, budget):
    """50 hands a pairing in matches of 10 deals: 25 deals twice are 3 matches; 16 deals at three seats; whole matches if carried."""
    spec = make_spec(**{"deals_per_match": 10, "max_hands": 50, "stop": "max_hands"} | fields)
    assert budget_of(spec) == budget
    assert PassScheduler(spec, MASTER).most_hands == budget[0]


@pytest.mark.parametrize("name", ["round_robin", "gauntlet", "swiss", "ladder", "knockout"])
def test_the_budget_is_what_is_played_when_nothing_ends_it(name):
    """Hands of all matches; a ladder or a Swiss of few enough passes, too."""
    spec = make_spec(
        "abcdef", format=name, hero=("b",) if name == "gauntlet" else (), passes=4, deals_per_match=10, max_hands=50, stop="max_hands"
    )
    outcomes, _ = play_through(spec)
    assert (sum(found.hand_count for found in outcomes), len(outcomes)) == budget_of(spec)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ('format = "gauntlet"\nhero = "b"\n', {"hero": ("b",)}),
        ('format = "gauntlet"\nhero = ["d", "b"]\n', {"hero": ("d", "b")}),
        ('format = "swiss"\n', {"passes": 3}),
        ('format = "swiss"\npasses = 9\n', {"passes": 9}),
        ('format = "ladder"\n', {"passes": 100}),
        ('format = "ladder"\npasses = 1\n', {"passes": 1}),
        ('format = "knockout"\n', {}),
    ],
)
def test_keys_of_a_format(lines, found):
    spec = read(lines)
    assert (spec.hero, spec.passes, spec.payouts) == (found.get("hero", ()), found.get("passes", 0), ())


HERO = 'must be the name of the entrant that meets all the others, or a list of several; entered are "a", "b", "c", "d"'
REFUSED = {
    'format = "gauntlet"\n': f"hero: missing, {HERO}",
    'format = "gauntlet"\nhero = "x"\n': f'hero = "x": {HERO}',
    'format = "gauntlet"\nhero = []\n': f"hero = []: {HERO}",
    'format = "gauntlet"\nhero = ["a", "a"]\n': f'hero = ["a", "a"]: {HERO}',
    'format = "gauntlet"\nhero = [["a"]]\n': f"hero = [[…]]: {HERO}",
    'format = "gauntlet"\nhero = 3\n': f"hero = 3: {HERO}",
    'format = "gauntlet"\nhero = ["a", "b", "c", "d"]\n': 'hero = ["a", "b", "c", "d"]: must be fewer than all entrants: somebody',
    'hero = "a"\n': 'hero = "a": must be left out unless format = "gauntlet"',
    "passes = 3\n": 'passes = 3: must be left out unless format = "swiss" or "ladder"',
    'format = "knockout"\npasses = 3\n': 'passes = 3: must be left out unless format = "swiss" or "ladder"',
    'format = "swiss"\npasses = 0\n': "passes = 0: must be a whole number from 1 to 100000",
    'format = "ladder"\npasses = "ten"\n': 'passes = "ten": must be a whole number from 1 to 100000',
    'format = "gauntlet"\nhero = "a"\n[play]\nseats = 3\n': '[play] seats = 3: must be 2 with format = "gauntlet"',
    'format = "swiss"\n[play]\nseats = 4\n': '[play] seats = 4: must be 2 with format = "swiss"',
    'format = "knockout"\n[play]\nstop = "width"\nwidth_mbb = 9\n': '[play] stop = "width": must be "decided" or "max_hands" with',
}


@pytest.mark.parametrize("lines", REFUSED)
def test_refused_keys_of_a_format(lines):
    assert refusal(lines).startswith(REFUSED[lines])


def test_where_owners_leave_no_table_it_is_refused():
    """Three seats, and four bots of two owners: no table of three can be filled."""
    owned = "".join(f'[[entrant]]\nname = "{n}"\nbuiltin = "draw/hard"\nowner = "{o}"\nunscored = {u}\n' for n, o, u in OWNED)
    with pytest.raises(
        ConfigError, match=r"\[play\] seats = 3: must be at most 2, as there are 2 owners, and bots of one owner never share a"
    ):
        parse_tournament(TOP + "[play]\nseats = 3\n" + owned, "t.toml")
    more = '[[entrant]]\nname = "y"\nbuiltin = "draw/hard"\n'
    assert parse_tournament(TOP + "[play]\nseats = 3\n" + owned + more, "t.toml").play.seats == 3


OWNED = [("a", "ada", "false"), ("b", "ada", "true"), ("c", "bob", "false"), ("d", "bob", "true")]


def test_every_format_is_of_one_kind_of_game():
    assert [name for name in FORMATS if name != "solo"] == ["round_robin", "gauntlet", "swiss", "knockout", "ladder", "sit_and_go"]

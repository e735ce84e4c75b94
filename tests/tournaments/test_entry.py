"""Tests of arena/tournaments/entry.py: who may come late."""

import dataclasses

import pytest

from arena.errors import ConfigError
from arena.tournaments import FORMATS, Entrant, refuse_entry
from tests.tournaments.making import CARRY, make_entrant, make_spec


def refusal(spec, entrant):
    with pytest.raises(ConfigError) as caught:
        refuse_entry(spec, entrant)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


FIELDS = {
    "swiss": {"passes": 3},
    "ladder": {"passes": 3},
    "gauntlet": {"hero": ("a",)},
    "sit_and_go": {"payouts": (100,), "ruleset": CARRY},
}


@pytest.mark.parametrize("name", FORMATS)
def test_which_formats_take_anybody_late(name):
    spec = make_spec("ab", format=name, seats=1 if name == "solo" else 2, **FIELDS.get(name, {}))
    if name in ("swiss", "knockout"):
        message = refusal(spec, make_entrant("c"))
        assert message.startswith(
            f'format = "{name}": nobody may come late; only with "round_robin", "gauntlet", "ladder", "sit_and_go", "solo"'
        )
    else:
        refuse_entry(spec, make_entrant("c"))


def test_a_name_is_taken_for_good():
    """Also that of someone who came late."""
    spec = make_spec("abc")
    late = dataclasses.replace(spec, entrants=(*spec.entrants[:2], dataclasses.replace(spec.entrants[2], late=True)))
    assert refusal(spec, make_entrant("b")) == 'name = "b": must be unlike that of entrant 2'
    assert refusal(late, make_entrant("c")) == 'name = "c": must be unlike that of entrant 3'


def test_one_owner_has_one_scored_entry():
    spec = dataclasses.replace(make_spec("ab"), entrants=(make_entrant("a", owner="ada"), make_entrant("b", owner="bob", unscored=True)))
    expected = 'owner = "ada": has one scored entry already, entrant 1; must be entered with unscored = true'
    assert refusal(spec, make_entrant("c", owner="ada")) == expected
    refuse_entry(spec, make_entrant("c", owner="ada", unscored=True))
    refuse_entry(spec, make_entrant("c", owner="bob"))
    refuse_entry(spec, make_entrant("c"))


def test_a_stranger_may_not_meet_a_deal_twice():
    spec = make_spec("ab")
    expected = (
        'remote = true: must be trusted = true with deals = "mirrored", or a bot that the arena starts; '
        '"ada/r" is remote: it could remember a deal'
    )
    assert refusal(spec, Entrant("ada/r", remote=True)) == expected
    refuse_entry(spec, Entrant("ada/r", remote=True, trusted=True))
    refuse_entry(make_spec("ab", deals="independent"), Entrant("ada/r", remote=True))


def test_against_the_house_a_stranger_has_deals_of_its_own_anyway():
    refuse_entry(make_spec("ab", format="solo", seats=1), Entrant("ada/r", remote=True))


def test_more_pairings_than_anyone_can_play_are_refused():
    """201 choose 2 = 20,100."""
    names = [f"n{number}" for number in range(200)]
    expected = 'entrant "x": 201 entrants make 20100 pairings, must be at most 20000'
    assert refusal(make_spec(names), make_entrant("x")) == expected
    refuse_entry(make_spec(names[:199]), make_entrant("x"))

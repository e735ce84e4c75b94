"""Tests of arena/tournaments/streams.py: who meets which deals."""

import dataclasses

import pytest

from arena.matches import derive_match_id, match_seed
from arena.tournaments import Entrant, PassScheduler, planned_match_id, planned_seed, shares_deals
from tests.tournaments.making import MASTER, enter, make_spec, outcome, play_through, void


def gauntlet(**fields):
    return make_spec("hgxy", format="gauntlet", hero=("h", "g"), **{"deals_per_match": 10, "max_hands": 60, "stop": "max_hands"} | fields)


def remote(spec, index, *, trusted=False):
    """The specification with one entrant that connects by itself."""
    entrants = list(spec.entrants)
    entrants[index] = Entrant(entrants[index].name, remote=True, trusted=trusted)
    return dataclasses.replace(spec, entrants=tuple(entrants))


def seeds_of(spec, orders=()):
    """Of the first pass, by pairing."""
    return {plan.pairing: plan.spec.seed for plan in PassScheduler(spec, MASTER, orders).next_pass()}


def test_heroes_share_the_deals_of_an_opponent_and_opponents_share_none():
    seeds = seeds_of(gauntlet())
    assert seeds[0, 2] == seeds[1, 2] == match_seed(MASTER, "opponent 2", 0)
    assert seeds[0, 3] == seeds[1, 3] == match_seed(MASTER, "opponent 3", 0)
    assert seeds[0, 2] != seeds[0, 3]
    assert shares_deals(gauntlet(), (0, 2))


def test_an_opponent_named_before_the_hero_has_its_own_stream_too():
    spec = dataclasses.replace(gauntlet(), hero=("x", "y"))
    assert seeds_of(spec)[0, 2] == match_seed(MASTER, "opponent 0", 0)
    assert seeds_of(spec)[1, 2] == seeds_of(spec)[1, 3]


@pytest.mark.parametrize(("index", "alone"), [(0, {(0, 2), (0, 3)}), (2, {(0, 2), (1, 2)})])
def test_a_remote_bot_has_deals_of_its_own_unless_it_is_trusted(index, alone):
    """Whether it is a hero or an opponent."""
    plain, trusted = seeds_of(remote(gauntlet(), index)), seeds_of(remote(gauntlet(), index, trusted=True))
    for pairing in plain:
        own = match_seed(MASTER, "pairing " + "-".join(map(str, pairing)), 0)
        assert (plain[pairing] == own) == (pairing in alone)
        assert shares_deals(remote(gauntlet(), index), pairing) == (pairing not in alone)
    assert trusted == seeds_of(gauntlet())


def test_independent_deals_are_shared_by_nobody():
    seeds = seeds_of(gauntlet(deals="independent"))
    assert len(set(seeds.values())) == len(seeds) == 4


def test_a_late_entrant_meets_deals_that_nobody_has_met():
    _, passes = play_through(gauntlet(), orders=[enter("z", 1)])
    late = {plan.pairing: plan.spec.seed for plan in passes[1]}
    assert late == {(hero, 4): match_seed(MASTER, f"pairing {hero}-4", 1) for hero in (0, 1)}


@pytest.mark.parametrize("name", ["round_robin", "swiss", "ladder", "knockout"])
def test_elsewhere_every_pairing_has_deals_of_its_own(name):
    spec = make_spec("abcd", format=name, passes=9, deals_per_match=10, max_hands=60, stop="max_hands")
    _, passes = play_through(spec)
    for plan in [plan for plans in passes for plan in plans]:
        assert plan.spec.seed == match_seed(MASTER, "pairing " + "-".join(map(str, plan.pairing)), plan.pass_number)
        assert plan.spec.match_id == derive_match_id(plan.spec.seed, 0)
        assert not shares_deals(spec, plan.pairing)


@pytest.mark.parametrize(
    "spec",
    [
        gauntlet(),
        remote(gauntlet(), 0),
        remote(gauntlet(), 3, trusted=True),
        make_spec("abc", format="solo", seats=1, deals_per_match=10, max_hands=40, stop="max_hands"),
        make_spec("abcd", deals_per_match=10, max_hands=60, stop="max_hands"),
        make_spec("abcd", seats=3, deals_per_match=10, max_hands=90, stop="max_hands"),
        make_spec("abcd", format="ladder", passes=9, deals_per_match=10, max_hands=60, stop="max_hands"),
    ],
)
def test_every_match_has_a_name_of_its_own_attempts_included(spec):
    """Where deals are shared, too; each match here is void twice before it counts."""
    scheduler, ids = PassScheduler(spec, MASTER), []
    while plans := scheduler.next_pass():
        if plans[0].attempt < 2:
            scheduler.add(map(void, plans))
        else:
            scheduler.add([outcome(plan.pairing, (), plan.pass_number, match_id=plan.spec.match_id) for plan in plans])
        ids += [plan.spec.match_id for plan in plans]
        if scheduler.pass_number > 5:  # matches without blocks spend nothing
            break
    assert len(ids) == len(set(ids)) > 20


def test_only_with_a_remote_bot_a_repeated_match_has_other_deals():
    """Trusted or not: it saw them when the match was lost."""
    plain, trusted = gauntlet(), remote(gauntlet(), 0, trusted=True)
    for pairing in [(0, 2), (1, 2)]:
        first, again = (planned_seed(trusted, MASTER, pairing, 3, attempt) for attempt in (0, 1))
        assert (first != again) == (pairing == (0, 2))
        assert planned_seed(plain, MASTER, pairing, 3, 0) == planned_seed(plain, MASTER, pairing, 3, 1)
        assert planned_match_id(trusted, first, pairing, 0) != planned_match_id(trusted, again, pairing, 1)


def test_passes_have_deals_of_their_own():
    _, passes = play_through(gauntlet())
    assert len({plan.spec.seed for plans in passes for plan in plans}) == 2 * len(passes) == 6

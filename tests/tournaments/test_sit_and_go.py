"""The format sit_and_go: tables that are played until one has all the chips, paid by place."""

import dataclasses

import pytest

from arena.errors import ConfigError
from arena.matches import Block
from arena.tournaments import PassScheduler, budget_of, parse_tournament, standings
from tests.tournaments.making import CARRY, MASTER, forfeit, make_spec, outcome, pairings, play_through, rows_of

FILE = """
name = "T"
game = "five_card_draw"
format = "sit_and_go"
{top}
[rules]
all_in = true
starting_stack = 30
{rules}
[play]
seats = {seats}
deals_per_match = 20
max_hands = 6000
"""
ENTRANTS = "".join(f'[[entrant]]\nname = "{name}"\nbuiltin = "draw/hard"\n' for name in "abcdef")


def read(seats=3, top="", rules='stacks = "carry"'):
    return parse_tournament(FILE.format(seats=seats, top=top, rules=rules) + ENTRANTS, "t.toml")


def sit_and_go(names="abcd", **fields):
    settings = {"seats": 3, "deals_per_match": 20, "max_hands": 600, "stop": "max_hands", "payouts": (70, 30), "ruleset": CARRY}
    return make_spec(names, format="sit_and_go", **settings | fields)


@pytest.mark.parametrize(("seats", "payouts"), [(2, (100,)), (3, (70, 30)), (4, (65, 35)), (5, (50, 30, 20)), (6, (50, 30, 20))])
def test_usual_payouts(seats, payouts):
    assert read(seats).payouts == payouts
    assert PassScheduler(read(seats), MASTER).next_pass()[0].spec.payouts == payouts


@pytest.mark.parametrize("payouts", ["[100]", "[34, 33, 33]", "[50, 50, 0]"])
def test_payouts_may_be_said(payouts):
    assert list(read(3, f"payouts = {payouts}").payouts) == [int(part) for part in payouts.strip("[]").split(",")]


@pytest.mark.parametrize(
    "payouts", ["[]", "[70, 20]", "[30, 70]", "[40, 30, 20, 10]", "100", '["100"]', "[100.0]", "[true, 99]", "[110, -10]", '"70"']
)
def test_refused_payouts(payouts):
    """More of them than players, not 100 in all, rising, negative, no list, no whole numbers."""
    with pytest.raises(ConfigError, match=r"t\.toml: payouts = .*: must be hundredths of the pot by place, .* at most 3 of them, such as"):
        read(3, f"payouts = {payouts}")


@pytest.mark.parametrize("rules", ["", 'stacks = "reset"'])
def test_it_is_refused_where_stacks_are_not_carried(rules):
    with pytest.raises(ConfigError, match=r'\[rules\] stacks.*: .*must be "carry" with format = "sit_and_go"'):
        read(rules=rules)


def test_payouts_belong_to_this_format():
    text = 'name = "T"\ngame = "five_card_draw"\npayouts = [100]\n' + ENTRANTS
    with pytest.raises(ConfigError, match=r't\.toml: payouts = \[100\]: must be left out unless format = "sit_and_go"'):
        parse_tournament(text, "t.toml")


def test_everyone_sits_with_everyone():
    """Four tables of three, each match three legs of 20 deals at most: 600 hands are ten matches."""
    outcomes, passes = play_through(sit_and_go())
    assert [len(plans) for plans in passes] == [4] * 10
    assert pairings(passes[0]) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert budget_of(sit_and_go()) == (2400, 40)
    found = standings(sit_and_go(), outcomes)
    assert (found.unit_name, found.by_regret, found.corrected, found.format) == ("buy-in", False, False, "sit_and_go")
    assert abs(sum(row.score for row in found.rows)) < 1e-9, "what some win others pay"


def test_scores_are_buy_ins_won():
    """a wins all legs of one table at 2.1 buy-ins, c two thirds of the second places: 2.1 − 1; b 0.3 − 1, c 0.6 − 1; net is the same."""
    block = Block(0, (90, -45, -45), (0, 0, 0), 3, 3, prizes=(6.3, 0.9, 1.8))
    found = rows_of(standings(sit_and_go("abc"), [outcome((0, 1, 2), [block])]))
    assert [found[name].score for name in "abc"] == pytest.approx([1100, -700, -400])
    assert [found[name].net for name in "abc"] == pytest.approx([1100, -700, -400])


def test_who_gives_up_loses_its_buy_in_and_nobody_wins_it():
    spec = sit_and_go("abc")
    found = rows_of(standings(spec, play_through(spec, lambda plan: forfeit(plan, 2))[0]))
    assert (found["c"].score, found["a"].score, found["a"].blocks, found["c"].blocks) == (-1000.0, 0.0, 0, 10)
    assert (found["c"].forfeits, found["c"].best_rank) == (30, 1), "ten blocks are too few to be sure"


def test_bots_of_one_owner_never_share_a_table():
    spec = sit_and_go("abcd")
    entrants = [dataclasses.replace(entrant, owner="ada" if entrant.name in "ab" else "") for entrant in spec.entrants]
    owned = dataclasses.replace(spec, entrants=tuple(entrants))
    assert pairings(PassScheduler(owned, MASTER).next_pass()) == [(0, 2, 3), (1, 2, 3)]
    assert budget_of(owned) == (1200, 20)

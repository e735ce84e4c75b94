"""Tests of arena/tournaments/alltime.py. One big bet is 4 chips: 4 chips a mirrored pair of hands are 500 mbb/h."""

import dataclasses
import json
from datetime import UTC, datetime

import numpy as np
import pytest

from arena.errors import ConfigError
from arena.matches import Block, Status
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset
from arena.tournaments import (
    REFERENCE,
    Entrant,
    Identity,
    Order,
    OrderKind,
    PlayedRun,
    PlaySettings,
    TournamentSpec,
    all_time,
    identity_of,
    parse_season,
    rules_of,
    standings,
)
from tests.tournaments.making import duel, forfeited, outcome

PANEL = REFERENCE["five_card_draw"]
USUAL = FiveCardDrawRuleset()
ADA = Entrant("ada/raiser", remote=True, owner="ada", version="2")


def versioned(name):
    return name if "@" in name or ":" in name else f"{name}@1"


def builtin(name):
    return Entrant(name, builtin=name)


def field_spec(*entrants, panel=PANEL, ruleset=USUAL, **fields):
    """Entrants, then the panel."""
    everyone = (*entrants, *map(builtin, panel))
    return TournamentSpec("T", "five_card_draw", ruleset, everyone, **fields)


def met(entrant, opponents, nets, number=0, **fields):
    """Matches of one entrant, by its index, against opponents, by theirs, each with deals of its own."""
    return [
        outcome((entrant, other), duel(nets), number, commitment=f"{number} {entrant} {other} {fields.get('seed', '')}")
        for other in opponents
    ]


def run_of(number, spec, outcomes, *orders):
    return PlayedRun(number, spec, tuple(outcomes), orders)


def board(*runs, wanted=None):
    return all_time(runs, versioned, wanted)


def rows_of(found):
    return {row.entrant: row for row in found.standings.rows}


def test_nothing_counts_where_nobody_met_a_reference_bot():
    strangers = TournamentSpec("T", "five_card_draw", USUAL, (builtin("draw/easy"), builtin("draw/hard")))
    assert board(run_of(1, strangers, met(0, [1], [4]))) is None
    assert board(run_of(1, field_spec(), met(0, [1], [4]))) is None
    assert board() is None


def test_a_score_is_the_mean_over_the_reference_bots_however_much_was_played_against_each():
    """500 mbb/h from the first over one match, −500 over three from the second, nothing from the other five: their mean is 0."""
    spec = field_spec(ADA)
    outcomes = [
        *met(0, [1], [4] * 5),
        *[one for number in range(3) for one in met(0, [2], [-4] * 5, number)],
        *met(0, range(3, 8), [0] * 5),
    ]
    row = rows_of(board(run_of(1, spec, outcomes)))["ada/raiser@2"]
    assert (row.score, row.blocks, row.hands, row.status, row.best_rank) == (0.0, 45, 90, "", 1)


def test_results_of_several_runs_are_one_series_in_the_order_of_runs():
    """Scores, intervals and luck correction are those of one tournament in which the matches were played one after the other."""
    rng, luck = np.random.default_rng(3), np.random.default_rng(4)

    def drawn(number, opponent):
        chips, drawn = rng.integers(-20, 20, 150).tolist(), luck.normal(0, 3, 150).tolist()
        blocks = [Block(at, (net, -net), (0, 0), 2, 2, luck=(e, -e)) for at, (net, e) in enumerate(zip(chips, drawn, strict=True))]
        return outcome((0, opponent), blocks, number, commitment=f"{number} {opponent}")

    spec = field_spec(ADA)
    passes = [[drawn(number, opponent) for opponent in range(1, 8)] for number in range(4)]
    whole = standings(spec, [one for found in passes for one in found])
    apart = [run_of(7 + number, spec, [dataclasses.replace(one, pass_number=0) for one in found]) for number, found in enumerate(passes)]
    expected, row = next(row for row in whole.rows if row.entrant == ADA.name), rows_of(board(*reversed(apart)))["ada/raiser@2"]
    assert row.low is not None
    assert (row.score, row.low, row.high, row.net) == (expected.score, expected.low, expected.high, expected.net)
    assert board(*apart).run_ids == (7, 8, 9, 10)
    assert board(*apart).standings.corrected


def test_ranks_are_those_of_a_tournament_against_the_field():
    """Two that never met: one wins 500 mbb/h from everyone, the other nothing; 200 blocks decide it."""
    strong = run_of(1, field_spec(ADA), met(0, range(1, 8), [4] * 200))
    weak = run_of(2, field_spec(builtin("draw/easy")), met(0, range(1, 8), [0] * 200))
    found = board(strong, weak).standings
    assert [(row.entrant, row.best_rank, row.worst_rank) for row in found.rows] == [("ada/raiser@2", 1, 1), ("draw/easy@1", 2, 2)]
    assert found.decided


def test_who_has_not_met_the_whole_field_has_no_place_and_changes_nobodys():
    """The incomplete one has the better score, and all the same stands below."""
    whole, part = (
        run_of(1, field_spec(ADA), met(0, range(1, 8), [0] * 200)),
        run_of(2, field_spec(builtin("x/y")), met(0, range(1, 6), [4])),
    )
    found = board(whole, part)
    assert [(row.entrant, row.best_rank, row.worst_rank, row.status) for row in found.standings.rows] == [
        ("ada/raiser@2", 1, 1, ""),
        ("x/y@1", None, None, "met 5 of 7"),
    ]
    assert found.met == (7, 5)
    assert found.standings.decided


def test_an_opponent_is_met_when_a_block_counts():
    """The reference bot forfeited every block of the match: the entrant's score knows nothing of it."""
    spoiled = outcome((0, 7), [forfeited(0, 1)], commitment="7", forfeits=(0, 2), status=Status.FORFEITED)
    assert rows_of(board(run_of(1, field_spec(ADA), [*met(0, range(1, 7), [0]), spoiled])))["ada/raiser@2"].status == "met 6 of 7"


def test_the_field_is_no_row_but_the_columns_of_the_crosstable():
    outcomes = [*met(0, range(1, 8), [4]), outcome((1, 2), duel([40]), commitment="panel")]
    found = board(run_of(1, field_spec(ADA), outcomes))
    assert list(rows_of(found)) == ["ada/raiser@2"]
    assert [(pair.a, pair.b, pair.mean) for pair in found.standings.pairs] == [("ada/raiser@2", bot, 500.0) for bot in PANEL]
    assert found.standings.crosstable == found.standings.pairs
    assert found.standings.hands == 14


def test_it_does_not_matter_who_was_entered_first():
    """The same matches with the panel before the entrant: results, faults and forfeits are turned."""
    blocks = [*duel([4, 8]), forfeited(2, 0, played=1, nets=(2, -2))]
    before = outcome((0, 1), blocks, commitment="a", incidents=(3, 0), forfeits=(1, 0), status=Status.FORFEITED)
    turned = [Block(b.deal_number, b.net_chips[::-1], b.charged[::-1], b.played_count, b.leg_count) for b in blocks]
    after = outcome((0, 1), turned, commitment="a", incidents=(0, 3), forfeits=(0, 1), status=Status.FORFEITED)
    spec = TournamentSpec("T", "five_card_draw", USUAL, (builtin("draw/call"), ADA))
    first, second = board(run_of(1, field_spec(ADA), [before])), board(run_of(1, spec, [after]))
    assert first.standings == second.standings
    row = first.standings.rows[0]
    assert (row.incidents, row.forfeits) == (3, 1)
    assert row.score == pytest.approx((500 + 1000 + (250 - 500)) / 3)


def test_a_built_in_bot_is_its_name_and_version_whatever_it_is_called():
    assert identity_of(Entrant("my favourite", builtin="draw/hard", owner="ada"), versioned) == Identity("draw/hard@1", builtin=True)
    assert identity_of(builtin("draw/hard@1"), versioned) == identity_of(builtin("draw/hard"), versioned)
    assert identity_of(builtin("draw/hard@2"), versioned) != identity_of(builtin("draw/hard@1"), versioned)


def test_an_in_process_bot_of_unknown_version_goes_by_that_of_its_entry():
    one, other = (Entrant("x", builtin="mybots:Bot", version=version) for version in "12")
    assert identity_of(one, versioned) == Identity("mybots:Bot", "1", builtin=True)
    assert identity_of(one, versioned) != identity_of(other, versioned)


def test_a_program_is_its_name_owner_and_version():
    """Whether it was started here or connected by itself; the words of the command are no part of it."""
    started = Entrant("ada/raiser", command=("python", "raiser.py"), owner="ada", version="2")
    assert identity_of(started, versioned) == identity_of(ADA, versioned)
    for change in ({"version": "3"}, {"owner": "eve"}, {"name": "ada/other"}):
        assert identity_of(dataclasses.replace(ADA, **change), versioned) != identity_of(ADA, versioned)


def test_versions_and_owners_never_pool():
    runs = [
        run_of(number, field_spec(dataclasses.replace(ADA, **change)), met(0, range(1, 8), [net], number))
        for number, (change, net) in enumerate([({}, 4), ({"version": "3"}, 8), ({"owner": "eve"}, -4)])
    ]
    found = board(*runs)
    assert {row.entrant: row.score for row in found.standings.rows} == {
        "ada/raiser@2 (ada)": 500.0,
        "ada/raiser@3": 1000.0,
        "ada/raiser@2 (eve)": -500.0,
    }
    assert [one.owner for one in found.identities] == ["ada", "ada", "eve"]


def test_a_program_cannot_pass_for_a_reference_bot():
    impostor = Entrant("draw/call@1", remote=True)
    found = board(run_of(1, field_spec(impostor), met(0, range(1, 8), [4])))
    assert [row.entrant for row in found.standings.rows] == ["draw/call@1 (no owner)"]
    assert board(run_of(1, field_spec(ADA, impostor, panel=()), met(0, [1], [4]))) is None


def test_another_version_of_a_reference_bot_is_none():
    spec = field_spec(ADA, panel=["draw/call@2", *PANEL[1:]])
    assert rows_of(board(run_of(1, spec, met(0, range(1, 8), [4]))))["ada/raiser@2"].status == "met 6 of 7"


def test_void_matches_and_those_void_by_hand_do_not_count():
    spec = field_spec(ADA)
    good, bad = met(0, range(1, 8), [4]), met(0, [1], [400], 1)[0]
    lost = dataclasses.replace(met(0, [2], [], 2)[0], status=Status.VOID)
    found = board(run_of(1, spec, [*good, bad, lost], Order(OrderKind.VOID, bad.match_id, "oops", pass_number=2)))
    assert rows_of(found)["ada/raiser@2"].score == 500.0
    assert rows_of(found)["ada/raiser@2"].voids == 0


def test_who_was_disqualified_loses_the_results_of_that_run_only():
    spec = field_spec(ADA, builtin("draw/easy"))
    first = met(0, range(2, 9), [400]) + met(1, range(2, 9), [0])
    banned = run_of(1, spec, first, Order(OrderKind.DISQUALIFY, "ada/raiser", "colluded"))
    fair = run_of(2, spec, met(0, range(2, 9), [4], 1))
    assert list(rows_of(board(banned))) == ["draw/easy@1"]
    assert rows_of(board(banned, fair))["ada/raiser@2"].score == 500.0


def test_who_withdrew_keeps_its_results():
    run = run_of(1, field_spec(ADA), met(0, range(1, 8), [-4]), Order(OrderKind.WITHDRAW, "ada/raiser"))
    assert rows_of(board(run))["ada/raiser@2"].score == -500.0


def test_the_same_deals_between_the_same_two_count_once():
    """A run repeated with the same seed, and the same bot entered twice in a gauntlet where all heroes share deals."""
    spec, hero = field_spec(ADA), met(0, range(1, 8), [4, 0])
    assert board(run_of(1, spec, hero), run_of(2, spec, hero)).run_ids == (1,)
    again = rows_of(board(run_of(1, spec, hero), run_of(2, spec, hero)))["ada/raiser@2"]
    assert (again.blocks, again.score) == (14, 250.0)
    twins = field_spec(builtin("draw/hard"), Entrant("twin", builtin="draw/hard@1"))
    shared = [dataclasses.replace(one, commitment=str(one.pairing[1])) for hero in (0, 1) for one in met(hero, range(2, 9), [4])]
    assert rows_of(board(run_of(1, twins, shared)))["draw/hard@1"].blocks == 7


def test_one_bot_under_two_names_on_different_deals_is_one_series():
    twins = field_spec(builtin("draw/hard"), Entrant("twin", builtin="draw/hard@1"))
    outcomes = met(0, range(2, 9), [4]) + met(1, range(2, 9), [0])
    row = rows_of(board(run_of(1, twins, outcomes)))["draw/hard@1"]
    assert (row.blocks, row.score) == (14, 250.0)


def test_never_scored_is_shown_without_a_place():
    second = dataclasses.replace(ADA, unscored=True)
    only = run_of(1, field_spec(second), met(0, range(1, 8), [4]))
    assert rows_of(board(only))["ada/raiser@2"].status == "unscored"
    later = run_of(2, field_spec(ADA), met(0, range(1, 8), [4], 1))
    assert rows_of(board(only, later))["ada/raiser@2"].best_rank == 1


def test_tables_of_three_count_for_nobody():
    spec = field_spec(ADA, play=PlaySettings(seats=3))
    assert rules_of(spec) is None
    assert board(run_of(1, spec, [outcome((0, 1, 2), [Block(0, (4, -2, -2), (0, 0, 0), 3, 3)])])) is None


def test_rules_never_pool_and_the_board_with_most_hands_is_shown():
    dear, usual = field_spec(ADA, ruleset=FiveCardDrawRuleset(ante=2)), field_spec(ADA)
    runs = [run_of(1, dear, met(0, range(1, 8), [400])), run_of(2, usual, met(0, range(1, 8), [4, 4], 1))]
    found = board(*runs)
    assert (found.rules, found.run_ids, rows_of(found)["ada/raiser@2"].score) == (rules_of(usual), (2,), 500.0)
    assert [(other.rules, other.hands, other.run_ids) for other in found.others] == [(rules_of(dear), 14, (1,))]
    other = board(*runs, wanted=rules_of(dear))
    assert (other.run_ids, other.others[0].rules) == ((1,), rules_of(usual))
    assert board(*runs, wanted=rules_of(field_spec(ruleset=FiveCardDrawRuleset(ante=4, small_bet=4)))) is None


def test_with_carried_stacks_the_length_of_a_match_belongs_to_the_rules_and_prizes_do_too():
    carried = FiveCardDrawRuleset(all_in=True, starting_stack=20, stacks="carry")
    short, long = (field_spec(ADA, ruleset=carried, play=PlaySettings(deals_per_match=deals)) for deals in (20, 40))
    paid = dataclasses.replace(short, format="sit_and_go", payouts=(100,))
    assert len({rules_of(short), rules_of(long), rules_of(paid)}) == 3
    assert rules_of(short).document()["deals_per_match"] == 20
    assert rules_of(paid).document()["payouts"] == [100]
    fixed = (field_spec(ADA, play=PlaySettings(deals_per_match=deals)) for deals in (20, 40))
    assert len({rules_of(spec) for spec in fixed}) == 1


def test_with_carried_stacks_a_match_is_one_block_over_all_of_its_hands():
    """20 chips won in one leg of 10 deals and lost in none: 20 of 4 a big bet, over 2 · 10 hands, are 250 thousandths a hand."""
    carried = FiveCardDrawRuleset(all_in=True, starting_stack=20, stacks="carry")
    spec = field_spec(ADA, ruleset=carried, play=PlaySettings(deals_per_match=10))
    row = rows_of(board(run_of(1, spec, met(0, range(1, 8), [20]))))["ada/raiser@2"]
    assert (row.score, row.blocks) == (250.0, 7)


def test_two_that_would_be_called_the_same_are_told_apart():
    """Version ``3`` of ``x@2`` and version ``2@3`` of ``x``, both of nobody."""
    odd = [Entrant("x@2", remote=True, version="3"), Entrant("x", remote=True, version="2@3")]
    runs = [run_of(number, field_spec(one), met(0, range(1, 8), [4], number)) for number, one in enumerate(odd)]
    assert set(rows_of(board(*runs))) == {"x@2@3 (no owner)", "x@2@3 #2"}


def test_mirrored_and_independent_deals_pool():
    """A block of either is one number: 4 chips over two hands are 500, 4 over one are 1000."""
    single = [outcome((0, other), [Block(0, (4, -4), (0, 0), 1, 1)], 0, commitment=f"s{other}") for other in range(1, 8)]
    spec = field_spec(ADA)
    alone = dataclasses.replace(spec, play=PlaySettings(deals="independent"))
    row = rows_of(board(run_of(1, spec, met(0, range(1, 8), [4])), run_of(2, alone, single)))["ada/raiser@2"]
    assert (row.score, row.blocks, row.hands) == (750.0, 14, 21)


def solo_spec(*entrants, **rules):
    return TournamentSpec("H", "holdem_bonus", HoldemBonusRuleset(**rules), entrants, "solo", PlaySettings(seats=1))


def solo(entrant, regrets, number=0):
    blocks = [Block(at, (3,), (0,), 1, 1, regrets=(regret,)) for at, regret in enumerate(regrets)]
    return outcome((entrant,), blocks, number, commitment=f"{number}")


def test_against_the_house_everyone_is_pooled_by_regret():
    """Half an ante in one of four hands is 125 thousandths; after 200 deals it is sure that nothing thrown away is better."""
    spec = solo_spec(builtin("bonus/hard"), Entrant("eve", command=("eve",)))
    runs = [run_of(1, spec, [solo(0, [0.0] * 150), solo(1, [0.5, 0, 0, 0] * 50)]), run_of(2, spec, [solo(0, [0.0] * 50, 1)])]
    found = board(*runs)
    assert found.standings.by_regret
    assert [(row.entrant, row.score, row.blocks, row.best_rank) for row in found.standings.rows] == [
        ("bonus/hard@1", 0.0, 200, 1),
        ("eve", 125.0, 200, 2),
    ]
    assert (found.standings.pairs, found.met) == ((), (0, 0))
    assert board(*runs, run_of(3, solo_spec(builtin("bonus/hard"), bonus_max=5), [solo(0, [0.0])])).others[0].run_ids == (3,)


def test_the_document_that_programs_read():
    found = board(run_of(4, field_spec(ADA), met(0, range(1, 8), [1, 0, 0])))
    document = json.loads(json.dumps(found.document()))
    assert document["pairs"][0] == {"a": "ada/raiser@2", "b": "draw/call@1", "blocks": 3, "mean": 41.667, "low": None, "high": None}
    assert {key: value for key, value in document.items() if key not in ("pairs", "rules")} == {
        "board": "all_time",
        "game": "five_card_draw",
        "reference": list(PANEL),
        "runs": [4],
        "matches": 7,
        "hands": 42,
        "blocks": 21,
        "decided": True,
        "standings": [
            {
                "entrant": "ada/raiser@2",
                "best_rank": 1,
                "worst_rank": 1,
                "score": 41.667,
                "low": None,
                "high": None,
                "hands": 42,
                "incidents": 0,
                "forfeits": 0,
                "voids": 0,
                "net": 41.667,
                "status": "",
                "owner": "ada",
                "version": "2",
                "met": 7,
            }
        ],
        "other_rules": [],
    }
    assert (document["rules"]["ante"], document["rules"]["stacks"]) == (1, "reset")


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("2026", (2026, 1), (2027, 1)),
        ("2026-Q1", (2026, 1), (2026, 4)),
        ("2026-Q4", (2026, 10), (2027, 1)),
        ("2026-11", (2026, 11), (2026, 12)),
        ("2026-12", (2026, 12), (2027, 1)),
    ],
)
def test_seasons_are_years_quarters_and_months_in_utc(text, begins, ends):
    season = parse_season(text)
    assert (season.begins_at, season.ends_at) == (datetime(*begins, 1, tzinfo=UTC), datetime(*ends, 1, tzinfo=UTC))
    assert season.begins_at in season
    assert season.ends_at not in season


@pytest.mark.parametrize("text", ["", "26", "2026-Q5", "2026-Q0", "2026-13", "2026-00", "2026-1", "2026-Q4 ", "9999", "٢٠٢٦"])
def test_other_seasons_are_refused(text):
    with pytest.raises(ConfigError, match="2026-Q4"):
        parse_season(text)

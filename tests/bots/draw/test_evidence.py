"""The evidence for the draw bots: what counts as shown, and that the same seed finds the same. Nothing here is timed."""

import json
from collections import Counter
from functools import partial
from itertools import combinations

import pytest

from arena.cli.probe_money import Course, Sum
from arena.cli.probe_play import Probe
from arena.cli.workers import Here, open_workers
from arena.rules import FiveCardDrawRuleset
from arena.statistics import Interval
from bots.draw import Hard
from bots.draw.evidence.__main__ import main, tell
from bots.draw.evidence.bluffs import BLUFFS, SLOW_PLAYS, TellingHard, count_bluffs
from bots.draw.evidence.claims import Finding, Verdict, above, agrees, every_claim_holds, meets, rate
from bots.draw.evidence.contests import HEADS_UP, MIXED, SIX, THREE, Contest, decide, hold_out, ladder, panel
from bots.draw.evidence.players import PANEL, PATHS, factory_of, match, relative, results
from bots.draw.evidence.probing import findings
from bots.draw.evidence.show import Report, sections, sentence
from bots.draw.evidence.speed import decide_again, decide_at_once, sittings
from bots.draw.evidence.work import follow
from bots.draw.family import Relative

MASTER = bytes(32)
WRITTEN = "before\n<!-- evidence:begin -->\nstale\n<!-- evidence:end -->\nafter\n"
BETTER = Finding("ladder", "a above b", 12.5, "mbb/h", 3.25, 21.75, HEADS_UP, "above 0", Verdict.HOLDS, "400 hands")
UNSHOWN = Finding("panel", "a above c", 9.0, "mbb/h", -1.0, 19.0, SIX, "above 0", Verdict.OPEN, "600 hands")
SLOW = Finding("speed", "a", 900.0, "decisions/s", where=SIX, claimed="at least 1,000", verdict=Verdict.FAILS, basis="10 decisions")
TOLD = Finding("bluffs", "a bluffs", 0.25, "share", basis="20 chances")


def decided(contest, workers=None):
    return follow([decide(contest, MASTER)], workers or Here())[0]


def contest(*claims, table=None, **kwargs):
    return Contest("ladder", HEADS_UP, (table or claims[0],), claims, **({"deal_count": 200} | kwargs))


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.1, 2, "holds"),
        (-1, 2, "not shown"),
        (0, 2, "not shown"),
        (-2, -0.1, "does not hold"),
        (0, 0, "does not hold"),
        (None, None, "not shown"),
    ],
)
def test_a_bot_is_better_only_when_the_whole_interval_says_so(low, high, verdict):
    assert above(Interval(1.0, low, high)) == verdict


@pytest.mark.parametrize(("low", "high", "verdict"), [(0.2, 0.3, "holds"), (0.26, 0.3, "does not hold"), (None, None, "not shown")])
def test_a_stated_rate_must_lie_in_the_interval(low, high, verdict):
    assert agrees(Interval(0.25, low, high), 0.25) == verdict


def test_a_claim_left_open_is_no_success():
    assert every_claim_holds([BETTER, TOLD])
    assert not every_claim_holds([BETTER, UNSHOWN])
    assert not every_claim_holds([SLOW])
    assert (meets(met=True), meets(met=False)) == (Verdict.HOLDS, Verdict.FAILS)


def test_a_rate_of_few_chances_has_no_interval():
    assert rate(2, 8).low is None
    assert rate(0, 0).mean == 0
    assert rate(50, 200).mean == 0.25
    assert rate(50, 200).low < 0.25 < rate(50, 200).high


def test_a_contest_ends_when_it_is_decided_and_counts_what_the_first_wins():
    """Whoever folds to every wager loses its ante of 1, a quarter of a big bet, in every hand against one that always bets."""
    (found,) = decided(contest(("raise", "fold"), batch=2, most=6))
    assert found == Finding("ladder", "raise above fold", 250.0, "mbb/h", 250.0, 250.0, HEADS_UP, "above 0", Verdict.HOLDS, "800 hands")


def test_a_claim_the_wrong_way_round_does_not_hold_and_ends_the_command_with_1(capsys):
    (found,) = decided(contest(("fold", "raise")))
    assert found.verdict == Verdict.FAILS
    assert tell(Report([found], "2a")) == 1
    assert "0 of 1 claims hold. Does not hold: fold above raise, heads-up." in " ".join(capsys.readouterr().out.split())


def test_with_more_seats_results_at_the_same_table_are_compared():
    table = ("call", "fold", "fold")
    (found,) = decided(contest(("call", "fold"), table=table))
    stream = "ladder heads-up call fold fold"
    won = results(match(table, MASTER, stream, 0, 200), table)
    assert found.value == pytest.approx((won[:, 0] - won[:, 1:].mean(axis=1)).mean())


def test_tables_take_turns_and_a_claim_is_about_those_where_both_sit():
    tables = (("call", "fold"), ("call", "raise"))
    both = Contest("panel", MIXED, tables, (("call", "fold"), ("raise", "call")), 200, batch=2, most=2)
    assert [found.basis for found in decided(both)] == ["400 hands", "400 hands"]


def test_ladder_and_panel_are_played_everywhere():
    where = {(one.where, claim) for one in [*ladder(200, 4), *panel(200, 50, 4)] for claim in one.claims}
    steps = [("hard", "normal"), ("normal", "easy")]
    assert where == {
        (HEADS_UP, ("expert", "hard")),
        *[(place, step) for place in (HEADS_UP, THREE, SIX) for step in steps],
        *[(place, ("hard", bot)) for place in (HEADS_UP, THREE, SIX, MIXED) for bot in PANEL],
    }
    (mixed,) = [one for one in panel(200, 50, 4) if one.where == MIXED]
    assert mixed.tables == tuple([("hard", *five) for five in combinations(PANEL, 5)])


@pytest.mark.slow
def test_hard_meets_every_bot_of_both_halves_of_the_family_and_few_hands_show_nothing():
    (held_out, share, tuned) = follow([hold_out(2, MASTER, tuned_half=True)], Here())[0]
    assert (held_out.basis, share.basis, tuned.basis) == ("80 hands", "0 of 20 bots", "80 hands")
    assert (held_out.verdict, share.verdict, tuned.verdict) == (Verdict.OPEN, Verdict.NOTHING, Verdict.NOTHING)


def test_names_lead_to_the_bots_of_this_package(table_info):
    assert {name: factory_of(name).__name__.lower() for name in PATHS} == {name: name.replace("_", "").partition("@")[0] for name in PATHS}
    assert isinstance(factory_of(relative(3))(table_info()), Relative)


@pytest.mark.slow
def test_the_same_seed_finds_the_same_with_any_number_of_jobs():
    contests = [
        contest(("call", "easy"), table=("call", "easy", "random"), batch=3, most=6),
        contest(("tight_aggressive", "tight_passive"), most=3),
    ]
    runs = []
    for jobs in (1, 2):
        with open_workers(jobs) as workers:
            runs.append(follow([decide(one, MASTER) for one in contests] + [count_bluffs("easy", 20, 1, MASTER)], workers))
    assert runs[0] == runs[1]
    assert [len(found) for found in runs[0]] == [1, 1, 1]


def test_courses_are_sent_results_in_the_order_of_their_tasks():
    def course(name):
        first = yield [partial(str, number) for number in range(3)]
        second = yield [partial("".join, first)]
        return [Finding(name, second[0], 0, "")]

    over = []
    found = follow([course("a"), course("b")], Here(), over.append)
    assert [(one.part, one.what) for (one,) in found] == [("a", "012"), ("b", "012")]
    assert sorted(over) == [0, 1]


@pytest.mark.slow
def test_bluffs_are_counted_where_the_bot_could_bluff():
    """Loose-aggressive states one bet in five, easy three in a hundred; both are met in some thousand hands."""
    (easy,), (loose,) = [follow([count_bluffs(bot, 80, 2, MASTER)], Here())[0] for bot in ("easy", "loose_aggressive")]
    assert (easy.claimed, loose.claimed) == ("3 %", "20 %")
    assert (easy.verdict, loose.verdict) == (Verdict.HOLDS, Verdict.HOLDS)


@pytest.mark.slow
def test_a_hard_that_tells_plays_as_hard_does(random_views, table_info):
    tally = Counter()
    for view in random_views(1, seed=8):
        info = table_info(view.ruleset, view.players)
        assert TellingHard(tally, info).act(view) == Hard(info).act(view)
    assert {habit for habit, _ in tally} == {BLUFFS, SLOW_PLAYS}


@pytest.mark.slow
def test_levels_are_timed_on_what_they_were_asked():
    kept = sittings(4, MASTER, 0)
    assert len(kept) == 6
    assert len(decide_again("normal", kept)) == len(kept[1].asked) + len(kept[4].asked) > 0
    assert decide_at_once("easy", kept) > 0
    assert sum(not asked for asked, _ in kept[2].events) == 4, "hard was shown every hand it was in"


@pytest.mark.parametrize(
    ("bot", "model", "low", "verdict"),
    [("hard", 699, 600, "holds"), ("hard", 701, 600, "does not hold"), ("hard", 650, 700, "does not hold"), ("easy", 900, 800, "")],
)
def test_a_bound_on_what_can_be_won_is_refuted_by_the_model_or_by_play(bot, model, low, verdict):
    money = {Course(0, ()): Sum(2, 1)}
    promised, played = findings(bot, Probe(bot, FiveCardDrawRuleset(), (model + 5, model - 5), Interval(low + 10, low, low + 20), 7, money))
    assert (promised.value, promised.verdict) == (model, verdict)
    assert (played.value, played.low, played.verdict) == (low + 10, low, Verdict.NOTHING)


def test_figures_stand_in_a_row_a_claim_and_what_does_not_hold_is_said():
    better, bluffs, speed = sections([BETTER, UNSHOWN, SLOW, TOLD])
    assert better.headings == ("", HEADS_UP, SIX)
    assert better.rows == [("a above b", "+12 (+3.2 … +22)", "–"), ("a above c", "–", "+9.0 (-1.0 … +19): not shown")]
    assert bluffs.rows == [("a bluffs", "25.0 %", "–", "–", "–", "20 chances")]
    assert speed.rows == [("a", "900 decisions/s", "–", "at least 1,000", "does not hold", "10 decisions")]
    assert sentence([BETTER, UNSHOWN, SLOW, TOLD]) == "1 of 3 claims hold. Does not hold: a, 6 seats. Not shown: a above c, 6 seats."


def test_json_is_one_document_with_every_figure(capsys):
    assert tell(Report([BETTER, TOLD], "2a"), as_json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["seed"], document["quick"], document["every_claim_holds"]) == ("2a", False, True)
    assert document["findings"][0] == {
        "part": "ladder",
        "what": "a above b",
        "value": 12.5,
        "unit": "mbb/h",
        "low": 3.25,
        "high": 21.75,
        "where": "heads-up",
        "claimed": "above 0",
        "verdict": "holds",
        "basis": "400 hands",
    }


def test_the_tables_take_the_place_of_the_old_ones_and_nothing_else(tmp_path, capsys):
    file = tmp_path / "README.md"
    file.write_text(WRITTEN)
    assert tell(Report([BETTER, SLOW], "2a"), file) == 1
    text = file.read_text()
    assert text.startswith("before\n<!-- evidence:begin -->\nMeasured by `make evidence` with seed 2a on Python 3.")
    assert text.endswith("| a | 900 decisions/s | – | at least 1,000 | does not hold | 10 decisions |\n<!-- evidence:end -->\nafter\n")
    assert "| a above b | +12 (+3.2 … +22) |\n" in text
    assert "stale" not in text


@pytest.mark.parametrize(
    ("more", "text", "reason"),
    [
        ([], "no marks", "has no place for the tables"),
        ([], None, "cannot be read"),
        (["--only", "speed"], WRITTEN, "leave --only and --quick out"),
        (["--quick"], WRITTEN, "leave --only and --quick out"),
    ],
)
def test_a_file_that_cannot_take_the_tables_is_refused_before_anything_is_played(more, text, reason, tmp_path, capsys):
    file = tmp_path / "README.md"
    if text is not None:
        file.write_text(text)
    assert main(["--write", str(file), *more]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert reason in written.err
    assert text is None or file.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "reason"), [(["--only", "luck"], "'luck' is not one of"), (["--seed", "xyz"], "hexadecimal"), (["--jobs", "0"], "--jobs")]
)
def test_a_mistake_ends_the_command_with_2(arguments, reason, capsys):
    assert main(arguments) == 2
    assert reason in capsys.readouterr().err

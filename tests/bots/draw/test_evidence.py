"""The evidence for the draw bots: what counts as shown, and that the same seed finds the same. Nothing here is timed."""

import json
import random
from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from arena.cli.probe_money import Course, Sum
from arena.cli.probe_play import Probe
from arena.cli.workers import Here, open_workers
from arena.engines import find_builtin
from arena.rules import FiveCardDrawRuleset, Hand, Kind, parse_cards, strengths
from arena.statistics import Interval, interval
from bots.draw import Hard
from bots.draw.evidence.__main__ import FULL, QUICK, main, tell
from bots.draw.evidence.bluffs import (
    BLUFFS,
    OPENS,
    OPENS_LATE,
    PASSES_GOOD,
    SLOW_PLAYS,
    WAGERS_LATE,
    WAGERS_POOR,
    TellingHard,
    _habits,
    _weighed,
    count_bluffs,
    shares_of,
)
from bots.draw.evidence.claims import Finding, Verdict, above, agrees, estimate, every_claim_holds, meets, rate
from bots.draw.evidence.contests import HEADS_UP, MIXED, SIX, THREE, Contest, decide, hold_out, ladder, panel
from bots.draw.evidence.players import PANEL, PATHS, factory_of, match, relative, results
from bots.draw.evidence.probing import SETTLED, findings, path_of
from bots.draw.evidence.settled import HANDS, Settled, frozen
from bots.draw.evidence.show import Report, sections, sentence
from bots.draw.evidence.speed import _quantiles, _rates, decide_again, decide_at_once, measure_speed, sittings
from bots.draw.evidence.work import follow
from bots.draw.family import FAMILY_SIZE, Relative
from bots.draw.tables import by_book

MASTER = bytes(32)
WRITTEN = "before\n<!-- evidence:begin -->\nstale\n<!-- evidence:end -->\nafter\n"
BETTER = Finding("ladder", "a above b", 12.5, "mbb/h", 3.25, 21.75, HEADS_UP, "above 0", Verdict.HOLDS, "400 hands")
UNSHOWN = Finding("panel", "a above c", 9.0, "mbb/h", -1.0, 19.0, SIX, "above 0", Verdict.OPEN, "600 hands")
SLOW = Finding("speed", "a", 900.0, "decisions/s", where=SIX, claimed="at least 1,000", verdict=Verdict.FAILS, basis="10 decisions")
TOLD = Finding("bluffs", "a bluffs", 0.25, "share", basis="20 chances")
NOTHING, ACES, FULL_HOUSE = [parse_cards(cards) for cards in ("2c4d5h7s8d", "AhAd9c7s2d", "AhAdAc7s7d")]
BOTH_PAT = [Kind.CHECK, Kind.CHECK, 32, 32]


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


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.2, 0.3, "holds"),
        (0.26, 0.3, "does not hold"),
        (0.1, 0.24, "does not hold"),
        (0.19, 0.3, "not shown"),
        (0.2, 0.31, "not shown"),
        (0.0, 1.0, "not shown"),
        (None, None, "not shown"),
    ],
)
def test_a_stated_rate_must_lie_in_the_interval_and_the_interval_near_it(low, high, verdict):
    """Within five percentage points."""
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


def test_intervals_miss_one_time_in_twenty():
    series = [float(number % 7) for number in range(300)]
    assert estimate(series) == interval(series, 0.05)
    assert rate(50, 200) == interval([1.0] * 50 + [0.0] * 150, 0.05)


def test_a_contest_goes_on_until_every_claim_is_decided():
    """Raise above fold is sure at once, and no bot is ever above itself."""
    pairs = (("raise", "fold"), ("call", "call"))
    sure, never = decided(Contest("panel", MIXED, pairs, pairs, 200, most=4))
    assert (sure.basis, sure.verdict) == ("800 hands", Verdict.HOLDS)
    assert (never.basis, never.value, never.verdict) == ("800 hands", 0, Verdict.FAILS)


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


@pytest.mark.parametrize("tuned_half", [True, False])
def test_held_out_are_the_odd_bots_that_the_search_never_meets(tuned_half):
    """Of the even ones hard wins nothing here, of the odd ones 10."""
    course = hold_out(200, MASTER, tuned_half=tuned_half)
    names = [task.args[0] for task in next(course)]
    of = {relative(number): np.full(200, 10.0 * (number % 2)) for number in range(FAMILY_SIZE)}
    with pytest.raises(StopIteration) as end:
        course.send([of[name] for name in names])
    held_out, share, *tuned = end.value.value
    assert (held_out.value, held_out.verdict, share.value) == (10, Verdict.HOLDS, 1)
    assert [(one.value, one.verdict) for one in tuned] == ([(0, Verdict.NOTHING)] if tuned_half else [])


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
    (easy,), (loose,) = [follow([count_bluffs(bot, 250, 4, MASTER)], Here())[0] for bot in ("easy", "loose_aggressive")]
    assert (easy.claimed, loose.claimed) == ("3 %", "20 %")
    assert (easy.verdict, loose.verdict) == (Verdict.HOLDS, Verdict.HOLDS)


@pytest.mark.slow
def test_a_hard_that_tells_plays_as_hard_does(random_views, table_info):
    tally = Counter()
    for view in random_views(1, seed=8):
        info = table_info(view.ruleset, view.players)
        assert TellingHard(tally, info).act(view) == Hard(info).act(view)
    assert {habit for habit, _ in tally} == {BLUFFS, SLOW_PLAYS, WAGERS_POOR, PASSES_GOOD}


@pytest.mark.parametrize(
    ("gain", "worth", "shares", "spin", "told"),
    [
        (1, 1, 0.79, 0.24, {(BLUFFS, True): 1}),
        (1, 1, 0.79, 0.26, {(BLUFFS, False): 1}),
        (1, 1, 0.81, 0.24, {}),
        (-1, 1, 0.79, 0.24, {}),
        (1, -1, 0.79, 0.24, {}),
        (-1, 1, 1.41, 0.24, {(SLOW_PLAYS, True): 1}),
        (-1, 1, 1.41, 0.26, {(SLOW_PLAYS, False): 1}),
        (-1, 1, 1.39, 0.24, {}),
        (1, 1, 1.41, 0.24, {}),
        (-1, -1, 1.41, 0.24, {}),
    ],
)
def test_hard_tells_of_bluffs_and_slow_plays_where_they_are_worth_most(gain, worth, shares, spin, told, table_info):
    """A bluff: below 0.8 equal shares, where a wager is worth most. A slow-play: from 1.4 on, where one is worth less, but something."""
    tally = Counter()
    TellingHard(tally, table_info())._wagers(gain, worth, shares, spin)
    assert tally == told


@pytest.mark.parametrize(
    ("cards", "codes", "code", "told"),
    [
        (NOTHING, [], Kind.BET, {(OPENS, True), (WAGERS_POOR, True)}),
        (NOTHING, [], Kind.CHECK, {(OPENS, False), (WAGERS_POOR, False)}),
        (NOTHING, BOTH_PAT, Kind.BET, {(OPENS, True), (OPENS_LATE, True), (WAGERS_LATE, True), (WAGERS_POOR, True)}),
        (NOTHING, BOTH_PAT, Kind.CHECK, {(OPENS, False), (OPENS_LATE, False), (WAGERS_POOR, False)}),
        (NOTHING, [*BOTH_PAT, Kind.CHECK, Kind.BET], Kind.FOLD, {(WAGERS_POOR, False)}),
        (NOTHING, [*BOTH_PAT, Kind.CHECK, Kind.BET], Kind.RAISE, {(WAGERS_LATE, True), (WAGERS_POOR, True)}),
        (FULL_HOUSE, [], Kind.BET, {(PASSES_GOOD, False)}),
        (FULL_HOUSE, BOTH_PAT, Kind.BET, {(WAGERS_LATE, False), (PASSES_GOOD, False)}),
        (FULL_HOUSE, BOTH_PAT, Kind.CHECK, {(PASSES_GOOD, True)}),
        (FULL_HOUSE, [*BOTH_PAT, Kind.CHECK, Kind.BET], Kind.CALL, {(PASSES_GOOD, True)}),
        (FULL_HOUSE, [*BOTH_PAT, Kind.CHECK, Kind.BET], Kind.FOLD, {(PASSES_GOOD, False)}),
        (FULL_HOUSE, [Kind.CHECK, Kind.CHECK], 32, set()),
    ],
)
def test_habits_are_told_by_what_a_bot_held_and_did(cards, codes, code, told, dealt):
    view = dealt(cards, codes)
    assert {*_habits(view, code), *_weighed(view, code)} == told


def test_where_no_wager_is_left_none_could_be_made(dealt):
    """A bet and three raises are as many as there may be."""
    view = dealt(FULL_HOUSE, [Kind.BET, Kind.RAISE, Kind.RAISE, Kind.RAISE])
    assert Kind.RAISE not in view.legal
    assert not [*_habits(view, Kind.CALL), *_weighed(view, Kind.CALL)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("cards", [NOTHING, ACES, FULL_HOUSE])
def test_shares_are_those_of_hands_dealt_at_random_and_drawn_by_the_book(cards, late, players):
    """All dealt here together, from the cards that the player does not hold."""
    rest = [card for card in range(52) if card not in cards]
    random.Random(1).shuffle(rest)
    others = [rest[5 * other : 5 * other + 5] for other in range(players - 1)]
    hand = Hand(
        FiveCardDrawRuleset(), [card for row in zip(cards, *others, strict=True) for card in row] + rest[20 : 20 + 3 * players], players
    )
    for code in [Kind.CHECK] * players + [32] * players if late else []:
        hand.act(code)
    assert (hand.view(0).hole_cards, hand.actor) == (cards, 0)
    deals = np.random.default_rng(2).permuted(np.tile(rest, (20_000, 1)), axis=1)
    held = np.concatenate((np.tile(cards, (len(deals), 1)), deals[:, :3]), axis=1)
    rows = [held, *[deals[:, 3 + 8 * other : 11 + 8 * other] for other in range(players - 1)]]
    finals = [strengths(sample.final_hands(sample.count)).astype(int) for sample in map(by_book, rows)]
    own = strengths(held[:, :5]).astype(int) if late else finals[0]
    won = np.prod([(own > other) + (own == other) / 2 for other in finals[1:]], axis=0).mean()
    assert shares_of(hand.view(0)) == pytest.approx(players * won, abs=0.04)


@pytest.mark.slow
def test_of_hard_two_habits_are_claimed_and_four_told():
    found = follow([count_bluffs("hard", 20, 1, MASTER)], Here())[0]
    assert [(one.what.removeprefix("hard "), one.claimed) for one in found] == [
        (BLUFFS, "25 %"),
        (SLOW_PLAYS, "25 %"),
        (WAGERS_POOR, ""),
        (PASSES_GOOD, ""),
        (OPENS_LATE, ""),
        (WAGERS_LATE, ""),
    ]


@pytest.mark.slow
def test_levels_are_timed_on_what_they_were_asked():
    kept = sittings(4, MASTER, 0)
    assert len(kept) == 6
    assert len(decide_again("normal", kept)) == len(kept[1].asked) + len(kept[4].asked) > 0
    assert decide_at_once("easy", kept) > 0
    assert sum(not asked for asked, _ in kept[2].events) == 4, "hard was shown every hand it was in"


def test_a_rate_is_decisions_by_seconds_and_the_fastest_turn_stands_beside_it():
    every, fastest = _rates("easy", 1000, [0.01, 0.02, 0.02])
    assert (every.value, every.verdict, every.basis) == (pytest.approx(60_000), Verdict.FAILS, "3,000 decisions")
    assert (fastest.value, fastest.verdict, fastest.basis) == (pytest.approx(100_000), Verdict.NOTHING, "1 of 3 turns")
    assert [_rates("hard", count, [1.0])[0].verdict for count in (999, 1000)] == [Verdict.FAILS, Verdict.HOLDS]


def test_what_is_claimed_of_slow_decisions_is_about_the_slowest_in_a_hundred():
    """Of a hundred and one numbers in order the 51st is the median, and the hundredth the 99th percentile."""
    half, most = _quantiles([0.001] * 60 + [0.002] * 39 + [0.025] * 2)
    assert (half.value, half.unit, half.verdict) == (pytest.approx(1), "ms", Verdict.NOTHING)
    assert (most.value, most.verdict, most.basis) == (pytest.approx(25), Verdict.FAILS, "101 decisions")
    assert _quantiles([0.001] * 60 + [0.002] * 39 + [0.019] * 2)[1].verdict == Verdict.HOLDS


@pytest.mark.slow
def test_speed_counts_the_decisions_of_every_turn():
    """Hard is asked once a turn, the fast levels twenty times."""
    kept, found = sittings(2, MASTER, 1), {one.what: one.basis for one in measure_speed(2, 3, MASTER)}
    for number, (level, rounds) in enumerate((("easy", 20), ("normal", 20), ("hard", 1))):
        asked = len(kept[number].asked) + len(kept[number + 3].asked)
        assert found[level] == f"{3 * rounds * asked:,} decisions"


def test_hard_is_probed_in_its_first_hand_and_as_it_is_later():
    assert find_builtin(path_of("hard")) is Hard
    assert find_builtin(path_of(SETTLED)) is Settled
    assert {"hard", SETTLED} <= {*FULL.probed} & {*QUICK.probed}


@pytest.mark.slow
def test_a_settled_hard_remembers_a_match_and_learns_no_more(table_info, dealt):
    """Whoever it meets it takes for normal, at either seat; without its memory it would be hard in its first hand."""
    settled, stranger = Settled(table_info()), Hard(table_info())
    before = [settled._memory.of(player).ways.copy() for player in (0, 1)]
    assert (before[0] == before[1]).all()
    assert np.abs(before[0] - stranger._memory.of(1).ways).max() > 0.01
    assert settled._memory.hand_count == HANDS
    assert settled._caprice(2) < stranger._caprice(2) / 5
    settled.watch(dealt(NOTHING))
    assert (settled._memory.of(1).ways == before[1]).all()
    assert settled._memory.hand_count == HANDS
    again = frozen.__wrapped__()
    assert (again.of(0).ways == before[0]).all()
    assert (again.of(0).habits == settled._memory.of(0).habits).all()


@pytest.mark.parametrize(
    ("bot", "model", "low", "verdict"),
    [
        ("hard", 699, 600, "holds"),
        ("hard", 701, 600, "does not hold"),
        ("hard", 650, 700, "does not hold"),
        ("easy", 900, 800, ""),
        (SETTLED, 900, 800, ""),
    ],
)
def test_a_bound_on_what_can_be_won_is_refuted_by_the_model_or_by_play(bot, model, low, verdict):
    money = {Course(0, ()): Sum(2, 1)}
    promised, played = findings(bot, Probe(bot, FiveCardDrawRuleset(), (model + 5, model - 5), Interval(low + 10, low, low + 20), 7, money))
    assert (promised.value, promised.verdict) == (model, verdict)
    assert (played.value, played.low, played.verdict) == (low + 10, low, Verdict.NOTHING)


def test_what_is_claimed_of_a_bot_that_remembers_is_claimed_of_its_first_hand():
    money = {Course(0, ()): Sum(2, 1)}
    probes = [Probe(bot, FiveCardDrawRuleset(), (5, 5), Interval(5, 4, 6), 7, money) for bot in ("hard", "expert", SETTLED)]
    assert [findings(one.name, one)[0].claimed for one in probes] == ["below 700 in its first hand", "below 60", ""]


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

"""Is A better than B, asked at the shell: the same numbers whatever the jobs, a plain answer, and one line for whoever asks wrongly."""

import json
import re
import signal
import sys
from dataclasses import replace
from functools import partial

import click
import pytest
import trio

from arena.cli.common import console
from arena.cli.compare import command
from arena.cli.compare_entrants import MAX_HANDS, comparison_spec, entrant_of
from arena.cli.compare_play import ATTEMPTS, Course, play_pass, play_until_signal, progress_text
from arena.cli.compare_show import Report, saving, show_report
from arena.cli.run import master_of
from arena.engines import find_builtin, play_plan
from arena.errors import ConfigError, EngineFailed
from arena.matches import Block, Cause, LegResult, MatchResult, Status, measure_match, play_match
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset
from arena.tournaments.comparison import PASS_MATCHES, Comparison, Question
from bots import bonus
from bots.draw import Call, Fold, Hard, Normal
from tests.tournaments.making import duel
from tests.tournaments.making import played as outcome_with

MASTER = bytes(range(32))
BOTS = {"draw/normal": Normal, "draw/call": Call, "draw/fold": Fold, "bonus/hard": bonus.Hard, "bonus/easy": bonus.Easy}
KEYS = {
    *("a", "b", "game", "unit", "answer", "decided", "sentence", "confidence", "delta", "llr", "deals", "corrected", "hands", "blocks"),
    *("mean", "low", "high", "standard_error", "noise", "hands_needed", "certificate", "incidents", "forfeits", "reasons", "seed"),
    *("stopped", "methods", "failed", "outputs"),
}


class Engine:
    """Plays here, unless it is told what to do with a match by its number."""

    def __init__(self, instead=None):
        self.limiter = trio.CapacityLimiter(2)
        self.instead, self.number = instead, 0

    async def play(self, plan):
        await trio.lowlevel.checkpoint()
        self.number += 1
        found = self.instead(self.number, plan) if self.instead else None
        await trio.lowlevel.checkpoint()
        return found or measure_match(play_match(plan.spec, [BOTS[entrant.builtin] for entrant in plan.entrants]))


def course(a="draw/normal", b="draw/call", delta=None, corrected=(False,), **play):
    spec = comparison_spec(a, b, None, {"deals_per_match": 60, "max_hands": 2400} | play)
    return Course(Comparison(spec, MASTER), Question(0.95, delta), corrected)


def fed(played, *blocks):
    """The course after a pass whose matches have these blocks, in turn."""
    plans = played.comparison.next_pass()
    forfeits = [tuple(max(block.charged[player] for block in blocks[number % len(blocks)]) for player in (0, 1)) for number in range(4)]
    outcomes = [
        outcome_with(plan, blocks[number % len(blocks)], forfeits=forfeits[number], reason="gone" * any(forfeits[number]))
        for number, plan in enumerate(plans)
    ]
    played.comparison.end_pass(outcomes)
    return played


async def report_of(*courses):
    await play_until_signal(courses, Engine())
    return Report(courses, "2a")


@pytest.fixture
def shown(capsys, monkeypatch):
    """A function: the words and the lines of a report as people see it."""
    monkeypatch.setenv("COLUMNS", "120")

    def show(report):
        show_report(report, console())
        return capsys.readouterr().out

    return show


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory of one's own; Python's path and modules are put back afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("compared_bots", None)


# What is said


@pytest.mark.slow
@pytest.mark.parametrize("pair", [("draw/normal", "draw/fold"), ("draw/fold", "draw/normal")])
async def test_the_better_bot_is_named_with_its_margin_wherever_it_stands(shown, pair):
    """Nobody doubts who is better; the numbers are those of the document, and positive."""
    report = await report_of(course(*pair, corrected=(True,), deals_per_match=300))
    document = report.document()
    assert (document["decided"], document["answer"]) == (True, "a_better" if pair[1] == "draw/fold" else "b_better")
    words = r"draw/normal beats draw/fold by ([\d.]+) mbb/h \(([\d.]+) … ([\d.]+), 95 %\), sure after 400 hands\."
    ends = [abs(document[key]) for key in ("mean", "low", "high")]
    told = [float(number) for number in re.fullmatch(words, document["sentence"]).groups()]
    assert told == pytest.approx([ends[0], min(ends[1:]), max(ends[1:])], abs=0.051)
    out = shown(report)
    assert out.splitlines()[-1] == document["sentence"]
    assert "Certified, by chips won and the rules alone: draw/normal beats draw/fold (E = " in out
    assert document["certificate"]["beats"] == document["answer"][0]


async def test_twins_that_leave_nothing_to_chance_tie_exactly(shown):
    """Mirrored, the same bot wins and loses the same; its two names are told apart."""
    report = await report_of(course("draw/normal", "draw/normal", corrected=(True,), max_hands=500))
    document = report.document()
    assert (document["mean"], document["low"], document["high"], document["decided"], document["hands"]) == (0, 0, 0, False, 500)
    assert document["sentence"] == "Not decided after 500 hands: every block was a tie, as between twins."
    assert document["certificate"]["beats"] is None
    assert "draw/normal (A) against draw/normal (B)" in shown(report)


async def test_the_document_has_all_that_is_shown_and_more():
    document = (await report_of(course(corrected=(True,)))).document()
    assert document.keys() == KEYS
    assert (document["a"], document["b"], document["game"], document["unit"]) == ("draw/normal", "draw/call", "five_card_draw", "mbb/h")
    assert (document["deals"], document["corrected"], document["confidence"], document["delta"]) == ("mirrored", True, 0.95, None)
    assert document["hands"] == 2 * document["blocks"] == 480 * (document["hands"] // 480)
    assert (document["incidents"], document["forfeits"], document["reasons"], document["methods"]) == ([0, 0], [0, 0], {}, [])
    assert (document["seed"], document["stopped"], document["llr"]) == ("2a", False, None)
    assert document["low"] < document["mean"] < document["high"]
    assert json.loads(json.dumps(document, allow_nan=False)) == document


@pytest.mark.parametrize(
    ("pair", "answer", "said"),
    [
        (("draw/normal", "draw/fold"), "a_better", "draw/normal is better than draw/fold, by about 100 mbb/h or more, sure after "),
        (("draw/fold", "draw/normal"), "not_better", "draw/fold is not better than draw/normal by 100 mbb/h, sure after "),
        (("draw/normal", "draw/normal"), "not_better", "draw/normal (A) is not better than draw/normal (B) by 100 mbb/h, sure after 400"),
    ],
)
async def test_with_delta_the_patch_test_answers(shown, pair, answer, said):
    """Twins have no variance: the ratio is infinite, which JSON cannot say."""
    report = await report_of(course(*pair, delta=100.0))
    document = report.document()
    assert (document["answer"], document["delta"], document["decided"]) == (answer, 100, True)
    assert (document["llr"] is None) == (pair[0] == pair[1])
    assert said in document["sentence"]
    assert "by a patch test that is wrong in about 5 % at most, either way" in " ".join(shown(report).split())


async def test_too_early_is_said_and_no_interval(shown):
    report = await report_of(course(max_hands=300))
    assert report.sentence.startswith("Not decided after 300 hands, too early for an interval: draw/normal is ")
    assert " too early " in shown(report)
    assert (report.document()["low"], report.document()["hands_needed"]) == (None, None)
    assert progress_text(report.courses[0]).endswith("the budget is spent")


async def test_what_is_not_decided_is_within_an_interval():
    """Two that always call and draw by the book, one of whom may think it is another bot: nothing but luck."""
    report = await report_of(course("draw/call", "draw/call", deals="independent", max_hands=480))
    words = (
        r"Not decided after 480 hands: draw/call \(A\) is [\d.]+ mbb/h (ahead of|behind) draw/call \(B\); "
        r"within [\d.]+ behind … [\d.]+ ahead \(95 %\)\."
    )
    assert re.fullmatch(words, report.sentence)


@pytest.mark.parametrize(
    ("nets", "said"),
    [
        ([5, -7, -7], "draw/normal is 375.0 mbb/h behind draw/call."),
        ([-5, 7, 7], "draw/normal is 375.0 mbb/h ahead of draw/call."),
        ([5, -5, 0], "draw/normal is level with draw/call."),
    ],
)
def test_who_is_not_ahead_is_behind(nets, said):
    """By hand: of 3 chips a block, 1.5 a hand, a big bet is 4."""
    report = Report([fed(course(deals_per_match=3), duel(nets))], "2a")
    assert report.sentence == f"Not decided after 24 hands, too early for an interval: {said}"


# How it is counted


@pytest.mark.slow
async def test_the_three_ways_are_one_play_of_mirrored_deals_and_one_of_independent_ones(shown):
    report = await report_of(course(corrected=(True, False)), course(deals="independent"))
    document = report.document()
    corrected, mirrored, independent = document["methods"]
    ways = [("mirrored", True), ("mirrored", False), ("independent", False)]
    assert [(one["deals"], one["corrected"]) for one in document["methods"]] == ways
    assert corrected["hands"] == mirrored["hands"] == 2 * mirrored["blocks"]
    assert independent["hands"] == independent["blocks"]
    assert all(corrected[key] == document[key] for key in ("mean", "low", "hands", "noise"))
    for one in document["methods"]:
        assert one["times_fewer_by_noise"] == pytest.approx((independent["noise"] / one["noise"]) ** 2, abs=0.01)
    assert corrected["noise"] < mirrored["noise"]
    assert independent["times_fewer_by_noise"] == 1
    out = shown(report)
    for words in ("mirrored, luck out", "mirrored, luck in", "independent, luck in", "times fewer", "by noise"):
        assert words in out


def test_savings_are_of_hands_needed_or_a_bound_where_independent_deals_were_not_enough():
    """By hand: 3,000 blocks of two hands against 48,000 hands; against 90,000 that were not enough; against nothing."""
    way = Report([fed(course(deals_per_match=750, max_hands=10**6), duel([0] * 750))], "2a").lines[0]
    enough = replace(way, finding=replace(way.finding, needed_count=3000))
    once = [replace(block, played_count=1, leg_count=1) for block in duel([0] * 12_000)]
    alone = Report([fed(course(deals="independent", deals_per_match=12_000, max_hands=10**6), once)], "2a").lines[0]
    decided = replace(alone, finding=replace(alone.finding, needed_count=48_000))
    assert saving(enough, decided)[1:] == (8.0, False)
    alone.comparison.hand_count = 90_000
    assert saving(enough, alone)[1:] == (15.0, True)
    assert saving(way, decided)[1:] == (None, False)
    assert saving(enough, None) == (None, None, False)


@pytest.mark.slow
async def test_against_the_house_regret_is_compared_on_the_same_deals(shown):
    """bonus/hard throws nothing away, so what is compared is bonus/easy's regret alone."""
    report = await report_of(course("bonus/hard", "bonus/easy", deals_per_match=51, max_hands=408))
    document = report.document()
    assert (document["game"], document["answer"], document["certificate"]) == ("holdem_bonus", "a_better", None)
    assert (document["unit"], document["hands"], document["blocks"]) == ("thousandths of an ante a hand", 408, 204)
    out = shown(report)
    assert re.search(r"bonus/hard beats bonus/easy by [\d.]+ thousandths of an ante a hand \(", out)
    assert "Certified" not in out


@pytest.mark.slow
def test_numbers_do_not_depend_on_the_number_of_jobs(arena):
    """Statistics, A pass: what depends on results is computed at its end, in the order of matches. In workers it is what it is here."""
    asked = ("compare", "draw/normal", "draw/call", "--seed", "2a", "--deals-per-match", 60, "--max-hands", 2400, "--json")
    one, three = (arena(*asked, "--jobs", jobs).document for jobs in (1, 3))
    assert one == three
    spec = comparison_spec("draw/normal", "draw/call", None, {"deals_per_match": 60, "max_hands": 2400})
    ours = Course(Comparison(spec, master_of("2a")), Question(), (True,))
    assert trio.run(report_of, ours).document() == one


@pytest.mark.slow
def test_without_a_seed_the_hands_can_be_played_again(arena):
    asked = ("compare", "draw/normal", "draw/call", "--deals-per-match", 5, "--max-hands", 40, "--jobs", 1)
    said = arena(*asked).out.splitlines()[-1]
    seed = said.removeprefix("Nothing is stored; the same hands again with --seed ")
    assert re.fullmatch("[0-9a-f]{16}", seed)
    assert arena(*asked, "--seed", seed).out.splitlines()[-1] == said


# What bots may be


@pytest.mark.slow
def test_a_class_in_the_working_directory_plays_in_a_worker(arena, here):
    """The three lines of the help, as a file; it differs from hard in its bluffs, so it is found and plays."""
    lines = command.epilog.partition("mine:Bolder draw/hard\n")[2].splitlines()
    text = "\n".join(line[6:] for line in lines if line.strip())
    assert text.splitlines() == ["from bots.draw import Hard", "class Bolder(Hard):", "    bluff_rate = 0.5"]
    (here / "compared_bots.py").write_text(text)
    done = arena(
        "compare", "compared_bots:Bolder", "draw/fold", "--seed", "2a", "--deals-per-match", 10, "--max-hands", 40, "--json", "--jobs", 1
    )
    assert (done.code, done.document["a"], done.document["hands"]) == (0, "compared_bots:Bolder", 40)
    assert issubclass(find_builtin("compared_bots:Bolder"), Hard)


@pytest.mark.slow
def test_a_command_plays_over_the_protocol(arena, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    asked = ("--seed", "2a", "--deals-per-match", 2, "--max-hands", 8, "--json", "--jobs", 2)
    document = arena("compare", "python bots/python/jacks.py", "bots/python/jacks.py", *asked).document
    assert (document["a"], document["b"]) == ("python bots/python/jacks.py", "bots/python/jacks.py")
    assert (document["hands"], document["forfeits"], document["mean"]) == (8, [0, 0], 0)


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("draw/hard@1", {"builtin": "draw/hard@1"}),
        ("bots.draw:Hard", {"builtin": "bots.draw:Hard"}),
        ("python tests/cli/test_compare.py 'a b'", {"command": ["python", "tests/cli/test_compare.py", "a b"]}),
        ("tests/cli/test_compare.py", {"command": ["python", "tests/cli/test_compare.py"]}),
        ("tests/cli/test_compare.py -x", {"command": ["python", "tests/cli/test_compare.py", "-x"]}),
    ],
)
def test_a_bot_is_a_name_a_class_or_a_command(text, entrant, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    assert entrant_of(text) == entrant


def test_long_names_are_cut_and_stay_different():
    long = "python -c '" + "x" * 100
    names = [entrant.name for entrant in comparison_spec(f"{long}1'", f"{long}2'", None, {}).entrants]
    assert names[0] != names[1]
    assert all(len(name) <= 60 for name in names)


# Rules


def test_rules_are_those_of_a_tournament_file_and_options_go_before_it(tmp_path):
    """Its entrants, its format and when it stops are not ours; everything else is checked as ever."""
    file = tmp_path / "t.toml"
    file.write_text(
        'name = "T"\ngame = "five_card_draw"\nformat = "gauntlet"\nhero = "x"\nschedule = "0 20 * * *"\n[rules]\nante = 3\n'
        '[play]\ndeals_per_match = 70\nstop = "width"\nwidth_mbb = 5\nconfidence = 0.9\n[clock]\nmove_s = 7\n'
        '[[entrant]]\nname = "x"\nbuiltin = "draw/easy"\n'
    )
    spec = comparison_spec("draw/hard", "draw/easy", file, {"confidence": 0.99})
    assert spec.ruleset == FiveCardDrawRuleset(ante=3)
    assert (spec.play.deals_per_match, spec.play.confidence, spec.play.max_hands) == (70, 0.99, MAX_HANDS)
    assert (spec.clock.move_s, [entrant.builtin for entrant in spec.entrants]) == (7, ["draw/hard", "draw/easy"])


def test_the_game_is_told_by_the_bots_or_the_file(tmp_path):
    file = tmp_path / "t.toml"
    file.write_text('game = "holdem_bonus"\n')
    assert isinstance(comparison_spec("bots.bonus:Hard", "bots.bonus:Easy", file, {}).ruleset, HoldemBonusRuleset)
    assert isinstance(comparison_spec("bots.bonus:Hard", "bonus/easy", None, {}).ruleset, HoldemBonusRuleset)
    assert isinstance(comparison_spec("bots.draw:Hard", "bots.draw:Easy", None, {}).ruleset, FiveCardDrawRuleset)


REFUSED_FILES = {
    "": "no such file or directory; name a tournament file, or leave --rules out",
    "[rules": "not valid TOML",
    "[rules]\nantee = 3": "[rules] antee: unknown key, did you mean ante?",
    "[rule]\nante = 3": "rule: unknown key, did you mean rules?",
    "rules = 3": "rules = 3: must be a section",
    "play = 3": "play = 3: must be a section",
    "game = []": "game = []: must be",
    '[rules]\nall_in = true\nstarting_stack = 50\nstacks = "carry"': "[rules]: chips are carried from hand to hand",
    "[play]\nseats = 6": "[play] seats = 6: two bots are compared at tables of two; leave it out",
    "[play]\nmax_hands = 0": "[play] max_hands = 0: must be",
    'game = "holdem_bonus"': "game = holdem_bonus: draw/hard plays five_card_draw",
}


@pytest.mark.parametrize("text", REFUSED_FILES)
def test_a_file_that_cannot_be_is_refused_in_one_line(arena, tmp_path, text):
    file = tmp_path / "t.toml"
    if text:
        file.write_text(text)
    done = arena("compare", "draw/hard", "draw/easy", "--rules", file)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"arena: {file}: {REFUSED_FILES[text]}" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hard", "draw/easy"), "no built-in bot is called 'hard'; did you mean draw/hard?"),
        (("draw/hard", "draw/easy@9"), "built-in bot 'draw/easy' has version 1, not 9"),
        (("draw/hard@", "draw/easy"), "arena: draw/hard@: names no version after the @; leave the @ out to have the newest\n"),
        (("nowhere_at_all:Bot", "draw/easy"), "there is no module 'nowhere_at_all' in the working directory, or installed"),
        (("bots.draw:Hrad", "draw/easy"), "did you mean Hard?"),
        (("nowhere.py", "draw/easy"), "there is no file 'nowhere.py' in the working directory"),
        (("nowhere-at-all --fast", "draw/easy"), "there is no program 'nowhere-at-all' in the working directory or on PATH"),
        (("python 'x", "draw/easy"), "python 'x: no command: no closing quotation"),
        ((" ", "draw/easy"), "a bot must be named: draw/hard, mybots.new:Bot, or a command such as 'python mybot.py'"),
        (("draw/hard", "bonus/hard"), "draw/hard plays five_card_draw and bonus/hard plays holdem_bonus; they never meet"),
        (("draw/hard", "draw/easy", "--delta", "0"), "--delta 0: must be a number above 0"),
        (("draw/hard", "draw/easy", "--delta", "nan"), "--delta nan: must be a number above 0"),
        (("draw/hard", "draw/easy", "--confidence", "0.5"), "--confidence 0.5: must be a number above 0.5 and below 1"),
        (("draw/hard", "draw/easy", "--confidence", "nan"), "--confidence nan: must be a number above 0.5 and below 1"),
        (("draw/hard", "draw/easy", "--seed", "xyz"), "--seed xyz: must be 1 to 64 hexadecimal digits"),
        (("draw/hard", "draw/easy", "--max-hands", "1"), "--max-hands"),
        (("draw/hard", "draw/easy", "--methods", "--no-luck"), "--methods asks in all three ways; leave --deals and --no-luck out"),
        (("draw/hard", "draw/easy", "--methods", "--deals", "mirrored"), "--methods asks in all three ways"),
        (("bonus/hard", "bonus/easy", "--methods"), "--methods: against the house bots are compared by regret"),
        (("bonus/hard", "bonus/easy", "--no-luck"), "--no-luck: against the house bots are compared by regret"),
        (("bonus/hard", "bonus/easy", "--deals", "independent"), "--deals: against the house bots are compared by regret"),
        (("draw/hard",), "Missing argument 'B'"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(arena, arguments, said):
    done = arena("compare", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_help_says_what_bots_may_be_and_that_nothing_is_stored(arena):
    out = " ".join(arena("compare", "--help").out.split())
    for words in ("mybots.new:Bot", "draw/hard", "'python mybot.py'", "code you trust", "Nothing is stored", "class Bolder(Hard):"):
        assert words in out
    assert isinstance(command, click.Command)


# How it is played


async def test_it_stops_at_the_first_pass_that_decides():
    """Fold gives its antes away: 200 blocks decide, and a pass has 240."""
    played = course("draw/normal", "draw/fold")
    assert not await play_until_signal([played], Engine())
    assert played.comparison.hand_count == 2 * 60 * PASS_MATCHES
    assert played.decided
    assert progress_text(played).endswith("decided")


async def test_a_signal_ends_it_and_whole_passes_count():
    """A match of the second pass is interrupted; what is known is what the first one said."""
    played = course("draw/normal", "draw/normal", max_hands=10**9, deals_per_match=10)
    engine = Engine(lambda number, _: signal.raise_signal(signal.SIGINT) if number == PASS_MATCHES + 2 else None)
    with trio.fail_after(60):
        assert await play_until_signal([played], engine)
    assert played.comparison.hand_count == 2 * 10 * PASS_MATCHES
    report = Report([played], "2a", stopped=True)
    assert report.document()["stopped"]
    said = "Not decided after 80 hands, too early for an interval: draw/normal (A) is level with draw/normal (B)."
    assert report.sentence == said


async def test_before_the_first_pass_is_over_nothing_is_known(shown):
    played = course(corrected=(True, False))
    engine = Engine(lambda *_: signal.raise_signal(signal.SIGTERM))
    with trio.fail_after(60):
        assert await play_until_signal([played, course(deals="independent")], engine)
    report = Report([played, course(deals="independent")], "2a", stopped=True)
    assert report.sentence == "Not decided: no pass is over yet."
    assert shown(report) == f"{report.sentence}\n", "no table of nothing"
    assert report.baseline is None
    assert [one["times_fewer"] for one in report.document()["methods"]] == [None] * 3


def void(plan, reason="arena error: KeyError: 5", output='File "mine.py", line 3, in act\n  File "other.py", line 7, in look'):
    leg = LegResult(Status.VOID, (), (0, 0), reason=reason, cause=Cause.ARENA_ERROR, outputs=(output,))
    return MatchResult(plan.spec, (leg,))


@pytest.mark.slow
async def test_a_void_match_is_played_again_on_the_same_deals():
    plans = course().comparison.next_pass()
    hands = []
    outcomes = await play_pass(plans, Engine(lambda number, plan: void(plan) if number < ATTEMPTS else None), hands.append)
    assert [outcome.match_id for outcome in outcomes] == [plan.spec.match_id for plan in plans]
    assert [outcome.blocks for outcome in outcomes] == [play_plan(plan).blocks() for plan in plans]
    assert hands == [120] * PASS_MATCHES


async def test_a_match_that_stays_void_ends_it_and_says_where():
    with pytest.raises(EngineFailed) as caught:
        await play_until_signal([course()], Engine(lambda _, plan: void(plan)))
    said = "a match between draw/normal and draw/call was void 3 times: arena error: KeyError: 5 (other.py, line 7)"
    assert str(caught.value) == said


@pytest.mark.slow
def test_a_bot_that_raises_is_exit_1_with_the_line_of_its_code(arena, here):
    (here / "compared_bots.py").write_text(
        "class Bot:\n    def __init__(self, info): pass\n    def act(self, view):\n        return {}[5]\n"
    )
    done = arena("compare", "compared_bots:Bot", "draw/easy", "--deals-per-match", 2, "--max-hands", 4)
    assert (done.code, done.out) == (1, "")
    last = done.err.splitlines()[-1]
    assert last.startswith("arena: a match between compared_bots:Bot and draw/easy was void 3 times: arena error: KeyError: 5 (")
    assert last.endswith("compared_bots.py, line 4)")


@pytest.mark.slow
def test_a_signal_at_the_shell_prints_what_is_known_and_is_exit_1(arena, here):
    """A bot interrupts the arena as a person would."""
    lines = ["import os, signal", "class Bot:", "    def __init__(self, info):", "        os.kill(os.getppid(), signal.SIGINT)"]
    (here / "compared_bots.py").write_text("\n".join([*lines, "    def act(self, view):", "        return view.legal[0]"]))
    done = arena("compare", "compared_bots:Bot", "draw/easy", "--seed", "2a")
    assert done.code == 1
    assert done.out.splitlines()[0] == "Not decided: no pass is over yet."
    assert done.err.splitlines()[-1] == "arena: stopped before its end"


def gone(_, plan, hands=()):
    """A match in both legs of which the second player's program ended, after some hands of the first."""
    output = ("", "".join(f"line {number}\n" for number in range(20)) + "I need a \x1bconfig\n")
    leg = LegResult(Status.FORFEITED, (), (0, 3), 1, "draw/call: its program exited with status 1", Cause.EXITED, outputs=output)
    return MatchResult(plan.spec, (replace(leg, hands=tuple(hands)), leg))


async def test_forfeits_and_incidents_are_told():
    """A bot whose program ends in every leg: a big bet a hand against it, and why."""
    played = course()
    await play_until_signal([played], Engine(gone))
    document = Report([played], "2a").document()
    assert (document["mean"], document["forfeits"], document["incidents"]) == (1000, [0, 8], [0, 24])
    assert document["reasons"] == {"draw/call: its program exited with status 1": 4}
    assert document["hands"] == 0


async def test_who_never_played_a_hand_is_beaten_by_nobody_and_its_last_words_are_shown(shown):
    """No chips were won: no certificate, no interval of charges, nothing that is sure; nothing more is played."""
    played = course(max_hands=10**6, deals_per_match=500)
    await play_until_signal([played, course(deals="independent")], Engine(gone))
    report = Report([played, course(deals="independent")], "2a")
    document = report.document()
    assert (document["answer"], document["decided"], document["hands_needed"]) == ("undecided", False, None)
    assert (document["low"], document["high"], document["standard_error"], document["failed"]) == (None, None, None, ["draw/call"])
    assert document["certificate"]["beats"] is None
    assert played.comparison.forfeits == [0, 2 * PASS_MATCHES]
    why = "draw/call forfeited all 8 legs, and never played a hand: its program exited with status 1"
    assert report.failures == [why]
    assert document["sentence"] == f"{why}. Nothing can be said of who is better."
    out = shown(report)
    assert out.splitlines()[-1] == document["sentence"]
    assert "The end of what draw/call printed:\n  line 9\n" in out
    assert "  I need a \\x1bconfig\n" in out
    for words in ("Certified", "sure after", "1000.0", "┃"):
        assert words not in out
    assert progress_text(played) == "0 hands, the rest was forfeited"


async def test_who_forfeits_every_leg_after_some_hands_has_failed_too():
    played = course()
    hands = play_plan(played.comparison.next_pass()[0]).legs[0].hands[:3]
    await play_until_signal([played], Engine(partial(gone, hands=hands)))
    assert Report([played], "2a").failures == ["draw/call forfeited all 8 legs, after 12 hands in all: its program exited with status 1"]


@pytest.mark.parametrize("loser", [0, 1])
def test_what_was_forfeited_decides_nothing_and_is_no_hand(shown, loser):
    """Twins, one of which forfeits every other match: far behind by the charge, which is all there is. 480 blocks, half of them played."""
    found = course()
    charged = [Block(number, (0, 0), (2 * (loser == 0), 2 * (loser == 1)), 0, 2) for number in range(60)]
    for _ in range(2):
        fed(found, duel([8, -8] * 30), charged)
    report = Report([found], "2a")
    document = report.document()
    assert (document["mean"], document["answer"], document["hands_needed"]) == (500 - 1000 * (loser == 0), "undecided", None)
    assert min(abs(document["low"]), abs(document["high"])) > 300, "the charged series is far from 0"
    assert document["certificate"]["beats"] is None
    side = "behind" if loser == 0 else "ahead"
    assert f" draw/normal is 500.0 mbb/h {side}" in document["sentence"]
    assert document["sentence"].endswith(f" {side} (95 %). What was forfeited is charged, and decides nothing.")
    assert "Certified" not in shown(report)


def test_what_was_won_decides_though_the_loser_forfeits_the_rest_and_only_played_hands_are_told():
    """A wins 8 chips in every block of two matches, two others B forfeits: 200 of 240 blocks decide, of which 120 were played."""
    found = fed(course(), duel([8] * 60), [Block(number, (0, 0), (0, 2), 0, 2) for number in range(60)])
    document = Report([found], "2a").document()
    assert (document["answer"], document["hands"], document["hands_needed"]) == ("a_better", 240, 240)
    assert "sure after 240 hands" in document["sentence"]


@pytest.mark.slow
def test_a_program_that_never_plays_is_exit_1_with_what_it_printed(arena, here):
    (here / "crashing.py").write_text('raise SystemExit("I need a config")\n')
    done = arena("compare", "crashing.py", "draw/call", "--max-hands", 40, "--deals-per-match", 5, "--jobs", 2)
    assert done.code == 1
    assert "  I need a config\n" in done.out
    assert "Certified" not in done.out
    why = "crashing.py forfeited all 8 legs, and never played a hand: its program exited with status 1"
    assert why in done.out
    assert done.err.splitlines()[-1].startswith(f"arena: {why}")


@pytest.mark.parametrize("columns", [120, 80, 60, 50])
async def test_of_a_narrow_table_the_interval_goes_last_and_what_went_is_named(capsys, monkeypatch, columns):
    report = Report([fed(course(), duel([40, 8] * 30))], "2a")
    monkeypatch.setenv("COLUMNS", str(columns))
    show_report(report, console())
    out = capsys.readouterr().out
    low, high = report.document()["low"], report.document()["high"]
    assert f"{low:+.1f} … {high:+.1f}" in out
    table = [line for line in out.splitlines() if line[:1] in "┏┃┡│└"]
    assert max(map(len, table)) <= columns
    gone = [heading for heading in ("hands", "± s.e.", "hands needed") if f"┃ {heading} " not in " ".join(table[1].split())]
    assert ("No room for:" in out) == bool(gone)
    for heading in gone:
        assert heading in out.partition("No room for: ")[2].splitlines()[0]


async def test_hands_are_told_before_the_first_pass_is_over(capsys):
    """The fourth match of the first pass fails; each has 120 hands, and two are played at once."""
    with pytest.raises(EngineFailed):
        await play_until_signal([course()], Engine(lambda number, plan: void(plan) if number >= PASS_MATCHES else None))
    assert re.search(r" (240|360) hands ", capsys.readouterr().err)


def test_entrants_that_are_none_are_refused_before_any_file_is_read(tmp_path):
    with pytest.raises(ConfigError, match="no built-in bot"):
        comparison_spec("nobody", "draw/easy", None, {})

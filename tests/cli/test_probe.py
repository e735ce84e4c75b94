"""What a best response wins: known by hand where it can be, the same whatever the jobs, and every table adds up to the last chip."""

import re
from collections import Counter
from itertools import pairwise
from math import comb
from types import SimpleNamespace

import numpy as np
import pytest

from arena.cli.common import console
from arena.cli.probe import every_builtin
from arena.cli.probe_money import BOT, DEALT, RESPONSE, Course, Sum, by_dealt, by_ending, by_line, dealt_of
from arena.cli.probe_play import EFFORTS, FreshEveryHand, Probe, Trial, answer, open_game, probe
from arena.cli.probe_show import LINES, Report, sentence, show_report
from arena.errors import EngineFailed
from arena.matches import MatchSpec, play_match
from arena.rules import FiveCardDrawRuleset, Hand, Kind, parse_cards, strengths
from arena.solving import Effort, exploitability
from arena.statistics import Interval, interval
from bots.draw import Raise
from bots.draw.expert import TABLE
from bots.draw.hands import book_mask, group_of
from bots.draw.trained import load
from tests.cli.filling import call
from tests.cli.probed_bots import Noted, Told

MASTER = bytes(range(32))
CALL = "draw/call"
OURS = "tests.cli.probed_bots"
FEW = ("--effort", "quick", "--hands", 400, "--jobs", 1, "--seed", "2a")


@pytest.fixture(scope="module")
def game():
    return open_game(FiveCardDrawRuleset())


def trial(hands=400, effort=EFFORTS["quick"]):
    return Trial(MASTER, effort, hands)


# Known by hand


@pytest.mark.slow
def test_who_always_folds_loses_its_ante_in_every_hand_and_no_more(arena):
    """It folds to the first wager: the ante of 1 chip is a quarter of the big bet."""
    done = arena("probe", "draw/fold", *FEW, "--json")
    (found,) = done.document["bots"]
    assert found["exploitability"] == pytest.approx(250, rel=1e-3)
    assert (found["mean"], found["low"], found["high"], found["net_chips"]) == (250, 250, 250, 400)
    assert {one["ending"] for one in found["endings"]} <= {"the bot folds before the draw", "the bot folds after the draw"}


@pytest.mark.slow
def test_the_best_response_to_a_caller_is_worth_what_value_bets_are(game):
    """A caller never wagers, so a response only chooses its draw and whether to bet in each round.

    Betting in both rounds exactly where one is ahead in the mean, and drawing by the book, is worth 338 mbb/h; that is
    worked out here without the solver. Drawing better than the book can only add to it; enumerated for 1,200 hands, with
    every draw of up to three cards and all replacements, it adds 1.9 ± 0.4 to who draws first and 3.2 ± 0.5 to who draws last.
    """
    found = probe(CALL, game, trial(effort=Effort()))
    assert found.exploitability == pytest.approx(340, abs=3)
    assert -1 < found.exploitability - value_betting_mbb() < 6


def value_betting_mbb(hands=40_000, draws=6):
    """What a value bettor who draws by the book wins from a caller, card removal left out, in mbb/h."""
    rng = np.random.default_rng(1)
    dealt = np.argsort(rng.random((hands, 52)), axis=1)[:, :5]
    cards = list(map(tuple, dealt.tolist()))
    thrown = np.array([list(f"{book_mask(hand):05b}"[::-1]) for hand in cards]) == "1"
    final = np.stack([_drawn(rng, dealt, thrown) for _ in range(draws)], axis=1)
    drawn = thrown.sum(axis=1)
    counts = np.stack([np.bincount(final[drawn == count].ravel(), minlength=7463) for count in range(4)]).astype(float)
    share = counts.sum(axis=1, keepdims=True) / counts.sum()
    counts /= counts.sum(axis=1, keepdims=True)
    ahead = 2 * counts.cumsum(axis=1) - counts - 1  # by what the caller drew, and one's own strength
    mean_ahead = (share * ahead).sum(axis=0)
    groups = np.array(list(map(group_of, cards)))
    by_group = np.bincount(groups, mean_ahead[final].mean(axis=1)) / np.maximum(1, np.bincount(groups))
    first = 2 * np.maximum(by_group, 0)[groups].mean()
    second = 4 * (share * np.maximum(ahead, 0)).sum(axis=0)[final].mean()
    return 1000 / 4 * (first + second)  # antes come back in the mean


def _drawn(rng, dealt, thrown):
    """Strengths after replacing the cards that are thrown away."""
    order = rng.random((len(dealt), 52))
    np.put_along_axis(order, dealt, 2.0, axis=1)
    return strengths(np.where(thrown, np.argpartition(order, 5, axis=1)[:, :5], dealt))


PAIRED = 1 - (comb(13, 5) - 10) * (4**5 - 4) / comb(52, 5)
"""How often five cards are a pair or better: five ranks apart from straights, in suits apart from flushes, are not."""


@pytest.fixture(scope="module")
def pays(game):
    """It gives up 3 chips with a pair or better where it acts first, and 1 chip with all else."""
    return probe(f"{OURS}:Pays", game, trial(1000))


@pytest.mark.slow
def test_what_a_bet_that_is_always_given_up_is_worth_and_to_which_position(pays):
    """The bot that acts first gives to the response in position 1; in position 0 the response wins the ante of 250 and no more."""
    assert pays.model == pytest.approx((250, 250 * (1 + 2 * PAIRED)), abs=0.5)
    document = Report([pays], "quick", "2a").document()
    assert document["bots"][0]["exploitability_by_position"] == [round(one, 3) for one in pays.model]


@pytest.mark.slow
def test_the_response_takes_all_there_is_in_every_hand(pays):
    for course, won in pays.money.items():
        assert won.net_chips == won.hand_count * (3 if course.line[0][:2] == (BOT, Kind.BET) else 1)


@pytest.mark.slow
def test_the_response_believes_what_the_bot_does(game):
    """Who bets three of a kind and nothing less is called by few: 2 chips for 4, and two pair fill up one time in twelve."""
    money = probe(f"{OURS}:Warns", game, trial(2000)).money
    bet = (BOT, Kind.BET, 0)
    after = Counter()
    for course, won in money.items():
        if bet in course.line[:2]:
            after[course.line[course.line.index(bet) + 1][1]] += won.hand_count
    assert after.total() > 25
    assert after[Kind.FOLD] > 0.9 * after.total()


@pytest.mark.slow
def test_what_was_dealt_is_the_bots_hand(pays):
    """Without a pair it gives 1 chip in every hand, and with one 2 chips more in the hands in which it acts first, which are half."""
    for one in by_dealt(pays.money):
        more, paired = one.sum.net_chips - one.sum.hand_count, DEALT.index(one.name[0]) >= DEALT.index("low pair")
        bets = sum(
            won.hand_count for course, won in pays.money.items() if (DEALT[course.dealt], course.line[0][1]) == (*one.name, Kind.BET)
        )
        assert more == 2 * bets
        assert (more > 0) == paired


@pytest.mark.slow
def test_the_interval_is_the_one_of_95_percent_over_the_deals(pays):
    """A deal gives 4 chips where the bot that acts first has a pair, else 2: 500 deals, so many of them dear as there are chips beyond."""
    dear = (pays.total.net_chips - 2 * 500) // 2
    deals = [4 * 125.0] * dear + [2 * 125.0] * (500 - dear)
    wanted = interval(deals, 0.05, 500)
    assert (pays.won.low, pays.won.mean, pays.won.high) == pytest.approx((wanted.low, wanted.mean, wanted.high))
    assert pays.won.width > 2 * 1.96 * np.std(deals) / 500**0.5  # which may be looked at once only
    assert pays.won.low < sum(pays.model) / 2 < pays.won.high


@pytest.mark.slow
def test_the_deals_of_every_part_are_other_deals(game, pays):
    """250 deals are a part: those of 500 hands are the first half of 1,000 hands, and the second half is not the same again."""
    first = Counter({course: won.hand_count for course, won in probe(f"{OURS}:Pays", game, trial(500)).money.items()})
    second = Counter({course: won.hand_count for course, won in pays.money.items()})
    second.subtract(first)
    assert (first.total(), second.total()) == (500, 500)
    assert min(second.values()) >= 0
    assert +second != first


@pytest.mark.slow
def test_an_odd_number_of_hands_is_one_more(game):
    assert probe("draw/fold", game, trial(9)).total == Sum(10, 10)


# What the response does where the bot never came, and what is said when the model is wrong


@pytest.fixture(scope="module")
def lied(game):
    """Asked, it gives everything up for 250 mbb/h; in play it also gives up a bet of 2 chips, in every hand in which it acts first."""
    return probe(f"{OURS}:Liar", game, trial(1000))


@pytest.mark.slow
def test_the_response_plays_on_where_the_bot_never_came_when_it_was_asked(lied):
    """The bot folds to a raise. Who bets for no known reason may hold anything: with most hands folding to it would be wrong."""
    bets = [(course, won) for course, won in lied.money.items() if course.line[0] == (BOT, Kind.BET, 0)]
    assert sum(won.hand_count for _, won in bets) == 500
    assert sum(won.hand_count for course, won in bets if course.line[1] == (RESPONSE, Kind.FOLD, 0)) < 250


@pytest.mark.slow
def test_that_the_model_is_wrong_of_a_bot_is_said(lied, capsys):
    assert lied.exploitability == pytest.approx(250, rel=1e-3)
    assert lied.won.low > 250
    assert lied.contradicted
    assert sentence(lied).endswith(
        "The model promises 250.0, and surely more can be won: the bot does not play as the model has it. "
        "What was played is an estimate of a lower bound of what can be won."
    )
    show_report(Report([lied, found()], "quick", "2a"), console())
    out = capsys.readouterr().out
    assert sentence(lied) in out
    assert sentence(found()) not in out
    assert [one["contradicted"] for one in Report([lied, found()], "quick", "2a").document()["bots"]] == [True, False]


@pytest.mark.slow
def test_no_rounding_contradicts_the_model(game):
    """Folding loses 250 exactly, so the interval is that one number; the model is rounded."""
    folds = probe("draw/fold", game, trial())
    assert (folds.won.low, folds.won.high) == (250, 250)
    assert not folds.contradicted


# Bots that show how they play


@pytest.mark.slow
def test_the_expert_is_shown_and_not_asked(game):
    """A sample of its answers would say that hundreds can be won; the table itself says how much."""
    expert = probe("draw/expert", game, trial())
    assert expert.exploitability == pytest.approx(250 * exploitability(game, load(TABLE).strategies()), abs=1e-9)
    assert expert.exploitability == pytest.approx(7.5, abs=0.05)
    assert (expert.shown, expert.question_count) == (True, 0)


@pytest.mark.slow
def test_a_bot_that_shows_how_it_plays_is_not_asked_and_that_is_said(game):
    shows, folds = probe(f"{OURS}:Shows", game, trial()), probe("draw/fold", game, trial())
    assert shows.model == pytest.approx((250, 250), rel=1e-6)
    assert shows.won == folds.won
    assert "It showed its table and was not asked. The model promises 250.0" in sentence(shows)
    told = [(one["shown"], one["questions"]) for one in Report([shows, folds], "quick", "2a").document()["bots"]]
    assert told == [(True, 0), (False, folds.question_count)]
    assert folds.question_count > 1000


def test_the_table_says_who_was_shown(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    show_report(Report([found(), found(name="draw/expert@1", shown=True)], "normal", "2a"), console())
    out = capsys.readouterr().out
    assert re.search(r"draw/call .* 1,234 ", out)
    assert re.search(r"draw/expert@1 .* shown ", out)
    assert "a plan made of the bot's answers (of its table where it shows one, and is not asked)" in " ".join(out.split())
    show_report(Report([found()], "normal", "2a"), console())
    assert "shows" not in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "like"), [("ShowsNothing", "draw/fold"), ("Caller", CALL), ("Own", CALL)])
def test_what_does_not_show_its_own_play_is_asked(game, bot, like):
    """Nothing is shown; or it is what another ``act`` does that is shown."""
    asked, other = probe(f"{OURS}:{bot}", game, trial(4)), probe(like, game, trial(4))
    assert not asked.shown
    assert (asked.model, asked.question_count) == (other.model, other.question_count)


@pytest.mark.slow
def test_a_bot_that_does_not_play_what_it_shows_is_found_out(game):
    """It shows a table from which 7.5 can be won, and gives everything up."""
    misses = probe(f"{OURS}:Misses", game, trial())
    assert misses.exploitability == pytest.approx(7.5, abs=0.05)
    assert (misses.shown, misses.contradicted) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("ShowsList", "TypeError: 'tuple' object is not callable"),
        ("ShowsBroken", r"KeyError: 'table' \(.*probed_bots.py, line \d+\)"),
        ("ShowsExit", r"SystemExit: 0 \(.*probed_bots.py, line \d+\)"),
        ("ShowsText", "TypeError: there must be a Strategy for each of 2 positions, or None; not str of 5"),
        ("ShowsOne", "TypeError: there must be a Strategy for each of 2 positions, or None; not tuple of 1"),
        ("ShowsNoStrategy", "AttributeError: 'int' object has no attribute 'first'"),
        ("ShowsTwice", r"ValueError: 'draw' of position 1 must be of shape \(9, 4, 4, \d+\); not \(9, 4, 1, \d+\)"),
        ("ShowsMore", "ValueError: 'second' of position 1 must be chances of what is legal, which sum to 1"),
        ("ShowsIllegal", "ValueError: 'first' of position 0 must be chances of what is legal, which sum to 1"),
        ("ShowsNegative", "ValueError: 'draw' of position 0 must be chances of what is legal, which sum to 1"),
    ],
)
def test_what_is_shown_and_no_way_to_play_is_told(game, bot, said):
    with pytest.raises(EngineFailed, match=rf"^{OURS}:{bot} has strategies, but cannot show how it plays: {said}$"):
        probe(f"{OURS}:{bot}", game, trial(2))


@pytest.mark.slow
def test_what_is_shown_and_no_way_to_play_is_exit_1_in_one_line(arena):
    done = arena("probe", f"{OURS}:ShowsList", *FEW)
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1].startswith(f"arena: {OURS}:ShowsList has strategies, but cannot show how it plays: ")


# A fresh instance for every hand


@pytest.mark.slow
def test_every_question_and_every_hand_is_an_instance_with_its_own_seed_and_told_who_it_is(game):
    """One more is made to see whether it shows anything."""
    Told.told.clear()
    asked = probe(f"{OURS}:Told", game, trial(60))
    assert len(Told.told) == 1 + asked.question_count + 60
    assert len({info.bot_seed for info in Told.told}) == len(Told.told)
    assert {info.player for info in Told.told[1:-60]} == {0, 1}


@pytest.mark.slow
def test_a_bot_that_remembers_is_probed_as_if_it_had_just_sat_down(game):
    """After three hands it would give everything up, for 250 mbb/h; as it is, it is told from a caller by its name alone."""
    sleepy, call = (probe(name, game, trial()) for name in (f"{OURS}:Sleepy", CALL))
    assert (sleepy.model, sleepy.won, sleepy.money) == (call.model, call.won, call.money)


def test_an_instance_plays_one_hand_to_its_end():
    """Raisers bet, so hands have many decisions of both."""
    Noted.instances.clear()
    spec = MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), ("a", "b"), MASTER, 30)
    play_match(spec, [Raise, lambda info: FreshEveryHand("noted", Noted, info)])
    assert len(Noted.instances) == 60
    assert all(len(one.views) >= 3 for one in Noted.instances)
    for one in Noted.instances:
        assert len({view.position for view in one.views}) == 1
        logs = [view.log for view in one.views]
        assert all(after[: len(before)] == before for before, after in pairwise(logs))
    assert len({one.info.bot_seed for one in Noted.instances}) == 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Illegal", r"Illegal answered 2 when asked about \w{10} pot 4 to call 2 fold/call/raise; legal are 1, 3, 5"),
        ("Broken", r"Broken, asked about \w{10} pot 2 to call 0 check/bet: KeyError: 5 \(.*probed_bots.py, line \d+\)"),
        ("Unmade", r"Unmade cannot be made: ValueError: no table for this cap \(.*probed_bots.py, line \d+\)"),
        ("Exits", r"Exits, asked about \w{10} pot 2 to call 0 check/bet: SystemExit: 0 \(.*probed_bots.py, line \d+\)"),
        ("ExitsAtOnce", r"ExitsAtOnce cannot be made: SystemExit: 0 \(.*probed_bots.py, line \d+\)"),
    ],
)
def test_a_bot_that_fails_is_exit_1_and_named_with_the_view(arena, bot, said):
    done = arena("probe", f"{OURS}:{bot}", *FEW)
    assert (done.code, done.out) == (1, "")
    assert re.search(rf"arena: {OURS}:{said}$", done.err.strip())


@pytest.mark.parametrize("code", [None, "2", 2.0, np.arange(3), 99])
def test_an_answer_that_is_no_legal_code_is_told(code):
    view = Hand(FiveCardDrawRuleset(), range(16), 2).view(0)
    with pytest.raises(EngineFailed, match=r"^mine answered .* when asked about 2c2h3c3h4c pot 2 to call 0 check/bet; legal are 2, 4$"):
        answer("mine", SimpleNamespace(act=lambda _: code), view)
    assert answer("mine", SimpleNamespace(act=lambda _: np.int8(2)), view) == 2


@pytest.mark.slow
def test_a_bot_that_exits_in_another_process_is_exit_1_and_named(arena):
    done = arena("probe", f"{OURS}:ExitsElsewhere", "--effort", "quick", "--hands", 4, "--jobs", 2)
    assert (done.code, done.out) == (1, "")
    assert re.search(rf"arena: {OURS}:ExitsElsewhere, asked about .*: SystemExit: 0 \(.*probed_bots.py, line \d+\)$", done.err.strip())


@pytest.mark.slow
def test_a_process_that_dies_is_exit_1(arena):
    """The bot that is asked here, and plays there, ends whatever process is not the first."""
    done = arena("probe", f"{OURS}:Deadly", "--effort", "quick", "--hands", 4, "--jobs", 2)
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1] == "arena: a process that shared the work died; with --jobs 1 all is done in this one"


CHATTY = """
import os
from multiprocessing import parent_process
from bots.draw import Fold

where = "here" if parent_process() is None else "elsewhere"
print("imported", where)

class Chatty(Fold):
    def __init__(self, info):
        super().__init__(info)
        print("made", where)

    def act(self, view):
        print("acts", where)
        return super().act(view)

    def strategies(self):
        print("shows", where)
"""


@pytest.mark.slow
def test_what_bots_write_to_standard_output_is_not_in_the_document(tmp_path, monkeypatch, capfd):
    """From its import on, in the process that asks and in those that play."""
    (tmp_path / "chatty_to_be_probed.py").write_text(CHATTY)
    monkeypatch.syspath_prepend(tmp_path)
    done = call(capfd, "probe", "chatty_to_be_probed:Chatty", "--effort", "quick", "--hands", 4, "--jobs", 2, "--json")
    assert done.document["bots"][0]["net_chips"] == 4
    said = {f"{what} {where}" for what in ("imported", "made", "acts") for where in ("here", "elsewhere")}
    assert {*done.err.splitlines()} >= said | {"shows here"}


# Where the money comes from


@pytest.mark.slow
def test_the_same_seed_gives_the_same_document_whatever_the_jobs_and_everything_adds_up(arena):
    """Two parts of deals, the second of them short."""
    arguments = ("probe", CALL, "--effort", "quick", "--hands", 600, "--seed", "2a", "--json")
    one, two = arena(*arguments, "--jobs", 1).document, arena(*arguments, "--jobs", 2).document
    assert one == two
    (found,) = one["bots"]
    assert found["hands"] == 600
    assert found["low"] < found["mean"] < found["high"]
    assert found["mean"] == pytest.approx(1000 * found["net_chips"] / (4 * 600), abs=1e-3)
    for table in ("lines", "dealt", "endings"):
        assert sum(row["hands"] for row in found[table]) == found["hands"]
        assert sum(row["net_chips"] for row in found[table]) == found["net_chips"]
    assert len(found["lines"]) == LINES + 1
    assert [row["dealt"] for row in found["dealt"]] == list(DEALT)


CHECKED = ((RESPONSE, Kind.CHECK, 0), (BOT, Kind.CHECK, 0))
DREW = (*CHECKED, (RESPONSE, Kind.DRAW, 3), (BOT, Kind.DRAW, 0))
MONEY = {
    Course(0, ((BOT, Kind.BET, 0), (RESPONSE, Kind.FOLD, 0))): Sum(5, -5),
    Course(0, ((RESPONSE, Kind.BET, 0), (BOT, Kind.FOLD, 0))): Sum(40, 40),
    Course(2, ((RESPONSE, Kind.BET, 0), (BOT, Kind.FOLD, 0))): Sum(10, 10),
    Course(2, (*DREW, (RESPONSE, Kind.BET, 0), (BOT, Kind.FOLD, 0))): Sum(3, 3),
    Course(2, (*DREW, *CHECKED)): Sum(20, -4),
    Course(6, (*DREW, (RESPONSE, Kind.CHECK, 0), (BOT, Kind.BET, 0), (RESPONSE, Kind.CALL, 0))): Sum(2, -10),
}


def test_lines_are_told_in_words_the_dearest_first_and_the_others_together():
    told = [(one.name, one.sum, one.lines) for one in by_line(MONEY, 2)]
    assert told == [
        (("response bets, bot folds", "", ""), Sum(50, 50), 1),
        (("response checks, bot checks", "response 3, bot 0", "response checks, bot bets, response calls"), Sum(2, -10), 1),
        (("", "", ""), Sum(28, -6), 3),
    ]
    assert [one.lines for one in by_line(MONEY, 4)] == [1] * 5


def test_hands_are_told_apart_by_what_the_bot_was_dealt_and_what_it_did():
    told = [(one.name, one.sum, one.mostly) for one in by_dealt(MONEY)]
    assert told == [
        (("high card",), Sum(45, 35), ("folds 89 %", "", "")),
        (("low pair",), Sum(33, 9), ("checks 70 %", "pat 100 %", "checks 87 %")),
        (("straight or better",), Sum(2, -10), ("checks 100 %", "pat 100 %", "wagers 100 %")),
    ]


def test_hands_are_told_apart_by_how_they_end():
    told = [(*one.name, one.sum) for one in by_ending(MONEY)]
    assert told == [
        ("the bot folds before the draw", Sum(50, 50)),
        ("the bot folds after the draw", Sum(3, 3)),
        ("the response folds", Sum(5, -5)),
        ("showdown", Sum(22, -14)),
    ]


@pytest.mark.parametrize(
    ("cards", "dealt"),
    [
        ("AsKd9h5c2d", "high card"),
        ("AsKsQhJs4d", "high card"),
        ("As2d3h4c9d", "high card"),
        ("As9s5s2sKd", "four to a flush or a straight"),
        ("5s6d7h8cKd", "four to a flush or a straight"),
        ("2s3d4h5cKd", "four to a flush or a straight"),
        ("TsJdQhKc2d", "four to a flush or a straight"),
        ("TsTdAhKcQd", "low pair"),
        ("JsJd2h3c4d", "high pair"),
        ("JsJd2h2c4d", "two pair"),
        ("JsJdJh2c4d", "three of a kind"),
        ("2s3d4h5c6d", "straight or better"),
        ("JsJdJhJc4d", "straight or better"),
    ],
)
def test_what_the_bot_was_dealt(cards, dealt):
    assert DEALT[dealt_of(parse_cards(cards))] == dealt


# What is said


TOTAL = Sum(80, 34)


def found(mean=106.25, low=100.0, high=112.5, name=CALL, shown=False):
    return Probe(name, FiveCardDrawRuleset(), (120.0, 100.0), Interval(mean, low, high), 0 if shown else 1234, MONEY, shown)


def test_a_single_bot_is_told_with_its_tables_in_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    show_report(Report([found(name="draw/tight_aggressive@1")], "normal", "2a"), console())
    *rows, last = capsys.readouterr().out.splitlines()
    assert max(map(len, rows)) <= 80
    assert sum(" together " in row and "+106.2" in row for row in rows) == 3
    assert last == sentence(found(name="draw/tight_aggressive@1"))


def test_several_bots_are_a_row_each(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    show_report(Report([found(), found(name="draw/easy@1")], "normal", "2a"), console())
    out = capsys.readouterr().out
    for words in ("draw/call ", "draw/easy@1 ", "100.0 … 112.5", "1,234", "the bot folds before the draw: +156.2"):
        assert words in out
    assert "Where the money comes from" not in out


@pytest.mark.parametrize(
    ("probed", "said"),
    [
        (
            found(),
            "A player who knew draw/call's way won 106.2 mbb/h from it in 80 hands (winnings in the long run 100.0 … 112.5, 95 %); a big "
            "bet a hand is 1000, always folding loses 250. The model promises 110.0: the figure to believe is what was played, an estimate "
            "of a lower bound of what can be won.",
        ),
        (
            found(115.0, None, None),
            "A player who knew draw/call's way won 115.0 mbb/h from it in 80 hands (too early for an interval); a big bet a hand is 1000, "
            "always folding loses 250. The model promises 110.0; what was played is an estimate of a lower bound of what can be won.",
        ),
        (
            found(-7.5, -27.0, 12.0, shown=True),
            "A player who knew draw/call's way lost 7.5 mbb/h to it in 80 hands (winnings in the long run -27.0 … 12.0, 95 %); a big bet "
            "a hand is 1000, always folding loses 250. It showed its table and was not asked. The model promises 110.0: the figure to "
            "believe is what was played, an estimate of a lower bound of what can be won.",
        ),
    ],
)
def test_the_sentence_says_what_to_believe(probed, said):
    assert sentence(probed) == said


def test_the_document_adds_up_and_says_by_which_rules():
    document = Report([found(name="a"), found(115.0, None, None, name="b")], "quick", "2a").document()
    assert [one["bot"] for one in document["bots"]] == ["a", "b"]
    assert (document["rules"]["max_raises"], document["always_folding"], document["effort"]) == (3, -250, "quick")
    assert (document["bots"][1]["low"], document["bots"][1]["exploitability"]) == (None, 110)
    for table in ("lines", "dealt", "endings"):
        rows = document["bots"][0][table]
        assert sum((Sum(row["hands"], row["net_chips"]) for row in rows), Sum()) == TOTAL
        assert sum(row["mbb"] for row in rows) == pytest.approx(106.25, abs=0.01)


# What cannot be asked


@pytest.fixture
def rules(tmp_path):
    def write(text):
        (tmp_path / "rules.toml").write_text(text)
        return tmp_path / "rules.toml"

    return write


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name one or more bots, or give --all; such as `arena probe draw/easy`"),
        (("draw/easy", "--all"), "--all probes every built-in bot; leave it out, or draw/easy"),
        (("draw/eazy",), "no built-in bot is called 'draw/eazy'; did you mean draw/easy?"),
        (("draw/easy@7",), "built-in bot 'draw/easy' has version 1, not 7"),
        (("python -V",), "python -V: a program cannot be asked out of the blue; name a built-in bot, or a class such as mybots.new:Bot"),
        (("draw/easy", "bonus/hard"), "bonus/hard@1: only five-card draw is probed, not holdem_bonus"),
        (("draw/easy", "--hands", 1), "--hands"),
        (("draw/easy", "--effort", "none"), "--effort"),
        (("draw/easy", "--seed", "xyz"), "--seed xyz: must be 1 to 64 hexadecimal digits"),
        (("draw/easy", "--rules", "nowhere.toml"), "nowhere.toml: no such file"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(arena, arguments, said):
    done = arena("probe", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rules]\nall_in = true\nstarting_stack = 50", "[rules] all_in = true: must be false"),
        ("[rules]\nmax_raises = 5", "[rules] max_raises = 5: must be at most 4"),
        ("[play]\nseats = 3", "[play] seats = 3"),
        ('game = "holdem_bonus"', "draw/easy@1 plays five_card_draw"),
    ],
)
def test_rules_that_cannot_be_solved_are_refused_in_one_line(arena, rules, text, said):
    done = arena("probe", "draw/easy", "--rules", rules(text))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "rules.toml: " in done.err
    assert said in done.err


@pytest.mark.slow
def test_other_rules_are_played(arena, rules):
    """An ante of 3 chips and bets of 5 and 10: the folder loses 300."""
    house = rules("[rules]\nante = 3\nsmall_bet = 5\nbig_bet = 10\nmax_raises = 1")
    done = arena("probe", "draw/fold", *FEW, "--rules", house)
    assert done.code == 0
    assert "won 300.0 mbb/h from it in 400 hands (winnings in the long run 300.0 … 300.0, 95 %)" in done.out
    assert "a big bet a hand is 1000, always folding loses 300." in done.out


def test_all_are_the_levels_and_the_panel_each_with_its_version():
    names = dict(name.split("@") for name in every_builtin())
    panel = ("call", "raise", "fold", "random", "tight_passive", "tight_aggressive", "loose_aggressive")
    assert set(names) >= {f"draw/{name}" for name in ("easy", "normal", "hard", *panel)}
    assert all(name.startswith("draw/") for name in names)


def test_help_says_what_bots_may_be(arena):
    out = " ".join(arena("probe", "--help").out.split())
    words = ("mybots.new:Bot", "draw/hard@1", "code you trust", "Nothing is stored", "arena probe --all", "method `strategies`")
    for one in (*words, "an odd number is one more", "Instances that share state", "depends on --jobs", "standard error"):
        assert one in out

"""The board at the widths of ordinary terminals: bands, who has no place, what went wrong, and what it says of runs that are over.

Figures as in tests/tournaments/test_standings.py: 4 chips a mirrored pair of hands are 500 mbb/h, and 200 blocks decide what is constant.
"""

import dataclasses
import re

import pytest
from rich.console import Console

from arena.cli.boards import board_table, open_text, rules_text, show_board
from arena.dealer import RunStatus
from arena.matches import Block, Cause, Status
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset
from arena.store import Database
from arena.tournaments import (
    Entrant,
    Order,
    OrderKind,
    PassScheduler,
    PlaySettings,
    Rules,
    StandingsRow,
    TournamentSpec,
    new_bands,
    standings,
)
from tests.cli.filling import fill, forfeited, tournament, void
from tests.tournaments.making import duel, forfeit, make_spec, outcome

NAMES = [":smile: one", "[bold]two", *(f"team-alpha/a-very-long-name-of-a-bot-{number}" for number in range(4))]
DECIDED = {(0, 1): 8, (0, 2): 8, (0, 3): 16, (1, 2): 0, (1, 3): 8, (2, 3): 8}
"""a beats everyone, b and c tie exactly, d loses to everyone."""


def decided(spec=None, orders=(), nets=None, **fields):
    """The standings of four after 200 blocks of each pairing."""
    found = [outcome(pairing, duel([net] * 200), **fields) for pairing, net in (nets or DECIDED).items()]
    return standings(spec or make_spec("abcd"), found, orders)


def shown(board, width=120, status=RunStatus.COMPLETED):
    out = Console(width=width, highlight=False, markup=False, emoji=False)
    with out.capture() as captured:
        show_board(board, 0.95, out, status)
    return captured.get()


def flat(board, **asked):
    """Captions are wrapped."""
    return " ".join(shown(board, **asked).split())


def lines_of(board, width=120):
    """The lines of the leaderboard alone: what stands in the first two columns, or ``line``."""
    out = Console(width=width, highlight=False)
    with out.capture() as captured:
        out.print(board_table(board, 0.95))
    inner = [line for line in captured.get().splitlines() if line[:1] in "│├"]
    return ["line" if line[0] == "├" else " ".join(line.split("│")[1].split() + line.split("│")[2].split()) for line in inner]


def row(best, worst):
    return StandingsRow("x", best, worst, 0.0, None, None, None, 0, 300, 0, 0, 0, 0.0)


@pytest.mark.parametrize("columns", [120, 80, 60])
def test_board_fits_with_whole_numbers_and_plain_names(arena, path, monkeypatch, columns):
    fill(path, tournament(NAMES))
    monkeypatch.setenv("COLUMNS", str(columns))
    done = arena("leaderboard", "--db", path)
    scores = [f"{row['score']:+.1f}" for row in arena("leaderboard", "--db", path, "--json").document["standings"]]
    assert all(score in done.out for score in scores)
    assert max(map(len, done.out.splitlines())) <= columns
    assert "[bold]two" in done.out or columns < 120
    assert ":smile: one" in done.out


def test_width_without_columns_is_120_when_piped(arena, path, monkeypatch):
    fill(path, tournament(NAMES[:2]))
    monkeypatch.delenv("COLUMNS")
    assert {len(line) for line in arena("leaderboard", "--db", path).out.splitlines()} <= set(range(121))
    assert "± s.e." in arena("leaderboard", "--db", path).out


def test_columns_of_zeros_go_first(arena, path, monkeypatch):
    fill(path, tournament(NAMES))
    monkeypatch.setenv("COLUMNS", "60")
    out = arena("leaderboard", "--db", path).out
    assert "hands ┃" in out
    assert "forfeits" not in out


def test_columns_of_zeros_go_before_a_name_is_cut():
    """Whole, the table takes 106 columns; without the columns of zeros a name of 21 characters fits into 80."""
    board = decided(make_spec(["a name of twenty char", "b", "c", "d"]))
    out = shown(board, width=80)
    assert "a name of twenty char" in out
    assert "incidents" not in out
    assert "incidents" in shown(board, width=120)


def test_running_finished_and_interrupted_runs_say_so(arena, path):
    fill(path, tournament(), status=RunStatus.RUNNING)
    assert "are not decided yet" in arena("leaderboard", "--db", path).out
    fill(path, tournament())
    assert "ranks with a range were not decided" in arena("leaderboard", "--db", path).out
    fill(path, tournament(), status=RunStatus.STOPPED, reason="interrupted")
    out = arena("leaderboard", "--db", path).out
    assert "stopped: interrupted" in out
    assert "not decided yet" not in out


def test_reasons_are_whole_lines(arena, path, monkeypatch):
    fill(path, tournament(), forfeited)
    monkeypatch.setenv("COLUMNS", "40")
    assert "1 match forfeited: b: its program exited with status 1\n" in arena("leaderboard", "--db", path).out


def test_lines_stand_between_bands():
    """b and c share ranks 2 to 3, and the band."""
    assert lines_of(decided()) == ["1 a", "line", "2–3 b", "2–3 c", "line", "4 d"]


def test_where_ranks_overlap_there_is_no_line():
    assert new_bands([row(1, 2), row(1, 3), row(2, 3), row(4, 5), row(4, 5)]) == [False, False, False, True, False]
    assert new_bands([row(1, 3), row(1, 3), row(1, 3)]) == [False] * 3


def test_a_band_is_told_by_everyone_in_it_not_by_neighbours():
    """The first is surely better than the second and third, but the fourth may be anywhere."""
    assert new_bands([row(1, 2), row(2, 4), row(2, 4), row(1, 4)]) == [False] * 4


def test_who_has_no_place_stands_below_a_line_and_says_why():
    spec = make_spec("abcd")
    spec = dataclasses.replace(spec, entrants=(dataclasses.replace(spec.entrants[0], unscored=True), *spec.entrants[1:]))
    orders = [Order(OrderKind.WITHDRAW, "b", "tired"), Order(OrderKind.DISQUALIFY, "c", "colluded")]
    board = decided(spec, orders)
    assert lines_of(board)[:2] == ["1 d", "line"]
    assert set(lines_of(board)[2:]) == {"unscored a", "withdrawn b", "disqualified c"}
    out = shown(board)
    assert "b withdrew: tired\n" in out
    assert "c was disqualified: colluded\n" in out
    assert new_bands([row(None, None), row(None, None)]) == [False] * 2


def test_where_nobody_has_a_place_nothing_is_decided():
    board = decided(orders=[Order(OrderKind.WITHDRAW, name) for name in "abcd"])
    assert "; nobody has a rank." in flat(board)


def test_an_order_that_does_not_hold_yet_says_so_while_the_run_goes_on():
    board = decided(orders=[Order(OrderKind.WITHDRAW, "b"), Order(OrderKind.WITHDRAW, "c", pass_number=1)])
    assert "b withdrew (played so from the next pass on)\n" in shown(board, status=RunStatus.RUNNING)
    assert "c withdrew\n" in shown(board, status=RunStatus.RUNNING)
    assert "b withdrew\n" in shown(board)


def test_losses_forfeits_and_voids_are_told_apart():
    """b lost a match, forfeited another, and a third is void: a loss is no fault, a forfeit is counted, the void in a column of its own."""
    found = [
        outcome((0, 1), duel([8] * 10)),
        outcome((0, 1), duel([8] * 10), 1, status=Status.FORFEITED, forfeits=(0, 2), incidents=(0, 20), reason="b: gone", cause=Cause.GONE),
        outcome((0, 1), (), 2, status=Status.VOID, reason="the lights went out", cause=Cause.ARENA_ERROR),
    ]
    board = standings(make_spec("ab"), found)
    out = shown(board)
    headings = [cell.strip() for cell in out.splitlines()[2].strip("┃").split("┃")]
    cells = next([cell.strip() for cell in line.strip("│").split("│")] for line in out.splitlines() if "│ b " in line)
    assert dict(zip(headings, cells, strict=True)) | {"incidents": "20", "forfeits": "2", "voids": "1"} == dict(
        zip(headings, cells, strict=True)
    )
    assert "in 2 matches, 2 legs forfeited, 1 more void;" in flat(board)
    assert "A forfeited leg costs whoever forfeited it" in flat(board)
    assert "A void match is no bot's fault" in flat(board)
    assert "1 match forfeited: b: gone\n" in out
    assert "1 match void: the lights went out\n" in out


def test_without_forfeits_and_voids_nothing_is_said_of_them():
    out = flat(decided())
    assert "void" not in out
    assert "A forfeited leg" not in out


def test_a_match_void_by_hand_is_told_once():
    match_id = "0-1/0"
    out = shown(decided(orders=[Order(OrderKind.VOID, match_id, "wrong bot; sorry")]))
    assert out.count("wrong bot") == 1
    assert f"match {match_id} is void by hand: wrong bot; sorry\n" in out


@pytest.mark.parametrize(
    ("format_name", "says", "status", "verdict"),
    [
        ("round_robin", "Everyone against everyone:", RunStatus.RUNNING, "ranks with a range are not decided yet."),
        ("gauntlet", "Gauntlet:", RunStatus.RUNNING, "not of every hero and each opponent is it sure yet who is better."),
        ("gauntlet", "head to head", RunStatus.COMPLETED, "not of every hero and each opponent was it sure who is better."),
        ("swiss", "Scores are ratings", RunStatus.COMPLETED, "ranks with a range were not decided."),
        ("ladder", "Scores are ratings", RunStatus.COMPLETED, "ranks with a range were not decided."),
        ("knockout", "Ranks say who came how far", RunStatus.RUNNING, "not every tie is over yet."),
        ("knockout", "Knockout:", RunStatus.STOPPED, "not every tie was played to its end."),
    ],
)
def test_every_format_has_its_words(format_name, says, status, verdict):
    """Of four that tie exactly nothing is decided."""
    spec = dataclasses.replace(make_spec("abcd"), format=format_name, hero=("a",) * (format_name == "gauntlet"), passes=9)
    board = decided(spec, nets=dict.fromkeys(DECIDED, 0))
    assert says in flat(board)
    assert verdict in flat(board, status=status)


def test_a_gauntlet_and_a_knockout_say_when_they_are_decided():
    gauntlet = dataclasses.replace(make_spec("abcd"), format="gauntlet", hero=("a",))
    assert "of every hero and each opponent it is sure who is better." in flat(decided(gauntlet, nets={(0, 1): 8, (0, 2): 8, (0, 3): -8}))
    knockout = dataclasses.replace(make_spec("abcd"), format="knockout")
    board = decided(knockout, nets={(0, 3): 8, (1, 2): 8, (0, 1): 8})
    assert "every tie is over." in flat(board)
    assert lines_of(board) == ["1 a", "line", "2 b", "line", "3–4 c", "3–4 d"]


def test_prizes_of_sit_and_go_are_told_in_buy_ins():
    carried = FiveCardDrawRuleset(all_in=True, starting_stack=20, stacks="carry")
    spec = dataclasses.replace(make_spec("ab"), format="sit_and_go", ruleset=carried, payouts=(100,))
    block = dataclasses.replace(duel([20])[0], prizes=(3.0, 1.0))
    board = standings(spec, [outcome((0, 1), [block])])
    assert "prize: thousandths of a buy-in won per match, by places." in flat(board)
    assert "Sit-and-go:" in flat(board)
    assert "prize ┃" in shown(board)


def test_withdrawals_of_a_stored_run_are_shown(arena, path):
    fill(path, tournament(("a", "b", "c")), status=RunStatus.RUNNING)
    with Database(str(path)) as database:
        database.give_order(1, Order(OrderKind.WITHDRAW, "b", "tired", by="ada"))
    out = arena("leaderboard", "--db", path).out
    assert "│ withdrawn │ b " in out
    assert "b withdrew (played so from the next pass on): tired\n" in out


def test_voids_of_a_stored_run_are_shown(arena, path):
    fill(path, tournament(), void)
    out = arena("leaderboard", "--db", path).out
    assert "voids ┃" in out
    assert "1 match void: the lights went out\n" in out


def faultless(hands, others=0.2):
    """The standings of a, b and c against the house: a made no mistake, b makes the same ones again and again, c has not played."""
    entrants = tuple(Entrant(name, builtin="bonus/hard") for name in "abc")
    spec = TournamentSpec("T", "holdem_bonus", HoldemBonusRuleset(), entrants, "solo", PlaySettings(seats=1))
    none, some = (tuple(Block(n, (0,), (0,), 1, 1, (regret * (n % 2),)) for n in range(hands)) for regret in (0.0, others))
    return standings(spec, [outcome((0,), none), outcome((1,), some)])


@pytest.mark.parametrize("hands", [50, 400, 20_000])
def test_no_mistake_yet_is_not_perfect_and_has_no_interval_of_no_width(hands):
    """A rare mistake may not have come up: of 400 hands none needs to have had pocket aces."""
    found = faultless(hands)
    cells = {
        row[2].strip(): [cell.strip() for cell in row[3:6]]
        for row in (line.split("│") for line in shown(found).splitlines())
        if len(row) > 6
    }
    assert cells["a"] == ["no mistake yet", "+0", "too early"]
    assert cells["c"] == ["–", "–", "–"]
    assert (cells["b"][2] == "too early") == (hands == 50)
    assert "perfect" not in shown(found)
    assert "0.0 … 0.0" not in shown(found)


def test_how_rare_mistakes_may_still_be_is_said_by_the_rule_of_three():
    """20 hands of 400 without one, of which 3/400 would have one: (1 - 3/400)^400 < 0.05; at 2.9/400 it would not be."""
    assert (1 - 3 / 400) ** 400 < 0.05 < (1 - 2.9 / 400) ** 400
    assert "No mistake yet: after n hands surely fewer than 3/n of all hands have one (95%)." in flat(faultless(400))
    assert "No mistake yet" not in flat(decided())


def test_where_nothing_was_played_charges_have_no_interval():
    """b forfeited every hand: what that costs is its score; how sure it is that it costs that is no question."""
    found = standings(make_spec("abc"), [forfeit(plan, 1) for plan in PassScheduler(make_spec("abc"), bytes(32)).next_pass()[:1]])
    lines = [[cell.strip() for cell in line.split("│")] for line in shown(found).splitlines() if "│ b " in line]
    assert lines[0][3:6] == ["-1000.0", "–", "–"]
    assert "too early" not in shown(found).partition("Head to head")[0]


@pytest.mark.parametrize(("width", "missed"), [(120, ""), (70, ""), (50, "No room for: hands"), (40, "No room for: 95% interval, hands")])
def test_columns_that_have_no_room_are_named_unless_they_say_nothing(width, missed):
    """Nobody forfeited, and there were no incidents: columns of zeros are missed by nobody."""
    table = flat(decided(), width=width).partition(" Head to head")[0]
    assert "".join(re.findall("No room for: .*", table)) == missed


def test_open_pairs_are_named_up_to_three():
    assert open_text([]) == ""
    assert open_text([("a", "b"), ("b", "c")]) == "a–b, b–c"
    assert open_text([("a", "b")] * 5) == "a–b, a–b, a–b and 2 more"


def test_rules_are_told_by_what_differs():
    usual = Rules("five_card_draw", FiveCardDrawRuleset())
    other = Rules("five_card_draw", FiveCardDrawRuleset(ante=2, all_in=True, starting_stack=30, stacks="carry"), 40, (100,))
    told = 'ante = 2, all_in = true, starting_stack = 30, stacks = "carry", deals_per_match = 40, payouts = [100]'
    assert rules_text(other, usual) == told
    assert "starting_stack = left out" in rules_text(usual, other)

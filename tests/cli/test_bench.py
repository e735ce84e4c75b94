"""Parts of the performance table are chosen by name; a row stands beside each peer that is there. Nothing here is timed."""

import json

import pytest

from arena.cli import measure
from arena.cli.bench import PARTS, Row, against, measured, put_table, show
from arena.cli.bench_peers import Peer
from arena.rules import DRAW_CODES

WRITTEN = "before\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n"
ROWS = [Row("hands", 600.0, "hands/s", 200.0, "a 1.0"), Row("alone", 2.0, "µs")]


def rates_of(*figures):
    return lambda works: list(figures[: len(works)])


def peers(*names):
    return [Peer(name, lambda: 1) for name in names]


def test_each_peer_has_a_row_and_ours_is_measured_once():
    rows = list(against("hands", "hands/s", lambda: 1, peers("a", "b"), rates_of(6.0, 2.0, 12.0)))
    assert rows == [Row("hands", 6.0, "hands/s", 2.0, "a"), Row("hands", 6.0, "hands/s", 12.0, "b")]
    assert [row.ratio for row in rows] == [3.0, 0.5]


def test_without_a_peer_ours_stands_alone():
    (row,) = against("hands", "hands/s", lambda: 1, [], rates_of(6.0))
    assert row.ratio is None
    assert row.cells() == ("hands", "6.0 hands/s", "–", "–", "–")
    assert str(row) == "hands: 6.0 hands/s"


def test_figures_are_short_and_small_ratios_keep_two_places():
    assert Row("hands", 1234567.8, "hands/s", 1.0, "a").cells() == ("hands", "1,234,568 hands/s", "1.0 hands/s", "1,234,568", "a")
    assert Row("hands", 150.0, "hands/s", 100.0, "a").cells()[3] == "1.50"
    assert str(Row("hands", 150.0, "hands/s", 100.0, "a 1.0")) == "hands: 150 hands/s, 1.50 × a 1.0"


@pytest.mark.parametrize(("chosen", "found"), [(("wire",), "w"), (("wire", "engine"), "ew"), (("engine", "engine"), "e"), ((), "")])
def test_only_the_chosen_parts_are_measured_in_the_order_of_the_table(capsys, chosen, found):
    parts = {name: lambda name=name: iter([Row(name[0], 1.0, "µs")]) for name in PARTS}
    assert "".join([row.what for row in measured(chosen, parts)]) == found
    assert capsys.readouterr() == ("", "".join([f"{letter}: 1.0 µs\n" for letter in found]))


def test_an_unknown_part_is_refused_in_one_sentence_that_names_the_parts(arena):
    done = arena("bench", "--only", "speed")
    assert (done.code, done.out) == (2, "")
    assert done.err == "arena: Invalid value for '--only': 'speed' is not one of 'engine', 'strength', 'wire'; see arena bench --help\n"


def test_a_table_in_a_file_is_never_replaced_by_a_part_of_it(arena, tmp_path):
    file = tmp_path / "README.md"
    file.write_text(WRITTEN)
    done = arena("bench", "--only", "strength", "--write", file)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"arena: --write {file}: the table there has every row; leave --only out\n"
    assert file.read_text() == WRITTEN


@pytest.mark.parametrize(("text", "reason"), [("no marks", "has no place for the table"), (None, "cannot be read")])
def test_a_file_without_a_place_for_the_table_is_refused_before_anything_is_measured(arena, tmp_path, text, reason):
    file = tmp_path / "README.md"
    if text is not None:
        file.write_text(text)
    done = arena("bench", "--write", file)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"arena: --write {file}: {reason}")
    assert done.err.count("\n") == 1


def test_help_shows_the_parts_and_examples(arena):
    done = arena("bench", "--help")
    assert done.code == 0
    assert "[engine|strength|wire]" in done.out
    assert "arena bench --only engine --only strength --json" in done.out


def test_the_table_takes_the_place_of_the_old_one_and_nothing_else(tmp_path):
    file = tmp_path / "README.md"
    file.write_text(WRITTEN)
    put_table(file, ROWS)
    text = file.read_text()
    assert text.startswith("before\n<!-- bench:begin -->\nMeasured by `make bench` on Python 3.")
    assert text.endswith("| alone | 2.0 µs | – | – | – |\n<!-- bench:end -->\nafter\n")
    assert "| hands | 600 hands/s | 200 hands/s | 3.00 | a 1.0 |\n" in text
    assert "old" not in text


def test_json_is_one_document_with_the_figures_as_numbers(capsys):
    show(ROWS, as_json=True)
    first, second = json.loads(capsys.readouterr().out)
    assert first == {"what": "hands", "ours": 600.0, "unit": "hands/s", "peer": 200.0, "ratio": 3.0, "peer_name": "a 1.0"}
    assert (second["peer"], second["ratio"], second["peer_name"]) == (None, None, "")


def test_people_see_one_line_for_a_row(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    show(ROWS, as_json=False)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "600" in line]
    assert [cell.strip() for cell in line.strip("│").split("│")] == ["hands", "600 hands/s", "200 hands/s", "3.00", "a 1.0"]


def test_works_take_turns_and_a_rate_is_over_all_of_them():
    order = []
    rates = measure.rates([lambda: order.append("a") or 3, lambda: order.append("b") or 0], turns=3)
    assert "".join(order) == "ababab"
    assert rates[0] > 0
    assert rates[1] == 0


@pytest.mark.parametrize("players", [2, 6])
def test_hands_that_are_measured_are_whole_and_no_two_are_alike(players):
    hands = measure.random_hands(players)
    played = [next(hands) for _ in range(20)]
    assert all(hand.over and sum(hand.net) == 0 for hand in played)
    assert len({hand.deal for hand in played}) == 20


def test_hands_that_are_measured_use_every_kind_of_action():
    hands = measure.random_hands(3)
    codes = {code for _ in range(300) for code in next(hands).codes}
    assert codes == {1, 2, 3, 4, 5, *DRAW_CODES}


@pytest.mark.parametrize(
    "work", [measure.our_hands(2, 3), measure.our_deals(16, 3), measure.our_strengths(5, 3), measure.our_strengths(7, 3)]
)
def test_work_says_how_much_it_did(work):
    assert work() == work() == 3


def test_batches_are_counted_by_hands():
    assert measure.our_batch_strengths(7, 10, 30)() == 30


def test_decisions_of_a_hand_are_all_that_was_played_draws_too():
    hands = measure.random_hands(2)
    assert measure.mean_decisions(2, 50) == sum([len(next(hands).codes) for _ in range(50)]) / 50

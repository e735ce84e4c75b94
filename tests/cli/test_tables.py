"""Tables fit, numbers are whole, and names stay different."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from arena.cli.tables import Column, Crosstable, FittedTable, fitted, shortened

LONG = [f"team-alpha/a-very-long-name-of-a-bot-{number}" for number in range(12)]


def lines_of(table, width):
    out = Console(file=io.StringIO(), width=width, markup=False, emoji=False)
    out.print(table, crop=False)
    return out.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [8, 9, 12, 20, 60])
@pytest.mark.parametrize(
    "names", [LONG, [f"{number}-of-many-bots-of-ada" for number in range(9)], [f"ada/{n:03}/raiser" for n in range(99)]]
)
def test_shortened_names_fit_and_stay_different(names, width):
    short = shortened(names, width)
    assert len(set(short)) == len(names)
    assert all(cell_len(name) <= width for name in short)


def test_shortened_name_keeps_both_ends():
    assert shortened(["ada/raiser-1", "b", "ada/raiser-1"], 9) == ["ada/…er-1", "b", "ada/…er-1"]


def test_wide_characters_count_two():
    assert shortened(["漢字漢字漢字"], 7) == ["漢…字"]


def test_least_important_column_goes_first():
    columns = [Column("a", ["1" * 10]), Column("b", ["2" * 10], expendable=1), Column("c", ["3" * 10], expendable=2)]
    found = {width: "".join(column.heading for column, _ in fitted(columns, width)) for width in (40, 39, 27, 26, 1)}
    assert found == {40: "abc", 39: "ab", 27: "ab", 26: "a", 1: "a"}


@pytest.mark.parametrize("width", [120, 80, 60, 30, 10])
def test_numbers_are_never_cut(width):
    table = FittedTable(
        "T", [Column("name", LONG, "left", "name"), Column("n", ["-1234567.8"] * 12), Column("text", ["word " * 9] * 12, kind="text")]
    )
    lines = lines_of(table, width)
    assert sum("-1234567.8" in line for line in lines) == 12
    assert width < 40 or max(map(cell_len, lines)) <= width


def test_control_characters_and_emoji_codes_of_cells_are_shown():
    text = "\n".join(lines_of(FittedTable("t\x1b", [Column("a", ["\x1b[2J :smile: [bold]"])]), 60))
    assert r"\x1b[2J :smile: [bold]" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("width", [200, 80, 60, 40])
def test_crosstable_shows_every_number_at_every_width(width):
    cells = [[f"{100 * row + column:+.1f}" for column in range(12)] for row in range(12)]
    lines = lines_of(Crosstable("X", LONG, cells), width)
    assert max(map(cell_len, lines)) <= width
    assert {text for row in cells for text in row} <= {word for line in lines for word in line.split()}


def test_crosstable_of_few_is_headed_by_names_and_of_many_by_numbers():
    assert "ada" in lines_of(Crosstable("X", ["ada", "bob"], [["", "+1.0"], ["-1.0", ""]]), 60)[2]
    many = lines_of(Crosstable("X", LONG, [["+100.0"] * 12] * 12), 120)
    assert "┃      1 ┃      2 ┃" in many[2]
    assert many[4].startswith("│ 1 team")

"""Tables that fit the terminal: a number is never cut.

What does not fit is left out a column at a time, the least important first, and the caption says so; texts are wrapped; names are cut
in the middle, and two different names never look alike. Columns and widths are counted in terminal cells, so a wide character counts
two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from arena.cli.text import visible

Justify: TypeAlias = Literal["left", "center", "right"]

LEAST_NAME, LEAST_TEXT = 8, 10
"""Cells down to which a name is cut, and a text is wrapped."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, and how it gives way."""

    heading: str
    cells: Sequence[str]
    justify: Justify = "right"
    kind: Literal["whole", "name", "text"] = "whole"
    """``whole`` stays as it is, a ``name`` may be cut in the middle, a ``text`` may be wrapped."""
    expendable: int = 0
    """Which goes first when there is no room: the highest; 0 stays."""

    @property
    def width(self) -> int:
        """What it would like."""
        return max(cell_len(text) for text in (self.heading, *self.cells))

    @property
    def least(self) -> int:
        """What it needs."""
        wanted = {"whole": self.width, "name": LEAST_NAME, "text": LEAST_TEXT}[self.kind]
        return max(cell_len(self.heading), min(self.width, wanted))


@dataclass(frozen=True, slots=True)
class FittedTable:
    """A table made for the width at which it is shown."""

    title: str
    columns: Sequence[Column]
    caption: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = [
            Column(one.heading, [visible(cell) for cell in one.cells], one.justify, one.kind, one.expendable) for one in self.columns
        ]
        kept = fitted(columns, options.max_width)
        yield laid_out(self.title, kept, caption_of(self.caption, columns, kept))


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Everyone against everyone. Columns are headed by names where there is room, else by numbers; a wide one comes in parts."""

    title: str
    names: Sequence[str]
    cells: Sequence[Sequence[str]]
    """A row for every name; in it a cell for every name."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names = [visible(name) for name in self.names]
        columns = [Column(name, column) for name, column in zip(names, zip(*self.cells, strict=True), strict=True)]
        rows = Column("", names, "left", "name")
        if needed([rows, *columns]) + rows.width - rows.least <= options.max_width:
            yield laid_out(self.title, fitted([rows, *columns], options.max_width))
            return
        columns = [Column(str(number), column.cells) for number, column in enumerate(columns, start=1)]
        width = max(column.width for column in columns)
        name_width = max(LEAST_NAME, min(rows.width, options.max_width // 3))
        numbered = [f"{number} {name}" for number, name in enumerate(shortened(names, name_width), start=1)]
        rows = Column("", numbered, "left")
        at_once = max(1, (options.max_width - rows.width - 4) // (width + 3))
        for first in range(0, len(columns), at_once):
            title = self.title if first == 0 else ""
            yield laid_out(title, [(column, column.width) for column in (rows, *columns[first : first + at_once])])


def needed(columns: Iterable[Column]) -> int:
    """The least width of a table of these columns, borders included."""
    return 1 + sum(column.least + 3 for column in columns)


def fitted(columns: Sequence[Column], width: int) -> list[tuple[Column, int]]:
    """The columns that have room, each with its width; more than ``width`` in all only when nothing is left to give up."""
    kept = list(columns)
    while needed(kept) > width and any(column.expendable for column in kept):
        kept.remove(max(kept, key=lambda column: column.expendable))
    widths = [column.least for column in kept]
    spare = max(0, width - needed(kept))
    wanting = sorted((column.width - column.least, at) for at, column in enumerate(kept) if column.width > column.least)
    for served, (wish, at) in enumerate(wanting):
        given = min(wish, spare // (len(wanting) - served))
        widths[at] += given
        spare -= given
    return list(zip(kept, widths, strict=True))


def caption_of(caption: str, columns: Iterable[Column], kept: Iterable[tuple[Column, int]]) -> str:
    """What stands below a table of which some columns had no room: also which; not those that say nothing in any line."""
    shown = {column.heading for column, _ in kept}
    missed = [one.heading for one in columns if one.heading not in shown and any(cell.strip(" –") for cell in one.cells)]
    return "\n".join(filter(None, [caption, f"No room for: {', '.join(missed)}" if missed else ""]))


def laid_out(title: str, columns: Sequence[tuple[Column, int]], caption: str = "") -> Table:
    """The table, with exactly these widths; names are cut to them."""
    width = 1 + sum(cells + 3 for _, cells in columns)
    made = Table(
        title=Text(visible(title)) if title else None,
        title_justify="left",
        title_style="bold",
        caption=Text(caption) if caption else None,
        caption_justify="left",
        width=width,
    )
    for column, cells in columns:
        made.add_column(Text(column.heading), justify=column.justify, width=cells, overflow="fold", no_wrap=column.kind != "text")
    contents = [shortened(column.cells, cells) if column.kind == "name" else column.cells for column, cells in columns]
    for row in zip(*contents, strict=True):
        made.add_row(*map(Text, row))
    return made


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Names cut in the middle to a width, still different from each other; ``ada/raiser-1`` in 9 cells is ``ada/…er-1``."""
    different = list(dict.fromkeys(names))
    keep = max(1, width - 1)
    for head in (keep - keep // 2, keep // 4, keep - keep // 4):
        cut = [_cut(name, width, head) for name in different]
        if len(set(cut)) == len(cut):
            break
    else:
        cut = _numbered(different, cut, width)
    short = dict(zip(different, cut, strict=True))
    return [short[name] for name in names]


def _numbered(names: Sequence[str], cut: Sequence[str], width: int) -> list[str]:
    """Those that look alike get a number instead of their end."""
    found = []
    for number, (name, short) in enumerate(zip(names, cut, strict=True), start=1):
        mark = f"…#{number}"
        found.append(short if cut.count(short) == 1 else _start(name, max(0, width - len(mark))) + mark)
    return found


def _cut(name: str, width: int, head: int) -> str:
    if cell_len(name) <= width:
        return name
    return _start(name, head) + "…" + _start(name[::-1], max(0, width - 1 - head))[::-1]


def _start(text: str, width: int) -> str:
    """As many characters as have room."""
    while cell_len(text) > width:
        text = text[:-1]
    return text

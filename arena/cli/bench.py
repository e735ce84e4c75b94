"""``arena bench``: the performance table, peers beside it where they are installed."""

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from arena.cli.common import console, examples, json_option, print_json, table
from arena.errors import ConfigError

_BEGIN, _END = "<!-- bench:begin -->", "<!-- bench:end -->"
_HEADINGS = ("what", "arena", "peer", "ratio", "peer is")


@dataclass(frozen=True, slots=True)
class _Row:
    what: str
    ours: float
    unit: str
    peer: float | None = None
    peer_name: str = ""

    @property
    def ratio(self) -> float | None:
        return None if self.peer is None else self.ours / self.peer

    def cells(self) -> tuple[str, ...]:
        peer = "–" if self.peer is None else _figure(self.peer, self.unit)
        ratio = "–" if self.ratio is None else f"{self.ratio:.2f}" if self.ratio < 10 else f"{self.ratio:.0f}"
        return (self.what, _figure(self.ours, self.unit), peer, ratio, self.peer_name or "–")


@examples("arena bench", "arena bench --write README.md", "arena bench --json")
@click.command()
@click.option("--write", type=click.Path(path_type=Path), metavar="FILE", help=f"Put the table between {_BEGIN} and {_END} of FILE.")
@json_option
def command(write: Path | None, as_json: bool) -> int:
    """Measure the engine, the table and the wire, with peers in the same run. Trust the ratios: machines are shared and noisy."""
    before = _text_around(write) if write else None
    rows = []
    out = console(error=True)
    for row in _measure():
        out.print(f"{row.what}: {row.cells()[1]}")
        rows.append(row)
    if as_json:
        fields = ("what", "ours", "unit", "peer", "ratio", "peer_name")
        print_json([{field: getattr(row, field) for field in fields} for row in rows])
    else:
        columns = [(heading, "left" if heading.endswith(("what", "is")) else "right") for heading in _HEADINGS]
        console().print(table(f"Performance: {_machine()}", columns, [row.cells() for row in rows]))
    if write and before:
        write.write_text(before[0] + _BEGIN + "\n" + _markdown(rows) + _END + before[1])
    return 0


def _measure() -> Iterator[_Row]:
    from arena.cli import measure, measure_wire

    pokerkit = f"pokerkit {_version('pokerkit')}"
    for players in (2, 6):
        peer = measure.pokerkit_hands(players)
        yield _Row(
            f"five-card draw, {players} players, random legal actions, dealing included",
            measure.rate(measure.our_hands(players)),
            "hands/s",
            peer and measure.rate(peer),
            pokerkit if peer else "",
        )
    for cards, number in ((5, "five"), (7, "seven")):
        peer = measure.pokerkit_strengths(cards)
        slow = peer and measure.rate(peer)
        for what, work in (("one by one", measure.our_strengths(cards)), ("in batches of 1,000", measure.our_batch_strengths(cards))):
            yield _Row(f"strength of {number} cards, {what}", measure.rate(work), "hands/s", slow, pokerkit if peer else "")
    for batch, decisions in ((1, 6_000), (64, 192_000)):
        ways = (measure_wire.table_rate, measure_wire.bridge_rate, measure_wire.echo_rate)
        rounds = [[way(batch, decisions) for way in ways] for _ in range(3)]
        table_rate, bridge_rate, echo_rate = (sorted(way)[1] for way in zip(*rounds, strict=True))
        name = f"bare grpc.aio {_version('grpcio')} echo"
        yield _Row(f"the bridge alone, one stream, batches of {batch}", bridge_rate, "decisions/s", echo_rate, name)
        yield _Row(f"a table over gRPC, one bot, batches of {batch}", table_rate, "decisions/s", echo_rate, name)
    wired, local = measure_wire.match_rates(6_000)
    yield _Row("draw/normal against itself over gRPC, both batching 64, start of programs included", wired, "hands/s", local, "in process")
    for batch in (1, 64):
        yield _Row(f"our CPU for one decision, gRPC and bot excluded, batches of {batch}", measure.table_cost(batch), "µs")


def _figure(value: float, unit: str) -> str:
    return f"{value:.1f} {unit}" if value < 100 else f"{value:,.0f} {unit}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _machine() -> str:
    return f"Python {platform.python_version()}, {len(os.sched_getaffinity(0))} processors, {platform.machine()}"


def _markdown(rows: list[_Row]) -> str:
    lines = [f"Measured by `make bench` on {_machine()}; medians or bests of three rounds in one run.", ""]
    lines += ["| " + " | ".join(_HEADINGS) + " |", "|---|---:|---:|---:|---|"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _text_around(file: Path) -> tuple[str, str]:
    """What stands before and after the table in a file.

    Raises:
        ConfigError: it cannot be read, or has no place for the table.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"--write {file}: cannot be read; name a text file such as README.md") from None
    before, found, rest = text.partition(_BEGIN)
    _, found_too, after = rest.partition(_END)
    if not found or not found_too:
        raise ConfigError(f"--write {file}: has no place for the table; put the lines {_BEGIN} and {_END} into it")
    return before, after

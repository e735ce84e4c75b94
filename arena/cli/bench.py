"""``arena bench``: the performance table, peers beside it where they are installed.

A row is one thing of ours beside one peer; a thing with several peers has several rows, and one that has none here a row
alone. What is measured, and how, is told in ``measure``, ``measure_wire`` and, for the peers, ``bench_peers``.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.common import console, examples, json_option, print_json, say, table
from arena.cli.marked import Marks, machine_text
from arena.errors import ConfigError

if TYPE_CHECKING:
    from arena.cli.bench_peers import Peer
    from arena.cli.measure import Work

_MARKS = Marks("bench")
_HEADINGS = ("what", "arena", "peer", "ratio", "peer is")


@dataclass(frozen=True, slots=True)
class Row:
    """One thing of ours, beside one peer or alone."""

    what: str
    ours: float
    unit: str
    peer: float | None = None
    peer_name: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours by the peer's; above 1 we are faster."""
        return None if self.peer is None else self.ours / self.peer

    def cells(self) -> tuple[str, ...]:
        """What stands under the headings."""
        peer = "–" if self.peer is None else _figure(self.peer, self.unit)
        ratio = "–" if self.ratio is None else f"{self.ratio:.2f}" if self.ratio < 10 else f"{self.ratio:,.0f}"
        return (self.what, _figure(self.ours, self.unit), peer, ratio, self.peer_name or "–")

    def __str__(self) -> str:
        """A line of progress."""
        what, ours, _, ratio, peer = self.cells()
        return f"{what}: {ours}" + (f", {ratio} × {peer}" if self.peer_name else "")


def against(what: str, unit: str, ours: "Work", peers: Sequence["Peer"], rates: Callable[[Sequence["Work"]], list[float]]) -> Iterator[Row]:
    """A row for each peer, ours measured once, in turn with all of them; a row alone where there is no peer."""
    rate, *others = rates([ours, *[peer.work for peer in peers]])
    if not peers:
        yield Row(what, rate, unit)
    for peer, other in zip(peers, others, strict=True):
        yield Row(what, rate, unit, other, peer.name)


def _engine() -> Iterator[Row]:
    from arena.cli import bench_peers, measure

    for players in (2, 4, 6):
        length = f"{measure.mean_decisions(players):.1f} decisions a hand"
        what = f"five-card draw, {players} players, random legal actions, dealing included, {length}"
        yield from against(what, "hands/s", measure.our_hands(players), bench_peers.hand_peers(players), measure.rates)
    for cards in (16, 48):
        what = f"a deal of {cards} cards alone, from its key by SHA-512"
        yield from against(what, "deals/s", measure.our_deals(cards), bench_peers.deal_peers(cards), measure.rates)


def _strength() -> Iterator[Row]:
    from arena.cli import bench_peers, measure

    for cards, number in ((5, "five"), (7, "seven")):
        ways = {"one by one": measure.our_strengths(cards)}
        ways |= {f"in batches of {size:,}": measure.our_batch_strengths(cards, size) for size in (1_000, 10_000)}
        peers = bench_peers.strength_peers(cards)
        for way, work in ways.items():
            yield from against(f"strength of {number} cards, {way}", "hands/s", work, peers, measure.rates)


def _wire() -> Iterator[Row]:
    from arena.cli import bench_peers, measure, measure_wire

    name = f"bare grpc.aio {bench_peers.release('grpcio')} echo"
    for batch, decisions in ((1, 6_000), (64, 192_000)):
        ways = (measure_wire.table_rate, measure_wire.bridge_rate, measure_wire.echo_rate)
        rounds = [[way(batch, decisions) for way in ways] for _ in range(3)]
        table_rate, bridge_rate, echo_rate = (sorted(way)[1] for way in zip(*rounds, strict=True))
        yield Row(f"the bridge alone, one stream, batches of {batch}", bridge_rate, "decisions/s", echo_rate, name)
        yield Row(f"a table over gRPC, one bot, batches of {batch}", table_rate, "decisions/s", echo_rate, name)
    wired, local = measure_wire.match_rates(6_000)
    yield Row("draw/normal against itself over gRPC, both batching 64, start of programs included", wired, "hands/s", local, "in process")
    for batch in (1, 64):
        yield Row(f"our CPU for one decision, gRPC and bot excluded, batches of {batch}", measure.table_cost(batch), "µs")


PARTS: dict[str, Callable[[], Iterator[Row]]] = {"engine": _engine, "strength": _strength, "wire": _wire}


@examples(
    "arena bench",
    "arena bench --only engine",
    "arena bench --only engine --only strength --json",
    "arena bench --write README.md",
)
@click.command()
@click.option("--only", "parts", type=click.Choice(list(PARTS)), multiple=True, help="This part alone; may be given again.")
@click.option(
    "--write", type=click.Path(path_type=Path), metavar="FILE", help=f"Put the table between {_MARKS.begin} and {_MARKS.end} of FILE."
)
@json_option
def command(parts: tuple[str, ...], write: Path | None, as_json: bool) -> int:
    """Measure the engine, hand strength and the wire, with peers in the same run.

    engine: whole hands of random legal actions; strength: five and seven cards; wire: tables and matches over gRPC. Trust the
    ratios: machines are shared and noisy. Peers that are not installed are left out: pip install 'bot-arena[bench]'.
    """
    if write and parts:
        raise ConfigError(f"--write {write}: the table there has every row; leave --only out")
    if write:
        _MARKS.around(write)
    rows = list(measured(parts or tuple(PARTS)))
    show(rows, as_json=as_json)
    if write:
        put_table(write, rows)
    return 0


def measured(parts: Sequence[str], of: dict[str, Callable[[], Iterator[Row]]] = PARTS) -> Iterator[Row]:
    """The rows of some parts, in the table's order whatever theirs is, each told on standard error when it is there."""
    out = console(error=True)
    for part, rows in of.items():
        if part in parts:
            for row in rows():
                say(out, str(row))
                yield row


def show(rows: Sequence[Row], *, as_json: bool) -> None:
    """The table on standard output."""
    if as_json:
        fields = ("what", "ours", "unit", "peer", "ratio", "peer_name")
        print_json([{field: getattr(row, field) for field in fields} for row in rows])
        return
    columns = [(heading, "left" if heading.endswith(("what", "is")) else "right") for heading in _HEADINGS]
    console().print(table(f"Performance: {machine_text()}", columns, [row.cells() for row in rows]))


def put_table(file: Path, rows: Sequence[Row]) -> None:
    """Put the table into a file, in place of the one that stands there.

    Raises:
        ConfigError: the file cannot be read, or has no place for the table.
    """
    _MARKS.put(file, _markdown(rows))


def _figure(value: float, unit: str) -> str:
    return f"{value:.1f} {unit}" if value < 100 else f"{value:,.0f} {unit}"


def _markdown(rows: Sequence[Row]) -> str:
    how = "Engine and strength: CPU time, in many short turns that go round with the peer's; over gRPC: wall time, medians of three."
    lines = [f"Measured by `make bench` on {machine_text()}. {how}", ""]
    lines += ["| " + " | ".join(_HEADINGS) + " |", "|---|---:|---:|---:|---|"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines) + "\n"

"""``python -m bots.draw.train``: train the table of the expert, for any rules between two players without limited stacks.

It plays the game against itself (``arena.solving``): most of the time it must hold against whoever plays best, the rest against a
panel of simple bots, each as likely. Bots of the panel are asked what they do; all of them are deterministic under their seeds, so the
same command makes the same table to the last bit, on any machine.

The shipped table was made with the defaults; ``--check`` makes it again and compares.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import console, examples, say
from arena.cli.starting import start
from arena.errors import BadRuleset, ConfigError
from arena.matches import TableInfo
from arena.rules import FiveCardDrawRuleset, FiveCardDrawView
from arena.solving import Ask, DrawGame, Effort, Plan, exploitability, restricted_response, tabulate
from bots.draw.easy import Easy
from bots.draw.expert import TABLE
from bots.draw.panel import Call, LooseAggressive, Raise, Random, TightAggressive, TightPassive
from bots.draw.trained import Trained, load, save, trained

SHARE, ITERATIONS, SEED = 0.2, 1000, 1
EFFORT = Effort(per_class=12, per_line=128)
Show = Callable[[str, float], object]
"""Told what is being done, and the part of it that is done, 0 to 1."""

_DEFAULT = FiveCardDrawRuleset()


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a table is made; with the ruleset it fixes the table."""

    share: float = SHARE
    """How often the panel is met; never is an equilibrium."""
    iterations: int = ITERATIONS
    """How often each position learns."""
    seed: int = SEED
    """Of the hands that the panel is asked about."""
    panel: tuple[Callable[[TableInfo], Any], ...] = (Call, Raise, Random, TightPassive, TightAggressive, LooseAggressive, Easy)
    effort: Effort = EFFORT

    def command(self, ruleset: FiveCardDrawRuleset) -> str:
        """What makes the table again, at a shell, once it is said where to put it (``runnable``); with the default panel and effort."""
        rules = f"--ante {ruleset.ante} --small-bet {ruleset.small_bet} --big-bet {ruleset.big_bet} --max-raises {ruleset.max_raises}"
        return f"python -m bots.draw.train {rules} --share {self.share!r} --iterations {self.iterations} --seed {self.seed}"


def runnable(command: str) -> str:
    """A command as a table keeps it, complete: it can be pasted and makes that table again."""
    return f"{command} --out FILE.npz"


def train(ruleset: FiveCardDrawRuleset, recipe: Recipe, show: Show = lambda _what, _done: None) -> Trained:
    """A table for the rules.

    Raises:
        BadRuleset: it cannot be trained for them.
    """
    game = DrawGame(ruleset)
    fixed = _panel_plans(game, recipe, show)
    strategies = restricted_response(game, fixed, recipe.share, recipe.iterations, lambda done: show("learning", done / recipe.iterations))
    return trained(ruleset, strategies, recipe.command(ruleset), recipe.seed)


@examples("python -m bots.draw.train --check", "python -m bots.draw.train --small-bet 1 --big-bet 2 --max-raises 4 --out mine.npz")
@click.command()
@click.option("--ante", type=int, default=_DEFAULT.ante, show_default=True, help="Chips that everyone posts.")
@click.option("--small-bet", type=int, default=_DEFAULT.small_bet, show_default=True, help="Chips of a wager before the draw.")
@click.option("--big-bet", type=int, default=_DEFAULT.big_bet, show_default=True, help="Chips of a wager after it.")
@click.option("--max-raises", type=int, default=_DEFAULT.max_raises, show_default=True, help="Raises after the bet in a round, 0 to 4.")
@click.option(
    "--share", type=click.FloatRange(0, 1), default=SHARE, show_default=True, help="How often the panel is met: 0 is equilibrium."
)
@click.option("--iterations", type=click.IntRange(1, 10**6), default=ITERATIONS, show_default=True, help="How often it learns.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=SEED, show_default=True, help="Of the hands the panel is asked about.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.npz", help="Where the table goes.")
@click.option("--check", is_flag=True, help="Compare with the shipped table instead of writing one.")
def command(out: Path | None, *, check: bool, share: float, iterations: int, seed: int, **rules: Any) -> int:
    """Train a table for draw/expert under the rules given, in minutes on one processor."""
    if check == (out is not None):
        raise click.UsageError("say where the table goes with --out FILE.npz, or --check the shipped one")
    if out is not None and (out.suffix != ".npz" or not out.parent.is_dir()):
        raise click.UsageError(f"--out {out}: must be a file ending in .npz in a directory that exists")
    started = time.monotonic()
    try:
        game = DrawGame(FiveCardDrawRuleset(**rules))
    except BadRuleset as error:
        raise ConfigError(str(error)) from None
    if out is not None:
        _require_writable(out)
    with _shown() as show:
        made = train(game.ruleset, Recipe(share, iterations, seed), show)
    won = 1000 * exploitability(game, made.strategies()) / game.ruleset.big_bet
    say(console(), f"Trained in {time.monotonic() - started:.0f} s. In the solved game the best response wins {won:.1f} mbb/h from it.")
    say(console(), f"Checksum {made.checksum}")
    return _compare(made) if out is None else _write(made, out)


def _require_writable(out: Path) -> None:
    """Before minutes are spent on it. What stands there is left as it is, and where nothing did, nothing does.

    Raises:
        ConfigError: no file can be written there.
    """
    try:
        there = out.exists()
        with out.open("ab"):
            pass
        if not there:
            os.unlink(os.path.realpath(out))  # what a link leads to, not the link
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> ConfigError:
    return ConfigError(f"--out {out}: cannot be written: {error.strerror or error}")


def _write(made: Trained, out: Path) -> int:
    try:
        save(out, made)
    except OSError as error:
        raise _unwritable(out, error) from None
    say(console(), f"Written to {out}, {out.stat().st_size:,} bytes; the head of bots/draw/expert.py says how to play with it.")
    return 0


def _compare(made: Trained) -> int:
    shipped = load(TABLE)
    same = shipped.checksum == made.checksum
    say(console(), f"The shipped table is {'the same.' if same else f'another, {shipped.checksum}, made by: {runnable(shipped.command)}'}")
    return 0 if same else 1


def _panel_plans(game: DrawGame, recipe: Recipe, show: Show) -> tuple[Plan, Plan]:
    """Now one bot of the panel and now another, all as often, as plans by position."""
    found: tuple[Plan, Plan] | None = None
    for number, factory in enumerate(recipe.panel):
        what = f"asking {getattr(factory, '__name__', 'a bot')}"
        seed = recipe.seed + 2 * number
        plans = tabulate(game, _asker(factory, game.ruleset), recipe.effort, seed=seed, progress=partial(show, what))
        share = 1 / (number + 1)
        found = plans if found is None else (found[0].mixed(plans[0], share), found[1].mixed(plans[1], share))
    assert found is not None, "the panel is not empty"
    return found


def _asker(factory: Callable[[TableInfo], Any], ruleset: FiveCardDrawRuleset) -> Ask:
    def ask(view: FiveCardDrawView, number: int) -> int:
        return int(factory(TableInfo(ruleset, ("bot", "other"), view.position, 1, number)).act(view))

    return ask


@contextmanager
def _shown() -> Iterator[Show]:
    """Progress bars, one for each thing that is done."""
    columns = (TextColumn("{task.description:<24}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console(error=True)) as progress:

        def show(what: str, done: float) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=1.0)
            progress.update(tasks[what], completed=done)

        yield show


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    return start(command, "python -m bots.draw.train", arguments)


if __name__ == "__main__":
    sys.exit(main())

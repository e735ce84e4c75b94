"""``arena probe``: what would somebody who knew a bot's way win from it?"""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arena.cli.common import console, examples, jobs_option, json_option, print_json, say
from arena.cli.compare_entrants import comparison_spec, entrant_of
from arena.cli.files import pinned_builtin
from arena.cli.probe_play import EFFORTS, HANDS, Probe, Trial, check_game, open_game, probe
from arena.cli.probe_show import Report, show_report
from arena.cli.run import master_of
from arena.cli.text import brief, visible
from arena.cli.workers import open_workers
from arena.engines import builtin_names, builtin_versions
from arena.errors import ConfigError
from arena.rules import GAMES, FiveCardDrawRuleset

_GAME = GAMES["five_card_draw"]
_EXAMPLES = (
    "arena probe draw/easy",
    "arena probe draw/hard@1 mine:Bolder --effort thorough",
    "arena probe --all --hands 50000",
    "arena probe draw/normal --json --seed 2a",
)


@examples(*_EXAMPLES)
@click.command()
@click.argument("bots", metavar="[BOT]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every built-in bot of the game, in every version there is.")
@click.option("--rules", type=click.Path(path_type=Path), metavar="FILE.toml", help="Game and [rules] of a tournament file.")
@click.option(
    "--hands",
    type=click.IntRange(2, 10**7),
    metavar="N",
    help=f"Hands played against each bot, two on every deal, so an odd number is one more; {HANDS:,} without it.",
)
@click.option("--effort", type=click.Choice(list(EFFORTS)), default="normal", show_default=True, help="How much each bot is asked.")
@click.option("--seed", metavar="HEX", help="Ask the same questions and play the same hands again.")
@jobs_option
@json_option
def command(
    bots: tuple[str, ...],
    every: bool,
    rules: Path | None,
    hands: int | None,
    effort: str,
    seed: str | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Ask BOT what it does with thousands of hands, work out the best response, and play it against BOT.

    BOT is a built-in bot (draw/hard, draw/hard@1) or a class by import path (mybots.new:Bot), as in `arena compare`; it is code you
    trust. Bots that are programs cannot be asked. A bot whose class defines a method `strategies` beside `act`, as draw/expert does, shows
    its table of chances by it and is not asked.

    A bot that remembers is made anew for every hand, so that memory does not blur the result. Instances that share state, such as a
    counter of their class, are not fresh, and what is found then depends on --jobs.

    With one BOT it is also told where the money comes from. Five-card draw between two players, without limited stacks. Nothing is
    stored. What bots write to standard output goes to standard error.
    """
    names = _names(bots, every=every)
    ruleset = _ruleset(names, rules)
    seed = seed or secrets.token_hex(8)
    trial = Trial(master_of(seed), EFFORTS[effort], hands or HANDS)
    found = _probe_shown(names, ruleset, trial, jobs or len(os.sched_getaffinity(0)))
    report = Report(found, effort, seed)
    if as_json:
        print_json(report.document())
    else:
        show_report(report, console())
        say(console(), f"Nothing is stored; the same again with --seed {seed}", "dim")
    return 0


def every_builtin() -> list[str]:
    """The built-in bots of the game, in every version there is."""
    ours = [name for name in builtin_names() if name.partition("/")[0] == _GAME.levels]
    return [f"{name}@{version}" for name in ours for version in builtin_versions(name)]


def _names(bots: Sequence[str], *, every: bool) -> list[str]:
    """The bots that were asked for, each with its version, each once.

    Raises:
        ConfigError: there are none, or one cannot be asked.
    """
    if every and bots:
        raise ConfigError(f"--all probes every built-in bot; leave it out, or {brief(bots[0])}")
    if not every and not bots:
        raise ConfigError(f"name one or more bots, or give --all; such as `{_EXAMPLES[0]}`, `{_EXAMPLES[1]}`, `{_EXAMPLES[2]}`")
    return every_builtin() if every else list(dict.fromkeys(map(_name, bots)))


def _name(bot: str) -> str:
    if "command" in entrant_of(bot):
        raise ConfigError(
            f"{brief(bot)}: a program cannot be asked out of the blue; name a built-in bot, or a class such as mybots.new:Bot"
        )
    return pinned_builtin(bot)


def _ruleset(names: Sequence[str], rules: Path | None) -> FiveCardDrawRuleset:
    """The rules by which all bots play.

    Raises:
        ConfigError: the file, or a bot, is of another game, or of one that cannot be solved.
    """
    checked = [check_game(comparison_spec(name, name, rules, {}).ruleset, str(rules or name)) for name in names]
    return checked[0]


def _probe_shown(names: Sequence[str], ruleset: FiveCardDrawRuleset, trial: Trial, jobs: int) -> list[Probe]:
    """One bot after another, under a progress bar of its own."""
    texts = [TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[told]}", markup=False)]
    with (
        Progress(*texts, TimeElapsedColumn(), TimeRemainingColumn(), console=console(error=True)) as progress,
        open_workers(jobs) as workers,
    ):
        bars = {name: progress.add_task(visible(name), total=None, told="waiting", start=False) for name in names}

        def probed(name: str) -> Probe:
            bar = bars[name]

            def show(what: str, done: float) -> None:
                progress.update(bar, total=1.0, completed=done, told=what)

            progress.start_task(bar)
            return probe(name, game, trial, show, workers)

        progress.update(bars[names[0]], told="dealing every hand once")
        game = open_game(ruleset)
        return [probed(name) for name in names]

"""``arena compare``: is my new version better?"""

import math
import os
import secrets
from dataclasses import replace
from pathlib import Path

import click

from arena.cli.common import console, examples, jobs_option, json_option, print_json, say
from arena.cli.compare_entrants import MAX_HANDS, comparison_spec
from arena.cli.compare_play import Course, play_courses
from arena.cli.compare_show import Report, show_report
from arena.cli.run import master_of
from arena.errors import ConfigError, EngineFailed
from arena.tournaments import TournamentSpec
from arena.tournaments.comparison import Comparison, Question

_ALL_WAYS = {"mirrored": (True, False), "independent": (False,)}
"""How deals are played, and for each whether the luck of the draw is taken out: the first way is the one that answers."""


@examples(
    "arena compare draw/hard draw/normal",
    "arena compare mybots.new:Bot mybots.old:Bot --delta 20",
    "arena compare 'python mybot.py' draw/hard --max-hands 20000",
    "arena compare bonus/hard bonus/normal --rules tournaments/house.toml",
    "arena compare bots.draw.variant:Shy draw/hard@1 --methods",
    "",
    "Hard with one weight changed, in a file mine.py; then: arena compare mine:Bolder draw/hard",
    "",
    "    from bots.draw import Hard",
    "    class Bolder(Hard):",
    "        bluff_rate = 0.5",
)
@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--delta", type=float, metavar="MBB", help="Only ask whether A is better by so many mbb/h (thousandths of an ante against the house)."
)
@click.option("--rules", type=click.Path(path_type=Path), metavar="FILE.toml", help="Game, [rules], [play], [clock] of a tournament file.")
@click.option("--deals", type=click.Choice(["mirrored", "independent"]), help="Every deal twice, seats exchanged (the default), or once.")
@click.option("--no-luck", is_flag=True, help="Leave the luck of the draw in.")
@click.option("--deals-per-match", type=click.IntRange(1, 100_000), metavar="N", help="Deals of a match; 500 without it.")
@click.option("--max-hands", type=click.IntRange(2, 10**9), metavar="N", help=f"Give up after so many; {MAX_HANDS:,} without it.")
@click.option("--confidence", type=float, metavar="P", help="Between 0.5 and 1; 0.95 without it.")
@click.option(
    "--methods", is_flag=True, help="Show what mirrored deals and the luck correction save: the same question asked in three ways."
)
@click.option("--seed", metavar="HEX", help="Play the same hands again.")
@jobs_option
@json_option
def command(a: str, b: str, seed: str | None, jobs: int | None, as_json: bool, **options: object) -> int:
    """Play A against B until it is decided which is better, or the budget is spent, and say so in a sentence.

    A and B are built-in bots (draw/hard, bonus/hard@1); classes by import path, installed or in the working directory
    (mybots.new:Bot, made of a TableInfo, with act(view), as those in bots/draw); or commands, with blanks and in quotes, or a file
    ending in .py, which play over the protocol, slower. All of it is code you trust. Those who play against the house are compared
    by their regret on the same deals. Whether it is decided is looked at after every pass of four matches. Hands that a bot forfeits
    are charged to it, and prove nothing for the other. Nothing is stored.
    """
    seed = seed or secrets.token_hex(8)
    courses = _courses(a, b, seed, **options)  # type: ignore[arg-type]
    stopped = play_courses(courses, jobs or len(os.sched_getaffinity(0)))
    report = Report(courses, seed, stopped)
    if as_json:
        print_json(report.document())
    else:
        show_report(report, console())
        say(console(), f"Nothing is stored; the same hands again with --seed {seed}", "dim")
    if stopped:
        raise EngineFailed("stopped before its end")
    if report.failures:
        raise EngineFailed("; ".join(report.failures))
    return 0


def _courses(
    a: str, b: str, seed: str, *, rules: Path | None, delta: float | None, no_luck: bool, methods: bool, **play: object
) -> list[Course]:
    """What is to be played, in order.

    Raises:
        ConfigError: something that cannot be asked.
    """
    if delta is not None and not (math.isfinite(delta) and delta > 0):
        raise ConfigError(f"--delta {delta:g}: must be a number above 0, the mbb/h that are worth having")
    given = {key: value for key, value in play.items() if value is not None}
    confidence = given.get("confidence", 0.95)
    if not (isinstance(confidence, float) and 0.5 < confidence < 1):
        raise ConfigError(f"--confidence {confidence}: must be a number above 0.5 and below 1, such as 0.95")
    if methods and (no_luck or "deals" in given):
        raise ConfigError("--methods asks in all three ways; leave --deals and --no-luck out")
    spec = comparison_spec(a, b, rules, given)
    _refuse_in_solo(spec, "--deals" if "deals" in given else "--no-luck" if no_luck else "--methods" if methods else "")
    master, question = master_of(seed), Question(spec.play.confidence, delta)
    asked = _ALL_WAYS if methods else {spec.play.deals: (not no_luck,)}
    return [
        Course(Comparison(replace(spec, play=replace(spec.play, deals=deals)), master), question, corrected)
        for deals, corrected in asked.items()
    ]


def _refuse_in_solo(spec: TournamentSpec, option: str) -> None:
    if spec.ruleset.graded and option:
        raise ConfigError(f"{option}: against the house bots are compared by regret, on the same deals and without luck; leave it out")

"""``python -m bots.draw.tune``: look for better settings of hard on one half of a family of bots, and tell on the other half.

Settings are tried against the even numbers of ``family``: heads-up against each, and at tables of three and six. All are played on the
same deals. The better half of them goes on to twice as many deals, until one is left; the settings that hard has are among them to
the end. Then both are played against the odd numbers, which the search never saw, on deals of their own: what the search
won there is what it won. What it found on the even half is told as well, so that anybody sees how much of it was luck.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

import click
import numpy as np

from arena.cli.common import console, examples, json_option, print_json, say
from arena.cli.starting import start
from arena.matches import BotFactory, MatchSpec, play_match, scoring_of
from arena.rules import FiveCardDrawRuleset
from bots.draw.family import FAMILY_SIZE, family
from bots.draw.hard import Hard
from bots.draw.tables import Floats

SPACE: dict[str, tuple[float, ...]] = {
    "noise": (0.03, 0.06, 0.12),
    "extreme_share": (0.04, 0.08, 0.16),
    "alike": (1.0, 2.0, 4.0),
    "temper": (0.4, 0.6, 0.8, 1.0),
    "floor": (0.002, 0.005, 0.02, 0.05),
    "slowplay_rate": (0.0, 0.25, 0.5),
}
"""What is tried. What bounds how hard can be beaten (bluffs, caprice, the shares of balanced players and of habits) is no part of it: it is
no question of what wins most from a family of weak bots."""

_RULES = FiveCardDrawRuleset()
_TABLES = ((2, 1.0), (3, 0.3), (6, 0.15))
"""Players, and deals for each that is played heads-up."""

Settings = dict[str, float]


@dataclass(frozen=True, slots=True)
class Found:
    """What some settings won, in mbb/h."""

    mean: float
    half_width: float
    """Of the 95 % interval."""

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.half_width:.1f}"


@examples("python -m bots.draw.tune", "python -m bots.draw.tune --trials 16 --hands 100000 --seed 3")
@click.command()
@click.option("--trials", type=click.IntRange(2, 1000), default=8, show_default=True, help="Settings to try, those of hard among them.")
@click.option("--hands", type=click.IntRange(2000, 10**8), default=60_000, show_default=True, help="Hands to play in all, about.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Of the settings tried and of all deals.")
@json_option
def command(trials: int, hands: int, seed: int, *, as_json: bool) -> int:
    """Tune hard on one half of a family of bots and report on the other half, in minutes on one processor."""
    document = tune(trials, hands, seed, partial(say, console(error=as_json)))
    if as_json:
        print_json(document)
    return 0


def tune(trials: int, hands: int, seed: int, tell: Callable[[str], object]) -> dict[str, Any]:
    """The search and the report, as data; progress and results are told in lines."""
    stages = int(np.ceil(np.log2(trials)))
    deals = max(2, round(hands / (stages + 2) / trials / _hands_a_deal()))
    best, searched = _search(trials, deals, seed, tell)
    final_deals = deals * trials // 2
    default = _play({}, 1, final_deals, seed)
    chosen = _play(best, 1, final_deals, seed)
    report = {
        "searched_mbb": {"default": str(_found(searched[0])), "chosen": str(_found(searched[1]))},
        "held_out_mbb": {"default": str(_found(default)), "chosen": str(_found(chosen)), "gain": str(_found(chosen - default))},
    }
    for where, words in (("searched_mbb", "even half, searched"), ("held_out_mbb", "odd half, held out")):
        tell(f"{words}: " + ", ".join(f"{what} {value} mbb/h" for what, value in report[where].items()))
    return {"trials": trials, "hands": hands, "seed": seed, "chosen": best, **report}


def variant(settings: Settings) -> BotFactory:
    """Hard with these settings; those not named stay."""
    types = {name: value for name, value in settings.items() if hasattr(Hard.types, name)}
    memory = {name: value for name, value in settings.items() if hasattr(Hard.memory, name)}
    other = {name: value for name, value in settings.items() if name not in types and name not in memory}
    return type("Variant", (Hard,), {"types": replace(Hard.types, **types), "memory": replace(Hard.memory, **memory), **other})  # type: ignore[arg-type]


def _search(trials: int, deals: int, seed: int, tell: Callable[[str], object]) -> tuple[Settings, tuple[Floats, Floats]]:
    """The best settings, and what the default and they won on the last deals of the search."""
    rng = np.random.default_rng(seed)
    left: list[Settings] = [{}, *[_drawn(rng) for _ in range(trials - 1)]]
    stage = 0
    while True:
        won = [_play(settings, 0, deals << stage, seed + stage + 1) for settings in left]
        order = sorted(range(1, len(left)), key=lambda number: -won[number].mean())
        for number in (0, *order):
            tell(f"{deals << stage} deals: {_found(won[number])} mbb/h with {left[number] or 'the settings of hard'}")
        if len(left) == 2:
            best = max((0, 1), key=lambda number: won[number].mean())
            return left[best], (won[0], won[best])
        left = [left[0], *[left[number] for number in order[: len(left) // 2 - 1 or 1]]]
        stage += 1


def _drawn(rng: np.random.Generator) -> Settings:
    """Settings at random, at least one: each with an even chance, and never hard's own value."""
    while True:
        found = {name: float(rng.choice(_others(name))) for name in SPACE if rng.random() < 0.5}
        if found:
            return found


def _others(name: str) -> list[float]:
    """The values to try that hard does not have."""
    (own,) = [getattr(place, name) for place in (Hard, Hard.types, Hard.memory) if hasattr(place, name)]
    return [value for value in SPACE[name] if value != own]


def _play(settings: Settings, parity: int, deals: int, seed: int) -> Floats:
    """Results of every block against one half of the family, in mbb/h, in the same order whatever the settings."""
    relatives = [family(number) for number in range(parity, FAMILY_SIZE, 2)]
    bot = variant(settings)
    parts = []
    for players, share in _TABLES:
        count = max(1, round(deals * share))
        for first in range(0, len(relatives) - players + 2, players - 1):
            table = (bot, *relatives[first : first + players - 1])
            parts.append(_results(table, count, f"{seed} {parity} {players} {first}"))
    return np.concatenate(parts)


def _results(table: Sequence[BotFactory], deals: int, key: str) -> Floats:
    names = tuple(f"player {number}" for number in range(len(table)))
    spec = MatchSpec("tune", "tune", "five_card_draw", _RULES, names, sha256(key.encode()).digest(), deals, drawn_seats=True)
    scoring = scoring_of(_RULES, deals)
    return np.array([1000 * block.result(0, scoring) for block in play_match(spec, table).blocks()])


def _hands_a_deal() -> float:
    """Hands that one deal a heads-up match makes, over one half of the family."""
    count = FAMILY_SIZE // 2
    return sum(share * players * (count // (players - 1)) for players, share in _TABLES)


def _found(won: Floats) -> Found:
    return Found(float(won.mean()), float(1.96 * won.std(ddof=1) / len(won) ** 0.5))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    return start(command, "python -m bots.draw.tune", arguments)


if __name__ == "__main__":
    sys.exit(main())

"""How fast the levels decide at six seats, on one core: processor time of this process, while nothing else of the command runs.

A match of two bots of each level is played and kept: who was asked what, and shown what. Then new bots of a level are asked the same
again, and only that is timed. The processor may be shared with others who halve its speed at times, so levels take turns and what is
claimed is held against the rate over all of them; that of the fastest, in which others disturbed least, stands beside it.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from arena.matches import BotFactory, Leg, TableInfo, play_leg, watch_of
from arena.rules import AnyView
from bots.draw.evidence.claims import Finding, meets
from bots.draw.evidence.players import factory_of, match

LEVELS = ("easy", "normal", "hard")
AT_LEAST = {"easy": 100_000, "normal": 20_000, "hard": 1000}
"""Decisions a second."""
SLOWEST_MS = 20.0
"""What 99 of 100 of hard's decisions stay below."""

_TABLE = LEVELS * 2
_FAST_ROUNDS = 20
"""How often the fast levels are asked in a turn."""
_WHERE = "6 seats"


@dataclass(frozen=True, slots=True)
class Sitting:
    """What one bot went through in a match."""

    info: TableInfo
    events: list[tuple[bool, AnyView]]
    """Views in order: True where it was asked, False where it was shown the end of a hand."""

    @property
    def asked(self) -> list[AnyView]:
        """The views of its decisions."""
        return [view for asked, view in self.events if asked]


def measure_speed(deal_count: int, turns: int, master: bytes) -> list[Finding]:
    """Time every level: a finding each, and two about how long hard's decisions take."""
    warming, measured = [sittings(deal_count, master, number) for number in (0, 1)]
    for level in LEVELS:
        decide_again(level, warming)
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    slow: list[float] = []
    for _ in range(turns):
        turn = decide_again("hard", measured)
        slow += turn
        spent["hard"].append(sum(turn))
        for level in ("easy", "normal"):
            spent[level].append(sum([decide_at_once(level, measured) for _ in range(_FAST_ROUNDS)]))
    rounds = {"easy": _FAST_ROUNDS, "normal": _FAST_ROUNDS, "hard": 1}
    counts = {level: rounds[level] * sum([len(sitting.asked) for sitting in _of(level, measured)]) for level in LEVELS}
    return [*[found for level in LEVELS for found in _rates(level, counts[level], spent[level])], *_quantiles(slow)]


def sittings(deal_count: int, master: bytes, number: int) -> list[Sitting]:
    """Every bot's, of a match that is not mirrored, player by player."""
    spec = match(_TABLE, master, "speed", number, deal_count, mirrored=False)
    found: list[Sitting] = []
    play_leg(Leg(spec, 0), [partial(_Keeping, factory_of(name), found) for name in _TABLE])
    return found


def decide_again(level: str, kept: Sequence[Sitting]) -> list[float]:
    """Ask new bots of a level what those of that level were asked, and show them what those were shown: seconds by decision."""
    clock, taken = time.process_time_ns, []
    for sitting in _of(level, kept):
        bot = factory_of(level)(sitting.info)
        act, shown = bot.act, watch_of(bot)
        for asked, view in sitting.events:
            if asked:
                began = clock()
                act(view)
                taken.append((clock() - began) / 1e9)
            elif shown is not None:
                shown(view)
    return taken


def decide_at_once(level: str, kept: Sequence[Sitting]) -> float:
    """Ask new bots of a level, that remember nothing, the same in one go: seconds in all. The clock alone takes a part of theirs."""
    spent = 0
    for sitting in _of(level, kept):
        act, views = factory_of(level)(sitting.info).act, sitting.asked
        began = time.process_time_ns()
        for view in views:
            act(view)
        spent += time.process_time_ns() - began
    return spent / 1e9


class _Keeping:
    """A bot whose sitting is kept."""

    def __init__(self, factory: BotFactory, found: list[Sitting], info: TableInfo) -> None:
        self._bot, self._sitting = factory(info), Sitting(info, [])
        self._shown = watch_of(self._bot)
        found.append(self._sitting)

    def act(self, view: AnyView) -> int:
        self._sitting.events.append((True, view))
        return self._bot.act(view)

    def watch(self, view: AnyView) -> None:
        self._sitting.events.append((False, view))
        if self._shown is not None:
            self._shown(view)


def _of(level: str, kept: Sequence[Sitting]) -> list[Sitting]:
    return [sitting for name, sitting in zip(_TABLE, kept, strict=True) if name == level]


def _rates(level: str, count: int, spent_s: Sequence[float]) -> list[Finding]:
    """``count`` decisions in each turn, and the seconds of each: the rate over all turns, and of the fastest."""
    every, least = count * len(spent_s), AT_LEAST[level]
    rate, best = every / sum(spent_s), count / min(spent_s)
    claimed, verdict = f"at least {least:,}", meets(met=rate >= least)
    return [
        Finding("speed", level, rate, "decisions/s", None, None, _WHERE, claimed, verdict, _basis(every)),
        Finding("speed", f"{level}, fastest turn", best, "decisions/s", None, None, _WHERE, basis=f"1 of {len(spent_s)} turns"),
    ]


def _quantiles(taken_s: Sequence[float]) -> list[Finding]:
    half, most = [float(1000 * value) for value in np.quantile(taken_s, (0.5, 0.99))]
    names = ("half of hard's decisions take at most", "99 % of hard's decisions take at most")
    verdict, basis = meets(met=most < SLOWEST_MS), _basis(len(taken_s))
    return [
        Finding("speed", names[0], half, "ms", None, None, _WHERE, basis=basis),
        Finding("speed", names[1], most, "ms", None, None, _WHERE, f"below {SLOWEST_MS:g}", verdict, basis),
    ]


def _basis(count: int) -> str:
    return f"{count:,} decisions"

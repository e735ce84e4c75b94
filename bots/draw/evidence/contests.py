"""Who is better: matches between the same bots until it is sure, or as many as may be played are spent.

What is claimed of two bots at one table is the difference of their results in a block, all deals played by everyone from every seat; of
several players that are the same bot, their mean. Between two players the difference is twice what one wins from the other; there the
latter is told. With more than two it is told by how much one's result is above the other's.

At three and six seats the levels sit at one table, once or twice each. Hard meets each of the panel alone, with as many of that bot as
there are other seats, and at six seats also five different ones at once, in all choices of five in turn; there a claim is about the
blocks of all matches in which the two meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from bots.draw.evidence.claims import Finding, Verdict, above, estimate
from bots.draw.evidence.players import PANEL, match, relative, results
from bots.draw.evidence.work import Course
from bots.draw.family import FAMILY_SIZE
from bots.draw.tables import Floats

HEADS_UP, THREE, SIX, MIXED = "heads-up", "3 seats", "6 seats", "6 seats, mixed"
PLACES = (HEADS_UP, THREE, SIX, MIXED)

Claim = tuple[str, str]
"""Who is better, and than whom."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played for some claims, and how much of it."""

    part: str
    where: str
    tables: tuple[tuple[str, ...], ...]
    """Who sits there, player by player; matches take them in turn."""
    claims: tuple[Claim, ...]
    deal_count: int
    """In a match."""
    batch: int = 1
    """Matches before the first look, and between two."""
    most: int = 1
    """Matches at most."""


def ladder(deal_count: int, most: int) -> list[Contest]:
    """Every level above the next."""
    steps = (("expert", "hard"), ("hard", "normal"), ("normal", "easy"))
    levels = ("hard", "normal", "easy")
    found = [Contest("ladder", HEADS_UP, (step,), (step,), deal_count, min(2, most), most) for step in steps]
    return [
        *found,
        Contest("ladder", THREE, (levels,), steps[1:], deal_count, 1, most),
        Contest("ladder", SIX, (levels * 2,), steps[1:], deal_count, 1, most),
    ]


def panel(deal_count: int, mixed_deal_count: int, most: int, places: Sequence[str] = PLACES) -> list[Contest]:
    """Hard above everyone of the panel, everywhere; of the tables where it meets one kind of bot alone, those of some places."""
    seats = ((SIX, 6), (THREE, 3), (HEADS_UP, 2))
    alone = [
        Contest("panel", where, (("hard", *[bot] * (count - 1)),), (("hard", bot),), deal_count, 1, most)
        for where, count in seats
        if where in places
        for bot in PANEL
    ]
    tables = tuple([("hard", *five) for five in combinations(PANEL, 5)])
    claims = tuple([("hard", bot) for bot in PANEL])
    return [Contest("panel", MIXED, tables, claims, mixed_deal_count, len(tables), most * len(tables)), *alone]


def decide(contest: Contest, master: bytes) -> Course:
    """Play a contest: a finding for each claim."""
    series: dict[Claim, list[float]] = {claim: [] for claim in contest.claims}
    for start in range(0, contest.most, contest.batch):
        numbers = range(start, min(contest.most, start + contest.batch))
        for number, won in zip(numbers, (yield [partial(_played, contest, master, number) for number in numbers]), strict=True):
            table = _table(contest, number)
            for claim in contest.claims:
                if set(claim) <= set(table):
                    series[claim] += list(_differences(won, table, claim))
        if all([estimate(one).sign for one in series.values()]):
            break
    return [_finding(contest, claim, series[claim]) for claim in contest.claims]


def hold_out(deal_count: int, master: bytes, *, tuned_half: bool) -> Course:
    """Hard against a family of bots, heads-up: the half that its settings were not tuned on, and maybe the half that they may be."""
    numbers = [*range(1, FAMILY_SIZE, 2), *(range(0, FAMILY_SIZE, 2) if tuned_half else ())]
    won = yield [partial(_against, relative(number), deal_count, master) for number in numbers]
    held_out, tuned = won[: FAMILY_SIZE // 2], won[FAMILY_SIZE // 2 :]
    sure = sum([estimate(list(one)).sign > 0 for one in held_out])
    words = f"{sure} of {len(held_out)} bots"
    found = [
        _mean(f"hard against the {len(held_out)} bots held out", held_out, claimed="above 0"),
        Finding("family", "bots held out that hard surely beats", sure / len(held_out), "share", where=HEADS_UP, basis=words),
    ]
    return [*found, _mean(f"hard against the {len(tuned)} bots for tuning", tuned)] if tuned else found


def _mean(what: str, won: Sequence[Floats], claimed: str = "") -> Finding:
    """Over several matches, a block being that deal of each of them; claimed of it is nothing, or that it is above 0."""
    found = estimate(list(np.mean(won, axis=0)))
    hands, verdict = f"{2 * sum(map(len, won)):,} hands", above(found) if claimed else Verdict.NOTHING
    return Finding("family", what, found.mean, "mbb/h", found.low, found.high, HEADS_UP, claimed, verdict, hands)


def _played(contest: Contest, master: bytes, number: int) -> Floats:
    table = _table(contest, number)
    stream = f"{contest.part} {contest.where} {' '.join(contest.tables[0])}"
    return results(match(table, master, stream, number, contest.deal_count), table)


def _against(name: str, deal_count: int, master: bytes) -> Floats:
    table = ("hard", name)
    return results(match(table, master, name, 0, deal_count), table)[:, 0]


def _table(contest: Contest, number: int) -> tuple[str, ...]:
    return contest.tables[number % len(contest.tables)]


def _differences(won: Floats, table: Sequence[str], claim: Claim) -> Floats:
    """By block: the first's result less the second's; between two players half of that, which is what the first wins."""
    better, worse = [won[:, [name == one for name in table]].mean(axis=1) for one in claim]
    return np.asarray((better - worse) / (2 if len(table) == 2 else 1))


def _finding(contest: Contest, claim: Claim, series: Sequence[float]) -> Finding:
    found = estimate(series)
    hands = f"{len(series) * len(contest.tables[0]):,} hands"
    what = f"{claim[0]} above {claim[1]}"
    return Finding(contest.part, what, found.mean, "mbb/h", found.low, found.high, contest.where, "above 0", above(found), hands)

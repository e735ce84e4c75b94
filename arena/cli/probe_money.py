"""Where a best response's winnings come from: hands added up by line of play, by what the bot was dealt, and by how they ended.

Whole chips and whole hands throughout, so every way of splitting adds up to the result exactly. What happened to the cards at a
showdown is not told apart: it is chance, and in the mean part of every line.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arena.rules import RANKS, FiveCardDrawRuleset, Hand, HandRecord, Kind, class_of, replay_hand, strength

RESPONSE, BOT = 0, 1
"""The players, by number."""
DEALT = (
    "high card",
    "four to a flush or a straight",
    "low pair",
    "high pair",
    "two pair",
    "three of a kind",
    "straight or better",
)
"""What the bot may be dealt. Four to a straight are four in a row with both ends open; a high pair is jacks or better."""
ENDINGS = ("the bot folds before the draw", "the bot folds after the draw", "the response folds", "showdown")

Step = tuple[int, int, int]
"""Who, what (a ``Kind``), and at the draw how many cards."""
Line = tuple[Step, ...]
"""What both did in a hand, in order."""

_HIGH, _FOUR, _LOW_PAIR, _HIGH_PAIR = range(4)
_JACK = RANKS.index("J")
_OPEN_STRAIGHTS = range(9)
_NAMES = ("response", "bot")
_VERBS = {Kind.FOLD: "folds", Kind.CHECK: "checks", Kind.CALL: "calls", Kind.BET: "bets", Kind.RAISE: "raises"}
_WAGERS = (Kind.BET, Kind.RAISE)

_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True, order=True)
class Course:
    """How a hand may go."""

    dealt: int
    """What the bot was dealt, an index of ``DEALT``."""
    line: Line


@dataclass(frozen=True, slots=True)
class Sum:
    """Some hands, and what the response won in them."""

    hand_count: int = 0
    net_chips: int = 0

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.hand_count + other.hand_count, self.net_chips + other.net_chips)


@dataclass(frozen=True, slots=True)
class Source:
    """A part of the hands under a name."""

    name: tuple[str, ...]
    """For a line: before the draw, the draws, after the draw; empty texts for several. Else one text."""
    sum: Sum
    mostly: tuple[str, str, str] = ("", "", "")
    """What the bot did in most of them, before, at and after the draw; only where hands are told apart by what it was dealt."""
    lines: int = 1
    """Lines that are summed up in it."""


Money = dict[Course, Sum]


def course_of(record: HandRecord, ruleset: FiveCardDrawRuleset, deal: Sequence[int], players: Sequence[int]) -> tuple[Course, Sum]:
    """How a hand went, and what the response won in it; ``players`` by position."""
    hand = replay_hand(record, ruleset, deal, len(players))
    assert isinstance(hand, Hand), "only the draw game is probed"
    steps = [(players[position], kind, count if kind == Kind.DRAW else 0) for kind, position, count in hand.log]
    dealt = dealt_of(hand.dealt_cards(players.index(BOT)))
    return Course(dealt, tuple(steps)), Sum(1, record.net_chips[players.index(RESPONSE)])


def dealt_of(cards: Sequence[int]) -> int:
    """What five dealt cards are, an index of ``DEALT``."""
    held = class_of(strength(cards))
    ranks = [card >> 2 for card in cards]
    if held == 0:
        return _FOUR if _four_to_flush(cards) or _four_to_straight(ranks) else _HIGH
    if held == 1:
        return _HIGH_PAIR if max(ranks, key=ranks.count) >= _JACK else _LOW_PAIR
    return min(held + 2, len(DEALT) - 1)


def added_up(parts: Iterable[Money]) -> Money:
    """Several together, in a fixed order."""
    total: defaultdict[Course, Sum] = defaultdict(Sum)
    for part in parts:
        for course, one in part.items():
            total[course] += one
    return dict(sorted(total.items()))


def by_line(money: Money, most: int) -> list[Source]:
    """The lines that gave or cost most, so many of them, the dearest first; others, where there are two or more, summed up at the end."""
    lines = _grouped(money, lambda course: course.line)
    dearest = sorted(lines, key=lambda line: (-abs(lines[line].net_chips), -lines[line].hand_count, line))
    shown = dearest[: most + (len(dearest) == most + 1)]
    found = [Source(_told(line), lines[line]) for line in shown]
    rest = dearest[len(shown) :]
    return [*found, Source(("", "", ""), sum([lines[line] for line in rest], Sum()), lines=len(rest))] if rest else found


def by_dealt(money: Money) -> list[Source]:
    """What the bot was dealt, the worst first; only what occurred."""
    groups = _grouped(money, lambda course: course.dealt)
    return [Source((DEALT[dealt],), groups[dealt], _mostly(money, dealt)) for dealt in sorted(groups)]


def by_ending(money: Money) -> list[Source]:
    """How hands ended; only what occurred."""
    groups = _grouped(money, lambda course: _ending(course.line))
    return [Source((ENDINGS[ending],), groups[ending]) for ending in sorted(groups)]


def _grouped(money: Money, key: Callable[[Course], _Key]) -> dict[_Key, Sum]:
    found: defaultdict[_Key, Sum] = defaultdict(Sum)
    for course, one in money.items():
        found[key(course)] += one
    return dict(found)


def _ending(line: Line) -> int:
    who, kind, _ = line[-1]
    if kind != Kind.FOLD:
        return 3
    return 2 if who == RESPONSE else int(any(step[1] == Kind.DRAW for step in line))


def _parts(line: Line) -> tuple[Line, Line, Line]:
    """Before the draw, the draws, after the draw."""
    draws = [number for number, step in enumerate(line) if step[1] == Kind.DRAW]
    if not draws:
        return line, (), ()
    return line[: draws[0]], line[draws[0] : draws[-1] + 1], line[draws[-1] + 1 :]


def _told(line: Line) -> tuple[str, str, str]:
    before, draws, after = _parts(line)
    drawn = ", ".join(f"{_NAMES[who]} {count}" for who, _, count in draws)
    return _in_words(before), drawn, _in_words(after)


def _in_words(steps: Line) -> str:
    return ", ".join(f"{_NAMES[who]} {_VERBS[Kind(kind)]}" for who, kind, _ in steps)


def _mostly(money: Money, dealt: int) -> tuple[str, str, str]:
    """What the bot does most often with such a hand: before the draw; at the draw, of those hands that come there; after it."""
    before: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for course, one in money.items():
        if course.dealt == dealt:
            parts = [[step for step in part if step[0] == BOT] for part in _parts(course.line)]
            before[_manner(parts[0])] += one.hand_count
            if parts[1]:
                drawn[str(parts[1][0][2] or "pat")] += one.hand_count
                after[_manner(parts[2])] += one.hand_count
    return _most(before), _most(drawn), _most(after)


def _manner(steps: Sequence[Step]) -> str:
    """A betting round of the bot's in a word."""
    kinds = [step[1] for step in steps]
    if Kind.FOLD in kinds:
        return "folds"
    return "wagers" if any(kind in _WAGERS for kind in kinds) else "calls" if Kind.CALL in kinds else "checks"


def _most(counts: Counter[str]) -> str:
    if not counts:
        return ""
    name, times = max(sorted(counts.items()), key=lambda pair: pair[1])
    return f"{name} {100 * times / counts.total():.0f} %"


def _four_to_flush(cards: Sequence[int]) -> bool:
    suits = [card & 3 for card in cards]
    return max(map(suits.count, suits)) == 4


def _four_to_straight(ranks: Sequence[int]) -> bool:
    return any(set(range(low, low + 4)) <= set(ranks) for low in _OPEN_STRAIGHTS)

"""Texas Hold'em Bonus before the flop: what each of the 169 classes of hole cards is worth, and the game as a whole. Exact.

A class is two ranks, the higher first, with ``s`` for one suit and ``o`` for two: ``AKs``. Its figures are counts over the ways in
which the rest of a deal can fall; they were enumerated by ``bonus_enumeration`` and stand in ``bonus_preflop_table``. From
them follow the value of playing a class, and of the game under a strategy, as fractions.

The table knows two strategies after the flop. The *best* one bets where it wins more often than it loses. The *printed* one is the
advice that is published beside the rules: bet where the chance of winning, ties not counted, is above one half.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from math import comb

from arena.errors import BadHand
from arena.rules.bonus_preflop_table import TABLE
from arena.rules.cards import RANKS
from arena.rules.strength import CLASS_NAMES, STRENGTH_COUNT, class_of

FLOPS = comb(50, 3)
TURNS = FLOPS * 47
WAYS = TURNS * 46 * comb(45, 2)
"""For given hole cards: the flops; the flops with a turn card; those with a river card and the house's hole cards."""

COLUMNS = (
    "win",
    "lose",
    "win_straight",
    "win_flush",
    *(f"{strategy}_{street}_{what}" for strategy in ("best", "printed") for street in ("turn", "river") for what in ("gain", "bets")),
)
"""What is counted for hole cards, as :class:`HoleClass` and :class:`Bets` explain it."""

LEAST_PAID = {name: bisect_left(range(STRENGTH_COUNT + 1), CLASS_NAMES.index(name), key=class_of) for name in ("straight", "flush")}
"""The lowest strength with which a winning player is paid for the ante, by ``ante_pays_from`` of the ruleset."""


@dataclass(frozen=True, slots=True)
class Bets:
    """The turn and river bets of a strategy, with given hole cards."""

    turn_gain: int
    """Wins less losses of the turn bets, of ``WAYS``."""
    turn_count: int
    """Turn bets, of ``FLOPS``."""
    river_gain: int
    """Wins less losses of the river bets, of ``WAYS``."""
    river_count: int
    """River bets, of ``TURNS``."""


@dataclass(frozen=True, slots=True)
class HoleClass:
    """What can become of hole cards that are played; counts are of ``WAYS``."""

    name: str
    win: int
    lose: int
    win_straight: int
    """Wins with a straight or better."""
    win_flush: int
    """Wins with a flush or better."""
    best: Bets
    printed: Bets

    @property
    def combinations(self) -> int:
        """How many of the 1,326 hole cards are of this class."""
        return combinations_of(self.name)

    @property
    def counts(self) -> tuple[int, ...]:
        """The figures in the order of ``COLUMNS``."""
        return (self.win, self.lose, self.win_straight, self.win_flush, *astuple(self.best), *astuple(self.printed))

    def paid(self, pays_from: str) -> int:
        """Wins that are paid for the ante, by ``ante_pays_from`` of the ruleset."""
        return {"straight": self.win_straight, "flush": self.win_flush}[pays_from]

    def play(self, pays_from: str = "straight", *, printed: bool = False) -> Fraction:
        """Expected net of the flop bet, in antes, everything after it included."""
        bets = self.printed if printed else self.best
        return Fraction(2 * (self.win - self.lose) + self.paid(pays_from) - self.lose + bets.turn_gain + bets.river_gain, WAYS)


@dataclass(frozen=True, slots=True)
class GameValue:
    """What a strategy makes of the game; shares are of all hands."""

    net: Fraction
    """Expected net of a hand, in antes."""
    played: Fraction
    turn_bet: Fraction
    river_bet: Fraction
    folded: tuple[str, ...]
    """The classes it folds."""

    @property
    def wager(self) -> Fraction:
        """Antes put up in an average hand."""
        return 1 + 2 * self.played + self.turn_bet + self.river_bet


def hole_class(hole: Sequence[int]) -> str:
    """The class of two cards, such as ``AKs``.

    Raises:
        BadHand: they are not two distinct cards.
    """
    if len(hole) != 2 or hole[0] == hole[1] or not all(0 <= card < 52 for card in hole):
        raise BadHand(f"{list(hole)}: hole cards are two distinct cards, each a number from 0 to 51")
    low, high = sorted(hole)
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    return ranks if ranks[0] == ranks[1] else ranks + ("o" if (low ^ high) & 3 else "s")


def combinations_of(name: str) -> int:
    """How many of the 1,326 hole cards a class has: 6 a pair, 4 in one suit, 12 in two."""
    return {"s": 4, "o": 12}.get(name[2:], 6)


def game_value(pays_from: str = "straight", *, printed: bool = False, folding: bool = True) -> GameValue:
    """The game under a strategy: the best or the printed one, which may be kept from folding."""
    nets = {name: one.play(pays_from, printed=printed) for name, one in PREFLOP.items()}
    folded = tuple(name for name, net in nets.items() if folding and net < -1)
    played = [one for name, one in PREFLOP.items() if name not in folded]
    bets = [(one.combinations, one.printed if printed else one.best) for one in played]
    every = sum(map(combinations_of, PREFLOP))
    lost = sum(map(combinations_of, folded))
    return GameValue(
        net=sum([one.combinations * nets[one.name] for one in played], Fraction(-lost)) / every,
        played=Fraction(every - lost, every),
        turn_bet=Fraction(sum([times * made.turn_count for times, made in bets]), every * FLOPS),
        river_bet=Fraction(sum([times * made.river_count for times, made in bets]), every * TURNS),
        folded=folded,
    )


def _names() -> tuple[str, ...]:
    """The 169 names, from AA down by the higher and then the lower rank, one suit before two."""
    ranks = RANKS[::-1]
    lower = {high: ranks[ranks.index(high) + 1 :] for high in ranks}
    return tuple(name for high in ranks for name in (high * 2, *(high + low + suits for low in lower[high] for suits in "so")))


def _read(line: str) -> HoleClass:
    """The class of a line of the table."""
    name, *texts = line.split()
    win, lose, win_straight, win_flush, *bets = map(int, texts)
    return HoleClass(name, win, lose, win_straight, win_flush, Bets(*bets[:4]), Bets(*bets[4:]))


HOLE_CLASSES = _names()
PREFLOP = {one.name: one for one in map(_read, TABLE.splitlines())}
"""The classes by name, in the order of ``HOLE_CLASSES``."""

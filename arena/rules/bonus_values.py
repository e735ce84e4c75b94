"""What every choice in Texas Hold'em Bonus is worth: exact, since the house has none.

A decision offers two choices: the bet, and declining it, which is a fold before the flop and a check after it. :class:`Solver` gives the
expected net of both, every later decision taken at its best. What a choice falls short of the better one is its *regret*: it holds no
luck at all. Chips, stakes and what a player may know are the business of others; here are cards, and everything is in antes.

How: for hole cards and a flop all 1,081 boards are laid beside all house hands once (``bonus_flops``), and the wins and losses are
summed over river card and house hand for each turn card. Both decisions after the flop are read off these 47 sums; the one before it
off the table of 169 classes (``bonus_preflop``). The sums are kept for the deals met last, whatever their suits are called.
Measured: both decisions of a new deal take 17 ms, of one met before 0.07 ms; building the places of ``bonus_flops`` 0.1 s, once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arena.errors import BadHand
from arena.rules.bonus_flops import HOUSE_HANDS, RIVERS, TURN_RIVERS, canonical_suits, renamed, strengths_after, subsets, unseen_cards
from arena.rules.bonus_preflop import LEAST_PAID, PREFLOP, WAYS, hole_class
from arena.rules.cards import DECK_SIZE, cards_text
from arena.rules.strength import strengths

_Sums = npt.NDArray[np.int32]
DECISION_WAYS = (WAYS, TURN_RIVERS * HOUSE_HANDS, RIVERS * HOUSE_HANDS)
"""Of the flop, turn and river decision: the ways in which all that is unseen can fall. In these a regret is a whole number."""
_WIN, _LOSE = 0, 1
_PAID = {"straight": 2, "flush": 3}
"""Columns of the sums; the wins that are paid for the ante, by ``ante_pays_from``."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How often a player wins, ties and loses over all that is unseen; a bet is right exactly when it wins more often than it loses."""

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """All that may come."""
        return self.win + self.tie + self.lose


@dataclass(frozen=True, slots=True)
class Decision:
    """The expected net of both choices, in antes, from the whole hand."""

    declined: Fraction
    """Of a fold at the flop decision, of a check later."""
    bet: Fraction

    @property
    def bet_is_best(self) -> bool:
        """Whether the bet is worth more; where both are worth the same, either is best."""
        return self.bet > self.declined

    def regret(self, *, bet: bool) -> Fraction:
        """What a choice falls short of the best one."""
        return max(Fraction(0), self.declined - self.bet if bet else self.bet - self.declined)


@lru_cache(maxsize=1)
def shared_solver() -> "Solver":
    """The solver of this process: what one caller has solved, the next one finds. Only its speed depends on who asked before."""
    return Solver()


class Solver:
    """Solves decisions, and remembers the deals it met last.

    Args:
        capacity: how many hole cards with a flop it remembers, a kilobyte each.
    """

    def __init__(self, capacity: int = 4096) -> None:
        self._sums = lru_cache(maxsize=capacity)(_sums)

    @property
    def solved_count(self) -> int:
        """Hole cards with a flop that were solved, rather than remembered."""
        return self._sums.cache_info().misses

    def counts(self, hole: Sequence[int], board: Sequence[int]) -> Counts:
        """What may come at a turn decision (1,070,190 boards with a house hand) or a river decision (45,540).

        Args:
            hole: two cards.
            board: the flop, then the turn card if it is there.

        Raises:
            BadHand: the cards are no such decision's.
        """
        _check(hole, board, (3, 4))
        sums, turn = self._look(hole, board)
        if turn is not None:
            return _counts(int(sums[turn, _WIN]), int(sums[turn, _LOSE]), RIVERS * HOUSE_HANDS)
        win, lose, *_ = sums.sum(axis=0).tolist()
        return _counts(win // 2, lose // 2, TURN_RIVERS * HOUSE_HANDS)  # a turn and a river card were met in both orders

    def decision(self, hole: Sequence[int], board: Sequence[int] = (), *, turn_bet: bool = False, pays_from: str = "straight") -> Decision:
        """What the choices are worth at the flop decision (no board yet), the turn decision (three cards) or the river decision (four).

        Args:
            hole: two cards.
            board: the flop, then the turn card if it is there.
            turn_bet: for a river decision: whether the turn bet was made. It changes both choices' net alike.
            pays_from: the ruleset's ``ante_pays_from``.

        Raises:
            BadHand: the cards are no decision's.
        """
        _check(hole, board, (0, 3, 4))
        if not board:
            return Decision(Fraction(-1), PREFLOP[hole_class(hole)].play(pays_from))
        sums, turn = self._look(hole, board)
        if turn is None:
            win, lose, paid = sums[:, [_WIN, _LOSE, _PAID[pays_from]]].sum(axis=0).tolist()
            later = int(np.maximum(sums[:, _WIN] - sums[:, _LOSE], 0).sum())
            ways, made = 2 * TURN_RIVERS * HOUSE_HANDS, 2
        else:
            win, lose, paid = sums[turn, [_WIN, _LOSE, _PAID[pays_from]]].tolist()
            later, ways, made = 0, RIVERS * HOUSE_HANDS, 3 if turn_bet else 2
        declined = made * (win - lose) + paid - lose + later
        return Decision(Fraction(declined, ways), Fraction(declined + win - lose, ways))

    def _look(self, hole: Sequence[int], board: Sequence[int]) -> tuple[_Sums, int | None]:
        """The sums of hole cards and flop under their suits' new names, and the turn card under its."""
        flop = board[:3]
        suits = canonical_suits(hole, flop)
        turn = None if len(board) == 3 else board[3] & ~3 | suits[board[3] & 3]
        return self._sums(renamed(hole, suits), renamed(flop, suits)), turn


def _sums(hole: tuple[int, ...], flop: tuple[int, ...]) -> _Sums:
    """By turn card (52; the five cards seen have zeros): wins, losses, wins with a straight, wins with a flush, over river and house."""
    unseen = unseen_cards({*hole, *flop})
    pairs = unseen[subsets(len(unseen), 2)]
    house = strengths_after(flop, unseen)
    own = strengths(np.concatenate([np.broadcast_to(np.array(hole + flop, dtype=np.uint8), (len(pairs), 5)), pairs], axis=1))
    impossible = len(pairs) - HOUSE_HANDS  # each with strength 0, below the player's
    win = np.count_nonzero(house < own[:, None], axis=1) - impossible
    lose = np.count_nonzero(house > own[:, None], axis=1)
    by_board = np.stack([win, lose, *(win * (own >= LEAST_PAID[name]) for name in _PAID)], axis=1).astype(np.int32)
    sums = np.zeros((DECK_SIZE, by_board.shape[1]), dtype=np.int32)
    for turn in pairs.T:
        np.add.at(sums, turn, by_board)
    return sums


def _counts(win: int, lose: int, total: int) -> Counts:
    return Counts(win, total - win - lose, lose)


def _check(hole: Sequence[int], board: Sequence[int], sizes: tuple[int, ...]) -> None:
    cards = [*hole, *board]
    if len(hole) != 2 or len(board) not in sizes or len(set(cards)) < len(cards) or not all(0 <= card < DECK_SIZE for card in cards):
        wanted = " or ".join(map(str, sizes))
        held = f"{cards_text(hole)!r} with the board {cards_text(board)!r}" if all(0 <= card < DECK_SIZE for card in cards) else f"{cards}"
        raise BadHand(f"{held}: a decision has two hole cards and {wanted} on the board, all distinct")

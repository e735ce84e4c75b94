"""What several tests of these bots need: hands with chosen cards, random hands, matches, and a count of all that may come."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

import numpy as np

from arena.matches import MatchSpec, TableInfo
from arena.rules import BonusHand, BonusKind, HoldemBonusRuleset, class_of, parse_cards, stake_code, strengths

FOLD, CHECK, BET = (int(kind) for kind in (BonusKind.FOLD, BonusKind.CHECK, BonusKind.BET))
RULESETS = (
    HoldemBonusRuleset(),
    HoldemBonusRuleset(ante_pays_from="flush"),
    HoldemBonusRuleset(ante_min=2, ante_max=10, ante_step=2, bonus_max=5),
    HoldemBonusRuleset(ante_min=5, ante_max=50, ante_step=5, bonus_max=20, bankroll=60, ante_pays_from="flush"),
    HoldemBonusRuleset(bankroll=4),
    HoldemBonusRuleset(bankroll=3),
)
"""Fixed and chosen stakes, both sides of ``ante_pays_from``, and bankrolls that cover all bets, one and none after the flop bet."""
LEAST_CLASS = {"straight": 4, "flush": 5}


def info_of(ruleset: HoldemBonusRuleset = RULESETS[0], bot_seed: int = 20260101) -> TableInfo:
    """What a bot is told at its table."""
    return TableInfo(ruleset, ("a",), 0, 100, bot_seed)


def match_of(deal_count: int, ruleset: HoldemBonusRuleset = RULESETS[0], name: str = "regret") -> MatchSpec:
    """A match of one player; equal names are played on equal deals."""
    return MatchSpec("m", "t", "holdem_bonus", ruleset, ("a",), hashlib.sha256(name.encode()).digest(), deal_count)


def deal_of(hole: Sequence[int], board: Sequence[int], house: Sequence[int] = ()) -> tuple[int, ...]:
    """A deal with these cards; what is not said is filled up, lowest card first."""
    rest = iter([card for card in range(52) if card not in (*hole, *board, *house)])
    house = [*house, *(next(rest) for _ in range(2 - len(house)))]
    return (hole[0], house[0], hole[1], house[1], *board, *(next(rest) for _ in range(5 - len(board))))


def hand_of(hole: str, board: str = "", codes: Sequence[int] = (), ruleset: HoldemBonusRuleset = RULESETS[0]) -> BonusHand:
    """A hand with the smallest stake put up and then these codes played."""
    hand = BonusHand(ruleset, deal_of(parse_cards(hole), parse_cards(board)))
    for code in (stake_code(ruleset.ante_min), *codes):
        hand.act(code)
    return hand


def random_hands(count: int, seed: int) -> Iterator[tuple[tuple[int, ...], BonusHand]]:
    """Random hands of every ruleset: (codes played before, hand) at each decision; the same object, further on each time."""
    rng = Random(seed)
    for ruleset in RULESETS:
        for _ in range(count):
            hand, codes = BonusHand(ruleset, rng.sample(range(52), 9)), []
            while not hand.over:
                yield tuple(codes), hand
                code = BET if BET in hand.legal and rng.random() < 0.7 else rng.choice(hand.legal)
                hand.act(code)
                codes.append(code)


def exchanged(rng: Random, hand: BonusHand, codes: Sequence[int]) -> BonusHand:
    """The same hand with every card shuffled that the player has not seen."""
    view = hand.view(0)
    known = set(view.hole_cards + view.board)
    hidden = [card for card in range(52) if card not in known]
    rng.shuffle(hidden)
    other = BonusHand(hand.ruleset, [card if card in known else hidden.pop() for card in hand.deal])
    for code in codes:
        other.act(code)
    return other


@dataclass(frozen=True)
class Showdowns:
    """All that may come after hole cards and a flop: house hands by turn card and river card, zeros for cards seen; of shape (52, 52)."""

    win: np.ndarray
    lose: np.ndarray
    paid: np.ndarray
    """Wins that are paid for the ante."""

    @property
    def gain(self) -> np.ndarray:
        """Wins less losses by turn card, over rivers and house hands."""
        return (self.win - self.lose).sum(axis=1)

    def net(self, bets: np.ndarray) -> int:
        """Antes won over all ways; ``bets`` are those after the ante, by turn card."""
        return int((bets * self.gain).sum() + (self.paid - self.lose).sum())


@cache
def showdowns(hole: tuple[int, ...], flop: tuple[int, ...], pays_from: str = "straight") -> Showdowns:
    """Every board and every house hand beside it, one board after the other: nothing is shared with the solver but ``strengths``."""
    found = Showdowns(*(np.zeros((52, 52), dtype=np.int64) for _ in range(3)))
    unseen = [card for card in range(52) if card not in (*hole, *flop)]
    for turn, river in combinations(unseen, 2):
        board = (*flop, turn, river)
        own = int(strengths(np.array([(*hole, *board)]))[0])
        pairs = np.array(list(combinations([card for card in unseen if card not in (turn, river)], 2)))
        house = strengths(np.concatenate([pairs, np.broadcast_to(board, (len(pairs), 5))], axis=1))
        win, lose = int((house < own).sum()), int((house > own).sum())
        for at in ((turn, river), (river, turn)):
            found.win[at], found.lose[at] = win, lose
            found.paid[at] = win if class_of(own) >= LEAST_CLASS[pays_from] else 0
    return found

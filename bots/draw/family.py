"""A family of bots with traits for numbers: for tuning a bot against some of them, and for telling on the others whether it helped.

``family(number)`` is a factory of bots, ``traits(number)`` what they are like; numbers from 0, ``FAMILY_SIZE`` of them. Even numbers are
for tuning, odd ones for telling (``tune``).

These bots are nothing like the types that hard reckons with, on purpose. They do not act by the place of their hand among all hands: they
estimate their chance to win, discount it by what they fear of wagers, and compare it with the price that the pot offers and with an
equal share; and no threshold is sharp, they are the likelier to act the clearer the case is. Some keep a kicker beside a pair,
stand pat on nothing and then bet, break the book for a straight, or do anything at all now and then.
"""

from dataclasses import dataclass
from functools import cache
from math import exp

import numpy as np

from arena.matches import BotFactory, TableInfo
from arena.rules import DRAW_CODE, FiveCardDrawView, Kind, Stage, strength
from bots.draw.chances import SPIN_BITS, spin
from bots.draw.hands import HIGH_CARD, PAIR, book_mask, class_held, group_of, singles_mask
from bots.draw.tables import tables

FAMILY_SIZE = 40

_SEED = 40
_BET, _CALL, _CHECK, _FOLD, _RAISE = int(Kind.BET), int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD), int(Kind.RAISE)
_PARTS = 4  # independent chances cut out of one spin, of 16 bits each


@dataclass(frozen=True, slots=True)
class Traits:
    """What a bot of the family is like."""

    price_before: float
    """It stays before the draw when its chance is this many times the price or more."""
    price_after: float
    """The same after the draw."""
    fear: float
    """What is left of its chance for each wager it faces beyond the first."""
    wager_shares: float
    """It wagers with a chance of this many equal shares or more."""
    aggression: float
    """How often it does wager with such a hand."""
    sharpness: float
    """How suddenly it changes its mind: about this much chance lies between hardly ever and nearly always."""
    bluffs: float
    """How often it bets with a hand it would not call with."""
    keeps_kicker: float
    """How often it draws two to a pair."""
    stands_pat: float
    """How often it draws nothing to a hand without a pair, and bets after that."""
    noise: float
    """How often it does anything legal."""


class Relative:
    """A chance against a price, with the traits of one of the family."""

    version = 1

    def __init__(self, info: TableInfo, known: Traits) -> None:
        self._bot_seed = info.bot_seed
        self._traits = known

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        chances = _chances(self._bot_seed, view)
        if view.stage == Stage.DRAW:
            return self._draw(view, chances)
        if chances[0] < self._traits.noise:
            return view.legal[int(chances[1] * len(view.legal))]
        return self._bet(view, chances)

    def _draw(self, view: FiveCardDrawView, chances: list[float]) -> int:
        held, mask = class_held(view.hole_cards), book_mask(view.hole_cards)
        if held == HIGH_CARD and chances[0] < self._traits.stands_pat:
            return DRAW_CODE
        if held == PAIR and chances[1] < self._traits.keeps_kicker:
            singles = [i for i in range(len(view.hole_cards)) if singles_mask(view.hole_cards) >> i & 1]
            mask ^= 1 << max(singles, key=view.hole_cards.__getitem__)
        return DRAW_CODE + mask

    def _bet(self, view: FiveCardDrawView, chances: list[float]) -> int:
        known = self._traits
        won = self._chance_to_win(view) * known.fear ** max(0, view.wagers - 1)
        wagers = chances[1] < known.aggression * self._leaning(won * (view.opponents + 1) - known.wager_shares)
        if _FOLD not in view.legal:
            pat = view.stage == Stage.SECOND_ROUND and view.drawn[view.position] == 0
            bluffs = chances[2] < (max(known.bluffs, 0.8 * pat) if won * (view.opponents + 1) < 1 else 0)
            return _BET if _BET in view.legal and (wagers or bluffs) else _CHECK
        if wagers and _RAISE in view.legal:
            return _RAISE
        price = view.to_call / (view.pot + view.to_call)
        factor = known.price_before if view.stage == Stage.FIRST_ROUND else known.price_after
        return _CALL if chances[3] < self._leaning(won - factor * price) else _FOLD

    def _chance_to_win(self, view: FiveCardDrawView) -> float:
        """Against hands of those who have shown nothing."""
        if view.stage == Stage.FIRST_ROUND:
            return tables().chances[0][view.opponents - 1][group_of(view.hole_cards)]
        return float(tables().beats_list[strength(view.hole_cards)] ** view.opponents)

    def _leaning(self, surplus: float) -> float:
        """How likely it is to act on so much chance beyond a threshold."""
        return 1 / (1 + exp(-max(-30.0, min(30.0, 4 * surplus / self._traits.sharpness))))


@dataclass(frozen=True, slots=True)
class Relatives:
    """Makes the bots of one number."""

    number: int

    def __call__(self, info: TableInfo) -> Relative:
        """A bot for one table."""
        return Relative(info, traits(self.number))


def family(number: int) -> BotFactory:
    """The bots of one number, 0 to ``FAMILY_SIZE`` − 1."""
    return Relatives(number)  # type: ignore[return-value]  # a bot of the draw game is shown views of the draw game


@cache
def traits(number: int) -> Traits:
    """What the bots of that number are like: drawn once and for all, by its seed."""
    assert 0 <= number < FAMILY_SIZE, "one of the family"
    rng = np.random.default_rng((_SEED, number))
    timid, loose = rng.uniform(0, 1, 2)
    return Traits(
        price_before=float(rng.uniform(0.3, 0.9) + 0.7 * (1 - loose)),
        price_after=float(rng.uniform(0.2, 0.8) + 0.9 * (1 - loose)),
        fear=float(rng.uniform(0.6, 1.0)),
        wager_shares=float(0.7 + 0.7 * timid + rng.uniform(-0.1, 0.1)),
        aggression=float(rng.uniform(0.15, 1.0)),
        sharpness=float(rng.uniform(0.03, 0.3)),
        bluffs=float(max(0.0, rng.uniform(-0.2, 0.5))),
        keeps_kicker=float(max(0.0, rng.uniform(-0.5, 0.8))),
        stands_pat=float(max(0.0, rng.uniform(-0.3, 0.3))),
        noise=float(max(0.0, rng.uniform(-0.05, 0.12))),
    )


def _chances(bot_seed: int, view: FiveCardDrawView) -> list[float]:
    """Independent numbers from 0 to 1."""
    width = SPIN_BITS // _PARTS
    number = spin(bot_seed, view)
    return [(number >> width * part & (1 << width) - 1) / (1 << width) for part in range(_PARTS)]

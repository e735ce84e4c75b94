"""A strategy of the game at a real table: where a view stands in it, and what it does there."""

from functools import lru_cache

import numpy as np

from arena.rules import DRAW_CODE, FiveCardDrawView, Kind, Stage
from arena.solving.betting import GIVE_UP, PASS, WAGER, Path
from arena.solving.deals import Floats
from arena.solving.game import DrawGame, Strategy
from arena.solving.hands import DRAW_COUNTS, Dealt, buckets_of, sort_dealt

_CHOICES = {int(Kind.FOLD): GIVE_UP, int(Kind.CHECK): PASS, int(Kind.CALL): PASS, int(Kind.BET): WAGER, int(Kind.RAISE): WAGER}
_REMEMBERED = 1024  # hands: a player is asked about the same cards several times in a row
_FOLD, _CHECK, _CALL, _BET, _RAISE, _DRAW = (int(kind) for kind in Kind)


class StrategyPlayer:
    """Plays a strategy for each position."""

    def __init__(self, game: DrawGame, strategies: tuple[Strategy, Strategy]) -> None:
        """Hands must be of the game's ruleset and between two players."""
        self.strategies = strategies
        """By position."""
        self._game = game
        nodes, closings = game.betting.paths()
        self._nodes = {path: number for number, path in enumerate(nodes)}
        self._closings = {path: number for number, path in enumerate(closings)}

    def code(self, view: FiveCardDrawView, spin: float) -> int:
        """What it does.

        Args:
            view: a decision of its own.
            spin: a number from 0 to 1, all as likely; equal numbers give equal actions.
        """
        chances = self.chances(view)
        choice = int(np.searchsorted(np.cumsum(chances), spin * chances.sum(), "right"))
        choice = min(choice, int(np.flatnonzero(chances)[-1]))
        if view.stage == Stage.DRAW:
            return DRAW_CODE + int(_dealt(view.hole_cards).discard_masks(choice)[0])
        return _code(choice, view)

    def chances(self, view: FiveCardDrawView) -> Floats:
        """How likely each choice is: of ``betting``'s three, or at the draw of each number of cards."""
        strategy = self.strategies[view.position]
        first, second = self._paths(view)
        if view.stage == Stage.FIRST_ROUND:
            return np.asarray(strategy.first[self._game.slots[self._nodes[first]], :, _dealt(view.hole_cards).classes[0]])
        closing = self._closings[first]
        if view.stage == Stage.DRAW:
            seen = view.drawn[0] if view.position else 0
            return np.asarray(strategy.draw[closing, :, seen, _dealt(view.hole_cards).classes[0]])
        line = (closing * DRAW_COUNTS + view.drawn[0]) * DRAW_COUNTS + view.drawn[1]
        return np.asarray(strategy.second[self._game.slots[self._nodes[second]], :, line, _bucket(view.hole_cards)])

    def _paths(self, view: FiveCardDrawView) -> tuple[Path, Path]:
        """The choices of both betting rounds so far."""
        rounds: tuple[list[int], list[int]] = ([], [])
        drawn = False
        for kind, _, _ in view.log:
            drawn = drawn or kind == _DRAW
            if kind != _DRAW:
                rounds[drawn].append(_CHOICES[kind])
        return tuple(rounds[0]), tuple(rounds[1])


@lru_cache(maxsize=_REMEMBERED)
def _dealt(hole_cards: tuple[int, ...]) -> Dealt:
    return sort_dealt(np.array([hole_cards]))


@lru_cache(maxsize=_REMEMBERED)
def _bucket(hole_cards: tuple[int, ...]) -> int:
    return int(buckets_of(np.array([hole_cards]))[0])


def _code(choice: int, view: FiveCardDrawView) -> int:
    if choice == GIVE_UP:
        return _FOLD
    if choice == WAGER:
        return _RAISE if _RAISE in view.legal else _BET
    return _CALL if _CALL in view.legal else _CHECK

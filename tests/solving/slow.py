"""What several tests of this room need: random strategies, games of three classes, and a slow solver to compare with.

The slow solver plays real hands one choice at a time and adds up in plain Python; of the room it knows only how a strategy's arrays are
laid out. Chances here are few powers of two, so sums are exact and may be compared closely.
"""

from functools import cache

import numpy as np

from arena.rules import DRAW_CODE, FiveCardDrawRuleset, Hand, Kind, Stage
from arena.solving import BUCKET_COUNT, CLASS_COUNT, DRAW_COUNTS, GIVE_UP, PASS, WAGER, DrawGame, Strategy
from arena.solving.deals import Chances
from tests.rules.playing import copied

CLASSES, BUCKETS = (3, 60, 200), (5, 90, 250)
CHOICE = {Kind.FOLD: GIVE_UP, Kind.CHECK: PASS, Kind.CALL: PASS, Kind.BET: WAGER, Kind.RAISE: WAGER}


def few_classes() -> Chances:
    """Three classes, of which each draw makes three buckets."""
    random = np.random.default_rng(5)
    dealt, final = np.zeros(CLASS_COUNT), np.zeros((DRAW_COUNTS, CLASS_COUNT, BUCKET_COUNT))
    dealt[list(CLASSES)] = 0.5, 0.25, 0.25
    for held in CLASSES:
        final[:, held, list(BUCKETS)] = random.multinomial(8, [1 / 3] * 3, DRAW_COUNTS) / 8
    return Chances(dealt, final)


def few_classes_game(max_raises: int) -> DrawGame:
    return DrawGame(FiveCardDrawRuleset(3, 2, 5, max_raises), few_classes())


def random_strategy(game: DrawGame, position: int, seed: int) -> Strategy:
    """Quarters of chances, at random, of the choices that are possible."""
    random = np.random.default_rng(seed)

    def quarters(possible: np.ndarray) -> np.ndarray:
        chances = np.moveaxis(possible, 1, -1)
        return np.moveaxis(random.multinomial(4, chances / chances.sum(axis=-1, keepdims=True)) / 4, -1, 1)

    uniform = game.uniform(position)
    return Strategy(*[quarters(getattr(uniform, part)) for part in Strategy.__slots__])


def sides(game: DrawGame, seed: int) -> tuple[Strategy, Strategy]:
    return random_strategy(game, 0, seed), random_strategy(game, 1, seed + 1)


def round_paths(hand: Hand) -> list[tuple[int, ...]]:
    """The choices of both betting rounds so far."""
    kinds = [kind for kind, _, _ in hand.log]
    drawn = kinds.index(Kind.DRAW) if Kind.DRAW in kinds else len(kinds)
    return [tuple(CHOICE[kind] for kind in part if kind != Kind.DRAW) for part in (kinds[:drawn], kinds[drawn:])]


def chances_of(game: DrawGame, strategy: Strategy, hand: Hand, held: int) -> np.ndarray:
    """What a strategy says the actor should do, holding a class or, after the draw, a bucket."""
    nodes, closings = (dict(zip(paths, range(len(paths)), strict=True)) for paths in game.betting.paths())
    first, second = round_paths(hand)
    if hand.stage == Stage.FIRST_ROUND:
        return strategy.first[game.slots[nodes[first]], :, held]
    if hand.stage == Stage.DRAW:
        return strategy.draw[closings[first], :, hand.drawn[0] if hand.actor else 0, held]
    line = (closings[first] * 4 + hand.drawn[0]) * 4 + hand.drawn[1]
    return strategy.second[game.slots[nodes[second]], :, line, held]


class SlowSolver:
    """What a position wins against a strategy of the other one's."""

    def __init__(self, game: DrawGame, position: int, other: Strategy, own: Strategy | None = None) -> None:
        """Without a strategy of its ``own`` the position does what is best."""
        self._game, self._position = game, position
        self._strategies = (own, other) if position == 0 else (other, own)

    def worth(self) -> float:
        """In chips a hand."""
        dealt = self._game.chances.dealt
        others = {held: float(dealt[held]) for held in CLASSES}
        hand = Hand(self._game.ruleset, range(16), 2)
        return sum(float(dealt[held]) * self._worth(hand, held, others) for held in CLASSES)

    def _worth(self, hand: Hand, own: int, others: dict[int, float]) -> float:
        """With a class or bucket, against others by weight."""
        if hand.over and hand.live != 0b11:
            return hand.net[self._position] * sum(others.values())
        if hand.over:
            return hand.committed[self._position] * sum(
                (1 if own > held else -1) * weight for held, weight in others.items() if held != own
            )
        turn = self._own_turn if hand.actor == self._position else self._others_turn
        return turn(hand, own, others)

    def _own_turn(self, hand: Hand, own: int, others: dict[int, float]) -> float:
        rows = []
        for choice, after in _after(hand):
            finals = self._finals(hand, choice, own)
            rows.append((choice, sum(chance * self._worth(after, final, others) for final, chance in finals.items())))
        if self._strategies[self._position] is None:
            return max(worth for _, worth in rows)
        return sum(self._chance(hand, own, choice) * worth for choice, worth in rows)

    def _others_turn(self, hand: Hand, own: int, others: dict[int, float]) -> float:
        total = 0.0
        for choice, after in _after(hand):
            then = dict.fromkeys(BUCKETS if hand.stage == Stage.DRAW else others, 0.0)
            for held, weight in others.items():
                for final, chance in self._finals(hand, choice, held).items():
                    then[final] += weight * self._chance(hand, held, choice) * chance
            total += self._worth(after, own, then)
        return total

    def _finals(self, hand: Hand, choice: int, held: int) -> dict[int, float]:
        """What the actor holds after its choice."""
        if hand.stage != Stage.DRAW:
            return {held: 1.0}
        return {bucket: float(self._game.chances.final[choice, held, bucket]) for bucket in BUCKETS}

    def _chance(self, hand: Hand, held: int, choice: int) -> float:
        return float(chances_of(self._game, self._strategies[hand.actor], hand, held)[choice])


@cache
def _after(hand: Hand) -> list[tuple[int, Hand]]:
    """Every choice, a count of cards at the draw, and the hand after it."""
    found = []
    drawing = hand.stage == Stage.DRAW
    for code in [DRAW_CODE + (1 << count) - 1 for count in range(DRAW_COUNTS)] if drawing else hand.legal:
        after = copied(hand)
        after.act(code)
        found.append(((code - DRAW_CODE).bit_count() if drawing else CHOICE[code], after))
    return found

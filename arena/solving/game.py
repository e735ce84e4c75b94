"""Five-card draw between two players as a game to be solved: who may do what, for how many chips, and what a way of play is worth.

A *strategy* says, at every point where a position acts and for every class or bucket, how likely each choice is. A *plan* is the
same as weights: how likely chance and the player's own choices are to bring it there and to choose so (its realisation weights).
Plans may be mixed by adding them up, which is what playing now one bot and now another amounts to.

The points of a strategy, for the position that acts at them:

- ``first``: (own nodes of the first betting round, choices, classes);
- ``draw``: (closings of that round, cards drawn, draws seen, classes); position 0 draws first and has seen one thing, position 1 four;
- ``second``: (own nodes of the second round, choices, lines, buckets); a *line* is a closing of the first round and both counts of cards
  drawn, number ``(closing · 4 + count of position 0) · 4 + count of position 1``.

:meth:`DrawGame.walk` works out what every choice of one position is worth against a plan of the other, backwards from the end, and asks
a *chooser* at each point what the position does there. Best responses, values and learning are all that walk with another chooser.
Worth is counted in chips and weighted by how likely chance and the other player are to come there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from arena.errors import BadRuleset
from arena.rules import FiveCardDrawRuleset
from arena.solving.betting import CHOICES, GIVE_UP, PASS, WAGER, Node, betting_round
from arena.solving.deals import WEIGHT_GRID, Chances, Floats, chances
from arena.solving.hands import BUCKET_COUNT, CLASS_COUNT, DRAW_COUNTS

MAX_RAISES = 4
"""The highest cap that can be solved; the game grows with its square."""

Edge = tuple[int, int]
Chooser = Callable[[str, int, Sequence[int], Floats], Floats]
"""Of (part, point, choices, worth by choice): the worth of the point. ``part`` and ``point`` index a strategy's arrays."""

_FIRST, _DRAW, _SECOND = PARTS = ("first", "draw", "second")
_DRAWS = tuple(range(DRAW_COUNTS))


@dataclass(frozen=True, slots=True)
class Strategy:
    """How one position plays; arrays as in the head of this module."""

    first: Floats
    draw: Floats
    second: Floats


@dataclass(frozen=True, slots=True)
class Plan:
    """Weights of one position's choices; arrays as in the head of this module."""

    first: Floats
    draw: Floats
    root: Floats
    """Of shape (lines, buckets): weights at the beginning of the second round."""
    second: Floats

    def mixed(self, other: "Plan", share: float) -> "Plan":
        """This plan, but with probability ``share`` the other one."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in self.__slots__)
        return Plan(*[(1 - share) * one + share * two for one, two in pairs])


class DrawGame:
    """The game under one ruleset, and what chance does in it."""

    def __init__(self, ruleset: FiveCardDrawRuleset, chances: Chances | None = None) -> None:
        """Nothing is worked out yet.

        Args:
            ruleset: the parameters.
            chances: what chance does, if not what cards do.

        Raises:
            BadRuleset: stacks are limited, or the cap is too high.
        """
        if ruleset.all_in:
            raise BadRuleset("all_in", True, "false, in a game that is to be solved")
        if ruleset.max_raises > MAX_RAISES:
            raise BadRuleset("max_raises", ruleset.max_raises, f"at most {MAX_RAISES}, in a game that is to be solved")
        self.ruleset = ruleset
        self._chances = chances
        self.betting = betting_round(ruleset.max_raises)
        self.own = (self.betting.own(0), self.betting.own(1))
        self.slots = {node: self.own[position].index(node) for position in (0, 1) for node in self.own[position]}
        self.closing_count = len(self.betting.closings)
        self.line_count = self.closing_count * DRAW_COUNTS * DRAW_COUNTS
        self._base = ruleset.ante + ruleset.small_bet * np.array([closing.wagers for closing in self.betting.closings])
        most = ruleset.ante + (ruleset.small_bet + ruleset.big_bet) * (1 + ruleset.max_raises)
        self._grid = WEIGHT_GRID / (1 << most.bit_length())
        self._line_base = np.repeat(self._base, DRAW_COUNTS * DRAW_COUNTS)[:, None].astype(np.float64)

    @property
    def chances(self) -> Chances:
        """What chance does; worked out when first needed, which takes seconds."""
        return self._chances or chances()

    def shapes(self, position: int) -> dict[str, tuple[int, ...]]:
        """The shapes of a strategy's arrays."""
        nodes = len(self.own[position])
        seen = DRAW_COUNTS if position else 1
        return {
            _FIRST: (nodes, CHOICES, CLASS_COUNT),
            _DRAW: (self.closing_count, DRAW_COUNTS, seen, CLASS_COUNT),
            _SECOND: (nodes, CHOICES, self.line_count, BUCKET_COUNT),
        }

    def uniform(self, position: int) -> Strategy:
        """Every possible choice as likely as the others."""
        shapes = self.shapes(position)
        one = np.zeros((shapes[_FIRST][0], CHOICES, 1, 1))
        for slot, number in enumerate(self.own[position]):
            choices = self.betting.nodes[number].choices
            one[slot, list(choices)] = 1 / len(choices)
        first = np.broadcast_to(one[..., 0], shapes[_FIRST]).copy()
        return Strategy(first, np.full(shapes[_DRAW], 1 / DRAW_COUNTS), np.broadcast_to(one, shapes[_SECOND]).copy())

    def plan(self, position: int, strategy: Strategy) -> Plan:
        """A strategy as weights."""
        first = self._weights(position, strategy.first, self.chances.dealt)
        closed = np.stack([self._at(first, closing.before[position], self.chances.dealt) for closing in self.betting.closings])
        draw = closed[:, None, None, :] * strategy.draw
        root = self.root(position, draw)
        return Plan(first, draw, root, self._weights(position, strategy.second, root))

    def root(self, position: int, draw: Floats) -> Floats:
        """Weights at the beginning of the second round, from those of the draws; exact (see ``deals``)."""
        kept = np.rint(draw * WEIGHT_GRID) / WEIGHT_GRID
        drawn = np.stack([kept[:, count] @ self.chances.final[count] for count in _DRAWS], axis=2)
        if position == 0:
            drawn = np.broadcast_to(drawn[:, 0, :, None], (self.closing_count, DRAW_COUNTS, DRAW_COUNTS, BUCKET_COUNT))
        return np.ascontiguousarray(drawn).reshape(self.line_count, BUCKET_COUNT)

    def walk(self, position: int, other: Plan, choose: Chooser) -> float:
        """What the position wins a hand against the other one's plan, in chips, when it does as ``choose`` says."""
        root = self._round(position, other.second, other.root, _SECOND, choose)
        closed = self._draws(position, root.reshape(self.closing_count, DRAW_COUNTS, DRAW_COUNTS, BUCKET_COUNT), choose)
        dealt = self._round(position, other.first, self.chances.dealt, _FIRST, choose, closed)
        return float(_totals(self.chances.dealt * dealt)[0])

    def _weights(self, position: int, chances: Floats, root: Floats) -> Floats:
        """Weights of a position's choices in one betting round that it enters with the weights ``root``."""
        found = np.empty_like(chances)
        for slot, number in enumerate(self.own[position]):
            np.multiply(chances[slot], self._at(found, self.betting.nodes[number].own_before, root), out=found[slot])
        return found

    def _at(self, weights: Floats, edge: Edge, root: Floats) -> Floats:
        """The weight with which a player comes to where its last action was ``edge``."""
        node, choice = edge
        return root if node < 0 else weights[self.slots[node], choice]

    def _round(self, position: int, others: Floats, root: Floats, part: str, choose: Chooser, closed: Floats | None = None) -> Floats:
        """The worth of one betting round; without ``closed`` it ends in showdowns, else in what that says by closing."""
        base, bet = (self._line_base, self.ruleset.big_bet) if closed is None else (self.ruleset.ante, self.ruleset.small_bet)

        def ending(closing: int) -> Floats:
            if closed is not None:
                return np.asarray(closed[closing])
            end = self.betting.closings[closing]
            return _showdown(self._at(others, end.before[1 - position], root)) * (base + bet * end.wagers)

        worth: list[Floats] = [root] * len(self.betting.nodes)
        for number in range(len(self.betting.nodes) - 1, -1, -1):
            node = self.betting.nodes[number]
            passed = worth[node.passed_to] if node.passed_to >= 0 else ending(-1 - node.passed_to)
            lost = base + bet * max(0, node.wagers - 1)
            if node.actor == position:
                reach = self._at(others, node.other_before, root)
                rows = [self._own_worth(choice, node, passed, lost, reach, worth) for choice in node.choices]
                worth[number] = choose(part, self.slots[number], node.choices, np.stack(rows))
            else:
                worth[number] = self._other_worth(node, others[self.slots[number]], passed, lost, worth)
        return worth[0]

    def _own_worth(self, choice: int, node: Node, passed: Floats, lost: Floats | int, reach: Floats, worth: Sequence[Floats]) -> Floats:
        if choice == GIVE_UP:
            return np.broadcast_to(-_totals(reach) * lost, reach.shape)
        return passed if choice == PASS else worth[node.wagered_to]

    def _other_worth(self, node: Node, weights: Floats, passed: Floats, lost: Floats | int, worth: Sequence[Floats]) -> Floats:
        total = passed
        if WAGER in node.choices:
            total = total + worth[node.wagered_to]
        if GIVE_UP in node.choices:
            total = total + _totals(weights[GIVE_UP]) * lost
        return total

    def _draws(self, position: int, root: Floats, choose: Chooser) -> Floats:
        """The worth of the draw, by closing and class; ``root`` is of shape (closings, 4, 4, buckets)."""
        kept = np.rint(root * self._grid) / self._grid
        if position == 0:
            kept = kept.sum(axis=2, keepdims=True).swapaxes(1, 2)
        rows = np.stack([kept[:, :, count] @ self.chances.final[count].T for count in _DRAWS])
        return np.stack([choose(_DRAW, closing, _DRAWS, rows[:, closing]).sum(axis=0) for closing in range(self.closing_count)])


def _totals(weights: Floats) -> Floats:
    """Sums over the last axis, which is kept; one after another, so that they are the same on every machine."""
    return np.cumsum(weights, axis=-1)[..., -1:]


def _showdown(weights: Floats) -> Floats:
    """By bucket: the weight of the hands it beats less that of those it loses to."""
    summed = np.cumsum(weights, axis=-1)
    return 2 * summed - weights - summed[..., -1:]

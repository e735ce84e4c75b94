"""How a bot plays, as a plan of the game: it is asked what it would do with sampled hands, at every point to which it brings them itself.

Both betting rounds are asked for every action and draw count of the other player. Before the draw hands of every class are asked about,
more of common ones, by the square root of how likely they are; what the bot throws away is taken as it is, and what becomes of the hand is
dealt out from there. After the draw hands are drawn from those that the bot brings to the line, half as often as it brings them and half
spread evenly over their strength; between hands asked, neighbours of the same kind (``CLASS_NAMES``) say what it does.

A bot is asked out of the blue, without having been asked the same hand's earlier questions: right for bots that look at the view only.
What is not asked often enough is known roughly, so what a plan promises should be played to be believed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.errors import IllegalAction
from arena.rules import DRAW_CODE, FiveCardDrawView, Hand, Kind
from arena.solving.betting import CHOICES, GIVE_UP, PASS, WAGER, Path
from arena.solving.deals import SAMPLES, Floats, final_hands, numbers, replacements, sampled_deals
from arena.solving.game import DrawGame, Plan
from arena.solving.hands import BUCKET_COUNT, DRAW_COUNTS, Cards, Ints, buckets_of, held_by_bucket

Ask = Callable[[FiveCardDrawView, int], int]
"""What a bot does with a view, as a code; the number counts questions, and may seed what it leaves to chance."""

_CHOICE = {Kind.FOLD: GIVE_UP, Kind.CHECK: PASS, Kind.CALL: PASS, Kind.BET: WAGER, Kind.RAISE: WAGER}
_CODES = ((Kind.FOLD,), (Kind.CHECK, Kind.CALL), (Kind.BET, Kind.RAISE))
_DEALT_OUT = 48
"""Ways to draw that stand for all, for discards that are not the keep's."""
_NEAR = 4.0
"""Buckets over which a hand's say about its neighbours falls to an eighth."""
_OTHERS = 1e-6
"""Of that, what a hand says about those that hold something else."""
_HELD, _LEAST = 5, 1e-9


@dataclass(frozen=True, slots=True)
class Effort:
    """How many hands a bot is asked about."""

    per_class: int = 12
    """Dealt hands, on average over the classes."""
    per_line: int = 96
    """Of each line after the draw that half of its hands reach; fewer of rarer ones, by the square root of the share."""


@dataclass(slots=True)
class _Brought:
    """Hands that the bot brings to one line: deals, what they throw away, how likely they are."""

    deals: list[int]
    masks: list[int]
    weights: list[float]


class Tabulation:
    """One position of one bot."""

    def __init__(self, game: DrawGame, position: int, ask: Ask, effort: Effort, seed: int, progress: Callable[[float], object]) -> None:
        """Nothing is asked yet; ``progress`` is told the part that is done."""
        self.asked = 0
        """Questions put so far."""
        self._game, self._position, self._ask = game, position, ask
        self._effort, self._progress = effort, progress
        self._raw = np.random.PCG64(seed)
        self._deals = sampled_deals()
        self._node_paths, self._closing_paths = game.betting.paths()
        shapes = game.shapes(position)
        self._first, self._draw = np.zeros(shapes["first"]), np.zeros(shapes["draw"])
        self._second = np.zeros(shapes["second"])
        self._root = np.zeros((game.line_count, BUCKET_COUNT))
        self._brought: dict[int, _Brought] = {}
        self._outcomes: dict[tuple[int, int], Floats] = {}

    def plan(self) -> Plan:
        """Ask, and say how the bot plays."""
        dealt = self._game.chances.dealt
        occurring, roots = np.flatnonzero(dealt), np.sqrt(dealt)
        mean = float(np.cumsum(roots)[-1]) / len(occurring)
        for done, number in enumerate(occurring):
            count = max(2, round(self._effort.per_class * float(roots[number]) / mean))
            start = int(np.searchsorted(self._deals.classes, number))
            for place in numbers(self._raw, count, SAMPLES):
                self._ask_dealt(start + int(place), int(number), float(dealt[number]) / count)
            self._progress(0.5 * (done + 1) / len(occurring))
        for done, (line, brought) in enumerate(sorted(self._brought.items())):
            self._ask_line(line, brought)
            self._progress(0.5 + 0.5 * (done + 1) / len(self._brought))
        return Plan(self._first, self._draw, self._root, self._second)

    def _ask_dealt(self, deal: int, number: int, weight: float) -> None:
        """Everything before the draw, and the draw itself, with one hand."""
        game, cards = self._game, self._deals.cards[deal]
        chosen: dict[int, int] = {}
        for slot, node in enumerate(game.own[self._position]):
            before, choice = game.betting.nodes[node].own_before
            if before < 0 or chosen.get(before) == choice:
                hand = self._hand(cards)
                self._follow(hand, self._node_paths[node])
                chosen[node] = self._choice(hand)
                self._first[slot, chosen[node], number] += weight
        for closing, end in enumerate(game.betting.closings):
            node, choice = end.before[self._position]
            if chosen.get(node) == choice:
                self._ask_draw(deal, number, closing, weight)

    def _ask_draw(self, deal: int, number: int, closing: int, weight: float) -> None:
        for seen in range(DRAW_COUNTS if self._position else 1):
            hand = self._hand(self._deals.cards[deal])
            self._follow(hand, self._closing_paths[closing])
            if self._position:
                hand.act(_draw_code(seen))
            mask = self._code(hand) - DRAW_CODE
            drawn = mask.bit_count()
            self._draw[closing, drawn, seen, number] += weight
            final = weight * self._outcome(deal, number, mask)
            for other in [seen] if self._position else range(DRAW_COUNTS):
                counts = (other, drawn) if self._position else (drawn, other)
                line = (closing * DRAW_COUNTS + counts[0]) * DRAW_COUNTS + counts[1]
                self._root[line] += final
                brought = self._brought.setdefault(line, _Brought([], [], []))
                brought.deals.append(deal)
                brought.masks.append(mask)
                brought.weights.append(weight)

    def _outcome(self, deal: int, number: int, mask: int) -> Floats:
        """How likely each final hand is after a deal's discards."""
        drawn = mask.bit_count()
        if mask == self._deals.discard_masks[drawn, deal]:
            return np.asarray(self._game.chances.final[drawn, number])
        found = self._outcomes.get((deal, mask))
        if found is None:
            rows = self._dealt_out(np.full(_DEALT_OUT, deal), np.full(_DEALT_OUT, mask))
            found = np.bincount(rows[1], minlength=BUCKET_COUNT) / _DEALT_OUT
            self._outcomes[deal, mask] = found
        return found

    def _ask_line(self, line: int, brought: _Brought) -> None:
        """Everything after the draw in one line."""
        game = self._game
        cards, masks, buckets = self._hands_of(brought)
        say = _by_bucket(buckets)
        reached: dict[int, Floats] = {}
        for slot, node in enumerate(game.own[self._position]):
            before, choice = game.betting.nodes[node].own_before
            weight = self._root[line] if before < 0 else reached[before][choice]
            found = np.zeros((CHOICES, BUCKET_COUNT))
            if weight.max() > _LEAST:
                choices = [self._choice(self._after_draw(row, mask, line, node)) for row, mask in zip(cards, masks.tolist(), strict=True)]
                found = np.stack([weight * np.add.reduce(say[np.array(choices) == one], axis=0) for one in range(CHOICES)])
            reached[node] = found
            self._second[slot, :, line] = found

    def _hands_of(self, brought: _Brought) -> tuple[Cards, Ints, Ints]:
        """Hands to ask about in a line: cards with replacements, discards, buckets."""
        summed = np.cumsum(brought.weights)
        count = max(8, round(self._effort.per_line * min(1.0, 2 * summed[-1]) ** 0.5))
        place = summed.searchsorted(self._fractions(4 * count) * summed[-1], "right")
        chosen = np.minimum(place, len(summed) - 1)
        masks = np.array(brought.masks)[chosen]
        cards, buckets = self._dealt_out(np.array(brought.deals)[chosen], masks)
        picked = np.concatenate((np.arange(count // 2), _spread(buckets, count - count // 2)))
        return cards[picked], masks[picked], buckets[picked]

    def _dealt_out(self, deals: Ints, masks: Ints) -> tuple[Cards, Ints]:
        """Deals with new replacements, and the buckets that their discards lead to."""
        held = self._deals.cards[deals, :_HELD]
        cards = np.concatenate((held, replacements(self._raw, held)), axis=1)
        buckets = np.empty(len(deals), dtype=np.int64)
        counts = np.array([mask.bit_count() for mask in masks.tolist()])
        thrown = masks[:, None] >> np.arange(_HELD) & 1
        keep = np.argsort(thrown, axis=1, kind="stable")
        for count in np.unique(counts):
            rows = counts == count
            buckets[rows] = buckets_of(final_hands(cards[rows], keep[rows], int(count)))
        return cards, buckets

    def _after_draw(self, cards: Cards, mask: int, line: int, node: int) -> Hand:
        closing, counts = divmod(line, DRAW_COUNTS * DRAW_COUNTS)
        first, second = divmod(counts, DRAW_COUNTS)
        hand = self._hand(cards)
        self._follow(hand, self._closing_paths[closing])
        for code in (_draw_code(first), DRAW_CODE + mask) if self._position else (DRAW_CODE + mask, _draw_code(second)):
            hand.act(code)
        self._follow(hand, self._node_paths[node])
        return hand

    def _hand(self, cards: Cards) -> Hand:
        """A hand just dealt in which the bot holds these cards; the other player's are any others."""
        own = cards.tolist()
        others = [card for card in range(16) if card not in own]
        rows = [own, others] if self._position == 0 else [others, own]
        deal = [rows[position][i] for i in range(_HELD) for position in (0, 1)]
        return Hand(self._game.ruleset, [*deal, *rows[0][_HELD : _HELD + 3], *rows[1][_HELD : _HELD + 3]], 2)

    def _follow(self, hand: Hand, path: Path) -> None:
        for choice in path:
            hand.act(next(code for code in _CODES[choice] if code in hand.legal))

    def _choice(self, hand: Hand) -> int:
        return _CHOICE[Kind(self._code(hand))]

    def _code(self, hand: Hand) -> int:
        self.asked += 1
        code = self._ask(hand.view(self._position), self.asked)
        if code not in hand.legal:
            raise IllegalAction(f"action {code}: a bot answered so to {hand.view(self._position)}")
        return code

    def _fractions(self, count: int) -> Floats:
        return np.asarray(self._raw.random_raw(count) >> np.uint64(11)) / float(1 << 53)


def tabulate(
    game: DrawGame, ask: Ask, effort: Effort = Effort(), *, seed: int = 1, progress: Callable[[float], object] = float
) -> tuple[Plan, Plan]:
    """How a bot plays in both positions; ``progress`` is told the part that is done, 0 to 1."""
    return (
        Tabulation(game, 0, ask, effort, seed, lambda done: progress(done / 2)).plan(),
        Tabulation(game, 1, ask, effort, seed + 1, lambda done: progress(0.5 + done / 2)).plan(),
    )


def _draw_code(count: int) -> int:
    return DRAW_CODE + (1 << count) - 1


def _spread(buckets: Ints, count: int) -> Ints:
    """Rows whose buckets are spread evenly over those that occur."""
    different, first = np.unique(buckets, return_index=True)
    return np.asarray(first[np.linspace(0, len(different) - 1, count).round().astype(np.int64)])


def _by_bucket(buckets: Ints) -> Floats:
    """Of shape (hands, buckets): how much each hand says about each bucket; a bucket's sum to 1."""
    every, held = np.arange(BUCKET_COUNT), held_by_bucket()
    near = 1 + np.abs(every - buckets[:, None]) / _NEAR
    say = np.where(held == held[buckets][:, None], 1.0, _OTHERS) / (near * near * near)
    return np.asarray(say / np.add.reduce(say, axis=0))

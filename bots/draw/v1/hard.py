"""Hard: the choice with the highest expected value, against a range for each opponent.

The ranges come from what each opponent did in this hand and how many cards it drew (``ranges``), the values from playing
samples of them out, draw included (``rollouts``). It bluffs when that is worth most, but with only a part of the hands
that could. At the draw it follows the book, unless another draw wins clearly more often against the ranges.

It remembers nothing between hands: the range of an opponent starts from the same mixture of types each time.

Its three weights are attributes of the class, so a bot that differs in one of them is two lines in a file of one's own (``variant``), and
``arena compare`` tells whether it is better.
"""

import numpy as np

from arena.matches import TableInfo
from arena.rules import DRAW_CODE, FiveCardDrawView, Kind, Stage, strength
from bots.draw.chances import spin
from bots.draw.draws import DRAWS_SIZE, final_strengths, worthwhile_masks
from bots.draw.hands import book_mask
from bots.draw.v1.ranges import SAMPLE_COUNT, Range, read_log, sample_range
from bots.draw.v1.rollouts import Rollouts

_CALL, _CHECK, _FOLD = int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD)
_WAGERS = (int(Kind.BET), int(Kind.RAISE))


class Hard:
    """Expected value against ranges."""

    version = 1
    bluff_rate = 0.25
    """The part of the hands worth bluffing with that it does bluff with."""
    bluff_share = 0.6
    """A wager is a bluff below this many times an equal share of the pot at a showdown."""
    draw_margin = 0.05
    """Showdowns, as a part of all, that another draw must win beyond the book's; about the noise of the samples."""

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if view.stage == Stage.DRAW:
            masks = worthwhile_masks(view.hole_cards)
            if len(masks) == 1:
                return DRAW_CODE + masks[0]
        elif len(view.legal) == 1:
            return view.legal[0]
        rng = np.random.Generator(np.random.PCG64(spin(self._bot_seed, view)))
        ranges = _ranges(view, rng)
        return self._best_draw(view, masks, ranges, rng) if view.stage == Stage.DRAW else self._best_action(view, ranges, rng)

    def _best_draw(self, view: FiveCardDrawView, masks: list[int], ranges: list[Range], rng: np.random.Generator) -> int:
        """The draw that wins the most showdowns; the book's unless another is clearly better."""
        best = np.max([one.strength for one in ranges], axis=0)
        start = int(rng.integers(DRAWS_SIZE - SAMPLE_COUNT))
        won = [float((final_strengths(view.hole_cards, mask, start, SAMPLE_COUNT) > best).mean()) for mask in masks]
        won[0] += self.draw_margin
        return DRAW_CODE + masks[won.index(max(won))]

    def _best_action(self, view: FiveCardDrawView, ranges: list[Range], rng: np.random.Generator) -> int:
        """The action of the highest value, folding being worth nothing."""
        if view.stage == Stage.FIRST_ROUND:
            own = final_strengths(view.hole_cards, book_mask(view.hole_cards), int(rng.integers(DRAWS_SIZE - SAMPLE_COUNT)), SAMPLE_COUNT)
        else:
            own = np.full(SAMPLE_COUNT, strength(view.hole_cards), dtype=np.int64)
        rollouts = Rollouts(view, ranges, own, rng)
        stay = rollouts.passive()
        wager_code = view.legal[-1]
        if wager_code in _WAGERS:
            bluff = rollouts.showdown_share() * (view.opponents + 1) < self.bluff_share
            if rollouts.wager() > max(stay, 0.0) and not (bluff and rng.random() >= self.bluff_rate):
                return wager_code
        if _FOLD in view.legal:
            return _CALL if stay > 0 else _FOLD
        return _CHECK


def _ranges(view: FiveCardDrawView, rng: np.random.Generator) -> list[Range]:
    """Of the opponents who have not folded, by position."""
    seen = read_log(view)
    own = view.hole_cards + view.discarded
    return [sample_range(seen[p], own, rng) for p in range(view.players) if view.live >> p & 1 and p != view.position]

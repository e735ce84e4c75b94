"""Hard: the choice with the highest expected value, against a range for each opponent, and against what it remembers of it.

For each opponent it keeps how likely each of many simple types is (``types``) from hand to hand (``memory``). In a hand, what an opponent
did and how many cards it drew tells what it may be and hold (``ranges``); samples of all opponents together, with draws for itself, are
played out for each legal action (``rollouts``, ``rounds``). At the draw it follows the book, unless another draw wins clearly more often
against the ranges.

What it does for its unpredictability is bounded:

- A *bluff* is a bet or a raise with a hand that at a showdown wins less than ``bluff_share`` equal shares of the pot against the
  ranges. Of the hands in which one would be worth most, it makes it with the part ``bluff_rate``, and else checks, calls or folds.
- A *slow-play* is a check or a call where it may wager, with a hand of ``slowplay_share`` equal shares or more. Of the hands in
  which one is worth most, it plays at most the part ``slowplay_rate`` so, and wagers with the others if that is worth more than to fold.
- Between two, strangers find it capricious (``caprice``): what is worth nearly as much as the best is played as well, so that one who
  knew its every rule would win less of it. The longer a match is, the less it pays for that.

Its weights are attributes of the class, so a bot that differs in one of them is two lines in a file of one's own (``variant``), and
``arena compare`` tells whether it is better. What ``noise``, ``alike``, ``floor`` and ``slowplay_rate`` are was chosen by
``python -m bots.draw.tune`` when they stood at 0.06, 2, 0.02 and 0.5; what bounds how much can be won of it, by what a best response
wins (``arena probe draw/hard``). Older versions: ``v2``, whose whims had no bound; ``v1``, which remembered nothing.
"""

import numpy as np

from arena.matches import TableInfo
from arena.rules import DRAW_CODE, FiveCardDrawView, Kind, Stage, strength
from bots.draw.chances import require_finite, spin
from bots.draw.draws import DRAWS_SIZE, final_strengths, worthwhile_masks
from bots.draw.hands import book_mask, group_of
from bots.draw.memory import Memory, MemorySettings
from bots.draw.ranges import Samples, read_log, sample_ranges
from bots.draw.rollouts import Rollouts
from bots.draw.tables import Floats, tables
from bots.draw.types import TypeSettings, model

_CALL, _CHECK, _FOLD = int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD)
_WAGERS = (int(Kind.BET), int(Kind.RAISE))
_DRAWS_A_SAMPLE = 4
"""Own draws tried against each sample when draws are compared."""
_SAMPLE_COUNTS = (0, 192, 96, 80, 72, 64)
"""By number of opponents: the more there are, the longer each sample takes."""
_FAR_SHORT = 0.8
"""The part of a call's price that is far too little to get back from any hands; those that bet are better than any."""


class Hard:
    """Expected value against ranges, and against what it remembers of its opponents."""

    version = 3
    bluff_rate = 0.25
    """The part of the hands worth bluffing with that it does bluff with."""
    bluff_share = 0.8
    """A wager is a bluff below this many times an equal share of the pot at a showdown."""
    slowplay_rate = 0.25
    """The part of the hands worth slow-playing that it does slow-play."""
    slowplay_share = 1.4
    """To check or call where it may wager is a slow-play from this many equal shares on."""
    draw_margin = 0.05
    """Showdowns, as a part of all, that another draw must win beyond the book's; about twice the noise of the samples."""
    caprice = 0.5
    """Bets of the round that it lets go to be less predictable to strangers: of two choices that differ by so much it plays the worse in
    about one case of three, and in none from six times as much on. After ``stranger_hands`` hands of a match it is half of that, and
    goes on falling."""
    stranger_hands = 20.0
    """See ``caprice``."""
    types = TypeSettings()
    """What opponents of whom nothing is known are taken to be."""
    memory = MemorySettings()
    """How fast it learns what they are."""

    def __init__(self, info: TableInfo) -> None:
        self._bot_seed = info.bot_seed
        self._model = model(self.types)
        self._memory = Memory(self._model, self.memory)

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if view.stage == Stage.DRAW:
            masks = worthwhile_masks(view.hole_cards)
            if len(masks) == 1:
                return DRAW_CODE + masks[0]
        elif len(view.legal) == 1:
            return view.legal[0]
        elif _FOLD in view.legal and view.opponents > 1 and _out_of_reach(view):
            return _FOLD
        rng = np.random.Generator(np.random.PCG64(spin(self._bot_seed, view)))
        samples = self._samples(view, rng)
        return self._best_draw(view, masks, samples, rng) if view.stage == Stage.DRAW else self._best_action(view, samples, rng)

    def watch(self, view: FiveCardDrawView) -> None:
        """Learn from a hand that is over."""
        self._memory.watch(view)

    def _samples(self, view: FiveCardDrawView, rng: np.random.Generator) -> Samples:
        """Of the opponents who have not folded, by position."""
        seen = read_log(view)
        opponents = [(seen[p], self._memory.of(view.seated[p])) for p in range(view.players) if view.live >> p & 1 and p != view.position]
        return sample_ranges(opponents, view.hole_cards + view.discarded, self._model, _SAMPLE_COUNTS[len(opponents)], rng)

    def _best_draw(self, view: FiveCardDrawView, masks: list[int], samples: Samples, rng: np.random.Generator) -> int:
        """The draw that wins the most showdowns; the book's unless another is clearly better."""
        best = np.tile(samples.strength.max(axis=0), _DRAWS_A_SAMPLE)
        start = int(rng.integers(DRAWS_SIZE - len(best)))
        won = [float((final_strengths(view.hole_cards, mask, start, len(best)) > best).mean()) for mask in masks]
        won[0] += self.draw_margin
        return DRAW_CODE + masks[won.index(max(won))]

    def _best_action(self, view: FiveCardDrawView, samples: Samples, rng: np.random.Generator) -> int:
        """The action of the highest value, folding being worth nothing."""
        count = samples.strength.shape[1]
        if view.stage == Stage.FIRST_ROUND:
            own = final_strengths(view.hole_cards, book_mask(view.hole_cards), int(rng.integers(DRAWS_SIZE - count)), count)
        else:
            own = np.full(count, strength(view.hole_cards), dtype=np.int64)
        rollouts = Rollouts(view, samples, own, self._model, rng)
        if _FOLD in view.legal and rollouts.hopeless():
            return _FOLD
        wager_code = view.legal[-1]
        may_wager = wager_code in _WAGERS
        stay, wager = rollouts.values(may_wager=may_wager)
        whims = self._whims(view, rng)
        stay += whims[1]
        require_finite(view, stay, wager)
        if may_wager and self._wagers(wager + whims[2] - stay, wager, rollouts.showdown_share * (view.opponents + 1), rng.random()):
            return wager_code
        if _FOLD in view.legal:
            return _CALL if stay > whims[0] else _FOLD
        return _CHECK

    def _whims(self, view: FiveCardDrawView, rng: np.random.Generator) -> Floats:
        """Chips that folding, staying and wagering seem to be worth more than they are.

        They shrink with a pot that is smaller than a bet, and with what either has left. And who cannot lose wins what both have put in
        and the wager it calls: so much is not given up on a whim.
        """
        shared = 2 * min(view.committed)
        left = [] if view.start is None else [min(view.start) - view.committed[view.position]]
        stake = min([bet_of(view), shared, *left])
        return rng.random(3) * min(6 * self._caprice(view.players) * stake, shared + view.to_call)

    def _caprice(self, players: int) -> float:
        """In bets; none among more than two players, where what one knows of another's rule is worth little."""
        strange = self.stranger_hands / (self.stranger_hands + self._memory.hand_count)
        return self.caprice * strange if players == 2 else 0.0

    def _wagers(self, gain: float, worth: float, shares: float, spin: float) -> bool:
        """Whether to bet or raise, which is worth so many chips, ``gain`` more than not to; ``shares``: equal shares at showdown."""
        if worth <= 0 or (shares < self.bluff_share and spin >= self.bluff_rate):
            return False
        return gain > 0 or (shares >= self.slowplay_share and spin >= self.slowplay_rate)


def bet_of(view: FiveCardDrawView) -> int:
    """Chips of a wager in the round that runs."""
    return view.ruleset.small_bet if view.stage == Stage.FIRST_ROUND else view.ruleset.big_bet


def _out_of_reach(view: FiveCardDrawView) -> bool:
    """Whether a call falls far short even if the opponents held any hands, paid what is owed and showed: no samples are needed to fold."""
    known, opponents = tables(), view.opponents
    if view.stage == Stage.FIRST_ROUND:
        chance = known.chances[0][opponents - 1][group_of(view.hole_cards)]
    else:
        chance = known.beats_list[strength(view.hole_cards)] ** opponents
    owed = sum([view.high - view.committed[p] for p in range(view.players) if view.live >> p & 1])
    return chance * (view.pot + owed) < _FAR_SHORT * view.to_call

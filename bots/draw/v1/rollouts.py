"""What hard's choices are worth: the same samples of opponents' hands and of its own draw, played out for each choice.

Values are chips won from this decision on, so folding is worth 0. A rollout goes to the showdown by simple rules: opponents
answer as the type they are in each sample; the player calls a raise, or a bet behind its check, when that is worth
it over all samples in which it comes. Before the draw the second betting round is played in one step: the player bets its better
final hands, else checks and calls with middling ones. A player who is all-in neither pays nor folds; side pots are not told
apart, but nobody wins from a player more than it matches.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arena.rules import FiveCardDrawView, Stage
from bots.draw.tables import Floats, Ints, tables
from bots.draw.v1.ranges import FOLDS, LEVELS, SAMPLE_COUNT, WAGERS, Range, answers

Flags = npt.NDArray[np.bool_]

_BETS_FROM, _CALLS_FROM = 0.62, 0.45


class Rollouts:
    """The samples of one decision, and what each choice earns in them. Arrays are (opponent, sample) or (sample)."""

    def __init__(self, view: FiveCardDrawView, ranges: Sequence[Range], own: Ints, rng: np.random.Generator) -> None:
        """Nothing is played yet.

        Args:
            view: a decision in a betting round.
            ranges: of the opponents who have not folded, by position.
            own: strengths of the player's final hand.
            rng: the decision's own randomness.
        """
        self._view = view
        self._own = own
        self._beats = tables().beats[own]
        self._types = np.stack([one.types for one in ranges])
        self._after = np.stack([one.after for one in ranges])
        self._theirs = np.stack([one.strength for one in ranges])
        self._first_round = view.stage == Stage.FIRST_ROUND
        self._now = np.stack([one.before for one in ranges]) if self._first_round else self._after
        self._spins = rng.random((3, len(ranges), SAMPLE_COUNT))
        rules = view.ruleset
        self._bet = rules.small_bet if self._first_round else rules.big_bet
        positions = [p for p in range(view.players) if view.live >> p & 1 and p != view.position]
        self._committed = np.array([[view.committed[p]] for p in positions])
        self._stacks = np.array([[_stack(view, p)] for p in positions])
        self._later = np.array([[p > view.position] for p in positions])
        self._own_stack = _stack(view, view.position)

    def showdown_share(self) -> float:
        """The part of the pot it would win if everyone stayed to the end."""
        return float(self._share(np.ones_like(self._theirs, dtype=np.bool_)).mean())

    def passive(self) -> float:
        """The value of checking, or of calling."""
        view = self._view
        pays = view.to_call
        owed = np.minimum(view.high - self._committed, self._stacks)
        acts = (self._stacks > 0) & ((owed > 0) | self._later & (view.wagers == 0))
        fold, wager = self._answers(view.wagers)
        stays = ~(acts & (owed > 0) & (self._spins[0] < fold))
        raised = (acts & stays & (self._spins[0] > 1 - wager)).any(axis=0)
        return self._worth(pays, (stays * owed).sum(axis=0), stays, raised)

    def wager(self) -> float:
        """The value of betting, or of raising."""
        view = self._view
        pays = view.to_wager
        level = max(view.high, view.committed[view.position] + pays)
        owed = np.minimum(level - self._committed, self._stacks)
        acts = self._stacks > 0
        fold, wager = self._answers(view.wagers + 1)
        stays = ~(acts & (self._spins[0] < fold))
        raised = (acts & stays & (self._spins[0] > 1 - wager)).any(axis=0)
        return self._worth(pays, (stays * owed).sum(axis=0), stays, raised)

    def _answers(self, wagers: int) -> tuple[Floats, Floats]:
        """Chances that each opponent folds and raises, facing so many wagers of the round."""
        chances = answers()[min(wagers, LEVELS - 1), int(wagers > self._view.ruleset.max_raises)]
        return chances[FOLDS][self._types, self._now], chances[WAGERS][self._types, self._now]

    def _worth(self, pays: int, paid: Ints, stays: Flags, raised: Flags) -> float:
        """The mean over samples of paying ``pays`` now, and one bet more where raised if that is worth it."""
        pot = self._pot(pays) + paid
        values = self._ending(stays, pot, self._own_stack - pays) - pays
        more = min(self._bet, self._own_stack - pays)
        if more and raised.any():
            called = self._ending(stays, pot + 2 * more, self._own_stack - pays - more)[raised] - pays - more
            values[raised] = called if called.mean() > -pays else -pays
        return float(values.mean())

    def _pot(self, pays: int) -> int:
        """The pot with ``pays`` in it, without what the others put in beyond the player's reach."""
        view = self._view
        total = view.committed[view.position] + pays
        return pays + sum([min(chips, total) for chips in view.committed])

    def _ending(self, stays: Flags, pot: Ints, stack: int) -> Floats:
        """What the player gets out of the pot, less what the second betting round still costs."""
        if not self._first_round:
            return self._share(stays) * pot
        behind = np.minimum(self._view.ruleset.big_bet, np.maximum(self._stacks, 0))
        bet = min(self._view.ruleset.big_bet, stack, int(behind.max()))
        if bet <= 0:
            return self._share(stays) * pot
        chances = answers()
        opponents = stays.sum(axis=0)
        place = self._beats ** np.maximum(opponents, 1)
        able = stays & (self._stacks > 0)
        folds = able & (self._spins[1] < chances[1, 0, FOLDS][self._types, self._after])
        won = self._share(stays & ~folds) * (pot + bet * (1 + (able & ~folds).sum(axis=0))) - bet
        bets = (able & (self._spins[2] < chances[0, 0, WAGERS][self._types, self._after])).any(axis=0)
        held = self._share(stays)
        checked = np.where(bets, np.where(place > _CALLS_FROM, held * (pot + 2 * bet) - bet, 0.0), held * pot)
        return np.where(opponents == 0, pot, np.where(place > _BETS_FROM, won, checked))

    def _share(self, stays: Flags) -> Floats:
        """The part of the pot won at the showdown; a tie counts half, with however many."""
        best = (self._theirs * stays).max(axis=0)
        return np.asarray((self._own > best) + 0.5 * (self._own == best))


def _stack(view: FiveCardDrawView, position: int) -> int:
    """Chips behind; where stacks are unlimited, more than a hand can cost."""
    stack = view.stack(position)
    return 1 << 40 if stack is None else stack

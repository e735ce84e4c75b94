"""What hard's choices are worth: the same samples of opponents' hands and of its own draw, played out for each choice.

Values are chips won from this decision on, so folding is worth 0. A choice is played out with several ways to answer what comes back in
the same betting round (give up, call, raise), and is worth what the best of them is. Before the draw the second round is played as
well: against one opponent in full, against more as one bet, the player's own or one to answer, since time is short. What the player
does there depends on how good its final hand came out: of each group of hands one half of the samples says which policy wins most, and the
other half what it wins, so that luck is not taken for skill. At the end everyone left shows, and the best share the pot.
"""

from collections.abc import Sequence

import numpy as np

from arena.rules import FiveCardDrawView, Kind, Stage
from bots.draw.ranges import Samples
from bots.draw.rounds import VISITS, Flags, Lanes, Round, answers_once, opponents_in, policies
from bots.draw.tables import BUCKET_COUNT, Floats, Ints, tables
from bots.draw.types import FIRST, SECOND, Model

_DRAW, _WAGER_KINDS, _CALL = int(Kind.DRAW), (int(Kind.BET), int(Kind.RAISE)), int(Kind.CALL)
_ANSWERS = ((False, False, True), (False, False, False), (False, True, False))
"""In the running round, after the choice: give up, call, raise."""
_IN_FULL = 1
"""Up to so many opponents the second round is played out in full before the draw, and the player may raise again."""
_HOPELESS = 0.6
"""The part of a call's price that is far too little to get back."""
_MAX_CAP = 6
"""More raises in a round than these are not played out."""
_LATER = ((False, False, True), (False, False, False), (True, False, False), (True, True, False))
"""In the second round, seen from the first: check and give up, check and call, bet and call, bet and raise."""
_EVERYONE = np.array([[[True]]])
_GROUP_EDGES = np.array([0.35, 0.55, 0.7, 0.82, 0.92])
"""Final hands are told apart by the share of all hands they beat."""


class Rollouts:
    """The samples of one decision, and what each choice earns in them."""

    def __init__(self, view: FiveCardDrawView, samples: Samples, own: Ints, model: Model, rng: np.random.Generator) -> None:
        """Nothing is played yet.

        Args:
            view: a decision in a betting round.
            samples: what the opponents who have not folded are and hold, by position.
            own: strengths of the player's final hand, one a sample.
            model: of which types the samples are.
            rng: the decision's own randomness.
        """
        self._view, self._samples, self._own, self._model = view, samples, own, model
        self._positions = [p for p in range(view.players) if view.live >> p & 1]
        self._seat = self._positions.index(view.position)
        self._theirs = self._seated(samples.strength)
        self._ahead, self._tied = [flags[:, None] for flags in (self._theirs > own, self._theirs == own)]
        self._any_tied = np.count_nonzero(self._tied) > 0
        self.showdown_share = float(((own >= self._theirs.max(axis=0)) / self._sharers(_EVERYONE)).mean())
        """The part of the pot it would win if everyone stayed to the end."""
        self._in_full = len(samples.first) <= _IN_FULL
        self._spins = rng.random((2, VISITS if self._in_full else 1, len(self._positions), len(own)))

    def hopeless(self) -> bool:
        """Whether to give up without playing anything out: to call falls far short even if everyone pays what is owed and then shows."""
        view = self._view
        if self._in_full:
            return False
        owed = sum([view.high - view.committed[p] for p in self._positions])
        return self.showdown_share * (view.pot + owed) < _HOPELESS * view.to_call

    def values(self, *, may_wager: bool) -> tuple[float, float]:
        """What checking or calling is worth, and what betting or raising; the same twice where it may not wager."""
        view = self._view
        first = view.stage == Stage.FIRST_ROUND
        answers = _ANSWERS if self._in_full else _ANSWERS[:2]
        wagers = np.arange(len(answers) * (1 + may_wager))[:, None] >= len(answers)
        lanes = self._lanes(len(wagers))
        betting = self._round(lanes, FIRST if first else SECOND)
        most = _MAX_CAP if may_wager else _MAX_CAP + 1  # a wager of its own is still to be counted
        betting.resume(view.high, min(view.wagers, most), self._pending())
        betting.wager(wagers)
        betting.finish(policies(*answers * (1 + may_wager)), together=not self._in_full)
        later = self._later if self._in_full else self._later_in_short
        worth = later(lanes) if first else self._won(lanes).mean(axis=1)
        best = worth.reshape(1 + may_wager, -1).max(axis=1)
        return float(best[0]), float(best[-1])

    def _later(self, lanes: Lanes) -> Floats:
        """By choice: what its best policy of the first round is worth when the second has been played."""
        now = self._won(lanes).mean(axis=1).reshape(-1, len(_ANSWERS))
        chosen = now.argmax(axis=1) + len(_ANSWERS) * np.arange(len(now))
        played = lanes.take(np.repeat(chosen, len(_LATER)))
        self._round(played, SECOND).finish(policies(*_LATER * len(chosen)), together=False)
        return self._best_by_group(self._won(played).reshape(len(chosen), len(_LATER), -1))

    def _later_in_short(self, lanes: Lanes) -> Floats:
        """By policy of the first round: what it is worth when of the second one bet has been played: the player's own, or one to answer."""
        own, bet, seat = self._view.committed[self._view.position], float(self._view.ruleset.big_bet), self._seat
        bets, folds = answers_once(self._model, SECOND, self._rows(SECOND), self._spins[SECOND, 0])
        others = lanes.able().copy()
        others[seat] = False
        bet_into = (others & bets[:, None]).any(axis=0)
        folds = others & folds[:, None]
        paid = lanes.committed[seat] - own
        held = self._gets(lanes)
        called = Lanes(seat, lanes.committed + bet * lanes.live, lanes.live ^ folds, lanes.stacks)
        called.committed -= bet * folds
        if lanes.stacks is not None:
            np.minimum(called.committed, lanes.stacks, out=called.committed)
        staked = self._gets(called) - (called.committed[seat] - own)
        checked = held - paid
        calls = np.where(bet_into, held + 2 * bet * (held > 0) - bet - paid, checked)
        gives_up = np.where(bet_into, -paid, checked)
        return self._best_by_group(np.stack((gives_up, calls, staked), axis=1))

    def _best_by_group(self, won: Floats) -> Floats:
        """What is won when each group of final hands plays the policy that is best for it: that of one half of the samples in the other.

        Args:
            won: of shape (choice, policy, sample).
        """
        every, count = np.arange(won.shape[2]), len(_GROUP_EDGES) + 1
        halves = 2 * _GROUP_EDGES.searchsorted(tables().beats.take(self._own)) + every % 2
        best = (won @ (halves[:, None] == np.arange(2 * count)).astype(np.float64)).argmax(axis=1)
        rows = best.take(halves ^ 1, axis=1) + np.arange(0, won.shape[0] * won.shape[1], won.shape[1])[:, None]
        return np.asarray(won.take(rows * len(every) + every).mean(axis=1))

    def _lanes(self, count: int) -> Lanes:
        view, shape = self._view, (len(self._positions), count, len(self._own))
        committed = np.empty(shape)
        committed[:] = np.array([view.committed[p] for p in self._positions])[:, None, None]
        stacks = None if view.start is None else np.array([view.start[p] for p in self._positions], dtype=np.float64)[:, None, None]
        return Lanes(self._seat, committed, np.ones(shape, dtype=np.bool_), stacks)

    def _round(self, lanes: Lanes, number: int) -> Round:
        rules = self._view.ruleset
        cap = min(rules.max_raises, _MAX_CAP)
        opponents = opponents_in(self._model, number, cap, self._rows(number), self._spins[number])
        return Round(lanes, opponents, rules.small_bet if number == FIRST else rules.big_bet, cap)

    def _rows(self, number: int) -> Ints:
        """By seat and sample: the way and bucket of that round."""
        samples = self._samples
        ways, places = (samples.first, samples.before) if number == FIRST else (samples.second, samples.after)
        return self._seated(ways * BUCKET_COUNT + places)

    def _seated(self, values: Ints) -> Ints:
        """By seat and sample, of values by opponent and sample; 0 for the player's own seat."""
        found = np.zeros((len(values) + 1, values.shape[1]), dtype=np.int64)
        found[: self._seat], found[self._seat + 1 :] = values[: self._seat], values[self._seat :]
        return found

    def _pending(self) -> list[bool]:
        """By seat: who is still to act if the player does not wager. A wager makes everyone so."""
        view = self._view
        return [p != view.position and (view.committed[p] < view.high or (not view.wagers and p > view.position)) for p in self._positions]

    def _won(self, lanes: Lanes) -> Floats:
        """By lane: chips won at the end, less what is put in from now on."""
        view = self._view
        return np.asarray(self._gets(lanes) - (lanes.committed[self._seat] - view.committed[view.position]))

    def _gets(self, lanes: Lanes) -> Floats:
        """By lane: chips out of the pot when everyone left shows."""
        view, seat = self._view, self._seat
        ahead = lanes.live & self._ahead
        gone = [view.committed[p] for p in range(view.players) if not view.live >> p & 1]
        if lanes.stacks is None:
            pot = (lanes.committed.sum(axis=0) + sum(gone)) * ~ahead.any(axis=0)
        else:
            pot = self._side_pots(lanes, ahead, gone)
        return np.asarray(pot * lanes.live[seat] / self._sharers(lanes.live))

    def _sharers(self, live: Flags) -> Ints | int:
        """By lane: how many share what the player wins, itself included. Ties are rare: most decisions have none in any sample."""
        return 1 + (live & self._tied).sum(axis=0) if self._any_tied else 1

    def _side_pots(self, lanes: Lanes, ahead: Flags, gone: Sequence[int]) -> Floats:
        """What lies between the highest commitment of those ahead and the player's own: only that can still be won."""
        paid = lanes.committed[self._seat]
        lost = np.minimum((lanes.committed * ahead).max(axis=0), paid)
        pot = (np.minimum(lanes.committed, paid) - np.minimum(lanes.committed, lost)).sum(axis=0)
        for chips in gone:
            pot += np.minimum(chips, paid) - np.minimum(chips, lost)
        return np.asarray(pot)

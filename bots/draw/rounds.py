"""Betting rounds played out for many samples and several policies of the player at once, by the rules of the game.

A *lane* is one sample played under one policy; arrays are of shape (seat, policy, sample) or (policy, sample), where seats are the
players who have not folded, by position. Opponents answer each as the type it is in that sample: one after another in the order of the
game, so that a raise before them changes what they face, or all at once, which takes a fraction of the time and is done where there
are several. What they leave to chance is the same under every policy, so that policies are compared on equal luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from bots.draw.tables import Floats, Ints
from bots.draw.types import FOLDS, LEVELS, WAGERS, Model

Flags = npt.NDArray[np.bool_]

_EVERYWHERE = np.array([[True]])

VISITS = 2
"""How often chance is taken anew for an opponent who is asked again in a round, where it is worth the time."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What the player does in a round, by policy; arrays that spread over lanes."""

    opens: Flags
    """Bets when nobody has."""
    raises: Flags
    """Raises whenever it may."""
    folds: Flags
    """Gives up when it faces a wager and does not raise."""


@cache
def policies(*wishes: tuple[bool, bool, bool]) -> Policy:
    """Policies one by one: opens, raises, folds."""
    return Policy(*[np.array(part)[:, None] for part in zip(*wishes, strict=True)])


@dataclass(slots=True)
class Lanes:
    """Where the hand stands in every lane."""

    own: int
    """The player's seat."""
    committed: Floats
    """Chips put in over the hand, by seat."""
    live: Flags
    """Who has not folded, by seat."""
    stacks: Floats | None
    """Chips before the ante, of shape (seat, 1, 1); None when unlimited."""

    def take(self, chosen: Ints) -> "Lanes":
        """Copies of the lanes of these policies."""
        return Lanes(self.own, self.committed[:, chosen], self.live[:, chosen], self.stacks)

    def able(self) -> Flags:
        """Who may still act."""
        return self.live if self.stacks is None else self.live & (self.committed < self.stacks)


@dataclass(frozen=True, slots=True)
class Opponents:
    """What the opponents answer in one round; flags of shape (visit, seat × sample × wagers made), the player's own are not used."""

    folds: Flags
    wagers: Flags
    levels: int
    """Numbers of wagers made that are told apart."""


def opponents_in(model: Model, number: int, cap: int, row: Ints, spins: Floats) -> Opponents:
    """What the opponents answer in betting round ``number``.

    Args:
        model: what they may be.
        number: the round's.
        cap: raises allowed.
        row: by seat and sample, the way and bucket: way × ``BUCKET_COUNT`` + bucket.
        spins: chance, of shape (visit, seat, sample).
    """
    folds_below, wagers_above = _flat_answers(model, number, cap)
    chance, shape = spins[..., None], (len(spins), -1)
    folds, wagers = chance < folds_below.take(row, axis=0), chance > wagers_above.take(row, axis=0)
    return Opponents(folds.reshape(shape), wagers.reshape(shape), cap + 2)


def answers_once(model: Model, number: int, row: Ints, spins: Floats) -> tuple[Flags, Flags]:
    """Who bets when nobody has, and who folds to a bet: flags by seat and sample, as are ``row`` and ``spins``."""
    folds_below, wagers_above = _flat_answers(model, number, 1)
    return spins > wagers_above[:, 0].take(row), spins < folds_below[:, 1].take(row)


@lru_cache(maxsize=256)
def _flat_answers(model: Model, number: int, cap: int) -> tuple[Floats, Floats]:
    """By way and bucket, and wagers made: it folds when chance is below the first, wagers when it is above the second."""
    answers = model.answers[number]
    rows = np.stack([answers[min(wagers, LEVELS - 1), int(wagers > cap)] for wagers in range(cap + 2)], axis=3)
    flat = rows.reshape(3, -1, cap + 2)
    return np.ascontiguousarray(flat[FOLDS]), 1 - flat[WAGERS]


class Round:
    """One betting round in all lanes."""

    def __init__(self, lanes: Lanes, opponents: Opponents, bet: int, cap: int) -> None:
        """Nobody is asked yet.

        Args:
            lanes: where the hand stands; they are played on.
            opponents: how the others answer.
            bet: chips of a wager.
            cap: raises allowed.
        """
        self._lanes, self._opponents, self._bet, self._cap = lanes, opponents, bet, cap
        seats, _, samples = lanes.live.shape
        self._at = np.arange(0, seats * samples * opponents.levels, opponents.levels).reshape(seats, 1, samples)
        self._wagers: Ints = np.zeros(lanes.live.shape[1:], dtype=np.int64)
        self._level = lanes.committed.max(axis=0)
        able = lanes.able()
        self._pending = able & (able.sum(axis=0) > 1)

    def resume(self, high: int, wagers: int, pending: Sequence[bool]) -> None:
        """Start in the middle: the highest commitment, wagers made, and by seat who has yet to act."""
        self._level[:] = high
        self._wagers[:] = wagers
        self._pending[:] = self._lanes.able() & np.array(pending)[:, None, None]

    def wager(self, wagers: Flags) -> None:
        """The player bets or raises in the lanes of these policies, and calls or checks in the others; it is not pending."""
        own = self._lanes.own
        self._act(own, wagers, _EVERYWHERE)

    def finish(self, policy: Policy, *, together: bool) -> None:
        """Play to the end of the round.

        Args:
            policy: the player's.
            together: all opponents who are to act answer what they face at once, then the player; else one after another, beginning with
                the seat after the player's own if it has acted, and with the first if it has not.
        """
        own = self._lanes.own
        order = self._order() if not together else [-1, own]
        for visit in range(self._cap + 3):
            for seat in order:
                if seat == own:
                    self._play_own(policy)
                elif together:
                    self._answer_together(visit % len(self._opponents.folds))
                else:
                    self._answer(seat, visit % len(self._opponents.folds))
            if not np.count_nonzero(self._pending):
                return

    def _order(self) -> list[int]:
        seats, own = len(self._lanes.live), self._lanes.own
        return list(range(seats)) if np.count_nonzero(self._pending[own]) else [*range(own + 1, seats), *range(own + 1)]

    def _answer(self, seat: int, visit: int) -> None:
        asked = self._pending[seat]
        if not np.count_nonzero(asked):
            return
        at = self._at[seat] + self._wagers
        folds = asked & self._opponents.folds[visit].take(at)
        self._lanes.live[seat] ^= folds
        self._act(seat, asked & self._opponents.wagers[visit].take(at), asked ^ folds)

    def _answer_together(self, visit: int) -> None:
        """Raises made at once count as one: who makes one has not to answer the others."""
        lanes, answers = self._lanes, self._opponents
        asked = self._pending.copy()
        asked[lanes.own] = False
        if not np.count_nonzero(asked):
            return
        at = self._at + self._wagers
        folds, wagers = asked & answers.folds[visit].take(at), asked & answers.wagers[visit].take(at)
        lanes.live ^= folds
        level = self._level if lanes.stacks is None else np.minimum(self._level, lanes.stacks)
        np.copyto(lanes.committed, level, where=asked ^ folds)
        self._pending ^= asked
        if lanes.stacks is not None:
            wagers &= lanes.stacks > self._level
        raised = wagers.any(axis=0)
        if np.count_nonzero(raised):
            level = self._level + self._bet * raised
            np.copyto(lanes.committed, level if lanes.stacks is None else np.minimum(level, lanes.stacks), where=wagers)
            self._level = level if lanes.stacks is None else np.maximum(self._level, (lanes.committed * wagers).max(axis=0))
            self._wagers += raised
            self._pending |= lanes.able() & (raised > wagers)

    def _play_own(self, policy: Policy) -> None:
        own = self._lanes.own
        asked, facing = self._pending[own], self._wagers > 0
        if not np.count_nonzero(asked):
            return
        wagers = asked & (self._wagers <= self._cap) & np.where(facing, policy.raises, policy.opens)
        folds = asked & facing & policy.folds & ~wagers
        self._lanes.live[own] ^= folds
        self._act(own, wagers, asked ^ folds)

    def _act(self, seat: int, wagers: Flags, stays: Flags) -> None:
        """Put the chips in: a wager where it wagers, else what matches the highest commitment where it stays."""
        lanes, stacks = self._lanes, self._lanes.stacks
        if stacks is not None:
            wagers = wagers & (stacks[seat] > self._level)
        if np.count_nonzero(wagers):
            raised = self._level + self._bet * wagers
            self._level = raised if stacks is None else np.maximum(self._level, np.minimum(raised, stacks[seat]))
            self._wagers += wagers
            self._pending |= lanes.able() & wagers
        level = self._level if stacks is None else np.minimum(self._level, stacks[seat])
        np.copyto(lanes.committed[seat], level, where=stays)
        self._pending[seat] = False

"""Betting rounds played out in many lanes at once, against the rules of the game."""

import numpy as np
import pytest

from bots.draw.rounds import Lanes, Opponents, Round, policies

SAMPLES, CAP, BET = 3, 3, 4
ALWAYS = np.ones((1, 3, SAMPLES, CAP + 2), dtype=np.bool_)
CALLS, RAISES, GIVES_UP = policies((False, False, False)), policies((True, True, False)), policies((False, False, True))


def lanes(seats=3, stacks=None):
    """One policy, three samples, the player in the first seat; everyone has put in 2."""
    shape = (seats, 1, SAMPLES)
    limits = None if stacks is None else np.array(stacks, dtype=np.float64)[:, None, None]
    return Lanes(0, np.full(shape, 2.0), np.ones(shape, dtype=np.bool_), limits)


def opponents(*, folds=False, wagers=False):
    """Opponents who all do the same whenever the cap allows."""
    answers = ALWAYS & wagers
    answers[..., CAP + 1] = False
    return Opponents((ALWAYS & folds).reshape(1, -1), answers.reshape(1, -1), CAP + 2)


@pytest.mark.parametrize("together", [False, True])
def test_checks_all_round_cost_nothing(together):
    table = lanes()
    Round(table, opponents(), BET, CAP).finish(CALLS, together=together)
    assert (table.committed == 2).all()
    assert table.live.all()


@pytest.mark.parametrize("together", [False, True])
def test_a_bet_is_called_by_all_or_by_none(together):
    for folds in (False, True):
        table = lanes()
        Round(table, opponents(folds=folds), BET, CAP).finish(policies((True, False, False)), together=together)
        assert (table.committed[0] == 2 + BET).all()
        assert (table.committed[1:] == (2 if folds else 2 + BET)).all()
        assert (table.live[1:] != folds).all()


@pytest.mark.parametrize("together", [False, True])
def test_raises_end_at_the_cap(together):
    """A bet and three raises are four wagers, whoever makes them; then everyone calls."""
    table = lanes()
    Round(table, opponents(wagers=True), BET, CAP).finish(RAISES, together=together)
    assert (table.committed == 2 + (CAP + 1) * BET).all()


@pytest.mark.parametrize("together", [False, True])
def test_who_gives_up_keeps_what_is_not_put_in(together):
    table = lanes()
    Round(table, opponents(wagers=True), BET, CAP).finish(GIVES_UP, together=together)
    assert not table.live[0].any()
    assert (table.committed[0] == 2).all()
    assert (table.committed[1:] > 2).all()


@pytest.mark.parametrize("together", [False, True])
def test_stacks_limit_what_is_put_in(together):
    table = lanes(stacks=(100, 5, 3))
    Round(table, opponents(), BET, CAP).finish(policies((True, False, False)), together=together)
    assert table.committed[:, 0, 0].tolist() == [2 + BET, 5, 3]


def test_a_round_goes_on_where_it_stands():
    """The player has called a bet of seat 1; seat 2 is still to act, and raises; seat 1 and the player call."""
    table = lanes()
    table.committed[1] += BET
    answers = opponents()
    answers.wagers.reshape(ALWAYS.shape)[:, 2, :, 1] = True
    betting = Round(table, answers, BET, CAP)
    betting.resume(2 + BET, 1, [False, False, True])
    betting.wager(np.array([[False]]))
    betting.finish(CALLS, together=False)
    assert (table.committed == 2 + 2 * BET).all()


def test_one_left_is_asked_no_more():
    table = lanes()
    table.live[1:] = False
    Round(table, opponents(), BET, CAP).finish(RAISES, together=False)
    assert (table.committed == 2).all()

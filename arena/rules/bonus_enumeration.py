"""All of Texas Hold'em Bonus: every deal there is, summed up for the 169 classes of hole cards. Exact.

For one flop, :func:`flop_sums` takes every turn and river card, every two hole cards of the player beside them and every house
hand beside those: 1,176 · 1,081 · 990 = 1,258,543,440 showdowns, counted in a fifth of a second, measured, and none looked at alone.

- On one board the hands are numbered by strength. For each number and each card the hands with that card and no higher number are
  counted. How many house hands are weaker than the player's is then three look-ups: those below it, less those below it with its
  one card or its other, which the house cannot hold.
- A decision knows the sums over what is to come, and is a bet where wins outnumber losses.

The order of the board matters to the decisions, so everything is counted in *ways*: flop, turn card, river card, house hand;
see ``bonus_preflop.WAYS``. Flops that differ by the names of suits have the same sums over a class, though not over two given cards.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from arena.rules.bonus_flops import (
    HOUSE_HANDS,
    RIVERS,
    TURN_RIVERS,
    Cards,
    Places,
    Strengths,
    pair_places,
    strengths_after,
    subsets,
    unseen_cards,
)
from arena.rules.bonus_preflop import COLUMNS, HOLE_CLASSES, LEAST_PAID, combinations_of, hole_class

Sums: TypeAlias = npt.NDArray[np.int64]

_WIDTHS = (12, 12, 11, 11, 12, 6, 12, 7, 12, 6, 12, 7)
_UNSEEN = 49
_ROWS = 24
"""Boards at a time; measured: half the time of 49, whose arrays leave the processor's cache, and a fifth less than 12."""


def flop_sums(flop: Sequence[int]) -> Sums:
    """The figures of one flop, summed over the hole cards of each class.

    Returns:
        Counts of shape (169, 12): a row for each of ``HOLE_CLASSES``, a column for each of ``COLUMNS``.
    """
    unseen = unseen_cards(flop)
    own = strengths_after(flop, unseen)
    win, lose = showdowns(own)
    figures = [_both_orders(win), _both_orders(lose)]
    figures += [_both_orders(np.where(own >= LEAST_PAID[name], win, 0)) for name in ("straight", "flush")]
    turn, river = _turn_bets(win, lose), _river_bets(win, lose)
    figures += [column for printed in (0, 1) for column in (*turn[printed], *river[printed])]
    sums = np.zeros((len(HOLE_CLASSES), len(COLUMNS)), dtype=np.int64)
    np.add.at(sums, _classes_of(unseen), np.stack(figures, axis=1))
    return sums


def table_text(sums: Sums) -> str:
    """The text of ``bonus_preflop_table.TABLE`` from the sums over all flops: figures of one pair of hole cards of each class."""
    lines = []
    for name, row in zip(HOLE_CLASSES, sums.tolist(), strict=True):
        combinations = combinations_of(name)
        assert not any(total % combinations for total in row), f"{name}: its hole cards do not count alike"
        lines.append(f"{name:3}" + "".join(f"{total // combinations:>{width}}" for total, width in zip(row, _WIDTHS, strict=True)))
    return "\n".join(lines) + "\n"


def showdowns(own: Strengths) -> tuple[Strengths, Strengths]:
    """How many house hands each of the player's beats on each board, and how many beat it.

    Args:
        own: strengths after a flop, boards by hole cards.

    Returns:
        Two squares like it, with 0 where the hole cards are on the board.
    """
    win, lose = np.empty_like(own), np.empty_like(own)
    for start in range(0, len(own), _ROWS):
        rows = slice(start, start + _ROWS)
        win[rows], lose[rows] = _showdowns_of(own[rows])
    return win, lose


def _showdowns_of(own: Strengths) -> tuple[Strengths, Strengths]:
    """The same for some boards, at most a few dozen."""
    boards = len(own)
    numbers = _numbered(own)
    board = np.arange(boards)[:, None]
    at = numbers * boards + board
    one, other = (at * _UNSEEN + cards for cards in subsets(_UNSEEN, 2).T)
    held = _held_up_to(one, other, boards)
    every = held.sum(axis=2, dtype=np.int16) // 2

    def up_to(number_back: int) -> Strengths:
        back = number_back * boards
        found: Strengths = every.take(at - back, mode="clip")
        for with_card in (one, other):
            found -= held.take(with_card - back * _UNSEEN, mode="clip")
        return found

    possible = numbers > 0
    weaker_or_equal = up_to(0) + 1  # the hand itself was counted once, and taken off twice
    return up_to(1) * possible, (HOUSE_HANDS - weaker_or_equal) * possible


def _numbered(own: Strengths) -> Places:
    """On each board the strengths that occur, numbered upwards from 0 for no hand at all."""
    order = own.argsort(axis=1, kind="stable")
    order += np.arange(len(own))[:, None] * own.shape[1]
    ascending = own.take(order)
    steps = np.zeros(own.shape, dtype=np.int64)
    np.not_equal(ascending[:, 1:], ascending[:, :-1], out=steps[:, 1:])
    numbers = np.empty_like(steps)
    numbers.reshape(-1)[order] = steps.cumsum(axis=1)
    return numbers


def _held_up_to(one: Places, other: Places, boards: int) -> Strengths:
    """By number, board and card: the hands with that card and that number or a lower one, none where there is no hand."""
    size = (int(one.max()) // (boards * _UNSEEN) + 1) * boards * _UNSEEN
    held = np.bincount(one.ravel(), minlength=size)
    held += np.bincount(other.ravel(), minlength=size)
    held = held.reshape(-1, boards, _UNSEEN)
    held[0] = 0
    counted: Strengths = held.cumsum(axis=0, dtype=np.int16)
    return counted


def _both_orders(counts: Strengths) -> Sums:
    """Sums over the boards, of which each can fall in two orders."""
    total: Sums = 2 * counts.sum(axis=0, dtype=np.int64)
    return total


def _turn_bets(win: Strengths, lose: Strengths) -> list[tuple[Sums, Sums]]:
    """Gain and number of the turn bets, at their best and as printed, by hole cards."""
    return _bets(_both_orders(win)[None], _both_orders(lose)[None], 2 * TURN_RIVERS * HOUSE_HANDS)


def _river_bets(win: Strengths, lose: Strengths) -> list[tuple[Sums, Sums]]:
    """The same of the river bets: the sums are over the river cards beside each turn card."""
    none = np.zeros((1, win.shape[1]), dtype=np.int16)
    boards = pair_places(_UNSEEN)
    by_turn = [np.concatenate([counts, none])[boards].sum(axis=1, dtype=np.int64) for counts in (win, lose)]
    return _bets(by_turn[0], by_turn[1], RIVERS * HOUSE_HANDS)


def _bets(win: Sums, lose: Sums, ways: int) -> list[tuple[Sums, Sums]]:
    """Gain and number of bets, where wins outnumber losses and where they are more than half; decisions by hole cards."""
    gain = win - lose
    return [((gain * bet).sum(axis=0), bet.sum(axis=0)) for bet in (gain > 0, 2 * win > ways)]


def _classes_of(unseen: Cards) -> list[int]:
    """The row of each pair's class."""
    rows = {name: row for row, name in enumerate(HOLE_CLASSES)}
    return [rows[hole_class(pair)] for pair in unseen[subsets(len(unseen), 2)].tolist()]

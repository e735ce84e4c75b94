"""The formats, one row each: who meets whom next, by which board they stand, and how much there is to play at most.

To add a format: its function that chooses a pass, one that says how much is left, a row here, and where it has keys of its own their
checks in ``format_keys``.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from arena.tournaments.board import Board, GauntletBoard, RatingBoard
from arena.tournaments.forecasts import everyone_to_go, heroes_to_go, passes_to_go, ties_to_go
from arena.tournaments.gauntlet import choose_gauntlet
from arena.tournaments.knockout import KnockoutBoard, choose_knockout
from arena.tournaments.ladder import DEFAULT_PASSES, choose_ladder
from arena.tournaments.progress import Progress, possible_pairings
from arena.tournaments.results import Pairing
from arena.tournaments.round_robin import choose_round_robin
from arena.tournaments.spec import TournamentSpec
from arena.tournaments.swiss import choose_swiss, swiss_passes

Choose: TypeAlias = Callable[[Progress, Board], tuple[Pairing, ...]]


@dataclass(frozen=True, slots=True)
class Format:
    """How a format goes."""

    choose: Choose
    """The pairings of the next pass; empty when the tournament is over."""
    hands_to_go: Callable[[Progress, Board], int] = everyone_to_go
    """How many hands there still are, if things stay as they are."""
    board: type[Board] = Board
    pairing_count: Callable[[TournamentSpec], int] = lambda spec: len(possible_pairings(spec, range(len(spec.entrants))))
    """Pairings that may meet at most, by which the budget is counted."""
    duels: bool = False
    """Whether only two sit at a table."""
    default_passes: Callable[[int], int] | None = None
    """By the number of entrants; None where passes are not counted."""
    late_entry: bool = True
    catching_up: bool = True
    """Whether who comes late has a place only once it has met all others as often as they have met."""


FORMATS = {
    "round_robin": Format(choose_round_robin),
    "gauntlet": Format(choose_gauntlet, heroes_to_go, GauntletBoard, duels=True),
    "swiss": Format(choose_swiss, passes_to_go, RatingBoard, duels=True, default_passes=swiss_passes, late_entry=False),
    "knockout": Format(choose_knockout, ties_to_go, KnockoutBoard, lambda spec: len(spec.entrants) - 1, duels=True, late_entry=False),
    "ladder": Format(choose_ladder, passes_to_go, RatingBoard, duels=True, default_passes=lambda _: DEFAULT_PASSES, catching_up=False),
    "sit_and_go": Format(choose_round_robin),
    "solo": Format(choose_round_robin),
}
"""By ``format``; against the house there is only ``solo``."""


def board_of(progress: Progress) -> Board:
    """The board of a moment."""
    row = FORMATS[progress.spec.format]
    ignored = progress.absent | progress.behind if row.catching_up else progress.absent
    return row.board(progress.spec, progress.results, ignored)


def choose_pass(progress: Progress, board: Board) -> tuple[Pairing, ...]:
    """The pairings of the next pass, in order; empty when the tournament is over."""
    return FORMATS[progress.spec.format].choose(progress, board)


def hands_to_go(progress: Progress, board: Board) -> int:
    """Hands that are still to be played, if things stay as they are."""
    return FORMATS[progress.spec.format].hands_to_go(progress, board)


def budget_of(spec: TournamentSpec) -> tuple[int, int]:
    """Hands and matches of the whole tournament if it plays until its budget is spent."""
    row, each = FORMATS[spec.format], spec.play.deals_per_match * spec.leg_count
    pairings = row.pairing_count(spec)
    hands, matches = pairings * spec.pairing_hands, pairings * math.ceil(spec.pairing_hands / each)
    if row.default_passes is None:
        return hands, matches
    most = spec.passes * (len(spec.entrants) // 2)
    return min(hands, most * min(each, spec.pairing_hands)), min(matches, most)

"""Pots: who put what in, who may win it, who does.

Players are positions, so the order of odd chips (one each, from the left of the button) is the order of positions. The
rules: a bet nobody matched goes back first; folded players' chips stay in the pots they reached; a layer whose every
contributor has folded goes with the pot below; neighbouring layers with the same eligible players are one pot.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips to be won."""

    chips: int
    eligible: int
    """Who may win it, a bit a position."""


def form_pots(committed: list[int], live: int) -> tuple[Pot, ...]:
    """The pots of a hand whose betting is over, main pot first. The unmatched part of ``committed`` is taken back.

    Args:
        committed: chips each position put in; changed in place where a bet was not matched.
        live: who has not folded, a bit a position; never empty.
    """
    highest = max(committed)
    if committed.count(highest) == 1:
        owner = committed.index(highest)
        committed[owner] = 0
        committed[owner] = highest = max(committed)
    for position, chips in enumerate(committed):
        if chips != highest and live >> position & 1:
            return _layers(committed, live)
    return (Pot(sum(committed), live),)


def award(pots: tuple[Pot, ...], levels: Sequence[int], committed: Sequence[int]) -> list[int]:
    """What every position nets: its share of the pots less what it put in."""
    net = [-chips for chips in committed]
    for pot in pots:
        winners = winners_of(pot, levels)
        if len(winners) == 1:
            net[winners[0]] += pot.chips
            continue
        share, odd = divmod(pot.chips, len(winners))
        for place, position in enumerate(winners):
            net[position] += share + (place < odd)
    return net


def winners_of(pot: Pot, levels: Sequence[int]) -> list[int]:
    """The eligible positions with the highest level, in order from the left of the button."""
    if not pot.eligible & (pot.eligible - 1):
        return [pot.eligible.bit_length() - 1]
    best = -1
    winners: list[int] = []
    for position, level in enumerate(levels):
        if level >= best and pot.eligible >> position & 1:
            if level > best:
                best = level
                winners = []
            winners.append(position)
    return winners


def _layers(committed: Sequence[int], live: int) -> tuple[Pot, ...]:
    pots: list[Pot] = []
    below = 0
    for level in sorted(set(committed)):
        inside = [position for position, chips in enumerate(committed) if chips >= level]
        chips = (level - below) * len(inside)
        eligible = sum([1 << position for position in inside]) & live
        below = level
        if not chips:
            continue
        if pots and eligible in (0, pots[-1].eligible):
            pots[-1] = Pot(pots[-1].chips + chips, pots[-1].eligible)
        else:
            pots.append(Pot(chips, eligible))
    return tuple(pots)

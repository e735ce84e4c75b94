"""Who sits where in every hand of a leg, and, where stacks are carried from hand to hand, with how many chips.

Seats: the j-th player of the circle sits at seat (j + leg) mod n. The button of hand i is seat i mod n, so over the n legs of a mirrored
match every player meets every position of every deal exactly once. The circle, the order of the players around the table, is drawn from
the match seed for every deal (``MatchSpec.drawn_seats``): among more than two, who acts after whom is worth chips, and a fixed order
would give it to the same players in every block. Matches of former versions have the order of the players as their circle.

Carried stacks: everyone begins with the ruleset's stack and the button at seat 0, and the circle is that of deal 0 for the whole match.
What a hand leaves is what the next begins with; a player whose chips do not suffice for a hand is out, and the button moves clockwise to
the next seat that is still in. A hand is played by those who are in, so its positions are fewer than the seats. The leg is decided when
too few are in: one player holds every chip, or the only player against the house cannot cover an ante.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from arena.matches import seeds
from arena.matches.spec import MatchSpec
from arena.rules import HandRecord

_NEVER_DRAWN = 2
"""Two players have one circle."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one hand."""

    seats: tuple[int, ...]
    """By position: its seat. The last has the button."""
    players: tuple[int, ...]
    """By position: who sits there."""
    positions: tuple[int, ...]
    """By seat: its position, −1 for a player who is out."""
    players_by_seat: tuple[int, ...]
    """By seat: who sits there, players who are out included."""
    stacks: tuple[int, ...] = ()
    """By position: chips before the ante; empty when everyone has the ruleset's."""

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.seats[-1]

    def by_player(self, values: Sequence[int]) -> list[int]:
        """Values by position as values by player, 0 for a player who is out."""
        found = [0] * len(self.players_by_seat)
        for player, value in zip(self.players, values, strict=True):
            found[player] = value
        return found


def regular_seating(spec: MatchSpec, number: int, leg: int) -> Seating:
    """The seating of hand ``number`` when every hand starts with fresh stacks."""
    return _regular_seating(number % len(spec.players), players_by_seat(spec, number, leg))


def first_carried(spec: MatchSpec, leg: int) -> Seating:
    """The seating of hand 0 when stacks are carried."""
    players = len(spec.players)
    return _seating(_clockwise(range(players), 0, players), players_by_seat(spec, 0, leg), (spec.ruleset.carried_stack,) * players)


def next_carried(spec: MatchSpec, seating: Seating, net: Sequence[int]) -> Seating | None:
    """The seating after a hand that paid ``net`` by position; None when too few players are still in."""
    count = len(seating.players_by_seat)
    chips = {seat: stack + won for seat, stack, won in zip(seating.seats, seating.stacks, net, strict=True)}
    still_in = [seat for seat, stack in chips.items() if spec.ruleset.plays_on(stack)]
    if len(still_in) < spec.game.min_players:
        return None
    button = _clockwise(still_in, seating.button, count)[0]
    seats = _clockwise(still_in, button, count)
    return _seating(seats, seating.players_by_seat, tuple(chips[seat] for seat in seats))


def seating_of(spec: MatchSpec, record: HandRecord, leg: int) -> Seating:
    """The seating of a hand that was kept."""
    if record.seats:
        return _seating(record.seats, players_by_seat(spec, 0, leg), record.stack_chips)
    return regular_seating(spec, record.deal_number, leg)


def net_by_player(spec: MatchSpec, record: HandRecord, leg: int) -> list[int]:
    """What each player won in a hand that was kept."""
    return seating_of(spec, record, leg).by_player(record.net_chips)


def players_by_seat(spec: MatchSpec, number: int, leg: int) -> tuple[int, ...]:
    """Who sits where in hand ``number``, players who are out included."""
    players = len(spec.players)
    circle = _circle(spec.seed, number, players) if spec.drawn_seats and players > _NEVER_DRAWN else range(players)
    return tuple([circle[(seat - leg) % players] for seat in range(players)])


def _clockwise(seats: Sequence[int], after: int, count: int) -> tuple[int, ...]:
    """Seats in the order in which they come after one of them; that one is last."""
    return tuple(sorted(seats, key=lambda seat: (seat - after - 1) % count))


@lru_cache(maxsize=1 << 14)
def _circle(seed: bytes, number: int, players: int) -> tuple[int, ...]:
    return seeds.circle(seed, number, players)


@lru_cache(maxsize=1 << 13)
def _regular_seating(button: int, by_seat: tuple[int, ...]) -> Seating:
    return _seating(_clockwise(range(len(by_seat)), button, len(by_seat)), by_seat, ())


def _seating(seats: tuple[int, ...], by_seat: tuple[int, ...], stacks: tuple[int, ...]) -> Seating:
    positions = [-1] * len(by_seat)
    for position, seat in enumerate(seats):
        positions[seat] = position
    return Seating(seats, tuple(by_seat[seat] for seat in seats), tuple(positions), by_seat, stacks)

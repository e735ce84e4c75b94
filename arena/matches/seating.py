"""Who sits where in every hand of a leg, and, where stacks are carried from hand to hand, with how many chips.

Seats: player j sits at seat (j + leg) mod n for all hands of a leg. The button of hand i is seat i mod n, so over the n legs of
a mirrored match every player meets every position of every deal exactly once.

Carried stacks: everyone begins with the ruleset's stack and the button at seat 0. What a hand leaves is what the next begins with; a
player whose chips do not suffice for a hand is out, and the button moves clockwise to the next seat that is still in. A hand is
played by those who are in, so its positions are fewer than the seats. The leg is decided when too few are in: one player holds every
chip, or the only player against the house cannot cover an ante.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from arena.matches.spec import MatchSpec
from arena.rules import HandRecord


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


def regular_seating(number: int, leg: int, players: int) -> Seating:
    """The seating of hand ``number`` when every hand starts with fresh stacks."""
    return _regular_seating(number % players, leg, players)


def first_carried(spec: MatchSpec, leg: int) -> Seating:
    """The seating of hand 0 when stacks are carried."""
    players = len(spec.players)
    return _seating(_clockwise(range(players), 0, players), _by_seat(leg, players), (spec.ruleset.carried_stack,) * players)


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


def seating_of(record: HandRecord, leg: int, players: int) -> Seating:
    """The seating of a hand that was kept; ``players`` of the match, those who are out included."""
    if record.seats:
        return _seating(record.seats, _by_seat(leg, players), record.stack_chips)
    return regular_seating(record.deal_number, leg, players)


def net_by_player(record: HandRecord, leg: int, players: int) -> list[int]:
    """What each player won in a hand that was kept."""
    return seating_of(record, leg, players).by_player(record.net_chips)


def _clockwise(seats: Sequence[int], after: int, count: int) -> tuple[int, ...]:
    """Seats in the order in which they come after one of them; that one is last."""
    return tuple(sorted(seats, key=lambda seat: (seat - after - 1) % count))


@lru_cache(maxsize=256)
def _regular_seating(button: int, leg: int, players: int) -> Seating:
    return _seating(_clockwise(range(players), button, players), _by_seat(leg, players), ())


def _by_seat(leg: int, players: int) -> tuple[int, ...]:
    return tuple((seat - leg) % players for seat in range(players))


def _seating(seats: tuple[int, ...], by_seat: tuple[int, ...], stacks: tuple[int, ...]) -> Seating:
    positions = [-1] * len(by_seat)
    for position, seat in enumerate(seats):
        positions[seat] = position
    return Seating(seats, tuple(by_seat[seat] for seat in seats), tuple(positions), by_seat, stacks)

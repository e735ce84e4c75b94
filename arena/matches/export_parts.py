"""What the exports of all games share: a hand of a match played again, what writes it, and JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from arena.matches.result import LegResult, leg_net
from arena.matches.seating import Seating
from arena.matches.spec import MatchSpec
from arena.rules import AnyHand, HandRecord, format_hand

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Published:
    """What everybody may know of the secret behind a match."""

    commitment: str
    """SHA-256 of the match seed, as it was kept when the match was stored."""
    seed: bytes | None = None
    """The match seed; None while not everybody may have it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand of a match, played again."""

    spec: MatchSpec
    leg: int
    record: HandRecord
    hand: AnyHand
    seating: Seating

    @property
    def button(self) -> int:
        """The seat of the last position."""
        return self.seat(self.hand.players - 1)

    @property
    def net(self) -> list[int]:
        """What everyone netted, by position."""
        assert self.hand.net is not None, "a stored hand is over"
        return self.hand.net

    def name_fields(self) -> dict[str, object]:
        """What says in JSON which hand it is and who sits there, in seat order, players who are out included."""
        return {
            "match_id": self.spec.match_id,
            "leg": self.leg,
            "hand_number": self.record.deal_number,
            "players": [self.spec.players[player] for player in self.seating.players_by_seat],
        }

    def seat(self, position: int) -> int:
        """The seat of a position."""
        return self.seating.seats[position]

    def name(self, position: int) -> str:
        """Who plays a position."""
        return self.spec.players[self.seating.players[position]]

    def by_seat(self, value: Callable[[int], _Value], out: _Value) -> list[_Value]:
        """Values of positions in seat order; ``out`` at the seats of players who are out."""
        return [out if position < 0 else value(position) for position in self.seating.positions]

    def seats(self, positions: Iterable[int]) -> list[int]:
        """The seats of positions, ascending."""
        return sorted(map(self.seat, positions))


def _nothing(*_: object) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Writer:
    """How a form writes the hands of a game, and what stands before and after them."""

    hand: Callable[[Played, int], Iterator[str]]
    """Of a hand and its number in the export, counted from 1."""
    head: Callable[[MatchSpec, Sequence[int], Published], Iterator[str]] = _nothing
    """Of the match, the legs that are exported, and what is published."""
    leg_end: Callable[[MatchSpec, int, LegResult], Iterator[str]] = _nothing
    """Of a leg after its hands."""


def json_lines(hand: Callable[[Played, int], Iterator[str]]) -> Writer:
    """A writer of JSON in which only the hands are a game's own: the match stands before them, and how each leg ended after its own."""
    return Writer(hand, _json_head, _json_leg_end)


def json_line(document: dict[str, object]) -> str:
    """An object on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _text_hand(played: Played, _: int) -> Iterator[str]:
    names = ", ".join(played.name(position) for position in range(played.hand.players))
    yield f"# match {played.spec.match_id}, leg {played.leg}, hand {played.record.deal_number}: {' '.join(names.split())}"
    yield format_hand(played.hand)


def _json_head(spec: MatchSpec, legs: Sequence[int], published: Published) -> Iterator[str]:
    yield json_line(
        {
            "match_id": spec.match_id,
            "tournament": spec.tournament_name,
            "game": spec.game_name,
            "ruleset": asdict(spec.ruleset),
            "players": spec.players,
            "deal_count": spec.deal_count,
            "mirrored": spec.mirrored,
            "drawn_seats": spec.drawn_seats,
            "legs": legs,
            "commitment": published.commitment,
            "seed": published.seed.hex() if published.seed is not None else None,
        }
    )


def _json_leg_end(spec: MatchSpec, leg: int, result: LegResult) -> Iterator[str]:
    yield json_line(
        {
            "match_id": spec.match_id,
            "leg": leg,
            "status": result.status.value,
            "forfeiter": spec.players[result.forfeiter] if result.forfeiter is not None else None,
            "hand_count": len(result.hands),
            "net_chips": leg_net(spec, result, leg),
        }
    )


TEXT = Writer(_text_hand)
"""Of every game: a hand in notation, below a line that says which it is."""

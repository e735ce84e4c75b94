"""What a story is made of, in every game. It is told in ``story``, in the words of ``story_draw`` and ``story_bonus``."""

from dataclasses import dataclass

from arena.rules import BonusKind, Kind


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence: the player, what it does, cards, more words, more cards."""

    player: str
    words: str
    cards: tuple[int, ...] = ()
    more_words: str = ""
    more_cards: tuple[int, ...] = ()
    pot_chips: int | None = None
    """The pot afterwards; None where it does not matter."""
    kind: Kind | BonusKind | None = None
    """The action; None for what is no action."""
    chips: int = 0
    """Chips put in by the action."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of the hand."""

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player's hand from beginning to end."""

    player: str
    dealt: tuple[int, ...]
    last: tuple[int, ...]
    """The five cards that counted at the end; none for a hand that never had five."""
    made: str
    """Their strength in words."""
    folded: bool
    net_chips: int
    button: bool = False
    discarded: frozenset[int] = frozenset()
    """Cards of ``dealt`` that were exchanged, where there is a draw."""
    stood_pat: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """The house's side of a showdown against it."""

    dealt: tuple[int, ...]
    last: tuple[int, ...]
    """Its best five."""
    made: str
    """Their strength in words."""


@dataclass(frozen=True, slots=True)
class Story:
    """A hand, told."""

    seats: tuple[SeatLine, ...]
    """By position: the first is the first to act, the last has the button."""
    scenes: tuple[Scene, ...]
    board: tuple[int, ...] = ()
    """The shared cards, where a game has them and they were dealt."""
    house: House | None = None
    """None where there is none, or it never opened its cards."""
    stake: tuple[int, int] | None = None
    """Ante and bonus bet, where they are put up."""

"""One hand on one line that a person can read and type, and that replays without a seed.

    five_card_draw 1/2/4/3 | AsAdKh9c2d QsQd7h5c3d | bc -9c2d+AhKs -7h5c3d+8h8s9d brc | +11 -11
    holdem_bonus 5-50/5 bonus_max 20 | AsKs | stake 5+2 bbb | QdJh9c Td 2s | QhQc | +75

A line begins with the game's name and its rules, and ends with what everybody nets, which is checked like all the rest; between its
parts stands `` | ``, and one space between words. What else is in it is told in the module of each game: ``notation_draw``,
``notation_bonus``. In all of them a hand has one line only: what reads as a hand but is written otherwise is refused. The cards nobody saw
are not in a line; a hand read from one has the lowest cards left over in their places.

Another game adds its module, and a row in ``_NOTATIONS``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.errors import BadNotation
from arena.rules.games import AnyHand, game_of
from arena.rules.notation_bonus import bonus_parts, read_bonus_hand
from arena.rules.notation_draw import draw_parts, read_draw_hand
from arena.rules.notation_words import BAR, SHOWN_LENGTH, Words, net_text, read_net, shown


@dataclass(frozen=True, slots=True)
class _Notation:
    """How the hands of a game are written: all that stands between the game's name and what everybody nets."""

    parts: Callable[[Any], tuple[str, ...]]
    """Of a hand of that game that is over."""
    read_hand: Callable[[Words], AnyHand]
    """From such parts, the hand, played to its end."""


_NOTATIONS = {
    "five_card_draw": _Notation(draw_parts, read_draw_hand),
    "holdem_bonus": _Notation(bonus_parts, read_bonus_hand),
}


def format_hand(hand: AnyHand) -> str:
    """The line of a hand that is over."""
    assert hand.net is not None, "only a hand that is over has a line"
    name = game_of(hand.ruleset).name
    return f"{name} " + f" {BAR} ".join((*_NOTATIONS[name].parts(hand), net_text(hand.net)))


def parse_hand(text: str) -> AnyHand:
    """The hand of a line, played to its end.

    Raises:
        BadNotation: the text is no line that :func:`format_hand` writes for any hand; names the offset, in characters.
    """
    words = Words(text)
    name, offset = words.take()
    if name not in _NOTATIONS:
        raise BadNotation(f"{shown(name)} stands where the game must: {' or '.join(_NOTATIONS)}", offset)
    hand = _NOTATIONS[name].read_hand(words)
    assert hand.net is not None, "it is played to its end"
    words.take_bar("what every position nets")
    read_net(words, hand.net)
    _check_written(text, format_hand(hand))
    return hand


def _check_written(text: str, written: str) -> None:
    """That the text is what stands for its hand, to the character."""
    if written != text:
        offset = next((at for at, (a, b) in enumerate(zip(written, text, strict=False)) if a != b), min(len(written), len(text)))
        raise BadNotation(f"a hand is written in one way only, here with {written[offset : offset + SHOWN_LENGTH]!r}", offset)

"""What every game's notation is read with: the words of a line with their offsets, its numbers, its cards, and what it nets.

Whatever is wrong raises :class:`BadNotation` with the offset of the first wrong thing, in characters. Nothing here knows a game.
"""

import re
from collections.abc import Iterator, Sequence

from arena.errors import BadNotation
from arena.rules.cards import DECK_SIZE, parse_cards

BAR = "|"
"""Between the parts of a line."""
SHOWN_LENGTH = 24
"""How much of a wrong word a message shows."""
_NUMBER = re.compile("[0-9]{1,15}")


class Words:
    """The words of a line with their offsets; behind the last one stand empty ones."""

    def __init__(self, text: str) -> None:
        self._words = [(found[0], found.start()) for found in re.finditer("[^ ]+", text)]
        self._end = "", len(text)
        self._next = 0

    def peek(self) -> str:
        """The next word, which is left where it is."""
        return self._words[self._next][0] if self._next < len(self._words) else ""

    def take(self) -> tuple[str, int]:
        """The next word and its offset."""
        word = self._words[self._next] if self._next < len(self._words) else self._end
        self._next += 1
        return word

    def take_bar(self, what: str) -> None:
        """The bar that stands before some part."""
        word, offset = self.take()
        if word != BAR:
            raise BadNotation(f"{shown(word)} stands where {BAR!r} must, before {what}", offset)


class Cards:
    """The cards of a line, as they become known."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def read(self, text: str, offset: int) -> list[int]:
        """Cards in a row, none of which stood in the line before."""
        cards = []
        for at in range(0, len(text), 2):
            piece = text[at : at + 2]
            try:
                (card,) = parse_cards(piece)
            except BadNotation:
                raise BadNotation(f"{piece!r} is no card", offset + at) from None
            if card in self._seen:
                raise BadNotation(f"{piece} stands twice", offset + at)
            self._seen.add(card)
            cards.append(card)
        return cards

    def unseen(self) -> Iterator[int]:
        """The cards that did not stand in the line, the lowest first."""
        return iter([card for card in range(DECK_SIZE) if card not in self._seen])


def read_number(text: str, offset: int, what: str) -> int:
    """A whole number without a sign."""
    if not _NUMBER.fullmatch(text):
        raise BadNotation(f"{text[:SHOWN_LENGTH]!r} stands where {what} must, a whole number", offset)
    return int(text)


def read_net(words: Words, net: Sequence[int]) -> None:
    """What everyone nets, which is known by now, and the end of the line."""
    paid = net_text(net)
    for expected in (*paid.split(), ""):
        word, offset = words.take()
        if word != expected:
            raise BadNotation(f"{shown(word)} stands where {shown(expected)} must; the hand nets {paid}", offset)


def net_text(net: Sequence[int]) -> str:
    """What everyone nets, each with its sign."""
    return " ".join([f"{chips:+d}" for chips in net])


def shown(word: str) -> str:
    """A wrong word in a message."""
    return repr(word[:SHOWN_LENGTH]) if word else "the end of the line"

"""Cards and their text.

A card is an int from 0 to 51: four times its rank (0 for a deuce to 12 for an ace) plus its suit. Its text is the rank,
then the suit: ``As`` ``Td`` ``2c``; cards in a row stand without separators, ``AsKd7h``, so that any language reads
them. Suits have no order in any rule; their numbers are only names.
"""

from collections.abc import Iterable

from arena.errors import BadNotation

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_NUMBERS = {text: card for card, text in enumerate(_TEXTS)}
"""The card of each text."""


def cards_text(cards: Iterable[int]) -> str:
    """The cards in a row, as ``AsKd7h``."""
    return "".join([_TEXTS[card] for card in cards])


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as ``AsKd7h``, in its order; the empty text holds none.

    Raises:
        BadNotation: a piece is no card, or a card stands twice; names the offset.
    """
    try:
        cards = tuple([CARD_NUMBERS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        at = next(at for at in range(0, len(text), 2) if text[at : at + 2] not in CARD_NUMBERS)
        raise BadNotation(f"{text[at : at + 2]!r} is no card; a card is a rank of {RANKS} and a suit of {SUITS}", at) from None
    if len(set(cards)) < len(cards):
        at = next(i for i, card in enumerate(cards) if card in cards[:i])
        raise BadNotation(f"{_TEXTS[cards[at]]} stands twice", 2 * at)
    return cards

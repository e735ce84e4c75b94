"""Cards and their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadNotation
from arena.rules.cards import DECK_SIZE, RANKS, SUITS, cards_text, parse_cards


def test_a_card_is_four_times_its_rank_plus_its_suit():
    """Module docstring: deuce 0 to ace 12, suits in the order cdhs."""
    assert parse_cards("2c2d2h2s3cAcAs") == (0, 1, 2, 3, 4, 48, 51)


def test_the_whole_deck_has_a_text_rank_then_suit():
    """52 cards, worked out as the product of the two alphabets."""
    assert cards_text(range(DECK_SIZE)) == "".join(rank + suit for rank in RANKS for suit in SUITS)


def test_cards_in_a_row_stand_without_separators_in_their_order():
    """The example of the words table in the style: AsKd7h."""
    assert cards_text((51, 45, 22)) == "AsKd7h"
    assert parse_cards("AsKd7h") == (51, 45, 22)


def test_the_empty_text_holds_no_cards():
    """From the docstring of ``parse_cards``."""
    assert parse_cards("") == ()
    assert cards_text(()) == ""


@given(st.lists(st.integers(0, 51), unique=True))
def test_text_reads_back_as_the_same_cards(cards):
    """Law: parse(text(cards)) = cards."""
    assert parse_cards(cards_text(cards)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "offset"),
    [("As1d", 2), ("as", 0), ("AsK", 2), ("As Kd", 2), ("10c", 0), ("sA", 0), ("AsKdAs", 4), ("2c2c", 2), ("AsKx", 2)],
)
def test_a_bad_text_is_refused_with_the_offset_of_the_first_wrong_piece(text, offset):
    """Offsets counted by hand: cards begin at even places; of a repeated card the second is wrong."""
    with pytest.raises(BadNotation) as refused:
        parse_cards(text)
    assert refused.value.offset == offset


@given(st.text(alphabet=RANKS + SUITS + "x ", max_size=8))
def test_any_text_is_cards_or_bad_notation(text):
    """Law: pieces that are distinct cards are read, and nothing but BadNotation is raised for any other text."""
    pieces = [text[at : at + 2] for at in range(0, len(text), 2)]
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    if set(pieces) <= set(deck) and len(set(pieces)) == len(pieces):
        assert cards_text(parse_cards(text)) == text
    else:
        with pytest.raises(BadNotation) as refused:
            parse_cards(text)
        assert 0 <= refused.value.offset < len(text)

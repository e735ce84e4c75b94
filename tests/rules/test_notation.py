"""A hand on one line, of either game: every line is one hand's, and any other text is refused and nothing worse.

What is in a line, and what is said of each mistake, is tested beside: ``test_notation_draw.py``, ``test_notation_bonus.py``.
"""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadNotation
from arena.rules import BonusHand, FiveCardDrawRuleset, Hand, HoldemBonusRuleset, format_hand, notation, parse_hand

LINES = [
    "five_card_draw 1/2/4/3 | AsAdKh9c2d QsQd7h5c3d | bc -9c2d+AhKs -7h5c3d+8h8s9d brc | +11 -11",
    "five_card_draw 2/4/8/3 all_in 25 carry | AsAdAh9c2d@2 QsQd7h5c3d@30 KcKd6s6h2c@9 | bc pat -7h5c3d+8h8s9d pat kk | +4 -6 +2",
    "holdem_bonus 5-50/5 bonus_max 20 | AsKs | stake 5+2 bbb | QdJh9c Td 2s | QhQc | +75",
    "holdem_bonus 5-50/5 bankroll 100 ante_pays_from flush bonus_paytable 40/25/20/15/10/5/3 "
    "| 7c7d@37 | rebet 10 bkk | Jh9c2s Td 3s | JcJd | -30",
    "holdem_bonus 1 | 7d2c | stake 1 f | -1",
]
CHARACTERS = sorted(set(string.printable) | set("é٣²\x00\ud800😀"))


def assert_refused_or_another_hand(text: str) -> None:
    try:
        hand = parse_hand(text)
    except BadNotation as error:
        refused = error
    else:
        assert format_hand(hand) == text
        return
    assert 0 <= refused.offset <= len(text)
    assert "\n" not in str(refused)
    assert len(str(refused)) < 200


@st.composite
def damaged(draw: st.DrawFn, lines: st.SearchStrategy[str]) -> str:
    """A line in which a stretch is replaced by a stretch of the same line or by random text."""
    line = draw(lines)
    a, b, c, d = (draw(st.integers(0, len(line))) for _ in range(4))
    new = line[c:d] if draw(st.booleans()) else draw(st.text(max_size=3))
    return line[: min(a, b)] + new + line[max(a, b) :]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_is_written_as_it_was_read(line):
    assert format_hand(parse_hand(line)) == line


def test_the_lines_in_the_module_head_are_hands():
    """One of each game."""
    examples = [line.strip() for line in (notation.__doc__ or "").splitlines() if line.startswith("    ")]
    assert examples == [LINES[0], LINES[2]]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_every_truncation_is_refused(line):
    """The net of the last position is the end, and its digits are known beforehand: no shorter text is a hand."""
    for length in range(len(line)):
        with pytest.raises(BadNotation) as refused:
            parse_hand(line[:length])
        assert refused.value.offset <= length


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_every_change_of_one_character_is_refused_or_another_hand(line):
    """Every character replaced by, or preceded by, each of a hundred; and left out."""
    for at in range(len(line) + 1):
        assert_refused_or_another_hand(line[:at] + line[at + 1 :])
        for character in CHARACTERS:
            assert_refused_or_another_hand(line[:at] + character + line[at + 1 :])
            assert_refused_or_another_hand(line[:at] + character + line[at:])


@given(st.text())
def test_other_texts_are_refused(text):
    """No text that a machine thinks of is a hand by chance."""
    with pytest.raises(BadNotation):
        parse_hand(text)


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_another_game_is_named(line):
    """The offset is that of the name; blanks before it, which may not be there, are passed over."""
    _, rest = line.split(" ", 1)
    with pytest.raises(BadNotation, match="'five_card_stud' stands where the game must: five_card_draw or holdem_bonus") as refused:
        parse_hand(f"  five_card_stud {rest}")
    assert refused.value.offset == 2


def test_one_games_line_is_not_anothers():
    """With the names exchanged the rules do not read."""
    for line, name in ((LINES[0], "holdem_bonus"), (LINES[2], "five_card_draw")):
        with pytest.raises(BadNotation) as refused:
            parse_hand(f"{name} {line.split(' ', 1)[1]}")
        assert refused.value.offset > len(name)


@pytest.mark.parametrize("hand", [Hand(FiveCardDrawRuleset(), range(16), 2), BonusHand(HoldemBonusRuleset(), range(9))])
def test_only_a_hand_that_is_over_has_a_line(hand):
    """Docstring of ``format_hand``: our own bug, so an assertion."""
    with pytest.raises(AssertionError):
        format_hand(hand)

"""Cards, hands and commands in words."""

import pytest

from arena.cli.bonus.commands import Command
from arena.rules import parse_cards
from tests.cli.bonus.sitting_down import words_of


@pytest.mark.parametrize(
    ("cards", "english", "swedish"),
    [
        ("AsKsQsJsTs2c3d", "royal flush, A♠ K♠ Q♠ J♠ 10♠", "royal flush"),
        ("9sKsQsJsTs2c3d", "straight flush, K♠ Q♠ J♠ 10♠ 9♠", "färgstege"),
        ("As2s3s4s5sKcKd", "straight flush, 5♠ 4♠ 3♠ 2♠ A♠", "färgstege"),
        ("7s7d7h7c2sAdKd", "four of a kind, 7♠ 7♥ 7♦ 7♣ A♦", "fyrtal"),
        ("7s7d7h2c2sAdKd", "full house, 7♠ 7♥ 7♦ 2♠ 2♣", "kåk"),
        ("2s9sKsJs3sAdAc", "flush, K♠ J♠ 9♠ 3♠ 2♠", "färg"),
        ("AsKdQhJcTs2c3d", "straight, A♠ K♦ Q♥ J♣ 10♠", "stege"),
        ("As2d3h4c5sKcKd", "straight, 5♠ 4♣ 3♥ 2♦ A♠", "stege"),
        ("7s7d7h2c3sAdKd", "three of a kind, 7♠ 7♥ 7♦ A♦ K♦", "triss"),
        ("7s7d2h2c3sAdKd", "two pair, 7♠ 7♦ 2♥ 2♣ A♦", "två par"),
        ("7s7d2h4c3sAdKd", "pair, 7♠ 7♦ A♦ K♦ 4♣", "ett par"),
        ("9s7d2h4c3sAdKd", "high card, A♦ K♦ 9♠ 7♦ 4♣", "högt kort"),
        ("9s7d2h4c3s", "high card, 9♠ 7♦ 4♣ 3♠ 2♥", "högt kort"),
        ("9s9d2h4c3s5d", "pair, 9♠ 9♦ 5♦ 4♣ 3♠", "ett par"),
    ],
)
def test_best_hand_is_named_and_shown(cards, english, swedish):
    """The names of the published Swedish rules; what counts most stands first, the ace of a straight to the five last."""
    assert words_of().hand(parse_cards(cards)) == english
    assert words_of("sv").hand(parse_cards(cards)) == f"{swedish}, {english.split(', ')[1]}"


def test_suits_have_letters_where_there_are_no_signs():
    assert words_of().cards(parse_cards("ThAs2c")) == "10♥ A♠ 2♣"
    assert words_of(signs=False).cards(parse_cards("ThAs2c")) == "Th As 2c"


@pytest.mark.parametrize(
    ("rules", "english", "swedish"),
    [
        ({}, "5 to 100 in steps of 5", "5 till 100 i steg om 5"),
        ({"ante_min": 1, "ante_step": 1}, "1 to 100", "1 till 100"),
        ({"ante_min": 100}, "100", "100"),
        (
            {"ante_min": 1000, "ante_max": 3000, "ante_step": 500, "bankroll": 10**4},
            "1,000 to 3,000 in steps of 500",
            "1\u00a0000 till 3\u00a0000 i steg om 500",
        ),
    ],
)
def test_antes_are_told(rules, english, swedish):
    assert words_of(**rules).antes() == english
    assert words_of("sv", **rules).antes() == swedish


@pytest.mark.parametrize(
    ("rules", "ante", "bonus"),
    [({}, "a 25", "b 5"), ({"ante_min": 10, "ante_step": 10, "bonus_max": 2}, "a 10", "b 2"), ({"ante_max": 20}, "a 5", "b 5")],
)
def test_examples_can_be_typed(rules, ante, bonus):
    """What they show is legal at the table."""
    words = words_of(**rules)
    assert (words.short(Command.ANTE), words.short(Command.BONUS)) == (ante, bonus)
    assert words.both(Command.ANTE) == f"ante {ante[2:]} ({ante})"
    assert (words.both(Command.DEAL), words.both(Command.RULES)) == ("deal (d)", "rules")


def test_chips_have_a_plural():
    words = words_of()
    assert (words.bankroll(1), words.bankroll(1200)) == ("You have 1 chip.", "You have 1,200 chips.")
    assert words_of("sv").bankroll(1200) == "Ditt spelsaldo är 1\u00a0200."

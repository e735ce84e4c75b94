"""A stake in words: every refusal has a sentence, and only refusals have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cli.bonus.stakes import stake_question, stake_refusal, stake_text
from arena.rules import Button, StakeBox, StakeChoices
from tests.cli.bonus.sitting_down import words_of


def refusal(words, placed, button, chips=0, bankroll=1000, previous=0):
    box = StakeBox(StakeChoices(words.ruleset, bankroll, previous))
    for ante, bonus in placed:
        box.place_ante(ante)
        if bonus:
            box.place_bonus(bonus)
    return stake_refusal(words, box, button, chips)


CASES = {
    "bonus first": ([], Button.BONUS, 5),
    "nothing to clear": ([], Button.CLEAR),
    "nothing to deal for": ([], Button.DEAL),
    "nothing to double": ([], Button.DOUBLE),
    "nothing to rebet": ([(25, 0)], Button.REBET),
    "no chips": ([], Button.ANTE, 0),
    "no chips for the bonus bet": ([(25, 0)], Button.BONUS, 0),
    "too high": ([], Button.ANTE, 105),
    "too high in all": ([(100, 0)], Button.ANTE, 5),
    "between two steps": ([(7, 0)], Button.DEAL),
    "double too high": ([], Button.DOUBLE, 0, 1000, 80),
    "bonus too high": ([(25, 40)], Button.BONUS, 20),
    "not covered": ([], Button.ANTE, 35, 100),
    "double not covered": ([], Button.DOUBLE, 0, 100, 20),
    "rebet not covered": ([], Button.REBET, 0, 100, 35),
    "bonus not covered": ([(30, 0)], Button.BONUS, 11, 100),
    "not covered beside the bonus bet": ([(25, 20)], Button.ANTE, 5, 100),
}
ENGLISH = {
    "bonus first": "A bonus bet needs an ante: put one up first, such as a 25.",
    "nothing to clear": "There is nothing on the table to take back: put up an ante, such as a 25.",
    "nothing to deal for": "There is no ante on the table to deal for: put one up, such as a 25.",
    "nothing to double": "There is no hand before this one whose ante could be doubled: put one up, such as a 25.",
    "nothing to rebet": "There is no hand before this one whose ante could be put up again: put one up, such as a 25.",
    "no chips": "You cannot place 0 chips: the least is 1.",
    "no chips for the bonus bet": "You cannot place 0 chips: the least is 1.",
    "too high": "An ante of 105 is not allowed here: it must be 5 to 100 in steps of 5.",
    "too high in all": "An ante of 105 is not allowed here: it must be 5 to 100 in steps of 5. clear (c) takes back what lies there.",
    "between two steps": "An ante of 7 is not allowed here: it must be 5 to 100 in steps of 5. clear (c) takes back what lies there.",
    "double too high": "An ante of 160 is not allowed here: it must be 5 to 100 in steps of 5.",
    "bonus too high": "A bonus bet of 60 is too high: the most is 50.",
    "not covered": "Your 100 chips do not cover an ante of 35: you must have three times the ante. The most is 30.",
    "double not covered": "Your 100 chips do not cover an ante of 40: you must have three times the ante. The most is 30.",
    "rebet not covered": "Your 100 chips do not cover an ante of 35: you must have three times the ante. The most is 30.",
    "bonus not covered": "Your 100 chips do not cover an ante of 30 and a bonus bet of 11: "
    "you must have three times the ante beside the bonus bet. The most is 10.",
    "not covered beside the bonus bet": "Your 100 chips do not cover an ante of 30 and a bonus bet of 20: "
    "you must have three times the ante beside the bonus bet. clear (c) takes back what lies there.",
}
SWEDISH = {
    "bonus first": "En bonusinsats kräver en ante-insats: lägg en först, till exempel a 25.",
    "nothing to clear": "Det finns inget på bordet att rensa: lägg en ante-insats, till exempel a 25.",
    "nothing to deal for": "Det ligger ingen ante-insats på bordet, så inga kort kan delas: lägg en, till exempel a 25.",
    "nothing to double": "Det finns ingen föregående ante-insats att dubbla: lägg en, till exempel a 25.",
    "nothing to rebet": "Det finns ingen föregående ante-insats att satsa igen: lägg en, till exempel a 25.",
    "no chips": "Du kan inte lägga 0 chip: det minsta är 1.",
    "too high": "En ante-insats på 105 är inte tillåten här: den måste vara 5 till 100 i steg om 5.",
    "between two steps": "En ante-insats på 7 är inte tillåten här: den måste vara 5 till 100 i steg om 5. "
    "rensa (c) tar tillbaka det som ligger på bordet.",
    "bonus too high": "En bonusinsats på 60 är för hög: den högsta är 50.",
    "not covered": "Ditt spelsaldo på 100 räcker inte till en ante-insats på 35: du måste ha tre gånger beloppet. Det högsta är 30.",
    "bonus not covered": "Ditt spelsaldo på 100 räcker inte till en ante-insats på 30 och en bonusinsats på 11: "
    "du måste ha tre gånger ante-insatsen utöver bonusinsatsen. Den högsta är 10.",
    "not covered beside the bonus bet": "Ditt spelsaldo på 100 räcker inte till en ante-insats på 30 och en bonusinsats på 20: "
    "du måste ha tre gånger ante-insatsen utöver bonusinsatsen. rensa (c) tar tillbaka det som ligger på bordet.",
}


@pytest.mark.parametrize("case", ENGLISH)
def test_a_refusal_says_what_would_do(case):
    assert refusal(words_of(), *CASES[case]) == ENGLISH[case]


@pytest.mark.parametrize("case", SWEDISH)
def test_a_refusal_says_so_in_swedish(case):
    """In the words of the published Swedish rules."""
    assert refusal(words_of("sv"), *CASES[case]) == SWEDISH[case]


def test_where_there_is_no_bonus_bet_nothing_speaks_of_placing_one():
    words = words_of(bonus_max=0)
    sentence = "There is no bonus bet at this table, only an ante, such as a 25."
    assert refusal(words, [], Button.BONUS, 5) == sentence
    assert refusal(words, [(25, 0)], Button.BONUS, 5) == sentence
    assert "bonus" not in stake_question(words, StakeBox(StakeChoices(words.ruleset, 1000)))


def test_what_lies_on_the_table_is_told():
    words = words_of()
    box = StakeBox(StakeChoices(words.ruleset, 1000, 20))
    assert stake_question(words, box) == "Put up an ante (a 25), or type rebet (r): 20 again, dealt at once."
    box.place_ante(25)
    assert stake_text(words, box) == "On the table: ante 25. Place more, or deal (d)."
    box.place_bonus(5)
    assert stake_text(words, box) == "On the table: ante 25 and bonus bet 5. Place more, or deal (d)."
    box.clear()
    assert stake_text(words, box) == f"The table is clear. {stake_question(words, box)}"


def test_a_rebet_is_offered_only_where_it_is_legal():
    words = words_of()
    assert "rebet" not in stake_question(words, StakeBox(StakeChoices(words.ruleset, 1000)))
    assert "rebet" not in stake_question(words, StakeBox(StakeChoices(words.ruleset, 50, 20)))


@pytest.mark.slow
@given(
    st.integers(1, 6), st.integers(1, 4), st.integers(0, 5), st.integers(0, 9), st.integers(0, 60), st.integers(0, 20),
    st.lists(st.tuples(st.sampled_from(Button), st.integers(0, 12)), max_size=20),
)  # fmt: skip
def test_there_is_a_sentence_exactly_when_the_rules_refuse(low, step, count, bonus, extra, previous, presses):
    """Law: over random tables and presses; the sentence names what was refused."""
    words = words_of(ante_min=low, ante_max=low + step * count, ante_step=step, bonus_max=bonus, bankroll=3 * low + extra)
    box = StakeBox(StakeChoices(words.ruleset, 3 * low + extra, previous))
    for button, chips in presses:
        sentence = stake_refusal(words, box, button, chips)
        assert (sentence is None) == (box.refusal(button, chips) is None)
        if sentence is None:
            box.press(button, chips)
        elif "bonus bet of" in sentence and button is Button.BONUS:
            assert f"bonus bet of {box.bonus + chips}" in sentence
        elif "An ante of" in sentence or "cover an ante of" in sentence:
            after = {Button.ANTE: box.ante + chips, Button.DOUBLE: 2 * previous, Button.REBET: previous}.get(button, box.ante)
            assert f"n ante of {after}" in sentence

"""A person's stake: boxes and buttons by example, and laws over random presses."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import IllegalAction
from arena.rules.holdem_bonus import BonusHand, HoldemBonusRuleset, StakeChoices
from arena.rules.stake_box import REBET, BoxState, Button, StakeBox, stake_code

TABLE = HoldemBonusRuleset(5, 50, 5, 20)
UNLIMITED = 1 << 60


def box_of(bankroll: int = UNLIMITED, previous_ante: int = 0, ruleset: HoldemBonusRuleset = TABLE) -> StakeBox:
    return StakeBox(StakeChoices(ruleset, bankroll, previous_ante))


def press(box: StakeBox, script: str) -> StakeBox:
    """Press the buttons of a script such as ``ante5 bonus2 deal``; the box itself, for chaining."""
    for word in script.split():
        name = word.rstrip("-0123456789")
        box.press(Button(name), int(word[len(name) :] or 0))
    return box


def on_table(box: StakeBox) -> tuple[BoxState, int, int]:
    return box.state, box.ante, box.bonus


# Chips and buttons


def test_chips_are_added_to_those_that_lie_there():
    """The source: choose a chip, click the ante, then perhaps the bonus bet; as often as wanted."""
    box = box_of()
    box.place_ante(5)
    box.place_ante(10)
    box.place_bonus(1)
    box.place_bonus(2)
    assert on_table(box) == (BoxState.PLACED, 15, 3)
    assert box.deal() == stake_code(15, 3)
    assert on_table(box) == (BoxState.DEALT, 15, 3)


def test_clear_takes_everything_of_this_hand_off_the_table():
    """The source: the ante and the bonus bet; a new stake may be placed."""
    box = press(box_of(), "ante5 bonus2")
    box.clear()
    assert on_table(box) == (BoxState.EMPTY, 0, 0)
    assert press(box, "ante10").deal() == stake_code(10)


def test_double_places_twice_the_ante_before_and_does_not_deal():
    """Rules page, A hand, 1; what lay there is taken back, and a bonus bet may be placed beside it."""
    box = press(box_of(previous_ante=10), "ante5 bonus2")
    box.double()
    assert on_table(box) == (BoxState.PLACED, 20, 0)
    box.double()
    assert press(box, "bonus2").deal() == stake_code(20, 2)


@pytest.mark.parametrize("placed", ["", "ante5 bonus2", "double"])
def test_rebet_puts_up_the_ante_before_and_deals(placed):
    """Rules page, A hand, 1: no bonus bet, whatever lay on the table."""
    box = press(box_of(previous_ante=15), placed)
    assert box.rebet() == REBET
    assert on_table(box) == (BoxState.DEALT, 15, 0)


def test_less_than_the_smallest_ante_may_lie_on_the_table():
    """Five chips of one make an ante of 5; only the deal asks for a legal ante."""
    box = press(box_of(), "ante1 ante1 ante1 ante1")
    assert box.refusal(Button.DEAL) == "ante 4: must be 5 to 50 in steps of 5"
    assert press(box, "ante1").deal() == stake_code(5)


def test_a_box_works_on_what_a_hand_lists_at_its_stake():
    """The code it gives is one of those choices, and what is put up is what lay there."""
    hand = BonusHand(TABLE, range(9), previous_ante=15)
    hand.act(StakeBox(hand.view(0).legal).rebet())
    assert (hand.ante, hand.bonus) == (15, 0)


# Refusals


@pytest.mark.parametrize(
    ("placed", "button", "sentence"),
    [
        ("", "bonus5", "a bonus bet needs an ante"),
        ("ante5 clear", "bonus5", "a bonus bet needs an ante"),
        ("", "clear", "clear: there are no chips on the table"),
        ("", "deal", "deal: there is no ante on the table"),
        ("", "ante0", "ante 0: place at least one chip"),
        ("", "ante-5", "ante -5: place at least one chip"),
        ("ante5", "bonus0", "bonus 0: place at least one chip"),
        ("ante5 bonus5", "bonus-1", "bonus -1: place at least one chip"),
        ("", "double", "double: there is no hand before this one"),
        ("ante5", "rebet", "rebet: there is no hand before this one"),
        ("ante50", "ante1", "ante 51: must be 5 to 50 in steps of 5"),
        ("ante7", "deal", "ante 7: must be 5 to 50 in steps of 5"),
        ("ante5 bonus20", "bonus1", "bonus 21: at most 20"),
        ("ante5 deal", "ante5", "the stake is already made"),
        ("ante5 deal", "clear", "the stake is already made"),
        ("ante5 deal", "deal", "the stake is already made"),
        ("ante5 deal", "rebet", "the stake is already made"),
    ],
)
def test_a_refused_button_says_why_and_changes_nothing(placed, button, sentence):
    """Rules page, A hand, 1, at a table's first hand."""
    box = press(box_of(), placed)
    before = on_table(box)
    with pytest.raises(IllegalAction) as refused:
        press(box, button)
    assert (str(refused.value), on_table(box)) == (sentence, before)


@pytest.mark.parametrize(
    ("bankroll", "previous_ante", "button", "sentence"),
    [
        (100, 0, "ante34", "the bankroll of 100 does not cover an ante of 34 (three times itself beside the bonus bet)"),
        (100, 20, "double", "the bankroll of 100 does not cover an ante of 40 (three times itself beside the bonus bet)"),
        (100, 35, "rebet", "the bankroll of 100 does not cover an ante of 35 (three times itself beside the bonus bet)"),
        (1000, 30, "double", "ante 60: must be 5 to 50 in steps of 5"),
    ],
)
def test_nothing_goes_beyond_the_limits_or_the_bankroll(bankroll, previous_ante, button, sentence):
    """Rules page, A hand, 1, last sentence."""
    with pytest.raises(IllegalAction) as refused:
        press(box_of(bankroll, previous_ante), button)
    assert str(refused.value) == sentence


def test_the_bonus_bet_counts_against_the_bankroll_too():
    """100 chips: an ante of 30 and its flop bet leave 10."""
    box = press(box_of(100), "ante30 bonus10")
    assert (
        box.refusal(Button.BONUS, 1) == "the bankroll of 100 does not cover an ante of 30 (three times itself beside the bonus bet of 11)"
    )
    assert box.deal() == stake_code(30, 10)


def test_a_double_between_two_steps_is_refused():
    """Antes of 5, 20, 35 and 50: twice 5 is none."""
    box = box_of(previous_ante=5, ruleset=HoldemBonusRuleset(5, 50, 15))
    assert box.refusal(Button.DOUBLE) == "ante 10: must be 5 to 50 in steps of 15"


@pytest.mark.parametrize(
    ("placed", "previous_ante", "lit"),
    [
        ("", 0, "ante"),
        ("", 10, "ante double rebet"),
        ("ante5", 10, "ante bonus clear double rebet deal"),
        ("ante4", 0, "ante bonus clear"),
        ("ante50 bonus20", 30, "clear rebet deal"),
        ("ante5 deal", 10, ""),
    ],
)
def test_a_page_can_ask_which_buttons_to_show(placed, previous_ante, lit):
    """``refusal`` with one chip says for each button what pressing it would."""
    box = press(box_of(previous_ante=previous_ante), placed)
    assert [button.value for button in Button if box.refusal(button, 1) is None] == lit.split()


# Laws

BUTTONS = st.tuples(st.sampled_from(Button), st.integers(-1, 12))
LIMITS = st.builds(
    lambda low, step, count, bonus: HoldemBonusRuleset(low, low + step * count, step, bonus),
    st.integers(1, 6),
    st.integers(1, 4),
    st.integers(0, 5),
    st.integers(0, 9),
)


@pytest.mark.slow
@given(LIMITS, st.integers(0, 60), st.integers(0, 20), st.lists(BUTTONS, max_size=20))
def test_what_a_box_deals_is_legal_and_never_beyond_the_bankroll(ruleset, extra, previous_ante, presses):
    """Law: a press does what ``refusal`` says and, refused, changes nothing; what lies there is covered; a code that comes out is legal."""
    choices = StakeChoices(ruleset, 3 * ruleset.ante_min + extra, previous_ante)
    box = StakeBox(choices)
    for button, chips in presses:
        refusal, before = box.refusal(button, chips), on_table(box)
        if refusal is not None:
            with pytest.raises(IllegalAction) as refused:
                box.press(button, chips)
            assert (str(refused.value), on_table(box)) == (refusal, before)
            continue
        code = box.press(button, chips)
        assert 3 * box.ante + box.bonus <= choices.bankroll
        assert box.ante <= ruleset.ante_max
        assert box.bonus <= ruleset.bonus_max
        assert (box.state is BoxState.EMPTY) == (box.ante == 0)
        assert (code is None) == (box.state is not BoxState.DEALT)
        if code is not None:
            hand = BonusHand(ruleset, range(9), 1, (choices.bankroll,), previous_ante)
            hand.act(code)
            assert (hand.ante, hand.bonus) == (box.ante, box.bonus)


@pytest.mark.slow
@given(LIMITS, st.integers(0, 60), st.integers(0, 20), st.integers(0, 2**32).map(Random))
def test_every_legal_stake_can_be_placed_chip_by_chip(ruleset, extra, previous_ante, random):
    """Law: any code of the choices comes out of a box; the chips in random portions, the ante first."""
    choices = StakeChoices(ruleset, 3 * ruleset.ante_min + extra, previous_ante)
    code = random.choice(choices)
    box = StakeBox(choices)
    if code == REBET:
        assert box.rebet() == code
        return
    hand = BonusHand(ruleset, range(9), 1, (choices.bankroll,), previous_ante)
    hand.act(code)
    while box.ante < hand.ante:
        box.place_ante(random.randint(1, hand.ante - box.ante))
    while box.bonus < hand.bonus:
        box.place_bonus(random.randint(1, hand.bonus - box.bonus))
    assert box.deal() == code

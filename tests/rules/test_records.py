"""Records: a hand reads back to the last chip, and a record that was tampered with does not."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadNotation
from arena.rules.five_card_draw import FiveCardDrawRuleset, Hand
from arena.rules.records import HandRecord, record_hand, replay_hand
from tests.rules.playing import deal_of, finished_hands, play, random_deal

RULESET = FiveCardDrawRuleset()
DEAL = deal_of("AsAdKh9c2d", "QsQd7h5c3d", drawn=("AhKs4c", "8h8s9d"))


def bet_call_hand() -> Hand:
    return play(Hand(RULESET, DEAL, 2), "b c x34 x234 b r c")


def test_a_record_holds_the_codes_played_and_the_net():
    """Codes by hand: bet 4, call 3, draws 32 + 8 + 16 and 32 + 4 + 8 + 16, bet 4, raise 5, call 3; 1 + 2 + 8 chips each."""
    record = record_hand(bet_call_hand(), 7)
    assert record == HandRecord(7, bytes([4, 3, 56, 60, 4, 5, 3]), (11, -11), ())


def test_a_record_replays_to_the_same_hand():
    """Law on the example: every public attribute is equal."""
    hand = bet_call_hand()
    again = replay_hand(record_hand(hand, 7), RULESET, DEAL, 2)
    assert [getattr(again, name) for name in Hand.__slots__] == [getattr(hand, name) for name in Hand.__slots__]


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(2, 6), st.booleans())
def test_any_hand_replays_to_the_same_hand(random, players, all_in):
    """Law, over random hands with and without unequal stacks."""
    ruleset = FiveCardDrawRuleset(2, 3, 7, 2, all_in=all_in, starting_stack=20 if all_in else None)
    stacks = tuple(random.randint(1, 30) for _ in range(players)) if all_in else ()
    deal = random_deal(random, players)
    hand = Hand(ruleset, deal, players, stacks or None)
    while hand.legal:
        hand.act(random.choice(hand.legal))
    record = record_hand(hand, 3, stacks)
    again = replay_hand(record, ruleset, deal, players)
    assert [getattr(again, name) for name in Hand.__slots__] == [getattr(hand, name) for name in Hand.__slots__]
    assert record_hand(again, 3, stacks) == record


def test_only_a_hand_that_is_over_has_a_record():
    """Docstring of ``record_hand``: our own bug, so an assertion."""
    with pytest.raises(AssertionError):
        record_hand(Hand(RULESET, DEAL, 2), 0)


@pytest.mark.parametrize(
    ("actions", "offset"),
    [
        ([4, 3, 56, 60, 4, 5], 6),  # ends early
        ([4, 3, 56, 60, 4, 5, 3, 3], 7),  # goes on after the end
        ([4, 2, 56, 60, 4, 5, 3], 1),  # a check facing a bet
        ([4, 3, 3, 60, 4, 5, 3], 2),  # a call at the draw
        ([4, 3, 56, 47, 4, 5, 3], 3),  # four cards given up
        ([0, 3, 56, 60, 4, 5, 3], 0),  # no code at all
        ([255], 0),
        ([], 0),
    ],
)
def test_actions_that_do_not_fit_are_refused_with_their_offset(actions, offset):
    """Counted by hand among the actions of the example."""
    record = HandRecord(7, bytes(actions), (11, -11))
    with pytest.raises(BadNotation, match="deal 7") as refused:
        replay_hand(record, RULESET, DEAL, 2)
    assert refused.value.offset == offset


def test_a_record_that_pays_something_else_is_refused():
    """Docstring of ``replay_hand``; the offset is behind the last action."""
    record = record_hand(bet_call_hand(), 7)
    with pytest.raises(BadNotation, match="pays") as refused:
        replay_hand(replace(record, net_chips=(-11, 11)), RULESET, DEAL, 2)
    assert refused.value.offset == len(record.actions)


def test_a_record_does_not_replay_on_another_deal_that_pays_otherwise():
    """The cards are not in a record: with the players' cards exchanged the other one wins."""
    record = record_hand(bet_call_hand(), 7)
    other = deal_of("QsQd7h5c3d", "AsAdKh9c2d", drawn=("8h8s9d", "AhKs4c"))
    with pytest.raises(BadNotation, match="pays"):
        replay_hand(record, RULESET, other, 2)


def test_stacks_in_the_record_are_those_of_the_replay():
    """``carry`` mode: stacks of 3 and 9 with antes of 1; the 2 chips behind go in and the rest of the bet is not asked."""
    ruleset = FiveCardDrawRuleset(all_in=True, starting_stack=6, stacks="carry")
    hand = play(Hand(ruleset, DEAL, 2, (3, 9)), "b c p p")
    record = record_hand(hand, 0, (3, 9))
    assert record.net_chips == (3, -3)
    assert replay_hand(record, ruleset, DEAL, 2).start == (3, 9)


def test_record_of_seeded_random_hands_is_small():
    """A byte an action: a record has as many bytes as the log has lines."""
    random = Random(5)
    hand = Hand(RULESET, random_deal(random, 6), 6)
    while hand.legal:
        hand.act(random.choice(hand.legal))
    assert len(record_hand(hand, 0).actions) == len(hand.log)


STACKED = FiveCardDrawRuleset(all_in=True, starting_stack=6, stacks="carry")
STACKED_DEAL = deal_of("AsAdKh9c2d", "QsQd7h5c3d")


@pytest.mark.parametrize(
    ("stacks", "offset", "words"),
    [
        ((3,), 1, "1 stacks for 2 players"),
        ((3, 9, 9), 2, "3 stacks for 2 players"),
        ((3, 0), 1, "a stack of 0 chips"),
        ((-3, 9), 0, "a stack of -3 chips"),
        ((3, 1 << 62), 1, "a player has 1 to"),
    ],
)
def test_a_record_with_stacks_that_are_none_is_refused(stacks, offset, words):
    """The offset is among the stacks; all else is the hand of ``test_records``."""
    record = HandRecord(7, bytes([4, 3, 32, 32]), (3, -3), stacks)
    with pytest.raises(BadNotation, match=f"deal 7: .*{words}") as refused:
        replay_hand(record, STACKED, STACKED_DEAL, 2)
    assert refused.value.offset == offset


@pytest.mark.parametrize(
    ("seats", "stacks", "offset", "words"),
    [
        ((0, 0), (3, 9), 1, "seat 0 stands among its seats; each may stand once, from 0 to 3"),
        ((0, 4), (3, 9), 1, "seat 4 stands among its seats"),
        ((-1, 2), (3, 9), 0, "seat -1 stands among its seats"),
        ((0, 3, 2), (3, 9, 9), 1, "seat 3 stands among its seats after 0, which comes later"),
        ((2,), (3,), 0, "1 seats and 1 stacks"),
        ((2, 0), (), 0, "2 seats and 0 stacks"),
        ((2, 0), (3, 9, 9), 2, "3 stacks for 2 players"),
    ],
)
def test_a_record_with_seats_that_are_none_is_refused(seats, stacks, offset, words):
    """Of a match of four players, two of whom are out; the offset is among the seats, or among the stacks."""
    record = HandRecord(7, bytes([4, 3, 32, 32]), (3, -3), stacks, seats)
    with pytest.raises(BadNotation, match=f"deal 7: .*{words}") as refused:
        replay_hand(record, STACKED, STACKED_DEAL, 4)
    assert refused.value.offset == offset


def test_a_record_with_seats_where_none_are_out_is_refused():
    """Seats belong to stacks that are carried."""
    with pytest.raises(BadNotation, match="without stacks carried"):
        replay_hand(
            HandRecord(7, bytes([4, 1]), (1, -1), (9, 9), (0, 1)), FiveCardDrawRuleset(all_in=True, starting_stack=9), STACKED_DEAL, 2
        )


def test_a_record_with_stacks_where_none_limit_play_is_refused():
    """Unlimited stacks are not kept."""
    with pytest.raises(BadNotation, match="none limit play"):
        replay_hand(HandRecord(7, bytes([4, 1]), (1, -1), (9, 9)), FiveCardDrawRuleset(), STACKED_DEAL, 2)


@pytest.mark.slow
@given(finished_hands(), st.data())
def test_a_damaged_record_is_refused_or_another_hand(hand, data):
    """Law: actions, net and stacks cut, lengthened, changed or emptied; nothing but BadNotation, or a record that is kept the same."""
    seats = tuple(range(hand.players)) if hand.ruleset.stacks == "carry" else ()
    record = record_hand(hand, 0, hand.start if hand.ruleset.all_in else (), seats)
    numbers = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-2, 60)
    damaged = HandRecord(
        0,
        bytes(damage(data, record.actions, st.integers(0, 255))),
        tuple(damage(data, record.net_chips, numbers)),
        tuple(damage(data, record.stack_chips, numbers)),
        tuple(damage(data, record.seats, numbers)),
    )
    try:
        again = replay_hand(damaged, hand.ruleset, hand.deal, hand.players)
    except BadNotation as error:
        refused = error
    else:
        assert record_hand(again, 0, damaged.stack_chips, damaged.seats) == damaged
        return
    assert 0 <= refused.offset <= max(map(len, (damaged.actions, damaged.stack_chips, damaged.seats)))


def damage(data: st.DataObject, values: Sequence[int], new: st.SearchStrategy[int]) -> list[int]:
    """The values, or some of them replaced by others; often as they were."""
    if data.draw(st.booleans()):
        return list(values)
    a, b = sorted(data.draw(st.integers(0, len(values))) for _ in range(2))
    return [*values[:a], *data.draw(st.lists(new, max_size=3)), *values[b:]]

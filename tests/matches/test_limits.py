"""Thinking time against a plain union of intervals, and what counts as one incident."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches import Incidents, ThinkingTime


def test_overlapping_decisions_are_charged_once():
    """By hand: asked at 0 and 1, answered at 3 and 4: 4 seconds; each took 3 on its own."""
    time = ThinkingTime(10)
    time.ask("a", 0)
    time.ask("b", 1)
    assert time.answer("a", 3) == 3
    assert time.answer("b", 4) == 3
    assert time.spent_s(100) == 4


def test_pauses_between_decisions_are_free():
    """By hand: 0 to 2 and 5 to 6 are 3 seconds."""
    time = ThinkingTime(10)
    time.ask("a", 0)
    time.answer("a", 2)
    assert time.flag_at() is None
    time.ask("b", 5)
    assert time.answer("b", 6) == 1
    assert time.spent_s(6) == 3


def test_batches_and_one_by_one_cost_the_same():
    """Module docstring: ten decisions of 0.1 s in a row, or all asked at once and answered in a row: one second."""
    single, batch = ThinkingTime(10), ThinkingTime(10)
    for number in range(10):
        batch.ask(number, 0)
    for number in range(10):
        single.ask(number, number / 10)
        single.answer(number, (number + 1) / 10)
        batch.answer(number, (number + 1) / 10)
    assert single.spent_s(1) == pytest.approx(1)
    assert batch.spent_s(1) == pytest.approx(1)


def test_the_flag_falls_when_the_limit_is_used_up():
    """By hand: limit 5, of which 2 are spent; asked again at 10, the flag falls at 13, also when more is asked."""
    time = ThinkingTime(5)
    assert time.flag_at() is None
    time.ask("a", 0)
    assert time.flag_at() == 5
    time.answer("a", 2)
    time.ask("b", 10)
    time.ask("c", 12)
    assert time.flag_at() == 13
    assert time.spent_s(13) == time.limit_s


def test_an_open_decision_is_in_the_time_spent():
    """Docstring of ``spent_s``."""
    time = ThinkingTime(5)
    time.ask("a", 1)
    assert (time.spent_s(1), time.spent_s(3.5)) == (0, 2.5)


def test_a_clock_that_starts_later_is_not_charged_before():
    """By hand: a from 0 to 2, b told beforehand to start at 6 and answered at 8: 4 seconds."""
    time = ThinkingTime(5)
    time.ask("a", 0)
    time.ask("b", 6)
    time.answer("a", 2)
    assert (time.spent_s(4), time.flag_at()) == (2, 9)
    time.answer("b", 8)
    assert time.spent_s(9) == 4


def test_a_limit_spent_to_the_last_second_leaves_no_time_for_what_is_asked_next():
    """fastchess PR 1066, the boundary itself: three times 2 s of 6 are 6; while nothing is asked no flag falls, then it does at once."""
    time = ThinkingTime(6)
    for at in (0, 2, 4):
        time.ask(at, at)
        assert time.flag_at() == 6
        time.answer(at, at + 2)
    assert (time.spent_s(100), time.flag_at()) == (time.limit_s, None)
    time.ask("next", 10)
    assert (time.flag_at(), time.spent_s(10)) == (10, 6)


def test_an_answer_never_asked_for_costs_nothing():
    """A decision withdrawn twice, or unknown: 0 seconds, and what is open goes on being charged."""
    time = ThinkingTime(5)
    assert time.answer("x", 3) == 0
    time.ask("a", 4)
    assert time.answer("x", 5) == 0
    assert time.spent_s(6) == 2


INTERVALS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 15)), min_size=1, max_size=12)


def ticks(intervals: list[tuple[int, int]], until: int) -> int:
    """Second opinion: how many whole seconds before ``until`` lie within any interval."""
    return len({second for began, length in intervals for second in range(began, began + length) if second < until})


@given(INTERVALS, st.integers(0, 60))
def test_time_is_charged_as_the_union_of_the_intervals(intervals, now):
    """Law: at any moment what is spent is the number of seconds in which anything was open, and the flag falls accordingly."""
    changes = [(began, True, i) for i, (began, _) in enumerate(intervals)]
    changes += [(began + length, False, i) for i, (began, length) in enumerate(intervals)]
    time = ThinkingTime(100)
    for at, asked, i in sorted(changes, key=lambda change: (change[0], not change[1], change[2])):
        if at > now:
            break
        if asked:
            time.ask(i, at)
        else:
            assert time.answer(i, at) == intervals[i][1]
    spent = ticks(intervals, now)
    assert time.spent_s(now) == spent
    if any([began <= now < began + length for began, length in intervals]):
        assert time.flag_at() == now + time.limit_s - spent
    else:
        assert time.flag_at() is None


def test_faults_of_one_pause_are_one_incident():
    """Module docstring: all decisions in flight when an incident opens belong to it."""
    incidents = Incidents(20)
    assert incidents.record("a", ["a", "b", "c"]) == 1
    assert incidents.record("b", ["b", "c"]) == 1
    assert incidents.record("c", ["c"]) == 1
    assert incidents.count == 1


def test_a_decision_asked_later_opens_another_incident():
    """Module docstring: d was not in flight when the first opened."""
    incidents = Incidents(20)
    incidents.record("a", ["a", "b"])
    assert incidents.record("d", ["b", "d"]) == 2
    assert incidents.record("b", ["b"]) == 2


def test_repeated_faults_in_one_decision_are_one_incident():
    """The decision belongs to the incident that it opened."""
    incidents = Incidents(20)
    assert [incidents.record("a", []) for _ in range(3)] == [1, 1, 1]


def test_one_at_a_time_every_fault_is_an_incident_and_the_limit_forfeits():
    """With nothing else in flight each late answer counts; the third of three is too many."""
    incidents = Incidents(3)
    found = []
    for number in range(3):
        incidents.record(number, [number])
        found.append(incidents.too_many)
    assert found == [False, False, True]

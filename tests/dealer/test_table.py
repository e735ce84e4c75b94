"""Tables with seats that only keep what they hear; every time is given by hand, nothing waits. Forfeits have a module of their own."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from arena.dealer import LocalSeat, Table
from arena.matches import Cause, ClockLimits, Decision, Leg, Status, TableInfo, play_leg
from arena.rules import DRAW_CODE, Kind
from tests.dealer.playing import CARRY, FakeSeat, Passive, open_table, passive, spec_of
from tests.matches.bots import HashBot, hash_bots


def test_the_clock_starts_when_the_request_is_written():
    """Design 9: from the write; sent at 10, written at 13, so the limit of 2 s is over at 15, and an answer at 15 is in time."""
    seat = FakeSeat()
    table = open_table(1, seat, LocalSeat(Passive))
    (decision,) = seat.open
    seat.sitting.sent_nowait(decision, 12.0)
    assert seat.sitting.next_deadline() == 14.0, "at the latest"
    seat.sitting.written_nowait(decision, 13.0)
    assert seat.sitting.next_deadline() == 15.0
    assert seat.sitting.move_time_left_s(decision, 14.5) == 0.5
    assert seat.sitting.table_time_left_s(14.5) == 3.5
    assert seat.expire(14.999) == []
    assert seat.answer(decision, passive(decision), 15.0) == []
    assert seat.sitting.faults == []
    assert seat.sitting.time.charged_s == 2.0
    assert table.result is None


def test_a_request_that_is_never_written_runs_out_all_the_same():
    """``latest_start``: a client that does not read holds its clock back for no longer."""
    seat = FakeSeat()
    open_table(1, seat, LocalSeat(Passive))
    seat.sitting.sent_nowait(seat.open[0], 5.0)
    assert seat.expire(6.999) == []
    (notice,) = seat.expire(7.0)
    assert notice.fault.kind == "late"


@pytest.mark.parametrize("late_s", [0.001, 0.05, 0.5, 1000.0])
def test_an_answer_after_the_deadline_is_late(late_s):
    """fastchess 495: lateness is looked at when the answer comes, too; the default stands, counted once. 0.001 is 1 ms."""
    seat = FakeSeat()
    open_table(1, seat, LocalSeat(Passive), clock=ClockLimits(move_s=2.0, hand_s=5000.0))
    (decision,) = seat.open
    seat.write(10.0)
    (notice,) = seat.answer(decision, passive(decision), 12.0 + late_s)
    assert (notice.fault.kind, notice.fault.played, notice.count) == ("late", "check", 1)
    assert not decision.open
    assert seat.expire(20.0) == []
    assert seat.sitting.incidents.count == 1
    assert decision.hand.log[:2] == [(Kind.CHECK, 0, 0), (Kind.CHECK, 1, 0)]


def test_what_has_expired_is_played_at_once_and_asked_on():
    """kaggle PR 315: the default falls at the deadline; then the hand goes on to the next decision."""
    seat = FakeSeat()
    open_table(1, seat, LocalSeat(Passive))
    seat.write(0.0)
    (notice,) = seat.expire(2.0)
    assert (notice.fault.kind, notice.fault.played) == ("late", "check")
    (following,) = seat.open
    assert DRAW_CODE in following.hand.legal
    seat.write(2.0)
    (notice,) = seat.expire(4.0, gone=True)
    assert (notice.fault.kind, notice.fault.played, notice.fault.incident) == ("gone", "stand pat", 2)


def test_facing_a_bet_the_default_is_a_fold():
    """Rules, Default action: check if that is free, else fold."""

    class Bettor(Passive):
        def act(self, view: object) -> int:
            return next(code for code in (Kind.BET, Kind.CHECK, Kind.CALL, DRAW_CODE) if code in view.legal)

    seat = FakeSeat()
    table = open_table(1, seat, LocalSeat(Bettor))
    seat.write(0.0)
    (notice,) = seat.expire(2.0)
    assert notice.fault.played == "fold"
    assert table.result.status == Status.COMPLETED


def test_decisions_in_flight_when_an_incident_opens_belong_to_it():
    """Design 9; by hand: four in flight go late, one after the other: one incident; the four that follow: another."""
    seat = FakeSeat(4)
    open_table(20, seat, LocalSeat(Passive))
    seat.write(0.0)
    assert seat.sitting.in_flight == 4
    for decision in seat.sitting.sent_decisions():
        seat.sitting.refuse_nowait(decision, "illegal", "why", 1.0)
    assert [notice.fault.incident for notice in seat.notices] == [1] * 4
    seat.write(1.0)
    notices = seat.expire(3.0)
    assert [notice.fault.incident for notice in notices] == [2] * 4
    assert seat.sitting.incidents.count == 2


def test_reaching_the_incident_limit_forfeits():
    """Design 9: limit 3; the third incident forfeits, with its kind in the reason; no further hand is dealt."""
    seat, other = FakeSeat(2), FakeSeat(2)
    table = open_table(9, seat, other)
    for at in (10.0, 20.0, 30.0):
        assert not seat.sitting.forfeited
        while not seat.open:
            other.write(at)
            for decision in other.open:
                other.sitting.answer_nowait(decision, passive(decision), at)
        seat.write(at)
        seat.sitting.answer_nowait(seat.sitting.sent_decisions()[0], 99, at)
        for decision in seat.sitting.sent_decisions():
            seat.sitting.answer_nowait(decision, passive(decision), at)
    while other.open:
        other.answer(other.open[0], passive(other.open[0]), 30.0)
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.FORFEITED, 0, Cause.INCIDENTS)
    assert table.result.reason == "a: 3 fault incidents, the last: illegal"
    assert len(table.result.hands) < 9
    assert table.result.incidents == (3, 0)
    assert [fault.kind for fault in table.result.faults] == ["illegal"] * 3
    assert seat.result is other.result is table.result


def test_thinking_time_is_the_union_of_what_was_open():
    """Design 9: overlapping decisions are charged once; by hand: 0 to 4 in three overlapping parts, a pause, 6 to 7: five seconds."""
    seat = FakeSeat(3)
    open_table(3, seat, LocalSeat(Passive), clock=ClockLimits(move_s=100.0, hand_s=100.0))
    first, second = seat.open[:2]
    sitting = seat.sitting
    sitting.sent_nowait(first, 0.0)
    sitting.written_nowait(first, 0.0)
    sitting.sent_nowait(second, 1.0)
    sitting.written_nowait(second, 1.0)
    sitting.answer_nowait(first, passive(first), 3.0)
    sitting.answer_nowait(second, passive(second), 4.0)
    assert sitting.time.charged_s == 4.0
    third = seat.open[0]
    sitting.sent_nowait(third, 6.0)
    sitting.written_nowait(third, 6.0)
    sitting.answer_nowait(third, passive(third), 7.0)
    assert sitting.time.charged_s == 5.0


def test_each_player_is_charged_for_its_own_decisions():
    """Bitcoin-Poker-Room 67: nobody pays for the other's thinking, nor for pauses."""
    seat, other = FakeSeat(), FakeSeat()
    table = open_table(1, seat, other)
    at = 0.0
    while table.result is None:
        for player, takes in ((seat, 0.25), (other, 0.5)):
            player.write(at)
            for decision in player.open:
                player.sitting.answer_nowait(decision, passive(decision), at + takes)
                at += takes + 10.0
    assert table.result.spent_s == (0.75, 1.5)  # three decisions each


def test_the_flag_falls_when_the_table_limit_is_used_up():
    """By hand: 2 deals × 5 s = 10 s; 9 s used in five decisions of 1.8 s, so the sixth may take 1 s, not 2."""
    seat = FakeSeat()
    table = open_table(2, seat, LocalSeat(Passive))
    at = 0.0
    for _ in range(5):
        seat.write(at)
        (decision, *_) = seat.open
        seat.sitting.answer_nowait(decision, passive(decision), at + 1.8)
        at += 2.0
    seat.write(at)
    assert seat.sitting.next_deadline() == pytest.approx(at + 1.0)
    assert seat.expire(at + 0.9) == []
    assert seat.expire(at + 1.1) == []
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.FORFEITED, 0, Cause.FLAG)
    assert table.result.reason == "a: flag: the table limit of 10 s is used up"
    assert table.result.spent_s[0] == pytest.approx(10.1)
    assert table.result.incidents == (0, 0)


def open_timed_table(deals: int, clock: ClockLimits) -> tuple[FakeSeat, Table]:
    """One hand at a time, which is three decisions; the first two of the table have been answered after 2 s each."""
    seat = FakeSeat()
    table = open_table(deals, seat, LocalSeat(Passive, max_in_flight=0), clock=clock)
    for at in (0.0, 2.0):
        seat.write(at)
        assert seat.answer(seat.open[0], passive(seat.open[0]), at + 2.0) == []
    seat.write(4.0)
    return seat, table


@pytest.mark.parametrize("gone", [False, True])
def test_a_table_limit_used_up_exactly_at_the_end_of_a_hand_is_the_flag(gone):
    """fastchess PR 1066: at the boundary of a period the timeout was reported as something else. By hand: 2 × 3 s; the third answer of 2 s
    comes at 6.0 and ends hand 0, in time; hand 1 is asked at 10.0 and has no time at all, so the flag falls, whatever else is wrong, and
    it is played on by default actions."""
    seat, table = open_timed_table(2, ClockLimits(move_s=2.0, hand_s=3.0, incident_limit=1))
    assert seat.answer(seat.open[0], passive(seat.open[0]), 6.0) == []
    assert (len(table.leg.records), table.result) == (1, None)
    seat.write(10.0)
    assert seat.sitting.next_deadline() == 10.0
    assert seat.expire(10.0, gone=gone) == []
    result = table.result
    assert (result.status, result.forfeiter, result.reason) == (Status.FORFEITED, 0, "a: flag: the table limit of 6 s is used up")
    assert (len(result.hands), result.faults, result.incidents, result.spent_s[0]) == (2, (), (0, 0), 6.0)


def test_the_last_answer_of_a_table_may_come_at_the_very_end_of_its_limit():
    """The same with one hand of 6 s: nothing more is asked, so the table is completed with all its time spent."""
    seat, table = open_timed_table(1, ClockLimits(move_s=2.0, hand_s=6.0))
    assert seat.answer(seat.open[0], passive(seat.open[0]), 6.0) == []
    assert (table.result.status, table.result.reason, table.result.spent_s[0]) == (Status.COMPLETED, "", 6.0)


@pytest.mark.parametrize("move_s", [2.0, 100.0])
@pytest.mark.parametrize("code", [None, 99])
@pytest.mark.parametrize("deals", [1, 2])
def test_an_answer_after_the_table_limit_is_looked_at_for_its_time_first(deals, code, move_s):
    """fastchess PR 1066: a completed move passes the check of its time before anything follows from it; there, it was called illegal. By
    hand: 6 s; an answer at 6 + 1/1024, legal or not, past its own limit or not, is the flag; on the table's last decision, too. Nothing is
    dealt after it: one hand is in play."""
    seat, table = open_timed_table(deals, ClockLimits(move_s=move_s, hand_s=6.0 / deals, incident_limit=1))
    decision = seat.open[0]
    assert seat.answer(decision, passive(decision) if code is None else code, 6.0 + 1 / 1024) == []
    result = table.result
    assert (result.status, result.forfeiter, result.reason) == (Status.FORFEITED, 0, "a: flag: the table limit of 6 s is used up")
    assert (len(result.hands), result.faults, result.incidents, result.spent_s[0]) == (1, (), (0, 0), 6.0 + 1 / 1024)


@pytest.mark.parametrize("incident_limit", [1, 2])
def test_a_fault_is_told_before_what_follows_from_it(incident_limit):
    """Contract, A bot's life: by the last decision of a table, defaulted or forfeiting; ``FakeSeat.fault_nowait`` looks at the order."""
    seat, table = open_timed_table(1, ClockLimits(move_s=10.0, hand_s=20.0, incident_limit=incident_limit))
    (notice,) = seat.answer(seat.open[0], 99, 5.0)
    assert notice.fault.played == "check"
    assert seat.result is table.result is not None
    assert table.result.status == (Status.FORFEITED if incident_limit == 1 else Status.COMPLETED)


def test_stale_answers_are_recorded_and_count_for_nothing():
    """Contract: reported, changes nothing, counts for nothing."""
    seat = FakeSeat()
    table = open_table(1, seat, LocalSeat(Passive))
    notice = seat.sitting.stale_nowait(0, "why")
    assert (notice.fault.kind, notice.fault.incident, notice.count, notice.decision) == ("stale", 0, 0, None)
    for at in range(3):
        seat.write(float(at))
        seat.sitting.answer_nowait(seat.open[0], passive(seat.open[0]), at + 0.5)
    assert (table.result.status, table.result.incidents) == (Status.COMPLETED, (0, 0))
    assert [fault.kind for fault in table.result.faults] == ["stale"]


@pytest.mark.parametrize("windows", [(1, 1), (1, 5), (3, 2), (64, 64)])
def test_deals_are_dealt_in_order_and_as_many_as_may_be_in_play(windows):
    """Class docstring: as many hands as they can have in play; the next deal is dealt when a hand is over."""
    seats = [FakeSeat(window, hand_ends=True) for window in windows]
    table = open_table(12, *seats)
    assert table.leg.in_play == min(sum(windows), 12)
    random = Random(sum(windows))
    while table.result is None:
        assert table.leg.in_play <= sum(windows)
        seat = random.choice([seat for seat in seats if seat.open])
        decision = random.choice(seat.open)
        seat.sitting.sent_nowait(decision, 0.0)
        seat.sitting.answer_nowait(decision, random.choice(decision.hand.legal), 0.0)
    assert table.result.status == Status.COMPLETED
    assert [hand.deal_number for hand in table.result.hands] == list(range(12))
    first_asked = list(dict.fromkeys(decision.number for decision in sorted_by_asking(seats)))
    assert first_asked == sorted(first_asked)
    assert seats[0].ended == seats[1].ended
    assert sorted(seats[0].ended) == list(range(12))


def sorted_by_asking(seats: list[FakeSeat]) -> list[Decision]:
    """First decisions of hands: those are asked of the player left of the button, in the order of the deals."""
    return [decision for seat in seats for decision in seat.asked if decision.position == 0 and seat is seats[0]]


@pytest.mark.parametrize("windows", [(1, 1), (64, 64)])
def test_carried_stacks_are_played_one_hand_at_a_time(windows):
    """Rules, Ruleset: however many decisions the seats would take; the records are those of a match played in process."""
    spec = replace(spec_of(30), ruleset=CARRY)
    seats = [FakeSeat(window, hand_ends=True) for window in windows]
    table = Table(Leg(spec, 0), seats)
    table.open_nowait()
    while table.result is None:
        assert table.leg.in_play == 1
        (decision,) = [decision for seat in seats for decision in seat.open]
        table.play_nowait(decision, first_choice(decision))
    alone = Leg(spec, 0)
    decision = alone.deal_next()
    while decision is not None:
        decision = alone.act(decision, first_choice(decision)) or alone.deal_next()
    assert table.result.hands == tuple(alone.records)
    assert table.result.status == Status.COMPLETED


def first_choice(decision: Decision) -> int:
    """The most chips it may put in: so that somebody is soon out."""
    return max(decision.hand.legal) if decision.hand.legal[0] < 32 else 32


def test_a_player_without_chips_can_go_without_forfeiting():
    """Nothing more is wanted of it: the others play on, and the match is completed."""
    table = Table(Leg(replace(spec_of(300, "a", "b", "c"), ruleset=CARRY), 0), [FakeSeat(), FakeSeat(), FakeSeat()])
    table.open_nowait()
    left = None
    while table.result is None:
        out = [player for player in range(3) if table.leg.is_out(player)]
        if out and left is None:
            left = out[0]
            table.sittings[left].forfeit_nowait(Cause.GONE, "gone for longer than 30 s", 0.0)
            assert table.result is None
            assert table.sittings[left].out
        decision = next(decision for seat in table.seats for decision in seat.open)
        assert decision.player != left
        table.play_nowait(decision, min(decision.hand.legal) if decision.player == 2 and left is None else first_choice(decision))
    assert left in (0, 1)
    assert table.result.status == Status.COMPLETED


@pytest.mark.parametrize("seed", range(8))
def test_every_decision_is_answered_defaulted_or_dropped_exactly_once(seed):
    """Contract. Random answers, wrong answers and silence at random times: each decision's hand moves on once, every hand ends once, and
    the faults are those that were made."""
    random = Random(seed)
    seats = [FakeSeat(random.randint(1, 6), hand_ends=True) for _ in range(3)]
    table = open_table(30, *seats, clock=ClockLimits(move_s=2.0, hand_s=1000.0, incident_limit=10_000))
    at, made = 0.0, Counter()
    while table.result is None:
        at += random.random()
        for player, seat in enumerate(seats):
            seat.write(at)
            for _ in range(random.randint(0, 2)):
                if seat.open and table.result is None:
                    decision = random.choice(seat.open)
                    code = random.choice([*decision.hand.legal, 77])
                    made.update((player, notice.fault.kind) for notice in seat.answer(decision, code, at))
                    assert not decision.open
            made.update((player, notice.fault.kind) for notice in seat.expire(at, gone=bool(seed % 2)))
    result = table.result
    assert result.status == Status.COMPLETED
    assert Counter([(fault.player, fault.kind) for fault in result.faults]) == made
    assert [hand.deal_number for hand in result.hands] == list(range(30))
    for seat in seats:
        assert not seat.open
        assert Counter(seat.ended) == Counter(range(30))
        assert seat.sitting.in_flight == 0
    decisions = [decision for seat in seats for decision in seat.asked]
    assert len(decisions) == len(set(decisions)) == sum(len(hand.actions) for hand in result.hands)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_table_of_bots_of_ours_is_the_leg_played_directly(players):
    """One implementation of the rules: the same hands as ``play_leg``."""
    spec = spec_of(15, *"abcdef"[:players])
    seats = [LocalSeat(factory, max_in_flight=2) for factory in hash_bots(*spec.players)]
    table = Table(Leg(spec, 0), seats)
    table.open_nowait()
    expected = play_leg(Leg(spec, 0), hash_bots(*spec.players))
    assert (table.result.status, table.result.hands) == (expected.status, expected.hands)


class Broken:
    """Fails as it is told: when it is made, when it acts, or by an illegal choice."""

    def __init__(self, info: TableInfo, how: str) -> None:
        self.how = how
        if how == "made":
            raise OSError("no such table of numbers")

    def act(self, view: object) -> int:
        if self.how == "acts":
            raise ZeroDivisionError("by zero")
        return 99


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("made", r"a \(test_table.py, line \d+\): OSError: no such table of numbers"),
        ("acts", r"a \(test_table.py, line \d+\): ZeroDivisionError: by zero"),
        ("illegal", "a: IllegalAction: action 99: position . may .*"),
    ],
)
def test_an_exception_of_ours_voids_the_table(how, told):
    """Module docstring of ``local``: a bug of ours counts for nobody; everyone at the table hears of the end, and nobody forfeits. The
    message names the bot, and where it failed."""
    other = FakeSeat()
    table = open_table(5, LocalSeat(lambda info: Broken(info, how)), other)
    while other.open and table.result is None:
        other.write(0.0)
        other.sitting.answer_nowait(other.open[0], passive(other.open[0]), 0.0)
    assert (table.result.status, table.result.forfeiter, table.result.cause) == (Status.VOID, None, Cause.ARENA_ERROR)
    assert re.fullmatch(f"arena error: {told}", table.result.reason)
    assert other.result is table.result


async def test_whoever_waits_hears_of_the_end():
    table = open_table(3, *[LocalSeat(lambda info: HashBot(str(info.player)))] * 2)
    assert (await table.wait_over()) is table.result

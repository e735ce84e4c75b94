"""Faults that play survives: from the socket to the result of the leg."""

import time
from dataclasses import replace

import pytest
import trio

from arena.dealer import LocalSeat
from arena.matches import Cause, ClockLimits, Status, deal_key, regular_seating
from arena.rules import DRAW_CODE, Kind, deal_cards, replay_hand
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import open_lobby
from tests.misbehaving.bots import FAULTS, BadBot, never, play_badly, unknown_kind
from tests.misbehaving.relay import open_relay
from tests.wire.playing import Client, Game, Passive, open_bonus_game, open_client, open_game, open_table, passive, spec_of

CLOCK = ClockLimits(move_s=0.15, hand_s=10.0, grace_s=5.0)
"""Short enough to wait for, long enough for a busy machine."""
SLOW_CLOCK = replace(CLOCK, move_s=20.0)
"""For bots whose fault is not time: nothing else may go late."""


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_is_reported_counted_once_and_play_goes_on(name):
    """Rules, Default action: check if free, else fold, and stand pat at the draw; contract: the stream lives, the fault is a message."""
    bot = FAULTS[name]
    async with open_game(deals=3, clock=CLOCK if bot.answers is never else SLOW_CLOCK) as game:
        closed, spoiled = await play_badly(game.client, bot)
        result = await game.table.wait_over()
        assert closed.status == play_pb2.TABLE_STATUS_COMPLETED
        assert game.client.faults() == [bot.fault]
        (report,) = game.client.of_kind("fault_reported")
        drawing = spoiled[0].legal_actions[0].kind == ActionKind.ACTION_KIND_DRAW
        assert report.played == (ActionKind.ACTION_KIND_DRAW if drawing else ActionKind.ACTION_KIND_CHECK)
        assert (report.decision_id, report.table_id) == (spoiled[0].decision_id, spoiled[0].table_id)
        assert (report.incident_count, report.incident_limit) == (1, 20)
        assert 0 < len(report.detail) < 300
        assert (result.incidents, result.cause) == ((1, 0), Cause.NONE)
        (fault,) = result.faults
        assert (fault.player, fault.hand_number, fault.kind, fault.incident) == (0, spoiled[0].hand_number, bot.fault, 1)
        assert fault.played == ("stand pat" if drawing else "check")
        assert actions_of_bot(game, spoiled[0].hand_number) == [Kind.CHECK, DRAW_CODE, Kind.CHECK]


def calls(request: play_pb2.Request) -> list[play_pb2.Answer]:
    """Calls where nothing was bet, or the house is the other side."""
    return [play_pb2.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_CALL)]


@pytest.mark.parametrize(("answers", "kind"), [(never, "late"), (calls, "illegal"), (unknown_kind, "unreadable")])
@pytest.mark.parametrize(("opened", "decisions"), [(open_game, 3), (open_bonus_game, 4)])
async def test_the_fault_of_a_last_decision_is_reported_before_the_end(opened, decisions, answers, kind):
    """Contract, A bot's life: FaultReported, then TableClosed, which follows from the default; by hand: a hand is so many decisions."""
    async with opened(deals=1, clock=CLOCK if answers is never else SLOW_CLOCK) as game:
        for _ in range(decisions - 1):
            (request,) = await game.client.receive_requests()
            game.client.answer(passive(request))
        (request,) = await game.client.receive_requests()
        if answers is not never:
            game.client.answer(*answers(request))
        closed = await game.client.receive_kind("table_closed")
        assert closed.status == play_pb2.TABLE_STATUS_COMPLETED
        assert game.client.kinds()[-3:] == ["requests", "fault_reported", "table_closed"]
        report = game.client.of_kind("fault_reported")[-1]
        assert (report.decision_id, game.client.faults()[-1]) == (request.decision_id, kind)
        assert report.played == ActionKind.ACTION_KIND_CHECK


def actions_of_bot(game: Game, number: int) -> list[int]:
    """The codes player 0 played in a hand, as stored."""
    record = next(record for record in game.table.result.hands if record.deal_number == number)
    spec = game.table.leg.spec
    hand = replay_hand(record, spec.ruleset, deal_cards(deal_key(spec.seed, number)), 2)
    position = regular_seating(game.table.leg.spec, number, game.table.leg.number).players.index(0)
    return [code for code, (_, who, _) in zip(record.actions, hand.log, strict=True) if who == position]


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.001, 0.05, 0.5])
async def test_a_late_answer_changes_nothing_and_is_counted_once(after_s):
    """fastchess 495: answers 1, 50 and 500 ms after the deadline. The request was written before it was received, so a bot that waits for
    the limit after receiving it is late by at least that much."""
    async with open_game(deals=2, clock=CLOCK) as game:
        (request,) = await game.client.receive_requests()
        received_at, _ = game.client.raw[-1]
        draw = play_pb2.Answer(decision_id=request.decision_id, kind=ActionKind.ACTION_KIND_DRAW)  # illegal, if it were looked at
        async with trio.open_nursery() as nursery:
            nursery.start_soon(game.client.play, passive)
            await trio.sleep(received_at + CLOCK.move_s + after_s - time.monotonic())
            game.client.answer(draw)
        result = await game.table.wait_over()
        while "answered" not in game.client.of_kind("fault_reported")[0].detail and "stale" not in game.client.faults():
            await game.client.receive()
        assert game.client.faults() in (["late"], ["late", "stale"])
        assert result.incidents == (1, 0)
        assert [fault.kind for fault in result.faults if fault.kind != "stale"] == ["late"]
        assert {fault.incident for fault in result.faults if fault.kind == "stale"} <= {0}
        assert actions_of_bot(game, request.hand_number) == [Kind.CHECK, DRAW_CODE, Kind.CHECK]
        assert game.client.of_kind("fault_reported")[0].incident_count == 1


@pytest.mark.slow
async def test_an_answer_after_the_default_is_reported_stale():
    """Contract: an answer that comes later is reported as stale, changes nothing and counts for nothing."""
    async with open_game(deals=2, clock=CLOCK) as game:
        (request,) = await game.client.receive_requests()
        late = await game.client.receive_kind("fault_reported")
        assert late.kind == play_pb2.FAULT_KIND_LATE
        game.client.answer(passive(request))
        stale = await game.client.receive_kind("fault_reported")
        assert (stale.kind, stale.decision_id) == (play_pb2.FAULT_KIND_STALE, request.decision_id)
        assert (stale.played, stale.incident_count) == (ActionKind.ACTION_KIND_UNSPECIFIED, 1)
        game.client.answer(*[passive(r) for r in last_requests(game.client) if r.decision_id != request.decision_id])
        await game.client.play(passive)
        assert (await game.table.wait_over()).incidents[0] <= 2


def last_requests(client: Client) -> list[play_pb2.Request]:
    """The newest requests received."""
    return list(client.of_kind("requests")[-1].requests)


async def test_an_answer_given_twice_is_stale_the_second_time():
    """A decision is answered once; the copy is within what was asked in the session, so it is no violation."""
    async with open_game(deals=4, max_in_flight=2) as game:
        first, second = await game.client.receive_requests()
        game.client.answer(passive(first), passive(first))
        report = await game.client.receive_kind("fault_reported")
        assert (report.kind, report.decision_id, report.incident_count) == (play_pb2.FAULT_KIND_STALE, first.decision_id, 0)
        game.client.answer(passive(second), *[passive(r) for r in last_requests(game.client) if r.decision_id > second.decision_id])
        await game.client.play(passive)
        result = await game.table.wait_over()
        assert (result.status, result.incidents, result.faults) == (Status.COMPLETED, (0, 0), ())


async def test_answers_to_decisions_never_asked_are_stale():
    """Ids that are unknown, zero or negative; as many answers as there are open decisions."""
    async with open_game(deals=1, max_in_flight=1) as game:
        (request,) = await game.client.receive_requests()
        for nonsense in (999, 0, -5, 2**31 - 1):
            game.client.answer(play_pb2.Answer(decision_id=nonsense, kind=ActionKind.ACTION_KIND_FOLD))
            report = await game.client.receive_kind("fault_reported")
            assert (report.kind, report.decision_id, report.incident_count) == (play_pb2.FAULT_KIND_STALE, nonsense, 0)
        game.client.answer(passive(request))
        await game.client.play(passive)
        assert (await game.table.wait_over()).incidents == (0, 0)


@pytest.mark.slow
async def test_decisions_that_go_late_together_are_one_incident():
    """Design 9: all decisions in flight when an incident opens belong to it; later ones open another. By hand: 4 in flight, 4 late
    at once, then 4 late again, then good: two incidents, eight faults."""
    async with open_game(deals=8, clock=CLOCK, max_in_flight=4) as game:
        assert len(await game.client.receive_requests()) == 4
        while len(game.client.faults()) < 8:
            await game.client.receive()
        reports = game.client.of_kind("fault_reported")
        assert [report.incident_count for report in reports] == [1] * 4 + [2] * 4
        answered = {report.decision_id for report in reports}
        for message in game.client.messages:
            game.client.answer(*[passive(r) for r in message.requests.requests if r.decision_id not in answered])
        await game.client.play(passive)
        result = await game.table.wait_over()
        assert result.status == Status.COMPLETED
        assert result.incidents == (2, 0)
        assert [fault.incident for fault in sorted(result.faults, key=lambda fault: fault.incident)] == [1] * 4 + [2] * 4


async def test_too_many_incidents_forfeit_the_table():
    """Design 9: ``incident_limit`` incidents; by hand: limit 3, every answer illegal, one in flight: the third ends it."""
    async with open_game(deals=5, clock=replace(SLOW_CLOCK, incident_limit=3)) as game:
        closed, spoiled = await play_badly(game.client, FAULTS["illegal kind"], spoiled=99)
        result = await game.table.wait_over()
        assert (closed.status, closed.reason) == (play_pb2.TABLE_STATUS_FORFEITED, result.reason)
        assert result.reason == "bot: 3 fault incidents, the last: illegal"
        assert (result.status, result.forfeiter, result.cause, result.incidents) == (Status.FORFEITED, 0, Cause.INCIDENTS, (3, 0))
        assert len(spoiled) == 3
        assert len(result.hands) < 5


@pytest.mark.slow
async def test_a_bot_that_never_answers_forfeits_by_incidents():
    """kaggle PR 315, fishtest 851: the clock decides, though the connection is alive."""
    clock = ClockLimits(move_s=0.05, hand_s=10.0, incident_limit=4)
    async with open_game(deals=50, clock=clock) as game:
        closed, _ = await play_badly(game.client, BadBot(never, "late"), spoiled=99)
        assert closed.status == play_pb2.TABLE_STATUS_FORFEITED
        assert game.table.result.reason == "bot: 4 fault incidents, the last: late"
        assert game.table.result.cause == Cause.INCIDENTS
        assert game.client.faults().count("late") >= 3


@pytest.mark.slow
async def test_an_answer_that_comes_byte_by_byte_gains_no_time():
    """ACPC's dealer gives every read the whole limit anew, so that a trickle of bytes extends it. By hand: no pause between two bytes is
    more than a third of the limit, and an answer is more than twenty: nine of a frame, five of a gRPC message, and its fields. All three
    decisions of the hand are late meanwhile; when the last byte has come, it is an answer like any other, and stale."""
    async with open_lobby() as lobby, open_relay(lobby.port) as relay:
        token, seat = lobby.expect_nowait("bot")
        with open_client(relay.port, token) as client:
            client.hello()
            await client.receive_kind("welcome")
            table = open_table(spec_of("bot", "other", deals=1, clock=CLOCK), seat, LocalSeat(Passive))
            (request,) = await client.receive_requests()
            relay.pace_s = CLOCK.move_s / 3
            client.answer(passive(request))
            closed = await client.receive_kind("table_closed")
            assert client.faults() == ["late"] * 3
            stale = await client.receive_kind("fault_reported")
            assert (stale.kind, stale.decision_id) == (play_pb2.FAULT_KIND_STALE, request.decision_id)
            assert (closed.status, table.result.incidents) == (play_pb2.TABLE_STATUS_COMPLETED, (3, 0))


@pytest.mark.slow
async def test_the_flag_falls_when_the_table_limit_is_used_up():
    """Design 9: hands × hand_s in all; by hand: 3 × 0.1 s, move limit far away, no answer."""
    async with open_game(deals=3, clock=ClockLimits(move_s=20.0, hand_s=0.1)) as game:
        began = trio.current_time()
        closed = await game.client.receive_kind("table_closed")
        took = trio.current_time() - began
        result = await game.table.wait_over()
        assert (closed.status, result.forfeiter) == (play_pb2.TABLE_STATUS_FORFEITED, 0)
        assert (result.cause, result.reason) == (Cause.FLAG, "bot: flag: the table limit of 0.3 s is used up")
        assert 0.2 < took < 5
        assert result.spent_s[0] == pytest.approx(0.3, abs=0.2)
        assert result.incidents == (0, 0)


@pytest.mark.slow
async def test_the_move_limit_starts_anew_with_every_decision():
    """fastchess PR 505: ten answers after 0.7 of the limit each are no fault."""
    limit_s = 0.3
    async with open_game(deals=4, clock=ClockLimits(move_s=limit_s, hand_s=10.0)) as game:
        for number in range(12):
            (request,) = await game.client.receive_requests()
            if number < 10:
                await trio.sleep(0.7 * limit_s)
            game.client.answer(passive(request))
        result = await game.table.wait_over()
        assert (result.status, result.faults, result.incidents) == (Status.COMPLETED, (), (0, 0))
        assert 10 * 0.7 * limit_s <= result.spent_s[0] < 12 * limit_s


async def test_with_the_default_clock_an_answer_is_never_late():
    """theaigames 1: a ceiling that was never set makes every answer late."""
    async with open_game(deals=20, clock=ClockLimits()) as game:
        await game.client.play(passive)
        assert (await game.table.wait_over()).faults == ()


@pytest.mark.slow
async def test_a_slow_decision_does_not_delay_or_charge_another():
    """Contract: the answer to one decision is never delayed or charged because of another: of two in flight one is never answered, the
    other hand goes on to its end meanwhile."""
    async with open_game(deals=2, clock=replace(CLOCK, move_s=0.5), max_in_flight=2, hand_ends=True) as game:
        held, other = await game.client.receive_requests()
        while other is not None:
            game.client.answer(passive(other))
            message = await game.client.receive()
            other = message.requests.requests[0] if message.HasField("requests") else None
        assert message.HasField("hands_ended")
        assert message.hands_ended.hands[0].hand_number != held.hand_number
        assert game.client.faults() == []
        assert (await game.client.receive_kind("fault_reported")).decision_id == held.decision_id


async def test_an_exception_in_a_bot_of_ours_voids_the_table():
    """battlecode21 22: the arena's own failure counts for nobody."""

    class Broken:
        def __init__(self, info: object) -> None:
            self.left = 4

        def act(self, view: object) -> int:
            self.left -= 1
            return view.legal[0] if self.left else 1 // 0

    async with open_game(deals=5, bot=Broken) as game:
        closed = await game.client.play(passive)
        result = await game.table.wait_over()
        assert closed.status == play_pb2.TABLE_STATUS_VOID
        assert (result.status, result.forfeiter, result.cause) == (Status.VOID, None, Cause.ARENA_ERROR)
        assert "ZeroDivisionError" in result.reason


@pytest.mark.slow
async def test_a_bot_that_does_not_read_is_late_and_then_forfeits():
    """A client that stops reading keeps its connection: its clock runs all the same, whether or not the transport took the request."""
    async with open_game(deals=2, clock=ClockLimits(move_s=0.1, hand_s=10.0, incident_limit=3)) as game:
        result = await game.table.wait_over()
        assert (result.status, result.forfeiter, result.cause) == (Status.FORFEITED, 0, Cause.INCIDENTS)
        assert result.reason.endswith("the last: late")

"""What is stored comes back: runs, matches of every kind, faults, outputs."""

import dataclasses
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest

from arena.dealer.ports import Accounts, Desk, Library, Record, RunStatus
from arena.errors import NoRecord, SchemaMismatch, StoreError, VerificationFailed
from arena.matches import Cause, Fault, LegResult, MatchResult, Status, commitment, hands_digest
from arena.rules import HandRecord
from arena.store import Database, decode_hand, encode_hand
from arena.tournaments import outcome_of
from tests.store.storing import MASTER, NOON, changed, fill, fresh, plan_of, play_plan, sit_and_go, tournament

FAULTS = (
    Fault(0, -1, "gone", "connection reset", "", 1),
    Fault(1, 3, "illegal", "sent \0 and \ud800", "fold", 2),
    Fault(0, 2, "stale", "", "", 0),
)


def forfeited(plan, kept=2):
    """The second leg ends early by a fault of player 1; its hands were over in another order."""
    whole = play_plan(plan)
    leg = dataclasses.replace(
        whole.legs[1],
        status=Status.FORFEITED,
        hands=whole.legs[1].hands[:kept][::-1],
        incidents=(2, 20, 0)[: len(plan.pairing)],
        forfeiter=1,
        reason="bot-1: 20 fault incidents",
        cause=Cause.INCIDENTS,
        faults=FAULTS,
        outputs=("", "hello\n\ud800\0"),
        spent_s=(0.1, 1 / 3),
    )
    return MatchResult(plan.spec, (dataclasses.replace(whole.legs[0], spent_s=(1e-9, 0.0)), leg, *whole.legs[2:]))


def void(plan):
    return MatchResult(plan.spec, (LegResult(Status.VOID, (), (0,) * len(plan.pairing), reason="a worker died", cause=Cause.ARENA_ERROR),))


def by_deal(result):
    legs = [dataclasses.replace(leg, hands=tuple(sorted(leg.hands, key=lambda hand: hand.deal_number))) for leg in result.legs]
    return tuple(dataclasses.replace(leg, faults=tuple(map(cleaned, leg.faults))) for leg in legs)


def cleaned(fault):
    return dataclasses.replace(fault, detail=fault.detail.replace("\0", "\ufffd").replace("\ud800", "\ufffd"))


def test_it_is_every_port_of_the_store(database):
    record: Record = database
    library: Library = database
    desk: Desk = database
    accounts: Accounts = database
    assert record is library is desk is accounts


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("mirrored", [True, False])
def test_a_match_comes_back_as_it_was_played(database, seats, mirrored):
    spec = tournament(seats=seats, mirrored=mirrored)
    run_id = database.open_run(spec, MASTER, seeded=True)
    plan = plan_of(spec, (3, 0, 2)[:seats], pass_number=7)
    result = play_plan(plan)
    database.add_match(run_id, plan, result)
    (stored,) = database.matches(plan.spec.match_id)
    assert stored.spec == plan.spec
    assert tuple(leg.result for leg in stored.legs) == result.legs
    assert stored.blocks == result.blocks()
    assert (stored.pairing, stored.pass_number, stored.attempt) == (plan.pairing, 7, 0)
    assert (stored.run, stored.master, stored.ended_at) == (database.run(run_id), MASTER, NOON)
    assert stored.commitment == plan.spec.commitment
    assert [[decode_hand(hand) for hand in leg.hand_bytes] for leg in stored.legs] == [list(leg.hands) for leg in result.legs]
    assert stored.hands_digest == hands_digest([leg.hand_bytes for leg in stored.legs])
    assert database.outcomes(run_id) == (outcome_of(plan, result),)


@pytest.mark.parametrize(("seats", "make"), [(2, forfeited), (3, forfeited), (2, void), (3, void)])
def test_a_match_that_was_not_completed_comes_back(database, seats, make):
    spec = tournament(seats=seats)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = plan_of(spec, range(seats))
    result = make(plan)
    database.add_match(run_id, plan, result)
    (stored,) = database.matches(plan.spec.match_id)
    assert tuple(leg.result for leg in stored.legs) == by_deal(result)
    assert stored.blocks == result.blocks()
    assert stored.hands_digest == hands_digest([leg.hand_bytes for leg in stored.legs])
    assert database.outcomes(run_id) == (outcome_of(plan, result),)


def test_luck_comes_back_to_the_last_bit(database):
    spec = tournament()
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = plan_of(spec, (0, 1))
    luck = (*((1 / 3 + deal, -(1 / 3) - deal) for deal in range(5)), (5e-324, -0.0))
    result = dataclasses.replace(play_plan(plan), luck=luck)
    database.add_match(run_id, plan, result)
    (stored,) = database.matches(plan.spec.match_id)
    assert [block.luck for block in stored.blocks] == list(luck)
    assert str(stored.blocks[-1].luck) == "(5e-324, -0.0)"
    assert [block.prizes for block in stored.blocks] == [()] * 6
    assert database.outcomes(run_id) == (outcome_of(plan, result),)


def test_prizes_and_how_places_are_paid_come_back(database):
    """A sit-and-go is one block; its prizes add up to the buy-ins of its three legs."""
    spec = sit_and_go()
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = plan_of(spec, (0, 1, 2))
    result = play_plan(plan)
    database.add_match(run_id, plan, result)
    (stored,) = database.matches(plan.spec.match_id)
    assert stored.spec.payouts == plan.spec.payouts == (70, 30)
    assert stored.spec == plan.spec
    (block,) = stored.blocks
    assert sum(block.prizes) == pytest.approx(9.0)
    assert stored.blocks == result.blocks()
    assert database.outcomes(run_id) == (outcome_of(plan, result),)


def test_matches_that_began_are_those_that_were_never_stored(database):
    """In the order of pass and pairing, entrant 10 after entrant 2."""
    spec = tournament(entrants=11, deals=1)
    run_id, other = (database.open_run(spec, MASTER, seeded=False) for _ in range(2))
    keys = [((0, 2), 0, 0), ((0, 10), 0, 0), ((0, 10), 0, 1), ((0, 1), 1, 0)]
    plans = [plan_of(spec, *key) for key in keys]
    for plan in plans[::-1]:
        database.begin_match(run_id, plan)
    assert list(database.begun(run_id)) == keys
    database.add_match(run_id, plans[1], void(plans[1]))
    database.add_match(other, plans[0], play_plan(plans[0]))
    assert list(database.begun(run_id)) == [keys[0], *keys[2:]]
    assert database.begun(other) == ()


def test_a_match_that_begins_again_changes_nothing(path, database):
    spec = tournament()
    run_id, plan = database.open_run(spec, MASTER, seeded=False), plan_of(spec, (0, 1))
    database.begin_match(run_id, plan)
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    database.begin_match(run_id, plan)
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before


def test_chips_beyond_every_float_are_exact(database):
    spec = tournament(deals=1)
    run_id = database.open_run(spec, MASTER, seeded=False)
    plan = plan_of(spec, (0, 1))
    hand = HandRecord(0, b"\x01", (2**62 + 1, -(2**62) - 1), (2**63 - 1, 1))
    nothing = HandRecord(0, b"\x01", (0, 0))
    legs = tuple(LegResult(Status.COMPLETED, (played,), (0, 0)) for played in (hand, nothing))
    database.add_match(run_id, plan, MatchResult(plan.spec, legs))
    (stored,) = database.matches(plan.spec.match_id)
    assert stored.legs[0].result.hands == (hand,)
    assert sorted(stored.blocks[0].net_chips) == [-(2**62) - 1, 2**62 + 1]


def test_outcomes_are_in_the_order_of_pass_pairing_attempt(database):
    """Entrant 10 comes after entrant 2, though its text does not."""
    spec = tournament(entrants=11, deals=1)
    run_id = database.open_run(spec, MASTER, seeded=False)
    keys = [(0, (0, 2), 0), (0, (0, 10), 0), (0, (0, 10), 1), (1, (0, 1), 0), (10, (0, 1), 0)]
    for pass_number, pairing, attempt in (keys[index] for index in (4, 2, 0, 3, 1)):
        plan = plan_of(spec, pairing, pass_number, attempt)
        database.add_match(run_id, plan, play_plan(plan))
    assert [(outcome.pass_number, outcome.pairing, outcome.attempt) for outcome in database.outcomes(run_id)] == keys


def test_storing_a_match_again_changes_nothing(path, database):
    spec = tournament()
    run_id = fill(database, spec)
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    plan = plan_of(spec, (0, 1))
    database.add_match(run_id, plan, forfeited(plan))
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before


def test_the_same_match_in_two_runs_is_stored_twice_and_read_newest_first(database):
    first, second = fill(database, tournament()), fill(database, tournament(name="Again"))
    stored = database.matches(plan_of(tournament(), (0, 1)).spec.match_id)
    assert [match.run.run_id for match in stored] == [second, first]
    assert [match.spec.tournament_name for match in stored] == ["Again", "Evening draw"]


def test_a_run_is_opened_filled_and_closed(path):
    spec = tournament()
    times = iter([datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=2))), NOON, NOON + timedelta(microseconds=1)])
    with Database(str(path), now=lambda: next(times)) as database:
        run_id = database.open_run(spec, MASTER, seeded=True)
        opened = database.run(run_id)
        assert (opened.spec, opened.status, opened.reason, opened.seeded) == (spec, RunStatus.RUNNING, "", True)
        assert (opened.commitment, opened.match_count, opened.ended_at) == (commitment(MASTER), 0, None)
        assert (opened.started_at, opened.started_at.tzinfo) == (datetime(2025, 12, 31, 23, tzinfo=UTC), UTC)
        plan = plan_of(spec, (0, 1))
        database.add_match(run_id, plan, void(plan))
        database.close_run(run_id, RunStatus.FAILED, "a match stayed void")
        closed = dataclasses.replace(opened, status=RunStatus.FAILED, reason="a match stayed void", match_count=1)
        assert database.run(run_id) == dataclasses.replace(closed, ended_at=NOON + timedelta(microseconds=1))


def test_runs_are_newest_first(database):
    numbers = [database.open_run(tournament(name=name), MASTER, seeded=False) for name in ("one", "two", "three")]
    assert [run.run_id for run in database.runs()] == numbers[::-1]
    assert [run.spec.name for run in database.runs()] == ["three", "two", "one"]


def test_faults_are_read_by_run_and_by_match(database):
    spec = tournament(name="Faulty")
    plans = [plan_of(spec, (2, 1), number) for number in range(2)]
    first, second = (database.open_run(spec, MASTER, seeded=False) for _ in range(2))
    for run_id, plan in ((first, plans[0]), (second, plans[0]), (second, plans[1])):
        database.add_match(run_id, plan, forfeited(plan))
    found = database.faults()
    assert [fault.run_id for fault in found] == [second] * 6 + [first] * 3
    assert tuple(fault.fault for fault in found[:3]) == tuple(map(cleaned, FAULTS))
    assert [(fault.player_name, fault.leg, fault.tournament_name) for fault in found[:2]] == [
        ("bot-2", 1, "Faulty"),
        ("bot-1", 1, "Faulty"),
    ]
    assert database.faults(run_id=second) == found[:6]
    assert database.faults(run_id=second, match_id=plans[1].spec.match_id) == found[3:6]
    assert database.faults(match_id=plans[0].spec.match_id) == found[:3] + found[6:]
    assert database.faults(run_id=99) == database.faults(match_id="none") == ()


def test_outputs_are_those_of_the_newest_run(database):
    spec = tournament()
    plan = plan_of(spec, (2, 3))
    assert database.outputs(plan.spec.match_id) == ()
    for text in ("old", "new \ud800\0"):
        result = play_plan(plan)
        legs = tuple(dataclasses.replace(leg, outputs=(f"{text} {number}", "")) for number, leg in enumerate(result.legs))
        database.add_match(database.open_run(spec, MASTER, seeded=True), plan, MatchResult(plan.spec, legs))
    assert database.outputs(plan.spec.match_id) == ((0, "bot-2", "new \ud800\0 0"), (1, "bot-2", "new \ud800\0 1"))


def test_the_revision_grows_with_everything_stored_and_nothing_else(path, database):
    spec, plan = tournament(), plan_of(tournament(), (0, 1))
    seen = [database.revision()]
    with fresh(path) as other:
        run_id = other.open_run(spec, MASTER, seeded=False)
        seen.append(database.revision())
        other.add_match(run_id, plan, play_plan(plan))
        seen.append(database.revision())
        other.close_run(run_id, RunStatus.STOPPED)
        seen.append(database.revision())
        assert seen == sorted(set(seen))
        other.add_match(run_id, plan, play_plan(plan))
        other.begin_match(run_id, plan)
        with pytest.raises(NoRecord):
            other.close_run(99, RunStatus.STOPPED)
    assert (database.matches(plan.spec.match_id) != (), database.revision()) == (True, seen[-1])


def test_what_is_not_there_is_said_by_name(database):
    plan = plan_of(tournament(), (0, 1))
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.run(7)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.outcomes(7)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.close_run(7, RunStatus.COMPLETED)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.add_match(7, plan, play_plan(plan))
    for ask in (database.begun, database.orders, database.paused):
        with pytest.raises(NoRecord, match="there is no run 7"):
            ask(7)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.begin_match(7, plan)
    with pytest.raises(NoRecord, match="there is no match 123abc"):
        database.matches("123abc")
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    assert database.outcomes(run_id) == ()


def test_what_was_stored_is_there_after_reopening(path):
    with fresh(path) as database:
        run_id = fill(database, tournament(), passes=2)
        before = (database.runs(), database.outcomes(run_id), database.revision())
    with fresh(path) as database:
        assert (database.runs(), database.outcomes(run_id), database.revision()) == before
    assert [entry.name for entry in path.parent.iterdir()] == ["arena.db"]


def test_closing_twice_is_harmless(path):
    database = fresh(path)
    database.close()
    database.close()


@pytest.mark.parametrize(
    ("statement", "value", "words"),
    [
        ("UPDATE hands SET record = ? WHERE leg = 1 AND deal_number = 4", b"\x08", "leg 1, deal 4: what is stored cannot be read"),
        (
            "UPDATE hands SET record = ? WHERE leg = 1 AND deal_number = 4",
            encode_hand(HandRecord(5, b"", ())),
            "leg 1, deal 4: the hand says",
        ),
        ("UPDATE hands SET record = ? WHERE leg = 0 AND deal_number = 2", "text", "leg 0, deal 2: what is stored cannot be read"),
        ("UPDATE hands SET leg = 5 WHERE leg = 1 AND deal_number > ?", 0, "there are hands of leg 5, but no such leg"),
        ("UPDATE blocks SET net_chips = ?", b"123", "what is stored cannot be read"),
        ("UPDATE legs SET incidents = ?", "[0", "what is stored cannot be read"),
        ("UPDATE blocks SET luck = ?", b"123", "what is stored cannot be read"),
        ("UPDATE legs SET status = ?", "won", "what is stored cannot be read"),
        ("UPDATE legs SET cause = ?", "bored", "what is stored cannot be read"),
        ("UPDATE matches SET pairing = ?", "0-9", "what is stored cannot be read"),
        ("UPDATE matches SET ended_at = ?", "yesterday", "what is stored cannot be read"),
    ],
)
def test_what_was_changed_afterwards_is_named(path, database, statement, value, words):
    fill(database, tournament())
    changed(path, statement, value)
    with pytest.raises(VerificationFailed) as caught:
        database.matches(plan_of(tournament(), (0, 1)).spec.match_id)
    assert words in str(caught.value)


def test_a_tournament_this_version_cannot_read_is_no_crash(path, database):
    run_id = database.open_run(tournament(), MASTER, seeded=False)
    changed(path, "UPDATE runs SET document = ?", '{"name": "x", "colour": "red"}')
    with pytest.raises(SchemaMismatch, match=f"run {run_id} was stored by another version"):
        database.run(run_id)


def test_a_database_that_fails_later_is_an_error_of_the_store(path, database):
    changed(path, "UPDATE revision SET number = number + ?", 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE faults")
    with pytest.raises(StoreError, match=r"arena.db: no such table: faults"):
        database.faults()

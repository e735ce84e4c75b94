"""Databases that former versions of this program left, brought up to date when they are opened.

``arena0001.sql`` and ``arena0002.sql`` are what those versions wrote, as SQL: three matches of a draw tournament (one completed, one
forfeited, one void), two accounts, and in the second a match against the house. ``arena0003.sql`` is the second as the version after it
left it.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.dealer.ports import Holder, RunStatus, hash_token
from arena.matches import Cause, Status, verify_match
from arena.store.schema import REVISIONS
from arena.tournaments import Order, OrderKind, outcome_of
from tests.store.storing import MASTER, NOON, fresh, plan_of, play_plan, tournament
from tests.store.test_schema import layout

FORMER = REVISIONS[:-1]


@pytest.fixture(params=FORMER)
def old(request, path):
    """A database of a former revision, opened by nobody yet."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name(f"{request.param}.sql").read_text())
    return path


def rows(path, table):
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]


def test_every_column_keeps_what_was_in_it(old):
    tables = ("runs", "matches", "legs", "hands", "blocks", "faults", "accounts", "revision")
    before = {table: rows(old, table) for table in tables}
    fresh(old).close()
    for table in tables:
        after = rows(old, table)
        assert before[table]
        assert [{name: row[name] for name in kept} for row, kept in zip(after, before[table], strict=True)] == before[table]


def test_an_upgraded_database_is_laid_out_like_a_new_one(old, tmp_path):
    """But for the order of columns."""
    fresh(old).close()
    fresh(tmp_path / "new.db").close()
    assert layout(old) == layout(tmp_path / "new.db")


def test_runs_of_former_versions_are_held_by_nobody_and_not_paused(old):
    with fresh(old) as database:
        run = database.run(1)
        assert (run.spec, run.status, run.reason, run.match_count) == (
            tournament(deals=2, entrants=3),
            RunStatus.STOPPED,
            "interrupted",
            3,
        )
        assert (run.holder, run.paused, database.orders(1), database.begun(1)) == ("", False, (), ())


def test_matches_of_former_versions_know_no_causes_luck_or_prizes(old):
    with fresh(old) as database:
        outcomes = {outcome.pairing: outcome for outcome in database.outcomes(1)}
        assert {pairing: outcome.status for pairing, outcome in outcomes.items()} == {
            (0, 1): Status.COMPLETED,
            (0, 2): Status.VOID,
            (1, 2): Status.FORFEITED,
        }
        assert outcomes[1, 2].reason == "bot-2: 20 fault incidents"
        assert {outcome.cause for outcome in outcomes.values()} == {Cause.NONE}
        blocks = [block for outcome in outcomes.values() for block in outcome.blocks]
        assert [block.net_chips for block in blocks] == [(12, -12), (-5, 5), (14, -14), (-16, 16)]
        assert [block.charged for block in blocks] == [(0, 0), (0, 0), (0, 0), (0, 1)]
        assert {(block.regrets, block.luck, block.prizes) for block in blocks} == {((), (), ())}


def test_every_hand_of_former_versions_can_be_read(old):
    with fresh(old) as database:
        for outcome in database.outcomes(1):
            (stored,) = database.matches(outcome.match_id)
            assert stored.master == MASTER
            assert {leg.result.cause for leg in stored.legs} == {Cause.NONE}
            assert sum(len(leg.result.hands) for leg in stored.legs) == outcome.hand_count
        assert [fault.fault.detail for fault in database.faults(1)] == ["2.1 s"]


def test_regrets_of_former_versions_stay(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name("arena0002.sql").read_text())
    with fresh(path) as database:
        (outcome,) = database.outcomes(2)
        assert [block.regrets for block in outcome.blocks] == [(0.0,), (0.0,)]
        (stored,) = database.matches(outcome.match_id)
        assert (stored.blocks, stored.spec.payouts) == (outcome.blocks, ())


def test_accounts_of_former_versions_are_no_organisers(old):
    with fresh(old) as database:
        assert [(account.name, account.revoked_at, account.organiser) for account in database.accounts()] == [
            ("ada/folder", NOON, False),
            ("ada/raiser", None, False),
        ]
        assert database.find_account(hash_token("secret")) == database.accounts()[1]


def test_a_run_of_a_former_version_is_gone_on_with(old):
    """Held, matches with luck stored beside those without, an order given and taken, closed."""
    spec = tournament(deals=2, entrants=3)
    plan = plan_of(spec, (0, 1), 1)
    result = play_plan(plan)
    with fresh(old) as database:
        assert database.hold_run(1, Holder("arena run", "box", 1)) == MASTER
        database.begin_match(1, plan)
        assert database.begun(1) == (((0, 1), 1, 0),)
        database.add_match(1, plan, result)
        assert database.outcomes(1)[-1] == outcome_of(plan, result)
        order = Order(OrderKind.VOID, plan.spec.match_id)
        database.give_order(1, order)
        (taken,) = database.take_orders(1, 2)
        assert (taken.subject, taken.pass_number) == (plan.spec.match_id, 2)
        database.close_run(1, RunStatus.COMPLETED)
    with fresh(old) as database:
        assert (database.run(1).status, database.run(1).match_count) == (RunStatus.COMPLETED, 4)


def test_a_match_of_a_former_version_still_verifies(old):
    """Its luck was never measured, which is told; a match that is stored now has it."""
    with fresh(old) as database:
        ids = {outcome.match_id for outcome in database.outcomes(1)}
        matches = [match for match_id in ids for match in database.matches(match_id)]
        assert {match.measured for match in matches} == {False}
        for match in matches:
            legs = [leg.result for leg in match.legs]
            verify_match(match.spec, legs, match.blocks, match.commitment, measured=match.measured)
        plan = plan_of(tournament(), (0, 1), pass_number=7)
        database.add_match(database.open_run(tournament(), MASTER, seeded=False), plan, play_plan(plan))
        (new,) = database.matches(plan.spec.match_id)
        assert new.measured

"""What organisers decide: which orders can be given, what they change, from when on they hold."""

import dataclasses

import pytest

from arena.dealer.ports import RunStatus
from arena.errors import ConfigError, NoRecord, SchemaMismatch, VerificationFailed
from arena.matches import Cause, LegResult, MatchResult, Status
from arena.store.orders import VOIDED
from arena.tournaments import Entrant, Order, OrderKind, tournament_from_document
from tests.store.storing import MASTER, changed, fill, fresh, plan_of, play_plan, tournament

LATE = Entrant("late", command=("python", "late.py"), owner="ada", version="2")
LATER = Entrant("later", builtin="draw/hard")


def entering(entrant=LATE, **fields):
    return Order(OrderKind.ENTER, entrant.name, entrant=entrant, **fields)


def leaving(name="bot-1", kind=OrderKind.WITHDRAW, **fields):
    return Order(kind, name, **fields)


def voiding(match_id, **fields):
    return Order(OrderKind.VOID, match_id, **fields)


def disqualifying(name="bot-1"):
    return leaving(name, OrderKind.DISQUALIFY)


def with_format(name, **keys):
    document = {"name": "Formal", "game": "five_card_draw", "format": name, **keys}
    return tournament_from_document(
        document | {"entrant": [{"name": f"bot-{number}", "builtin": "draw/random"} for number in range(4)]}, "this test"
    )


@pytest.fixture
def run_id(database):
    return database.open_run(tournament(), MASTER, seeded=False)


def refused(database, run_id, order, error=ConfigError):
    """What is said; nothing has changed."""
    before = (database.orders(run_id), database.run(run_id), database.revision())
    with pytest.raises(error) as caught:
        database.give_order(run_id, order)
    assert (database.orders(run_id), database.run(run_id), database.revision()) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_orders_come_back_as_they_were_given_and_hold_from_the_pass_that_takes_them(database, run_id):
    match_id = database.outcomes(fill(database, tournament()))[0].match_id
    first = [entering(reason="it asked \U0001f0a1", by="organiser"), leaving("bot-0", reason="tired", by="ada")]
    for order in first:
        database.give_order(run_id, order)
    assert database.orders(run_id) == tuple(first)
    taken = tuple(dataclasses.replace(order, pass_number=3) for order in first)
    assert database.take_orders(run_id, 3) == database.orders(run_id) == taken
    second = [disqualifying("late"), entering(LATER)]
    for order in second:
        database.give_order(run_id, order)
    assert database.orders(run_id) == (*taken, *second)
    taken += tuple(dataclasses.replace(order, pass_number=4) for order in second)
    assert database.take_orders(run_id, 4) == database.take_orders(run_id, 5) == taken
    other = database.runs()[0].run_id
    assert (other, database.orders(other)) != (run_id, taken)
    database.give_order(other, voiding(match_id))
    assert database.orders(other) == (voiding(match_id),)


def test_an_order_that_was_given_elsewhere_already_waits_for_a_pass_here(database, run_id):
    database.give_order(run_id, leaving(pass_number=7))
    assert database.orders(run_id) == (leaving(),)


def test_words_no_database_takes_are_replaced(database, run_id):
    database.give_order(run_id, leaving(reason="a\0b", by="\ud800"))
    assert database.orders(run_id) == (leaving(reason="a\ufffdb", by="\ufffd"),)


def test_the_revision_grows_with_orders_and_pauses(database, run_id):
    seen = [database.revision()]
    database.give_order(run_id, leaving())
    seen.append(database.revision())
    database.take_orders(run_id, 0)
    seen.append(database.revision())
    database.pause_run(run_id, paused=True)
    seen.append(database.revision())
    assert seen == sorted(set(seen))
    database.take_orders(run_id, 1)
    assert database.revision() == seen[-1]


def test_late_entrants_are_entrants_from_the_order_on(path, database, run_id):
    """In the order in which they came, behind those of the file; pairings of matches name them by number."""
    spec = tournament()
    database.give_order(run_id, entering(LATER))
    database.give_order(run_id, entering(LATE))
    late = tuple(dataclasses.replace(entrant, late=True) for entrant in (LATER, LATE))
    extended = dataclasses.replace(spec, entrants=spec.entrants + late)
    assert database.run(run_id).spec == database.runs()[0].spec == extended
    plan = plan_of(extended, (5, 0))
    leg = LegResult(Status.VOID, (), (0, 0), reason="a worker died", cause=Cause.ARENA_ERROR, outputs=("hello", ""))
    database.add_match(run_id, plan, MatchResult(plan.spec, (leg,)))
    with fresh(path) as again:
        (stored,) = again.matches(plan.spec.match_id)
        assert (stored.spec, stored.run.spec) == (plan.spec, extended)
        assert stored.spec.players == ("late", "bot-0")
        assert again.outputs(plan.spec.match_id) == ((0, "late", "hello"),)
    assert database.run(database.open_run(spec, MASTER, seeded=False)).spec == spec


def test_nobody_enters_under_a_name_that_is_taken(database, run_id):
    told = f"run {run_id} (Evening draw) has an entrant 'bot-1' already; enter under another name"
    assert refused(database, run_id, entering(dataclasses.replace(LATE, name="bot-1"))) == told
    database.give_order(run_id, entering())
    assert "has an entrant 'late' already" in refused(database, run_id, entering())
    database.give_order(run_id, leaving("late"))
    assert "has an entrant 'late' already" in refused(database, run_id, entering())


def test_nobody_enters_a_tournament_that_could_not_be_with_it(database, run_id):
    """The whole is checked as if it were read from a file: here a stranger could remember deals, an owner has two entries, ..."""
    assert "remote and not trusted" in refused(database, run_id, entering(Entrant("far", remote=True)))
    assert "must have exactly one of" in refused(database, run_id, entering(Entrant("nowhere")))
    database.give_order(run_id, entering())
    assert "has one scored entry already" in refused(database, run_id, entering(dataclasses.replace(LATE, name="second")))
    database.give_order(run_id, entering(dataclasses.replace(LATE, name="second", unscored=True)))
    assert [entrant.name for entrant in database.run(run_id).spec.entrants[4:]] == ["late", "second"]


def test_a_stranger_enters_where_it_meets_no_deal_twice_or_is_trusted(database):
    """Against the house it has deals of its own anyway."""
    stranger, trusted = Entrant("far", remote=True), Entrant("friend", remote=True, trusted=True)
    house = {"name": "House", "game": "holdem_bonus", "entrant": [{"name": "hard", "builtin": "bonus/hard"}]}
    for spec, entrant in (
        (tournament(mirrored=False), stranger),
        (tournament(), trusted),
        (tournament_from_document(house, "this test"), stranger),
    ):
        run_id = database.open_run(spec, MASTER, seeded=False)
        database.give_order(run_id, entering(entrant))
        assert database.run(run_id).spec.entrants[-1].name == entrant.name


def test_nobody_enters_who_would_make_more_pairings_than_anyone_can_play(database):
    """201 choose 2 = 20,100."""
    full = database.open_run(tournament(entrants=200), MASTER, seeded=False)
    assert "201 entrants make 20100 pairings, must be at most 20000" in refused(database, full, entering())
    database.give_order(database.open_run(tournament(entrants=199), MASTER, seeded=False), entering())


@pytest.mark.parametrize("name", ["knockout", "swiss"])
def test_some_formats_take_nobody_late(database, name):
    run_id = database.open_run(with_format(name), MASTER, seeded=False)
    told = f"run {run_id} (Formal) is played as {name}, which nobody enters late; 'late' may enter the next one"
    assert refused(database, run_id, entering()) == told


@pytest.mark.parametrize(("name", "keys"), [("round_robin", {}), ("ladder", {}), ("gauntlet", {"hero": "bot-2"})])
def test_other_formats_take_late_entrants(database, name, keys):
    run_id = database.open_run(with_format(name, **keys), MASTER, seeded=False)
    database.give_order(run_id, entering())
    assert [entrant.late for entrant in database.run(run_id).spec.entrants] == [False] * 4 + [True]


def test_a_run_that_is_over_is_entered_by_nobody_and_left_by_disqualification_only(database, run_id):
    database.close_run(run_id, RunStatus.COMPLETED)
    assert "is over; 'late' cannot enter it, but may enter the next one" in refused(database, run_id, entering())
    assert "is over; 'bot-1' cannot withdraw any more, but may be disqualified" in refused(database, run_id, leaving())
    database.give_order(run_id, disqualifying())
    assert database.orders(run_id) == (disqualifying(),)
    assert database.run(run_id).status == RunStatus.COMPLETED


@pytest.mark.parametrize("status", [RunStatus.STOPPED, RunStatus.FAILED])
def test_a_run_that_can_be_gone_on_with_takes_every_order(database, run_id, status):
    database.close_run(run_id, status, "why")
    for order in (entering(), leaving(), disqualifying("bot-2")):
        database.give_order(run_id, order)
    assert (database.run(run_id).status, database.run(run_id).reason) == (status, "why")


@pytest.mark.parametrize("first", [leaving, disqualifying])
def test_who_has_left_cannot_leave_again(database, run_id, first):
    how = {leaving: "has withdrawn", disqualifying: "was disqualified"}[first]
    database.give_order(run_id, first())
    for order in (leaving(), disqualifying()):
        told = f"'bot-1' {how} already in run {run_id} (Evening draw); there is nothing left to do"
        assert refused(database, run_id, order) == told
    database.give_order(run_id, leaving("bot-2"))


def test_only_entrants_can_leave(database, run_id):
    for order in (leaving("bot-9"), disqualifying("bot-9")):
        told = f"run {run_id} (Evening draw) has no entrant 'bot-9'; `arena leaderboard --run {run_id}` names them"
        assert refused(database, run_id, order, NoRecord) == told


def test_a_match_is_made_void_once(database):
    run_id = fill(database, tournament())
    match_id = database.outcomes(run_id)[0].match_id
    database.give_order(run_id, voiding(match_id, reason="the wrong program was entered"))
    told = f"match {match_id} of run {run_id} (Evening draw) is void already; there is nothing left to do"
    assert refused(database, run_id, voiding(match_id)) == told
    assert database.outcomes(run_id)[0].status == Status.COMPLETED
    assert database.run(run_id).status == RunStatus.RUNNING


def test_a_void_match_cannot_be_made_void(database, run_id):
    plan = plan_of(tournament(), (0, 1))
    leg = LegResult(Status.VOID, (), (0, 0), reason="a worker died", cause=Cause.ARENA_ERROR)
    database.add_match(run_id, plan, MatchResult(plan.spec, (leg,)))
    assert "is void already" in refused(database, run_id, voiding(plan.spec.match_id))


def test_only_a_stored_match_of_that_run_can_be_made_void(database, run_id):
    match_id = database.outcomes(fill(database, tournament()))[0].match_id
    told = f"run {run_id} (Evening draw) has no match '{match_id}' that is over; `arena matches --run {run_id}` lists them"
    assert refused(database, run_id, voiding(match_id), NoRecord) == told


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (RunStatus.COMPLETED, (RunStatus.STOPPED, VOIDED)),
        (RunStatus.STOPPED, (RunStatus.STOPPED, "why")),
        (RunStatus.FAILED, (RunStatus.FAILED, "why")),
    ],
)
def test_a_completed_run_is_gone_on_with_once_a_match_of_it_is_void(database, status, expected):
    run_id = fill(database, tournament())
    database.close_run(run_id, status, "why")
    ended_at = database.run(run_id).ended_at
    database.give_order(run_id, voiding(database.outcomes(run_id)[0].match_id))
    run = database.run(run_id)
    assert (run.status, run.reason, run.ended_at) == (*expected, ended_at)


def test_a_run_is_paused_and_gone_on_with(database, run_id):
    assert not database.paused(run_id)
    for paused in (True, True, False):
        database.pause_run(run_id, paused=paused)
        assert (database.paused(run_id), database.run(run_id).paused) == (paused, paused)
        assert database.run(run_id).status == RunStatus.RUNNING


def test_a_run_that_is_over_is_not_paused(database, run_id):
    database.close_run(run_id, RunStatus.COMPLETED)
    told = f"run {run_id} \\(Evening draw\\) is over; only one that is not can be paused, or gone on with"
    with pytest.raises(ConfigError, match=told):
        database.pause_run(run_id, paused=True)
    assert not database.paused(run_id)


def test_of_a_run_that_is_not_there_nothing_is_decided(database):
    for order in (entering(), leaving(), voiding("123abc")):
        with pytest.raises(NoRecord, match="there is no run 7"):
            database.give_order(7, order)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.pause_run(7, paused=True)
    with pytest.raises(NoRecord, match="there is no run 7"):
        database.take_orders(7, 0)


@pytest.mark.parametrize(
    ("statement", "value", "words"),
    [
        ("UPDATE orders SET kind = ?", "dance", "order 1: what is stored cannot be read"),
        ("UPDATE orders SET entrant = ?", "{", "order 1: what is stored cannot be read"),
        ("UPDATE orders SET entrant = ?", "7", "order 1: what is stored cannot be read"),
    ],
)
def test_an_order_that_was_changed_afterwards_is_named(path, database, run_id, statement, value, words):
    database.give_order(run_id, entering())
    changed(path, statement, value)
    with pytest.raises(VerificationFailed, match=words):
        database.orders(run_id)


def test_a_late_entrant_this_version_cannot_read_is_no_crash(path, database, run_id):
    database.give_order(run_id, entering())
    changed(path, "UPDATE orders SET entrant = ?", '{"name": "late", "colour": "red"}')
    for ask in (database.run, database.orders):
        with pytest.raises(SchemaMismatch, match="was stored by another version of the arena"):
            ask(run_id)
    changed(path, "UPDATE orders SET entrant = ?", "{")
    with pytest.raises(VerificationFailed, match=f"run {run_id}: what is stored cannot be read"):
        database.run(run_id)


def test_matches_against_late_entrants_are_read_as_they_were_played(database, run_id):
    database.give_order(run_id, entering(LATER))
    plan = plan_of(database.run(run_id).spec, (1, 4))
    result = play_plan(plan)
    database.add_match(run_id, plan, result)
    (stored,) = database.matches(plan.spec.match_id)
    assert tuple(leg.result for leg in stored.legs) == result.legs
    assert database.outcomes(run_id)[0].pairing == (1, 4)

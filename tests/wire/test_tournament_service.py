"""TournamentService, as a program in another language would call it: generated stubs, real sockets, a real database."""

import pytest
import trio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.dealer import Run, RunStatus, hash_token, play_run, standings_of
from arena.engines import OpenEngine
from arena.matches import MatchResult, commitment, measure_match, play_match
from arena.tournaments import MatchPlan, Order, OrderKind
from arena.v1 import play_pb2
from arena.v1 import tournament_pb2 as pb
from arena.v1.tournament_pb2_grpc import TournamentServiceStub
from arena.wire import open_lobby
from bots.draw import Random
from tests.wire.asking import Stream, open_caller, refused
from tests.wire.playing import open_client, passive
from tests.wire.tournaments import MASTER, OPEN, SERVICE, Arena, enter, got, listed, named, pause, resume, seen, tournament, watch, withdraw

# Reading


async def test_tournaments_are_listed_newest_first_without_their_entrants(arena, caller):
    for name in ("one", "two", "three"):
        arena.begin(tournament(name=name))
    found = await listed(caller)
    assert [(one.run_id, one.name, one.entrant_count, len(one.entrants)) for one in found.tournaments] == [
        (3, "three", 3, 0),
        (2, "two", 3, 0),
        (1, "one", 3, 0),
    ]
    assert found.next_page_token == ""


@pytest.mark.slow
async def test_pages_together_are_the_whole_list_though_it_grows_meanwhile(arena, caller):
    """Seven runs in pages of three: 7 6 5, 4 3 2, 1; a run that begins in between belongs before the first page."""
    for _ in range(7):
        arena.begin()
    pages, token = [], ""
    while not pages or token:
        page = await listed(caller, page_size=3, page_token=token)
        pages.append([one.run_id for one in page.tournaments])
        token = page.next_page_token
        arena.begin()
    assert pages == [[7, 6, 5], [4, 3, 2], [1]]


@pytest.mark.slow
async def test_lists_are_filtered_by_status_and_name(arena, caller):
    """Paused is a status of its own: such a run is not among those that run."""
    runs = [arena.begin(tournament(name="Evening draw" if number % 2 else "Morning draw")) for number in range(5)]
    arena.database.pause_run(runs[0], paused=True)
    arena.database.close_run(runs[1], RunStatus.COMPLETED)
    arena.database.close_run(runs[2], RunStatus.FAILED, "the lights went out")

    async def ids(**fields: object) -> list[int]:
        return [one.run_id for one in (await listed(caller, **fields)).tournaments]

    assert await ids(status=pb.TOURNAMENT_STATUS_RUNNING) == [5, 4]
    assert await ids(status=pb.TOURNAMENT_STATUS_PAUSED) == [1]
    assert await ids(status=pb.TOURNAMENT_STATUS_COMPLETED) == [2]
    assert await ids(status=pb.TOURNAMENT_STATUS_STOPPED) == []
    assert await ids(name="Evening draw") == [4, 2]
    assert await ids(name="Evening draw", status=pb.TOURNAMENT_STATUS_RUNNING) == [4]
    assert await ids(name="evening") == []
    (failed,) = (await listed(caller, status=pb.TOURNAMENT_STATUS_FAILED)).tournaments
    assert (failed.status_reason, failed.HasField("end_time")) == ("the lights went out", True)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"page_size": -1}, "BAD_PAGE_SIZE"),
        ({"page_token": "nonsense"}, "BAD_PAGE_TOKEN"),
        ({"page_token": "3-" + "0" * 16}, "BAD_PAGE_TOKEN"),
        ({"page_token": "3-" + "0" * 16 + "\n"}, "BAD_PAGE_TOKEN"),
        ({"page_token": "9" * 5000}, "BAD_PAGE_TOKEN"),
    ],
)
async def test_bad_pages_are_refused(arena, caller, fields, reason):
    assert named(await refused(listed(caller, **fields))) == ("INVALID_ARGUMENT", reason)


async def test_a_page_token_fits_only_the_list_it_came_from(arena, caller):
    for _ in range(3):
        arena.begin()
    token = (await listed(caller, page_size=1)).next_page_token
    assert [one.run_id for one in (await listed(caller, page_size=2, page_token=token)).tournaments] == [2, 1]
    assert (await refused(listed(caller, page_token=token, name="Evening draw"))).reason == "BAD_PAGE_TOKEN"


@pytest.mark.slow
async def test_no_page_is_longer_than_200(arena, caller):
    for _ in range(201):
        arena.begin()
    assert len((await listed(caller, page_size=1000)).tournaments) == 200
    assert len((await listed(caller)).tournaments) == 50


async def test_a_tournament_is_what_its_run_is(arena, caller):
    spec = tournament("ada", "program", "eve", play=OPEN)
    run_id = arena.begin(spec)
    arena.play(run_id)
    found, info = (await got(caller, run_id)).tournament, arena.database.run(run_id)
    assert (found.run_id, found.name, found.game, found.format) == (run_id, "Evening draw", "five_card_draw", "round_robin")
    assert (found.status, found.paused, found.entry) == (pb.TOURNAMENT_STATUS_RUNNING, False, pb.ENTRY_OPEN)
    assert (found.commitment, found.seeded, found.match_count, found.entrant_count) == (commitment(MASTER), False, 1, 3)
    assert found.start_time.ToDatetime(info.started_at.tzinfo) == info.started_at
    assert not found.HasField("end_time")
    kinds = [pb.ENTRANT_KIND_BUILTIN, pb.ENTRANT_KIND_COMMAND, pb.ENTRANT_KIND_BUILTIN]
    assert [(entrant.name, entrant.kind) for entrant in found.entrants] == list(zip(("ada", "program", "eve"), kinds, strict=True))


async def test_standings_are_those_of_the_library(arena, caller):
    """Every number as ``arena run --json`` has it, but for its rounding; pairs that have not met are left out."""
    run_id = arena.begin(tournament(deals=20))
    arena.play(run_id, 2)
    info = arena.database.run(run_id)
    board, found = standings_of(arena.database, info), (await got(caller, run_id)).standings
    assert [row.entrant for row in found.rows] == [row.entrant for row in board.rows]
    for row, expected in zip(found.rows, board.rows, strict=True):
        assert row.placing == pb.PLACING_RANKED
        assert (row.best_rank, row.worst_rank, row.score, row.net) == (
            expected.best_rank,
            expected.worst_rank,
            expected.score,
            expected.net,
        )
        assert (row.low if row.HasField("low") else None, row.high if row.HasField("high") else None) == (expected.low, expected.high)
        counts = (row.hand_count, row.block_count, row.incident_count, row.forfeit_count, row.void_count)
        assert counts == (expected.hands, expected.blocks, expected.incidents, expected.forfeits, expected.voids)
    met = [pair for pair in board.pairs if pair.blocks]
    assert [(found.rows[pair.first].entrant, found.rows[pair.second].entrant) for pair in found.pairs] == [(p.a, p.b) for p in met]
    assert [(pair.block_count, pair.mean) for pair in found.pairs] == [(pair.blocks, pair.mean) for pair in met]
    assert len(met) == 2
    assert (found.decided, found.hand_count, found.block_count) == (board.decided, board.hands, board.blocks)
    assert (found.unit, found.by_regret, found.confidence) == ("big bet", False, 0.95)


async def test_who_has_left_has_no_rank(arena, caller):
    """Zero is a number; that a rank is absent can be seen."""
    run_id = arena.begin()
    arena.play(run_id, 3)
    arena.database.give_order(run_id, Order(OrderKind.DISQUALIFY, "eve", "it was two bots"))
    rows = {row.entrant: row for row in (await got(caller, run_id)).standings.rows}
    assert rows["eve"].placing == pb.PLACING_DISQUALIFIED
    assert not rows["eve"].HasField("best_rank")
    assert rows["ada"].HasField("best_rank")


async def test_an_unknown_tournament_is_not_found(arena, caller):
    for run_id in (0, 7, -1, 2**62):
        found = await refused(got(caller, run_id))
        assert (*named(found), found.message) == ("NOT_FOUND", "TOURNAMENT_UNKNOWN", f"there is no run {run_id}")
    assert named(await watch(caller, 7).wait_ended()) == ("NOT_FOUND", "TOURNAMENT_UNKNOWN")


@pytest.mark.slow
async def test_what_is_secret_is_in_no_answer(arena, caller, as_account):
    """Neither the master, nor a seed, nor how programs are started, nor who owns what, nor a token or its hash."""
    run_id = arena.begin(tournament("ada", "program", "eve", owners=("owner-a", "owner-b", "owner-c"), play=OPEN))
    organiser = as_account(arena.add("office", "owner-d", organiser=True))
    arena.add("ada/raiser", "owner-e")
    arena.play(run_id)
    stream = watch(caller, run_id)
    answers = [await listed(caller), await got(caller, run_id), await seen(stream)]
    answers += [await enter(organiser, run_id, account="ada/raiser"), await pause(organiser, run_id)]
    answers += [await withdraw(organiser, run_id, entrant="eve", reason="it wished so"), await got(caller, run_id)]
    told = b"".join(answer.SerializeToString() for answer in answers)
    (outcome,) = arena.database.outcomes(run_id)
    secrets = [MASTER, arena.database.matches(outcome.match_id)[0].spec.seed]
    texts = ["secret-script", "owner-", "token-of-", hash_token("token-of-office"), *[secret.hex() for secret in secrets]]
    assert [secret for secret in (*secrets, *[text.encode() for text in texts]) if secret in told] == []
    assert commitment(MASTER).encode() in told


# Taking part


async def test_an_account_enters_itself_where_a_tournament_is_open(arena, caller, as_account):
    """It is remote, late, its owner's, and named as the account; what it may say of itself is its version and that it wants no place."""
    run_id = arena.begin(tournament(play=OPEN))
    bot = as_account(arena.add("cy/caller", "cy"))
    found = (await enter(bot, run_id, version="2.1", unscored=True)).entrants[-1]
    assert (found.name, found.kind, found.version, found.unscored, found.late) == (
        "cy/caller",
        pb.ENTRANT_KIND_REMOTE,
        "2.1",
        True,
        True,
    )
    entrant = arena.database.run(run_id).spec.entrants[-1]
    assert (entrant.name, entrant.remote, entrant.trusted, entrant.owner) == ("cy/caller", True, False, "cy")
    assert [(order.kind, order.by) for order in arena.database.orders(run_id)] == [(OrderKind.ENTER, "cy/caller")]
    again = await refused(enter(bot, run_id))
    assert named(again) == ("ALREADY_EXISTS", "ALREADY_ENTERED")
    assert "has an entrant 'cy/caller' already" in again.message
    snapshot = await got(caller, run_id)
    assert snapshot.tournament.entrants[-1].name == "cy/caller"
    assert {row.entrant: row.placing for row in snapshot.standings.rows}["cy/caller"] == pb.PLACING_LATE


async def test_only_an_organiser_enters_others_or_where_a_tournament_is_not_open(arena, as_account):
    opened, closed = arena.begin(tournament(play=OPEN)), arena.begin(tournament(play={"deals": "independent"}))
    bot, organiser = as_account(arena.add("cy/caller", "cy")), as_account(arena.add("office", "office", organiser=True))
    arena.add("dee/raiser", "dee")
    assert named(await refused(enter(bot, opened, account="dee/raiser"))) == ("PERMISSION_DENIED", "ORGANISER_ONLY")
    assert named(await refused(enter(bot, closed))) == ("PERMISSION_DENIED", "ENTRY_LISTED")
    assert not arena.database.orders(opened)
    assert [entrant.name for entrant in (await enter(organiser, closed, account="dee/raiser")).entrants][-1] == "dee/raiser"
    assert [entrant.name for entrant in (await enter(organiser, closed)).entrants][-1] == "office"
    assert arena.database.run(closed).spec.entrants[-2].owner == "dee"
    assert [order.by for order in arena.database.orders(closed)] == ["office", "office"]


async def test_an_account_that_is_none_or_revoked_cannot_be_entered(arena, as_account):
    run_id = arena.begin(tournament(play=OPEN))
    organiser = as_account(arena.add("office", organiser=True))
    arena.add("gone")
    arena.database.revoke_account("gone")
    assert named(await refused(enter(organiser, run_id, account="nobody"))) == ("NOT_FOUND", "ACCOUNT_UNKNOWN")
    assert named(await refused(enter(organiser, run_id, account="gone"))) == ("FAILED_PRECONDITION", "ACCOUNT_REVOKED")


async def test_entering_what_cannot_be_entered_says_why(arena, as_account):
    """The desk's sentence, and a reason a program can branch on."""
    bot, organiser = as_account(arena.add("cy/caller", "cy")), as_account(arena.add("office", organiser=True))
    over, swiss = arena.begin(tournament(play=OPEN)), arena.begin(tournament(play=OPEN, format="swiss"))
    owned = arena.begin(tournament(owners=("cy", "b", "c"), play=OPEN))
    mirrored = arena.begin(tournament())
    arena.database.close_run(over, RunStatus.COMPLETED)
    found = {run_id: await refused(enter(bot, run_id)) for run_id in (over, swiss, owned)}
    found[mirrored] = await refused(enter(organiser, mirrored, account="cy/caller"))
    assert {run_id: named(refusal) for run_id, refusal in found.items()} == {
        over: ("FAILED_PRECONDITION", "TOURNAMENT_OVER"),
        swiss: ("FAILED_PRECONDITION", "NO_LATE_ENTRY"),
        owned: ("FAILED_PRECONDITION", "ENTRY_REFUSED"),
        mirrored: ("FAILED_PRECONDITION", "ENTRY_REFUSED"),
    }
    assert "unscored = true" in found[owned].message
    assert "independent" in found[mirrored].message
    assert (await enter(bot, owned, unscored=True)).entrants[-1].unscored
    bad = await refused(enter(bot, owned, version="x" * 61))
    assert (*named(bad), "version" in bad.message) == ("INVALID_ARGUMENT", "BAD_VERSION", True)


async def test_an_account_withdraws_itself_once(arena, caller, as_account):
    run_id = arena.begin(tournament(play=OPEN))
    bot = as_account(arena.add("cy/caller", "cy"))
    missing = await refused(withdraw(bot, run_id))
    assert (*named(missing), "no entrant 'cy/caller'" in missing.message) == ("NOT_FOUND", "ENTRANT_UNKNOWN", True)
    await enter(bot, run_id)
    assert [entrant.name for entrant in (await withdraw(bot, run_id, reason="a bug")).entrants][-1] == "cy/caller"
    order = arena.database.orders(run_id)[-1]
    assert (order.kind, order.subject, order.reason, order.by) == (OrderKind.WITHDRAW, "cy/caller", "a bug", "cy/caller")
    again = await refused(withdraw(bot, run_id, entrant="cy/caller"))
    assert (*named(again), "has withdrawn already" in again.message) == ("FAILED_PRECONDITION", "ALREADY_LEFT", True)
    rows = {row.entrant: row for row in (await got(caller, run_id)).standings.rows}
    assert rows["cy/caller"].placing == pb.PLACING_WITHDRAWN


async def test_only_an_organiser_withdraws_others(arena, as_account):
    """A bot of the arena's own that happens to be called as an account is no business of that account."""
    run_id = arena.begin(tournament("cy/caller", "bob", "program"))
    bot, organiser = as_account(arena.add("cy/caller", "cy")), as_account(arena.add("office", organiser=True))
    for name in ("bob", "program", "cy/caller", ""):
        assert named(await refused(withdraw(bot, run_id, entrant=name))) == ("PERMISSION_DENIED", "ORGANISER_ONLY")
    assert not arena.database.orders(run_id)
    await withdraw(organiser, run_id, entrant="cy/caller")
    assert [order.subject for order in arena.database.orders(run_id)] == ["cy/caller"]


async def test_nobody_leaves_a_tournament_that_is_over(arena, as_account):
    run_id = arena.begin()
    arena.database.close_run(run_id, RunStatus.COMPLETED)
    organiser = as_account(arena.add("office", organiser=True))
    assert named(await refused(withdraw(organiser, run_id, entrant="bob"))) == ("FAILED_PRECONDITION", "TOURNAMENT_OVER")


@pytest.mark.parametrize("reason", ["x" * 201, "two\nlines", "\x1b[31mred"])
async def test_a_reason_is_one_short_line(arena, as_account, reason):
    run_id = arena.begin()
    organiser = as_account(arena.add("office", organiser=True))
    assert named(await refused(withdraw(organiser, run_id, entrant="bob", reason=reason))) == ("INVALID_ARGUMENT", "BAD_REASON")
    assert not arena.database.orders(run_id)


async def test_an_organiser_pauses_and_resumes(arena, caller, as_account):
    """Again changes nothing."""
    run_id = arena.begin()
    organiser = as_account(arena.add("office", organiser=True))
    for _ in range(2):
        assert (await pause(organiser, run_id)).status == pb.TOURNAMENT_STATUS_PAUSED
        assert arena.database.paused(run_id)
    assert (await got(caller, run_id)).tournament.paused
    for _ in range(2):
        assert (await resume(organiser, run_id)).status == pb.TOURNAMENT_STATUS_RUNNING
        assert not arena.database.paused(run_id)


async def test_only_an_organiser_pauses_and_only_what_is_not_over(arena, as_account):
    run_id = arena.begin()
    bot, organiser = as_account(arena.add("cy/caller")), as_account(arena.add("office", organiser=True))
    for ask in (pause, resume):
        assert named(await refused(ask(bot, run_id))) == ("PERMISSION_DENIED", "ORGANISER_ONLY")
    assert not arena.database.paused(run_id)
    arena.database.close_run(run_id, RunStatus.COMPLETED)
    for ask in (pause, resume):
        assert named(await refused(ask(organiser, run_id))) == ("FAILED_PRECONDITION", "TOURNAMENT_OVER")
        assert named(await refused(ask(organiser, 7))) == ("NOT_FOUND", "TOURNAMENT_UNKNOWN")


async def test_whoever_changes_something_shows_a_token_that_is_good(arena, caller, as_account):
    """Missing, of another kind, unknown or an instance's: UNAUTHENTICATED. Revoked: PERMISSION_DENIED. Whatever the tournament."""
    run_id = arena.begin(tournament(play=OPEN))
    nobody, organiser = as_account("token-of-nobody"), as_account(arena.add("office", organiser=True))
    with open_caller(arena.port, TournamentServiceStub, "token-of-office", "Basic") as basic:
        for who in (caller, nobody, basic):
            for ask in (enter, withdraw, pause, resume):
                for run in (run_id, 7):
                    assert named(await refused(ask(who, run))) == ("UNAUTHENTICATED", "TOKEN_UNKNOWN")
    arena.database.revoke_account("office")
    for ask in (enter, withdraw, pause, resume):
        assert named(await refused(ask(organiser, run_id))) == ("PERMISSION_DENIED", "TOKEN_REVOKED")
    assert not arena.database.orders(run_id)


async def test_a_name_that_is_far_too_long_is_refused_in_few_words(arena, as_account):
    """A status travels in headers, which have limits."""
    run_id = arena.begin()
    organiser = as_account(arena.add("office", organiser=True))
    for ask, field in ((enter, "account"), (withdraw, "entrant")):
        found = await refused(ask(organiser, run_id, **{field: "å" * 30_000}))
        assert found.code == "NOT_FOUND"
        assert len(found.message) <= 400


class InProcess:
    """An engine for matches between built-in bots."""

    def __init__(self) -> None:
        self.limiter = trio.CapacityLimiter(2)

    async def play(self, plan: MatchPlan) -> MatchResult:
        return measure_match(play_match(plan.spec, [Random] * len(plan.entrants)))


@pytest.mark.slow
async def test_whoever_has_entered_plays(database):
    """From the call to the standings: an account enters, says Hello, plays what it is asked, and has a place."""
    spec = tournament("ada", "bob", play=OPEN | {"deals_per_match": 2, "max_hands": 2})
    async with open_lobby(accounts=database, library=database, desk=database) as lobby:
        arena = Arena(database, lobby.port)
        run_id, token = arena.begin(spec), arena.add("cy/caller", "cy")
        with open_caller(lobby.port, TournamentServiceStub, token) as caller, open_client(lobby.port, token) as client:
            await enter(caller, run_id)
            client.hello(max_tables=2)
            await client.receive_kind("welcome")
            async with trio.open_nursery() as nursery:
                run = Run(run_id, spec, MASTER)
                nursery.start_soon(play_run, run, OpenEngine(lobby, InProcess()), database, lambda _: None)
                for _ in range(2):
                    assert (await client.play(passive)).status == play_pb2.TABLE_STATUS_COMPLETED
            rows = {row.entrant: row for row in (await got(caller, run_id)).standings.rows}
            assert (rows["cy/caller"].placing, rows["cy/caller"].hand_count) == (pb.PLACING_RANKED, 4)


# What is around it


async def test_health_and_reflection_know_the_service(arena, caller):
    health = health_pb2_grpc.HealthStub(caller.channel)
    check = health_pb2.HealthCheckRequest(service=SERVICE)
    assert (await trio.to_thread.run_sync(health.Check, check)).status == health_pb2.HealthCheckResponse.SERVING
    ask = [reflection_pb2.ServerReflectionRequest(list_services=""), reflection_pb2.ServerReflectionRequest()]
    ask[1].file_containing_symbol = SERVICE
    reflection = reflection_pb2_grpc.ServerReflectionStub(caller.channel)
    names, described = await trio.to_thread.run_sync(lambda: list(reflection.ServerReflectionInfo(iter(ask))))
    assert {SERVICE, "arena.v1.PlayService"} <= {service.name for service in names.list_services_response.service}
    assert any(b"arena/v1/tournament.proto" in file for file in described.file_descriptor_response.file_descriptor_proto)


async def test_a_private_dealer_has_no_such_service():
    """Where matches with programs are played there is no library to show."""
    async with open_lobby() as lobby:
        with open_caller(lobby.port, TournamentServiceStub) as caller:
            assert (await refused(listed(caller))).code == "UNIMPLEMENTED"


async def test_bytes_that_are_no_request_are_refused(arena, caller):
    for method in ("GetTournament", "ListTournaments", "WatchTournament", "PauseTournament"):
        raw = caller.channel.unary_stream(f"/{SERVICE}/{method}")
        found = await Stream(raw(b"\xff\xff\xff")).wait_ended()
        assert named(found) == ("INVALID_ARGUMENT", "NOT_PROTOBUF")

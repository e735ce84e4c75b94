"""Sessions of bots that keep the protocol: what they may rely on, over real sockets."""

from collections import Counter
from dataclasses import replace
from random import Random

import grpc
import pytest
import trio

from arena.dealer import LocalSeat
from arena.matches import ClockLimits, Leg, Status, play_leg
from arena.rules import FiveCardDrawRuleset
from arena.v1 import play_pb2
from arena.wire import open_lobby
from arena.wire.draw_codec import answer_message, read_view
from arena.wire.lobby import MAX_SESSIONS
from tests.matches.bots import HashBot, hash_bots
from tests.wire.playing import PATIENT, Client, Passive, open_client, open_game, open_table, passive, random_answers, spec_of


async def test_a_session_from_hello_to_farewell():
    """Contract, A bot's life: Welcome, TableOpened, Requests …, TableClosed, Farewell, and the stream ends with OK."""
    async with open_game(deals=2, software="test 1.0", games=["five_card_draw"]) as game:
        await game.client.play(passive)
        game.lobby.retire_nowait(game.token, "well played")
        assert (await game.client.wait_ended()).code is grpc.StatusCode.OK
        assert list(dict.fromkeys(game.client.kinds())) == ["welcome", "table_opened", "requests", "table_closed", "farewell"]
        welcome, farewell = game.client.of_kind("welcome")[0], game.client.of_kind("farewell")[0]
        assert (welcome.bot_name, welcome.max_in_flight, welcome.max_tables) == ("bot", 1, 1)
        assert welcome.bot_id
        assert welcome.session_key
        assert (farewell.reason, farewell.detail) == (play_pb2.FAREWELL_REASON_DONE, "well played")
        assert (game.seat.software, game.seat.games) == ("test 1.0", ("five_card_draw",))


@pytest.mark.parametrize("in_flight", [1, 3, 64])
async def test_messages_and_decisions_are_numbered_without_gaps(in_flight):
    """Contract: ``number`` is 1, 2, 3 …; decision ids are counted in the session."""
    async with open_game(deals=30, max_in_flight=in_flight, hand_ends=True) as game:
        await game.client.play(passive)
        game.lobby.retire_nowait(game.token)
        await game.client.wait_ended()
        messages = game.client.messages
        assert [message.number for message in messages] == list(range(1, len(messages) + 1))
        ids = [request.decision_id for requests in game.client.of_kind("requests") for request in requests.requests]
        assert ids == list(range(1, len(ids) + 1))


@pytest.mark.parametrize(("asked", "granted"), [(0, 1), (-3, 1), (1, 1), (7, 7), (1024, 1024), (2**31 - 1, 1024)])
async def test_what_is_granted_is_what_was_asked_within_bounds(asked, granted):
    """Contract, Hello: 1 to 1,024, default 1."""
    async with open_lobby() as lobby:
        token, _ = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=asked, max_tables=asked)
            welcome = await client.receive_kind("welcome")
            assert (welcome.max_in_flight, welcome.max_tables) == (granted, granted)


@pytest.mark.parametrize("most", [1, 2, 5, 16])
async def test_no_more_is_unanswered_than_was_asked_for(most):
    """Contract: at most ``max_in_flight`` requests of a table are unanswered, and as many as that when there are enough hands."""
    random = Random(most)
    async with open_game(deals=40, max_in_flight=most, hand_ends=True) as game:  # so that every answer is followed by a message
        client, unanswered, peak = game.client, {}, 0
        while (message := await client.receive()) is not None and not message.HasField("table_closed"):
            for request in message.requests.requests:
                unanswered[request.decision_id] = request
            peak = max(peak, len(unanswered))
            assert len(unanswered) <= most
            hands = [request.hand_number for request in unanswered.values()]
            assert len(set(hands)) == len(hands), "requests of one hand never overlap for one player"
            chosen = random.sample(sorted(unanswered), random.randint(1, len(unanswered))) if unanswered else []
            if chosen:
                client.answer(*[passive(unanswered.pop(number)) for number in chosen])
        assert peak == most
        assert game.table.result.status == Status.COMPLETED


@pytest.mark.slow
async def test_answers_in_any_order_and_grouping_give_the_same_match():
    """Contract: in any order, in any grouping. The bot's choice depends on the request alone, so the hands must be those of any order."""

    def decide(request: play_pb2.Request) -> play_pb2.Answer:
        return random_answers(Random(request.hand_number * 100 + len(request.five_card_draw.events)))(request)

    results = []
    for seed in (None, 1, 2):
        random = Random(seed)
        async with open_game(deals=40, max_in_flight=1 if seed is None else 16, hand_ends=True) as game:
            held: list[play_pb2.Request] = []
            while (message := await game.client.receive()) is not None and not message.HasField("table_closed"):
                held += message.requests.requests
                random.shuffle(held)
                while held:
                    game.client.answer(*[decide(held.pop()) for _ in range(random.randint(1, len(held)))])
                    if seed is not None and random.random() < 0.3:
                        break
            result = game.table.result
            assert (result.status, result.faults) == (Status.COMPLETED, ())
            results.append(result.hands)
    assert results[0] == results[1] == results[2]


@pytest.mark.slow
async def test_a_match_over_the_wire_is_the_match_in_process():
    """One implementation of the rules: both players over gRPC with the choices that two bots of ours make."""
    spec = spec_of("a", "b", deals=60)
    expected = play_leg(Leg(spec, 0), hash_bots("a", "b"))
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        seats = []
        for salt in "ab":
            token, seat = lobby.expect_nowait(salt)
            seats.append(seat)
            client = Client(lobby.port, token)
            client.hello(max_in_flight=7 if salt == "a" else 1)
            nursery.start_soon(_play_hash, client, salt)
            await seat.welcomed.wait()
        table = open_table(spec, *seats)
        result = await table.wait_over()
    assert result.hands == expected.hands
    assert result.faults == ()


async def _play_hash(client: Client, salt: str) -> None:
    bot = HashBot(salt)

    def decide(request: play_pb2.Request) -> play_pb2.Answer:
        view = read_view(request, FiveCardDrawRuleset())
        return answer_message(request.decision_id, bot.act(view), view)

    await client.play(decide)
    client.close()


@pytest.mark.parametrize("wanted", [False, True])
async def test_ends_of_hands_are_sent_when_asked_for(wanted):
    """Contract: only if asked for in Hello; by hand: passive play shows every hand, each once, numbers 0 to 4."""
    async with open_game(deals=5, hand_ends=wanted) as game:
        closed = await game.client.play(passive)
        ends = [hand for message in game.client.of_kind("hands_ended") for hand in message.hands]
        assert sorted([end.hand_number for end in ends]) == (list(range(5)) if wanted else [])
        if wanted:
            assert [sum(end.net_chips[player] for end in ends) for player in (0, 1)] == list(closed.net_chips)
            assert all(len(end.shown_hands) == 2 for end in ends)
            assert [end.five_card_draw.seats[end.five_card_draw.seat].player for end in ends] == [0] * 5


async def test_carried_stacks_are_asked_one_at_a_time_until_one_holds_everything():
    """However many decisions the bot would take: each request follows on the answer before, stacks are what the hand before left, and the
    table closes early with all chips on one side. By hand: 25 chips each."""
    async with open_game(deals=200, carry=True, max_in_flight=64, hand_ends=True) as game:
        closed = await game.client.play(random_answers(Random(5)))
        assert [len(requests.requests) for requests in game.client.of_kind("requests")] == [1] * len(game.client.of_kind("requests"))
        stacks = [25, 25]
        ends = {end.hand_number: end for message in game.client.of_kind("hands_ended") for end in message.hands}
        first = {requests.requests[0].hand_number: requests.requests[0] for requests in reversed(game.client.of_kind("requests"))}
        for number in range(len(ends)):
            if number in first:
                seats = first[number].five_card_draw.seats
                assert [seat.stack_chips + seat.committed_hand_chips for seat in seats] == stacks
            stacks = [stack + net for stack, net in zip(stacks, ends[number].net_chips, strict=True)]
        assert len(ends) < 200
        assert sorted(stacks) == [0, 50]
        assert [25 + net for net in closed.net_chips] == stacks
        assert closed.status == play_pb2.TABLE_STATUS_COMPLETED


async def test_a_table_closes_with_its_net():
    async with open_game(deals=6) as game:
        closed = await game.client.play(passive)
        result = await game.table.wait_over()
        assert sum(closed.net_chips) == 0
        assert list(closed.net_chips) == game.table.leg.net_chips
        assert (closed.status, closed.reason, result.status) == (play_pb2.TABLE_STATUS_COMPLETED, "", Status.COMPLETED)


async def test_a_new_session_takes_over():
    """Design 8, fishtest 1976: the session key beside the token takes over; the old stream gets REPLACED and OK; what was pending is asked
    again with ``resent``, new ids, the same view and the time that is left."""
    async with open_game(deals=4, max_in_flight=2) as game:
        asked = await game.client.receive_requests()
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key, max_in_flight=2, hand_ends=True)
            ended = await game.client.wait_ended()
            assert ended.code is grpc.StatusCode.OK
            assert game.client.messages[-1].farewell.reason == play_pb2.FAREWELL_REASON_REPLACED
            again = await client.receive_requests()
            assert client.kinds() == ["welcome", "table_opened", "requests"]
            assert client.session_key == game.client.session_key
            assert client.of_kind("table_opened")[0] == game.client.of_kind("table_opened")[0]
            assert [request.five_card_draw for request in again] == [request.five_card_draw for request in asked]
            assert [request.hand_number for request in again] == [request.hand_number for request in asked]
            assert [request.decision_id for request in again] == [1, 2]
            assert all(request.resent for request in again)
            assert not any(request.resent for request in asked)
            for old, new in zip(asked, again, strict=True):
                assert new.move_time_left.ToTimedelta() < old.move_time_left.ToTimedelta()
                assert new.table_time_left.ToTimedelta() < old.table_time_left.ToTimedelta()
            client.answer(*[passive(request) for request in again])
            await client.play(passive)
            later = [request for message in client.of_kind("requests")[1:] for request in message.requests]
            assert later
            assert not any(request.resent for request in later)
        result = await game.table.wait_over()
        assert (result.status, result.faults) == (Status.COMPLETED, ())


@pytest.mark.parametrize("fewer", [1, 2])
async def test_a_new_session_may_take_fewer_in_flight(fewer):
    """What was asked before is asked again within the new bound, nothing is lost."""
    async with open_game(deals=8, max_in_flight=4) as game:
        asked = await game.client.receive_requests()
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key, max_in_flight=fewer)
            unanswered = 0
            seen: Counter[int] = Counter()
            while (message := await client.receive()) is not None and not message.HasField("table_closed"):
                requests = message.requests.requests
                unanswered += len(requests)
                assert unanswered <= fewer
                seen.update(request.hand_number for request in requests if request.resent)
                for request in requests:
                    client.answer(passive(request))
                    unanswered -= 1
            assert seen == Counter(request.hand_number for request in asked)
        assert (await game.table.wait_over()).faults == ()


async def test_answers_said_before_a_takeover_count():
    """An answer that was read in time is played, also when the next session arrives in the same instant."""
    async with open_game(deals=3) as game:
        (request,) = await game.client.receive_requests()
        for _ in range(5):
            with open_client(game.lobby.port, game.token) as client:
                game.client.answer(passive(request))
                client.hello(session_key=game.client.session_key)
                await game.client.wait_ended()
                (request,) = await client.receive_requests()
                if not request.resent:
                    break
        assert not game.table.sittings[0].faults


@pytest.mark.slow
async def test_coming_back_within_the_grace_continues_the_same_hands():
    """playpip 22: reconnecting must not deal again: same cards, same pot, same clock; the result is that of an undisturbed match."""

    async def played(*, disturbed: bool) -> tuple:
        async with open_game(deals=6, max_in_flight=2, clock=PATIENT) as game:
            client, key = game.client, game.client.session_key
            asked = await client.receive_requests()
            for _ in range(8 if disturbed else 0):
                client.close()
                while game.seat.connected:
                    await trio.lowlevel.checkpoint()
                client = Client(game.lobby.port, game.token)
                client.hello(session_key=key, max_in_flight=2)
                again = await client.receive_requests()
                assert [(r.hand_number, r.five_card_draw) for r in again] == [(r.hand_number, r.five_card_draw) for r in asked]
                assert all(request.resent for request in again)
                client.answer(passive(again[0]))  # one of the two, and then the line is cut again
                asked = [again[1], *await client.receive_requests()]
            client.answer(*[passive(request) for request in asked])
            await client.play(passive)
            client.close()
            result = await game.table.wait_over()
            assert (result.status, result.incidents) == (Status.COMPLETED, (0, 0))
            return result.hands

    assert await played(disturbed=True) == await played(disturbed=False)


@pytest.mark.slow
async def test_a_bot_away_may_answer_in_its_next_session_within_the_limit():
    """Design 9, gone: pending decisions keep their clock and can still be answered; the clock goes on from the first write."""
    clock = ClockLimits(move_s=1.0, hand_s=10.0, grace_s=10.0)
    async with open_game(deals=1, clock=clock) as game:
        await game.client.receive_requests()
        game.client.close()
        await trio.sleep(0.3)
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key)
            (again,) = await client.receive_requests()
            assert again.move_time_left.ToTimedelta().total_seconds() < 0.71
            client.answer(passive(again))
            await client.play(passive)
        result = await game.table.wait_over()
        assert result.faults == ()
        assert result.spent_s[0] > 0.29


@pytest.mark.slow
async def test_taking_over_again_and_again_gains_no_time():
    """Contract: time runs from the write; a bot that neither reads nor answers and reconnects for ever is late like any other.

    After ``MAX_SESSIONS`` it is not let in any more for a while, and the session before goes on.
    """
    async with open_game(deals=1, clock=ClockLimits(move_s=0.4, hand_s=10.0, incident_limit=1)) as game:
        began = trio.current_time()
        streams = [game.client]
        while game.table.result is None and len(streams) < 500:
            stream = Client(game.lobby.port, game.token)
            stream.hello(session_key=game.client.session_key)
            streams.append(stream)
            if len(streams) > MAX_SESSIONS:
                assert (await stream.wait_ended()).reason == "TOO_MANY_SESSIONS"
                break
            await streams[-2].wait_ended()
        await game.table.wait_over()
        took = trio.current_time() - began
        for stream in streams[1:]:
            stream.close()
        assert game.table.result is not None
        assert game.table.result.status == Status.FORFEITED
        assert 0.3 < took < 3


@pytest.mark.slow
async def test_one_bot_at_many_tables():
    """Design 3: one stream carries every table; each keeps its own bound, and every table ends."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=3, max_tables=20)
            await client.receive_kind("welcome")
            tables = [
                open_table(spec_of("bot", "other", deals=10, seed=bytes([number]) * 32), seat, LocalSeat(Passive)) for number in range(20)
            ]
            unanswered: Counter[str] = Counter()
            while len(client.of_kind("table_closed")) < 20:
                message = await client.receive()
                requests = message.requests.requests
                unanswered.update(request.table_id for request in requests)
                assert max(unanswered.values(), default=0) <= 3
                if requests:
                    client.answer(*[passive(request) for request in requests])
                    unanswered.clear()
            assert len({opened.table_id for opened in client.of_kind("table_opened")}) == 20
            assert all(table.result.status == Status.COMPLETED and table.result.faults == () for table in tables)


async def test_a_bot_that_does_not_read_holds_up_no_other():
    """The gRPC thread and the seats of others go on while one client reads nothing."""
    async with open_lobby() as lobby:
        (mute_token, mute), (token, seat) = lobby.expect_nowait("mute"), lobby.expect_nowait("bot")
        with open_client(lobby.port, mute_token, reading=False) as sleeper, open_client(lobby.port, token) as client:
            sleeper.hello(max_in_flight=1024, hand_ends=True)
            client.hello(max_in_flight=16)
            await mute.welcomed.wait()
            await seat.welcomed.wait()
            stuck = open_table(spec_of("mute", "other", deals=2000), mute, LocalSeat(Passive))
            free = open_table(replace(spec_of("bot", "other", deals=50), seed=b"z" * 32), seat, LocalSeat(Passive))
            await client.play(passive)
            assert (await free.wait_over()).status == Status.COMPLETED
            assert stuck.result is None

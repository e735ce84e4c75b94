"""The bytes that are put together fast against messages built slowly, field by field; and what an answer may say."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.dealer import FaultNotice, LocalSeat, Sitting, Table
from arena.errors import IllegalAction, SeatGarbled
from arena.matches import Decision, Fault, Leg, LegResult, Status, deal_key
from arena.rules import Kind, Stage, cards_text, deal_cards, parse_cards, replay_hand
from arena.v1 import action_pb2, five_card_draw_pb2, play_pb2
from arena.wire import codec
from arena.wire.draw_codec import answer_message, read_answer, read_hand_end, read_ruleset, read_view, ruleset_message
from bots.draw.chances import spin
from tests.matches.watching import Heard, remembering_bots
from tests.wire.playing import ALL_IN, Passive, spec_of

PLAYERS = range(2, 7)
STACKS = {"unlimited": {"deals": 4}, "reset": {"deals": 4, "all_in": True}, "carry": {"deals": 25, "carry": True}}


def sittings_of(leg: Leg) -> list[Sitting]:
    """Places at a table that is never opened."""
    seat = LocalSeat(Passive)
    table = Table(leg, [seat] * len(leg.spec.players))
    return [Sitting(table, player, seat, leg.table_info(player)) for player in range(len(leg.spec.players))]


def slow_request(leg: Leg, decision: Decision, number: int) -> play_pb2.Request:
    """A request written down field by field from the hand, by what the fields of the contract say."""
    hand, players = decision.hand, len(leg.spec.players)
    ruleset = leg.spec.ruleset

    def seat_of(position: int) -> int:
        return decision.seating.seats[position]

    request = play_pb2.Request(decision_id=number, table_id=leg.table_info(0).table_id, hand_number=decision.number, resent=True)
    request.move_time_left.FromMilliseconds(1500)
    request.table_time_left.FromMilliseconds(250)
    for code in (Kind.DRAW,) if hand.stage == Stage.DRAW else hand.legal:
        legal = request.legal_actions.add(kind=int(code))
        if code == Kind.CALL:
            legal.chips = hand.to_call
        elif code in (Kind.BET, Kind.RAISE):
            legal.chips = hand.to_wager
        elif code == Kind.DRAW:
            legal.max_discards = 3
    view = request.five_card_draw
    view.hole_cards = cards_text(hand.hole[decision.position])
    dealt = hand.dealt_cards(decision.position)
    view.discarded = cards_text([dealt[i] for i in range(5) if hand.discards[decision.position] >> i & 1])
    view.seat = seat_of(decision.position)
    view.button = seat_of(hand.players - 1)
    for seat in range(players):
        state = view.seats.add(player=(seat - leg.number) % players)
        if seat not in decision.seating.seats:
            state.stack_chips, state.out = 0, True
            continue
        position = next(p for p in range(hand.players) if seat_of(p) == seat)
        behind = hand.start[position] - hand.committed[position]
        if ruleset.all_in:
            state.stack_chips = behind
        state.all_in = ruleset.all_in and behind == 0
        state.committed_round_chips = max(0, hand.committed[position] - hand.base)
        state.committed_hand_chips = hand.committed[position]
        state.folded = any([kind == Kind.FOLD and who == position for kind, who, _ in hand.log])
        for kind, who, count in hand.log:
            if kind == Kind.DRAW and who == position:
                state.discard_count = count
    view.phase = {1: "DRAW_PHASE_FIRST_ROUND", 2: "DRAW_PHASE_DRAW", 3: "DRAW_PHASE_SECOND_ROUND"}[int(hand.stage)]
    view.pot_chips = sum(hand.committed)
    view.to_call_chips = hand.to_call
    view.raises_made = max(0, hand.wagers - 1)
    view.max_raises = ruleset.max_raises
    for kind, position, amount in hand.log:
        event = view.events.add(seat=seat_of(position), kind=int(kind))
        if kind == Kind.DRAW:
            event.discard_count = amount
        else:
            event.chips = amount
    return request


@pytest.mark.parametrize("stacks", STACKS)
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_fast_requests_equal_slow_ones(players, stacks, number):
    """Module docstring: exactly what protobuf would write for the whole message, at every decision of random hands."""
    random = Random(number)
    leg = Leg(spec_of(*"abcdef"[:players], seed=random.randbytes(32), **STACKS[stacks]), random.randrange(players))
    sittings = sittings_of(leg)
    clocks = codec.Clocks(1.5, 0.25)
    decision = leg.deal_next()
    ids = iter(range(1, 100_000))
    while decision is not None:
        decision_id = next(ids)
        data = codec.request_bytes(decision_id, sittings[decision.player], decision, clocks, resent=True)
        expected = slow_request(leg, decision, decision_id)
        assert play_pb2.Request.FromString(data) == expected
        assert len(data) == expected.ByteSize()
        code = random.choice(decision.hand.legal)
        decision = leg.act(decision, code) or leg.deal_next()


@pytest.mark.parametrize("count", [0, 1, 2, 700])
def test_requests_in_one_message(count):
    """Requests in the order given, under the message's number; 700 need lengths of three bytes."""
    requests = [play_pb2.Request(decision_id=number, table_id="t" * 40) for number in range(count)]
    message = play_pb2.PlayResponse.FromString(codec.requests_bytes(300, [request.SerializeToString() for request in requests]))
    assert message == play_pb2.PlayResponse(number=300, requests=play_pb2.Requests(requests=requests))
    assert message.WhichOneof("message") == "requests"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, (0, 0)), (2, (2, 0)), (0.25, (0, 250_000_000)), (1e-6, (0, 1000)), (59.9999999, (60, 0)), (86400.5, (86400, 500_000_000))],
)
def test_durations_are_exact_to_the_microsecond(seconds, expected):
    """By hand; nanos never reach a second."""
    duration = codec.duration(seconds)
    assert (duration.seconds, duration.nanos) == expected


@pytest.mark.parametrize("stacks", STACKS)
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_a_request_reads_back_as_the_view_it_was_made_from(players, stacks, number):
    """A bot of ours over the wire sees, and draws by lot, what it would in process, wherever it sits; every code comes back as itself."""
    random = Random(number)
    leg = Leg(replace(spec_of(*"abcdef"[:players], seed=random.randbytes(32), **STACKS[stacks]), drawn_seats=True), 0)
    sittings = sittings_of(leg)
    decision = leg.deal_next()
    while decision is not None:
        data = codec.request_bytes(7, sittings[decision.player], decision, codec.Clocks(1, 1), resent=False)
        view = read_view(play_pb2.Request.FromString(data), leg.spec.ruleset)
        assert view == decision.hand.view(decision.position)
        assert spin(number, view) == spin(number, decision.hand.view(decision.position))
        for code in view.legal:
            assert read_answer(answer_message(7, code, view), decision.hand.hole[decision.position]) == code
        decision = leg.act(decision, random.choice(view.legal)) or leg.deal_next()


def test_a_view_read_says_who_sits_where_when_somebody_is_out():
    """Contract, SeatState: the players of the seats, clockwise from the button, without who is out: as the view it was made from."""
    leg = Leg(spec_of("a", "b", "c", carry=True, deals=25), 2)
    sittings, random, seen = sittings_of(leg), Random(1), set()
    decision = leg.deal_next()
    while decision is not None:
        request = play_pb2.Request.FromString(codec.request_bytes(7, sittings[decision.player], decision, codec.Clocks(1, 1), resent=False))
        view = read_view(request, leg.spec.ruleset)
        assert view.seated == decision.seating.players
        assert view.seated[view.position] == decision.player
        assert not any(request.five_card_draw.seats[decision.seating.seats[p]].player != player for p, player in enumerate(view.seated))
        seen.add(view.seated)
        decision = leg.act(decision, random.choice(view.legal)) or leg.deal_next()
    assert {len(seated) for seated in seen} == {2, 3}


@pytest.mark.parametrize("stacks", STACKS)
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32))
def test_the_end_of_a_hand_reads_back_as_what_a_bot_of_ours_is_shown(players, stacks, number):
    """Contract, HandEnd: the whole hand as its receiver may know it, cards shown included; nothing to who was not dealt in."""
    random = Random(number)
    heard: Heard = []
    leg = Leg(spec_of(*"abcdef"[:players], seed=random.randbytes(32), **STACKS[stacks]), random.randrange(players))
    seats = [LocalSeat(remembering_bots(heard), max_in_flight=not player) for player in range(players)]
    told: Heard = []
    table = Table(leg, [Telling(seat, told) for seat in seats])
    table.open_nowait()
    assert table.result.status == Status.COMPLETED
    assert told == [(player, view) for player, view in heard if view.stage == Stage.OVER]
    assert len(told) == sum(len(record.stack_chips) or players for record in leg.records)


class Telling:
    """A seat of this process whose bot is shown the end of every hand, and that keeps what a bot over the wire would be told of it."""

    hand_ends = True

    def __init__(self, seat: LocalSeat, told: Heard) -> None:
        self.told = told
        self.hand_over = seat.hand_over_nowait
        self.max_in_flight = seat.max_in_flight
        self.sit_nowait, self.ask_nowait, self.leave_nowait = seat.sit_nowait, seat.ask_nowait, seat.leave_nowait

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        self.hand_over(sitting, last)
        end = play_pb2.HandEnd.FromString(codec.hand_end(sitting, last).SerializeToString())
        view = read_hand_end(end, sitting.info.ruleset)
        assert (view is None) == (sitting.player not in last.seating.players) == (not end.HasField("five_card_draw"))
        if view is not None:
            self.told.append((sitting.player, view))


def test_the_end_of_a_hand_says_so_and_leaves_nothing_to_do():
    """Contract, HandEnd.five_card_draw and DrawPhase. By hand: antes of 1, a bet of 2 that nobody matches, so 2 chips lie in the pot."""
    leg = Leg(spec_of("a", "b"), 0)
    first = leg.deal_next()
    last = leg.act(first, Kind.BET)
    assert leg.act(last, Kind.FOLD) is None
    end = codec.hand_end(sittings_of(leg)[last.player], last)
    view = end.five_card_draw
    assert (view.phase, view.to_call_chips, view.pot_chips) == (five_card_draw_pb2.DRAW_PHASE_OVER, 0, 2)
    assert [(event.seat == view.seat, event.kind, event.chips) for event in view.events] == [(False, Kind.BET, 2), (True, Kind.FOLD, 0)]
    assert [(seat.committed_hand_chips, seat.folded) for seat in view.seats if seat.player == last.player] == [(1, True)]
    assert [pot.chips for pot in end.pots] == [2]
    assert five_card_draw_pb2.DRAW_PHASE_OVER == Stage.OVER


@pytest.mark.parametrize("stacks", STACKS.values())
def test_a_ruleset_reads_back(stacks):
    ruleset = spec_of("a", "b", **stacks).ruleset
    assert read_ruleset(ruleset_message(ruleset)) == ruleset


HOLE = parse_cards("AsKd7h7c2d")


def draw(discards: str) -> play_pb2.Answer:
    return play_pb2.Answer(kind=action_pb2.ACTION_KIND_DRAW, discards=discards)


@pytest.mark.parametrize(
    ("discards", "mask"), [("", 0), ("As", 0b00001), ("2d", 0b10000), ("2dAs", 0b10001), ("7c7hKd", 0b01110), ("Kd7h7c", 0b01110)]
)
def test_discards_are_read_in_any_order(discards, mask):
    """Bit i is the i-th hole card; standing pat is the empty text."""
    assert read_answer(draw(discards), HOLE) == 32 + mask


@pytest.mark.parametrize("kind", ["FOLD", "CHECK", "CALL", "BET", "RAISE"])
def test_betting_kinds_are_their_numbers(kind):
    """The numbers of ``Kind`` are those of ``ActionKind``."""
    answer = play_pb2.Answer(kind=action_pb2.ActionKind.Value(f"ACTION_KIND_{kind}"))
    assert read_answer(answer, HOLE) == Kind[kind]


@pytest.mark.parametrize("discards", ["2c", "AsAs", "As2cKd", "AsKd7h7c", "AsKd7h7c2d", "AsAsAsAsAsAsAsAs", "As" * 10_000])
def test_discards_the_rules_do_not_allow(discards):
    """Contract: distinct cards of the player's own, at most three: readable, but illegal."""
    with pytest.raises(IllegalAction, match="discards"):
        read_answer(draw(discards), HOLE)


@pytest.mark.parametrize("discards", ["A", "AsK", "as", "sA", "1s", "10", "Xx", " As", "As ", "Ås", "As,Kd", "🂡", "\0\0", "AsKd7h?"])
def test_discards_that_mean_nothing(discards):
    """Contract: cards that are none; an odd length too."""
    with pytest.raises(SeatGarbled, match="is no card"):
        read_answer(draw(discards), HOLE)


@pytest.mark.parametrize("kind", [0, 9, 99, -1, 2**31 - 1])
def test_kinds_that_are_unknown(kind):
    """Contract: unreadable, whether never legal or from a future version."""
    with pytest.raises(SeatGarbled, match=f"kind {kind} is unknown"):
        read_answer(play_pb2.Answer.FromString(play_pb2.Answer(kind=kind).SerializeToString()), HOLE)


@pytest.mark.parametrize("kind", ["STAKE", "REBET"])
def test_kinds_of_another_game_are_known_and_never_legal(kind):
    """One vocabulary for all games: a stake is readable, and not among the legal actions of draw."""
    code = read_answer(play_pb2.Answer(kind=action_pb2.ActionKind.Value(f"ACTION_KIND_{kind}")), HOLE)
    decision = Leg(spec_of("a", "b"), 0).deal_next()
    assert code not in decision.hand.legal
    with pytest.raises(IllegalAction):
        decision.hand.act(code)


@pytest.mark.parametrize("all_in", [False, True])
def test_a_table_is_described_in_full(all_in):
    """Every field of TableOpened from what the match says; the commitment is the hash of the seed."""
    spec = spec_of("a", "b", "c", deals=7, all_in=all_in)
    sitting = sittings_of(Leg(spec, 0))[1]
    message = codec.table_opened(sitting)
    assert (message.table_id, message.tournament_name, message.hand_count) == (sitting.info.table_id, "Test", 7)
    assert (list(message.player_names), message.player) == (["a", "b", "c"], 1)
    assert (message.deal_commitment, message.bot_seed) == (spec.commitment, sitting.info.bot_seed)
    clock = message.clock
    limits = (clock.move_limit.seconds, clock.table_limit.seconds, clock.grace.seconds, clock.incident_limit)
    assert limits == (20, 700, 30, 20)
    ruleset = message.five_card_draw
    assert (ruleset.ante_chips, ruleset.small_bet_chips, ruleset.big_bet_chips) == ((2, 4, 8) if all_in else (1, 2, 4))
    assert (ruleset.max_raises, ruleset.all_in, ruleset.carry) == (3, all_in, False)
    assert ruleset.HasField("starting_stack_chips") == all_in
    assert ruleset.starting_stack_chips == (25 if all_in else 0)


def play_randomly(leg: Leg, random: Random) -> Decision:
    """The last decision of the leg's next hand, which is over."""
    following = leg.deal_next()
    while following is not None:
        last = following
        following = leg.act(last, random.choice(last.hand.legal))
    return last


@pytest.mark.parametrize("number", range(30))
def test_the_end_of_a_hand_shows_what_was_opened_and_no_more(number):
    """Rules, A hand 7 and 8: all who have not folded open their cards, or nobody does; chips are those of the replay."""
    players = 2 + number % 5
    spec = spec_of(*"abcdef"[:players], deals=1, all_in=bool(number % 2), seed=bytes([number]) * 32)
    leg = Leg(spec, 0)
    last = play_randomly(leg, Random(number))
    hand = last.hand
    message = codec.hand_end(sittings_of(leg)[0], last)
    folded = {position for kind, position, _ in hand.log if kind == Kind.FOLD}
    shown = [] if len(folded) == players - 1 else [p for p in range(players) if p not in folded]
    seats = [(1 + position) % players for position in range(players)]
    assert [(card.seat, card.cards) for card in message.shown_hands] == [(seats[p], cards_text(hand.hole[p])) for p in shown]
    again = replay_hand(leg.records[0], spec.ruleset, deal_cards(deal_key(spec.seed, 0)), players)
    net = {(1 + position) % players: chips for position, chips in enumerate(again.net)}
    assert list(message.net_chips) == [net[player] for player in range(players)]
    assert sum(message.net_chips) == 0
    assert [(pot.chips, list(pot.winner_seats)) for pot in message.pots] == [
        (pot.chips, [seats[p] for p in again.winners(pot)]) for pot in again.pots
    ]


def test_a_view_is_no_longer_than_it_must_be():
    """Requests are self-contained and small: by hand, the first request of a table of six stays below 300 bytes."""
    leg = Leg(spec_of(*"abcdef"), 0)
    decision = leg.deal_next()
    data = codec.request_bytes(1, sittings_of(leg)[decision.player], decision, codec.Clocks(1, 1), resent=False)
    assert len(data) < 300
    assert isinstance(play_pb2.Request.FromString(data).five_card_draw, five_card_draw_pb2.FiveCardDrawView)


@pytest.mark.parametrize("kind", ["late", "illegal", "unreadable", "stale", "gone"])
@pytest.mark.parametrize("played", ["fold", "check", "stand pat", ""])
def test_faults_say_what_was_played(kind, played):
    """Contract, FaultReported: the action played instead; unspecified for none; standing pat is a draw."""
    sitting = sittings_of(Leg(spec_of("a", "b"), 0))[0]
    message = codec.fault_reported(FaultNotice(sitting, None, Fault(0, 3, kind, "why", played, 1), 4), 17)
    assert message.kind == play_pb2.FaultKind.Value(f"FAULT_KIND_{kind.upper()}")
    name = {"fold": "FOLD", "check": "CHECK", "stand pat": "DRAW", "": "UNSPECIFIED"}[played]
    assert message.played == action_pb2.ActionKind.Value(f"ACTION_KIND_{name}")
    assert (message.decision_id, message.detail, message.incident_count, message.incident_limit) == (17, "why", 4, 20)


@pytest.mark.parametrize("status", list(Status))
def test_the_end_of_a_table(status):
    """Contract, TableClosed."""
    sitting = sittings_of(Leg(spec_of("a", "b"), 0))[0]
    sitting.table.leg.net_chips[:] = [-3, 3]
    message = codec.table_closed(sitting, LegResult(status, (), (0, 0), reason="because"))
    assert message.status == play_pb2.TableStatus.Value(f"TABLE_STATUS_{status.name}")
    assert (message.table_id, message.reason, list(message.net_chips)) == (sitting.info.table_id, "because", [-3, 3])


def test_a_short_bet_of_all_chips_is_still_known_at_the_draw():
    """By hand: 4 chips, antes of 2, an opening all-in of 2 is half of the small bet 4, so a full wager; the view at the draw says so."""
    spec = replace(spec_of("a", "b", deals=1), ruleset=replace(ALL_IN, starting_stack=4))
    leg = Leg(spec, 0)
    decision = leg.act(leg.act(leg.deal_next(), Kind.BET), Kind.CALL)
    assert (decision.hand.stage, decision.hand.wagers) == (Stage.DRAW, 1)
    data = codec.request_bytes(7, sittings_of(leg)[decision.player], decision, codec.Clocks(1, 1), resent=False)
    assert read_view(play_pb2.Request.FromString(data), spec.ruleset) == decision.hand.view(decision.position)

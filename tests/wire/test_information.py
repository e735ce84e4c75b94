"""No byte a bot receives depends on what it may not know (design, The product, 3; contract, Guarantees).

Two proofs. First, an oracle that shares no code with the arena but the deal itself: it replays every hand by the rules page, knows
what each player has seen at the moment of each message, and wants every card in the bytes to be one of those. Second, the same
table twice, the second time with every card exchanged that the player never saw: the bytes must be the same.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest
import trio

from arena.dealer import FaultNotice, Sitting
from arena.matches import Decision, Leg, LegResult, MatchSpec, Status, deal_key
from arena.rules import HandRecord, deal_cards
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.v1.five_card_draw_pb2 import FiveCardDrawView
from arena.wire import open_lobby
from tests.wire.playing import PATIENT, Client, open_client, open_table, random_answers, spec_of
from tests.wire.wire_format import leaves

CARD = re.compile(r"[2-9TJQKA][cdhs]")
RUN = re.compile(rb"(?:[2-9TJQKA][cdhs]){4,}")
RESPONSE = play_pb2.PlayResponse.DESCRIPTOR
FOLD, DRAW = ActionKind.ACTION_KIND_FOLD, ActionKind.ACTION_KIND_DRAW

# The oracle.


def text(card: int) -> str:
    """The rules' text of a card number: four times the rank plus the suit."""
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


def texts(cards: list[int]) -> str:
    return "".join([text(card) for card in cards])


@dataclass
class Told:
    """One hand as the rules page tells it: what each position holds, and who acted how, from the stored actions alone."""

    dealt: list[list[int]]
    held: list[list[int]]
    discarded: list[list[int]] = field(default_factory=list)
    kinds: list[tuple[int, int]] = field(default_factory=list)
    """(position, kind) of each action, in order."""
    folded: set[int] = field(default_factory=set)

    def at_showdown(self) -> list[int]:
        """Positions that open their cards: none when all but one have folded."""
        left = [position for position in range(len(self.dealt)) if position not in self.folded]
        return left if len(left) > 1 else []


def tell(spec: MatchSpec, record: HandRecord, actors: list[int]) -> Told:
    """Hole card i of position p is π[i·n + p], its j-th replacement π[5n + 3p + j] (rules page, A hand)."""
    players = len(spec.players)
    deal = deal_cards(deal_key(spec.seed, record.deal_number))
    dealt = [[deal[i * players + p] for i in range(5)] for p in range(players)]
    told = Told(dealt, [list(cards) for cards in dealt], [[] for _ in range(players)])
    for position, code in zip(actors, record.actions, strict=True):
        if code >= 32:
            given = [i for i in range(5) if code - 32 >> i & 1]
            told.discarded[position] = [told.held[position][i] for i in given]
            for j, i in enumerate(given):
                told.held[position][i] = deal[5 * players + 3 * position + j]
            code = DRAW
        elif code == FOLD:
            told.folded.add(position)
        told.kinds.append((position, code))
    return told


# Playing, with everything kept.


@dataclass
class Recorded:
    """What a bot received, and the order of everything that happened, over all bots."""

    client: Client
    player: int
    received: list[tuple[int, bytes]] = field(default_factory=list)
    """(moment, bytes)."""
    answered: dict[tuple[int, int], int] = field(default_factory=dict)
    """Moment at which the answer to (hand, actions before) was sent."""

    async def play(self, moments: Iterator[int], random: Random) -> None:
        decide = random_answers(random)
        while (message := await self.client.receive()) is not None:
            self.received.append((next(moments), self.client.raw[-1][1]))
            for request in message.requests.requests:
                self.answered[request.hand_number, len(request.five_card_draw.events)] = next(moments)
            if message.HasField("requests"):
                self.client.answer(*[decide(request) for request in message.requests.requests])
            elif message.HasField("table_closed"):
                return


async def play_recorded(spec: MatchSpec, in_flight: int, seed: int) -> tuple[list[Recorded], LegResult]:
    """A leg among bots over sockets that choose at random."""
    moments = count()
    recorded = []
    async with open_lobby() as lobby:
        seats = []
        for player, name in enumerate(spec.players):
            token, seat = lobby.expect_nowait(name)
            client = Client(lobby.port, token)
            client.hello(max_in_flight=in_flight, hand_ends=True)
            await seat.welcomed.wait()
            seats.append(seat)
            recorded.append(Recorded(client, player))
        table = open_table(spec, *seats)
        async with trio.open_nursery() as nursery:
            for bot in recorded:
                nursery.start_soon(bot.play, moments, Random(seed * 100 + bot.player))
        for bot in recorded:
            bot.client.close()
    assert table.result.status == Status.COMPLETED
    assert table.result.faults == ()
    return recorded, table.result


def public_texts(spec: MatchSpec, leg: Leg, player: int) -> dict[str, set[str]]:
    """Every field of text that is not about cards, with what may stand in it; a name of a card by accident is harmless there."""
    info = leg.table_info(player)
    return {
        "table_opened.table_id": {info.table_id},
        "table_opened.tournament_name": {spec.tournament_name},
        "table_opened.player_names": set(spec.players),
        "table_opened.deal_commitment": {spec.commitment},
        "requests.requests.table_id": {info.table_id},
        "hands_ended.hands.table_id": {info.table_id},
        "table_closed.table_id": {info.table_id},
        "table_closed.reason": {""},
    }


CARD_FIELDS = {
    "requests.requests.five_card_draw.hole_cards",
    "requests.requests.five_card_draw.discarded",
    "hands_ended.hands.five_card_draw.hole_cards",
    "hands_ended.hands.five_card_draw.discarded",
    "hands_ended.hands.shown_hands.cards",
}


def actors_of(recorded: list[Recorded], spec: MatchSpec) -> dict[int, dict[int, int]]:
    """By hand: which player was asked when so many actions had been done; from what was asked, not from our rules."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for bot in recorded:
        for hand, done in bot.answered:
            assert done not in found[hand], "two players asked at the same moment of a hand"
            found[hand][done] = bot.player
    return found


def check_bot(bot: Recorded, spec: MatchSpec, leg: Leg, hands: dict[int, Told], ended_at: dict[int, int]) -> int:
    """Every card and every text in a bot's bytes is one it may know at that moment; how many cards were looked at."""
    public = public_texts(spec, leg, bot.player)
    players = len(spec.players)
    seen = 0
    for moment, data in bot.received:
        message = play_pb2.PlayResponse.FromString(data)
        allowed: list[str] = []
        for request in message.requests.requests:
            told, position = hands[request.hand_number], position_of(spec, request.hand_number, bot.player)
            allowed += check_view(request.five_card_draw, request.hand_number, told, position)
            assert told.kinds[len(request.five_card_draw.events)][0] == position
        for end in message.hands_ended.hands:
            told = hands[end.hand_number]
            assert moment > ended_at[end.hand_number], "the end of a hand is told before its last answer was sent"
            seats = {position: (end.hand_number + 1 + position) % players for position in range(players)}
            expected = {seats[position]: texts(told.held[position]) for position in told.at_showdown()}
            assert {shown.seat: shown.cards for shown in end.shown_hands} == expected
            allowed += expected.values()
            allowed += check_view(end.five_card_draw, end.hand_number, told, position_of(spec, end.hand_number, bot.player))
            assert len(end.five_card_draw.events) == len(told.kinds)
        found = []
        for path, value in leaves(data, RESPONSE):
            if path in CARD_FIELDS:
                found.append(value.decode())
            elif isinstance(value, bytes) and not path.endswith("{") and "winner_seats" not in path and "net_chips" not in path:
                assert value.decode() in public[path], path
        assert sorted(found) == sorted([cards for cards in allowed if cards])
        for run in RUN.findall(data):
            assert run.decode() in found
        seen += sum(len(CARD.findall(cards)) for cards in found)
        assert message.ByteSize() == len(data), "nothing stands in the bytes twice"
    return seen


def position_of(spec: MatchSpec, number: int, player: int) -> int:
    """Player j sits at seat j in the first leg; the button of hand i is seat i mod n, position 0 is left of it."""
    return (player - number - 1) % len(spec.players)


def check_view(view: FiveCardDrawView, number: int, told: Told, position: int) -> list[str]:
    """A view's cards are the player's own at this moment, its history is the true one so far; the cards it may hold."""
    done = len(view.events)
    players = len(told.dealt)
    seats = [(number + 1 + p) % players for p in range(players)]
    assert [(event.seat, event.kind) for event in view.events] == [(seats[p], kind) for p, kind in told.kinds[:done]]
    assert [event.discard_count for event in view.events] == [
        len(told.discarded[p]) if kind == DRAW else 0 for p, kind in told.kinds[:done]
    ]
    assert position == seats.index(view.seat)
    drawn = (position, DRAW) in told.kinds[:done]
    hole = texts(told.held[position] if drawn else told.dealt[position])
    discarded = texts(told.discarded[position]) if drawn else ""
    assert (view.hole_cards, view.discarded) == (hole, discarded)
    return [hole, discarded]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "deals", "in_flight", "all_in"),
    [(2, 600, 16, False), (2, 100, 1, True), (4, 250, 8, False), (4, 100, 16, True), (6, 60, 4, True)],
)
async def test_no_card_appears_that_the_player_may_not_know(players, deals, in_flight, all_in):
    """Rules, What a player may know: own cards before and after the own draw, own discards, hands opened at showdown; nothing else, in
    1,110 hands of bots that choose at random."""
    spec = spec_of(*"abcdef"[:players], deals=deals, all_in=all_in, seed=bytes([players, in_flight]) * 16, clock=PATIENT)
    recorded, result = await play_recorded(spec, in_flight, seed=players)
    asked = actors_of(recorded, spec)
    hands, ended_at = {}, {}
    for record in result.hands:
        number = record.deal_number
        actors = [position_of(spec, number, asked[number][done]) for done in range(len(record.actions))]
        hands[number] = tell(spec, record, actors)
        ended_at[number] = max(bot.answered.get((number, len(actors) - 1), -1) for bot in recorded)
    leg = Leg(spec, 0)
    for bot in recorded:
        assert play_pb2.PlayResponse.FromString(bot.received[0][1]).HasField("welcome")
        del bot.received[0]  # who the bot is, and its session key, which is random
        assert check_bot(bot, spec, leg, hands, ended_at) > 10 * deals
    shown = sum(bool(told.at_showdown()) for told in hands.values())
    assert 0 < shown < deals, "both ends of hands must have been looked at"


# Exchanged cards.


class ExchangedLeg(Leg):
    """A leg of given deals, under the name and commitment of the seed's."""

    def __init__(self, spec: MatchSpec, deals: list[tuple[int, ...]]) -> None:
        super().__init__(spec, 0)
        self._deals = deals

    def deal(self, number: int, players: int) -> tuple[int, ...]:
        return self._deals[number][: 8 * players]


class Scripted:
    """A seat of this process that chooses by hand number, position and public history, never by a card."""

    max_in_flight = 1
    hand_ends = False

    def __init__(self, showdowns: bool) -> None:
        self.showdowns = showdowns

    def sit_nowait(self, sitting: Sitting) -> None:
        pass

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> int:
        hand, legal = decision.hand, decision.hand.legal
        random = Random(f"{decision.number} {decision.position} {len(hand.log)}")
        if int(hand.stage) == 2:
            return random.choice(legal)
        wins = decision.number % hand.players == decision.position
        if int(hand.stage) == 3 and not self.showdowns:
            wishes = (4, 5, 3, 2) if wins else (2, 1)
            return next(code for code in wishes if code in legal)
        return random.choice([code for code in legal if code != 1 or not wins])

    def fault_nowait(self, notice: FaultNotice) -> None:
        raise AssertionError("it plays by the rules")

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        pass

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        pass


def scripted_answer(request: play_pb2.Request, showdowns: bool) -> play_pb2.Answer:
    """The same by hand number and history for the bot that is watched; at the draw it throws away by place, not by card."""
    view, players = request.five_card_draw, len(request.five_card_draw.seats)
    random = Random(f"watched {request.hand_number} {len(view.events)}")
    kinds = [action.kind for action in request.legal_actions]
    answer = play_pb2.Answer(decision_id=request.decision_id)
    position = (view.seat - view.button - 1) % players
    wins = request.hand_number % players == position
    if kinds == [DRAW]:
        places = random.sample(range(5), random.randint(0, 3))
        answer.kind = DRAW
        answer.discards = "".join(view.hole_cards[2 * place : 2 * place + 2] for place in places)
    elif view.phase == 3 and not showdowns:
        answer.kind = next(kind for kind in ((4, 5, 3, 2) if wins else (2, 1)) if kind in kinds)
    else:
        answer.kind = random.choice([kind for kind in kinds if kind != FOLD or not wins])
    return answer


async def watch(spec: MatchSpec, deals: list[tuple[int, ...]], in_flight: int, *, showdowns: bool) -> tuple[list[list], LegResult]:
    """Play the deals; every message the watched bot got, as the row of its scalars, without what is random or of time."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("watched")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=in_flight, hand_ends=True)
            await seat.welcomed.wait()
            others = [Scripted(showdowns) for _ in spec.players[1:]]
            table = open_table(spec, seat, *others, leg=ExchangedLeg(spec, deals))
            await client.play(lambda request: scripted_answer(request, showdowns))
            rows = [list(leaves(data, RESPONSE)) for _, data in client.raw]
    assert (table.result.status, table.result.faults) == (Status.COMPLETED, ())
    assert rows[0][1][0] == "welcome{"
    return [[leaf for leaf in row if "time_left." not in leaf[0]] for row in rows[1:]], table.result


def exchange(spec: MatchSpec, deal: tuple[int, ...], record: HandRecord, player: int, random: Random) -> tuple[int, ...]:
    """The deal again, with all cards in other places but those the player has seen by the end of the hand."""
    players = len(spec.players)
    own = position_of(spec, record.deal_number, player)
    hand = spec.game.new_hand(spec.ruleset, deal[: 8 * players], players)
    for code in record.actions:
        hand.act(code)
    fixed = set()
    for p in range(players):
        if p != own and not hand.shown >> p & 1:
            continue
        drawn = hand.discards[p].bit_count()
        places = [i * players + p for i in range(5)]
        seen = [place for i, place in enumerate(places) if p == own or not hand.discards[p] >> i & 1]
        fixed |= {*seen, *[5 * players + 3 * p + j for j in range(drawn)]}
    free = [place for place in range(52) if place not in fixed]
    cards = [deal[place] for place in free]
    random.shuffle(cards)
    changed = list(deal)
    for place, card in zip(free, cards, strict=True):
        changed[place] = card
    return tuple(changed)


@pytest.mark.slow
@pytest.mark.parametrize("showdowns", [False, True])
@pytest.mark.parametrize(("players", "in_flight", "all_in"), [(2, 1, False), (2, 16, True), (4, 1, True), (4, 8, False), (6, 16, False)])
async def test_exchanging_unseen_cards_changes_no_byte(players, in_flight, all_in, showdowns):
    """Contract: nothing in any field, order, size or number depends on cards the seat may not know. Times that are left come from a
    real clock and are passed over, everything else is compared, in the order of the bytes."""
    spec = spec_of("watched", *"bcdef"[: players - 1], deals=60, all_in=all_in, clock=PATIENT)
    random = Random(players * in_flight)
    deals = [tuple(random.sample(range(52), 52)) for _ in range(spec.deal_count)]
    first, result = await watch(spec, deals, in_flight, showdowns=showdowns)
    for again in range(2):
        exchanged = [exchange(spec, deal, record, 0, Random(again)) for deal, record in zip(deals, result.hands, strict=True)]
        assert all(a != b for a, b in zip(deals, exchanged, strict=True))
        second, other_result = await watch(spec, exchanged, in_flight, showdowns=showdowns)
        assert [record.actions for record in other_result.hands] == [record.actions for record in result.hands]
        assert first == second
    ended = sum(leaf == "hands_ended.hands.shown_hands.cards" for row in first for leaf, _ in row)
    assert ended if showdowns else all_in or not ended, "hands must have ended as the variant says"

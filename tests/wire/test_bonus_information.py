"""No byte a bot receives against the house depends on what it may not know (contract, Guarantees; rules, What a player may know).

Two proofs, as for the draw game. First, an oracle that shares no code with the arena but the deal itself: it says by the rules
page which cards are known at each step, and wants every text in the bytes to be one of those. Second, the same table
again with every card exchanged that the player never saw: the bytes must be the same, but for what a showdown opens.
"""

from collections.abc import Iterator
from random import Random

import pytest

from arena.matches import Leg, LegResult, MatchSpec, Status, deal_key
from arena.rules import deal_cards
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import open_lobby
from tests.wire.playing import BONUS_RULESETS, FIXED, bonus_spec_of, open_client, open_table, random_answers
from tests.wire.wire_format import leaves

RESPONSE = play_pb2.PlayResponse.DESCRIPTOR
FOLD, BET = ActionKind.ACTION_KIND_FOLD, ActionKind.ACTION_KIND_BET
CARD_FIELDS = {
    "requests.requests.holdem_bonus.hole_cards",
    "requests.requests.holdem_bonus.board",
    "hands_ended.hands.house.house_cards",
    "hands_ended.hands.house.board",
}
NUMBERS_IN_A_ROW = {"hands_ended.hands.net_chips", "table_closed.net_chips", "table_opened.holdem_bonus.bonus_odds"}
BOARD_SIZES = {1: 0, 2: 0, 3: 3, 4: 4}
"""Rules, A hand: by step, from the stake to the river decision."""


def texts(cards: tuple[int, ...]) -> str:
    """The rules' text of card numbers: four times the rank plus the suit."""
    return "".join(["23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in cards])


def public_texts(spec: MatchSpec) -> dict[str, set[str]]:
    """Every field of text that is not about cards, with what may stand in it."""
    table = {Leg(spec, 0).table_info(0).table_id}
    return {
        "table_opened.table_id": table,
        "table_opened.tournament_name": {spec.tournament_name},
        "table_opened.player_names": set(spec.players),
        "table_opened.deal_commitment": {spec.commitment},
        "requests.requests.table_id": table,
        "hands_ended.hands.table_id": table,
        "table_closed.table_id": table,
        "table_closed.reason": {""},
    }


class Oracle:
    """What the player has been told of each hand, by the rules page: cards alternate, then the board; from the bot's own answers."""

    def __init__(self, spec: MatchSpec) -> None:
        self.deals = [deal_cards(deal_key(spec.seed, number), 9) for number in range(spec.deal_count)]
        self.public = public_texts(spec)
        self.answered: dict[int, list[int]] = {}
        """By hand: the kinds of the answers sent so far, in the order of the steps."""
        self.opened = 0

    def answer(self, request: play_pb2.Request, kind: int) -> None:
        self.answered.setdefault(request.hand_number, []).append(kind)

    def request_cards(self, request: play_pb2.Request) -> list[str]:
        """A request's step follows on what has been answered; the cards of that step, and no other."""
        deal, view = self.deals[request.hand_number], request.holdem_bonus
        answered = self.answered.get(request.hand_number, [])
        assert len(answered) == view.step - 1
        assert FOLD not in answered
        hole = texts((deal[0], deal[2])) if answered else ""
        board = texts(deal[4 : 4 + BOARD_SIZES[view.step]])
        assert (view.hole_cards, view.board) == (hole, board)
        return [hole, board]

    def end_cards(self, end: play_pb2.HandEnd) -> list[str]:
        """The house's cards and the board after four answers; nothing after a fold."""
        deal, answered = self.deals[end.hand_number], self.answered[end.hand_number]
        assert answered[1:] == [FOLD] or len(answered) == 4, "the end of a hand is told before its last answer was sent"
        shown = len(answered) == 4
        self.opened += shown
        cards = [texts((deal[1], deal[3])), texts(deal[4:9])] if shown else ["", ""]
        assert [end.house.house_cards, end.house.board] == cards
        return cards

    def check(self, data: bytes) -> int:
        """Every text in a message is known to the player at this moment; how many cards were in it."""
        message = play_pb2.PlayResponse.FromString(data)
        allowed = [text for request in message.requests.requests for text in self.request_cards(request)]
        allowed += [text for end in message.hands_ended.hands for text in self.end_cards(end)]
        found = []
        for path, value in leaves(data, RESPONSE):
            if path in CARD_FIELDS:
                found.append(value.decode())
            elif isinstance(value, bytes) and not path.endswith("{") and path not in NUMBERS_IN_A_ROW:
                assert value.decode() in self.public[path], path
        assert found == [text for text in allowed if text], "in this order too"
        assert message.ByteSize() == len(data), "nothing stands in the bytes twice"
        return sum(len(text) for text in found) // 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "deals", "in_flight"), [("fixed", 400, 1), ("fixed", 600, 64), ("chosen", 200, 1), ("chosen", 200, 64), ("purse", 200, 64)]
)
async def test_no_card_appears_that_the_player_may_not_know(rules, deals, in_flight):
    """Rules, What a player may know: own cards after the stake, the board so far, the house's cards after a showdown."""
    spec = bonus_spec_of(BONUS_RULESETS[rules], deals, seed=bytes([deals % 251, in_flight]) * 16)
    oracle, decide, seen = Oracle(spec), random_answers(Random(deals)), 0
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=in_flight, hand_ends=True)
            await seat.welcomed.wait()
            table = open_table(spec, seat)
            await client.receive_kind("welcome")  # who the bot is, and its session key, which is random
            while (message := await client.receive()) is not None:
                seen += oracle.check(client.raw[-1][1])
                answers = [decide(request) for request in message.requests.requests]
                for request, answer in zip(message.requests.requests, answers, strict=True):
                    oracle.answer(request, answer.kind)
                if answers:
                    client.answer(*answers)
                if message.HasField("table_closed"):
                    break
    assert (table.result.status, table.result.faults) == (Status.COMPLETED, ())
    assert seen > 3 * len(table.result.hands)
    assert 0 < oracle.opened < len(table.result.hands), "both ends of hands must have been looked at"


# Exchanged cards.


class ExchangedLeg(Leg):
    """A leg of given deals, under the name and commitment of the seed's."""

    def __init__(self, spec: MatchSpec, deals: list[tuple[int, ...]]) -> None:
        super().__init__(spec, 0)
        self._deals = deals

    def deal(self, number: int, players: int) -> tuple[int, ...]:
        return self._deals[number][:9]


def scripted(folding: int) -> object:
    """Answers by hand number and step, never by a card: of so many hands, one is played to its end and the others are given up."""

    def decide(request: play_pb2.Request) -> play_pb2.Answer:
        number, step = request.hand_number, request.holdem_bonus.step
        random = Random(f"{number} {step}")
        kinds = [action.kind for action in request.legal_actions]
        if FOLD in kinds:
            kind = BET if number % folding == folding - 1 else FOLD
        elif step == 1:
            return random_answers(random)(request)
        else:
            kind = random.choice(kinds)
        return play_pb2.Answer(decision_id=request.decision_id, kind=kind)

    return decide


async def watch(spec: MatchSpec, deals: list[tuple[int, ...]], in_flight: int, folding: int) -> tuple[list[list], LegResult]:
    """Play the deals; every message the bot got, as the row of its scalars in the order of the bytes, without what is random or of time."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=in_flight, hand_ends=True)
            await seat.welcomed.wait()
            table = open_table(spec, seat, leg=ExchangedLeg(spec, deals))
            await client.play(scripted(folding))
            rows = [list(leaves(data, RESPONSE)) for _, data in client.raw]
    assert (table.result.status, table.result.faults) == (Status.COMPLETED, ())
    assert rows[0][1][0] == "welcome{"
    return [[leaf for leaf in row if "time_left." not in leaf[0]] for row in rows[1:]], table.result


def exchange(deal: tuple[int, ...], random: Random, *, played: bool) -> tuple[int, ...]:
    """The deal again, all cards in other places but those the player had seen before the hand ended.

    Its own two; of a hand that was played to its end the first four of the board: the fifth is in no request.
    """
    fixed = {0, 2, 4, 5, 6, 7} if played else {0, 2}
    free = [place for place in range(52) if place not in fixed]
    cards = [deal[place] for place in free]
    random.shuffle(cards)
    changed = list(deal)
    for place, card in zip(free, cards, strict=True):
        changed[place] = card
    return tuple(changed)


def random_deals(random: Random, deal_count: int) -> list[tuple[int, ...]]:
    return [tuple(random.sample(range(52), 52)) for _ in range(deal_count)]


def but_for_showdowns(rows: list[list]) -> Iterator[list]:
    """Rows without what a showdown opens: the house's cards, the board at the end, and what was won."""
    house = "hands_ended.hands.house."
    opened = {house + "house_cards", house + "board", "hands_ended.hands.net_chips", "table_closed.net_chips"}
    for row in rows:
        yield [leaf for leaf in row if leaf[0] not in opened]


@pytest.mark.slow
@pytest.mark.parametrize("in_flight", [1, 64])
@pytest.mark.parametrize("rules", ["fixed", "chosen"])
async def test_exchanging_unseen_cards_of_given_up_hands_changes_no_byte(rules, in_flight):
    """Every hand is given up before the flop: 50 of 52 cards are others, and every byte is the same, to the net of the table."""
    spec = bonus_spec_of(BONUS_RULESETS[rules], 60)
    deals = random_deals(Random(in_flight), spec.deal_count)
    first, result = await watch(spec, deals, in_flight, folding=10**6)
    assert {len(record.actions) for record in result.hands} == {2}
    for again in range(2):
        exchanged = [exchange(deal, Random(again), played=False) for deal in deals]
        second, _ = await watch(spec, exchanged, in_flight, folding=10**6)
        assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("folding", [1, 2])
@pytest.mark.parametrize("in_flight", [1, 64])
@pytest.mark.parametrize("rules", ["fixed", "chosen"])
async def test_exchanging_unseen_cards_of_played_hands_changes_only_what_the_showdown_opens(rules, in_flight, folding):
    """All or half of the hands are played to their end: the house's cards, the fifth board card and the rest of the deck are others;
    what is asked, in which order, in which messages, and what is told of given-up hands are the same."""
    spec = bonus_spec_of(BONUS_RULESETS[rules], 60)
    deals = random_deals(Random(in_flight + folding), spec.deal_count)
    first, result = await watch(spec, deals, in_flight, folding)
    assert {len(record.actions) for record in result.hands} == ({2, 4} if folding == 2 else {4})
    played = [len(record.actions) == 4 for record in result.hands]
    exchanged = [exchange(deal, Random(1), played=whole) for deal, whole in zip(deals, played, strict=True)]
    second, other = await watch(spec, exchanged, in_flight, folding)
    assert [record.actions for record in other.hands] == [record.actions for record in result.hands]
    assert first != second, "the showdowns themselves must differ"
    assert list(but_for_showdowns(first)) == list(but_for_showdowns(second))


@pytest.mark.slow
async def test_with_a_bankroll_nothing_differs_before_the_first_showdown():
    """What a hand nets is seen in the bankroll of the next; up to the message that tells of the first showdown every byte is the same."""
    spec, folding = bonus_spec_of(BONUS_RULESETS["purse"], 30), 6
    deals = random_deals(Random(5), spec.deal_count)
    first, _ = await watch(spec, deals, 64, folding)
    exchanged = [exchange(deal, Random(1), played=number >= folding - 1) for number, deal in enumerate(deals)]
    second, _ = await watch(spec, exchanged, 64, folding)
    ends = [place for place, row in enumerate(first) if any(path == "hands_ended.hands.house.house_cards" for path, _ in row)]
    asked = [path for row in first[: ends[0]] for path, _ in row]
    assert asked.count("requests.requests{") == 2 * (folding - 1) + 4
    assert first[: ends[0]] == second[: ends[0]]
    assert first[ends[0]] != second[ends[0]]


async def test_the_stake_is_asked_before_any_card_is_told():
    """Rules, A hand 1: the stake comes before the deal. With 64 hands asked at once no byte depends on any card of any deal."""
    spec = bonus_spec_of(FIXED, 64)
    told = []
    for seed in (1, 2):
        async with open_lobby() as lobby:
            token, seat = lobby.expect_nowait("bot")
            with open_client(lobby.port, token) as client:
                client.hello(max_in_flight=64)
                await seat.welcomed.wait()
                open_table(spec, seat, leg=ExchangedLeg(spec, random_deals(Random(seed), 64)))
                requests = await client.receive_requests()
                assert len(requests) == 64
                told.append([leaf for leaf in leaves(client.raw[-1][1], RESPONSE) if "time_left." not in leaf[0]])
    assert told[0] == told[1]

"""Against the house over real sockets: whole matches, every fault a bot can commit there, and what a session is like."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

import pytest
import trio

from arena.dealer import LocalSeat
from arena.matches import Leg, LegResult, Status, TableInfo, play_leg
from arena.rules import REBET, BonusStage, HandRecord, HoldemBonusRuleset, HoldemBonusView
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import open_lobby
from arena.wire.bonus_codec import answer_message, read_ruleset, read_view
from tests.misbehaving.bots import never, play_badly
from tests.wire.playing import (
    BONUS_RULESETS,
    CHOSEN,
    FIXED,
    PATIENT,
    PURSE,
    Passive,
    bonus_spec_of,
    open_bonus_game,
    open_client,
    open_table,
    passive,
    random_stake,
    spec_of,
)

STAKE, FOLD, CHECK, BET = (ActionKind.Value(f"ACTION_KIND_{name}") for name in ("STAKE", "FOLD", "CHECK", "BET"))
STEPS = {"stake": 1, "flop": 2, "turn": 3, "river": 4}
SHORT = HoldemBonusRuleset(5, 5, bankroll=15)
"""One ante and its flop bet, and nothing behind."""


# Whole matches.


class HashBot:
    """Deterministic: a choice is a hash of what the view shows. Of the log it looks at no line, since a rebet reads as a stake."""

    def __init__(self, info: TableInfo) -> None:
        """As a factory of built-in bots."""

    def act(self, view: HoldemBonusView) -> int:
        facts = (view.hole_cards, view.board, int(view.stage), view.ante, view.bonus, view.flop_chips, view.turn_chips)
        digest = sha256(repr((*facts, view.bankroll, view.previous_ante)).encode()).digest()
        number = int.from_bytes(digest[:8], "big")
        if REBET in view.legal and number % 3 == 0:
            return REBET
        if view.stage == BonusStage.FLOP and number % 4:
            return view.legal[1]
        return view.legal[number % len(view.legal)]


async def play_over_the_wire(ruleset: HoldemBonusRuleset, deals: int, in_flight: int) -> tuple[LegResult, int]:
    """A leg with the choices of HashBot; how it ended, and the most requests in one message."""
    bot = HashBot(None)
    async with open_bonus_game(ruleset, deals, max_in_flight=in_flight) as game:
        opened = await game.client.receive_kind("table_opened")
        told = read_ruleset(opened.holdem_bonus)

        def decide(request: play_pb2.Request) -> play_pb2.Answer:
            view = read_view(request, told)
            return answer_message(request.decision_id, bot.act(view), view)

        await game.client.play(decide)
        most = max(len(message.requests) for message in game.client.of_kind("requests"))
        return await game.table.wait_over(), most


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "in_flight", "most"), [("fixed", 64, 64), ("fixed", 1, 1), ("chosen", 64, 1), ("purse", 64, 1)])
async def test_a_match_over_the_wire_is_the_match_in_process(rules, in_flight, most):
    """One implementation of the rules; a fixed stake with 64 in flight, a chosen one and a bankroll one hand at a time."""
    ruleset = BONUS_RULESETS[rules]
    expected = play_leg(Leg(bonus_spec_of(ruleset, 150), 0), [HashBot])
    result, found = await play_over_the_wire(ruleset, 150, in_flight)
    assert result.hands == expected.hands
    assert (result.status, result.faults, result.incidents) == (Status.COMPLETED, (), (0,))
    assert found == most
    kinds = {code for hand in result.hands for code in hand.actions}
    assert kinds == {7, 1, 2, 4} if rules == "fixed" else kinds == {7, 8, 1, 2, 4}


@pytest.mark.slow
async def test_a_bankroll_that_is_used_up_ends_the_table_early():
    """Rules: a match ends early when the smallest ante cannot be covered; each request says what is left."""
    async with open_bonus_game(replace(PURSE, bankroll=60), 500, max_in_flight=64, hand_ends=True) as game:
        closed = await game.client.play(highest)
        result = await game.table.wait_over()
        ends = [end for message in game.client.of_kind("hands_ended") for end in message.hands]
        stakes = [request for message in game.client.of_kind("requests") for request in message.requests if request.holdem_bonus.step == 1]
        purse = 60
        for request, end in zip(stakes, ends, strict=True):
            assert (request.hand_number, request.holdem_bonus.bankroll_chips) == (end.hand_number, purse)
            purse += end.net_chips[0]
        assert (closed.status, closed.reason) == (play_pb2.TABLE_STATUS_COMPLETED, "")
        assert list(closed.net_chips) == [purse - 60]
        assert purse < 15
        assert len(result.hands) == len(ends) < 500


def highest(request: play_pb2.Request) -> play_pb2.Answer:
    """The highest ante, and every bet there is."""
    legal = {action.kind: action for action in request.legal_actions}
    kind = next(kind for kind in (STAKE, BET, CHECK) if kind in legal)
    return play_pb2.Answer(decision_id=request.decision_id, kind=kind, ante_chips=legal[kind].max_ante_chips)


async def test_the_decisions_of_a_hand_in_order():
    """Rules, A hand; by hand: the stake of 10 and 3, the flop bet of 20, the check, the bet of 10, then the end; and the rebet."""
    async with open_bonus_game(PURSE, 2, hand_ends=True) as game:
        seen = []
        for kind, ante, bonus in [(STAKE, 10, 3), (BET, 0, 0), (CHECK, 0, 0), (BET, 0, 0)]:
            (request,) = await game.client.receive_requests()
            view, legal = request.holdem_bonus, {ActionKind.Name(a.kind)[12:]: a.chips for a in request.legal_actions}
            chips = (view.ante_chips, view.bonus_chips, view.flop_chips, view.turn_chips, view.bankroll_chips)
            seen.append((view.step, len(view.hole_cards) // 2, len(view.board) // 2, chips, legal))
            game.client.answer(play_pb2.Answer(decision_id=request.decision_id, kind=kind, ante_chips=ante, bonus_chips=bonus))
        assert seen == [
            (1, 0, 0, (0, 0, 0, 0, 400), {"STAKE": 0}),
            (2, 2, 0, (10, 3, 0, 0, 387), {"FOLD": 0, "BET": 20}),
            (3, 2, 3, (10, 3, 20, 0, 367), {"CHECK": 0, "BET": 10}),
            (4, 2, 4, (10, 3, 20, 0, 367), {"CHECK": 0, "BET": 10}),
        ]
        (end,) = (await game.client.receive_kind("hands_ended")).hands
        assert (len(end.house.house_cards), len(end.house.board)) == (4, 10)
        (request,) = await game.client.receive_requests()
        stake, rebet = request.legal_actions
        assert (rebet.kind, rebet.chips, request.holdem_bonus.previous_ante_chips) == (ActionKind.ACTION_KIND_REBET, 10, 10)
        assert (stake.min_ante_chips, stake.max_ante_chips, stake.ante_step_chips, stake.max_bonus_chips) == (5, 50, 5, 20)
        game.client.answer(play_pb2.Answer(decision_id=request.decision_id, kind=rebet.kind, ante_chips=99, discards="??"))
        (request,) = await game.client.receive_requests()
        assert (request.holdem_bonus.ante_chips, request.holdem_bonus.bonus_chips) == (10, 0)
        assert game.client.faults() == []


async def test_coming_back_asks_the_same_decision_again():
    """Contract: with the session key; the same cards and chips under a new id."""
    async with open_bonus_game(CHOSEN, 3) as game:
        (request,) = await game.client.receive_requests()
        game.client.answer(passive(request))
        (asked,) = await game.client.receive_requests()
        with open_client(game.lobby.port, game.token) as client:
            client.hello(session_key=game.client.session_key)
            (again,) = await client.receive_requests()
            assert client.of_kind("table_opened")[0].holdem_bonus == game.client.of_kind("table_opened")[0].holdem_bonus
            assert (again.resent, again.holdem_bonus, again.legal_actions) == (True, asked.holdem_bonus, asked.legal_actions)
            client.answer(passive(again))
            await client.play(passive)
        assert (await game.table.wait_over()).faults == ()


async def test_stakes_inside_the_limits_are_accepted_and_others_are_not():
    """Contract: legal exactly when inside; 20 stakes chosen at random by the fields of the request alone, 20 with an ante off its steps or
    too high."""
    random = Random(3)
    async with open_bonus_game(replace(PURSE, bankroll=10_000), 80) as game:
        while (message := await game.client.receive()) is not None and not message.HasField("table_closed"):
            for request in message.requests.requests:
                answer, number = passive(request), request.hand_number
                if request.holdem_bonus.step == STEPS["stake"]:
                    answer.ante_chips, answer.bonus_chips = random_stake(request, random)
                    answer.ante_chips += number % 2 * random.choice([1, 4, 51])
                elif request.holdem_bonus.step == STEPS["flop"]:
                    answer.kind = FOLD
                game.client.answer(answer)
        result = await game.table.wait_over()
        assert result.status == Status.FORFEITED
        assert [fault.hand_number for fault in result.faults] == list(range(1, 40, 2))
        assert {fault.kind for fault in result.faults} == {"illegal"}


# Faults.


@dataclass(frozen=True)
class BadBot:
    """One fault, at one step."""

    answers: Callable[[play_pb2.Request], list[play_pb2.Answer]]
    detail: str
    """What the bot must be told."""
    step: str = "stake"
    fault: str = "illegal"
    ruleset: HoldemBonusRuleset = PURSE

    def may_spoil(self, request: play_pb2.Request) -> bool:
        """Whether the fault is one here."""
        return request.holdem_bonus.step == STEPS[self.step]


def says(kind: int | str, ante: int = 0, bonus: int = 0) -> Callable[[play_pb2.Request], list[play_pb2.Answer]]:
    """Answers so, whatever is asked."""
    number = ActionKind.Value(f"ACTION_KIND_{kind}") if isinstance(kind, str) else kind

    def answers(request: play_pb2.Request) -> list[play_pb2.Answer]:
        return [play_pb2.Answer(decision_id=request.decision_id, kind=number, ante_chips=ante, bonus_chips=bonus)]

    return answers


OUTSIDE = "must be 5 to 50 in steps of 5"
FAULTS = {
    "an ante below the smallest": BadBot(says("STAKE", 4), f"ante 4: {OUTSIDE}"),
    "an ante above the highest": BadBot(says("STAKE", 55), f"ante 55: {OUTSIDE}"),
    "an ante between two steps": BadBot(says("STAKE", 7), f"ante 7: {OUTSIDE}"),
    "forgets the ante": BadBot(says("STAKE"), f"ante 0: {OUTSIDE}"),
    "forgets a fixed ante": BadBot(says("STAKE"), "ante 0: must be 1", ruleset=FIXED),
    "an ante below nothing": BadBot(says("STAKE", -5), "ante -5: no stake has one below 0"),
    "an enormous ante": BadBot(says("STAKE", 2**63 - 1), "ante 9223372036854775807: no stake has one below 0 or above"),
    "an ante of a code's length": BadBot(says("STAKE", 2**32), "ante 4294967296: no stake has one"),
    "a bonus bet without an ante": BadBot(says("STAKE", 0, 5), "a bonus bet needs an ante"),
    "a bonus bet above the highest": BadBot(says("STAKE", 5, 21), "bonus 21: at most 20"),
    "a bonus bet where there is none": BadBot(says("STAKE", 1, 1), "bonus 1: at most 0", ruleset=FIXED),
    "a bonus bet below nothing": BadBot(says("STAKE", 5, -1), "bonus -1: no stake has one below 0"),
    "an enormous bonus bet": BadBot(says("STAKE", 5, 2**62), "bonus 4611686018427387904: no stake has one below 0 or above"),
    "an ante beyond the bankroll": BadBot(
        says("STAKE", 35), "the bankroll of 100 does not cover an ante of 35", ruleset=replace(PURSE, bankroll=100)
    ),
    "a bonus bet beyond the bankroll": BadBot(
        says("STAKE", 30, 11), "three times itself beside the bonus bet of 11", ruleset=replace(PURSE, bankroll=100)
    ),
    "a rebet before any hand": BadBot(says("REBET"), "rebet: there is no hand before this one"),
    "a check at the stake": BadBot(says("CHECK"), "check: a stake comes first"),
    "a fold at the stake": BadBot(says("FOLD"), "fold: a stake comes first"),
    "a bet at the stake": BadBot(says("BET", 5), "bet: a stake comes first"),
    "a second stake": BadBot(says("STAKE", 5), "the stake is already made", "flop"),
    "a rebet after the stake": BadBot(says("REBET"), "the stake is already made", "turn"),
    "a check before the flop": BadBot(says("CHECK"), "check: the flop decision is fold or bet", "flop"),
    "a fold at the turn": BadBot(says("FOLD"), "fold: the turn decision is check or bet", "turn"),
    "a fold at the river": BadBot(says("FOLD"), "fold: the river decision is check or bet", "river"),
    "a turn bet beyond the bankroll": BadBot(
        says("BET"), "the bankroll of 15 does not cover a bet of 5: 0 are left", "turn", ruleset=SHORT
    ),
    "a river bet beyond the bankroll": BadBot(
        says("BET"), "the bankroll of 15 does not cover a bet of 5: 0 are left", "river", ruleset=SHORT
    ),
    "a call at the stake": BadBot(says("CALL"), "a stake comes first"),
    "a raise at the river": BadBot(says("RAISE"), "the river decision is check or bet", "river"),
    "a draw at the turn": BadBot(says("DRAW"), "the turn decision is check or bet", "turn"),
    "an unknown kind at the stake": BadBot(says(77, 5), "kind 77 is unknown", fault="unreadable"),
    "a line of the log as a kind": BadBot(says(9, 5), "kind 9 is unknown", fault="unreadable"),
    "no kind at the flop": BadBot(says(0), "kind 0 is unknown", "flop", "unreadable"),
    "an unknown kind at the river": BadBot(says(-1), "kind -1 is unknown", "river", "unreadable"),
    "never answers at the stake": BadBot(never, "no answer within the limit", fault="late"),
    "never answers at the flop": BadBot(never, "no answer within the limit", "flop", "late"),
    "never answers at the turn": BadBot(never, "no answer within the limit", "turn", "late"),
}


def defaults(bot: BadBot) -> tuple[int, str, list[int]]:
    """Rules, Default action: the kind that is played, its words, and the codes of the hand, the rest of it played as ``passive`` does."""
    if bot.step == "stake":
        return STAKE, f"stake {bot.ruleset.ante_min}", [STAKE, BET, CHECK, CHECK]
    if bot.step == "flop":
        return FOLD, "fold", [STAKE, FOLD]
    return CHECK, "check", [STAKE, BET, CHECK, CHECK]


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_costs_the_default_action_and_play_goes_on(name):
    """Rules, Default action: the smallest ante and no bonus bet, a fold before the flop, then checks; contract: the stream lives."""
    bot = FAULTS[name]
    clock = replace(PATIENT, move_s=0.15) if bot.answers is never else PATIENT
    async with open_bonus_game(bot.ruleset, 3, clock) as game:
        closed, spoiled = await play_badly(game.client, bot)
        result = await game.table.wait_over()
        kind, words, codes = defaults(bot)
        assert closed.status == play_pb2.TABLE_STATUS_COMPLETED
        assert game.client.faults() == [bot.fault]
        (report,) = game.client.of_kind("fault_reported")
        assert (report.played, report.decision_id) == (kind, spoiled[0].decision_id)
        assert (report.incident_count, report.incident_limit) == (1, 20)
        assert bot.detail in report.detail
        assert len(report.detail) < 300
        (fault,) = result.faults
        assert (fault.hand_number, fault.kind, fault.played, fault.incident) == (0, bot.fault, words, 1)
        assert stored(result.hands[0]) == (codes, (bot.ruleset.ante_min, 0))


def stored(record: HandRecord) -> tuple[list[int], tuple[int, int]]:
    """What was played, and ante and bonus bet."""
    return list(record.actions), record.stake


@pytest.mark.slow
async def test_a_bot_that_never_stakes_pays_every_ante_until_it_forfeits():
    """Rules: a bot cannot dodge a ranked deal by stalling; by hand: of 4 incidents two are hand 0, stake and fold, two are hand 1, which
    is in play when it forfeits and so is played on to its end."""
    async with open_bonus_game(FIXED, 50, replace(PATIENT, move_s=0.05, incident_limit=4)) as game:
        result = await game.table.wait_over()
        assert (result.status, result.forfeiter) == (Status.FORFEITED, 0)
        assert [fault.played for fault in result.faults] == ["stake 1", "fold", "stake 1", "fold"]
        assert [record.net_chips for record in result.hands] == [(-1,)] * 2
        assert stored(result.hands[0]) == ([STAKE, FOLD], (1, 0))


async def test_a_table_of_each_game_at_once():
    """Contract: one stream carries every table the bot sits at; each request bears the view of its table's game."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        with open_client(lobby.port, token) as client:
            client.hello(max_in_flight=4, max_tables=2, games=["five_card_draw", "holdem_bonus"])
            await client.receive_kind("welcome")
            tables = [
                open_table(bonus_spec_of(FIXED, 6), seat),
                open_table(spec_of("bot", "other", deals=6, seed=b"z" * 32), seat, LocalSeat(Passive)),
            ]
            with trio.fail_after(20):
                while len(client.of_kind("table_closed")) < 2:
                    message = await client.receive()
                    if message.requests.requests:
                        client.answer(*[passive(request) for request in message.requests.requests])
            games = {opened.table_id: opened.WhichOneof("ruleset") for opened in client.of_kind("table_opened")}
            asked = {(games[request.table_id], request.WhichOneof("view")) for m in client.of_kind("requests") for request in m.requests}
            assert asked == {("five_card_draw", "five_card_draw"), ("holdem_bonus", "holdem_bonus")}
            assert all(table.result.status == Status.COMPLETED and table.result.faults == () for table in tables)

"""The client helper against the house: what a decision offers, which games a bot is asked about, and bots of ours over the wire."""

from collections.abc import Callable

import pytest
import trio

from arena.cli.host import Hosted
from arena.client import Answer, BonusDecision, DrawDecision, play
from arena.dealer import LocalSeat
from arena.matches import Leg, Status, play_leg
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind, LegalAction
from arena.wire import open_lobby
from bots.bonus import Easy
from tests.matches.bots import hash_bots
from tests.wire.playing import BONUS_RULESETS, FIXED, Passive, bonus_spec_of, open_table, spec_of
from tests.wire.test_bonus_play import HashBot


def decision_of(step: int, *legal: LegalAction, **view: object) -> BonusDecision:
    """A decision as the arena would send it."""
    request = play_pb2.Request(decision_id=7, legal_actions=legal, holdem_bonus={"step": step, **view})
    return BonusDecision(request, play_pb2.TableOpened())


def action(name: str, chips: int = 0, **limits: int) -> LegalAction:
    return LegalAction(kind=ActionKind.Value(f"ACTION_KIND_{name}"), chips=chips, **limits)


LIMITS = {"min_ante_chips": 5, "max_ante_chips": 50, "ante_step_chips": 5, "max_bonus_chips": 20}
AT_STAKE = decision_of(1, action("STAKE", **LIMITS), action("REBET", 10), previous_ante_chips=10)
AT_FLOP = decision_of(2, action("FOLD"), action("BET", 10), hole_cards="AsKd", ante_chips=5)
AT_TURN = decision_of(3, action("CHECK"), action("BET", 5), hole_cards="AsKd", board="2c7hTd", ante_chips=5)
AT_RIVER = decision_of(4, action("CHECK"), hole_cards="AsKd", board="2c7hTdJs", ante_chips=5)


def said(answer: Answer) -> tuple[int, str, int, int]:
    """An answer's id, word and amounts."""
    return answer.decision_id, ActionKind.Name(answer.kind).removeprefix("ACTION_KIND_").lower(), answer.ante_chips, answer.bonus_chips


def test_a_decision_says_what_is_known():
    assert [decision.step for decision in (AT_STAKE, AT_FLOP, AT_TURN, AT_RIVER)] == ["stake", "flop", "turn", "river"]
    assert (AT_STAKE.cards, AT_STAKE.board, AT_STAKE.staking) == ([], [], True)
    assert (AT_TURN.cards, AT_TURN.board, AT_TURN.staking) == (["As", "Kd"], ["2c", "7h", "Td"], False)
    assert AT_STAKE.chips == {"stake": 0, "rebet": 10}
    assert (AT_FLOP.chips, AT_FLOP.view.ante_chips) == ({"fold": 0, "bet": 10}, 5)
    assert [decision.can_bet for decision in (AT_STAKE, AT_FLOP, AT_TURN, AT_RIVER)] == [False, True, True, False]
    assert (AT_STAKE.limits.min_ante_chips, AT_STAKE.limits.max_bonus_chips) == (5, 20)


def test_answers_are_what_they_are_called():
    """The smallest ante unless told otherwise."""
    assert said(AT_STAKE.stake()) == (7, "stake", 5, 0)
    assert said(AT_STAKE.stake(50, 20)) == (7, "stake", 50, 20)
    assert said(AT_STAKE.stake(bonus_chips=3)) == (7, "stake", 5, 3)
    assert said(AT_STAKE.rebet()) == (7, "rebet", 0, 0)
    assert said(AT_FLOP.bet()) == (7, "bet", 0, 0)
    assert said(AT_FLOP.fold()) == (7, "fold", 0, 0)
    assert said(AT_TURN.check()) == (7, "check", 0, 0)
    assert said(AT_STAKE.act("double", "stake")) == (7, "stake", 5, 0)
    assert said(AT_RIVER.act("bet", "check")) == (7, "check", 0, 0)


def test_as_little_as_may_be_is_the_default_action():
    """Rules, Default action."""
    assert [said(decision.check_or_fold())[1:3] for decision in (AT_STAKE, AT_FLOP, AT_TURN, AT_RIVER)] == [
        ("stake", 5),
        ("fold", 0),
        ("check", 0),
        ("check", 0),
    ]


@pytest.mark.parametrize(
    ("wrong", "legal"),
    [
        (AT_STAKE.bet, "stake, rebet"),
        (AT_STAKE.check, "stake, rebet"),
        (AT_FLOP.stake, "fold, bet"),
        (AT_FLOP.check, "fold, bet"),
        (AT_TURN.fold, "check, bet"),
        (AT_RIVER.bet, "check"),
        (AT_RIVER.rebet, "check"),
    ],
)
def test_an_answer_that_is_not_legal_is_refused_with_what_is(wrong, legal):
    with pytest.raises(ValueError, match=f"is legal here; legal are {legal}$"):
        wrong()


def test_a_bot_of_no_game_is_refused():
    with pytest.raises(ValueError, match="a bot needs a function for a game"):
        play(software="idle", address="127.0.0.1:1", token="none")


def playing(address: str, token: str, draw: Callable | None, bonus: Callable | None) -> Callable[[], None]:
    return lambda: play(draw, bonus=bonus, software="test", address=address, token=token)


@pytest.mark.slow
@pytest.mark.parametrize("factory", [HashBot, Easy])
@pytest.mark.parametrize("rules", BONUS_RULESETS)
async def test_a_bot_of_ours_over_the_wire_plays_as_in_process(rules, factory):
    """The whole way of a built-in bot that is hosted: view to bytes, to view, to choice, to bytes, to code."""
    spec = bonus_spec_of(BONUS_RULESETS[rules], 100)
    expected = play_leg(Leg(spec, 0), [factory])
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("bot")
        nursery.start_soon(trio.to_thread.run_sync, playing(f"127.0.0.1:{lobby.port}", token, None, Hosted(factory).decide))
        await seat.wait_connected()
        result = await open_table(spec, seat).wait_over()
        lobby.retire_nowait(token)
    assert (result.status, result.faults) == (Status.COMPLETED, ())
    assert result.hands == expected.hands
    assert seat.games == ("holdem_bonus",)


@pytest.mark.slow
async def test_a_bot_of_both_games_is_asked_by_its_tables():
    """One function a game, each with its own kind of decision."""
    seen = set()

    def draw(decision: DrawDecision) -> Answer:
        seen.add((type(decision), decision.table.WhichOneof("ruleset"), len(decision.cards)))
        return decision.check_or_fold()

    def bonus(decision: BonusDecision) -> Answer:
        seen.add((type(decision), decision.table.WhichOneof("ruleset"), len(decision.cards)))
        return decision.check_or_fold()

    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("bot")
        nursery.start_soon(trio.to_thread.run_sync, playing(f"127.0.0.1:{lobby.port}", token, draw, bonus))
        await seat.wait_connected()
        tables = [
            open_table(bonus_spec_of(FIXED, 10), seat),
            open_table(spec_of("bot", "b", deals=10, seed=b"z" * 32), seat, LocalSeat(Passive)),
        ]
        results = [await table.wait_over() for table in tables]
        lobby.retire_nowait(token)
    assert [(result.status, result.faults) for result in results] == [(Status.COMPLETED, ())] * 2
    assert seat.games == ("five_card_draw", "holdem_bonus")
    assert seen == {(DrawDecision, "five_card_draw", 5), (BonusDecision, "holdem_bonus", 0), (BonusDecision, "holdem_bonus", 2)}


@pytest.mark.slow
async def test_instances_of_a_hosted_bot_are_one_a_table():
    """As in process: made with what the table says, once; of either game."""
    made = []

    def factory(info):
        made.append((type(info.ruleset), info.table_id, info.hand_count, info.player_names))
        return HashBot(info) if isinstance(info.ruleset, HoldemBonusRuleset) else hash_bots("x")[0](info)

    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        token, seat = lobby.expect_nowait("bot")
        decide = Hosted(factory).decide
        nursery.start_soon(trio.to_thread.run_sync, playing(f"127.0.0.1:{lobby.port}", token, decide, decide))
        await seat.wait_connected()
        specs = [bonus_spec_of(FIXED, 10), spec_of("bot", "b", deals=12, seed=b"z" * 32)]
        tables = [open_table(specs[0], seat), open_table(specs[1], seat, LocalSeat(Passive))]
        results = [await table.wait_over() for table in tables]
        lobby.retire_nowait(token)
    assert results[0].hands == play_leg(Leg(specs[0], 0), [HashBot]).hands
    assert results[1].hands == play_leg(Leg(specs[1], 0), [hash_bots("x")[0], Passive]).hands
    ids = [Leg(spec, 0).table_info(0).table_id for spec in specs]
    assert sorted(made, key=lambda line: line[2]) == [
        (HoldemBonusRuleset, ids[0], 10, ("bot",)),
        (FiveCardDrawRuleset, ids[1], 12, ("bot", "b")),
    ]

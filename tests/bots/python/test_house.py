"""The bot of the Python kit that plays against the house: its choices, and the whole program at a table."""

import importlib.util
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest
import trio

from arena.client import BonusDecision
from arena.matches import Status
from arena.rules import HoldemBonusRuleset, cards_text
from arena.v1 import play_pb2
from arena.v1.action_pb2 import ActionKind
from arena.wire import open_lobby
from tests.wire.playing import bonus_spec_of, open_table

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "bots/python/house.py"
STAKE, FOLD, CHECK, BET = (ActionKind.Value(f"ACTION_KIND_{name}") for name in ("STAKE", "FOLD", "CHECK", "BET"))


@pytest.fixture(scope="module")
def house() -> ModuleType:
    """The file, which is no package."""
    spec = importlib.util.spec_from_file_location("house", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def decision(cards: str, board: str, *legal: int) -> BonusDecision:
    """What the bot may be asked after the stake."""
    request = play_pb2.Request(decision_id=7, legal_actions=[{"kind": kind, "chips": 5 * (kind == BET)} for kind in legal])
    request.holdem_bonus.hole_cards, request.holdem_bonus.board = cards, board
    request.holdem_bonus.step = {0: 2, 6: 3, 8: 4}[len(board)]
    return BonusDecision(request, play_pb2.TableOpened())


def test_it_gives_up_exactly_the_five_hands_that_are_better_folded(house):
    """Rules, Exact figures: 72o, 62o, 52o, 42o, 32o, of twelve kinds of suits each; by hand, 60 of 1,326."""
    folded = set()
    for cards in combinations(range(52), 2):
        text = cards_text(cards)
        answer = house.decide(decision(text, "", FOLD, BET))
        assert answer.kind in (FOLD, BET)
        if answer.kind == FOLD:
            folded.add((text[2] + text[0], text[1] == text[3]))
    assert folded == {(high + "2", False) for high in "76543"}


@pytest.mark.parametrize(
    ("cards", "board", "kind"),
    [
        ("As9d", "Kh7c2d", BET),
        ("Ks9d", "Qh7c2d", CHECK),
        ("Ks9d", "Qh9c2d", BET),
        ("Ks9d", "Kh7c2d5s", BET),
        ("3s3d", "Kh7c2d", BET),
        ("Ks9d", "7h7c2d", CHECK),
    ],
)
def test_it_bets_with_an_ace_or_a_pair_of_its_own(house, cards, board, kind):
    """Docstring of the bot; the pair may not be the board's."""
    answer = house.decide(decision(cards, board, CHECK, BET))
    assert (answer.decision_id, answer.kind) == (7, kind)
    assert house.decide(decision(cards, board, CHECK)).kind == CHECK, "a bet the bankroll does not cover is not legal"


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [HoldemBonusRuleset(), HoldemBonusRuleset(5, 50, 5, 20, bankroll=300)])
async def test_the_program_plays_a_table_to_its_end(ruleset):
    """Started as the arena starts it, with address and token in the environment; it commits no fault and ends with status 0."""
    async with open_lobby() as lobby:
        token, seat = lobby.expect_nowait("bot")
        environment = os.environ | {"ARENA_ADDRESS": f"127.0.0.1:{lobby.port}", "ARENA_TOKEN": token, "PYTHONPATH": str(ROOT)}
        process = await trio.lowlevel.open_process([sys.executable, str(FILE)], env=environment, stderr=subprocess.PIPE)
        try:
            with trio.fail_after(30):
                await seat.wait_connected()
                table = open_table(bonus_spec_of(ruleset, 200), seat)
                result = await table.wait_over()
                lobby.retire_nowait(token)
                assert await process.wait() == 0
        finally:
            process.kill()
            await process.stderr.aclose()
    assert (result.status, result.faults, seat.games) == (Status.COMPLETED, (), ("holdem_bonus",))
    assert {record.stake for record in result.hands} == {(ruleset.ante_min, 0)}


def test_the_contracts_readme_says_how_long_it_is():
    lines = len(FILE.read_text().splitlines())
    assert lines < 60
    assert f"`bots/python/house.py` ({lines} lines)" in (ROOT / "proto/README.md").read_text()

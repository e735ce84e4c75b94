"""What several tests of this room need: small tournaments, their matches played by bots that choose at random, and processes of our own."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from arena.matches import MatchResult, MatchSpec, TableInfo, derive_match_id, match_seed, play_match
from arena.rules import AnyView
from arena.store import Database
from arena.tournaments import Entrant, MatchPlan, PlaySettings, TournamentSpec, tournament_from_document

ROOT = Path(__file__).parents[2]
MASTER = bytes(range(32))
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Chooser:
    """Plays any legal action."""

    def __init__(self, info: TableInfo) -> None:
        self._random = Random(info.bot_seed + info.player)

    def act(self, view: AnyView) -> int:
        return self._random.choice(view.legal)


def tournament(*, seats: int = 2, mirrored: bool = True, deals: int = 6, entrants: int = 4, name: str = "Evening draw") -> TournamentSpec:
    return tournament_from_document(
        {
            "name": name,
            "game": "five_card_draw",
            "rules": {"ante": 1, "small_bet": 3, "big_bet": 6},
            "play": {"seats": seats, "deals_per_match": deals, "deals": "mirrored" if mirrored else "independent"},
            "clock": {"move_s": 0.1, "hand_s": 1 / 3},
            "entrant": [{"name": f"bot-{number}", "builtin": "draw/random"} for number in range(entrants)],
        },
        "this test",
    )


def sit_and_go(hands: int = 20) -> TournamentSpec:
    """Three at a table with chips for a few hands, each leg of it until one has all or the deals are over."""
    return tournament_from_document(
        {
            "name": "Sit and go",
            "game": "five_card_draw",
            "format": "sit_and_go",
            "payouts": [70, 30],
            "rules": {"all_in": True, "stacks": "carry", "starting_stack": 12},
            "play": {"seats": 3, "deals_per_match": hands},
            "entrant": [{"name": f"bot-{number}", "builtin": "draw/random"} for number in range(3)],
        },
        "this test",
    )


def plan_of(spec: TournamentSpec, pairing: Sequence[int], pass_number: int = 0, attempt: int = 0, master: bytes = MASTER) -> MatchPlan:
    seed = match_seed(master, "-".join(map(str, pairing)), pass_number)
    entrants = tuple(spec.entrants[entrant] for entrant in pairing)
    match = MatchSpec(
        match_id=derive_match_id(seed, attempt),
        tournament_name=spec.name,
        game_name=spec.game_name,
        ruleset=spec.ruleset,
        players=tuple(entrant.name for entrant in entrants),
        seed=seed,
        deal_count=spec.play.deals_per_match,
        mirrored=spec.play.deals == "mirrored",
        clock=spec.clock,
        payouts=spec.payouts,
    )
    return MatchPlan(tuple(pairing), pass_number, attempt, match, entrants)


def play_plan(plan: MatchPlan) -> MatchResult:
    return play_match(plan.spec, [Chooser] * len(plan.pairing))


def fresh(path: Path) -> Database:
    return Database(str(path), now=lambda: NOON)


def fill(database: Database, spec: TournamentSpec, passes: int = 1) -> int:
    """A run with a match between entrants 0 and 1 in each pass."""
    run_id = database.open_run(spec, MASTER, seeded=False)
    for number in range(passes):
        plan = plan_of(spec, (0, 1), number)
        database.add_match(run_id, plan, play_plan(plan))
    return run_id


def changed(path: Path, statement: str, *values: object) -> None:
    """Another program writes into our file."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement, values).rowcount > 0
        connection.commit()


@contextmanager
def script(text: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Python of ours in a process of its own; it may import this module. Killed at the end if it still runs."""
    command = [sys.executable, "-W", "error", "-c", text, *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


__all__ = [
    "MASTER",
    "NOON",
    "Chooser",
    "Entrant",
    "PlaySettings",
    "changed",
    "fill",
    "fresh",
    "plan_of",
    "play_plan",
    "script",
    "sit_and_go",
    "tournament",
]

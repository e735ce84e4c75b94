"""A small database for commands to look at, and a way to call them."""

import json
from dataclasses import dataclass, replace

from arena.cli import main
from arena.dealer import RunStatus
from arena.matches import Cause, Fault, LegResult, MatchResult, Status, measure_match, play_match
from arena.store import Database
from arena.tournaments import PassScheduler, tournament_from_document
from bots.draw import Easy

MASTER = bytes(range(32))
EVIL = "\x1b[31mred\x1b[0m\x9b2J\u202e :smile: [bold]"


def tournament(names=("a", "b"), deals=3, passes=1):
    return tournament_from_document(
        {
            "name": "Small",
            "game": "five_card_draw",
            "play": {"deals_per_match": deals, "max_hands": 2 * deals * passes, "stop": "max_hands"},
            "entrant": [{"name": name, "builtin": "draw/easy"} for name in names],
        },
        "this test",
    )


def completed(plan):
    return measure_match(play_match(plan.spec, [Easy, Easy]))


def forfeited(plan):
    """Player 1 sends one bad answer in each leg, and prints something, and is gone."""
    faults = (Fault(1, 2, "illegal", f"no such action {EVIL}", "fold", 2), Fault(1, 0, "late", "too late", "check", 1))
    reason = f"{plan.spec.players[1]}: its program exited with status 1"
    printed = ("", f"{EVIL}\n\tTraceback\r\n" + "x" * 300)
    ended = LegResult(Status.FORFEITED, (), (0, 0), forfeiter=1, reason=reason, cause=Cause.EXITED)
    return measure_match(MatchResult(plan.spec, (replace(ended, incidents=(0, 2), faults=faults, outputs=printed), ended)))


def void(plan):
    return MatchResult(plan.spec, (LegResult(Status.VOID, (), (0, 0), reason="the lights went out", cause=Cause.ARENA_ERROR),))


def fill(path, spec, make=completed, status=RunStatus.COMPLETED, reason=""):
    """A run with every match of the first pass; the ids of its matches."""
    with Database(str(path)) as database:
        run_id = database.open_run(spec, MASTER, seeded=False)
        plans = PassScheduler(spec, MASTER).next_pass()
        for plan in plans:
            database.add_match(run_id, plan, make(plan))
        if status != RunStatus.RUNNING:
            database.close_run(run_id, status, reason)
    return [plan.spec.match_id for plan in plans]


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def document(self):
        return json.loads(self.out)


def call(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    return Done(code, *capsys.readouterr())

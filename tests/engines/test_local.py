"""Worker processes: a worker that dies costs one match, and none outlives the engine."""

import os
import sys
from pathlib import Path

import pytest
import trio

from arena.dealer import Run, play_run
from arena.engines import find_builtin, open_local_engine
from arena.matches import Cause, ClockLimits, Leg, Status, measure_match, play_match
from arena.store import Database
from arena.tournaments import PassScheduler, TournamentSpec, standings, tournament_from_document
from tests.engines.test_host import SCRIPT, builtin, command, plan_of
from tests.engines.watching import REPORT, open_watch, wait_dead

pytestmark = pytest.mark.slow

HELD = ClockLimits(start_s=1000.0)
"""A program that says nothing holds its match for ever."""


def held(port: int, last: str) -> str:
    """Lines of a program that tells its pid, its keeper's and the worker's, and then does ``last``."""
    lines = f'os.environ["WATCH_PORT"] = "{port}"\nworker = parent_of(os.getppid())\nreport("here", os.getppid(), worker)\n{last}'
    return REPORT + lines


async def test_matches_in_workers_are_the_matches_here():
    """Design 11: a match is a deterministic function of its specification."""
    plans = [plan_of(builtin("draw/easy"), builtin("draw/normal"), deals=deals) for deals in (3, 5, 7)]
    results = {}

    async def play(number: int) -> None:
        results[number] = await engine.play(plans[number])

    with trio.fail_after(60):
        async with open_local_engine(2) as engine, trio.open_nursery() as nursery:
            for number in range(3):
                nursery.start_soon(play, number)
    factories = [find_builtin("draw/easy"), find_builtin("draw/normal")]
    assert [results[number] for number in range(3)] == [measure_match(play_match(plan.spec, factories)) for plan in plans]


async def test_a_killed_worker_is_a_void_match_and_the_next_is_played():
    """Module docstring: it comes back void; nothing of the killed worker's programs stays."""
    async with open_watch() as watch:
        with trio.fail_after(60):
            async with open_local_engine(1) as engine:
                text = held(watch.port, "os.kill(worker, signal.SIGKILL)\nsignal.pause()")
                result = await engine.play(plan_of(command("killer", "python", "-c", text), builtin("draw/easy"), clock=HELD))
                assert (result.status, result.cause) == (Status.VOID, Cause.ARENA_ERROR)
                assert result.reason == "arena error: the worker process died"
                await wait_dead(*watch.pids["here"])
                again = await engine.play(plan_of(builtin("draw/easy"), builtin("draw/easy"), deals=2))
                assert again.status == Status.COMPLETED


PRINTING = """
import os, sys
from bots.draw import Easy
print("printed when imported")
class Noisy(Easy):
    def act(self, view):
        print("printed")
        os.write(1, b"written\\n")
        return super().act(view)
"""

PLAYING = """
import sys, trio
from arena.engines import open_local_engine
from tests.engines.test_host import builtin, plan_of, mine
async def play():
    async with open_local_engine(1, judged=True) as engine:
        result = await engine.play(plan_of(mine("Noisy"), builtin("draw/easy"), deals=2))
        print(result.status.value)
if __name__ == "__main__":
    trio.run(play)
"""


async def test_what_a_bot_prints_never_gets_on_standard_output(tmp_path):
    """There stands the one JSON document of ``--json``. Whatever way it is printed, it comes out on standard error, at once."""
    (tmp_path / "judged_bots.py").write_text(PRINTING)
    (tmp_path / "play.py").write_text(PLAYING)
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    done = await trio.run_process(
        [sys.executable, str(tmp_path / "play.py")], env=os.environ | {"PYTHONPATH": path}, capture_stdout=True, capture_stderr=True
    )
    assert done.stdout.split() == [b"completed"]
    said = done.stderr.decode().splitlines()
    assert said.count("printed when imported") == 1
    assert said.count("printed") == said.count("written") > 2


MASTER = bytes(32)


def evening(*victim: str) -> TournamentSpec:
    """Three bots of ours and a program, everyone against everyone, twice: twelve matches of four hands."""
    ours = [{"name": name, "builtin": "draw/easy"} for name in "abc"]
    play = {"deals_per_match": 4, "deals": "independent", "max_hands": 8, "stop": "max_hands"}
    entrants = [*ours, {"name": "victim", "command": ["python", *victim]}]
    return tournament_from_document({"name": "E", "game": "five_card_draw", "play": play, "entrant": entrants}, "this test")


async def test_every_match_after_a_killed_program_is_stored_and_counts(tmp_path, request):
    """cutechess 205: after one crash later results were not written. A program is killed in its match of the first pass against a, which
    comes third by pairing; by hand: 6 pairings × 2 passes are stored, all but this one whole, and the standings are made of just these."""
    script = str(request.config.rootpath / SCRIPT)
    doomed = PassScheduler(evening(script, "x"), MASTER).next_pass()[2]
    seed = Leg(doomed.spec, 0).table_info(doomed.spec.players.index("victim")).bot_seed
    spec = evening(script, "x", str(seed), "2")
    with Database(str(tmp_path / "a.db")) as database:
        run = Run(database.open_run(spec, MASTER, seeded=True), spec, MASTER)
        with trio.fail_after(120):
            async with open_local_engine(2) as engine:
                await play_run(run, engine, database, lambda _: None)
        outcomes = database.outcomes(run.run_id)
    assert [outcome.pairing for outcome in outcomes] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] * 2
    broken = outcomes[2]
    assert (broken.match_id, broken.status) == (doomed.spec.match_id, Status.FORFEITED)
    assert (broken.reason, broken.forfeits) == ("victim: its program was ended by SIGKILL", (0, 1))
    others = [outcome for outcome in outcomes if outcome is not broken]
    assert {(outcome.status, outcome.hand_count, outcome.forfeits) for outcome in others} == {(Status.COMPLETED, 4, (0, 0))}
    found = standings(spec, outcomes)
    assert found.hands == 11 * 4 + broken.hand_count
    assert {row.entrant: row.forfeits for row in found.rows} == {"a": 0, "b": 0, "c": 0, "victim": 1}
    for row in found.rows:
        own = [outcome for outcome in outcomes if row.entrant in [spec.entrants[index].name for index in outcome.pairing]]
        assert row.hands == sum(outcome.hand_count for outcome in own)
        assert len(own) == 6


async def test_a_cancelled_match_ends_its_worker_and_its_program():
    """Docstring of ``play``: cancelled, the worker is killed."""
    async with open_watch() as watch:
        with trio.fail_after(60):
            async with open_local_engine(1) as engine:
                with trio.CancelScope() as scope:
                    async with trio.open_nursery() as nursery:
                        text = held(watch.port, "signal.pause()")
                        nursery.start_soon(engine.play, plan_of(command("held", "python", "-c", text), builtin("draw/easy"), clock=HELD))
                        await watch.wait("here")
                        scope.cancel()
                await wait_dead(*watch.pids["here"])
        assert len(watch.pids["here"]) == 3

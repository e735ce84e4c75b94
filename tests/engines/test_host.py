"""Whole matches where they are called: bots of ours, command bots, and what becomes of a match whose program fails."""

import sys
import time

import pytest
import trio

from arena.engines import find_builtin, play_plan
from arena.engines.host import host_match
from arena.matches import Cause, ClockLimits, Leg, MatchSpec, Status, measure_match, play_match
from arena.rules import FiveCardDrawRuleset
from arena.tournaments import Entrant, MatchPlan
from arena.wire import open_lobby
from tests.engines.watching import open_watch, program, wait_dead
from tests.matches.bots import hash_bots

SCRIPT = "tests/engines/scripts/hash_bot.py"
CLOCK = ClockLimits(move_s=10.0, hand_s=10.0, start_s=20.0)


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch, request):
    """Commands are found from the directory the arena was started in."""
    monkeypatch.chdir(request.config.rootpath)


def plan_of(*entrants: Entrant, deals: int = 4, clock: ClockLimits = CLOCK, mirrored: bool = True) -> MatchPlan:
    names = tuple(entrant.name for entrant in entrants)
    spec = MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), names, b"h" * 32, deals, mirrored, clock)
    return MatchPlan(tuple(range(len(entrants))), 0, 0, spec, entrants)


def builtin(name: str) -> Entrant:
    return Entrant(name.replace("/", "-"), builtin=name)


def command(name: str, *words: str) -> Entrant:
    return Entrant(name, command=words)


def hash_bot(salt: str, *more: str) -> Entrant:
    return command(salt, "python", SCRIPT, salt, *more)


@pytest.mark.slow
@pytest.mark.parametrize("names", [("draw/easy", "draw/normal"), ("draw/easy", "draw/normal", "draw/easy")])
def test_bots_of_ours_play_the_match_itself(names):
    """Module docstring: between built-in bots a match is plain calls."""
    plan = plan_of(*[Entrant(f"{i}", builtin=name) for i, name in enumerate(names)], deals=6)
    result = play_plan(plan)
    assert result == measure_match(play_match(plan.spec, [find_builtin(name) for name in names]))
    assert result.status == Status.COMPLETED


@pytest.mark.slow
@pytest.mark.parametrize("order", ["command first", "command last", "two commands"])
def test_a_command_bot_plays_as_it_would_in_process(order):
    """Design 1: one implementation of each rule; the same choices give the same hands, whatever lies between."""
    ours, theirs = builtin("draw/easy"), hash_bot("x")
    in_process = [find_builtin("draw/easy"), hash_bots("x")[0]]
    entrants = [ours, theirs]
    if order == "command first":
        entrants, in_process = entrants[::-1], in_process[::-1]
    elif order == "two commands":
        entrants, in_process = [theirs, hash_bot("y")], hash_bots("x", "y")
    plan = plan_of(*entrants, deals=10)
    result, expected = play_plan(plan), measure_match(play_match(plan.spec, in_process))
    assert (result.status, result.reason) == (Status.COMPLETED, "")
    assert [leg.hands for leg in result.legs] == [leg.hands for leg in expected.legs]
    assert result.blocks() == expected.blocks()
    for leg in result.legs:
        assert (leg.faults, leg.incidents) == ((), (0, 0))
        assert [output for output in leg.outputs if output] == [f"{e.name} is here\n" for e in entrants if e.command]


@pytest.mark.slow
def test_the_program_killed_in_one_leg_forfeits_that_leg_only():
    """cutechess 27 and 205, riddlesio 15: kill -9 on its turn; the leg is forfeited at once with the reason and the output, what was dealt
    is played to its end, the other leg is complete, and the match has a result. By hand: 4 + 1 in flight, so at least 5 hands are dealt,
    and at most one more for each of the 4 answers."""
    plan = plan_of(builtin("draw/easy"), hash_bot("x"), deals=20)
    seed = Leg(plan.spec, 0).table_info(1).bot_seed
    plan = plan_of(builtin("draw/easy"), hash_bot("x", str(seed), "4"), deals=20)
    result = play_plan(plan)
    first, second = result.legs
    assert (first.status, first.forfeiter, first.cause) == (Status.FORFEITED, 1, Cause.EXITED)
    assert first.reason == "x: its program was ended by SIGKILL"
    assert first.outputs == ("", "x is here\nabout to die\n")
    assert 5 <= len(first.hands) <= 9
    assert (second.status, len(second.hands), second.outputs) == (Status.COMPLETED, 20, ("", "x is here\n"))
    assert (result.status, result.cause) == (Status.FORFEITED, Cause.EXITED)
    assert sum(block.charged[1] for block in result.blocks()) == 20 - len(first.hands)
    assert sum(block.charged[0] for block in result.blocks()) == 0


VICTIM = """
import os, pathlib, sys
from arena.client import play
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
play(lambda decision: decision.draw([]) if decision.drawing else decision.act("check", "call"), software="victim")
"""
KILLER = """
import os, pathlib, signal, sys
from arena.client import play
path = pathlib.Path(sys.argv[1])
def decide(decision):
    if path.exists():
        os.kill(int(path.read_text()), signal.SIGKILL)
        path.unlink()
    return decision.draw([]) if decision.drawing else decision.act("check", "call")
play(decide, software="killer")
"""


@pytest.mark.slow
@pytest.mark.parametrize("first", ["victim", "killer"])
def test_a_program_killed_while_it_is_not_its_turn_forfeits_at_once(first, tmp_path):
    """cutechess 27: an engine that exits while the other one thinks is not noticed, and the game hangs. Right: with one hand in play the
    killer is asked, kills the victim and plays on; the hand is played to its end without waiting for the victim, be it before its first
    turn or after it, and the leg is the victim's fault."""
    path = str(tmp_path / "pid")
    victim, killer = command("victim", "python", "-c", VICTIM, path), command("killer", "python", "-c", KILLER, path)
    order = (victim, killer) if first == "victim" else (killer, victim)
    result = play_plan(plan_of(*order, deals=1, mirrored=False, clock=ClockLimits(move_s=60.0, hand_s=60.0, start_s=20.0)))
    (leg,) = result.legs
    assert (leg.status, leg.forfeiter, leg.cause) == (Status.FORFEITED, order.index(victim), Cause.EXITED)
    assert leg.reason == "victim: its program was ended by SIGKILL"
    assert (len(leg.hands), leg.faults, leg.incidents) == (1, (), (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("print('no such model'); raise SystemExit(3)", "bad: its program exited with status 3 before its Hello"),
        ("print('no such model'); import os; os.kill(os.getpid(), 9)", "bad: its program was ended by SIGKILL before its Hello"),
    ],
)
def test_a_program_that_ends_before_its_hello_forfeits_at_once(lines, reason):
    """battlecode21 13: forfeited with the launch error and the tail of its output, without waiting for the start limit."""
    began = time.monotonic()
    result = play_plan(plan_of(command("bad", "python", "-u", "-c", lines), builtin("draw/easy"), mirrored=False))
    (leg,) = result.legs
    assert (leg.status, leg.forfeiter, leg.cause, leg.reason, leg.hands) == (Status.FORFEITED, 0, Cause.EXITED, reason, ())
    assert leg.outputs == ("no such model\n", "")
    assert time.monotonic() - began < CLOCK.start_s / 2


@pytest.mark.slow
def test_a_program_that_never_says_hello_forfeits_after_the_start_limit():
    """cutechess 794: only that match is forfeited, after the start limit."""
    lines = "import time; print('thinking', flush=True); time.sleep(1000)"
    clock = ClockLimits(start_s=0.4)
    result = play_plan(plan_of(builtin("draw/easy"), command("mute", "python", "-c", lines), clock=clock, mirrored=False))
    (leg,) = result.legs
    assert (leg.status, leg.forfeiter, leg.cause) == (Status.FORFEITED, 1, Cause.NO_HELLO)
    assert leg.reason == "mute: no Hello within 0.4 s"
    assert leg.outputs == ("", "thinking\n")


@pytest.mark.slow
def test_a_program_that_cannot_be_started_forfeits_with_what_went_wrong(tmp_path):
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF no program")
    path.chmod(0o755)
    result = play_plan(plan_of(command("elf", str(path)), builtin("draw/easy"), mirrored=False))
    (leg,) = result.legs
    assert (leg.status, leg.cause) == (Status.FORFEITED, Cause.EXITED)
    assert leg.reason == "elf: its program exited with status 127 before its Hello"
    assert leg.outputs == (f"cannot start {path}: Exec format error\n", "")


@pytest.mark.slow
def test_a_program_that_plays_another_game_forfeits():
    """Hello.games: what it plays."""
    lines = (
        "import os, grpc, threading\nfrom arena.v1 import play_pb2 as pb\n"
        "channel = grpc.insecure_channel(os.environ['ARENA_ADDRESS'])\n"
        "hold = threading.Event()\n"
        "def say():\n    yield pb.PlayRequest(hello=pb.Hello(games=['chess', 'go'])).SerializeToString()\n    hold.wait()\n"
        "metadata = [('authorization', 'Bearer ' + os.environ['ARENA_TOKEN'])]\n"
        "for _ in channel.stream_stream('/arena.v1.PlayService/Play')(say(), metadata=metadata): pass\n"
        "hold.set()"
    )
    result = play_plan(plan_of(command("chess", "python", "-c", lines), builtin("draw/easy"), mirrored=False))
    assert (result.status, result.cause) == (Status.FORFEITED, Cause.WRONG_GAME)
    assert result.reason == "chess: it plays chess, go, not five_card_draw"


@pytest.mark.slow
def test_a_program_that_leaves_before_its_table_forfeits():
    """Leave right after Hello, then gone: the match must end, with a reason."""
    lines = (
        "import os, grpc\nfrom arena.v1 import play_pb2 as pb\n"
        "channel = grpc.insecure_channel(os.environ['ARENA_ADDRESS'])\n"
        "say = [pb.PlayRequest(hello=pb.Hello()), pb.PlayRequest(leave=pb.Leave())]\n"
        "call = channel.stream_stream('/arena.v1.PlayService/Play', request_serializer=pb.PlayRequest.SerializeToString)(\n"
        "    iter(say), metadata=[('authorization', 'Bearer ' + os.environ['ARENA_TOKEN'])])\n"
        "for _ in call: pass\n"
    )
    result = play_plan(plan_of(command("shy", "python", "-c", lines), builtin("draw/easy"), mirrored=False))
    (leg,) = result.legs
    assert (leg.status, leg.forfeiter) == (Status.FORFEITED, 0)
    assert (leg.cause, leg.reason) in (
        (Cause.GONE, "shy: the bot left"),
        (Cause.EXITED, "shy: its program exited with status 0"),
        (Cause.EXITED, "shy: its program exited with status 0 before its Hello"),
    )


def test_a_failure_of_ours_is_a_void_match_that_says_why():
    """Docstring of ``play_plan``: never an exception."""
    result = play_plan(plan_of(builtin("draw/easy"), Entrant("x", builtin="draw/nonsense")))
    assert (result.status, result.cause) == (Status.VOID, Cause.ARENA_ERROR)
    assert result.reason.startswith("arena error: ")
    assert result.blocks() == ()
    assert "Traceback" in result.legs[0].outputs[0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="pidfds are Linux's")
async def test_nothing_of_the_programs_survives_the_match(tmp_path):
    """Design 7: one fresh instance for every leg, and nothing of it survives the match."""
    lines = 'report(os.environ["ARENA_SEED"])\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: signal.pause()'
    plan = plan_of(command("deaf", *program(tmp_path, lines)), builtin("draw/easy"), clock=ClockLimits(start_s=0.5))
    async with open_watch() as watch:
        text = f"import os; os.environ.update(WATCH_PORT='{watch.port}'); exec(open({str(tmp_path / 'program.py')!r}).read())"
        plan = plan_of(command("deaf", "python", "-c", text), builtin("draw/easy"), clock=plan.spec.clock)
        result = await trio.to_thread.run_sync(play_plan, plan)
        seeds = [str(Leg(plan.spec, leg).table_info(0).bot_seed) for leg in (0, 1)]
        assert list(watch.pids) == seeds
        await wait_dead(*[pid for pids in watch.pids.values() for pid in pids], within_s=0.5)
    assert [(leg.status, leg.cause) for leg in result.legs] == [(Status.FORFEITED, Cause.NO_HELLO)] * 2


@pytest.mark.slow
def test_a_program_that_is_no_longer_there_forfeits_for_its_bot():
    """Commands are checked before a tournament begins; one that vanishes later is its owner's fault, not the arena's."""
    result = play_plan(plan_of(builtin("draw/easy"), command("x", "no-such-program")))
    assert result.status == Status.FORFEITED
    assert {(leg.forfeiter, leg.cause) for leg in result.legs} == {(1, Cause.EXITED)}
    assert "its program exited with status 127 before its Hello" in result.reason
    assert "cannot start no-such-program" in result.legs[0].outputs[1]


@pytest.mark.slow
async def test_a_match_that_is_given_up_leaves_no_table_and_no_token():
    """Another match of the pass failed: this one is cancelled in the middle, and its bot is asked nothing more."""
    lines = "from arena.client import play\nimport time\nplay(lambda decision: time.sleep(60), software='slow')"
    plan = plan_of(builtin("draw/easy"), command("slow", "python", "-c", lines))
    sittings, seated = [], trio.Event()
    async with open_lobby() as lobby, trio.open_nursery() as nursery:
        expect = lobby.expect_nowait

        def watched(name):
            token, seat = expect(name)
            sit = seat.sit_nowait

            def sit_and_tell(sitting):
                sittings.append(sitting)
                seated.set()
                sit(sitting)

            seat.sit_nowait = sit_and_tell
            return token, seat

        lobby.expect_nowait = watched
        nursery.start_soon(host_match, plan, lobby)
        with trio.fail_after(20):
            await seated.wait()
        nursery.cancel_scope.cancel()
    result = sittings[0].table.result
    assert (result.status, result.cause) == (Status.VOID, Cause.INTERRUPTED)
    assert lobby._admissions == {}

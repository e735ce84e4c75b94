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
from tests.engines.offering import MODULE, offer
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
    spec = MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), names, b"h" * 32, deals, mirrored, clock=clock)
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


CLASSES = """
from bots.draw import Easy
print("imported")
class Sound(Easy):
    def act(self, view):
        print("acting")
        return super().act(view)
class Boom(Easy):
    def act(self, view): raise RuntimeError("boom")
class Leaving(Easy):
    def act(self, view): raise SystemExit
class Sly(Easy):
    def act(self, view): return 99
"""


@pytest.fixture
def judged_bots(tmp_path, monkeypatch):
    """A module of bots that can be imported for this test."""
    (tmp_path / "judged_bots.py").write_text(CLASSES)
    monkeypatch.syspath_prepend(tmp_path)
    yield "judged_bots"
    sys.modules.pop("judged_bots", None)


def mine(name: str) -> Entrant:
    return Entrant("mine", builtin=f"judged_bots:{name}")


@pytest.mark.parametrize("players", [2, 3])
def test_where_bots_are_judged_the_match_is_the_same(players, judged_bots):
    """Module docstring: the hands are the same; a hand at a time, so the same also for bots that remember."""
    entrants = [mine("Sound"), *[Entrant(f"{i}", builtin=name) for i, name in enumerate(["draw/hard", "draw/easy"][: players - 1])]]
    plan = plan_of(*entrants, deals=3)
    judged, plain = play_plan(plan, judged=True), play_plan(plan)
    assert judged.status == Status.COMPLETED
    assert [leg.hands for leg in judged.legs] == [leg.hands for leg in plain.legs]
    assert judged.blocks() == plain.blocks()


@pytest.mark.parametrize(("name", "told"), [("Boom", "line 9: RuntimeError: boom"), ("Leaving", "line 11: SystemExit:")])
def test_a_judged_class_that_fails_forfeits_with_the_line_of_its_code(name, told, judged_bots):
    """As its program would; what it looked like is kept as the output of its player. By hand: each leg ends with the hand it fails in."""
    result = play_plan(plan_of(builtin("draw/easy"), mine(name)), judged=True)
    assert [(leg.status, leg.forfeiter, leg.cause, len(leg.hands)) for leg in result.legs] == [(Status.FORFEITED, 1, Cause.EXITED, 1)] * 2
    assert result.reason == f"mine: its code failed at judged_bots.py, {told}"
    assert all(leg.outputs[0] == "" and leg.outputs[1].startswith("Traceback") for leg in result.legs)
    assert [block.charged for block in result.blocks()] == [(0, 0)] + [(0, 2)] * 3


def test_a_judged_class_that_answers_what_is_not_legal_is_told_its_faults(judged_bots):
    clock = ClockLimits(incident_limit=2)
    result = play_plan(plan_of(mine("Sly"), builtin("draw/easy"), clock=clock), judged=True)
    assert (result.status, result.cause, result.reason) == (
        Status.FORFEITED,
        Cause.INCIDENTS,
        "mine: 2 fault incidents, the last: illegal",
    )
    assert [[fault.kind for fault in leg.faults] for leg in result.legs] == [["illegal"] * 2] * 2


def test_a_judged_class_that_is_no_longer_there_forfeits():
    """As a program that is no longer there."""
    result = play_plan(plan_of(mine("Sound"), builtin("draw/easy")), judged=True)
    assert (result.status, {leg.forfeiter for leg in result.legs}) == (Status.FORFEITED, {0})
    told = "there is no module 'judged_bots' in the working directory, or installed"
    assert result.reason == f"mine: its code failed: ConfigError: {told}"


def test_a_bot_of_ours_that_fails_voids_the_match_and_is_named(tmp_path, monkeypatch):
    """README: it raises, never folds; entry points are ours, whoever offers them."""
    monkeypatch.syspath_prepend(tmp_path)
    offer(tmp_path, {"fake/hard": "V2"})
    (tmp_path / f"{MODULE}.py").write_text("class V2:\n    version = 2\n    def __init__(self, info): raise KeyError(info.player)\n")
    try:
        result = play_plan(plan_of(builtin("draw/easy"), Entrant("x", builtin="fake/hard")), judged=True)
    finally:
        sys.modules.pop(MODULE, None)
    (leg,) = result.legs
    assert (result.status, result.cause) == (Status.VOID, Cause.ARENA_ERROR)
    assert result.reason == f"arena error: x ({MODULE}.py, line 3): KeyError: 1"
    assert "Traceback" in leg.outputs[1]


@pytest.mark.slow
@pytest.mark.parametrize("judged", [False, True])
def test_beside_a_program_too_a_class_is_judged_or_not(judged, judged_bots):
    result = play_plan(plan_of(mine("Boom"), hash_bot("x"), mirrored=False), judged=judged)
    (leg,) = result.legs
    told = "judged_bots.py, line 9"
    if judged:
        assert (leg.status, leg.forfeiter, leg.reason) == (Status.FORFEITED, 0, f"mine: its code failed at {told}: RuntimeError: boom")
    else:
        assert (leg.status, leg.cause, leg.reason) == (Status.VOID, Cause.ARENA_ERROR, f"arena error: mine ({told}): RuntimeError: boom")
    assert "boom" in leg.outputs[0]
    assert leg.outputs[1] == "x is here\n"


@pytest.mark.parametrize("name", ["Boom", "Leaving", "Sly"])
def test_a_class_that_is_tried_and_fails_voids_the_match(name, judged_bots):
    """Where it is not judged; one that would end the process too."""
    result = play_plan(plan_of(builtin("draw/easy"), mine(name)))
    assert (result.status, result.cause) == (Status.VOID, Cause.ARENA_ERROR)


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

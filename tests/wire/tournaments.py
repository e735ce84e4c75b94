"""What the tests of TournamentService share: an arena with a database, and its methods as calls."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.dealer import hash_token
from arena.matches import measure_match, play_match
from arena.store import Database
from arena.tournaments import MatchPlan, PassScheduler, TournamentSpec, tournament_from_document
from arena.v1 import tournament_pb2 as pb
from bots.draw import Random
from tests.wire.asking import Caller, Refusal, Stream

MASTER = bytes(range(32))
SERVICE = "arena.v1.TournamentService"


def tournament(*names: str, name: str = "Evening draw", deals: int = 4, owners: Sequence[str] = (), **keys: object) -> TournamentSpec:
    """Everyone is a built-in bot, unless its name says ``program``."""
    entrants: list[dict[str, object]] = []
    for number, entrant in enumerate(names or ("ada", "bob", "eve")):
        where = {"command": ["python", "secret-script.py"]} if "program" in entrant else {"builtin": "draw/random"}
        entrants.append({"name": entrant, **where, **({"owner": owners[number]} if owners else {})})
    play = {"deals_per_match": deals, "max_hands": 40, "stop": "max_hands"} | dict(keys.pop("play", {}))
    return tournament_from_document({"name": name, "game": "five_card_draw", "play": play, "entrant": entrants, **keys}, "this test")


OPEN = {"entry": "open"}


@dataclass
class Arena:
    """A database, the dealer's door to it, and those who call there."""

    database: Database
    port: int

    def begin(self, spec: TournamentSpec | None = None) -> int:
        return self.database.open_run(spec or tournament(), MASTER, seeded=False)

    def play(self, run_id: int, count: int = 1) -> None:
        """Play and store the next matches of the first pass."""
        info = self.database.run(run_id)
        for plan in PassScheduler(info.spec, MASTER).next_pass()[info.match_count : info.match_count + count]:
            self.store(run_id, plan)

    def store(self, run_id: int, plan: MatchPlan) -> None:
        self.database.add_match(run_id, plan, measure_match(play_match(plan.spec, [Random] * len(plan.entrants))))

    def add(self, name: str, owner: str = "ada", *, organiser: bool = False) -> str:
        """A new account; its token."""
        token = f"token-of-{name}"
        self.database.add_account(name, owner, hash_token(token), organiser=organiser)
        return token


async def listed(caller: Caller, **fields: object) -> pb.ListTournamentsResponse:
    return await caller.ask("ListTournaments", pb.ListTournamentsRequest(**fields))


async def got(caller: Caller, run_id: int) -> pb.TournamentSnapshot:
    return (await caller.ask("GetTournament", pb.GetTournamentRequest(run_id=run_id))).snapshot


async def enter(caller: Caller, run_id: int, **fields: object) -> pb.Tournament:
    return (await caller.ask("EnterTournament", pb.EnterTournamentRequest(run_id=run_id, **fields))).tournament


async def withdraw(caller: Caller, run_id: int, **fields: object) -> pb.Tournament:
    return (await caller.ask("WithdrawFromTournament", pb.WithdrawFromTournamentRequest(run_id=run_id, **fields))).tournament


async def pause(caller: Caller, run_id: int) -> pb.Tournament:
    return (await caller.ask("PauseTournament", pb.PauseTournamentRequest(run_id=run_id))).tournament


async def resume(caller: Caller, run_id: int) -> pb.Tournament:
    return (await caller.ask("ResumeTournament", pb.ResumeTournamentRequest(run_id=run_id))).tournament


def watch(caller: Caller, run_id: int, last_revision: int = 0) -> Stream:
    return caller.watch("WatchTournament", pb.WatchTournamentRequest(run_id=run_id, last_revision=last_revision))


async def seen(stream: Stream) -> pb.TournamentSnapshot:
    """The next snapshot of a stream that goes on."""
    message = await stream.receive()
    assert message is not None, "the stream has ended"
    return message.snapshot


def named(refusal: Refusal) -> tuple[str, str]:
    """What a program branches on; everything of ours carries its domain."""
    assert refusal.domain == "arena"
    return refusal.code, refusal.reason

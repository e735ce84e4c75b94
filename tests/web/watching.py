"""What several tests of this room need: a database with small tournaments, and a browser of few words."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import httpx
import trio

from arena.matches import BotFactory, MatchResult, MatchSpec, TableInfo, derive_match_id, grade_match, match_seed, play_match
from arena.rules import AnyView, BonusStage, shared_solver
from arena.store import Database
from arena.tournaments import MatchPlan, TournamentSpec, tournament_from_document
from arena.web import open_web

MASTER = bytes(range(32))
HOSTILE = "<script>alert('x')</script>"


class Chooser:
    """Plays any legal action."""

    def __init__(self, info: TableInfo) -> None:
        self._random = Random(info.bot_seed + info.player)

    def act(self, view: AnyView) -> int:
        return self._random.choice(view.legal)


class Solving:
    """Takes the best choice against the house."""

    def __init__(self, info: TableInfo) -> None:
        self._pays_from = info.ruleset.ante_pays_from

    def act(self, view: AnyView) -> int:
        if view.stage is BonusStage.STAKE:
            return view.legal[0]
        worth = shared_solver().decision(view.hole_cards, view.board, turn_bet=view.turn_chips > 0, pays_from=self._pays_from)
        return view.legal[-1] if worth.bet_is_best else view.legal[0]


def tournament(
    names: Sequence[str] = ("ada", "bob", "eve"), *, name: str = "Evening draw", deals: int = 6, **play: object
) -> TournamentSpec:
    rules = {"all_in": True, "starting_stack": 20} if play.pop("all_in", False) else {}
    document = {
        "name": name,
        "game": "five_card_draw",
        "rules": rules,
        "play": {"deals_per_match": deals, **play},
        "entrant": [{"name": entrant, "builtin": "draw/random"} for entrant in names],
    }
    return tournament_from_document(document, "this test")


def house(names: Sequence[str] = ("ada", "bob"), *, name: str = "Evening house", deals: int = 6, **rules: object) -> TournamentSpec:
    """Everyone alone against the house."""
    document = {
        "name": name,
        "game": "holdem_bonus",
        "rules": rules,
        "play": {"deals_per_match": deals},
        "entrant": [{"name": entrant, "builtin": "bonus/random"} for entrant in names],
    }
    return tournament_from_document(document, "this test")


def plan_of(spec: TournamentSpec, pairing: Sequence[int], pass_number: int = 0, master: bytes = MASTER) -> MatchPlan:
    seed = match_seed(master, "-".join(map(str, pairing)), pass_number)
    entrants = tuple(spec.entrants[entrant] for entrant in pairing)
    match = MatchSpec(
        match_id=derive_match_id(seed, 0),
        tournament_name=spec.name,
        game_name=spec.game_name,
        ruleset=spec.ruleset,
        players=tuple(entrant.name for entrant in entrants),
        seed=seed,
        deal_count=spec.play.deals_per_match,
        mirrored=spec.play.deals == "mirrored",
        clock=spec.clock,
    )
    return MatchPlan(tuple(pairing), pass_number, 0, match, entrants)


def play_plan(plan: MatchPlan, bot: BotFactory = Chooser) -> MatchResult:
    return grade_match(play_match(plan.spec, [bot] * len(plan.pairing)))


def play(
    database: Database,
    run_id: int,
    spec: TournamentSpec,
    pairing: Sequence[int],
    pass_number: int = 0,
    master: bytes = MASTER,
    bot: BotFactory = Chooser,
) -> MatchPlan:
    """Play a match and store it."""
    plan = plan_of(spec, pairing, pass_number, master)
    database.add_match(run_id, plan, play_plan(plan, bot))
    return plan


@asynccontextmanager
async def browser(database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """The pages of a database on a real socket, and a client whose addresses are relative to them."""
    async with open_web(database, "127.0.0.1:0") as url, httpx.AsyncClient(base_url=url, timeout=5) as client:
        yield client


class Events:
    """A stream of events, read from a bare socket: httpx leaves generators behind when a stream is dropped, and trio warns."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream, self._received = stream, b""

    async def read(self) -> dict[str, str]:
        """The next event, empty at the end; comments and the retry time are passed over."""
        while True:
            block = (await self._until(b"\n\n")).decode()
            fields = [line.split(": ", 1) for line in block.splitlines()]
            if not block or fields[0][0] == "id":
                names = dict.fromkeys(name for name, _ in fields)
                return {name: "\n".join(value for other, value in fields if other == name) for name in names}

    async def read_head(self) -> str:
        return (await self._until(b"\r\n\r\n")).decode().lower()

    async def _until(self, end: bytes) -> bytes:
        while end not in self._received:
            data = await self._stream.receive_some()
            if not data:
                assert not self._received, "ended in the middle"
                return b""
            self._received += data
        found, _, self._received = self._received.partition(end)
        return found


@asynccontextmanager
async def events(url: object, path: str, last_event_id: str = "") -> AsyncIterator[Events]:
    """A stream of events; HTTP/1.0, so that nothing is chunked."""
    port = httpx.URL(str(url)).port
    assert port is not None
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(f"GET {path} HTTP/1.0\r\nhost: x\r\nlast-event-id: {last_event_id}\r\n\r\n".encode())
        opened = Events(stream)
        head = await opened.read_head()
        assert " 200 " in head
        assert "content-type: text/event-stream" in head
        yield opened

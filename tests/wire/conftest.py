"""An arena with a database and TournamentService, and those who call there."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.store import Database
from arena.v1.tournament_pb2_grpc import TournamentServiceStub
from arena.wire import open_lobby
from tests.wire.asking import Caller, open_caller
from tests.wire.tournaments import Arena


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(str(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
async def arena(database: Database) -> AsyncIterator[Arena]:
    async with open_lobby(accounts=database, library=database, desk=database) as lobby:
        yield Arena(database, lobby.port)


@pytest.fixture
async def caller(arena: Arena) -> AsyncIterator[Caller]:
    """Shows no token."""
    with open_caller(arena.port, TournamentServiceStub) as opened:
        yield opened


@pytest.fixture
def as_account(arena: Arena) -> Iterator[Callable[[str], Caller]]:
    """Opens callers that show a token."""
    with ExitStack() as stack:
        yield lambda token: stack.enter_context(open_caller(arena.port, TournamentServiceStub, token))

import pytest

from arena.store import Database


@pytest.fixture
def path(tmp_path):
    return tmp_path / "arena.db"


@pytest.fixture
def database(path):
    with Database(str(path)) as opened:
        yield opened

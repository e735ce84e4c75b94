"""A database of this test's own."""

import pytest

from tests.store.storing import fresh


@pytest.fixture
def path(tmp_path):
    return tmp_path / "arena.db"


@pytest.fixture
def database(path):
    with fresh(path) as opened:
        yield opened

"""Commands called in this process, at a known width."""

from functools import partial

import pytest

from tests.cli.filling import call


@pytest.fixture
def arena(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    return partial(call, capsys)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.db"

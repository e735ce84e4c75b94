"""Where the arena is and the token: what is missing, and what cannot be."""

import pytest

from arena.client import BadSettings, PlayError, play
from arena.client.settings import read_settings

ADDRESS = "where the arena listens, such as 127.0.0.1:7400"
TOKEN = "the bot's token, as `arena bots add` printed it"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    for name in ("ARENA_ADDRESS", "ARENA_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def test_what_is_given_goes_before_the_environment(monkeypatch):
    monkeypatch.setenv("ARENA_ADDRESS", "there:1")
    monkeypatch.setenv("ARENA_TOKEN", "theirs")
    assert read_settings(None, None) == ("there:1", "theirs")
    assert read_settings("here:2", "mine") == ("here:2", "mine")


@pytest.mark.parametrize(
    ("address", "token", "said"),
    [
        (None, None, f"ARENA_ADDRESS and ARENA_TOKEN must be set: {ADDRESS}; {TOKEN}"),
        ("127.0.0.1:7400", None, f"ARENA_TOKEN must be set: {TOKEN}"),
        (None, "x", f"ARENA_ADDRESS must be set: {ADDRESS}"),
    ],
)
def test_what_is_missing_is_named_and_nothing_else(address, token, said):
    with pytest.raises(BadSettings) as refused:
        read_settings(address, token)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    "address", ["127.0.0.1:7400", "localhost:1", "[::1]:65535", "arena.example:7400", "dns:///arena.example", "unix:/run/arena"]
)
def test_host_and_port_or_what_else_grpc_takes_are_an_address(address):
    assert read_settings(address, "x") == (address, "x")


@pytest.mark.parametrize("address", ["7411", "localhost", ":7400", "a:", "a:0", "a:65536", "a:b", "http://127.0.0.1:7400", "a b:1"])
def test_what_is_no_address_is_refused_at_once(address):
    with pytest.raises(BadSettings, match=r"^ARENA_ADDRESS '.*': must be HOST:PORT, such as 127.0.0.1:7400$"):
        read_settings(address, "x")


@pytest.mark.parametrize("token", ["my secret", "secret\n", "secret\r", "sécret"])
def test_a_token_that_cannot_be_sent_is_refused_and_not_repeated(token):
    with pytest.raises(BadSettings) as refused:
        read_settings("a:1", token)
    assert token not in str(refused.value)


def test_play_says_it_too():
    with pytest.raises(PlayError, match="ARENA_ADDRESS and ARENA_TOKEN must be set"):
        play(lambda decision: decision.check_or_fold(), software="test")

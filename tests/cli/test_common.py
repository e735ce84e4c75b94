"""Addresses, databases, and what is printed for programs."""

import pytest

from arena.cli.common import db_words, parse_address, print_json, safe_address
from arena.errors import ConfigError


@pytest.mark.parametrize("address", ["127.0.0.1:7400", "localhost:0", "[::1]:7400", "127.8.9.1:1"])
def test_loopback_is_safe(address):
    assert safe_address(address, insecure=False) == address


@pytest.mark.parametrize("address", ["0.0.0.0:7400", "127.example.com:7400", "[::]:1", "localhost.example.com:1", "127.1:1", "10.0.0.1:1"])
def test_elsewhere_takes_a_word(address):
    with pytest.raises(ConfigError, match="--insecure"):
        safe_address(address, insecure=False)
    assert safe_address(address, insecure=True) == address


@pytest.mark.parametrize(
    "address", ["foo", "", ":1", "a:", "a:b", "a:65536", "a:٣", "a:" + "9" * 5000, "::1:80", "[1]:2", "[::1:2", "a b:1", "-:1", "a\n:1"]
)
def test_other_text_is_no_address(address):
    with pytest.raises(ConfigError, match="must be HOST:PORT"):
        parse_address("--web", address)


def test_host_comes_without_brackets():
    assert parse_address("--web", "[::1]:80") == ("::1", 80)


@pytest.mark.parametrize(
    ("usual", "db", "words"),
    [
        (None, "arena.db", ""),
        (None, "other.db", " --db other.db"),
        (None, "my games.db", " --db 'my games.db'"),
        ("other.db", "other.db", ""),
        ("other.db", "arena.db", " --db arena.db"),
        (None, "postgresql+psycopg://ada:secret@host/arena", " --db 'postgresql+psycopg://ada:***@host/arena'"),
        (None, "sqlite:///a.db", " --db sqlite:///a.db"),
    ],
)
def test_commands_that_people_are_told_find_the_database_and_repeat_no_password(usual, db, words, monkeypatch):
    monkeypatch.delenv("ARENA_DB", raising=False)
    if usual:
        monkeypatch.setenv("ARENA_DB", usual)
    assert db_words(db) == words


def test_documents_hold_what_was_put_in_and_show_no_control_characters(arena, capsys):
    import json

    document = {"é": ["\x7f\x9b\u202e\U000e0001\ud800\n", "漢"]}
    print_json(document)
    out = capsys.readouterr().out
    assert json.loads(out) == document
    assert all(char.isprintable() or char == "\n" for char in out)
    assert '"漢"' in out

"""A person's mistake gets one clear line and exit code 2, and nothing already stored is lost."""

import socket

import pytest

from tests.end_to_end.shell import SMALL, TWO_BUILTINS, arena, tournament

pytestmark = pytest.mark.slow

FILES = {
    "broken TOML": ("name = ", "not valid TOML"),
    "unknown key": ("name", "colour: unknown key"),
    "negative ante": ("[rules]\nante = -1", "[rules] ante = -1"),
    "seven seats": ("seats = 7", "[play] seats = 7: must be a whole number from 2 to 6"),
    "unknown builtin": ("draw/harf", "did you mean draw/hard?"),
    "no such program": ("nosuchprogram", "there is no program 'nosuchprogram'"),
    "no such script": ("nosuch.py", "there is no file 'nosuch.py'"),
    "remote without a dealer": ("remote", "give --listen HOST:PORT"),
}


def write(folder, kind):
    extra = '[[entrant]]\nname = "c"\n'
    files = {
        "broken TOML": lambda: tournament(folder, "name = "),
        "unknown key": lambda: tournament(folder, TWO_BUILTINS, top="colour = 1"),
        "negative ante": lambda: tournament(folder, TWO_BUILTINS, extra="[rules]\nante = -1"),
        "seven seats": lambda: tournament(folder, TWO_BUILTINS, play="seats = 7"),
        "unknown builtin": lambda: tournament(folder, TWO_BUILTINS + extra + 'builtin = "draw/harf"'),
        "no such program": lambda: tournament(folder, TWO_BUILTINS + extra + 'command = ["nosuchprogram"]'),
        "no such script": lambda: tournament(folder, TWO_BUILTINS + extra + 'command = ["python", "nosuch.py"]'),
        "remote without a dealer": lambda: tournament(folder, TWO_BUILTINS + extra + "remote = true"),
    }
    return files[kind]()


def assert_refused(done, words):
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.startswith("arena: ")
    assert done.err.count("\n") == 1, done.err
    assert words in done.err


@pytest.mark.parametrize("kind", FILES)
def test_bad_file_is_refused_before_anything_is_played(tmp_path, kind):
    file = write(tmp_path, kind)
    done = arena("run", file, "--db", tmp_path / "a.db")
    assert_refused(done, FILES[kind][1])
    assert str(file) in done.err
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "missing.toml"), "missing.toml: no such file"),
        (("run", "tournaments/demo.toml", "--seed", "xyz"), "hexadecimal"),
        (("run", "tournaments/demo.toml", "--db", "/proc/nosuch/a.db"), "/proc/nosuch"),
        (("run", "tournaments/demo.toml", "--db", "."), "is a directory"),
        (("run", "tournaments/demo.toml", "--jobs", "none"), "'none' is not a valid"),
        (("nosuch",), "No such command 'nosuch'"),
        (("leaderboard", "--db", "nosuch.db"), "nosuch.db"),
        (("verify", "nosuch", "--db", "nosuch.db"), "nosuch.db"),
        (("replay", "nosuch", "--db", "nosuch.db"), "MATCH:LEG:NUMBER"),
        (("host", "draw/hard"), "ARENA_ADDRESS"),
        (("serve", "--listen", "0.0.0.0:0"), "--insecure"),
        (("serve", "--tournaments", "nosuch"), "--tournaments nosuch"),
    ],
)
def test_bad_command_line_is_refused(arguments, words):
    assert_refused(arena(*arguments), words)


def test_busy_ports_are_refused(tmp_path):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        address = f"127.0.0.1:{busy.getsockname()[1]}"
        grpc = arena("serve", "--db", tmp_path / "a.db", "--listen", address, "--web", "127.0.0.1:0")
        web = arena("serve", "--db", tmp_path / "a.db", "--listen", "127.0.0.1:0", "--web", address)
    assert_refused(grpc, f"cannot listen on {address}")
    assert web.code == 2
    assert f"arena: cannot listen on {address}" in web.err.splitlines()[-1]


def test_what_is_stored_survives_mistakes(tmp_path):
    database = tmp_path / "a.db"
    good = tournament(tmp_path, TWO_BUILTINS, play=SMALL)
    before = arena("run", good, "--db", database, "--seed", "1", "--json")
    for kind in FILES:
        assert arena("run", write(tmp_path, kind), "--db", database).code == 2
    assert arena("leaderboard", "--db", database, "--json").out == before.out


def test_foreign_file_is_no_database_and_is_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("not a database\n" * 100)
    assert_refused(arena("leaderboard", "--db", file), "notes.txt")
    assert file.read_text() == "not a database\n" * 100

"""``arena export``: what reaches standard output or a file, and what is refused in one line."""

import json
import sqlite3
import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli import main
from arena.dealer import RunStatus
from arena.matches import commitment
from arena.rules import format_hand, parse_hand
from arena.tournaments import tournament_from_document
from tests.store.storing import MASTER, fill, fresh, plan_of, play_plan, tournament

MATCH = plan_of(tournament(), (0, 1)).spec.match_id


@pytest.fixture
def database(tmp_path):
    """A database with one match of two legs of six hands, in two runs."""
    path = tmp_path / "a.db"
    with fresh(path) as opened:
        fill(opened, tournament(name="First evening"))
        fill(opened, tournament(name="Second evening"))
    return path


@pytest.fixture
def export(database, capsys):
    """Runs the command on that database: (exit code, standard output, standard error)."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["export", *map(str, arguments), "--db", str(database)])
        return code, *capsys.readouterr()

    return run


def test_text_is_the_default(export):
    """Two lines a hand, and both legs."""
    code, out, err = export(MATCH)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 2 * 12
    assert lines[0] == f"# match {MATCH}, leg 0, hand 0: bot-1, bot-0"
    assert all(format_hand(parse_hand(line)) == line for line in lines[1::2])
    assert export(MATCH, "--format", "text") == (0, out, "")


def test_json_lines_of_one_leg(export):
    """The match, the hands of that leg in order, and how it ended."""
    code, out, _ = export(MATCH, "--format", "jsonl", "--leg", 1)
    head, *hands, end = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert head["legs"] == [1]
    assert [(hand["leg"], hand["hand_number"]) for hand in hands] == [(1, number) for number in range(6)]
    assert (end["leg"], end["status"], end["hand_count"]) == (1, "completed", 6)


def head_of(path, capsys, **settings):
    """The first line of the export of a match of a new database."""
    with fresh(path) as opened:
        spec = tournament()
        run_id = fill(opened, replace(spec, play=replace(spec.play, **settings)))
        if path.stem != "running":
            opened.close_run(run_id, RunStatus.COMPLETED)
    assert main(["export", MATCH, "--format", "jsonl", "--db", str(path)]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert len(others) == 14
    return json.loads(first)


def test_seed_is_written_when_everybody_may_have_it(tmp_path, capsys):
    """The run is over and its hands are for all; the commitment is that of the seed."""
    head = head_of(tmp_path / "over.db", capsys)
    assert bytes.fromhex(head["seed"]) == plan_of(tournament(), (0, 1)).spec.seed
    assert commitment(bytes.fromhex(head["seed"])) == head["commitment"]


def test_seed_is_kept_while_the_run_is_played(tmp_path, capsys):
    head = head_of(tmp_path / "running.db", capsys)
    assert (head["seed"], len(head["commitment"])) == (None, 64)


@pytest.mark.parametrize("publish", ["shown_only", "owners"])
def test_unpublished_hands_are_written_without_the_seed(tmp_path, capsys, publish):
    """Every card is there, since who can open the database may read it; but who gets the file may not have the seed."""
    assert head_of(tmp_path / "over.db", capsys, publish=publish)["seed"] is None


def test_phh_is_of_the_newest_run(export):
    """The same match id in two runs: the second is written, once."""
    code, out, _ = export(MATCH, "--format", "phh")
    tables = tomllib.loads(out)
    assert code == 0
    assert len(tables) == 12
    assert {table["event"] for table in tables.values()} == {"Second evening"}


def test_out_is_a_file_and_nothing_else(export, tmp_path):
    """The same bytes; what was in the file before is gone."""
    expected = export(MATCH, "--format", "jsonl")[1]
    file = tmp_path / "hands.jsonl"
    file.write_text("old\n" * 10_000)
    assert export(MATCH, "--format", "jsonl", "--out", file) == (0, "", "")
    assert file.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("before", [None, "old"])
def test_a_failure_leaves_no_half_file(export, database, tmp_path, before):
    """The hand that does not follow comes when others are written; what was there before stays, and nothing else is left."""
    folder = tmp_path / "out"
    folder.mkdir()
    file = folder / "hands.jsonl"
    if before is not None:
        file.write_text(before)
    change_a_hand(database)
    code, _, err = export(MATCH, "--format", "jsonl", "--out", file)
    assert (code, "deal 3: pays" in err) == (1, True)
    assert {path.name: path.read_text() for path in folder.iterdir()} == ({} if before is None else {"hands.jsonl": before})


def test_out_keeps_the_permissions_of_the_file_before(export, tmp_path):
    file = tmp_path / "hands.txt"
    file.write_text("old")
    file.chmod(0o640)
    assert export(MATCH, "--out", file) == (0, "", "")
    assert file.stat().st_mode & 0o777 == 0o640


def test_out_writes_through_a_link(export, tmp_path):
    """The link stays one; the file it leads to is new."""
    (tmp_path / "link").symlink_to(tmp_path / "hands.txt")
    assert export(MATCH, "--out", tmp_path / "link") == (0, "", "")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "hands.txt").read_text(encoding="utf-8").startswith(f"# match {MATCH}")


def test_out_to_a_device_does_not_replace_it(export, tmp_path):
    device = Path("/dev/null")
    assert export(MATCH, "--out", device) == (0, "", "")
    assert device.is_char_device()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nosuch",), "there is no match nosuch"),
        ((MATCH, "--leg", 2), f"match {MATCH} has 2 legs, counted from 0; there is no leg 2"),
        ((MATCH, "--leg", -1), "'--leg'"),
        ((MATCH, "--format", "xml"), "'xml' is not one of 'text', 'jsonl', 'phh'"),
        ((MATCH, "--out", "/proc/nosuch/file"), "--out /proc/nosuch/file: no such file or directory; name another file"),
        ((MATCH, "--out", "."), "--out .: is a directory"),
        ((MATCH, "--out", "x" * 5000), "file name too long"),
        ((), "Missing argument 'MATCH'"),
    ],
)
def test_mistakes_are_one_line(export, arguments, words):
    code, out, err = export(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("arena: ")
    assert err.count("\n") == 1
    assert words in err


def test_the_database_is_not_written_over(export, database):
    """Results would be lost."""
    before = database.read_bytes()
    code, _, err = export(MATCH, "--out", database)
    assert (code, err) == (2, f"arena: --out {database}: is the database; name another file\n")
    assert database.read_bytes() == before


def test_a_missing_database_is_one_line(capsys, tmp_path):
    code = main(["export", MATCH, "--db", str(tmp_path / "nosuch.db")])
    assert code == 2
    assert "there is no database" in capsys.readouterr().err


def test_a_hand_changed_afterwards_is_named(export, database):
    """Net chips of another sign decode, but do not follow from the actions: the work failed, exit 1."""
    change_a_hand(database)
    code, out, err = export(MATCH, "--format", "jsonl")
    assert code == 1
    assert err.count("\n") == 1
    assert err.startswith(f"arena: match {MATCH}, leg 0: deal 3: pays")
    assert len(out.splitlines()) == 1 + 3


def change_a_hand(database):
    with closing(sqlite3.connect(database)) as connection, connection:
        place = "where leg = 0 and deal_number = 3 and match_row = (select max(id) from matches)"
        (record,) = connection.execute(f"select record from hands {place}").fetchone()
        changed = bytearray(record)
        changed[-1] ^= 1
        connection.execute(f"update hands set record = ? {place}", (bytes(changed),))


def test_help_has_examples(capsys):
    """As every command's."""
    assert main(["export", "--help"]) == 0
    out = capsys.readouterr().out
    assert "arena export 3f9a0c11d2e4 --format phh --out match.phhs" in out


@pytest.fixture
def house_match(tmp_path, capsys):
    """The same of a match against the house, six hands long: runs the command on it."""
    spec = tournament_from_document(
        {
            "name": "Against the house",
            "game": "holdem_bonus",
            "rules": {"ante_max": 5, "bonus_max": 2, "bankroll": 500},
            "play": {"deals_per_match": 6},
            "entrant": [{"name": "ada", "builtin": "bonus/easy"}],
        },
        "this test",
    )
    plan, path = plan_of(spec, (0,)), tmp_path / "house.db"
    with fresh(path) as opened:
        opened.add_match(opened.open_run(spec, MASTER, seeded=False), plan, play_plan(plan))

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(["export", plan.spec.match_id, *map(str, arguments), "--db", str(path)])
        return code, *capsys.readouterr()

    return run


def test_a_match_against_the_house_is_written(house_match):
    """As notation, and as JSON with the hands of its only leg."""
    code, out, err = house_match()
    assert (code, err) == (0, "")
    assert [format_hand(parse_hand(line)) for line in out.splitlines()[1::2]] == out.splitlines()[1::2]
    code, out, err = house_match("--format", "jsonl")
    head, *hands, end = [json.loads(line) for line in out.splitlines()]
    assert (code, err, head["game"], head["players"]) == (0, "", "holdem_bonus", ["ada"])
    assert [hand["hand_number"] for hand in hands] == list(range(6))
    assert end["net_chips"] == [sum(hand["net_chips"][0] for hand in hands)]


def test_phh_of_a_match_against_the_house_is_refused_in_one_line(house_match, tmp_path):
    """The format cannot hold it: the user's mistake, and no file is begun."""
    for out in ((), ("--out", tmp_path / "match.phhs")):
        code, written, err = house_match("--format", "phh", *out)
        assert (code, written, err.count("\n")) == (2, "", 1)
        assert err.startswith("arena: format phh: the Poker Hand History format has no house to play against")
        assert "use text or jsonl" in err
    assert not (tmp_path / "match.phhs").exists()

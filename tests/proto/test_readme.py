"""The contract's README tells the truth: its test vectors, its reasons, its examples."""

import re
from pathlib import Path

import pytest
import trio

from arena.dealer import RunStatus, hash_token
from arena.matches import commitment, deal_key, match_seed, measure_match, play_match
from arena.rules import cards_text, deal_cards
from arena.store import Database
from arena.tournaments import PassScheduler, tournament_from_document
from arena.wire import open_lobby
from bots.draw import Random

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "proto/README.md").read_text()
MASTER = bytes(range(32))


def test_seed_and_commitment_are_those_printed():
    seed = match_seed(MASTER, "pairing 0-1", 0)
    assert f"match seed  {seed.hex()}" in README
    assert f"commitment  {commitment(seed)}" in README


@pytest.mark.parametrize(("number", "count"), [(0, 52), (1, 16)])
def test_deals_are_those_printed(number, count):
    key = deal_key(match_seed(MASTER, "pairing 0-1", 0), number)
    found = re.search(rf"deal {number} +key (\w+).*\n +(\w+)\n", README)
    assert found is not None
    assert found.groups() == (key.hex(), cards_text(deal_cards(key, count)))


def test_every_reason_a_stream_may_end_with_is_listed():
    code = "".join(path.read_text() for path in (ROOT / "arena/wire").glob("*.py"))
    reasons = set(re.findall(r'"([A-Z]+_[A-Z_]+)"', code))
    assert reasons
    assert {reason for reason in reasons if f"`{reason}`" not in README} == set()


def test_the_example_bot_has_the_length_it_claims():
    lines = len((ROOT / "bots/python/jacks.py").read_text().splitlines())
    assert lines < 60
    assert f"of {lines} lines is `bots/python/jacks.py`" in README


@pytest.mark.slow
async def test_the_example_of_a_program_enters_and_watches_to_the_end(tmp_path, monkeypatch, capsys):
    """As it is printed, with the two variables of its environment."""
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    entrants = [{"name": name, "builtin": "draw/random"} for name in ("ada", "bob")]
    document = {"name": "Evening draw", "game": "five_card_draw", "play": {"entry": "open"}, "entrant": entrants}
    spec = tournament_from_document(document, "this test")
    with Database(str(tmp_path / "arena.db")) as database:
        database.add_account("cy/caller", "cy", hash_token("token-of-cy"))
        run_id = database.open_run(spec, MASTER, seeded=False)
        (plan,) = PassScheduler(spec, MASTER).next_pass()
        database.add_match(run_id, plan, measure_match(play_match(plan.spec, [Random] * 2)))
        async with open_lobby(accounts=database, library=database, desk=database) as lobby, trio.open_nursery() as nursery:
            monkeypatch.setenv("ARENA_ADDRESS", f"127.0.0.1:{lobby.port}")
            monkeypatch.setenv("ARENA_TOKEN", "token-of-cy")
            nursery.start_soon(trio.to_thread.run_sync, exec, code[1], {})
            with trio.fail_after(20):
                while not database.orders(run_id):  # noqa: ASYNC110 (another program's doing)
                    await trio.sleep(0.01)
            database.close_run(run_id, RunStatus.COMPLETED)
    told = capsys.readouterr().out
    assert "Evening draw, revision" in told
    assert re.search(r"1–2 ada +[+-]\d+\.\d +500 hands", told)
    assert re.search(r"– cy/caller +\+0\.0 +0 hands", told)

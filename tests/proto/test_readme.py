"""The contract's README tells the truth: its test vectors, its reasons, its example."""

import re
from pathlib import Path

import pytest

from arena.matches import commitment, deal_key, match_seed
from arena.rules import cards_text, deal_cards

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

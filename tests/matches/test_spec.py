"""What a match is, as data."""

import hashlib

from arena.matches import MatchSpec
from arena.rules import GAMES, FiveCardDrawRuleset
from tests.matches.bots import spec_of


def test_a_mirrored_match_has_a_leg_for_every_rotation():
    """``leg_count``: n legs, else one."""
    assert [spec_of(players).leg_count for players in range(2, 7)] == [2, 3, 4, 5, 6]
    assert spec_of(4, mirrored=False).leg_count == 1


def test_the_seed_does_not_show_in_the_text_of_a_specification():
    """Secret until the deals are open: nothing that logs a specification may tell it."""
    assert repr(b"s" * 32) not in repr(spec_of(2))


def test_the_commitment_is_that_of_the_seed():
    """SHA-256 of the seed."""
    assert spec_of(2).commitment == hashlib.sha256(b"s" * 32).hexdigest()


def test_the_defaults_are_500_mirrored_deals():
    """Defaults of the specification."""
    spec = MatchSpec("m", "t", "five_card_draw", FiveCardDrawRuleset(), ("a", "b"), bytes(32))
    assert (spec.deal_count, spec.mirrored, spec.game) == (500, True, GAMES["five_card_draw"])

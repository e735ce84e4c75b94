"""A change of play is a new version: what every version of every draw bot plays, as digests that stand here.

What was measured of a version, and every run that is pinned to it, means something only as long as it plays as it did. So a digest that no
longer fits is never put in order here: the play is, or the version gets a new number, a digest of its own, and the old one its own module.

A change that touches none of these decisions, a thousand and more of each bot, is not seen here: it is a new version all the same.

The hands come from Python's ``random()`` alone, which promises the same numbers in every release. The bots' own play may rest on more:
hard's on numpy's streams of random numbers (PCG64 and the methods of ``Generator``, which numpy may change in a new release) and on floats
compared with each other, normal's on tables that are made the same way. Where only these break, with a new numpy and with bots that
are as they were, the digests are that numpy's: say so in the commit, since measurements before it were made by bots that played otherwise.
"""

import random
from hashlib import blake2b

import pytest

from arena.engines import builtin_names, builtin_versions, find_builtin
from arena.matches import TableInfo, watch_of
from arena.rules import FiveCardDrawRuleset, Hand, Kind
from bots.draw import Call, Easy, Expert, Fold, Hard, LooseAggressive, Normal, Raise, Random, TightAggressive, TightPassive, v1, v2

GOLDEN = {
    "draw/easy@1": (Easy, 20, "4a7ef1ea7ff6b722c015910118e3cfb1"),
    "draw/normal@1": (v2.Normal, 20, "ca7d4629a137225220652add27dd3acb"),
    "draw/hard@1": (v1.Hard, 6, "efa41ff681a8a155ba02e21e25139c8e"),
    "draw/hard@2": (v2.Hard, 6, "d1f245b54da92ceddb2d1d5d659e06c7"),
    "draw/expert@1": (v2.Expert, 6, "a34caa80364c77c951350eba9a3c8982"),
    "draw/normal@2": (Normal, 6, "2a26e098540c6ba089e772e384a992c6"),
    "draw/hard@3": (Hard, 6, "3a485395913c65f59a4d9b01906cf448"),
    "draw/expert@2": (Expert, 6, "a3e61099e3e6e59b29fb1c4967f66d1a"),
    "draw/call@1": (Call, 20, "3b63e16b803246b7b62ca9ddb5ec16fb"),
    "draw/raise@1": (Raise, 20, "365ca308d51c30ae689e9f1292b6fd64"),
    "draw/fold@1": (Fold, 20, "901c1e36ab1035b71b50d2c76571ba2e"),
    "draw/random@1": (Random, 20, "8970c599e843e9d1c05aafa153304087"),
    "draw/tight_passive@1": (TightPassive, 20, "8499161c2e502a1c82951ab58a67da70"),
    "draw/tight_aggressive@1": (TightAggressive, 20, "ef4dd77b24629af6aca2d619613fd9eb"),
    "draw/loose_aggressive@1": (LooseAggressive, 20, "57c0cb0c8b8020caa578b2bba8d5b1ea"),
}
"""By name and version: the bot, how many hands it plays at each table, and what comes of it."""

RULESETS = (
    FiveCardDrawRuleset(),
    FiveCardDrawRuleset(ante=1, small_bet=10, big_bet=20, max_raises=6),
    FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=30),
)
"""Each is played by 2 to 6 players, all the same bot with the same seed; with all-in, of uneven stacks."""


def digest_of(bot, hands):
    """Of all the codes that a bot wants to play, a byte each."""
    rng = random.Random(1)
    codes = [code for ruleset in RULESETS for players in range(2, 7) for code in codes_at_table(rng, bot, ruleset, players, hands)]
    return blake2b(bytes(codes), digest_size=16).hexdigest()


def codes_at_table(rng, bot, ruleset, players, hands):
    """What is played is drawn by lot, so all bots are asked the same; who remembers is shown how each hand ended."""
    seats = [bot(TableInfo(ruleset, tuple("abcdef"[:players]), player, hands, 20260101)) for player in range(players)]
    for number in range(hands):
        hand = dealt_hand(rng, ruleset, tuple((number + place) % players for place in range(players)))
        while not hand.over:
            yield seats[hand.seated[hand.actor]].act(hand.view(hand.actor))
            hand.act(any_code(rng, hand.legal))
        for player, seat in enumerate(seats):
            watch = watch_of(seat)
            if watch is not None:
                watch(hand.view(hand.seated.index(player)))


def dealt_hand(rng, ruleset, seated):
    """A hand just dealt."""
    deck = sorted(range(52), key=lambda _: rng.random())
    stacks = [ruleset.ante + int(rng.random() * 60) for _ in seated] if ruleset.all_in else None
    return Hand(ruleset, deck[: 8 * len(seated)], len(seated), stacks, seated)


def any_code(rng, legal):
    """A legal action; folds are rare, so that hands grow old."""
    choices = legal[1:] if legal[0] == Kind.FOLD and rng.random() < 0.85 else legal
    return choices[int(rng.random() * len(choices))]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if "hard" in name or "expert" in name else []) for name in GOLDEN]
)
def test_a_version_plays_as_it_always_did(name):
    bot, hands, digest = GOLDEN[name]
    assert digest_of(bot, hands) == digest, f"the play of {name} has changed: a change of play is a new version"


def test_every_version_that_is_offered_has_its_digest():
    """A new version is entered here with what it plays on the day it comes out."""
    offered = [f"{name}@{version}" for name in builtin_names() if name.startswith("draw/") for version in builtin_versions(name)]
    missing = [name for name in offered if name not in GOLDEN]
    assert not missing, (
        f"no digest of {', '.join(missing)}; of six hands a table it is {[digest_of(find_builtin(name), 6) for name in missing]}"
    )

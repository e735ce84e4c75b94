"""Bots and matches for the tests of this room."""

import hashlib

from arena.matches import BotFactory, MatchSpec, TableInfo
from arena.rules import AnyView, FiveCardDrawRuleset

ALL_IN = FiveCardDrawRuleset(ante=2, small_bet=4, big_bet=8, all_in=True, starting_stack=25)


def spec_of(players: int, deal_count: int = 12, *, seed: bytes = b"s" * 32, mirrored: bool = True, all_in: bool = False) -> MatchSpec:
    """A match between players named a, b, c …"""
    ruleset = ALL_IN if all_in else FiveCardDrawRuleset()
    return MatchSpec("m", "t", "five_card_draw", ruleset, tuple("abcdef"[:players]), seed, deal_count, mirrored)


class HashBot:
    """Deterministic and unlike any other salt: the choice is a hash of all that the view shows. It keeps no memory of other hands."""

    def __init__(self, salt: str) -> None:
        self.salt = salt

    def act(self, view: AnyView) -> int:
        facts = (self.salt, view.position, view.hole_cards, view.discarded, int(view.stage), [tuple(map(int, line)) for line in view.log])
        number = int.from_bytes(hashlib.sha256(repr(facts).encode()).digest()[:4], "big")
        return view.legal[number % len(view.legal)]


def hash_bots(*salts: str) -> list[BotFactory]:
    def factory(salt: str) -> BotFactory:
        def make(info: TableInfo) -> HashBot:
            return HashBot(salt)

        return make

    return [factory(salt) for salt in salts]

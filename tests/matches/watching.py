"""Bots that remember, and what they must hear of a leg: for the tests of whoever drives bots of this process."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from arena.matches import BotFactory, LegResult, MatchSpec, TableInfo, deal_key, seating_of
from arena.rules import STAKE_CODE, AnyView, FiveCardDrawRuleset, HoldemBonusRuleset, deal_cards, stake_code
from tests.matches.bots import ALL_IN

Heard = list[tuple[int, AnyView]]
"""Views with the player each was given to, in order: those asked about and, in the last stage, those of hands that are over."""
WATCHED = {
    "unlimited": (FiveCardDrawRuleset(), (2, 3, 6)),
    "reset": (ALL_IN, (2, 4)),
    "carry": (replace(ALL_IN, stacks="carry"), (2, 3, 5)),
    "bonus": (HoldemBonusRuleset(5, 50, 5, 20), (1,)),
    "bankroll": (HoldemBonusRuleset(5, 50, 5, 20, bankroll=400), (1,)),
}
"""Rulesets of every kind, with the numbers of players to try."""
WATCHED_MATCHES = [(kind, players) for kind, (_, numbers) in WATCHED.items() for players in numbers]


def watched_spec(kind: str, players: int, deal_count: int = 24) -> MatchSpec:
    """A match with a ruleset of ``WATCHED``."""
    ruleset = WATCHED[kind][0]
    game = "five_card_draw" if isinstance(ruleset, FiveCardDrawRuleset) else "holdem_bonus"
    return MatchSpec("m", "t", game, ruleset, tuple("abcdef"[:players]), b"s" * 32, deal_count, mirrored=players > 1)


class Remembering:
    """Plays by a hash of what it sees now and of all that it has been shown, so what it remembers decides what it does; of any game."""

    def __init__(self, player: int, heard: Heard) -> None:
        self.player = player
        self.heard = heard
        self.memory = b""

    def act(self, view: AnyView) -> int:
        self.heard.append((self.player, view))
        return view.legal[self._hash(view)[0] % len(view.legal)]

    def watch(self, view: AnyView) -> None:
        self.heard.append((self.player, view))
        self.memory = self._hash(view)

    def _hash(self, view: AnyView) -> bytes:
        facts = (self.memory, self.player, view.position, view.hole_cards, [tuple(map(int, line)) for line in view.log])
        return hashlib.sha256(repr(facts).encode()).digest()


def remembering_bots(heard: Heard, forgetful: Sequence[int] = ()) -> BotFactory:
    """Makes bots that put all they are told into ``heard``; those of some players do not watch."""

    def make(info: TableInfo) -> object:
        bot = Remembering(info.player, heard)
        return Asked(bot) if info.player in forgetful else bot

    return make


class Asked:
    """A bot that has nothing but ``act``."""

    def __init__(self, bot: Remembering) -> None:
        self.act = bot.act


def heard_of(spec: MatchSpec, leg: int, result: LegResult, forgetful: Sequence[int] = ()) -> Heard:
    """What bots hear of a leg played a hand at a time, by the rules alone: what is asked, and the end, in the players' order."""
    heard: Heard = []
    previous_ante = 0
    for record in result.hands:
        players = seating_of(spec, record, leg).players
        deal = deal_cards(deal_key(spec.seed, record.deal_number), spec.game.deal_size(len(players)))
        hand = spec.game.new_hand(spec.ruleset, deal, len(players), record.stack_chips or None, previous_ante, players)
        for code in record.actions:
            heard.append((players[hand.actor], hand.view(hand.actor)))
            hand.act(stake_code(*record.stake) if code == STAKE_CODE else code)
        heard += [(player, hand.view(players.index(player))) for player in sorted(players) if player not in forgetful]
        previous_ante = record.stake[0] if spec.ruleset.one_at_a_time else 0
    return heard

"""The games, and nothing else: cards, strength, deals, one hand of each game, its pots, views and records.

Pure: no clock, no file, no randomness of its own; a hand is a function of its ruleset, its deal and its actions.

- ``cards``: card numbers and their text. ``deals``: the shuffle, from a key. ``strength``: who beats whom.
- ``five_card_draw``: the hand of the draw game, and what one player may know of it. ``pots``: who wins which chips.
- ``records``: a hand as it is kept, and its replay. ``notation``: a hand as a line of text.
- ``games``: the table of games that other rooms look into.
"""

from arena.rules.cards import CARD_NUMBERS, RANKS, SUITS, cards_text, parse_cards
from arena.rules.deals import deal_cards
from arena.rules.five_card_draw import DRAW_CODE, DRAW_CODES, MAX_DISCARDS, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, Stage
from arena.rules.games import GAMES, AnyHand, AnyRuleset, AnyView, Game
from arena.rules.notation import format_hand, parse_hand
from arena.rules.records import HandRecord, record_hand, replay_hand
from arena.rules.strength import CLASS_NAMES, STRENGTH_COUNT, class_of, describe, strength, strength7, strengths

__all__ = [
    "CARD_NUMBERS",
    "CLASS_NAMES",
    "DRAW_CODE",
    "DRAW_CODES",
    "GAMES",
    "MAX_DISCARDS",
    "RANKS",
    "STRENGTH_COUNT",
    "SUITS",
    "AnyHand",
    "AnyRuleset",
    "AnyView",
    "FiveCardDrawRuleset",
    "FiveCardDrawView",
    "Game",
    "Hand",
    "HandRecord",
    "Kind",
    "Stage",
    "cards_text",
    "class_of",
    "deal_cards",
    "describe",
    "format_hand",
    "parse_cards",
    "parse_hand",
    "record_hand",
    "replay_hand",
    "strength",
    "strength7",
    "strengths",
]

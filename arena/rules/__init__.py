"""The games, and nothing else: cards, strength, deals, one hand of each game, its pots, views and records.

Pure: no clock, no file, no randomness of its own; a hand is a function of its ruleset, its deal and its actions.

- ``cards``: card numbers and their text. ``deals``: the shuffle, from a key. ``strength``: who beats whom.
- ``draw_ruleset``, ``five_card_draw``: the parameters and the hand of the draw game, and what one player may know of it. ``pots``: who
  wins which chips.
- ``bonus_ruleset``, ``holdem_bonus``: the hand against the house, and likewise. ``stake_box``: its stake, by code and by a person's
  boxes and buttons.
- ``bonus_values``: what every choice in it is worth, exactly; ``bonus_preflop`` and its ``_table``: before the flop; ``bonus_enumeration``:
  how that table was made; ``bonus_flops``: what both count with.
- ``records``: a hand as it is kept, and its replay. ``notation``: a hand as a line of text.
- ``games``: the table of games that other rooms look into.
"""

from arena.rules.bonus_preflop import PREFLOP, game_value, hole_class
from arena.rules.bonus_ruleset import BONUS_ROWS, HoldemBonusRuleset
from arena.rules.bonus_values import DECISION_WAYS as REGRET_WAYS
from arena.rules.bonus_values import Decision as BonusDecision
from arena.rules.bonus_values import Solver, shared_solver
from arena.rules.cards import CARD_NUMBERS, RANKS, SUITS, cards_text, parse_cards
from arena.rules.deals import deal_cards
from arena.rules.five_card_draw import DRAW_CODE, DRAW_CODES, MAX_DISCARDS, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, Stage
from arena.rules.games import GAMES, AnyHand, AnyRuleset, AnyView, Game, game_of
from arena.rules.holdem_bonus import (
    BONUS_LOG,
    BonusHand,
    BonusKind,
    HoldemBonusView,
    bonus_odds,
    bonus_row,
)
from arena.rules.holdem_bonus import Stage as BonusStage
from arena.rules.notation import format_hand, parse_hand
from arena.rules.records import HandRecord, record_hand, replay_hand
from arena.rules.stake_box import REBET, STAKE_CODE, Button, StakeBox, StakeChoices, can_stake, stake_code, stake_of
from arena.rules.strength import CLASS_NAMES, STRENGTH_COUNT, class_of, describe, strength, strength7, strengths

__all__ = [
    "BONUS_LOG",
    "BONUS_ROWS",
    "CARD_NUMBERS",
    "CLASS_NAMES",
    "DRAW_CODE",
    "DRAW_CODES",
    "GAMES",
    "MAX_DISCARDS",
    "PREFLOP",
    "RANKS",
    "REBET",
    "REGRET_WAYS",
    "STAKE_CODE",
    "STRENGTH_COUNT",
    "SUITS",
    "AnyHand",
    "AnyRuleset",
    "AnyView",
    "BonusDecision",
    "BonusHand",
    "BonusKind",
    "BonusStage",
    "Button",
    "FiveCardDrawRuleset",
    "FiveCardDrawView",
    "Game",
    "Hand",
    "HandRecord",
    "HoldemBonusRuleset",
    "HoldemBonusView",
    "Kind",
    "Solver",
    "Stage",
    "StakeBox",
    "StakeChoices",
    "bonus_odds",
    "bonus_row",
    "can_stake",
    "cards_text",
    "class_of",
    "deal_cards",
    "describe",
    "format_hand",
    "game_of",
    "game_value",
    "hole_class",
    "parse_cards",
    "parse_hand",
    "record_hand",
    "replay_hand",
    "shared_solver",
    "stake_code",
    "stake_of",
    "strength",
    "strength7",
    "strengths",
]

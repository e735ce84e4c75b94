"""Matches: hands in a row between the same players, as objects and numbers without I/O or clock.

- ``spec``: what a match is. ``seeds``: from the secret master to each deal.
- ``seating``: who sits where, and with what chips. ``leg``: one playing of a match's deals, driven from outside; ``play``: driven
  here, by bots of this process.
- ``limits``: thinking time and fault incidents as numbers. ``result``: how it ended, and the blocks it is made of.
- ``luck``: what the draw gave each player. ``regret``, ``accuracy``: what choices against the house cost, by hand and by bot.
  ``measured``: a match with both. ``placing``: places and what they pay, where stacks are carried.
- ``story``: a hand told for people, ``export``: a match as lines for other programs, both with a module a game.
- ``verify``: a stored match, recomputed.
"""

from arena.matches.accuracy import Accuracy, DecisionAccuracy, Judgement, Mistake, PlayedHand, accuracy_of, judge_record
from arena.matches.export import EXPORT_FORMS, PHH_VARIANT, Published, export_lines
from arena.matches.leg import Decision, Leg
from arena.matches.limits import Incidents, ThinkingTime
from arena.matches.luck import DEFAULT_REDRAWS, hand_luck, match_luck, redraw_cards
from arena.matches.measured import measure_match
from arena.matches.placing import leg_places, leg_prizes
from arena.matches.play import Bot, BotFactory, Watch, WatchingBot, play_leg, play_match, show_end, watch_of
from arena.matches.regret import grade_match, regrets_of
from arena.matches.result import (
    Block,
    Cause,
    Fault,
    LegResult,
    MatchResult,
    RankedBy,
    Scoring,
    Status,
    hands_digest,
    leg_net,
    regret_antes,
    scoring_of,
)
from arena.matches.seating import Seating, first_carried, net_by_player, next_carried, players_by_seat, regular_seating, seating_of
from arena.matches.seeds import SEED_SIZE, commitment, deal_key, derive_match_id, match_seed
from arena.matches.spec import ClockLimits, MatchSpec, TableInfo
from arena.matches.story import Scene, SeatLine, Step, Story, replay_record, tell_hand
from arena.matches.verify import Verified, verify_match

__all__ = [
    "DEFAULT_REDRAWS",
    "EXPORT_FORMS",
    "PHH_VARIANT",
    "SEED_SIZE",
    "Accuracy",
    "Block",
    "Bot",
    "BotFactory",
    "Cause",
    "ClockLimits",
    "Decision",
    "DecisionAccuracy",
    "Fault",
    "Incidents",
    "Judgement",
    "Leg",
    "LegResult",
    "MatchResult",
    "MatchSpec",
    "Mistake",
    "PlayedHand",
    "Published",
    "RankedBy",
    "Scene",
    "Scoring",
    "SeatLine",
    "Seating",
    "Status",
    "Step",
    "Story",
    "TableInfo",
    "ThinkingTime",
    "Verified",
    "Watch",
    "WatchingBot",
    "accuracy_of",
    "commitment",
    "deal_key",
    "derive_match_id",
    "export_lines",
    "first_carried",
    "grade_match",
    "hand_luck",
    "hands_digest",
    "judge_record",
    "leg_net",
    "leg_places",
    "leg_prizes",
    "match_luck",
    "match_seed",
    "measure_match",
    "net_by_player",
    "next_carried",
    "play_leg",
    "play_match",
    "players_by_seat",
    "redraw_cards",
    "regret_antes",
    "regrets_of",
    "regular_seating",
    "replay_record",
    "scoring_of",
    "seating_of",
    "show_end",
    "tell_hand",
    "verify_match",
    "watch_of",
]

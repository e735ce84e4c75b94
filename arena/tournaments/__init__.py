"""Tournaments: who is entered, who meets whom next, when it is decided, and how everyone stands.

- ``spec``: a tournament as data; ``document``: the same as a TOML file or JSON, fully checked; ``sections``: one section of it.
- ``round_robin``: passes of matches, a resumable scheduler. ``outcome``: what a tournament keeps of a match.
- ``board``: scores, intervals and who is surely better, as numbers; ``standings``: the same for people and programs.
"""

from arena.tournaments.document import parse_tournament, tournament_document, tournament_from_document
from arena.tournaments.outcome import MatchOutcome, outcome_of
from arena.tournaments.round_robin import RoundRobin, planned_match_id, planned_seed, round_robin_budget
from arena.tournaments.spec import Entrant, MatchPlan, PlaySettings, TournamentSpec
from arena.tournaments.standings import MatchRow, PairRow, Standings, StandingsRow, standings

__all__ = [
    "Entrant",
    "MatchOutcome",
    "MatchPlan",
    "MatchRow",
    "PairRow",
    "PlaySettings",
    "RoundRobin",
    "Standings",
    "StandingsRow",
    "TournamentSpec",
    "outcome_of",
    "parse_tournament",
    "planned_match_id",
    "planned_seed",
    "round_robin_budget",
    "standings",
    "tournament_document",
    "tournament_from_document",
]

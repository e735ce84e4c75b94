"""Tournaments: who is entered, who meets whom next, when it is decided, and how everyone stands.

- ``spec``: a tournament as data; ``document``: the same as a TOML file or JSON, fully checked; ``sections``: one section of it;
  ``format_keys``: what belongs to one format.
- ``passes``: what is due, pass by pass, a scheduler that resumes; ``progress``: how far it has come; ``stopping``: when it is enough;
  ``forecasts``: how much that still takes; ``streams``: on which deals.
- ``formats``: a row for each format, with ``round_robin``, ``gauntlet``, ``swiss``, ``ladder`` and ``knockout`` behind it.
- ``outcome``: what a tournament keeps of a match. ``orders``: what an organiser decides meanwhile.
- ``alltime``: everyone over all tournaments, against the reference bots or the house.
- ``results``: blocks as arrays, luck taken out; ``board``: scores, intervals and who is surely better, as numbers; ``standings``: the
  same for people and programs.
"""

from arena.tournaments.alltime import (
    REFERENCE,
    AllTimeBoard,
    Identity,
    OtherRules,
    PlayedRun,
    Rules,
    Season,
    all_time,
    identity_of,
    parse_season,
    rules_of,
)
from arena.tournaments.document import (
    entrant_document,
    entrant_from_document,
    parse_tournament,
    tournament_document,
    tournament_from_document,
)
from arena.tournaments.formats import FORMATS, budget_of
from arena.tournaments.orders import Order, OrderKind
from arena.tournaments.outcome import MatchOutcome, outcome_of
from arena.tournaments.passes import PassScheduler
from arena.tournaments.spec import Entrant, MatchPlan, PlaySettings, TournamentSpec
from arena.tournaments.standings import MatchRow, PairRow, Standings, StandingsRow, match_rows, new_bands, row_document, standings
from arena.tournaments.streams import planned_match_id, planned_seed, shares_deals

__all__ = [
    "FORMATS",
    "REFERENCE",
    "AllTimeBoard",
    "Entrant",
    "Identity",
    "MatchOutcome",
    "MatchPlan",
    "MatchRow",
    "Order",
    "OrderKind",
    "OtherRules",
    "PairRow",
    "PassScheduler",
    "PlaySettings",
    "PlayedRun",
    "Rules",
    "Season",
    "Standings",
    "StandingsRow",
    "TournamentSpec",
    "all_time",
    "budget_of",
    "entrant_document",
    "entrant_from_document",
    "identity_of",
    "match_rows",
    "new_bands",
    "outcome_of",
    "parse_season",
    "parse_tournament",
    "planned_match_id",
    "planned_seed",
    "row_document",
    "rules_of",
    "shares_deals",
    "standings",
    "tournament_document",
    "tournament_from_document",
]

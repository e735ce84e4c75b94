"""The bots that evidence is given of, by the names it calls them, and matches between them.

Matches are mirrored and some hundred deals long, so that bots with a memory learn as they would in a tournament.
"""

from collections.abc import Callable, Sequence

import numpy as np

from arena.engines import find_builtin
from arena.matches import BotFactory, MatchSpec, match_seed, play_match, scoring_of
from arena.rules import FiveCardDrawRuleset
from bots.draw.family import family
from bots.draw.tables import Floats

RULES = FiveCardDrawRuleset()
PANEL = ("fold", "call", "raise", "random", "tight_passive", "tight_aggressive", "loose_aggressive")
PATHS = {
    "expert": "bots.draw.expert:Expert",
    "hard": "bots.draw.hard:Hard",
    "hard@1": "bots.draw.v1.hard:Hard",
    "normal": "bots.draw.normal:Normal",
    "easy": "bots.draw.easy:Easy",
    "fold": "bots.draw.panel:Fold",
    "call": "bots.draw.panel:Call",
    "raise": "bots.draw.panel:Raise",
    "random": "bots.draw.panel:Random",
    "tight_passive": "bots.draw.panel:TightPassive",
    "tight_aggressive": "bots.draw.panel:TightAggressive",
    "loose_aggressive": "bots.draw.panel:LooseAggressive",
}
"""By name, what to import: the code that stands in this package, whatever else is installed under such a name."""

_LABEL = "evidence"
_RELATIVE = "relative "


def relative(number: int) -> str:
    """The name of a bot of the family."""
    return f"{_RELATIVE}{number}"


def factory_of(name: str) -> BotFactory:
    """The bots of a name."""
    return family(int(name.removeprefix(_RELATIVE))) if name.startswith(_RELATIVE) else find_builtin(PATHS[name])


def match(table: Sequence[str], master: bytes, stream: str, number: int, deal_count: int, *, mirrored: bool = True) -> MatchSpec:
    """A match between bots by name, player by player; ``stream`` and ``number`` decide the deals."""
    seed = match_seed(master, f"{_LABEL} {stream}", number)
    names = tuple([f"{name} {player}" for player, name in enumerate(table)])
    return MatchSpec(_LABEL, _LABEL, "five_card_draw", RULES, names, seed, deal_count, mirrored, drawn_seats=True)


def results(spec: MatchSpec, table: Sequence[str], factory: Callable[[str], BotFactory] = factory_of) -> Floats:
    """Play a match: what each player won a hand in each block, in mbb/h, of shape (block, player)."""
    scoring = scoring_of(RULES, spec.deal_count)
    blocks = play_match(spec, [factory(name) for name in table]).blocks()
    return np.array([[1000 * block.result(player, scoring) for player in range(len(table))] for block in blocks])

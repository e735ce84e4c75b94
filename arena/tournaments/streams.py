"""Which deals a match is played on, and what it is called: from a tournament's master to the seed of each match.

Each pairing has a deal stream of its own. Where several are measured against the same opponents they share it, which takes the luck of
the deals out of their difference: in a gauntlet all heroes meet an opponent on that opponent's stream, against the house all meet the
house's. Only bots that the arena starts, or trusts, share deals: others could remember them, or tell each other. Late entrants get deals
that nobody has met.

Change the texts of these streams and old tournaments can be neither resumed nor verified.
"""

from arena.matches import derive_match_id, match_seed
from arena.tournaments.results import Pairing
from arena.tournaments.spec import Entrant, TournamentSpec

_SHARED_FORMATS = frozenset({"solo", "gauntlet"})


def planned_seed(spec: TournamentSpec, master: bytes, pairing: Pairing, pass_number: int, attempt: int) -> bytes:
    """The seed of the match of a pairing in a pass; a repeated match with a remote bot gets deals of its own."""
    stream = _shared_stream(spec, pairing) or "pairing " + "-".join(map(str, pairing))
    if attempt and any([spec.entrants[index].remote for index in pairing]):
        stream += f" attempt {attempt}"
    return match_seed(master, stream, pass_number)


def planned_match_id(spec: TournamentSpec, seed: bytes, pairing: Pairing, attempt: int) -> str:
    """The id of a match; where several are played on one seed, by whoever plays it."""
    return derive_match_id(seed, attempt, "-".join(map(str, pairing)) if spec.format in _SHARED_FORMATS else "")


def shares_deals(spec: TournamentSpec, pairing: Pairing) -> bool:
    """Whether other pairings may meet the deals of this one."""
    return bool(_shared_stream(spec, pairing))


def _shared_stream(spec: TournamentSpec, pairing: Pairing) -> str:
    """The stream that others play too; empty where they do not."""
    if spec.format not in _SHARED_FORMATS or spec.play.deals != "mirrored" or not all([_may_share(spec.entrants[i]) for i in pairing]):
        return ""
    return "house" if spec.format == "solo" else f"opponent {next(i for i in pairing if spec.entrants[i].name not in spec.hero)}"


def _may_share(entrant: Entrant) -> bool:
    return (not entrant.remote or entrant.trusted) and not entrant.late

"""Whether somebody may still come while a tournament is on: the rules of its file, held against one more entrant."""

import math

from arena.errors import ConfigError
from arena.tournaments.formats import FORMATS
from arena.tournaments.sections import shown
from arena.tournaments.spec import MAX_PAIRINGS, Entrant, TournamentSpec


def refuse_entry(spec: TournamentSpec, entrant: Entrant) -> None:
    """Let an entrant pass that may come late; ``spec`` is the tournament with everyone who has come so far, and may have left.

    Raises:
        ConfigError: one sentence: what is wrong, with which value, and what would do.
    """
    names = [other.name for other in spec.entrants]
    if not FORMATS[spec.format].late_entry:
        open_formats = ", ".join(shown(name) for name, row in FORMATS.items() if row.late_entry)
        raise ConfigError(f"format = {shown(spec.format)}: nobody may come late; only with {open_formats}")
    if entrant.name in names:
        raise ConfigError(f"name = {shown(entrant.name)}: must be unlike that of entrant {names.index(entrant.name) + 1}")
    _refuse_second_entry(spec, entrant)
    if spec.play.seats > 1 and spec.play.deals == "mirrored" and entrant.remote and not entrant.trusted:
        who = f"{shown(entrant.name)} is remote: it could remember a deal"
        raise ConfigError(f'remote = true: must be trusted = true with deals = "mirrored", or a bot that the arena starts; {who}')
    many = math.comb(len(names) + 1, spec.play.seats)
    if many > MAX_PAIRINGS:
        raise ConfigError(f"entrant {shown(entrant.name)}: {len(names) + 1} entrants make {many} pairings, must be at most {MAX_PAIRINGS}")


def _refuse_second_entry(spec: TournamentSpec, entrant: Entrant) -> None:
    """One owner, one scored entry; who has left has had its own."""
    for number, other in enumerate(spec.entrants, 1):
        if entrant.owner and other.owner == entrant.owner and not other.unscored and not entrant.unscored:
            what = f"has one scored entry already, entrant {number}; must be entered with unscored = true"
            raise ConfigError(f"owner = {shown(entrant.owner)}: {what}")

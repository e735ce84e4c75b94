"""What a tournament is, as data: who is entered, what is played, how long, and what of it becomes public."""

from dataclasses import dataclass, field

from arena.matches import ClockLimits, MatchSpec
from arena.rules import AnyRuleset


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot entered in a tournament. Exactly one of ``builtin``, ``command`` and ``remote`` says where it runs."""

    name: str
    builtin: str = ""
    """Name of an entry point of the group ``arena.bots``, such as ``draw/hard`` or ``draw/hard@1``."""
    command: tuple[str, ...] = ()
    """A program the arena starts, one fresh instance for every leg of a match."""
    remote: bool = False
    """An account that connects by itself."""
    trusted: bool = False
    """Whether a remote bot may meet the same deals twice."""
    owner: str = ""
    """Who answers for it. One owner has one scored entry, and bots of one owner never share a table of three or more."""
    version: str = ""
    """What its author calls this state of it; results of different versions never pool. A built-in bot knows its own."""
    unscored: bool = False
    """Whether it plays, but has no place."""
    late: bool = False
    """Whether it came while the tournament was on; never written in a file."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How much is played and when it is enough."""

    seats: int = 2
    deals_per_match: int = 500
    deals: str = "mirrored"
    """``mirrored``: every deal is played once in every rotation of the seats; ``independent``: once."""
    max_hands: int = 20_000
    """For each pairing, all legs counted."""
    stop: str = "decided"
    """``decided``, ``max_hands``, or ``width`` (when every score's interval is narrower than ``width_mbb``)."""
    width_mbb: float | None = None
    confidence: float = 0.95
    publish: str = "all"
    """Who may read the hands afterwards: ``all``, ``shown_only``, ``owners``."""
    entry: str = "listed"
    """``listed`` or ``open``: who may enter over gRPC."""


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """A tournament, fully resolved: every default is filled in."""

    name: str
    game_name: str
    ruleset: AnyRuleset
    entrants: tuple[Entrant, ...]
    format: str = "round_robin"
    play: PlaySettings = PlaySettings()
    clock: ClockLimits = field(default_factory=ClockLimits)
    schedule: str = ""
    """Cron; empty when it is run by hand."""
    timezone: str = "UTC"
    missed: str = "skip"
    overlap: str = "queue"
    hero: tuple[str, ...] = ()
    """Of a gauntlet: the entrants that meet all the others, and none of each other."""
    passes: int = 0
    """Of Swiss and ladder: how many are played at most."""
    payouts: tuple[int, ...] = ()
    """Of sit-and-go: hundredths of the pot of buy-ins by place."""

    @property
    def leg_count(self) -> int:
        """How often every deal is played."""
        return self.play.seats if self.play.deals == "mirrored" else 1

    @property
    def block_hands(self) -> int:
        """Hands of a block when all of it is played: of a deal in every leg; of a whole match where stacks are carried."""
        return self.leg_count * (self.play.deals_per_match if self.ruleset.carried_stack else 1)

    @property
    def pairing_hands(self) -> int:
        """What a pairing may play at most: whole blocks only."""
        return self.play.max_hands // self.block_hands * self.block_hands


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match that is due: who plays it, and everything needed to play it."""

    pairing: tuple[int, ...]
    """Indices of the entrants, in player order."""
    pass_number: int
    attempt: int
    """0, then one more each time the match was void."""
    spec: MatchSpec
    entrants: tuple[Entrant, ...]
    """In player order."""

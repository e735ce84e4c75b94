"""What a match is, as data: everything that decides its deals and who sits where, and nothing else."""

from dataclasses import dataclass, field

from arena.matches import seeds
from arena.rules import GAMES, AnyRuleset, Game


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """Limits on time and faults, in seconds and counts."""

    move_s: float = 2.0
    """For one decision."""
    hand_s: float = 1.0
    """Average thinking time for a hand; a table gives hands × ``hand_s`` in all."""
    incident_limit: int = 20
    """Fault incidents at which a leg is forfeited."""
    grace_s: float = 30.0
    """How long a bot may be disconnected."""
    start_s: float = 10.0
    """From the start of a bot to its Hello."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match to be played; equal specifications are played on equal deals."""

    match_id: str
    tournament_name: str
    game_name: str
    ruleset: AnyRuleset
    players: tuple[str, ...]
    """Names, in player order."""
    seed: bytes = field(repr=False)
    """The match seed; secret until the deals are open."""
    deal_count: int = 500
    mirrored: bool = True
    """One leg for every rotation of the seats on the same deals; otherwise a single leg."""
    drawn_seats: bool = False
    """Who sits next to whom is drawn for every deal, where stacks are carried for the match; otherwise they sit in player order."""
    clock: ClockLimits = ClockLimits()
    payouts: tuple[int, ...] = ()
    """Where places are paid: hundredths of the pot of buy-ins for the first place, the second, and so on; they add up to 100."""

    @property
    def game(self) -> Game:
        """The game's row."""
        return GAMES[self.game_name]

    @property
    def leg_count(self) -> int:
        """How often every deal is played."""
        return len(self.players) if self.mirrored else 1

    @property
    def commitment(self) -> str:
        """SHA-256 of the match seed."""
        return seeds.commitment(self.seed)


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What a bot is told when it sits down at a table."""

    ruleset: AnyRuleset
    player_names: tuple[str, ...]
    player: int
    """The bot's own index in ``player_names``."""
    hand_count: int
    bot_seed: int
    """For the bot's own randomness, 0 to 2^63 − 1."""
    table_id: str = ""
    tournament_name: str = ""
    deal_commitment: str = ""
    clock: ClockLimits = ClockLimits()

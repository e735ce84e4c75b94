"""How a match ended, and what it says about its players: results of legs, and blocks made of them.

A block is all playings of one deal: its n legs when mirrored, one hand otherwise. Where stacks are carried from hand to hand
the hands of a leg are not told apart: there the whole match is one block, of its n legs or of one. Chips are exact integers throughout.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from arena.matches.placing import leg_prizes
from arena.matches.seating import net_by_player
from arena.matches.spec import MatchSpec
from arena.rules import REGRET_WAYS, AnyRuleset, HandRecord


class Cause(StrEnum):
    """Why a leg or a match was not completed: a closed list. What exactly happened is told in words beside it."""

    NONE = ""
    """It was completed."""
    FLAG = "flag"
    """Forfeit: the table limit was used up."""
    INCIDENTS = "incidents"
    """Forfeit: too many fault incidents."""
    GONE = "gone"
    """Forfeit: the bot stayed away longer than it may."""
    EXITED = "exited"
    """Forfeit: the bot's program ended, or its code failed."""
    NO_HELLO = "no_hello"
    """Forfeit: the bot never came."""
    WRONG_GAME = "wrong_game"
    """Forfeit: the bot came and does not play this game."""
    ARENA_ERROR = "arena_error"
    """Void: something of ours failed, a built-in bot included."""
    INTERRUPTED = "interrupted"
    """Void: the arena ended while it was played."""
    ORGANISER = "organiser"
    """Void: by hand, for the reason that stands beside it."""


class Status(StrEnum):
    """How a leg or a match ended."""

    COMPLETED = "completed"
    FORFEITED = "forfeited"
    """By a player's fault; the hands not played are charged to that player."""
    VOID = "void"
    """By ours; counts for nobody and is played again."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong, and what was played instead."""

    player: int
    hand_number: int
    """−1 when it belongs to no hand."""
    kind: str
    """``late``, ``illegal``, ``unreadable``, ``stale`` or ``gone``."""
    detail: str
    played: str
    """The kind of action played instead, empty for none."""
    incident: int
    """The number of the incident it belongs to, from 1; 0 when it counts for nothing."""


@dataclass(frozen=True, slots=True)
class LegResult:
    """One leg, over."""

    status: Status
    hands: tuple[HandRecord, ...]
    """The hands that were played, by deal number; all of them unless the leg was forfeited or, with carried stacks, decided early."""
    incidents: tuple[int, ...]
    """Fault incidents, by player."""
    forfeiter: int | None = None
    reason: str = ""
    """Why it was not completed, in words."""
    faults: tuple[Fault, ...] = ()
    outputs: tuple[str, ...] = ()
    """What each player's program printed, capped; empty for players that are no program of ours."""
    spent_s: tuple[float, ...] = ()
    """Thinking time charged, by player."""
    lag_s: float = 0.0
    """The longest delay of the arena's own reading so far; no bot was charged for it."""
    cause: Cause = Cause.NONE
    """Why it was not completed, as one of a closed list."""


class RankedBy(StrEnum):
    """What players are ranked by."""

    NET = "net"
    """Units won a hand."""
    REGRET = "regret"
    """Units of expectation that their choices threw away, a hand; less is better."""
    PRIZE = "prize"
    """Buy-ins won a match by their places."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How blocks become numbers."""

    unit_chips: int
    """The unit: one big bet, or the smallest ante against the house."""
    charge_chips: int
    """What a playing that was forfeited costs: a unit for a hand; with carried stacks, all that a player started with."""
    hand_count: int
    """Hands of one playing, over which its net is spread: one; with carried stacks those of the match, played or not."""
    by: RankedBy = RankedBy.NET


@dataclass(frozen=True, slots=True)
class Block:
    """All playings of one deal; of the whole match where stacks are carried."""

    deal_number: int
    """0 where the block is the whole match."""
    net_chips: tuple[int, ...]
    """By player, summed over the playings that were not forfeited."""
    charged: tuple[int, ...]
    """By player: playings that this player forfeited."""
    played_count: int
    """Playings that were not forfeited, 0 to the number of legs."""
    leg_count: int
    regrets: tuple[float, ...] = ()
    """By player: antes of expectation that its choices threw away; empty where nothing is graded."""
    luck: tuple[float, ...] = ()
    """By player: chips that the cards of the draw gave it beyond its mean, summed as ``net_chips`` are; empty where nothing is drawn."""
    prizes: tuple[float, ...] = ()
    """By player: buy-ins that its places were worth, summed as ``net_chips`` are; empty unless places are paid."""

    def counts_for(self, player: int) -> bool:
        """Whether the block enters a player's score: every leg was played, or is charged to that player."""
        return self.played_count + self.charged[player] == self.leg_count

    def net(self, player: int, scoring: Scoring) -> float:
        """What the player won a hand, in units."""
        chips = self.net_chips[player] - self.charged[player] * scoring.charge_chips
        return chips / (scoring.unit_chips * scoring.hand_count * self.leg_count)

    def result(self, player: int, scoring: Scoring) -> float:
        """What the player is ranked by, more is better. A charged playing costs one of what is counted: an ante of regret, a buy-in."""
        if scoring.by == RankedBy.NET:
            return self.net(player, scoring)
        if scoring.by == RankedBy.PRIZE:
            return (self.prizes[player] - self.played_count - self.charged[player]) / self.leg_count
        return -(self.regrets[player] + self.charged[player]) / self.leg_count


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match, over."""

    spec: MatchSpec
    legs: tuple[LegResult, ...]
    luck: tuple[tuple[float, ...], ...] = ()
    """For each block, by player, see ``luck``; empty until it has been computed, and in games without a draw."""

    @property
    def status(self) -> Status:
        """Void when a leg is, else forfeited when a leg is, else completed."""
        found = {leg.status for leg in self.legs}
        return next((status for status in (Status.VOID, Status.FORFEITED) if status in found), Status.COMPLETED)

    @property
    def reason(self) -> str:
        """Why it was not completed; empty when it was."""
        return "; ".join(dict.fromkeys(leg.reason for leg in self.legs if leg.reason))

    @property
    def cause(self) -> Cause:
        """The cause of the first leg that decided the status."""
        status = self.status
        return next((leg.cause for leg in self.legs if leg.status == status and leg.cause), Cause.NONE)

    @property
    def hand_count(self) -> int:
        """Hands played, all legs counted."""
        return sum(len(leg.hands) for leg in self.legs)

    def blocks(self) -> tuple[Block, ...]:
        """One for every deal, in order, or one for all of them; none when the match is void."""
        if self.status == Status.VOID:
            return ()
        played = [{hand.deal_number: hand for hand in leg.hands} for leg in self.legs]
        carried, count = self.spec.ruleset.carried_stack, self.spec.deal_count
        blocks = [self._match_block()] if carried else [self._block(number, played) for number in range(count)]
        if self.luck:
            blocks = [replace(block, luck=luck) for block, luck in zip(blocks, self.luck, strict=True)]
        return tuple(blocks)

    def _match_block(self) -> Block:
        players = len(self.spec.players)
        whole = [(number, leg) for number, leg in enumerate(self.legs) if leg.forfeiter is None]
        net = [sum(chips) for chips in zip([0] * players, *(leg_net(self.spec, leg, number) for number, leg in whole), strict=True)]
        charged = tuple(sum(leg.forfeiter == player for leg in self.legs) for player in range(players))
        prizes = [leg_prizes(self.spec, number, leg.hands) for number, leg in whole] if self.spec.payouts else []
        paid = tuple(float(sum(parts)) for parts in zip(*prizes, strict=True)) if prizes else (0.0,) * players * bool(self.spec.payouts)
        return Block(0, tuple(net), charged, len(whole), len(self.legs), prizes=paid)

    def _block(self, number: int, played: Sequence[dict[int, HandRecord]]) -> Block:
        players = len(self.spec.players)
        net, charged, hands = [0] * players, [0] * players, 0
        graded = self.spec.ruleset.graded
        regrets = [Fraction(0)] * players * graded
        for leg_number, (leg, records) in enumerate(zip(self.legs, played, strict=True)):
            record = records.get(number)
            if record is None:
                assert leg.forfeiter is not None, "only a forfeited leg lacks hands"
                charged[leg.forfeiter] += 1
                continue
            hands += 1
            for player, chips in enumerate(net_by_player(self.spec, record, leg_number)):
                net[player] += chips
                if graded:
                    regrets[player] += regret_antes(record)
        return Block(number, tuple(net), tuple(charged), hands, len(self.legs), tuple(map(float, regrets)))


def leg_net(spec: MatchSpec, leg: LegResult, number: int) -> list[int]:
    """What each player won in the hands of a leg; ``number`` is the leg's."""
    net = [0] * len(spec.players)
    for record in leg.hands:
        for player, chips in enumerate(net_by_player(spec, record, number)):
            net[player] += chips
    return net


def scoring_of(ruleset: AnyRuleset, deal_count: int, *, paid: bool = False) -> Scoring:
    """How the blocks of a match of so many deals are scored; ``paid``: by places."""
    unit, stack = ruleset.unit_chips, ruleset.carried_stack
    by = RankedBy.PRIZE if paid else RankedBy.REGRET if ruleset.graded else RankedBy.NET
    return Scoring(unit, stack or unit, deal_count if stack else 1, by)


def regret_antes(record: HandRecord) -> Fraction:
    """What the choices of a graded hand cost together, in antes."""
    return sum([Fraction(part, ways) for part, ways in zip(record.regrets, REGRET_WAYS, strict=False)], Fraction(0))


def hands_digest(legs: Sequence[Sequence[bytes]]) -> str:
    """SHA-256 over the stored hands of a match, leg by leg, each with its length before it."""
    digest = hashlib.sha256()
    for leg in legs:
        digest.update(len(leg).to_bytes(4, "big"))
        for hand in leg:
            digest.update(len(hand).to_bytes(4, "big") + hand)
    return digest.hexdigest()

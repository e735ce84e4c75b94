"""How a match ended, and what it says about its players: results of legs, and blocks made of them.

A block is all playings of one deal: its n legs when mirrored, one hand otherwise. Where stacks are carried from hand to hand
the hands of a leg are not told apart: there the whole match is one block, of its n legs or of one. Chips are exact integers throughout.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arena.matches.seating import net_by_player
from arena.matches.spec import MatchSpec
from arena.rules import REGRET_WAYS, AnyRuleset, HandRecord


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


@dataclass(frozen=True, slots=True)
class Scoring:
    """How blocks become numbers: units won a hand."""

    unit_chips: int
    """The unit: one big bet, or the smallest ante against the house."""
    charge_chips: int
    """What a playing that was forfeited costs: a unit for a hand; with carried stacks, all that a player started with."""
    hand_count: int
    """Hands of one playing, over which its net is spread: one; with carried stacks those of the match, played or not."""
    by_regret: bool = False
    """Whether players are ranked by what their choices cost, rather than by what they won."""


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

    def counts_for(self, player: int) -> bool:
        """Whether the block enters a player's score: every leg was played, or is charged to that player."""
        return self.played_count + self.charged[player] == self.leg_count

    def net(self, player: int, scoring: Scoring) -> float:
        """What the player won a hand, in units."""
        chips = self.net_chips[player] - self.charged[player] * scoring.charge_chips
        return chips / (scoring.unit_chips * scoring.hand_count * self.leg_count)

    def result(self, player: int, scoring: Scoring) -> float:
        """What the player is ranked by, more is better: its net a hand; or its regret a hand below zero, where a charged one costs 1."""
        if not scoring.by_regret:
            return self.net(player, scoring)
        return -(self.regrets[player] + self.charged[player]) / self.leg_count


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match, over."""

    spec: MatchSpec
    legs: tuple[LegResult, ...]

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
    def hand_count(self) -> int:
        """Hands played, all legs counted."""
        return sum(len(leg.hands) for leg in self.legs)

    def blocks(self) -> tuple[Block, ...]:
        """One for every deal, in order, or one for all of them; none when the match is void."""
        if self.status == Status.VOID:
            return ()
        if self.spec.ruleset.carried_stack:
            return (self._match_block(),)
        played = [{hand.deal_number: hand for hand in leg.hands} for leg in self.legs]
        return tuple(self._block(number, played) for number in range(self.spec.deal_count))

    def _match_block(self) -> Block:
        players = len(self.spec.players)
        whole = [(number, leg) for number, leg in enumerate(self.legs) if leg.forfeiter is None]
        net = [sum(chips) for chips in zip([0] * players, *(leg_net(leg, number, players) for number, leg in whole), strict=True)]
        charged = tuple(sum(leg.forfeiter == player for leg in self.legs) for player in range(players))
        return Block(0, tuple(net), charged, len(whole), len(self.legs))

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
            for player, chips in enumerate(net_by_player(record, leg_number, players)):
                net[player] += chips
                if graded:
                    regrets[player] += regret_antes(record)
        return Block(number, tuple(net), tuple(charged), hands, len(self.legs), tuple(map(float, regrets)))


def leg_net(leg: LegResult, number: int, players: int) -> list[int]:
    """What each player won in the hands of a leg; ``number`` is the leg's."""
    net = [0] * players
    for record in leg.hands:
        for player, chips in enumerate(net_by_player(record, number, players)):
            net[player] += chips
    return net


def scoring_of(ruleset: AnyRuleset, deal_count: int) -> Scoring:
    """How the blocks of a match of so many deals are scored."""
    unit, stack = ruleset.unit_chips, ruleset.carried_stack
    return Scoring(unit, stack or unit, deal_count if stack else 1, ruleset.graded)


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

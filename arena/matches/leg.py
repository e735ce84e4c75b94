"""One leg of a match as an object without I/O: it deals hands, says who must decide what, and takes the answers.

Any number of its hands may be in play at once; whoever drives it decides how many (a worker process plays one at a time,
a table over gRPC as many as its bots can take). The deals, the seats and so the result of deterministic bots do not
depend on that, unless a bot remembers hands: what it remembers when it is asked does depend on what is over by then. Only where stacks
are carried, or a stake may be bet again, does a hand itself depend on the one before: there one is in play at a time.

Who sits where is told in ``seating``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.matches import seeds
from arena.matches.seating import Seating, first_carried, next_carried, regular_seating
from arena.matches.spec import MatchSpec, TableInfo
from arena.rules import AnyHand, HandRecord, deal_cards, record_hand


@dataclass(slots=True, eq=False)
class Decision:
    """A player must act in a hand. It is open until it has been answered, once."""

    number: int
    """The hand's number at the table, which is the number of its deal."""
    hand: AnyHand
    player: int
    position: int
    """The player's position in this hand."""
    seating: Seating
    """Who sits where in this hand."""
    open: bool = True


class Leg:
    """One playing of a match's deals, one of the rotations of the seats."""

    def __init__(self, spec: MatchSpec, number: int) -> None:
        """Nothing is dealt yet; ``number`` counts legs from 0."""
        self.spec = spec
        self.number = number
        self.records: list[HandRecord] = []
        """Hands that are over, in the order in which they ended."""
        self.net_chips = [0] * len(spec.players)
        """By player, over the hands that are over."""
        self._players = len(spec.players)
        self._dealt = 0
        self._carried = first_carried(spec, number) if spec.ruleset.carried_stack else None
        self._previous_ante = 0

    @property
    def finished(self) -> bool:
        """Whether every hand is over, or too few players are still in."""
        return len(self.records) == self.spec.deal_count or (self._carried is None and bool(self.spec.ruleset.carried_stack))

    @property
    def in_play(self) -> int:
        """Hands dealt and not over."""
        return self._dealt - len(self.records)

    def table_info(self, player: int) -> TableInfo:
        """What the bot of a player is told when it sits down."""
        spec = self.spec
        return TableInfo(
            ruleset=spec.ruleset,
            player_names=spec.players,
            player=player,
            hand_count=spec.deal_count,
            bot_seed=seeds.bot_seed(spec.seed, (player + self.number) % self._players),
            table_id=seeds.table_id(spec.seed, self.number),
            tournament_name=spec.tournament_name,
            deal_commitment=spec.commitment,
            clock=spec.clock,
        )

    def is_out(self, player: int) -> bool:
        """Whether a player is dealt in no more, where stacks are carried."""
        return self._carried is not None and player not in self._carried.players

    def deal_next(self) -> Decision | None:
        """Deal the next hand; its first decision, or None when there is none to deal now."""
        number = self._dealt
        seating = self._seating(number)
        if number == self.spec.deal_count or seating is None:
            return None
        self._dealt += 1
        players = len(seating.seats)
        deal = self.deal(number, players)
        hand = self.spec.game.new_hand(self.spec.ruleset, deal, players, seating.stacks or None, self._previous_ante, seating.players)
        return self._decision(number, hand, seating)

    def deal(self, number: int, players: int) -> tuple[int, ...]:
        """The cards of a hand of so many players."""
        return deal_cards(seeds.deal_key(self.spec.seed, number), self.spec.game.deal_size(players))

    def act(self, decision: Decision, code: int) -> Decision | None:
        """Answer a decision; the next one of the same hand, or None when the hand is over.

        Raises:
            IllegalAction: the rules do not allow ``code``; nothing has changed and the decision is still open.
        """
        assert decision.open, "a decision is answered once"
        hand = decision.hand
        hand.act(code)
        decision.open = False
        if hand.net is None:
            return self._decision(decision.number, hand, decision.seating)
        self._end(decision.number, hand, decision.seating, hand.net)
        return None

    def _seating(self, number: int) -> Seating | None:
        if self.spec.ruleset.one_at_a_time and self.in_play:
            return None
        return self._carried if self.spec.ruleset.carried_stack else regular_seating(self.spec, number, self.number)

    def _end(self, number: int, hand: AnyHand, seating: Seating, net: Sequence[int]) -> None:
        carried = self._carried is not None
        record = record_hand(hand, number, seating.stacks, seating.seats if carried else ())
        self.records.append(record)
        self._previous_ante = record.stake[0] if self.spec.ruleset.one_at_a_time else 0
        for player, chips in zip(seating.players, net, strict=True):
            self.net_chips[player] += chips
        if carried:
            self._carried = next_carried(self.spec, seating, net)

    def _decision(self, number: int, hand: AnyHand, seating: Seating) -> Decision:
        return Decision(number, hand, seating.players[hand.actor], hand.actor, seating)

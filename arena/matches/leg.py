"""One leg of a match as an object without I/O: it deals hands, says who must decide what, and takes the answers.

Any number of its hands may be in play at once; whoever drives it decides how many (a worker process plays one at a time,
a table over gRPC as many as its bots can take). The deals, the seats and so the result of deterministic bots do not
depend on that.

Seats: player j sits at seat (j + leg) mod n. The button of hand i is seat i mod n, so over the n legs of a mirrored match
every player meets every position of every deal exactly once.
"""

from dataclasses import dataclass

from arena.matches import seeds
from arena.matches.result import player_at
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
    open: bool = True


class Leg:
    """One playing of a match's deals with one seat order."""

    def __init__(self, spec: MatchSpec, number: int) -> None:
        """Nothing is dealt yet; ``number`` counts legs from 0."""
        self.spec = spec
        self.number = number
        self.records: list[HandRecord] = []
        """Hands that are over, in the order in which they ended."""
        self.net_chips = [0] * len(spec.players)
        """By player, over the hands that are over."""
        self._players = len(spec.players)
        self.players_by_seat = tuple((seat - number) % self._players for seat in range(self._players))
        """Who sits where, for every hand of the leg."""
        self._dealt = 0
        self._deal_size = spec.game.deal_size(self._players)

    @property
    def finished(self) -> bool:
        """Whether every hand is over."""
        return len(self.records) == self.spec.deal_count

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
            bot_seed=seeds.bot_seed(spec.seed, self.number, player),
            table_id=seeds.table_id(spec.seed, self.number),
            tournament_name=spec.tournament_name,
            deal_commitment=spec.commitment,
            clock=spec.clock,
        )

    def button(self, number: int) -> int:
        """The seat with the button in a hand."""
        return number % self._players

    def seat_of_position(self, number: int, position: int) -> int:
        """The seat of a position in a hand."""
        return (number + 1 + position) % self._players

    def player_at(self, number: int, position: int) -> int:
        """Who sits at a position in a hand."""
        return player_at(number, position, self.number, self._players)

    def position_of(self, number: int, player: int) -> int:
        """Where a player sits in a hand."""
        return (player + self.number - number - 1) % self._players

    def deal_next(self) -> Decision | None:
        """Deal the next hand; its first decision, or None when every hand has been dealt."""
        number = self._dealt
        if number == self.spec.deal_count:
            return None
        self._dealt += 1
        deal = deal_cards(seeds.deal_key(self.spec.seed, number), self._deal_size)
        hand = self.spec.game.new_hand(self.spec.ruleset, deal, self._players)
        return self._decision(number, hand)

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
            return self._decision(decision.number, hand)
        self.records.append(record_hand(hand, decision.number))
        for position, chips in enumerate(hand.net):
            self.net_chips[self.player_at(decision.number, position)] += chips
        return None

    def _decision(self, number: int, hand: AnyHand) -> Decision:
        return Decision(number, hand, self.player_at(number, hand.actor), hand.actor)

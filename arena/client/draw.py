"""A decision of five-card draw, typed, and the answers to it."""

from collections.abc import Iterable
from functools import cached_property

from arena.client.decision import Answer, Decision, split_cards
from arena.v1 import action_pb2, five_card_draw_pb2


class DrawDecision(Decision):
    """One decision: what the bot may know, and what it may do: a subset of fold, check, call, bet, raise, draw."""

    @property
    def view(self) -> five_card_draw_pb2.FiveCardDrawView:
        """Everything the bot may know of the hand, as in the contract."""
        return self.request.five_card_draw

    @cached_property
    def cards(self) -> list[str]:
        """The bot's five cards, such as ``["As", "Kd", …]``."""
        return split_cards(self.view.hole_cards)

    @property
    def drawing(self) -> bool:
        """Whether cards are to be exchanged."""
        return "draw" in self.chips

    def draw(self, discards: Iterable[str] = ()) -> Answer:
        """Exchange these of the bot's cards, at most three; none stands pat."""
        return Answer(decision_id=self.request.decision_id, kind=action_pb2.ACTION_KIND_DRAW, discards="".join(discards))

    def check_or_fold(self) -> Answer:
        """Put nothing in; at the draw, stand pat."""
        return self.draw() if self.drawing else self.act("check", "fold")

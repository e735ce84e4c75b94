"""A decision of five-card draw, typed, and the answers to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from arena.v1 import action_pb2, five_card_draw_pb2, play_pb2

Answer: TypeAlias = play_pb2.Answer
_PREFIX = "ACTION_KIND_"


@dataclass(frozen=True)
class DrawDecision:
    """One decision: what the bot may know, and what it may do."""

    request: play_pb2.Request
    table: play_pb2.TableOpened

    @property
    def view(self) -> five_card_draw_pb2.FiveCardDrawView:
        """Everything the bot may know of the hand, as in the contract."""
        return self.request.five_card_draw

    @cached_property
    def cards(self) -> list[str]:
        """The bot's five cards, such as ``["As", "Kd", …]``."""
        text = self.view.hole_cards
        return [text[at : at + 2] for at in range(0, len(text), 2)]

    @cached_property
    def chips(self) -> dict[str, int]:
        """What each legal action would put in: a subset of fold, check, call, bet, raise, draw."""
        kinds = action_pb2.ActionKind
        return {kinds.Name(action.kind).removeprefix(_PREFIX).lower(): action.chips for action in self.request.legal_actions}

    @property
    def drawing(self) -> bool:
        """Whether cards are to be exchanged."""
        return "draw" in self.chips

    def act(self, *wishes: str) -> Answer:
        """The first wish that is legal, such as ``act("raise", "call")``.

        Raises:
            ValueError: none of them is.
        """
        for wish in wishes:
            if wish in self.chips:
                kind = action_pb2.ActionKind.Value(_PREFIX + wish.upper())
                return Answer(decision_id=self.request.decision_id, kind=kind)
        raise ValueError(f"none of {', '.join(wishes)} is legal here; legal are {', '.join(self.chips)}")

    def draw(self, discards: Iterable[str] = ()) -> Answer:
        """Exchange these of the bot's cards, at most three; none stands pat."""
        return Answer(decision_id=self.request.decision_id, kind=action_pb2.ACTION_KIND_DRAW, discards="".join(discards))

    def check_or_fold(self) -> Answer:
        """Put nothing in; at the draw, stand pat."""
        return self.draw() if self.drawing else self.act("check", "fold")

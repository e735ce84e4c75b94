"""The games this room knows, by name. A second game adds a row here and widens the three unions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.rules import five_card_draw
from arena.rules.five_card_draw import FiveCardDrawRuleset, FiveCardDrawView, Hand

AnyRuleset: TypeAlias = FiveCardDrawRuleset
AnyHand: TypeAlias = Hand
AnyView: TypeAlias = FiveCardDrawView


@dataclass(frozen=True, slots=True)
class Game:
    """What the other rooms must know of a game to play it."""

    name: str
    """As in a tournament file."""
    title: str
    """For people."""
    ruleset_type: type[AnyRuleset]
    """Its parameters; refuses bad ones with BadRuleset."""
    min_players: int
    max_players: int
    cards_per_player: int
    """How much of the deck a hand may use, for each player."""

    def deal_size(self, players: int) -> int:
        """Cards of the deck that a hand may use."""
        return self.cards_per_player * players

    def new_hand(self, ruleset: AnyRuleset, deal: Sequence[int], players: int, stacks: Sequence[int] | None = None) -> AnyHand:
        """A hand about to be played."""
        return Hand(ruleset, deal, players, stacks)

    def carried_stack(self, ruleset: AnyRuleset) -> int:
        """What everyone starts with where stacks are carried from hand to hand; 0 where every hand starts with fresh ones."""
        return ruleset.starting_stack or 0 if ruleset.stacks == "carry" else 0

    def default_code(self, legal: tuple[int, ...]) -> int:
        """What is played for a bot that is late, illegal or gone: check if free, else fold; at the draw, stand pat."""
        if five_card_draw.DRAW_CODE in legal:
            return five_card_draw.DRAW_CODE
        return five_card_draw.CHECK if five_card_draw.CHECK in legal else five_card_draw.FOLD

    def action_name(self, code: int) -> str:
        """An action in words, such as ``fold`` or ``stand pat``."""
        if code < five_card_draw.DRAW_CODE:
            return five_card_draw.Kind(code).name.lower()
        return "draw" if code > five_card_draw.DRAW_CODE else "stand pat"

    def unit_chips(self, ruleset: AnyRuleset) -> int:
        """The unit results are counted in: the big bet."""
        return ruleset.big_bet


GAMES = {
    "five_card_draw": Game(
        name="five_card_draw",
        title="Five-card draw",
        ruleset_type=FiveCardDrawRuleset,
        min_players=five_card_draw.MIN_PLAYERS,
        max_players=five_card_draw.MAX_PLAYERS,
        cards_per_player=five_card_draw.CARDS_PER_PLAYER,
    )
}

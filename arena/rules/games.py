"""The games, by name: what a room must know of a game to play it without knowing which one it is.

What depends on the parameters is asked of a ruleset, what depends on the play of a hand, a view: both games have the same names for it. A
third game adds its module, a row here, and widens the three unions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from arena.rules import five_card_draw, holdem_bonus
from arena.rules.bonus_ruleset import HoldemBonusRuleset
from arena.rules.five_card_draw import FiveCardDrawRuleset, FiveCardDrawView, Hand
from arena.rules.holdem_bonus import BonusHand, HoldemBonusView

AnyRuleset: TypeAlias = FiveCardDrawRuleset | HoldemBonusRuleset
AnyHand: TypeAlias = Hand | BonusHand
AnyView: TypeAlias = FiveCardDrawView | HoldemBonusView


@dataclass(frozen=True, slots=True)
class Game:
    """A game's row."""

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
    new_hand: Callable[..., AnyHand]
    """Of (ruleset, deal, players, stacks, previous ante, seated): a hand about to be played. The last three may be left out."""
    default_code: Callable[[Any], int]
    """Of what is legal: what is played for a bot that is late, illegal or gone."""
    action_name: Callable[[int], str]
    """Of a code: the action in words, such as ``fold`` or ``stand pat``."""
    levels: str
    """What the names of its built-in bots begin with: ``draw`` in ``draw/hard``."""

    def deal_size(self, players: int) -> int:
        """Cards of the deck that a hand may use."""
        return self.cards_per_player * players


def game_of(ruleset: AnyRuleset) -> Game:
    """The game that a ruleset belongs to."""
    return next(game for game in GAMES.values() if isinstance(ruleset, game.ruleset_type))


def _new_draw_hand(
    ruleset: FiveCardDrawRuleset,
    deal: Sequence[int],
    players: int,
    stacks: Sequence[int] | None = None,
    _previous_ante: int = 0,
    seated: tuple[int, ...] | None = None,
) -> Hand:
    return Hand(ruleset, deal, players, stacks, seated)


def _new_bonus_hand(
    ruleset: HoldemBonusRuleset,
    deal: Sequence[int],
    players: int = 1,
    stacks: Sequence[int] | None = None,
    previous_ante: int = 0,
    _seated: tuple[int, ...] | None = None,
) -> BonusHand:
    return BonusHand(ruleset, deal, players, stacks, previous_ante)


GAMES = {
    game.name: game
    for game in (
        Game(
            name="five_card_draw",
            title="Five-card draw",
            ruleset_type=FiveCardDrawRuleset,
            min_players=five_card_draw.MIN_PLAYERS,
            max_players=five_card_draw.MAX_PLAYERS,
            cards_per_player=five_card_draw.CARDS_PER_PLAYER,
            new_hand=_new_draw_hand,
            default_code=five_card_draw.default_code,
            action_name=five_card_draw.action_name,
            levels="draw",
        ),
        Game(
            name="holdem_bonus",
            title="Texas Hold'em Bonus",
            ruleset_type=HoldemBonusRuleset,
            min_players=holdem_bonus.MIN_PLAYERS,
            max_players=holdem_bonus.MAX_PLAYERS,
            cards_per_player=holdem_bonus.CARDS_PER_HAND,
            new_hand=_new_bonus_hand,
            default_code=holdem_bonus.default_code,
            action_name=holdem_bonus.action_name,
            levels="bonus",
        ),
    )
}

"""A hand that is over, told action by action, for people. It holds every card that was dealt: who may read it is not decided here.

What a story is made of is in ``story_parts``, what is said of a hand in ``story_draw`` and ``story_bonus``. Another game adds its module,
and a row in ``_TELLERS``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from arena.matches.seating import seating_of
from arena.matches.seeds import deal_key
from arena.matches.spec import MatchSpec
from arena.matches.story_bonus import tell_bonus
from arena.matches.story_draw import tell_draw
from arena.matches.story_parts import House as House  # these five are public here as well
from arena.matches.story_parts import Scene as Scene
from arena.matches.story_parts import SeatLine as SeatLine
from arena.matches.story_parts import Step as Step
from arena.matches.story_parts import Story as Story
from arena.rules import AnyHand, HandRecord, deal_cards, replay_hand

_TELLERS: dict[str, Callable[[Any, Sequence[str]], Story]] = {"five_card_draw": tell_draw, "holdem_bonus": tell_bonus}
"""Of a hand that is over and the names by position: its story."""


def replay_record(spec: MatchSpec, record: HandRecord) -> AnyHand:
    """A stored hand, dealt from the match seed and played again.

    Raises:
        BadNotation: it does not follow from the seed and its actions.
    """
    players = len(spec.players)
    deal = deal_cards(deal_key(spec.seed, record.deal_number), spec.game.deal_size(players))
    return replay_hand(record, spec.ruleset, deal, players)


def tell_hand(spec: MatchSpec, leg: int, record: HandRecord) -> Story:
    """The story of a stored hand.

    Raises:
        BadNotation: it does not follow from the seed and its actions.
    """
    hand = replay_record(spec, record)
    return _TELLERS[spec.game_name](hand, [spec.players[player] for player in seating_of(spec, record, leg).players])

"""A match of Texas Hold'em Bonus as lines of text; the head of ``export`` tells the forms.

JSON: lists are by player, of whom there is one. The chips of the ``stake`` action are those of ante and bonus bet together, which
``stake`` at the hand tells apart, so the chips of the actions add up to all that was put up. ``board`` and ``house`` are null when
the hand was given up: nobody saw them. ``bonus_net_chips`` is the part of the net that the bonus bet made.

PHH: refused. The format knows players who put chips into pots that one of them wins; a house that pays odds, an ante that comes
back, and a bet on two cards alone have no place in it, so a file would say of the hand only what is not the game.
"""

from collections.abc import Iterator

from arena.matches.export_parts import TEXT, Played, Writer, json_line, json_lines
from arena.rules import BONUS_LOG, BonusHand, BonusKind, cards_text, format_hand

_NO_PHH = "the Poker Hand History format has no house to play against, so no hand of Texas Hold'em Bonus can be written in it"


def _json_hand(played: Played, _: int) -> Iterator[str]:
    hand = played.hand
    assert isinstance(hand, BonusHand), "a hand of this game"
    yield json_line(
        {
            **played.name_fields(),
            "stack_chips": list(hand.start) if hand.ruleset.limited else None,
            "dealt": [cards_text(cards) for cards in hand.hole],
            "stake": {"ante_chips": hand.ante, "bonus_chips": hand.bonus},
            "actions": [{"seat": played.seat(0), "kind": kind.name.lower(), "chips": chips} for kind, chips in _actions(hand)],
            "board": cards_text(hand.board) if hand.shown else None,
            "house": cards_text(hand.house_cards) if hand.shown else None,
            "bonus_net_chips": hand.bonus_result,
            "net_chips": played.net,
            "notation": format_hand(hand),
        }
    )


def _actions(hand: BonusHand) -> Iterator[tuple[BonusKind, int]]:
    """What was done, and the chips it put up."""
    for kind, _, chips in hand.log:
        if kind != BONUS_LOG:
            yield BonusKind(kind), chips + (hand.bonus if kind == BonusKind.STAKE else 0)


BONUS_WRITERS: dict[str, Writer | str] = {"text": TEXT, "jsonl": json_lines(_json_hand), "phh": _NO_PHH}

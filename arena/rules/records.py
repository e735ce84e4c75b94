"""A hand as it is kept: who did what, and what everybody netted. With its deal it replays to the last chip.

The cards are not in it; they follow from the deal. Nor are the actors and the amounts; they follow from the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import BadNotation, IllegalAction
from arena.rules.five_card_draw import DRAW_CODE, UNLIMITED_STACK, FiveCardDrawRuleset, Hand, Kind

_DRAW = int(Kind.DRAW)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand, compact."""

    deal_number: int
    """The deal, counted from 0 in the match."""
    actions: bytes
    """The codes played, in order, as in :meth:`Hand.act`."""
    net_chips: tuple[int, ...]
    """Chips won less chips put in, by position."""
    stack_chips: tuple[int, ...] = ()
    """Stacks before the ante, by position; empty when everyone had the ruleset's."""


def record_hand(hand: Hand, deal_number: int, stacks: Sequence[int] = ()) -> HandRecord:
    """The record of a hand that is over."""
    assert hand.net is not None, "only a hand that is over has a record"
    actions = bytes([DRAW_CODE + hand.discards[position] if kind == _DRAW else kind for kind, position, _ in hand.log])
    return HandRecord(deal_number, actions, tuple(hand.net), tuple(stacks))


def replay_hand(record: HandRecord, ruleset: FiveCardDrawRuleset, deal: Sequence[int], players: int) -> Hand:
    """Play a record again.

    Raises:
        BadNotation: an action is not legal where it stands, or the hand does not end with the last one, or it pays
            something else; names the offset among the actions. Or the stacks are none for these players and this ruleset; names
            the offset among the stacks.
    """
    _check_stacks(record, ruleset, players)
    hand = Hand(ruleset, deal, players, record.stack_chips or None)
    for offset, code in enumerate(record.actions):
        try:
            hand.act(code)
        except IllegalAction as error:
            raise BadNotation(f"deal {record.deal_number}: {error}", offset) from None
    if hand.net is None:
        raise BadNotation(f"deal {record.deal_number}: the actions end before the hand does", len(record.actions))
    if tuple(hand.net) != record.net_chips:
        raise BadNotation(f"deal {record.deal_number}: pays {hand.net}, the record says {list(record.net_chips)}", len(record.actions))
    return hand


def _check_stacks(record: HandRecord, ruleset: FiveCardDrawRuleset, players: int) -> None:
    stacks = record.stack_chips
    if not stacks:
        return
    where = f"deal {record.deal_number}"
    if not ruleset.all_in:
        raise BadNotation(f"{where}: it has stacks, but the ruleset is without all_in")
    if len(stacks) != players:
        raise BadNotation(f"{where}: it has {len(stacks)} stacks for {players} players", min(len(stacks), players))
    for offset, stack in enumerate(stacks):
        if not 1 <= stack <= UNLIMITED_STACK:
            raise BadNotation(f"{where}: a stack of {stack} chips; a player has 1 to {UNLIMITED_STACK}", offset)

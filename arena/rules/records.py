"""A hand as it is kept: who did what, and what everybody netted. With its deal it replays to the last chip.

The cards are not in it; they follow from the deal. Nor are the actors and the amounts; they follow from the rules, but for a stake's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import BadNotation, IllegalAction
from arena.rules.five_card_draw import UNLIMITED_STACK
from arena.rules.games import AnyHand, AnyRuleset, game_of
from arena.rules.stake_box import KIND_MASK, REBET, STAKE_CODE, stake_code


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand, compact."""

    deal_number: int
    """The deal, counted from 0 in the match."""
    actions: bytes
    """The codes played, in order, as in :meth:`Hand.act`; of a stake only the kind."""
    net_chips: tuple[int, ...]
    """Chips won less chips put in, by position."""
    stack_chips: tuple[int, ...] = ()
    """Stacks before the ante, by position; empty when everyone had the ruleset's."""
    seats: tuple[int, ...] = ()
    """Where stacks are carried, by position: its seat, since players who are out are not dealt in; empty otherwise."""
    stake: tuple[int, int] = (0, 0)
    """Ante and bonus bet of a Bonus hand, as chosen or bet again; zeros in other games."""
    regrets: tuple[int, ...] = ()
    """By graded decision: what it fell short of the best choice, see ``arena.matches.regret``; empty where nothing is graded."""


def record_hand(hand: AnyHand, deal_number: int, stacks: Sequence[int] = (), seats: Sequence[int] = ()) -> HandRecord:
    """The record of a hand that is over."""
    assert hand.net is not None, "only a hand that is over has a record"
    actions = bytes([code & KIND_MASK for code in hand.codes])
    return HandRecord(deal_number, actions, tuple(hand.net), tuple(stacks), tuple(seats), hand.stake)


def replay_hand(record: HandRecord, ruleset: AnyRuleset, deal: Sequence[int], players: int) -> AnyHand:
    """Play a record again.

    Raises:
        BadNotation: an action is not legal where it stands, or the hand does not end with the last one, or it pays
            something else; names the offset among the actions. Or the seats or stacks are none for these players and this
            ruleset; names the offset among them.
    """
    _check_seats(record, ruleset, players)
    players = len(record.seats) or players
    _check_stacks(record, ruleset, players)
    previous_ante = record.stake[0] if record.actions[:1] == bytes([REBET]) else 0
    hand = game_of(ruleset).new_hand(ruleset, deal, players, record.stack_chips or None, previous_ante)
    for offset, kind in enumerate(record.actions):
        try:
            hand.act(stake_code(*record.stake) if kind == STAKE_CODE else kind)
        except IllegalAction as error:
            raise BadNotation(f"deal {record.deal_number}: {error}", offset) from None
    if hand.net is None:
        raise BadNotation(f"deal {record.deal_number}: the actions end before the hand does", len(record.actions))
    if hand.stake != record.stake:
        raise BadNotation(f"deal {record.deal_number}: the stake is {hand.stake}, the record says {record.stake}", 0)
    if tuple(hand.net) != record.net_chips:
        raise BadNotation(f"deal {record.deal_number}: pays {hand.net}, the record says {list(record.net_chips)}", len(record.actions))
    return hand


def _check_seats(record: HandRecord, ruleset: AnyRuleset, players: int) -> None:
    seats = record.seats
    if not seats:
        return
    where = f"deal {record.deal_number}"
    if not ruleset.carried_stack:
        raise BadNotation(f"{where}: it has seats, but the ruleset is without stacks carried from hand to hand", 0)
    for offset, seat in enumerate(seats):
        if not 0 <= seat < players or seat in seats[:offset]:
            raise BadNotation(f"{where}: seat {seat} stands among its seats; each may stand once, from 0 to {players - 1}", offset)
        if offset and (seat - seats[-1] - 1) % players < (seats[offset - 1] - seats[-1] - 1) % players:
            raise BadNotation(f"{where}: seat {seat} stands among its seats after {seats[offset - 1]}, which comes later", offset)
    least = min(2, players)
    if len(seats) < least or not record.stack_chips:
        raise BadNotation(
            f"{where}: it has {len(seats)} seats and {len(record.stack_chips)} stacks; {least} or more of each must be there", 0
        )


def _check_stacks(record: HandRecord, ruleset: AnyRuleset, players: int) -> None:
    stacks = record.stack_chips
    if not stacks:
        return
    where = f"deal {record.deal_number}"
    if not ruleset.limited:
        raise BadNotation(f"{where}: it has stacks, but in this ruleset none limit play", 0)
    if len(stacks) != players:
        raise BadNotation(f"{where}: it has {len(stacks)} stacks for {players} players", min(len(stacks), players))
    for offset, stack in enumerate(stacks):
        if not 1 <= stack <= UNLIMITED_STACK:
            raise BadNotation(f"{where}: a stack of {stack} chips; a player has 1 to {UNLIMITED_STACK}", offset)

"""Five-card draw on the wire: rulesets and views to bytes, answers to codes.

A message is built from a few scalars by keyword and from cached fragments of bytes (events, seats, legal actions): protobuf
messages concatenate, so a fragment is a message of the same type with one field set. Measured, this is half the cost of
setting every field. The codec is given views and hands that are over, never a hand in play.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from arena.errors import IllegalAction, SeatGarbled
from arena.matches import Seating
from arena.rules import (
    CARD_NUMBERS,
    DRAW_CODE,
    DRAW_CODES,
    MAX_DISCARDS,
    FiveCardDrawRuleset,
    FiveCardDrawView,
    Hand,
    Kind,
    Stage,
    cards_text,
    parse_cards,
)
from arena.v1 import action_pb2, five_card_draw_pb2, play_pb2
from arena.wire.kinds import KNOWN_KINDS

_CACHE_SIZE = 1 << 14


def ruleset_message(ruleset: FiveCardDrawRuleset) -> five_card_draw_pb2.FiveCardDrawRuleset:
    """A ruleset as it is told to bots."""
    return five_card_draw_pb2.FiveCardDrawRuleset(
        ante_chips=ruleset.ante,
        small_bet_chips=ruleset.small_bet,
        big_bet_chips=ruleset.big_bet,
        max_raises=ruleset.max_raises,
        all_in=ruleset.all_in,
        starting_stack_chips=ruleset.starting_stack,
        carry=ruleset.stacks == "carry",
    )


def view_bytes(view: FiveCardDrawView, seating: Seating) -> bytes:
    """A view, as the bytes of a FiveCardDrawView; ``seating`` is that of its hand."""
    seats = seating.seats
    message = five_card_draw_pb2.FiveCardDrawView(
        hole_cards=cards_text(view.hole_cards),
        discarded=cards_text(view.discarded),
        seat=seats[view.position],
        button=seats[-1],
        phase=int(view.stage),  # type: ignore[arg-type]
        pot_chips=view.pot,
        to_call_chips=view.to_call,
        raises_made=view.raises_made,
        max_raises=view.ruleset.max_raises,
    )
    parts = [message.SerializeToString()]
    for player, position in zip(seating.players_by_seat, seating.positions, strict=True):
        if position < 0:
            parts.append(_out_fragment(player))
            continue
        parts.append(
            _seat_fragment(
                player,
                view.stack(position),
                view.committed_round(position),
                view.committed[position],
                not view.live >> position & 1,
                view.drawn[position],
            )
        )
    parts += [_event_fragment(seats[position], kind, amount) for kind, position, amount in view.log]
    return b"".join(parts)


def legal_bytes(view: FiveCardDrawView) -> bytes:
    """The legal actions of a view, as the bytes of a Request with nothing else set."""
    if view.stage == Stage.DRAW:
        return _DRAW_FRAGMENT
    return _legal_fragment(view.legal, view.to_call, view.to_wager)


def read_answer(answer: play_pb2.Answer, hole_cards: Sequence[int]) -> int:
    """The code of an answer; whether it is legal now is for the rules to say. Discards count with a draw only.

    Raises:
        SeatGarbled: it means nothing.
        IllegalAction: its discards are not distinct cards of the player's own, or too many.
    """
    kind = answer.kind
    if kind != action_pb2.ACTION_KIND_DRAW:
        if kind in KNOWN_KINDS:
            return int(kind)
        raise SeatGarbled(f"kind {int(kind)} is unknown")
    text = answer.discards
    mask = 0
    for at in range(0, min(len(text), 64), 2):
        card = CARD_NUMBERS.get(text[at : at + 2])
        if card is None:
            raise SeatGarbled(f"discards: {text[at : at + 2]!r} is no card")
        if card not in hole_cards:
            raise IllegalAction(f"discards: {text[at : at + 2]} is not the bot's own")
        bit = 1 << hole_cards.index(card)
        if mask & bit:
            raise IllegalAction(f"discards: {text[at : at + 2]} stands twice")
        mask |= bit
    if mask.bit_count() > MAX_DISCARDS:
        raise IllegalAction(f"discards: {mask.bit_count()} cards, at most {MAX_DISCARDS} may be exchanged")
    return DRAW_CODE + mask


def read_ruleset(message: five_card_draw_pb2.FiveCardDrawRuleset) -> FiveCardDrawRuleset:
    """A ruleset as a bot was told it: the inverse of :func:`ruleset_message`."""
    return FiveCardDrawRuleset(
        ante=message.ante_chips,
        small_bet=message.small_bet_chips,
        big_bet=message.big_bet_chips,
        max_raises=message.max_raises,
        all_in=message.all_in,
        starting_stack=message.starting_stack_chips if message.HasField("starting_stack_chips") else None,
        stacks="carry" if message.carry else "reset",
    )


def read_view(request: play_pb2.Request, ruleset: FiveCardDrawRuleset) -> FiveCardDrawView:
    """A request as the view it was made from: for bots of ours that play over the wire."""
    message = request.five_card_draw
    chips = {int(action.kind): action.chips for action in request.legal_actions}
    legal = DRAW_CODES if message.phase == five_card_draw_pb2.DRAW_PHASE_DRAW else tuple(chips)
    return _read_message(message, ruleset, legal=legal, to_wager=chips.get(Kind.BET, chips.get(Kind.RAISE, 0)))


def read_hand_end(end: play_pb2.HandEnd, ruleset: FiveCardDrawRuleset) -> FiveCardDrawView | None:
    """A hand that is over as the view it was made from, with what was shown; None when the bot was not dealt in."""
    if not end.HasField("five_card_draw"):
        return None
    return _read_message(end.five_card_draw, ruleset, shown={hand.seat: parse_cards(hand.cards) for hand in end.shown_hands})


def _read_message(
    message: five_card_draw_pb2.FiveCardDrawView,
    ruleset: FiveCardDrawRuleset,
    *,
    legal: tuple[int, ...] = (),
    to_wager: int = 0,
    shown: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
) -> FiveCardDrawView:
    """The view that a message was made from, with what stands beside the message; ``shown`` by seat."""
    count, first = len(message.seats), message.button + 1
    order = [seat for seat in ((first + place) % count for place in range(count)) if not message.seats[seat].out]
    seats = [message.seats[seat] for seat in order]
    committed = tuple(seat.committed_hand_chips for seat in seats)
    start = tuple(seat.stack_chips + seat.committed_hand_chips for seat in seats) if ruleset.all_in else None
    log = tuple(
        (
            int(event.kind),
            order.index(event.seat),
            event.discard_count if event.kind == action_pb2.ACTION_KIND_DRAW else event.chips,
        )
        for event in message.events
    )
    stage = Stage(message.phase)
    second = stage == Stage.SECOND_ROUND
    base, high = max(seat.committed_hand_chips - seat.committed_round_chips for seat in seats), max(committed)
    if stage == Stage.OVER:
        second = any([kind == Kind.DRAW for kind, _, _ in log])  # it began when all had drawn, and no hand ends before that at the draw
        base, high = _last_levels(log, [min(ruleset.ante, stack) for stack in start or (ruleset.ante,) * len(seats)], ruleset.ante)
    opened = message.raises_made > 0 or 2 * (high - base) >= (ruleset.big_bet if second else ruleset.small_bet)
    return FiveCardDrawView(
        ruleset=ruleset,
        players=len(seats),
        position=order.index(message.seat),
        hole_cards=parse_cards(message.hole_cards),
        discarded=parse_cards(message.discarded),
        stage=stage,
        log=log,
        committed=committed,
        start=start,
        base=base,
        high=high,
        live=sum(1 << position for position, seat in enumerate(seats) if not seat.folded),
        drawn=tuple(seat.discard_count if seat.HasField("discard_count") else -1 for seat in seats),
        wagers=message.raises_made + opened,
        legal=legal,
        to_call=message.to_call_chips,
        to_wager=to_wager,
        seated=tuple(seat.player for seat in seats),
        shown=tuple(shown.get(seat, ()) for seat in order) if shown else (),
    )


def _last_levels(log: Sequence[tuple[int, int, int]], levels: list[int], ante: int) -> tuple[int, int]:
    """Where the last betting round of a hand that is over began, and the highest level; what nobody matched is committed no more."""
    base = high = ante
    for kind, position, amount in log:
        if kind == Kind.DRAW:
            base = high
        else:
            levels[position] += amount
            high = max(high, levels[position])
    return base, high


def answer_message(decision_id: int, code: int, view: FiveCardDrawView) -> play_pb2.Answer:
    """A code as the answer to a request."""
    if code < DRAW_CODE:
        return play_pb2.Answer(decision_id=decision_id, kind=code)  # type: ignore[arg-type]
    discards = cards_text(card for i, card in enumerate(view.hole_cards) if code - DRAW_CODE >> i & 1)
    return play_pb2.Answer(decision_id=decision_id, kind=action_pb2.ACTION_KIND_DRAW, discards=discards)


def hand_end_message(hand: Hand, seating: Seating, player: int) -> play_pb2.HandEnd:
    """What a player may know of a hand that is over: what everybody may, and its own view if it was dealt in."""
    seats = seating.seats
    shown = [p for p in range(hand.players) if hand.shown >> p & 1]
    message = play_pb2.HandEnd(
        shown_hands=[play_pb2.ShownHand(seat=seats[p], cards=cards_text(hand.hole[p])) for p in shown],
        pots=[play_pb2.PotAwarded(chips=pot.chips, winner_seats=[seats[p] for p in hand.winners(pot)]) for pot in hand.pots],
    )
    if player in seating.players:
        message.five_card_draw.MergeFromString(view_bytes(hand.view(seating.players.index(player)), seating))
    return message


@lru_cache(maxsize=_CACHE_SIZE)
def _seat_fragment(player: int, stack: int | None, committed_round: int, committed_hand: int, folded: bool, drawn: int) -> bytes:
    state = five_card_draw_pb2.SeatState(
        player=player,
        stack_chips=stack,
        committed_round_chips=committed_round,
        committed_hand_chips=committed_hand,
        folded=folded,
        all_in=stack == 0,
        discard_count=drawn if drawn >= 0 else None,
    )
    return five_card_draw_pb2.FiveCardDrawView(seats=[state]).SerializeToString()


@lru_cache(maxsize=_CACHE_SIZE)
def _out_fragment(player: int) -> bytes:
    state = five_card_draw_pb2.SeatState(player=player, stack_chips=0, out=True)
    return five_card_draw_pb2.FiveCardDrawView(seats=[state]).SerializeToString()


@lru_cache(maxsize=_CACHE_SIZE)
def _event_fragment(seat: int, kind: int, amount: int) -> bytes:
    drawn = kind == Kind.DRAW
    event = five_card_draw_pb2.PublicEvent(
        seat=seat,
        kind=kind,  # type: ignore[arg-type]
        chips=0 if drawn else amount,
        discard_count=amount if drawn else 0,
    )
    return five_card_draw_pb2.FiveCardDrawView(events=[event]).SerializeToString()


@lru_cache(maxsize=_CACHE_SIZE)
def _legal_fragment(legal: tuple[int, ...], to_call: int, to_wager: int) -> bytes:
    chips = {int(Kind.CALL): to_call, int(Kind.BET): to_wager, int(Kind.RAISE): to_wager}
    actions = [action_pb2.LegalAction(kind=code, chips=chips.get(code, 0)) for code in legal]  # type: ignore[arg-type]
    return play_pb2.Request(legal_actions=actions).SerializeToString()


_DRAW_FRAGMENT = play_pb2.Request(
    legal_actions=[action_pb2.LegalAction(kind=action_pb2.ACTION_KIND_DRAW, max_discards=MAX_DISCARDS)]
).SerializeToString()

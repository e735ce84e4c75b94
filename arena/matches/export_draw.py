"""A match of five-card draw as lines of text; the head of ``export`` tells the forms.

JSON: whatever is a list by player is in seat order, with null (0 chips) at the seats of players who are out, and ``pots`` and ``actions``
name seats too.

PHH: the format has no code for five-card draw, so ``variant`` is one of ours: the syntax is PHH, the variant is not standard, and
each hand says so. Fields that begin with ``_`` are ours too, as the format allows. Showdowns are written out, since readers pay no pot
without. A reader with rules of its own may differ from ours where limit games do, in all-ins of less than a full wager and in
who gets odd chips; ``finishing_stacks`` and ``_net_chips`` are what was paid here.
"""

import json
from collections.abc import Iterator

from arena.matches.export_parts import TEXT, Played, Writer, json_line, json_lines
from arena.rules import Hand, Kind, cards_text, format_hand

PHH_VARIANT = "X-F5CD"
"""What stands for fixed-limit five-card draw, high hand wins, in our PHH; the format reserves no codes for private use."""
_PHH_NOTE = (
    f"PHH syntax with a non-standard variant: {PHH_VARIANT} is fixed-limit five-card draw, the high hand wins, one draw of 0 to 3 cards; "
    "p1 is the first player left of the button, and _max_raises raises may follow the bet of a round"
)


def _hand_of(played: Played) -> Hand:
    assert isinstance(played.hand, Hand), "a hand of this game"
    return played.hand


def _json_hand(played: Played, _: int) -> Iterator[str]:
    hand = _hand_of(played)
    yield json_line(
        {
            **played.name_fields(),
            "button": played.button,
            "stack_chips": played.by_seat(lambda position: hand.start[position], 0) if hand.ruleset.all_in else None,
            "dealt": played.by_seat(lambda position: cards_text(hand.dealt_cards(position)), None),
            "actions": [_json_action(played, kind, position, chips) for kind, position, chips in hand.log],
            "shown": played.by_seat(lambda position: cards_text(hand.hole[position]) if hand.shown >> position & 1 else None, None),
            "pots": [
                {
                    "chips": pot.chips,
                    "eligible": played.seats(position for position in range(hand.players) if pot.eligible >> position & 1),
                    "winners": played.seats(hand.winners(pot)),
                }
                for pot in hand.pots
            ],
            "net_chips": played.by_seat(lambda position: played.net[position], 0),
            "notation": format_hand(hand),
        }
    )


def _json_action(played: Played, kind: int, position: int, chips: int) -> dict[str, object]:
    hand, draw = _hand_of(played), kind == Kind.DRAW
    return {
        "seat": played.seat(position),
        "kind": Kind(kind).name.lower(),
        "chips": 0 if draw else chips,
        "discarded": cards_text(_discarded(hand, position)) if draw else "",
        "drawn": cards_text(_drawn(hand, position)) if draw else "",
    }


def _phh_hand(played: Played, number: int) -> Iterator[str]:
    hand = _hand_of(played)
    rules, players = hand.ruleset, hand.players
    stacks = list(hand.start) if rules.all_in else [_enough_chips(hand)] * players
    fields: dict[str, object] = {
        "variant": PHH_VARIANT,
        "ante_trimming_status": True,
        "antes": [rules.ante] * players,
        "blinds_or_straddles": [0] * players,
        "small_bet": rules.small_bet,
        "big_bet": rules.big_bet,
        "starting_stacks": stacks,
        "actions": list(_phh_actions(hand)),
        "event": played.spec.tournament_name,
        "hand": played.record.deal_number,
        "seats": [1 + played.seat(position) for position in range(players)],
        "seat_count": len(played.spec.players),
        "players": [played.name(position) for position in range(players)],
        "finishing_stacks": [stack + net for stack, net in zip(stacks, played.net, strict=True)],
        "_note": _PHH_NOTE,
        "_match_id": played.spec.match_id,
        "_leg": played.leg,
        "_max_raises": rules.max_raises,
        "_unlimited_stacks": not rules.all_in,
        "_net_chips": played.net,
        "_notation": format_hand(hand),
    }
    yield f"[{number}]"
    for key, value in fields.items():
        yield f"{key} = {_toml(value)}"
    yield ""


def _phh_actions(hand: Hand) -> Iterator[str]:
    """In the order of the format: replacements are dealt when everyone has drawn."""
    for position in range(hand.players):
        yield f"d dh p{position + 1} {cards_text(hand.dealt_cards(position))}"
    round_chips = [0] * hand.players
    undealt = -1
    for kind, position, chips in hand.log:
        if kind == Kind.DRAW:
            undealt = position
            yield f"p{position + 1} sd {cards_text(_discarded(hand, position))}".rstrip()
            continue
        if undealt >= 0:
            yield from _phh_replacements(hand)
            round_chips, undealt = [0] * hand.players, -1
        round_chips[position] += chips
        yield f"p{position + 1} {_PHH_WORDS[Kind(kind)].format(round_chips[position])}"
    if undealt >= 0:
        yield from _phh_replacements(hand)
    for position in range(hand.players):
        if hand.shown >> position & 1:
            yield f"p{position + 1} sm {cards_text(hand.hole[position])}"


def _phh_replacements(hand: Hand) -> Iterator[str]:
    for position in range(hand.players):
        if hand.drawn[position] > 0:
            yield f"d dh p{position + 1} {cards_text(_drawn(hand, position))}"


def _enough_chips(hand: Hand) -> int:
    """A stack that behaves like an unlimited one: a chip more than a hand can cost."""
    rules = hand.ruleset
    return rules.ante + (1 + rules.max_raises) * (rules.small_bet + rules.big_bet) + 1


def _discarded(hand: Hand, position: int) -> list[int]:
    return [a for a, b in _exchanges(hand, position)]


def _drawn(hand: Hand, position: int) -> list[int]:
    return [b for a, b in _exchanges(hand, position)]


def _exchanges(hand: Hand, position: int) -> list[tuple[int, int]]:
    return [(a, b) for a, b in zip(hand.dealt_cards(position), hand.hole[position], strict=True) if a != b]


def _toml(value: object) -> str:
    """A value of TOML: lists, whole numbers, booleans and, with DEL escaped, strings are written as in JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


_PHH_WORDS = {Kind.FOLD: "f", Kind.CHECK: "cc", Kind.CALL: "cc", Kind.BET: "cbr {}", Kind.RAISE: "cbr {}"}


def _phh_head(*_: object) -> Iterator[str]:
    return iter((f"# {_PHH_NOTE}", ""))


DRAW_WRITERS = {"text": TEXT, "jsonl": json_lines(_json_hand), "phh": Writer(_phh_hand, _phh_head)}

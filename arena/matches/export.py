"""A stored match as lines of text for other programs: the notation, JSON, or PHH. It holds every card, like a story.

- ``text``: every hand in the notation of ``arena.rules``, below a line that begins with ``#`` and says which hand it is.
- ``jsonl``: every line an object. The first is the match: what was agreed on before the first card, with the seed where everybody may
  have it. Then, leg by leg, every hand, with the same keys in the same order, and after them how the leg ended. In a hand, whatever
  is a list by player is in seat order, with null (0 chips) at the seats of players who are out, and ``pots`` and ``actions`` name
  seats too; only the notation counts from the left of the button. Elsewhere a list by player is in the order of ``players``. It is
  all that ``bots/javascript/verify.mjs`` needs; a change here is one there.
- ``phh``: the Poker Hand History format (arXiv:2312.11753), every hand a table of one TOML document. The format has no code for
  five-card draw, so ``variant`` is one of ours: the syntax is PHH, the variant is not standard, and each hand says so. Fields
  that begin with ``_`` are ours too, as the format allows. Showdowns are written out, since readers pay no pot without.
  A reader with rules of its own may differ from ours where limit games do, in all-ins of less than a full wager and in who
  gets odd chips; ``finishing_stacks`` and ``_net_chips`` are what was paid here.

Here too nothing is read or written: lines come one by one, a hand at a time. Another game adds a row in ``_WRITERS``.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from arena.errors import BadNotation, VerificationFailed
from arena.matches.result import LegResult, leg_net
from arena.matches.seating import Seating, seating_of
from arena.matches.spec import MatchSpec
from arena.matches.story import replay_record
from arena.rules import AnyHand, Hand, HandRecord, Kind, cards_text, format_hand

PHH_VARIANT = "X-F5CD"
"""What stands for fixed-limit five-card draw, high hand wins, in our PHH; the format reserves no codes for private use."""
_PHH_NOTE = (
    f"PHH syntax with a non-standard variant: {PHH_VARIANT} is fixed-limit five-card draw, the high hand wins, one draw of 0 to 3 cards; "
    "p1 is the first player left of the button, and _max_raises raises may follow the bet of a round"
)
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Published:
    """What everybody may know of the secret behind a match."""

    commitment: str
    """SHA-256 of the match seed, as it was kept when the match was stored."""
    seed: bytes | None = None
    """The match seed; None while not everybody may have it."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A hand of a match, played again."""

    spec: MatchSpec
    leg: int
    record: HandRecord
    hand: AnyHand
    seating: Seating

    @property
    def button(self) -> int:
        return self.seat(self.hand.players - 1)

    @property
    def net(self) -> list[int]:
        assert self.hand.net is not None, "a stored hand is over"
        return self.hand.net

    def seat(self, position: int) -> int:
        return self.seating.seats[position]

    def name(self, position: int) -> str:
        return self.spec.players[self.seating.players[position]]

    def by_seat(self, value: Callable[[int], _Value], out: _Value) -> list[_Value]:
        """Values of positions in seat order; ``out`` at the seats of players who are out."""
        return [out if position < 0 else value(position) for position in self.seating.positions]

    def seats(self, positions: Iterable[int]) -> list[int]:
        return sorted(map(self.seat, positions))


def export_lines(
    spec: MatchSpec, legs: Sequence[LegResult], form: str, only_leg: int | None = None, published: Published | None = None
) -> Iterator[str]:
    """The hands of a match, leg by leg, as lines without their ends.

    Args:
        spec: with the match seed, from which the cards follow.
        legs: as they were stored.
        form: one of ``EXPORT_FORMS``.
        only_leg: the leg wanted; all of them without it.
        published: for forms that tell it; the seed's own commitment, and no seed, without it.

    Raises:
        VerificationFailed: a hand does not follow from the seed and its actions; raised when its turn comes.
    """
    writer = _WRITERS[spec.game_name][form]
    wanted = [leg for leg in range(len(legs)) if only_leg in (None, leg)]
    yield from writer.head(spec, wanted, published or Published(spec.commitment))
    number = 0
    for leg in wanted:
        for record in legs[leg].hands:
            number += 1
            yield from writer.hand(_replay(spec, leg, record), number)
        yield from writer.leg_end(spec, leg, legs[leg])


def _replay(spec: MatchSpec, leg: int, record: HandRecord) -> _Played:
    where = f"match {spec.match_id}, leg {leg}"
    if not 0 <= record.deal_number < spec.deal_count:
        raise VerificationFailed(f"{where}: a hand of deal {record.deal_number} is stored; there are {spec.deal_count}, counted from 0")
    try:
        return _Played(spec, leg, record, replay_record(spec, record), seating_of(record, leg, len(spec.players)))
    except BadNotation as error:
        raise VerificationFailed(f"{where}: {error}") from error


def _text_of_draw(played: _Played, _: int) -> Iterator[str]:
    names = ", ".join(played.name(position) for position in range(played.hand.players))
    yield f"# match {played.spec.match_id}, leg {played.leg}, hand {played.record.deal_number}: {' '.join(names.split())}"
    yield format_hand(played.hand)


def _json_head(spec: MatchSpec, legs: Sequence[int], published: Published) -> Iterator[str]:
    yield _json(
        {
            "match_id": spec.match_id,
            "tournament": spec.tournament_name,
            "game": spec.game_name,
            "ruleset": asdict(spec.ruleset),
            "players": spec.players,
            "deal_count": spec.deal_count,
            "mirrored": spec.mirrored,
            "legs": legs,
            "commitment": published.commitment,
            "seed": published.seed.hex() if published.seed is not None else None,
        }
    )


def _json_leg_end(spec: MatchSpec, leg: int, result: LegResult) -> Iterator[str]:
    yield _json(
        {
            "match_id": spec.match_id,
            "leg": leg,
            "status": result.status.value,
            "forfeiter": spec.players[result.forfeiter] if result.forfeiter is not None else None,
            "hand_count": len(result.hands),
            "net_chips": leg_net(result, leg, len(spec.players)),
        }
    )


def _json_of_draw(played: _Played, _: int) -> Iterator[str]:
    hand, spec = played.hand, played.spec
    yield _json(
        {
            "match_id": spec.match_id,
            "leg": played.leg,
            "hand_number": played.record.deal_number,
            "players": [spec.players[player] for player in played.seating.players_by_seat],
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


def _json_action(played: _Played, kind: int, position: int, chips: int) -> dict[str, object]:
    draw = kind == Kind.DRAW
    return {
        "seat": played.seat(position),
        "kind": Kind(kind).name.lower(),
        "chips": 0 if draw else chips,
        "discarded": cards_text(_discarded(played.hand, position)) if draw else "",
        "drawn": cards_text(_drawn(played.hand, position)) if draw else "",
    }


def _json(document: dict[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _phh_of_draw(played: _Played, number: int) -> Iterator[str]:
    hand, rules, players = played.hand, played.hand.ruleset, played.hand.players
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


def _nothing(*_: object) -> Iterator[str]:
    return iter(())


def _phh_head(*_: object) -> Iterator[str]:
    return iter((f"# {_PHH_NOTE}", ""))


@dataclass(frozen=True, slots=True)
class _Writer:
    """How a form writes the hands of a game, and what stands before and after them."""

    hand: Callable[[_Played, int], Iterator[str]]
    head: Callable[[MatchSpec, Sequence[int], Published], Iterator[str]] = _nothing
    leg_end: Callable[[MatchSpec, int, LegResult], Iterator[str]] = _nothing


_WRITERS = {
    "five_card_draw": {
        "text": _Writer(_text_of_draw),
        "jsonl": _Writer(_json_of_draw, _json_head, _json_leg_end),
        "phh": _Writer(_phh_of_draw, _phh_head),
    }
}
EXPORT_FORMS = ("text", "jsonl", "phh")
"""What a match can be exported as."""

"""A hand that is over, told for people: who held what, who did what, who won what. Players instead of positions."""

from dataclasses import dataclass

from arena.matches.leg import Leg
from arena.matches.seeds import deal_key
from arena.matches.spec import MatchSpec
from arena.rules import AnyHand, HandRecord, Kind, Stage, deal_cards, replay_hand, strength


@dataclass(frozen=True, slots=True)
class Step:
    """One action."""

    stage: Stage
    player: int
    kind: Kind
    chips: int
    """Chips put in."""
    pot_chips: int
    """All chips put in by everyone after it."""
    discarded: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """One hand, by player."""

    number: int
    leg: int
    order: tuple[int, ...]
    """Players from the left of the button; the last has the button."""
    dealt: tuple[tuple[int, ...], ...]
    """The cards first dealt, by player."""
    final: tuple[tuple[int, ...], ...]
    """The cards at the end, by player."""
    steps: tuple[Step, ...]
    shown: tuple[int, ...]
    """Players who opened their cards."""
    strengths: tuple[int, ...]
    """Of the final cards, by player."""
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    """(chips, winners), main pot first."""
    net_chips: tuple[int, ...]
    """By player."""


def replay_record(spec: MatchSpec, record: HandRecord) -> AnyHand:
    """A stored hand of a match, dealt from the match seed and played again.

    Raises:
        BadNotation: it does not follow from the seed and its actions.
    """
    players = len(spec.players)
    deal = deal_cards(deal_key(spec.seed, record.deal_number), spec.game.deal_size(players))
    return replay_hand(record, spec.ruleset, deal, players)


def tell_hand(spec: MatchSpec, leg_number: int, record: HandRecord) -> Story:
    """The story of a stored hand.

    Raises:
        BadNotation: it does not follow from the seed and its actions.
    """
    hand = replay_record(spec, record)
    leg, number = Leg(spec, leg_number), record.deal_number
    order = tuple(leg.player_at(number, position) for position in range(hand.players))
    position_of = {player: position for position, player in enumerate(order)}
    players = range(hand.players)
    return Story(
        number=number,
        leg=leg_number,
        order=order,
        dealt=tuple(hand.dealt_cards(position_of[player]) for player in players),
        final=tuple(tuple(hand.hole[position_of[player]]) for player in players),
        steps=_steps(hand, order),
        shown=tuple(order[position] for position in players if hand.shown >> position & 1),
        strengths=tuple(strength(hand.hole[position_of[player]]) for player in players),
        pots=tuple((pot.chips, tuple(order[position] for position in hand.winners(pot))) for pot in hand.pots),
        net_chips=tuple((hand.net or [])[position_of[player]] for player in players),
    )


def _steps(hand: AnyHand, order: tuple[int, ...]) -> tuple[Step, ...]:
    ante = hand.ruleset.ante
    pot = sum([min(ante, stack) for stack in hand.start])
    stage = Stage.FIRST_ROUND
    steps = []
    for kind, position, amount in hand.log:
        if kind == Kind.DRAW:
            stage = Stage.DRAW
            dealt, kept = hand.dealt_cards(position), set(hand.hole[position])
            discarded = tuple(card for card in dealt if card not in kept)
            drawn = tuple(card for card in hand.hole[position] if card not in dealt)
            steps.append(Step(stage, order[position], Kind.DRAW, 0, pot, discarded, drawn))
            continue
        if stage == Stage.DRAW:
            stage = Stage.SECOND_ROUND
        pot += amount
        steps.append(Step(stage, order[position], Kind(kind), amount, pot))
    return tuple(steps)

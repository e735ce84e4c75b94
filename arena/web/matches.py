"""A stored match as its page shows it: what each player won, how accurately it chose, the legs, the faults, and open hands.

Between players a deal is a line, with who won most in each leg. Against the house a hand is one, with the player's cards and choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from arena.dealer import Access, StoredMatch, result_of
from arena.matches import (
    Accuracy,
    Block,
    Fault,
    LegResult,
    MatchResult,
    MatchSpec,
    RankedBy,
    Status,
    accuracy_of,
    leg_net,
    net_by_player,
    players_by_seat,
    regret_antes,
    replay_record,
    scoring_of,
    seating_of,
)
from arena.rules import AnyHand, BonusKind, HandRecord
from arena.statistics import standard_error
from arena.web.charts import Lines, lines
from arena.web.measures import Measure, measure_of

DEALS_SHOWN = 100
"""On one page; hands likewise."""
FAULTS_SHOWN = 200
MISTAKES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """What a player won in a match."""

    name: str
    net_chips: int
    score: float
    """What it is ranked by, see ``measures``, over the blocks that count for the player."""
    net: float
    """Thousandths of the unit won per hand."""
    standard_error: float | None
    """Of the score."""
    blocks: int
    incidents: int
    spent_s: float


@dataclass(frozen=True, slots=True)
class LegLine:
    """One leg."""

    number: int
    seats: tuple[str, ...]
    """Names by seat; empty where who sits where is drawn for every deal."""
    result: LegResult
    net_chips: tuple[int, ...]
    """By player."""
    forfeiter: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal: who won each playing of it."""

    number: int
    winners: tuple[tuple[str, int] | None, ...]
    """By leg: who won most, empty for nobody, and how many chips; None when it was not played."""
    net_chips: tuple[int, ...]
    """By player, over all legs."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand against the house."""

    leg: int
    number: int
    cards: tuple[int, ...]
    """The player's."""
    choices: tuple[BonusKind, ...]
    """After the stake."""
    net_chips: int
    regret_antes: Fraction | None
    """What the choices cost together; None where they are not graded."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Everything the page of a match shows."""

    match: StoredMatch
    result: MatchResult
    access: Access
    measure: Measure
    players: tuple[PlayerLine, ...]
    legs: tuple[LegLine, ...]
    faults: tuple[tuple[int, str, Fault], ...]
    """Leg, player's name, fault; the first ones only."""
    fault_count: int
    accuracy: Accuracy | None
    """Its mistakes only when the hands are open; None where choices are not graded."""
    deals: tuple[DealLine, ...]
    """Of the page asked for; empty unless the hands are open, and against the house."""
    hands: tuple[HandLine, ...]
    """The same against the house; empty between players."""
    page: int
    page_count: int
    chart: Lines | None
    """Chips won over the deals; of the first player only when there are two. None unless the hands are open."""


def match_page(match: StoredMatch, access: Access, page: int) -> MatchPage:
    """The page of a match; ``page`` counts from 1 and is brought into range."""
    result, spec = result_of(match), match.spec
    nets = _deal_nets(result) if access.hands else []
    against_house = spec.game.max_players == 1
    count = result.hand_count if against_house and access.hands else len(nets)
    page_count = max(1, -(-count // DEALS_SHOWN))
    page = min(max(page, 1), page_count)
    faults = tuple((number, spec.players[fault.player], fault) for number, leg in enumerate(result.legs) for fault in leg.faults)
    return MatchPage(
        match=match,
        result=result,
        access=access,
        measure=measure_of(spec.ruleset),
        players=tuple(_player_line(result, match.blocks, player) for player in range(len(spec.players))),
        legs=tuple(_leg_line(spec, number, leg) for number, leg in enumerate(result.legs)),
        faults=faults[:FAULTS_SHOWN],
        fault_count=len(faults),
        accuracy=_accuracy(result, MISTAKES_SHOWN if access.hands else 0),
        deals=() if against_house else _deal_lines(result, nets, page),
        hands=_hand_lines(result, page) if against_house and access.hands else (),
        page=page,
        page_count=page_count,
        chart=_chart(nets, len(spec.players)) if nets else None,
    )


def _player_line(result: MatchResult, blocks: Sequence[Block], player: int) -> PlayerLine:
    scoring = scoring_of(result.spec.ruleset, result.spec.deal_count)
    sign = -1000 if scoring.by == RankedBy.REGRET else 1000  # a block's result says: more is better
    counted = [block for block in blocks if block.counts_for(player)]
    scores = [sign * block.result(player, scoring) for block in counted]
    nets = [1000 * block.net(player, scoring) for block in counted]
    return PlayerLine(
        name=result.spec.players[player],
        net_chips=sum(block.net_chips[player] for block in blocks),
        score=_mean(scores),
        net=_mean(nets),
        standard_error=standard_error(scores),
        blocks=len(counted),
        incidents=sum(leg.incidents[player] for leg in result.legs),
        spent_s=sum(leg.spent_s[player] for leg in result.legs if leg.spent_s),
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _accuracy(result: MatchResult, mistakes: int) -> Accuracy | None:
    spec = result.spec
    if not spec.ruleset.graded or result.status == Status.VOID:
        return None
    return accuracy_of(((spec, number, record) for number, leg in enumerate(result.legs) for record in leg.hands), mistakes)


def _leg_line(spec: MatchSpec, number: int, leg: LegResult) -> LegLine:
    count = len(spec.players)
    net = leg_net(spec, leg, number) if leg.status != Status.VOID else [0] * count
    fixed = count <= 2 or not spec.drawn_seats or bool(spec.ruleset.carried_stack)
    seats = tuple(spec.players[player] for player in players_by_seat(spec, 0, number)) if fixed else ()
    return LegLine(number, seats, leg, tuple(net), "" if leg.forfeiter is None else spec.players[leg.forfeiter])


def _deal_nets(result: MatchResult) -> list[list[int]]:
    """By deal: what each player won on it, all legs counted; none when the match is void."""
    players = len(result.spec.players)
    legs = result.legs if result.status != Status.VOID else ()
    nets = [[0] * players for _ in range(1 + max((hand.deal_number for leg in legs for hand in leg.hands), default=-1))]
    for number, leg in enumerate(legs):
        for hand in leg.hands:
            for player, chips in enumerate(net_by_player(result.spec, hand, number)):
                nets[hand.deal_number][player] += chips
    return nets


def _deal_lines(result: MatchResult, nets: Sequence[Sequence[int]], page: int) -> tuple[DealLine, ...]:
    first = DEALS_SHOWN * (page - 1)
    shown = range(first, min(first + DEALS_SHOWN, len(nets)))
    played = [{hand.deal_number: hand for hand in leg.hands if hand.deal_number in shown} for leg in result.legs]
    return tuple(
        DealLine(
            number=index,
            winners=tuple(_winner(result.spec, leg, hands.get(index)) for leg, hands in enumerate(played)),
            net_chips=tuple(nets[index]),
        )
        for index in shown
    )


def _hand_lines(result: MatchResult, page: int) -> tuple[HandLine, ...]:
    played = [(number, record) for number, leg in enumerate(result.legs) for record in leg.hands]
    shown = played[DEALS_SHOWN * (page - 1) : DEALS_SHOWN * page]
    return tuple(_hand_line(number, record, replay_record(result.spec, record)) for number, record in shown)


def _hand_line(leg: int, record: HandRecord, hand: AnyHand) -> HandLine:
    return HandLine(
        leg=leg,
        number=record.deal_number,
        cards=tuple(hand.hole[0]),
        choices=tuple(map(BonusKind, record.actions[1:])),
        net_chips=record.net_chips[0],
        regret_antes=regret_antes(record) if record.regrets else None,
    )


def _winner(spec: MatchSpec, leg: int, hand: HandRecord | None) -> tuple[str, int] | None:
    if hand is None:
        return None
    most = max(hand.net_chips)
    position = hand.net_chips.index(most)
    return spec.players[seating_of(spec, hand, leg).players[position]] if most > 0 else "", most


def _chart(nets: Sequence[Sequence[int]], players: int) -> Lines:
    shown = range(1) if players == 2 else range(players)
    return lines([list(accumulate((net[player] for net in nets), initial=0)) for player in shown])

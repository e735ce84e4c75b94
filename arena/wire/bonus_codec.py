"""Texas Hold'em Bonus on the wire: rulesets and views to bytes, answers to codes.

A view here is a few scalars, so only the legal actions are kept as fragments of bytes, as in ``draw_codec``. A stake's legal
amounts may be millions of pairs; what is sent are their limits, and the choices are rebuilt from the ruleset, the bankroll and
the ante of the hand before. The codec is given views and hands that are over, never a hand in play.
"""

from collections.abc import Sequence
from functools import lru_cache

from arena.errors import SeatGarbled
from arena.matches import Seating
from arena.rules import (
    BONUS_LOG,
    REBET,
    STAKE_CODE,
    BonusHand,
    BonusKind,
    BonusStage,
    HoldemBonusRuleset,
    HoldemBonusView,
    StakeChoices,
    cards_text,
    parse_cards,
    stake_code,
    stake_of,
)
from arena.rules.holdem_bonus import UNLIMITED_BANKROLL
from arena.v1 import action_pb2, holdem_bonus_pb2, play_pb2
from arena.wire.kinds import KNOWN_KINDS

_CACHE_SIZE = 1 << 14
_BET, _CHECK = int(BonusKind.BET), int(BonusKind.CHECK)
_PAYS_FROM = {
    "straight": holdem_bonus_pb2.ANTE_PAYS_FROM_STRAIGHT,
    "flush": holdem_bonus_pb2.ANTE_PAYS_FROM_FLUSH,
}
_PAYS_FROM_NAMES = {number: name for name, number in _PAYS_FROM.items()}


def ruleset_message(ruleset: HoldemBonusRuleset) -> holdem_bonus_pb2.HoldemBonusRuleset:
    """A ruleset as it is told to bots."""
    return holdem_bonus_pb2.HoldemBonusRuleset(
        min_ante_chips=ruleset.ante_min,
        max_ante_chips=ruleset.ante_max,
        ante_step_chips=ruleset.ante_step,
        max_bonus_chips=ruleset.bonus_max,
        bankroll_chips=ruleset.bankroll,
        ante_pays_from=_PAYS_FROM[ruleset.ante_pays_from],
        bonus_odds=ruleset.bonus_paytable,
    )


def view_bytes(view: HoldemBonusView, _seating: Seating) -> bytes:
    """A view, as the bytes of a HoldemBonusView; nobody else sits there."""
    return holdem_bonus_pb2.HoldemBonusView(
        hole_cards=cards_text(view.hole_cards),
        board=cards_text(view.board),
        step=int(view.stage),  # type: ignore[arg-type]
        ante_chips=view.ante,
        bonus_chips=view.bonus,
        flop_chips=view.flop_chips,
        turn_chips=view.turn_chips,
        bankroll_chips=view.bankroll,
        previous_ante_chips=view.previous_ante,
    ).SerializeToString()


def legal_bytes(view: HoldemBonusView) -> bytes:
    """The legal actions of a view, as the bytes of a Request with nothing else set."""
    legal = view.legal
    if not isinstance(legal, StakeChoices):
        return _legal_fragment(legal, view.to_bet)
    antes = legal.antes
    return _stake_fragment(antes[0], antes[-1], antes.step, legal.bonus_max(antes[0]), legal.previous_ante if legal.rebet else 0)


def read_answer(answer: play_pb2.Answer, _hole_cards: Sequence[int]) -> int:
    """The code of an answer; whether it is legal now is for the rules to say. Amounts count with a stake only.

    Raises:
        SeatGarbled: it means nothing.
        IllegalAction: its amounts are below 0 or beyond any ruleset's.
    """
    kind = answer.kind
    if kind == action_pb2.ACTION_KIND_STAKE:
        return stake_code(answer.ante_chips, answer.bonus_chips)
    if kind in KNOWN_KINDS:
        return int(kind)
    raise SeatGarbled(f"kind {int(kind)} is unknown")


def read_ruleset(message: holdem_bonus_pb2.HoldemBonusRuleset) -> HoldemBonusRuleset:
    """A ruleset as a bot was told it: the inverse of :func:`ruleset_message`."""
    return HoldemBonusRuleset(
        ante_min=message.min_ante_chips,
        ante_max=message.max_ante_chips,
        ante_step=message.ante_step_chips,
        bonus_max=message.max_bonus_chips,
        bankroll=message.bankroll_chips if message.HasField("bankroll_chips") else None,
        ante_pays_from=_PAYS_FROM_NAMES[message.ante_pays_from],
        bonus_paytable=tuple(message.bonus_odds),
    )


def read_view(request: play_pb2.Request, ruleset: HoldemBonusRuleset) -> HoldemBonusView:
    """A request as the view it was made from: for bots of ours that play over the wire."""
    message = request.holdem_bonus
    stage = BonusStage(message.step)
    bankroll = message.bankroll_chips if message.HasField("bankroll_chips") else None
    chips = {int(action.kind): action.chips for action in request.legal_actions}
    before = UNLIMITED_BANKROLL if bankroll is None else bankroll
    return HoldemBonusView(
        ruleset=ruleset,
        players=1,
        position=0,
        hole_cards=parse_cards(message.hole_cards),
        board=parse_cards(message.board),
        stage=stage,
        ante=message.ante_chips,
        bonus=message.bonus_chips,
        flop_chips=message.flop_chips,
        turn_chips=message.turn_chips,
        river_chips=0,
        bankroll=bankroll,
        previous_ante=message.previous_ante_chips,
        bonus_result=None,
        legal=StakeChoices(ruleset, before, message.previous_ante_chips) if stage == BonusStage.STAKE else tuple(chips),
        to_bet=chips.get(_BET, 0),
        log=tuple(_read_log(message)),
    )


def answer_message(decision_id: int, code: int, view: HoldemBonusView) -> play_pb2.Answer:
    """A code as the answer to a request."""
    if code == REBET or not isinstance(view.legal, StakeChoices):
        return play_pb2.Answer(decision_id=decision_id, kind=code)  # type: ignore[arg-type]
    ante, bonus = stake_of(code)
    return play_pb2.Answer(decision_id=decision_id, kind=action_pb2.ACTION_KIND_STAKE, ante_chips=ante, bonus_chips=bonus)


def hand_end_message(hand: BonusHand, _seating: Seating, _player: int) -> play_pb2.HandEnd:
    """What the player may know of a hand that is over: of one that was given up, neither the house's cards nor the board."""
    house = play_pb2.HouseOpened(
        house_cards=cards_text(hand.house_cards),
        board=cards_text(hand.board),
        bonus_net_chips=hand.bonus_result or 0,
    )
    return play_pb2.HandEnd(house=house)


def read_hand_end(_end: play_pb2.HandEnd, _ruleset: HoldemBonusRuleset) -> None:
    """The message has no view: against the house there is nobody to know again."""


def _read_log(message: holdem_bonus_pb2.HoldemBonusView) -> list[tuple[int, int, int]]:
    step = message.step
    if step == holdem_bonus_pb2.BONUS_STEP_STAKE:
        return []
    log = [(STAKE_CODE, 0, message.ante_chips)]
    if message.bonus_chips:
        log.append((BONUS_LOG, 0, message.bonus_chips))
    if step > holdem_bonus_pb2.BONUS_STEP_FLOP:
        log.append((_BET, 0, message.flop_chips))
    if step > holdem_bonus_pb2.BONUS_STEP_TURN:
        log.append((_BET if message.turn_chips else _CHECK, 0, message.turn_chips))
    return log


@lru_cache(maxsize=_CACHE_SIZE)
def _legal_fragment(legal: tuple[int, ...], to_bet: int) -> bytes:
    actions = [action_pb2.LegalAction(kind=code, chips=to_bet if code == _BET else 0) for code in legal]  # type: ignore[arg-type]
    return play_pb2.Request(legal_actions=actions).SerializeToString()


@lru_cache(maxsize=_CACHE_SIZE)
def _stake_fragment(min_ante: int, max_ante: int, step: int, max_bonus: int, rebet: int) -> bytes:
    actions = [
        action_pb2.LegalAction(
            kind=action_pb2.ACTION_KIND_STAKE,
            min_ante_chips=min_ante,
            max_ante_chips=max_ante,
            ante_step_chips=step,
            max_bonus_chips=max_bonus,
        )
    ]
    if rebet:
        actions.append(action_pb2.LegalAction(kind=action_pb2.ACTION_KIND_REBET, chips=rebet))
    return play_pb2.Request(legal_actions=actions).SerializeToString()

"""A hand of Texas Hold'em Bonus, told: the stake, the three decisions with the cards they were made on, the showdown, and every payment.

A sentence is said of the player or of the house, whose name stands before it. All words stand below as whole sentences with named
fields, one for every case, so that they can be said in another language; the names of hands and of rows of the bonus bet are the rules'.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from arena.matches.story_parts import House, Scene, SeatLine, Step, Story
from arena.rules import (
    BONUS_LOG,
    BONUS_ROWS,
    CLASS_NAMES,
    BonusHand,
    BonusKind,
    bonus_odds,
    bonus_row,
    cards_text,
    class_of,
    describe,
    strength,
)
from arena.rules import BonusStage as Stage

HOUSE = "House"
"""The name of the other side."""
_TITLES = {Stage.STAKE: "Stake", Stage.FLOP: "Flop decision", Stage.TURN: "Turn decision", Stage.RIVER: "River decision"}
_SHOWDOWN, _PAYMENTS = "Showdown", "Payments"
_PLAYER_DEALT = "is dealt"
_HOUSE_DEALS = {Stage.TURN: "deals the flop", Stage.RIVER: "deals the turn", Stage.OVER: "deals the river"}
"""By the decision that is made on it."""
_STAKES = "puts up an ante of {ante}"
_STAKES_BOTH = "puts up an ante of {ante} and a bonus bet of {bonus}"
_REBETS = "puts up the ante of {ante} again"
_DECIDES = {BonusKind.FOLD: "folds", BonusKind.CHECK: "checks", BonusKind.BET: "bets {chips}"}
_MUST_CHECK = "checks, since the bankroll does not cover a bet"
_SHOWS = "shows"
_MAKES = "– {made}:"
_WON, _EQUAL, _LOST = "won", "equal", "lost"
_OUTCOMES = {_WON: "beats the house", _EQUAL: "is equal to the house", _LOST: "loses to the house"}
_BONUS_PAID = "wins {chips} with the bonus bet of {bonus}: {row} pays {odds} to 1"
_BONUS_LOST = "loses the bonus bet of {bonus}"
_ANTE_PAID = "wins {chips} with the ante, having a {least} or better"
_ANTE_RETURNED = "takes back the ante of {chips}, which only a {least} or better wins"
_ANTE = {_EQUAL: "takes back the ante of {chips}", _LOST: "loses the ante of {chips}"}
_BETS = {
    Stage.FLOP: {
        _WON: "wins {chips} with the flop bet",
        _EQUAL: "takes back the flop bet of {chips}",
        _LOST: "loses the flop bet of {chips}",
    },
    Stage.TURN: {
        _WON: "wins {chips} with the turn bet",
        _EQUAL: "takes back the turn bet of {chips}",
        _LOST: "loses the turn bet of {chips}",
    },
    Stage.RIVER: {
        _WON: "wins {chips} with the river bet",
        _EQUAL: "takes back the river bet of {chips}",
        _LOST: "loses the river bet of {chips}",
    },
}
_WHEEL = "A5432"
"""The ranks of the one hand whose ace is its lowest card."""


def tell_bonus(hand: BonusHand, names: Sequence[str]) -> Story:
    """The story of a hand that is over; the player's name, alone."""
    assert hand.net is not None, "only a hand that is over is told"
    (name,) = names
    player, house = (_best_five((*cards, *hand.board)) for cards in (hand.hole[0], hand.house_cards)) if hand.shown else ((), ())
    scenes = [*_decisions(hand, name)]
    if hand.shown:
        scenes.append(_showdown(hand, name, player, house))
    scenes.append(Scene(_PAYMENTS, tuple(Step(name, words) for words in _payments(hand, player, _outcome(player, house)))))
    line = SeatLine(name, hand.hole[0], player, _made(player), folded=not hand.shown, net_chips=hand.net[0])
    opened = House(hand.house_cards, house, _made(house)) if hand.shown else None
    return Story((line,), tuple(scenes), hand.board, opened, hand.stake)


def _decisions(hand: BonusHand, name: str) -> Iterator[Scene]:
    """The hand played again, a scene for each action with the cards it was chosen on."""
    again = BonusHand(hand.ruleset, hand.deal, 1, hand.start, hand.previous_ante)
    kinds = [BonusKind(kind) for kind, _, _ in hand.log if kind != BONUS_LOG]
    for code, kind in zip(hand.codes, kinds, strict=True):
        stage, before, forced = again.stage, again.committed, again.legal == (BonusKind.CHECK,)
        again.act(code)
        chips = again.committed - before
        words = _stake_words(again, kind) if stage == Stage.STAKE else _MUST_CHECK if forced else _DECIDES[kind].format(chips=chips)
        yield Scene(_TITLES[stage], (*_dealt(hand, name, stage), Step(name, words, kind=kind, chips=chips)))


def _stake_words(hand: BonusHand, kind: BonusKind) -> str:
    words = _REBETS if kind == BonusKind.REBET else _STAKES_BOTH if hand.bonus else _STAKES
    return words.format(ante=hand.ante, bonus=hand.bonus)


def _dealt(hand: BonusHand, name: str, stage: Stage) -> list[Step]:
    """The cards that came before a decision, or before the showdown."""
    board = {Stage.TURN: hand.board[:3], Stage.RIVER: hand.board[3:4], Stage.OVER: hand.board[4:]}
    if stage == Stage.FLOP:
        return [Step(name, _PLAYER_DEALT, hand.hole[0])]
    return [Step(HOUSE, _HOUSE_DEALS[stage], board[stage])] if stage in board else []


def _showdown(hand: BonusHand, name: str, player: Sequence[int], house: Sequence[int]) -> Scene:
    shown = [
        Step(who, _SHOWS, cards, _MAKES.format(made=_made(best)), tuple(best))
        for who, cards, best in ((name, hand.hole[0], player), (HOUSE, hand.house_cards, house))
    ]
    return Scene(_SHOWDOWN, (*_dealt(hand, name, Stage.OVER), *shown, Step(name, _OUTCOMES[_outcome(player, house)])))


def _outcome(player: Sequence[int], house: Sequence[int]) -> str:
    """Whose five are better; a hand that was given up is lost."""
    if not player:
        return _LOST
    mine, theirs = strength(player), strength(house)
    return _WON if mine > theirs else _EQUAL if mine == theirs else _LOST


def _payments(hand: BonusHand, player: Sequence[int], outcome: str) -> Iterator[str]:
    """A sentence for everything that was put up, in the order in which it was."""
    yield _ante_words(hand, player, outcome)
    if hand.bonus:
        yield _bonus_words(hand)
    for stage, chips in ((Stage.FLOP, hand.flop_chips), (Stage.TURN, hand.turn_chips), (Stage.RIVER, hand.river_chips)):
        if chips:
            yield _BETS[stage][outcome].format(chips=chips)


def _ante_words(hand: BonusHand, player: Sequence[int], outcome: str) -> str:
    least = hand.ruleset.ante_pays_from
    if outcome != _WON:
        words = _ANTE[outcome]
    elif class_of(strength(player)) >= CLASS_NAMES.index(least):
        words = _ANTE_PAID
    else:
        words = _ANTE_RETURNED
    return words.format(chips=hand.ante, least=least)


def _bonus_words(hand: BonusHand) -> str:
    row = bonus_row(hand.hole[0])
    if row < 0:
        return _BONUS_LOST.format(bonus=hand.bonus)
    return _BONUS_PAID.format(chips=hand.bonus_result, bonus=hand.bonus, row=BONUS_ROWS[row], odds=bonus_odds(hand.ruleset, hand.hole[0]))


def _best_five(seven: Sequence[int]) -> tuple[int, ...]:
    """The strongest five, what stands in pairs first, then high to low; where several are equally strong, the earliest cards."""
    best = max(combinations(seven, 5), key=strength)
    ranks = [card >> 2 for card in best]
    ordered = sorted(best, key=lambda card: (ranks.count(card >> 2), card >> 2), reverse=True)
    if cards_text(ordered)[::2] == _WHEEL:
        ordered = [*ordered[1:], ordered[0]]
    return tuple(ordered)


def _made(five: Sequence[int]) -> str:
    return describe(strength(five)) if five else ""

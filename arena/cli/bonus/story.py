"""A hand from the deal to the payment, said to a person: cards as they come, what there is to choose, and what it came to."""

from arena.cli.bonus.commands import Command
from arena.cli.bonus.words import BonusWords
from arena.languages import N_
from arena.rules import BonusHand, BonusKind, BonusStage, bonus_odds, bonus_row

STAGE_NAMES = {
    # Translators: what stands before the place where a person types.
    BonusStage.STAKE: N_("stake"),
    BonusStage.FLOP: N_("flop"),
    BonusStage.TURN: N_("turn"),
    BonusStage.RIVER: N_("river"),
}
_QUESTIONS = {
    BonusStage.FLOP: N_("Flop decision: bet {chips}, twice the ante ({bet}), or fold and lose the ante ({fold})?"),
    BonusStage.TURN: N_("Turn decision: bet {chips} ({bet}), or check ({check})?"),
    BonusStage.RIVER: N_("River decision: bet {chips} ({bet}), or check ({check})?"),
}
BONUS_ROW_NAMES = (
    N_("ace-ace"),
    N_("ace-king of one suit"),
    N_("ace-queen or ace-jack of one suit"),
    N_("ace-king of two suits"),
    N_("king-king, queen-queen or jack-jack"),
    N_("ace-queen or ace-jack of two suits"),
    N_("ten-ten down to two-two"),
)
"""The paying rows of the bonus bet, in the order of ``BONUS_ROWS``."""


def question(words: BonusWords, hand: BonusHand) -> str:
    """What there is to choose."""
    commands = {command.value: words.short(command) for command in (Command.BET, Command.FOLD, Command.CHECK)}
    return words.gettext(_QUESTIONS[hand.stage], chips=words.number(hand.to_bet), **commands)


def cards_lines(words: BonusWords, hand: BonusHand) -> list[str]:
    """What is known of the cards when a decision is asked for."""
    own = words.gettext("Your cards: {cards}", cards=words.cards(hand.hole[0]))
    if not hand.board:
        return [own]
    board = words.gettext("Board: {cards}", cards=words.cards(hand.board))
    return [board, own, words.gettext("So far: {hand}", hand=words.hand(hand.hole[0] + hand.board))]


def choice_refusal(words: BonusWords, hand: BonusHand, command: Command) -> str:
    """Why a command cannot be what is chosen now, and what can."""
    if hand.stage is BonusStage.FLOP and command is Command.CHECK:
        return words.gettext("You cannot check before the flop.") + " " + question(words, hand)
    if command is Command.FOLD:
        return words.gettext("You cannot fold after the flop bet, and checking costs nothing.") + " " + question(words, hand)
    return words.gettext("The stake is made and cannot be changed.") + " " + question(words, hand)


def result_lines(words: BonusWords, hand: BonusHand) -> list[str]:
    """How a hand that is over ended."""
    lines = _showdown_lines(words, hand) if hand.shown else []
    lines.append(_payment(words, hand))
    if hand.bonus:
        lines.append(_bonus_payment(words, hand))
    return lines


def _showdown_lines(words: BonusWords, hand: BonusHand) -> list[str]:
    own, house, board = hand.hole[0], hand.house_cards, hand.board
    return [
        words.gettext("Board: {cards}", cards=words.cards(board)),
        words.gettext("You have {cards}: {hand}.", cards=words.cards(own), hand=words.hand(own + board)),
        words.gettext("The house has {cards}: {hand}.", cards=words.cards(house), hand=words.hand(house + board)),
    ]


def _payment(words: BonusWords, hand: BonusHand) -> str:
    """What ante and bets come to."""
    assert hand.net is not None, "the hand is over"
    assert hand.bonus_result is not None, "the hand is over"
    net = hand.net[0] - hand.bonus_result
    bets = hand.flop_chips + hand.turn_chips + hand.river_chips
    ante, won = words.number(hand.ante), words.number(bets)
    if hand.codes[-1] == BonusKind.FOLD:
        return words.gettext("You fold, and lose the ante of {ante}.", ante=ante)
    if net < 0:
        return words.gettext("The house wins: you lose the ante of {ante} and the bets of {bets}.", ante=ante, bets=won)
    if net == 0:
        return words.gettext("A tie: ante and bets come back to you.")
    if net > bets:
        return words.gettext("You win: the bets pay {bets}, and the ante pays {ante}.", bets=won, ante=ante)
    return words.gettext(
        "You win: the bets pay {bets}. The ante comes back, since it pays only from {hand} up.", bets=won, hand=words.paid_hand()
    )


def _bonus_payment(words: BonusWords, hand: BonusHand) -> str:
    row, bonus = bonus_row(hand.hole[0]), words.number(hand.bonus)
    if row < 0:
        return words.gettext("The bonus bet of {bonus} is lost.", bonus=bonus)
    return words.gettext(
        "The bonus bet wins: {cards} pays {odds} to 1, that is {chips}.",
        cards=words.gettext(BONUS_ROW_NAMES[row]),
        odds=words.number(bonus_odds(hand.ruleset, hand.hole[0])),
        chips=words.number(hand.bonus_result or 0),
    )

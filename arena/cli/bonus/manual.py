"""The rules of Texas Hold'em Bonus, and what may be typed, told to a person who asks."""

from arena.cli.bonus.commands import Command
from arena.cli.bonus.story import BONUS_ROW_NAMES
from arena.cli.bonus.words import BonusWords
from arena.languages import N_

_HELP = {
    Command.ANTE: N_("{command}: place chips on the ante, beside those that lie there."),
    Command.BONUS: N_("{command}: place chips on the bonus bet, likewise."),
    Command.CLEAR: N_("{command}: take all chips back from the table."),
    Command.DOUBLE: N_("{command}: place twice the ante of the hand before."),
    Command.REBET: N_("{command}: put up the ante of the hand before, without a bonus bet, and deal."),
    Command.DEAL: N_("{command}: deal for what lies there."),
    Command.BET: N_("{command}: bet; the amount is fixed."),
    Command.CHECK: N_("{command}: bet nothing, at the turn and the river."),
    Command.FOLD: N_("{command}: give up before the flop, and lose the ante."),
    Command.ADVICE: N_("{command}: at a decision, what is best; after a hand, what your choices in it were worth."),
    Command.RULES: N_("{command}: the rules of the game."),
    Command.HELP: N_("{command}: this list."),
    Command.QUIT: N_("{command}: leave; so do Ctrl-D and Ctrl-C."),
}
_RULES = (
    N_("You and the house get two cards each, and share a board of five. The best five cards of seven win."),
    N_("Before the flop you bet twice the ante, or fold and lose the ante. Three board cards follow."),
    N_("At the turn and at the river you bet once the ante, or check. One board card follows each."),
    N_("If your hand is better, every bet pays 1 to 1. The ante pays 1 to 1 from {hand} up, and else comes back."),
    N_("If the hands are equal, ante and bets come back. If that of the house is better, you lose them."),
    N_("Hands, best first: {hands}. The suits have no order, and ace to five is the lowest straight."),
    N_("For an ante you must have three times the ante, for the flop bet to be covered, beside the bonus bet."),
)


def help_lines(words: BonusWords) -> list[str]:
    """What may be typed."""
    commands = [command for command in Command if command is not Command.BONUS or words.ruleset.bonus_max]
    return [words.gettext("You may type:"), *("  " + words.gettext(_HELP[command], command=words.both(command)) for command in commands)]


def rules_lines(words: BonusWords) -> list[str]:
    """The rules, with the table's parameters."""
    lines = [words.gettext(sentence, hand=words.paid_hand(), hands=words.hands()) for sentence in _RULES]
    return lines + (_bonus_lines(words) if words.ruleset.bonus_max else [])


def _bonus_lines(words: BonusWords) -> list[str]:
    rows = zip(BONUS_ROW_NAMES, words.ruleset.bonus_paytable, strict=True)
    return [
        words.gettext("The bonus bet is decided by your first two cards alone, whatever becomes of the hand:"),
        *("  " + words.gettext("{cards}: {odds} to 1", cards=words.gettext(name), odds=words.number(odds)) for name, odds in rows),
        "  " + words.gettext("anything else: lost"),
    ]

"""The stake, said to a person: what lies on the table, what to do next, and why that was refused.

:class:`StakeBox` decides whether a button is refused. The sentence is found here from the same values, so that it can be in any language
and say what would do instead; a law over random presses proves that there is one for every refusal, and none without.
"""

from arena.cli.bonus.commands import Command
from arena.cli.bonus.words import BonusWords
from arena.languages import N_
from arena.rules import Button, StakeBox
from arena.rules.stake_box import COVER_ANTES, BoxState

_NEEDS_ANTE = {
    Button.BONUS: N_("A bonus bet needs an ante: put one up first, such as {ante}."),
    Button.CLEAR: N_("There is nothing on the table to take back: put up an ante, such as {ante}."),
    Button.DEAL: N_("There is no ante on the table to deal for: put one up, such as {ante}."),
}
_NEEDS_PREVIOUS = {
    Button.DOUBLE: N_("There is no hand before this one whose ante could be doubled: put one up, such as {ante}."),
    Button.REBET: N_("There is no hand before this one whose ante could be put up again: put one up, such as {ante}."),
}


def stake_text(words: BonusWords, box: StakeBox) -> str:
    """What lies on the boxes, and what may be done next."""
    if box.state is BoxState.EMPTY:
        return words.gettext("The table is clear.") + " " + stake_question(words, box)
    ante, bonus = words.number(box.ante), words.number(box.bonus)
    deal = words.both(Command.DEAL)
    if not box.bonus:
        return words.gettext("On the table: ante {ante}. Place more, or {deal}.", ante=ante, deal=deal)
    return words.gettext("On the table: ante {ante} and bonus bet {bonus}. Place more, or {deal}.", ante=ante, bonus=bonus, deal=deal)


def stake_question(words: BonusWords, box: StakeBox) -> str:
    """What there is to do while nothing lies there."""
    ante, bonus, deal = (words.short(command) for command in (Command.ANTE, Command.BONUS, Command.DEAL))
    if box.refusal(Button.REBET) is None:
        again = words.both(Command.REBET)
        return words.gettext(
            "Put up an ante ({ante}), or type {rebet}: {chips} again, dealt at once.",
            ante=ante,
            rebet=again,
            chips=words.number(box.choices.previous_ante),
        )
    if words.ruleset.bonus_max:
        return words.gettext(
            "Put up an ante ({ante}), perhaps a bonus bet ({bonus}), and deal ({deal}).", ante=ante, bonus=bonus, deal=deal
        )
    return words.gettext("Put up an ante ({ante}), and deal ({deal}).", ante=ante, deal=deal)


def stake_refusal(words: BonusWords, box: StakeBox, button: Button, chips: int = 0) -> str | None:
    """Why a button is refused, and what would do instead; None when it is not refused."""
    if box.refusal(button, chips) is None:
        return None
    ante = words.short(Command.ANTE)
    if button is Button.BONUS and not words.ruleset.bonus_max:
        return words.gettext("There is no bonus bet at this table, only an ante, such as {ante}.", ante=ante)
    if box.state is BoxState.EMPTY and button in _NEEDS_ANTE:
        return words.gettext(_NEEDS_ANTE[button], ante=ante)
    if button in (Button.ANTE, Button.BONUS) and chips < 1:
        return words.gettext("You cannot place 0 chips: the least is 1.")
    if button in _NEEDS_PREVIOUS and not box.choices.previous_ante:
        return words.gettext(_NEEDS_PREVIOUS[button], ante=ante)
    if button is Button.BONUS:
        return _bonus_refusal(words, box, box.bonus + chips)
    if button in _NEEDS_PREVIOUS:
        return _ante_refusal(words, box, box.choices.previous_ante * (1 + (button is Button.DOUBLE)), 0)
    return _ante_refusal(words, box, box.ante + (chips if button is Button.ANTE else 0), box.bonus)


def _ante_refusal(words: BonusWords, box: StakeBox, ante: int, bonus: int) -> str:
    """The reason, and the way back where chips lie in the way."""
    clear = words.gettext("{clear} takes back what lies there.", clear=words.both(Command.CLEAR))
    return _ante_reason(words, box, ante, bonus) + (" " + clear if box.ante else "")


def _ante_reason(words: BonusWords, box: StakeBox, ante: int, bonus: int) -> str:
    bankroll = box.choices.bankroll
    if ante > words.ruleset.ante_max or bankroll >= COVER_ANTES * ante + bonus:
        return words.gettext("An ante of {ante} is not allowed here: it must be {antes}.", ante=words.number(ante), antes=words.antes())
    if not bonus:
        return words.gettext(
            "Your {bankroll} chips do not cover an ante of {ante}: you must have three times the ante. The most is {most}.",
            bankroll=words.number(bankroll),
            ante=words.number(ante),
            most=words.number(box.choices.antes[-1]),
        )
    return words.gettext(
        "Your {bankroll} chips do not cover an ante of {ante} and a bonus bet of {bonus}: "
        "you must have three times the ante beside the bonus bet.",
        bankroll=words.number(bankroll),
        ante=words.number(ante),
        bonus=words.number(bonus),
    )


def _bonus_refusal(words: BonusWords, box: StakeBox, bonus: int) -> str:
    most = box.choices.bonus_max(box.ante)
    if bonus > words.ruleset.bonus_max:
        return words.gettext(
            "A bonus bet of {bonus} is too high: the most is {most}.", bonus=words.number(bonus), most=words.number(words.ruleset.bonus_max)
        )
    return words.gettext(
        "Your {bankroll} chips do not cover an ante of {ante} and a bonus bet of {bonus}: "
        "you must have three times the ante beside the bonus bet. The most is {most}.",
        bankroll=words.number(box.choices.bankroll),
        ante=words.number(box.ante),
        bonus=words.number(bonus),
        most=words.number(most),
    )

"""The stake of a Bonus hand: which ones are legal, their codes, and the boxes and buttons with which a person puts one up.

A stake is an ante and beside it perhaps a bonus bet. An ante is legal within the ruleset's limits, on its steps, and when
the bankroll holds three times the ante (itself and the flop bet) beside the bonus bet; a bonus bet needs an ante. A rebet is the
ante of the hand before, without a bonus bet. This module knows no cards, no decision after the stake and no payment.

A bot sends its stake in one action. A person has boxes to place chips on and the buttons of the casino game: *clear* takes everything of
this hand off the table; *double* places twice the ante of the hand before, in place of whatever lay there; *rebet* puts that ante up and
deals; *deal* deals for what was placed. Chips are placed one by one, so less than the smallest ante, or an ante between two steps, may
lie on the table; the deal is what refuses it. More than the limits or the bankroll allow is refused at once. :class:`StakeBox`
is that machine: which button leads from where to where is a table, one function applies it, and what comes out is the code of an action.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from arena.errors import IllegalAction

STAKE_CODE = 7
"""The kind of a stake, in the lowest eight bits of its code."""
REBET = 8
FLOP_BET_ANTES = 2
"""Antes in the flop bet."""
COVER_ANTES = 1 + FLOP_BET_ANTES
"""Antes a bankroll must hold for an ante to be put up."""
KIND_MASK, ANTE_SHIFT, BONUS_SHIFT = 0xFF, 8, 40
_ANTE_LIMIT, _BONUS_LIMIT = (1 << BONUS_SHIFT - ANTE_SHIFT) - 1, (1 << 63 - BONUS_SHIFT) - 1


class StakeLimits(Protocol):
    """What a ruleset says about stakes."""

    @property
    def ante_min(self) -> int:
        """The smallest ante, in chips, at least 1."""

    @property
    def ante_max(self) -> int:
        """The highest: the smallest plus a multiple of the step."""

    @property
    def ante_step(self) -> int:
        """What lies between one ante and the next, at least 1."""

    @property
    def bonus_max(self) -> int:
        """The highest bonus bet, 0 for none."""


def stake_code(ante: int, bonus: int = 0) -> int:
    """The code of a stake: ``STAKE_CODE``, the ante from bit 8 and the bonus bet from bit 40 up.

    Raises:
        IllegalAction: an amount has no place there, which no ruleset's has.
    """
    for name, chips, limit in (("ante", ante, _ANTE_LIMIT), ("bonus", bonus, _BONUS_LIMIT)):
        if not 0 <= chips <= limit:
            raise IllegalAction(f"{name} {chips}: no stake has one below 0 or above {limit}")
    return STAKE_CODE | ante << ANTE_SHIFT | bonus << BONUS_SHIFT


def stake_of(code: int) -> tuple[int, int]:
    """Ante and bonus bet of a stake's code."""
    return code >> ANTE_SHIFT & _ANTE_LIMIT, code >> BONUS_SHIFT


def stake_refusal(limits: StakeLimits, bankroll: int, ante: int, bonus: int) -> str | None:
    """Why a stake is not legal, in one sentence; None when it is."""
    if bonus and not ante:
        return "a bonus bet needs an ante"
    if ante < limits.ante_min or (ante - limits.ante_min) % limits.ante_step:
        return _ante_refusal(limits, ante)
    return _excess(limits, bankroll, ante, bonus)


def can_stake(limits: StakeLimits, bankroll: int) -> bool:
    """Whether a bankroll covers the smallest ante; when it does not, the match is at its end."""
    return bankroll >= COVER_ANTES * limits.ante_min


def ante_range(limits: StakeLimits) -> str:
    """The antes within the limits, for people: ``5 to 50 in steps of 5``."""
    low, high, step = limits.ante_min, limits.ante_max, limits.ante_step
    return f"{low}" if low == high else f"{low} to {high}" if step == 1 else f"{low} to {high} in steps of {step}"


@dataclass(frozen=True, slots=True)
class StakeChoices:
    """The codes legal at the stake, ascending by ante, then by bonus bet; the last is a rebet, where that is legal.

    There may be millions: they are worked out when asked.
    """

    limits: StakeLimits
    bankroll: int
    """Chips before the hand, at least enough for the smallest ante."""
    previous_ante: int = 0
    """The ante of the hand before, 0 for none."""

    @property
    def antes(self) -> range:
        """Every legal ante."""
        limits = self.limits
        return range(limits.ante_min, min(limits.ante_max, self.bankroll // COVER_ANTES) + 1, limits.ante_step)

    @property
    def rebet(self) -> bool:
        """Whether the ante of the hand before may be put up again."""
        return self.previous_ante in self.antes

    def bonus_max(self, ante: int) -> int:
        """The highest bonus bet beside a legal ante."""
        return min(self.limits.bonus_max, self.bankroll - COVER_ANTES * ante)

    def refusal(self, code: object) -> str | None:
        """Why a code is not among these, in one sentence; None when it is."""
        if isinstance(code, int) and code & KIND_MASK == STAKE_CODE:
            return stake_refusal(self.limits, self.bankroll, *stake_of(code))
        if code != REBET:
            return f"action {code}: no stake"
        if not self.previous_ante:
            return "rebet: there is no hand before this one"
        return stake_refusal(self.limits, self.bankroll, self.previous_ante, 0)

    def __contains__(self, code: object) -> bool:
        return self.refusal(code) is None

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return self._count(len(self.antes)) + self.rebet

    def __iter__(self) -> Iterator[int]:
        for ante in self.antes:
            for bonus in range(self.bonus_max(ante) + 1):
                yield stake_code(ante, bonus)
        if self.rebet:
            yield REBET

    def __getitem__(self, index: int) -> int:
        if index == 0:  # the default action, and at a fixed stake all there is
            return stake_code(self.limits.ante_min)
        place = index if index >= 0 else index + len(self)
        antes = self.antes
        below = bisect_right(range(1, len(antes) + 1), place, key=self._count)
        bonus = place - self._count(below)
        if below < len(antes) and bonus >= 0:
            return stake_code(antes[below], bonus)
        if bonus == 0 and self.rebet:
            return REBET
        raise IndexError(f"stake {index} of {len(self)}")

    def _count(self, antes: int) -> int:
        """How many stakes have one of the lowest ``antes`` antes.

        Beside the first of them the bankroll has room for the highest bonus bet; beside each further one for three steps less.
        """
        limits = self.limits
        low, step = limits.ante_min, limits.ante_step
        full = min(antes, len(range(low, (self.bankroll - limits.bonus_max) // COVER_ANTES + 1, step)))
        short = antes - full
        steps = short * (full + antes - 1) // 2
        return full * (limits.bonus_max + 1) + short * (self.bankroll - COVER_ANTES * low + 1) - COVER_ANTES * step * steps


class Button(Enum):
    """What a person may do before the deal; the first two place chips."""

    ANTE = "ante"
    BONUS = "bonus"
    CLEAR = "clear"
    DOUBLE = "double"
    REBET = "rebet"
    DEAL = "deal"


class BoxState(Enum):
    """How far a person's stake is."""

    EMPTY = "empty"
    PLACED = "placed"
    DEALT = "dealt"


_LEADS_TO = {
    BoxState.EMPTY: {Button.ANTE: BoxState.PLACED, Button.DOUBLE: BoxState.PLACED, Button.REBET: BoxState.DEALT},
    BoxState.PLACED: {
        Button.ANTE: BoxState.PLACED,
        Button.BONUS: BoxState.PLACED,
        Button.CLEAR: BoxState.EMPTY,
        Button.DOUBLE: BoxState.PLACED,
        Button.REBET: BoxState.DEALT,
        Button.DEAL: BoxState.DEALT,
    },
    BoxState.DEALT: {},
}
_NEEDS_ANTE = {
    Button.BONUS: "a bonus bet needs an ante",
    Button.CLEAR: "clear: there are no chips on the table",
    Button.DEAL: "deal: there is no ante on the table",
}


_BELOW_MINIMUM = (Button.ANTE, Button.BONUS, Button.CLEAR)
"""Buttons after which the table may hold less than a legal stake."""


class StakeBox:
    """A person's stake of one hand, from the empty table to the deal; the next hand has a new one.

    A refused button raises :class:`IllegalAction`, one sentence, and changes nothing.
    """

    __slots__ = ("ante", "bonus", "choices", "state")

    def __init__(self, choices: StakeChoices) -> None:
        """An empty table.

        Args:
            choices: what is legal: what the hand or its view lists at the stake.
        """
        self.choices = choices
        self.state = BoxState.EMPTY
        self.ante = self.bonus = 0

    def place_ante(self, chips: int) -> None:
        """Put chips on the ante box, beside those that lie there."""
        self.press(Button.ANTE, chips)

    def place_bonus(self, chips: int) -> None:
        """Put chips on the bonus box, beside those that lie there; needs an ante."""
        self.press(Button.BONUS, chips)

    def clear(self) -> None:
        """Take everything off the table."""
        self.press(Button.CLEAR)

    def double(self) -> None:
        """Place twice the ante of the hand before, and nothing else."""
        self.press(Button.DOUBLE)

    def rebet(self) -> int | None:
        """Put up the ante of the hand before, and nothing else; the code to play."""
        return self.press(Button.REBET)

    def deal(self) -> int | None:
        """Put up what was placed; the code to play."""
        return self.press(Button.DEAL)

    def press(self, button: Button, chips: int = 0) -> int | None:
        """Apply a button.

        Args:
            button: which.
            chips: how many are placed, at least 1; for the first two buttons only.

        Returns:
            The code to play, once the stake is made; None before.

        Raises:
            IllegalAction: the button is refused; nothing has changed.
        """
        refusal = self.refusal(button, chips)
        if refusal is not None:
            raise IllegalAction(refusal)
        self.ante, self.bonus = self._after(button, chips)
        self.state = _LEADS_TO[self.state][button]
        if self.state is not BoxState.DEALT:
            return None
        return REBET if button is Button.REBET else stake_code(self.ante, self.bonus)

    def refusal(self, button: Button, chips: int = 0) -> str | None:
        """Why a button would be refused now, in one sentence; None when it would not be."""
        if self.state is BoxState.DEALT:
            return "the stake is already made"
        if button not in _LEADS_TO[self.state]:
            return _NEEDS_ANTE[button]
        if button in (Button.ANTE, Button.BONUS) and chips < 1:
            return f"{button.value} {chips}: place at least one chip"
        choices = self.choices
        if button in (Button.DOUBLE, Button.REBET) and not choices.previous_ante:
            return f"{button.value}: there is no hand before this one"
        refused = _excess if button in _BELOW_MINIMUM else stake_refusal
        return refused(choices.limits, choices.bankroll, *self._after(button, chips))

    def _after(self, button: Button, chips: int) -> tuple[int, int]:
        """What lies on the two boxes after a button."""
        if button is Button.ANTE:
            return self.ante + chips, self.bonus
        if button is Button.BONUS:
            return self.ante, self.bonus + chips
        if button is Button.DEAL:
            return self.ante, self.bonus
        if button is Button.CLEAR:
            return 0, 0
        previous = self.choices.previous_ante
        return (2 * previous if button is Button.DOUBLE else previous), 0


def _excess(limits: StakeLimits, bankroll: int, ante: int, bonus: int) -> str | None:
    """Why a stake is too high for the limits or the bankroll, in one sentence; None when it is not."""
    if ante > limits.ante_max:
        return _ante_refusal(limits, ante)
    if not 0 <= bonus <= limits.bonus_max:
        return f"bonus {bonus}: at {'least 0' if bonus < 0 else f'most {limits.bonus_max}'}"
    if COVER_ANTES * ante + bonus > bankroll:
        beside = f" of {bonus}" if bonus else ""
        return f"the bankroll of {bankroll} does not cover an ante of {ante} (three times itself beside the bonus bet{beside})"
    return None


def _ante_refusal(limits: StakeLimits, ante: int) -> str:
    return f"ante {ante}: must be {ante_range(limits)}"

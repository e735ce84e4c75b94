"""One hand of Texas Hold'em Bonus: one player against the house, which has no choices.

The rules are those of the casino game: a stake (an ante, and beside it perhaps a bonus bet on the first two cards), then three
decisions, each a bet of a fixed size or none: twice the ante before the flop, or the hand is given up; once the ante
before the turn and before the river. The better of the best five of seven wins the bets; the ante is won with a straight or better only.
This module knows nothing of seats, names, time or other hands, but for the ante of the hand before, which a rebet repeats.

Shape, as in ``five_card_draw``:

- An action is one int, its code: the value of :class:`BonusKind`, and for a stake its two amounts above that, see
  :func:`stake_code`. What is legal after the stake is one of a few shared tuples; a stake's choices may be millions, so they are an
  object that works them out when asked (``stake_box``). The first of what is legal is always the default action.
- Stages are passed in order, or a fold ends the hand. Check, then change, then log.
- The log holds public facts only, as triples (kind, 0, chips): the stake is one triple, and its bonus bet, if there is one, a
  second of the kind ``BONUS_LOG``. With the deal it replays the hand, see :func:`log_codes`.
- An unlimited bankroll is one of 2^60 chips, so there is no second path.
- The cards alternate as at a table, and nothing is burned: the player's are ``deal[0]`` and ``deal[2]``, the house's ``deal[1]`` and
  ``deal[3]``, the board ``deal[4:9]``. The player's are in no view before the stake, the house's in none at all.

The bonus bet's odds are the table in common use, which returns 1208/1326 = 91.10 % as published for the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from arena.errors import IllegalAction
from arena.rules.bonus_ruleset import BONUS_ROWS as BONUS_ROWS  # public here as well
from arena.rules.bonus_ruleset import HoldemBonusRuleset
from arena.rules.cards import DECK_SIZE, RANKS, cards_text
from arena.rules.stake_box import BONUS_SHIFT, FLOP_BET_ANTES, KIND_MASK, ante_range
from arena.rules.stake_box import REBET as REBET  # these six are public here as well
from arena.rules.stake_box import STAKE_CODE as STAKE_CODE
from arena.rules.stake_box import StakeChoices as StakeChoices
from arena.rules.stake_box import can_stake as can_stake
from arena.rules.stake_box import stake_code as stake_code
from arena.rules.stake_box import stake_of as stake_of
from arena.rules.strength import CLASS_NAMES, class_of, strength7

MIN_PLAYERS = MAX_PLAYERS = 1
CARDS_PER_HAND = 9
UNLIMITED_BANKROLL = 1 << 60


class BonusKind(IntEnum):
    """What may be done; the numbers are those of ``ActionKind`` in the contract."""

    FOLD = 1
    CHECK = 2
    BET = 4
    STAKE = 7
    REBET = 8


class Stage(IntEnum):
    """Where a hand stands; all but the last are those of ``BonusStep`` in the contract."""

    STAKE = 1
    FLOP = 2
    TURN = 3
    RIVER = 4
    OVER = 5


FOLD, CHECK, BET = (int(kind) for kind in list(BonusKind)[:3])
BONUS_LOG = 9
"""The kind of a bonus bet in the log; never an action."""
_STAKE, _FLOP, _TURN, _RIVER, _OVER = Stage  # as globals: in Python 3.11 a look-up in an enum costs ten times as much
_FOLD_BET, _CHECK_BET, _CHECK_ONLY = (FOLD, BET), (CHECK, BET), (CHECK,)
_NOTHING: tuple[int, ...] = ()
_KIND_NAMES = {int(kind): kind.name.lower() for kind in BonusKind}
_BOARD_SIZES = {_STAKE: 0, _FLOP: 0, _TURN: 3, _RIVER: 4}
_PAYS_FROM = {name: CLASS_NAMES.index(name) for name in ("straight", "flush")}


def action_name(code: int) -> str:
    """An action in words, such as ``fold``, ``stake 5`` or ``stake 5 and bonus 2``."""
    if code in _KIND_NAMES and code != STAKE_CODE:
        return _KIND_NAMES[code]
    if not _is_stake(code):
        return f"action {code}"
    ante, bonus = stake_of(code)
    return f"stake {ante} and bonus {bonus}" if bonus else f"stake {ante}"


def bonus_row(hole: Sequence[int]) -> int:
    """The row of the bonus bet that two cards are in, an index into ``BONUS_ROWS``; −1 for none."""
    return _BONUS_ROW_OF[hole[0] * DECK_SIZE + hole[1]]


def bonus_odds(ruleset: HoldemBonusRuleset, hole: Sequence[int]) -> int:
    """What a bonus bet on these two cards nets, for each of its chips: the row's odds, or −1 when it is lost."""
    row = bonus_row(hole)
    return -1 if row < 0 else ruleset.bonus_paytable[row]


def settle(ruleset: HoldemBonusRuleset, player: int, house: int, ante: int, bets: int) -> int:
    """What a showdown nets the player, the bonus bet left aside.

    Args:
        ruleset: says from which hand on the ante is paid.
        player: strength of the player's best five.
        house: strength of the house's.
        ante: the ante's chips.
        bets: chips of the flop, turn and river bets together.
    """
    if player < house:
        return -ante - bets
    if player == house:
        return 0
    return bets + ante if class_of(player) >= _PAYS_FROM[ruleset.ante_pays_from] else bets


Choices: TypeAlias = tuple[int, ...] | StakeChoices
"""What is legal at some moment."""


def default_code(legal: Choices) -> int:
    """What is played for a bot that is late, illegal or gone: the smallest ante and no bonus bet; a fold before the flop; then checks."""
    return legal[0]


def log_codes(log: Sequence[tuple[int, int, int]]) -> list[int]:
    """The codes that were played, from a public log."""
    codes: list[int] = []
    for kind, _, chips in log:
        if kind == BONUS_LOG:
            codes[-1] |= chips << BONUS_SHIFT
        else:
            codes.append(stake_code(chips) if kind == STAKE_CODE else kind)
    return codes


class BonusHand:
    """One playing of one deal, from the stake to the payment.

    The public attributes may be read by anyone inside the arena; only :meth:`act` changes them.
    """

    __slots__ = (
        "actor",
        "ante",
        "bonus",
        "bonus_result",
        "deal",
        "flop_chips",
        "hole",
        "legal",
        "log",
        "net",
        "players",
        "previous_ante",
        "river_chips",
        "ruleset",
        "shown",
        "stage",
        "start",
        "turn_chips",
    )

    def __init__(
        self,
        ruleset: HoldemBonusRuleset,
        deal: Sequence[int],
        players: int = 1,
        stacks: Sequence[int] | None = None,
        previous_ante: int = 0,
    ) -> None:
        """Ask for the stake.

        Args:
            ruleset: the parameters.
            deal: the first nine cards of the shuffled deck, see the head of this module.
            players: 1.
            stacks: the bankroll before the hand, alone in a sequence; None for the ruleset's.
            previous_ante: the ante of the hand before, where hands are played one at a time; 0 for none.

        Raises:
            IllegalAction: there are more players, or the bankroll does not cover the smallest ante.
        """
        bankroll = stacks[0] if stacks else ruleset.bankroll or UNLIMITED_BANKROLL
        if players != 1:
            raise IllegalAction(f"{players} players: one plays against the house")
        if not can_stake(ruleset, bankroll):
            raise IllegalAction(f"the bankroll of {bankroll} does not cover the smallest ante of {ruleset.ante_min} (three times itself)")
        self.ruleset = ruleset
        self.deal = deal
        self.players = players
        self.start = (bankroll,)
        self.previous_ante = previous_ante
        self.hole = [(deal[0], deal[2])]
        self.ante = self.bonus = self.flop_chips = self.turn_chips = self.river_chips = 0
        self.log: list[tuple[int, int, int]] = []
        self.net: list[int] | None = None
        self.bonus_result: int | None = None
        self.shown = 0
        self.stage = _STAKE
        self.actor = 0
        self.legal: Choices = StakeChoices(ruleset, bankroll, previous_ante)

    def act(self, code: int) -> None:
        """Play ``code`` for the player.

        Raises:
            IllegalAction: the code is not in ``legal``; nothing has changed.
        """
        if code not in self.legal:
            raise IllegalAction(self._refusal(code))
        stage = self.stage
        if stage is _STAKE:
            self._put_up(code)
            return
        chips = 0 if code != BET else self.ante if stage is not _FLOP else FLOP_BET_ANTES * self.ante
        self.log.append((code, 0, chips))
        if code == FOLD:
            self._finish(-self.ante)
        elif stage is _FLOP:
            self.flop_chips = chips
            self._ask(_TURN)
        elif stage is _TURN:
            self.turn_chips = chips
            self._ask(_RIVER)
        else:
            self.river_chips = chips
            self._show_down()

    @property
    def over(self) -> bool:
        """Whether the hand has been paid."""
        return self.net is not None

    @property
    def codes(self) -> list[int]:
        """What was played, in order."""
        return log_codes(self.log)

    @property
    def stake(self) -> tuple[int, int]:
        """Ante and bonus bet, 0 before they are put up."""
        return self.ante, self.bonus

    @property
    def committed(self) -> int:
        """All chips put in so far, the bonus bet included."""
        return self.ante + self.bonus + self.flop_chips + self.turn_chips + self.river_chips

    @property
    def behind(self) -> int:
        """The bankroll before the hand less what is committed."""
        return self.start[0] - self.committed

    @property
    def to_bet(self) -> int:
        """Chips a bet would put in now; 0 when none is legal."""
        if self.stage is _FLOP:
            return FLOP_BET_ANTES * self.ante
        return self.ante if BET in self.legal else 0

    @property
    def board(self) -> tuple[int, ...]:
        """The board so far; none of it for a hand that was given up."""
        size = 5 * self.shown if self.stage is _OVER else _BOARD_SIZES[self.stage]
        return tuple(self.deal[4 : 4 + size])

    @property
    def house_cards(self) -> tuple[int, ...]:
        """The house's cards, once a showdown has opened them."""
        return (self.deal[1], self.deal[3]) if self.shown else ()

    def view(self, position: int) -> "HoldemBonusView":
        """What the player, at position 0, may know now."""
        start = self.start[0]
        return HoldemBonusView(
            self.ruleset,
            self.players,
            position,
            () if self.stage is _STAKE else self.hole[position],
            self.board,
            self.stage,
            self.ante,
            self.bonus,
            self.flop_chips,
            self.turn_chips,
            self.river_chips,
            None if start == UNLIMITED_BANKROLL else start - self.committed,
            self.previous_ante,
            self.bonus_result,
            self.legal,
            self.to_bet,
            tuple([(STAKE_CODE if kind == REBET else kind, position, chips) for kind, position, chips in self.log]),
        )

    def _refusal(self, code: int) -> str:
        if self.stage is _OVER:
            return f"{action_name(code)}: the hand is over"
        stakes = code == REBET or _is_stake(code)
        if isinstance(self.legal, StakeChoices):
            return self.legal.refusal(code) or "" if stakes else f"{action_name(code)}: a stake comes first"
        if stakes:
            return "the stake is already made"
        if code == BET:
            return f"the bankroll of {self.start[0]} does not cover a bet of {self.ante}: {self.behind} are left of it"
        choices = " or ".join([_KIND_NAMES[choice] for choice in self.legal])
        return f"{action_name(code)}: the {self.stage.name.lower()} decision is {choices}"

    def _put_up(self, code: int) -> None:
        if code == REBET:
            self.ante = self.previous_ante
            self.log.append((REBET, 0, self.ante))
        else:
            self.ante, self.bonus = stake_of(code)
            self.log.append((STAKE_CODE, 0, self.ante))
            if self.bonus:
                self.log.append((BONUS_LOG, 0, self.bonus))
        self.stage = _FLOP
        self.legal = _FOLD_BET  # a legal stake has the flop bet covered

    def _ask(self, stage: Stage) -> None:
        self.stage = stage
        self.legal = _CHECK_BET if self.behind >= self.ante else _CHECK_ONLY

    def _show_down(self) -> None:
        deal = self.deal
        board = deal[4:CARDS_PER_HAND]
        player, house = strength7((deal[0], deal[2], *board)), strength7((deal[1], deal[3], *board))
        self.shown = 1
        self._finish(settle(self.ruleset, player, house, self.ante, self.flop_chips + self.turn_chips + self.river_chips))

    def _finish(self, net: int) -> None:
        """Pay what the hand nets and, decided by the hole cards alone, the bonus bet."""
        self.stage = _OVER
        self.actor = -1
        self.legal = _NOTHING
        self.bonus_result = self.bonus * bonus_odds(self.ruleset, self.hole[0])
        self.net = [net + self.bonus_result]


@dataclass(frozen=True, slots=True)
class HoldemBonusView:
    """What the player may know at one moment; the house's cards are in no view."""

    ruleset: HoldemBonusRuleset
    players: int
    """1."""
    position: int
    """0."""
    hole_cards: tuple[int, ...]
    """The player's two cards; none before the stake."""
    board: tuple[int, ...]
    """None, three, four or, after a showdown, five cards."""
    stage: Stage
    ante: int
    bonus: int
    flop_chips: int
    """The flop bet, 0 for none yet; likewise the next two."""
    turn_chips: int
    river_chips: int
    bankroll: int | None
    """Chips before the hand less what is committed; None when unlimited."""
    previous_ante: int
    """The ante of the hand before, where hands are played one at a time; 0 for none."""
    bonus_result: int | None
    """What the bonus bet netted, 0 without one; None until the hand is over."""
    legal: Choices
    """Codes that may be played now; empty when the hand is over."""
    to_bet: int
    """Chips a bet would put in; 0 when none is legal."""
    log: tuple[tuple[int, int, int], ...]
    """What was done: (kind, 0, chips); an ante that was bet again reads as a stake, since it is one."""

    @property
    def committed(self) -> int:
        """All chips put in so far, the bonus bet included."""
        return self.ante + self.bonus + self.flop_chips + self.turn_chips + self.river_chips

    def __str__(self) -> str:
        """For people: the own cards, the board, the chips in and what there is to decide."""
        if isinstance(self.legal, StakeChoices):
            return f"stake: ante {ante_range(self.ruleset)}, bonus at most {self.ruleset.bonus_max}"
        choices = "/".join([_KIND_NAMES[code] for code in self.legal])
        board = cards_text(self.board) or "no board"
        return f"{cards_text(self.hole_cards)} {board} ante {self.ante} in {self.committed} {choices}".rstrip()


def _is_stake(code: object) -> bool:
    return isinstance(code, int) and code & KIND_MASK == STAKE_CODE


def _row_of(a: int, b: int) -> int:
    high, low = RANKS[max(a, b) >> 2], RANKS[min(a, b) >> 2]
    suited = not (a ^ b) & 3
    if high == low:
        return 0 if high == "A" else 4 if high in "KQJ" else 6
    if high != "A" or low not in "KQJ":
        return -1
    if low == "K":
        return 1 if suited else 3
    return 2 if suited else 5


_BONUS_ROW_OF = tuple(_row_of(a, b) for a in range(DECK_SIZE) for b in range(DECK_SIZE))

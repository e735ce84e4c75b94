"""One hand of five-card draw, fixed limit, 2 to 6 players, with or without all-in.

The rules are those of the room's ``README`` words: ante, five cards each, a betting round at the small bet, one draw of 0
to 3 cards, a betting round at the big bet, showdown. Where the source is silent the limit rules of Robert's Rules of
Poker are taken (the half-bet rule for short all-ins). This module knows nothing of seats, names, time or other hands.

Shape, chosen by measurement (frozen event objects built eagerly cost five times the whole hand):

- Positions, not seats: position 0 is the first player left of the button, the last has the button. Sets of players
  are bit masks.
- One list of chips: stack = start − committed, and what a player has in the running betting round is committed less
  ``base``. Unlimited stacks are a start of 2^40 chips, so there is no second path.
- An action is one small int, its code: the value of :class:`Kind`, and for a draw ``DRAW_CODE`` plus a five-bit mask of the
  cards given up. Legal actions are one of a few shared tuples, so the whole check is ``code in self.legal`` (at the draw, whose tuple
  is long, a set of the same codes).
- Check, then change, then log. The log holds public facts only, as triples (kind, position, chips or count); a view's
  history is a copy of it with nothing to filter. The deal and the discards are private.
- Profiled (rates: ``arena bench --only engine``): a quarter of a hand of random actions is dealing, told in ``deals``; of the
  rest no function holds more than a fifth. :meth:`Hand.act` commits chips itself, in one place for calls and wagers, and only
  wagers touch ``closed``, which holds everyone at the cap: 3 to 6 % of the hand. Tried and left out, for 0 to 2 % each: pots as
  named tuples, a short way for a lone winner, hole cards cut from one slice, unlimited stacks of one machine digit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, make_dataclass
from enum import IntEnum

from arena.errors import IllegalAction
from arena.rules.cards import cards_text
from arena.rules.draw_ruleset import FiveCardDrawRuleset as FiveCardDrawRuleset  # public here as well
from arena.rules.pots import Pot, award, form_pots, winners_of
from arena.rules.strength import strength

MIN_PLAYERS, MAX_PLAYERS = 2, 6
HAND_CARDS, MAX_DISCARDS = 5, 3
CARDS_PER_PLAYER = HAND_CARDS + MAX_DISCARDS
UNLIMITED_STACK = 1 << 40


class Kind(IntEnum):
    """What may be done; the numbers are those of ``ActionKind`` in the contract."""

    FOLD = 1
    CHECK = 2
    CALL = 3
    BET = 4
    RAISE = 5
    DRAW = 6


class Stage(IntEnum):
    """Where a hand stands; the numbers are those of ``DrawPhase`` in the contract."""

    FIRST_ROUND = 1
    DRAW = 2
    SECOND_ROUND = 3
    OVER = 4


DRAW_CODE = 32
"""Code of standing pat; plus a mask of hole cards, bit i for the i-th card dealt, the code of a draw."""

FOLD, CHECK, CALL, BET, RAISE = (int(kind) for kind in list(Kind)[:5])
DRAW_CODES = tuple(DRAW_CODE + mask for mask in range(1 << HAND_CARDS) if mask.bit_count() <= MAX_DISCARDS)
_DRAW_KIND = Kind.DRAW  # as a global, and so are the stages: in Python 3.11 a look-up in an enum costs ten times as much
_FIRST_ROUND, _DRAW_STAGE, _SECOND_ROUND, _OVER = Stage
_DRAW_CODE_SET = frozenset(DRAW_CODES)
_CHECK_BET, _CHECK_ONLY = (CHECK, BET), (CHECK,)
_FOLD_CALL_RAISE, _FOLD_CALL = (FOLD, CALL, RAISE), (FOLD, CALL)
_NOTHING: tuple[int, ...] = ()
_NOBODY: tuple[tuple[int, ...], ...] = ()
_IN_ORDER = tuple(tuple(range(players)) for players in range(MAX_PLAYERS + 1))
_GIVEN_UP = tuple(tuple(i for i in range(HAND_CARDS) if mask >> i & 1) for mask in range(1 << HAND_CARDS))


def _following(position: int, mask: int) -> int:
    """The first position of a non-empty mask after ``position``, clockwise."""
    later = mask >> position + 1 << position + 1
    chosen = later or mask
    return (chosen & -chosen).bit_length() - 1


_NEXT = tuple(tuple(_following(position, mask) for mask in range(1 << MAX_PLAYERS)) for position in range(MAX_PLAYERS))


def default_code(legal: tuple[int, ...]) -> int:
    """What is played for a bot that is late, illegal or gone: check if free, else fold; at the draw, stand pat."""
    if DRAW_CODE in legal:
        return DRAW_CODE
    return CHECK if CHECK in legal else FOLD


def action_name(code: int) -> str:
    """An action in words, such as ``fold`` or ``stand pat``."""
    if code < DRAW_CODE:
        return Kind(code).name.lower()
    return "draw" if code > DRAW_CODE else "stand pat"


class Hand:
    """One playing of one deal, from the antes to the pots awarded.

    The public attributes may be read by anyone inside the arena; only :meth:`act` changes them. Players are positions.
    """

    __slots__ = (
        "able",
        "actor",
        "base",
        "bet",
        "closed",
        "committed",
        "deal",
        "discards",
        "drawn",
        "full",
        "high",
        "hole",
        "legal",
        "live",
        "log",
        "net",
        "pending",
        "players",
        "pots",
        "ruleset",
        "seated",
        "shown",
        "stage",
        "start",
        "to_call",
        "to_wager",
        "wagers",
    )

    def __init__(
        self,
        ruleset: FiveCardDrawRuleset,
        deal: Sequence[int],
        players: int,
        stacks: Sequence[int] | None = None,
        seated: tuple[int, ...] | None = None,
    ) -> None:
        """Post the antes, deal the hole cards and open the first betting round.

        Args:
            ruleset: the parameters.
            deal: the first ``8 * players`` cards of the shuffled deck. Hole card i of position p is ``deal[i*n + p]``, its
                j-th replacement ``deal[5n + 3p + j]``: what a player draws never depends on how many others threw away.
            players: 2 to 6.
            stacks: chips before the ante, by position, each at least 1; None gives everyone the ruleset's.
            seated: by position: who sits there, as the table numbers its players; None when the players are their positions. It
                changes nothing in the play of the hand and is there for the views.
        """
        ante = ruleset.ante
        everyone = (1 << players) - 1
        self.ruleset = ruleset
        self.deal = deal
        self.players = players
        self.seated = _IN_ORDER[players] if seated is None else seated
        if stacks is None:
            stack = ruleset.starting_stack or UNLIMITED_STACK
            self.start = (stack,) * players
            self.committed = [ante] * players
            self.able = everyone if stack > ante else 0
        else:
            self.start = tuple(stacks)
            self.committed = [ante if stack >= ante else stack for stack in stacks]
            self.able = sum([1 << p for p in range(players) if stacks[p] > ante])
        self.hole = [tuple(deal[position : HAND_CARDS * players : players]) for position in range(players)]
        self.live = everyone
        self.discards = [0] * players
        self.drawn = [-1] * players
        self.high = ante
        self.log: list[tuple[int, int, int]] = []
        self.net: list[int] | None = None
        self.pots: tuple[Pot, ...] = ()
        self.shown = 0
        self.actor = -1
        self.to_call = self.to_wager = 0
        self.legal = _NOTHING
        self.pending = 0
        self._open_round(_FIRST_ROUND, ruleset.small_bet)

    def act(self, code: int) -> None:
        """Play ``code`` for the actor.

        Raises:
            IllegalAction: the code is not in ``legal``; nothing has changed.
        """
        if self.stage is _DRAW_STAGE:
            self._draw(code)
            return
        if code not in self.legal:
            raise IllegalAction(self._refusal(code))
        position = self.actor
        bit = 1 << position
        pending = self.pending ^ bit
        chips = 0
        if code >= CALL:
            chips = self.to_call if code == CALL else self.to_wager
            self.committed[position] = level = self.committed[position] + chips
            if level == self.start[position]:
                self.able ^= bit
            if code >= BET:
                self._reopen(level, pending)
                pending = self.able & ~bit
        elif code == FOLD:
            self.able ^= bit
            self.live ^= bit  # when one is left, it made the last wager, so nobody is pending
        self.pending = pending
        self.log.append((code, position, chips))
        if pending:
            self._ask(_NEXT[position][pending])
        else:
            self._advance()

    @property
    def over(self) -> bool:
        """Whether the pots have been awarded."""
        return self.net is not None

    def view(self, position: int) -> "FiveCardDrawView":
        """What the player at ``position`` may know now."""
        acting = position == self.actor
        view: FiveCardDrawView = _Draft(
            self.ruleset,
            self.players,
            position,
            self.hole[position],
            self._discarded(position) if self.discards[position] else _NOTHING,
            self.stage,
            tuple(self.log),
            tuple(self.committed),
            self.start if self.ruleset.all_in else None,
            self.base,
            self.high,
            self.live,
            tuple(self.drawn),
            self.wagers,
            self.legal if acting else _NOTHING,
            self.to_call if acting else 0,
            self.to_wager if acting else 0,
            self.seated,
            self._shown_cards() if self.shown else _NOBODY,
        )
        view.__class__ = FiveCardDrawView
        return view

    @property
    def codes(self) -> list[int]:
        """What was played, in order."""
        discards = self.discards
        return [DRAW_CODE + discards[position] if kind == _DRAW_KIND else kind for kind, position, _ in self.log]

    @property
    def stake(self) -> tuple[int, int]:
        """Ante and bonus bet as chosen; in this game nobody chooses them."""
        return 0, 0

    def dealt_cards(self, position: int) -> tuple[int, ...]:
        """The five cards first dealt to ``position``; not for other players' eyes."""
        return tuple(self.deal[position : HAND_CARDS * self.players : self.players])

    def winners(self, pot: Pot) -> list[int]:
        """The positions that share a pot of a hand that is over, from the left of the button."""
        return winners_of(pot, self._levels())

    def _discarded(self, position: int) -> tuple[int, ...]:
        return tuple([self.deal[i * self.players + position] for i in _GIVEN_UP[self.discards[position]]])

    def _shown_cards(self) -> tuple[tuple[int, ...], ...]:
        return tuple([hole if self.shown >> position & 1 else () for position, hole in enumerate(self.hole)])

    def _refusal(self, code: int) -> str:
        if self.stage is _OVER:
            return f"action {code}: the hand is over"
        names = "draw of 0 to 3 cards" if self.stage is _DRAW_STAGE else ", ".join(Kind(c).name.lower() for c in self.legal)
        return f"action {code}: position {self.actor} may {names}"

    def _open_round(self, stage: Stage, bet: int) -> None:
        self.stage = stage
        self.bet = bet
        self.base = self.full = self.high
        self.wagers = self.closed = 0
        able = self.able
        self.pending = able if able & (able - 1) else 0
        if self.pending:
            self._ask(_NEXT[-1][self.pending])
        else:
            self._advance()

    def _ask(self, position: int) -> None:
        """Make ``position`` the actor of a betting round and work out what it may do."""
        self.actor = position
        committed = self.committed[position]
        stack = self.start[position] - committed
        owed = self.high - committed
        self.to_call = owed if owed < stack else stack
        bit = 1 << position
        if self.closed & bit or stack <= owed or self.able == bit:
            self.to_wager = 0
            self.legal = _FOLD_CALL if owed else _CHECK_ONLY
            return
        wager = self.full + self.bet - committed
        self.to_wager = wager if wager < stack else stack
        self.legal = _FOLD_CALL_RAISE if owed else _CHECK_BET

    def _reopen(self, level: int, pending: int) -> None:
        """After a wager to ``level``: a full one (half a bet or more above the last full level) lets all others raise, up to the cap.

        A short one closes the raise to those who are not ``pending``: they have acted since the last full one.
        """
        self.high = level
        if 2 * (level - self.full) >= self.bet:
            self.full = level
            self.wagers = wagers = self.wagers + 1
            self.closed = 0 if wagers <= self.ruleset.max_raises else -1
        else:
            self.closed |= ~pending

    def _draw(self, code: int) -> None:
        """Exchange the cards of a draw's mask for the position's own replacements; what is legal stays, only the actor is new."""
        if code not in _DRAW_CODE_SET:
            raise IllegalAction(self._refusal(code))
        position = self.actor
        self.pending ^= 1 << position
        given = _GIVEN_UP[code - DRAW_CODE]
        if given:
            hole = list(self.hole[position])
            place = HAND_CARDS * self.players + MAX_DISCARDS * position
            for i in given:
                hole[i] = self.deal[place]
                place += 1
            self.hole[position] = tuple(hole)
            self.discards[position] = code - DRAW_CODE
        self.drawn[position] = count = len(given)
        self.log.append((_DRAW_KIND, position, count))
        if self.pending:
            self.actor = _NEXT[position][self.pending]
        else:
            self._advance()

    def _advance(self) -> None:
        """Go on to the next stage; nobody is left to act in this one."""
        if not self.live & (self.live - 1):
            self._finish()
        elif self.stage is _DRAW_STAGE:
            self._open_round(_SECOND_ROUND, self.ruleset.big_bet)
        elif self.stage is _FIRST_ROUND:
            self.stage = _DRAW_STAGE
            self.pending = self.live
            self.actor = _NEXT[-1][self.pending]
            self.to_call = self.to_wager = 0
            self.legal = DRAW_CODES
        else:
            self.shown = self.live
            self._finish()

    def _finish(self) -> None:
        self.stage = _OVER
        self.actor = -1
        self.to_call = self.to_wager = 0
        self.legal = _NOTHING
        self.pots = form_pots(self.committed, self.live)
        self.net = award(self.pots, self._levels(), self.committed)

    def _levels(self) -> list[int]:
        if not self.shown:
            return [0] * self.players
        return [strength(hole) if self.shown >> p & 1 else 0 for p, hole in enumerate(self.hole)]


@dataclass(frozen=True, slots=True)
class FiveCardDrawView:
    """What one player may know at one moment: facts, and what follows from them on demand. Players are positions."""

    ruleset: FiveCardDrawRuleset
    players: int
    """How many were dealt in."""
    position: int
    """The viewer's own, 0 is the first player left of the button, ``players - 1`` has the button."""
    hole_cards: tuple[int, ...]
    """The viewer's five cards as they are now."""
    discarded: tuple[int, ...]
    """What the viewer threw away."""
    stage: Stage
    log: tuple[tuple[int, int, int], ...]
    """What everybody saw: (kind, position, chips or cards drawn)."""
    committed: tuple[int, ...]
    """Chips put in over the hand, by position."""
    start: tuple[int, ...] | None
    """Stacks before the ante, by position; None when unlimited."""
    base: int
    """The commitment at which the betting round began."""
    high: int
    """The highest commitment."""
    live: int
    """Who has not folded, a bit a position."""
    drawn: tuple[int, ...]
    """Cards exchanged by position, −1 before the draw."""
    wagers: int
    """Bets and raises of the betting round."""
    legal: tuple[int, ...]
    """Codes the viewer may play now; empty when it is not its turn."""
    to_call: int
    """Chips that match the highest commitment, at most the stack; 0 when it is not the viewer's turn."""
    to_wager: int
    """Chips a bet or raise would put in; 0 when none is legal."""
    seated: tuple[int, ...]
    """By position: who sits there, an index in the table's names of players. So a bot knows its opponents again."""
    shown: tuple[tuple[int, ...], ...]
    """By position, after a showdown: the cards shown, which everybody dealt in may see, and ``()`` for who folded; else empty."""

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return sum(self.committed)

    @property
    def raises_made(self) -> int:
        """Raises of the betting round, the bet not counted."""
        return max(0, self.wagers - 1)

    @property
    def opponents(self) -> int:
        """How many others have not folded."""
        return self.live.bit_count() - 1

    def folded(self, position: int) -> bool:
        """Whether that player has given the hand up."""
        return not self.live >> position & 1

    def stack(self, position: int) -> int | None:
        """Chips behind; None when unlimited."""
        return None if self.start is None else self.start[position] - self.committed[position]

    def committed_round(self, position: int) -> int:
        """Chips put in during the running betting round."""
        return max(0, self.committed[position] - self.base)

    def __str__(self) -> str:
        """For people: the own cards, the pot and what there is to decide."""
        legal = "draw" if self.stage == Stage.DRAW else "/".join(Kind(code).name.lower() for code in self.legal)
        return f"{cards_text(self.hole_cards)} pot {self.pot} to call {self.to_call} {legal}"


_Draft = make_dataclass("_Draft", [(field.name, field.type) for field in fields(FiveCardDrawView)], slots=True)
"""A view before it is frozen: a frozen dataclass sets every field by a call, so filling this and then making it a view, whose slots are the
same, takes a third of the time."""

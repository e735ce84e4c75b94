"""How often bots bluff, counted decision by decision while they play, beside what their modules state.

What a bluff is differs: easy and loose-aggressive bet without a pair when nobody has bet, at a rate of their own; hard bluffs with a part
of the hands that it finds worth bluffing with, and slow-plays a part of those worth slow-playing. Which hands these are is told by itself
as it decides, so what is claimed there shows that it keeps to its rule, and nothing of whether it reckons well. Therefore it is also
told how often, where it may wager, it does so with poor hands, and not with good ones, and poor and good are found without it: by
what the hand wins of as many others that nothing is known of, all drawn by the book.

Of normal, expert and hard it is told as well how often they bet after the draw without a pair, and how many of their wagers are such.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from arena.matches import BotFactory, TableInfo, play_match, watch_of
from arena.rules import AnyView, FiveCardDrawView, Kind, Stage, strength, strengths
from bots.draw.draws import DRAWS_SIZE, final_strengths
from bots.draw.easy import BLUFF_RATE
from bots.draw.evidence.claims import Finding, Verdict, agrees, rate
from bots.draw.evidence.players import factory_of, match
from bots.draw.evidence.work import Course
from bots.draw.hands import HIGH_CARD, book_mask, class_held
from bots.draw.hard import Hard
from bots.draw.panel import BLUFF_RATE as LOOSE_BLUFF_RATE
from bots.draw.tables import Ints, by_book, random_deals

OPENS, OPENS_LATE, WAGERS_LATE = (
    "bets without a pair when nobody has bet",
    "bets after the draw without a pair when nobody has bet",
    "wagers after the draw that are made without a pair",
)
BLUFFS, SLOW_PLAYS = "bluffs with hands worth bluffing with", "slow-plays hands worth slow-playing"
POOR, GOOD = Hard.bluff_share, Hard.slowplay_share
"""In equal shares of the pot, as hard's own bounds are, but against hands that nothing is known of."""
WAGERS_POOR, PASSES_GOOD = (
    f"wagers with hands below {POOR:g} equal shares against unknown ones",
    f"only checks or calls with hands of {GOOD:g} or more against unknown ones",
)
STATED = {
    ("easy", OPENS): BLUFF_RATE,
    ("loose_aggressive", OPENS_LATE): LOOSE_BLUFF_RATE,
    ("hard", BLUFFS): Hard.bluff_rate,
    ("hard", SLOW_PLAYS): Hard.slowplay_rate,
}
"""What modules promise; bots that promise nothing have their habits after the draw told."""
SUBJECTS = ("hard", "expert", "easy", "loose_aggressive", "normal")

_BET, _FOLD = int(Kind.BET), int(Kind.FOLD)
_WAGERS = (_BET, int(Kind.RAISE))
_SEATS = (2, 3, 6)
_SAMPLE_SIZE, _SEED = 40_000, 5
"""Of hands that nothing is known of."""

Tally = Counter[tuple[str, bool]]
"""By habit, and whether it was followed: decisions."""


def count_bluffs(bot: str, deal_count: int, match_count: int, master: bytes) -> Course:
    """Let a bot play against normal, and count: a finding for each of its habits. Expert plays between two only, elsewhere it is hard."""
    seated = [(bot, *["normal"] * (seats - 1)) for seats in (_SEATS[:1] if bot == "expert" else _SEATS)]
    tallies = yield [partial(_counted, table, deal_count, master, number) for table in seated for number in range(match_count)]
    tally: Tally = sum(tallies, Counter())
    stated = [habit for name, habit in STATED if name == bot]
    unknown = [WAGERS_POOR, PASSES_GOOD] if bot == "hard" else []
    told = [] if bot in ("easy", "loose_aggressive") else [*unknown, OPENS_LATE, WAGERS_LATE]
    return [_finding(bot, habit, tally) for habit in (*stated, *told)]


def shares_of(view: FiveCardDrawView) -> float:
    """Equal shares of the pot that a hand wins at a showdown, of opponents nothing is known of, when everyone draws by the book.

    By samples, always the same. That opponents cannot hold each other's cards is left out.
    """
    (finals, dealt), cards = _unknown(), view.hole_cards
    theirs = finals[dealt & sum([1 << card for card in cards + view.discarded]) == 0]
    early = view.stage == Stage.FIRST_ROUND
    own = final_strengths(cards, book_mask(cards), 0, DRAWS_SIZE) if early else np.array([strength(cards)])
    beaten = (theirs.searchsorted(own) + theirs.searchsorted(own, "right")) / (2 * len(theirs))
    return float((view.opponents + 1) * (beaten**view.opponents).mean())


@cache
def _unknown() -> tuple[Ints, Ints]:
    """Final hands drawn by the book, ascending, and the eight cards that each was dealt from, a bit a card.

    Those that were not needed count as well: else hands that draw few cards would too often be free of somebody's.
    """
    deals = random_deals(np.random.default_rng(_SEED), _SAMPLE_SIZE)
    sample = by_book(deals)
    finals = strengths(sample.final_hands(sample.count)).astype(np.int64)
    order = finals.argsort()
    return finals[order], (1 << deals).sum(axis=1)[order]


class _Counted:
    """A bot under watch: it plays on as it does."""

    def __init__(self, factory: BotFactory, tally: Tally, info: TableInfo) -> None:
        self._bot, self._tally = factory(info), tally
        self._shown = watch_of(self._bot)

    def act(self, view: AnyView) -> int:
        code = self._bot.act(view)
        assert isinstance(view, FiveCardDrawView), "a bot of the draw game"
        self._tally.update(_habits(view, code))
        return code

    def watch(self, view: AnyView) -> None:
        if self._shown is not None:
            self._shown(view)


class TellingHard(Hard):
    """Hard, and what it makes of its choices; beside that, what is made of them without it."""

    def __init__(self, tally: Tally, info: TableInfo) -> None:
        super().__init__(info)
        self._tally = tally

    def act(self, view: FiveCardDrawView) -> int:
        """As hard."""
        code = super().act(view)
        self._tally.update(_weighed(view, code))
        return code

    def _wagers(self, gain: float, worth: float, shares: float, spin: float) -> bool:
        wagers = bool(super()._wagers(gain, worth, shares, spin))
        if worth > 0 and gain > 0 and shares < self.bluff_share:
            self._tally[BLUFFS, wagers] += 1
        if worth > 0 >= gain and shares >= self.slowplay_share:
            self._tally[SLOW_PLAYS, not wagers] += 1
        return wagers


def _counted(table: tuple[str, ...], deal_count: int, master: bytes, number: int) -> Tally:
    """What the first player of a match did; it alone is watched."""
    tally: Tally = Counter()
    bot, *others = table
    inner: Any = partial(TellingHard, tally) if bot == "hard" else factory_of(bot)
    spec = match(table, master, f"bluffs {' '.join(table)}", number, deal_count)
    play_match(spec, [partial(_Counted, inner, tally), *map(factory_of, others)])
    return tally


def _habits(view: FiveCardDrawView, code: int) -> Iterator[tuple[str, bool]]:
    """The habits that a decision has to do with, and whether it followed them."""
    if view.stage == Stage.DRAW:
        return
    nothing, late = class_held(view.hole_cards) == HIGH_CARD, view.stage == Stage.SECOND_ROUND
    if nothing and _BET in view.legal:
        yield OPENS, code == _BET
        if late:
            yield OPENS_LATE, code == _BET
    if late and code in _WAGERS:
        yield WAGERS_LATE, nothing


def _weighed(view: FiveCardDrawView, code: int) -> Iterator[tuple[str, bool]]:
    """The same of habits that depend on what the hand is worth, where a wager is possible."""
    if view.legal[-1] not in _WAGERS:
        return
    shares = shares_of(view)
    if shares < POOR:
        yield WAGERS_POOR, code in _WAGERS
    if shares >= GOOD:
        yield PASSES_GOOD, code not in (*_WAGERS, _FOLD)


def _finding(bot: str, habit: str, tally: Tally) -> Finding:
    made, left = tally[habit, True], tally[habit, False]
    found = rate(made, made + left)
    stated = STATED.get((bot, habit))
    claimed = "" if stated is None else f"{100 * stated:g} %"
    verdict = Verdict.NOTHING if stated is None else agrees(found, stated)
    basis = f"{made + left:,} {'wagers' if habit == WAGERS_LATE else 'chances'}"
    return Finding("bluffs", f"{bot} {habit}", found.mean, "share", found.low, found.high, "", claimed, verdict, basis)

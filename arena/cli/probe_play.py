"""What a player who knew a bot's way would win from it: the bot is asked, the best response is worked out, and the two play.

A bot is asked what it does with thousands of hands (``arena.solving``), which makes a plan of it; against a plan the best response is
exact. What the response promises holds for the plan, in which like hands are played alike and no hand takes cards from the other's. So it
is played against the bot itself, on mirrored deals, and what it wins there is the figure to believe: an estimate, with an interval, of
a lower bound of what can be won.

A bot that plays a table of chances may show it and is not asked: where little is wrong, a sample of hands would say more wrong of it
than there is. It shows it by a method ``strategies``, which gives a ``Strategy`` for each position, or None. The class that defines it
must be the one that defines ``act``: what a class inherits does not show what its own ``act`` does. Whether a bot plays what it shows is
for the hands to tell.

The bot is another instance in every hand, so one that remembers is measured as if it had just sat down: a way of play that changes
as hands go by has no single best response. What instances share they remember all the same, each process for itself.

What bots write to standard output goes to standard error: there stands the result.
"""

import sys
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from numbers import Integral
from typing import Any

import numpy as np

from arena.cli.common import failure_text
from arena.cli.probe_money import RESPONSE, Money, Sum, added_up, course_of
from arena.cli.workers import Here
from arena.engines import find_builtin
from arena.errors import ConfigError, EngineFailed
from arena.matches import BotFactory, Leg, MatchSpec, TableInfo, match_seed, play_match, seating_of
from arena.rules import AnyRuleset, AnyView, FiveCardDrawRuleset, FiveCardDrawView, game_of
from arena.solving import (
    MAX_RAISES,
    DrawGame,
    Effort,
    Plan,
    Strategy,
    StrategyPlayer,
    best_response,
    chances,
    tabulate,
)
from arena.statistics import Interval, interval

EFFORTS = {"quick": Effort(per_class=4, per_line=32), "normal": Effort(), "thorough": Effort(per_class=36, per_line=288)}
"""How many hands a bot is asked about; each a third of the next."""
HANDS = 20_000
CONFIDENCE = 0.95
PART_DEALS = 250
"""Deals that are played together; the deals of a part do not depend on who plays it."""

_ELSEWHERE = 1e-4
"""How often the bot is taken to do anything at all, so that the response is at its best also where the bot never comes."""
_ROUNDING_MBB = 0.05
_CHANCES = 1e-6
"""How far from 1 the chances that a bot shows may sum up."""
_LABEL = "arena probe"
_NAME = "best response"

Show = Callable[[str, float], object]
"""Told what is being done, and the part of it that is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How much is asked and played."""

    master: bytes
    """Decides the deals, the hands that are asked about and what bots leave to chance."""
    effort: Effort = field(default_factory=Effort)
    hands: int = HANDS
    """At least 2, half of them in each seat; of an odd number there is one more."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What is known of a bot, in mbb/h."""

    name: str
    ruleset: FiveCardDrawRuleset
    model: tuple[float, float]
    """What the best response wins from the bot's plan, by the position of the response."""
    won: Interval
    """What it won from the bot."""
    question_count: int
    """0 for a bot that was not asked."""
    money: Money
    """All hands that were played."""
    shown: bool = False
    """Whether the plan is of what the bot showed, not of its answers."""

    @property
    def exploitability(self) -> float:
        """What the best response wins from the bot's plan."""
        return sum(self.model) / 2

    @property
    def contradicted(self) -> bool:
        """Whether the response surely won more from the bot than it can from the plan, by more than rounding."""
        return self.won.low is not None and self.won.low > self.exploitability + _ROUNDING_MBB

    @property
    def total(self) -> Sum:
        """Hands played, and the chips the response won in them."""
        return sum(self.money.values(), Sum())

    def mbb(self, chips: float) -> float:
        """Chips won over all hands as mbb/h."""
        return 1000 * chips / (self.ruleset.big_bet * self.total.hand_count)


def check_game(ruleset: AnyRuleset, where: str) -> FiveCardDrawRuleset:
    """The rules, if the game under them can be solved.

    Raises:
        ConfigError: it cannot; ``where`` says whose idea it was.
    """
    if not isinstance(ruleset, FiveCardDrawRuleset):
        raise ConfigError(
            f"{where}: only five-card draw is probed, not {game_of(ruleset).name}; `arena accuracy` tells what bots lose there"
        )
    if ruleset.all_in:
        raise ConfigError(f"{where}: [rules] all_in = true: must be false, since games with limited stacks cannot be solved here")
    if ruleset.max_raises > MAX_RAISES:
        raise ConfigError(
            f"{where}: [rules] max_raises = {ruleset.max_raises}: must be at most {MAX_RAISES}, so that the game can be solved"
        )
    return ruleset


def open_game(ruleset: FiveCardDrawRuleset) -> DrawGame:
    """The game to be solved; takes some seconds, once a process. What chance does is not sent to other processes: they only play."""
    chances()
    return DrawGame(ruleset)


def probe(name: str, game: DrawGame, trial: Trial, show: Show = lambda *_: None, workers: Executor | None = None) -> Probe:
    """Ask a bot, work out the best response, and play it. What the bot writes to standard output goes to standard error.

    Args:
        name: an in-process bot.
        game: of :func:`open_game`.
        trial: how much is asked and played.
        show: told how far it is.
        workers: who play the hands, this process alone without; the result is the same.

    Raises:
        ConfigError: there is no such bot.
        EngineFailed: the bot raised, answered what is not legal, or showed what is no way to play; names it, and the view.
    """
    with redirect_stdout(sys.stderr):
        questions = _Questions(name, find_builtin(name), _seed_of(trial.master, 0))
        shown = _shown(game, name)
        plans = shown or tabulate(game, questions, trial.effort, seed=_seed_of(trial.master, 1), progress=partial(show, "asking"))
        show("solving", 0.0)
        values = [best_response(game, position, plans[1 - position])[0] for position in (0, 1)]
        meeting = _Meeting(name, game, _sane_response(game, plans), trial.master, trial.hands + 1 >> 1)
        nets, money = _play(meeting, show, workers or Here())
    scale = 1000 / game.ruleset.big_bet
    won = interval([chips * scale / 2 for chips in nets], 1 - CONFIDENCE, len(nets))
    return Probe(name, game.ruleset, (scale * values[0], scale * values[1]), won, questions.count, money, shown is not None)


class FreshEveryHand:
    """A bot that cannot remember: another instance of it, with a seed of its own, plays every hand."""

    def __init__(self, name: str, factory: BotFactory, info: TableInfo) -> None:
        self._name, self._factory, self._info = name, factory, info
        self._hands = 0
        self._last: FiveCardDrawView | None = None

    def act(self, view: AnyView) -> int:
        """What the instance of this hand plays."""
        assert isinstance(view, FiveCardDrawView), "only the draw game is probed"
        if self._last is None or not _goes_on(self._last, view):
            self._bot = seated(
                self._name, self._factory, replace(self._info, hand_count=1, bot_seed=_seed(self._info.bot_seed, self._hands))
            )
            self._hands += 1
        self._last = view
        return answer(self._name, self._bot, view)


def seated(name: str, factory: BotFactory, info: TableInfo) -> Any:
    """A new instance of a bot.

    Raises:
        EngineFailed: it cannot be made.
    """
    try:
        return factory(info)
    except (Exception, SystemExit) as error:
        raise EngineFailed(f"{name} cannot be made: {_told(error)}") from error


def answer(name: str, bot: Any, view: FiveCardDrawView) -> int:
    """What a bot plays.

    Raises:
        EngineFailed: it raised or would end the process, or its answer is not legal.
    """
    try:
        code = bot.act(view)
    except (Exception, SystemExit) as error:
        raise EngineFailed(f"{name}, asked about {view}: {_told(error)}") from error
    if not isinstance(code, Integral) or code not in view.legal:
        raise EngineFailed(f"{name} answered {code!r} when asked about {view}; legal are {', '.join(map(str, view.legal))}")
    return int(code)


class _Questions:
    """A bot that is asked out of the blue: another instance for every question."""

    def __init__(self, name: str, factory: BotFactory, seed: int) -> None:
        self._name, self._factory, self._seed = name, factory, seed
        self.count = 0

    def __call__(self, view: FiveCardDrawView, number: int) -> int:
        self.count += 1
        names = (self._name, _NAME) if view.position == 0 else (_NAME, self._name)
        info = TableInfo(view.ruleset, names, view.position, 1, _seed(self._seed, 2 * number + view.position))
        return answer(self._name, seated(self._name, self._factory, info), view)


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A best response against its bot; goes to other processes."""

    name: str
    game: DrawGame
    responses: tuple[Strategy, Strategy]
    """By position."""
    master: bytes
    deal_count: int

    def spec(self, part: int) -> MatchSpec:
        """The match that is the part of this number."""
        left = self.deal_count - part * PART_DEALS
        seed = match_seed(self.master, _LABEL, part)
        return MatchSpec("probe", _LABEL, "five_card_draw", self.game.ruleset, (_NAME, self.name), seed, min(left, PART_DEALS))


class _Response:
    """The best response at a table; it leaves nothing to chance."""

    def __init__(self, player: StrategyPlayer, _info: TableInfo) -> None:
        self._player = player

    def act(self, view: AnyView) -> int:
        assert isinstance(view, FiveCardDrawView), "only the draw game is probed"
        return self._player.code(view, 0.5)


def _play(meeting: _Meeting, show: Show, workers: Executor) -> tuple[list[int], Money]:
    """What the response won of each deal, in chips, both hands together; and all hands."""
    parts = -(-meeting.deal_count // PART_DEALS)
    nets: list[int] = []
    money: list[Money] = []
    show("playing", 0.0)
    for done, (net, found) in enumerate(workers.map(partial(_play_part, meeting), range(parts)), start=1):
        nets += net
        money.append(found)
        show("playing", done / parts)
    return nets, added_up(money)


def _play_part(meeting: _Meeting, part: int) -> tuple[list[int], Money]:
    spec = meeting.spec(part)
    player = StrategyPlayer(meeting.game, meeting.responses)
    with redirect_stdout(sys.stderr):  # another process knows nothing of what this one has done about it
        played = play_match(spec, (partial(_Response, player), partial(FreshEveryHand, meeting.name, find_builtin(meeting.name))))
    hands = (
        course_of(record, meeting.game.ruleset, Leg(spec, number).deal(record.deal_number, 2), seating_of(spec, record, number).players)
        for number, leg in enumerate(played.legs)
        for record in leg.hands
    )
    return [block.net_chips[RESPONSE] for block in played.blocks()], added_up({course: one} for course, one in hands)


def _shown(game: DrawGame, name: str) -> tuple[Plan, Plan] | None:
    """How a bot plays, from itself; None if it is to be asked.

    Raises:
        EngineFailed: it raised, or what it showed is no way to play the game.
    """
    bot: Any = seated(name, find_builtin(name), TableInfo(game.ruleset, (name, _NAME), 0, 1, 0))
    definer = _definer(bot, "strategies")
    if definer is None or definer is not _definer(bot, "act"):
        return None
    try:
        told = bot.strategies()
        return None if told is None else (game.plan(0, _strategy(game, 0, told)), game.plan(1, _strategy(game, 1, told)))
    except (Exception, SystemExit) as error:
        raise EngineFailed(f"{name} has strategies, but cannot show how it plays: {_told(error)}") from error


def _definer(bot: object, name: str) -> object:
    """Where a bot's attribute is defined: in itself, or in which of its classes; None when that cannot be seen."""
    return next((one for one in (bot, *type(bot).__mro__) if name in getattr(one, "__dict__", ())), None)


def _strategy(game: DrawGame, position: int, told: Any) -> Strategy:
    """A position's strategy of what a bot showed, if it is one of the game.

    Raises:
        TypeError: it is nothing like one.
        ValueError: it is another game's, or its chances are none.
    """
    if not isinstance(told, Sequence) or len(told) != 2:
        size = f" of {len(told)}" if isinstance(told, Sequence) else ""
        raise TypeError(f"there must be a Strategy for each of 2 positions, or None; not {type(told).__name__}{size}")
    like, found = game.uniform(position), []
    for part, shape in game.shapes(position).items():
        table = np.asarray(getattr(told[position], part), dtype=np.float64)
        if table.shape != shape:
            raise ValueError(f"{part!r} of position {position} must be of shape {shape}; not {table.shape}")
        if not (table >= 0).all() or table[getattr(like, part) == 0].any() or not np.allclose(table.sum(axis=1), 1, rtol=0, atol=_CHANCES):
            raise ValueError(f"{part!r} of position {position} must be chances of what is legal, which sum to 1")
        found.append(table)
    return Strategy(*found)


def _sane_response(game: DrawGame, plans: tuple[Plan, Plan]) -> tuple[Strategy, Strategy]:
    """The best response to the bot when it now and then does anything at all."""
    mixed = [plans[position].mixed(game.plan(position, game.uniform(position)), _ELSEWHERE) for position in (0, 1)]
    return best_response(game, 0, mixed[1])[1], best_response(game, 1, mixed[0])[1]


def _goes_on(last: FiveCardDrawView, view: FiveCardDrawView) -> bool:
    """Whether a view is of the same hand as the one that was answered last.

    Between two players the log of a hand's first view has as many entries as the number of the position, and all later ones have more.
    So in the same position the first log of a new hand is no longer than any of the hand before.
    """
    return view.position == last.position and len(view.log) > len(last.log) and view.log[: len(last.log)] == last.log


def _seed(seed: int, number: int) -> int:
    """A seed for a bot, 0 to 2^63 − 1."""
    return int.from_bytes(blake2b(b"%d %d" % (seed, number), digest_size=8).digest()) >> 1


def _seed_of(master: bytes, number: int) -> int:
    return _seed(int.from_bytes(master), number)


def _told(error: BaseException) -> str:
    """What a bot's code raised, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if place.filename == __file__ else f" ({place.filename}, line {place.lineno})"
    return f"{failure_text(error)}{where}"

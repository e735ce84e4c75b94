"""What a player who knew a bot's way would win from it: the bot is asked, the best response is worked out, and the two play.

A bot is asked what it does with thousands of hands (``arena.solving``), which makes a plan of it; against a plan the best response is
exact. A bot that plays a table of chances may show it instead (``strategies``): where little is wrong, a sample of hands would say
more wrong of it than there is. What the response promises holds for the plan, in which like hands are played alike. So it is played against
the bot itself, on mirrored deals, and what it wins there is the figure to believe: a lower bound of what can be won.

The bot is another instance in every hand, so one that remembers is measured as if it had just sat down: a way of play that changes
as hands go by has no single best response.
"""

import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from numbers import Integral
from typing import Any

from arena.cli.common import failure_text
from arena.cli.probe_money import BOT, RESPONSE, Money, Sum, added_up, course_of
from arena.cli.workers import Here
from arena.engines import find_builtin
from arena.errors import ConfigError, EngineFailed
from arena.matches import BotFactory, Leg, MatchSpec, TableInfo, match_seed, play_match, regular_seating
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
    """At least 2, half of them in each seat."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What is known of a bot, in mbb/h."""

    name: str
    ruleset: FiveCardDrawRuleset
    model: tuple[float, float]
    """What the best response wins from the bot's plan, by its position."""
    won: Interval
    """What it won from the bot."""
    question_count: int
    money: Money
    """All hands that were played."""

    @property
    def exploitability(self) -> float:
        """What the best response wins from the bot's plan."""
        return sum(self.model) / 2

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
    """Ask a bot, work out the best response, and play it.

    Args:
        name: an in-process bot.
        game: of :func:`open_game`.
        trial: how much is asked and played.
        show: told how far it is.
        workers: who play the hands, this process alone without; the result is the same.

    Raises:
        ConfigError: there is no such bot.
        EngineFailed: the bot raised, or answered what is not legal; names it and the view.
    """
    questions = _Questions(name, find_builtin(name), _seed_of(trial.master, 0))
    plans = _shown(game, name) or tabulate(game, questions, trial.effort, seed=_seed_of(trial.master, 1), progress=partial(show, "asking"))
    show("solving", 0.0)
    values = [best_response(game, position, plans[1 - position])[0] for position in (0, 1)]
    meeting = _Meeting(name, game, _sane_response(game, plans), trial.master, trial.hands + 1 >> 1)
    nets, money = _play(meeting, show, workers or Here())
    scale = 1000 / game.ruleset.big_bet
    won = interval([chips * scale / 2 for chips in nets], 1 - CONFIDENCE, len(nets))
    return Probe(name, game.ruleset, (scale * values[0], scale * values[1]), won, questions.count, money)


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
    except Exception as error:
        raise EngineFailed(f"{name} cannot be made: {_told(error)}") from error


def answer(name: str, bot: Any, view: FiveCardDrawView) -> int:
    """What a bot plays.

    Raises:
        EngineFailed: it raised, or its answer is not legal.
    """
    try:
        code = bot.act(view)
    except Exception as error:
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
    played = play_match(spec, (partial(_Response, player), partial(FreshEveryHand, meeting.name, find_builtin(meeting.name))))
    hands = (
        course_of(record, meeting.game.ruleset, Leg(spec, number).deal(record.deal_number, 2), _players(record.deal_number, number))
        for number, leg in enumerate(played.legs)
        for record in leg.hands
    )
    return [block.net_chips[RESPONSE] for block in played.blocks()], added_up({course: one} for course, one in hands)


def _players(deal_number: int, leg: int) -> Sequence[int]:
    """By position."""
    return regular_seating(deal_number, leg, BOT + 1).players


def _shown(game: DrawGame, name: str) -> tuple[Plan, Plan] | None:
    """How a bot plays, from itself: one that looks a strategy up may show it, by a method ``strategies``. None if it cannot."""
    bot: Any = seated(name, find_builtin(name), TableInfo(game.ruleset, (name, _NAME), 0, 1, 0))
    strategies = bot.strategies() if hasattr(bot, "strategies") else None
    return strategies and (game.plan(0, strategies[0]), game.plan(1, strategies[1]))


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


def _told(error: Exception) -> str:
    """What a bot's code raised, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if place.filename == __file__ else f" ({place.filename}, line {place.lineno})"
    return f"{failure_text(error)}{where}"

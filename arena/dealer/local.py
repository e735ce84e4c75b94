"""A bot of this process at a table: asked and answered in one call.

Whose the bot is decides what its mistakes are. One of the arena's own makes none: where it raises, or answers what is not legal, that is a
bug of ours, and the table is void. Somebody's class is *judged*, as the same bot would be as a program of its own: an exception, when it is
made, acts or watches, is the end of it, so the leg is forfeited; an answer that is not legal is a fault and costs the default action.

Either way it is told whose code failed, in which file and line. What it looked like is kept (``output``).
"""

import os
import sysconfig
import traceback
from numbers import Integral
from pathlib import Path
from reprlib import Repr

from arena.dealer.table import FaultNotice, Sitting, refusal_of
from arena.errors import EngineFailed
from arena.matches import Bot, BotFactory, Cause, Decision, LegResult, Watch, show_end, watch_of
from arena.rules import AnyView

_ARENA = str(Path(__file__).parents[1]) + os.sep
_LIBRARIES = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib"))
_FAILURES = (Exception, SystemExit)
_MESSAGE_LENGTH = 300
_shown = Repr()
_shown.maxother = _shown.maxstring = 60


class LocalSeat:
    """A bot of this process at a table."""

    def __init__(self, factory: BotFactory, max_in_flight: int = 1, *, judged: bool = False) -> None:
        """A fresh instance is made for every table; ``judged``: by its own mistakes, see the module."""
        self.max_in_flight = max_in_flight
        self.hand_ends = False
        self.output = ""
        """What the failures of its bots looked like: tracebacks."""
        self._factory = factory
        self._judged = judged
        self._bots: dict[Sitting, Bot] = {}
        self._watches: dict[Sitting, Watch] = {}

    def sit_nowait(self, sitting: Sitting) -> None:
        """Make the instance; from one that remembers on, the seat wants to hear of hands that are over."""
        try:
            bot = self._factory(sitting.info)
            watch = watch_of(bot)
        except _FAILURES as error:
            self._fail(sitting, error)
            return
        self._bots[sitting] = bot
        if watch is not None:
            self._watches[sitting] = watch
            self.hand_ends = True

    def ask_nowait(self, sitting: Sitting, decision: Decision) -> int | None:
        """Ask it; None when it has forfeited."""
        view = decision.hand.view(decision.position)
        try:
            code = self._bots[sitting].act(view)
        except _FAILURES as error:
            self._fail(sitting, error)
            return None
        return self._checked(sitting, decision, view, code) if self._judged else code

    def fault_nowait(self, notice: FaultNotice) -> None:
        """Nobody is told: one that was judged is asked again all the same."""

    def hand_over_nowait(self, sitting: Sitting, last: Decision) -> None:
        """Show it to an instance that remembers and was dealt in, whoever's decisions were answered by default."""
        watch = self._watches.get(sitting)
        if watch is not None:
            try:
                show_end(watch, sitting.player, last)
            except _FAILURES as error:
                self._fail(sitting, error)

    def leave_nowait(self, sitting: Sitting, result: LegResult) -> None:
        """Forget the instance."""
        self._bots.pop(sitting, None)
        self._watches.pop(sitting, None)

    def _checked(self, sitting: Sitting, decision: Decision, view: AnyView, code: object) -> int | None:
        if not isinstance(code, Integral):
            detail = f"answered {_shown.repr(code)}, which is no code; it must be one of view.legal"
            return sitting.default_nowait(decision, "unreadable", detail, 0.0)
        if code not in view.legal:
            return sitting.default_nowait(decision, "illegal", refusal_of(decision, int(code)), 0.0)
        return int(code)

    def _fail(self, sitting: Sitting, error: BaseException) -> None:
        """A bot failed: it forfeits, if it is judged.

        Raises:
            EngineFailed: it is ours.
        """
        self._bots.pop(sitting, None)
        self._watches.pop(sitting, None)
        self.output += "".join(traceback.format_exception(error))
        place, told = _place(error), _told(error)
        if not self._judged:
            name = sitting.info.player_names[sitting.player]
            raise EngineFailed(f"{name}{place and f' ({place})'}: {told}") from error
        sitting.forfeit_nowait(Cause.EXITED, f"its code failed{place and f' at {place}'}: {told}", 0.0)


def _place(error: BaseException) -> str:
    """Where in a bot's code it was raised, as file and line, rather than in what that code called; empty when it was nowhere there."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_ARENA)]
    own = [frame for frame in frames if not frame.filename.startswith(_LIBRARIES)] or frames
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""


def _told(error: BaseException) -> str:
    """In one line."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= _MESSAGE_LENGTH else words[: _MESSAGE_LENGTH - 1] + "…"

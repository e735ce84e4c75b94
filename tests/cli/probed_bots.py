"""Bots to be probed: whose worth is known by hand, with a memory, that show how they play, and with faults."""

import os
import sys
from multiprocessing import parent_process
from typing import ClassVar

import numpy as np

from arena.rules import Kind, Stage, class_of, strength
from arena.solving import GIVE_UP, PASS, DrawGame, Strategy
from bots.draw import Call, Fold
from bots.draw.expert import Expert

RESPONSE = "best response"
"""What the other player is called."""


class Pays(Fold):
    """Bets with a pair or better where it acts first, and gives that up when it is raised; gives up everything else.

    A response that never folds, and wagers sooner or later, wins 3 chips from a bet and 1 chip from everything else: all there is.
    """

    def act(self, view):
        bets = view.position == 0 and view.stage == Stage.FIRST_ROUND and not view.log and class_of(strength(view.hole_cards)) > 0
        return int(Kind.BET) if bets else super().act(view)


class Warns(Call):
    """Wagers before the draw with three of a kind or better; calls with everything else, and never folds."""

    def act(self, view):
        wagers = view.stage == Stage.FIRST_ROUND and class_of(strength(view.hole_cards)) >= 3
        return next((int(kind) for kind in (Kind.RAISE, Kind.BET) if wagers and kind in view.legal), None) or super().act(view)


class Liar(Fold):
    """Gives everything up when it is asked; played against it bets first and gives up the bet. It sees by the names which it is."""

    def __init__(self, info):
        super().__init__(info)
        self.asked = info.player_names[1] == RESPONSE

    def act(self, view):
        bets = not self.asked and view.position == 0 and not view.log
        return int(Kind.BET) if bets else super().act(view)


class Told(Fold):
    """Keeps what each instance was told, and raises when that is not so."""

    told: ClassVar[list] = []

    def __init__(self, info):
        super().__init__(info)
        self.info = info
        self.told.append(info)

    def act(self, view):
        assert self.info.player_names[self.info.player] == "tests.cli.probed_bots:Told"
        assert self.info.player_names[1 - self.info.player] == RESPONSE
        assert self.info.ruleset == view.ruleset
        assert self.info.hand_count == 1
        return super().act(view)


class Sleepy(Call):
    """Calls everything until it has met three hands; then it gives everything up."""

    def __init__(self, info):
        super().__init__(info)
        self.tired, self.hands = Fold(info), 0

    def act(self, view):
        self.hands += view.stage == Stage.FIRST_ROUND and len(view.log) < 2
        return (self.tired if self.hands > 3 else super()).act(view)

    def watch(self, view):
        self.hands += 1


class Noted(Call):
    """Every instance keeps what it was told and shown."""

    instances: ClassVar[list] = []

    def __init__(self, info):
        super().__init__(info)
        self.info, self.views = info, []
        self.instances.append(self)

    def act(self, view):
        self.views.append(view)
        return super().act(view)


class Illegal(Call):
    """Checks whatever it faces."""

    def act(self, view):
        return super().act(view) if view.stage == Stage.DRAW else int(Kind.CHECK)


class Broken(Call):
    """Raises after the draw."""

    def act(self, view):
        return {}[5] if view.stage == Stage.SECOND_ROUND else super().act(view)


class Unmade:
    """Cannot be made."""

    def __init__(self, info):
        raise ValueError("no table for this cap")


class Exits(Call):
    """Ends the process when it is asked, as if all was well."""

    def act(self, view):
        sys.exit(0)


class ExitsAtOnce:
    """Ends the process when it is made."""

    def __init__(self, info):
        sys.exit(0)


class ExitsElsewhere(Call):
    """Ends its process, unless that is the one that was started first; as if all was well."""

    def act(self, view):
        return sys.exit(0) if parent_process() is not None else super().act(view)


class Deadly(Call):
    """Ends its process, unless that is the one that was started first."""

    def act(self, view):
        if parent_process() is not None:
            os._exit(1)
        return super().act(view)


class Shows(Fold):
    """Gives everything up, says so, and cannot be asked out of the blue: it raises unless it is played against."""

    def __init__(self, info):
        super().__init__(info)
        self.info = info

    def act(self, view):
        assert self.info.player_names[0] == RESPONSE
        return super().act(view)

    def strategies(self):
        return tuple(folding(DrawGame(self.info.ruleset), position) for position in (0, 1))


class ShowsNothing(Fold):
    """Has nothing to show under these rules."""

    def act(self, view):
        return super().act(view)

    def strategies(self):
        return None


class Caller(Shows):
    """Plays in its own way, beside what it inherits."""

    def act(self, view):
        return Call.act(self, view)


class Own(Shows):
    """Plays in its own way, which no class defines."""

    def __init__(self, info):
        super().__init__(info)
        self.act = Call(info).act


class Misses(Expert):
    """Shows the expert's table and gives everything up."""

    def act(self, view):
        return Fold.act(self, view)

    strategies = Expert.strategies


class ShowsList(Shows):
    act, strategies = Shows.act, ("tight", "loose")


class ShowsBroken(Shows):
    act = Shows.act

    def strategies(self):
        return {}["table"]


class ShowsExit(Shows):
    act = Shows.act

    def strategies(self):
        sys.exit(0)


class ShowsText(Shows):
    act = Shows.act

    def strategies(self):
        return "tight"


class ShowsOne(Shows):
    act = Shows.act

    def strategies(self):
        return super().strategies()[:1]


class ShowsNoStrategy(Shows):
    act = Shows.act

    def strategies(self):
        return 1, 2


class ShowsTwice(Shows):
    """The same for both positions."""

    act = Shows.act

    def strategies(self):
        return (super().strategies()[0],) * 2


class ShowsMore(Shows):
    """Chances that sum to more than 1, once."""

    act = Shows.act

    def strategies(self):
        shown = super().strategies()
        shown[1].second[2, PASS, 3, 4] += 0.5
        return shown


class ShowsIllegal(Shows):
    """Folds where there is nothing to call."""

    act = Shows.act

    def strategies(self):
        shown = super().strategies()
        shown[0].first[0] = np.roll(shown[0].first[0], GIVE_UP - PASS, axis=0)
        return shown


class ShowsNegative(Shows):
    """Chances that sum to 1, but for one that is below 0."""

    act = Shows.act

    def strategies(self):
        shown = super().strategies()
        shown[0].draw[0, :2, 0, 5] = 1.5, -0.5
        return shown


def folding(game, position):
    """Gives up where it may, else passes; stands pat."""
    legal = game.uniform(position)
    draw = np.zeros_like(legal.draw)
    draw[:, 0] = 1
    return Strategy(_giving_up(legal.first), draw, _giving_up(legal.second))


def _giving_up(legal):
    found = np.zeros_like(legal)
    found[:, GIVE_UP] = legal[:, GIVE_UP] > 0
    found[:, PASS] = 1 - found[:, GIVE_UP]
    return found

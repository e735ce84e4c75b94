"""Bots to be probed: with a memory, and with faults."""

import os
from multiprocessing import parent_process
from typing import ClassVar

from arena.rules import Kind, Stage
from bots.draw import Call, Fold


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


class Deadly(Call):
    """Ends its process, unless that is the one that was started first."""

    def act(self, view):
        if parent_process() is not None:
            os._exit(1)
        return super().act(view)

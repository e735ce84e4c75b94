"""Hard as it was in its version 1, unchanged.

An old version stays so that what was measured against it keeps its meaning and a new one can be shown to be better: it must play
every view as it always did. Its modules are its own; of the package it shares ``hands``, ``draws``, ``tables`` and ``chances``, whose
numbers must therefore not change.
"""

from bots.draw.v1.hard import Hard

__all__ = ["Hard"]

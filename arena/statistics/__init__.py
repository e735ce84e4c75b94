"""Statistics: estimators and intervals, from plain numbers.

- ``intervals``: the mean of a series with an interval that may be watched while the series grows.
- ``control``: a series less the part of it that luck explains.

The room knows nothing of cards, matches or tournaments; every unit that goes in comes out. The formulas and the
simulations behind their constants were made for this project; the reasons stand beside the code.
"""

from arena.statistics.control import Control, beta, corrected_series
from arena.statistics.intervals import Interval, half_width, interval, skewness, standard_error

__all__ = ["Control", "Interval", "beta", "corrected_series", "half_width", "interval", "skewness", "standard_error"]

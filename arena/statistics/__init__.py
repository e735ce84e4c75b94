"""Statistics: estimators and intervals, from plain numbers.

- ``intervals``: the mean of a series with an interval that may be watched while the series grows.
- ``forecast``: how long a series must grow until its interval says something.
- ``control``: a series less the part of it that luck explains.
- ``certificate``: evidence that a mean is above 0, exact for bounded results.
- ``patch``: whether a new version is better by some amount, or not at all, as soon as can be.
- ``bands``: from who is surely better than whom, the ranks, the bands and what is still to be decided.
- ``ratings``: one number an item from margins of pairs, where not everybody met everybody.

The room knows nothing of cards, matches or tournaments; every unit that goes in comes out. The formulas and the
simulations behind their constants were made for this project; the reasons stand beside the code.
"""

from arena.statistics.bands import Rank, bands, comparison_level, ranks, undecided, with_what_follows
from arena.statistics.certificate import Certificate, e_value, lambdas, log_e_value
from arena.statistics.control import Control, beta, corrected_series
from arena.statistics.forecast import numbers_to_decide, numbers_to_width
from arena.statistics.intervals import Interval, half_width, interval, skewness, standard_error, start_count
from arena.statistics.patch import PatchTest, Verdict, log_likelihood_ratios, patch_test
from arena.statistics.ratings import Margin, Ratings

__all__ = [
    "Certificate",
    "Control",
    "Interval",
    "Margin",
    "PatchTest",
    "Rank",
    "Ratings",
    "Verdict",
    "bands",
    "beta",
    "comparison_level",
    "corrected_series",
    "e_value",
    "half_width",
    "interval",
    "lambdas",
    "log_e_value",
    "log_likelihood_ratios",
    "numbers_to_decide",
    "numbers_to_width",
    "patch_test",
    "ranks",
    "skewness",
    "standard_error",
    "start_count",
    "undecided",
    "with_what_follows",
]

"""How much is still to be played until something can be said, if things go on as they are.

Both answers invert the half width of the interval that may be watched (``intervals``), which falls with every number: the smallest count
at which it is small enough, by bisection. They are forecasts, not promises: mean and deviation are taken as they stand. A
mean that is near 0 by chance gives a count that is far too large, and the reverse. Skewed numbers have no interval before
``intervals.start_count``; the larger of the two counts holds for them.
"""

from collections.abc import Callable

from arena.statistics.intervals import DEFAULT_OPTIMUM, START_COUNT, half_width

FARTHEST_COUNT = 10**9
"""Beyond this there is no forecast."""


def numbers_to_decide(mean: float, deviation: float, count: int, alpha: float, t_opt: int = DEFAULT_OPTIMUM) -> int | None:
    """How many numbers there must be in all until the interval excludes 0.

    Args:
        mean: of the numbers so far.
        deviation: their standard deviation, at least 0.
        count: how many there are; the answer is never less, nor less than what an interval starts at.
        alpha: the interval's.
        t_opt: the interval's.

    Returns:
        The count, or None when the mean is 0 or the count beyond FARTHEST_COUNT.
    """
    return _first_count(lambda t: float(half_width(deviation, t, alpha, t_opt)) < abs(mean), count)


def numbers_to_width(deviation: float, count: int, width: float, alpha: float, t_opt: int = DEFAULT_OPTIMUM) -> int | None:
    """How many numbers there must be in all until the interval is no wider than ``width``; otherwise as :func:`numbers_to_decide`."""
    return _first_count(lambda t: 2 * float(half_width(deviation, t, alpha, t_opt)) <= width, count)


def _first_count(enough: Callable[[int], bool], count: int) -> int | None:
    """The smallest count from ``count`` on that is enough, where more is enough too."""
    least, most = max(count, START_COUNT), FARTHEST_COUNT
    if least > most or not enough(most):
        return None
    while least < most:
        middle = (least + most) // 2
        if enough(middle):
            most = middle
        else:
            least = middle + 1
    return least

"""A control variate: a number e of mean 0 beside each result y takes the noise out that they share, as y − βe.

For any β that is fixed before y and e are known, y − βe has the mean of y. The best one is the regression of y on e; taken from
the very numbers it corrects, it would bias them. So results come in passes, and each pass is corrected by what *earlier* passes
say, with a prior worth Σe² = 20 at β = 1.5 and within sane limits:

    β = clip((30 + Σye)/(20 + Σe²), 0, 3)

The prior and the limits are for block means in big bets a hand, of results and of draw luck; there β is above 1, because who draws
well wins more than the pot that stood at the draw. What e is, whoever computed it knows.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

PRIOR_YE, PRIOR_EE = 30.0, 20.0
LOWEST_BETA, HIGHEST_BETA = 0.0, 3.0


def beta(ye_sum: float, ee_sum: float) -> float:
    """The coefficient after results y and controls e with these sums of products, ``ee_sum`` at least 0."""
    assert ee_sum >= 0, "a sum of squares"
    return min(max((PRIOR_YE + ye_sum) / (PRIOR_EE + ee_sum), LOWEST_BETA), HIGHEST_BETA)


@dataclass(frozen=True, slots=True)
class Control:
    """What the passes so far say of a series; without any, only the prior."""

    ye_sum: float = 0.0
    """Sum of result × control."""
    ee_sum: float = 0.0
    """Sum of control squared."""

    @property
    def beta(self) -> float:
        """The coefficient for the next pass."""
        return beta(self.ye_sum, self.ee_sum)

    def corrected(self, results: ArrayLike, controls: ArrayLike) -> NDArray[np.float64]:
        """The next pass's results less β times its controls."""
        y, e = _pair(results, controls)
        return y - self.beta * e

    def after(self, results: ArrayLike, controls: ArrayLike) -> "Control":
        """With the next pass, once it is over."""
        y, e = _pair(results, controls)
        return Control(self.ye_sum + float((y * e).sum()), self.ee_sum + float((e * e).sum()))


def corrected_series(passes: Iterable[tuple[ArrayLike, ArrayLike]]) -> NDArray[np.float64]:
    """The corrected results of passes, each of results and controls, in the order of time; none looks at itself or ahead."""
    control, parts = Control(), [np.empty(0)]
    for results, controls in passes:
        parts.append(control.corrected(results, controls))
        control = control.after(results, controls)
    return np.concatenate(parts)


def _pair(results: ArrayLike, controls: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    y, e = np.asarray(results, dtype=np.float64), np.asarray(controls, dtype=np.float64)
    assert y.shape == e.shape, "a control for every result"
    return y, e

"""How often the interval of a rating, or of a difference of two, ever misses; not part of the tests.

Run: ``python -m tests.statistics.soak_ratings [SCHEDULE …]``; all of them take about a quarter of an hour. Each line is of 2,000
tournaments of eight items and matches of 500 blocks, looked at after every pass, for 8 and for 30 passes. The worlds: equal items, which
is the worst case, because then a schedule follows nothing but chance; items apart by 0.03 deviations each; and such that beat each other
in circles besides. Deviations differ from pair to pair, by up to four times. The schedules are in ``scheduling``.

``rating`` and ``difference`` are the shares of the single statements, at 5 % each, that ever missed; ``comparisons`` that of the
tournaments in which any of the 28 differences did, at the level at which all hold together. Fails when one of these is more than a true
5 % would be once in a thousand times. Printed by this command:

    schedule          items     results      passes    rating difference comparisons
    swiss             equal     normal            8     0.69 %     0.49 %     0.25 %
    swiss             equal     normal           30     1.23 %     1.06 %     0.65 %
    swiss             equal     exponential       8     0.56 %     0.33 %     0.00 %
    swiss             equal     exponential      30     1.13 %     0.83 %     0.20 %
    swiss             apart     normal            8     0.40 %     0.25 %     0.15 %
    swiss             apart     normal           30     0.75 %     0.63 %     0.30 %
    swiss             circular  normal            8     0.47 %     0.25 %     0.05 %
    swiss             circular  normal           30     0.91 %     0.65 %     0.45 %
    ladder            equal     normal            8     1.08 %     1.03 %     0.75 %
    ladder            equal     normal           30     2.93 %     2.90 %     3.10 %
    ladder            equal     exponential       8     0.84 %     0.87 %     0.00 %
    ladder            equal     exponential      30     2.50 %     2.50 %     0.00 %
    ladder            apart     normal            8     0.54 %     0.30 %     0.35 %
    ladder            apart     normal           30     0.69 %     0.42 %     0.45 %
    ladder            circular  normal            8     0.46 %     0.23 %     0.15 %
    ladder            circular  normal           30     0.61 %     0.42 %     0.30 %
    undecided ladder  equal     normal            8     1.56 %     1.66 %     1.40 %
    undecided ladder  equal     normal           30     3.31 %     3.19 %     2.80 %
    undecided ladder  equal     exponential       8     1.32 %     1.35 %     0.00 %
    undecided ladder  equal     exponential      30     2.77 %     2.73 %     0.00 %
    undecided ladder  apart     normal            8     0.47 %     0.29 %     0.35 %
    undecided ladder  apart     normal           30     0.59 %     0.39 %     0.35 %
    undecided ladder  circular  normal            8     0.53 %     0.31 %     0.25 %
    undecided ladder  circular  normal           30     0.64 %     0.39 %     0.30 %

Without ``arena.statistics.ratings.SCHEDULE_FACTOR`` the last schedule, equal items, normal results had 5.36 % of the differences and 4.40 %
of the comparisons after 30 passes.
"""

import sys
import time
from itertools import product

import numpy as np

from tests.statistics.scheduling import SCHEDULES, watch
from tests.statistics.watching import SOURCES, binomial_limit

RUNS, LOOKS, SEED = 2000, (8, 30), 7
WORLDS = (("equal", "normal"), ("equal", "exponential"), ("apart", "normal"), ("circular", "normal"))


def main(schedules: list[str]) -> int:
    """Play, print, judge."""
    started_s, worst = time.monotonic(), 0.0
    print(f"{'schedule':18}{'items':10}{'results':13}passes    rating difference comparisons")
    for schedule, (kind, name) in product(schedules or SCHEDULES, WORLDS):
        found = [watch(schedule, kind, SOURCES[name], np.random.default_rng([SEED, run]), LOOKS) for run in range(RUNS)]
        for passes, rates in zip(LOOKS, np.mean(found, axis=0).tolist(), strict=True):
            print(f"{schedule:18}{kind:10}{name:13}{passes:6}" + "".join(f"{100 * rate:9.2f} %" for rate in rates), flush=True)
            worst = max(worst, *rates)
    limit = binomial_limit(RUNS, 0.05) / RUNS
    print(f"at most {100 * limit:.2f} % may miss at 5 %; {time.monotonic() - started_s:.0f} s")
    return 0 if worst <= limit else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

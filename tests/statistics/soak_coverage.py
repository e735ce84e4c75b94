"""How often the interval that may be watched ever misses, and the patch test errs; not part of the tests.

Run: ``python -m tests.statistics.soak_coverage [FILE …]``; minutes. A FILE holds block results, ``.npy`` or a JSON list; series are drawn
from them, each put back, and their mean is the truth.

Every series has 20,000 numbers and is looked at after each of them, from the interval's start on, at a chance of 5 %, and at that of one of
the 28 comparisons of eight entrants. Fails when a source misses oftener than a true 5 % would once in a thousand times; the smaller
chance is shown and not judged, for its misses are too few. The patch test is made with δ an eighth of the deviation. Printed by this
command, with 2,000 series of each (the binomial error of 5 % of them is 0.49 %):

                                            skewness  missed, of 5 %  of 0.18 %  wrongly better  not better
    normal                                       0.0          3.70 %     0.05 %          3.80 %      4.65 %
    exponential                                  2.0          3.65 %     0.30 %          2.35 %      7.25 %
    mirrored (played, see ``watching``)          2.7          4.15 %     0.25 %          1.15 %      7.55 %
    mixture (made up, see there)                 3.5          4.70 %     0.20 %          1.30 %      8.50 %

and with files of 6,000 mirrored blocks of built-in bots (draw/hard: 1,500), as played and less their luck:

    draw/normal, draw/hard                      −0.8          4.00 %     0.10 %          5.60 %      3.15 %
        corrected                               −0.3          4.05 %     0.10 %          4.60 %      4.15 %
    draw/easy, draw/normal                      −0.6          4.15 %     0.05 %          4.65 %      3.90 %
        corrected                               −0.6          3.85 %     0.15 %          4.25 %      3.20 %
    draw/normal, draw/tight_aggressive           2.6          3.65 %     0.10 %          1.75 %      7.25 %
        corrected                                2.9          3.55 %     0.25 %          1.35 %      7.20 %
    draw/tight_passive, draw/tight_aggressive   −0.7          2.65 %     0.15 %          2.90 %      2.90 %
        corrected                                0.9          2.50 %     0.05 %          2.60 %      4.35 %
    draw/normal, draw/raise                      1.5          3.45 %     0.20 %          1.95 %      5.45 %
        corrected                                1.4          3.50 %     0.10 %          2.55 %      5.20 %
    draw/raise, draw/tight_passive              −0.9          4.05 %     0.25 %          6.45 %      3.40 %
        corrected                               −1.5          4.10 %     0.15 %          6.60 %      3.25 %

Where one block in a hundred decides nearly everything it fails, as a start by the skewness so far must: of series of −2 to 2 with a 12 in
one of a hundred (skewness 5.9) 7.7 % missed, of a plain 1 in one of a hundred 11.7 % (1,000 series each).
"""

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from arena.statistics import comparison_level, patch_test, skewness
from tests.statistics.watching import SOURCES, Source, binomial_limit, ever_missed, pool

RUNS, LENGTH, CHUNK, SEED = 2000, 20_000, 100, 11
LEVELS = (0.05, comparison_level(0.05, 8))


def read_source(path: Path) -> Source:
    """The block results of a file."""
    numbers = np.load(path) if path.suffix == ".npy" else np.array(json.loads(path.read_text()), dtype=np.float64)
    return pool(numbers[np.isfinite(numbers)])


def miss_count(source: Source, alpha: float) -> int:
    """Series, of RUNS, that ever missed."""
    rng = np.random.default_rng(SEED)
    return sum(int(ever_missed(source, rng, (CHUNK, LENGTH), alpha).sum()) for _ in range(RUNS // CHUNK))


def patch_errors(source: Source) -> tuple[float, float, float]:
    """Shares of RUNS tests called better at a true 0, and not better at a true δ = s/8, and the mean of the numbers they took."""
    rng = np.random.default_rng(SEED)
    sample = source.draw(rng, (1, 200_000)) - source.mean
    delta = float(sample.std()) / 8
    numbers = source.draw(rng, (2 * RUNS, 4000)) - source.mean
    found = [patch_test(row + shift, delta) for row, shift in zip(numbers, [0.0] * RUNS + [delta] * RUNS, strict=True)]
    wrong = [sum(test.verdict == verdict for test in part) / RUNS for verdict, part in ((1, found[:RUNS]), (-1, found[RUNS:]))]
    return wrong[0], wrong[1], float(np.mean([test.count for test in found]))


def show(name: str, source: Source) -> bool:
    """One line of the table; whether it is as it should be."""
    misses = [miss_count(source, level) for level in LEVELS]
    better, worse, count = patch_errors(source)
    skew = skewness(source.draw(np.random.default_rng(SEED), (1, 200_000))[0])
    rates = " ".join(f"{100 * missed / RUNS:8.2f} %" for missed in misses)
    print(f"{name:40} {skew:8.2f} {rates} {100 * better:8.2f} % {100 * worse:8.2f} % {count:7.0f}", flush=True)
    return misses[0] <= binomial_limit(RUNS, LEVELS[0])


def main(paths: list[str]) -> int:
    """The table; 1 when a source misses too often."""
    started_s = time.monotonic()
    sources: Mapping[str, Source] = {**SOURCES, **{Path(path).stem: read_source(Path(path)) for path in paths}}
    shown = " ".join(f"{100 * level:8.2f} %" for level in LEVELS)
    print(f"ever missed in {RUNS} series of {LENGTH}, at {'':10}skewness\n{'':49} {shown}     better  not better  numbers")
    good = [show(name, source) for name, source in sources.items()]
    limit = 100 * binomial_limit(RUNS, LEVELS[0]) / RUNS
    print(f"at most {limit:.2f} % may miss at {100 * LEVELS[0]:.0f} %; {time.monotonic() - started_s:.0f} s")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

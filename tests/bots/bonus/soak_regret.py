"""Regret over 10,000 deals; not part of the tests. Run: ``python tests/bots/bonus/soak_regret.py``; minutes, nearly all the solver's.

Every level plays the same deals. Printed for each: its regret and net a hand, in thousandths of an ante, with standard errors; and how far
V* − net − regret is from nothing, in standard errors: plainly, and against hard's net on the same deals, of which V* is the expectation;
most luck falls out of that. Fails unless hard's regret is exactly zero and all of these are within four standard errors.
"""

import hashlib
import sys
import time

import numpy as np

from arena.matches import MatchSpec, grade_match, play_match, regret_antes
from arena.rules import HoldemBonusRuleset, game_value
from bots.bonus import Easy, Hard, Normal

MATCHES, DEALS = 10, 1000
"""The solver remembers the deals of one match, not of all of them."""
LEVELS = (Hard, Normal, Easy)


def play_all() -> tuple[np.ndarray, np.ndarray]:
    """Net and regret in antes, of shape (levels, hands)."""
    nets, regrets = [[[] for _ in LEVELS] for _ in range(2)]
    for number in range(MATCHES):
        seed = hashlib.sha256(b"soak %d" % number).digest()
        spec = MatchSpec("soak", "soak", "holdem_bonus", HoldemBonusRuleset(), ("a",), seed, DEALS)
        for place, level in enumerate(LEVELS):
            for hand in grade_match(play_match(spec, [level])).legs[0].hands:
                nets[place].append(hand.net_chips[0])
                regrets[place].append(float(regret_antes(hand)))
    return np.array(nets), np.array(regrets)


def errors_of(values: np.ndarray) -> float:
    """A mean in standard errors; 0 where nothing varies."""
    error = values.std(ddof=1) / len(values) ** 0.5
    return float(values.mean() / error) if error else 0.0


def main() -> int:
    """Play, print, judge."""
    started_s = time.monotonic()
    nets, regrets = play_all()
    best, worst = float(game_value().net), 0.0
    for place, level in enumerate(LEVELS):
        thousandths = [1000 * values[place] for values in (regrets, nets)]
        shown = " ".join([f"{one.mean():9.3f} ± {one.std(ddof=1) / len(one) ** 0.5:.3f}" for one in thousandths])
        plain = errors_of(best - nets[place] - regrets[place])
        paired = errors_of(nets[0] - nets[place] - regrets[place])
        worst = max(worst, abs(plain), abs(paired))
        print(f"{level.__name__:7} regret and net {shown}; off by {plain:+.2f} and {paired:+.2f} standard errors")
    exact = not regrets[0].any()
    print(f"hard's regret over {nets.shape[1]} hands is {'exactly zero' if exact else 'NOT ZERO'}; {time.monotonic() - started_s:.0f} s")
    return 0 if exact and worst < 4 else 1


if __name__ == "__main__":
    sys.exit(main())

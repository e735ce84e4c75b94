"""A tournament that is killed and gone on with, again and again, until it ends by itself.

As a command it does so many times over: ``python -m tests.end_to_end.killing 60`` kills at least so often, in rounds.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.end_to_end.shell import arena, command, environment, tournament

PLAY = 'deals_per_match = 20\nmax_hands = 400\nstop = "max_hands"'
ENTRANTS = "".join(
    f'[[entrant]]\nname = "{name}"\nbuiltin = "draw/{name}"\n' for name in ("normal", "easy", "call", "tight_aggressive", "random")
)
_START_S, _PLAY_S = 1.0, 3.0
"""From the start of a command to its first match, about, and how long after that it is killed at the latest."""


def tournament_file(folder: Path, play: str = PLAY) -> Path:
    """Ten pairings of ten matches each."""
    return tournament(folder, ENTRANTS, play=play)


def run_killed(file: Path, db: Path, rng: random.Random, seed: str, most_kills: int) -> tuple[str, int]:
    """Play a tournament, killed by SIGKILL at random moments; what the run that ended by itself printed, and the number of kills."""
    kills = 0
    while True:
        patience = _START_S + rng.uniform(0, _PLAY_S) if kills < most_kills else 600
        with subprocess.Popen(
            command("run", file, "--db", db, "--seed", seed, "--json"),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                out, err = process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                continue
        assert process.returncode == 0, err
        return out, kills


def main(least_kills: int) -> None:
    """Rounds of kills, each compared byte for byte."""
    rng, kills, began = random.Random(1), 0, time.monotonic()
    while kills < least_kills:
        seed = f"{rng.getrandbits(64):x}"
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            file = tournament_file(folder)
            whole = arena("run", file, "--db", folder / "whole.db", "--seed", seed, "--json", timeout=600)
            out, more = run_killed(file, folder / "killed.db", rng, seed, least_kills - kills)
        assert out == whole.out, "a run that was killed came to another result"
        kills += more
        print(f"{kills} kills, the same {len(out):,} bytes every time, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)

"""A tournament that is killed and gone on with, again and again, until it ends by itself.

As a command it does so many times over: ``python -m tests.end_to_end.killing 60`` kills at least so often, in rounds.
"""

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.end_to_end.shell import arena, command, environment, tournament

PLAY = 'deals_per_match = 20\nmax_hands = 400\nstop = "max_hands"'
ENTRANTS = "".join(
    f'[[entrant]]\nname = "{name}"\nbuiltin = "draw/{name}"\n' for name in ("normal", "easy", "call", "tight_aggressive", "random")
)
_MOST_MATCHES, _MOST_S = 16, 0.15
"""A run is killed after it has stored so many matches at most, and so much time after that."""


def stored(db: Path) -> int:
    """Matches stored so far; 0 while there is no database."""
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True, timeout=5)) as connection:
            return int(connection.execute("select count(*) from matches").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def tournament_file(folder: Path, play: str = PLAY) -> Path:
    """Ten pairings of ten matches each."""
    return tournament(folder, ENTRANTS, play=play)


def run_killed(file: Path, db: Path, rng: random.Random, seed: str, most_kills: int) -> tuple[str, int]:
    """Play a tournament, killed by SIGKILL at random moments; what the run that ended by itself printed, and the number of kills."""
    kills = 0
    while True:
        with subprocess.Popen(
            command("run", file, "--db", db, "--seed", seed, "--json"),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            if kills < most_kills and _killed(process, db, rng):
                kills += 1
                continue
            out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        return out, kills


def _killed(process: subprocess.Popen[str], db: Path, rng: random.Random) -> bool:
    """Kill a run at a random moment; not when it has ended before."""
    enough, pause_s = stored(db) + rng.randint(0, _MOST_MATCHES), rng.uniform(0, _MOST_S)
    while stored(db) < enough:
        if process.poll() is not None:
            return False
        time.sleep(0.01)
    time.sleep(pause_s)
    if process.poll() is not None:
        return False
    process.kill()
    process.communicate()
    return True


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

"""The command line as a person uses it: a process, its exit code, what it prints."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TWO_BUILTINS = """
[[entrant]]
name = "normal"
builtin = "draw/normal"
[[entrant]]
name = "easy"
builtin = "draw/easy"
"""
JACKS = """
[[entrant]]
name = "jacks"
command = ["python", "bots/python/jacks.py"]
"""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self):
        return json.loads(self.out)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "arena", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")} | {"COLUMNS": "120"}


def arena(*arguments: object, cwd: Path = ROOT, timeout: float = 120) -> Done:
    """Run a command to its end."""
    done = subprocess.run(command(*arguments), cwd=cwd, env=environment(), capture_output=True, text=True, timeout=timeout, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def tournament(folder: Path, entrants: str, *, top: str = "", play: str = "", extra: str = "") -> Path:
    """A small tournament file."""
    file = folder / "t.toml"
    file.write_text(f'name = "Small"\ngame = "five_card_draw"\n{top}\n[play]\n{play}\n{extra}\n{entrants}')
    return file


SMALL = 'deals_per_match = 100\nmax_hands = 400\nstop = "max_hands"'

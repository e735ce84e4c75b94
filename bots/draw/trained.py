"""A trained way of play as a file: both positions' strategies in bytes, how they were made, and a checksum.

Chances are kept in 255ths, for giving up and for wagering; passing is what is left. At the draw they are kept for each number of cards but
the last. A numpy archive, compressed, with a text of JSON beside the arrays. The checksum is of the arrays and the rules, not of the
archive, whose bytes depend on who compressed it.
"""

import json
import zlib
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from arena.errors import ConfigError
from arena.rules import FiveCardDrawRuleset
from arena.solving import DRAW_COUNTS, PASS, DrawGame, Strategy

Bytes = npt.NDArray[np.uint8]

_PARTS = ("first", "draw", "second")
_FULL = 255


@dataclass(frozen=True, slots=True)
class Trained:
    """A way of play, and where it comes from."""

    ruleset: FiveCardDrawRuleset
    tables: dict[str, Bytes]
    """By position and part, such as ``0_first``: chances in 255ths; the choice left out is what the others leave."""
    command: str
    """What made it, but for where to put it."""
    seed: int

    @property
    def checksum(self) -> str:
        """The SHA-256 of the rules and the tables, in hex."""
        found = sha256(json.dumps(asdict(self.ruleset), sort_keys=True).encode())
        for name in sorted(self.tables):
            found.update(f"{name} {self.tables[name].shape}".encode())
            found.update(self.tables[name].tobytes())
        return found.hexdigest()

    def strategies(self) -> tuple[Strategy, Strategy]:
        """By position."""
        return self._strategy(0), self._strategy(1)

    def _strategy(self, position: int) -> Strategy:
        return Strategy(*[_chances(self.tables[f"{position}_{part}"], _left_out(part)) for part in _PARTS])


def trained(ruleset: FiveCardDrawRuleset, strategies: tuple[Strategy, Strategy], command: str, seed: int) -> Trained:
    """Strategies as they are kept."""
    tables = {f"{position}_{part}": _bytes(getattr(strategies[position], part), _left_out(part)) for position in (0, 1) for part in _PARTS}
    return Trained(ruleset, tables, command, seed)


def save(file: Path, made: Trained) -> None:
    """Write a file that :func:`load` reads."""
    about = {"ruleset": asdict(made.ruleset), "command": made.command, "seed": made.seed, "checksum": made.checksum}
    np.savez_compressed(file, about=np.array(json.dumps(about)), **made.tables)  # type: ignore[arg-type]


def load(file: Path) -> Trained:
    """Read a file.

    Raises:
        ConfigError: there is none, or it is not what :func:`save` wrote.
    """
    try:
        with file.open("rb") as source, np.load(source) as archive:
            about: dict[str, Any] = json.loads(str(archive["about"]))
            tables = {name: archive[name] for name in archive.files if name != "about"}
        made = Trained(FiveCardDrawRuleset(**about["ruleset"]), tables, about["command"], about["seed"])
        checksum, fits = str(about["checksum"]), _fits(made)
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        raise ConfigError(f"{file}: is no trained table; python -m bots.draw.train makes one ({error})") from None
    if made.checksum != checksum:
        raise ConfigError(f"{file}: the table is damaged, its checksum is {made.checksum[:12]} and not {checksum[:12]}; train it again")
    if not fits:
        raise ConfigError(f"{file}: the table does not fit its rules; train it again")
    return made


def _fits(made: Trained) -> bool:
    """Whether it has all tables of its rules, each of the right shape."""
    game = DrawGame(made.ruleset)
    return all(
        made.tables[f"{position}_{part}"].shape == _kept_shape(shape, _left_out(part))
        for position in (0, 1)
        for part, shape in game.shapes(position).items()
    )


def _kept_shape(shape: tuple[int, ...], left_out: int) -> tuple[int, ...]:
    return (shape[0], shape[1] - 1, *shape[2:]) if left_out < shape[1] else shape


def _left_out(part: str) -> int:
    return DRAW_COUNTS - 1 if part == "draw" else PASS


def _bytes(chances: npt.NDArray[np.float64], left_out: int) -> Bytes:
    """Chances in 255ths, rounded so that they never sum to more."""
    others = np.delete(chances, left_out, axis=1)
    rounded = np.rint(np.cumsum(others, axis=1) * _FULL).astype(np.int64)
    return np.diff(rounded, axis=1, prepend=0).clip(0, _FULL).astype(np.uint8)


def _chances(kept: Bytes, left_out: int) -> npt.NDArray[np.float64]:
    rest = _FULL - kept.sum(axis=1, dtype=np.int64)
    return np.insert(kept.astype(np.float64), left_out, rest, axis=1) / _FULL

"""Measured tables in a file that people write: what stands between two marks is made by a command, and nothing else is touched."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines between which a command puts its tables."""

    name: str

    @property
    def begin(self) -> str:
        """The line before them."""
        return f"<!-- {self.name}:begin -->"

    @property
    def end(self) -> str:
        """The line after them."""
        return f"<!-- {self.name}:end -->"

    def put(self, file: Path, text: str) -> None:
        """Put lines into a file, in place of those that stand there.

        Raises:
            ConfigError: as :meth:`around` does.
        """
        before, after = self.around(file)
        file.write_text(f"{before}{self.begin}\n{text}{self.end}{after}", encoding="utf-8")

    def around(self, file: Path) -> tuple[str, str]:
        """What stands before and after the marks in a file.

        Raises:
            ConfigError: it cannot be read, or has no such marks.
        """
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise ConfigError(f"--write {file}: cannot be read; name a text file such as README.md") from None
        before, found, rest = text.partition(self.begin)
        _, found_too, after = rest.partition(self.end)
        if not found or not found_too:
            raise ConfigError(f"--write {file}: has no place for the tables; put the lines {self.begin} and {self.end} into it")
        return before, after


def machine_text() -> str:
    """Where something was measured, without a name."""
    return f"Python {platform.python_version()}, {len(os.sched_getaffinity(0))} processors, {platform.machine()}"

"""One section of a configuration file, read key by key, with refusals a person can act on.

It knows types, ranges and spelling, and nothing of tournaments. Every refusal is one line: the file, the key, the value, and
what would do instead.
"""

import difflib
import json
from collections.abc import Mapping, Sequence

from arena.errors import ConfigError

NAME_LENGTH = 60
_SHOWN_LENGTH = 80


class Section:
    """The keys and values of one section; reading one of them checks it."""

    def __init__(self, where: str, place: str, values: Mapping[str, object]) -> None:
        """``where`` is the file; ``place`` is empty at the top, ``[play]`` or ``entrant 3`` below it."""
        self.where = where
        self.place = place
        self.values = values

    def refuse_unknown(self, known: Sequence[str], homes: Mapping[str, str] | None = None) -> None:
        """Check the spelling of every key.

        Args:
            known: the keys that may stand here.
            homes: keys of other sections, with the place where they belong.

        Raises:
            ConfigError: names the first unknown key, and the nearest known one.
        """
        for key in self.values:
            if key not in known:
                raise ConfigError(f"{self.label(key)}: unknown key{_advice(key, known, homes or {})}")

    def label(self, key: str) -> str:
        """The file, the section and the key."""
        spelled = key if key.replace("_", "").replace("-", "").isalnum() else shown(key)
        between = {"": "", "[": " "}.get(self.place[:1], ": ")
        return f"{self.where}: {self.place}{between}{spelled}"

    def refusal(self, key: str, must: str) -> ConfigError:
        """The error that says what a key must be; ``must`` begins with the words after "must be"."""
        if key not in self.values:
            return ConfigError(f"{self.label(key)}: missing, must be {must}")
        return ConfigError(f"{self.label(key)} = {shown(self.values[key])}: must be {must}")

    def text(self, key: str, must: str, default: str | None = None) -> str:
        """Any text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.refusal(key, must)
        return value

    def name(self, key: str, default: str | None = None) -> str:
        """What people and pages call something: 1 to 60 printable characters, no space at the ends."""
        must = f"1 to {NAME_LENGTH} printable characters, without spaces at the ends"
        value = self.text(key, must, default)
        if key in self.values and not (1 <= len(value) <= NAME_LENGTH and value.isprintable() and value == value.strip()):
            raise self.refusal(key, must)
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One word of a closed list."""
        words = [shown(word) for word in allowed]
        must = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
        value = self.text(key, must, default)
        if value not in allowed:
            near = difflib.get_close_matches(value, allowed, 1)
            raise self.refusal(key, must + (f"; did you mean {shown(near[0])}?" if near else ""))
        return value

    def flag(self, key: str) -> bool:
        """True or false; false when absent."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.refusal(key, "true or false")
        return value

    def whole(self, key: str, low: int, high: int, default: int) -> int:
        """A whole number of a range, ends included."""
        value = self.values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.refusal(key, f"a whole number from {low} to {high}")
        return value

    def number(self, key: str, bounds: tuple[float, float], default: float | None, must: str, *, open_low: bool = True) -> float:
        """A number above the first bound (or at it, unless ``open_low``) and at most the second."""
        low, high = bounds
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high or (open_low and value == low):
            raise self.refusal(key, must)
        return float(value)


def shown(value: object) -> str:
    """A value as a line of TOML would show it, cut when long, never more than one line."""
    text = _plain(value)
    text = "".join(char if char.isprintable() else char.encode("unicode_escape", "backslashreplace").decode() for char in text)
    return text if len(text) <= _SHOWN_LENGTH else text[: _SHOWN_LENGTH - 1] + "…"


def _plain(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "a section"
    if isinstance(value, list | tuple):
        return f"[{', '.join('[…]' if isinstance(item, list | tuple) else _plain(item) for item in value)}]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    try:
        return str(value)
    except ValueError:  # Python refuses to print whole numbers of more than 4,300 digits
        return "a very long number"


def _advice(key: str, known: Sequence[str], homes: Mapping[str, str]) -> str:
    near = difflib.get_close_matches(key, known, 1)
    if key in homes:
        return f", it belongs in {homes[key]}"
    if near:
        return f", did you mean {near[0]}?"
    return f", known here are {', '.join(known)}"

"""What ``arena compare`` is told, as a specification: two bots as a person names them, and the rules of a tournament file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from arena.cli.common import words_of
from arena.cli.text import brief
from arena.engines import find_builtin, resolve_command
from arena.errors import ConfigError
from arena.rules import GAMES
from arena.tournaments import TournamentSpec, tournament_from_document

MAX_HANDS = 200_000
"""The budget, where nobody says another."""
_DEFAULT_GAME = "five_card_draw"
_NAME_LENGTH = 56
_NOT_OURS = ("name", "format", "hero", "passes", "payouts", "schedule", "timezone", "missed", "overlap", "entrant")
_NOT_OURS_IN_PLAY = ("seats", "stop", "width_mbb", "publish", "entry")


def comparison_spec(a: str, b: str, rules: Path | None, play: Mapping[str, object]) -> TournamentSpec:
    """The two bots under the rules, checked as a tournament file is.

    Args:
        a: a bot as a person names it.
        b: the other.
        rules: a tournament file, of which only game, ``[rules]``, ``[play]`` and ``[clock]`` are read.
        play: keys of ``[play]`` that go before the file's.

    Raises:
        ConfigError: something that cannot be; in one line what, and what would do.
    """
    where = "arena compare" if rules is None else str(rules)
    document = {} if rules is None else _read(rules)
    game = _game(a, b, document, where)
    spec = tournament_from_document(document | _play(document, play, where) | {"game": game, **_entrants(a, b)}, where)
    if spec.ruleset.carried_stack:
        raise ConfigError(f"{where}: [rules]: chips are carried from hand to hand, so a whole match is one result; use arena run instead")
    return spec


def entrant_of(text: str) -> dict[str, object]:
    """Where a bot runs, as keys of ``[[entrant]]``.

    Raises:
        ConfigError: there is no such bot.
    """
    if not _is_command(text):
        if text.endswith("@"):
            raise ConfigError(f"{brief(text)}: names no version after the @; leave the @ out to have the newest")
        find_builtin(text)
        return {"builtin": text}
    words = words_of(text)
    if not words:
        raise ConfigError("a bot must be named: draw/hard, mybots.new:Bot, or a command such as 'python mybot.py'")
    command = ["python", *words] if words[0].endswith(".py") else words
    resolve_command(command)
    return {"command": command}


def _is_command(text: str) -> bool:
    return any(char.isspace() for char in text) or text.endswith(".py") or text.startswith(("/", "./", "../"))


def _play(document: Mapping[str, object], ours: Mapping[str, object], where: str) -> dict[str, object]:
    """The section ``[play]``; one that is no section is left as it is, to be refused."""
    found = document.get("play", {})
    if not isinstance(found, Mapping):
        return {}
    if found.get("seats", 2) not in (1, 2):
        raise ConfigError(f"{where}: [play] seats = {found['seats']}: two bots are compared at tables of two; leave it out")
    kept = {key: value for key, value in found.items() if key not in _NOT_OURS_IN_PLAY}
    return {"play": {"max_hands": MAX_HANDS, **kept, **ours}}


def _entrants(a: str, b: str) -> dict[str, object]:
    names = [_name(a), _name(b)]
    if names[0] == names[1]:
        names = [f"{name} ({letter})" for name, letter in zip(names, "AB", strict=True)]
    return {"name": "comparison", "entrant": [{"name": name, **entrant_of(text)} for name, text in zip(names, (a, b), strict=True)]}


def _name(text: str) -> str:
    words = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return words if len(words) <= _NAME_LENGTH else words[: _NAME_LENGTH - 1] + "…"


def _game(a: str, b: str, document: Mapping[str, object], where: str) -> object:
    """The game that the file names, or the one that the names of the bots tell."""
    told = {text: plays for text in (a, b) if (plays := _game_of(text))}
    if len(set(told.values())) > 1:
        raise ConfigError(f"{a} plays {told[a]} and {b} plays {told[b]}; they never meet")
    game = document.get("game", next(iter(told.values()), _DEFAULT_GAME))
    wrong = [text for text in told if isinstance(game, str) and game in GAMES and told[text] != game]
    if wrong:
        raise ConfigError(f"{where}: game = {game}: {wrong[0]} plays {told[wrong[0]]}")
    return game


def _game_of(text: str) -> str:
    """By the name of a bot of ours; empty when it tells nothing."""
    levels = "" if _is_command(text) else text.partition("/")[0]
    return next((game_name for game_name, game in GAMES.items() if game.levels == levels), "")


def _read(file: Path) -> dict[str, object]:
    """What is ours of a tournament file."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{file}: {(error.strerror or 'cannot be read').lower()}; name a tournament file, or leave --rules out") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file}: not valid TOML: {' '.join(str(error).split())}") from None
    return {key: value for key, value in found.items() if key not in _NOT_OURS}

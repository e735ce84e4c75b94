"""Tournament files as a person names them."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from arena.dealer import next_due
from arena.engines import find_builtin, resolve_command, version_of
from arena.errors import ConfigError
from arena.tournaments import Entrant, TournamentSpec, parse_tournament


def load_tournament(file: Path, *, remote: bool) -> TournamentSpec:
    """A tournament file, checked down to its bots; ``remote`` says whether there is a dealer for remote ones.

    A built-in bot without a version is the newest one from now on, by its version: so a later one never plays, or counts, for it.

    Raises:
        ConfigError: names the file, the key, and what would do.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"{file}: {(error.strerror or 'cannot be read').lower()}; name a tournament file such as tournaments/demo.toml"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: is no UTF-8 text; name a tournament file such as tournaments/demo.toml") from None
    spec = parse_tournament(text, str(file))
    if spec.schedule:
        _check_schedule(file, spec)
    entrants = [_checked(file, number, entrant, remote=remote) for number, entrant in enumerate(spec.entrants, start=1)]
    return replace(spec, entrants=tuple(entrants))


def load_scheduled(folder: Path) -> list[TournamentSpec]:
    """The tournaments of a folder that have a schedule.

    Raises:
        ConfigError: the folder, or one of its files that has a schedule, cannot be used, or two have the same name.
    """
    specs, refusals = find_scheduled(folder)
    if refusals:
        raise ConfigError("; ".join(refusals))
    return specs


def find_scheduled(folder: Path) -> tuple[list[TournamentSpec], list[str]]:
    """The tournaments of a folder that have a schedule, and what is wrong with those that cannot be played.

    Of a file without a schedule nothing else is looked at: it may be played by hand, from another directory.

    Raises:
        ConfigError: there is no such folder.
    """
    if not folder.is_dir():
        raise ConfigError(f"--tournaments {folder}: is no directory; name one with tournament files")
    specs: dict[str, TournamentSpec] = {}
    refusals = []
    for file in filter(_may_have_schedule, sorted(folder.glob("*.toml"))):
        try:
            spec = load_tournament(file, remote=True)
            if spec.name in specs:
                raise ConfigError(f"{file}: name: {spec.name!r} is the name of another scheduled tournament; choose another")
            specs[spec.name] = spec
        except ConfigError as error:
            refusals.append(str(error))
    return list(specs.values()), refusals


def _may_have_schedule(file: Path) -> bool:
    """Whether a file has the key, as far as it can be read; one that cannot is looked at closely, to be refused."""
    try:
        return "schedule" in tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return True


def _check_schedule(file: Path, spec: TournamentSpec) -> None:
    try:
        next_due(spec, datetime.now(UTC))
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None


def _checked(file: Path, number: int, entrant: Entrant, *, remote: bool) -> Entrant:
    try:
        if entrant.builtin:
            return replace(entrant, builtin=pinned_builtin(entrant.builtin))
        if entrant.command:
            resolve_command(entrant.command)
        elif not remote:
            raise ConfigError("a remote bot needs a dealer to connect to; give --listen HOST:PORT")
    except ConfigError as error:
        key = "builtin" if entrant.builtin else "command" if entrant.command else "remote"
        raise ConfigError(f"{file}: entrant {number} ({entrant.name}): {key}: {error}") from None
    return entrant


def pinned_builtin(name: str) -> str:
    """A built-in bot with its version; one named by its class has none of ours.

    Raises:
        ConfigError: there is none of that name or version.
    """
    factory = find_builtin(name)
    return name if ":" in name or "@" in name else f"{name}@{version_of(factory)}"

"""Tournament files as a person names them."""

from pathlib import Path

from arena.engines import find_builtin, resolve_command
from arena.errors import ConfigError
from arena.tournaments import TournamentSpec, parse_tournament


def load_tournament(file: Path, *, remote: bool) -> TournamentSpec:
    """A tournament file, checked down to its bots; ``remote`` says whether there is a dealer for remote ones.

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
    for number, entrant in enumerate(spec.entrants, start=1):
        try:
            if entrant.builtin:
                find_builtin(entrant.builtin)
            elif entrant.command:
                resolve_command(entrant.command)
            elif not remote:
                raise ConfigError("a remote bot needs a dealer to connect to; give --listen HOST:PORT")
        except ConfigError as error:
            key = "builtin" if entrant.builtin else "command" if entrant.command else "remote"
            raise ConfigError(f"{file}: entrant {number} ({entrant.name}): {key}: {error}") from None
    return spec

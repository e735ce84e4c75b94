"""Where the arena is and what lets the bot in: as the program says, or as the environment does."""

import os
import re

from arena.client.ending import BadSettings

_MEANT = {
    "ARENA_ADDRESS": "where the arena listens, such as 127.0.0.1:7400",
    "ARENA_TOKEN": "the bot's token, as `arena bots add` printed it",
}
_TARGET = re.compile(r"(dns|ipv4|ipv6|unix|unix-abstract|vsock):\S+|[^\s/]+:(?P<port>[0-9]{1,5})")
_TOKEN = re.compile(r"[!-~]+")


def read_settings(address: str | None, token: str | None) -> tuple[str, str]:
    """Address and token; what is not given is the environment's.

    Raises:
        BadSettings: one is missing, or cannot be.
    """
    found = {"ARENA_ADDRESS": address or os.environ.get("ARENA_ADDRESS", ""), "ARENA_TOKEN": token or os.environ.get("ARENA_TOKEN", "")}
    missing = [name for name, value in found.items() if not value]
    if missing:
        raise BadSettings(f"{' and '.join(missing)} must be set: {'; '.join(_MEANT[name] for name in missing)}")
    address, token = found.values()
    target = _TARGET.fullmatch(address)
    if target is None or int(target["port"] or 1) not in range(1, 65536):
        raise BadSettings(f"ARENA_ADDRESS {address!r}: must be HOST:PORT, such as 127.0.0.1:7400")
    if not _TOKEN.fullmatch(token):
        raise BadSettings("ARENA_TOKEN: must be one word of plain characters, as `arena bots add` printed it")
    return address, token

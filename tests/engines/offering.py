"""A package that offers built-in bots, as an installed one would: its entry points and a module in a folder."""

from collections.abc import Mapping
from pathlib import Path

MODULE = "offered_bots"


def offer(folder: Path, points: Mapping[str, str]) -> None:
    """Install a package, in place of one before, with bots ``V1``, ``V2`` and ``V10`` of these versions; ``points`` are names of some."""
    information = folder / f"{MODULE}-1.0.dist-info"
    information.mkdir(exist_ok=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1.0\n")
    lines = [f"{name} = {MODULE}:{found}" for name, found in points.items()]
    (information / "entry_points.txt").write_text("\n".join(["[arena.bots]", *lines]))
    (folder / f"{MODULE}.py").write_text("from bots.draw import Easy\n" + "".join(map(_class, (1, 2, 10))))


def _class(version: int) -> str:
    return f'class V{version}(Easy):\n    """Plays as version {version} does."""\n    version = {version}\n'

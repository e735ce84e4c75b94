"""Where matches run, behind the dealer's port ``Engine``.

- ``host``: one match, played where it is called. ``local``: the same in worker processes of this machine.
- ``open``: matches with remote bots, in the dealer's own process.
- ``programs`` and ``keeper``: command bots as processes, cleaned up whatever happens. ``builtins``: in-process bots by name.
"""

from arena.engines.builtins import builtin_names, builtin_versions, find_builtin, version_of
from arena.engines.host import play_plan
from arena.engines.local import LocalEngine, open_local_engine
from arena.engines.open import OpenEngine
from arena.engines.programs import resolve_command

__all__ = [
    "LocalEngine",
    "OpenEngine",
    "builtin_names",
    "builtin_versions",
    "find_builtin",
    "open_local_engine",
    "play_plan",
    "resolve_command",
    "version_of",
]

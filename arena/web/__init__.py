"""Pages and live events for people who watch tournaments. Read-only; no cookies, no scripts from elsewhere, no accounts.

- ``server``: listens, serves, ends. ``app``: which page answers which address. ``access``: what may be shown of a match, and when.
- ``feed``: what watchers see, made once for all of them. ``stream``: server-sent events.
- ``pages``: templates and how numbers, times and cards look; ``charts``: intervals and lines as SVG coordinates.
- ``matches``: a match as its page shows it.

``templates/`` is HTML, ``static/`` one style sheet and one small script; without the script every page works and stands still.
"""

from arena.web.app import create_app
from arena.web.server import open_web

__all__ = ["create_app", "open_web"]

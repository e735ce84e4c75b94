"""Pages and live events for people who watch tournaments, in their language. Read-only; no scripts from elsewhere, no accounts.

- ``server``: listens, serves, ends. ``app``: which page answers which address; what may be shown of a match, and when, the dealer says.
- ``feed``: what watchers see, made once for all of them. ``stream``: server-sent events.
- ``boards``, ``matches``, ``hands``: a run, a match and a hand as their pages show them; ``measures``: what a run is ranked by, in words;
  ``charts``: intervals and lines as SVG coordinates.
- ``pages``: templates, in every language. ``choice``: which language a page is in. ``wording``: messages, numbers, moments and cards in it;
  ``telling``: what the rooms below say in English, said in it.

A game has two templates of its own, by its name: ``_rules_…`` and ``_hand_…``. ``templates/`` is HTML, ``static/`` one style sheet and one
small script; without the script every page works and stands still.
"""

from arena.web.app import create_app
from arena.web.server import open_web

__all__ = ["create_app", "open_web"]

"""What the built-in bots of the draw game are worth, measured: ``python -m bots.draw.evidence``.

- ``claims``: a figure, what was claimed of it, and whether that holds. ``players``: the bots by name, and matches between them.
- ``contests``: who is better, hard against bots it was not tuned on. ``bluffs``: counted in play. ``speed``: timed.
- ``probing``: what a best response wins; ``settled``: hard in the middle of a match, to be probed.
- ``work``: all of it in pieces, in several processes. ``show``: tables for people, for programs and for the README.
"""

"""A bot made of another: hard with one weight changed. So an author tries an idea; is it better?

    arena compare bots.draw.variant:Shy draw/hard@1

A file of one's own does as well, in the directory where the arena is started: ``mine.py``, then ``arena compare mine:Bolder draw/hard``.

    from bots.draw import Hard
    class Bolder(Hard):
        bluff_rate = 0.5

``Shy`` is a little worse than version 1 of hard, which remembers nothing and so is nearly its twin in play: there is something to find,
and ``make compare`` shows how many hands it takes to see it.
"""

from bots.draw.v1 import Hard


class Shy(Hard):
    """Takes every wager for a bluff that is not a clear favourite's, and so leaves most of them out."""

    bluff_share = 1.0

"""Built-in bots, found through the entry points of the group `arena.bots`; each starter kit beside them stands alone."""

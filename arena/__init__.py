"""A bot-competition arena: five-card draw and Texas Hold'em Bonus, over gRPC. The README has the map of rooms."""

__version__ = "0.1.0"

"""A bot-competition arena: five-card draw and Texas Hold'em Bonus, over gRPC. The README has the map of rooms."""

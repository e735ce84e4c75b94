"""Against the house: a complete third-party bot for Texas Hold'em Bonus. It knows arena.client, nothing else of the arena.

It puts up the smallest ante, gives the five weakest hands up, and bets before turn and river with an ace or a pair of its own.
Start it by a tournament's `command = ["python", "bots/python/house.py"]`, or by hand with ARENA_ADDRESS and ARENA_TOKEN set.
"""

from arena.client import Answer, BonusDecision, play

RANKS = "23456789TJQKA"


def decide(decision: BonusDecision) -> Answer:
    """The answer to one decision: everything needed is in it."""
    if decision.staking:
        return decision.stake()
    if decision.step == "flop":
        return decision.fold() if is_weak(decision.cards) else decision.bet()
    return decision.act("bet", "check") if is_good(decision.cards, decision.board) else decision.check()


def is_weak(cards: list[str]) -> bool:
    """A two with a three to seven of another suit: the hands that are better given up."""
    low, high = sorted(cards, key=lambda card: RANKS.index(card[0]))
    return low[0] == "2" and high[0] in "34567" and low[1] != high[1]


def is_good(cards: list[str], board: list[str]) -> bool:
    """An ace, a pocket pair, or a card that pairs the board."""
    own, shared = {card[0] for card in cards}, {card[0] for card in board}
    return len(own) == 1 or "A" in own or bool(own & shared)


if __name__ == "__main__":
    play(bonus=decide, software="against-the-house 1.0")

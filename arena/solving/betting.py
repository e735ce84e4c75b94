"""One betting round between two players, as a tree: nodes where somebody acts, and the ways in which it closes.

Position 0 acts first. A node is known by how many wagers were made before it and by whether the first of them came after a check:
with a cap of r raises there are 2 + 2·(r + 1) nodes and 1 + 2·(r + 1) closings without a fold.

Every node has three choices: give up (fold), pass (check or call) and wager (bet or raise). Giving up is possible
where there is something to call, wagering below the cap.
"""

from dataclasses import dataclass
from functools import cache

GIVE_UP, PASS, WAGER = range(3)
CHOICES = 3

Path = tuple[int, ...]
"""Choices one after another, both positions'."""


@dataclass(frozen=True, slots=True)
class Node:
    """Somebody must act."""

    actor: int
    """The position, 0 or 1."""
    wagers: int
    """Bets and raises so far, so a call brings both players to so many bets."""
    choices: tuple[int, ...]
    """Which are possible, in order."""
    passed_to: int
    """Where a pass leads: a node's number, or −1 − a closing's."""
    wagered_to: int
    """Where a wager leads: a node's number; −1 when none is possible."""
    own_before: tuple[int, int]
    """The actor's action before: node and choice; (−1, 0) when it has not acted."""
    other_before: tuple[int, int]
    """Likewise the other player's."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Both have put in the same, and go on."""

    wagers: int
    before: tuple[tuple[int, int], tuple[int, int]]
    """By position: its last action, node and choice."""


@dataclass(frozen=True, slots=True)
class BettingRound:
    """The tree of a betting round; every node comes after those that lead to it."""

    nodes: tuple[Node, ...]
    closings: tuple[Closing, ...]

    def own(self, position: int) -> list[int]:
        """The nodes at which a position acts."""
        return [number for number, node in enumerate(self.nodes) if node.actor == position]

    def paths(self) -> tuple[list[Path], list[Path]]:
        """The choices that lead to each node, and to each closing."""
        nodes: list[Path] = [()] * len(self.nodes)
        closings: list[Path] = [()] * len(self.closings)
        for number, node in enumerate(self.nodes):
            passed = nodes[number] + (PASS,)
            if node.passed_to >= 0:
                nodes[node.passed_to] = passed
            else:
                closings[-1 - node.passed_to] = passed
            if node.wagered_to >= 0:
                nodes[node.wagered_to] = nodes[number] + (WAGER,)
        return nodes, closings


@cache
def betting_round(max_raises: int) -> BettingRound:
    """The tree under a cap of so many raises after the bet."""
    last = max_raises + 1
    nodes: list[Node] = []
    closings: list[Closing] = []
    nothing = (-1, 0)
    after_check = 2 + last
    nodes.append(Node(0, 0, (PASS, WAGER), 1, 2, nothing, nothing))
    nodes.append(Node(1, 0, (PASS, WAGER), -1, after_check, nothing, (0, PASS)))
    closings.append(Closing(0, ((0, PASS), (1, PASS))))
    for first, opener in ((2, 0), (after_check, 1)):
        for wagers in range(1, last + 1):
            number = first + wagers - 1
            actor = (opener + wagers) % 2
            before = (opener, WAGER) if wagers == 1 else (number - 1, WAGER)
            own = _own_before(opener, wagers, number)
            more = wagers < last
            choices = (GIVE_UP, PASS, WAGER) if more else (GIVE_UP, PASS)
            nodes.append(Node(actor, wagers, choices, -1 - len(closings), number + 1 if more else -1, own, before))
            call = (number, PASS)
            closings.append(Closing(wagers, (call, before) if actor == 0 else (before, call)))
    return BettingRound(tuple(nodes), tuple(closings))


def _own_before(opener: int, wagers: int, number: int) -> tuple[int, int]:
    """What the player who faces so many wagers did before."""
    if wagers == 1:
        return (0, PASS) if opener == 1 else (-1, 0)
    return (opener, WAGER) if wagers == 2 else (number - 2, WAGER)

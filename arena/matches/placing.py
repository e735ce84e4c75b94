"""The places of a leg in which stacks are carried, and what they pay.

A player who is out later has the better place. Of those who went out in the same hand, who began it with more chips does (the custom of
tournament directors, TDA rule "last hand before elimination"); equal stacks share their places. Those still in when the deals are over
come first, by their chips. Players pay one buy-in each; the pot of them is paid out by place, and who share places share what those pay.
"""

from collections.abc import Sequence
from fractions import Fraction

from arena.matches.seating import first_carried, next_carried
from arena.matches.spec import MatchSpec
from arena.rules import HandRecord


def leg_prizes(spec: MatchSpec, leg: int, hands: Sequence[HandRecord]) -> list[Fraction]:
    """What each player's place in a leg that is over pays, in buy-ins; they sum to the number of players."""
    players = len(spec.players)
    shares = [Fraction(part * players, 100) for part in spec.payouts]
    shares += [Fraction(0)] * (players - len(shares))
    prizes, place = [Fraction(0)] * players, 0
    for tied in leg_places(spec, leg, hands):
        share = sum(shares[place : place + len(tied)], Fraction(0)) / len(tied)
        for player in tied:
            prizes[player] = share
        place += len(tied)
    return prizes


def leg_places(spec: MatchSpec, leg: int, hands: Sequence[HandRecord]) -> list[list[int]]:
    """Players by place, the first place first; those who share one together, in player order."""
    lasted = dict.fromkeys(range(len(spec.players)), (0, spec.ruleset.carried_stack))  # hands begun with chips, and how many
    seating = first_carried(spec, leg)
    for number, hand in enumerate(hands, 1):
        for position, player in enumerate(seating.players):
            chips = seating.stacks[position] + hand.net_chips[position]
            still_in = spec.ruleset.plays_on(chips)
            lasted[player] = (number, chips) if still_in else (number - 1, seating.stacks[position])
        following = next_carried(spec, seating, hand.net_chips)
        if following is None:
            break
        seating = following
    groups: dict[tuple[int, int], list[int]] = {}
    for player, key in lasted.items():
        groups.setdefault(key, []).append(player)
    return [groups[key] for key in sorted(groups, reverse=True)]

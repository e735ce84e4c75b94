"""Tournaments and outcomes for tests, made without playing a hand. One big bet is 4 chips."""

import dataclasses

import numpy as np

from arena.matches import Block, Status, commitment
from arena.rules import FiveCardDrawRuleset
from arena.tournaments import Entrant, MatchOutcome, Order, OrderKind, PassScheduler, PlaySettings, TournamentSpec

MASTER = bytes(range(32))
CARRY = FiveCardDrawRuleset(all_in=True, starting_stack=30, stacks="carry")
_TOP = ("format", "hero", "passes", "payouts", "ruleset")


def make_spec(names="abc", remote="", unscored="", **fields):
    """A tournament of built-in bots, but for the remote ones; fields of the specification, and those of its play."""
    entrants = tuple(make_entrant(name, remote=name in remote, unscored=name in unscored) for name in names)
    top = {key: fields.pop(key) for key in _TOP if key in fields}
    play = PlaySettings(**{"deals": "independent" if remote else "mirrored"} | fields)
    return TournamentSpec(
        **{"name": "T", "game_name": "five_card_draw", "ruleset": FiveCardDrawRuleset()} | top, entrants=entrants, play=play
    )


def make_entrant(name, *, remote=False, **fields):
    return Entrant(name, remote=True, **fields) if remote else Entrant(name, builtin="draw/hard", **fields)


def enter(name, pass_number=None, **fields):
    return Order(OrderKind.ENTER, name, entrant=make_entrant(name, **fields), pass_number=pass_number)


def withdraw(name, pass_number=None):
    return Order(OrderKind.WITHDRAW, name, pass_number=pass_number)


def disqualify(name, pass_number=None):
    return Order(OrderKind.DISQUALIFY, name, reason="cheated", pass_number=pass_number)


def void_by_hand(match_id, pass_number=None):
    return Order(OrderKind.VOID, match_id, reason="the lights went out", pass_number=pass_number)


def duel(nets):
    """Mirrored blocks of two: what the first player won, in chips over both legs."""
    return table([(net, -net) for net in nets])


def table(nets):
    """Mirrored blocks: what each player won, in chips over all legs."""
    return tuple(Block(number, tuple(net), (0,) * len(net), len(net), len(net)) for number, net in enumerate(nets))


def forfeited(number, forfeiter, played=0, nets=(0, 0)):
    """A block of two of which ``played`` legs were played before a player forfeited."""
    return Block(number, nets, tuple((2 - played) * (player == forfeiter) for player in (0, 1)), played, 2)


def outcome(pairing, blocks, number=0, **fields):
    """A match of a pass, completed unless told otherwise."""
    none = (0,) * len(pairing)
    made = MatchOutcome(
        match_id=f"{'-'.join(map(str, pairing))}/{number}",
        pairing=pairing,
        pass_number=number,
        attempt=0,
        status=Status.COMPLETED,
        reason="",
        commitment="00",
        hand_count=sum(block.played_count for block in blocks),
        blocks=tuple(blocks),
        incidents=none,
        forfeits=none,
    )
    return dataclasses.replace(made, **fields)


def void(plan):
    """The plan's match, lost by the arena."""
    return outcome(plan.pairing, (), plan.pass_number, attempt=plan.attempt, status=Status.VOID, match_id=plan.spec.match_id, reason="lost")


def played(plan, blocks, **fields):
    """The plan's match, with these blocks."""
    known = {"attempt": plan.attempt, "match_id": plan.spec.match_id, "commitment": commitment(plan.spec.seed)}
    return outcome(plan.pairing, blocks, plan.pass_number, **known | fields)


def simulate(plan, edge_chips=2.0):
    """The plan's match, drawn from its seed: a player wins ``edge_chips`` a hand from a neighbour below, more from those further below.

    Where stacks are carried the match is one block, and where places are paid they go by chips.
    """
    players, random, legs = len(plan.pairing), np.random.default_rng(list(plan.spec.seed)), plan.spec.leg_count
    strengths, carried = -edge_chips * np.array(plan.pairing), bool(plan.spec.ruleset.carried_stack)
    chips = np.rint(random.normal(strengths - strengths.mean(), 8.0, (1 if carried else plan.spec.deal_count, players))).astype(int)
    chips[:, -1] -= chips.sum(axis=1)
    blocks = [Block(number, tuple(row), (0,) * players, legs, legs) for number, row in enumerate(chips.tolist())]
    if plan.spec.payouts:
        shares = [part * players * legs / 100 for part in plan.spec.payouts] + [0.0] * players
        best_first = sorted(range(players), key=lambda player: -blocks[0].net_chips[player])
        blocks = [dataclasses.replace(blocks[0], prizes=tuple(shares[best_first.index(player)] for player in range(players)))]
    return played(plan, blocks)


def forfeit(plan, forfeiter):
    """The plan's match, given up at once by a player, in every leg."""
    charged = tuple(plan.spec.leg_count * (player == forfeiter) for player in range(len(plan.pairing)))
    count = 1 if plan.spec.ruleset.carried_stack else plan.spec.deal_count
    none, prizes = (0,) * len(plan.pairing), (0.0,) * len(plan.pairing) if plan.spec.payouts else ()
    blocks = [Block(number, none, charged, 0, plan.spec.leg_count, prizes=prizes) for number in range(count)]
    return played(plan, blocks, status=Status.FORFEITED, reason="left", forfeits=charged)


def play_through(spec, make=simulate, orders=(), limit=200):
    """Every outcome of a simulated tournament, and the plans of every pass."""
    scheduler, outcomes, passes = PassScheduler(spec, MASTER, orders), [], []
    while (plans := scheduler.next_pass()) and len(passes) < limit:
        passes.append(plans)
        outcomes += map(make, plans)
        scheduler.add(outcomes[-len(plans) :])
    return outcomes, passes


def pairings(plans):
    return [plan.pairing for plan in plans]


def rows_of(found):
    """The rows of standings by name."""
    return {row.entrant: row for row in found.rows}

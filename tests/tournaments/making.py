"""Tournaments and outcomes for tests, made without playing a hand. One big bet is 4 chips."""

import dataclasses

import numpy as np

from arena.matches import Block, Status, commitment
from arena.rules import FiveCardDrawRuleset
from arena.tournaments import Entrant, MatchOutcome, PlaySettings, TournamentSpec


def make_spec(names="abc", remote="", **play):
    """A tournament of built-in bots with one-letter names, but for the remote ones."""
    entrants = tuple(Entrant(name, remote=True) if name in remote else Entrant(name, builtin="draw/hard") for name in names)
    play = {"deals": "independent" if remote else "mirrored"} | play
    return TournamentSpec("T", "five_card_draw", FiveCardDrawRuleset(), entrants, play=PlaySettings(**play))


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


def simulate(plan, edge_chips=2.0):
    """The plan's match, drawn from its seed: a player wins ``edge_chips`` a hand from a neighbour below, more from those further below."""
    players, random = len(plan.pairing), np.random.default_rng(list(plan.spec.seed))
    strengths = -edge_chips * np.array(plan.pairing)
    chips = np.rint(random.normal(strengths - strengths.mean(), 8.0, (plan.spec.deal_count, players))).astype(int)
    chips[:, -1] -= chips.sum(axis=1)
    legs = plan.spec.leg_count
    blocks = [Block(number, tuple(row), (0,) * players, legs, legs) for number, row in enumerate(chips.tolist())]
    fields = {"attempt": plan.attempt, "match_id": plan.spec.match_id, "commitment": commitment(plan.spec.seed)}
    return outcome(plan.pairing, blocks, plan.pass_number, **fields)

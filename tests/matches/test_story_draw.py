"""Hands of five-card draw told action by action: every action once, every chip accounted for."""

import re
from random import Random

import pytest

from arena.matches import MatchSpec, deal_key, play_match, tell_hand
from arena.rules import Kind, deal_cards, replay_hand
from tests.web.watching import Chooser, tournament


def matches():
    for seats in (2, 3, 6):
        for all_in in (False, True):
            names = [f"bot-{number}" for number in range(seats)]
            spec = tournament(names, seats=seats, all_in=all_in, deals=30, max_hands=1000)
            yield MatchSpec("m", spec.name, spec.game_name, spec.ruleset, tuple(names), Random(seats).randbytes(32), 30)


@pytest.mark.parametrize("spec", list(matches()), ids=lambda spec: f"{len(spec.players)}-{spec.ruleset.all_in}")
def test_a_story_tells_every_action_and_every_chip(spec):
    for leg, played in enumerate(play_match(spec, [Chooser] * len(spec.players)).legs):
        for record in played.hands:
            story = tell_hand(spec, leg, record)
            deal = deal_cards(deal_key(spec.seed, record.deal_number), spec.game.deal_size(len(spec.players)))
            hand = replay_hand(record, spec.ruleset, deal, len(spec.players))
            said = [step for scene in story.scenes if scene.title not in ("Antes", "Showdown", "The end") for step in scene.steps]
            assert len(said) == len(record.actions)
            assert tuple(seat.net_chips for seat in story.seats) == record.net_chips
            assert {seat.player for seat in story.seats} == set(spec.players)
            assert sum(seat.button for seat in story.seats) == 1
            won = sum(int(step.words.rpartition(" ")[2]) for step in story.scenes[-1].steps if "pot of" in step.words)
            back = sum(int(re.findall(r"\d+", step.words)[0]) for step in story.scenes[-1].steps if "takes back" in step.words)
            assert won == sum(pot.chips for pot in hand.pots)
            pots = [step.pot_chips for scene in story.scenes for step in scene.steps if step.pot_chips is not None]
            assert pots == sorted(pots)
            assert pots[-1] == won + back
            draws = [step for step in said if step.words.startswith("discards")]
            assert all(len(step.cards) == len(step.more_cards) == int(step.words.split()[1].rstrip(":")) for step in draws)
            assert len(draws) == sum(kind == Kind.DRAW and count > 0 for kind, _, count in hand.log)

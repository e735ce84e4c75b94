"""What ``arena bench`` puts beside ours: other engines, each left out where it cannot be imported.

- pokerkit plays our game as one of its ``State`` objects, and orders hands by its ``StandardHighHand``.
- open_spiel has no draw game. Its nearest is limit hold'em, a C++ state machine, ``universal_poker``, reached from Python
  through pyspiel: fixed bets and a cap of one bet and three raises as here, but four betting rounds, two hole cards and no draw. The
  definition is the limit game of the Annual Computer Poker Competition (two players, reverse blinds; for four, that of three with one
  more). A player may fold at its first turn, so a hand has fewer decisions than ours; the row says how many. The abstraction
  ``fullgame`` of ``pyspiel.hulh_game_string`` lists actions that it then refuses, so the usual one stands.

It plays in three ways. As its documentation does: a new state, asked at each step what it is, cards from ``chance_outcomes``, of which
one random number chooses since all are equally likely. As fast as we can drive it from Python: a copy of one first state, cards from a
deck of our own. By random bots of its own (``evaluate_bots``): no Python between two actions, so this is a bound, not what a bot in
Python meets. With five or six players it ends the process; so it is asked for two and four.
"""

import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import count as count_up
from itertools import islice
from typing import Any

from arena.cli.measure import RULESET, Work
from arena.rules import cards_text

Find = Callable[[str], Any]

_DECK = range(52)
_HOLDEM = "universal_poker(betting=limit,numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
_HOLDEM += "raiseSize=10 10 20 20,maxRaises=3 4 4 4,{})"
_HOLDEM_PLAYERS = {
    2: "numPlayers=2,blind=10 5,firstPlayer=2 1 1 1",
    4: "numPlayers=4,blind=5 10 0 0,firstPlayer=3 1 1 1,stack=1200 1200 1200 1200",
}
_CHANCE = -1  # pyspiel.PlayerId.CHANCE; a player's id is 0 or more, any other means that the hand is over


@dataclass(frozen=True, slots=True)
class Peer:
    """Another engine, at work on what is measured."""

    name: str
    """What it is, and how what it does differs from ours."""
    work: Work


def hand_peers(players: int, find: Find = import_module) -> list[Peer]:
    """Those that play whole hands of random legal actions."""
    peers = []
    if pokerkit := _module("pokerkit", find):
        peers.append(Peer(f"pokerkit {release('pokerkit')}, the same game", pokerkit_hands(pokerkit, players)))
    if players in _HOLDEM_PLAYERS and (pyspiel := _module("pyspiel", find)):
        game = holdem(pyspiel, players)
        name = f"open_spiel {release('open_spiel')}, limit hold'em, {_holdem_decisions(game):.1f} decisions a hand"
        peers += [
            Peer(f"{name}, driven as its documentation does", documented_hands(game)),
            Peer(f"{name}, as fast as we can drive it from Python", fast_hands(game)),
            Peer(f"{name}, its own random bots, all in C++", own_hands(pyspiel, game)),
        ]
    return peers


def deal_peers(cards: int) -> list[Peer]:
    """Python's own way to draw so many cards, which is fast and cannot be checked by others."""
    rng, count = random.Random(1), 1500

    def work() -> int:
        for _ in range(count):
            rng.sample(_DECK, cards)
        return count

    return [Peer(f"random.sample of Python {platform.python_version()}", work)]


def strength_peers(cards: int, find: Find = import_module) -> list[Peer]:
    """Those that tell the strength of five cards, or of the best five of seven."""
    pokerkit = _module("pokerkit", find)
    return [Peer(f"pokerkit {release('pokerkit')}, one by one", pokerkit_strengths(pokerkit, cards))] if pokerkit else []


def release(package: str) -> str:
    """The version of an installed package, else nothing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def pokerkit_hands(pokerkit: Any, players: int, count: int = 6) -> Work:
    """Our game as a pokerkit ``State``."""
    automation, fixed = pokerkit.Automation, pokerkit.BettingStructure.FIXED_LIMIT
    automatic = tuple(a for a in automation if a not in (automation.CARD_BURNING, automation.RUNOUT_COUNT_SELECTION))
    opening, cap, deck = pokerkit.Opening.POSITION, 1 + RULESET.max_raises, pokerkit.Deck.STANDARD
    streets = (
        pokerkit.Street(False, (False,) * 5, 0, False, opening, RULESET.small_bet, cap),
        pokerkit.Street(False, (), 0, True, opening, RULESET.big_bet, cap),
    )
    rng = random.Random(1)

    def work() -> int:
        stacks = (10_000,) * players
        for _ in range(count):
            state = pokerkit.State(automatic, deck, (pokerkit.StandardHighHand,), streets, fixed, True, RULESET.ante, 0, 0, stacks, players)
            while state.status:
                _random_step(state, rng)
        return count

    return work


def _random_step(state: Any, rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(rng.sample(cards, rng.randrange(4)))
        return
    choices = [state.check_or_call]
    if state.can_fold() and state.checking_or_calling_amount:
        choices.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        choices.append(state.complete_bet_or_raise_to)
    rng.choice(choices)()


def pokerkit_strengths(pokerkit: Any, cards: int) -> Work:
    """Its cards are made beforehand; of seven, two are hole cards and five the board."""
    count = {5: 1000, 7: 30}[cards]
    rng = random.Random(2)
    hands = [tuple(pokerkit.Card.parse(cards_text(rng.sample(_DECK, cards)))) for _ in range(count)]
    kind = pokerkit.StandardHighHand

    def fives() -> int:
        for hand in hands:
            kind(hand)
        return count

    def sevens() -> int:
        for hand in hands:
            kind.from_game(hand[:2], hand[2:])
        return count

    return {5: fives, 7: sevens}[cards]


def holdem(pyspiel: Any, players: int) -> Any:
    """Open_spiel's limit hold'em for two or four."""
    return pyspiel.load_game(_HOLDEM.format(_HOLDEM_PLAYERS[players]))


def documented_hands(game: Any, count: int = 200) -> Work:
    """Hands of hold'em, driven as open_spiel's documentation does."""
    draw = random.Random(1).random

    def work() -> int:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
            state.returns()
        return count

    return work


def fast_hands(game: Any, count: int = 400) -> Work:
    """The same hands with as little between Python and C++ as we know how to do with."""
    first, fresh_deck = game.new_initial_state(), list(_DECK)
    draw = random.Random(1).random

    def work() -> int:
        for _ in range(count):
            state, deck = first.clone(), fresh_deck.copy()
            apply, ask, who = state.apply_action, state.legal_actions, state.current_player
            while (player := who()) >= _CHANCE:
                if player == _CHANCE:
                    apply(deck.pop(int(draw() * len(deck))))
                else:
                    legal = ask()
                    apply(legal[int(draw() * len(legal))])
            state.returns()
        return count

    return work


def own_hands(pyspiel: Any, game: Any, count: int = 400) -> Work:
    """The same hands without Python: bots, cards and loop are open_spiel's."""
    first = game.new_initial_state()
    seeds = count_up()
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def work() -> int:
        for number in islice(seeds, count):
            pyspiel.evaluate_bots(first.clone(), bots, number)
        return count

    return work


def _holdem_decisions(game: Any, count: int = 2000) -> float:
    """Players' decisions in a hand of random legal actions, in the mean."""
    rng = random.Random(1)
    made = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return made / count


def _module(name: str, find: Find) -> Any:
    """A module, or None: a package that is not there, or was built for another machine, may fail in any way."""
    try:
        return find(name)
    except Exception:
        return None

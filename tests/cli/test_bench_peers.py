"""Peers are left out when they cannot be had, and play what the table says they play when they can."""

import pytest

from arena.cli import bench_peers
from arena.cli.bench_peers import deal_peers, hand_peers, strength_peers


def refusing(error):
    def find(name):
        raise error

    return find


class Finder:
    """Has one module, and remembers what it was asked for."""

    def __init__(self, name, module):
        self.asked = []
        self._found = {name: module}

    def __call__(self, name):
        self.asked.append(name)
        if name in self._found:
            return self._found[name]
        raise ModuleNotFoundError(name)


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel", exc_type=ImportError)


@pytest.fixture
def pokerkit():
    return pytest.importorskip("pokerkit")


@pytest.mark.parametrize(
    "error", [ModuleNotFoundError("none"), ImportError("half of it"), OSError("built for another machine"), RuntimeError("a clash")]
)
def test_peers_that_cannot_be_imported_are_left_out_whatever_the_reason(error):
    assert hand_peers(2, refusing(error)) == []
    assert strength_peers(5, refusing(error)) == []


def test_open_spiel_is_not_even_looked_for_where_it_would_end_the_process():
    find = Finder("none", None)
    for players in (2, 4, 6):
        assert hand_peers(players, find) == []
    assert find.asked == ["pokerkit", "pyspiel", "pokerkit", "pyspiel", "pokerkit"]


def test_one_peer_does_not_need_the_other(pokerkit):
    (peer,) = hand_peers(2, Finder("pokerkit", pokerkit))
    assert peer.name.startswith("pokerkit ")
    assert peer.name.endswith(", the same game")
    assert peer.work() > 0


def test_release_of_what_is_not_installed_is_empty():
    assert bench_peers.release("no-such-package-anywhere") == ""


def test_open_spiel_says_that_it_plays_another_game(pyspiel):
    peers = hand_peers(2, Finder("pyspiel", pyspiel))
    assert [peer.name.split(", ")[1] for peer in peers] == ["limit hold'em"] * 3
    assert all("decisions a hand" in peer.name for peer in peers)


@pytest.mark.parametrize("players", [2, 4])
def test_every_way_to_drive_open_spiel_plays_whole_hands(pyspiel, players):
    game = bench_peers.holdem(pyspiel, players)
    assert game.num_players() == players
    assert bench_peers.documented_hands(game, 3)() == 3
    assert bench_peers.fast_hands(game, 3)() == 3
    assert bench_peers.own_hands(pyspiel, game, 3)() == 3


@pytest.mark.parametrize("players", [2, 4])
def test_hold_em_of_the_peer_has_fixed_bets_and_one_bet_with_three_raises(pyspiel, players):
    """Raised to the cap in all four rounds everyone has put in 4 · 10 twice and 4 · 20 twice, 240 chips, of 1,200."""
    state = bench_peers.holdem(pyspiel, players).new_initial_state()
    wagers = []
    while not state.is_terminal():
        legal = state.legal_actions()
        wagers += [max(legal)] if not state.is_chance_node() else []
        state.apply_action(legal[0] if state.is_chance_node() else max(legal))
    assert wagers.count(2) == 3 + 4 + 4 + 4
    assert sum(state.returns()) == 0
    assert max(map(abs, state.returns())) <= 240 * (players - 1)


@pytest.mark.parametrize("cards", [5, 7])
def test_pokerkit_orders_hands_of_five_and_of_seven(pokerkit, cards):
    (peer,) = strength_peers(cards, Finder("pokerkit", pokerkit))
    assert peer.work() > 0


def test_python_draws_cards_too():
    (peer,) = deal_peers(16)
    assert peer.name.startswith("random.sample of Python 3.")
    assert peer.work() > 0

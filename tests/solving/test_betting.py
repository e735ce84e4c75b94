"""The tree of a betting round, against every way in which real hands can be bet."""

import pytest

from arena.rules import FiveCardDrawRuleset, Hand, Stage
from arena.solving.betting import GIVE_UP, PASS, WAGER, betting_round
from tests.rules.playing import play
from tests.solving.slow import CHOICE

CAPS = range(5)


def _opened(stage, max_raises):
    """A hand at the beginning of a betting round into which nobody has bet."""
    return play(Hand(FiveCardDrawRuleset(3, 5, 11, max_raises), range(16), 2), "" if stage == Stage.FIRST_ROUND else "k k p p")


def _walk(stage, max_raises):
    """Every way to bet a round: path, hand."""
    waiting = [()]
    while waiting:
        path = waiting.pop()
        hand = _opened(stage, max_raises)
        for choice in path:
            hand.act(next(code for code in hand.legal if CHOICE[code] == choice))
        yield path, hand
        if hand.stage == stage:
            waiting.extend((*path, CHOICE[code]) for code in hand.legal)


def _last(path, position, actors):
    """The number of choices before a position's last one, and that choice."""
    acted = [at for at, actor in enumerate(actors) if actor == position]
    return (path[: acted[-1]], path[acted[-1]]) if acted else None


def _edge(found, paths):
    node, choice = found
    return None if node < 0 else (paths[node], choice)


@pytest.mark.parametrize("max_raises", CAPS)
def test_nodes_and_closings_are_as_many_as_the_module_says(max_raises):
    tree = betting_round(max_raises)
    assert (len(tree.nodes), len(tree.closings)) == (2 + 2 * (max_raises + 1), 1 + 2 * (max_raises + 1))
    assert sorted(tree.own(0) + tree.own(1)) == list(range(len(tree.nodes)))


@pytest.mark.parametrize("stage", [Stage.FIRST_ROUND, Stage.SECOND_ROUND])
@pytest.mark.parametrize("max_raises", CAPS)
def test_tree_holds_what_hands_allow_and_nothing_else(max_raises, stage):
    tree = betting_round(max_raises)
    nodes, closings = tree.paths()
    walked = list(_walk(stage, max_raises))
    open_paths = {path: hand for path, hand in walked if hand.stage == stage}
    assert set(open_paths) == set(nodes)
    assert {path for path, hand in walked if hand.stage != stage and hand.live == 0b11} == set(closings)
    assert len(set(nodes)) + len(set(closings)) == len(tree.nodes) + len(tree.closings)
    for path, node in zip(nodes, tree.nodes, strict=True):
        hand = open_paths[path]
        assert node.choices == tuple(CHOICE[code] for code in hand.legal)
        assert (node.actor, node.wagers) == (hand.actor, hand.wagers)


@pytest.mark.parametrize("max_raises", CAPS)
def test_edges_lead_back_to_both_players_last_actions(max_raises):
    tree = betting_round(max_raises)
    nodes, closings = tree.paths()
    actor_at = {path: node.actor for path, node in zip(nodes, tree.nodes, strict=True)}

    def last_actions(path):
        return [_last(path, position, [actor_at[path[:at]] for at in range(len(path))]) for position in (0, 1)]

    for path, node in zip(nodes, tree.nodes, strict=True):
        last = last_actions(path)
        assert _edge(node.own_before, nodes) == last[node.actor]
        assert _edge(node.other_before, nodes) == last[1 - node.actor]
    for path, closing in zip(closings, tree.closings, strict=True):
        assert [_edge(found, nodes) for found in closing.before] == last_actions(path)


@pytest.mark.parametrize("max_raises", CAPS)
def test_every_node_comes_after_those_that_lead_to_it(max_raises):
    for number, node in enumerate(betting_round(max_raises).nodes):
        assert node.passed_to < 0 or node.passed_to > number
        assert (node.wagered_to > number) == (WAGER in node.choices)


@pytest.mark.parametrize("max_raises", CAPS)
def test_chips_are_those_of_hands(max_raises):
    """``lost`` and ``base`` of ``game`` come down to these two sums: what a closing costs, and what giving up does."""
    tree = betting_round(max_raises)
    nodes, closings = tree.paths()
    for path, hand in _walk(Stage.FIRST_ROUND, max_raises):
        if path in closings:
            assert hand.committed == [3 + 5 * tree.closings[closings.index(path)].wagers] * 2
        if path and path[-1] == GIVE_UP:
            node = tree.nodes[nodes.index(path[:-1])]
            assert hand.net[node.actor] == -(3 + 5 * (node.wagers - 1)) == -hand.net[1 - node.actor]


def test_a_check_is_a_pass_and_so_is_a_call():
    nodes, closings = betting_round(0).paths()
    assert nodes == [(), (PASS,), (WAGER,), (PASS, WAGER)]
    assert closings == [(PASS, PASS), (WAGER, PASS), (PASS, WAGER, PASS)]

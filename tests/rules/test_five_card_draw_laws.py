"""Laws of the hand, over random rulesets, numbers of players, stacks, deals and actions.

``read_rules`` is the betting of the rules page written again, slowly: from the public log alone it says who must act and
what is legal. It shares no idea with the hand under test (no masks, no pending or closed sets, nothing kept between calls).
"""

import copy
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import IllegalAction
from arena.rules.five_card_draw import DRAW_CODES, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, Stage
from tests.rules.playing import random_deal

pytestmark = pytest.mark.slow


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand about to be played: any ruleset, with all-in on or off, and stacks that are often short and unequal."""
    all_in = draw(st.booleans())
    ante, small_bet = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    ruleset = FiveCardDrawRuleset(
        ante,
        small_bet,
        small_bet * draw(st.integers(1, 2)) + draw(st.integers(0, 1)),
        draw(st.integers(0, 3)),
        all_in=all_in,
        starting_stack=draw(st.integers(ante, 60)) if all_in else None,
    )
    players = draw(st.integers(2, 6))
    unequal = all_in and draw(st.booleans())
    stacks = draw(st.lists(st.integers(1, 40), min_size=players, max_size=players)) if unequal else None
    return Hand(ruleset, random_deal(Random(draw(st.integers(0, 2**32))), players), players, stacks)


RANDOMS = st.integers(0, 2**32).map(Random)


def choose(random: Random, legal: Sequence[int]) -> int:
    """Any legal code, with fewer folds than uniform so that hands last."""
    code = random.choice(legal)
    return random.choice(legal) if code == Kind.FOLD else code


def steps(hand: Hand, random: Random) -> Iterator[Hand]:
    """The hand before every action and once when it is over."""
    yield hand
    while hand.legal:
        hand.act(choose(random, hand.legal))
        yield hand


def state(hand: Hand) -> bytes:
    """Everything a hand holds."""
    return pickle.dumps([getattr(hand, name) for name in Hand.__slots__])


@dataclass
class Reading:
    """What the rules page says about a moment of a hand."""

    stage: Stage
    actor: int = -1
    kinds: tuple[int, ...] = ()
    to_call: int = 0
    to_wager: int = 0


class Reader:
    """Reads a public log by the rules page."""

    def __init__(self, ruleset: FiveCardDrawRuleset, stacks: Sequence[int], log: Sequence[tuple[int, int, int]]) -> None:
        self.ruleset = ruleset
        self.log = list(log)
        self.behind = [max(0, stack - ruleset.ante) for stack in stacks]
        self.players = list(range(len(stacks)))
        self.folded: set[int] = set()

    def read(self) -> Reading:
        for stage, bet in ((Stage.FIRST_ROUND, self.ruleset.small_bet), (Stage.SECOND_ROUND, self.ruleset.big_bet)):
            waiting = self.betting_round(stage, bet)
            if waiting:
                return waiting
            if len(self.folded) == len(self.players) - 1:
                break
            if stage == Stage.FIRST_ROUND:
                for player in [p for p in self.players if p not in self.folded]:
                    if not self.log:
                        return Reading(Stage.DRAW, player, DRAW_CODES)
                    kind, position, count = self.log.pop(0)
                    assert (kind, position) == (Kind.DRAW, player)
                    assert 0 <= count <= 3
        assert not self.log, "actions after the end of the hand"
        return Reading(Stage.OVER)

    def betting_round(self, stage: Stage, bet: int) -> Reading | None:
        put = dict.fromkeys(self.players, 0)
        acted: set[int] = set()  # in the round at all
        acted_since: set[int] = set()  # since the full level last changed
        full = wagers = 0
        last = -1
        while True:
            high = max(put.values())
            can_act = [p for p in self.players if p not in self.folded and self.behind[p]]
            waiting = [p for p in can_act if put[p] < high or p not in acted]
            if len(can_act) <= 1 and all([put[p] == high for p in can_act]):
                waiting = []
            if not waiting or len(self.folded) == len(self.players) - 1:
                return None
            player = min(waiting, key=lambda p: (p - last - 1) % len(self.players))
            owed, behind = high - put[player], self.behind[player]
            kinds = [Kind.FOLD, Kind.CALL] if owed else [Kind.CHECK]
            answerable = any([p != player for p in can_act])
            wager = 0
            if wagers < 1 + self.ruleset.max_raises and behind > owed and answerable and player not in acted_since:
                kinds.append(Kind.RAISE if owed else Kind.BET)
                wager = min(behind, full + bet - put[player])
            to_call = min(owed, behind)
            if not self.log:
                return Reading(stage, player, tuple(kinds), to_call, wager)
            kind, position, chips = self.log.pop(0)
            assert position == player
            assert kind in kinds
            assert chips == {Kind.CALL: to_call, Kind.BET: wager, Kind.RAISE: wager}.get(Kind(kind), 0)
            acted.add(player)
            acted_since.add(player)
            last = player
            put[player] += chips
            self.behind[player] -= chips
            if kind == Kind.FOLD:
                self.folded.add(player)
            if kind in (Kind.BET, Kind.RAISE) and 2 * (put[player] - full) >= bet:
                full = put[player]
                wagers += 1
                acted_since = {player}


@settings(max_examples=400)
@given(hands(), RANDOMS)
def test_who_acts_and_what_is_legal_is_what_the_rules_page_says(hand, random):
    """Law: stage, actor, legal actions and amounts at every step are those of ``Reader``."""
    for now in steps(hand, random):
        expected = Reader(now.ruleset, now.start, now.log).read()
        assert Reading(now.stage, now.actor, now.legal, now.to_call, now.to_wager) == expected


@given(hands(), RANDOMS)
def test_chips_are_conserved_at_every_step(hand, random):
    """Rules page, Pots: nobody's stack is negative, the log explains all that was put in, and nets sum to zero."""
    antes = list(hand.committed)
    for now in steps(hand, random):
        assert all([0 <= put <= start for put, start in zip(now.committed, now.start, strict=True)])
        if not now.over:
            put = list(antes)
            for kind, position, chips in now.log:
                put[position] += chips if kind != Kind.DRAW else 0
            assert now.committed == put
            assert now.high == max(*put, now.ruleset.ante)
    assert sum(hand.net) == 0
    assert sum([pot.chips for pot in hand.pots]) == sum(hand.committed)
    assert all([-put <= net for put, net in zip(hand.committed, hand.net, strict=True)])


@given(hands(), RANDOMS)
def test_only_the_unmatched_part_of_one_wager_goes_back(hand, random):
    """Rules page, Pots: at most one position gets chips back, down to the second highest."""
    before: list[int] = []
    while hand.legal:
        before = list(hand.committed)
        code, position = choose(random, hand.legal), hand.actor
        before[position] += {Kind.CALL: hand.to_call, Kind.BET: hand.to_wager, Kind.RAISE: hand.to_wager}.get(code, 0)
        hand.act(code)
    low, high = sorted(before)[-2:]
    expected = [low if put == high else put for put in before]
    assert hand.committed == expected


@given(hands(), RANDOMS)
def test_there_is_something_to_do_until_the_hand_is_over(hand, random):
    """Style, Words: legal actions are never empty; every hand ends."""
    for count, now in enumerate(steps(hand, random)):
        assert bool(now.legal) != now.over
        assert count < 6 * 5 * 2 * 2 + 6


@settings(max_examples=60)
@given(hands(), RANDOMS)
def test_every_legal_code_is_accepted(hand, random):
    """Law, on copies: each code of the list can be played and adds one line to the log."""
    for now in steps(hand, random):
        packed = pickle.dumps(now)
        for code in now.legal:
            copied = pickle.loads(packed)
            copied.act(code)
            assert len(copied.log) == len(now.log) + 1


@settings(max_examples=60)
@given(hands(), RANDOMS)
def test_every_other_code_is_refused_and_changes_nothing(hand, random):
    """Law: of the codes 0 to 79 and −1; also when the hand is over."""
    for now in steps(hand, random):
        before = state(now)
        for code in set(range(-1, 80)) - set(now.legal):
            with pytest.raises(IllegalAction):
                now.act(code)
        assert state(now) == before


@given(hands(), RANDOMS)
def test_folded_players_are_never_asked(hand, random):
    """Rules page, Betting: nor anybody who has no chips left, outside of the draw."""
    for now in steps(hand, random):
        if not now.over:
            assert (Kind.FOLD, now.actor, 0) not in now.log
            assert now.stage == Stage.DRAW or now.committed[now.actor] < now.start[now.actor]
    draws = [position for kind, position, _ in hand.log if kind == Kind.DRAW]
    assert draws == sorted(set(draws))


@given(hands(), RANDOMS)
def test_at_the_showdown_all_who_have_not_folded_show_and_nobody_else(hand, random):
    """Rules page, A hand, 7 and 8: when all but one have folded nothing is shown."""
    for now in steps(hand, random):
        assert now.over or not now.shown
    folded = {position for kind, position, _ in hand.log if kind == Kind.FOLD}
    inside = [position for position in range(hand.players) if position not in folded]
    assert hand.shown == (sum([1 << position for position in inside]) if len(inside) > 1 else 0)
    assert hand.over
    assert inside


@given(hands(), RANDOMS)
def test_no_card_is_seen_twice(hand, random):
    """Rules page, A hand, 5: discards stay out of the deck, so hole cards and discards of all are distinct at every step."""
    for now in steps(hand, random):
        seen = [card for cards in now.hole for card in cards] + [card for p in range(now.players) for card in now.view(p).discarded]
        assert len(seen) == len(set(seen))


@given(hands(), RANDOMS)
def test_a_copy_in_mid_hand_goes_on_alike(hand, random):
    """Law: a pickled, a deep-copied and the original hand agree after the same further actions."""
    for _ in range(random.randint(0, 12)):
        if hand.legal:
            hand.act(choose(random, hand.legal))
    others = [copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))]
    for now in steps(hand, random):
        for other in others:
            if len(other.log) < len(now.log):
                kind, position, _ = now.log[-1]
                other.act(kind if kind != Kind.DRAW else 32 + now.discards[position])
            assert state(other) == state(now)


@given(hands(), RANDOMS)
def test_a_view_does_not_depend_on_cards_its_player_has_not_seen(hand, random):
    """Rules page, What a player may know: exchange all cards unseen by a player, and each of its views stays the same. What a showdown
    opens is seen by all, but not before."""
    viewer = random.randrange(hand.players)
    views = [now.view(viewer) for now in steps(hand, random)]
    n = hand.players
    own = {hand.deal[i * n + viewer] for i in range(5)} | {hand.deal[5 * n + 3 * viewer + j] for j in range(max(0, hand.drawn[viewer]))}
    opened = {card for cards in views[-1].shown for card in cards}
    assert views_after_exchange(hand, viewer, own, random)[:-1] == views[:-1]
    assert views_after_exchange(hand, viewer, own | opened, random) == views


def views_after_exchange(hand: Hand, viewer: int, kept: set[int], random: Random) -> list[FiveCardDrawView]:
    """What the viewer sees of a hand played again with all cards exchanged but those that are kept."""
    unseen = [place for place, card in enumerate(hand.deal) if card not in kept]
    deal = list(hand.deal)
    for place, card in zip(unseen, random.sample(sorted(set(range(52)) - kept), len(unseen)), strict=True):
        deal[place] = card
    other = Hand(hand.ruleset, deal, hand.players, hand.start)
    views = [other.view(viewer)]
    for code in hand.codes:
        other.act(code)
        views.append(other.view(viewer))
    return views


@given(hands(), RANDOMS)
def test_exactly_the_hands_that_reach_a_showdown_are_shown(hand, random):
    """Rules page, What a player may know: none before the end, none when one is left, else of everyone left, the same to all."""
    for now in steps(hand, random):
        left = [position for position in range(now.players) if now.live >> position & 1]
        opened = tuple([now.hole[p] if p in left else () for p in range(now.players)]) if now.over and len(left) > 1 else ()
        assert [now.view(position).shown for position in range(now.players)] == [opened] * now.players


@given(hands(), RANDOMS)
def test_a_view_keeps_what_it_showed(hand, random):
    """Views are values: later actions do not reach into an earlier one, and its own cards are in it."""
    kept = []
    for now in steps(hand, random):
        for position in range(now.players):
            view = now.view(position)
            assert view.hole_cards == now.hole[position]
            assert view.legal == (now.legal if position == now.actor else ())
            kept.append((view, hash(view), str(view)))
    assert all([hash(view) == number and str(view) == text for view, number, text in kept])

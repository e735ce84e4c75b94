"""Exhaustive: every betting sequence, counted again by a recursion of its own, and every small all-in game, against the rules read anew.

The recursion knows three numbers and no chips. Facing a wager, with ``live`` players in, ``left`` of them still to answer
and ``raises`` left: a fold takes one of both, a call one still to answer, a raise makes all others answer again. With
nobody facing a wager it is a chain of checks, each of which may be a bet instead. It gives, for every number of players left, in
how many ways a round may end with them.

The small all-in games are compared with ``reference_betting.py`` at every node: who acts, what is legal, for how many chips, and what is
paid in the end. That these games are enough to tell is shown by misreading the rules on purpose: each misreading of the list
disagrees with the hand under test in one of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.five_card_draw import DRAW_CODE, FiveCardDrawRuleset, Hand, Kind, Stage
from arena.rules.strength import strength
from tests.rules.playing import copied, random_deal, tied_deal
from tests.rules.reference_betting import Betting, ReferenceHand, open_hand

# Counting


@cache
def answers(live: int, left: int, raises: int) -> Counter[int]:
    """Ways to go on after a wager, by how many are in at the end."""
    if live == 1 or left == 0:
        return Counter({live: 1})
    ways = answers(live - 1, left - 1, raises) + answers(live, left - 1, raises)
    return ways + answers(live, live - 1, raises - 1) if raises else ways


@cache
def endings(players: int, raises: int) -> Counter[int]:
    """Ways to play a round: all check, or one of them bets and the others answer."""
    ways = Counter({players: 1})
    for _ in range(players):
        ways += answers(players, players - 1, raises)
    return ways


def sequences(players: int, raises: int) -> int:
    """Ways to play a round."""
    return endings(players, raises).total()


def whole_hands(players: int, raises: int) -> int:
    """Ways to play a hand in which all stand pat: those that end in the first round, and for the others every second round."""
    return sum([ways * (sequences(live, raises) if live > 1 else 1) for live, ways in endings(players, raises).items()])


def ends(hand: Hand, stop: Stage) -> Iterator[Hand]:
    """Every way to play on until ``stop`` or the end, all standing pat."""
    if hand.over or hand.stage == stop:
        yield hand
        return
    for code in (DRAW_CODE,) if hand.stage == Stage.DRAW else hand.legal:
        branch = copied(hand)
        branch.act(code)
        yield from ends(branch, stop)


def played(ruleset: FiveCardDrawRuleset, players: int, stacks: Sequence[int] | None = None, stop: Stage = Stage.DRAW) -> list[Hand]:
    """Every hand at the end of its first round, or where ``stop`` says."""
    return list(ends(Hand(ruleset, range(8 * players), players, stacks), stop))


def different(hands: list[Hand]) -> int:
    """How many hands, all of them told in different ways."""
    logs = {tuple(hand.log) for hand in hands}
    assert len(logs) == len(hands)
    return len(logs)


@pytest.mark.parametrize("raises", range(5))
def test_two_players_have_four_more_sequences_with_every_raise(raises):
    """Closed form: check-check, and for each of two bettors fold, call and for every raise again fold and call: 1 + 2 · 2(r + 1)."""
    assert sequences(2, raises) == 4 * raises + 5
    assert different(played(FiveCardDrawRuleset(max_raises=raises), 2)) == 4 * raises + 5


@pytest.mark.slow
@pytest.mark.parametrize("raises", range(5))
def test_three_players_have_the_sequences_of_the_recursion(raises):
    """Against ``sequences``, and a closed form.

    Let a(r) be the ways in which two answer a wager with r raises left. The first folds, and the other has 2(r + 1); or calls, and the
    other folds, calls or raises: 2 + a(r − 1); or raises: a(r − 1). So a(r) = 2a(r − 1) + 2r + 4 with a(−1) = 0, which is
    12 · 2^r − 2r − 8. All check, or one of three bets: 1 + 3a(r).
    """
    closed_form = 1 + 3 * (12 * 2**raises - 2 * raises - 8)
    assert sequences(3, raises) == closed_form
    assert different(played(FiveCardDrawRuleset(max_raises=raises), 3)) == closed_form


@pytest.mark.slow
@pytest.mark.parametrize(("players", "raises"), [(4, 0), (4, 1), (5, 0), (5, 1), (6, 0)])
def test_more_players_have_the_sequences_of_the_recursion(players, raises):
    """Against ``sequences``."""
    assert different(played(FiveCardDrawRuleset(max_raises=raises), players)) == sequences(players, raises)


@pytest.mark.slow
@pytest.mark.parametrize("raises", range(5))
def test_whole_hands_of_two_are_first_rounds_times_second_rounds(raises):
    """Closed form: 2(r + 1) first rounds end in a fold, 2r + 3 in a call or two checks; each of these has 4r + 5 second rounds."""
    closed_form = 2 * (raises + 1) + (2 * raises + 3) * (4 * raises + 5)
    assert endings(2, raises) == {1: 2 * (raises + 1), 2: 2 * raises + 3}
    assert whole_hands(2, raises) == closed_form
    assert different(played(FiveCardDrawRuleset(max_raises=raises), 2, stop=Stage.OVER)) == closed_form


@pytest.mark.slow
@pytest.mark.parametrize("raises", range(3))
def test_whole_hands_of_three_are_those_of_the_recursion(raises):
    """Against ``whole_hands``; without raises by hand: 3 end at once, 6 leave two and their 5 sequences, 4 leave three and their 13: 85."""
    assert whole_hands(3, 0) == 3 + 6 * 5 + 4 * 13
    assert different(played(FiveCardDrawRuleset(max_raises=raises), 3, stop=Stage.OVER)) == whole_hands(3, raises)


@pytest.mark.parametrize("players", [2, 3])
def test_deep_stacks_play_as_unlimited_ones(players):
    """All-in mode with more chips than a round can take: the same sequences with the same chips."""
    deep = FiveCardDrawRuleset(all_in=True, starting_stack=1000)
    logs = [[hand.log for hand in played(ruleset, players)] for ruleset in (FiveCardDrawRuleset(), deep)]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("raises", range(4))
def test_no_sequence_has_more_wagers_than_the_cap(raises):
    """Ruleset: at most 1 + max_raises wagers in a round, and some sequence reaches it."""
    hands = played(FiveCardDrawRuleset(max_raises=raises), 3)
    assert max([sum([kind in (Kind.BET, Kind.RAISE) for kind, _, _ in hand.log]) for hand in hands]) == 1 + raises


def test_every_sequence_ends_with_equal_commitments_or_one_player():
    """Betting: the round is over when everyone in has matched the highest commitment."""
    for hand in played(FiveCardDrawRuleset(), 3):
        inside = {put for p, put in enumerate(hand.committed) if hand.live >> p & 1}
        assert hand.over or len(inside) == 1


@pytest.mark.parametrize("stacks", [[a, b, c] for a in (1, 2, 4, 6) for b in (3, 7, 20) for c in (1, 5, 20)])
def test_every_sequence_of_short_stacks_ends_matched_or_all_in(stacks):
    """All-in mode: as above, or the player has put everything in; unlimited raising is still finite."""
    ruleset = FiveCardDrawRuleset(1, 4, 4, 1, all_in=True, starting_stack=20)
    for hand in played(ruleset, 3, stacks):
        if not hand.over:
            inside = [p for p in range(3) if hand.live >> p & 1]
            assert all([hand.committed[p] in (hand.high, stacks[p]) for p in inside])


# The reference, by the examples of the rules


REFERENCE_EXAMPLES = [
    # stacks behind the ante, words, whose turn, what he may do with which chips; B = 4 and three raises allowed
    ("bet 4, all-in 5, call 5: the bettor may fold or call 1", (20, 5, 20), "bet raise call", 0, {"fold": 0, "call": 1}),
    ("bet 4, all-in 6: the bettor may raise to 10", (20, 6, 20), "bet raise call", 0, {"fold": 0, "call": 2, "raise": 6}),
    ("all-in 5, all-in 6: the bettor may raise to 10", (20, 5, 6, 20), "bet raise raise call", 0, {"fold": 0, "call": 2, "raise": 6}),
    ("opening all-in 1: fold, call 1 or complete to 4", (1, 20, 20), "bet", 1, {"fold": 0, "call": 1, "raise": 4}),
    ("opening all-in 1: the checker may fold or call", (20, 1, 20), "check bet call", 0, {"fold": 0, "call": 1}),
    ("opening all-in 3: call 3 or raise to 7", (3, 20, 20), "bet", 1, {"fold": 0, "call": 3, "raise": 7}),
    ("A bets, B calls, C all-in, A calls: B may raise", (20, 20, 8), "bet call raise call", 1, {"fold": 0, "call": 4, "raise": 8}),
    ("at the cap: fold or call", (99, 99), "bet raise raise raise", 0, {"fold": 0, "call": 4}),
    ("facing an all-in with nobody else who has chips", (20, 8), "bet raise", 0, {"fold": 0, "call": 4}),
    ("no bet: check or bet, no fold", (20, 20), "check", 1, {"check": 0, "bet": 4}),
]


@pytest.mark.parametrize(
    ("stacks", "words", "player", "options"),
    [example[1:] for example in REFERENCE_EXAMPLES],
    ids=[example[0] for example in REFERENCE_EXAMPLES],
)
def test_the_reference_gives_the_examples_of_the_rules(stacks, words, player, options):
    """A reference is worth what it is checked against: the worked examples of the half-bet rule, the cap and the answerable wager."""
    betting = Betting(4, 3, stacks)
    for word in words.split():
        betting = betting.after(word)
    assert betting.asked == player
    assert betting.options(player) == options


# Node by node


def options_of(hand: Hand) -> dict[str, int]:
    """What the hand under test lets the actor do, in the words and chips of the reference."""
    if hand.stage == Stage.DRAW:
        return {"draw": 0}
    chips = {Kind.CALL: hand.to_call, Kind.BET: hand.to_wager, Kind.RAISE: hand.to_wager}
    return {Kind(code).name.lower(): chips.get(Kind(code), 0) for code in hand.legal}


def agree(hand: Hand, reference: ReferenceHand) -> bool:
    """Whether both ask the same player for the same, with the same chips put in, and pay the same when the hand is over."""
    if hand.over:
        return reference.asked() is None and hand.net == reference.payoffs(lambda p: strength(hand.hole[p])) and not sum(hand.net)
    return (hand.actor, options_of(hand), hand.committed) == (reference.asked(), reference.options(), reference.put_in())


def after(hand: Hand, word: str) -> Hand:
    """A copy of the hand with the action done; everybody stands pat."""
    branch = copied(hand)
    branch.act(DRAW_CODE if word == "draw" else Kind[word.upper()])
    return branch


def disagreements(hand: Hand, reference: ReferenceHand, stop: Stage = Stage.OVER) -> Iterator[tuple[Hand, bool]]:
    """Every node of a game up to ``stop``, and whether both disagree there; below a disagreement nothing is looked at."""
    wrong = not agree(hand, reference)
    yield hand, wrong
    if not wrong and hand.stage != stop:
        for word in options_of(hand):
            yield from disagreements(after(hand, word), reference.after(word), stop)


def both(stacks: Sequence[int], ruleset: FiveCardDrawRuleset, betting: type[Betting] = Betting) -> tuple[Hand, ReferenceHand]:
    """A hand and its reference; all cards are dealt in ties, so that shares and odd chips are met."""
    bets = (ruleset.small_bet, ruleset.big_bet)
    hand = Hand(ruleset, tied_deal(Random(sum(stacks)), len(stacks)), len(stacks), stacks)
    return hand, open_hand(stacks, ruleset.ante, bets, ruleset.max_raises, betting)


def short_rules(small_bet: int, big_bet: int, max_raises: int, ante: int = 1) -> FiveCardDrawRuleset:
    return FiveCardDrawRuleset(ante, small_bet, big_bet, max_raises, all_in=True, starting_stack=50)


Game = tuple[Sequence[int], FiveCardDrawRuleset, Stage]
"""Stacks before the ante, the ruleset, and how far the game is played."""


def games_of_two() -> Iterator[Game]:
    """Whole hands: every pair of stacks up to two bets, and short antes."""
    for stacks, raises in product(product(range(1, 9), repeat=2), range(3)):
        yield stacks, short_rules(4, 4, raises), Stage.OVER
    for stacks, raises in product(product((1, 2, 3, 5, 6, 8, 11, 12), repeat=2), (0, 2)):
        yield stacks, short_rules(2, 3, raises, ante=2), Stage.OVER


def games_of_three() -> Iterator[Game]:
    """First rounds with every kind of short all-in, and whole hands of the shortest stacks."""
    for stacks, raises in product(product((1, 2, 3, 5, 6, 7, 10, 30), repeat=3), (0, 1)):
        yield stacks, short_rules(4, 4, raises), Stage.DRAW
    for stacks in product((2, 3, 4, 6, 7), repeat=3):
        yield stacks, short_rules(2, 4, 1), Stage.OVER


def games_of_four() -> Iterator[Game]:
    """First rounds with all-ins of 1, 5 and 6 against a bet of 4, where short all-ins add up."""
    for stacks in product((2, 6, 7, 30), repeat=4):
        yield stacks, short_rules(4, 4, 1), Stage.DRAW


@pytest.mark.slow
@pytest.mark.parametrize(("games", "nodes"), [(games_of_two, 7_000), (games_of_three, 30_000), (games_of_four, 60_000)])
def test_small_all_in_games_are_those_of_the_reference_at_every_node(games, nodes):
    """Who acts, legal actions, chips of each and chips put in at every node; payoffs that sum to zero at every end."""
    seen = 0
    for stacks, ruleset, stop in games():
        for hand, wrong in disagreements(*both(stacks, ruleset), stop):
            assert not wrong, (hand.start, ruleset, hand.log)
            seen += 1
    assert seen > nodes


# Misreadings: each of them must be found out by the games above


class NoHalfBetRule(Betting):
    """Only a whole fixed amount is a full wager."""

    def is_full(self, high: int, level: int, full: int) -> bool:
        return level - full >= self.bet


class AllInsAlwaysReopen(Betting):
    def is_full(self, high: int, level: int, full: int) -> bool:
        return level > high


class MoreThanHalf(Betting):
    """Exactly half a bet is not enough."""

    def is_full(self, high: int, level: int, full: int) -> bool:
        return level > high and 2 * (level - full) > self.bet


class ShortAllInsDoNotAddUp(Betting):
    """The distance is taken from H."""

    def is_full(self, high: int, level: int, full: int) -> bool:
        return 2 * (level - high) >= self.bet


class RaisesOnTopOfShortAllIns(Betting):
    """To H + B instead of F + B."""

    def level_on_offer(self, player: int) -> int:
        return min(self.highest + self.bet, self.stacks[player])


class ShortAllInsTakeAPlace(Betting):
    """Every bet and raise counts under the cap."""

    def places_taken(self) -> int:
        return len([what for _, what, _ in self.done if what in ("bet", "raise")])


class ChecksDoNotCount(Betting):
    """Who has only checked may complete a short all-in."""

    def acted_since_full(self, player: int) -> bool:
        return super().acted_since_full(player) and (player, "check", 0) not in self.done


class AllInsAboveACallAtTheCap(Betting):
    def places_taken(self) -> int:
        asked = self.asked
        return 0 if asked is not None and self.stacks[asked] < self.full_level() + self.bet else super().places_taken()


class NoCapHeadsUp(Betting):
    """As in live play."""

    def places_taken(self) -> int:
        return 0 if len(self.inside) == 2 else super().places_taken()


class TheBetIsARaise(Betting):
    """The cap counts it."""

    def places_taken(self) -> int:
        return 1 + super().places_taken()


class NobodyNeedsToAnswer(Betting):
    def answerers(self, player: int) -> list[int]:
        return [other for other in self.inside if other != player]


class AnswersMustMatch(Betting):
    """pokerkit's reading: somebody else could put in more than H."""

    def answerers(self, player: int) -> list[int]:
        return [other for other in super().answerers(player) if self.stacks[other] > self.highest]


class CallsComplete(Betting):
    """A call goes to F + B."""

    def options(self, player: int) -> dict[str, int]:
        found = super().options(player)
        if found.get("call", 0) < found.get("raise", 0) and self.highest < self.bet:
            found["call"] = found["raise"]
        return found


class TheLastWithChipsIsAsked(Betting):
    """One player with chips and nothing to call may still check."""

    @property
    def asked(self) -> int | None:
        able = [player for player in self.inside if self.behind[player]]
        return able[0] if len(able) == 1 and not self.done and len(self.inside) > 1 else super().asked


MISREADINGS = [
    NoHalfBetRule,
    AllInsAlwaysReopen,
    MoreThanHalf,
    ShortAllInsDoNotAddUp,
    RaisesOnTopOfShortAllIns,
    ShortAllInsTakeAPlace,
    ChecksDoNotCount,
    AllInsAboveACallAtTheCap,
    NoCapHeadsUp,
    TheBetIsARaise,
    NobodyNeedsToAnswer,
    AnswersMustMatch,
    CallsComplete,
    TheLastWithChipsIsAsked,
]


@pytest.mark.slow
@pytest.mark.parametrize("misreading", MISREADINGS)
def test_every_misreading_of_the_betting_is_found_out_by_a_small_game(misreading):
    """Mutation check, with the reference as the mutant: a hand of ours that misread the rule so would fail the test above."""
    games = [*games_of_two(), *games_of_three(), *games_of_four()]
    Random(0).shuffle(games)  # so that the first game that tells is not far
    assert any(wrong for stacks, ruleset, stop in games for _, wrong in disagreements(*both(stacks, ruleset, misreading), stop))


# Larger games, at random


@st.composite
def large_games(draw: st.DrawFn) -> tuple[Hand, ReferenceHand]:
    """Any ruleset, 2 to 6 players, stacks from a single chip to many bets; ties are common."""
    small_bet, ante = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    ruleset = short_rules(small_bet, small_bet + draw(st.integers(0, 8)), draw(st.integers(0, 4)), ante)
    deepest = draw(st.sampled_from((10, 25, 80)))
    return both(draw(st.lists(st.integers(1, deepest), min_size=2, max_size=6)), ruleset)


@pytest.mark.slow
@settings(max_examples=800)
@given(large_games(), st.integers(0, 2**32).map(Random))
def test_large_all_in_games_are_those_of_the_reference_at_every_node(game, random):
    """Along one random line each, few folds; and the payoffs at its end."""
    hand, reference = game
    assert agree(hand, reference)
    while not hand.over:
        words = list(options_of(hand))
        word = random.choice(words)
        word = random.choice(words) if word == "fold" else word
        hand, reference = after(hand, word), reference.after(word)
        assert agree(hand, reference), hand.log


@pytest.mark.slow
@given(st.integers(2, 6), st.integers(0, 4), st.integers(0, 2**32).map(Random))
def test_games_without_all_in_are_those_of_the_reference_at_every_node(players, raises, random):
    """Unlimited stacks, which the reference is given as very deep ones."""
    ruleset = FiveCardDrawRuleset(max_raises=raises)
    hand = Hand(ruleset, random_deal(random, players), players)
    reference = open_hand([10_000] * players, 1, (2, 4), raises)
    while not hand.over:
        assert agree(hand, reference), hand.log
        word = random.choice(list(options_of(hand)))
        hand, reference = after(hand, word), reference.after(word)
    assert agree(hand, reference), hand.log

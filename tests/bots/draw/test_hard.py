"""Hard's weights and its memory, and bots made of it by changing a weight."""

import hashlib
import random

import numpy as np
import pytest

from arena.matches import MatchSpec, play_match, scoring_of
from arena.rules import FiveCardDrawRuleset, Hand, Kind, Stage, parse_cards
from bots.draw import Expert, Hard, Raise, v1, v2
from bots.draw.hands import TWO_PAIR, class_held
from bots.draw.hard import _out_of_reach
from bots.draw.variant import Shy

NOTHING = parse_cards("2c4d5h7s8d")
FULL_HOUSE = parse_cards("AhAdAc7s7d")
ROYAL_FLUSH = parse_cards("AhKhQhJhTh")
STAND_PAT_TWICE = [Kind.CHECK, Kind.CHECK, 32, 32]


def changed(**weights):
    """Hard with other weights, and without caprice, so that they alone decide."""
    return type("Changed", (Hard,), {"caprice": 0.0, **weights})


def bets(level, view, table_info, count=100):
    """Which seeds bet."""
    return {seed for seed in range(count) if level(table_info(bot_seed=seed)).act(view) == Kind.BET}


def show_raiser(bot, count):
    """Show a bot hands in which its opponent, player 1, raised whenever it could, and it only called."""
    rng = random.Random(1)
    for _ in range(count):
        hand = Hand(FiveCardDrawRuleset(), rng.sample(range(52), 16), 2)
        while not hand.over:
            wishes = [*((Kind.RAISE, Kind.BET) if hand.actor == 1 else ()), Kind.CALL, Kind.CHECK, 32]
            hand.act(next(code for code in wishes if code in hand.legal))
        bot.watch(hand.view(0))


@pytest.mark.slow
def test_bluff_rate_says_how_often_it_bluffs(dealt, table_info):
    """A seed that bluffs at a rate does so at every higher one; a bet that is left at 0 is none."""
    view, rates = dealt(NOTHING), (0.0, Hard.bluff_rate, 1.0)
    never, some, always = [bets(changed(bluff_rate=rate, bluff_share=1.2), view, table_info) for rate in rates]
    assert never <= some <= always
    assert never < always


@pytest.mark.slow
def test_bluff_share_says_what_is_a_bluff(dealt, table_info):
    """Every wager is one below a share that nobody reaches, none below 0; who never bluffs leaves them out then."""
    view = dealt(FULL_HOUSE)
    found = [bets(changed(bluff_share=share, bluff_rate=0.0, slowplay_rate=0.0), view, table_info, 10) for share in (0.0, 3.0)]
    assert len(found[0]) > 5
    assert not found[1]


@pytest.mark.slow
def test_slowplay_rate_says_how_often_strong_hands_only_check(dealt, table_info):
    """Who never slow-plays bets every hand that is surely best; who takes every hand for one may check any of them."""
    view = dealt(FULL_HOUSE, STAND_PAT_TWICE)
    never, always = [bets(changed(slowplay_rate=rate), view, table_info) for rate in (0.0, 1.0)]
    assert len(never) == 100
    assert always <= never


@pytest.mark.slow
def test_caprice_makes_it_less_predictable_until_it_knows_the_table(dealt, table_info):
    """A hand near the border is bet by some seeds and not by others; after many hands caprice is next to nothing."""
    view = dealt(parse_cards("Ah2d3c5s8d"))
    capricious = type("Capricious", (Hard,), {"caprice": 100.0, "bluff_share": 0.0, "slowplay_rate": 1.0})
    plain, wild = bets(changed(bluff_share=0.0), view, table_info, 40), bets(capricious, view, table_info, 40)
    assert len(plain) in (0, 40) or len(plain) != len(wild)
    assert 5 < len(wild) < 35


@pytest.mark.slow
def test_draw_margin_says_how_much_better_than_the_book_a_draw_must_be(dealt, table_info):
    """A straight flush draw instead of a low pair, see test_bots; a draw that had to win every showdown more is never made."""
    view = dealt(parse_cards("2h2c3h4h5h"), [Kind.BET, Kind.RAISE, Kind.CALL])
    assert view.stage == Stage.DRAW
    assert changed(draw_margin=1.0)(table_info()).act(view) != Hard(table_info()).act(view) == 32 + 0b00010


@pytest.mark.slow
def test_a_variant_with_the_same_weights_is_hard_itself(random_views, table_info):
    same = type("Same", (Hard,), {})
    for view in random_views(1, seed=7):
        assert same(table_info()).act(view) == Hard(table_info()).act(view)


@pytest.mark.slow
def test_shy_leaves_out_wagers_that_hard_makes(random_views, table_info):
    """It wagers in no view in which hard does not: only what counts as a bluff differs."""
    wagers = (Kind.BET, Kind.RAISE)
    shy, hard = Shy(table_info()), v1.Hard(table_info())
    acted = [(shy.act(view), hard.act(view)) for view in random_views(2, seed=8) if view.stage != Stage.DRAW]
    different = [pair for pair in acted if pair[0] != pair[1]]
    assert different
    assert all(theirs in wagers and ours not in wagers for ours, theirs in different)


@pytest.mark.slow
def test_hands_of_a_raiser_make_it_call_what_it_folded(dealt, table_info):
    """A pair of fives facing a raise and a bet after the draw: nothing against a stranger, enough against who always raises."""
    view = dealt(parse_cards("5h5d9c7sJd"), [Kind.CHECK, Kind.BET, Kind.RAISE, Kind.CALL, 32 + 0b11100, 39, Kind.CHECK, Kind.BET])
    calls = {}
    for count in (0, 40):
        acted = []
        for seed in range(10):
            bot = changed()(table_info(bot_seed=seed))
            show_raiser(bot, count)
            acted.append(bot.act(view))
        calls[count] = sum(code != Kind.FOLD for code in acted)
    assert calls[40] > calls[0]


@pytest.mark.slow
def test_equal_histories_give_equal_actions(random_views, table_info):
    views = random_views(1, seed=9)[:60]
    one, other = Hard(table_info()), Hard(table_info())
    for bot in (one, other):
        show_raiser(bot, 20)
    assert [one.act(view) for view in views] == [other.act(view) for view in reversed(views)][::-1]


@pytest.mark.slow
def test_memory_wins_more_from_who_always_raises():
    """Mirrored matches of 120 deals, the same for both: more than three standard errors of the difference."""

    class Forgetful(Hard):
        def watch(self, view):
            pass

    won = []
    for level in (Hard, Forgetful):
        rules = FiveCardDrawRuleset()
        spec = MatchSpec("raiser", "raiser", "five_card_draw", rules, ("p0", "p1"), hashlib.sha256(b"raiser").digest(), 120)
        scoring = scoring_of(rules, 120)
        won.append(np.array([block.result(0, scoring) for block in play_match(spec, (level, Raise)).blocks()]))
    gain = won[0] - won[1]
    assert gain.mean() > 3 * gain.std(ddof=1) / len(gain) ** 0.5


def test_nonsense_raises_and_never_becomes_a_fold(dealt, table_info):
    """Compared with NaN nothing is better; a fold for that would be a bug that nobody sees."""
    broken = type("Broken", (Hard,), {"caprice": float("nan")})
    with pytest.raises(FloatingPointError, match="were worked out for"):
        broken(table_info()).act(dealt(parse_cards("AhAdAc7s2d"), [Kind.CHECK, Kind.BET]))


@pytest.mark.slow
def test_what_is_out_of_reach_is_folded_by_every_seed(exchanged_views, table_info):
    """With no chance that pays against any hands at all, ranges and whims are not asked; two pair always have one."""
    for view, _ in exchanged_views(80, seed=9):
        if Kind.FOLD in view.legal and _out_of_reach(view) and view.opponents > 1:
            assert class_held(view.hole_cards) < TWO_PAIR
            assert {Hard(table_info(view.ruleset, view.players, seed)).act(view) for seed in range(5)} == {Kind.FOLD}


@pytest.mark.slow
@pytest.mark.parametrize("bot", [Hard, v2.Hard, v1.Hard, Expert])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_rules_with_many_raises_are_played(bot, players, table_info):
    """Its rollouts stop counting at seven wagers; hands go on to thirteen in either round."""
    rules = FiveCardDrawRuleset(ante=1, small_bet=2, big_bet=4, max_raises=12)
    rng, most = random.Random(5), 0
    for _ in range(2):
        hand = Hand(rules, rng.sample(range(52), 8 * players), players)
        while not hand.over:
            view = hand.view(hand.actor)
            assert bot(table_info(rules, players)).act(view) in view.legal
            most = max(most, view.wagers)
            wager = view.legal[-1]
            hand.act(wager if view.stage != Stage.DRAW and rng.random() < 0.97 else rng.choice(view.legal[-2:]))
    assert most == 13


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        FiveCardDrawRuleset(max_raises=0),
        FiveCardDrawRuleset(ante=1, small_bet=10, big_bet=20, max_raises=0),
        FiveCardDrawRuleset(ante=2, small_bet=40, big_bet=80, max_raises=0, all_in=True, starting_stack=20),
        FiveCardDrawRuleset(ante=5, small_bet=10, big_bet=20, max_raises=0, all_in=True, starting_stack=11),
    ],
    ids=str,
)
def test_what_cannot_lose_is_not_given_up_on_a_whim(rules, dealt, table_info):
    """A royal flush that faces a bet, before the draw and after it, where it may not raise."""
    check_bet = [Kind.CHECK, Kind.BET]
    for codes in (check_bet, [Kind.CHECK, Kind.CHECK, 32, 32, *check_bet]):
        view = dealt(ROYAL_FLUSH, codes, rules)
        assert view.legal == (Kind.FOLD, Kind.CALL)
        assert {Hard(table_info(rules, bot_seed=seed)).act(view) for seed in range(60)} == {Kind.CALL}


@pytest.mark.slow
def test_whims_cost_little_in_a_small_pot(dealt, table_info):
    """Eight high facing fifty chips where two are to be won: version 2 called them in one case of five."""
    rules = FiveCardDrawRuleset(ante=1, small_bet=50, big_bet=100)
    view = dealt(NOTHING, [Kind.CHECK, Kind.BET], rules)
    called = {bot: sum(bot(table_info(rules, bot_seed=seed)).act(view) != Kind.FOLD for seed in range(60)) for bot in (Hard, v2.Hard)}
    assert called[Hard] == 0
    assert called[v2.Hard] > 3

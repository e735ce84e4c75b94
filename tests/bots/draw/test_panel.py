"""That each bot of the panel plays as its name says."""

import hashlib
import random
from collections import Counter
from dataclasses import replace

import pytest

from arena.matches import MatchSpec, play_match
from arena.rules import DRAW_CODE, DRAW_CODES, FiveCardDrawRuleset, Kind, Stage, parse_cards
from bots.draw import Call, Easy, Fold, LooseAggressive, Raise, Random, TightAggressive, TightPassive
from bots.draw.hands import class_held
from bots.draw.panel import BLUFF_RATE

STYLES = (TightPassive, TightAggressive, LooseAggressive)
WAGERS = {Kind.BET, Kind.RAISE}
STAND_PAT_TWICE = [Kind.CHECK, Kind.CHECK, DRAW_CODE, DRAW_CODE]


@pytest.fixture
def played():
    """A function: every (view, code) of a bot against easy, heads-up over fixed mirrored deals."""

    def play(factory, deal_count=500):
        seen = []

        class Watched:
            def __init__(self, info):
                self._bot = factory(info)

            def act(self, view):
                seen.append((view, self._bot.act(view)))
                return seen[-1][1]

        seed = hashlib.sha256(b"panel").digest()
        spec = MatchSpec("panel", "panel", "five_card_draw", FiveCardDrawRuleset(), ("p0", "p1"), seed, deal_count)
        play_match(spec, (Watched, Easy))
        return seen

    return play


def _betting(views):
    return [view for view in views if view.stage != Stage.DRAW]


def _random_hands(count, seed):
    rng = random.Random(seed)
    return [tuple(rng.sample(range(52), 5)) for _ in range(count)]


def _is_near(hits, count, rate):
    """Within five standard deviations of a binomial count."""
    return abs(hits - count * rate) < 5 * (count * rate * (1 - rate)) ** 0.5


def test_call_never_folds_and_never_wagers(random_views, table_info):
    call = Call(table_info())
    assert {call.act(view) for view in _betting(random_views(5, seed=15))} == {Kind.CHECK, Kind.CALL}


def test_raise_wagers_whenever_legal_and_else_never_folds(random_views, table_info):
    bot = Raise(table_info())
    for view in _betting(random_views(5, seed=16)):
        wagers = WAGERS.intersection(view.legal)
        assert bot.act(view) in (wagers or {Kind.CALL, Kind.CHECK})


def test_fold_folds_whenever_legal_else_checks_and_stands_pat(random_views, table_info):
    fold = Fold(table_info())
    for view in random_views(5, seed=17):
        expected = DRAW_CODE if view.stage == Stage.DRAW else Kind.FOLD if Kind.FOLD in view.legal else Kind.CHECK
        assert fold.act(view) == expected


@pytest.mark.slow
@pytest.mark.parametrize("codes", [[], [Kind.BET], [Kind.BET, Kind.RAISE], [Kind.BET, Kind.RAISE, Kind.RAISE, Kind.RAISE]])
def test_random_plays_every_legal_action_as_often(codes, dealt, table_info):
    view = dealt(parse_cards("2c4d5h7s9d"), codes)
    counts = Counter(Random(table_info(bot_seed=seed)).act(view) for seed in range(3000))
    assert set(counts) == set(view.legal)
    assert all(_is_near(count, 3000, 1 / len(view.legal)) for count in counts.values())


@pytest.mark.slow
def test_random_makes_every_draw_and_all_counts_as_often(dealt, table_info):
    view = dealt(parse_cards("2c4d5h7s9d"), [Kind.CHECK, Kind.CHECK])
    codes = [Random(table_info(bot_seed=seed)).act(view) for seed in range(4000)]
    assert set(codes) == set(DRAW_CODES)
    counts = Counter((code - DRAW_CODE).bit_count() for code in codes)
    assert all(_is_near(counts[count], 4000, 1 / 4) for count in range(4))


@pytest.mark.parametrize("bot", [Random, LooseAggressive])
def test_bot_seeds_tell_chances_apart(bot, dealt, table_info):
    view = dealt(parse_cards("2c4d5h7s9d"), STAND_PAT_TWICE)
    assert {bot(table_info(bot_seed=seed)).act(view) for seed in range(100)} == {Kind.CHECK, Kind.BET}


@pytest.mark.parametrize(
    ("cards", "passive", "tight", "loose"),
    [
        ("AhAdAc7s7d", Kind.RAISE, Kind.RAISE, Kind.RAISE),
        ("2h2d3c3s7d", Kind.RAISE, Kind.RAISE, Kind.RAISE),
        ("JhJd3c4s7d", Kind.CALL, Kind.RAISE, Kind.RAISE),
        ("ThTd3c4sAd", Kind.FOLD, Kind.FOLD, Kind.RAISE),
        ("2h2d3c4s7d", Kind.FOLD, Kind.FOLD, Kind.RAISE),
        ("Ah2d3c5s8d", Kind.FOLD, Kind.FOLD, Kind.RAISE),
        ("2h4h7h9hJc", Kind.FOLD, Kind.FOLD, Kind.RAISE),
        ("5h6d7c8sQd", Kind.FOLD, Kind.FOLD, Kind.RAISE),
        ("Kh2d3c5s8d", Kind.FOLD, Kind.FOLD, Kind.FOLD),
    ],
)
def test_styles_answer_a_bet_before_the_draw_by_their_tables(cards, passive, tight, loose, dealt, table_info):
    view = replace(dealt(parse_cards("2c4d5h7s9d"), [Kind.BET]), hole_cards=parse_cards(cards))
    assert [style(table_info()).act(view) for style in STYLES] == [passive, tight, loose]


@pytest.mark.parametrize(
    ("cards", "tight", "loose"),
    [
        ("2h2d3c3s7d", Kind.RAISE, Kind.RAISE),
        ("JhJd3c4s7d", Kind.CALL, Kind.CALL),
        ("ThTd3c4sAd", Kind.FOLD, Kind.CALL),
        ("Ah2d3c5s8d", Kind.FOLD, Kind.FOLD),
        ("2h4h7h9hJc", Kind.FOLD, Kind.FOLD),
        ("5h6d7c8sQd", Kind.FOLD, Kind.FOLD),
    ],
)
def test_styles_answer_a_bet_after_the_draw_by_their_tables(cards, tight, loose, dealt, table_info):
    """A draw that missed is worth nothing, whatever it was before."""
    view = replace(dealt(parse_cards("2c4d5h7s9d"), [*STAND_PAT_TWICE, Kind.BET]), hole_cards=parse_cards(cards))
    assert [style(table_info()).act(view) for style in STYLES] == [tight, tight, loose]


@pytest.mark.slow
@pytest.mark.parametrize("style", [TightPassive, TightAggressive])
def test_tight_styles_enter_with_a_fifth_of_all_hands(style, dealt, table_info):
    """Of 2,598,960 hands 198,180 are two pair or better, and 4/13 of 1,098,240 pairs are jacks or better."""
    one, opening = style(table_info()), dealt(parse_cards("2c4d5h7s9d"), [Kind.BET])
    entered = sum(one.act(replace(opening, hole_cards=cards)) != Kind.FOLD for cards in _random_hands(5000, seed=18))
    assert _is_near(entered, 5000, (198_180 + 1_098_240 * 4 / 13) / 2_598_960)


@pytest.mark.slow
@pytest.mark.parametrize(("style", "rate"), [(TightPassive, 0), (TightAggressive, 0), (LooseAggressive, BLUFF_RATE)])
def test_styles_bluff_after_the_draw_at_their_stated_rate(style, rate, dealt, table_info):
    one, opening = style(table_info()), dealt(parse_cards("2c4d5h7s9d"), STAND_PAT_TWICE)
    nothing = [cards for cards in _random_hands(10_000, seed=19) if not class_held(cards)]
    bluffs = sum(one.act(replace(opening, hole_cards=cards)) == Kind.BET for cards in nothing)
    assert _is_near(bluffs, len(nothing), rate) if rate else bluffs == 0


def test_styles_never_bluff_before_the_draw(dealt, table_info):
    view = dealt(parse_cards("2c4d5h7s9d"))
    assert {style(table_info(bot_seed=seed)).act(view) for style in STYLES for seed in range(100)} == {Kind.CHECK}


@pytest.mark.slow
def test_tight_styles_fold_more_often_before_the_draw_than_the_loose_one(played):
    """Against easy, of the decisions with a wager to answer; weak hands that checked before are among them, strong ones have bet."""

    def folding(style):
        asked = [code for view, code in played(style) if view.stage == Stage.FIRST_ROUND and Kind.FOLD in view.legal]
        assert len(asked) > 100
        return asked.count(Kind.FOLD) / len(asked)

    loose = folding(LooseAggressive)
    assert all(folding(tight) > loose + 0.2 for tight in (TightPassive, TightAggressive))


@pytest.mark.slow
def test_aggressive_styles_wager_more_often_than_the_passive_one(played):
    """Against easy, of the decisions before the draw where a wager is legal: two pair against jacks against ace high."""

    def wagering(style):
        asked = [code for view, code in played(style) if view.stage == Stage.FIRST_ROUND and WAGERS.intersection(view.legal)]
        assert len(asked) > 500
        return sum(code in WAGERS for code in asked) / len(asked)

    passive, tight, loose = [wagering(style) for style in STYLES]
    assert tight > 1.5 * passive
    assert loose > 1.5 * tight

"""What all three levels keep to, and what each is known for."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from arena.rules import CLASS_NAMES, BonusStage, HoldemBonusRuleset, game_value, hole_class, parse_cards, shared_solver, stake_of
from bots.bonus import Easy, Hard, Normal
from bots.bonus.easy import BLUFF_RATE, improves, plays, shown_class
from bots.bonus.normal import FOLDED, SAMPLE_COUNT, sampled_hands, win_count
from tests.bots.bonus.playing import BET, CHECK, FOLD, exchanged, hand_of, info_of, random_hands

LEVELS = (Easy, Normal, Hard)
HOLES = list(combinations(range(52), 2))


def random_views(count, seed):
    return [hand.view(0) for _, hand in random_hands(count, seed)]


@pytest.mark.parametrize("level", LEVELS)
def test_level_states_its_version(level):
    assert level.version == 1


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_action_is_legal(level):
    """Random hands of all rulesets, bankrolls that do not cover every bet among them."""
    for view in random_views(6 if level is Hard else 100, seed=1):
        assert level(info_of(view.ruleset)).act(view) in view.legal, str(view)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_equal_views_give_equal_actions_in_any_order(level):
    """One instance asked forwards and backwards, and a fresh one for each view."""
    views = random_views(6 if level is Hard else 30, seed=1)
    bot = level(info_of())
    forwards = [bot.act(view) for view in views]
    backwards = [bot.act(view) for view in reversed(views)]
    assert forwards == backwards[::-1]
    assert forwards == [level(info_of()).act(view) for view in views]


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_exchanging_unseen_cards_changes_no_action(level):
    """The house's cards and the board to come; views tell neither, and the bots have nothing but views."""
    rng, bot = Random(3), level(info_of())
    for codes, hand in random_hands(6 if level is Hard else 60, seed=1):
        assert bot.act(hand.view(0)) == bot.act(exchanged(rng, hand, codes).view(0))


@pytest.mark.parametrize("level", LEVELS)
def test_stake_is_the_smallest_ante_without_a_bonus_bet(level):
    for view in random_views(20, seed=4):
        if view.stage == BonusStage.STAKE:
            assert stake_of(level(info_of(view.ruleset)).act(view)) == (view.ruleset.ante_min, 0)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_that_cannot_lose_bets_and_a_hopeless_one_checks(level):
    """A royal flush on the flop; and hole cards below most others beside a board that is nearly all of everybody's hand."""
    bot = level(info_of())
    for codes in ((), (BET,), (BET, BET), (BET, CHECK)):
        assert bot.act(hand_of("AsKs", "QsJsTs2c", codes).view(0)) == BET
    if level is not Easy:  # which bluffs
        assert bot.act(hand_of("2c3d", "AsKsQsJs", (BET, CHECK)).view(0)) == CHECK
        assert bot.act(hand_of("2c3d", "AsAcAdAh", (BET, BET)).view(0)) == CHECK


def test_easy_plays_pairs_aces_kings_and_exactly_half_of_the_rest():
    """880 hole cards have no pair, ace or king: 440 of them, 300 of two suits and 140 of one; 886 of all 1,326."""
    top = [hole for hole in HOLES if hole[0] // 4 == hole[1] // 4 or hole[1] // 4 >= 11]
    rest = [hole for hole in HOLES if hole not in set(top)]
    assert all([plays(hole) for hole in top])
    played = [hole for hole in rest if plays(hole)]
    assert (len(rest), len(played), len(top) + len(played)) == (880, 440, 886)
    assert sum(hole[0] % 4 == hole[1] % 4 for hole in played) == 140


def test_easy_plays_by_the_class_of_its_cards_alone():
    """Law: hole cards of a class fare alike, in either order; the bot does what the rule says."""
    by_class = {}
    for hole in HOLES:
        assert by_class.setdefault(hole_class(hole), plays(hole)) == plays(hole) == plays(hole[::-1])
    easy = Easy(info_of())
    assert [easy.act(hand_of(cards).view(0)) for cards in ("2c2d", "Kc2d", "Qc3d", "Qc2d", "Jc2c", "Tc2c", "7c6c", "9c5d")] == [
        BET,
        BET,
        BET,
        FOLD,
        BET,
        FOLD,
        BET,
        FOLD,
    ]


IMPROVED = [
    ("Ah7d", "7c2s9d", True),
    ("Ah8d", "7c7s9d", False),  # the board's pair
    ("Ah9c", "7c7s9d", True),  # two pair
    ("AhAd", "7c7s9d2c", True),
    ("9h9d", "KcKs7d7s", False),  # a better pair beside the board's two: the class is the same
    ("AhKd", "7c7s7d2c", False),
    ("Ah2d", "7c7s7d2c", True),
    ("AhAd", "7c7s7d7h", False),
    ("5h4d", "3c2sAd", True),  # a straight
    ("Th2h", "4h7hKh", True),
    ("Th2h", "4h7hKc", False),  # four to a flush
    ("Th2h", "4h7hKc3h", True),
    ("QhJd", "9c5s2d", False),
]


@pytest.mark.parametrize(("hole", "board", "improved"), IMPROVED)
def test_easy_bets_with_a_better_class_than_the_board_shows(hole, board, improved):
    assert improves(parse_cards(hole), parse_cards(board)) == improved


def test_class_a_board_shows_is_the_best_it_makes_with_worthless_cards():
    """Law: beside two cards that make no pair, straight or flush with it, a board of three has its own class; on all 22,100 flops."""
    for flop in combinations(range(52), 3):
        ranks = [card // 4 for card in flop]
        most, kinds = max(map(ranks.count, ranks)), len(set(ranks))
        assert shown_class(flop) == {1: 0, 2: 1, 3: 3}[most]
        assert (kinds == 3) == (shown_class(flop) == 0)
    assert CLASS_NAMES[shown_class(parse_cards("KcKs7d7s"))] == "two pair"


@pytest.mark.slow
def test_easy_bluffs_at_its_stated_rate():
    """20,000 boards with nothing: the count is binomial, five standard deviations are allowed."""
    rng, easy = Random(6), Easy(info_of())
    views = [hand_of("2c3d", "", codes).view(0) for codes in ((BET,), (BET, CHECK))]
    asked = bluffs = 0
    while asked < 20_000:
        view = views[asked % 2]
        cards = tuple(rng.sample(range(52), 2 + len(view.board)))
        if improves(cards[:2], cards[2:]):
            continue
        asked += 1
        bluffs += easy.act(replace(view, hole_cards=cards[:2], board=cards[2:])) == BET
    expected = BLUFF_RATE * asked
    assert abs(bluffs - expected) < 5 * (expected * (1 - BLUFF_RATE)) ** 0.5


def test_easy_bluffs_on_some_boards_and_not_on_others():
    """The same seed, hole cards and log: only the board can tell the hands apart."""
    easy, view = Easy(info_of()), hand_of("2c3d", "", (BET,)).view(0)
    flops = [flop for flop in combinations(range(24, 52), 3) if not improves(view.hole_cards, flop)]
    assert {easy.act(replace(view, board=flop)) for flop in flops[::4]} == {BET, CHECK}


@pytest.mark.slow
@pytest.mark.parametrize(("level", "hole", "board"), [(Easy, "2c5d", "AhKh9s"), (Normal, "As2d", "Qc5h4s"), (Hard, "As2d", "Qc5h4s")])
def test_seeds_change_bluffs_and_samples_but_nothing_exact(level, hole, board):
    """Easy with nothing, and a hand that wins half the time: over 300 seeds both choices occur, unless they are exact."""
    view = hand_of(hole, board, (BET,)).view(0)
    counts = shared_solver().counts(view.hole_cards, view.board)
    assert level is Easy or 0.49 < counts.win / counts.total < 0.51
    actions = {level(info_of(bot_seed=seed)).act(view) for seed in range(300)}
    assert len(actions) == (1 if level is Hard else 2)


def test_normal_folds_what_optimal_play_folds_and_nothing_else():
    """The rules page: 72o 62o 52o 42o 32o."""
    assert set(game_value().folded) == FOLDED
    normal, flop = Normal(info_of()), hand_of("AsAd").view(0)
    folded = {hole_class(hole) for hole in HOLES if normal.act(replace(flop, hole_cards=hole)) == FOLD}
    assert folded == FOLDED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hole", "board"), [("AsKd", "7h8h9c"), ("Qs4s", "5s9sJd"), ("2c2d", "5h5s5d"), ("9h8h", "Ah7h2c6s"), ("AcAd", "KsKdQh2c")]
)
def test_normals_samples_win_as_often_as_all_that_may_come(hole, board):
    """20 samples: their share of wins is within five standard errors of the exact one."""
    view = hand_of(hole, board, (BET, CHECK)[: len(parse_cards(board)) - 2]).view(0)
    counts = shared_solver().counts(view.hole_cards, view.board)
    exact, size = counts.win / counts.total, 20 * SAMPLE_COUNT
    wins = sum([win_count(view, number * 397) for number in range(20)])
    assert abs(wins / size - exact) < 5 * (exact * (1 - exact) / size) ** 0.5


def test_normals_sampled_cards_are_unseen_and_distinct():
    """The player has its hole cards, the house others, both of them the same board, which begins with the one in view."""
    for view in random_views(3, seed=7):
        if view.stage in (BonusStage.TURN, BonusStage.RIVER):
            own, house = sampled_hands(view, 12345).tolist()
            assert len(own) == len(house) == SAMPLE_COUNT
            for ours, theirs in zip(own, house, strict=True):
                assert (tuple(ours[5:]), tuple(ours[: len(view.board)]), ours[:5]) == (view.hole_cards, view.board, theirs[:5])
                assert len({*ours, *theirs}) == 9


def test_a_bankroll_without_room_for_a_bet_leaves_the_check():
    ruleset = HoldemBonusRuleset(bankroll=3)
    for level in LEVELS:
        assert level(info_of(ruleset)).act(hand_of("AsKs", "QsJsTs2c", (BET, CHECK), ruleset).view(0)) == CHECK

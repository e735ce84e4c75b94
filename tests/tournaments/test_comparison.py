"""Is A better than B: what is played to find out, and what may be said of any series."""

import math
from dataclasses import replace

import numpy as np
import pytest

from arena.matches import Block, MatchSpec, play_match
from arena.rules import FiveCardDrawRuleset, HoldemBonusRuleset
from arena.statistics import Verdict, corrected_series, half_width, interval, log_e_value, numbers_to_decide, patch_test
from arena.tournaments import Entrant, PlaySettings, TournamentSpec
from arena.tournaments.comparison import (
    PASS_MATCHES,
    Answer,
    Comparison,
    Question,
    Sides,
    find,
    first_sure,
    loss_bound,
    noise_of_hand,
    numbers_to_go,
)
from bots.draw import Raise
from tests.tournaments.making import duel, forfeited, make_spec, outcome, played, simulate

MASTER = bytes(range(32))
ALPHA = 0.05


def comparison(**play):
    return Comparison(make_spec("ab", **{"deals_per_match": 50, "max_hands": 2000} | play), MASTER)


def house(**play):
    entrants = (Entrant("a", builtin="bonus/hard"), Entrant("b", builtin="bonus/easy"))
    play = PlaySettings(seats=1, **{"deals_per_match": 50, "max_hands": 2000} | play)
    return Comparison(TournamentSpec("T", "holdem_bonus", HoldemBonusRuleset(), entrants, format="solo", play=play), MASTER)


def end_pass(found, blocks_of):
    """The running pass, each of its matches with these blocks."""
    plans = found.next_pass()
    found.end_pass([outcome(plan.pairing, blocks_of(plan), plan.pass_number, match_id=plan.spec.match_id) for plan in plans])


def tied(plan):
    """Blocks in which nobody wins anything."""
    legs = plan.spec.leg_count
    return tuple(Block(number, (0, 0), (0, 0), legs, legs) for number in range(plan.spec.deal_count))


def random_series(seed, count=900, mean=20.0, skewed=False):
    random = np.random.default_rng(seed)
    noise = random.exponential(100.0, count) - 100.0 if skewed else random.normal(0.0, 100.0, count)
    return mean + noise


@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_first_sure_is_the_first_interval_that_leaves_zero_out(seed, skewed):
    """One pass over sums says what asking for the interval after every number would say."""
    series = random_series(seed, 600, 30.0, skewed)
    asked = [t for t in range(1, series.size + 1) if interval(series[:t], ALPHA).sign]
    assert first_sure(series, ALPHA) == (asked[0] if asked else None)
    assert asked or not skewed


def test_first_sure_does_not_change_when_the_series_grows():
    series = random_series(1)
    sure = first_sure(series, ALPHA)
    assert sure is not None
    assert [first_sure(series[:t], ALPHA) for t in (sure - 1, sure, series.size)] == [None, sure, sure]


@pytest.mark.parametrize(
    ("series", "sure"), [(np.zeros(500), None), (np.full(500, 0.1), 200), (np.full(199, 5.0), None), (np.empty(0), None)]
)
def test_equal_numbers_are_sure_when_an_interval_begins_unless_they_are_zero(series, sure):
    """arena.statistics.intervals: it begins at 200 numbers, and has no width when all are equal."""
    assert first_sure(series, ALPHA) == sure


@pytest.mark.parametrize(
    ("series", "answer"),
    [
        (np.empty(0), Answer.UNDECIDED),
        (np.zeros(1000), Answer.UNDECIDED),
        (random_series(2, 100, 500.0), Answer.UNDECIDED),
        (random_series(2, 1000, 40.0), Answer.A_BETTER),
        (random_series(2, 1000, -40.0), Answer.B_BETTER),
    ],
)
def test_the_interval_answers_who_is_better(series, answer):
    found = find(series, Question())
    assert (found.answer, found.count, found.test) == (answer, series.size, None)
    assert (found.needed_count is None) == (answer == Answer.UNDECIDED)
    assert found.interval == interval(series, Question().alpha)


@pytest.mark.parametrize("seed", range(5))
def test_exchanging_a_and_b_turns_the_answer(seed):
    turned = {Answer.A_BETTER: Answer.B_BETTER, Answer.B_BETTER: Answer.A_BETTER, Answer.UNDECIDED: Answer.UNDECIDED}
    series = random_series(seed)
    one, other = find(series, Question()), find(-series, Question())
    assert other.answer == turned[one.answer]
    assert (other.interval.mean, other.needed_count) == (-one.interval.mean, one.needed_count)


@pytest.mark.parametrize(("mean", "answer"), [(60.0, Answer.A_BETTER), (0.0, Answer.NOT_BETTER), (-60.0, Answer.NOT_BETTER)])
def test_with_delta_the_patch_test_answers(mean, answer):
    series, question = random_series(3, 1500, mean), Question(0.95, 50.0)
    found = find(series, question)
    test = patch_test(series, 50.0, question.alpha, question.alpha)
    assert (found.answer, found.needed_count, found.test) == (answer, test.count, test)
    assert found.interval == interval(series, question.alpha), "the interval stands beside it"


def test_with_delta_nothing_is_said_before_the_burn_in():
    found = find(random_series(3, 199, 60.0), Question(delta=50.0))
    assert (found.answer, found.needed_count, found.test.verdict) == (Answer.UNDECIDED, None, Verdict.UNDECIDED)


def test_twins_are_not_better():
    """arena.statistics.patch: a version that ties in 200 blocks is not better."""
    assert find(np.zeros(200), Question(delta=10.0)).answer == Answer.NOT_BETTER


def test_what_is_left_is_the_forecast_less_what_there_is():
    series = random_series(4, 300, 10.0)
    total = numbers_to_decide(series.mean(), series.std(ddof=1), 300, Question().alpha)
    assert numbers_to_go(series, Question()) == total - 300 > 0
    assert half_width(series.std(ddof=1), total, ALPHA) < abs(series.mean()) <= half_width(series.std(ddof=1), total - 1, ALPHA)


@pytest.mark.parametrize("mean", [100.0, 70.0, 10.0, -40.0])
def test_what_is_left_with_delta_is_where_the_ratio_would_stop(mean):
    """LLR_t = tδ(2m − δ)/(2s²) reaches ±ln 19 there, with mean and deviation as they stand, and not one number before."""
    series, delta = random_series(5, 210, 0.0) * 20, 50.0
    series += mean - series.mean()
    total = numbers_to_go(series, Question(0.95, delta)) + 210
    ratios = [abs(t * delta * (2 * series.mean() - delta) / (2 * series.var(ddof=1))) for t in (total - 1, total)]
    assert ratios[0] < math.log(19) <= ratios[1] * (1 + 1e-12)


@pytest.mark.parametrize(
    ("series", "question"), [(np.empty(0), Question()), (np.zeros(300), Question()), (np.array([0.0, 50.0]), Question(delta=50.0))]
)
def test_where_nothing_drifts_there_is_no_forecast(series, question):
    """The last one: a mean of δ/2 speaks for neither side."""
    assert numbers_to_go(series, question) is None


def test_noise_of_a_hand_predicts_the_standard_error():
    """By hand: blocks of two hands, ±100: each hand ±141, and 200 hands leave 10 in the mean."""
    series = np.array([100.0, -100.0] * 50)
    noise = noise_of_hand(series, 2)
    assert noise == pytest.approx(141.4, abs=1)
    assert noise / math.sqrt(200) == pytest.approx(series.std(ddof=1) / 10)
    assert noise_of_hand(series[:1], 2) is None


def test_a_pass_is_so_many_matches_each_on_deals_of_its_own():
    found = comparison()
    plans = found.next_pass()
    assert len(plans) == PASS_MATCHES
    assert len({plan.spec.seed for plan in plans}) == len({plan.spec.match_id for plan in plans}) == PASS_MATCHES
    assert all((plan.pairing, plan.spec.deal_count, plan.spec.mirrored) == ((0, 1), 50, True) for plan in plans)
    assert found.next_pass() == plans, "asking changes nothing"
    found.end_pass([simulate(plan) for plan in plans])
    assert {plan.spec.seed for plan in found.next_pass()}.isdisjoint(plan.spec.seed for plan in plans)


@pytest.mark.parametrize("edge", [-5.0, 0.0, 5.0])
def test_what_is_due_does_not_depend_on_results(edge):
    found, other = comparison(), comparison()
    found.end_pass([simulate(plan, edge) for plan in found.next_pass()])
    other.end_pass([simulate(plan) for plan in other.next_pass()])
    assert found.next_pass() == other.next_pass()


@pytest.mark.parametrize(("deals", "hands"), [("mirrored", 2), ("independent", 1)])
@pytest.mark.parametrize("budget", [2, 99, 430, 1000])
def test_the_budget_is_never_exceeded_and_less_than_a_block_is_left(deals, hands, budget):
    found = comparison(deals=deals, max_hands=budget)
    while found.next_pass():
        end_pass(found, tied)
    assert found.hands_per_block == hands
    assert 0 <= found.hands_left < hands
    assert found.hand_count == budget - found.hands_left
    assert found.series().size == found.hand_count // hands


def test_mirrored_and_independent_deals_are_different_ones():
    seeds = [{plan.spec.seed for plan in comparison(deals=deals).next_pass()} for deals in ("mirrored", "independent")]
    assert seeds[0].isdisjoint(seeds[1])


def test_outcomes_of_other_matches_are_refused_and_change_nothing():
    found = comparison()
    plans = found.next_pass()
    with pytest.raises(AssertionError, match="the matches of this pass"):
        found.end_pass([simulate(plan) for plan in reversed(plans)])
    assert (found.series().size, found.hand_count) == (0, 0)
    assert found.next_pass() == plans


def test_the_series_is_what_a_won_block_by_block_in_the_order_of_matches():
    """By hand: 8 chips over the two hands of a block are one big bet a hand, 1,000 mbb."""
    found = comparison(deals_per_match=2)
    end_pass(found, lambda plan: duel([8 * plan.pass_number, -4]))
    assert found.series().tolist() == [0, -500, 1000, -500, 2000, -500, 3000, -500]


def test_who_forfeits_is_charged_whoever_it_is():
    """A forfeited leg costs a big bet a hand: a block without a hand 1,000 mbb, one of which a leg was played half of that and its net.
    What counts for neither, a leg forfeited by each, is left out."""
    found = comparison(deals_per_match=3)
    both = Block(2, (0, 0), (1, 1), 0, 2)
    blocks = [(forfeited(0, 0), forfeited(1, 0, 1, (4, -4)), both), (forfeited(0, 1), forfeited(1, 1, 1, (4, -4)), both)]
    end_pass(found, lambda plan: blocks[plan.pass_number % 2])
    assert found.series().tolist() == [-1000, 0, 1000, 1000] * 2


def end_forfeited(found, blocks_of, forfeits_of):
    """The running pass, each of its matches with these blocks and forfeited legs."""
    plans = found.next_pass()
    found.end_pass([played(plan, blocks_of(plan), forfeits=forfeits_of(plan)) for plan in plans])


def test_what_one_forfeits_is_no_gain_of_the_other():
    """The blocks of the test above, and one that was played: on the other's side 0 at most, and what was lost in a leg stays lost."""
    found = comparison(deals_per_match=4)
    both = Block(2, (0, 0), (1, 1), 0, 2)
    won = duel([8])[0]
    blocks = [(forfeited(0, 0), forfeited(1, 0, 1, (4, -4)), both, won), (forfeited(0, 1), forfeited(1, 1, 1, (-8, 8)), both, won)]
    end_forfeited(found, lambda plan: blocks[plan.pass_number % 2], lambda plan: ((2, 1), (1, 2))[plan.pass_number % 2])
    assert found.series().tolist() == [-1000, 0, 1000, 1000, -500, 1000] * 2
    assert found.sides().for_a.tolist() == [-1000, 0, 1000, 0, -500, 1000] * 2
    assert found.sides().for_b.tolist() == [0, 0, 1000, 1000, -500, 1000] * 2
    assert found.hands_of(found.series().size) == 2 * (0 + 1 + 2 + 0 + 1 + 2)
    assert found.hands_of(3) == 3


def test_where_nothing_is_forfeited_both_sides_count_the_same_series():
    found = comparison()
    end_pass(found, lucky)
    sides = found.sides()
    assert sides.for_a is sides.for_b
    assert sides.for_a.tolist() == found.series().tolist()
    assert found.hands_of(7) == 14


@pytest.mark.parametrize("forfeiter", [0, 1])
def test_forfeits_certify_nothing_and_decide_nothing(forfeiter):
    """No chips were won: E stays at 1 or falls, however long it goes on; the charged series alone would be sure after 200 blocks."""
    found = comparison()
    for _ in range(2):
        end_forfeited(found, lambda _: [forfeited(n, forfeiter) for n in range(50)], lambda _: (2 * (forfeiter == 0), 2 * forfeiter))
    assert max(one.peak for one in found.certificates) == 0
    assert find(found.series(), Question()).answer == (Answer.B_BETTER, Answer.A_BETTER)[forfeiter]
    told = find(found.series(), Question(), found.sides())
    assert (told.answer, told.needed_count) == (Answer.UNDECIDED, None)
    assert told.interval.low == told.interval.high == (-1000, 1000)[forfeiter], "the interval is of the series that is shown"
    assert found.hands_of(400) == 0


def test_with_delta_neither_side_gains_by_forfeits():
    """Charged for half of its matches, a twin is neither better by δ nor, on that account, not."""
    series = np.tile(np.repeat([0.0, 1000.0], 50), 4)
    sides = Sides(np.minimum(series, 0), series)
    assert find(series, Question(delta=50.0)).answer == Answer.A_BETTER
    assert find(series, Question(delta=50.0), sides).answer == Answer.UNDECIDED
    sides = Sides(-series, np.zeros(400))
    assert find(-series, Question(delta=50.0), sides).answer == Answer.NOT_BETTER, "of what was played it is: a tie"


def test_what_is_left_is_told_by_the_side_that_may_be_sure():
    """A wins 20 ± 100 where it is played, and is credited nothing elsewhere; sides on either side of 0 tell nothing."""
    series = random_series(6, 400, 20.0)
    for_a = np.where(np.arange(400) % 4 == 0, 0.0, series)
    assert numbers_to_go(series, Question(), Sides(for_a, series)) == numbers_to_go(for_a, Question())
    assert numbers_to_go(series, Question(), Sides(series - 200, series)) is None


@pytest.mark.parametrize(
    ("forfeits", "failed"),
    [
        ([(0, 2)], (1,)),
        ([(2, 0)], (0,)),
        ([(1, 1)], (0, 1)),
        ([(0, 2), (2, 0)], (0, 1)),
        ([(0, 2), (0, 0)], ()),
        ([(0, 1)], ()),
        ([(0, 0)], ()),
    ],
)
@pytest.mark.parametrize("begun", [False, True])
def test_who_forfeits_every_leg_or_is_never_dealt_a_hand_has_failed(forfeits, failed, begun):
    """Legs forfeited by A and B in every other match, at once or after a deal that was played; then only who forfeits all has failed."""
    found = comparison(deals_per_match=2)
    assert found.failed == ()

    def forfeits_of(plan):
        return forfeits[plan.pass_number % len(forfeits)]

    def blocks_of(plan):
        charged = forfeits_of(plan)
        return (*duel([0] * begun), Block(1, (0, 0), charged, 2 - sum(charged), 2))

    end_forfeited(found, blocks_of, forfeits_of)
    assert found.failed == (tuple(one for one in failed if found.forfeits[one] == 8) if begun else failed)


def test_faults_and_reasons_are_counted():
    found = comparison()
    plans = found.next_pass()
    fields = {"incidents": (1, 20), "forfeits": (0, 2), "reason": "b: too many faults; b: its program ended"}
    found.end_pass([replace(simulate(plan), **fields) for plan in plans])
    assert (found.incidents, found.forfeits) == ([4, 80], [0, 8])
    assert found.reasons == {"b: too many faults": 4, "b: its program ended": 4}


def lucky(plan):
    """Blocks in which half of a result is luck."""
    random = np.random.default_rng(plan.pass_number)
    nets, luck = random.integers(-9, 10, 50).tolist(), random.normal(0, 5, 50).tolist()
    found = duel([net + round(chips) for net, chips in zip(nets, luck, strict=True)])
    return tuple(replace(block, luck=(chips, -chips)) for block, chips in zip(found, luck, strict=True))


def test_luck_is_taken_out_by_what_earlier_matches_say():
    """arena.statistics.control: β of each match from the ones before it; 8 chips a block are one big bet a hand."""
    found = comparison()
    blocks = []
    for _ in range(2):
        blocks += [lucky(plan) for plan in found.next_pass()]
        end_pass(found, lucky)
    passes = [(np.array([b.net_chips[0] / 8 for b in match]), np.array([b.luck[0] / 8 for b in match])) for match in blocks]
    assert found.series() == pytest.approx(1000 * corrected_series(passes))
    assert found.series(corrected=False) == pytest.approx(1000 * np.concatenate([won for won, _ in passes]))
    assert found.series().std() < 0.9 * found.series(corrected=False).std()


def test_certificates_are_of_plain_results_from_both_sides():
    found = comparison()
    for _ in range(2):
        end_pass(found, lucky)
    plain = (found.series(corrected=False) / 1000).tolist()
    for one, sign in zip(found.certificates, (1, -1), strict=True):
        values = [sign * value for value in plain]
        assert one.log_e == pytest.approx(log_e_value({value: values.count(value) for value in values}, loss_bound(found.spec.ruleset)))


@pytest.mark.parametrize(
    "rules",
    [
        FiveCardDrawRuleset(),
        FiveCardDrawRuleset(ante=5, small_bet=5, big_bet=5, max_raises=0),
        FiveCardDrawRuleset(ante=1, small_bet=10, big_bet=20, max_raises=6),
        FiveCardDrawRuleset(all_in=True, starting_stack=12),
        FiveCardDrawRuleset(all_in=True, starting_stack=900),
    ],
)
def test_no_more_can_be_lost_than_the_bound(rules):
    """Two that always raise lose just the bound whenever they lose."""
    match = play_match(MatchSpec("m", "t", "five_card_draw", rules, ("a", "b"), bytes(32), 20, mirrored=False), [Raise, Raise])
    losses = {abs(block.net_chips[0]) for block in match.blocks()} - {0}
    assert losses == {loss_bound(rules) * rules.big_bet}


def test_a_forfeited_hand_is_within_the_bound():
    """It costs a big bet, though with three chips nobody could lose one of four."""
    assert loss_bound(FiveCardDrawRuleset(all_in=True, starting_stack=3)) == 1


def graded(plan):
    """What the entrant of a plan threw away: a nothing, b a quarter of an ante in every other hand."""
    return tuple(Block(n, (0,), (0,), 1, 1, regrets=(0.25 * plan.pairing[0] * (n % 2),)) for n in range(plan.spec.deal_count))


def test_against_the_house_both_meet_the_same_deals_and_regret_is_compared():
    """By hand: b throws away a quarter of an ante in every other hand, 250 thousandths that a is ahead there."""
    found = house()
    plans = found.next_pass()
    assert [plan.pairing for plan in plans] == [(0,), (1,)] * PASS_MATCHES
    assert [plan.spec.seed for plan in plans[::2]] == [plan.spec.seed for plan in plans[1::2]]
    assert len({plan.spec.match_id for plan in plans}) == 2 * PASS_MATCHES
    end_pass(found, graded)
    assert found.series().tolist() == found.series(corrected=False).tolist() == [0, 250] * 100
    assert (found.hands_per_block, found.hand_count, found.hands_left) == (2, 400, 1600)
    assert found.certificates == ()


def test_against_the_house_a_forfeit_costs_an_ante_a_hand():
    found = house(deals_per_match=2)
    gone = tuple(Block(n, (0,), (1,), 0, 1, regrets=(0.0,)) for n in range(2))
    end_pass(found, lambda plan: gone if plan.pairing == (0,) else graded(plan))
    assert found.series().tolist() == [-1000, -750] * PASS_MATCHES


def test_against_the_house_a_forfeit_is_no_gain_of_the_other_and_only_whoever_made_it_has_failed():
    """B forfeits every hand: an ante against it, and nothing for a, whose own mistakes still count."""
    found = house(deals_per_match=2)
    gone = tuple(Block(n, (0,), (1,), 0, 1, regrets=(0.0,)) for n in range(2))
    wrong = tuple(Block(n, (0,), (0,), 1, 1, regrets=(1.5,)) for n in range(2))
    end_forfeited(found, lambda plan: wrong if plan.pairing == (0,) else gone, lambda plan: plan.pairing)
    assert found.series().tolist() == [-500] * 8
    assert (found.sides().for_a.tolist(), found.sides().for_b.tolist()) == ([-500] * 8, [-500] * 8)
    assert (found.failed, found.hands, found.legs) == ((1,), [8, 0], [4, 4])
    assert found.hands_of(8) == 8

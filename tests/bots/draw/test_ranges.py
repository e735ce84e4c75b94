"""What opponents are taken to be and to hold."""

import numpy as np
import pytest

from arena.rules import Kind, parse_cards
from bots.draw.memory import belief
from bots.draw.pools import pools
from bots.draw.ranges import Seen, read_log, sample_ranges
from bots.draw.types import FOLDS, PASSES, WAGERS, TypeSettings, model

OWN = parse_cards("AhAd7c7s2d")
MODEL = model(TypeSettings())
STRANGER = belief(MODEL.prior, MODEL.habits)
BOOKISH = belief(MODEL.prior, np.array([1.0, 0.0, 0.0]))


def _sampled(*seen, count=400, seed=1, known=STRANGER):
    return sample_ranges([(one, known) for one in seen], OWN, MODEL, count, np.random.default_rng(seed))


def _mean(field, seen, known=STRANGER):
    """Over several ranges, so that the noise of one is out of the way."""
    return np.mean([getattr(_sampled(seen, seed=seed, known=known), field).mean() for seed in range(20)])


def test_no_way_is_ever_ruled_out():
    """Ways before the draw among 20,000 samples of one who raised whenever it could, those who hardly ever do so included."""
    seen = Seen(first=((0, False, WAGERS), (2, False, WAGERS)))
    ways = np.concatenate([_sampled(seen, seed=seed, count=1000).first.ravel() for seed in range(20)])
    assert set(ways.tolist()) == set(range(MODEL.prior.shape[0]))


def test_wagers_and_raises_mean_better_hands():
    unseen, bet, raised = [_mean("before", Seen(first=steps)) for steps in ((), ((0, False, WAGERS),), ((1, False, WAGERS),))]
    assert unseen < bet < raised
    assert _mean("before", Seen(first=((0, False, PASSES),))) < unseen


def test_fewer_cards_drawn_mean_better_hands_of_who_follows_the_book():
    """Of strangers, who may not, they mean less."""
    three, two, none = [_mean("strength", Seen(drawn=drawn), BOOKISH) for drawn in (3, 2, 0)]
    assert three < min(two, none)
    assert _mean("strength", Seen(drawn=0)) < none


@pytest.mark.parametrize("drawn", [-1, 0, 3])
def test_samples_avoid_the_viewers_cards(drawn):
    """The pool's rows are found again by their strength and buckets; one without a card of the viewer must be among them."""
    mask, hands = sum(1 << card for card in OWN), pools()
    rows = zip(hands.held.tolist(), hands.before.tolist(), hands.after.tolist(), hands.strength.tolist(), strict=True)
    free = {row[1:] for row in rows if not row[0] & mask}
    found = _sampled(Seen(drawn=drawn))
    assert set(zip(*[getattr(found, field)[0].tolist() for field in ("before", "after", "strength")], strict=True)) <= free


def test_several_opponents_are_sampled_each_by_what_it_did():
    found = _sampled(Seen(first=((1, False, WAGERS),)), Seen(first=((0, False, PASSES),)), Seen(drawn=0), known=BOOKISH)
    assert found.before.shape == (3, 400)
    assert found.before[0].mean() > found.before[1].mean() + 10
    assert found.after[2].mean() > found.after[1].mean() + 10


def test_log_is_read_by_round_and_position(dealt):
    view = dealt(OWN, [Kind.CHECK, Kind.BET, Kind.RAISE, Kind.CALL, 32, 39, Kind.BET])
    mine, theirs = read_log(view)
    assert mine == Seen(((0, False, PASSES), (1, False, WAGERS)), ((0, False, WAGERS),), 0)
    assert theirs == Seen(((0, False, WAGERS), (2, False, PASSES)), (), 3)


def test_call_at_the_cap_and_folds_are_told_apart(dealt):
    view = dealt(OWN, [Kind.BET, Kind.RAISE, Kind.RAISE, Kind.RAISE, Kind.CALL])
    assert read_log(view)[0].first[-1] == (3, True, PASSES)
    assert read_log(dealt(OWN, [Kind.BET, Kind.RAISE, Kind.FOLD]))[0].first[-1] == (2, False, FOLDS)

"""What opponents are taken to hold."""

import numpy as np
import pytest

from arena.rules import Kind, parse_cards
from bots.draw.ranges import FOLDS, PASSES, SAMPLE_COUNT, TYPES, WAGERS, Seen, answers, read_log, sample_range
from bots.draw.tables import UNDRAWN, tables

OWN = parse_cards("AhAd7c7s2d")


def _mean(field, seen):
    """Over many ranges, so that the noise of one is out of the way."""
    return np.mean([getattr(sample_range(seen, OWN, np.random.default_rng(seed)), field).mean() for seed in range(40)])


def test_type_shares_and_answers_are_chances():
    assert sum(kind.share for kind in TYPES) == pytest.approx(1)
    assert np.allclose(answers().sum(axis=2), 1)
    assert (answers() >= 0).all()
    assert (answers()[0, :, FOLDS] == 0).all()
    assert (answers()[:, 1, WAGERS] == 0).all()


def test_no_type_is_ever_ruled_out():
    seen = Seen(first=((0, False, WAGERS),) * 3)
    types = np.concatenate([sample_range(seen, OWN, np.random.default_rng(seed)).types for seed in range(40)])
    assert set(types.tolist()) == set(range(len(TYPES)))


def test_wagers_and_raises_mean_better_hands():
    unseen, bet, raised = [_mean("before", Seen(first=steps)) for steps in ((), ((0, False, WAGERS),), ((1, False, WAGERS),))]
    assert unseen < bet < raised
    assert _mean("before", Seen(first=((0, False, PASSES),))) < unseen


def test_fewer_cards_drawn_mean_better_hands():
    strengths = [_mean("strength", Seen(drawn=drawn)) for drawn in (3, 2, 0)]
    assert strengths == sorted(strengths)


def test_samples_avoid_the_viewers_cards():
    """The pool's rows are found again by their strength and buckets; none of them may hold a card of the viewer."""
    mask = sum(1 << card for card in OWN)
    pool = tables().pools[UNDRAWN]
    free = {
        row[1:]
        for row in zip(pool.cards.tolist(), pool.before.tolist(), pool.after.tolist(), pool.strength.tolist(), strict=True)
        if not row[0] & mask
    }
    found = sample_range(Seen(), OWN, np.random.default_rng(2))
    assert len(found.strength) == SAMPLE_COUNT
    assert set(zip(found.before.tolist(), found.after.tolist(), found.strength.tolist(), strict=True)) <= free


def test_log_is_read_by_round_and_position(dealt):
    view = dealt(OWN, [Kind.CHECK, Kind.BET, Kind.RAISE, Kind.CALL, 32, 39, Kind.BET])
    mine, theirs = read_log(view)
    assert mine == Seen(((0, False, PASSES), (1, False, WAGERS)), ((0, False, WAGERS),), 0)
    assert theirs == Seen(((0, False, WAGERS), (2, False, PASSES)), (), 3)


def test_call_at_the_cap_is_told_apart(dealt):
    view = dealt(OWN, [Kind.BET, Kind.RAISE, Kind.RAISE, Kind.RAISE, Kind.CALL])
    assert read_log(view)[0].first[-1] == (3, True, PASSES)

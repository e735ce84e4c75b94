"""The simple opponents that hard reckons with."""

from itertools import islice, product

import numpy as np
import pytest

from bots.draw.types import _KNOWN_MOST, FIRST, FOLDS, LOOSENESS, MANNERS, SECOND, WAGERS, BettingWay, TypeSettings, model

MODEL = model(TypeSettings())


@pytest.mark.parametrize("number", [FIRST, SECOND])
def test_answers_are_chances(number):
    """Nobody folds to a check, nobody raises where it is barred, and nothing that is legal is impossible."""
    answers = MODEL.answers[number]
    assert np.allclose(answers.sum(axis=2), 1)
    assert (answers[0, :, FOLDS] == 0).all()
    assert (answers[:, 1, WAGERS] == 0).all()
    assert (answers[1:, 0] > 0.01).all()


def test_prior_is_made_of_shares():
    settings = TypeSettings(balanced_share=0.2, extreme_share=0.1)
    prior = model(settings).prior
    assert prior.sum() == pytest.approx(1)
    assert prior[-1, -1] == pytest.approx(0.2)
    assert (prior >= 0).all()
    assert prior.shape == tuple(len(MANNERS[number]) * len(LOOSENESS) + 4 for number in (FIRST, SECOND))


def test_looser_ways_fold_less_and_wilder_ones_raise_more():
    """Manner by manner over one wager, by all hands."""
    answers = MODEL.answers[FIRST][1, 0].mean(axis=2)
    for manner in range(len(MANNERS[FIRST])):
        ways = slice(manner * len(LOOSENESS), (manner + 1) * len(LOOSENESS))
        assert (np.diff(answers[FOLDS, ways]) < 0).all()
    assert answers[WAGERS, len(LOOSENESS) * 4 - 1] > 0.9 > 0.2 > answers[WAGERS, len(LOOSENESS) - 1]


def test_likelihood_multiplies_what_was_done():
    steps = ((0, False, WAGERS), (2, False, FOLDS))
    expected = MODEL.answers[FIRST][0, 0, WAGERS] * MODEL.answers[FIRST][2, 0, FOLDS]
    assert np.array_equal(MODEL.likelihood(FIRST, steps), expected)
    assert (MODEL.likelihood(SECOND, ()) == 1).all()


def test_a_way_says_its_hands_as_parts_of_all():
    """A fifth, whatever shrinks with further wagers: 0.2, then half of it."""
    assert MANNERS[FIRST][3].way(0.2) == BettingWay(0.2, 0.2, 0.2)
    assert MANNERS[FIRST][0].way(0.2).opens == pytest.approx(0.05)


def test_likelihoods_kept_are_bounded_and_the_same_when_worked_out_again():
    fresh = model(TypeSettings(noise=0.2))
    steps = list(
        islice(product([(level, False, answer) for level in range(1, 4) for answer in (FOLDS, WAGERS)], repeat=5), _KNOWN_MOST + 5)
    )
    first = fresh.likelihood(FIRST, steps[0])
    for some in steps:
        fresh.likelihood(FIRST, some)
        assert len(fresh.known) <= _KNOWN_MOST
    assert fresh.likelihood(FIRST, steps[0]) is not first
    assert (fresh.likelihood(FIRST, steps[0]) == first).all()

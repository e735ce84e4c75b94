"""The solver of one decision against plain loops over everything unseen, and the laws of a solved decision."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BadHand
from arena.rules.bonus_values import Counts, Decision, Solver
from arena.rules.cards import parse_cards
from arena.rules.strength import class_of, strength7

STRAIGHT, FLUSH = 4, 5
SIX_CARDS = st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True)


@pytest.fixture(scope="module")
def solver():
    return Solver()


def river_sums(hole, board):
    """Wins, ties, losses, wins with a straight, wins with a flush over 46 river cards and 990 house hands each, one by one."""
    win = tie = lose = straight = flush = 0
    unseen = [card for card in range(52) if card not in hole + board]
    for river in unseen:
        full = (*board, river)
        own = strength7(hole + full)
        for house in combinations([card for card in unseen if card != river], 2):
            other = strength7(house + full)
            win += own > other
            tie += own == other
            lose += own < other
            straight += own > other and class_of(own) >= STRAIGHT
            flush += own > other and class_of(own) >= FLUSH
    return win, tie, lose, straight, flush


RIVER_DECISIONS = [
    ("AsKd", "7h8h9cTd"),
    ("AsKs", "7s8s9cTs"),  # a flush, nearly the best
    ("2c3d", "AsKsQsJs"),  # four of a suit, and of a straight flush, that are not the player's
    ("2c2d", "AsKsQsJs"),
    ("2h3d", "AcAdKcKd"),  # the board plays
    ("9c9d", "9h9s2c2d"),
    ("7c2d", "3h8sJcQd"),
    ("Ah5h", "2h3h4hKh"),  # a straight flush
    ("Th4s", "4c8d8hTd"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "board"), RIVER_DECISIONS)
def test_a_river_decision_counts_what_a_plain_loop_counts(solver, hole, board):
    """Every river card and house hand, by the scalar form of strength; the nets follow from the payouts."""
    hole, board = parse_cards(hole), parse_cards(board)
    win, tie, lose, straight, flush = river_sums(hole, board)
    assert solver.counts(hole, board) == Counts(win, tie, lose)
    for pays_from, paid in (("straight", straight), ("flush", flush)):
        for turn_bet in (False, True):
            bets = 3 if turn_bet else 2
            nets = [Fraction((bets + more) * (win - lose) + paid - lose, 45_540) for more in (0, 1)]
            assert solver.decision(hole, board, turn_bet=turn_bet, pays_from=pays_from) == Decision(*nets)


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "flop"), [("AsKd", "7h8h9c"), ("Qs4s", "5s9sJd"), ("2c2d", "5h5s5d")])
def test_a_turn_decision_counts_what_a_plain_loop_counts(solver, hole, flop):
    """Every turn card, river card and house hand; at the river the better of bet and check is taken, turn card by turn card."""
    hole, flop = parse_cards(hole), parse_cards(flop)
    rivers = [river_sums(hole, (*flop, turn)) for turn in range(52) if turn not in hole + flop]
    win, tie, lose, straight, flush = map(sum, zip(*rivers, strict=True))
    assert solver.counts(hole, flop) == Counts(win // 2, tie // 2, lose // 2)
    later = sum(max(0, one[0] - one[2]) for one in rivers)
    for pays_from, paid in (("straight", straight), ("flush", flush)):
        nets = [Fraction(bets * (win - lose) + paid - lose + later, 2 * 1_070_190) for bets in (2, 3)]
        assert solver.decision(hole, flop, pays_from=pays_from) == Decision(*nets)


@pytest.mark.slow
@settings(max_examples=15)
@given(SIX_CARDS, st.permutations(range(4)), st.permutations(range(3)))
def test_suits_and_order_change_nothing_and_are_not_solved_again(solver, cards, suits, order):
    """Law: and the second look is one into memory."""
    hole, flop, turn = cards[:2], cards[2:5], cards[5]
    counts = [solver.counts(hole, flop), solver.counts(hole, [*flop, turn])]
    decisions = [solver.decision(hole, board) for board in ([], flop, [*flop, turn])]
    solved = solver.solved_count

    def other(card):
        return card // 4 * 4 + suits[card % 4]

    hole, flop, turn = [other(hole[1]), other(hole[0])], [other(flop[place]) for place in order], other(turn)
    assert [solver.counts(hole, flop), solver.counts(hole, [*flop, turn])] == counts
    assert [solver.decision(hole, board) for board in ([], flop, [*flop, turn])] == decisions
    assert solver.solved_count == solved


@pytest.mark.slow
@settings(max_examples=10)
@given(SIX_CARDS)
def test_a_turn_decision_is_the_mean_of_its_river_decisions(solver, cards):
    """Law: in its counts, where two board cards are met in both orders; in its nets, where the river choices are the best."""
    hole, flop = cards[:2], cards[2:5]
    turns = [[*flop, card] for card in range(52) if card not in hole + flop]
    counts = [solver.counts(hole, board) for board in turns]
    whole = solver.counts(hole, flop)
    assert (2 * whole.win, 2 * whole.tie, 2 * whole.lose) == tuple(
        sum(getattr(one, name) for one in counts) for name in ("win", "tie", "lose")
    )
    assert (whole.total, counts[0].total) == (1_070_190, 45_540)
    decision = solver.decision(hole, flop)
    for bet, net in ((False, decision.declined), (True, decision.bet)):
        after = [solver.decision(hole, board, turn_bet=bet) for board in turns]
        assert net == sum(max(one.declined, one.bet) for one in after) / 47


@pytest.mark.slow
@settings(max_examples=10)
@given(SIX_CARDS)
def test_a_bet_is_best_exactly_where_wins_outnumber_losses(solver, cards):
    """Law: and costs the difference, as a share of all that may come, where it is not."""
    hole = cards[:2]
    for board in (cards[2:5], cards[2:]):
        counts, decision = solver.counts(hole, board), solver.decision(hole, board)
        gain = Fraction(counts.win - counts.lose, counts.total)
        assert decision.bet - decision.declined == gain
        assert decision.bet_is_best == (gain > 0)
        assert decision.regret(bet=True) == max(0, -gain)
        assert decision.regret(bet=False) == max(0, gain)


def test_hands_that_cannot_lose_are_worth_every_bet(solver):
    """A royal flush on the flop: ante, flop bet (two antes), turn and river bet are all won, 1 + 2 + 1 + 1."""
    hole, board = parse_cards("AsKs"), parse_cards("QsJsTs2c")
    assert solver.counts(hole, board) == Counts(45_540, 0, 0)
    assert solver.decision(hole, board[:3]) == Decision(declined=Fraction(4), bet=Fraction(5))
    assert solver.decision(hole, board) == Decision(declined=Fraction(3), bet=Fraction(4))
    assert solver.decision(hole, board, turn_bet=True) == Decision(declined=Fraction(4), bet=Fraction(5))


def test_ante_of_a_winning_straight_is_paid_unless_it_takes_a_flush(solver):
    """A straight that cannot become more: each win brings one ante, or none."""
    hole, board = parse_cards("AsKs"), parse_cards("QdJcTh2c")
    straight, flush = (solver.decision(hole, board, pays_from=name) for name in ("straight", "flush"))
    counts = solver.counts(hole, board)
    assert straight.bet - flush.bet == Fraction(counts.win, counts.total)


def test_flop_decision_folds_only_the_five_worst(solver):
    """Optimal play folds 72o 62o 52o 42o 32o, which give up more than the ante when they are played."""
    folded = [hole for hole in combinations(range(52), 2) if not solver.decision(hole).bet_is_best]
    assert len(folded) == 5 * 12
    assert {card // 4 for hole in folded for card in hole} == {0, 1, 2, 3, 4, 5}
    assert solver.decision(parse_cards("7c2d")).regret(bet=False) == 0 < solver.decision(parse_cards("7c2c")).regret(bet=False)
    assert solver.decision(parse_cards("AsAd")).declined == -1


def test_no_choice_is_regretted_where_both_are_worth_the_same():
    decision = Decision(Fraction(1, 2), Fraction(1, 2))
    assert not decision.bet_is_best
    assert decision.regret(bet=True) == decision.regret(bet=False) == 0


def test_memory_is_bounded():
    """A solver for one deal forgets the one before."""
    solver = Solver(capacity=1)
    for hole, expected in (("AsKs", 1), ("AdKd", 2), ("AsKs", 3), ("KsAs", 3)):
        solver.counts(parse_cards(hole), parse_cards("2s3s4d"))
        assert solver.solved_count == expected


@pytest.mark.parametrize(
    ("hole", "board"),
    [("As", "2c3c4c"), ("AsKdQd", "2c3c4c"), ("AsKd", "2c3c"), ("AsKd", "2c3c4c5c6c"), ("AsKd", "As3c4c"), ("", "")],
)
def test_cards_of_no_decision_are_refused(solver, hole, board):
    with pytest.raises(BadHand, match="two hole cards and 0 or 3 or 4 on the board"):
        solver.decision(parse_cards(hole), parse_cards(board))


@pytest.mark.parametrize(("hole", "board"), [((0, 0), ()), ((0, 52), (1, 2, 3)), ((-1, 4), (1, 2, 3))])
def test_numbers_that_are_no_cards_are_refused(solver, hole, board):
    with pytest.raises(BadHand, match="all distinct"):
        solver.decision(hole, board)


def test_there_is_nothing_to_count_before_the_flop(solver):
    with pytest.raises(BadHand, match="3 or 4 on the board"):
        solver.counts(parse_cards("AsKd"), ())

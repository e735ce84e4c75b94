"""The hand of five-card draw: worked examples of every rule on the rules page.

Laws over random hands are in ``test_five_card_draw_laws.py``, counted betting sequences in
``test_five_card_draw_sequences.py``, hands against pokerkit in ``test_five_card_draw_pokerkit.py``.
"""

import pytest

from arena.errors import BadRuleset, IllegalAction
from arena.rules.cards import cards_text, parse_cards
from arena.rules.five_card_draw import DRAW_CODES, FiveCardDrawRuleset, Hand, Kind, Stage
from tests.rules.playing import all_in_hand, deal_of, may, play

RULESET = FiveCardDrawRuleset()


def new_hand(players: int, ruleset: FiveCardDrawRuleset = RULESET) -> Hand:
    return Hand(ruleset, tuple(range(8 * players)), players)


# Ruleset


def test_the_defaults_are_those_of_the_rules_page():
    """Table Ruleset: 1, 2, 4, 3, off, none, reset."""
    assert FiveCardDrawRuleset() == FiveCardDrawRuleset(1, 2, 4, 3, False, None, "reset")


@pytest.mark.parametrize(
    ("field", "parameters"),
    [
        ("ante", {"ante": 0}),
        ("ante", {"ante": True}),
        ("ante", {"ante": 1.0}),
        ("ante", {"ante": "1"}),
        ("small_bet", {"small_bet": 0}),
        ("small_bet", {"small_bet": "2"}),
        ("big_bet", {"big_bet": 1}),
        ("big_bet", {"small_bet": 5, "big_bet": 4}),
        ("big_bet", {"big_bet": 10**9 + 1}),
        ("max_raises", {"max_raises": -1}),
        ("max_raises", {"max_raises": 101}),
        ("max_raises", {"max_raises": None}),
        ("all_in", {"all_in": 1}),
        ("all_in", {"all_in": "yes"}),
        ("starting_stack", {"all_in": True}),
        ("starting_stack", {"all_in": True, "ante": 5, "starting_stack": 4}),
        ("starting_stack", {"all_in": True, "starting_stack": 10**9 + 1}),
        ("starting_stack", {"all_in": True, "starting_stack": 20.0}),
        ("starting_stack", {"starting_stack": 20}),
        ("stacks", {"stacks": "keep"}),
        ("stacks", {"stacks": "carry"}),
    ],
)
def test_a_ruleset_no_game_can_be_played_by_is_refused_by_field(field, parameters):
    """Table Ruleset, column what is refused; the error names the first field that is wrong."""
    with pytest.raises(BadRuleset) as refused:
        FiveCardDrawRuleset(**parameters)
    assert refused.value.field == field


def test_extreme_rulesets_are_accepted():
    """Table Ruleset: a cap of none, one size of bets, a stack of just the ante."""
    FiveCardDrawRuleset(1, 1, 1, 0)
    FiveCardDrawRuleset(ante=5, all_in=True, starting_stack=5, stacks="carry")


# Deal and draw


def test_cards_go_round_the_table_from_the_left_of_the_button():
    """A hand: hole card i of position p is π[i·n + p]."""
    hand = Hand(RULESET, tuple(range(24)), 3)
    assert hand.hole == [(0, 3, 6, 9, 12), (1, 4, 7, 10, 13), (2, 5, 8, 11, 14)]


def test_replacements_come_from_the_own_places_of_the_deal():
    """A hand: the j-th replacement of p is π[5n + 3p + j], whatever the others threw away; it takes the place of the card given up."""
    drawn = ["KsQsJs", "7h8h9h", "2c3c4c"]
    deal = deal_of("As2d3d4d5d", "Ah2s3s4s5s", "Ac2h3h4h5h", drawn=drawn)
    hand = play(Hand(RULESET, deal, 3), "k k k x1 x024 x34")
    assert [cards_text(cards) for cards in hand.hole] == ["AsKs3d4d5d", "7h2s8h4s9h", "Ac2h3h2c3c"]
    hand = play(Hand(RULESET, deal, 3), "k k k p p x34")
    assert cards_text(hand.hole[2]) == "Ac2h3h2c3c"


def test_the_public_log_holds_the_count_and_the_view_the_own_discards():
    """A hand, 5: how many is public, which stays private."""
    deal = deal_of("As2d3d4d5d", "Ah2s3s4s5s")
    hand = play(Hand(RULESET, deal, 2), "k k x04")
    assert hand.log[-1] == (Kind.DRAW, 0, 2)
    assert hand.drawn == [2, -1]
    assert cards_text(hand.view(0).discarded) == "As5d"
    assert hand.view(1).discarded == ()
    assert cards_text(hand.dealt_cards(0)) == "As2d3d4d5d"


def test_zero_to_three_cards_may_be_exchanged():
    """1 + 5 + 10 + 10 subsets of five cards have at most three; all are legal at the draw and no other."""
    assert len(DRAW_CODES) == 26
    assert play(new_hand(2), "k k").legal == DRAW_CODES
    assert [code - 32 for code in DRAW_CODES if (code - 32).bit_count() > 3] == []


def test_six_players_drawing_three_see_48_distinct_cards():
    """Known faults elsewhere: 6 · 8 = 48, the deck never runs short."""
    hand = play(new_hand(6), "k k k k k k x012 x123 x234 x012 x123 x234")
    seen = [card for cards in hand.hole for card in cards] + [card for p in range(6) for card in hand.view(p).discarded]
    assert len(seen) == len(set(seen)) == 48


# Order


def test_heads_up_the_player_without_the_button_acts_and_draws_first():
    """A hand, 4: position 0 (the button is 1) opens both rounds and draws first."""
    hand = play(new_hand(2), "k k p p k b f")
    assert [position for _, position, _ in hand.log] == [0, 1, 0, 1, 0, 1, 0]


def test_both_rounds_are_opened_and_the_draw_begun_from_the_left_of_the_button():
    """A hand, 4 to 6, with everyone in."""
    hand = play(new_hand(4), "k k k k p p p p k k k k")
    assert [position for _, position, _ in hand.log] == [0, 1, 2, 3] * 3


def test_the_second_round_is_opened_by_the_first_left_of_the_button_who_is_in():
    """A hand, 6: position 0 has folded, so 1 draws and opens first."""
    hand = play(new_hand(3), "k b c f")
    assert (hand.stage, hand.actor) == (Stage.DRAW, 1)
    assert play(hand, "p p").actor == 1


def test_a_folded_player_is_never_asked_again_at_the_draw_either():
    """Betting: 1 folds; nobody asks 1 at the draw or in the second round."""
    hand = play(new_hand(4), "b f c c p p p b c c")
    assert hand.over
    assert [position for _, position, _ in hand.log].count(1) == 1


def test_after_check_bet_fold_call_the_checker_still_acts():
    """Known faults elsewhere: k b f c and it is position 0's turn, facing 2."""
    hand = play(new_hand(4), "k b f c")
    assert (hand.actor, hand.to_call, may(hand)) == (0, 2, "fcr")


# Betting


def test_fold_is_not_legal_when_checking_is_free():
    """Betting: facing no bet, check or bet."""
    assert may(new_hand(2)) == "kb"
    with pytest.raises(IllegalAction):
        new_hand(2).act(Kind.FOLD)


def test_a_bet_and_a_raise_are_exactly_the_amount_of_the_round():
    """Betting, with bets of 2 and 4: bet 2, raise puts 4 in, then 4 again; after the draw 4 and 8."""
    hand = play(new_hand(2), "b r r c p p b r c")
    assert [chips for kind, _, chips in hand.log if kind != Kind.DRAW] == [2, 4, 4, 2, 4, 8, 4]
    assert hand.committed == [15, 15]


@pytest.mark.parametrize("max_raises", range(5))
def test_raises_are_capped_heads_up_too_and_the_list_is_never_empty(max_raises):
    """Ruleset: at most 1 + max_raises wagers; at the cap fold or call."""
    hand = play(new_hand(2, FiveCardDrawRuleset(max_raises=max_raises)), "b" + " r" * max_raises)
    assert may(hand) == "fc"
    assert hand.view(hand.actor).raises_made == max_raises
    with pytest.raises(IllegalAction):
        hand.act(Kind.RAISE)


def test_the_cap_counts_each_round_anew():
    """Ruleset: the cap is on raises in one betting round."""
    hand = play(new_hand(2), "b r r r c p p b r r r")
    assert may(hand) == "fc"
    assert play(hand, "c").committed == [1 + 8 + 16] * 2


def test_check_raising_is_allowed():
    """Betting."""
    assert may(play(new_hand(2), "k b")) == "fcr"


def test_nobody_raises_himself():
    """Betting: the bettor is not asked when all have called."""
    assert play(new_hand(3), "b c c").stage == Stage.DRAW


def test_a_raise_brings_everyone_back():
    """Betting: bet, call, raise: position 0 and 1 act again, 2 does not."""
    hand = play(new_hand(3), "b c r c")
    assert (hand.actor, hand.to_call) == (1, 2)
    assert play(hand, "c").stage == Stage.DRAW


@pytest.mark.parametrize(("players", "script"), [(2, "b f"), (3, "k b f f"), (6, "k k b f f f f f"), (3, "k k k p p p b f f")])
def test_when_all_fold_the_winner_nets_the_antes_and_nothing_is_shown(players, script):
    """Known faults elsewhere: (n − 1) antes; A hand, 8."""
    hand = play(new_hand(players), script)
    assert sorted(hand.net) == [-1] * (players - 1) + [players - 1]
    assert (hand.stage, hand.shown, hand.legal, hand.actor) == (Stage.OVER, 0, (), -1)


def test_the_hand_ends_at_once_when_all_but_one_have_folded():
    """A hand, 8: nobody draws."""
    hand = play(new_hand(3), "b r f f")
    assert hand.over
    assert len(hand.log) == 4
    assert hand.committed == [3, 3, 1]


# Showdown


def test_everyone_who_has_not_folded_shows_and_the_best_hand_wins():
    """A hand, 7: 1 folds with the best cards; 2's kings beat 0's queens: 3 + 3 + 1 chips, 3 of them its own."""
    hand = Hand(RULESET, deal_of("QcQd2h3s4c", "AcAdAhAsKc", "KhKd5h6s7c"), 3)
    play(hand, "b f c p p k k")
    assert hand.shown == 0b101
    assert hand.net == [-3, -1, 4]
    assert hand.winners(hand.pots[0]) == [2]


def test_the_draw_decides_too():
    """Replacements count: position 0 fills a full house against aces."""
    deal = deal_of("QcQd2h3s4c", "AcAd5h6s7c", drawn=("QhJsJc",))
    assert play(Hand(RULESET, deal, 2), "k k x234 p k k").net == [1, -1]


def test_exactly_equal_hands_split_the_pot_and_the_odd_chip_goes_left_of_the_button():
    """Pots: 0 folds after the ante of 1; antes and bets of 2 make 7, shared 4 to 1 and 3 to 2."""
    hand = Hand(RULESET, deal_of("2c3d4h5s7c", "AcKdQh9s8c", "AdKhQs9c8d"), 3)
    play(hand, "k b c f p p k k")
    assert hand.net == [-1, 1, 0]


# All-in


def test_a_call_for_less_is_allowed_when_it_is_all_the_caller_has():
    """All-in mode: 3 chips against a bet of 4; 1 comes back (known faults elsewhere)."""
    hand = play(all_in_hand(10, 3), "b")
    assert (hand.to_call, may(hand)) == (3, "fc")
    play(hand, "c p p")
    assert hand.over
    assert hand.committed == [4, 4]


def test_a_call_of_exactly_the_stack_leaves_no_raise():
    """All-in mode: 4 chips against a bet of 4."""
    assert may(play(all_in_hand(10, 4, 10), "b")) == "fc"


HALF_BET_EXAMPLES = [
    # stacks behind the ante, script, who then acts, what is legal, to call, to wager
    ("bet 4, all-in 5, call: the bettor may fold or call 1", (20, 5, 20), "b r c", 0, "fc", 1, 0),
    ("bet 4, all-in 6: the next may call 6 or raise to 10", (20, 6, 20), "b r", 2, "fcr", 6, 10),
    ("bet 4, all-in 6, call: the bettor may raise to 10", (20, 6, 20), "b r c", 0, "fcr", 2, 6),
    ("bet 4, all-in 5, all-in 6: full, the bettor may raise to 10", (20, 5, 6, 20), "b r r c", 0, "fcr", 2, 6),
    ("bet 4, all-in 5: the next, not yet asked, may complete to 8", (20, 5, 20), "b r", 2, "fcr", 5, 8),
    ("opening all-in 1: the next may fold, call 1 or complete to 4", (1, 20, 20), "b", 1, "fcr", 1, 4),
    ("opening all-in 1: one who had checked may fold or call 1", (20, 1, 20), "k b c", 0, "fc", 1, 0),
    ("opening all-in 1 completed to 4: the checker may raise to 8", (20, 1, 20), "k b r", 0, "fcr", 4, 8),
    ("opening all-in 3: a full bet, the next may call 3 or raise to 7", (3, 20, 20), "b", 1, "fcr", 3, 7),
    ("opening all-in 2: exactly half is full, the next raises to 6", (2, 20, 20), "b", 1, "fcr", 2, 6),
    ("all-in 1, all-in 2: half of 4 from the ground, full", (20, 1, 2, 20), "k b r c", 0, "fcr", 2, 6),
    ("completion short of 4 goes all-in as far as it reaches", (1, 3, 20, 20), "b", 1, "fcr", 1, 3),
    ("bet 4, raise to 8, all-in 9: the raiser may only call", (20, 20, 9, 20), "b r r c c", 1, "fc", 1, 0),
    ("bet 4, raise to 8, all-in 9: the bettor, since raised, may complete to 12", (20, 20, 9, 20), "b r r c", 0, "fcr", 5, 8),
]


@pytest.mark.parametrize(
    ("stacks", "script", "actor", "legal", "to_call", "to_wager"),
    [example[1:] for example in HALF_BET_EXAMPLES],
    ids=[example[0] for example in HALF_BET_EXAMPLES],
)
def test_half_bet_rule(stacks, script, actor, legal, to_call, to_wager):
    """Betting, All-in mode: its examples with B = 4 and what follows from its four sentences, worked out by hand."""
    hand = play(all_in_hand(*stacks), script)
    assert (hand.actor, may(hand), hand.to_call, hand.to_wager) == (actor, legal, to_call, to_wager)


def test_an_odd_bet_has_no_exact_half():
    """All-in mode: 2 · (L − F) ≥ B; of a bet of 5 an all-in of 3 is full and one of 2 is not."""
    assert may(play(all_in_hand(20, 3, 20, bet=5), "k b c")) == "fcr"
    assert may(play(all_in_hand(20, 2, 20, bet=5), "k b c")) == "fc"


def test_a_short_all_in_uses_no_place_under_the_cap():
    """All-in mode, cap of one raise: bet 4, all-in 5 counts for nothing, so completing to 8 is the raise; then it is capped."""
    hand = play(all_in_hand(20, 5, 20, 20, max_raises=1), "b r")
    assert may(hand) == "fcr"
    assert may(play(hand, "r")) == "fc"


def test_a_full_all_in_uses_a_place_under_the_cap():
    """All-in mode, cap of one raise: bet 4, all-in 6 is the raise."""
    assert may(play(all_in_hand(20, 6, 20, max_raises=1), "b r")) == "fc"


def test_completing_an_opening_all_in_is_the_bet_under_the_cap():
    """All-in mode: F was 0, so with no raises allowed all-in 1 may be completed to 4, and not raised after that."""
    hand = play(all_in_hand(20, 1, 20, 20, max_raises=0), "k b")
    assert (may(hand), hand.to_wager) == ("fcr", 4)
    assert may(play(hand, "r")) == "fc"


def test_at_the_cap_there_is_no_all_in_above_a_call():
    """All-in mode: 5 chips facing a bet of 4 with no raises allowed."""
    assert may(play(all_in_hand(20, 5, 20, max_raises=0), "b")) == "fc"


def test_a_wager_needs_somebody_else_who_could_answer():
    """Betting: facing an all-in with nobody else who still has chips, fold or call."""
    assert may(play(all_in_hand(4, 20), "b")) == "fc"
    assert may(play(all_in_hand(20, 8), "b r")) == "fc"
    assert may(play(all_in_hand(20, 20, 8), "b f r")) == "fc"
    assert may(play(all_in_hand(20, 9), "b r")) == "fcr"


def test_a_raise_is_legal_while_another_caller_has_chips():
    """Betting, example: A bets, B calls, C all-in for a full raise, A calls: B may raise, A can answer."""
    hand = play(all_in_hand(20, 20, 8), "b c r c")
    assert (hand.actor, may(hand), hand.to_call, hand.to_wager) == (1, "fcr", 4, 8)
    assert play(hand, "r").actor == 0


def test_no_raise_when_the_other_caller_is_all_in_too():
    """Betting: as before, but A's call takes its last chip: B may fold or call."""
    assert may(play(all_in_hand(8, 20, 8), "b c r c")) == "fc"


def test_antes_3_and_stacks_3_3_50_draw_and_show_without_betting():
    """Known faults elsewhere: at most one player has chips and nothing is left to call."""
    hand = all_in_hand(0, 0, 47, ante=3, deal=deal_of("AcAd2h3s4c", "KcKd5h6s7c", "QcQd8h9sTc"))
    assert (hand.stage, hand.actor) == (Stage.DRAW, 0)
    play(hand, "p p p")
    assert hand.over
    assert hand.shown == 0b111
    assert hand.net == [6, -3, -3]


def test_everyone_all_in_by_the_ante_draws_and_shows():
    """As above with nobody left to bet."""
    hand = all_in_hand(0, 0, ante=3)
    assert hand.stage == Stage.DRAW
    assert play(hand, "p p").over


def test_no_second_round_when_one_player_has_chips():
    """Betting: all-in 4 called in the first round; after the draws the hand is over."""
    hand = play(all_in_hand(4, 20), "b c")
    assert hand.stage == Stage.DRAW
    assert play(hand, "p p").over


def test_a_short_ante_posts_what_is_left_and_is_all_in():
    """A hand, 2: stacks 2, 20, 20 with antes of 5; position 1 opens, and may win no more than 2 of each."""
    deal = deal_of("AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc")
    hand = all_in_hand(-3, 15, 15, ante=5, deal=deal)
    assert (hand.committed, hand.actor) == ([2, 5, 5], 1)
    play(hand, "b c p p p k k")
    assert hand.net == [4, 5, -9] == [6 - 2, 14 - 9, -9]
    assert [(pot.chips, pot.eligible) for pot in hand.pots] == [(6, 0b111), (14, 0b110)]


def test_a_short_ante_is_no_commitment_of_the_round():
    """By hand: the short ante of 2 lies below the 5 at which the round began; nobody has put anything in since."""
    view = all_in_hand(-3, 15, 15, ante=5).view(1)
    assert [view.committed_round(p) for p in range(3)] == [0, 0, 0]


def test_a_hand_keeps_its_own_stacks():
    """``carry`` mode changes its list of stacks from hand to hand; a hand in play or kept must not notice."""
    stacks = [10, 20]
    hand = Hand(FiveCardDrawRuleset(all_in=True, starting_stack=15), range(16), 2, stacks)
    stacks[0] = 99
    assert tuple(hand.start) == (10, 20)


def test_an_ante_nobody_matched_goes_back():
    """Pots: stacks 2 and 20 with antes of 5: draws, showdown, 3 chips back."""
    hand = play(all_in_hand(-3, 15, ante=5, deal=deal_of("AcAdAh2s3c", "KcKd5h6s7c")), "p p")
    assert hand.committed == [2, 2]
    assert hand.net == [2, -2]


def test_an_all_in_player_draws_and_stays_eligible_in_later_rounds():
    """Known faults elsewhere: 0 is all-in for 4 and best: it wins 5 of everyone, 1 the second round's 4 of 2."""
    deal = deal_of("AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc")
    hand = play(all_in_hand(4, 20, 20, deal=deal), "b c c p p p")
    assert (hand.stage, hand.actor) == (Stage.SECOND_ROUND, 1)
    play(hand, "b c")
    assert hand.net == [10, -1, -9]


def test_an_all_in_player_wins_the_main_pot_when_the_others_bet_each_other_out():
    """By hand: all-in for 4; 1 bets on and 2 folds: 15 to the best hand, the side bet comes back."""
    hand = play(all_in_hand(4, 20, 20, deal=deal_of("AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc")), "b c c p p p b f")
    assert hand.shown == 0b011
    assert hand.net == [10, -5, -5]


def test_contributions_5_20_20_end_as_15_15_15():
    """Known faults elsewhere: s0 best and all-in for 5 with the ante, s1 and s2 tied for the rest."""
    deal = deal_of("AcAdAh2s3c", "KcQdJh9s8c", "KdQhJs9c8d")
    hand = play(all_in_hand(4, 19, 19, deal=deal), "b c c p p p b r r r c")
    assert [start + net for start, net in zip(hand.start, hand.net, strict=True)] == [15, 15, 15]


def test_two_odd_chips_three_ways_go_one_each():
    """All-in mode, pot of 20 for three equal hands (pokerkit gives both odd chips to the first): 7, 7, 6."""
    deal = deal_of("AcKdQh9s8c", "AdKhQs9c8d", "2c3c4c5s7h", "AhKsQc9d8h")
    hand = play(all_in_hand(4, 4, 4, 4, deal=deal), "k k b c c c p p p p")
    assert hand.net == [2, 2, -5, 1]


# Refusals and views


def test_a_refusal_says_who_may_do_what():
    """Errors: what, which value, what instead."""
    with pytest.raises(IllegalAction, match="action 5: position 0 may check, bet"):
        new_hand(2).act(Kind.RAISE)
    with pytest.raises(IllegalAction, match="action 2: position 0 may draw of 0 to 3 cards"):
        play(new_hand(2), "k k").act(Kind.CHECK)
    with pytest.raises(IllegalAction, match="the hand is over"):
        play(new_hand(2), "b f").act(Kind.CHECK)


def test_a_view_shows_what_one_player_may_know():
    """What a player may know: by hand after bet 2, raise to 4."""
    hand = play(Hand(RULESET, deal_of("AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc"), 3), "b r")
    view = hand.view(2)
    assert view.hole_cards == parse_cards("QcQd8h9sTc")
    assert view.log == ((Kind.BET, 0, 2), (Kind.RAISE, 1, 4))
    assert (view.pot, view.to_call, view.to_wager, view.raises_made, view.opponents) == (9, 4, 6, 1, 2)
    assert [view.committed_round(p) for p in range(3)] == [2, 4, 0]
    assert new_hand(3).view(0).raises_made == 0
    assert (view.start, view.stack(0)) == (None, None)
    assert str(view) == "QcQd8h9sTc pot 9 to call 4 fold/call/raise"


def test_a_view_in_all_in_mode_shows_the_stacks():
    """What a player may know: stacks are public."""
    view = play(all_in_hand(5, 20, 20), "b r").view(2)
    assert view.start == (6, 21, 21)
    assert [view.stack(p) for p in range(3)] == [1, 12, 20]


def test_only_the_actor_is_shown_legal_actions():
    """Docstrings of the view: when it is not the viewer's turn nothing is legal, and the chips of the actor are not the viewer's."""
    hand = play(new_hand(3), "b")
    views = [hand.view(position) for position in range(3)]
    assert [(view.legal, view.to_call, view.to_wager) for view in views] == [((), 0, 0), ((1, 3, 5), 2, 4), ((), 0, 0)]


def test_a_view_knows_who_has_folded():
    """What a player may know: every fold."""
    view = play(new_hand(4), "b f c").view(3)
    assert [view.folded(p) for p in range(4)] == [False, True, False, False]
    assert view.opponents == 2


def test_a_view_says_who_sits_where():
    """Docstring of the view: as the table numbers its players; without a table they are their positions."""
    hand = Hand(RULESET, tuple(range(24)), 3, None, (4, 0, 2))
    assert [hand.view(position).seated for position in range(3)] == [(4, 0, 2)] * 3
    assert play(hand, "b f f").view(0).seated == (4, 0, 2)
    assert [new_hand(players).view(0).seated for players in (2, 6)] == [(0, 1), (0, 1, 2, 3, 4, 5)]


def test_the_cards_of_a_showdown_are_shown_to_all_who_were_dealt_in():
    """What a player may know: the hands opened, as they are after the draw, by position; not those of who folded, who sees them too."""
    deal = deal_of("AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc", drawn=("4c4d", "", "Qh"))
    hand = Hand(RULESET, deal, 3)
    script = "b c c x34 p x4 k b c"
    for word in script.split():
        assert [hand.view(position).shown for position in range(3)] == [()] * 3
        play(hand, word)
    play(hand, "f")
    assert hand.over
    opened = ((), parse_cards("KcKd5h6s7c"), parse_cards("QcQd8h9sQh"))
    assert [hand.view(position).shown for position in range(3)] == [opened] * 3


def test_without_a_showdown_no_cards_are_shown():
    """A hand, 8: the last one left need not show."""
    for script in ("b f", "k k p p b f"):
        hand = play(new_hand(2), script)
        assert [(view.stage, view.shown) for view in map(hand.view, range(2))] == [(Stage.OVER, ())] * 2


def test_the_text_of_a_view_at_the_draw_says_draw():
    """For people: 26 codes in a row would help nobody."""
    assert str(play(new_hand(2), "k k").view(0)).endswith("pot 2 to call 0 draw")

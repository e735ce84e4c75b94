"""What went wrong in other arenas and engines, each as a test of ours that names its public source.

Here are the faults of rules, of information and of default actions, one test each. Positions are counted from the left of the button, s0
first; without other words the limit is 4/4 and three raises may be made. Faults of other kinds are proved where their subject is
tested; ``COVERED`` says by which test, and the last test of this file wants every one of them to exist.
"""

import ast
import pickle
from dataclasses import fields
from itertools import product
from pathlib import Path
from random import Random

import pytest

from arena.errors import IllegalAction
from arena.rules import GAMES
from arena.rules.cards import parse_cards
from arena.rules.five_card_draw import DRAW_CODE, FiveCardDrawRuleset, FiveCardDrawView, Hand, Kind, Stage
from arena.rules.pots import Pot, award, form_pots
from arena.rules.strength import strength
from tests.rules.playing import all_in_hand, copied, deal_of, may, play, random_deal, tied_deal

COVERED = {
    # A bot goes away
    "cutechess 27: a player exits unnoticed and its game hangs": (
        "tests/misbehaving/test_violations.py::test_a_bot_that_is_known_to_be_dead_forfeits_at_once",
        "tests/engines/test_host.py::test_a_program_that_ends_before_its_hello_forfeits_at_once",
        "tests/engines/test_host.py::test_a_program_killed_while_it_is_not_its_turn_forfeits_at_once",
        "tests/end_to_end/test_run.py::test_killed_bot_forfeits_and_the_tournament_ends",
    ),
    "cutechess 794: no answer to the opening ping aborts the tournament": (
        "tests/engines/test_host.py::test_a_program_that_never_says_hello_forfeits_after_the_start_limit",
        "tests/misbehaving/test_violations.py::test_without_hello_the_stream_ends_at_the_start_limit",
    ),
    "cutechess 205: after one crash later results are not written": (
        "tests/engines/test_local.py::test_a_killed_worker_is_a_void_match_and_the_next_is_played",
        "tests/engines/test_local.py::test_every_match_after_a_killed_program_is_stored_and_counts",
        "tests/end_to_end/test_run.py::test_killed_bot_forfeits_and_the_tournament_ends",
    ),
    "kaggle-environments PR 315: waits first, looks at the clock after": (
        "tests/dealer/test_table.py::test_what_has_expired_is_played_at_once_and_asked_on",
    ),
    "fishtest 851 and 912: peers that answer pings but never play": (
        "tests/misbehaving/test_faults.py::test_a_bot_that_never_answers_forfeits_by_incidents",
    ),
    "fishtest 1976: a restarted client is refused because its old session lives": (
        "tests/wire/test_session.py::test_a_new_session_takes_over",
    ),
    "playpip 22: reconnecting deals the hand again": (
        "tests/wire/test_session.py::test_coming_back_within_the_grace_continues_the_same_hands",
    ),
    "riddlesio 15: a match with a crash is not stored": (
        "tests/engines/test_host.py::test_the_program_killed_in_one_leg_forfeits_that_leg_only",
        "tests/store/test_database.py::test_a_match_that_was_not_completed_comes_back",
    ),
    "battlecode21 13: an entrant that cannot start stays queued for ever": (
        "tests/engines/test_host.py::test_a_program_that_cannot_be_started_forfeits_with_what_went_wrong",
        "tests/engines/test_programs.py::test_a_command_that_does_not_exist_is_refused",
    ),
    "battlecode21 22: the organiser's own faults counted as losses": (
        "tests/misbehaving/test_faults.py::test_an_exception_in_a_bot_of_ours_voids_the_table",
        "tests/dealer/test_tournament.py::test_void_match_is_played_again_on_the_same_deals_and_counts_once",
        "tests/tournaments/test_standings.py::test_a_void_match_is_listed_and_counts_for_nobody",
    ),
    # Clock
    "theaigames 1: a ceiling that was never set makes every answer late": (
        "tests/misbehaving/test_faults.py::test_with_the_default_clock_an_answer_is_never_late",
    ),
    "fastchess 495: late answers accepted": (
        "tests/misbehaving/test_faults.py::test_a_late_answer_changes_nothing_and_is_counted_once",
        "tests/dealer/test_table.py::test_an_answer_after_the_deadline_is_late",
        "tests/wire/test_seat.py::test_an_answer_after_the_limit_is_late_whoever_is_first",
    ),
    "fastchess PR 505: the limit of a move is not reset": (
        "tests/misbehaving/test_faults.py::test_the_move_limit_starts_anew_with_every_decision",
    ),
    "fastchess PR 1066: a period is credited before the move that overran it is looked at, which is then called illegal": (
        "tests/matches/test_limits.py::test_a_limit_spent_to_the_last_second_leaves_no_time_for_what_is_asked_next",
        "tests/dealer/test_table.py::test_a_table_limit_used_up_exactly_at_the_end_of_a_hand_is_the_flag",
        "tests/dealer/test_table.py::test_an_answer_after_the_table_limit_is_looked_at_for_its_time_first",
        "tests/wire/test_seat.py::test_the_last_answer_of_a_table_is_looked_at_for_its_time_before_it_is_played",
    ),
    "Bitcoin-Poker-Room 67: the next to act pays for the pause": (
        "tests/dealer/test_table.py::test_each_player_is_charged_for_its_own_decisions",
        "tests/matches/test_limits.py::test_pauses_between_decisions_are_free",
    ),
    "ACPC's dealer: a handshake without a limit": (
        "tests/misbehaving/test_violations.py::test_without_hello_the_stream_ends_at_the_start_limit",
    ),
    "ACPC's dealer: a limit of every read, which a trickle of bytes extends": (
        "tests/misbehaving/test_faults.py::test_an_answer_that_comes_byte_by_byte_gains_no_time",
        "tests/misbehaving/test_violations.py::test_a_hello_that_comes_byte_by_byte_gains_no_time",
    ),
    # Pairing, legs, resume
    "cutechess 501 and 641, fastchess 742 and 894: candidates that are compared meet different openings": (
        "tests/tournaments/test_streams.py::test_heroes_share_the_deals_of_an_opponent_and_opponents_share_none",
        "tests/tournaments/test_solo.py::test_bots_that_the_arena_starts_meet_the_same_deals_under_ids_of_their_own",
    ),
    "cutechess 34: the reversed game was played with the same sides": (
        "tests/matches/test_leg.py::test_every_player_meets_every_position_of_every_deal_once",
        "tests/matches/test_leg.py::test_a_position_of_a_deal_holds_the_same_cards_in_every_leg",
    ),
    "fastchess 258, 793 and 857: stopping inside a pair leaves an orphan": (
        "tests/tournaments/test_passes.py::test_stopped_anywhere_it_goes_on_as_if_it_had_not_been",
        "tests/store/test_processes.py::test_a_process_killed_at_any_moment_leaves_whole_matches",
        "tests/end_to_end/test_run.py::test_interrupted_run_keeps_what_was_played",
    ),
    # Boards
    "ZeroSumEval PR 94: draws missed, totals doubled": (
        "tests/matches/test_leg.py::test_identical_deterministic_bots_tie_exactly",
        "tests/tournaments/test_standings.py::test_identical_bots_tie_exactly",
        "tests/tournaments/test_passes.py::test_an_outcome_that_comes_twice_counts_once",
        "tests/store/test_database.py::test_storing_a_match_again_changes_nothing",
    ),
    "MIT's scrimmage: a random winner on a tie": (
        "tests/tournaments/test_standings.py::test_identical_bots_tie_exactly",
        "tests/tournaments/test_round_robin.py::test_a_tie_ends_with_the_budget",
    ),
    "fishtest PR 1905: more than 100 % time losses, by a rate of something else": (
        "tests/matches/test_accuracy.py::test_every_share_is_of_the_decisions_of_its_own_kind",
        "tests/cli/test_accuracy.py::test_shares_are_shown_beside_what_they_are_of",
        "tests/web/test_house.py::test_match_shows_accuracy_by_decision",
    ),
    "lichess-bot PR 295 and 754: a rate limit taken as final": (
        "tests/client/test_session.py::test_a_bot_of_too_many_sessions_waits_as_long_as_it_is_told_and_plays",
        "tests/client/test_session.py::test_no_number_of_refusals_is_final_when_each_says_when_to_come_back",
        "tests/client/test_retry.py::test_the_delay_is_that_of_the_retry_info",
        "tests/wire/test_bridge.py::test_an_ending_carries_its_details",
        "tests/wire/test_session.py::test_taking_over_again_and_again_gains_no_time",
    ),
    # Information, on the wire
    "Kaggle's environment: the full state in every observation": (
        "tests/wire/test_information.py::test_no_card_appears_that_the_player_may_not_know",
        "tests/wire/test_information.py::test_exchanging_unseen_cards_changes_no_byte",
    ),
    "a campus arena: the seed of the shuffle is sent with the hand": (
        "tests/wire/test_information.py::test_exchanging_unseen_cards_changes_no_byte",
        "tests/matches/test_spec.py::test_the_seed_does_not_show_in_the_text_of_a_specification",
        "tests/matches/test_seeds.py::test_no_label_is_the_message_of_a_deal",
    ),
    # Default actions, at the table
    "default actions differ from arena to arena": (
        "tests/dealer/test_table.py::test_facing_a_bet_the_default_is_a_fold",
        "tests/misbehaving/test_faults.py::test_a_fault_is_reported_counted_once_and_play_goes_on",
    ),
}
"""Fault and public source, and the tests that prove it does not happen here."""

BEST, SECOND, WORST = "AcAdAh2s3c", "KcKd5h6s7c", "QcQd8h9sTc"
TIED = "AcKdQh9s8c", "AdKhQs9c8d", "AhKsQc9d8h"
RULESET = FiveCardDrawRuleset()


def new_hand(players: int, ruleset: FiveCardDrawRuleset = RULESET) -> Hand:
    return Hand(ruleset, tuple(range(8 * players)), players)


# Rules: public issues


@pytest.mark.parametrize("players", range(2, 7))
def test_antes_leave_the_stacks_and_reach_the_pot(players):
    """PyPokerEngine issue 45: antes leave the stacks and never reach the pot. Right: n antes of 3 lie there, and the last one in wins."""
    hand = Hand(FiveCardDrawRuleset(3, all_in=True, starting_stack=50), tuple(range(8 * players)), players)
    view = hand.view(0)
    assert view.pot == 3 * players
    assert [view.stack(position) for position in range(players)] == [47] * players
    play(hand, "b" + " f" * (players - 1))
    assert hand.net == [3 * (players - 1)] + [-3] * (players - 1)


def test_a_button_that_folded_is_not_asked_again():
    """PyPokerEngine issue 32: a folded button is asked again. Right: s2 has the button and folds; from then on only s0 and s1 are asked."""
    hand = play(new_hand(3), "b c f p p b r r r c")
    assert [position for _, position, _ in hand.log] == [0, 1, 2, 0, 1, 0, 1, 0, 1, 0]
    assert hand.over


def test_the_odd_chip_is_not_lost():
    """private_poker issue 20: the odd chip is lost. Right: of the 7 chips that s1 and s2 share, s1 gets 4 and s2 gets 3."""
    hand = Hand(RULESET, deal_of("2c3d4h5s7c", *TIED[:2]), 3)
    play(hand, "k b c f p p k k")
    assert [pot.chips for pot in hand.pots] == [7]
    assert hand.net == [-1, 4 - 3, 3 - 3]
    assert sum(hand.net) == 0


def test_a_layer_whose_contributors_all_folded_does_not_vanish():
    """ORG2 PR 918: a side-pot layer whose contributors all folded vanishes.

    Right: s1 and s2 leave 8 each, 3 of them above what s0 and s3 put in; all 26 are won by s0 and s3. (Nobody folds here without facing a
    bet, so no hand of ours comes to this; the pots are right all the same.)
    """
    committed = [5, 8, 8, 5]
    pots = form_pots(committed, 0b1001)
    assert pots == (Pot(26, 0b1001),)
    assert award(pots, [1, 9, 9, 1], committed) == [8, -8, -8, 8]


def test_tied_winners_of_a_side_pot_are_paid_as_winners():
    """rlcard PR 286: a tied side-pot winner is paid as a loser. Right: s0 is all-in for 5 and worst; s1 and s2 share 15 and 30."""
    deal = deal_of("2c3d4h5s7c", *TIED[:2])
    hand = play(all_in_hand(4, 19, 19, deal=deal), "b c c p p p b r r r c")
    assert [(pot.chips, pot.eligible) for pot in hand.pots] == [(15, 0b111), (30, 0b110)]
    assert hand.net == [-5, 8 + 15 - 20, 7 + 15 - 20]


@pytest.mark.parametrize(("raises", "stage"), [*product(range(5), (Stage.FIRST_ROUND, Stage.SECOND_ROUND))])
def test_at_the_cap_there_is_no_raise_and_still_something_to_do(raises, stage):
    """rs-poker PR 271: a raise is offered at the cap, or no action is left. Right: fold or call, heads-up too, in both rounds."""
    hand = new_hand(2, FiveCardDrawRuleset(max_raises=raises))
    play(hand, "" if stage == Stage.FIRST_ROUND else "k k p p")
    for left in range(raises, -1, -1):
        hand.act(Kind.BET if left == raises else Kind.RAISE)
        assert may(hand) == ("fcr" if left else "fc")
    assert hand.stage == stage


@pytest.mark.parametrize("seed", range(20))
def test_every_action_listed_as_legal_is_accepted_and_every_other_refused(seed):
    """open_spiel issue 1042: an action listed as legal is refused. Right: along random hands each listed code can be played, and each
    other raises ``IllegalAction`` and leaves the hand as it was."""
    random = Random(seed)
    hand = Hand(RULESET, random_deal(random, 2 + seed % 5), 2 + seed % 5)
    while hand.legal:
        before = pickle.dumps([getattr(hand, name) for name in Hand.__slots__])
        for code in range(DRAW_CODE + 33):
            if code in hand.legal:
                copied(hand).act(code)
            else:
                with pytest.raises(IllegalAction):
                    hand.act(code)
        assert pickle.dumps([getattr(hand, name) for name in Hand.__slots__]) == before
        hand.act(random.choice(hand.legal))


def test_discards_do_not_come_back():
    """slack-poker-bot issue 34: discards come back. Right: six players throw three each away; no hand holds any of the 18."""
    hand = play(new_hand(6), "k k k k k k" + " x012" * 6)
    discards = [card for position in range(6) for card in hand.view(position).discarded]
    held = [card for cards in hand.hole for card in cards]
    assert (len(discards), len(held)) == (18, 30)
    assert len({*discards, *held}) == 48


def test_no_card_is_shown_before_the_showdown():
    """chips-blockchain PR 63: cards are visible before the showdown. Right: none is until everybody has acted, then those of players in."""
    hand = Hand(RULESET, deal_of(BEST, SECOND, WORST), 3)
    for word in "kbfcppkbc":
        assert hand.shown == 0
        for position in range(3):
            others = [card for other in range(3) if other != position for card in hand.hole[other]]
            assert not set(hand.view(position).hole_cards).intersection(others)
        play(hand, word)
    assert hand.over
    assert hand.shown == 0b011


# Rules: the half-bet rule, pots and order, as seen wrong in public engines


def test_a_bettor_may_not_raise_a_short_all_in():
    """Engines that reopen for any all-in. Robert's Rules of Poker, limit games: bet 4, all-in 5, call; s0 may call 1 or fold only."""
    hand = play(all_in_hand(20, 5, 20), "b r c")
    assert (hand.actor, may(hand), hand.to_call) == (0, "fc", 1)


def test_an_all_in_of_half_a_bet_reopens():
    """pokerkit 0.7.7 does not reopen for it: bet 4, all-in 6, call. Right: half a bet is a full raise, s0 may go to 10."""
    hand = play(all_in_hand(20, 6, 20), "b r c")
    assert (hand.actor, may(hand), 4 + hand.to_wager) == (0, "fcr", 10)


def test_an_opening_all_in_of_one_is_completed():
    """pokerkit 0.7.7 raises it to 5. Right: complete to 4; one who had checked may fold or call only."""
    hand = play(all_in_hand(1, 20, 20), "b")
    assert (may(hand), hand.to_wager) == ("fcr", 4)
    assert may(play(all_in_hand(20, 1, 20), "k b c")) == "fc"


def test_two_odd_chips_three_ways_go_to_two_players():
    """pokerkit 0.7.7 gives both to the first. Right: 20 chips are 7, 7 and 6."""
    hand = play(all_in_hand(4, 4, 4, 4, deal=deal_of(*TIED, "2c3c4c5s7h")), "b c c c p p p p")
    assert [net + 5 for net in hand.net] == [7, 7, 6, 0]


def test_a_bet_that_was_not_matched_comes_back():
    """Engines that keep it in the pot: bet 4 into 3 chips; 1 comes back, and the pot is two antes of 1 and two times 3."""
    hand = play(all_in_hand(20, 3, deal=deal_of(SECOND, BEST)), "b c p p")
    assert [pot.chips for pot in hand.pots] == [8]
    assert hand.net == [-4, 4]


def test_heads_up_the_player_without_the_button_is_first_everywhere():
    """Engines that swap the order heads-up, as blinds would: s0 acts first in both rounds and draws first; the button is s1."""
    hand = play(new_hand(2), "k k p p k k")
    assert [position for _, position, _ in hand.log] == [0, 1, 0, 1, 0, 1]


def test_five_high_is_the_lowest_straight():
    """Evaluators with an ace that is only high, or high everywhere: A-2-3-4-5 is below 2-3-4-5-6 and above trips; K-A-2 is no straight."""
    wheel, six_high, trips, wrapped = [strength(parse_cards(text)) for text in ("Ac2d3h4s5c", "2d3h4s5c6d", "AcAdAhKsQc", "QcKdAh2s3c")]
    assert wrapped < trips < wheel < six_high


def test_a_steel_wheel_beats_quads():
    """Evaluators that look for the straight flush with aces high only."""
    assert strength(parse_cards("Ac2c3c4c5c")) > strength(parse_cards("AcAdAhAsKc"))
    assert strength(parse_cards("Ac2c3c4c5c")) < strength(parse_cards("2c3c4c5c6c"))


@pytest.mark.parametrize("players", range(2, 7))
def test_when_all_fold_the_winner_nets_the_antes_of_the_others(players):
    """Engines that pay the winner his own bet as well, or not back: (n − 1) antes, at once, with no card shown."""
    hand = play(new_hand(players), "b" + " f" * (players - 1))
    assert hand.net == [players - 1] + [-1] * (players - 1)
    assert (hand.over, hand.shown) == (True, 0)


def test_an_all_in_player_stays_eligible_in_later_rounds():
    """Engines that forget him after his round: s0 is all-in before the draw, draws, and wins 5 of each; the side pot goes to s1."""
    hand = play(all_in_hand(4, 20, 20, deal=deal_of(BEST, SECOND, WORST)), "b c c p p p b c")
    assert [position for kind, position, _ in hand.log if kind == Kind.DRAW] == [0, 1, 2]
    assert hand.net == [10, 8 - 9, -9]


def test_contributions_5_20_20_end_as_15_15_15():
    """Engines that pay side pots by the main pot's winner: s0 best, s1 and s2 equal, everybody ends with 15."""
    hand = all_in_hand(4, 19, 19, deal=deal_of("2c2d2h2s3c", *TIED[:2]))
    play(hand, "b c c p p p b r r r c")
    assert [start + net for start, net in zip(hand.start, hand.net, strict=True)] == [15, 15, 15]


def test_who_checked_still_acts_after_bet_fold_call():
    """Engines that close the round when the action is back at the opener: check, bet, fold, call; s0 faces the bet."""
    hand = play(new_hand(4), "k b f c")
    assert (hand.stage, hand.actor, hand.to_call) == (Stage.FIRST_ROUND, 0, 2)


def test_with_one_stack_left_there_is_no_betting_and_still_a_draw():
    """Engines that ask the last one with chips, or skip the draw: antes of 3, stacks of 3, 3 and 50."""
    hand = all_in_hand(0, 0, 47, ante=3, deal=deal_of(BEST, SECOND, WORST))
    assert (hand.stage, hand.log) == (Stage.DRAW, [])
    play(hand, "p p p")
    assert hand.shown == 0b111
    assert hand.net == [6, -3, -3]


# Information


def test_a_view_holds_no_state_but_what_it_lists():
    """Kaggle's environment puts the serialised full state into every agent's observation. Right: a view is a value of these fields, and its
    bytes are the same when every card it does not list is another one."""
    names = "ruleset players position hole_cards discarded stage log committed start base high live drawn wagers legal to_call to_wager"
    assert [field.name for field in fields(FiveCardDrawView)] == [*names.split(), "seated", "shown"]
    script = "k b r c c p x012"
    known = deal_of(BEST, SECOND, WORST)
    unknown = deal_of(BEST, "4c5d6h7s8c", "9c9d9hTsJc", drawn=("", "KcKdKh", ""))
    views = [play(Hand(RULESET, deal, 3), script).view(0) for deal in (known, unknown)]
    assert pickle.dumps(views[0]) == pickle.dumps(views[1])


def test_a_view_does_not_lead_to_the_deck():
    """One campus arena sends the seed of the shuffle at the start of the hand. Right: neither seed, key nor deal is in a view, and no card
    of it lies beyond the player's own places."""
    random = Random(1)
    for deal in (random_deal(random, 3), tied_deal(random, 3)):
        hand = play(Hand(RULESET, deal, 3), "k k k x01")
        view = hand.view(0)
        assert {*view.hole_cards, *view.discarded} == {deal[place] for place in (0, 3, 6, 9, 12, 15, 16)}
        names = [name for name in dir(view) if not name.startswith("__")]
    assert not [name for name in names if any([word in name for word in ("seed", "key", "deal", "deck", "hand")])]


# Default actions


@pytest.mark.parametrize(
    ("script", "default"),
    [("", Kind.CHECK), ("k", Kind.CHECK), ("b", Kind.FOLD), ("b r r r", Kind.FOLD), ("k k", DRAW_CODE), ("k k x012", DRAW_CODE)],
)
def test_the_default_is_check_if_free_else_fold_and_to_stand_pat(script, default):
    """ACPC calls, MIT's scrimmage checks or folds, one arena folds although checking is free, another calls. Ours is always legal."""
    hand = play(new_hand(2), script)
    code = GAMES["five_card_draw"].default_code(hand.legal)
    assert code == default
    assert code in hand.legal


# The table at the head


def named_tests(path: Path) -> set[str]:
    """The names of the test functions of a module, read without importing it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")}


@pytest.mark.parametrize("fault", COVERED)
def test_the_tests_named_for_a_fault_exist(fault, request):
    """Every row of ``COVERED``; a test that is renamed or removed must be looked for here."""
    for test in COVERED[fault]:
        module, name = test.split("::")
        assert name in named_tests(request.config.rootpath / module), test

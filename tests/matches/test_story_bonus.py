"""Hands of Texas Hold'em Bonus told action by action: every case of the rules page in its words, every chip accounted for.

The hands are typed in the notation of ``arena.rules``, which is tested there.
"""

import re
from random import Random

import pytest

from arena.matches import MatchSpec, Story, TableInfo, play_match, tell_hand
from arena.matches.story_bonus import HOUSE, tell_bonus
from arena.rules import REBET, BonusHand, BonusKind, HoldemBonusRuleset, HoldemBonusView, cards_text, parse_cards, parse_hand, stake_code

STRAIGHT = "holdem_bonus 5-50/5 bonus_max 20 | AsKs | stake 5+2 bbb | QdJh9c Td 2s | QhQc | +75"


def told(line: str) -> Story:
    hand = parse_hand(line)
    assert isinstance(hand, BonusHand)
    return tell_bonus(hand, ["ada"])


def sentences(story: Story) -> dict[str, list[str]]:
    """By scene: what is said, cards and all."""

    def said(step) -> str:
        return " ".join(filter(None, (step.player, step.words, cards_text(step.cards), step.more_words, cards_text(step.more_cards))))

    return {scene.title: [said(step) for step in scene.steps] for scene in story.scenes}


def payments(line: str) -> list[str]:
    return [words.removeprefix("ada ") for words in sentences(told(line))["Payments"]]


def test_a_hand_from_the_stake_to_the_payments():
    """Ace to ten beats three queens: 5 with the ante, 10 + 5 + 5 with the bets, 2 at 25 to 1 with the bonus bet: 75."""
    assert sentences(told(STRAIGHT)) == {
        "Stake": ["ada puts up an ante of 5 and a bonus bet of 2"],
        "Flop decision": ["ada is dealt AsKs", "ada bets 10"],
        "Turn decision": ["House deals the flop QdJh9c", "ada bets 5"],
        "River decision": ["House deals the turn Td", "ada bets 5"],
        "Showdown": [
            "House deals the river 2s",
            "ada shows AsKs – straight: AsKsQdJhTd",
            "House shows QhQc – three of a kind: QhQcQdJhTd",
            "ada beats the house",
        ],
        "Payments": [
            "ada wins 5 with the ante, having a straight or better",
            "ada wins 50 with the bonus bet of 2: AK suited pays 25 to 1",
            "ada wins 10 with the flop bet",
            "ada wins 5 with the turn bet",
            "ada wins 5 with the river bet",
        ],
    }


def test_a_hand_on_both_sides():
    """The player's five, the house's, the board and the stake."""
    story = told(STRAIGHT)
    (seat,) = story.seats
    assert (seat.player, seat.folded, seat.net_chips, seat.made) == ("ada", False, 75, "straight")
    assert (cards_text(seat.dealt), cards_text(seat.last)) == ("AsKs", "AsKsQdJhTd")
    assert (seat.button, seat.discarded, seat.stood_pat) == (False, frozenset(), False)
    assert story.house is not None
    assert (cards_text(story.house.dealt), cards_text(story.house.last), story.house.made) == ("QhQc", "QhQcQdJhTd", "three of a kind")
    assert (cards_text(story.board), story.stake) == ("QdJh9cTd2s", (5, 2))


def test_a_hand_that_was_given_up_shows_neither_board_nor_house():
    """Nobody saw them; the bonus bet on two sevens is paid all the same."""
    story = told("holdem_bonus 1 bonus_max 5 | 7d7c | stake 1+5 f | +14")
    assert sentences(story) == {
        "Stake": ["ada puts up an ante of 1 and a bonus bet of 5"],
        "Flop decision": ["ada is dealt 7d7c", "ada folds"],
        "Payments": ["ada loses the ante of 1", "ada wins 15 with the bonus bet of 5: TT to 22 pays 3 to 1"],
    }
    assert (story.board, story.house) == ((), None)
    (seat,) = story.seats
    assert (seat.last, seat.made, seat.folded, seat.net_chips) == ((), "", True, 14)


def test_below_a_straight_the_ante_comes_back():
    """A pair of aces beats a pair of kings: the flop bet wins, the ante does not; the bonus bet on ace-four is lost."""
    assert payments("holdem_bonus 1 bonus_max 1 | Ah4c | stake 1+1 bkk | AdJh9c 7d 2s | KhKc | +1") == [
        "takes back the ante of 1, which only a straight or better wins",
        "loses the bonus bet of 1",
        "wins 2 with the flop bet",
    ]


def test_a_straight_does_not_win_the_ante_where_a_flush_must():
    """Ruleset ``ante_pays_from``."""
    assert payments("holdem_bonus 1 ante_pays_from flush | AsKs | stake 1 bkk | QdJh9c Td 2s | QhQc | +2") == [
        "takes back the ante of 1, which only a flush or better wins",
        "wins 2 with the flop bet",
    ]
    assert payments("holdem_bonus 1 ante_pays_from flush | AsKs | stake 1 bkk | QsJs9s Td 2h | QhQc | +3")[0] == (
        "wins 1 with the ante, having a flush or better"
    )


def test_equal_hands_take_everything_back():
    """The board is a royal flush; the bonus bet is decided by the two cards all the same."""
    line = "holdem_bonus 1 bonus_max 1 | 7d2c | stake 1+1 bbb | AsKsQs Js Ts | 7h2d | -1"
    assert payments(line) == [
        "takes back the ante of 1",
        "loses the bonus bet of 1",
        "takes back the flop bet of 2",
        "takes back the turn bet of 1",
        "takes back the river bet of 1",
    ]
    assert sentences(told(line))["Showdown"][-1] == "ada is equal to the house"


def test_the_houses_better_hand_wins_everything():
    line = "holdem_bonus 1 | 7d2c | stake 1 bbb | AhKd8s Jc 4s | AcAd | -5"
    assert payments(line) == ["loses the ante of 1", "loses the flop bet of 2", "loses the turn bet of 1", "loses the river bet of 1"]
    assert sentences(told(line))["Showdown"][-1] == "ada loses to the house"


def test_a_rebet_and_checks_for_want_of_chips():
    """Of 37 chips an ante of 10 and its flop bet leave 7."""
    story = told("holdem_bonus 5-50/5 bankroll 100 | 7c7d@37 | rebet 10 bkk | Jh9c2s Td 3s | JcJd | -30")
    said = sentences(story)
    assert said["Stake"] == ["ada puts up the ante of 10 again"]
    assert said["Turn decision"][-1] == said["River decision"][-1] == "ada checks, since the bankroll does not cover a bet"
    free = sentences(told("holdem_bonus 1 | 7c7d | stake 1 bkk | Jh9c2s Td 3s | JcJd | -3"))
    assert free["Turn decision"][-1] == "ada checks"


@pytest.mark.parametrize(
    ("hole", "board", "made", "five"),
    [
        ("As4h", "2s3d5c9hKd", "straight", "5c4h3d2sAs"),
        ("9s9h", "KdKc9dKh2s", "full house", "KdKcKh9s9h"),
        ("Ah2h", "3h9hThJdJc", "flush", "AhTh9h3h2h"),
        ("7d2c", "AsKsQsJsTs", "straight flush", "AsKsQsJsTs"),
        ("Ah4c", "AdJh9c7d2s", "pair", "AhAdJh9c7d"),
        ("7h7c", "7dKsKd2s3h", "full house", "7h7c7dKsKd"),
    ],
)
def test_the_best_five_stand_in_a_players_order(hole, board, made, five):
    """What stands in pairs first, then high to low, as held and dealt among equals; the ace of a five-high straight last."""
    (a, b), (c, d) = parse_cards(hole), parse_cards("6c8d")
    hand = BonusHand(HoldemBonusRuleset(), (a, c, b, d, *parse_cards(board)))
    for code in (stake_code(1), BonusKind.BET, BonusKind.CHECK, BonusKind.CHECK):
        hand.act(code)
    (seat,) = tell_bonus(hand, ["ada"]).seats
    assert (seat.made, cards_text(seat.last)) == (made, five)


class Chooser:
    """Plays any legal action, but folds half as often; where it may bet the ante before again, it does so half the time."""

    def __init__(self, info: TableInfo) -> None:
        self._random = Random(info.bot_seed + info.player)

    def act(self, view: HoldemBonusView) -> int:
        if REBET in view.legal and self._random.random() < 0.5:
            return REBET
        code = self._random.choice(view.legal)
        return self._random.choice(view.legal) if code == BonusKind.FOLD else code


RULESETS = [
    HoldemBonusRuleset(),
    HoldemBonusRuleset(5, 50, 5, 20),
    HoldemBonusRuleset(5, 50, 5, 20, bankroll=400, ante_pays_from="flush"),
]


@pytest.mark.parametrize("ruleset", RULESETS, ids=["fixed", "limits", "bankroll"])
def test_a_story_tells_every_action_and_every_chip(ruleset):
    """Law: what is put up, won and lost in the words adds up to the net; every action is a step with its chips."""
    spec = MatchSpec("m", "t", "holdem_bonus", ruleset, ("ada",), b"s" * 32, 100)
    (leg,) = play_match(spec, [Chooser]).legs
    for record in leg.hands:
        story = tell_hand(spec, 0, record)
        acted = [step for scene in story.scenes for step in scene.steps if step.kind is not None]
        assert [int(step.kind) for step in acted] == list(record.actions)
        assert_payments_add_up(story, sum(step.chips for step in acted))
        assert all(step.player in ("ada", HOUSE) for scene in story.scenes for step in scene.steps)


def assert_payments_add_up(story: Story, put_up: int) -> None:
    """In each sentence the first number is the chips; of a bonus bet that is paid, what was put up stands behind."""
    (seat,) = story.seats
    net = staked = 0
    for step in story.scenes[-1].steps:
        chips, stake = int(re.findall(r"\d+", step.words)[0]), re.findall(r"bonus bet of (\d+)", step.words)
        net += chips * (step.words.startswith("wins") - step.words.startswith("loses"))
        staked += int(stake[0]) if stake else chips
    assert (net, staked) == (seat.net_chips, put_up)

"""Everything the rooms below say in a hand can be said in another language: random hands of both games hold no sentence that is unknown."""

import ast
import inspect
from random import Random

import pytest

from arena.dealer import access
from arena.matches import Step, Story
from arena.matches.story_bonus import tell_bonus
from arena.matches.story_draw import tell_draw
from arena.rules import BONUS_ROWS, CLASS_NAMES, GAMES, BonusHand, FiveCardDrawRuleset, Hand, HoldemBonusRuleset, stake_code
from arena.web.boards import _GAME_TITLES
from arena.web.telling import HAND_NAMES, ROW_NAMES, SENTENCES, read_back, say, say_subject
from arena.web.wording import wording_of

SV = wording_of("sv")
DRAWS = (
    FiveCardDrawRuleset(),
    FiveCardDrawRuleset(ante=3, all_in=True, starting_stack=9),
    FiveCardDrawRuleset(all_in=True, starting_stack=30, stacks="carry"),
)
STAKES = (HoldemBonusRuleset(ante_max=20, bonus_max=10), HoldemBonusRuleset(ante_pays_from="flush"), HoldemBonusRuleset(bankroll=4))


def played(hand, rng, likely=0):
    """To the end, mostly with the legal action of that index, and mostly without a draw."""
    while not hand.over:
        index = likely if len(hand.legal) <= 3 else 0
        hand.act(hand.legal[index] if rng.random() < 0.7 and len(hand.legal) > index else rng.choice(hand.legal))
    return hand


def draw_stories():
    rng = Random(7)
    for number in range(600):
        ruleset = DRAWS[number % 3]
        players = 2 + number % 5
        stacks = [rng.randint(1, 40) for _ in range(players)] if ruleset.carried_stack else None
        deal = rng.sample(range(52), 8 * players)
        if number < 200 and players < 5:
            deal[: 5 * players] = [
                4 * rank + suit for rank in (0, 1, 2, 3, 5) for suit in range(players)
            ]  # equal flushes, who draw spoil theirs
        hand = played(Hand(ruleset, deal, players, stacks), rng, number % 2)
        yield tell_draw(hand, "abcdef"[:players])


def bonus_stories():
    rng = Random(7)
    for number in range(600):
        hand = BonusHand(STAKES[number % 3], rng.sample(range(52), 9), previous_ante=5 * (number % 3 == 0))
        yield tell_bonus(played(hand, rng, 1), ["a"])


def sentences(story: Story):
    for scene in story.scenes:
        yield scene.title
        for step in scene.steps:
            yield from filter(None, (step.words, step.more_words))
    yield from (side.made for side in (*story.seats, *filter(None, [story.house])) if side.made)


@pytest.mark.slow
@pytest.mark.parametrize("stories", [draw_stories, bonus_stories])
def test_every_sentence_of_random_hands_is_said_in_swedish(stories):
    """Of each: what it is in Swedish is something else than in English."""
    said = {sentence for story in stories() for sentence in sentences(story)}
    assert len(said) > 50
    same = {sentence for sentence in said if sentence == say(SV, sentence) and not sentence.startswith("–")}
    assert not same


@pytest.mark.slow
def test_random_hands_of_both_games_hold_every_kind_of_sentence():
    """So the test above has seen them all."""
    said = {sentence for stories in (draw_stories, bonus_stories) for story in stories() for sentence in sentences(story)}
    met = {message for message, _ in map(read_back, said)}
    of_stories = {message for message in SENTENCES if not message.startswith("stake ") and not message.endswith(".")}
    assert of_stories - met - set(HAND_NAMES) - set(ROW_NAMES) == set()


def test_names_are_those_of_the_rules():
    assert HAND_NAMES == CLASS_NAMES
    assert ROW_NAMES == BONUS_ROWS
    assert {game.title for game in GAMES.values()} == set(_GAME_TITLES)


def test_every_reason_why_hands_are_closed_is_known():
    """The sentences of ``arena.dealer.access``."""
    found = [
        node.value for node in ast.walk(ast.parse(inspect.getsource(access._why_no_hands))) if isinstance(node, ast.Constant) and node.value
    ]
    assert len(found) >= 4
    closed = [text for text in found if isinstance(text, str) and text.endswith(".")]
    assert len(closed) == 4
    assert set(closed) <= set(SENTENCES)


def test_numbers_and_names_inside_a_sentence_are_said_too():
    assert say(SV, "raises to 12000") == "höjer till 12\u00a0000"
    assert say(SV, "wins 60 with the bonus bet of 2: AA pays 30 to 1") == "vinner 60 på bonusinsatsen på 2: ess-ess betalar 30 till 1"
    assert say(SV, "takes back the ante of 5, which only a straight or better wins") == (
        "får tillbaka ante-insatsen på 5, som bara stege eller bättre vinner på"
    )
    assert say(SV, "– two pair:") == "– två par:"


def test_a_sentence_that_is_unknown_stays_as_it_is_and_is_text():
    assert say(SV, "dances <b>well</b> {x}") == "dances &lt;b&gt;well&lt;/b&gt; {x}"


def test_subjects_are_players_everyone_or_the_house():
    hand = BonusHand(STAKES[1], range(9))
    for code in (stake_code(1), 4, 2, 2):
        hand.act(code)
    story = tell_bonus(hand, ["ada"])
    assert say_subject(SV, Step("House", "deals the flop"), story) == "Given"
    assert say_subject(SV, Step("<ada>", "folds"), tell_bonus(hand, ["<ada>"])) == "&lt;ada&gt;"
    assert say_subject(SV, Step("House", "folds"), tell_bonus(hand, ["House"])) == "House", "a bot of that name"


def test_several_winners_are_listed_though_names_hold_words_of_ours():
    names = ["rock and roll", "<b>", "House"]
    story = tell_draw(played(Hand(DRAWS[0], list(range(24)), 3), Random(1)), names)
    assert say_subject(SV, Step("rock and roll and <b>", "share"), story) == "rock and roll och &lt;b&gt;"
    assert say_subject(SV, Step("rock and roll and <b> and House", "share"), story) == "rock and roll och &lt;b&gt; och House"
    assert say_subject(SV, Step("Everyone", "posts 1"), story) == "Alla"

"""Whole sittings by script, in English and in Swedish."""

import gettext
import hashlib

import pytest

from arena.cli.bonus import BonusWords, Sitting, Wishes
from arena.cli.dialogue import Tone
from arena.languages import Language
from arena.languages.updating import collect
from arena.matches import deal_key
from arena.rules import HoldemBonusRuleset, deal_cards
from tests.cli.bonus.sitting_down import RULES, SEED, play, said, sitting_of, type_in

HASH = hashlib.sha256(SEED).hexdigest()

ENGLISH = f"""\
Texas Hold'em Bonus. You play against the house, for chips that are not money.
Ante: 5 to 100 in steps of 5. Bonus bet: at most 50.
All cards follow from a secret seed, which you are told when you leave. Its SHA-256, so that you can check:
{HASH}
Type help (h) for what you may type, rules for the rules, and ? at a decision for advice.

Hand 1. You have 1,000 chips.
Put up an ante (a 25), perhaps a bonus bet (b 5), and deal (d).
On the table: ante 25. Place more, or deal (d).
On the table: ante 25 and bonus bet 5. Place more, or deal (d).
Your cards: K♥ A♥
Flop decision: bet 50, twice the ante (b), or fold and lose the ante (f)?
Board: 10♦ 9♣ 5♥
Your cards: K♥ A♥
So far: high card, A♥ K♥ 10♦ 9♣ 5♥
Turn decision: bet 25 (b), or check (c)?
Board: 10♦ 9♣ 5♥ Q♠
Your cards: K♥ A♥
So far: high card, A♥ K♥ Q♠ 10♦ 9♣
River decision: bet 25 (b), or check (c)?
Board: 10♦ 9♣ 5♥ Q♠ 3♣
You have K♥ A♥: high card, A♥ K♥ Q♠ 10♦ 9♣.
The house has 6♥ K♣: high card, K♣ Q♠ 10♦ 9♣ 6♥.
You win: the bets pay 75. The ante comes back, since it pays only from a straight up.
The bonus bet wins: ace-king of one suit pays 25 to 1, that is 125.
Net: +200.

Hand 2. You have 1,200 chips.
Put up an ante (a 25), or type rebet (r): 25 again, dealt at once.
Your cards: 6♠ 8♥
Flop decision: bet 50, twice the ante (b), or fold and lose the ante (f)?
You fold, and lose the ante of 25.
Net: -25.

Hand 3. You have 1,175 chips.
Put up an ante (a 25), or type rebet (r): 25 again, dealt at once.

You played 2 hands. Net: +175. You have 1,175 chips.
3 of your 4 decisions were best; the others cost 0.5790 antes in all.
The costliest choice was in hand 2:
  Flop, 6♠ 8♥: expected net in antes -0.4210 for a bet, -1.0000 for a fold. You folded, which cost 0.5790 antes.
The seed was the following; with --seed it deals the same hands again, and its SHA-256 is what you were shown first:
{SEED.hex()}"""
SWEDISH = f"""\
Texas Hold'em bonuspoker. Du spelar mot given, om chip som inte är pengar.
Ante-insats: 5 till 100 i steg om 5. Bonusinsats: högst 50.
Alla kort följer av ett hemligt slumpfrö, som du får veta när du slutar. Dess SHA-256, så att du kan kontrollera det:
{HASH}
Skriv hjälp (h) för att se vad du kan skriva, regler för reglerna och ? inför ett val för att få råd.

Spel 1. Ditt spelsaldo är 1 000.
Lägg en ante-insats (a 25), kanske en bonusinsats (b 5), och dela (d).
På bordet: ante-insats 25. Lägg mer, eller dela (d).
På bordet: ante-insats 25 och bonusinsats 5. Lägg mer, eller dela (d).
Dina kort: K♥ A♥
Flopp: satsa 50, två gånger ante-insatsen (s), eller ge upp och förlora ante-insatsen (g)?
Gemensamma kort: 10♦ 9♣ 5♥
Dina kort: K♥ A♥
Hittills: högt kort, A♥ K♥ 10♦ 9♣ 5♥
Turn: satsa 25 (s) eller checka (c)?
Gemensamma kort: 10♦ 9♣ 5♥ Q♠
Dina kort: K♥ A♥
Hittills: högt kort, A♥ K♥ Q♠ 10♦ 9♣
River: satsa 25 (s) eller checka (c)?
Gemensamma kort: 10♦ 9♣ 5♥ Q♠ 3♣
Du har K♥ A♥: högt kort, A♥ K♥ Q♠ 10♦ 9♣.
Given har 6♥ K♣: högt kort, K♣ Q♠ 10♦ 9♣ 6♥.
Du vinner 75 på dina insatser. Ante-insatsen får du tillbaka, eftersom den betalas först från stege och uppåt.
Bonusinsatsen vinner: ess-kung (samma svit) betalar 25 till 1, alltså 125.
Netto: +200.

Spel 2. Ditt spelsaldo är 1 200.
Lägg en ante-insats (a 25), eller skriv satsa igen (i): 25 en gång till, och korten delas ut direkt.
Dina kort: 6♠ 8♥
Flopp: satsa 50, två gånger ante-insatsen (s), eller ge upp och förlora ante-insatsen (g)?
Du ger upp och förlorar ante-insatsen på 25.
Netto: −25.

Spel 3. Ditt spelsaldo är 1 175.
Lägg en ante-insats (a 25), eller skriv satsa igen (i): 25 en gång till, och korten delas ut direkt.

Du spelade 2 spel. Netto: +175. Ditt spelsaldo är 1 175.
3 av dina 4 val var de bästa; de övriga kostade sammanlagt 0,5790 ante-insatser.
Det dyraste valet gjorde du i spel 2:
  Flopp, 6♠ 8♥: förväntat värde i ante-insatser −0,4210 om du satsar, −1,0000 om du ger upp. Du gav upp, vilket kostade 0,5790 ante-insatser.
Slumpfröet var följande; med --seed delar det ut samma kort igen, och dess SHA-256 är det du såg först:
{SEED.hex()}"""  # noqa: E501


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "script", "transcript"),
    [
        ("en", "a 25; b 5; deal; bet; bet; check; rebet; fold; quit", ENGLISH),
        ("en", "a25;B5;d;b;b;c;r;f;q", ENGLISH),
        ("sv", "ante 25; bonus 5; dela; satsa; satsa; checka; satsa igen; ge upp; sluta", SWEDISH),
        ("sv", "a 25;b 5;d;s;s;c;i;g;q", SWEDISH),
        ("sv", "a 25; b 5; deal; bet; bet; check; rebet; fold; quit", SWEDISH),
    ],
)
def test_a_whole_sitting(language, script, transcript):
    """Words and letters are the same; English ones work in Swedish too."""
    lines = play(script, language)
    assert [line.replace("\u00a0", " ") for line in lines] == transcript.split("\n")


# What cannot be done


@pytest.mark.parametrize(
    ("before", "typed", "sentence"),
    [
        ("", "foo", '"foo" means nothing here; help (h) lists what does.'),
        ("", "25", '"25" means nothing here; help (h) lists what does.'),
        ("", "\x1b[2J", r'"\x1b[2J" means nothing here; help (h) lists what does.'),
        ("", "x" * 100, f'"{"x" * 60}…" means nothing here; help (h) lists what does.'),
        ("", "a", "Say how many chips, such as a 25."),
        ("", "bonus", "Say how many chips, such as b 5."),
        ("", "a five", '"five" is no whole number of chips; type such as a 25.'),
        ("", "a -5", '"-5" is no whole number of chips; type such as a 25.'),
        ("", "a 5.5", '"5.5" is no whole number of chips; type such as a 25.'),
        ("", "a 5 5", '"5 5" is no whole number of chips; type such as a 25.'),
        ("", "a 0", "You cannot place 0 chips: the least is 1."),
        ("", "a 999999999999", "An ante of 999,999,999,999 is not allowed here: it must be 5 to 100 in steps of 5."),
        ("a 25", "deal now", "deal (d) is typed alone, without now."),
        ("", "bet", "bet comes after the deal. Put up an ante (a 25), perhaps a bonus bet (b 5), and deal (d)."),
        ("a 25", "fold", "fold comes after the deal. On the table: ante 25. Place more, or deal (d)."),
        ("", "?", "There is no hand to look back on yet; at a decision you get advice on it."),
        ("a 25;d", "check", "You cannot check before the flop. Flop decision: bet 50"),
        ("a 25;d", "a 5", "The stake is made and cannot be changed. Flop decision: bet 50"),
        ("a 25;d", "deal", "The stake is made and cannot be changed. Flop decision: bet 50"),
        ("a 25;d", "rebet", "The stake is made and cannot be changed. Flop decision: bet 50"),
        ("a 25;d", "bet 50", "bet (b) is typed alone, without 50."),
        ("a 25;d", "quit now", "quit (q) is typed alone, without now."),
        ("a 25;d;b", "fold", "You cannot fold after the flop bet, and checking costs nothing. Turn decision: bet 25"),
        ("a 25;d;b;c", "f", "You cannot fold after the flop bet, and checking costs nothing. River decision: bet 25"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence_and_changes_nothing(before, typed, sentence):
    sitting = sitting_of()
    if before:
        type_in(sitting, before)
    state = (sitting.hand.stage, sitting.hand.log[:], sitting.box.ante, sitting.box.bonus, sitting.bankroll, sitting.prompt)
    (line,) = sitting.take(typed)
    assert line.tone is Tone.REFUSAL
    assert line.text.startswith(sentence)
    assert state == (sitting.hand.stage, sitting.hand.log, sitting.box.ante, sitting.box.bonus, sitting.bankroll, sitting.prompt)


def test_an_empty_line_asks_again():
    sitting = sitting_of()
    assert type_in(sitting, "") == ["Put up an ante (a 25), perhaps a bonus bet (b 5), and deal (d)."]
    assert type_in(sitting, "a 25;  ") == ["On the table: ante 25. Place more, or deal (d)."]
    assert type_in(sitting, "d;\t") == ["Flop decision: bet 50, twice the ante (b), or fold and lose the ante (f)?"]


# Boxes and buttons


def test_chips_buttons_and_the_ante_before():
    """Rules page, A hand, 1: clear, double (placed, not dealt), rebet (dealt at once, no bonus bet)."""
    sitting = sitting_of()
    type_in(sitting, "a 5; a 10; b 1; b 2; clear; a 20; b 5; deal; fold")
    assert type_in(sitting, "a 5; double") == ["On the table: ante 40. Place more, or deal (d)."]
    assert type_in(sitting, "rebet")[0] == "Your cards: 6♠ 8♥"
    assert sitting.hand.stake == (20, 0)
    type_in(sitting, "fold; double; b 3; deal")
    assert sitting.hand.stake == (40, 3)


# How it ends


def test_a_sitting_ends_with_the_hands_that_were_asked_for():
    sitting = sitting_of(hands=2)
    type_in(sitting, "a 25;d;f")
    assert not sitting.over
    assert type_in(sitting, "r;f")[-1] == "These were all the hands you asked for."
    assert sitting.over


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The match is over: your bankroll of 10 does not cover the smallest ante, 5, three times."),
        ("sv", "Matchen är slut: ditt spelsaldo på 10 räcker inte till tre gånger den lägsta ante-insatsen, 5."),
    ],
)
def test_the_match_ends_when_the_bankroll_does_not_cover_the_smallest_ante(language, sentence):
    """Rules page, ruleset, bankroll: three times the smallest ante is 15."""
    sitting = sitting_of(language, bankroll=20)
    type_in(sitting, "a 5;d;f")
    assert (sitting.over, sitting.bankroll) == (False, 15)
    assert type_in(sitting, "r;f")[-1] == sentence
    assert (sitting.over, sitting.bankroll) == (True, 10)


def test_where_no_bet_is_covered_the_check_is_made_and_said():
    """15 chips: ante and flop bet take them all, so nothing is asked at turn and river, and nothing is counted."""
    sitting = sitting_of(bankroll=15)
    lines = type_in(sitting, "a 5;d;b")
    assert lines.count("You check, since your chips do not cover a bet of 5.") == 2
    assert "Board: 10♦ 9♣ 5♥ Q♠ 3♣" in lines
    assert sitting.tally.choices == []
    assert said(sitting.leave())[1] == "You played 1 hand. Net: +10. You have 25 chips."


@pytest.mark.parametrize(
    ("script", "unfinished"), [("a 25;d", True), ("a 25;d;b;b", True), ("a 25;b 5", False), ("a 25;d;b;b;b", False), ("", False)]
)
def test_a_hand_that_is_left_does_not_count(script, unfinished):
    sitting = sitting_of()
    if script:
        type_in(sitting, script)
    before = (sitting.tally.hands, sitting.tally.net, len(sitting.tally.choices))
    lines = said(sitting.leave())
    assert ("The hand that is not finished does not count, and its chips are yours again." in lines) == unfinished
    assert before == (sitting.tally.hands, sitting.tally.net, len(sitting.tally.choices))
    assert before[0] == (script == "a 25;d;b;b;b")


# Deals


def test_every_deal_follows_from_the_seed_whatever_is_typed():
    """The cards of hand n are those of deal n of a match with this seed, as the contract's README says; folds and stakes change nothing."""
    deals = [deal_cards(deal_key(SEED, number), 9) for number in range(3)]
    for scripts in (["a 5;d;f"] * 3, ["a 25;b 50;d;b;b;b", "a 100;d;b;c;c", "r;f"]):
        sitting = sitting_of()
        for script, deal in zip(scripts, deals, strict=True):
            opening = script.split(";")
            assert tuple(sitting.hand.deal) == deal
            for answer in opening:
                sitting.take(answer)


def test_the_promise_is_kept_by_the_seed_that_is_told():
    lines = play("a 25;d;f;q", seed=bytes(range(32)))
    assert lines[3] == hashlib.sha256(bytes.fromhex(lines[-1])).hexdigest()


@pytest.mark.parametrize(("language", "words"), [("en", "You chose the seed"), ("sv", "Du valde det slumpfrö")])
def test_a_chosen_seed_is_called_so(language, words):
    assert said(sitting_of(language, seeded=True).open())[2].startswith(words)


# Advice


@pytest.mark.slow
def test_advice_is_given_when_asked_for_and_noted():
    """Before the flop the table of hole classes has +1.194 for AKs; what follows is the solver's, see ``test_coach``."""
    sitting = sitting_of()
    assert type_in(sitting, "a 25;d;?") == [
        "Flop, K♥ A♥: expected net in antes +1.1940 for a bet, -1.0000 for a fold.",
        "Best is a bet, by 2.1940 antes.",
        "Of all that may come, you win 66.22%, tie 1.65% and lose 32.13%.",
    ]
    assert type_in(sitting, "b;b;advice")[1] == "Best is a check, by 0.0058 antes."
    type_in(sitting, "b")
    assert type_in(sitting, "?") == [
        "What your choices in hand 1 were worth:",
        "  Flop, K♥ A♥: expected net in antes +1.1940 for a bet, -1.0000 for a fold. You bet, which was best.",
        "  Turn, 10♦ 9♣ 5♥: expected net in antes +0.0685 for a bet, -0.0332 for a check. You bet, which was best.",
        "  River, 10♦ 9♣ 5♥ Q♠: expected net in antes -0.4358 for a bet, -0.4299 for a check. You bet, which cost 0.0058 antes.",
    ]
    assert [choice.advised for _, choice in sitting.tally.choices] == [True, False, True]
    assert "On 2 of them you asked for advice." in said(sitting.leave())


@pytest.mark.slow
def test_advice_after_every_hand_is_what_one_can_ask_for():
    told, asked = sitting_of("sv", advice=True), sitting_of("sv")
    lines = type_in(told, "a 25;d;s;c;c")
    silent = type_in(asked, "a 25;d;s;c;c")
    review = type_in(asked, "råd")
    assert review[0] == "Så mycket var dina val i spel 1 värda:"
    assert len(review) == 4
    at = lines.index(review[0])
    assert lines[at : at + 4] == review
    assert lines[:at] + lines[at + 4 :] == silent


# Rules and help


@pytest.mark.parametrize(
    ("language", "typed", "lines"),
    [
        ("en", "help", ["  ante 25 (a 25): place chips on the ante, beside those that lie there.", "  rebet (r): put up", "  rules: "]),
        ("sv", "hjälp", ["  ante 25 (a 25): lägg chip", "  satsa igen (i): lägg samma", "  ge upp (g): ", "  regler: "]),
    ],
)
def test_help_lists_every_command(language, typed, lines):
    told = type_in(sitting_of(language), typed)
    assert len(told) == 14
    for line in lines:
        assert any(one.startswith(line) for one in told)


def test_help_does_not_offer_a_bonus_bet_where_there_is_none():
    sitting = sitting_of(bonus_max=0)
    assert not any("bonus" in line for line in type_in(sitting, "help")[1:3])
    assert "30 to 1" not in "".join(type_in(sitting, "rules"))
    assert said(sitting.open())[1] == "Ante: 5 to 100 in steps of 5."


def test_rules_have_the_table_s_parameters():
    told = "\n".join(type_in(sitting_of(ante_pays_from="flush"), "rules"))
    assert "The ante pays 1 to 1 from a flush up" in told
    assert "royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card" in told
    assert "  ace-ace: 30 to 1\n" in told
    told = "\n".join(type_in(sitting_of("sv"), "regler"))
    assert "royal flush, färgstege, fyrtal, kåk, färg, stege, triss, två par, ett par, högt kort" in told
    assert "  ess-kung (samma svit): 25 till 1\n" in told


# Messages


class _Listening(gettext.NullTranslations):
    """Remembers what it was asked for."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def gettext(self, message):
        self.asked.add(message)
        return message

    def ngettext(self, msgid1, msgid2, n):
        self.asked.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


@pytest.mark.slow
def test_everything_that_is_said_can_be_translated():
    """Whatever is looked up while people play is among the messages that are collected for translators."""
    listening = _Listening()
    scripts = (
        "help;rules;?;foo;a;a x;a 0;a 500;b 5;c;d;x;r;bet;deal 5;a 7;d;c;a 25;b 60;b 5;d;?;c;a;b;f;?;b;b;?;x;b 60;r;f;a 5;q",
        "a 5;d;b",
    )
    for script, bankroll in zip(scripts, (1000, 15), strict=True):
        words = BonusWords(Language("en", listening), HoldemBonusRuleset(**(RULES | {"bankroll": bankroll})))
        sitting = Sitting(words, SEED, Wishes(advice=True))
        sitting.open()
        type_in(sitting, script)
        sitting.leave()
    template = {message.id if isinstance(message.id, str) else message.id[0] for message in collect()}
    assert listening.asked <= template
    assert len(listening.asked) > 100

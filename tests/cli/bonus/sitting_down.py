"""A person at a table of Texas Hold'em Bonus, who types what a test says."""

from arena.cli.bonus import BonusWords, Sitting, Wishes
from arena.languages import open_language
from arena.rules import BonusHand, HoldemBonusRuleset, parse_cards, stake_code

RULES = {"ante_min": 5, "ante_max": 100, "ante_step": 5, "bonus_max": 50, "bankroll": 1000}
SEED = bytes(31) + b"\x2a"
"""Deals K♥A♥ 10♦9♣5♥ Q♠ 3♣ (the house 6♥K♣), 6♠8♥ K♣4♦3♥ K♦ K♠ (10♥5♣), 6♥A♠ 3♥4♠7♦ 2♦ 3♣ (8♥3♦), 9♠9♥ 10♠5♣8♦ 8♠ 5♦ (4♥8♣)."""


def words_of(language="en", *, signs=True, **rules):
    return BonusWords(open_language(language), HoldemBonusRuleset(**(RULES | rules)), signs=signs)


def sitting_of(language="en", *, seed=SEED, hands=None, advice=False, seeded=False, **rules):
    return Sitting(words_of(language, **rules), seed, Wishes(hands, advice, seeded))


def said(lines):
    return [line.text for line in lines]


def type_in(sitting, script):
    """Type the parts of ``a 25; d; b``; what is said to the last of them."""
    for answer in script.split(";"):
        assert not sitting.over, answer
        lines = sitting.take(answer)
    return said(lines)


def play(script, language="en", **options):
    """A whole sitting; all that is said."""
    sitting = sitting_of(language, **options)
    lines = said(sitting.open())
    for answer in script.split(";"):
        lines += said(sitting.take(answer))
    return lines + said(sitting.leave())


def hand_of(cards, actions=(), *, ante=25, bonus=0, bankroll=1000, **rules):
    """A hand of the player's two cards, the house's two and the board, played so far."""
    first, second, third, fourth, *board = parse_cards(cards)
    ruleset = HoldemBonusRuleset(**(RULES | {"bankroll": bankroll} | rules))
    hand = BonusHand(ruleset, (first, third, second, fourth, *board), 1, (bankroll,))
    for code in (stake_code(ante, bonus), *actions):
        hand.act(int(code))
    return hand

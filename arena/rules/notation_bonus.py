"""A hand of Texas Hold'em Bonus on one line; the head of ``notation`` says what holds for every game.

    holdem_bonus 5-50/5 bonus_max 20 | AsKs | stake 5+2 bbb | QdJh9c Td 2s | QhQc | +75
    holdem_bonus 1 | 7d2c | stake 1 f | -1

The player stands alone against the house, which has no choices.

    line     = rules " | " player " | " stake " " decisions [" | " board " | " house] " | " net
    rules    = "holdem_bonus " ante_min ["-" ante_max] ["/" ante_step] {" " field " " value}
    field    = bonus_max, bankroll, ante_pays_from, bonus_paytable, in this order; a paytable's odds with "/" between them
    player   = two cards as dealt ["@" bankroll before the hand; when it is not the ruleset's]
    stake    = "stake " ante ["+" bonus bet], or "rebet " ante, which was also that of the hand before
    decisions= flop, turn and river decision, a letter each: f fold, k check, b bet
    board    = three cards, one and one as dealt, a word each
    house    = its two cards as dealt
    net      = chips won less chips put in, with their sign

Of the rules stands only what is not the default; ``ante_max`` only when it is not ``ante_min``. How many chips a bet moves, and who
wins, follow from the rules. A hand that was given up has one decision, and neither board nor house: nobody saw them.
"""

from collections.abc import Callable, Sequence

from arena.errors import BadNotation, BadRuleset, IllegalAction
from arena.rules.bonus_ruleset import HoldemBonusRuleset
from arena.rules.cards import cards_text
from arena.rules.five_card_draw import UNLIMITED_STACK
from arena.rules.holdem_bonus import UNLIMITED_BANKROLL, BonusHand, BonusKind, Stage
from arena.rules.notation_words import Cards, Words, read_number, shown
from arena.rules.stake_box import COVER_ANTES, REBET, stake_code, stake_refusal

_STAKE, _REBET = "stake", "rebet"
_CODES = {"f": int(BonusKind.FOLD), "k": int(BonusKind.CHECK), "b": int(BonusKind.BET)}
_LETTERS = {code: letter for letter, code in _CODES.items()}
_LETTERS_TEXT = ", ".join(f"{letter} {BonusKind(code).name.lower()}" for letter, code in _CODES.items())
_HOLE_CARDS = 2
_BOARD = (("flop", 3), ("turn", 1), ("river", 1))
_UNKNOWN = -1
"""What stands for a card in a deal before it is known."""
_DEFAULTS = HoldemBonusRuleset()


def bonus_parts(hand: BonusHand) -> tuple[str, ...]:
    """The parts of a line between the game's name and the net."""
    parts = _rules_text(hand.ruleset), _player_text(hand), _actions_text(hand)
    if not hand.shown:
        return parts
    board = hand.board
    return *parts, f"{cards_text(board[:3])} {cards_text(board[3:4])} {cards_text(board[4:])}", cards_text(hand.house_cards)


def read_bonus_hand(words: Words) -> BonusHand:
    """The hand of a line, played to its end, from the words between the game's name and the net.

    Raises:
        BadNotation: names the first thing that is wrong.
    """
    ruleset = _read_rules(words)
    words.take_bar("the player's cards")
    cards = Cards()
    hole, stacks = _read_player(words, cards, ruleset)
    words.take_bar("the stake")
    deal = [hole[0], _UNKNOWN, hole[1], *[_UNKNOWN] * 6]
    hand = _read_stake(words, ruleset, deal, stacks)  # it keeps the list: what the showdown opens is put there before that
    last = _read_decisions(words, hand)
    if last is not None:
        deal[4:], (deal[1], deal[3]) = _read_board(words, cards), _read_house(words, cards)
        hand.act(last)
    rest = cards.unseen()
    deal[:] = [next(rest) if card == _UNKNOWN else card for card in deal]
    return hand


def _read_rules(words: Words) -> HoldemBonusRuleset:
    word, offset = words.take()
    antes, slash, step = word.partition("/")
    low, dash, high = antes.partition("-")
    offsets = {"ante_min": offset, "ante_max": offset + len(low) + len(dash), "ante_step": offset + len(antes) + len(slash)}
    values: dict[str, object] = {"ante_min": read_number(low, offset, "ante_min")}
    values["ante_max"] = read_number(high, offsets["ante_max"], "ante_max") if dash else values["ante_min"]
    if slash:
        values["ante_step"] = read_number(step, offsets["ante_step"], "ante_step")
    for field, read in _READERS.items():
        if words.peek() == field:
            words.take()
            text, offsets[field] = words.take()
            values[field] = read(text, offsets[field], field)
    try:
        return HoldemBonusRuleset(**values)  # type: ignore[arg-type]
    except BadRuleset as error:
        raise BadNotation(f"{error.field} must be {error.allowed}", offsets[error.field]) from None


def _read_player(words: Words, cards: Cards, ruleset: HoldemBonusRuleset) -> tuple[list[int], tuple[int, ...] | None]:
    """The hole cards; the bankroll before the hand, None when it is the ruleset's."""
    word, offset = words.take()
    text, at, bankroll = word.partition("@")
    hole = _read_cards(cards, text, offset, _HOLE_CARDS, "cards, which are dealt to the player")
    return hole, (_read_bankroll(bankroll, offset + len(text) + 1, ruleset),) if at else None


def _read_bankroll(text: str, offset: int, ruleset: HoldemBonusRuleset) -> int:
    bankroll, least = read_number(text, offset, "the bankroll before the hand"), COVER_ANTES * ruleset.ante_min
    if not ruleset.limited:
        raise BadNotation("a bankroll stands only in a game with 'bankroll'", offset)
    if not least <= bankroll <= UNLIMITED_STACK:
        raise BadNotation(f"a bankroll before a hand is {least} to {UNLIMITED_STACK} chips here", offset)
    return bankroll


def _read_stake(words: Words, ruleset: HoldemBonusRuleset, deal: Sequence[int], stacks: Sequence[int] | None) -> BonusHand:
    """The hand, with its stake put up."""
    word, offset = words.take()
    if word not in (_STAKE, _REBET):
        raise BadNotation(f"{shown(word)} is no stake, which is such as 'stake 5', 'stake 5+2' or 'rebet 5'", offset)
    text, offset = words.take()
    ante_text, plus, bonus_text = text.partition("+")
    ante, bonus_offset = read_number(ante_text, offset, "the ante"), offset + len(ante_text) + len(plus)
    if plus and word == _REBET:
        raise BadNotation("a rebet has no bonus bet", bonus_offset - 1)
    bonus = read_number(bonus_text, bonus_offset, "the bonus bet") if plus else 0
    hand = BonusHand(ruleset, deal, 1, stacks, ante if word == _REBET else 0)
    for chips, at in ((0, offset), (bonus, bonus_offset)):
        refusal = stake_refusal(ruleset, hand.start[0], ante, chips)
        if refusal is not None:
            raise BadNotation(refusal, at)
    hand.act(REBET if word == _REBET else stake_code(ante, bonus))
    return hand


def _read_decisions(words: Words, hand: BonusHand) -> int | None:
    """The decisions; the last, which opens the cards, is not played but returned, None when the hand was given up."""
    word, offset = words.take()
    last = None
    for at, letter in enumerate(word):
        if last is not None or hand.over:
            raise BadNotation(f"{shown(word[at:])} follows the last decision", offset + at)
        if letter not in _CODES:
            raise BadNotation(f"{letter!r} is no decision, where these are: {_LETTERS_TEXT}", offset + at)
        code = _CODES[letter]
        if hand.stage is Stage.RIVER and code in hand.legal:
            last = code
            continue
        try:
            hand.act(code)
        except IllegalAction as error:
            raise BadNotation(str(error), offset + at) from None
    if last is None and not hand.over:
        choices = " or ".join(BonusKind(code).name.lower() for code in hand.legal)
        raise BadNotation(f"the {hand.stage.name.lower()} decision is missing; it is {choices}", offset + len(word))
    return last


def _read_board(words: Words, cards: Cards) -> list[int]:
    words.take_bar("the board")
    board = []
    for name, count in _BOARD:
        text, offset = words.take()
        board += _read_cards(cards, text, offset, count, f"card{'s'[: count - 1]}, the {name}")
    return board


def _read_house(words: Words, cards: Cards) -> list[int]:
    words.take_bar("the house's cards")
    text, offset = words.take()
    return _read_cards(cards, text, offset, _HOLE_CARDS, "cards, which the house opens")


def _read_cards(cards: Cards, text: str, offset: int, count: int, what: str) -> list[int]:
    if len(text) != 2 * count:
        raise BadNotation(f"{shown(text)} is not {count} {what}", offset)
    return cards.read(text, offset)


def _read_word(text: str, *_: object) -> str:
    return text


def _read_odds(text: str, offset: int, field: str) -> tuple[int, ...]:
    odds = []
    for number in text.split("/"):
        odds.append(read_number(number, offset, f"odds of the {field}"))
        offset += len(number) + 1
    return tuple(odds)


_READERS: dict[str, Callable[[str, int, str], object]] = {
    "bonus_max": read_number,
    "bankroll": read_number,
    "ante_pays_from": _read_word,
    "bonus_paytable": _read_odds,
}
"""The fields of the ruleset behind the antes, in the order in which they stand."""


def _rules_text(ruleset: HoldemBonusRuleset) -> str:
    text = f"{ruleset.ante_min}"
    if ruleset.ante_max != ruleset.ante_min:
        text += f"-{ruleset.ante_max}"
    if ruleset.ante_step != _DEFAULTS.ante_step:
        text += f"/{ruleset.ante_step}"
    fields = [(field, getattr(ruleset, field)) for field in _READERS]
    return text + "".join([f" {field} {_value_text(value)}" for field, value in fields if value != getattr(_DEFAULTS, field)])


def _value_text(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _player_text(hand: BonusHand) -> str:
    usual = hand.start == (hand.ruleset.bankroll or UNLIMITED_BANKROLL,)
    return cards_text(hand.hole[0]) + ("" if usual else f"@{hand.start[0]}")


def _actions_text(hand: BonusHand) -> str:
    stake, *decisions = hand.codes
    bonus = f"+{hand.bonus}" if hand.bonus else ""
    return f"{_REBET if stake == REBET else _STAKE} {hand.ante}{bonus} {''.join([_LETTERS[code] for code in decisions])}"

"""A hand of five-card draw on one line; the head of ``notation`` says what holds for every game.

    five_card_draw 1/2/4/3 | AsAdKh9c2d QsQd7h5c3d | bc -9c2d+AhKs -7h5c3d+8h8s9d brc | +11 -11

Players are positions: the first is the first left of the button, the last has the button.

    line    = rules " | " player {" " player} " | " {round " "} draw {" " draw} [" " round] " | " net {" " net}
    rules   = "five_card_draw " ante "/" small_bet "/" big_bet "/" max_raises [" all_in " starting_stack [" carry"]]
    player  = five cards as dealt ["@" stack before the ante; when not the ruleset's, then every player has one]
    round   = one letter an action: f fold, k check, c call, b bet, r raise
    draw    = "pat", or "-" the cards given up, in the order dealt, "+" as many that replace them, one for one
    net     = chips won less chips put in, with their sign

Who acts and how many chips an action moves follow from the rules; a betting round in which nobody can act has no word, and a
hand that ends before the draw has no draws.
"""

from collections.abc import Sequence
from itertools import groupby

from arena.errors import BadNotation, BadRuleset
from arena.rules.cards import cards_text
from arena.rules.five_card_draw import (
    CARDS_PER_PLAYER,
    DRAW_CODE,
    HAND_CARDS,
    MAX_DISCARDS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    UNLIMITED_STACK,
    FiveCardDrawRuleset,
    Hand,
    Kind,
    Stage,
)
from arena.rules.notation_words import BAR, SHOWN_LENGTH, Cards, Words, read_number, shown

_PAT, _ALL_IN, _CARRY = "pat", "all_in", "carry"
_CODES = {"f": int(Kind.FOLD), "k": int(Kind.CHECK), "c": int(Kind.CALL), "b": int(Kind.BET), "r": int(Kind.RAISE)}
_LETTERS = {code: letter for letter, code in _CODES.items()}
_LETTERS_TEXT = ", ".join(f"{letter} {Kind(code).name.lower()}" for letter, code in _CODES.items())
_RULE_FIELDS = ("ante", "small_bet", "big_bet", "max_raises")


def draw_parts(hand: Hand) -> tuple[str, ...]:
    """The parts of a line between the game's name and what everyone nets."""
    return _rules_text(hand.ruleset), _players_text(hand), _actions_text(hand)


def read_draw_hand(words: Words) -> Hand:
    """The hand of a line, played to its end, from the words between the game's name and what everyone nets.

    Raises:
        BadNotation: names the first thing that is wrong.
    """
    ruleset = _read_rules(words)
    words.take_bar("the players' cards")
    deal = _Deal()
    stacks = _read_players(words, deal, ruleset)
    words.take_bar("the actions")
    players = len(deal.cards) // CARDS_PER_PLAYER
    hand = Hand(ruleset, deal.cards, players, stacks)  # it keeps the list: replacements are put there before they are drawn
    while hand.net is None:
        if hand.stage is Stage.DRAW:
            _read_draw(words, hand, deal)
        else:
            _read_round(words, hand)
    deal.end()
    return hand


class _Deal:
    """A deal as it becomes known while a line is read."""

    def __init__(self) -> None:
        self._known = Cards()
        self.cards: list[int] = []
        """As :class:`Hand` takes it, once the players are known."""

    def read(self, text: str, offset: int) -> list[int]:
        return self._known.read(text, offset)

    def begin(self, holes: Sequence[Sequence[int]]) -> None:
        """Put the hole cards, by position, in their places; the other places are filled for now with what they must not show."""
        players = len(holes)
        dealt = [holes[place % players][place // players] for place in range(HAND_CARDS * players)]
        self.cards = dealt + [-1] * (MAX_DISCARDS * players)

    def replace(self, position: int, cards: Sequence[int]) -> None:
        """Put a player's replacements in their places."""
        first = len(self.cards) // CARDS_PER_PLAYER * HAND_CARDS + MAX_DISCARDS * position
        self.cards[first : first + len(cards)] = cards

    def end(self) -> None:
        """Fill the places nobody saw."""
        rest = self._known.unseen()
        self.cards[:] = [next(rest) if card < 0 else card for card in self.cards]


def _read_rules(words: Words) -> FiveCardDrawRuleset:
    word, offset = words.take()
    end = offset + len(word)
    values: dict[str, object] = {}
    offsets = {}
    for field in _RULE_FIELDS:
        text, _, word = word.partition("/")
        values[field], offsets[field] = read_number(text, offset, field), offset
        offset = min(offset + len(text) + 1, end)
    if word:
        raise BadNotation(f"{shown(word)} follows {'/'.join(_RULE_FIELDS)}, which are all", offset)
    if words.peek() == _ALL_IN:
        words.take()
        text, offset = words.take()
        values |= {"all_in": True, "starting_stack": read_number(text, offset, "starting_stack")}
        offsets["starting_stack"] = offset
        if words.peek() == _CARRY:
            values["stacks"] = words.take()[0]
    try:
        return FiveCardDrawRuleset(**values)  # type: ignore[arg-type]
    except BadRuleset as error:
        raise BadNotation(str(error), offsets[error.field]) from None


def _read_players(words: Words, deal: _Deal, ruleset: FiveCardDrawRuleset) -> list[int] | None:
    """Deal the hole cards; the stacks, None when they are the ruleset's."""
    holes: list[list[int]] = []
    stacks: list[int] = []
    while words.peek() not in (BAR, ""):
        word, offset = words.take()
        cards, at, stack = word.partition("@")
        if len(holes) == MAX_PLAYERS:
            raise BadNotation(f"a hand has {MIN_PLAYERS} to {MAX_PLAYERS} players", offset)
        if len(cards) != 2 * HAND_CARDS:
            raise BadNotation(f"{cards[:SHOWN_LENGTH]!r} is not {HAND_CARDS} cards, which are dealt to every player", offset)
        holes.append(deal.read(cards, offset))
        if bool(at) != bool(stacks) and len(holes) > 1:
            raise BadNotation("either every player has a stack after '@', or none has", offset + len(cards))
        if at:
            stacks.append(_read_stack(stack, offset + len(cards) + 1, ruleset))
    if len(holes) < MIN_PLAYERS:
        raise BadNotation(f"a hand has {MIN_PLAYERS} to {MAX_PLAYERS} players", words.take()[1])
    deal.begin(holes)
    return stacks or None


def _read_stack(text: str, offset: int, ruleset: FiveCardDrawRuleset) -> int:
    stack = read_number(text, offset, "a stack")
    if not ruleset.all_in:
        raise BadNotation(f"a stack stands only in a game with {_ALL_IN!r}", offset)
    if not 1 <= stack <= UNLIMITED_STACK:
        raise BadNotation(f"a stack is 1 to {UNLIMITED_STACK} chips", offset)
    return stack


def _read_round(words: Words, hand: Hand) -> None:
    """The word of one betting round."""
    word, offset = words.take()
    stage = hand.stage
    for at, letter in enumerate(word):
        if hand.stage is not stage:
            raise BadNotation(f"{shown(word[at:])} follows the end of the betting round", offset + at)
        if letter not in _CODES:
            raise BadNotation(f"{letter!r} is no action of a betting round, where these are: {_LETTERS_TEXT}", offset + at)
        if _CODES[letter] not in hand.legal:
            raise BadNotation(
                f"position {hand.actor} may not {Kind(_CODES[letter]).name.lower()} here; it may {_choices(hand)}", offset + at
            )
        hand.act(_CODES[letter])
    if hand.stage is stage:
        raise BadNotation(f"the betting round is not over; position {hand.actor} may {_choices(hand)}", offset + len(word))


def _read_draw(words: Words, hand: Hand, deal: _Deal) -> None:
    """One player's draw."""
    word, offset = words.take()
    if word == _PAT:
        hand.act(DRAW_CODE)
        return
    given, plus, taken = word[1:].partition("+")
    if not word.startswith("-") or not plus:
        raise BadNotation(f"{shown(word)} is no draw; position {hand.actor} draws now, {_PAT!r} or such as '-9c2d+AhKs'", offset)
    mask = 0
    hole = [cards_text([card]) for card in hand.hole[hand.actor]]
    for at in range(0, len(given), 2):
        piece = given[at : at + 2]
        if piece not in hole or mask >> hole.index(piece):
            raise BadNotation(f"{piece!r} is no card to give up here; in the order dealt there are {''.join(hole)}", offset + 1 + at)
        mask |= 1 << hole.index(piece)
    if not 1 <= mask.bit_count() <= MAX_DISCARDS:
        raise BadNotation(f"a draw gives up 1 to {MAX_DISCARDS} cards, or is {_PAT!r}", offset + 1)
    if len(taken) != len(given):
        raise BadNotation("a draw takes as many cards as it gives up", offset + 2 + len(given))
    deal.replace(hand.actor, deal.read(taken, offset + 2 + len(given)))
    hand.act(DRAW_CODE + mask)


def _choices(hand: Hand) -> str:
    return " or ".join(Kind(code).name.lower() for code in hand.legal)


def _rules_text(ruleset: FiveCardDrawRuleset) -> str:
    text = "/".join(str(getattr(ruleset, field)) for field in _RULE_FIELDS)
    if ruleset.all_in:
        text += f" {_ALL_IN} {ruleset.starting_stack}"
    return f"{text} {_CARRY}" if ruleset.stacks == _CARRY else text


def _players_text(hand: Hand) -> str:
    usual = hand.start == (hand.ruleset.starting_stack or UNLIMITED_STACK,) * hand.players
    return " ".join(cards_text(hand.dealt_cards(position)) + ("" if usual else f"@{stack}") for position, stack in enumerate(hand.start))


def _actions_text(hand: Hand) -> str:
    words = []
    for drawing, lines in groupby(hand.log, key=lambda line: line[0] == Kind.DRAW):
        if drawing:
            words += [_draw_text(hand, position) for _, position, _ in lines]
        else:
            words.append("".join([_LETTERS[kind] for kind, _, _ in lines]))
    return " ".join(words)


def _draw_text(hand: Hand, position: int) -> str:
    pairs = [(a, b) for a, b in zip(hand.dealt_cards(position), hand.hole[position], strict=True) if a != b]
    return f"-{cards_text(a for a, _ in pairs)}+{cards_text(b for _, b in pairs)}" if pairs else _PAT

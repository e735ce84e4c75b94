"""Draw luck: how much more than his share the cards of the draw gave each player, exactly as the chips then lay.

For a player, e = sum over the pots as they stand at the draw of pot × (his share of it with the cards that were drawn − his mean
share over redraws), over those who were still in and may win that pot, when all discards are chosen. A redraw exchanges every
replacement card, three places a position whether they are used or not, for others of the 52 − 5n cards that were not dealt first.
What a position is redrawn is the same in all legs of a block, as its deal is.

What was drawn and what is redrawn are equally likely, and neither the pots nor the discards depend on them: given all that went
before, e has mean 0 whatever the bots do. So net − βe has the mean of net, and less variance, for any β that does not depend on the
block; β is ``arena.statistics``' affair. The *final* pots would not do: they grow when somebody drew well, and then e has a mean of
its own (``tests/matches/test_luck.py`` shows it). A hand that ends before the draw has e = 0; who stands pat has not, others draw.

The redraws of a deal follow from its key: SHAKE-128(deal key ‖ ``redraws``) is read as 32-bit words, big-endian, 3n for each redraw.
The cards not dealt, in the order of their numbers, are shuffled from the front as a deal is (``arena.rules.deals``), but for the word w
a number below k is wk / 2^32 without its fraction, which favours no card by more than 10^-8. Place j of position p is the shuffle's
place 3p + j. More redraws of a deal begin with the same ones. Shares are counted in sixtieths, so that every sum is of whole numbers:
who recomputes a match finds the very same luck.

Chosen by measurement, for two players and 60 redraws: what stood at the draw follows from the betting alone, so it is played once for
each betting of a match, not once for each hand; a position's cards after the draw follow from the deal and the discard, so they are
looked at once for all legs with that discard; deals go in batches that stay in the processor's cache.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.matches.result import MatchResult, Status
from arena.matches.seating import seating_of
from arena.matches.seeds import deal_key
from arena.rules import DRAW_CODE, MAX_DISCARDS, FiveCardDrawRuleset, Hand, Stage, deal_cards, strengths
from arena.rules.cards import DECK_SIZE
from arena.rules.five_card_draw import CARDS_PER_PLAYER, HAND_CARDS
from arena.rules.pots import Pot, form_pots

DEFAULT_REDRAWS = 60

Cards: TypeAlias = NDArray[np.uint8]
_Ints: TypeAlias = NDArray[np.int64]

_BETTING = bytes(range(DRAW_CODE))
_LABEL = b"redraws"
_BATCH_DEALS = 64
_SIXTIETHS = np.array([0, 60, 30, 20, 15, 12, 10], dtype=np.uint8)
"""A winner's share of a pot, by the number of winners."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a hand stands when the draw begins; as empty as can be when it ended before."""

    live: tuple[int, ...]
    """Positions that have not folded, in the order in which they draw."""
    pots: tuple[Pot, ...]
    """Those that more than one of them may win."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A hand of a match in which cards were drawn."""

    row: int
    """Its block's."""
    players: tuple[int, ...]
    """By position."""
    standing: _Standing
    codes: bytes
    """Draws, in order; what follows does not matter."""


_Find: TypeAlias = Callable[[int, tuple[int, ...], bytes], _Standing]


def match_luck(result: MatchResult, redraws: int = DEFAULT_REDRAWS) -> NDArray[np.float64]:
    """The luck of a match of five-card draw in chips: a row for each of ``result.blocks()``, by player.

    Hands are summed as a block's ``net_chips`` are: all that its row holds, and none of what it leaves out. Every row sums to zero, up
    to rounding.
    """
    totals = np.zeros((_row_count(result), len(result.spec.players)), dtype=np.int64)
    for players, deals in _drawn_hands(result).items():
        numbers = sorted(deals)
        for start in range(0, len(numbers), _BATCH_DEALS):
            batch = numbers[start : start + _BATCH_DEALS]
            _add_batch(totals, _dealt(result.spec.seed, batch, players), redraws, [deals[number] for number in batch])
    return totals / (60 * redraws)


def hand_luck(hand: Hand, redrawn: Cards) -> list[float]:
    """The luck of a hand that is over in chips, by position; ``redrawn`` are cards as from :func:`redraw_cards`."""
    betting, codes = _split(bytes(hand.codes))
    standing = _standing(hand.ruleset, hand.players, tuple(hand.start), betting) if codes else _Standing((), ())
    lines, chips = _pot_lines(0, hand.players, standing, codes), [pot.chips for pot in standing.pots]
    if not lines:
        return [0.0] * hand.players
    deals = np.array([hand.deal[: CARDS_PER_PLAYER * hand.players]], dtype=np.uint8)
    excess = _excess_shares(deals, redrawn[None], np.array(lines))
    found: list[float] = (np.array(chips) @ excess / (60 * len(redrawn))).tolist()
    return found


def redraw_cards(seed: bytes, deal_number: int, players: int, redraws: int = DEFAULT_REDRAWS) -> Cards:
    """What would have been drawn instead, so many times over.

    Args:
        seed: the match seed.
        deal_number: counted from 0 in the match.
        players: who are dealt in.
        redraws: how many.

    Returns:
        Cards, of shape (redraws, 3 × players): the j-th replacement of position p is in place 3p + j.
    """
    keys, deals = _dealt(seed, [deal_number], players)
    found: Cards = _redrawn(keys, deals, redraws)[0]
    return found


def _row_count(result: MatchResult) -> int:
    if result.status == Status.VOID:
        return 0
    return 1 if result.spec.ruleset.carried_stack else result.spec.deal_count


def _drawn_hands(result: MatchResult) -> dict[int, dict[int, list[_Drawn]]]:
    """The hands that count in some block and came to a draw, by how many were dealt in and by deal number."""
    spec, found = result.spec, defaultdict[int, dict[int, list[_Drawn]]](lambda: defaultdict(list))
    assert isinstance(spec.ruleset, FiveCardDrawRuleset), "only the draw game has draws"
    if result.status == Status.VOID:
        return found
    carried, find = bool(spec.ruleset.carried_stack), cache(partial(_standing, spec.ruleset))
    for number, leg in enumerate(result.legs):
        if carried and leg.forfeiter is not None:
            continue
        for record in leg.hands:
            betting, codes = _split(record.actions)
            if codes:
                players = seating_of(spec, record, number).players
                standing = find(len(players), record.stack_chips, betting)
                row = 0 if carried else record.deal_number
                found[len(players)][record.deal_number].append(_Drawn(row, players, standing, codes))
    return found


def _split(actions: bytes) -> tuple[bytes, bytes]:
    """The first betting round, and all from the first draw on."""
    rest = actions.lstrip(_BETTING)
    return actions[: len(actions) - len(rest)], rest


def _standing(ruleset: FiveCardDrawRuleset, players: int, stacks: tuple[int, ...], betting: bytes) -> _Standing:
    """What a first betting round that leads to a draw leaves; the cards do not matter to it."""
    hand = Hand(ruleset, range(CARDS_PER_PLAYER * players), players, stacks or None)
    for code in betting:
        hand.act(code)
    assert hand.stage is Stage.DRAW, "the betting of a hand with a draw leads to it"
    pots = form_pots(list(hand.committed), hand.live)
    contested = tuple(pot for pot in pots if pot.eligible & (pot.eligible - 1))
    return _Standing(tuple(position for position in range(players) if hand.live >> position & 1), contested)


def _dealt(seed: bytes, numbers: Sequence[int], players: int) -> tuple[list[bytes], Cards]:
    """Deals with their keys, a deal a row."""
    keys = [deal_key(seed, number) for number in numbers]
    return keys, np.array([deal_cards(key, CARDS_PER_PLAYER * players) for key in keys], dtype=np.uint8)


def _add_batch(totals: _Ints, dealt: tuple[list[bytes], Cards], redraws: int, hands: Sequence[Sequence[_Drawn]]) -> None:
    """Add the luck of the hands of some deals, in chips × 60 × redraws, to the rows of their blocks."""
    keys, deals = dealt
    players = deals.shape[1] // CARDS_PER_PLAYER
    lines, chips, rows, owners = [], [], [], []
    for deal, playings in enumerate(hands):
        for hand in playings:
            lines += _pot_lines(deal, players, hand.standing, hand.codes)
            for pot in hand.standing.pots:
                chips.append(pot.chips)
                rows.append(hand.row)
                owners.append(hand.players)
    excess = _excess_shares(deals, _redrawn(keys, deals, redraws), np.array(lines))
    np.add.at(totals, (np.array(rows)[:, None], np.array(owners)), np.array(chips)[:, None] * excess)


def _pot_lines(deal: int, players: int, standing: _Standing, codes: bytes) -> list[list[int]]:
    """For each pot a line: by position the number of deal, position and discard, see :func:`_levels`; −1 for who may not win it."""
    line = [-1] * players
    for position, code in zip(standing.live, codes, strict=False):
        line[position] = (deal * players + position << HAND_CARDS) + code - DRAW_CODE
    return [[number if pot.eligible >> position & 1 else -1 for position, number in enumerate(line)] for pot in standing.pots]


def _redrawn(keys: Sequence[bytes], deals: Cards, redraws: int) -> Cards:
    """Cards of shape (deals, redraws, 3 × players)."""
    players = deals.shape[1] // CARDS_PER_PLAYER
    slots = MAX_DISCARDS * players
    size = 4 * slots * redraws
    words = np.frombuffer(b"".join([hashlib.shake_128(key + _LABEL).digest(size) for key in keys]), dtype=">u4")
    places = _shuffled_places(words.reshape(-1, slots).T.astype(np.uint64), DECK_SIZE - HAND_CARDS * players)
    undealt = _undealt(deals[:, : HAND_CARDS * players])
    deal = np.arange(len(deals)).repeat(redraws)
    found: Cards = undealt.take(places + deal * undealt.shape[1]).T.reshape(len(deals), redraws, slots)
    return found


def _undealt(dealt: Cards) -> Cards:
    """All other cards, ascending, of each row."""
    left = np.ones((len(dealt), DECK_SIZE), dtype=np.bool_)
    left[np.arange(len(dealt))[:, None], dealt] = False
    found: Cards = left.nonzero()[1].astype(np.uint8).reshape(len(dealt), -1)
    return found


def _shuffled_places(words: NDArray[np.uint64], size: int) -> _Ints:
    """The first places of shuffles of 0 … size − 1, down the columns, as many as there are rows of words."""
    columns = np.arange(words.shape[1])
    deck = np.arange(size, dtype=np.uint8).repeat(len(columns))  # flat: place × columns + column
    found = np.empty(words.shape, dtype=np.int64)
    for place, row in enumerate(words):
        other = (row * np.uint64(size - place) >> np.uint64(32)).astype(np.int64)
        other += place
        other *= len(columns)
        other += columns
        found[place] = deck.take(other)
        deck[other] = deck[place * len(columns) : (place + 1) * len(columns)]
    return found


def _excess_shares(deals: Cards, redrawn: Cards, lines: _Ints) -> _Ints:
    """What each position's share of pots exceeds its mean by, in sixtieths × redraws.

    Args:
        deals: of shape (deals, 8 × players).
        redrawn: of shape (deals, redraws, 3 × players).
        lines: of shape (pots, players), see :func:`_pot_lines`.
    """
    levels = _levels(_cards_by_place(deals, redrawn), lines)
    best = levels.max(axis=1, keepdims=True)
    won = levels == best
    shares = _SIXTIETHS.take(won.sum(axis=1, keepdims=True, dtype=np.uint8)) * won
    excess: _Ints = shares[:, :, 0] * np.int64(redrawn.shape[1] + 1) - shares.sum(axis=2, dtype=np.int64)
    return excess


def _cards_by_place(deals: Cards, redrawn: Cards) -> Cards:
    """Of shape (deals × players × 8, 1 + redraws): five cards dealt and three replacements, as drawn and then as redrawn."""
    count, redraws, slots = redrawn.shape
    players = slots // MAX_DISCARDS
    cards = np.empty((count, players, CARDS_PER_PLAYER, 1 + redraws), dtype=np.uint8)
    hole, replacements = np.split(deals, [HAND_CARDS * players], axis=1)
    cards[:, :, :HAND_CARDS] = hole.reshape(count, HAND_CARDS, players).transpose(0, 2, 1)[..., None]
    cards[:, :, HAND_CARDS:, 0] = replacements.reshape(count, players, MAX_DISCARDS)
    cards[:, :, HAND_CARDS:, 1:] = redrawn.reshape(count, redraws, players, MAX_DISCARDS).transpose(0, 2, 3, 1)
    return cards.reshape(-1, 1 + redraws)


def _levels(cards: Cards, lines: _Ints) -> NDArray[np.int16]:
    """Strengths of shape (pots, players, 1 + redraws), 0 for who may not win.

    The number of a deal, a position and a discard is (deal × players + position) × 32 + the discard's mask.
    """
    numbers, inverse = np.unique(lines, return_inverse=True)
    first = int(numbers[0] < 0)
    asked = numbers[first:]
    places = (asked >> HAND_CARDS) * CARDS_PER_PLAYER + _PLACES[:, asked & _PLACES.shape[1] - 1]
    levels = np.zeros((len(numbers), cards.shape[1]), dtype=np.int16)
    levels[first:] = strengths(cards[places].reshape(HAND_CARDS, -1).T).reshape(len(asked), -1)
    return levels[inverse.reshape(lines.shape)]


def _places_after(mask: int) -> Iterator[int]:
    """Where the five cards lie among the five dealt and the replacements after this discard (masks of more than three are not used)."""
    replaced = 0
    for place in range(HAND_CARDS):
        gone = mask >> place & 1
        yield HAND_CARDS + min(replaced, MAX_DISCARDS - 1) if gone else place
        replaced += gone


_PLACES = np.array([list(_places_after(mask)) for mask in range(1 << HAND_CARDS)]).T
"""By card held and discard's mask."""

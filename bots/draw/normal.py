"""Normal: its chance to win against the price of a call; no simulation, no bluff, no memory.

The chance comes from the strength of its hand, the number of opponents left and what they are taken to hold after the
wagers they have made in this hand; for four to a straight or a flush, from the exact chance that the card comes. It calls when
the pot pays the price, and wagers when it expects to win more than its share, sooner the fewer act after it.
"""

from arena.matches import TableInfo
from arena.rules import STRENGTH_COUNT, FiveCardDrawRuleset, FiveCardDrawView, Kind, Stage, class_of, strength
from bots.draw.chances import require_finite
from bots.draw.hands import FLUSH, FOUR_FLUSH_GROUP, STRAIGHT, book_code, group_of, improve_chance
from bots.draw.tables import TOP_SHARES, Tables, tables

WAGER_SHARE, RAISE_SHARE = 1.0, 1.15
"""It bets, or raises, when its chance is this many times an equal share of the pot."""
POSITION_SHARE = 0.15
"""Added to both times the part of the opponents who act after it."""
IMPLIED_BETS = 1.0
"""Big bets that a draw expects to win in the second round when it comes in."""

_BET, _CALL, _CHECK, _FOLD, _RAISE = int(Kind.BET), int(Kind.CALL), int(Kind.CHECK), int(Kind.FOLD), int(Kind.RAISE)
_WAGERS = (_BET, _RAISE)
_LOWEST = {kind: next(s for s in range(1, STRENGTH_COUNT + 1) if class_of(s) == kind) for kind in (STRAIGHT, FLUSH)}


class Normal:
    """The chance to win against the price."""

    version = 2

    def __init__(self, info: TableInfo) -> None:
        assert isinstance(info.ruleset, FiveCardDrawRuleset), "a bot of the draw game"
        self._big_bet = info.ruleset.big_bet
        self._tables: Tables = tables()

    def act(self, view: FiveCardDrawView) -> int:
        """The code to play, one of ``view.legal``."""
        if view.stage == Stage.DRAW:
            return book_code(view.hole_cards)
        chance, implied_chips = self._chance(view)
        require_finite(view, chance, implied_chips)
        share = (1 + POSITION_SHARE * _behind(view)) / (view.opponents + 1)
        if _FOLD not in view.legal:
            return _BET if _BET in view.legal and chance > WAGER_SHARE * share else _CHECK
        if _RAISE in view.legal and chance > RAISE_SHARE * share:
            return _RAISE
        pot_chips, implied_chips = self._to_win(view, implied_chips)
        return _CALL if chance * (pot_chips + view.to_call + implied_chips) > view.to_call else _FOLD

    def _to_win(self, view: FiveCardDrawView, implied_chips: float) -> tuple[float, float]:
        """What it can win of the pot when it calls, and later: from nobody more than it puts in itself."""
        if view.start is None:
            return view.pot, implied_chips
        paid = view.committed[view.position] + view.to_call
        return sum([min(chips, paid) for chips in view.committed]), min(implied_chips, view.start[view.position] - paid)

    def _chance(self, view: FiveCardDrawView) -> tuple[float, float]:
        """The chance to have the best final hand, and the chips that a draw expects on top when it comes in."""
        level, opponents = _level(view), view.opponents
        if view.stage == Stage.SECOND_ROUND:
            return self._final_chance(strength(view.hole_cards), level, opponents), 0.0
        group = group_of(view.hole_cards)
        if group < FOUR_FLUSH_GROUP:
            return self._tables.chances[level][opponents - 1][group], 0.0
        comes = improve_chance(view.hole_cards)
        made = _LOWEST[FLUSH if group == FOUR_FLUSH_GROUP else STRAIGHT]
        missed = self._final_chance(strength(view.hole_cards), level, opponents)
        return comes * self._final_chance(made, level, opponents) + (1 - comes) * missed, IMPLIED_BETS * self._big_bet

    def _final_chance(self, value: int, level: int, opponents: int) -> float:
        share = TOP_SHARES[level]
        one = (self._tables.beats_list[value] - 1 + share) / share
        return float(max(0.0, one) ** opponents)


def _level(view: FiveCardDrawView) -> int:
    """How many wagers the others have made in this hand, as a level of the tables."""
    wagers = sum([1 for kind, position, _ in view.log if kind in _WAGERS and position != view.position])
    return min(wagers, len(TOP_SHARES) - 1)


def _behind(view: FiveCardDrawView) -> float:
    """The part of the opponents who act after it, counted from the left of the button."""
    return (view.live >> view.position + 1).bit_count() / view.opponents

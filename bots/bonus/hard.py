"""Hard: the choice with the highest expectation, exactly; where both are worth the same it does not bet.

The house has no choices, so the expectation of each choice is a number (``arena.rules.Solver``), and nothing this bot chooses is ever
regretted. Its first decision on a flop takes some milliseconds, the second almost none.

With a bankroll the solver's numbers hold as long as two more bets are covered after the flop bet. One alone is best kept for the river,
where it is made on those turn cards only on which it gains: all of them together never gain more. So the flop bet is worth less by
what the turn bets would have gained; with none left, by what the river bets would have gained too. Only the hand in play counts, not those
that a bankroll saved would allow.
"""

from arena.matches import TableInfo
from arena.rules import PREFLOP, REGRET_WAYS, BonusKind, BonusStage, HoldemBonusView, hole_class, shared_solver

_BET = int(BonusKind.BET)
_LATER_BETS = 2


class Hard:
    """Exact expectations."""

    version = 1

    def __init__(self, info: TableInfo) -> None:
        self._solver = shared_solver()

    def act(self, view: HoldemBonusView) -> int:
        """The code to play, one of ``view.legal``."""
        return _BET if _BET in view.legal and self._bets(view) else view.legal[0]

    def _bets(self, view: HoldemBonusView) -> bool:
        left = _bets_left(view)
        if view.stage == BonusStage.FLOP and left < _LATER_BETS:
            return _worth_playing(view, left)
        if view.stage == BonusStage.TURN and not left:
            return False
        pays_from = view.ruleset.ante_pays_from
        return self._solver.decision(view.hole_cards, view.board, turn_bet=view.turn_chips > 0, pays_from=pays_from).bet_is_best


def _bets_left(view: HoldemBonusView) -> int:
    """Bets of one ante that the bankroll covers after the one to be decided, as far as it matters."""
    if view.bankroll is None:
        return _LATER_BETS
    return min(_LATER_BETS, (view.bankroll - view.to_bet) // view.ante)


def _worth_playing(view: HoldemBonusView, bets_left: int) -> bool:
    """Whether the flop bet is worth more than a fold with fewer bets left than may be made; ``bets_left`` is 0 or 1."""
    one = PREFLOP[hole_class(view.hole_cards)]
    gained = one.best.turn_gain + (0 if bets_left else one.best.river_gain)
    ways = REGRET_WAYS[0]
    return one.play(view.ruleset.ante_pays_from) * ways - gained > -ways

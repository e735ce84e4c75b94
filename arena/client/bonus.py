"""A decision of Texas Hold'em Bonus, typed, and the answers to it."""

from functools import cached_property

from arena.client.decision import Answer, Decision, split_cards
from arena.v1 import action_pb2, holdem_bonus_pb2

_STEP_PREFIX = "BONUS_STEP_"


class BonusDecision(Decision):
    """One decision against the house: what the bot may know, and what it may do: a subset of stake, rebet, fold, check, bet."""

    @property
    def view(self) -> holdem_bonus_pb2.HoldemBonusView:
        """Everything the bot may know of the hand, as in the contract."""
        return self.request.holdem_bonus

    @property
    def step(self) -> str:
        """What is to be decided: ``stake``, ``flop``, ``turn`` or ``river``."""
        return holdem_bonus_pb2.BonusStep.Name(self.view.step).removeprefix(_STEP_PREFIX).lower()

    @cached_property
    def cards(self) -> list[str]:
        """The bot's two cards, such as ``["As", "Kd"]``; none before the stake."""
        return split_cards(self.view.hole_cards)

    @cached_property
    def board(self) -> list[str]:
        """The board so far: none, three or four cards."""
        return split_cards(self.view.board)

    @property
    def staking(self) -> bool:
        """Whether the ante is to be put up."""
        return "stake" in self.chips

    @property
    def can_bet(self) -> bool:
        """Whether a bet is legal; ``chips["bet"]`` says of how much."""
        return "bet" in self.chips

    @property
    def limits(self) -> action_pb2.LegalAction:
        """What a stake may be: ``min_ante_chips``, ``max_ante_chips``, ``ante_step_chips`` and ``max_bonus_chips``.

        Raises:
            ValueError: none is to be put up.
        """
        for action in self.request.legal_actions:
            if action.kind == action_pb2.ACTION_KIND_STAKE:
                return action
        raise ValueError(f"no stake is legal here; legal are {', '.join(self.chips)}")

    def stake(self, ante_chips: int | None = None, bonus_chips: int = 0) -> Answer:
        """Put up an ante, the smallest without one, and beside it perhaps a bonus bet.

        Raises:
            ValueError: no stake is to be put up.
        """
        ante = self.limits.min_ante_chips if ante_chips is None else ante_chips
        kind = action_pb2.ACTION_KIND_STAKE
        return Answer(decision_id=self.request.decision_id, kind=kind, ante_chips=ante, bonus_chips=bonus_chips)

    def rebet(self) -> Answer:
        """Put up the ante of the hand before.

        Raises:
            ValueError: that is not legal, as in the next three.
        """
        return self.act("rebet")

    def bet(self) -> Answer:
        """Bet twice the ante before the flop, the ante before turn and river."""
        return self.act("bet")

    def check(self) -> Answer:
        """Go on without a bet."""
        return self.act("check")

    def fold(self) -> Answer:
        """Give the hand up."""
        return self.act("fold")

    def check_or_fold(self) -> Answer:
        """Put in as little as may be: the smallest ante at the stake, and then nothing."""
        return self.stake() if self.staking else self.act("check", "fold")

    def _answer(self, word: str) -> Answer:
        return self.stake() if word == "stake" else super()._answer(word)
